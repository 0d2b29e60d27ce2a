"""Evaluations in a row, and what was spent before each of them.

Main definitions
----------------
`Entry`: a request with its outcome.
`Ledger`: a plan and its entries.
`State`: what was spent, and the best value so far.
`spent_above`: a rational that is at least what was spent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from flint import arb, ctx, fmpq

from boundcalc.enclosures.interval import exact_end
from boundcalc.holdout.releases import Kind, Outcome, Plan, Request, Word, share
from boundcalc.language.errors import QuestionError

_PRECISION = 192
_SCALE = 10**12


@dataclass(frozen=True, slots=True)
class Entry:
    """A request with what was released of it."""

    request: Request
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class State:
    """What was spent: how often each share was released; and the best value so far."""

    shares: Mapping[Fraction, int] = field(default_factory=lambda: MappingProxyType({}))
    best: Fraction | None = None

    def after(self, plan: Plan, entry: Entry) -> State:
        """Return the state after one more entry; a QuestionError if it cannot follow."""
        found = share(plan, entry.request, entry.outcome, self.best)
        shares = {**self.shares, found: self.shares.get(found, 0) + 1}
        is_best = entry.request.kind is Kind.BEST and entry.outcome.word is Word.VALUE
        return State(MappingProxyType(shares), entry.outcome.value if is_best else self.best)

    def with_more(self, found: Fraction, times: int) -> State:
        """Return the state after outcomes of one share."""
        shares = {**self.shares, found: self.shares.get(found, 0) + times}
        return State(MappingProxyType(shares), self.best)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A plan and the evaluations that were made, in order."""

    plan: Plan
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        if len(self.entries) > self.plan.m:
            raise QuestionError(
                f"there are {len(self.entries)} evaluations, and the plan has m = {self.plan.m}"
            )

    def states(self) -> Iterator[State]:
        """Yield the state before each entry, and at last the state after all of them."""
        state = State()
        yield state
        for number, entry in enumerate(self.entries, 1):
            try:
                state = state.after(self.plan, entry)
            except QuestionError as error:
                raise QuestionError(f"evaluation {number}: {error}") from error
            yield state

    @property
    def state(self) -> State:
        """The state after all entries."""
        *_, last = self.states()
        return last

    def with_entry(self, entry: Entry) -> Ledger:
        """Return the ledger with one more evaluation."""
        return Ledger(self.plan, (*self.entries, entry))


def spent_above(shares: Mapping[Fraction, int]) -> Fraction:
    """Return a rational at least the sum of ln(1/share), above it by less than about 1e-12.

    Examples
    --------
    >>> float(spent_above({Fraction(1, 2): 3}))
    2.07944154168
    """
    with ctx.workprec(_PRECISION):
        total = arb(0)
        for found, times in shares.items():
            total += times * arb(fmpq(found.denominator, found.numerator)).log()
        upper = total.upper()
    return Fraction(max(0, math.ceil(exact_end(upper) * _SCALE)), _SCALE)
