"""Group privacy: functions of an output compared with those on a dataset some records away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.space import Pair
from boundcalc.checker.probability.terms import put
from boundcalc.checker.terms import Claim, Term, children, number
from boundcalc.probability.search import near_proof, plain_proof, pointwise_proof
from boundcalc.probability.substitution import combined_proof, proof_by_elimination
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

ONE = number(1)


def proof_by_groups(builder: Builder) -> Any:
    """Return a proof from how far numbers about one output may be from those about the other."""
    compared: set[tuple[int, str]] = set()
    for item in builder.goal.numbers:
        sources = builder.space.sources(item.term)
        for place, pair in enumerate(builder.space.pairs):
            sides = (("random", pair.first), ("random", pair.second))
            if item.given is None and len(sources) == 1 and not sources.isdisjoint(sides):
                one, other = sides if sides[0] in sources else sides[::-1]
                ends = (item.name, builder.mean(put(item.term, {one: other})))
                for first, second in (ends, ends[::-1]):
                    if (place, first) not in compared:
                        compared.add((place, first))
                        is_forward = (first == item.name) == (one == sides[0])
                        step = {"pair": place, "forward": is_forward}
                        _compare(builder, pair, {**step, "first": first, "second": second})
    if not builder.instances:
        return None
    places = {place for place, _ in compared}
    unknown = frozenset(builder.quantities)
    found = proof_by_elimination(builder.context, builder.claim, unknown)
    return found or _proof_by_lemmas(builder, places) or builder.proof(work=60, effort=10_000)


def _compare(builder: Builder, pair: Pair, step: Mapping[str, Any]) -> None:
    """Add the bound on one number by the other."""
    term = builder.quantities[step["first"]].term
    some = plain_proof((builder.context, (">=", minus(pair.distance, ONE))))
    if some is None:
        builder.refuse("group", "that the datasets differ in one record at least is not shown")
        return
    ends = (term, minus(ONE, term))
    least, most = (pointwise_proof(builder.space, builder.context, (">=", end)) for end in ends)
    if least is None or (most is None and pair.delta != number(0)):
        builder.refuse("group", "that the value lies between 0 and 1 is not shown")
        return
    step = {**step, "some": some, "least": least, "most": most, "index": _index(builder)}
    builder.add({"scheme": "group", **step})


def _index(builder: Builder) -> str:
    """Return an index for the sum of the failures, that of a sum in the row if there is one."""
    listed = (*_indices(builder.claim[1]), *(f"i_{k}" for k in range(1, 1000)))
    return next(index for index in listed if index not in builder.context.box)


def _indices(term: Term) -> list[str]:
    """Return the indices of the sums in a term about numbers."""
    own = [term[1]] if term[0] == "sum" else []
    return own + [index for part in children(term) for index in _indices(part)]


def _proof_by_lemmas(builder: Builder, places: set[int]) -> Any:
    """Return a proof from one fact, and what its sum of failures is in closed form, or None."""
    count = len(builder.context.facts)
    own = range(count - len(builder.instances), count)
    for lemma, delta in (found for place in places for found in _lemmas(builder, place)):
        proof = near_proof((builder.context, lemma))
        context = builder.context.with_fact(lemma)
        for fact in own if proof else ():
            found = combined_proof(context, builder.claim, {fact: ONE, count: delta})
            if found is not None:
                cut = {"rule": "cut", "kind": lemma[0], "term": to_json(lemma[1])}
                return {**cut, "children": [proof, found]}
    return None


def _lemmas(builder: Builder, place: int) -> Iterator[tuple[Claim, Term]]:
    """Yield what a sum of failures is, or is at most, each with its factor in the fact."""
    pair, index = builder.space.pairs[place], _index(builder)
    last = minus(pair.distance, ONE)
    whole, most, member = (
        ("exp", ("multiply", k, pair.epsilon)) for k in (pair.distance, last, ("symbol", index))
    )
    total: Term = ("sum", index, number(0), last, member)
    quotient: Term = ("divide", minus(whole, ONE), minus(("exp", pair.epsilon), ONE))
    for kind, closed in (("=", quotient), (">=", ("multiply", pair.distance, most))):
        yield (kind, minus(closed, total)), pair.delta
