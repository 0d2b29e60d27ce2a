"""The other end of what suffices, where an answer lies between a least and a greatest value.

Main definitions
----------------
`with_other_end`: a ranking with the other end of its first answer.

Conventions
-----------
A parameter of the algorithm trades: noise of a small scale tells too much, and noise of a large one
spoils the answers.
What is concluded, the number of records and the number of queries have one end that is worth
anything; of these the other end is told where it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boundcalc.algebra.search_range import search_ends
from boundcalc.language.domains import Unit
from boundcalc.language.errors import BoundError
from boundcalc.language.statements import Theorem
from boundcalc.problems.outcomes import Beyond, Direction
from boundcalc.routes.solve import find_way, solve_by
from boundcalc.solving.answers import Answer, Ranking

_ONE_SIDED = (Unit.RECORDS, Unit.QUERIES)


def with_other_end(ranking: Ranking, theorems: Iterable[Theorem]) -> Ranking:
    """Return a ranking with the other end of its first answer, where both are worth something.

    Parameters
    ----------
    ranking : Ranking
        The answers to a question.
    theorems : iterable of Theorem
        The library that gave them.
    """
    best = ranking.best
    if not _trades(best) or best.vacuous or _is_open(best):
        return ranking

    question = replace(ranking.question, end=best.direction.opposite)
    try:
        found = solve_by(find_way(tuple(theorems), best.theorem.id), question)
    except BoundError:  # there is no end on that side, or none was found
        return ranking
    if found.beyond is Beyond.END or found.vacuous:
        return ranking
    return replace(ranking, other_end=found)


def _trades(answer: Answer) -> bool:
    """Whether the unknown is a parameter of the algorithm, and no quantity that is concluded."""
    unknown, theorem = answer.unknown, answer.theorem
    concluded = [
        *(target.symbol for target in theorem.targets),
        *theorem.conclusion.expressions().values(),
    ]
    return not (unknown in concluded or unknown.unit in _ONE_SIDED or unknown.is_allowance)


def _is_open(answer: Answer) -> bool:
    """Whether the values that work at the same choice of all else go on without end."""
    feasible = answer.feasible
    if feasible is None or not feasible.is_complete:
        return False
    first, last = search_ends(answer.unknown.domain)
    if answer.direction is Direction.LEAST:
        return feasible.components[-1].upper == last
    return feasible.components[0].lower == first
