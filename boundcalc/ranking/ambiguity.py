"""Letters that mean two things: where one meaning answers, and the other lacks a quantity.

Main definitions
----------------
`two_meanings`: the error of a question whose letter names two quantities.
`other_meanings`: what a letter means elsewhere, where it is only another name.
"""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.cards.ranking_words import short_meaning
from boundcalc.language.errors import QuestionError
from boundcalc.language.statements import Theorem
from boundcalc.questions.questions import Question
from boundcalc.ranking.incomplete import Alone
from boundcalc.solving.answers import OtherMeaning


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
            here, there = short_meaning(other.here), short_meaning(other.there)
            return QuestionError(
                f"{other.letter} may be the {there} or the {here}: as the {there}, add "
                f"{lacks}=... ({other.theorem.id}); as the {here}, ask for it by --theorem "
                f"{answering.id}"
            )
    return None
