"""Exponential moments of a private query at its own records, by induction over the records.

A member of the product is f(i), a function of the value y = q(x_i) of a private query q at a record
of its input and of the mean of q; P is the product of those before k. By privacy and the exchange
of x_k for a fresh record z, E[P h y (1 - v)] <= e^epsilon E[P h v (1 - y)] with v = q(z), for every
h >= 0 that is a function of q; and z is independent of all else, so that v may be replaced by its
mean m. This bounds E[P h y], and f(k) lies below its chord in y. Where f falls with y, the same
holds of 1 - y, 1 - v and 1 - m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from boundcalc.checker.discrete import rule_name
from boundcalc.checker.goals import Context, Goal, minus
from boundcalc.checker.probability.pointwise import Observations
from boundcalc.checker.probability.private_schemes import with_runs
from boundcalc.checker.probability.space import Space
from boundcalc.checker.probability.terms import parts, put
from boundcalc.checker.ranges import rule_bound, rule_substitute
from boundcalc.checker.terms import Claim, Rejected, Term, number, replace
from boundcalc.probability.expand import linear_in
from boundcalc.probability.private import law_of_input, spare_record
from boundcalc.probability.search import near_proof, plain_proof, pointwise_proof
from boundcalc.probability.substitution import combined_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

ONE: Term = number(1)
LESS: Term = number(-1)
CHORD_EFFORT = 150_000  # steps of arithmetic for the chord


def by_induction(builder: Builder, whole: str, common: Mapping[str, Any]) -> bool:
    """Add a bound on the mean of a product over the records of a private query, if it holds."""
    _, index, low, high, member = builder.quantities[whole].term
    value = _value(builder, index, member)
    bound = _wanted(builder, low, high)
    if value is None or bound is None:
        return False
    last = f"{index}_last"
    place: Term = ("symbol", last)
    if not builder.index(last):
        return False
    moved = {("symbol", index): place}
    before: Term = ("product", index, low, minus(place, ONE), member)
    step = put(member, moved)
    names = {"before": builder.mean(before), "longer": builder.mean(("multiply", before, step))}
    positive = plain_proof((builder.context, (">", bound)))
    spare = spare_record(builder, value[1][1])
    if positive is None or spare is None:
        return False
    factor = _Factor(before, step, put(value, moved), spare, bound)

    def filled(inner: Builder) -> object:
        return _following(inner, factor, names)

    entry = {"scheme": "induction", **common, "index": last, "product": whole, **names}
    return builder.nested({**entry, "bound": to_json(bound), "bound_positive": positive}, filled)


@dataclass(frozen=True)
class _Factor:
    """The product before a factor, the factor, the value in it, a fresh record, and the bound."""

    before: Term
    step: Term
    value: Term
    spare: Term
    bound: Term


def _value(builder: Builder, index: str, term: Any) -> Any:
    """Return the value of the query of a private algorithm at the record with an index, or None."""
    if term[0] == "apply" and term[1][0] == "run" and len(term) == 3:
        algorithm = builder.space.algorithms.get(term[1][1])
        if algorithm is None or algorithm.is_each or algorithm.delta != number(0):
            return None
        own = ("random", algorithm.input, ("symbol", index))
        return term if term[2] == own else None
    found = (_value(builder, index, part) for part in parts(term))
    return next((value for value in found if value is not None), None)


def _wanted(builder: Builder, low: Term, high: Term) -> Term | None:
    """Return what a row of one expectation says of a single factor."""
    kind, claim = builder.claim
    known = frozenset(item.name for item in builder.goal.numbers)
    linear = linear_in(claim, known)
    if kind != ">=" or linear is None or high[0] != "symbol":
        return None
    bound = linear.pop("", None)
    return bound if bound is None or len(linear) != 1 else replace(bound, {high: low})


def _following(inner: Builder, factor: _Factor, names: Mapping[str, str]) -> Any:
    """Return a proof that one more factor multiplies the mean by the bound at most, or None."""
    y, before = factor.value, factor.before
    run, record = y[1], y[2]
    private = inner.space.algorithms[run[1]]
    mean: Term = ("average", law_of_input(inner, run[1]), run)
    v: Term = ("apply", run, factor.spare)
    ends = [put(factor.step, {y: number(end)}) for end in (0, 1)]
    rise = minus(ends[1], ends[0])
    is_rising = pointwise_proof(inner.space, inner.context, (">=", rise)) is not None
    y_, v_, mean_ = (item if is_rising else minus(ONE, item) for item in (y, v, mean))
    least, slope = (ends[0], rise) if is_rising else (ends[1], minus(*ends))
    grown: Term = ("exp", private.epsilon)
    more = minus(grown, ONE)
    weighted: Term = (
        "multiply",
        before,
        ("divide", slope, ("add", ONE, ("multiply", more, mean_))),
    )
    own: Term = ("multiply", weighted, y)
    moved: Term = ("multiply", weighted, y_, minus(ONE, v_))
    e = {
        "chord": inner.mean(("multiply", before, ("multiply", slope, y_))),
        "least": inner.mean(("multiply", before, least)),
        "weight": inner.mean(weighted),
        "y": inner.mean(own),
        "yv": inner.mean(("multiply", own, v)),
        "ym": inner.mean(("multiply", own, mean)),
        "v": inner.mean(("multiply", weighted, v)),
        "m": inner.mean(("multiply", weighted, mean)),
        "mean": inner.mean(("multiply", weighted, mean_)),
        "own": inner.mean(moved),
        "exchanged": inner.mean(("multiply", weighted, v_, minus(ONE, y_))),
        "elsewhere": inner.mean(with_runs(moved, (tuple(record[2:]), factor.spare))),
    }
    less, grown_less = ("negate", more), ("negate", grown)
    high, low = ("own", "exchanged") if is_rising else ("exchanged", "own")
    chord = {"y": LESS, "ym": less}
    if not is_rising:
        turned = {e["mean"]: ONE, e["weight"]: LESS, e["m"]: ONE}
        chord = {"weight": grown_less, "y": grown, "m": more, "ym": less}
    runs = {"algorithm": run[1]}
    exchange = {"record": to_json(record), "fresh": to_json(factor.spare)}
    independent = {"statement": private.statement}
    proof = pointwise_proof(inner.space, inner.context, (">=", moved))
    instances = [  # each with its multiplier
        (more, {"scheme": "fresh", "first": e["yv"], "second": e["ym"], **independent}),
        (
            grown_less if is_rising else ONE,
            {"scheme": "fresh", "first": e["v"], "second": e["m"], **independent},
        ),
        (
            ONE,
            {"scheme": "privacy", "first": e["own"], "second": e["elsewhere"], **runs}
            | {"least": proof},
        ),
        (
            grown_less,
            {"scheme": "swap", "first": e["elsewhere"], "second": e["exchanged"], **runs}
            | exchange,
        ),
    ]
    bound = {names["before"]: factor.bound, e["least"]: LESS, e["mean"]: grown_less}
    relations = [
        (ONE if is_rising else grown_less, "=", {e[high]: ONE, e["y"]: LESS, e["yv"]: ONE}),
        (grown_less if is_rising else ONE, "=", {e[low]: ONE, e["v"]: LESS, e["yv"]: ONE}),
        (ONE, ">=", {names["longer"]: LESS, e["least"]: ONE, e["chord"]: ONE}),
        (LESS, "=", {e["chord"]: ONE, **{e[name]: part for name, part in chord.items()}}),
        (ONE, ">=", bound),
    ]
    if not is_rising:
        relations.append((grown, "=", turned))
    factors = {}
    for multiplier, step in instances:
        if not inner.add(step):
            return None
        factors[len(inner.context.facts) - 1] = multiplier
    at_most = _AtMost(before, least, slope, mean_, factor, private.epsilon)
    for multiplier, kind, parts_ in relations:
        search = at_most.proof if parts_ is bound else partial(pointwise_proof, effort=CHORD_EFFORT)
        if not inner.positive(kind, parts_, search):
            return None
        factors[len(inner.context.facts) - 1] = multiplier
    return combined_proof(inner.context, inner.claim, factors)


@dataclass(frozen=True)
class _AtMost:
    """What shows that the chord is at most the bound, where the factor is an exponential.

    By privacy the mean m becomes at most p = e^epsilon m / (1 + (e^epsilon - 1) m), which is
    between 0 and 1, and at most m + epsilon / 4. By Hoeffding's lemma the chord at p is at most
    e^(l (p - m) + l^2 / 8).
    """

    before: Term
    least: Term
    slope: Term
    mean: Term  # m, which may be one less an observed mean
    factor: _Factor
    epsilon: Term

    def proof(self, space: Space, context: Context, claim: Claim) -> Any:
        """Return a proof of the claim at all outcomes, or None."""
        observations = Observations(space, context)
        plain: Claim = (claim[0], observations.plain(claim[1], {}))
        names_ = (self.before, self.least, self.slope, self.mean)
        terms = [observations.plain(part, {}) for part in names_]
        goal, mean = (observations.context, plain), terms.pop()
        if mean[0] == "symbol":
            return self._proof_at(goal, mean, terms)
        return mirrored_proof(
            goal, mean[2][1][1], lambda inner, u, put_: self._proof_at(inner, u, map(put_, terms))
        )

    def _proof_at(self, goal: Goal, mean: Term, terms: Iterable[Term]) -> Any:
        before, least, slope = terms
        context, claim = goal
        grown: Term = ("exp", self.epsilon)
        whole: Term = ("add", ONE, ("multiply", minus(grown, ONE), mean))
        p: Term = ("divide", ("multiply", grown, mean), whole)
        state = _Cuts(context, [])
        moved: Term = ("add", mean, ("divide", self.epsilon, number(4)))
        rate = _rate(self.factor.step)
        if not all(state.cut((">=", lemma)) for lemma in (p, minus(ONE, p))) or rate is None:
            return None
        state.add((">=", minus(moved, p)), self._near(state.context, mean, p))
        gap = minus(minus(self.factor.bound, least), ("multiply", slope, p))
        state.add((">=", gap), self._at_chance(state.context, gap, mean, p, rate))
        factors = {len(state.context.facts) - 1: before}
        return state.closed(combined_proof(state.context, claim, factors))

    def _near(self, context: Context, mean: Term, p: Term) -> Any:
        """Return a proof of p <= m + epsilon / 4, or None.

        With s = e^(epsilon / 2) and t = (s - 1) / (s + 1), which is epsilon / 4 at most,
        t - (p - m) is t (1 - (s + 1) m)^2 / (1 + (s^2 - 1) m).
        """
        quarter: Term = ("divide", self.epsilon, number(4))
        s: Term = ("exp", ("divide", self.epsilon, number(2)))
        more: Term = ("add", s, ONE)
        t: Term = ("divide", minus(s, ONE), more)
        square: Term = ("power", minus(ONE, ("multiply", more, mean)), number(2))
        state = _Cuts(context, [])
        for lemma in (minus(quarter, t), ("divide", ("multiply", t, square), p[2])):
            if not state.cut((">=", lemma)):
                return None
        place = len(state.context.facts)
        claim: Claim = (">=", minus(("add", mean, quarter), p))
        return state.closed(combined_proof(state.context, claim, {place - 2: ONE, place - 1: ONE}))

    def _at_chance(
        self, context: Context, whole: Term, mean: Term, p: Term, rate: Term
    ) -> dict[str, Any] | None:
        """Return a proof that the chord at p is at most the bound, with a name for p."""
        step = {"rule": "name", "term": to_json(p), "name": "chance_"}
        try:
            ((inner, claim),) = rule_name(step, context, (">=", whole))
        except Rejected:
            return None
        r: Term = ("symbol", "chance_")
        square: Term = ("divide", ("power", rate, number(2)), number(8))
        top: Term = ("exp", ("add", ("multiply", rate, r), square))
        chord: Term = ("add", minus(ONE, r), ("multiply", r, ("exp", rate)))
        weight: Term = ("exp", ("negate", ("multiply", rate, mean)))
        state = _Cuts(inner, [])
        rest = minus(self.factor.bound, ("multiply", weight, top))
        if not state.cut((">=", minus(top, chord))) or not state.cut((">=", rest)):
            return None
        place = len(state.context.facts)
        proof = combined_proof(state.context, claim, {place - 2: weight, place - 1: ONE})
        found = state.closed(proof)
        return None if found is None else {**step, "children": [found]}


def _rate(term: Any) -> Term | None:
    """Return l > 0 of a factor e^(l u) or e^(-l u)."""
    if term[0] != "exp" or term[1][0] != "multiply" or len(term[1]) != 3:
        return None
    rate: Term = term[1][1]
    return rate[1] if rate[0] == "negate" else rate


@dataclass
class _Cuts:
    """Claims that are shown one after the other, each from those before."""

    context: Context
    cuts: list[dict[str, Any]]

    def cut(self, lemma: Claim) -> bool:
        """Add a claim, if a proof of it is found."""
        proof = near_proof((self.context, lemma), frozenset(), CHORD_EFFORT)
        if proof is not None:
            self.add(lemma, proof)
        return proof is not None

    def add(self, lemma: Claim, proof: Any) -> None:
        """Add a claim with its proof."""
        step = {"rule": "cut", "kind": lemma[0], "term": to_json(lemma[1]), "children": [proof]}
        self.cuts.append(step)
        self.context = self.context.with_fact(lemma)

    def closed(self, proof: Any) -> Any:
        """Return the proof that begins with the cuts and ends with one that uses them, if any."""
        if proof is None or any(None in step["children"] for step in self.cuts):
            return None
        for step in reversed(self.cuts):
            proof = {**step, "children": [*step["children"], proof]}
        return proof


Continued = Callable[[Goal, Term, Callable[[Term], Term]], Any]


def mirrored_proof(goal: Goal, name: str, proof_of: Continued) -> Any:
    """Return a proof that writes a variable of [0, 1] as 1 - u, where u is in [0, 1] again."""
    u: Term = ("symbol", "mirrored_")
    step: dict[str, Any] = {"rule": "substitute", "variable": name, "form": "mirror"}
    step |= {"a": to_json(ONE), "name": "mirrored_"}
    try:
        *sides, inner = rule_substitute(step, *goal)
        opened = []
        for side, value in (("low", 0), ("high", 1)):
            bound = {"rule": "bound", "variable": "mirrored_", "side": side, "closed": True}
            bound |= {"value": str(value)}
            inside, inner = rule_bound(bound, *inner)
            opened.append((bound, near_proof(inside, frozenset())))
    except Rejected:
        return None
    changes = {("symbol", name): minus(ONE, u)}
    proof = proof_of(inner, u, lambda term: replace(term, changes))
    children = [plain_proof(side) for side in sides]
    if None in (proof, *children, *(shown for _, shown in opened)):
        return None
    for bound, shown in reversed(opened):
        proof = {**bound, "children": [shown, proof]}
    return {**step, "children": [*children, proof]}
