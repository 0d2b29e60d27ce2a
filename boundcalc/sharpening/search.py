"""The search for the point that decides a sharp constant, inside of a domain or at its edge."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.proving.counterexamples.sampling import (
    Sampler,
    exact_point,
    in_domain,
    satisfies,
    short_point,
    simple_points,
)
from boundcalc.proving.counterexamples.solutions import Witness
from boundcalc.proving.goals import Point
from boundcalc.sharpening.approaches import Approach, curved
from boundcalc.sharpening.questions import SharpQuestion
from boundcalc.sharpening.thresholds import LEAST, Thresholds

SAMPLES, SIMPLE = 160, 60
STARTS = 4
HALVINGS = 100
MOST_LOOKS = 6000  # thresholds that are computed for one question
SINGULAR = 10  # simple points without a threshold that are approached
POWERS = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 40)
MOST_DIGITS = 40
LONG = 10**12
FEWEST_BITS = 20  # to which the edge of hypotheses is looked for
CURVED_DIGITS = 16
FARTHEST = Fraction(10**25)
FAR = 10**9
TRIAL = Fraction(1, 10**8)  # the size at which a curved way must be better than all before
LEAST_GROWTH = Fraction(1, 1000)
DIGITS = (1, 2, 3, 5, 8)
Way = dict[str, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A threshold that none was found to exceed, with how many of its digits are believed.

    It is attained at the point, or approached on a way; there it may seem to grow without end.
    The point may be near a solution of equations, in a box that has it.
    """

    value: Fraction
    point: Point
    digits: int
    approach: Approach | None = None
    is_endless: bool = False
    box: Witness | None = None


