"""Optimal composition of private answers of any kinds: what many answers are together, exactly.

Main definitions
----------------
`Kind`: how many answers, and how private each of them is.
`composed_delta`: the least delta at an epsilon, enclosed.
`composed_epsilon`: the least epsilon at a delta, enclosed.

Conventions
-----------
Answer i is (epsilon_i, delta_i)-differentially private whatever the answers before it, and these
numbers are fixed in advance.
The worst case is randomized response: an answer gains epsilon_i with probability
1/(1 + e^(-epsilon_i)) and loses it otherwise, independently; with L the sum, the least delta at
epsilon is E max(0, 1 - e^(epsilon - L)), and with failures delta_i the complement of the product of
all 1 - delta_i and of 1 less that (Murtagh and Vadhan, 2016, the characterisation of optimal
composition).
Sums that are equal are added up, so that the law of L is exact while it has few values.
Where it has too many, the gain of each kind is rounded to a grid, up and down: the mean of a rising
function of L then lies between the two.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import accumulate

from flint import arb, arb_poly, ctx

from boundcalc.enclosures.interval import ball, exact_end
from boundcalc.language.errors import DomainError, NoSolutionError, UndecidedError
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.records import Record

MOST_ANSWERS = 20_000
MOST_KINDS = 100
MOST_VALUES = 20_000  # of the sum, that are kept exactly
GRID = 20_000  # steps from zero to the greatest sum, where it has more values
_BITS = 320
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Kind(Record):
    """Some answers that are equally private.

    Parameters
    ----------
    count : int
        How many answers, at least 1.
    epsilon : Fraction
        The privacy parameter of each, above 0 and at most 100.
    delta : Fraction
        The privacy failure of each, from 0 on and below 1.
    """

    count: int
    epsilon: Fraction
    delta: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.count < 1 or not 0 < self.epsilon <= 100 or not 0 <= self.delta < 1:
            numbers = (Fraction(self.count), self.epsilon, self.delta)
            found = ":".join(exact_or_scientific(number) for number in numbers)
            raise DomainError(
                "a kind has at least 1 answer, an epsilon in (0, 100] and a delta in [0, 1), such "
                f"as 10:0.1:1e-9, but got {found:.120}"
            )


@dataclass(frozen=True, slots=True)
class Enclosed(Record):
    """The least value that holds for all answers together, between two rationals.

    `upper` suffices, for all algorithms of these kinds; below `lower` it fails for randomized
    response. `is_exact` tells whether they differ by the rounding of the digits alone.
    """

    lower: Fraction
    upper: Fraction
    is_exact: bool


def composed_delta(kinds: Sequence[Kind], epsilon: Fraction) -> Enclosed:
    """Return the least delta with which all answers together are (epsilon, delta)-private.

    Parameters
    ----------
    kinds : sequence of Kind
        All answers, at most 20,000 of at most 100 kinds.
    epsilon : Fraction
        At least 0.

    Raises
    ------
    DomainError
        If there are no kinds or too many, or epsilon is negative.

    Examples
    --------
    >>> found = composed_delta([Kind(2, Fraction(1)), Kind(1, Fraction(2))], Fraction(2))
    >>> found.is_exact, float(found.upper)
    (True, 0.407031441799)
    """
    _check(kinds)
    if epsilon < 0:
        raise DomainError(
            f"epsilon must be at least 0, such as 1, but got {exact_or_scientific(epsilon):.120}"
        )
    with ctx.workprec(_BITS):
        laws, is_exact = _laws(kinds)
        keep = _no_failure(kinds)
        low, high = (1 - keep * (1 - law.excess(epsilon)) for law in laws)
        lower = max(_rational(low, up=False), Fraction(0))
        upper = min(_rational(high, up=True), Fraction(1))
        return Enclosed(lower, upper, is_exact)


def composed_epsilon(kinds: Sequence[Kind], delta: Fraction) -> Enclosed:
    """Return the least epsilon with which all answers together are (epsilon, delta)-private.

    Parameters
    ----------
    kinds : sequence of Kind
        As for `composed_delta`.
    delta : Fraction
        From 0 on and below 1.

    Raises
    ------
    DomainError
        If there are no kinds or too many, or delta is outside of [0, 1).
    NoSolutionError
        If the answers fail more often than delta whatever epsilon is.
    UndecidedError
        If the excess at the ends that were found is too near to delta to be told from it.

    Examples
    --------
    >>> found = composed_epsilon([Kind(10, Fraction(1, 10)), Kind(20, Fraction(1, 5))], Fraction(0))
    >>> found.upper
    Fraction(5, 1)
    """
    _check(kinds)
    if not 0 <= delta < 1:
        raise DomainError(
            f"delta must lie in [0, 1), such as 1e-6, but got {exact_or_scientific(delta):.120}"
        )
    most = sum((kind.count * kind.epsilon for kind in kinds), Fraction(0))
    with ctx.workprec(_BITS):
        rest = _rest(kinds, delta)
        if rest < 0:
            raise NoSolutionError(
                "the answers fail more often than delta by themselves, whatever epsilon is; allow "
                f"a delta of at least {float(_rational(1 - _no_failure(kinds), up=True)):.3g}"
            )
        if not rest > 0:
            return Enclosed(most if delta == 0 else Fraction(0), most, delta == 0)
        laws, is_exact = _laws(kinds)
        below, above = laws
        lower = _rational(below.epsilon_at(rest), up=False)
        upper = min(_rational(above.epsilon_at(rest), up=True), most)
        if not above.excess(upper) <= rest or (lower > 0 and not below.excess(lower) > rest):
            raise UndecidedError(
                "the ends of epsilon could not be certified at this delta; ask for delta at an "
                "epsilon instead"
            )
        return Enclosed(lower, upper, is_exact)


def _check(kinds: Sequence[Kind]) -> None:
    answers = sum(kind.count for kind in kinds)
    if not kinds or len(kinds) > MOST_KINDS or answers > MOST_ANSWERS:
        raise DomainError(
            f"from 1 to {MOST_KINDS} kinds of at most {MOST_ANSWERS} answers together are composed "
            f"exactly, but got {exact_or_scientific(answers)} answers in {len(kinds)}; the "
            "sum of the squares of all epsilon gives an upper bound at any number: 'boundcalc "
            "solve epsilon squares=...'"
        )


def _no_failure(kinds: Iterable[Kind]) -> arb:
    keep = arb(1)
    for kind in kinds:
        if kind.delta:
            keep *= ball(1 - kind.delta) ** kind.count
    return keep


def _rest(kinds: Iterable[Kind], delta: Fraction) -> arb:
    """Return the delta that the sum of the gains may have."""
    return 1 - ball(1 - delta) / _no_failure(kinds)


class _Law:
    """The law of a sum of gains: its values in rising order, and tails of their weights."""

    def __init__(self, weights: dict[Fraction, arb]) -> None:
        self.values = sorted(weights)
        ordered = [weights[value] for value in reversed(self.values)]
        lesser = [
            weight * (-ball(value)).exp()
            for value, weight in zip(reversed(self.values), ordered, strict=True)
        ]
        self.tails = [arb(0), *accumulate(ordered)]  # of the greatest values, how many they are
        self.lesser_tails = [arb(0), *accumulate(lesser)]

    def excess(self, epsilon: Fraction) -> arb:
        """Return E max(0, 1 - e^(epsilon - L))."""
        above = len(self.values) - bisect_right(self.values, epsilon)
        return self._excess(above, epsilon)

    def _excess(self, above: int, epsilon: Fraction) -> arb:
        found = self.tails[above] - ball(epsilon).exp() * self.lesser_tails[above]
        return found if above else arb(0)

    def epsilon_at(self, delta: arb) -> arb:
        """Return the least epsilon at which the excess is at most delta, which is positive."""
        low, high = 0, len(self.values) - 1  # at the last value nothing is in excess
        while low < high:
            middle = (low + high) // 2
            above = len(self.values) - 1 - middle
            if self._excess(above, self.values[middle]) <= delta:
                high = middle
            else:
                low = middle + 1
        above = len(self.values) - low
        found = ((self.tails[above] - delta) / self.lesser_tails[above]).log()
        return found.max(arb(0)) if self.tails[above] > delta else arb(0)


def _laws(kinds: Sequence[Kind]) -> tuple[tuple[_Law, _Law], bool]:
    """Return laws below and above that of the sum, and whether both are the law itself."""
    exact = _exact_weights(kinds)
    if exact is not None:
        law = _Law(exact)
        return (law, law), True
    most = sum((kind.count * kind.epsilon for kind in kinds), Fraction(0))
    step = most / GRID
    return (_grid_law(kinds, step, up=False), _grid_law(kinds, step, up=True)), False


def _exact_weights(kinds: Sequence[Kind]) -> dict[Fraction, arb] | None:
    found = {Fraction(0): arb(1)}
    for kind in kinds:
        if len(found) * (kind.count + 1) > 20 * MOST_VALUES:
            return None
        joined: dict[Fraction, arb] = {}
        for gain, weight in _gains(kind):
            for value, before in found.items():
                joined[value + gain] = joined.get(value + gain, arb(0)) + before * weight
        if len(joined) > MOST_VALUES:
            return None
        found = joined
    return found


def _gains(kind: Kind) -> list[tuple[Fraction, arb]]:
    """Return the sums of the gains of one kind, with their probabilities."""
    lie = (-ball(kind.epsilon)).exp()
    scale = (1 + lie) ** kind.count
    return [
        (
            (kind.count - 2 * lies) * kind.epsilon,
            arb.bin_uiui(kind.count, lies) * lie**lies / scale,
        )
        for lies in range(kind.count + 1)
    ]


def _grid_law(kinds: Sequence[Kind], step: Fraction, *, up: bool) -> _Law:
    """Return the law of the sum with the gains of each kind rounded to multiples of a step."""
    product, lowest = arb_poly([1]), 0
    for kind in kinds:
        places = [
            (-(-gain // step) if up else gain // step, weight) for gain, weight in _gains(kind)
        ]
        first = min(place for place, _ in places)
        row = [arb(0)] * (max(place for place, _ in places) - first + 1)
        for place, weight in places:
            row[place - first] += weight
        product *= arb_poly(row)
        lowest += first
    weights = {
        (lowest + place) * step: weight for place, weight in enumerate(product.coeffs()) if weight
    }
    return _Law(weights)


def _rational(value: arb, *, up: bool) -> Fraction:
    """Return a decimal of few digits at or beyond the end of a ball."""
    end = exact_end(value.upper() if up else value.lower())
    context = Context(prec=_DIGITS, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return Fraction(context.divide(Decimal(end.numerator), Decimal(end.denominator)))
