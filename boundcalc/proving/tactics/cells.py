"""A quick proof in one variable: cells of a bounded range, and on each a ladder of slopes.

Where the sides have room between them, this takes milliseconds; where they touch inside of the
range it fails soon, and the search goes on with what it has for that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import limit
from boundcalc.checker.goals import PRECISIONS, Goal, encloses, is_zero
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import Rejected, Term, children, names, obligations
from boundcalc.proving.numeric_hints import ends, evaluate
from boundcalc.proving.proof_state import (
    Memory,
    ProofState,
    ProofTree,
    factor_step,
    is_tiny,
    term_size,
)
from boundcalc.proving.tactics.logic import CASES, innermost
from boundcalc.proving.tactics.ranges import cut_point
from boundcalc.proving.term_translation import number_text, to_json

LARGE = 120  # nodes of a term that is looked at
DEPTH, DEEP = 6, 18  # cuts one inside the other, and in a wide search
NODES, DEEP_NODES = 1500, 8000  # that may be enclosed for one goal
RUNGS = 5  # slopes of slopes
SIMPLIFIED = 20  # nodes that simplifying a term counts for
ROUNDING = 1e-9


def by_cells(state: ProofState) -> ProofTree | None:
    """Return a proof of a goal in one real variable with a bounded range, or None.

    In a wide search a range may go on to infinity, and is cut into smaller cells.
    """
    if state.kind not in (">=", ">") or len(state.used) != 1 or state.size > LARGE:
        return None
    if state.context.facts and len(state.context.box) > 1:
        return None  # then facts decide more often, and every look is lost time
    (name,) = state.used
    values = state.context.box[name]
    is_bounded = isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
    is_tail = isinstance(values.low, Fraction) and state.memory.is_wide
    if not (is_bounded or is_tail) or values.integer or values.low == values.high:
        return None
    if state.slope(name) is None and innermost(state.term) is None:
        return None
    is_deep = state.memory.is_wide
    if is_deep and _has_tail(state.term):
        return None  # each cell would be dear
    before = min(DEEP_NODES if is_deep else NODES, state.memory.in_vain[is_deep])
    cells = _Cells(name, state.memory, before, DEEP if is_deep else DEPTH)
    try:
        found = cells.cases((state.context, state.claim)) if before > 0 else None
    except (Rejected, ia.Undefined, ArithmeticError):
        found = None
    if found is None:
        state.memory.in_vain[is_deep] -= before - cells.left
    return found


def _has_tail(term: Term) -> bool:
    """Return whether the function of Gaussian tails stands in a term."""
    return term[0] == "erfc" or any(map(_has_tail, children(term)))


@dataclass
class _Cells:
    """The search in one variable, with the number of nodes that it may still enclose."""

    name: str
    memory: Memory
    left: int
    depth: int  # of cuts, at most

    def cases(self, goal: Goal) -> ProofTree | None:
        """Tell cases apart, innermost first, and then cut into cells."""
        case = innermost(goal[1][1])
        if case is None:
            return self.cell(goal, 0)
        if case[0] not in CASES:
            return None
        return self.applied({"rule": "cases", "term": to_json(case)}, goal, self.cases)

    def cell(self, goal: Goal, depth: int) -> ProofTree | None:
        """Prove a goal on a cell by a ladder of slopes, or on both halves of it."""
        found = self.ladder(goal, RUNGS)
        if found is not None or depth == self.depth or self.left < 0:
            return found
        at = cut_point(goal[0].box[self.name])
        if at is None:
            return None
        step = {"rule": "split", "variable": self.name, "at": number_text(at)}
        return self.applied(step, goal, lambda half: self.cell(half, depth + 1))

    def applied(
        self, step: ProofTree, goal: Goal, prove: Callable[[Goal], ProofTree | None]
    ) -> ProofTree | None:
        """Return a step with proofs of the goals that it leaves; None at the first without one."""
        proofs = []
        for child in ALL_RULES[step["rule"]](step, *goal):
            proof = prove(child)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "children": proofs}

    def ladder(self, goal: Goal, rungs: int) -> ProofTree | None:
        """Prove a goal by an enclosure, or at an end towards which the slope shows the way."""
        if self.shown(goal):
            return "auto"
        self.left -= SIMPLIFIED
        simple = None if rungs == RUNGS else self.memory.simple(goal[0], goal[1][1])
        if simple is not None and simple.other != goal[1][1] and names(simple.other):
            step = factor_step(simple)
            return self.applied(step, goal, lambda child: self.climb(child, rungs))
        return self.climb(goal, rungs)

    def climb(self, goal: Goal, rungs: int) -> ProofTree | None:
        """Prove a goal at an end towards which the slope shows the way."""
        if self.shown(goal):
            return "auto"
        slope = self.memory.slope(goal[1][1], self.name) if rungs and self.left > 0 else None
        if slope is None:
            return None
        signs = self.signs(goal, slope)
        for towards, sign in (("low", 1), ("high", -1)):
            if sign in signs:
                found = self.moved(goal, towards, rungs)
                if found is not None:
                    return found
        if goal[0].box[self.name].high == ia.INF:
            return None
        bend = self.memory.slope(slope, self.name)
        return None if bend is None or -1 not in self.signs(goal, bend) else self.bent(goal, rungs)

    def signs(self, goal: Goal, term: Term) -> tuple[int, ...]:
        """Return the signs that a term seems to have on the whole cell."""
        low, high = ends(goal[0].box[self.name])
        points = [{self.name: value} for value in (low, (low + high) / 2, high)]
        values = [value for value in evaluate(term, points) if not math.isnan(value)]
        scale = ROUNDING * max((abs(value) for value in values), default=0.0)
        return tuple(
            sign
            for sign in (1, -1)
            if any(values) and min(sign * value for value in values) >= -scale
        )

    def moved(self, goal: Goal, towards: str, rungs: int) -> ProofTree | None:
        """Prove a goal at one end of the cell, and the sign of its slope by the next rung."""
        step: dict[str, Any] = {"rule": "monotone", "variable": self.name, "end": towards}
        values = goal[0].box[self.name]
        if towards == "high" and values.high == ia.INF:
            step = {"rule": "tail", "variable": self.name}
            return self.lifted(step, goal, -1, rungs - 1) if self.has_limit(goal) else None
        is_closed = values.low_closed if towards == "low" else values.high_closed
        if goal[1][0] == ">" and not is_closed:
            step["strict"] = True
        return self.lifted(step, goal, -2, rungs - 1)

    def has_limit(self, goal: Goal) -> bool:
        """Return whether the limit at infinity is seen not to be negative."""
        try:
            return limit(goal[1][1], self.name, goal[0].intervals()).low >= 0
        except (Rejected, ia.Undefined):
            return False

    def bent(self, goal: Goal, rungs: int) -> ProofTree | None:
        """Prove a goal at both ends of the cell, and that its term is concave."""
        return self.lifted({"rule": "concave", "variable": self.name}, goal, -3, rungs - 1)

    def lifted(self, step: ProofTree, goal: Goal, place: int, rungs: int) -> ProofTree | None:
        """Return a step whose goals an enclosure shows, but for one that a ladder proves."""
        goals = ALL_RULES[step["rule"]](step, *goal)
        hard = goals.pop(place)
        children = [self.leaf(child) for child in goals]
        proof = self.ladder(hard, rungs) if all(children) else None
        if proof is None:
            return None
        children.insert(len(goals) + 1 + place, proof)
        return {**step, "children": children}

    def leaf(self, goal: Goal) -> ProofTree | None:
        """Prove a goal by an enclosure, or one about a number that is zero by its normal form."""
        if self.shown(goal):
            return "auto"
        context, (kind, term) = goal
        if kind == ">=" and not names(term) and is_tiny(term, {}) and is_zero(context, term):
            return {"rule": "identity", "children": ["auto"] * len(obligations(term))}
        return None

    def shown(self, goal: Goal) -> bool:
        """Return whether an enclosure shows a goal."""
        self.left -= term_size(goal[1][1])
        return encloses(*goal, PRECISIONS[0])
