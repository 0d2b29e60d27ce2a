"""What directives say: reasons of rows, labels, expected verdicts, the base of a logarithm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Expression, Number
from boundcalc.reader.formulas import read_using
from boundcalc.reader.scope import Scope, Spelling, read_spelling
from boundcalc.tex.documents import Directive
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

SCOPE_WORDS = ("log", "begin", "end", "declare", "let", "assume", "random", "event", "private")
THROUGHOUT = "throughout"  # the reason of all rows of a display that have none of their own
ROW_WORDS = ("by", THROUGHOUT, "label", "expect")
WORDS = (*SCOPE_WORDS, *ROW_WORDS, "skip", "strict")
NO_ARGUMENT = ("end", "skip", "strict")
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._'*+-]*\Z")
_BLOCK = re.compile(r"[A-Za-z0-9][A-Za-z0-9./:_+-]*\Z")
_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}


@dataclass(frozen=True, slots=True)
class Algebra:
    """The row follows from the assumptions alone."""


@dataclass(frozen=True, slots=True)
class ByDefinition:
    """The row defines what stands on one of its sides; `is_guessed` if nothing says so.

    One that is not `is_given` to other rows only introduces it.
    """

    is_guessed: bool = False
    is_given: bool = True


@dataclass(frozen=True, slots=True)
class Citation:
    """The row stands in a work, at a place of it."""

    key: str
    locator: str

    def __str__(self) -> str:
        return f"{self.key}, {self.locator}" if self.locator else self.key


@dataclass(frozen=True, slots=True)
class FromRows:
    """The row follows from earlier rows."""

    labels: tuple[tuple[str, Fragment], ...]


@dataclass(frozen=True, slots=True)
class ByTheorem:
    """The row follows from a theorem of the library, with values for its quantities."""

    id: str
    place: Fragment
    values: tuple[tuple[Fragment, Fragment], ...]


@dataclass(frozen=True, slots=True)
class ByRule:
    """The row follows from an axiom of probability; the calculus says which it used."""

    name: str


RULES = (
    "bayes",
    "cauchy",
    "group privacy",
    "hoeffding",
    "hoelder",
    "h\u00f6lder",
    "minkowski",
    "chebyshev",
    "chernoff",
    "complement",
    "exchange",
    "independence",
    "jensen",
    "linearity",
    "markov",
    "monotone",
    "privacy",
    "tail",
    "total probability",
    "union",
)
Reason = Algebra | ByDefinition | Citation | FromRows | ByTheorem | ByRule


def check_word(directive: Directive) -> None:
    """Check that a directive is known, and has an argument where it needs one.

    Raises
    ------
    ReaderError
        If it is not, or has not.
    """
    word, argument = directive.word, directive.argument
    if word not in WORDS:
        shown = repr(word) if word else "nothing"
        raise _error(
            f"a directive begins with one of {', '.join(WORDS)}, but here with {shown:.40}",
            directive.whole,
        )
    if word in NO_ARGUMENT:
        if argument.text:
            raise _error(f"nothing stands after {word}, but here {argument.text!r:.40}", argument)
    elif not argument.text:
        raise _error(f"{word} needs something after it", argument)


def read_reason(argument: Fragment) -> Reason:
    r"""Return the reason that stands after ``by:``.

    Examples
    --------
    >>> read_reason(Fragment.of("cite dwork_roth_2014, Theorem 3.20"))
    Citation(key='dwork_roth_2014', locator='Theorem 3.20')
    """
    found = re.match(r"([A-Za-z]+)\s*", argument.text)
    word = found.group(1) if found else ""
    rest = _part(argument, found.end() if found else 0, len(argument.text))
    if word in ("algebra", "definition"):
        if rest.text.strip(" ."):
            raise _error(f"nothing stands after {word}, but here {rest.text!r:.40}", rest)
        return Algebra() if word == "algebra" else ByDefinition()
    rule = " ".join(argument.text.strip(" .").split())
    if rule in RULES:
        return ByRule(rule)
    if word not in ("cite", "row", "rows", "theorem"):
        raise _error(
            "a reason is algebra, definition, 'cite KEY, LOCATOR', 'theorem ID with x = ...', "
            f"'row LABEL', or an axiom of probability: {', '.join(RULES)}",
            argument,
        )
    if not rest.text:
        wanted = {"cite": "a key and a place", "theorem": "an id"}.get(word, "a label")
        raise ReaderError(f"{word} needs {wanted}", argument, max(argument.stop - 1, 0))
    if word == "cite":
        key, _, locator = rest.text.partition(",")
        if not key.strip():
            raise _error("a citation begins with a key", rest)
        return Citation(key.strip(), " ".join(locator.split()))
    if word == "theorem":
        return _theorem(rest)
    return FromRows(tuple((read_label(part), part) for part in _split(rest)))


def _theorem(rest: Fragment) -> ByTheorem:
    found = re.match(r"(\S+?),?(?:\s+(with)(?=\s|$)\s*|\s*\Z)", rest.text)
    if found is None:
        after = re.match(r"\S+\s*", rest.text)
        offset = rest.start + (after.end() if after else 0)
        raise ReaderError("expected 'with' and values after the id", rest, offset)
    place = _part(rest, 0, found.end(1))
    values = _part(rest, found.end(), len(rest.text))
    if found.group(2) and not values.text:
        raise ReaderError("expected values such as n = 100 after 'with'", rest, rest.stop - 1)
    return ByTheorem(found.group(1), place, tuple(_values(values)) if values.text else ())


def _values(rest: Fragment) -> list[tuple[Fragment, Fragment]]:
    result = []
    for start, stop, sign in _pieces(rest):
        if sign is None:
            raise ReaderError("a value is given as name = value", rest, start)
        name, value = rest.part(start, sign.start), rest.part(sign.stop, stop)
        for part, what in ((name, "a name"), (value, "a value")):
            if not part.text.strip():
                raise ReaderError(f"{what} is missing beside this =", rest, sign.start)
        result.append((_stripped(name), _stripped(value)))
    return result


def _pieces(rest: Fragment) -> list[tuple[int, int, Token | None]]:
    """Split at the commas outside of brackets; with each piece its first '='."""
    result: list[tuple[int, int, Token | None]] = []
    start, sign, depth = rest.start, None, 0
    for token in tokenize(rest):
        depth += _DEPTH.get(token.kind, 0)
        if token.kind is Kind.STOP or (token.kind is Kind.COMMA and depth <= 0):
            result.append((start, token.start, sign))
            start, sign = token.stop, None
        elif token.key == "=" and sign is None and depth <= 0:
            sign = token
    return result


def read_label(argument: Fragment) -> str:
    """Return a label, which is one word."""
    if not _LABEL.match(argument.text):
        raise _error(
            f"a label is one word of letters, digits and . : - _ but here {argument.text!r:.40}",
            argument,
        )
    return argument.text


def read_block(argument: Fragment) -> str:
    """Return the id of a derivation, which is one word."""
    if not _BLOCK.match(argument.text):
        raise _error(
            "the id of a derivation is one word of letters, digits and / . : - _ but here "
            f"{argument.text!r:.40}",
            argument,
        )
    return argument.text


def read_expected(argument: Fragment) -> VerdictKind:
    """Return an expected verdict."""
    known = {kind.value.lower(): kind for kind in VerdictKind}
    kind = known.get(argument.text.strip().lower())
    if kind is None:
        raise _error(
            f"an expected verdict is one of {', '.join(known)}, but here {argument.text!r:.40}",
            argument,
        )
    return kind


def read_log(argument: Fragment) -> Expression | None:
    r"""Return the base of a bare ``\log``; None is natural."""
    text = argument.text.strip()
    if text in ("natural", "e"):
        return None
    if text in ("2", "10"):
        return Number(Fraction(text))
    raise _error(f"a logarithm is natural, 2 or 10, but here {text!r:.40}", argument)


def read_let(
    argument: Fragment, scope: Scope
) -> tuple[Spelling, Expression, Token, tuple[str, ...]]:
    r"""Return how an abbreviation is written, its value, where it stands, and what it uses."""
    depth = 0
    for token in tokenize(argument):
        depth += _DEPTH.get(token.kind, 0)
        if token.kind is Kind.RELATION and depth <= 0:
            break
    else:
        raise ReaderError(
            r"an abbreviation is written as \alpha = 6\varepsilon", argument, argument.start
        )
    if token.key != "=":
        raise ReaderError("an abbreviation has an =", argument, token.start)
    name = argument.part(argument.start, token.start)
    tokens = tokenize(name)
    spelling = read_spelling(name, tokens)
    try:
        value, uses = read_using(argument.part(token.stop, argument.stop), scope)
    except ReaderError as error:
        if error.undeclared == spelling.latex:
            message = f"{spelling.latex:.40} is defined by itself"
            error = ReaderError(message, argument, error.offset)
        raise error from None
    return spelling, value, tokens[0], uses


def _split(rest: Fragment) -> list[Fragment]:
    parts, start = [], 0
    for piece in rest.text.split(","):
        parts.append(_part(rest, start, start + len(piece)))
        start += len(piece) + 1
    return parts


def _part(fragment: Fragment, start: int, stop: int) -> Fragment:
    return _stripped(fragment.part(fragment.start + start, fragment.start + stop))


def _stripped(fragment: Fragment) -> Fragment:
    text = fragment.text
    start = fragment.start + len(text) - len(text.lstrip())
    return fragment.part(min(start, fragment.stop), max(start, fragment.start + len(text.rstrip())))


def _error(message: str, fragment: Fragment) -> ReaderError:
    return ReaderError(message, fragment, fragment.start)
