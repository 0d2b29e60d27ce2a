"""What holds of a ledger, certified by a theorem about what was spent.

Main definitions
----------------
`Guarantee`: the theorem at a plan: whether a tolerance is covered, and the least one that is.
`Found`, `Review`: what every evaluation says, and what is left.
`review`: the review of a ledger.
`can_follow`: whether one more evaluation of a kind is covered; it does not look at the data.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.holdout.ledger import Entry, Ledger, State, spent_above
from boundcalc.holdout.releases import Kind, Plan, least_share, quiet_share
from boundcalc.language.statements import Theorem

THEOREM = "counting/ledger"
_DIGITS = 10**6  # of a tolerance
_TRIES = 4


class Standing(Enum):
    """What a ledger is worth now."""

    HOLDS = "holds"
    SPENT = "spent"  # all that was released holds, and nothing more is covered
    FAILS = "fails"  # something was released that is not covered


class Guarantee:
    """The theorem at a plan, with its failure probability as a certified relation."""

    def __init__(self, theorem: Theorem, plan: Plan) -> None:
        self.theorem, self.plan = theorem, plan
        failure = theorem.expand(theorem.conclusion.expression("beta"))
        fixed = {"n": Fraction(plan.n), "m": Fraction(plan.m)}
        self._relation = RelationEvaluator(failure <= plan.beta, fixed)

    def covers(self, spent: Fraction, tolerance: Fraction) -> bool:
        """Whether means are certainly within the tolerance, at most so many nats spent before."""
        values = {"spent": spent, "tau": tolerance}
        given = {"n": Fraction(self.plan.n), "m": Fraction(self.plan.m)}
        return self._relation.at({**given, **values}).truth is Truth.TRUE

    def tolerance(self, spent: Fraction) -> Fraction | None:
        """Return a tolerance that is covered, to six digits; None where none below 1 is found."""
        nats = math.log(2 * self.plan.m) - _log(self.plan.beta) + float(spent)
        place = math.ceil(math.sqrt(nats / (2 * self.plan.n)) * _DIGITS)
        for more in range(_TRIES):
            found = Fraction(place + more, _DIGITS)
            if found < 1 and self.covers(spent, found):
                return found
        return None

    def is_covered(self, state: State, kind: Kind) -> bool:
        """Whether an evaluation of a kind is covered at a state."""
        return self.covers(spent_above(state.shares), self.plan.tau - self.plan.error(kind))

    def more(self, ledger: Ledger, kind: Kind, share: Fraction) -> int:
        """Return how many more of a kind are covered if each releases an outcome of a share."""
        left, state = self.plan.m - len(ledger.entries), ledger.state
        low, high = 0, left  # `low` are covered
        while low < high:
            middle = (low + high + 1) // 2
            if self.is_covered(state.with_more(share, middle - 1), kind):
                low = middle
            else:
                high = middle - 1
        return low


@dataclass(frozen=True, slots=True)
class Found:
    """An evaluation, and within what its mean on the holdout set is of its expectation."""

    entry: Entry
    tolerance: Fraction | None
    is_covered: bool


@dataclass(frozen=True, slots=True)
class Left:
    """How many more evaluations of a kind are covered, at worst and if they tell nothing new."""

    kind: Kind
    at_worst: int
    if_quiet: int | None


@dataclass(frozen=True, slots=True)
class Review:
    """A ledger with what holds of it."""

    ledger: Ledger
    theorem: Theorem
    spent: Fraction
    found: tuple[Found, ...]
    left: tuple[Left, ...]

    @property
    def standing(self) -> Standing:
        """Whether all that was released holds, and whether more can be."""
        if not all(item.is_covered for item in self.found):
            return Standing.FAILS
        return Standing.HOLDS if any(item.at_worst for item in self.left) else Standing.SPENT


def review(ledger: Ledger, theorem: Theorem) -> Review:
    """Return what holds of a ledger by the theorem called `THEOREM`."""
    guarantee = Guarantee(theorem, ledger.plan)
    *before, last = ledger.states()
    found = tuple(
        _found(guarantee, entry, spent_above(state.shares))
        for entry, state in zip(ledger.entries, before, strict=True)
    )
    left = tuple(_left(guarantee, ledger, kind) for kind in Kind)
    return Review(ledger, theorem, spent_above(last.shares), found, left)


def can_follow(ledger: Ledger, theorem: Theorem, kind: Kind) -> bool:
    """Return whether one more evaluation of a kind is covered, whatever the data are."""
    is_room = len(ledger.entries) < ledger.plan.m
    return is_room and Guarantee(theorem, ledger.plan).is_covered(ledger.state, kind)


def _found(guarantee: Guarantee, entry: Entry, spent: Fraction) -> Found:
    plan = guarantee.plan
    wanted = plan.tau - plan.error(entry.request.kind)
    return Found(entry, guarantee.tolerance(spent), guarantee.covers(spent, wanted))


def _left(guarantee: Guarantee, ledger: Ledger, kind: Kind) -> Left:
    quiet = quiet_share(guarantee.plan, kind)
    return Left(
        kind,
        guarantee.more(ledger, kind, least_share(guarantee.plan, kind)),
        None if quiet is None else guarantee.more(ledger, kind, quiet),
    )


def _log(value: Fraction) -> float:
    return math.log(value.numerator) - math.log(value.denominator)
