"""Letters that mean two things: where one meaning answers, and the other lacks a quantity.

Main definitions
----------------
`two_meanings`: the error of a question whose letter names two quantities.
`OtherMeaning`, `other_meanings`: what a letter means elsewhere, where it is only another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.statements import Theorem
from boundcalc.questions.questions import Question
from boundcalc.ranking.incomplete import Alone


@dataclass(frozen=True, slots=True)
class OtherMeaning:
    """A letter that a theorem reads otherwise than the answer does, which lacks some quantities.

    `name` is the one of the letter, which is shown as it was typed.
    """

    name: str
    letter: str
    here: Symbol
    there: Symbol
    theorem: Theorem
    lacks: tuple[Symbol, ...]

    @property
    def is_own_name(self) -> bool:
        """Whether both quantities have the letter for their own name."""
        return self.name == self.here.name == self.there.name

    def __str__(self) -> str:
        names = " and ".join(symbol.name for symbol in self.lacks)
        return (
            f"{self.letter} is the {_words(self.here)} here; as the {_words(self.there)} the "
            f"question lacks {names} ({self.theorem.id})"
        )


def other_meanings(answering: Theorem, alone: Alone, question: Question) -> Iterator[OtherMeaning]:
    """Yield for each letter what it means to the first theorem that would answer at no cost.

    Two quantities differ in meaning if they count different things, that is, have other units.
    """
    for name, letter in zip(question.names, question.letters, strict=True):
        here = answering.names.get(name)
        for theorem, lacks in alone:
            there = theorem.names.get(name)
            if here is None or there is None or here.unit is there.unit or not lacks:
                continue
            yield OtherMeaning(name, letter, here, there, theorem, lacks)
            break


def two_meanings(answering: Theorem, alone: Alone, question: Question) -> QuestionError | None:
    """Return the error that asks which quantity a letter stands for, if it is the name of two."""
    for other in other_meanings(answering, alone, question):
        if other.is_own_name:
            lacks = " and ".join(symbol.name for symbol in other.lacks)
            return QuestionError(
                f"{other.letter} may be the {_words(other.there)} or the {_words(other.here)}: as "
                f"the {_words(other.there)}, add {lacks}=... ({other.theorem.id}); as the "
                f"{_words(other.here)}, ask for it by --theorem {answering.id}"
            )
    return None


def _words(symbol: Symbol) -> str:
    return symbol.meaning.partition(";")[0]
