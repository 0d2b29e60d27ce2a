"""Tactics of groups: the monomials of a term by the functions that they contain.

A group is a coefficient times a product of logarithms, exponentials and the like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.normal import UNIT, Form, Monomial, _plus
from boundcalc.checker.terms import Rejected, Term, names, number
from boundcalc.proving.numeric_hints import FloatPoint, evaluate, seems
from boundcalc.proving.polynomials import cancelled, canonical
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.quotients import Quotients
from boundcalc.proving.simplify import (
    ONE,
    _joined,
    form_term,
    normalizer_for,
    product_term,
)
from boundcalc.proving.tactics import calculus, critical
from boundcalc.proving.tactics.calculus import LADDER, LARGE
from boundcalc.proving.term_translation import to_json

FUNCTIONS = ("ln", "erfc", "arctan")
MANY = 6  # groups


@dataclass(frozen=True)
class Groups:
    """A term as a sum of coefficients times functions, over a denominator."""

    normalizer: Quotients
    coefficients: dict[Monomial, Form]
    bottom: Form
    far: FloatPoint | None  # a point towards infinity, if the range is infinite and positive

    @classmethod
    def of(cls, state: ProofState) -> Groups | None:
        """Return the groups of a term, or None where there is only one, or too many."""
        normalizer = normalizer_for(state.context)
        try:
            top, bottom = normalizer.quotient(state.term)
        except (Rejected, RecursionError):
            return None
        found: dict[Monomial, Form] = {}
        for (powers, exponents), value in top.items():
            ours = frozenset(item for item in powers if item[0][0] in FUNCTIONS)
            rest: Form = {(powers - ours, frozenset()): value}
            key = (ours, exponents)
            found[key] = _plus(found.get(key, {}), rest)
        kept = {key: form for key, form in sorted(found.items(), key=_order) if form}
        return cls(normalizer, kept, bottom, _far(state)) if 1 < len(kept) <= MANY else None

    def _by_leading(self, top: Form, bottom: Form, far: FloatPoint) -> tuple[Form, Form]:
        """Divide by the greatest monomial of the denominator, so that there is a limit."""
        sizes = {key: abs(evaluate(form_term({key: bottom[key]}), [far])[0]) for key in bottom}
        leading = max(sizes, key=lambda key: sizes[key])
        inverse = self.normalizer.whole_power({leading: ONE_}, -1)
        return self.normalizer.product(top, inverse), self.normalizer.product(bottom, inverse)

    def part(self, key: Monomial, over: Form) -> Term:
        """Return a group divided by a form."""
        top, bottom = cancelled(self.normalizer, self.coefficients[key], over)
        if len(bottom) > 1 and self.far is not None:
            coefficient: Term = ("divide", *map(form_term, self._by_leading(top, bottom, self.far)))
        elif len(bottom) > 1:
            written = (product_term(self.normalizer, form) for form in (top, bottom))
            coefficient = ("divide", *written)
        else:
            single = self.normalizer.product(top, self.normalizer.whole_power(bottom, -1))
            coefficient = product_term(self.normalizer, single)
        if key == UNIT:
            return coefficient
        function = form_term({key: ONE_})
        return function if coefficient == ONE else ("multiply", coefficient, function)


ONE_ = Fraction(1)
FAR = 1e9


def _far(state: ProofState) -> FloatPoint | None:
    """Return a point far out in the variables whose ranges are infinite and positive."""
    ranges = {name: state.context.box[name] for name in state.used}
    far = {name for name, values in ranges.items() if values.low > 0 and values.high == ia.INF}
    point = next(iter(state.points), None)
    if not far or point is None:
        return None
    return {name: FAR if name in far else value for name, value in point.items()}


def _order(item: tuple[Monomial, Form]) -> str:
    return canonical(item[0])


def groups(state: ProofState) -> Iterator[Attempt]:
    """Look at each group by itself, where each seems not to be negative."""
    found = None if state.size > LARGE else Groups.of(state)
    if found is None:
        return
    sign = _sign(state, product_term(found.normalizer, found.bottom))
    if not sign:
        return
    over = {key: sign * value for key, value in found.bottom.items()}
    parts = [found.part(key, over) for key in found.coefficients]
    if all(seems(part, state.points, 1) for part in parts):
        step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(("add", *parts))}
        yield Attempt(step, 0.7, plans={-1: Attempt({"rule": "parts"})})


def dropped(state: ProofState) -> Iterator[Attempt]:
    """Leave out a function that is not negative by an enclosure and seems not to be needed."""
    form = state.memory.form(state.context, state.term) if state.size <= LARGE else {}
    for key, value in form.items() if len(form) <= MANY else ():
        one, rest = form_term({key: value}), form_term({k: v for k, v in form.items() if k != key})
        is_function = calculus.transcendental(one) > 0 and state.memory.sign(state.context, key)[0]
        if is_function and value > 0 and seems(rest, state.points, 1):
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(("add", rest, one))}
            yield Attempt(step, 0.4, plans={-1: Attempt({"rule": "parts"})})


def alone(state: ProofState) -> Iterator[Attempt]:
    """Divide by the coefficient of a function, so that its slope no longer contains it."""
    found = None if state.size > LARGE or state.ladder >= LADDER else Groups.of(state)
    if found is None:
        return
    for key, coefficient in found.coefficients.items():
        functions = key[0]
        if len(functions) != 1 or key[1] or next(iter(functions))[1] != 1:
            continue
        written = product_term(found.normalizer, coefficient)
        sign = _sign(state, written)
        if not sign or not names(written) & names(form_term({key: ONE_})):
            continue
        over = {item: sign * value for item, value in coefficient.items()}
        other = _joined("add", [found.part(item, over) for item in found.coefficients], ONE)
        below = product_term(found.normalizer, found.bottom)
        positive: Term = product_term(found.normalizer, over)
        if below != ONE:
            if _sign(state, below) < 0:
                continue
            positive = ("divide", positive, below)
        step = {"rule": "factor", "factor": to_json(positive), "other": to_json(other)}
        rest = ProofState(state.context, (state.kind, other), state.memory, state.ladder + 1)
        for plan in _moves(rest):
            yield Attempt(step, 0.5, 1, plans={-1: plan})


def _moves(state: ProofState) -> Iterator[Attempt]:
    """Yield what the slope allows."""
    yield from calculus.eliminate(state)
    yield from calculus.tail(state, plain=True)
    yield from calculus.tail(state, plain=False)
    yield from critical.critical(state)


def absorb(state: ProofState) -> Iterator[Attempt]:
    """Divide a sum under a logarithm by one of its monomials, where the rest then cancels."""
    if state.size > LARGE // 4:
        return
    normalizer = normalizer_for(state.context)
    try:
        top, bottom = normalizer.quotient(state.term)
    except (Rejected, RecursionError):
        return
    if bottom != {UNIT: ONE_}:
        return
    for key, value in top.items():
        inner = _sum_under_logarithm(key)
        rest = {other: part for other, part in top.items() if other != key}
        for monomial in sorted(inner, key=canonical):
            one: Form = {monomial: inner[monomial]}
            quotient = normalizer.product(inner, normalizer.whole_power(one, -1))
            logarithm = normalizer.form(("ln", form_term(one)))
            moved = _plus(rest, {other: value * part for other, part in logarithm.items()})
            if len(moved) < len(rest):
                scaled: Term = ("multiply", number(value), ("ln", form_term(quotient)))
                other = ("add", scaled, form_term(moved))
                step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
                yield Attempt(step, 0.6)


def _sum_under_logarithm(monomial: Monomial) -> Form:
    """Return the sum of which a monomial is the logarithm, or nothing."""
    powers, exponents = monomial
    if len(powers) != 1 or exponents:
        return {}
    ((atom, power),) = powers
    inner: Any = atom[1] if atom[0] == "ln" and power == 1 else ()
    return dict(inner[1]) if len(inner) == 2 and inner[0] == "sum" else {}


def _sign(state: ProofState, term: Term) -> int:
    """Return the sign that a term seems to have everywhere, or 0."""
    return next((sign for sign in (1, -1) if seems(term, state.points, sign)), 0)
