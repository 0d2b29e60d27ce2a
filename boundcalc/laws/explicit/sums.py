r"""Sums whose terms are known: ``\sum_{k=0}^n r^k``, ``\sum_{k=1}^n k^2``, the binomial theorem.

A term is a number that does not vary, times a power of the index, times r to the index; it may be
divided by the factorial of the index, or have a binomial coefficient. What is infinite converges
where its ratio lies between -1 and 1, which is needed where nothing says it.

Main definitions
----------------
`closed_sum`: the value of a sum of one such term, over a `Range`, which `range_of` reads.
`closed_node`: that of a sum that is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

from boundcalc.language.expressions import (
    Expression,
    Number,
    Operation,
    Relation,
    Sum,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, is_term, within
from boundcalc.reader.meanings import letters

POWERS = "a sum of powers of whole numbers"
GEOMETRIC = "a geometric series"
EXPONENTIAL = "the series of the exponential"
BINOMIAL = "the binomial theorem"
SERIES = (POWERS, GEOMETRIC, EXPONENTIAL, BINOMIAL)
_INFINITE = re.compile(r"\s*\+?\s*\\infty\s*")
_ONE, _ZERO = number_form(1), number_form(0)
_FIRST = (0, 1, 2)  # where a sum may begin
_MOST = 3  # the highest power of the index


@dataclass(frozen=True, slots=True)
class _Summand:
    """``left * k^power * ratio^k * other^(n - k)``, where k is the index and n the last one."""

    left: Form
    power: int = 0
    ratio: Form | None = None
    other: Form | None = None
    has_factorial: bool = False  # below
    has_binomial: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where a sum goes; `last` is None for infinity."""

    index: str
    first: int
    last: Form | None


def range_of(laws: Reader, term: Term) -> Range | None:
    """Return the range of a sum over one index from 0, 1 or 2; None for another sum."""
    if len(term.bound) != 1 or term.lower not in map(str, _FIRST) or not term.upper:
        return None
    (index,) = term.bound
    is_infinite = _INFINITE.fullmatch(term.upper) is not None
    last = None if is_infinite else laws.read(within(term.upper, laws.source))
    return _range(laws, index, int(term.lower), last)


def _range(laws: Reader, index: str, first: int, last: Form | None) -> Range | None:
    """Return a range whose last index is a whole number, which a letter is unless said else."""
    said = {symbol.name for symbol in laws.scope.symbols} - laws.tentative
    ends = [laws.forms.atoms[item[0][0]] for item, _ in (last or _ZERO).terms if item]
    for node in ends:
        is_name = isinstance(node, Symbol) and not is_term(node)
        if not is_name or not (_is_integer(node) or said.isdisjoint(node.names())):
            return None
    is_open = last is not None and (not last.is_whole or index in _letters(laws.forms, last))
    return None if is_open else Range(index, first, last)


def closed_node(laws: Reader, node: Sum) -> Form | None:
    """Return the value of a sum that is read, or None where it is not known."""
    forms, lower = laws.forms, node.lower
    if not isinstance(lower, Number) or lower.value not in _FIRST:
        return None
    index = node.index.latex or node.index.name
    over = _range(laws, index, int(lower.value), forms.of(node.upper))
    parts = forms.of(node.body).terms if over is not None else ()
    values = [closed_sum(laws, over, *each) for each in parts] if over is not None else []
    known = [item for item in values if item is not None]
    return reduce(Form.plus, known) if known and len(known) == len(values) else None


def closed_sum(laws: Reader, over: Range, item: Monomial, number: Fraction) -> Form | None:
    r"""Return the value of the sum of one monomial, or None where it is not known.

    Parameters
    ----------
    laws : Reader
        What reads terms; it is told what convergence needs.
    over : Range
        What the sum goes over.
    item, number : Monomial, Fraction
        What is summed.
    """
    found = _summand(laws.forms, item, over.index, over.last)
    if found is None:
        return None
    if over.last is None:
        value = _infinite(laws, found, over.first)
    else:
        value = _finite(laws, found, over.first, over.last)
    return None if value is None else value.times(found.left).scaled(number)


def _is_integer(node: Expression) -> bool:
    return isinstance(node, Symbol) and node.domain.integer


def _letters(forms: Forms, form: Form) -> frozenset[str]:
    nodes = [forms.atoms[name] for item, _ in form.terms for name, _ in item]
    return frozenset().union(*map(letters, nodes)) if nodes else frozenset()


