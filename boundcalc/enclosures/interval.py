"""Intervals with ends in Arb: rigorous, tight for monotone functions, unbounded where needed.

An interval is the set of reals between its two ends.
An end is an exact dyadic number, or an infinity, which only bounds and never belongs.
`total` is False where the operation was not defined at some point of the operands; then the
interval contains the values at the points where it was.
No value at all is the interval `NOWHERE`.

Why not balls: a ball around [lo, hi] can stick out below lo, out of the domain of a logarithm, and
the square of a ball around zero is not a number.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

from boundcalc.evaluation.programs import number_class

INFINITY = arb("inf")
MINUS_INFINITY = arb("-inf")
ZERO = arb(0)
ONE = arb(1)
_MAX_INTEGER = arb(2) ** 1000
_MAX_EXPONENT = 10_000


@number_class
class Interval:
    """The reals from `lower` to `upper`; `total` tells whether nothing undefined was met."""

    lower: arb
    upper: arb
    total: bool = True

    @property
    def is_nowhere(self) -> bool:
        """Whether there is no value at all."""
        return bool(self.lower > self.upper)

    @property
    def is_bounded(self) -> bool:
        """Whether both ends are numbers."""
        return bool(self.lower.is_finite() and self.upper.is_finite())

    def contains_zero(self) -> bool:
        """Return whether zero may belong."""
        return not (self.lower > 0 or self.upper < 0)

    def __reduce__(self) -> tuple[object, ...]:
        return _interval_of, (_state(self.lower), _state(self.upper), self.total)

    def __str__(self) -> str:
        mid = (self.lower + self.upper) / 2
        return str(mid) if mid.is_finite() else f"[{self.lower}, {self.upper}]"


End = tuple[int, int] | str  # mantissa and exponent, or an infinity


def _state(end: arb) -> End:
    """Return an end exactly, as what can be pickled."""
    if not end.is_finite():
        return "inf" if end > 0 else "-inf"
    mantissa, exponent = end.man_exp()
    return int(mantissa), int(exponent)


def _end(state: End) -> arb:
    if isinstance(state, str):
        return arb(state)
    mantissa, exponent = state
    with ctx.workprec(max(2, mantissa.bit_length())):
        return arb(fmpz(mantissa)) * arb(2) ** exponent


def _interval_of(lower: End, upper: End, total: bool) -> Interval:
    return Interval(_end(lower), _end(upper), total)


NOWHERE = Interval(INFINITY, MINUS_INFINITY, False)
EVERYWHERE = Interval(MINUS_INFINITY, INFINITY, False)


def ball(value: Fraction | int) -> arb:
    """Return an enclosure of the rational at the current precision, as a ball."""
    return arb(fmpq(value.numerator, value.denominator))


def exact_interval(value: Fraction | int) -> Interval:
    """Return an enclosure of the rational at the current precision."""
    around = ball(value)
    return Interval(around.lower(), around.upper())


def hull(lower: Fraction | None, upper: Fraction | None) -> Interval:
    """Return an enclosure of the reals between two rationals; None is infinite."""
    low = MINUS_INFINITY if lower is None else exact_interval(lower).lower
    high = INFINITY if upper is None else exact_interval(upper).upper
    return Interval(low, high)


def least(x: arb, y: arb) -> arb:
    """Return the lesser of two ends."""
    return x if x < y else y


def greatest(x: arb, y: arb) -> arb:
    """Return the greater of two ends."""
    return x if x > y else y


def exact_end(end: arb) -> Fraction:
    """Return a finite end as the rational that it is."""
    mantissa, exponent = end.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


def rational_end(end: arb) -> Fraction | None:
    """Return an end exactly; None where it is infinite, or its digits would fill the memory."""
    if not end.is_finite() or abs(int(end.man_exp()[1])) > _MAX_EXPONENT:
        return None
    return exact_end(end)


def point_of(x: Interval) -> Fraction | None:
    """Return the rational that an interval is, or None where it is anything else."""
    return rational_end(x.lower) if x.total and x.lower == x.upper else None


def as_integer(x: Interval) -> int | None:
    """Return the integer that an interval is, or None where it is anything else."""
    value = whole_number(x.lower.floor())
    return value if value is not None and x.lower == value and x.upper == value else None


def whole_number(value: arb) -> int | None:
    """Return the one integer in a ball, or None where there is another number of them.

    None as well beyond 2^1000: flint ends the process where the digits fit into no memory.
    """
    if not abs(value) < _MAX_INTEGER:
        return None
    whole = value.unique_fmpz()
    return None if whole is None else int(whole)


def decimal_enclosure(values: Interval, digits: int = 15) -> str:
    """Return an enclosure as a decimal of which all digits are right, or as two ends."""
    if values.is_nowhere:
        return "undefined"
    middle = values.lower.union(values.upper)
    return str(middle.str(digits, radius=False)) if middle.is_finite() else str(values)
