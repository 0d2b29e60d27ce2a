"""Linear arithmetic: a claim as a combination of facts, found by the simplex method.

Terms are sums of monomials, and every monomial counts as a variable of its own, so that products of
facts with monomials or with each other reach beyond what is linear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from boundcalc.checker.goals import encloses, is_zero, minus
from boundcalc.checker.normal import UNIT, Form, Monomial
from boundcalc.checker.terms import Rejected, Term, names, number
from boundcalc.proving.proof_state import Attempt, ProofState, term_size
from boundcalc.proving.quotients import Quotients
from boundcalc.proving.simplex import solve
from boundcalc.proving.simplify import inverted, monomial_term, normalizer_for
from boundcalc.proving.term_translation import to_json

LARGE = 120  # nodes of a fact that is looked at
FEW, SEVERAL = 5, 9  # facts that are multiplied with each other
SHORT = 3  # monomials of each where they are several
MOST = 40  # monomials of the claim, and hypotheses
ONE = number(1)
ABSURD: Sequence[tuple[str, Form]] = ((">=", {UNIT: Fraction(-1)}), (">", {}))


@dataclass(frozen=True)
class Hypothesis:
    """A form that is not negative: a fact times a multiplier, or a range (no fact)."""

    form: Form
    fact: int | None
    kind: str
    multiplier: Term = ONE


def linear(state: ProofState, *, is_deep: bool) -> Iterator[Attempt]:
    """Combine facts to the claim, or to a contradiction."""
    if not any(names(fact) & state.used for _, fact in state.context.facts) and not is_deep:
        return
    try:
        yield from _combined(state, normalizer_for(state.context), is_deep)
    except (Rejected, RecursionError):
        return


def spanned(state: ProofState) -> Iterator[Attempt]:
    """Show an equality that is a sum of multiples of equations."""
    if state.kind != "=" or term_size(state.term) > 2 * LARGE:
        return
    try:
        goal = state.memory.form(state.context, state.term)
        facts = _facts(state, normalizer_for(state.context))
    except (Rejected, RecursionError):
        return
    equations = [fact for fact in facts if fact.kind == "="]
    weights = _weights(goal, [fact.form for fact in equations]) if goal and equations else None
    if weights is None or not _is_sum(state, equations, weights):
        return
    plans = {}
    for place, sign in enumerate((1, -1)):
        used = [
            [fact.fact, to_json(number(sign * weight))]
            for fact, weight in zip(equations, weights, strict=True)
            if weight
        ]
        combine = {"rule": "combine", "multipliers": used}
        plans[place] = Attempt(combine, plans={-1: Attempt({"rule": "identity"})})
    yield Attempt({"rule": "both"}, 0.5, plans=plans)


def _is_sum(state: ProofState, facts: list[Hypothesis], weights: list[Fraction]) -> bool:
    """Return whether the checker sees, too, that nothing is left, as the box tells less to it."""
    rest = state.term
    for fact, weight in zip(facts, weights, strict=True):
        if weight and fact.fact is not None:
            term = state.context.facts[fact.fact][1]
            rest = minus(rest, ("multiply", number(weight), term))
    return is_zero(state.context, rest)


def _weights(goal: Form, forms: Sequence[Form]) -> list[Fraction] | None:
    """Return by what forms are multiplied to have a goal as their sum, or None."""
    keys = list(dict.fromkeys(key for form in forms for key in form))
    if not goal.keys() <= set(keys):
        return None
    rows = [[form.get(key, Fraction(0)) for form in (*forms, goal)] for key in keys]
    entries = [fmpq(value.numerator, value.denominator) for row in rows for value in row]
    reduced, rank = fmpq_mat(len(keys), len(forms) + 1, entries).rref()
    weights = [Fraction(0)] * len(forms)
    for row in range(rank):
        pivot = next(place for place in range(len(forms) + 1) if reduced[row, place])
        if pivot == len(forms):  # the goal is no sum of them
            return None
        value = reduced[row, len(forms)]
        weights[pivot] = Fraction(int(value.p), int(value.q))
    return weights


def _combined(state: ProofState, normalizer: Quotients, is_deep: bool) -> Iterator[Attempt]:
    if term_size(state.term) > 2 * LARGE:
        return
    goal = state.memory.form(state.context, state.term)
    facts = _facts(state, normalizer)
    if not 0 < len(goal) <= MOST or not facts:
        return
    known = [*facts, *_ranges(state, normalizer)]
    if is_deep:
        known = [*known, *_products(state, normalizer, goal, facts)]
    found = _solution(state, normalizer, goal, known, state.kind)
    if found is not None:
        yield found
    elif not is_deep and len(facts) > 1 and state.seems_empty:
        for kind, absurd in ABSURD:
            found = _solution(state, normalizer, absurd, known, kind)
            if found is not None:
                exclude = Attempt({"rule": "exclude", "fact": len(state.context.facts)})
                term = number(absurd.get(UNIT, 0))
                step = {"rule": "cut", "kind": kind, "term": to_json(term)}
                yield Attempt(step, 0.9, plans={0: found, 1: exclude})
                return


def _facts(state: ProofState, normalizer: Quotients) -> list[Hypothesis]:
    found = []
    for index, (kind, term) in enumerate(state.context.facts):
        if kind in (">=", ">", "=") and term_size(term) <= LARGE:
            form = state.memory.form(state.context, term)
            if form and len(form) <= MOST:
                found.append(Hypothesis(form, index, kind))
    return found[:MOST]


def _ranges(state: ProofState, normalizer: Quotients) -> Iterator[Hypothesis]:
    """Yield what the ends of the ranges say; that a variable is not negative is used elsewhere."""
    for name, values in state.context.box.items():
        variable, span = ("symbol", name), values.interval
        if isinstance(span.low, Fraction) and span.low != 0:
            yield Hypothesis(normalizer.form(minus(variable, number(span.low))), None, ">=")
        if isinstance(span.high, Fraction) and span.high != 0:
            yield Hypothesis(normalizer.form(minus(number(span.high), variable)), None, ">=")


def _products(
    state: ProofState, normalizer: Quotients, goal: Form, facts: list[Hypothesis]
) -> Iterator[Hypothesis]:
    """Yield facts times monomials that lead to monomials of the claim, and times each other."""
    count = 0
    for fact in facts:
        seen = {UNIT}
        for wanted in goal:
            for monomial in fact.form:
                ratio = normalizer.product({wanted: Fraction(1)}, {inverted(monomial): Fraction(1)})
                if len(ratio) != 1 or (key := next(iter(ratio))) in seen or count > MOST:
                    continue
                seen.add(key)
                multiplier = monomial_term(key, Fraction(1))
                kind = ">" if fact.kind == ">" else ">="
                if fact.kind == "=" or encloses(state.context, (kind, multiplier), 64):
                    count += 1
                    product = normalizer.product(fact.form, {key: Fraction(1)})
                    yield Hypothesis(product, fact.fact, fact.kind, multiplier)
    few = facts if len(facts) <= FEW else [fact for fact in facts if len(fact.form) <= SHORT]
    few = few if len(few) <= SEVERAL else []
    for place, fact in enumerate(few):
        for other in few[place:]:
            if "=" not in (fact.kind, other.kind) and other.fact is not None:
                product = normalizer.product(fact.form, other.form)
                if len(product) <= MOST:
                    yield Hypothesis(product, fact.fact, ">=", state.context.facts[other.fact][1])


def _solution(
    state: ProofState, normalizer: Quotients, goal: Form, known: list[Hypothesis], kind: str
) -> Attempt | None:
    """Return the step that combines facts to a goal; to 0 > 0 with a strict fact at least."""
    known = _connected(goal, known)
    columns: list[dict[int, fmpq]] = []
    gains: list[int] = []
    rows: dict[Monomial, int] = {}
    owners: list[tuple[Hypothesis, int]] = []
    for item in known:
        for sign in (1, -1) if item.kind == "=" else (1,):
            columns.append(_column(rows, item.form, sign))
            gains.append(int(item.kind == ">" and kind == ">"))
            owners.append((item, sign))
    target = _column(rows, goal, 1)
    for monomial, row in list(rows.items()):
        sign, is_strict = state.memory.sign(state.context, monomial)
        if sign:
            columns.append({row: fmpq(sign)})
            gains.append(int(is_strict and kind == ">"))
    if not goal:
        target[len(rows)] = fmpq(1)
        for (item, _), column in zip(owners, columns, strict=False):
            column.update({len(rows): fmpq(1)} if item.kind == ">" else {})
    found = solve(columns, target, gains)
    if found is None or not _is_enough(found, gains, kind):
        return None
    used = [
        (item, sign * value) for (item, sign), value in zip(owners, found, strict=False) if value
    ]
    pairs = [(item, value) for item, value in used if item.fact is not None]
    pairs.sort(key=lambda pair: pair[0].kind != ">")
    if not pairs:
        return None
    multipliers = [[item.fact, to_json(_multiple(item, value))] for item, value in pairs]
    is_strict = kind == ">" and pairs[0][0].kind == ">"
    step: dict[str, Any] = {"rule": "combine", "multipliers": multipliers}
    is_exact = len(pairs) == sum(map(bool, found)) and (kind == ">=" or is_strict)
    plans = {-1: Attempt({"rule": "identity"})} if is_exact else {}
    return Attempt(step | ({"strict": True} if is_strict else {}), 0.9, plans=plans)


def _is_enough(found: list[fmpq], gains: list[int], kind: str) -> bool:
    """Return whether something in the combination is positive where the goal is."""
    return kind != ">" or any(value > 0 and gain for value, gain in zip(found, gains, strict=True))


def _connected(goal: Form, known: list[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that share monomials with the goal, or with others that do."""
    reached = set(goal)
    kept: list[Hypothesis] = []
    rest = known
    while True:
        found = [item for item in rest if not reached.isdisjoint(item.form.keys() - {UNIT})]
        if not found:
            return kept if goal.keys() - {UNIT} else known
        kept += found
        rest = [item for item in rest if item not in found]
        reached.update(*(item.form for item in found))


def _multiple(item: Hypothesis, value: fmpq) -> Term:
    factor = number(Fraction(int(value.p), int(value.q)))
    if item.multiplier == ONE:
        return factor
    return item.multiplier if factor == ONE else ("multiply", factor, item.multiplier)


def _column(rows: dict[Monomial, int], form: Form, sign: int) -> dict[int, fmpq]:
    return {
        rows.setdefault(monomial, len(rows)): fmpq(sign * value.numerator, value.denominator)
        for monomial, value in form.items()
    }
