"""Laws in declarations of what is random: their values, and what must hold of their parameters."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from boundcalc.enclosures.exact import exact_value
from boundcalc.language.domains import INTEGER, REAL, Domain
from boundcalc.language.expressions import Expression, Number, Symbol, as_expression
from boundcalc.language.functions import minimum
from boundcalc.language.latex import expression_latex
from boundcalc.probability.records import MEMBER

_Range = tuple[Domain | None, Expression | None, Expression | None]
_NAMED = {"laplace": 1, "exponential": 1, "normal": 2, "uniform": 2, "binomial": 2}


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


def called(law: str) -> str:
    """Return the name of a law without its parameters."""
    return law.partition("(")[0].strip().lower()


def named_law(
    law: str, arguments: tuple[Expression, ...]
) -> tuple[str, tuple[Expression, ...]] | None:
    """Return a law with a formula and its parameters; uniform(m) is one on integers."""
    name = called(law)
    if name == "uniform" and len(arguments) == 1:
        return "dice", arguments
    return (name, arguments) if _NAMED.get(name) == len(arguments) else None


def values_of(
    law: str, arguments: tuple[Expression, ...]
) -> tuple[Domain, Expression | None, Expression | None]:
    """Return the domain of a law with a formula, and bounds that are no numbers."""
    if law == "uniform":
        return REAL, arguments[0], arguments[1]
    if law in ("binomial", "dice"):
        return INTEGER, as_expression(int(law == "dice")), arguments[0]
    ray = Domain(lower=Fraction(0), lower_closed=True)
    return ray if law == "exponential" else REAL, None, None


def has_room(written: _Range, law: _Range) -> bool:
    """Return whether all values of a law may be among those that are declared.

    Ends are compared as numbers, or as they are written, and only a single value is left out by an
    end that is open.
    """
    (domain, low, high), (values, first, last) = written, law
    if domain is None or values is None or (domain.integer and not values.integer):
        return False
    return _reaches(domain.lower, low, values.lower, first, 1) and _reaches(
        domain.upper, high, values.upper, last, -1
    )


def _reaches(
    number: Fraction | None,
    end: Expression | None,
    number_of_law: Fraction | None,
    end_of_law: Expression | None,
    sign: int,
) -> bool:
    """Return whether an end that is declared lies no further inside than that of a law."""
    if number is None and end is None:
        return True
    declared = _number(number, end)
    least = _number(number_of_law, end_of_law)
    if declared is None or least is None:
        return end is not None and end == end_of_law
    return sign * declared <= sign * least


def _number(number: Fraction | None, end: Expression | None) -> Fraction | None:
    """Return an end as a number, if it is one."""
    if end is None:
        return number
    return end.value if isinstance(end, Number) else None


def valid(named: tuple[str, tuple[Expression, ...]] | None) -> tuple[str, ...]:
    """Return what a law needs of its parameters, as LaTeX."""
    if named is None or named[0] in ("uniform", "dice"):
        return ()
    law, arguments = named
    one, zero = as_expression(1), as_expression(0)
    return in_order(zero, arguments[1], one) if law == "binomial" else in_order(zero, arguments[-1])


def reached(
    drift: tuple[Expression, ...],
    values: Domain | None,
    low: Expression | None,
    high: Expression | None,
) -> tuple[str, ...]:
    """Return the relation, as LaTeX, that says that some value lies below the bound of a drift.

    Where all members have this value, they have the drift; what is equal to a bound lies below it
    at one end and above it at the other, and between them a mean is equal. The ends of the interval
    are looked at; without those that are needed, or of integers, nothing is returned.
    """
    if values is None or values.integer:
        return ()
    ends = [low, high]
    for place, (number, closed) in enumerate(
        ((values.lower, values.lower_closed), (values.upper, values.upper_closed))
    ):
        if number is not None and closed:
            ends[place] = as_expression(number)
    found = []
    for function, bound in zip(drift[::2], drift[1::2], strict=True):
        least = [function.substitute({MEMBER: end}) for end in ends if end is not None]
        if len(least) < len(drift) / 2:
            return ()
        shown = least[0] if len(least) == 1 else minimum(*least)
        found.append(rf"{expression_latex(shown)} \le {expression_latex(bound)}")
    return tuple(found)


def may_be_mean(mean: Expression | None, values: Domain | None) -> bool:
    """Return whether a number may be the mean of such values; what is no number may."""
    value = None if mean is None else exact_value(mean, {})
    if value is None or values is None:
        return True
    least, most = values.lower, values.upper
    return (least is None or least <= value) and (most is None or value <= most)
