"""Domains of symbols: intervals of reals or of integers, with open or closed rational ends."""

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.language.errors import StatementError, written
from boundcalc.language.numbers import decimal_text, read_rational
from boundcalc.language.records import Record


class Unit(Enum):
    """What a symbol counts or measures; bits and nats never mix silently."""

    NONE = ""
    RECORDS = "records"
    QUERIES = "queries"
    PROBABILITY = "probability"
    BITS = "bits"
    NATS = "nats"


@dataclass(frozen=True, kw_only=True, slots=True)
class Domain(Record):
    """An interval of the reals, or of the integers, with rational or infinite ends.

    Parameters
    ----------
    lower, upper : Fraction or None
        The ends; None is infinite.
    lower_closed, upper_closed : bool
        Whether the end belongs to the domain; an infinite end never does.
    integer : bool
        Whether only the integers of the interval belong.

    Raises
    ------
    StatementError
        If no number belongs to the domain.
    """

    lower: Fraction | None = None
    upper: Fraction | None = None
    lower_closed: bool = False
    upper_closed: bool = False
    integer: bool = False

    def __post_init__(self) -> None:
        if (self.lower is None and self.lower_closed) or (self.upper is None and self.upper_closed):
            raise StatementError(f"domain {self}: an infinite end is open")
        if self.is_empty():
            raise StatementError(f"domain {self}: no number belongs to it")

    def is_empty(self) -> bool:
        """Return whether no number belongs to the domain."""
        if self.integer:
            first, last = self.first_integer(), self.last_integer()
            return first is not None and last is not None and first > last
        if self.lower is None or self.upper is None:
            return False
        if self.lower == self.upper:
            return not (self.lower_closed and self.upper_closed)
        return self.lower > self.upper

    def first_integer(self) -> int | None:
        """Return the least integer of the interval, or None where there is no least."""
        if self.lower is None:
            return None
        least = math.ceil(self.lower)
        return least + 1 if least == self.lower and not self.lower_closed else least

    def last_integer(self) -> int | None:
        """Return the greatest integer of the interval, or None where there is no greatest."""
        if self.upper is None:
            return None
        greatest = math.floor(self.upper)
        return greatest - 1 if greatest == self.upper and not self.upper_closed else greatest

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int | Fraction):
            return False
        if self.integer and Fraction(value).denominator != 1:
            return False
        if self.lower is not None and (
            value < self.lower or (value == self.lower and not self.lower_closed)
        ):
            return False
        return not (
            self.upper is not None
            and (value > self.upper or (value == self.upper and not self.upper_closed))
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the domain as an object: its ends, and how it is written."""
        return {"text": str(self), **Record.to_dict(self)}

    def __str__(self) -> str:
        if self.integer and self.upper is None and self.lower is not None:
            return f"the integers >= {self.first_integer()}"
        left = "[" if self.lower_closed else "("
        right = "]" if self.upper_closed else ")"
        lower = "-oo" if self.lower is None else decimal_text(self.lower)
        upper = "oo" if self.upper is None else decimal_text(self.upper)
        interval = f"{left}{lower}, {upper}{right}"
        return f"the integers of {interval}" if self.integer else interval


def interval(text: str, *, integer: bool = False) -> Domain:
    """Return the domain that `text` spells, such as ``(0, 1/8]`` or ``[0, oo)``.

    Examples
    --------
    >>> str(interval("(0, 1/8]")), Fraction(1, 8) in interval("(0, 1/8]")
    ('(0, 0.125]', True)
    """
    if not isinstance(integer, bool):
        raise StatementError(f"integer is True or False, but got {written(integer)}")
    stripped = text.strip() if isinstance(text, str) else ""
    ends = stripped[1:-1].split(",")
    if len(stripped) < 5 or stripped[0] not in "([" or stripped[-1] not in ")]" or len(ends) != 2:
        found = written(text)
        raise StatementError(f"expected an interval such as (0, 1/8] or [0, oo) but got {found}")
    lower_text, upper_text = (end.strip() for end in ends)
    lower = None if lower_text == "-oo" else read_rational(lower_text, name="lower end")
    upper = None if upper_text in ("oo", "+oo") else read_rational(upper_text, name="upper end")
    return Domain(
        lower=lower,
        upper=upper,
        lower_closed=stripped[0] == "[",
        upper_closed=stripped[-1] == "]",
        integer=integer,
    )


REAL = Domain()
POSITIVE = Domain(lower=Fraction(0))
NONNEGATIVE = Domain(lower=Fraction(0), lower_closed=True)
PROBABILITY = Domain(lower=Fraction(0), upper=Fraction(1), lower_closed=True, upper_closed=True)
OPEN_PROBABILITY = Domain(lower=Fraction(0), upper=Fraction(1))
POSITIVE_INTEGER = Domain(lower=Fraction(1), lower_closed=True, integer=True)
NONNEGATIVE_INTEGER = Domain(lower=Fraction(0), lower_closed=True, integer=True)
INTEGER = Domain(integer=True)
