"""Conjectures: goals in which some symbols are opaque, decided within limits."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from boundcalc.limits import GRACE, PATIENCE, LimitError, call_within
from boundcalc.proving.counterexamples.opaque import judged
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.prove import prove_goal, undecided
from boundcalc.proving.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Conjecture:
    """A goal, and the names of its symbols that are probabilities, integrals and the like."""

    goal: ProofGoal
    opaque: frozenset[str] = frozenset()


def decide(conjecture: Conjecture, *, seconds: float | None = None) -> Verdict:
    """Return the verdict on a conjecture, as on a row of a document that claims the same.

    One that fails for some values of its opaque symbols, and is not shown to fail for all of them,
    is UNKNOWN, with the counterexample.
    A search with a limit of time runs in a process of its own, where there can be one, and is ended
    there if it does not end by itself.
    """
    if seconds is None:
        return _decided(conjecture, None)
    try:
        return call_within(
            PATIENCE * seconds + GRACE,
            lambda: _decided(conjecture, seconds),
            processor=seconds + GRACE,
        )
    except LimitError:
        return undecided(conjecture.goal, "the limit of time was reached", seconds=seconds)


def _decided(conjecture: Conjecture, seconds: float | None) -> Verdict:
    start = time.process_time()
    at_solutions = not conjecture.opaque  # whose values are not known beside a point
    verdict = prove_goal(conjecture.goal, seconds=seconds, at_solutions=at_solutions)

    def prove_rest(goal: ProofGoal) -> Verdict:
        if seconds is None:
            return prove_goal(goal)
        left = seconds - (time.process_time() - start)
        return prove_goal(goal, seconds=max(left, seconds / 10))

    judgement = judged(verdict, conjecture.opaque, prove_rest)
    return replace(verdict, judgement=judgement) if judgement is not verdict.judgement else verdict
