"""Tactics of squares and moduli in facts: they bound the variables, or one term by another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.functions import sqrt_ends
from boundcalc.checker.goals import encloses, minus, sides_of
from boundcalc.checker.normal import UNIT, Form
from boundcalc.checker.terms import Rejected, Term, enclose, names, number
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.term_translation import is_linear, number_text, to_json

MANY = 60  # monomials of a fact that is looked at
LARGE = 30  # nodes of a term that is squared
ROOTS = {2: 1, 4: 2, 8: 3}  # how often the square root is taken of a power
SHORT = 24  # bits of an end that is no number in plain sight


def contracted(state: ProofState) -> Iterator[Attempt]:
    """Bound a variable by a fact in which minus an even power of it, or its modulus, stands."""
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind not in (">=", ">", "=") or not _may_bound(state, fact):
            continue
        form = state.memory.form(state.context, fact)
        if len(form) > MANY:
            continue
        for sign in (1, -1) if kind == "=" else (1,):
            signed = {monomial: sign * value for monomial, value in form.items()}
            for attempt in _by_form(state, index, kind, sign, signed):
                yield attempt
                return


def _may_bound(state: ProofState, fact: Term) -> bool:
    """Return whether a fact may bound a variable whose range is infinite, or holds a modulus."""
    if is_linear(fact):
        return False
    box = state.context.box
    is_open = any(
        not (isinstance(box[name].low, Fraction) and isinstance(box[name].high, Fraction))
        for name in names(fact)
    )
    return is_open or _has_modulus(fact)


def _has_modulus(term: Term) -> bool:
    if term[0] in ("number", "constant", "symbol", "sum"):
        return False
    return term[0] == "abs" or any(_has_modulus(child) for child in term[1:])


def _by_form(state: ProofState, index: int, kind: str, sign: int, form: Form) -> Iterator[Attempt]:
    for (powers, exponents), value in form.items():
        if value >= 0 or exponents or len(powers) != 1:
            continue
        (atom, power) = next(iter(powers))
        part = form_term({(powers, exponents): Fraction(1)})
        is_modulus = atom[0] == "abs" and power == 1 and part[1][0] == "symbol"
        if not (is_modulus or (atom[0] == "symbol" and power in ROOTS)):
            continue
        rest = {key: other / -value for key, other in form.items() if key != (powers, exponents)}
        limit = _greatest(state, form_term(rest))
        if limit is None:
            continue
        if is_modulus:
            is_open = kind == ">" and rest.keys() <= {UNIT}
            yield from _bounds(state, part[1][1], limit, None, is_closed=not is_open)
            continue
        roots = ROOTS[int(power)]
        for _ in range(roots):
            limit = sqrt_ends(limit, 64)[1]
        limit = _short(limit)
        plan = _by_squares(index, Fraction(sign) / -value, rest, limit, roots)
        yield from _bounds(state, str(atom[1]), limit, plan)


def _greatest(state: ProofState, term: Term) -> Fraction | None:
    """Return the upper end of an enclosure, or None where it is infinite or negative."""
    try:
        high = enclose(term, state.context.intervals(), 64).high
    except (ia.Undefined, Rejected):
        return None
    return high if isinstance(high, Fraction) and high >= 0 else None


def _short(limit: Fraction) -> Fraction:
    rounded = ia.round_end(limit, SHORT, up=True)
    assert isinstance(rounded, Fraction)
    return limit if limit.denominator < 2**SHORT else rounded


def _by_squares(index: int, weight: Fraction, rest: Form, limit: Fraction, roots: int) -> Attempt:
    """Return the plan for limit >= x: both sides are squared, and the fact bounds the power."""
    left = minus(number(limit ** (2**roots)), form_term(rest))
    shown = Attempt({"rule": "factor", "factor": to_json(ONE), "other": to_json(left)})
    pair = [index, to_json(number(weight))]
    plan = Attempt({"rule": "combine", "multipliers": [pair]}, plans={-1: shown})
    for _ in range(roots):
        plan = Attempt({"rule": "square"}, plans={-1: plan})
    return plan


def _bounds(
    state: ProofState,
    name: str,
    limit: Fraction,
    plan: Attempt | None,
    *,
    is_closed: bool = True,
) -> Iterator[Attempt]:
    """Yield that a variable is at most a limit, and at least minus that, where this is news."""
    values, symbol = state.context.box[name], ("symbol", name)
    news = [(side, old) for side, old in (("high", values.high), ("low", -values.low))]
    for side, old in news:
        if isinstance(old, Fraction) and not limit < old - abs(old) / 4:
            continue
        plans = {}
        if plan is not None and side == "high":
            plans = {0: plan}
        elif plan is not None:  # x + limit is limit - (-x)
            other = minus(number(limit), ("negate", symbol))
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
            plans = {0: Attempt(step, plans={-1: plan})}
        end = limit if side == "high" else -limit
        bound = {"rule": "bound", "variable": name, "side": side, "value": number_text(end)}
        yield Attempt({**bound, "closed": is_closed}, plans=plans)


# --- one side by the other ----------------------------------------------------------------------


def squared(state: ProofState) -> Iterator[Attempt]:
    """Compare the squares of the sides where a fact bounds one square by the other."""
    sides = sides_of(state.term)
    if sides is None or state.ladder or not state.context.facts or state.size > LARGE:
        return
    right, left = sides
    if all(is_linear(fact) for _, fact in state.context.facts):
        return
    if not names(right) or not seems(right, state.points, 1):
        return
    two = number(2)
    target = state.memory.form(state.context, minus(("power", right, two), ("power", left, two)))
    for index, (kind, fact) in enumerate(state.context.facts):
        if kind not in (">=", ">", "=") or is_linear(fact):
            continue
        form = state.memory.form(state.context, fact)
        weights = {target[key] / value for key, value in form.items() if key in target}
        for weight in sorted(weight for weight in weights if weight > 0 or kind == "="):
            rest = form_term(_less(target, form, weight))
            is_strict = state.kind == ">" and kind == ">"
            if not encloses(state.context, (">=" if is_strict else state.kind, rest), 64):
                continue
            shown = Attempt({"rule": "factor", "factor": to_json(ONE), "other": to_json(rest)})
            step = {"rule": "combine", "multipliers": [[index, to_json(number(weight))]]}
            flags = {"strict": True} if is_strict else {}
            combine = Attempt({**step, **flags}, plans={-1: shown})
            yield Attempt({"rule": "square"}, 0.4, plans={-1: combine})
            return


def _less(target: Form, form: Form, weight: Fraction) -> Form:
    rest = {
        key: target.get(key, Fraction(0)) - weight * form.get(key, Fraction(0))
        for key in {**target, **form}
    }
    return {key: value for key, value in rest.items() if value}