def _is_index(node: Expression, index: str) -> bool:
    return isinstance(node, Symbol) and (node.latex or node.name) == index


def _summand(forms: Forms, item: Monomial, index: str, last: Form | None) -> _Summand | None:
    """Return a monomial as a term of a sum over an index, or None for any other."""
    found = _Summand(_ONE)
    for name, power in item:
        node = forms.atoms[name]
        if index not in letters(node):
            found = replace(found, left=found.left.times(monomial_form(((name, power),))))
            continue
        more = _with(forms, found, name, power, index, last)
        if more is None:
            return None
        found = more
    return found


def _with(
    forms: Forms, found: _Summand, name: str, power: Fraction, index: str, last: Form | None
) -> _Summand | None:
    """Return a term with one more factor in which the index stands, or None for another factor."""
    node = forms.atoms[name]
    if _is_index(node, index):
        is_small = power.denominator == 1 and 0 < power <= _MOST
        return replace(found, power=int(power)) if is_small else None
    if name in forms.exponents:
        held = forms.exponents[name]
        rest = tuple(pair for pair in held if not _is_index(forms.atoms[pair[0]], index))
        is_linear = len(held) == len(rest) + 1 and dict(held).keys() - dict(rest).keys() == {
            pair[0] for pair in held if pair not in rest and pair[1] == 1
        }
        if not is_linear or index in _letters(forms, monomial_form(rest)):
            return None
        return _times_ratio(found, forms.exponential(monomial_form(rest, power)))
    if name in forms.powers and power.denominator == 1:
        return _with_power(forms, found, *forms.powers[name], int(power), index, last)
    if not isinstance(node, Operation):
        return None
    if node.operator is Operator.FACTORIAL and power == -1 and _is_index(node.operands[0], index):
        return replace(found, has_factorial=True)
    if node.operator is Operator.BINOMIAL and power == 1 and _is_index(node.operands[1], index):
        is_whole = last is not None and forms.of(node.operands[0]) == last
        return replace(found, has_binomial=True) if is_whole else None
    return None


def _with_power(
    forms: Forms,
    found: _Summand,
    base: Form,
    exponent: Form,
    power: int,
    index: str,
    last: Form | None,
) -> _Summand | None:
    """Return a term times a base to a power of which the index is a summand."""
    varying = [
        (item, number)
        for item, number in exponent.terms
        if index in _letters(forms, monomial_form(item))
    ]
    if index in _letters(forms, base) or len(varying) != 1:
        return None
    ((item, slope),) = varying
    if len(item) != 1 or item[0][1] != 1 or slope.denominator != 1:
        return None
    slope *= power
    rest = exponent.plus(monomial_form(item, -varying[0][1])).scaled(Fraction(power))
    if last is not None and slope < 0 and rest == last.scaled(-slope):
        step = _raised(forms, base, int(-slope))
        return replace(found, other=step if found.other is None else found.other.times(step))
    found = _times_ratio(found, _raised(forms, base, int(slope)))
    return replace(found, left=found.left.times(_to(forms, base, rest)))


def _times_ratio(found: _Summand, factor: Form) -> _Summand:
    return replace(found, ratio=factor if found.ratio is None else found.ratio.times(factor))


def _raised(forms: Forms, base: Form, power: int) -> Form:
    result = _ONE
    for _ in range(abs(power)):
        result = result.times(base)
    return result if power >= 0 else forms.inverse(result)


def _to(forms: Forms, base: Form, exponent: Form) -> Form:
    """Return a base to the power of a form."""
    if not exponent.terms:
        return _ONE
    power = Operation(Operator.POWER, (forms.expression(base), forms.expression(exponent)))
    return forms.of(power)


def _infinite(laws: Reader, found: _Summand, first: int) -> Form | None:
    """Return the sum from the first index on, without what does not vary."""
    ratio, forms = found.ratio, laws.forms
    if found.has_binomial or found.other is not None:
        return None
    if found.has_factorial:
        ratio = _ONE if ratio is None else ratio
        laws.used.append(EXPONENTIAL)
        factor = (_ONE, ratio, _of(ratio, (1, 1)), _of(ratio, (1, 3, 1)))[found.power]
        whole = factor.times(forms.exponential(ratio))
        return whole.plus(_head(ratio, found.power, first).scaled(Fraction(-1)))
    if ratio is None or not _converges(laws, ratio):
        return None
    gap = forms.inverse(_ONE.plus(ratio.scaled(Fraction(-1))))
    laws.used.append(GEOMETRIC)
    if found.power == 0:
        return _raised(forms, ratio, first).times(gap)
    factor = (_ONE, ratio, _of(ratio, (1, 1)), _of(ratio, (1, 4, 1)))[found.power]
    for _ in range(found.power + 1):
        factor = factor.times(gap)
    return factor.plus(_head(ratio, found.power, first).scaled(Fraction(-1)))


