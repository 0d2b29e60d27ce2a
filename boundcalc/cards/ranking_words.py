"""Rankings in words: what a letter means elsewhere, and where a theorem gives a number outright.

Main definitions
----------------
`standing`: how an answer relates to what is published.
`published`: what the best published answer is, where the best one is not published.
`reading_texts`: what a letter of the question means further down, or gives elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.cards.numbers import equals
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Status
from boundcalc.questions.names import accuracy_hint

if TYPE_CHECKING:  # rankings show themselves in these words
    from boundcalc.solving.answers import Answer, OtherMeaning, Outright, Ranking


def standing(answer: Answer) -> str:
    """Return how an answer relates to what is published, in a few words."""
    status = answer.theorem.status
    words = ["sharpened here" if status is Status.SHARPENED else status.value]
    words += [] if answer.certified else ["doubtful"]
    words += ["vacuous"] if answer.vacuous else []
    return ", ".join(words)


def published(ranking: Ranking) -> Iterator[str]:
    """Say what the best published answer is, where the best one is not published."""
    best, published = ranking.best, ranking.best_published
    if best.theorem.status is not Status.SHARPENED:
        return
    kind = f" {best.reading}" if best.reading and len(_readings(ranking)) > 1 else ""
    if published is None:
        if ranking.refused:  # and all theorems were asked
            yield _nothing_published(ranking, kind)
        return
    value = equals(Fraction(published.value))
    yield (
        f"the best published{kind}: {best.letter} {value}, by {published.theorem.id} "
        f"({standing(published)}); --published leaves out the rest"
    )


def _nothing_published(ranking: Ranking, kind: str) -> str:
    """Say that nothing published is beside the best answer, though elsewhere something may be."""
    if not any(ranking.published_like(first) for first, *_ in ranking.groups[1:]):
        return "nothing published answers this"
    if kind:
        return f"nothing published answers this{kind}"
    return "nothing published is comparable with this"


def reading_texts(ranking: Ranking, where: str = "further down") -> Iterator[str]:
    """Yield what a letter of the question means in the first answer, and in others.

    `where` says in words where the others are.
    """
    for letter, name in zip(ranking.question.letters, ranking.question.names, strict=True):
        here = ranking.best.meaning_of_name(name)
        found = dict.fromkeys(group[0].meaning_of_name(name) for group in ranking.groups)
        others = [meaning for meaning in found if meaning not in ("", here)]
        if here and others:
            yield f"{letter} is the {here} here; {where} it is the {' or '.join(others)}"
    yield from _other_readings(ranking)
    for remark in ranking.remarks:
        yield str(remark)


def _readings(ranking: Ranking) -> dict[str, Answer]:
    """Return the best answer of each way to read a letter, where only the algorithm reads it."""
    best = ranking.best
    found: dict[str, Answer] = {}
    for first, *_ in ranking.groups:
        if first.compared_as == best.compared_as:
            found.setdefault(first.reading, first)
    return found


def _other_readings(ranking: Ranking) -> Iterator[str]:
    """Yield the best answer, and the best published one, where a letter is read otherwise."""
    for reading, best in _readings(ranking).items():
        if reading == ranking.best.reading:
            continue
        answers = dict.fromkeys(filter(None, (best, ranking.published_like(best))))
        values = ", and ".join(
            f"{answer.letter} {equals(Fraction(answer.value))} by {answer.theorem.id} "
            f"({standing(answer)})"
            for answer in answers
        )
        yield f"{reading or 'by other ways'}: {values}"


def short_meaning(symbol: Symbol) -> str:
    """Return what a symbol is, without what is said of single domains."""
    return symbol.meaning.partition(";")[0]


def other_meaning_text(remark: OtherMeaning) -> str:
    """Return what a letter means here, and what else it may mean where more is given."""
    names = " and ".join(symbol.name for symbol in remark.lacks)
    hint = accuracy_hint(remark.names) if remark.there.unit is Unit.QUERIES else ""
    return (
        f"{remark.letter} is the {short_meaning(remark.here)} here; as the "
        f"{short_meaning(remark.there)} the question lacks {names} ({remark.theorem.id})"
        f"{hint and '; '}{hint}"
    )


def outright_text(remark: Outright) -> str:
    """Return which number works as well, by which theorem, and what that gives there."""
    found = remark.answer
    reading = f" {found.reading}" if found.reading and found.reading != remark.reading else ""
    return (
        f"{remark.unknown} = {decimal_text(remark.value)}{reading} works, too: "
        f"{found.theorem.id} gives {found.letter} {equals(Fraction(found.value))} there"
    )