class ExtremumSearch:
    """Looks for the supremum of the thresholds of a question."""

    def __init__(self, question: SharpQuestion, sign: int) -> None:
        self.question = question
        self.goal = question.domain_goal
        self.thresholds = Thresholds(question, sign)
        self.looks = MOST_LOOKS * (4 if question.assumptions else 1)
        self._centre: Point | None = None
        self._known: dict[tuple[Fraction, ...], Fraction | None] = {}

    def value(self, point: Point) -> Fraction | None:
        """Return the threshold at a point of the domain that satisfies the assumptions."""
        key = tuple(point[symbol.name] for symbol in self.goal.variables)
        if key not in self._known:
            self.looks -= 1
            is_in = in_domain(self.goal, point) and satisfies(self.goal, point)
            self._known[key] = self.thresholds.at(point) if is_in else None
        return self._known[key]

    def best(self, starts: tuple[Point, ...] = ()) -> Candidate | None:
        """Return the greatest threshold that is found, or None where no point has one."""
        scored = self._scored(starts)
        if not scored:
            return None
        self._centre = self._middle([point for _, point in scored])
        found = [self._climbed(point) for _, point in scored[:STARTS]]
        middle = max(found, key=lambda one: one.value).point
        singular = [point for point in simple_points(self.goal, SIMPLE) if self._is_singular(point)]
        for centre in (middle, *singular[:SINGULAR]):
            found += self._approached(centre)
        for approach in curved(self.goal.variables, middle):
            value = self.value(approach.at(TRIAL))
            if value is not None and value > max(one.value for one in found):
                found += self._along(approach)
        far = [one.value for one in found if one.approach and one.approach.is_far]
        kept = [one for one in found if one.approach or not (far and _is_exceeded(one, max(far)))]
        return next((one for one in found if one.is_endless), None) or max(kept, key=_rank)

    def _middle(self, points: list[Point]) -> Point | None:
        """Return a point in the middle of some, where hypotheses hold with room on all sides."""
        if not self.goal.assumptions or any(one.domain.integer for one in self.goal.variables):
            return None
        middle = {
            name: Fraction(sum(point[name] for point in points), len(points)).limit_denominator(
                1000
            )
            for name in points[0]
        }
        return middle if self.value(middle) is not None else None

    def _scored(self, starts: tuple[Point, ...]) -> list[tuple[Fraction, Point]]:
        samples = (
            exact_point(self.goal, sample, 6) for sample in Sampler(self.goal).points(SAMPLES)
        )
        points = [*starts, *simple_points(self.goal, SIMPLE), *filter(None, samples)]
        values = [(self.value(point), point) for point in points]
        scored = [(value, point) for value, point in values if value is not None]
        return sorted(scored, key=lambda item: -item[0])

    # --- inside

    def _climbed(self, start: Point) -> Candidate:
        """Return the end of a walk upwards along axes and diagonals, by steps that halve."""
        current, height = start, self.value(start)
        ways, centre = list(self._ways()), self._centre
        step, least = Fraction(1, 4), self.looks * 3 // 4
        for _ in range(4 * HALVINGS):
            if height is None or step < Fraction(1, 2**HALVINGS) or self.looks < least:
                break
            for way in ways:
                trial = self._moved(current, way, step)
                found = self.value(trial)
                if found is None and centre is not None:
                    trial = self._pulled(trial, centre, step)
                    found = self.value(trial)
                if found is not None and found > height:
                    current, height, step = trial, found, min(step * 2, Fraction(2))
                    break
            else:
                step /= 2
        short = self._short(current)
        if centre is not None and short == current:
            step = max(step, Fraction(1, 10 ** (CURVED_DIGITS // 2)))
        digits = 2 * (step.denominator.bit_length() * 3 // 10) - 3
        if short != current:
            digits = MOST_DIGITS
        return Candidate(self.value(short) or Fraction(0), short, min(max(digits, 0), MOST_DIGITS))

    def _pulled(self, outside: Point, centre: Point, step: Fraction) -> Point:
        """Return a point near the edge of the hypotheses, between one outside and their centre."""
        inside, share = Fraction(0), Fraction(1)
        for _ in range(FEWEST_BITS + step.denominator.bit_length()):
            share /= 2
            if satisfies(self.goal, _between(centre, outside, inside + share)):
                inside += share
        self.looks -= 5
        return _between(centre, outside, inside)

    def _ways(self) -> Iterator[Way]:
        names = [symbol.name for symbol in self.goal.variables]
        for name, sign in itertools.product(names, (1, -1)):
            yield {name: sign}
        for one, other in itertools.islice(itertools.combinations(names, 2), 6):
            for first, second in itertools.product((1, -1), repeat=2):
                yield {one: first, other: second}

    def _moved(self, point: Point, way: Way, step: Fraction) -> Point:
        moved = dict(point)
        for symbol in self.goal.variables:
            sign = way.get(symbol.name, 0)
            value = point[symbol.name]
            if not sign:
                continue
            if symbol.domain.integer:
                value = value + sign * max(1, round(abs(value) * step))
                moved[symbol.name] = min(max(value, -FARTHEST), FARTHEST)
                continue
            size = abs(value) + Fraction(1, 2**20)
            bits = size.numerator.bit_length() - size.denominator.bit_length()
            value += sign * step * Fraction(2) ** bits
            for end in (symbol.domain.lower, symbol.domain.upper):
                is_beyond = end is not None and (point[symbol.name] - end) * (value - end) < 0
                if end is not None and is_beyond:
                    value = end if end in symbol.domain else (point[symbol.name] + end) / 2
            moved[symbol.name] = min(max(value, -FARTHEST), FARTHEST)
        return moved

    def _short(self, point: Point) -> Point:
        """Return a point in short rationals that is as good, where there is one."""
        height = self.value(point)
        for digits in DIGITS:
            short = short_point(self.goal, point, digits)
            value = None if short is None else self.value(short)
            if short is None or value is None or height is None:
                continue
            if value >= height - abs(height) / 10**35:
                return short
        return point

    # --- at an edge

    def _is_singular(self, point: Point) -> bool:
        return satisfies(self.goal, point) and self.value(point) is None

    def _approached(self, centre: Point) -> Iterator[Candidate]:
        """Yield what the thresholds tend to on the ways to ends, and to a point without one."""
        for symbol in self.goal.variables:
            if symbol.domain.integer and symbol.domain.upper is not None:
                continue
            for end, sign in ((symbol.domain.lower, 1), (symbol.domain.upper, -1)):
                if end is None:
                    way = {symbol.name: -sign}
                    yield from self._along(Approach.straight(centre, way, is_far=True))
                elif not symbol.domain.integer:
                    there = {**centre, symbol.name: end}
                    way = {symbol.name: sign}
                    yield from self._along(Approach.straight(there, way, is_far=False))
        if self.value(centre) is None:
            for way in self._ways():
                yield from self._along(Approach.straight(centre, way, is_far=False))

    def _along(self, approach: Approach) -> Iterator[Candidate]:
        whole = {symbol.name for symbol in self.goal.variables if symbol.domain.integer}
        if any(name in whole and move.power > 0 for name, move in approach.moves.items()):
            return
        values: list[Fraction] = []
        for power in POWERS:
            value = self.value(approach.at(Fraction(1, 10**power)))
            if value is None:
                values.clear()
            else:
                values.append(value)
        if len(values) < 4 or values[-1] < values[-3]:
            return
        last = approach.at(Fraction(1, 10 ** POWERS[-1]))
        is_endless = values[-1] > 0 and _grows(values[-3:])
        is_vanishing = abs(values[-1]) < Fraction(1, 10**MOST_DIGITS)
        limit = Fraction(0) if is_vanishing else values[-1]
        yield Candidate(limit, last, _agreed(*values[-2:]), approach, is_endless)


def _grows(values: list[Fraction]) -> bool:
    """Return whether three values at sizes of 10^20, 10^30 and 10^40 tend to no limit."""
    first, second, last = values
    return last - second > LEAST_GROWTH and last - second >= (second - first) / 2 > 0


def _agreed(one: Fraction, other: Fraction) -> int:
    """Return the number of decimals in which two values agree, and some more that follow."""
    gap = abs(one - other)
    agreed = next((k for k in range(MOST_DIGITS) if gap > Fraction(1, 10**k)), MOST_DIGITS)
    return max(0, agreed - 1)


def _between(one: Point, other: Point, share: Fraction) -> Point:
    return {name: value + share * (other[name] - value) for name, value in one.items()}


def _is_exceeded(found: Candidate, limit: Fraction) -> bool:
    """Return whether what a way to infinity leads to is greater than the value at a point.

    It is where they are equal far out, or tiny: there, the value is rounded to the limit.
    """
    is_tiny = 0 < abs(found.value) <= LEAST
    if is_tiny or any(abs(value) >= FAR for value in found.point.values()):
        return limit >= found.value
    return limit - found.value > abs(found.value) / 2**100


def _rank(found: Candidate) -> tuple[int, bool, bool]:
    """Order candidates by value; of the same, those decided by a short point come last."""
    deciding = found.point if found.approach is None else found.approach.centre
    is_short = all(value.denominator < LONG for value in deciding.values())
    return round(found.value * 10**35), is_short, found.approach is None
