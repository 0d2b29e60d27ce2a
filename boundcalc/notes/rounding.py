r"""Decimals that are rounded, as in ``\sqrt{8/3} = 1.63``: true to the digits that are printed.

Main definitions
----------------
`is_rounded`: whether the sides of an equation between numbers differ by no more than rounding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language.expressions import Expression, Number, Operation, Relation
from boundcalc.language.operators import Operator, Sense

_FEW = 2  # significant digits of a rounded decimal that is a side, at least
_MANY = 3  # of one that is rounded before it is used


def is_rounded(
    relation: Relation, left: str, right: str, printed: tuple[str, str] = ("", "")
) -> bool:
    r"""Return whether an equation between numbers holds to the digits of its decimals.

    A side that is a decimal may be rounded or cut off, if the other side has more digits. A decimal
    in a side counts with its relative error. A sum of decimals that has no more digits than the
    one that is printed is wrong, and not rounded.

    Parameters
    ----------
    relation : Relation
        An equation without symbols.
    left, right : str
        The values of its sides, as decimals.
    printed : pair of str
        How its sides are written: a last zero is a digit, too.

    Examples
    --------
    >>> from boundcalc.language.expressions import as_expression
    >>> third, printed = as_expression(1) / 3, as_expression("0.333")
    >>> is_rounded(third.equals(printed), "0.333333333333333", "0.333")
    True
    >>> half, printed = as_expression(1) / 2, as_expression("0.52")
    >>> is_rounded(half.equals(printed), "0.500000000000000", "0.52")
    False
    """
    if relation.sense is not Sense.EQ or relation.names():
        return False
    try:
        one, two = Fraction(left), Fraction(right)
    except ValueError:
        return False
    sides = ((relation.left, two, printed[0]), (relation.right, one, printed[1]))
    if any(_is_cut(side, other, _places(text)) for side, other, text in sides):
        return True
    errors = [*_errors(relation.left), *_errors(relation.right)]
    return bool(errors) and abs(one - two) <= sum(errors) * max(abs(one), abs(two))


def _is_cut(side: Expression, other: Fraction, places: int) -> bool:
    """Return whether a side is a decimal to which another value is rounded or cut off."""
    if isinstance(side, Operation) and side.operator is Operator.NEGATE:
        return _is_cut(side.operands[0], -other, places)
    if not isinstance(side, Number) or side.value.denominator == 1:
        return False
    unit = Fraction(1, 10 ** max(places, _digits(side.value)))
    left_over = other - side.value
    is_near = abs(left_over) <= unit / 2 or 0 <= left_over < unit
    has_more = (other / unit).denominator > 1
    return has_more and is_near and side.value >= unit * 10 ** (_FEW - 1)


def _errors(side: Expression) -> Iterator[Fraction]:
    """Yield the relative errors of the decimals in a side that is none itself."""
    if isinstance(side, Operation) and side.operator is Operator.NEGATE:
        yield from _errors(side.operands[0])
        return
    if isinstance(side, Number):
        return
    for node in side.walk():
        if isinstance(node, Number) and node.value.denominator > 1:
            unit = Fraction(1, 10 ** _digits(node.value))
            if node.value >= unit * 10 ** (_MANY - 1):
                yield unit / node.value


def _places(text: str) -> int:
    """Return how many digits behind the point a text has that is a decimal; 0 for others."""
    found = re.fullmatch(r"\s*-?[0-9]*\.([0-9]+)\s*", text)
    return 0 if found is None else len(found[1])


def _digits(value: Fraction) -> int:
    """Return how many digits a finite decimal has behind its point."""
    count = 0
    while (value * 10**count).denominator > 1:
        count += 1
    return count
