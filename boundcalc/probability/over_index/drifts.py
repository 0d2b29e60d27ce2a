"""Products over a family whose members have a drift, given those before: supermartingales.

A member of the product is f(X_i), and the drift bounds the mean of h(X_i) by d, given the members
before it. Where f <= a + b h with b >= 0 for all values, the product P of the f(X_i) before k has
E[P f(X_k)] <= a E P + b E[P h(X_k)] <= (a + b d) E P, and by induction the mean of the product of
all is at most a power of a + b d. Such a and b are 0 and 1 where f is h, or those of the chord.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from boundcalc.checker import Rejected
from boundcalc.checker.goals import minus
from boundcalc.checker.probability.space import MEMBER, Head
from boundcalc.checker.probability.terms import all_parts, put
from boundcalc.checker.terms import Term, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.substitution import combined_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

ZERO, ONE = number(0), number(1)
CHORD_EFFORT = 150_000  # steps of arithmetic for the chord


def by_drift(builder: Builder, whole: str, common: Mapping[str, Any]) -> bool:
    """Add a bound on the mean of a product over a family with a drift, if one is found."""
    _, index, low, _, member = builder.quantities[whole].term
    values = {part for part in all_parts(member) if part[0] == "random"}
    if len(values) != 1:
        return False
    (value,) = values
    head = builder.space.heads[value[1]]
    if not head.drift or value[2:] != (("symbol", index),):
        return False
    last = f"{index}_last"
    place: Term = ("symbol", last)
    if not builder.index(last):
        return False
    before: Term = ("product", index, low, minus(place, ONE), member)
    moved = ("random", value[1], place)
    step = put(member, {value: moved})
    names = {"before": builder.mean(before), "longer": builder.mean(("multiply", before, step))}
    factor = put(member, {value: ("symbol", MEMBER)})
    for place_of, (function, most) in enumerate(_drifts(head)):
        own = put(function, {("symbol", MEMBER): moved})
        for least, slope in _lines(head, function, factor):
            bound: Term = ("add", least, ("multiply", slope, most))
            bound = most if slope == ONE and least == ZERO else bound
            positive = plain_proof((builder.context, (">", bound)))
            if positive is None:
                continue
            line = _Line(before, own, place_of, to_json(moved), least, slope)
            entry = {"scheme": "induction", **common, "index": last, "product": whole, **names}
            entry |= {"bound": to_json(bound), "bound_positive": positive}
            if builder.nested(entry, partial(line.following, names=names, bound=bound)):
                return True
    return False


def _drifts(head: Head) -> list[tuple[Term, Term]]:
    """Return the functions of a member, each with what bounds its mean."""
    return list(zip(head.drift[::2], head.drift[1::2], strict=True))


def own_drifts(builder: Builder, name: str) -> None:
    """Add what the drift says of each member in a number, with nothing before it."""
    for value in {part for part in all_parts(builder.quantities[name].term) if part[0] == "random"}:
        for place, (function, _) in enumerate(_drifts(builder.space.heads[value[1]])):
            past, own = builder.mean(ONE), put(function, {("symbol", MEMBER): value})
            try:
                both = builder.mean(("multiply", ONE, own))
            except Rejected:  # its index is one of a sum
                continue
            step = {**_at(place), "past": past, "both": both, "member": to_json(value)}
            proof = pointwise_proof(builder.space, builder.context, (">=", ONE))
            if builder.add({**step, "proof": proof}):
                builder.positive("=", {past: ONE, "": number(-1)})
                builder.base(both)
                builder.base(name)


def _at(place: int) -> dict[str, Any]:
    return {"scheme": "drift", **({"place": place} if place else {})}


@dataclass(frozen=True)
class _Line:
    """A bound a + b h(X_k) on a factor of a product, after those before it."""

    before: Term
    own: Term  # h(X_k)
    place: int  # of h among the drifts
    member: list[Any]
    least: Term
    slope: Term

    def following(self, inner: Builder, *, names: Mapping[str, str], bound: Term) -> Any:
        """Return a proof that one more factor multiplies the mean by the bound at most, or None."""
        both = inner.mean(("multiply", self.before, self.own))
        start = len(inner.context.facts)
        line = {names["before"]: self.least, both: self.slope, names["longer"]: number(-1)}
        if both == names["longer"]:
            line = {}
        elif not inner.positive(">=", line, partial(pointwise_proof, effort=CHORD_EFFORT)):
            return None
        proof = pointwise_proof(inner.space, inner.context, (">=", self.before))
        step = {**_at(self.place), "past": names["before"], "both": both, "member": self.member}
        if not inner.add({**step, "proof": proof}):
            return None
        multipliers = [ONE, self.slope] if line else [ONE]
        factors = {start + place: factor for place, factor in enumerate(multipliers)}
        return combined_proof(inner.context, inner.claim, factors)


def _lines(head: Head, function: Term, factor: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the a and b of bounds a + b h that may be above a factor."""
    yield ZERO, ONE
    low, high = (
        number(end) if bound is None and isinstance(end, Fraction) else bound
        for bound, end in ((head.low, head.values.low), (head.high, head.values.high))  # type: ignore[union-attr]
    )
    if low is None or high is None:
        return
    (f0, h0), (f1, h1) = (
        [put(term, {("symbol", MEMBER): end}) for term in (factor, function)] for end in (low, high)
    )
    slope: Term = ("divide", minus(f1, f0), minus(h1, h0))
    yield minus(f0, ("multiply", slope, h0)), slope