def _of(ratio: Form, numbers: tuple[int, ...]) -> Form:
    """Return a polynomial without a constant, by its coefficients."""
    total, power = _ZERO, _ONE
    for number in numbers:
        power = power.times(ratio)
        total = total.plus(power.scaled(Fraction(number)))
    return total


def _head(ratio: Form, power: int, first: int) -> Form:
    """Return the terms before the first one, which are as they are over 0! and 1!."""
    total = _ZERO
    for index in range(first):
        size = Fraction(index**power)
        total = total.plus((ratio if index else _ONE).scaled(size))
    return total


def _converges(laws: Reader, ratio: Form) -> bool:
    """Return whether a ratio may lie between -1 and 1, and tell that it has to."""
    if all(not item for item, _ in ratio.terms):
        return abs(ratio.constant) < 1
    node = laws.forms.expression(ratio)
    laws.needs[Relation(node, Sense.LT, as_expression(1))] = None
    laws.needs[Relation(node, Sense.GT, as_expression(-1))] = None
    return True


def _finite(laws: Reader, found: _Summand, first: int, last: Form) -> Form | None:
    """Return the sum from the first index to the last, without what does not vary."""
    if found.has_factorial or found.power > _MOST or (found.has_binomial and first > 1):
        return None
    if found.has_binomial:
        value = _binomial(laws.forms, found, first, last)
    elif found.other is not None:
        return None
    elif found.ratio is not None:
        value = _geometric(laws.forms, found.ratio, found.power, first, last)
    elif found.power:
        value = _powers(found.power, last).plus(number_form(-1 if first == 2 else 0))
    else:
        return None
    if value is None:
        return None
    name = BINOMIAL if found.has_binomial else GEOMETRIC if found.ratio is not None else POWERS
    laws.used.append(name)
    _has_range(laws, first, last)
    return value


def _has_range(laws: Reader, first: int, last: Form) -> None:
    """Tell that a sum ends at the earliest one before it begins, where its range is empty."""
    least: Fraction | None = last.constant
    for item, number in last.terms:
        node = laws.forms.atoms[item[0][0]] if item else None
        lower = node.domain.lower if isinstance(node, Symbol) and number > 0 else None
        if item:
            least = None if least is None or lower is None else least + number * lower
    if least is None or least < first - 1:
        node = laws.forms.expression(last)
        laws.needs[Relation(node, Sense.GE, as_expression(first - 1))] = None


def _binomial(forms: Forms, found: _Summand, first: int, last: Form) -> Form | None:
    one = found.ratio or _ONE
    other = found.other or _ONE
    both = one.plus(other)
    if found.power == 0:
        start = _to(forms, other, last).scaled(Fraction(-first))
        return _to(forms, both, last).plus(start)
    less = _to(forms, both, last.plus(number_form(-1)))
    if found.power == 1:
        return last.times(one).times(less)
    if found.power > 2:
        return None
    least = _to(forms, both, last.plus(number_form(-2)))
    return last.times(one).times(least).times(other.plus(last.times(one)))


def _geometric(forms: Forms, ratio: Form, power: int, first: int, last: Form) -> Form | None:
    gap = forms.inverse(_ONE.plus(ratio.scaled(Fraction(-1))))
    beyond = _to(forms, ratio, last.plus(_ONE))
    if power == 0:
        return _raised(forms, ratio, first).plus(beyond.scaled(Fraction(-1))).times(gap)
    return None


def _powers(power: int, last: Form) -> Form:
    """Return the sum of powers of the numbers up to the last one (Faulhaber)."""
    after = last.plus(_ONE)
    if power == 1:
        return last.times(after).scaled(Fraction(1, 2))
    if power == 2:
        twice = last.scaled(Fraction(2)).plus(_ONE)
        return last.times(after).times(twice).scaled(Fraction(1, 6))
    return last.times(after).times(last).times(after).scaled(Fraction(1, 4))
