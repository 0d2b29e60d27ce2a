r"""What is declared random beside prose: ``random``, ``event`` and ``private`` in open documents.

The parameters of such a declaration have the domains that the prose or other directives state. A
name that is declared random is no number any more, whatever the prose says of it.

Main definitions
----------------
`Randomness`: what is random at a formula, and what that assumes.
`read_randomness`: that of a list of directives. `numbers`, `without`: what is said, and was left
unread, of names that are not random. `declared_names`: those that a directive makes random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from boundcalc.derivations.directives import check_word
from boundcalc.derivations.rows import Assumption
from boundcalc.randomness.algorithms import read_private
from boundcalc.randomness.declarations import read_event_name, read_random
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.declarations import KINDS
from boundcalc.reader.relations import read_relations
from boundcalc.reader.scope import Scope
from boundcalc.situations.situations import Domained, Origin, Unread
from boundcalc.tex.documents import Directive
from boundcalc.tex.source import Fragment, ReaderError

_CALLED = re.compile(r"(?i)\brandom variables?\b")
_MORE = re.compile(
    r"(?i)\b(?:symmetric|indep\w*|mean|average|varianc\w*|expect\w*|distribut\w*|sub\W?\w+|gauss\w*"
    r"|normal\w*|uniform\w*|such|satisf\w*|with(?! values)|where|whose|which|that|if|when"
    r"|condition\w*|given|supported|bounded|moments?|integrable|density|law|copy|copies|function|centred|centered)\b"
)
_SIGNS = (r"\in ", " in ", "~", r"\sim", ":", " copy of ", "=")
WORDS = ("random", "event", "private")


@dataclass(frozen=True, slots=True)
class Randomness:
    """What is random at a formula, and the relations that its declarations assume."""

    names: RandomNames
    assumed: tuple[Assumption, ...] = ()
    errors: tuple[tuple[Directive, ReaderError], ...] = ()


def read_randomness(
    directives: Iterable[Directive],
    domains: Mapping[str, Domained],
    scope_of: Callable[[Mapping[str, Domained]], Scope],
) -> Randomness:
    """Return what is random where directives are in force.

    Parameters
    ----------
    directives : iterable of Directive
        Those that declare something random, name an event or an algorithm, in their order.
    domains : mapping from str to Domained
        What is said of names there.
    scope_of : callable
        Returns the scope of the numbers among them.
    """
    known = RandomNames()
    errors: list[tuple[Directive, ReaderError]] = []
    assumed: list[Assumption] = []
    for directive in directives:
        scope = scope_of(numbers({*known.spelled, *declared_names(directive)}, domains))
        try:
            known, texts = _after(directive, scope, known)
        except ReaderError as error:
            errors.append((directive, _at(directive, error)))
            continue
        origin = Origin(directive.line, " ".join(directive.whole.text.split()))
        for text in texts:
            assumed += [
                Assumption(
                    relation=row.relation,
                    place=directive.argument,
                    abbreviations=row.abbreviations,
                    origin=origin,
                )
                for row in read_relations(Fragment.of(text), scope)
            ]
    return Randomness(known, tuple(assumed), tuple(errors))


def _at(directive: Directive, error: ReaderError) -> ReaderError:
    """Return an error with its place in the document, which a text made here has not."""
    place = directive.argument
    known = error.undeclared
    return error if error.file else ReaderError(error.message, place, place.start, undeclared=known)


def without(random: Iterable[str], unread: Iterable[Unread]) -> tuple[Unread, ...]:
    """Return what was left unread, without what only calls random names random variables.

    What says more of them, such as that they are symmetric, stays unread.
    """
    heads = "|".join(map(re.escape, sorted(random)))
    speaks = re.compile(rf"(?<![A-Za-z\\])(?:{heads})(?![A-Za-z])")
    names, kept = frozenset(random), []
    for item in unread:
        said = item.origin.words
        is_call = speaks.search(said) and _CALLED.search(said) and not _MORE.search(said)
        if not (is_call and item.names <= names):
            kept.append(item)
    return tuple(kept)


def numbers(random: Iterable[str], domains: Mapping[str, Domained]) -> dict[str, Domained]:
    """Return what is said of the names that are not random, and of no member of a random family."""
    heads = tuple(random)
    return {
        name: item
        for name, item in domains.items()
        if not any(name == head or name.startswith(f"{head}_") for head in heads)
    }


def _after(
    directive: Directive, scope: Scope, known: RandomNames
) -> tuple[RandomNames, tuple[str, ...]]:
    check_word(directive)
    if directive.word == "event":
        return read_event_name(directive.argument, scope, known), ()
    read = read_private if directive.word == "private" else read_random
    return read(directive.argument, scope, known)


def declared_names(directive: Directive) -> list[str]:
    """Return the names that a declaration makes random, as they are written, without indexes."""
    text = directive.argument.text
    if directive.word == "private":
        return [re.split(r"[(:]", text)[0].strip()]
    for sign in (*_SIGNS, *(f" {kind}" for kind in KINDS)):
        text = text.partition(sign)[0]
    pieces = (piece.strip() for piece in text.split(","))
    return [piece.partition("_")[0] if "dots" in text else piece for piece in pieces if piece]
