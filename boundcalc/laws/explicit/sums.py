r"""Sums whose terms are known: ``\sum_{k=0}^n r^k``, ``\sum_{k=1}^n k^2``, the binomial theorem.

A term is a number that does not vary, times a power of the index, times r to the index; it may be
divided by a factorial of the index, or have a binomial coefficient, also written in factorials.
What is infinite converges where its ratio lies between -1 and 1, which is needed where nothing says
it.

Main definitions
----------------
`closed_sum`: the value of a sum of one such term, over a `Range`, which `range_of` reads.
`closed_node`: that of a sum that is read. `has_range`: whether the end of a sum is not too early.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from boundcalc.language.expressions import (
    Expression,
    Number,
    Relation,
    Sum,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Sense
from boundcalc.laws.explicit.even_series import even_sum
from boundcalc.laws.explicit.summands import (
    FIRST,
    MOST,
    Summand,
    letters_of,
    raised,
    summand,
    to_power,
)
from boundcalc.laws.forms import Form, Forms, Monomial, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, is_term, within

POWERS = "a sum of powers of whole numbers"
GEOMETRIC = "a geometric series"
EXPONENTIAL = "the series of the exponential"
BINOMIAL = "the binomial theorem"
SERIES = (POWERS, GEOMETRIC, EXPONENTIAL, BINOMIAL)
_INFINITE = re.compile(r"\s*\+?\s*\\infty\s*")
_SPARSE = re.compile(
    r"(?i)\b(?:odd|even|primes?)\s+(?:numbers?|integers?|indexes|indices)|\bprimes\b"
)
_FROM_ON = re.compile(r"\\sum(?:\\limits)?_\{(?P<index>[i-n])\\g(?:e|eq|eqslant)(?P<first>[012])\}")
_ONE, _ZERO = number_form(1), number_form(0)


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where a sum goes; `last` is None for infinity."""

    index: str
    first: int
    last: Form | None


def range_of(laws: Reader, term: Term) -> Range | None:
    """Return the range of a sum over one index from 0, 1 or 2; None for another sum."""
    from_on = _FROM_ON.fullmatch(term.head.replace(" ", ""))
    is_sparse = _SPARSE.search(laws.source.document) is not None
    if from_on is not None and term.bound == frozenset((from_on["index"],)) and not is_sparse:
        return Range(from_on["index"], int(from_on["first"]), None)
    if len(term.bound) != 1 or term.lower not in map(str, FIRST) or not term.upper:
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
    is_open = last is not None and (not last.is_whole or index in letters_of(laws.forms, last))
    return None if is_open else Range(index, first, last)


def closed_node(laws: Reader, node: Sum) -> Form | None:
    """Return the value of a sum that is read, or None where it is not known."""
    forms, lower = laws.forms, node.lower
    if not isinstance(lower, Number) or lower.value not in FIRST:
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
    even = even_sum(laws, over.index, item) if over.last is None and over.first == 0 else None
    if even is not None:
        laws.used.append(EXPONENTIAL)
        return even.scaled(number)
    found = summand(laws.forms, item, over.index, over.last)
    if found is None:
        return None
    if over.last is None:
        value = _infinite(laws, found, over.first)
    else:
        value = _finite(laws, found, over.first, over.last)
    return None if value is None else value.times(found.left).scaled(number)


def _is_integer(node: Expression) -> bool:
    return isinstance(node, Symbol) and node.domain.integer


