"""The value of the parameter from which on a relation holds at one point, in balls.

What is found is a guess of a search: certificates are made of it elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpq

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval, exact_end
from boundcalc.proving.goals import Point
from boundcalc.sharpening.questions import SharpQuestion, written

PRECISIONS = (320, 1280)
RELATIVE = arb(2) ** -160  # radius of a value that is still believed
LINEAR = arb(2) ** -120
TRIED = 12  # points at which the parameter is looked for in some linear form
DOUBLINGS = 40  # of the distance to a value at which the relation holds, or fails
STEPS = 80  # of regula falsi
CLOSE = Fraction(1, 2**120)
LEAST = Fraction(1, 2**8000)
TINY, HUGE = arb(2) ** -8000, arb(2) ** 8000


def _plain(value: arb) -> arb:
    return value


def _logarithm(value: arb) -> arb:
    return value.log() if value > 0 else arb("nan")


def _reciprocal(value: arb) -> arb:
    return -1 / value if value > 0 else arb("nan")


INCREASING: tuple[Callable[[arb], arb], ...] = (_plain, _logarithm, _reciprocal)


class Thresholds:
    """The ends of the parameters that work at single points, times `sign`.

    With sign 1 larger parameters work, and a threshold is the least; with -1 smaller ones do, and
    it is minus the greatest. So the sharp constant is always the supremum of the thresholds.

    Where the parameter occurs linearly in the sides, in their logarithms or in their reciprocals, a
    threshold is a quotient; else a root.
    """

    def __init__(self, question: SharpQuestion, sign: int) -> None:
        self.question, self.sign = question, sign
        self.near = _inside(question)
        self._gap = Evaluator(question.gap)
        self._value = Evaluator(question.relation.left) if question.is_extremum else None
        first, last = inside(question)
        self.values = (first, (first + last) / 2, last)
        relation = question.relation
        lesser, greater = relation.left, relation.right
        if relation.sense.is_lower:
            lesser, greater = greater, lesser
        name = question.parameter.name
        self._sides = [
            [Evaluator(side.substitute({name: written(value)})) for side in (lesser, greater)]
            for value in self.values
        ]
        self._form: Callable[[arb], arb] | None = _plain if question.is_linear else None
        self._tried = 0

    def at(self, point: Point) -> Fraction | None:
        """Return the threshold at a point, or None where there is none to be seen."""
        if self._value is not None:
            return self._extremum(point, self._value)
        if self._form is None and self._tried < TRIED:
            self._form = self._linear_form(point)
        return self._root(point) if self._form is None else self._quotient(point, self._form)

    def _extremum(self, point: Point, side: Evaluator) -> Fraction | None:
        """Return the value of a side, which keeps its digits where it is small."""
        for bits in PRECISIONS:
            values = side.at(point, bits)
            with ctx.workprec(bits):
                found = arb("nan") if values.is_nowhere else _ball(values) * self.sign
                if found.is_finite() and _is_believed(found, bits):
                    return fraction(found)
        return None

    def _linear_form(self, point: Point) -> Callable[[arb], arb] | None:
        """Return the function of the sides in which the parameter seems to be linear, or None."""
        for form in INCREASING:
            gaps = [self._formed(place, point, form, PRECISIONS[0]) for place in range(3)]
            with ctx.workprec(PRECISIONS[0]):
                if all(gap.is_finite() for gap in gaps):
                    rise, bend = gaps[2] - gaps[0], gaps[2] - 2 * gaps[1] + gaps[0]
                    if not rise.contains(0):
                        self._tried += 1
                        if abs(bend) < abs(rise) * LINEAR:
                            return form
        return None

    def _formed(self, place: int, point: Point, form: Callable[[arb], arb], bits: int) -> arb:
        """Return the gap between a function of both sides, for one of the values."""
        lesser, greater = (side.at(point, bits) for side in self._sides[place])
        if lesser.is_nowhere or greater.is_nowhere:
            return arb("nan")
        with ctx.workprec(bits):
            return form(_ball(greater)) - form(_ball(lesser))

    def _quotient(self, point: Point, form: Callable[[arb], arb]) -> Fraction | None:
        low, _, high = self.values
        for bits in PRECISIONS:
            first = self._formed(0, point, form, bits)
            last = self._formed(2, point, form, bits)
            with ctx.workprec(bits):
                rise = (last - first) * self.sign
                if rise > 0 and first.is_finite():
                    start = arb(fmpq(low.numerator, low.denominator)) * self.sign
                    width = arb(fmpq((high - low).numerator, (high - low).denominator))
                    found = start - first * width / rise
                    if _is_believed(found, bits):
                        return fraction(found)
        return None

    def holds(self, point: Point, value: Fraction) -> int:
        """Return 1 where the gap seems not negative, -1 where it is negative or undefined."""
        gap = self.gap_at(point, value)
        return 1 if gap is not None and gap >= 0 else -1

    def gap_at(self, point: Point, value: Fraction) -> Fraction | None:
        """Return the gap with a value for the parameter; None where it is undefined or unseen."""
        for bits in PRECISIONS:
            found = self._gap.at({**point, self.question.parameter.name: value}, bits)
            if found.is_nowhere or not found.total:
                return None
            with ctx.workprec(bits):
                ball = _ball(found)
                if ball.is_finite() and (ball == 0 or ball.rad() < RELATIVE * abs(ball.mid())):
                    return fraction(ball)
        return None

    def _root(self, point: Point) -> Fraction | None:
        """Return where the gap changes its sign, by regula falsi of Illinois."""
        bracket = self._bracket(point)
        if bracket is None:
            return None
        low, high = bracket  # times the sign: it fails at low, and holds at high
        below, above = self.gap_at(point, self.sign * low), self.gap_at(point, self.sign * high)
        for step in range(STEPS):
            if high - low <= CLOSE * max(abs(low), abs(high), CLOSE):
                break
            middle = _shortened((low + high) / 2)
            if step % 3 and below is not None and above is not None and above > below:
                middle = _shortened(low - below * (high - low) / (above - below))
                middle = middle if low < middle < high else (low + high) / 2
            found = self.gap_at(point, self.sign * middle)
            if found is None or found < 0:
                low, below = middle, found
                above = None if above is None else above / 2
            else:
                high, above = middle, found
                below = None if below is None else below / 2
                if found == 0:
                    break
        else:
            return None
        self.near = self.sign * high
        return high

    def _bracket(self, point: Point) -> tuple[Fraction, Fraction] | None:
        domain = self.question.parameter.domain
        start = self.near if self.near in domain else _inside(self.question)
        is_good = self.holds(point, start) > 0
        step, last = max(abs(start), Fraction(1)) / 8, start
        for _ in range(DOUBLINGS):
            value = last + (-step if is_good else step) * self.sign
            end = domain.lower if value < last else domain.upper
            if end is not None and value not in domain:
                value = (last + end) / 2
            found = self.holds(point, value) > 0
            if found != is_good:
                pair = (self.sign * last, self.sign * value)
                return (min(pair), max(pair))
            last, step = value, step * 2
        return None


def _inside(question: SharpQuestion) -> Fraction:
    """Return a value inside of the domain of the parameter."""
    domain = question.parameter.domain
    if domain.lower is not None and domain.upper is not None:
        return (domain.lower + domain.upper) / 2
    if domain.lower is not None:
        return domain.lower + 1
    return Fraction(1) if domain.upper is None else domain.upper - 1


def inside(question: SharpQuestion) -> tuple[Fraction, Fraction]:
    """Return two values inside of the domain of the parameter, the smaller one first."""
    middle = _inside(question)
    domain = question.parameter.domain
    other = middle + 1 if domain.upper is None else (middle + domain.upper) / 2
    return middle, other


def _is_believed(found: arb, bits: int) -> bool:
    """Return whether a ball is narrow for its size, or so near to zero that it may be zero."""
    is_narrow = found == 0 or found.rad() <= RELATIVE * abs(found.mid())
    return bool(is_narrow or abs(found) < arb(2) ** (-bits // 2))


def _ball(values: Interval) -> arb:
    return values.lower.union(values.upper)


def fraction(ball: arb) -> Fraction | None:
    """Return the middle of a ball, `LEAST` where it is tiny, or None where it is huge."""
    middle = ball.mid()
    if abs(middle) < TINY:
        return LEAST * ((middle > 0) - (middle < 0))
    if not abs(middle) < HUGE:
        return None
    return exact_end(middle)


def _shortened(value: Fraction, bits: int = 400) -> Fraction:
    """Return a dyadic number within a relative 2^-bits of a value."""
    if not value:
        return value
    shift = bits - (value.numerator.bit_length() - value.denominator.bit_length())
    scale = Fraction(2) ** shift
    return Fraction(round(value * scale)) / scale
