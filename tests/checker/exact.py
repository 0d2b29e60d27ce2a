"""What terms are worth at a point: an evaluation that shares no code with the checker.

Rationals stay exact; the rest has 120 digits.
A power with an integer exponent has a value at every base, and at zero if it is not negative.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mpmath import mp, mpf

Term = Any
Value = Any  # a Fraction where it is exact, else an mpf
DIGITS = 120
CLOSE = mpf(10) ** -90
ALIKE = mpf(10) ** -25  # where all but 30 digits cancel, the last ones say nothing
LARGEST = 10**6


class Undefined(Exception):  # noqa: N818
    """The term has no value."""


class Unclear(Exception):  # noqa: N818
    """The digits do not tell."""


def sign(value: Value) -> int:
    """Return the sign of a value."""
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    if abs(value) < CLOSE or not mp.isfinite(value):
        raise Unclear
    return 1 if value > 0 else -1


def _mp(value: Value) -> Any:
    if not isinstance(value, Fraction):
        return value
    return mpf(value.numerator) / value.denominator


def _whole(value: Value) -> int:
    if not isinstance(value, Fraction):
        raise Unclear
    if value.denominator != 1:
        raise Undefined
    if abs(value) > 300:
        raise Unclear
    return int(value)


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if sign(base) == 0 if isinstance(base, Fraction) else False:
            if exponent < 0:
                raise Undefined
            return Fraction(int(exponent == 0))
        if abs(exponent) > 400:
            raise Unclear
        if exponent < 0:
            sign(base)  # digits that are all zero do not tell whether there is a value
        return base ** int(exponent)
    side = sign(base)
    if not isinstance(exponent, Fraction) and side <= 0:
        raise Unclear  # it may be an integer
    if side < 0:
        raise Undefined
    if side == 0:
        if exponent <= 0:
            raise Undefined
        return Fraction(0)
    if abs(_mp(exponent) * mp.log(_mp(base))) > LARGEST:
        raise Unclear
    return mp.power(_mp(base), _mp(exponent))


def _ln(value: Value) -> Value:
    if sign(value) <= 0:
        raise Undefined
    return Fraction(0) if value == 1 else mp.log(_mp(value))


def _rounded(value: Value, up: bool) -> Fraction:
    if not isinstance(value, Fraction):
        if abs(value) > LARGEST or abs(value - mp.nint(value)) < CLOSE:
            raise Unclear
        value = Fraction(int(mp.floor(value)) * 2 + 1, 2)
    return Fraction(math.ceil(value) if up else math.floor(value))


def value_of(term: Term, point: Mapping[str, Fraction]) -> Value:
    """Return the value of a term of the checker at a point."""
    with mp.workdps(DIGITS):
        return _value(term, point)


def _value(term: Term, point: Mapping[str, Fraction]) -> Value:
    kind = term[0]
    if kind == "number":
        return term[1]
    if kind == "constant":
        return +mp.e if term[1] == "e" else +mp.pi
    if kind == "symbol":
        return point[term[1]]
    if kind == "sum":
        first, last = (_whole(_value(end, point)) for end in term[2:4])
        if last - first > 100:
            raise Unclear
        items = (_value(term[4], {**point, term[1]: Fraction(i)}) for i in range(first, last + 1))
        return _added(list(items))
    parts = [_value(child, point) for child in term[1:]]
    return _applied(kind, parts)


def _added(parts: list[Value]) -> Value:
    if all(isinstance(part, Fraction) for part in parts):
        return sum(parts, Fraction(0))
    inexact = [_mp(part) for part in parts]
    total = mp.fsum(inexact)
    # What digits cannot tell from zero is zero, and has no sign.
    return mpf(0) if abs(total) <= CLOSE * max(map(abs, inexact)) else total


_AT_ZERO = {"sin": 0, "cos": 1, "tan": 0, "arctan": 0}
_FUNCTIONS = {
    "erf": mp.erf, "erfc": mp.erfc, "phi": mp.ncdf,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "arctan": mp.atan,
}  # fmt: skip


def _applied(kind: str, parts: list[Value]) -> Value:
    first = parts[0]
    if kind == "add":
        return _added(parts)
    if kind == "multiply":
        if all(isinstance(part, Fraction) for part in parts):
            return math.prod(parts)
        return mp.fprod(_mp(part) for part in parts)
    if kind == "negate":
        return -first
    if kind == "divide":
        if sign(parts[1]) == 0:
            raise Undefined
        return _applied("multiply", [first, 1 / parts[1]])
    if kind == "power":
        return _power(first, parts[1])
    if kind == "sqrt":
        return _power(first, Fraction(1, 2))
    if kind == "exp":
        if abs(_mp(first)) > 10_000:
            raise Unclear
        return Fraction(1) if first == 0 else mp.exp(_mp(first))
    if kind == "ln":
        return _ln(first)
    if kind == "log":
        base, argument = _ln(first), _ln(parts[1])
        return _applied("divide", [argument, base])
    if kind == "abs":
        return abs(first)
    if kind in ("max", "min"):
        exact = all(isinstance(part, Fraction) for part in parts)
        return (max if kind == "max" else min)(parts if exact else [_mp(part) for part in parts])
    if kind in ("floor", "ceil"):
        return _rounded(first, kind == "ceil")
    if kind == "factorial":
        n = _whole(first)
        if n < 0:
            raise Undefined
        return Fraction(math.factorial(n))
    if kind == "binomial":
        n, k = _whole(first), _whole(parts[1])
        if n < 0 or k < 0:
            raise Undefined
        return Fraction(math.comb(n, k))
    if first == 0 and kind in _AT_ZERO:
        return Fraction(_AT_ZERO[kind])
    if abs(_mp(first)) > 10**6:
        raise Unclear
    found = _FUNCTIONS[kind](_mp(first))
    return found if abs(found) > CLOSE or kind not in _AT_ZERO else mpf(0)


def agree(first: Value, second: Value) -> bool:
    """Return whether two values are the same, as far as the digits tell."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first == second
    with mp.workdps(DIGITS):
        size = max(abs(_mp(first)), abs(_mp(second)))
        return bool(abs(_mp(first) - _mp(second)) <= CLOSE + ALIKE * size)


def truth(claim: Any, point: Mapping[str, Fraction]) -> bool | None:
    """Return whether a claim of the checker holds at a point; None where the digits do not tell.

    It fails where its term has no value.
    """
    kind, term = claim
    try:
        value = value_of(term, point)
        if kind == "ok":
            return True
        side = sign(value)
    except Undefined:
        return False
    except (Unclear, OverflowError):
        return None
    return {">=": side >= 0, ">": side > 0, "=": side == 0, "!=": side != 0}[kind]
