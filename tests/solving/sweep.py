"""A sweep: each record, each subset of its quantities as what is given, one unknown.

What a user may leave out is left out, and the question still has an answer: the point from which it
was made. ``python -m tests.solving.sweep MINUTES`` asks at random for some minutes and prints what
was found.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from boundcalc.language import BoundError, NoSolutionError, Theorem
from boundcalc.questions.outcomes import Direction
from boundcalc.solving.solver import solve_theorem
from tests.solving.points import THEOREMS, Point, feasible_points, holds_at, solvable_names

Question = tuple[str, tuple[str, ...]]  # the unknown, and what is left open
SLACK = Fraction(1, 1000)  # by which an answer may miss that of a random point


def questions(theorem: Theorem) -> Iterator[Question]:
    """Yield each unknown with each set of parameters that may be left open beside it."""
    asked = {theorem.conclusion.expression(q.name) for q in theorem.conclusion.quantities()}
    names = solvable_names(theorem)
    free = [
        name
        for name in names
        if theorem.quantities[name].is_chosen and theorem.quantities[name] not in asked
    ]
    for unknown in names:
        others = [name for name in free if name != unknown]
        for size in range(len(others) + 1):
            for left_open in combinations(others, size):
                yield unknown, left_open


def fault(theorem: Theorem, question: Question, point: Point) -> str:
    """Return what is wrong with the answer to a question that a point answers; empty if nothing.

    A search that found nothing, and says so, is no fault; it is named in parentheses.
    """
    unknown, left_open = question
    given = {name: value for name, value in point.items() if name not in (unknown, *left_open)}
    try:
        answer = solve_theorem(theorem, unknown, given)
    except NoSolutionError as error:
        return "(sets no end)" if "sets no" in str(error) else f"called impossible: {error}"
    except BoundError as error:
        return f"({type(error).__name__})"
    found = {**point, **{name: Fraction(answer.witness[name]) for name in left_open}}
    found[unknown] = Fraction(answer.value)
    if not holds_at(theorem, found):
        return f"{unknown} = {answer.value} does not hold"
    if not answer.guarantee:
        return "no guarantee is named"
    is_least = answer.direction is Direction.LEAST
    other, size = point[unknown], abs(point[unknown]) * SLACK
    is_worse = found[unknown] > other + size if is_least else found[unknown] < other - size
    is_interval = answer.feasible.startswith("[...") or answer.feasible.endswith("...]")
    if is_worse and is_interval and not left_open:
        return f"{unknown} = {answer.value}, though {float(other)} holds"
    if answer.neighbour is not None and not left_open:
        beyond = Fraction(answer.neighbour.value)
        if holds_at(theorem, {**found, unknown: beyond}):
            return f"{unknown} = {beyond} holds, which is refuted"
    return "(worse than a random choice)" if is_worse and left_open else ""


def main() -> int:
    rng, counts = random.Random(int(sys.argv[2]) if sys.argv[2:] else 1), Counter[str]()
    end = time.monotonic() + 60 * float(sys.argv[1])
    ids = list(THEOREMS)
    while time.monotonic() < end:
        theorem = THEOREMS[rng.choice(ids)]
        asked = list(questions(theorem))
        points = feasible_points(theorem.id, 1, seed=rng.randrange(10**6))
        if not asked or not points:
            continue
        question = rng.choice(asked)
        found = fault(theorem, question, points[0])
        counts["asked"] += 1
        counts[found if found.startswith("(") else "fault" if found else "right"] += 1
        if found and not found.startswith("("):
            shown = {name: str(value) for name, value in points[0].items()}
            print(theorem.id, question, found, shown, flush=True)
    print(dict(counts))
    return 1 if counts["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
