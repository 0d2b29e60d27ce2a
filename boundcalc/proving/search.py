"""The search for proofs: a loop that tries what the tactics offer, within limits of work.

The search is clever and untrusted.
It applies the checker's own rules, so that what it leaves is what the checker will ask for.
Work is counted in goals and in steps of arithmetic, so that the same goal meets the same limits on
every machine, however busy it is.
Each step that may be in vain has a share of the work that is left, and the whole search is begun
again with more work when it fails; what was proved on the way is kept.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import PRECISIONS, Context, Goal, Range, encloses
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import Claim, Rejected, Term, limited_work, names, obligations
from boundcalc.proving.integer_tactics import opaque_powers
from boundcalc.proving.numeric_hints import evaluate, float_points, is_hopeless
from boundcalc.proving.proof_state import Attempt, Memory, ProofState, ProofTree, term_size
from boundcalc.proving.tactic_order import candidates
from boundcalc.proving.tactics import cells, ranges
from boundcalc.proving.tactics.calculus import LADDER
from boundcalc.proving.term_translation import to_json

MAX_DEPTH = 70
TASTE = 20  # work of a first look
FIRST = 100  # work of the first round
GROWTH = 5
LAST, LAST_EFFORT, LAST_SHARE = 300, 15_000, 20  # of a last resort: goals, steps, part of all
CUTS = 6  # cuts one inside the other, in the first round
LEAST = 6  # goals that any step may look at


class OutOfWork(Exception):  # noqa: N818 - a limit, not a mistake
    """A limit is reached."""


class OutOfShare(Exception):  # noqa: N818
    """The share of a step is used up."""


class FoundAtLast(Exception):  # noqa: N818
    """A last resort has a proof."""

    def __init__(self, proof: ProofTree) -> None:
        super().__init__("a last resort has a proof")
        self.proof = proof


class Search:
    """One search, with its limits and what it has already seen.

    Parameters
    ----------
    work : int
        The number of goals that may be looked at.
    effort : int
        The number of steps of arithmetic: nodes that are enclosed, products in normal forms.
    deadline : float
        The time, by the clock of processor time, at which the search ends, whatever its work.
    fixed : collection of str
        The variables whose ranges no step may cut or change.
    """

    def __init__(
        self,
        work: int,
        effort: int,
        deadline: float = math.inf,
        fixed: Collection[str] = (),
    ) -> None:
        self.fixed = fixed
        self.work = self.total = work
        self.effort, self._effort_left = effort, [effort]
        self.floor = 0
        self.cuts = CUTS
        self._cut = 0
        self.deadline = deadline
        self.left = "the search did not begin"
        self._last: Search | None = None
        self._untried: Goal | None = None  # the whole goal, before its last resort
        self.memory = Memory()
        self._proofs: dict[Any, ProofTree] = {}
        self._failed: dict[Any, int] = {}

    def stop(self) -> None:
        """End the search at its next step; another thread may ask for it."""
        self.deadline = -math.inf
        self._effort_left[0] = -1
        if self._last is not None:
            self._last.stop()

    # --- the loop

    def taste(self, goal: Goal) -> ProofTree | None:
        """Return a proof that a few goals suffice for, or None."""
        return self._round(goal, TASTE)

    def begin(self, goal: Goal) -> ProofTree | None:
        """Return a proof that is found in the first round, without wide tactics, or None."""
        return self._round(goal, FIRST)

    def run(self, goal: Goal) -> ProofTree:
        """Return a proof of a goal.

        Raises
        ------
        OutOfWork
            If a limit is reached, or there is nothing more to try.
        """
        budget, self._untried = FIRST, goal
        while True:
            try:
                for self.memory.is_wide in (False, True):
                    found = self._round(goal, budget)
                    if found is not None:
                        return found
                self._last_resort()
            except FoundAtLast as last:
                return last.proof
            if self.work <= 0 or budget >= self.total:
                raise OutOfWork(self._ended())
            budget, self.cuts = budget * GROWTH, self.cuts * 2

    def _last_resort(self) -> None:
        """Look once for a proof by tactics that hide others.

        These are searches of their own, whose work is not counted here: what is proved without
        such tactics is proved with the same work beside them.

        Raises
        ------
        FoundAtLast
            If there is such a proof.
        """
        goal, self._untried = self._untried, None
        if goal is None:
            return
        work = min(LAST, self.total // LAST_SHARE)
        effort = min(LAST_EFFORT, self.effort // LAST_SHARE)
        for is_wide in (True, False):
            self._last = last = Search(work, effort, self.deadline, self.fixed)
            last.memory.is_last, last.memory.is_wide = True, is_wide
            try:
                found = last._round(goal, work)
            except (OutOfWork, Rejected, RecursionError):
                continue
            if found is not None:
                raise FoundAtLast(found)

    def _round(self, goal: Goal, budget: int) -> ProofTree | None:
        self.floor = max(self.work - budget, 0)
        try:
            with self._limited():
                return self._settled(goal)
        except OutOfShare:
            return None

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Count steps of arithmetic; those beyond the limit are rejected wherever they are met."""
        try:
            with limited_work(self._effort_left):
                yield
        except Rejected as error:
            if not self._is_spent:
                raise
            raise OutOfWork(self._ended()) from error

    @property
    def _is_spent(self) -> bool:
        return self._effort_left[0] < 0

    def _ended(self) -> str:
        if self._is_spent:
            return f"the limit of {self.effort} steps of arithmetic was reached"
        if self.work <= 0:
            return f"the limit of {self.total} goals was reached"
        return f"no rule of proof has anything more to try after {self.looked} goals"

    @property
    def spent(self) -> int:
        """The number of steps of arithmetic that were taken."""
        return self.effort - self._effort_left[0]

    @property
    def looked(self) -> int:
        """The number of goals that were looked at."""
        return self.total - max(self.work, 0)

    def prove(self, goal: Goal, depth: int = 0, ladder: int = 0) -> ProofTree | None:
        """Return a proof of a goal, or None where the search gives up."""
        context, claim = goal
        if encloses(context, claim, PRECISIONS[0]):
            return "auto"
        self._spend(1)
        if claim[0] == "ok":
            return "auto" if encloses(context, claim, PRECISIONS[1]) else None
        if depth > MAX_DEPTH:
            return None
        key = (frozenset(context.box.items()), context.facts, claim)
        if key in self._proofs:
            return self._proofs[key]
        tried, left = (key, min(ladder, LADDER), self.memory.is_wide), self.work - self.floor
        if self._failed.get(tried, -1) >= left:
            return None
        self._spend(term_size(claim[1]) // 100)
        self._failed[tried] = left
        state = ProofState(context, claim, self.memory, ladder)
        done = None if ladder else cells.by_cells(state)
        if done is not None:
            self._proofs[key] = done
            return done
        for candidate in candidates(state):
            done = self._attempt(candidate, goal, depth, ladder)
            if done is not None:
                self._proofs[key] = done
                return done
        return None

    def _settled(self, goal: Goal) -> ProofTree | None:
        """Prove first, as facts, that the term is defined where an enclosure does not show it."""
        context, claim = goal
        for candidate in opaque_powers.named(ProofState(context, claim, self.memory)):
            proof = self._attempt(candidate, goal, 0, 0)
            if proof is not None:
                return proof
        for candidate in ranges.unequal(ProofState(context, claim, self.memory)):
            goals = ALL_RULES[candidate.step["rule"]](candidate.step, context, claim)
            proofs = [
                self._settled(inner) if (plan := candidate.plans.get(place)) is None else plan.step
                for place, inner in enumerate(goals)
            ]
            return None if None in proofs else {**candidate.step, "children": proofs}
        for candidate in ranges.ends(ProofState(context, claim, self.memory)):
            goals = ALL_RULES["split"](candidate.step, context, claim)
            proofs = [
                self.prove(inner) if values.low == values.high else self._settled(inner)
                for inner in goals
                for values in [inner[0].box[candidate.step["variable"]]]
            ]
            return None if None in proofs else {**candidate.step, "children": proofs}
        state = ProofState(context, claim, self.memory)
        for candidate in chain(ranges.narrowed(state), ranges.opened(state)):
            end, smaller = ALL_RULES["bound"](candidate.step, context, claim)
            proofs = [self.prove(end, 1), self._settled(smaller)]
            return None if None in proofs else {**candidate.step, "children": proofs}
        for kind, term in obligations(claim[1]):
            if kind == "ok" or encloses(context, (kind, term), 64) or (kind, term) in context.facts:
                continue
            fact = _stated(context, kind, term)
            if fact in context.facts:
                continue
            proof = self.prove((context, fact), 1)
            if proof is None:
                return None
            rest = self._settled((context.with_fact(fact), claim))
            if rest is None:
                return None
            step = {"rule": "cut", "kind": fact[0], "term": to_json(fact[1])}
            return {**step, "children": [proof, rest]}
        return self.prove(goal)

    def _spend(self, cost: int) -> None:
        self.work -= cost
        if self.spent > 6 * LAST_EFFORT:
            self._last_resort()
        if self._is_spent:
            raise OutOfWork(self._ended())
        if self.deadline < math.inf and time.process_time() > self.deadline:
            raise OutOfWork("the limit of time was reached")
        if self.work < self.floor:
            raise OutOfShare

    def _attempt(self, candidate: Attempt, goal: Goal, depth: int, ladder: int) -> ProofTree | None:
        """Return the step with proofs of its goals, or None where its share does not suffice."""
        if candidate.share >= 1:
            return self._apply(candidate, goal, depth, ladder)
        before = self.floor
        share = int((self.work - before) * candidate.share) + LEAST
        self.floor = max(before, self.work - share)
        try:
            return self._apply(candidate, goal, depth, ladder)
        except OutOfShare:
            return None
        finally:
            self.floor = before

    def _apply(self, candidate: Attempt, goal: Goal, depth: int, ladder: int) -> ProofTree | None:
        context, step = goal[0], candidate.step
        is_tried = step["rule"] == "split" and len(candidate.plans) < 2  # and not planned ahead
        is_cut = is_tried and _is_inside(context.box[step["variable"]], step["at"])
        self._cut += is_cut
        try:
            return self._applied(candidate, goal, depth, ladder) if self._cut <= self.cuts else None
        finally:
            self._cut -= is_cut

    def _applied(self, candidate: Attempt, goal: Goal, depth: int, ladder: int) -> ProofTree | None:
        context, claim = goal
        step = candidate.step
        if step.get("variable") in self.fixed:
            return None
        try:
            goals = ALL_RULES[step["rule"]](step, context, claim)
        except (Rejected, ia.Undefined, ArithmeticError, RecursionError):
            return None
        planned = {place % len(goals) for place in candidate.plans}
        if any(
            claim != child[1] and place not in planned and is_hopeless(*child)
            for place, child in enumerate(goals)
        ):
            return None
        order = sorted(range(len(goals)), key=lambda place: _difficulty(goals[place]))
        found: dict[int, ProofTree] = {}
        for place in order:
            plan = candidate.plans.get(place, candidate.plans.get(place - len(goals)))
            rung = ladder + candidate.rung
            if plan is None:
                proof = self.prove(goals[place], depth + 1, rung)
            else:
                proof = self._apply(plan, goals[place], depth + 1, rung)
            if proof is None:
                return None
            found[place] = proof
        return {**step, "children": [found[place] for place in range(len(goals))]}


def _is_inside(values: Range, at: str) -> bool:
    """Return whether a cut leaves two intervals, not an end, and not two sets of integers."""
    return not values.integer and values.low < Fraction(at) < values.high


def _stated(context: Context, kind: str, term: Term) -> Claim:
    """Return an obligation as a claim about a sign."""
    if kind != "!=":
        return kind, term
    values = [value for value in evaluate(term, float_points(context, 6)) if value == value]
    is_negative = bool(values) and values[0] < 0
    return ">", ("negate", term) if is_negative else term


def _difficulty(goal: Goal) -> int:
    """Order goals so that those that fail fast come first."""
    kind, term = goal[1]
    return len(names(term)) * 100 + term_size(term) // 4 + (kind in (">=", ">"))
