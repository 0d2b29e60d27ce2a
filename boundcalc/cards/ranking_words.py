"""Rankings in words: what a letter means elsewhere, and where a theorem gives a number outright.

Main definitions
----------------
`reading_texts`: what a letter of the question means further down, or gives elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.cards.cards import equals
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text

if TYPE_CHECKING:  # rankings show themselves in these words
    from boundcalc.solving.answers import OtherMeaning, Outright, Ranking


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
    for remark in ranking.remarks:
        yield str(remark)


def short_meaning(symbol: Symbol) -> str:
    """Return what a symbol is, without what is said of single domains."""
    return symbol.meaning.partition(";")[0]


def other_meaning_text(remark: OtherMeaning) -> str:
    """Return what a letter means here, and what else it may mean where more is given."""
    names = " and ".join(symbol.name for symbol in remark.lacks)
    return (
        f"{remark.letter} is the {short_meaning(remark.here)} here; as the "
        f"{short_meaning(remark.there)} the question lacks {names} ({remark.theorem.id})"
    )


def outright_text(remark: Outright) -> str:
    """Return which number works as well, by which theorem, and what that gives there."""
    found = remark.answer
    reading = f" {found.reading}" if found.reading and found.reading != remark.reading else ""
    return (
        f"{remark.unknown} = {decimal_text(remark.value)}{reading} works, too: "
        f"{found.theorem.id} gives {found.letter} {equals(Fraction(found.value))} there"
    )
