"""Checks that the mechanisms share: each says what was found and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational

Floats = NDArray[np.float64]


def finite_array(values: ArrayLike, name: str) -> Floats:
    """Return values as an array of finite doubles, or raise a DomainError."""
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DomainError(f"{name}: expected an array of numbers ({error})") from error
    if not np.isfinite(found).all():
        bad = found[~np.isfinite(found)].flat[0]
        raise DomainError(f"{name}: all must be finite but one is {bad}")
    return found


def positive(value: Any, name: str) -> float:
    """Return a positive finite number as a double, or raise a DomainError."""
    number = float(value)
    if not (math.isfinite(number) and number > 0):
        raise DomainError(f"{name}: it is positive and finite but got {value}")
    return number


def ratio_above_one(value: Any, name: str) -> Fraction:
    """Return a rational above 1, such as e^epsilon, or raise a DomainError."""
    found = read_rational(value, name=name)
    if found <= 1:
        raise DomainError(f"{name}: it is e to a positive power and above 1, but got {found}")
    return found


def count(value: int, name: str, *, least: int = 1) -> int:
    """Return an integer that is not below the least one, or raise a DomainError."""
    if not isinstance(value, int) or value < least:
        raise DomainError(f"{name}: it is an integer and at least {least} but got {value!r}")
    return value


def some(values: Sequence[Any], name: str) -> Sequence[Any]:
    """Return a sequence that is not empty, or raise a DomainError."""
    if len(values) == 0:
        raise DomainError(f"{name}: there are none, and at least one is needed")
    return values
