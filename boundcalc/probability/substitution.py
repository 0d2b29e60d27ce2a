"""Putting known values into equations: what two equations say together, for the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from boundcalc.checker.goals import Context, Goal
from boundcalc.checker.logic import rule_cases, rule_combine
from boundcalc.checker.probability.terms import all_parts
from boundcalc.checker.terms import Claim, Rejected, Term, integer_of, names, number, replace
from boundcalc.probability.expand import linear_in, times
from boundcalc.probability.search import EFFORT, near_proof, plain_proof
from boundcalc.probability.writing import to_json

MOST = 8  # equations into which values are put
MOST_POWER = 4
ONE = number(1)
_Equation = tuple[int, int, int, Term, Term, int]


def proof_by_values(
    context: Context, claim: Claim, unknown: frozenset[str], work: int, effort: int
) -> Any:
    """Return a proof after known values are put into the equations that hold others, or None.

    Parameters
    ----------
    context, claim : Context, tuple
        What is to be proved, and where.
    unknown : frozenset of str
        The names of expectations; a value is a term without them.
    work, effort : int
        Limits of the search after that.
    """
    cuts: list[dict[str, Any]] = []
    used: set[tuple[int, int]] = set()
    while len(cuts) < MOST:
        found = _next(context, unknown, used)
        if found is None:
            break
        lemma, proof = found
        cuts.append({"rule": "cut", "kind": "=", "term": to_json(lemma[1]), "children": [proof]})
        context = context.with_fact(lemma)
    proof = plain_proof((context, claim), work=work, effort=effort) if cuts else None
    if proof is None:
        return None
    for cut in reversed(cuts):
        proof = {**cut, "children": [*cut["children"], proof]}
    return proof


def _next(
    context: Context, unknown: frozenset[str], used: set[tuple[int, int]]
) -> tuple[Claim, Any] | None:
    """Return an equation with a value in it, with its proof."""
    for known, (kind, term) in enumerate(context.facts):
        if kind != "=" or term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
            continue
        symbol, value = term[1], term[2][1]
        if symbol[0] != "symbol" or names(term) & unknown != {symbol[1]}:
            continue
        for place, (other, whole) in enumerate(context.facts):
            if other != "=" or place == known or (known, place) in used:
                continue
            used.add((known, place))
            if linear_in(whole, unknown) is not None:
                continue  # algebra sees to it
            slope = _slope(whole, symbol, value)
            if symbol[1] not in names(whole) or slope is None:
                continue
            lemma: Claim = ("=", replace(whole, {symbol: value}))
            proof = _proof(context, lemma, {place: ONE, known: ("negate", slope)})
            if proof is not None:
                return lemma, proof
    return None


def _slope(term: Term, symbol: Term, value: Term) -> Term | None:
    """Return d with term(value) - term(symbol) = d (value - symbol), for polynomials."""
    if symbol[1] not in names(term):
        return number(0)
    kind = term[0]
    if kind == "symbol":
        return ONE
    exponent = integer_of(term[2]) if kind == "power" else None
    if exponent is not None and 1 < exponent <= MOST_POWER:
        return _slope(("multiply", *[term[1]] * exponent), symbol, value)
    if kind == "sum" or (symbol[1] in names(term[-1]) and kind in ("divide", "power")):
        return None
    if kind not in ("add", "negate", "divide", "multiply"):
        return None
    slopes = [_slope(part, symbol, value) for part in term[1:]]
    if None in slopes:
        return None
    if kind == "add":
        return ("add", *slopes)
    if kind == "negate":
        return ("negate", slopes[0])
    if kind == "divide":
        return ("divide", slopes[0], term[2])
    after = [replace(part, {symbol: value}) for part in term[1:]]
    products = [
        ("multiply", *term[1 : place + 1], slope, *after[place + 1 :])
        for place, slope in enumerate(slopes)
        if slope != number(0)
    ]
    return products[0] if len(products) == 1 else ("add", *products)


def proof_by_elimination(
    context: Context,
    claim: Claim,
    unknown: frozenset[str],
    *,
    is_whole: bool = True,
    effort: int = EFFORT,
) -> Any:
    """Return a proof that puts for each expectation what an equation says of it, or None.

    Parameters
    ----------
    context, claim : Context, tuple
        What is to be proved, and where.
    unknown : frozenset of str
        The names of expectations.
    is_whole : bool
        Whether no expectation may be left; else what is left is proved from the other facts.
    effort : int
        Steps of arithmetic for what is left.
    """
    ways = [eliminated(context, claim[1], unknown, is_rare) for is_rare in (False, True)]
    found = [way for way in ways if way is not None and claim[0] != "!="]
    if is_whole:
        found = [way for way in found if not names(way[1]) & unknown]
    else:
        found = sorted(found, key=lambda way: len(names(way[1]) & unknown))[:1]
    for factors, term in found:
        if claim[0] == "=":
            proof = _proof(context, claim, factors)
        elif is_whole:
            proof = combined_proof(context, claim, factors)
        else:
            proof = _cut(context, claim, factors, term, unknown, effort)
        if proof is not None:
            return proof
    return None


def eliminated(
    context: Context, term: Term, unknown: frozenset[str], are_rare_first: bool = False
) -> tuple[dict[int, Term], Term] | None:
    """Return a term in which expectations are replaced, and by which multiples of equations.

    The equation that holds the fewest expectations comes first, so that what is known of one as a
    number comes before the sums in which it stands; or first those expectations of which the fewest
    equations speak, such as those sums. None without an equation, or if it is no polynomial.
    """
    factors: dict[int, Term] = {}
    done: set[str] = set()
    while found := _equations(context, term, unknown, done, factors.keys()):
        *_, place, symbol, value, sign = min(
            found, key=lambda item: item[:3] if are_rare_first else item[1:3]
        )
        slope = _slope(term, symbol, value)
        if slope is None:
            return None
        factors[place] = slope if sign > 0 else ("negate", slope)
        term = replace(term, {symbol: value})
        done.add(symbol[1])
    return (factors, term) if factors else None


def _cut(
    context: Context,
    claim: Claim,
    factors: Mapping[int, Term],
    term: Term,
    unknown: frozenset[str] = frozenset(),
    effort: int = EFFORT,
) -> Any:
    """Return a proof that first shows what is left of a claim, from the facts about that alone.

    Those about expectations that equal the ones in it, which are among the unknown, count as well.
    """
    lemma = (claim[0], term)
    first = near_proof((context, lemma), effort=effort)
    first = first or proof_by_equals(context, lemma, unknown)
    if first is None:
        return None
    later = {len(context.facts): ONE, **factors}
    rest = combined_proof(context.with_fact(lemma), claim, later, is_strict=claim[0] == ">")
    cut = {"rule": "cut", "kind": lemma[0], "term": to_json(term)}
    return None if rest is None else {**cut, "children": [first, rest]}


def _equations(
    context: Context, term: Term, unknown: frozenset[str], done: set[str], used: Collection[int]
) -> list[_Equation]:
    """Return equations for expectations in a term.

    Each is how many speak of the expectation, how many it holds, its place, the expectation, its
    value, and a sign.
    """
    wanted = names(term) & unknown
    inside = {
        place: names(fact) & unknown
        for place, (kind, fact) in enumerate(context.facts)
        if kind == "=" and place not in used
    }
    spoken = Counter(name for found in inside.values() for name in found)
    listed: list[_Equation] = []
    for place, found in inside.items():
        for name in sorted(found & wanted) if not found & done else ():
            parts = linear_in(context.facts[place][1], frozenset({name}))
            sign = None if parts is None else _SIGNS.get(parts[name])
            if parts is None or sign is None:
                continue
            rest = parts.get("", number(0))
            value = ("negate", rest) if sign > 0 else rest
            listed.append((spoken[name], len(found), place, ("symbol", name), value, sign))
    return listed


def proof_by_equals(context: Context, claim: Claim, unknown: frozenset[str]) -> Any:
    """Return a proof with one name for expectations that are equal, in the facts as well, or None.

    Parameters
    ----------
    context, claim : Context, tuple
        What is to be proved, and where.
    unknown : frozenset of str
        The names of expectations.
    """
    renamed = _representatives(context, unknown)
    plain = _renamed(claim, renamed)
    if claim[0] not in (">=", ">") or not renamed or plain is None:
        return None
    cuts = []
    everywhere = context
    for place, (kind, fact) in enumerate(context.facts):
        found = _renamed((kind, fact), renamed) if kind in (">=", ">") else None
        if found is None or not found[1]:
            continue
        lemma, factors = found
        back = {key: ("negate", factor) for key, factor in factors.items()}
        proof = combined_proof(everywhere, lemma, {place: ONE, **back})
        if proof is not None:
            cuts.append(({"rule": "cut", "kind": kind, "term": to_json(lemma[1])}, proof))
            everywhere = everywhere.with_fact(lemma)
    (_, term), factors = plain
    last = _cut(everywhere, claim, factors, term) if factors else near_proof((everywhere, claim))
    for cut, proof in reversed(cuts):
        last = last and {**cut, "children": [proof, last]}
    return last


def proof_by_cases(context: Context, claim: Claim, unknown: frozenset[str]) -> Any:
    """Return a proof of both cases of an absolute value of expectations, or None."""
    moduli = (part for part in all_parts(claim[1]) if part[0] == "abs" and names(part) & unknown)
    modulus = next(moduli, None)
    if modulus is None:
        return None
    step: dict[str, Any] = {"rule": "cases", "term": to_json(modulus)}
    children = []
    for inner, case in rule_cases(step, context, claim):
        proof = (
            proof_by_elimination(inner, case, unknown, is_whole=False)
            or proof_by_equals(inner, case, unknown)
            or near_proof((inner, case))
        )
        if proof is None:
            return None
        children.append(proof)
    return {**step, "children": children}


def _representatives(
    context: Context, unknown: frozenset[str]
) -> dict[str, tuple[str, dict[int, int]]]:
    """Return for each name that equals another one which stands for both, and by which equations.

    The name less the other one is the sum of the equations, by their places, with these signs.
    """
    found: dict[str, tuple[str, dict[int, int]]] = {}
    for place, (kind, fact) in enumerate(context.facts):
        if kind != "=" or fact[0] != "add" or len(fact) != 3 or fact[2][0] != "negate":
            continue
        sides = (fact[1], fact[2][1])
        if any(side[0] != "symbol" or side[1] not in unknown for side in sides):
            continue
        (one, first), (other, second) = (
            found.get(side[1], (side[1], dict[int, int]())) for side in sides
        )
        if one == other:
            continue
        # side 0 = one + first, side 1 = other + second, and side 0 - side 1 is this equation
        way = {place: 1}
        for path, sign in ((first, -1), (second, 1)):
            for key, own in path.items():
                way[key] = way.get(key, 0) + sign * own
        found[one] = (other, way)
        for name, (end, path) in list(found.items()):
            if end == one:
                joined = {key: path.get(key, 0) + way.get(key, 0) for key in path | way}
                found[name] = (other, joined)
    return found


def _renamed(
    claim: Claim, renamed: Mapping[str, tuple[str, Mapping[int, int]]]
) -> tuple[Claim, dict[int, Term]] | None:
    """Return a claim in the names that stand for others, and which equations make up the change.

    None where it is no polynomial in them.
    """
    kind, term = claim
    factors: dict[int, Term] = {}
    for name in sorted(names(term) & renamed.keys()):
        other, path = renamed[name]
        symbol, value = ("symbol", name), ("symbol", other)
        slope = _slope(term, symbol, value)
        if slope is None:
            return None
        for place, sign in path.items():
            if sign:
                part = times(number(sign), slope)
                factors[place] = ("add", factors[place], part) if place in factors else part
        term = replace(term, {symbol: value})
    return (kind, term), factors


_SIGNS: Mapping[Term, int] = {
    ONE: 1,
    ("negate", ONE): -1,
    number(-1): -1,
}


def combined_proof(
    context: Context, claim: Claim, factors: Mapping[int, Term], *, is_strict: bool = False
) -> Any:
    """Return the step that takes multiples of facts from a claim, with proofs of the rest, or None.

    Parameters
    ----------
    context, claim : Context, tuple
        What is to be proved, and where.
    factors : mapping of int to tuple
        The multiplier of each fact that is used, by its place.
    is_strict : bool
        Whether the first of these facts is that something is positive, and so is the claim.
    """
    pairs = [[place, to_json(factor)] for place, factor in factors.items()]
    step: dict[str, Any] = {"rule": "combine", "multipliers": pairs}
    if claim[0] == ">":
        step["strict"] = is_strict
    try:
        goals = rule_combine(step, context, claim)
    except Rejected:
        return None
    children = [bare_proof(item) or plain_proof(item, work=60, effort=10_000) for item in goals]
    return None if None in children else {**step, "children": children}


def bare_proof(goal: Goal) -> Any:
    """Return a proof that uses no fact, or None."""
    context, claim = goal
    found = plain_proof((Context(context.box), claim), work=60, effort=20_000)
    if found is None or not context.facts:
        return found
    return {"rule": "forget", "facts": [*range(len(context.facts))], "children": [found]}


def _proof(context: Context, lemma: Claim, factors: dict[int, Term]) -> Any:
    """Return the proof that an equation is a combination of others, or None."""
    sides = []
    for sign, goal in (
        (1, (">=", lemma[1])),
        (-1, (">=", ("negate", lemma[1]))),
    ):
        pairs = [
            [place, to_json(factor if sign > 0 else ("negate", factor))]
            for place, factor in factors.items()
        ]
        step: dict[str, Any] = {"rule": "combine", "multipliers": pairs}
        try:
            goals = rule_combine(step, context, goal)
        except Rejected:
            return None
        children = [bare_proof(item) or plain_proof(item, work=30, effort=5000) for item in goals]
        if None in children:
            return None
        sides.append({**step, "children": children})
    return {"rule": "both", "children": sides}