def _infinite(laws: Reader, found: Summand, first: int) -> Form | None:
    """Return the sum from the first index on, without what does not vary."""
    ratio, forms = found.ratio, laws.forms
    if found.has_binomial or found.other is not None or not _is_whole(found, first):
        return None
    if found.has_factorial:
        ratio = _ONE if ratio is None else ratio
        laws.used.append(EXPONENTIAL)
        if found.shift:
            rest = forms.exponential(ratio).plus(
                _head(ratio, 0, first - found.shift).scaled(Fraction(-1))
            )
            return raised(forms, ratio, found.shift).times(rest)
        factor = (_ONE, ratio, _of(ratio, (1, 1)), _of(ratio, (1, 3, 1)))[found.power]
        whole = factor.times(forms.exponential(ratio))
        return whole.plus(_head(ratio, found.power, first).scaled(Fraction(-1)))
    if ratio is None or not _converges(laws, ratio):
        return None
    gap = forms.inverse(_ONE.plus(ratio.scaled(Fraction(-1))))
    laws.used.append(GEOMETRIC)
    if found.power == 0:
        return raised(forms, ratio, first).times(gap)
    factor = (_ONE, ratio, _of(ratio, (1, 1)), _of(ratio, (1, 4, 1)))[found.power]
    for _ in range(found.power + 1):
        factor = factor.times(gap)
    return factor.plus(_head(ratio, found.power, first).scaled(Fraction(-1)))


def _is_whole(found: Summand, first: int) -> bool:
    """Return whether all factorials are of whole numbers, and a shifted term has no power."""
    return not found.shift or (found.shift <= first and not found.power)


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


def _finite(laws: Reader, found: Summand, first: int, last: Form) -> Form | None:
    """Return the sum from the first index to the last, without what does not vary."""
    if found.has_factorial or found.power > MOST or not _is_whole(found, first):
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
    # An empty sum is no power of the sum of both.
    is_early = found.has_binomial and first <= found.shift
    least = found.least if is_early else max(found.shift, first - 1)
    if found.has_end:
        least = max(least, first)  # a fraction may cancel the factor that is zero at an empty sum
    if value is None or not has_range(laws, least, last):
        return None
    name = BINOMIAL if found.has_binomial else GEOMETRIC if found.ratio is not None else POWERS
    laws.used.append(name)
    return value


def has_range(laws: Reader, end: int, last: Form) -> bool:
    """Return whether the last index may be so great where the text bounds it, and tell it if not.

    Where the text says that it may be less, the sum is empty there, and its value another one.
    """
    said = {symbol.name for symbol in laws.scope.symbols} - laws.tentative
    least: Fraction | None = last.constant
    for item, number in last.terms:
        node = laws.forms.atoms[item[0][0]] if item else None
        lower = node.domain.lower if isinstance(node, Symbol) and number > 0 else None
        if item:
            least = None if least is None or lower is None else least + number * lower
    if least is not None and (least >= end or not any(item for item, _ in last.terms)):
        return least >= end
    node = laws.forms.expression(last)
    laws.needs[Relation(node, Sense.GE, as_expression(end))] = None
    return least is None or said.isdisjoint(node.names())


def _binomial(forms: Forms, found: Summand, first: int, last: Form) -> Form | None:
    whole = _whole_binomial(forms, found, last)
    rest = last.plus(number_form(-found.shift))
    for index in range(found.shift, first):  # the terms before the first one
        chosen = (_ONE, rest)[index - found.shift].scaled(Fraction(index**found.power))
        one = raised(forms, found.ratio or _ONE, index)
        other = to_power(forms, found.other or _ONE, last.plus(number_form(-index)))
        whole = whole and whole.plus(chosen.times(one).times(other).scaled(Fraction(-1)))
    return whole


def _whole_binomial(forms: Forms, found: Summand, last: Form) -> Form | None:
    """Return the sum of all terms that have a value."""
    one = found.ratio or _ONE
    other = found.other or _ONE
    both = one.plus(other)
    if found.power == 0:
        rest = last.plus(number_form(-found.shift))
        return to_power(forms, both, rest).times(raised(forms, one, found.shift))
    less = to_power(forms, both, last.plus(number_form(-1)))
    if found.power == 1:
        return last.times(one).times(less)
    if found.power > 2:
        return None
    least = to_power(forms, both, last.plus(number_form(-2)))
    return last.times(one).times(least).times(other.plus(last.times(one)))


def _geometric(forms: Forms, ratio: Form, power: int, first: int, last: Form) -> Form | None:
    gap = forms.inverse(_ONE.plus(ratio.scaled(Fraction(-1))))
    beyond = to_power(forms, ratio, last.plus(_ONE))
    if power == 0:
        return raised(forms, ratio, first).plus(beyond.scaled(Fraction(-1))).times(gap)
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
