"""Letters that mean two things: where one meaning answers, and the other lacks a quantity.

So it is where what answers leaves a given value unused, and what would use it lacks a quantity.

Main definitions
----------------
`two_meanings`: the error of a question whose letter names two quantities.
`other_meanings`: what a letter means elsewhere, where it is only another name.
`left_unused`: the error of a question of which the first answer does not use all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boundcalc.cards.ranking_words import short_meaning
from boundcalc.language.errors import QuestionError
from boundcalc.language.statements import Role, Theorem
from boundcalc.questions.questions import Question
from boundcalc.ranking.incomplete import Alone, needed_besides
from boundcalc.solving.answers import Answer, OtherMeaning


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
            yield OtherMeaning(name, letter, here, there, theorem, lacks, question.names)
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


def left_unused(
    first: Answer, theorems: Iterable[Theorem], question: Question
) -> QuestionError | None:
    """Return the error that asks for what is missing, if with it all that is given would be used.

    Laplace noise is private at every delta; whoever gives one means normal noise.
    """
    if not first.implied:
        return None
    for theorem in theorems:
        is_rival = (
            theorem.role is Role.THEOREM
            and not theorem.is_doubtful
            and theorem.conclusion.compared_as == first.theorem.conclusion.compared_as
        )
        lacks = needed_besides(theorem, question) if is_rival else None
        if lacks is not None and len(lacks) == 1:
            unused = " and ".join(first.implied)
            return QuestionError(
                f"the {lacks[0].meaning} {lacks[0].name} is missing: add {lacks[0].name}=... for "
                f"what uses {unused}, such as {theorem.id}; {first.theorem.id} answers without "
                f"{lacks[0].name}, and holds at every {unused}: leave {unused} out to ask for that"
            )
    return None
