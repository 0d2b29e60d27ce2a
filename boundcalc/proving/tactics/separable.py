"""A tactic for sums of parts without common variables: each is at least its own least value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import Context, minus
from boundcalc.checker.normal import UNIT, Form
from boundcalc.checker.terms import Term, names, number
from boundcalc.proving.numeric_hints import FloatPoint, ends, evaluate, float_points
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import form_term
from boundcalc.proving.term_translation import to_json

LARGE = 120  # nodes of a term
POINTS, HALVINGS = 60, 45
USED = 0.9  # of what the least values leave, shared among the parts
EXACT, SIMPLE = 1e-10, 64  # of values that seem to be fractions, and their denominators


def separated(state: ProofState) -> Iterator[Attempt]:
    """Bound each part of a sum by a number, and add the numbers."""
    if state.kind not in (">=", ">") or len(state.used) < 2 or state.size > LARGE:
        return
    form = state.memory.form(state.context, state.term)
    groups = [form_term(group) for group in _groups(form)]
    if len(groups) < 2:
        return
    bounds = _bounds(state, groups, form.get(UNIT, Fraction(0)))
    if bounds is None:
        return
    first = len(state.context.facts)
    shares = [[first + place, ["number", "1"]] for place in range(len(groups))]
    step = Attempt({"rule": "combine", "multipliers": shares})
    for group, bound in zip(reversed(groups), reversed(bounds), strict=True):
        lemma = minus(group, number(bound))
        step = Attempt({"rule": "cut", "kind": ">=", "term": to_json(lemma)}, 0.7, plans={1: step})
    yield step


def _groups(form: Form) -> list[Form]:
    """Return a sum in parts that share no variables, without what has none."""
    groups: list[tuple[frozenset[str], Form]] = []
    for key, value in form.items():
        used, joined = names(form_term({key: value})), {key: value}
        if not used:
            continue
        for other in [group for group in groups if group[0] & used]:
            groups.remove(other)
            used, joined = used | other[0], {**other[1], **joined}
        groups.append((used, joined))
    return [group for _, group in groups]


def _bounds(state: ProofState, groups: list[Term], rest: Fraction) -> list[Fraction] | None:
    """Return numbers below the groups that add up to enough, as far as doubles tell."""
    lows = [_least(state.context, group) for group in groups]
    left = float(rest) + math.fsum(lows)
    scale = max(1.0, *map(abs, lows))
    if not math.isfinite(left) or left < -EXACT * scale:
        return None
    if left > EXACT * scale:
        share = USED * left / len(groups)
        unit = Fraction(2) ** math.floor(math.log2(share / 8))
        return [math.floor(Fraction(low - share) / unit + 1) * unit for low in lows]
    simple = [Fraction(low).limit_denominator(SIMPLE) for low in lows]
    is_exact = all(
        abs(low - float(value)) < EXACT * scale for low, value in zip(lows, simple, strict=True)
    )
    return simple if is_exact and state.kind == ">=" and rest + sum(simple) >= 0 else None


def _least(context: Context, term: Term) -> float:
    """Return about the least value of a term on the box, or one of its least."""
    box = {name: context.box[name] for name in sorted(names(term))}
    points = float_points(Context(box), POINTS)
    values = [value if value == value else math.inf for value in evaluate(term, points)]
    low = min(values)
    point = points[values.index(low)]
    spans = {name: ends(values) for name, values in box.items()}
    integers = {name for name, values in box.items() if values.integer}
    steps = {name: (1.0 if name in integers else max(1.0, abs(point[name]))) for name in box}
    for _ in range(HALVINGS):
        found = _neighbours(point, steps, spans)
        for other, value in zip(found, evaluate(term, found), strict=True):
            if value < low:
                low, point = value, other
        steps = {
            name: max(step / 2, 1.0) if name in integers else step / 2
            for name, step in steps.items()
        }
    return low


def _neighbours(
    point: FloatPoint, steps: FloatPoint, spans: dict[str, tuple[float, float]]
) -> list[FloatPoint]:
    moved = ((name, point[name] + sign * step) for name, step in steps.items() for sign in (1, -1))
    return [
        {**point, name: min(max(value, spans[name][0]), spans[name][1])} for name, value in moved
    ]
