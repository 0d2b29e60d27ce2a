"""What is random at a place: what sentences declared since a section, a theorem or a proof began.

Main definitions
----------------
`end_random`: end what a sentence gives another meaning.
`randomize`: put what a sentence declares random into the frame in which it stands.
`random_in_force`: what is random in frames, each inside of the one before it.
`declarations_in_force`: that as declarations.
`without_understood`: what is left unread of a sentence that only declares what is random.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from boundcalc.language.domains import Domain
from boundcalc.prose.phrases import Phrase, Role
from boundcalc.prose.prose import Sentence
from boundcalc.prose.random.functions import named_functions
from boundcalc.prose.random.private_sentences import (
    NeighboursSaid,
    PrivateSaid,
    guarantees,
    names_output,
    neighbours_said,
    private_said,
)
from boundcalc.prose.random.sentences import RandomSaid, declaration, random_said
from boundcalc.prose.usage import guessed_domain
from boundcalc.reader.families import FAMILY
from boundcalc.situations.frames import Frame
from boundcalc.situations.renamed import Renamed
from boundcalc.situations.situations import Certainty, Domained, Origin, Unread
from boundcalc.situations.taken import origin_of
from boundcalc.tex.documents import Directive, Display
from boundcalc.tex.source import Fragment

_DEFINES = re.compile(r"\s*\\?[A-Za-z]+\s*:?=")  # a name without an index
_RELATES = re.compile(r"[=<>]|\\(?:leq?|geq?|leqslant|geqslant|neq?|in|mid)(?![A-Za-z])")


def randomize(
    frames: Sequence[Frame], sentence: Sentence, renamed: Sequence[Renamed]
) -> list[RandomSaid]:
    r"""Put what a sentence declares random into the innermost frame, and return it.

    Names that another formula of the sentence gives a meaning are left out, as those of
    "let $X_1, \ldots, X_n$ be fair coins and let $X_{n+1}, \ldots, X_m$ be dice".
    """
    said = [
        item
        for item in (*random_said(sentence), *private_said(sentence), *neighbours_said(sentence))
        if not any(_ends(other, item) for other in renamed if other.number not in item.used)
        and not _goes_beyond(sentence, item)
    ]
    _put(frames, sentence, said)
    held = (item for item, _ in random_in_force(frames) if not isinstance(item, PrivateSaid))
    known = [name for item in held for name in item.names]
    named = list(named_functions(sentence, known))
    _put(frames, sentence, named)
    return [*said, *named]


def end_random(
    frames: Sequence[Frame],
    sentence: Sentence,
    renamed: Sequence[Renamed],
    found: Iterable[Phrase],
) -> None:
    """Let nothing be random that has another meaning now, or on which is conditioned."""
    roles = (Role.ASSUMED, Role.CONDITION, Role.DECLARED)
    given = [sentence.formulas[phrase.number] for phrase in found if phrase.role in roles]
    conditions = [item.text for item in given if isinstance(item, Fragment)]
    conditions = [it for it in conditions if _RELATES.search(it) and not _DEFINES.match(it)]
    for frame in frames:
        frame.random = [
            held
            for held in frame.random
            if not any(_ends(item, held[0]) for item in renamed)
            and not (_goes_beyond(sentence, held[0]) or _is_in(held[0].names, conditions))
            and not (isinstance(held[0], PrivateSaid) and names_output(sentence, held[0]))
        ]


def _is_in(names: Iterable[str], formulas: Iterable[str]) -> bool:
    """Return whether one of the names stands in a formula, as it is or with an index."""
    heads = "|".join(map(re.escape, names))
    name = re.compile(rf"(?<![A-Za-z\\])(?:{heads})(?![A-Za-z])")
    return any(map(name.search, formulas))


def _ends(renamed: Renamed, held: RandomSaid) -> bool:
    """Return whether a name with another meaning is that of a declaration, or in it."""
    known = held.names | held.of
    if not renamed.has_index:
        return renamed.name in known and not held.is_family
    if isinstance(held, PrivateSaid | NeighboursSaid):  # M_1 is another algorithm than M_2
        written = re.sub(r"_\{(\w)\}", r"_\1", renamed.name)
        return not known.isdisjoint((written, renamed.name, renamed.head))
    return renamed.head in {name.partition("_")[0] for name in known}


def _goes_beyond(sentence: Sentence, held: RandomSaid) -> bool:
    """Return whether a sentence speaks of a member before the first of a family, or after its last.

    What is said of it may be anything, and other rows may be about it.
    """
    family = FAMILY.match(held.text) if held.is_family else None
    if family is None:
        return False
    last = re.escape(family["last"])
    beyond = re.compile(rf"{re.escape(family['head'])}_(?:0|\{{\s*(?:0\s*\}}|{last}\s*\+))")
    formulas = (item.formula if isinstance(item, Display) else item for item in sentence.formulas)
    return any(beyond.search(re.sub(r"\s+(?=_)", "", formula.text)) for formula in formulas)


def _put(frames: Sequence[Frame], sentence: Sentence, said: list[RandomSaid]) -> None:
    frame = frames[-1]
    for item in said:
        frame.random = [held for held in frame.random if not _overrules(item, held[0])]
        frame.random.append((item, item.directive(sentence)))
        origin = origin_of(sentence, item.place)
        known = {name for held in frames for name in held.domains}
        for name in item.parameters.keys() - known:
            frame.domains[name] = _parameter(name, item.parameters[name], origin)


def _parameter(name: str, domain: Domain | None, origin: Origin) -> Domained:
    if domain is not None:
        return Domained(name, domain, origin)
    guess, why, sure = guessed_domain(name, ())
    return Domained(
        name, guess, Origin(origin.line, why, Certainty.GUESSED, origin.file), sure=sure
    )


def _overrules(new: RandomSaid, held: RandomSaid) -> bool:
    r"""Return whether what is said ends what was: the same names, or what a function is of.

    A function may have the head of a family for its name, as in ``X = \sum_i X_i``.
    """
    is_beside = bool(new.of) and held.is_family
    return not is_beside and not new.names.isdisjoint(held.names | held.of)


def random_in_force(frames: Sequence[Frame]) -> list[tuple[RandomSaid, Directive]]:
    """Return what is random; what is said inside overrules what is said around it."""
    found: list[tuple[RandomSaid, Directive]] = []
    for frame in frames:
        new = [item for item, _ in frame.random]
        found = [held for held in found if not any(_overrules(item, held[0]) for item in new)]
        found += frame.random
    return found


def declarations_in_force(frames: Sequence[Frame]) -> tuple[Directive, ...]:
    """Return what is random as declarations: private algorithms on their datasets come last."""
    held = random_in_force(frames)
    plain = [
        directive for item, directive in held if not isinstance(item, PrivateSaid | NeighboursSaid)
    ]
    of = {id(item): directive for item, directive in held}
    for private, text in guarantees(item for item, _ in held):
        plain.append(declaration("private", text, private.place, of[id(private)].whole))
    return tuple(plain)


def without_understood(
    unread: Sequence[Unread], sentence: Sentence, random: Sequence[RandomSaid]
) -> list[Unread]:
    """Return what is unread, without what a sentence says that declares it random and no more."""
    words = origin_of(sentence).words
    whole = [item for item in random if item.is_whole]
    return [
        held
        for held in unread
        if held.origin.words != words
        or not held.names
        or not all(any(item.speaks_of(name) for item in whole) for name in held.names)
    ]
