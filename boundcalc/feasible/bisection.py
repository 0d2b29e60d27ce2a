"""The end of a ray of feasible points, found by halving between two points that are decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from fractions import Fraction

from boundcalc.algebra.search_range import SMALLEST
from boundcalc.feasible.digits import DIGITS, last_digit, log2, round_digits
from boundcalc.feasible.float_conditions import GuessOfOne

_HALVINGS = 200
_SECANTS = 30
_DECIMAL = math.log10(2.0)
_AGREEING = 46  # bits in which two secants agree that settle
_ROOTS = 10  # of an end that doubles do not reach, until they do


class Boundary:
    """The end of a ray of feasible points: the last inside, and a point outside beside it."""

    def __init__(
        self,
        is_feasible: Callable[[Fraction], bool],
        guess: GuessOfOne,
        is_integer: bool,
        digits: int = DIGITS,
        smallest: Fraction = SMALLEST,
    ) -> None:
        self.is_feasible = is_feasible
        self.guess = guess
        self.is_integer = is_integer
        self.digits = digits
        self.smallest = smallest  # a distance that need not be halved

    def find(
        self, inside: Fraction, outside: Fraction, innermost: Fraction | None = None
    ) -> tuple[Fraction, Fraction | None]:
        """Return the extreme feasible point on the way out, and an infeasible one beside it.

        Rounding may lead back beyond `inside`, but not beyond `innermost`.
        """
        known = inside if innermost is None else innermost
        guess = self._guessed(inside, outside)
        if guess is not None:
            found = None if self.is_integer else self._rounded_guess(guess, inside, outside)
            if found is not None:
                return found
            inside, outside = self._bracket(guess, inside, outside)
        if self.is_integer:
            while abs(inside - outside) > 1:
                inside, outside = self._halve(inside, outside, Fraction((inside + outside) // 2))
            return inside, outside
        resolution = Fraction(1, 10 ** (self.digits + 2))
        while abs(inside - outside) > max(abs(inside) * resolution, self.smallest):
            inside, outside = self._halve(inside, outside, _between(inside, outside, self.smallest))
        last, beyond = self.rounded(inside, outside)
        is_past = (last - known) * (outside - known) < 0  # by rounding, out of the cell perhaps
        return (known if is_past else last), beyond

    def _halve(
        self, inside: Fraction, outside: Fraction, middle: Fraction
    ) -> tuple[Fraction, Fraction]:
        return (middle, outside) if self.is_feasible(middle) else (inside, middle)

    def _rounded_guess(
        self, guess: float, inside: Fraction, outside: Fraction
    ) -> tuple[Fraction, Fraction] | None:
        """Return what doubles suggest to its digits, and the next such number, if it is the end."""
        low, high = sorted((inside, outside))
        for candidate, beyond in self._roundings(Fraction(guess), inside, outside):
            is_between = low <= min(candidate, beyond) and max(candidate, beyond) <= high
            if is_between and self.is_feasible(candidate) and not self.is_feasible(beyond):
                return candidate, beyond
        return None

    def _bracket(
        self, guess: float, inside: Fraction, outside: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Narrow the bracket around the boundary that doubles suggest, and check it."""
        centre = Fraction(guess)
        outward = 1 if outside > inside else -1
        for bits in (47, 40, 30, 16):
            margin = abs(centre) / 2**bits
            near, far = centre - outward * margin, centre + outward * margin
            if self.is_integer:
                near = Fraction(math.floor(near) if outward > 0 else math.ceil(near))
                far = Fraction(math.ceil(far) if outward > 0 else math.floor(far))
            near = near if (inside - near) * outward < 0 else inside
            far = far if (outside - far) * outward > 0 else outside
            if self.is_feasible(near) and not self.is_feasible(far):
                return near, far
        return inside, outside

    def _guessed(self, inside: Fraction, outside: Fraction) -> float | None:
        near, far = float(inside), float(outside)
        if near * far < 0 or self.guess(far):
            return None
        near = self._in_reach(near, far)
        if not self.guess(near):
            return None
        outward = 1.0 if far > near else -1.0
        for likely in self.guess.likely:
            step = outward * abs(likely) / 2**44
            is_within = min(near, far) < likely < max(near, far)
            if is_within and self.guess(likely - step) and not self.guess(likely + step):
                return likely
        sign = -1.0 if near < 0 or far < 0 else 1.0
        near, far = abs(near), abs(far)
        near, far = max(near, 1e-300), max(far, 1e-300)
        while max(near, far) > 2 * min(near, far):
            middle = math.sqrt(near) * math.sqrt(far)
            if middle in (near, far):
                break
            near, far = (middle, far) if self.guess(sign * middle) else (near, middle)
        by_secants = self._by_secants(near, far, sign)
        return sign * (self._by_halves(near, far, sign) if by_secants is None else by_secants)

    def _by_halves(self, near: float, far: float, sign: float) -> float:
        """Return the last of two sizes that seems feasible, after halving the gap to the end."""
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            if middle in (near, far):
                break
            near, far = (middle, far) if self.guess(sign * middle) else (near, middle)
        return near

    def _by_secants(self, near: float, far: float, sign: float) -> float | None:
        """Return the size at which the excess of a relation seems to vanish, by the Illinois rule.

        None where secants do not settle on one: where the excess jumps, or is not known.
        """
        below, above = self.guess.excess(sign * near), self.guess.excess(sign * far)
        last, was_near = math.nan, None
        for _ in range(_SECANTS):
            if not -math.inf < below < 0 < above < math.inf:
                return None
            point = far - above * (far - near) / (above - below)
            if abs(point - last) <= point / 2**_AGREEING:
                return point
            if not min(near, far) < point < max(near, far):
                return None
            excess, last = self.guess.excess(sign * point), point
            if excess == 0:
                return point
            if excess < 0:
                near, below, above = point, excess, above / 2 if was_near is True else above
            else:
                far, above, below = point, excess, below / 2 if was_near is False else below
            was_near = excess < 0
        return None

    def _in_reach(self, near: float, far: float) -> float:
        """Return a point that seems feasible to doubles, which may not reach the end of a ray."""
        point = near
        for _ in range(_ROOTS):
            if self.guess(point):
                return point
            point = math.copysign(math.sqrt(abs(point)), point)
            if not min(near, far) < point < max(near, far):
                break
        return near

    def rounded(self, inside: Fraction, outside: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return the end to its digits, and the next such number outward, which is infeasible."""
        for candidate, beyond in self._roundings(inside, inside, outside):
            if self.is_feasible(candidate) and not self.is_feasible(beyond):
                return candidate, beyond
        return self._short(inside, outside), None if self.is_feasible(outside) else outside

    def _short(self, inside: Fraction, outside: Fraction) -> Fraction:
        """Return a point inside in as many digits as are known so near to the smallest size."""
        if inside == 0 or abs(inside) >= self.smallest * 10 ** (self.digits + 2):
            return inside
        rounding = ROUND_FLOOR if outside > inside else ROUND_CEILING
        digits = max(1, min(self.digits, math.floor(log2(abs(inside) / self.smallest) * _DECIMAL)))
        candidate = round_digits(inside, rounding, digits)
        return candidate if self.is_feasible(candidate) else inside

    def _roundings(
        self, value: Fraction, inside: Fraction, outside: Fraction
    ) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield a value to its digits, to the nearest and inward, with the next one outward."""
        outward = 1 if outside > inside else -1
        nearest = round_digits(value, ROUND_HALF_EVEN, self.digits)
        safe = round_digits(value, ROUND_FLOOR if outward > 0 else ROUND_CEILING, self.digits)
        for candidate in dict.fromkeys((nearest, safe)):
            yield candidate, candidate + outward * last_digit(candidate, self.digits)


def _between(first: Fraction, second: Fraction, smallest: Fraction) -> Fraction:
    """Return a short dyadic number between two numbers."""
    middle = (first + second) / 2
    low, high = abs(first), abs(second)
    if first * second >= 0 and max(low, high) > 4 * max(min(low, high), smallest):
        exponent = (log2(max(low, smallest)) + log2(max(high, smallest))) / 2
        sign = -1 if middle < 0 else 1
        return sign * Fraction(2) ** round(exponent)
    scale = 60 - math.floor(log2(abs(middle))) if middle else 60
    scale += max(0, math.ceil(-log2(abs(first - second) / max(low, high))) - 50)
    rounded = Fraction(round(middle * Fraction(2) ** scale)) / Fraction(2) ** scale
    return rounded if min(first, second) < rounded < max(first, second) else middle
