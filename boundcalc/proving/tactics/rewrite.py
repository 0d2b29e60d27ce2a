"""Tactics that rewrite a goal: squares, exponentials of logarithms, and scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from boundcalc.checker.goals import Context, encloses, minus, sides_of
from boundcalc.checker.normal import UNIT, Form, Monomial, Power
from boundcalc.checker.terms import Rejected, Term, names, number, replace
from boundcalc.proving.numeric_hints import evaluate, seems
from boundcalc.proving.proof_state import Attempt, ProofState, term_size
from boundcalc.proving.simplify import ONE, form_term, monomial_term, normalizer_for
from boundcalc.proving.tactics.logic import inverse
from boundcalc.proving.term_translation import to_json

LARGE = 120
IDENTITY = {-1: Attempt({"rule": "identity"})}
SHORT = 30  # nodes of a logarithm of a fact


def _form(state: ProofState) -> Form:
    """Return the term as one sum of monomials, empty where there is none."""
    return state.memory.form(state.context, state.term) if state.size <= LARGE else {}


# --- squares ------------------------------------------------------------------------------------


def squares(
    state: ProofState, *, is_clean: bool = False, is_settled: bool = False
) -> Iterator[Attempt]:
    """Bring a root to a side of its own, and compare the squares.

    It is clean where the squares of both sides are free of roots, and settled where all parts of
    their difference seem to be positive, so that the squares end the matter.
    """
    if state.ladder or state.kind not in (">=", ">"):
        return
    form = _form(state)
    radicals = {_radical(monomial) for monomial in form} - {frozenset()}
    if not 0 < len(radicals) <= 3 or any(exponents for _, exponents in form):
        return
    seen = {sides_of(state.term)}
    splits = [[monomial for monomial in form if form[monomial] > 0]]
    splits += [
        [item for item in form if _radical(item) == one] for one in sorted(radicals, key=str)
    ]
    for chosen in splits:
        part = {monomial: form[monomial] for monomial in chosen}
        rest = {monomial: -value for monomial, value in form.items() if monomial not in part}
        for right, left in ((part, rest), (_negated(rest), _negated(part))):
            sides = form_term(right), form_term(left)
            if sides in seen or not left or not all(seems(side, state.points, 1) for side in sides):
                continue
            seen.add(sides)
            if is_settled and not _is_settled(state, *sides):
                continue
            is_free = all(len(set(map(_radical, side))) == 1 for side in (right, left))
            if not is_settled and is_clean != is_free:
                continue
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(minus(*sides))}
            yield Attempt(step, 0.4, plans={-1: Attempt({"rule": "square"})})


def _is_settled(state: ProofState, right: Term, left: Term) -> bool:
    two = number(2)
    difference = minus(("power", right, two), ("power", left, two))
    form = state.memory.form(state.context, difference)
    parts = (form_term({monomial: value}) for monomial, value in form.items())
    return bool(form) and all(seems(part, state.points, 1) for part in parts)


def _negated(form: Form) -> Form:
    return {monomial: -value for monomial, value in form.items()}


def _radical(monomial: Monomial) -> frozenset[tuple[Any, Power]]:
    """Return the part of a monomial that is no rational function of the variables."""
    return frozenset(
        (atom, power)
        for atom, power in monomial[0]
        if power.denominator == 2
        and names(monomial_term((frozenset([(atom, power)]), monomial[1]), Fraction(1)))
    )


# --- logarithms ---------------------------------------------------------------------------------


def exponentials(state: ProofState, *, is_only: bool = False) -> Iterator[Attempt]:
    """Compare the product of the arguments of logarithms with 1, where they hold exponentials.

    Or where nothing but logarithms is in the term, and facts speak of several of the arguments.
    """
    if state.ladder or state.kind not in (">=", ">"):
        return
    above, below, rest = _products(_form(state))
    arguments = (*above, *below)
    is_told = any(len(names(fact)) > 1 for _, fact in state.context.facts)
    if is_only != (rest.keys() <= {UNIT} and is_told and len(set(map(names, arguments))) > 1):
        return
    if not is_only and not (rest and any(map(_has_exponential, arguments))):
        return
    step = {"rule": "factor", "factor": to_json(ONE)}
    ratio = to_json(("ln", _quotient(above, below, rest)))
    yield Attempt({**step, "other": ratio}, 0.5, plans={-1: Attempt({"rule": "parts"})})


def equal_products(state: ProofState) -> Iterator[Attempt]:
    """Derive from an equation between logarithms that the products of the arguments are equal."""
    for index, (kind, fact) in enumerate(state.context.facts):
        form = state.memory.form(state.context, fact) if kind == "=" else {}
        above, below, rest = _products(form)
        if not rest.keys() <= {UNIT} or not above + below:
            continue
        sides = (_quotient(above, [], rest), _quotient(below, [], {}))
        order = [[index, to_json(number(sign))] for sign in (1, -1)]
        plans = {
            place: Attempt(
                {"rule": "logarithm"},
                plans={-1: Attempt({"rule": "combine", "multipliers": [pair]}, plans=IDENTITY)},
            )
            for place, pair in enumerate(order)
        }
        above_first = {
            "rule": "factor",
            "factor": to_json(ONE),
            "other": to_json(minus(*sides[::-1])),
        }
        plans[1] = Attempt(above_first, plans={-1: plans[1]})
        step = {"rule": "cut", "kind": "=", "term": to_json(minus(*sides))}
        drop = Attempt({"rule": "forget", "facts": [index]})
        yield Attempt(step, 0.5, plans={0: Attempt({"rule": "both"}, plans=plans), 1: drop})
        return


def _quotient(above: list[Term], below: list[Term], rest: Form) -> Term:
    """Return a product of terms and e to a rest over another product."""
    parts = [*above, *([("exp", form_term(rest))] if rest else [])]
    top, bottom = (
        items[0] if len(items) == 1 else ("multiply", ONE, ONE, *items) for items in (parts, below)
    )
    return ("divide", top, bottom) if below else top


def _products(form: Form) -> tuple[list[Term], list[Term], Form]:
    """Return the arguments of the logarithms that are added and subtracted, and the rest."""
    above: list[Term] = []
    below: list[Term] = []
    rest: Form = {}
    for monomial, value in form.items():
        atoms = list(monomial[0])
        is_log = len(atoms) == 1 and atoms[0][0][0] == "ln" and atoms[0][1] == 1 and not monomial[1]
        if is_log and value.denominator == 1 and abs(value) <= 4:
            argument: Any = atoms[0][0][1]
            inner = monomial_term((frozenset([(argument, Fraction(1))]), frozenset()), Fraction(1))
            (above if value > 0 else below).extend([inner] * abs(int(value)))
        else:
            rest[monomial] = value
    return above, below, rest


def _has_exponential(term: Term) -> bool:
    if term[0] in ("exp", "power") and names(term[-1]):
        return True
    return term[0] not in ("number", "symbol", "constant", "sum") and any(
        _has_exponential(child) for child in term[1:]
    )


# --- scales -------------------------------------------------------------------------------------


ON_TRIAL = "u_0"  # a name that no step has, the same each time, so that terms are known again


def scales(state: ProofState) -> Iterator[Attempt]:
    """Substitute w^p u for a variable, where the other one, w, then vanishes from the goal."""
    facts = [fact for _, fact in state.context.facts if names(fact) & state.used]
    if state.ladder or len(state.used) < 2:
        return
    for name, other, power in _pairs(state):
        if not all(_is_scaled(state, term, name, other, power) for term in (state.term, *facts)):
            continue
        scale: Term = ("power", ("symbol", other), number(power))
        changes: dict[Term, Term] = {("symbol", name): ("multiply", scale, ("symbol", ON_TRIAL))}
        inner = state.positive(ON_TRIAL, name)
        if all(
            _vanishes(inner, replace(term, changes), other, state) for term in (state.term, *facts)
        ):
            new = state.memory.new_name("u")
            step = {
                "rule": "substitute", "variable": name, "form": "affine", "name": new,
                "a": to_json(number(0)), "b": to_json(scale),
            }  # fmt: skip
            yield Attempt(step, 0.8, plans={-1: _positive(state, name, new, scale)})
            return


def _positive(state: ProofState, name: str, new: str, scale: Term) -> Attempt:
    """Return the step that shows that u is positive, because w^p u is."""
    bound = {"rule": "bound", "variable": new, "side": "low", "value": "0", "closed": False}
    fact = len(state.context.facts)
    combine: dict[str, Any] = {"rule": "combine", "multipliers": [[fact, to_json(inverse(scale))]]}
    values = state.context.box[name]
    if values.low_closed:
        return Attempt(bound, plans={0: Attempt(combine)})
    plan = Attempt({**combine, "strict": True}, plans={-1: Attempt({"rule": "identity"})})
    return Attempt(bound, plans={0: plan})


def _is_scaled(state: ProofState, term: Term, name: str, other: str, power: int) -> bool:
    """Return whether a term seems to change by one factor where both variables are scaled."""
    small = [point for point in state.points if max(map(abs, point.values())) < 50]
    points = small[:4] or state.points[:4]
    scaled = [
        {**point, other: 2 * point[other], name: 2.0**power * point[name]} for point in points
    ]
    pairs = zip(evaluate(term, points), evaluate(term, scaled), strict=True)
    ratios = [after / before for before, after in pairs if before and after == after]
    return all(abs(ratio - ratios[0]) <= 1e-6 * abs(ratios[0]) for ratio in ratios)


def _vanishes(context: Context, term: Term, name: str, state: ProofState) -> bool:
    simple = state.memory.simple(context, term)
    if simple is not None:
        return name not in names(simple.other)
    try:
        parts = normalizer_for(context).quotient(term)
    except (Rejected, RecursionError):
        return False
    return not any(name in names(form_term(part)) for part in parts)


def _pairs(state: ProofState) -> Iterator[tuple[str, str, int]]:
    """Yield two positive variables and the power of one that goes with the other."""
    box = state.context.box
    positive = [
        name
        for name in sorted(state.used)
        if box[name].low >= 0 and (box[name].low > 0 or not box[name].low_closed)
    ]
    for name in positive:
        for other in positive:
            if name != other:
                yield from ((name, other, power) for power in (1, -1, -2, 2))


def inside(state: ProofState) -> Iterator[Attempt]:
    """Substitute u^2 (1/u) for a variable that stands in functions as a root (a reciprocal)."""
    for form, pattern in (("square", _is_root), ("reciprocal", _is_reciprocal)):
        for name in sorted(_inner(state.term, pattern, is_inside=False)):
            values = state.context.box[name]
            is_positive = values.low > 0 or (values.low == 0 and not values.low_closed)
            if values.low >= 0 and (is_positive or form == "square"):
                new = state.memory.new_name("u")
                step = {"rule": "substitute", "variable": name, "form": form, "name": new}
                yield Attempt(step, 0.6)


def _is_root(term: Term) -> bool:
    return bool(term[0] == "sqrt" and term[1][0] == "symbol")


def _is_reciprocal(term: Term) -> bool:
    is_power = term[0] == "divide" and term[2][0] == "power" and term[2][1][0] == "symbol"
    return bool(term[0] == "divide" and (is_power or term[2][0] == "symbol"))


def _inner(term: Term, pattern: Callable[[Term], bool], *, is_inside: bool) -> set[str]:
    """Return the variables that match a pattern inside functions."""
    if term[0] in ("number", "symbol", "constant", "sum"):
        return set()
    if is_inside and pattern(term):
        return set(names(term[-1]))
    is_function = term[0] in ("exp", "ln", "erfc", "sin", "cos", "arctan") or (
        term[0] == "power" and bool(names(term[2]))
    )
    deeper = is_inside or is_function
    return {name for child in term[1:] for name in _inner(child, pattern, is_inside=deeper)}


# --- facts --------------------------------------------------------------------------------------


def logarithms(state: ProofState) -> Iterator[Attempt]:
    """Derive from a fact A >= B about products with exponentials that ln A >= ln B."""
    known = {state.reduced(fact) for _, fact in state.context.facts}
    for kind, fact in state.context.facts:
        lemma = _logarithm(state, fact) if kind in (">=", ">") else None
        if lemma is not None and lemma[1] not in known and term_size(lemma[1]) <= SHORT:
            factor, other, ratio = lemma
            step = {"rule": "cut", "kind": kind, "term": to_json(other)}
            written = {"rule": "factor", "factor": to_json(factor), "other": to_json(("ln", ratio))}
            by_parts = Attempt(written, plans={-1: Attempt({"rule": "parts"})})
            yield Attempt(step, 0.9, plans={0: by_parts})


def _logarithm(state: ProofState, fact: Term) -> tuple[Term, Term, Term] | None:
    """Return 1/c, t and A/B such that ln A - ln B = c t, for a fact A - B."""
    if not _has_exponential(fact):
        return None
    simple = state.simple(fact)
    sides = None if simple is None else _two(simple.other)
    if sides is None or any(side[0] == "add" and names(side) for side in sides):
        return None
    if not all(encloses(state.context, (">", side), 64) for side in sides):
        return None
    logs = state.simple(minus(("ln", sides[0]), ("ln", sides[1])))
    if logs is None or _has_exponential(logs.other):
        return None
    return inverse(logs.factor), logs.other, ("divide", *sides)


def _two(term: Term) -> tuple[Term, Term] | None:
    """Return the sides of a sum with one negative summand, or with all but one negative."""
    if term[0] != "add":
        return None
    positive = [part for part in term[1:] if part[0] != "negate" and not _is_negative(part)]
    negative = [part for part in term[1:] if part not in positive]
    if not positive or not negative:
        return None
    minus_parts = [negated(part) for part in negative]
    return _total(positive), _total(minus_parts)


def _is_negative(part: Term) -> bool:
    return bool(part[0] == "number" and part[1] < 0)


def negated(part: Term) -> Term:
    """Return a term with the opposite sign."""
    if part[0] == "number":
        return number(-part[1])
    return part[1] if part[0] == "negate" else ("negate", part)


def _total(parts: list[Term]) -> Term:
    return parts[0] if len(parts) == 1 else ("add", *parts)
