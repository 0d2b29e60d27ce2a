"""Closed forms that a number agrees with: guesses, which a proof may confirm.

Integer relations are found by the reduction of lattices of Lenstra, Lenstra and Lovász.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb, ctx, fmpz, fmpz_mat

from boundcalc.enclosures.interval import ball
from boundcalc.language.expressions import PI, E, Expression, Number
from boundcalc.language.functions import exp, ln, sqrt

BITS = 400
SPARE = 7  # digits that must agree beyond what the size of the coefficients explains
LEAST_DIGITS = 11


def _number(value: int | Fraction) -> Expression:
    value = Fraction(value)
    if value.denominator == 1:
        return Number(value)
    return Number(Fraction(value.numerator)) / Number(Fraction(value.denominator))


def closed_forms(value: Fraction, digits: int) -> Iterator[Expression]:
    """Yield expressions that agree with a number in all of its digits, the simplest first.

    Parameters
    ----------
    value : Fraction
        The number.
    digits : int
        How many of its decimals are right.

    Examples
    --------
    >>> next(map(str, closed_forms(Fraction("0.718281828459045235360287471353"), 28)))
    'e - 2'
    """
    if digits < LEAST_DIGITS:
        return
    if value < 0:
        yield from (-form for form in closed_forms(-value, digits))
        return
    with ctx.workprec(BITS):
        plain = value.limit_denominator(10 ** ((digits - SPARE) // 2))
        if abs(plain - value) < Fraction(1, 10 ** (digits - 1)):
            yield _number(plain)
            return
        for basis in _bases():
            yield from _linear(value, digits, basis)
        yield from _quadratic(value, digits)
        yield from _products(value, digits)


def _bases() -> Iterator[tuple[tuple[arb, Expression], ...]]:
    """Yield constants that a number may be a rational combination of, with 1."""
    e, two, three = arb(1).exp(), arb(2).log(), arb(3).log()
    pi = arb.pi()
    first = (
        (e, E),
        ((-arb(1)).exp(), _number(1) / E),
        (two, ln(_number(2))),
        (pi, PI),
        (three, ln(_number(3))),
        (arb(1).exp().sqrt(), sqrt(E)),
        ((arb(-1) / 2).exp(), _number(1) / sqrt(E)),
        (e * e, E ** _number(2)),
        (1 / (e * e), _number(1) / E ** _number(2)),
        (arb(2).sqrt(), sqrt(_number(2))),
        (arb(3).sqrt(), sqrt(_number(3))),
        (1 / two, _number(1) / ln(_number(2))),
        (pi.sqrt(), sqrt(PI)),
        (1 / pi, _number(1) / PI),
    )
    for item in first:
        yield (item,)
    yield ((two / three, ln(_number(2)) / ln(_number(3))),)
    yield ((three / two, ln(_number(3)) / ln(_number(2))),)
    yield ((two, ln(_number(2))), (three, ln(_number(3))))
    yield ((e, E), (1 / e, _number(1) / E))


def _relation(values: list[arb], digits: int) -> list[int] | None:
    """Return small integers with which the values add up to nothing, or None."""
    scale = arb(10) ** (digits - 1)
    count = len(values)
    rows = [[fmpz(int(place == other)) for other in range(count)] for place in range(count)]
    for row, value in zip(rows, values, strict=True):
        whole = (value * scale).mid().floor().unique_fmpz()
        if whole is None:
            return None
        row.append(whole)
    shortest = fmpz_mat(rows).lll().tolist()[0]
    found = [int(entry) for entry in shortest[:-1]]
    size = sum(len(str(abs(entry))) for entry in found)
    total = sum((value * entry for value, entry in zip(values, found, strict=True)), arb(0))
    is_close = abs(total) * scale < 10 * sum(map(abs, found))
    return found if found[0] and is_close and size + SPARE <= digits else None


def _linear(
    value: Fraction, digits: int, basis: tuple[tuple[arb, Expression], ...]
) -> Iterator[Expression]:
    found = _relation([ball(value), *(number for number, _ in basis), arb(1)], digits)
    if found is None:
        return
    first, *others, last = found
    parts = [
        (Fraction(-other, first), form) for other, (_, form) in zip(others, basis, strict=True)
    ]
    if any(not factor for factor, _ in parts):
        return
    yield _summed([*parts, (Fraction(-last, first), _number(1))])


def _summed(parts: list[tuple[Fraction, Expression]]) -> Expression:
    """Return a sum of multiples, what is positive first."""
    total: Expression | None = None
    for factor, form in sorted(parts, key=lambda part: part[0] < 0):
        if not factor:
            continue
        one = _scaled(abs(factor), form)
        if total is None:
            total = one if factor > 0 else -one
        else:
            total = total + one if factor > 0 else total - one
    return _number(0) if total is None else total


def _scaled(factor: Fraction, form: Expression) -> Expression:
    if form == _number(1):
        return _number(factor)
    top = form if factor.numerator == 1 else _number(factor.numerator) * form
    return top if factor.denominator == 1 else top / _number(factor.denominator)


def _quadratic(value: Fraction, digits: int) -> Iterator[Expression]:
    """Yield the zero of a quadratic polynomial that a number is."""
    number = ball(value)
    found = _relation([number * number, number, arb(1)], digits)
    if found is None:
        return
    a, b, c = found
    inside = b * b - 4 * a * c
    if inside <= 0:
        return
    whole, rest = _square_part(inside)
    middle, radius = Fraction(-b, 2 * a), Fraction(whole, 2 * abs(a))
    sign = 1 if value > middle else -1
    root = sqrt(_number(rest))
    yield _summed([(middle, _number(1)), (sign * radius, root)])


def _square_part(number: int) -> tuple[int, int]:
    """Return the root of the largest small square that divides an integer, and the quotient."""
    whole = 1
    for factor in range(2, 1000):
        while number % (factor * factor) == 0:
            number //= factor * factor
            whole *= factor
    return whole, number


def _products(value: Fraction, digits: int) -> Iterator[Expression]:
    """Yield a product of powers of 2, 3, 5, e and pi that a number is."""
    logs = [arb(2).log(), arb(3).log(), arb(5).log(), arb(1), arb.pi().log()]
    found = _relation([ball(value).log(), *logs], digits - 1)
    if found is None:
        return
    first, *others = found
    powers = [Fraction(-other, first) for other in others]
    if max(power.denominator for power in powers) > 6:
        return
    yield _product(powers)


def _product(powers: list[Fraction]) -> Expression:
    """Return 2^a 3^b 5^c e^d pi^f, with what has one denominator under one root."""
    above: list[Expression] = []
    below: list[Expression] = []
    whole = Fraction(1)
    roots: dict[int, Fraction] = {}
    for base, power in zip((2, 3, 5), powers, strict=False):
        floor = power.numerator // power.denominator
        whole *= Fraction(base) ** floor
        rest = power - floor
        if rest:
            common = roots.get(rest.denominator, Fraction(1))
            roots[rest.denominator] = common * base**rest.numerator
    for index, inside in sorted(roots.items()):
        one = _number(inside)
        above.append(sqrt(one) if index == 2 else one ** (_number(1) / _number(index)))
    for base_form, power in ((E, powers[3]), (PI, powers[4])):
        if power:
            (above if power > 0 else below).append(_power(base_form, abs(power)))
    top, bottom = whole.numerator, whole.denominator
    numerator = _times(top, above)
    denominator = _times(bottom, below)
    return numerator if denominator == _number(1) else numerator / denominator


def _power(base: Expression, power: Fraction) -> Expression:
    if power == 1:
        return base
    if power == Fraction(1, 2):
        return sqrt(base)
    return exp(_number(power)) if base is E else base ** _number(power)


def _times(factor: int, parts: list[Expression]) -> Expression:
    total: Expression | None = None if factor == 1 and parts else _number(factor)
    for part in parts:
        total = part if total is None else total * part
    return _number(1) if total is None else total
