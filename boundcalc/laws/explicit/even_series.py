r"""The even part of the series of the exponential: ``\sum_{k=0}^\infty x^{2k}/(2k)!``.

Main definitions
----------------
`even_sum`: the value of such a sum, which is the hyperbolic cosine of x.
"""

from __future__ import annotations

from fractions import Fraction

from boundcalc.language.expressions import Expression, Operation
from boundcalc.language.operators import Operator
from boundcalc.laws.explicit.summands import summand
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader


def even_sum(laws: Reader, index: str, item: Monomial) -> Form | None:
    """Return the sum from 0 to infinity of a monomial with the factorial of twice the index.

    None for another monomial, and where the root of what is raised to the index is not plain.
    """
    forms = laws.forms
    below = [pair for pair in item if _is_of_twice(forms, forms.atoms[pair[0]], index)]
    if len(below) != 1 or below[0][1] != -1:
        return None
    rest = tuple(pair for pair in item if pair not in below)
    found = summand(forms, rest, index, None)
    if found is None or found.has_factorial or found.power or found.shift or found.has_binomial:
        return None
    root = number_form(1) if found.ratio is None else _root(found.ratio)
    if root is None:
        return None
    both = forms.exponential(root).plus(forms.exponential(root.scaled(Fraction(-1))))
    return both.scaled(Fraction(1, 2)).times(found.left)


def _is_of_twice(forms: Forms, node: Expression, index: str) -> bool:
    """Return whether an expression is the factorial of twice an index."""
    if not isinstance(node, Operation) or node.operator is not Operator.FACTORIAL:
        return False
    parts = forms.of(node.operands[0]).terms
    if len(parts) != 1 or parts[0][1] != 2 or len(parts[0][0]) != 1:
        return False
    ((name, power),) = parts[0][0]
    held = forms.atoms[name]
    return power == 1 and index in (getattr(held, "latex", ""), getattr(held, "name", ""))


def _root(ratio: Form) -> Form | None:
    """Return the square root of a square, of either sign; None for what is none."""
    if len(ratio.terms) != 1 or ratio.terms[0][1] != 1:
        return None
    ((item, _),) = ratio.terms
    if any(power.denominator != 1 or power.numerator % 2 for _, power in item):
        return None
    return monomial_form(tuple((name, power / 2) for name, power in item))
