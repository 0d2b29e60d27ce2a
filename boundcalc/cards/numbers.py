"""Numbers for reading: short ones in full, others rounded, and which of the two it is."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction

from boundcalc.enclosures.interval import Interval, decimal_enclosure, point_of
from boundcalc.language.numbers import decimal_text

MOST_DIGITS = 8  # of a number that is shown in full
LARGE = 15  # digits before the point of a number that is shown with two behind it
LONGEST = 30  # digits before the point


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """The digits of a number, and whether they are all that it has."""

    digits: str
    is_exact: bool

    @property
    def sign(self) -> str:
        """The sign that the number deserves before it: equal, or near."""
        return "=" if self.is_exact else "≈"

    def __str__(self) -> str:
        return self.digits if self.is_exact else f"≈ {self.digits}"


def shown_number(value: Fraction | Interval) -> ShownNumber:
    """Return a number for reading: short ones in full, others to 6 digits or 2 decimals.

    An enclosure is exact where it is a point. One without a value, or without an end, is a text.

    Examples
    --------
    >>> str(shown_number(Fraction(17341106))), str(shown_number(Fraction(1, 3)))
    ('17341106', '≈ 0.333333')
    >>> shown_number(Fraction(3, 40))
    ShownNumber(digits='0.075', is_exact=True)
    """
    exact = point_of(value) if isinstance(value, Interval) else value
    text = shown_text(value if exact is None else exact)
    with localcontext() as context:
        context.prec = 40
        try:
            top, _, bottom = text.partition("/")
            number = (Decimal(top) / Decimal(bottom or 1)).normalize()
        except InvalidOperation:
            return ShownNumber(text, is_exact=True)
        digits = len(number.as_tuple().digits)
        is_exact = Fraction(number) == exact
        is_whole = number == number.to_integral_value() and number.adjusted() < LONGEST
        if is_exact and (digits <= MOST_DIGITS or is_whole):
            is_plain = -5 <= number.adjusted() < LONGEST
            full = f"{number:f}" if is_plain else f"{number:e}".replace("e+", "e")
            return ShownNumber(full, is_exact=True)
        is_large = 4 <= number.adjusted() < LARGE
        return ShownNumber(f"{number:.2f}" if is_large else f"{number:.6g}", is_exact=False)


def short_number(value: Fraction | Interval) -> str:
    """Return a number for reading, marked where it is rounded."""
    return str(shown_number(value))


def equals(value: Fraction | Interval) -> str:
    """Return a value after the sign that it deserves: equal, or near."""
    shown = shown_number(value)
    return f"{shown.sign} {shown.digits}"


def shown_text(value: Fraction | Interval) -> str:
    """Return a number exactly, as a decimal where it is short, or 15 right digits of it."""
    return decimal_enclosure(value) if isinstance(value, Interval) else decimal_text(value)
