"""What must hold of parameters where a declaration of what is random can be satisfied at all."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.expressions import Expression, Symbol
from boundcalc.language.latex import expression_latex


def in_order(*ends: Expression | None) -> tuple[str, ...]:
    r"""Return the relations, as LaTeX, that say that numbers do not decrease, unless it is plain.

    Parameters
    ----------
    *ends : Expression or None
        The numbers; what is None is infinite, and says nothing.

    Examples
    --------
    >>> from boundcalc.language import PROBABILITY, Symbol, as_expression
    >>> zero, p = as_expression(0), Symbol("p", PROBABILITY)
    >>> in_order(zero, p), in_order(zero, Symbol("b"))
    ((), ('0 \\le b',))
    """
    pairs = pairwise(ends)
    return tuple(
        rf"{expression_latex(low)} \le {expression_latex(high)}"
        for low, high in pairs
        if low is not None and high is not None and not _is_plain(low, high)
    )


def _is_plain(low: Expression, high: Expression) -> bool:
    """Return whether the domains of two symbols, or numbers, say that one is not below."""
    most, least = _end(low, is_upper=True), _end(high, is_upper=False)
    return most is not None and least is not None and most <= least


def _end(value: Expression, *, is_upper: bool) -> Fraction | None:
    if isinstance(value, Symbol):
        if value.domain.integer:
            end = value.domain.last_integer() if is_upper else value.domain.first_integer()
            return None if end is None else Fraction(end)
        return value.domain.upper if is_upper else value.domain.lower
    return exact_value(value, {})
