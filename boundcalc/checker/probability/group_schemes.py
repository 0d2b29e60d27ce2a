"""Group privacy: what an algorithm returns on two fixed datasets that differ in many records."""

from typing import Any

from boundcalc.checker.goals import Context, is_whole, minus
from boundcalc.checker.probability.model import Model, symbol
from boundcalc.checker.probability.schemes import Derive, Step
from boundcalc.checker.probability.space import Pair
from boundcalc.checker.probability.terms import put
from boundcalc.checker.terms import Claim, Term, demand, integer_of, names, number

MOST_WRITTEN = 12  # summands of a sum that is written out
ONE = number(1)


def by_group(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E g(M(x)) <= e^(k epsilon) E g(M(x')) + d for 0 <= g <= 1, where k changes make x to x'.

    Privacy for a function of one output (see `by_privacy`) is used k times, from each dataset to
    the next one: d = delta (1 + e^epsilon + ... + e^((k - 1) epsilon)), a sum that is written out
    where k is a small number. Where delta is zero, d is, and g >= 0 suffices.
    """
    place = step["pair"]
    demand(type(place) is int and 0 <= place < len(model.space.pairs), "no such pair")
    pair = model.space.pairs[place]
    first, second = model.term(step["first"]), model.term(step["second"])
    values: list[Term] = [("random", pair.first), ("random", pair.second)]
    one, other = values if step["forward"] is True else reversed(values)
    demand(model.space.sources(first) == {one}, "it is no function of one of the outputs alone")
    demand(put(first, {one: other}) == second, "it is another function of the other output")
    demand(is_whole(context, pair.distance), "the distance is not shown to be a whole number")
    model.claim((context, (">=", minus(pair.distance, ONE))), step["some"], depth)
    model.pointwise(context, (">=", first), step["least"], depth)
    if pair.delta != number(0):
        model.pointwise(context, (">=", minus(ONE, first)), step["most"], depth)
    grown: Term = ("multiply", _growth(pair, pair.distance), symbol(step["second"]))
    loss = number(0) if pair.delta == number(0) else _loss(context, pair, step.get("index"))
    return (">=", minus(("add", grown, loss), symbol(step["first"])))


def _growth(pair: Pair, exponent: Term) -> Term:
    return ("exp", pair.epsilon if exponent == ONE else ("multiply", exponent, pair.epsilon))


def _loss(context: Context, pair: Pair, index: Any) -> Term:
    """Return delta for each change, multiplied by what the changes before it multiply."""
    count = integer_of(pair.distance)
    if count is not None and count <= MOST_WRITTEN:
        powers = [_growth(pair, number(j)) for j in range(1, count)]
        return ("multiply", pair.delta, ("add", ONE, *powers)) if powers else pair.delta
    is_new = isinstance(index, str) and index not in context.box.keys() | names(pair.epsilon)
    demand(is_new, "the index has a meaning")
    run = (index, number(0), minus(pair.distance, ONE))
    return ("multiply", pair.delta, ("sum", *run, _growth(pair, symbol(index))))
