r"""Integrals of explicit functions: powers of x times ``e^{bx + cx^2}``, between given ends.

Each is a number wherever it converges, which needs a sign of b or c where an end is infinite.

Main definitions
----------------
`explicit_integral`: the value of the integral of one such term.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial

from boundcalc.language.expressions import PI, Operation, Relation, Symbol, as_expression
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import is_parameter
from boundcalc.laws.explicit.summands import letters_of
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, within
from boundcalc.reader.meanings import letters

EXPLICIT = "an integral of an explicit function"
_INFINITE = re.compile(r"\s*(?P<sign>[+-]?)\s*\\infty\s*")
_ONE, _ZERO = number_form(1), number_form(0)
_MOST = 6  # the highest power


@dataclass(frozen=True, slots=True)
class _Integrand:
    """``left * x^power * exp(slope * x + bend * x^2)``."""

    left: Form = _ONE
    power: int = 0
    slope: Form = _ZERO
    bend: Form = _ZERO


def explicit_integral(laws: Reader, term: Term, item: Monomial, number: Fraction) -> Form | None:
    r"""Return the value of the integral of one monomial, or None where it is not known.

    Parameters
    ----------
    laws : Reader
        What reads the ends; it is told what convergence needs.
    term : Term
        The integral.
    item, number : Monomial, Fraction
        What is integrated.
    """
    letter = term.bound
    found = _integrand(laws, item, letter)
    if found is None or not term.lower or not term.upper:
        return None
    lower, upper = (_end(laws, text, letter) for text in (term.lower, term.upper))
    if lower == "-" and upper == "+":
        value = _over_all(laws, found)
    elif upper == "+" and isinstance(lower, Form):
        value = _to_infinity(laws, found, lower)
    elif lower == "-" and isinstance(upper, Form):
        sign = Fraction((-1) ** found.power)
        turned = replace(found, slope=found.slope.scaled(Fraction(-1)))
        value = _to_infinity(laws, turned, upper.scaled(Fraction(-1)))
        value = None if value is None else value.scaled(sign)
    elif isinstance(lower, Form) and isinstance(upper, Form):
        value = _between(laws.forms, found, lower, upper)
    else:
        return None
    if value is None:
        return None
    laws.used.append(EXPLICIT)
    return value.times(found.left).scaled(number)


def _end(laws: Reader, text: str, letter: frozenset[str]) -> Form | str:
    """Return an end of an integral, or the sign of infinity; nothing for what is no end."""
    infinite = _INFINITE.fullmatch(text)
    if infinite is not None:
        return infinite["sign"] or "+"
    form = laws.read(within(text, laws.source))
    return "" if letter & letters_of(laws.forms, form) else form


def _integrand(laws: Reader, item: Monomial, letter: frozenset[str]) -> _Integrand | None:
    """Return a monomial as what is integrated; None where something in it may vary besides."""
    forms, found = laws.forms, _Integrand()
    for name, power in item:
        node = forms.atoms[name]
        if not all(_is_fixed(laws, symbol, letter) for symbol in node.symbols()):
            return None
        if not letter & letters(node):
            found = replace(found, left=found.left.times(monomial_form(((name, power),))))
        elif _is_letter(forms, name, letter) and power.denominator == 1 and 0 < power <= _MOST:
            found = replace(found, power=int(power))
        elif name in forms.exponents:
            held = forms.exponents[name]
            own = [pair for pair in held if _is_letter(forms, pair[0], letter)]
            rest = monomial_form(tuple(pair for pair in held if pair not in own), power)
            if len(own) != 1 or own[0][1] not in (1, 2) or letter & letters_of(forms, rest):
                return None
            part = "slope" if own[0][1] == 1 else "bend"
            found = replace(found, **{part: getattr(found, part).plus(rest)})
        else:
            return None
    return found


def _is_letter(forms: Forms, name: str, letter: frozenset[str]) -> bool:
    node = forms.atoms[name]
    return isinstance(node, Symbol) and (node.latex or node.name) in letter


def _is_fixed(laws: Reader, symbol: Symbol, letter: frozenset[str]) -> bool:
    """Return whether a symbol is the letter of an integral, or one number all over it."""
    latex, text = symbol.latex or symbol.name, laws.source.text
    said = {item.name for item in laws.scope.symbols} - laws.tentative
    return latex in letter or symbol.name in said or is_parameter(symbol, text)


def _is_negative(laws: Reader, form: Form) -> bool:
    """Return whether a form may be negative, and tell that it has to be."""
    if all(not item for item, _ in form.terms):
        return form.constant < 0
    opposite = laws.forms.expression(form.scaled(Fraction(-1)))
    laws.needs[Relation(opposite, Sense.GT, as_expression(0))] = None
    return True


def _power(form: Form, size: int) -> Form:
    result = _ONE
    for _ in range(size):
        result = result.times(form)
    return result


def _root(forms: Forms, form: Form) -> Form:
    return forms.of(Operation(Operator.SQRT, (forms.expression(form),)))


def _over_all(laws: Reader, found: _Integrand) -> Form | None:
    """Return the integral from minus infinity to infinity, by moments of the normal law."""
    if not found.bend.terms or found.power > 4 or not _is_negative(laws, found.bend):
        return None
    forms = laws.forms
    over = forms.inverse(found.bend.scaled(Fraction(-2)))  # the variance
    mean = found.slope.times(over)
    moments = [_ONE, mean]
    for order in range(2, found.power + 1):
        wide = moments[order - 2].times(over).scaled(Fraction(order - 1))
        moments.append(mean.times(moments[order - 1]).plus(wide))
    shift = forms.exponential(found.slope.times(mean).scaled(Fraction(1, 2)))
    size = _root(forms, over.scaled(Fraction(2)).times(forms.of(PI)))
    return moments[found.power].times(shift).times(size)


def _to_infinity(laws: Reader, found: _Integrand, start: Form) -> Form | None:
    """Return the integral from a number to infinity."""
    forms, power = laws.forms, found.power
    if found.bend.terms:
        if found.slope.terms or not _is_negative(laws, found.bend):
            return None
        rate = forms.inverse(found.bend.scaled(Fraction(-1)))
        if power == 1:
            at_start = forms.exponential(found.bend.times(start).times(start))
            return at_start.times(rate).scaled(Fraction(1, 2))
        if start.terms or power > 5:
            return None
        half = power // 2
        if power % 2:
            return _power(rate, half + 1).scaled(Fraction(factorial(half), 2))
        size = Fraction(1, 2)
        for order in range(half):
            size *= Fraction(2 * order + 1, 2)
        return _root(forms, rate.times(forms.of(PI))).times(_power(rate, half)).scaled(size)
    if not found.slope.terms or not _is_negative(laws, found.slope):
        return None
    rate = forms.inverse(found.slope.scaled(Fraction(-1)))
    at_start = forms.exponential(found.slope.times(start))
    total = _ZERO
    for order in range(power + 1):  # by parts, as often as there are factors
        size = Fraction(factorial(power), factorial(power - order))
        total = total.plus(_power(start, power - order).times(_power(rate, order + 1)).scaled(size))
    return total.times(at_start)


def _between(forms: Forms, found: _Integrand, lower: Form, upper: Form) -> Form | None:
    """Return the integral between two numbers, the ends of an antiderivative."""
    power = found.power
    if not found.slope.terms and not found.bend.terms:
        ends = _power(upper, power + 1).plus(_power(lower, power + 1).scaled(Fraction(-1)))
        return ends.scaled(Fraction(1, power + 1))
    if found.bend.terms:
        if power != 1 or found.slope.terms:
            return None
        high, low = (forms.exponential(found.bend.times(_power(it, 2))) for it in (upper, lower))
        gap = high.plus(low.scaled(Fraction(-1)))
        return gap.times(forms.inverse(found.bend)).scaled(Fraction(1, 2))
    rate = forms.inverse(found.slope)

    def at(end: Form) -> Form:
        total = _ZERO
        for order in range(power + 1):
            size = Fraction((-1) ** order * factorial(power), factorial(power - order))
            total = total.plus(
                _power(end, power - order).times(_power(rate, order + 1)).scaled(size)
            )
        return total.times(forms.exponential(found.slope.times(end)))

    return at(upper).plus(at(lower).scaled(Fraction(-1)))
