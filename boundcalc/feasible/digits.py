"""Significant decimal digits of rationals, exactly, and their size in doubles."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

from boundcalc.algebra.search_range import SMALLEST

DIGITS = 12
_LARGEST = 700.0  # a logarithm whose number is a double


def round_digits(value: Fraction, rounding: str, digits: int = DIGITS) -> Fraction:
    """Return `value` rounded to significant decimal digits in the given direction."""
    context = Context(prec=digits, rounding=rounding, Emin=-20_000, Emax=20_000)
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def last_digit(value: Fraction, digits: int = DIGITS) -> Fraction:
    """Return one unit of the last of the significant digits of `value`."""
    if value == 0:
        return SMALLEST
    context = Context(prec=40, Emin=-20_000, Emax=20_000)
    magnitude = context.divide(Decimal(value.numerator), Decimal(value.denominator)).adjusted()
    return Fraction(10) ** (magnitude - digits + 1)


def exponential(logarithm: float) -> Fraction:
    """Return about e to a power, of any size; a double where there is one.

    Examples
    --------
    >>> exponential(0.0), log2(exponential(-10000.0))
    (Fraction(1, 1), -14426.950408889...)
    """
    if abs(logarithm) < _LARGEST:
        return Fraction(math.exp(logarithm))
    power = math.floor(logarithm / math.log(10))
    return Fraction(math.exp(logarithm - power * math.log(10))) * Fraction(10) ** power


def log2(value: Fraction) -> float:
    """Return the binary logarithm of a positive rational, in doubles; no size is too large."""
    return math.log2(value.numerator) - math.log2(value.denominator)
