r"""Sums that are read, brought into one form: linear, from zero on, in one of their two orders.

``\sum_{i=1}^n \frac{n}{n-i+1}`` is n times ``\sum_{i=0}^{n-1} \frac{1}{i+1}``: what does not vary
leaves it, the index is moved to begin at zero, and turned round where that reads simpler, so that
equal sums have one form. A sum of what does not vary has as many terms
as lie between its ends, unless it is emptier than empty.

Main definitions
----------------
`summed_node`: the form of a sum.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from boundcalc.language.domains import INTEGER, REAL
from boundcalc.language.expressions import Expression, Sum, Symbol, as_expression, rebuild
from boundcalc.language.latex import expression_latex
from boundcalc.laws.explicit.sums import has_range
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader

LINEAR = "linearity of a sum"
_INDEX = Symbol("j", INTEGER, latex="j")
_MARK = Symbol("index of a sum", INTEGER, latex=r"\bullet")  # which no text has


def summed_node(laws: Reader, node: Sum, outer: Sum | None = None) -> Form | None:
    """Return the form of a sum that is read, alone or in another one, where it is known."""
    forms = laws.forms
    body = _with_inner(laws, node) if outer is None else node.body
    if body is None or any(isinstance(item, Sum) for item in body.walk() if outer is not None):
        return None
    spelled = body.substitute({node.index.name: _MARK})
    last = forms.of(node.upper).plus(forms.of(node.lower).scaled(Fraction(-1)))
    top = forms.expression(last)
    total = number_form(0)
    for item, number in forms.of(spelled).terms:
        held = tuple(pair for pair in item if _varies(forms, pair[0]))
        part = monomial_form(tuple(pair for pair in item if pair not in held), number)
        if not held and not _is_range(laws, last, outer):
            return None
        whole = last.plus(number_form(1))
        if held:
            whole = _atom(laws, held, node.lower, top, is_inner=outer is not None)
        total = total.plus(part.times(whole))
    laws.used.append(LINEAR)
    return total


def _is_range(laws: Reader, last: Form, outer: Sum | None) -> bool:
    """Return whether a sum is not emptier than empty, at both ends of one around it."""
    if not laws.closes:
        return False
    if outer is None:
        return has_range(laws, -1, last)
    node = laws.forms.expression(last)
    ends = (node.substitute({outer.index.name: it}) for it in (outer.lower, outer.upper))
    forms = [laws.forms.of(it) for it in ends]
    is_linear = all(len(item) <= 1 for item, _ in last.terms)
    return is_linear and all(has_range(laws, -1, it) for it in forms)


def _with_inner(laws: Reader, node: Sum) -> Expression | None:
    """Return the body of a sum with the sums in it in their forms."""
    body = node.body
    for item in [it for it in body.walk() if isinstance(it, Sum)]:
        form = summed_node(laws, item, node)
        if form is None:
            return None
        body = _replaced(body, item, laws.forms.expression(form))
    return body


def _replaced(node: Expression, old: Expression, new: Expression) -> Expression:
    if node == old:
        return new
    return rebuild(node, tuple(_replaced(it, old, new) for it in node.operands))


def _atom(
    laws: Reader, held: Monomial, lower: Expression, top: Expression, *, is_inner: bool
) -> Form:
    """Return the sum of what varies, moved to zero and in the order whose form comes first."""
    forms = laws.forms
    own = forms.expression(monomial_form(held))
    ways = [_monomial(forms, own.substitute({_MARK.name: it})) for it in _ways(lower, top)]
    known = [it for it in ways if it is not None]
    first, form, number = as_expression(0), monomial_form(held), Fraction(1)
    if known:
        form, number = min(known, key=lambda it: (len(it[0].key), it[0].key))
    else:  # moved, it would be several sums
        first = lower
    last = first + top if first != as_expression(0) else top
    letter = _free_letter(forms.expression(form), last)
    whole: Expression = Sum(
        letter, first, last, forms.expression(form).substitute({_MARK.name: letter})
    )
    if laws.is_equation and not is_inner:  # in which it is only compared
        shown = expression_latex(whole)
        whole = Symbol(shown, REAL, latex=shown)
    key = f"sum from {forms.of(first).key} over {forms.of(top).key} of {form.key}"
    return forms.atom(key, whole).scaled(number)


def _ways(lower: Expression, top: Expression) -> tuple[Expression, Expression]:
    """Return an index as one that begins at zero, from below and from above."""
    return _MARK + lower, lower + top - _MARK


def _monomial(forms: Forms, node: Expression) -> tuple[Form, Fraction] | None:
    """Return one term in which all factors vary, and its number; None for another form."""
    form = forms.of(node)
    if len(form.terms) != 1:
        return None
    ((item, number),) = form.terms
    is_plain = bool(item) and all(_varies(forms, name) for name, _ in item)
    return (monomial_form(item), number) if is_plain else None


def _varies(forms: Forms, name: str) -> bool:
    return _MARK.name in forms.atoms[name].names()


def _free_letter(*nodes: Expression) -> Symbol:
    """Return a letter for an index that stands in none of several expressions."""
    inner = {item.index.name for node in nodes for item in node.walk() if isinstance(item, Sum)}
    names = frozenset(inner).union(*(node.names() for node in nodes))
    letters = ("j", "i", "k", "l", "s", "r")
    free = next((it for it in letters if it not in names), "j_0")
    return replace(_INDEX, name=free, latex=free)
