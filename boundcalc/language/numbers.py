"""Exact numbers from what people type: every input becomes a rational, or an error that says why.

Conventions: a decimal is the rational that it spells, and a Python float is read by its shortest
decimal, so that ``0.1`` means one tenth.
"""

import math
import re
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any

from boundcalc.language.errors import DomainError

MAX_CHARACTERS = 400
MAX_EXPONENT = 1000
LONGEST_PLAIN = 400  # characters of a number for a program, without an exponent
MOST_CHARACTERS = 24  # of a number that is written without an exponent
_LONG = 14_000  # bits of an integer that `str` still prints
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")


def read_rational(value: Any, *, name: str = "number") -> Fraction:
    """Return the rational that `value` spells.

    Parameters
    ----------
    value : int, Fraction, Decimal, float or str
        A string is a decimal (``"0.05"``, ``"1e-6"``), in percent (``"5%"``), or a quotient of two
        (``"1/20"``); a float is read by its shortest decimal.
    name : str
        Name used in the error message.

    Returns
    -------
    Fraction
        Exact; nothing is rounded.

    Raises
    ------
    DomainError
        If `value` is no finite rational, or is longer than 400 characters, or has an exponent
        beyond 1000 in absolute value.

    Examples
    --------
    >>> read_rational("0.05"), read_rational(0.1), read_rational("1e-3")
    (Fraction(1, 20), Fraction(1, 10), Fraction(1, 1000))
    """
    if isinstance(value, bool):
        raise DomainError(f"{name}: expected a number but got {value!r}")
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise DomainError(f"{name}: expected a finite number but got {value!r}")
        return Fraction(repr(float(value)))
    if isinstance(value, Decimal):
        value = str(value)
    if isinstance(value, str):
        return _read_text(value, name)
    raise DomainError(
        f"{name}: expected an integer, a Fraction, a decimal or a string such as '1/20' "
        f"but got {type(value).__name__}"
    )


def _read_text(text: str, name: str) -> Fraction:
    if len(text) > MAX_CHARACTERS:
        raise DomainError(
            f"{name}: expected at most {MAX_CHARACTERS} characters but got {len(text)}; "
            "write it as a decimal with an exponent, such as 1e-12"
        )
    plain = text.strip()
    if plain.endswith("%"):
        return _read_decimal(plain.removesuffix("%").strip(), text, name) / 100
    parts = plain.split("/")
    if len(parts) > 2:
        raise DomainError(f"{name}: expected at most one '/' but got {text!r}")
    values = [_read_decimal(part.strip(), text, name) for part in parts]
    if len(values) == 1:
        return values[0]
    if values[1] == 0:
        raise DomainError(f"{name}: the denominator of {text!r} is zero")
    return values[0] / values[1]


def _read_decimal(part: str, text: str, name: str) -> Fraction:
    if not _DECIMAL.match(part):
        raise DomainError(f"{name}: expected a number such as 0.05, 1/20 or 1e-6 but got {text!r}")
    exponent = re.split("[eE]", part)[1:]
    if exponent and (len(exponent[0]) > 6 or abs(int(exponent[0])) > MAX_EXPONENT):
        raise DomainError(
            f"{name}: the exponent of {text!r} is beyond {MAX_EXPONENT} in absolute value"
        )
    return Fraction(part)


def is_terminating(value: Fraction) -> bool:
    """Return whether `value` has a finite decimal expansion."""
    return _factored(value.denominator)[2] == 1


def _factored(number: int) -> tuple[int, int, int]:
    """Return how often 2 and 5 divide a positive integer, and what is left."""
    twos = (number & -number).bit_length() - 1
    fives, rest = _divided(number >> twos, 5)
    return twos, fives, rest


def _divided(number: int, factor: int) -> tuple[int, int]:
    """Return how often a factor divides a positive integer, and what is left.

    By squares of the factor, since one division after another takes long for a thousand digits.
    """
    if number % factor:
        return 0, number
    twice, rest = _divided(number // factor, factor * factor)
    is_once_more = rest % factor == 0
    return 2 * twice + 1 + is_once_more, rest // factor if is_once_more else rest


def _integer_text(number: int) -> str:
    """Return the digits of an integer of any length; `str` has a limit."""
    return str(number) if number.bit_length() < _LONG else f"{Decimal(number):f}"


def decimal_text(value: Fraction) -> str:
    """Return the exact decimal of a terminating rational, or ``p/q`` for any other.

    Examples
    --------
    >>> decimal_text(Fraction(27, 50)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(-7))
    ('0.54', '1/3', '-7')
    """
    if value.denominator == 1:
        return _integer_text(value.numerator)
    twos, fives, rest = _factored(value.denominator)
    if rest != 1:
        return f"{_integer_text(value.numerator)}/{_integer_text(value.denominator)}"
    digits = max(twos, fives)
    scaled = abs(value.numerator) * 10**digits // value.denominator
    text = _integer_text(scaled).rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}"


def exact_or_scientific(value: Fraction | int) -> str:
    """Return the exact value: in full where it is short, else with an exponent where that is.

    Examples
    --------
    >>> exact_or_scientific(Fraction(1, 20)), exact_or_scientific(Fraction(3, 2 * 10**40))
    ('0.05', '1.5e-40')
    """
    text = decimal_text(Fraction(value))
    return text if len(text) <= MOST_CHARACTERS else _with_exponent(text, MOST_CHARACTERS)


def exact_text(value: Fraction | int) -> str:
    """Return the exact value for a program: with an exponent only where it is very long without.

    Examples
    --------
    >>> exact_text(Fraction(3, 2 * 10**40)), exact_text(Fraction(3, 2 * 10**4000))
    ('0.00000000000000000000000000000000000000015', '1.5e-4000')
    """
    text = decimal_text(Fraction(value))
    return text if len(text) <= LONGEST_PLAIN else _with_exponent(text, LONGEST_PLAIN)


def _with_exponent(text: str, most_digits: int) -> str:
    """Return an exact decimal with an exponent; as it is where it is no short decimal."""
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    digits = text.replace(".", "").strip("0")
    if "/" in text or len(digits) > most_digits:
        return f"{sign}{text}"
    whole, _, part = text.partition(".")
    zeros = len(part) - len(part.lstrip("0"))
    exponent = len(whole) - 1 if whole.strip("0") else -(zeros + 1)
    mantissa = digits[0] + (f".{digits[1:]}" if digits[1:] else "")
    return f"{sign}{mantissa}e{exponent}"
