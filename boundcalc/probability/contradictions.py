"""Hypotheses about expectations that contradict each other: which of them the others exclude."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.language.text import relation_text
from boundcalc.probability.goals import ExpectationGoal
from boundcalc.probability.verdicts import ExpectationVerdict

MOST = 3  # hypotheses that are looked at
_OPPOSITES = {
    Sense.EQ: (Sense.LT, Sense.GT),
    Sense.LE: (Sense.GT,),
    Sense.LT: (Sense.GE,),
    Sense.GE: (Sense.LT,),
    Sense.GT: (Sense.LE,),
}


def contradiction_text(
    goal: ExpectationGoal, prove: Callable[[ExpectationGoal], ExpectationVerdict]
) -> str:
    """Return which hypothesis fails by the others and the declarations, or nothing.

    Parameters
    ----------
    goal : ExpectationGoal
        A goal whose hypotheses no law was found to satisfy.
    prove : callable
        Decides goals about expectations.
    """
    numbers = {number.name for number in goal.numbers}
    about = [item for item in goal.assumptions if item not in goal.facts and item.names() & numbers]
    for item in about[:MOST]:
        rest = tuple(other for other in goal.assumptions if other != item)
        for sense in _OPPOSITES.get(item.sense, ()):
            opposite = Relation(item.left, sense, item.right)
            found = prove(replace(goal, assumptions=rest, conclusion=opposite))
            if found.kind is VerdictKind.PROVED and not found.judgement.says_nothing:
                return (
                    "its hypotheses contradict each other: "
                    f"{relation_text(item)} is assumed, and {relation_text(opposite)} holds"
                )
    return ""
