"""Tactics of logic: facts, signs, parts, and cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from boundcalc.checker.goals import PRECISIONS, Context, encloses, is_zero, minus, sides_of
from boundcalc.checker.terms import Claim, Rejected, Term, children, names, number, replace
from boundcalc.proving.numeric_hints import evaluate, float_points, is_hopeless, seems
from boundcalc.proving.proof_state import (
    Attempt,
    ProofState,
    bounds_something,
    order_step,
    term_size,
)
from boundcalc.proving.term_translation import is_linear, number_text, to_json

ONE = number(1)
SEVERAL = 4  # moduli, with more cases than may be told apart
MANY = 12  # variables that are compared in pairs
MOST_IN_VAIN = 10  # claims about constants that no precision decides
CASES = ("max", "min", "abs")


def close(state: ProofState) -> Iterator[Attempt]:
    """End the goal by a fact; or see that it is an exponential."""
    if not state.used:
        yield from _precisely(state)
    is_constant = state.term[0] == "power" and not names(state.term[1])
    if state.term[0] == "exp" or is_constant:
        yield Attempt({"rule": "parts"}, 0.7)
    for index, (kind, term) in enumerate(state.context.facts):
        if kind in (">=", ">", "="):
            opposite = ">" if kind in (">=", "=") else ">="
            if encloses(state.context, (opposite, ("negate", term)), 64):
                yield Attempt({"rule": "exclude", "fact": index})
        if term == state.term or (kind, ("negate", ("negate", term))) == state.claim:
            yield Attempt({"rule": "fact", "fact": index})


def _precisely(state: ProofState) -> Iterator[Attempt]:
    """Enclose a term without variables more and more precisely; a claim in vain only once."""
    in_vain = state.memory.constants_in_vain
    if state.claim in in_vain:
        return
    for bits in PRECISIONS[1:] if len(in_vain) < MOST_IN_VAIN else PRECISIONS[1:3]:
        if encloses(state.context, state.claim, bits):
            yield Attempt({"rule": "enclose"})
            return
    in_vain.add(state.claim)


def nonzero(state: ProofState) -> Iterator[Attempt]:
    """Show that a term is positive, or that it is negative."""
    for is_opposite, claim in enumerate([state.term, ("negate", state.term)]):
        if (">", claim) in state.context.facts:
            yield Attempt({"rule": "sign", "negative": bool(is_opposite)})
    values = [value for value in evaluate(state.term, state.points[:6]) if value == value]
    is_negative = bool(values) and min(values) < 0
    yield Attempt({"rule": "sign", "negative": is_negative})


def equality(state: ProofState) -> Iterator[Attempt]:
    """Show an equality by normal forms, by cases, or by two inequalities."""
    yield Attempt({"rule": "identity"}, 0.5)
    yield from cases(state)
    simple = state.simple(state.term)
    if simple is not None and simple.other != state.term:
        factor, other = to_json(simple.factor), to_json(simple.other)
        yield Attempt({"rule": "factor", "factor": factor, "other": other}, 0.5)
    yield Attempt({"rule": "both"})


def parts(state: ProofState) -> Iterator[Attempt]:
    """Look at a product, quotient, power or root part by part."""
    term = state.term
    needed = children(term) if term[0] in ("multiply", "divide") else term[1:2]
    has_parts = term[0] in ("multiply", "divide", "power", "sqrt") and bool(names(term))
    if term[0] in ("exp", "sin", "cos", "arctan"):
        yield Attempt({"rule": "parts"}, 0.7)
    if has_parts and all(seems(part, state.points, 1) for part in needed):
        yield Attempt({"rule": "parts"}, 0.7)


def modulus(state: ProofState) -> Iterator[Attempt]:
    """Use |u| >= u or |u| >= -u, where the term grows with |u| and seems to hold with that."""
    if state.kind not in (">=", ">"):
        return
    found = list(dict.fromkeys(_absolutes(state.term)))
    if len(found) >= SEVERAL:
        yield from _subtracted(state, found)
    for term in found:
        name = state.memory.new_name("z")
        try:
            slope = state.memory.slope(replace(state.term, {term: ("symbol", name)}), name)
        except Rejected:
            continue
        if slope is None or name in names(slope) or not seems(slope, state.points, 1):
            continue
        for side in (term[1], ("negate", term[1])):
            if seems(replace(state.term, {term: side}), state.points, 1):
                yield _by_lemma(state, term, side, slope)


def mirrored(state: ProofState) -> Iterator[Attempt]:
    """Write |u| as |v|, of which a fact speaks, where u + v vanishes."""
    known = [
        other
        for _, fact in state.context.facts
        for other in _absolutes(fact)
        if other[1][0] != "symbol"
    ]
    for term in dict.fromkeys(_absolutes(state.term)):
        if term in known:
            continue
        for other in dict.fromkeys(known):
            if is_zero(state.context, ("add", term[1], other[1])):
                name = state.memory.new_name("z")
                slope = state.memory.slope(replace(state.term, {term: ("symbol", name)}), name)
                if slope is not None and name not in names(slope):
                    yield _by_lemma(state, term, other, slope)
                return


def _by_lemma(state: ProofState, term: Term, side: Term, slope: Term) -> Attempt:
    """Return the steps that compare a side with a term with moduli, and put it in its place."""
    other = replace(state.term, {term: side})
    written = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
    compared = minus(term, side)
    if not seems(slope, state.points, 1):
        slope, compared = ("negate", slope), minus(side, term)
    step = {"rule": "combine", "multipliers": [[len(state.context.facts), to_json(slope)]]}
    by_fact = Attempt(step, plans={-1: Attempt(written)})
    modulus = term if term[0] == "abs" else term[1]
    told = Attempt({"rule": "cases", "term": to_json(modulus)})
    lemma = {"rule": "cut", "kind": ">=", "term": to_json(compared)}
    return Attempt(lemma, 0.4, plans={0: told, 1: by_fact})


def moduli(state: ProofState) -> Iterator[Attempt]:
    """Use |u| |v| >= u v or |u| |v| >= -u v, after the cases of the moduli that are subtracted."""
    products = list(dict.fromkeys(_products_of_moduli(state.term)))
    if state.kind not in (">=", ">") or not products:
        return
    marks = {term: ("symbol", state.memory.new_name("z")) for term in products}
    told = list(_subtracted(state, dict.fromkeys(_absolutes(replace(state.term, marks)))))
    if told:
        yield from told
        return
    for term in products:
        inside: Term = ("multiply", *(part[1] for part in term[1:]))
        slope = state.memory.slope(replace(state.term, {term: marks[term]}), marks[term][1])
        if slope is None or names(slope) or not seems(slope, [{}], 1):
            continue
        for side in (inside, ("negate", inside)):
            if seems(replace(state.term, {term: side}), state.points, 1):
                yield _by_lemma(state, term, side, slope)


def _subtracted(state: ProofState, found: Iterable[Term]) -> Iterator[Attempt]:
    """Tell the cases of a modulus apart that is subtracted."""
    for term in found:
        name = state.memory.new_name("z")
        slope = state.memory.slope(replace(state.term, {term: ("symbol", name)}), name)
        if slope is not None and not names(slope) and seems(("negate", slope), [{}], 1):
            yield Attempt({"rule": "cases", "term": to_json(term)}, 0.6)
            return


def _products_of_moduli(term: Term) -> Iterator[Term]:
    if term[0] == "multiply" and all(part[0] == "abs" for part in term[1:]):
        yield term
    elif term[0] in ("add", "negate", "multiply"):
        for child in children(term):
            yield from _products_of_moduli(child)


def _absolutes(term: Term, kinds: Sequence[str] = ("abs",)) -> Iterator[Term]:
    """Yield the absolute values, or what has cases of other kinds, that have no cases inside."""
    if term[0] in kinds and all(innermost(child) is None for child in children(term)):
        yield term
    elif term[0] != "sum":
        for child in children(term):
            yield from _absolutes(child, kinds)


def cases(state: ProofState) -> Iterator[Attempt]:
    """Tell the cases of an innermost maximum, minimum, absolute value or floor apart."""
    found = innermost_of(state)
    if found is None:
        return
    if found[0] in CASES:
        yield Attempt({"rule": "cases", "term": to_json(found)}, plans=_without_sign(state, found))
    else:
        name = state.memory.new_name("k")
        yield Attempt({"rule": "floor", "term": to_json(found), "name": name})


def _without_sign(state: ProofState, found: Term) -> dict[int, Attempt]:
    """Return steps that forget the sign of products in a subtracted modulus: it is not needed."""
    facts = state.context.facts
    is_kept = found[0] != "abs" or is_linear(found[1]) or not list(_subtracted(state, [found]))
    if is_kept or any(replace(fact, {found: ONE}) != fact for _, fact in facts):
        return {}
    forget = Attempt({"rule": "forget", "facts": [len(facts)]})
    return {-2: forget, -1: forget}


def plain_cases(state: ProofState) -> Iterator[Attempt]:
    """Tell the cases of a claim apart that is linear in each of them."""
    if _is_piecewise_linear(state.term) and innermost(state.term) is not None:
        yield from cases(state)


def innermost_of(state: ProofState) -> Term | None:
    """Return what has cases in the claim or in a fact, that of linear terms first."""
    plain = [term for term in _absolutes(state.term) if term[1][0] == "symbol"]
    plain += [term for term in _absolutes(state.term, CASES) if all(map(is_linear, term[1:]))]
    terms = [state.term, *(fact for _, fact in state.context.facts)]
    return next((case for term in (*plain, *terms) if (case := innermost(term)) is not None), None)


def innermost(term: Term) -> Term | None:
    """Return an innermost maximum, minimum, absolute value, floor or ceiling."""
    if term[0] == "sum":
        return None
    for child in children(term):
        found = innermost(child)
        if found is not None:
            return found
    return term if term[0] in (*CASES, "floor", "ceil") else None


def compare(state: ProofState) -> Iterator[Attempt]:
    """Tell two variables apart where the term vanishes when they are equal."""
    facts, box = state.context.facts, state.context.box
    variables = sorted(name for name in state.used if not box[name].integer)
    if len(variables) > MANY:
        return
    for place, first in enumerate(variables):
        for second in variables[place + 1 :]:
            if _is_compared(facts, first, second):
                continue
            joined = _joined(state, first, second)
            if joined is not None and state.looks_zero(joined) and not state.looks_zero(state.term):
                yield Attempt(order_step(("symbol", first), ("symbol", second)), 0.7)


def _is_compared(facts: Sequence[Claim], first: str, second: str) -> bool:
    one, other = ("symbol", first), ("symbol", second)
    return any(fact in (minus(one, other), minus(other, one)) for _, fact in facts)


def _joined(state: ProofState, first: str, second: str) -> Term | None:
    try:
        return replace(state.term, {("symbol", second): ("symbol", first)})
    except Rejected:
        return None


def compare_exponents(state: ProofState) -> Iterator[Attempt]:
    """Tell apart which of two exponentials is the greater, where a variable runs over the line."""
    found = sorted(exponents(state.term), key=str)
    if len(found) == 2 and not state.context.facts:
        first, second = found
        yield Attempt(order_step(first, second), 0.5)


def exponents(term: Term) -> set[Term]:
    """Return the exponents of the exponentials in a term."""
    inner: set[Term] = set()
    for child in children(term):
        inner |= exponents(child)
    if term[0] == "exp" and names(term):
        inner.add(term[1])
    if term[0] == "power" and term[1] == ("constant", "e") and names(term):
        inner.add(term[2])
    return inner


def ties(state: ProofState) -> Iterator[Attempt]:
    """State that two terms are equal of which either is at most the other, by two facts."""
    facts = state.context.facts
    at_least = {fact[1]: index for index, fact in enumerate(facts) if fact[0] == ">="}
    for fact, index in at_least.items():
        sides = sides_of(fact)
        if sides is None:
            continue
        other = at_least.get(minus(*sides[::-1]))
        if other is None or other < index or ("=", fact) in facts:
            continue
        shown = [Attempt({"rule": "fact", "fact": place}) for place in (index, other)]
        number_first = sorted(sides, key=lambda side: side[0])
        if [side[0] for side in number_first] == ["number", "symbol"]:
            yield _pinned(number_first, shown if sides[1][0] == "number" else shown[::-1])
            return
        lemma = Attempt({"rule": "both"}, plans=dict(enumerate(shown)))
        step = {"rule": "cut", "kind": "=", "term": to_json(fact)}
        drop = Attempt({"rule": "forget", "facts": [index, other]})
        yield Attempt(step, 0.7, plans={0: lemma, 1: drop})
        return


def _pinned(sides: Sequence[Term], shown: Sequence[Attempt]) -> Attempt:
    """Return the steps that put in the only value of a variable; it is shown from below first."""
    (_, value), (_, name) = sides
    plan = Attempt({"rule": "pin", "variable": name})
    for side, by_fact in zip(("low", "high"), shown, strict=True):
        bound = {"rule": "bound", "variable": name, "side": side, "value": number_text(value)}
        plan = Attempt({**bound, "closed": True}, plans={0: by_fact, 1: plan})
    return plan


def contradiction(state: ProofState) -> Iterator[Attempt]:
    """Show that a fact fails, where no point seems to satisfy all of them."""
    facts = state.context.facts
    is_nested = any(state.term == ("negate", fact) for _, fact in facts)
    if is_nested or not state.seems_empty or all(is_linear(fact) for _, fact in facts):
        return
    # What is strict comes first, as its opposite is not.
    for index, (kind, fact) in sorted(enumerate(facts), key=lambda item: item[1][0] != ">"):
        rest = facts[:index] + facts[index + 1 :]
        if kind not in (">=", ">"):
            continue
        others = Context(state.context.box, rest)
        points = float_points(others, 12) or float_points(Context(state.context.box), 12)
        if not seems(("negate", fact), points, 1):
            continue
        opposite = ">" if kind == ">=" else ">="
        pairs = [[len(facts), to_json(ONE)], [index, to_json(ONE)]]
        pairs = pairs if kind == ">=" else pairs[::-1]
        combine = {"rule": "combine", "multipliers": pairs, "strict": True}
        plans = {
            0: Attempt(combine, plans={-1: Attempt({"rule": "identity"})}),
            1: Attempt({"rule": "exclude", "fact": len(facts) + 1}),
        }
        absurd = Attempt({"rule": "cut", "kind": ">", "term": to_json(number(0))}, plans=plans)
        step = {"rule": "cut", "kind": opposite, "term": to_json(("negate", fact))}
        # With the fact that fails no point is left, so that nothing could tell what seems to hold.
        alone = Attempt({"rule": "forget", "facts": [index]})
        yield Attempt(step, 0.3, plans={0: alone, 1: absurd})


def restate(state: ProofState) -> Iterator[Attempt]:
    """Write facts shortly, and forget those about a variable that occurs nowhere else."""
    facts = state.context.facts
    for index, (kind, fact) in enumerate(facts):
        rest = facts[:index] + facts[index + 1 :]
        others = state.used.union(*(names(term) for _, term in rest))
        if state.memory.encloses(state.context, (kind, fact)):
            yield Attempt({"rule": "forget", "facts": [index]})
            return
        if not names(fact) <= others and not is_hopeless(
            Context(state.context.box, rest), state.claim
        ):
            yield Attempt({"rule": "forget", "facts": [index]}, 0.85)
            continue
        is_short = term_size(fact) <= 6 or bounds_something(fact)
        simple = state.simple(fact) if kind in (">=", ">") else None
        if simple is None or 4 * term_size(simple.other) > 3 * term_size(fact):
            continue
        if is_short and names(simple.other) == names(fact):
            continue
        combine: dict[str, Any] = {
            "rule": "combine",
            "multipliers": [[index, to_json(inverse(simple.factor))]],
        }
        if kind == ">":
            combine["strict"] = True
        step = {"rule": "cut", "kind": kind, "term": to_json(simple.other)}
        plans = {
            0: Attempt(combine, plans={-1: Attempt({"rule": "identity"})}),
            1: Attempt({"rule": "forget", "facts": [index]}),
        }
        yield Attempt(step, 0.8, plans=plans)


def inverse(term: Term) -> Term:
    """Return 1 over a term, without a fraction of fractions."""
    if term[0] == "divide":
        return term[2] if term[1] == ONE else ("divide", term[2], term[1])
    return ONE if term == ONE else ("divide", ONE, term)


def _is_piecewise_linear(term: Term) -> bool:
    if term[0] in ("symbol", "number", "add", "negate", *CASES):
        return all(map(_is_piecewise_linear, children(term)))
    scales = term[1:-1] if term[0] == "multiply" else term[2:]
    is_scaled = term[0] in ("multiply", "divide") and all(part[0] == "number" for part in scales)
    return is_scaled and _is_piecewise_linear(term[-1] if term[0] == "multiply" else term[1])


def otherwise(state: ProofState) -> Iterator[Attempt]:
    """Assume that a claim about the greater of some terms fails, so that it fails for each."""
    zero, found, facts = number(0), innermost(state.term), state.context.facts
    if state.kind != ">=" or found is None or found[0] not in ("max", "min"):
        return
    if all(len(names(fact)) < 2 for _, fact in facts) or state.seems_empty:
        return
    if not _falls(state, state.term, found, 1):
        return
    step = order_step(state.term, zero)
    combine = {"rule": "combine", "multipliers": [[len(facts), to_json(ONE)]]}
    first = Attempt(combine, plans={-1: Attempt({"rule": "identity"})})
    yield Attempt(step, 0.6, plans={-2: first})


def spread(state: ProofState) -> Iterator[Attempt]:
    """Derive from a fact about the greater of some terms a fact about each."""
    known = {fact for _, fact in state.context.facts}
    for index, (kind, fact) in enumerate(state.context.facts):
        found = innermost(fact)
        if kind not in (">=", ">") or found is None or found[0] not in ("max", "min"):
            continue
        if not _falls(state, fact, found, -1):
            continue
        lemmas = [replace(fact, {found: part}) for part in found[1:]]
        plan = Attempt({"rule": "forget", "facts": [index]})
        for lemma in reversed([lemma for lemma in lemmas if lemma not in known]):
            step = {"rule": "cut", "kind": kind, "term": to_json(lemma)}
            by_cases = Attempt({"rule": "cases", "term": to_json(found)})
            plan = Attempt(step, 0.7, plans={0: by_cases, 1: plan})
        yield plan
        return


def _falls(state: ProofState, term: Term, found: Term, sign: int) -> bool:
    """Return whether a term grows (sign 1) or falls (-1) with the maximum in it; else a minimum."""
    wanted = sign if found[0] == "max" else -sign
    moved = replace(term, {found: ("add", found, ONE)})
    difference: Term = minus(moved, term) if wanted > 0 else minus(term, moved)
    return seems(difference, state.points, 1)
