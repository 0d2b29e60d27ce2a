"""Tactics of last resort that solve assumed equations, or see that they exclude a range."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace as changed
from fractions import Fraction
from itertools import islice

from boundcalc.checker.goals import Range, encloses, opposite, sides_of
from boundcalc.checker.normal import UNIT, Monomial
from boundcalc.checker.terms import Term, children, names, number
from boundcalc.proving.proof_state import Attempt, ProofState, order_step
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.term_translation import number_text, to_json

MOST_NAMES = 3  # in what a variable is replaced by


def excluded(state: ProofState) -> Iterator[Attempt]:
    """See that beyond the end that is claimed of a variable, a fact fails everywhere."""
    sides = sides_of(state.term)
    if sides is None or state.kind not in (">=", ">"):
        return
    is_upper, is_strict = sides[1][0] == "symbol", state.kind == ">"
    symbol, end = sides[::-1] if is_upper else sides
    if symbol[0] != "symbol" or end[0] != "number":
        return
    values = state.context.box[symbol[1]]
    beyond = _beyond(values, end[1], is_low=is_upper, is_closed=is_strict)
    if beyond.low > beyond.high:
        return
    there, facts = state.context.with_range(symbol[1], beyond), state.context.facts
    for index, fact in enumerate(facts):
        if symbol[1] in names(fact[1]) and encloses(there, opposite(fact), 64):
            side = "low" if is_upper else "high"
            bound = {
                "rule": "bound",
                "variable": symbol[1],
                "side": side,
                "value": number_text(end[1]),
            }
            known = Attempt({"rule": "fact", "fact": len(facts)})
            exclude = Attempt({"rule": "exclude", "fact": index})
            cut = Attempt({**bound, "closed": is_strict}, plans={0: known, 1: exclude})
            plans = {-1: known, -2: cut} if is_strict else {-2: known, -1: cut}
            yield Attempt(order_step(*(sides[::-1] if is_strict else sides)), 0.5, plans=plans)
            return


def _beyond(values: Range, end: Fraction, *, is_low: bool, is_closed: bool) -> Range:
    if is_low:
        return changed(values, low=end, low_closed=is_closed)
    return changed(values, high=end, high_closed=is_closed)


def eliminated(state: ProofState) -> Iterator[Attempt]:
    """Replace a variable by the value that an equation among the facts gives it."""
    if state.kind in (">=", ">"):
        yield from islice(_eliminated(state, state.used), 1)


def put_in(state: ProofState) -> Iterator[Attempt]:
    """Put the value that an equation gives a variable into fractions, logarithms and exponents.

    Elsewhere a multiple of the equation does as well, and is looked for first.
    """
    inner = frozenset().union(*map(names, _functions(state.term)))
    yield from islice(_eliminated(state, inner), 1)


def _functions(term: Term) -> Iterator[Term]:
    if term[0] == "divide":
        yield term[2]
    elif term[0] in ("exp", "ln"):
        yield term[1]
    for part in children(term):
        yield from _functions(part)


def _eliminated(state: ProofState, used: Container[str]) -> Iterator[Attempt]:
    for index, (kind, fact) in enumerate(state.context.facts):
        for factor, name, value in _values(state, fact) if kind == "=" else ():
            is_free = name not in names(value) and len(names(value)) <= MOST_NAMES
            if name in used and is_free and not state.context.box[name].integer:
                yield _replaced(state, index, factor, name, value)


def _values(state: ProofState, fact: Term) -> Iterator[tuple[Fraction, str, Term]]:
    """Yield what a difference that is zero says of variables: a factor, a name and its value."""
    if fact[0] == "add" and len(fact) == 3 and fact[2][0] == "negate":
        left, right = fact[1], fact[2][1]
        if left[0] == "symbol":
            yield Fraction(1), left[1], right
        if right[0] == "symbol":
            yield Fraction(-1), right[1], left
    form = state.memory.form(state.context, fact)
    for monomial, factor in form.items():
        (powers, exponents) = monomial
        atom, power = next(iter(powers), (("number",), 0))
        if len(powers) == 1 and power == 1 and not exponents and atom[0] == "symbol":
            rest = {key: -value / factor for key, value in form.items() if key != monomial}
            yield factor, str(atom[1]), form_term(rest)


def _replaced(state: ProofState, index: int, factor: Fraction, name: str, value: Term) -> Attempt:
    """Write a variable as a value and a new variable, which the equation says is zero."""
    new = state.memory.new_name("z")
    steps = [
        _bound(new, side, Fraction(0), (index, sign / factor), is_closed=True)
        for side, sign in (("high", -1), ("low", 1))
    ]
    steps.append(Attempt({"rule": "pin", "variable": new}))
    inherited = list(_inherited(state, name, value))
    steps += inherited
    used = [index, *(bound.plans[0].step["multipliers"][0][0] for bound in inherited)]
    steps.append(Attempt({"rule": "forget", "facts": used}))
    step = {"rule": "substitute", "variable": name, "form": "affine", "name": new}
    moved = {**step, "a": to_json(value), "b": to_json(ONE)}
    return _in_turn([Attempt(moved, 0.5), *steps])


def _inherited(state: ProofState, name: str, value: Term) -> Iterator[Attempt]:
    """Yield the bounds on the only variable of a value that the range of a variable means."""
    found = state.memory.form(state.context, value)
    (other, *more), unit = sorted(names(value)) or [""], found.get(UNIT, Fraction(0))
    key: Monomial = (frozenset([(("symbol", other), Fraction(1))]), frozenset())
    if more or not found.keys() <= {UNIT, key} or key not in found:
        return
    slope, values, place = found[key], state.context.box[name], len(state.context.facts)
    box = state.context.box[other]
    for end, is_closed, is_low in (
        (values.low, values.low_closed, True),
        (values.high, values.high_closed, False),
    ):
        if not isinstance(end, Fraction):
            continue
        at, side = (end - unit) / slope, "low" if is_low == (slope > 0) else "high"
        if box.low < at < box.high:
            yield _bound(other, side, at, (place, 1 / abs(slope)), is_closed=is_closed)
        place += 1


def _bound(
    name: str, side: str, value: Fraction, pair: tuple[int, Fraction], *, is_closed: bool
) -> Attempt:
    """Return the step that bounds a variable by a fact, of which the difference is a multiple."""
    multiplier = [pair[0], to_json(number(pair[1]))]
    combine = {"rule": "combine", "multipliers": [multiplier], "strict": not is_closed}
    shown = Attempt(combine, plans={-1: Attempt({"rule": "identity"})})
    step = {"rule": "bound", "variable": name, "side": side, "value": number_text(value)}
    return Attempt({**step, "closed": is_closed}, plans={0: shown})


def _in_turn(steps: Sequence[Attempt]) -> Attempt:
    """Return the first of some steps, each of which leaves its last goal to the next."""
    first, *rest = steps
    plans = {**first.plans, -1: _in_turn(rest)} if rest else first.plans
    return changed(first, plans=plans)
