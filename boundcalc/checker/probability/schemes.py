"""The schemes of the calculus of probability: each gives a fact about expectations as numbers.

A symbol stands for the number E f, where f is a random term that is defined at all outcomes and
has an expectation; a probability is the expectation of an indicator. Every scheme is a theorem of
measure theory, for all random values with the declared properties; its docstring is the sentence to
believe, and why. Monotonicity, complements, union bounds, Markov, Jensen, Cauchy and Schwarz,
Chebyshev are instances of the first: what they say at each outcome is a goal for the prover.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from boundcalc.checker.goals import Context, encloses, is_whole, minus
from boundcalc.checker.probability.model import Model, symbol
from boundcalc.checker.probability.pointwise import decided, first_open, negated
from boundcalc.checker.probability.space import ANY, ANY_INTEGER, Block, Source, Unit
from boundcalc.checker.probability.terms import (
    all_bound,
    changed,
    free_names,
    is_random,
    put,
    read_random,
)
from boundcalc.checker.terms import Claim, Term, demand, names, number

Step = Mapping[str, Any]
Derive = Callable[[Model, Context, Claim, Any, int], None]
Scheme = Callable[[Model, Context, Step, Derive, int], Claim]


def by_positive(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """If c_1 f_1 + ... + c_k f_k + c >= 0 at all outcomes, then c_1 E f_1 + ... + c >= 0.

    The expectation is linear, monotone, and that of 1 is 1. The multipliers are numbers, which may
    be made of parameters and of other expectations. A random value that is positive at all outcomes
    has a positive expectation, and one that is zero has the expectation zero.
    """
    kind, pairs = step["kind"], step["terms"]
    demand(kind in (">=", ">", "=") and isinstance(pairs, list), "no sign is claimed")
    constant = model.number(context, step["constant"])
    factors = [(name, model.number(context, factor)) for name, factor in pairs]
    total: Term = ("add", constant, *(("multiply", c, model.term(name)) for name, c in factors))
    model.pointwise(context, (kind, total), step["proof"], depth)
    return (kind, _combination(constant, [(c, symbol(name)) for name, c in factors]))


def _combination(constant: Term, pairs: Iterable[tuple[Term, Term]]) -> Term:
    """Return a linear combination, without factors of one and a constant of zero."""
    summands = [] if constant == number(0) else [constant]
    for factor, value in pairs:
        less = ("negate", value)
        signed = {number(1): value, number(-1): less, ("negate", number(1)): less}
        summands.append(signed.get(factor, ("multiply", factor, value)))
    return ("add", *summands) if len(summands) > 1 else summands[0] if summands else constant


def by_product(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E[f g] = E f E g where f and g are independent and all three expectations exist.

    They are independent if the units of random values that they are functions of are different for
    certain, in one statement of mutual independence.
    """
    first, second, both = (model.term(step[key]) for key in ("first", "second", "both"))
    demand(both == ("multiply", first, second), "it is no product of the two")
    one, other = (model.space.sources(term) for term in (first, second))
    model.space.demand_apart(context, one, other, step["statement"])
    product: Term = ("multiply", symbol(step["first"]), symbol(step["second"]))
    return ("=", minus(symbol(step["both"]), product))


def by_exchange(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E f = E f', where f' is f with units of random values renamed to units with the same laws.

    Independent units have the joint law that is the product of their laws, and so have the units
    that they are renamed to; each has the law of its image. A unit that keeps its name keeps its
    law. All units of f are renamed or kept, no two to one.
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    statement = step["statement"]
    changes = read_renaming(model, step["renaming"])
    sources = model.space.sources(first)
    for source in sources:
        demand(source[0] == "random" and ANY not in source, "it is not known which value is meant")
        changes.setdefault(source, source)
    demand(changes.keys() == sources, "what is renamed does not occur")
    images = frozenset(free_names(("add", *changes.values()))) if changes else frozenset()
    demand(not images & all_bound(first), "a new name would be bound by a sum")
    moved = moved_units(model, changes, statement)
    for side in (list(moved), list(moved.values())):
        for place, unit in enumerate(side):
            for other in side[:place]:
                apart = model.space.are_apart(context, unit, other)
                demand(apart, "two units may be the same, or may become the same")
    demand(put(first, changes) == second, "the renamed term is another one")
    return ("=", minus(symbol(step["first"]), symbol(step["second"])))


def read_renaming(model: Model, data: Any) -> dict[Source, Source]:
    """Return which random value becomes which, or reject."""
    changes: dict[Source, Source] = {}
    for pair in data:
        old, new = (read_random(side) for side in pair)
        demand(old[0] == new[0] == "random" and old not in changes, "only random values, once each")
        for side in (old, new):
            model.space.check(side)
        changes[old] = new
    return changes


def moved_units(model: Model, changes: Mapping[Source, Source], statement: Any) -> dict[Unit, Unit]:
    """Return which unit becomes which, where each head goes to the head at its place, or reject."""
    demand(type(statement) is int, "no such statement of independence")
    moved: dict[Unit, Unit] = {}
    for old, new in changes.items():
        (unit,) = model.space.units(frozenset({old}), statement)
        (image,) = model.space.units(frozenset({new}), statement)
        one, other = (model.space.statements[statement][item[0]] for item in (unit, image))
        demand(old == new or _is_alike(one, other, old, new), "other laws")
        demand(moved.setdefault(unit, image) == image, "one unit becomes two")
    return moved


def _is_alike(one: Block, other: Block, old: Source, new: Source) -> bool:
    """Return whether units of two blocks have one law, and two heads the same place in it."""
    is_alike = one.law is not None and one.law == other.law and len(one.heads) == len(other.heads)
    return is_alike and (old[1], new[1]) in zip(one.heads, other.heads, strict=True)


def by_sum(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """If a linear relation of E f_1(i), ..., E f_k(i) holds for each i, it holds of the sums.

    From c_1 E f_1(i) + ... + c >= 0 for all integers i from a to b follows
    c_1 E[sum of f_1(i)] + ... + (b - a + 1) c >= 0, where the multipliers do not depend on i and
    there are b - a + 1 >= 0 summands: finite sums keep the sign, and expectation is linear.
    Where c is a formula in i without expectations, the sum of c stands for (b - a + 1) c.
    """
    index, inner, low, high, count = run_over(model, context, step, depth)
    kind, triples = step["kind"], step["terms"]
    demand(kind in (">=", "=") and isinstance(triples, list), "no sign is claimed")
    constant = model.number(context, step["constant"])
    inside: list[Term] = [constant]
    outside: list[Term] = [("multiply", constant, count)]
    fixed = [constant]
    if index in free_names(constant):
        plain = not names(constant) & model.quantities.keys() and not all_bound(constant)
        demand(plain, "an expectation, or a sum, in a constant that depends on the index")
        is_less = constant[0] == "negate"
        total: Term = ("sum", index, low, high, constant[1] if is_less else constant)
        outside, fixed = [("negate", total) if is_less else total], []
    for whole, member, data in triples:
        factor = model.number(context, data)
        wanted = ("sum", index, low, high, model.term(member))
        demand(model.term(whole) == wanted, "it is no sum of these")
        inside.append(("multiply", factor, symbol(member)))
        outside.append(("multiply", factor, symbol(whole)))
        fixed.append(factor)
    for term in fixed:
        demand(index not in model.depends(term), "a multiplier depends on the index")
    derive(model, inner, (kind, ("add", *inside)), step["derivation"], depth + 1)
    return (kind, ("add", *outside))


def run_over(
    model: Model, context: Context, step: Step, depth: int
) -> tuple[str, Context, Term, Term, Term]:
    """Return the index of a scheme, the context for one index, the ends, and how many there are.

    Nothing is known of the index but that it is an integer between the ends.
    """
    index = step["index"]
    demand(isinstance(index, str) and index in context.box, "no index is named")
    demand(index not in model.quantities, "an expectation is no index")
    values = context.box[index]
    demand(values == ANY_INTEGER, "the index is any integer at first")
    demand(index not in model.space.names(), "something is declared with the index")
    demand(
        all(index not in model.depends(term) for _, term in context.facts),
        "something is known of the index",
    )
    low, high = (model.number(context, step[key]) for key in ("low", "high"))
    for end in (low, high):
        demand(is_whole(context, end), "an index runs from an integer to an integer")
        demand(index not in names(end), "an index runs to itself")
    position = symbol(index)
    inner = context.with_fact((">=", minus(position, low)), (">=", minus(high, position)))
    count: Term = ("add", high, ("negate", low), number(1))
    model.claim((context, (">=", count)), step["size"], depth)
    return index, inner, low, high, count


def by_power(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E[product of f(i)] = c^(b - a + 1) if E f(i) = c > 0 for each i, for independent f(i).

    Or c >= 0, where there are factors, so that the exponent is at least one. With "kind" ">=": at
    most that, if f(i) is not negative and E f(i) <= c. Each f(i) is a function
    of units at the index i, so that f(i) and f(j) have no unit in common; the units are mutually
    independent.
    """
    index, inner, low, high, count = run_over(model, context, step, depth)
    member, whole, kind = model.term(step["member"]), model.term(step["product"]), step["kind"]
    demand(whole == ("product", index, low, high, member), "it is no product of these")
    bound = model.number(context, step["bound"])
    demand(index not in model.depends(bound), "the bound depends on the index")
    demand(kind in (">=", "="), "no sign is claimed")
    _demand_own_units(model, member, index, step["statement"])
    some = [(">=", minus(count, number(1)))] if "some" in step else []
    model.claim((context, (">=" if some else ">", bound)), step["bound_positive"], depth)
    for claim in some:
        model.claim((context, claim), step["some"], depth)
    if kind == ">=":
        model.pointwise(inner, (">=", member), step["proof"], depth)
    derive(
        model, inner, (kind, minus(bound, symbol(step["member"]))), step["derivation"], depth + 1
    )
    return (kind, minus(("power", bound, count), symbol(step["product"])))


def by_induction(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E[product of f(i)] <= c^(b - a + 1), if E[P(k) f(k)] <= c E P(k) for each k, where c > 0.

    P(k) is the product of the f(i) with a <= i < k, so that P(a) is 1, P(k + 1) is P(k) f(k), and
    P(b + 1) is the product of all. By induction E P(k + 1) <= c E P(k) <= c^(k + 1 - a); how the
    f(i) depend on each other does not matter.
    """
    last, inner, low, high, count = run_over(model, context, step, depth)
    product = model.term(step["product"])
    _, index, _, _, member = product
    demand(product == ("product", index, low, high, member), "it is no product of these")
    demand(last != index and last not in model.depends(product), "the indices are not told apart")
    demand(not {last, index} & all_bound(member), "a sum binds an index")
    before: Term = ("product", index, low, minus(symbol(last), number(1)), member)
    demand(model.term(step["before"]) == before, "it is no product of those before")
    following = put(member, {symbol(index): symbol(last)})
    longer = ("multiply", before, following)
    demand(model.term(step["longer"]) == longer, "it is not the product with one factor more")
    bound = model.number(context, step["bound"])
    demand(not {last, index} & model.depends(bound), "the bound depends on the index")
    model.claim((context, (">", bound)), step["bound_positive"], depth)
    grown: Term = ("multiply", bound, symbol(step["before"]))
    claim = (">=", minus(grown, symbol(step["longer"])))
    derive(model, inner, claim, step["derivation"], depth + 1)
    return (">=", minus(("power", bound, count), symbol(step["product"])))


def by_variance(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """The variance of a sum of independent f(i) is the sum of their variances.

    E[(sum of f(i))^2] - (E[sum of f(i)])^2 = (b - a + 1) v if E[f(i)^2] - (E f(i))^2 = v for each
    i, where v does not depend on i; with "kind" ">=" at most that, if it is at most v. The f(i) are
    functions of units at the index i, so that f(i) and f(j) are independent, and the mean of their
    product is the product of their means.
    """
    index, inner, low, high, count = run_over(model, context, step, depth)
    member, total, kind = model.term(step["member"]), model.term(step["total"]), step["kind"]
    demand(total == ("sum", index, low, high, member), "it is no sum of these")
    demand(model.term(step["squared"]) == ("power", member, number(2)), "another square")
    demand(model.term(step["whole"]) == ("power", total, number(2)), "another square of the sum")
    bound = model.number(context, step["bound"])
    demand(index not in model.depends(bound), "the bound depends on the index")
    demand(kind in (">=", "="), "no sign is claimed")
    _demand_own_units(model, member, index, step["statement"])
    own, whole = (
        minus(symbol(step[square]), ("power", symbol(step[mean]), number(2)))
        for square, mean in (("squared", "member"), ("whole", "total"))
    )
    derive(model, inner, (kind, minus(bound, own)), step["derivation"], depth + 1)
    return (kind, minus(("multiply", bound, count), whole))


def _demand_own_units(model: Model, member: Term, index: str, statement: Any) -> None:
    """Reject unless all random values of a term have the index at one place of each block."""
    demand(type(statement) is int, "no such statement of independence")
    places: dict[Any, set[int]] = {}
    for unit in model.space.units(model.space.sources(member), statement):
        own, at = (unit[0], unit[1:]) if unit[0] != "coins" else (unit[:2], unit[2:])
        found = {place for place, item in enumerate(at) if item == ("symbol", index)}
        known = places.setdefault(own, found)
        known &= found
        demand(bool(known), "a random value is the same for two indices")
    coins = [own for own in places if type(own) is tuple]
    demand(len(coins) <= 1, "the coins of two algorithms may depend on each other")


def by_exponential(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """The exponential of a sum is the product of the exponentials, so they have one expectation.

    Also with a multiplier of the sum, which goes to each summand.
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    _, index, low, high, (_, body) = second
    run = (index, low, high)
    demand(second == ("product", *run, ("exp", body)), "no product of exponentials")
    sums: list[Term] = [("sum", *run, body)]
    if body[0] == "multiply" and len(body) == 3 and index not in free_names(body[1]):
        sums.append(("multiply", body[1], ("sum", *run, body[2])))
    demand(first in [("exp", total) for total in sums], "no exponential of that sum")
    return ("=", minus(symbol(step["first"]), symbol(step["second"])))


def by_selection(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """The sum over i of 1[s = i] h is h, where s is an integer between the ends and h has no i.

    Exactly one summand is h, the others are zero.
    """
    whole, rest = model.term(step["sum"]), model.term(step["term"])
    _, index, low, high, body = whole
    chosen = body[1][1][1][1]
    selects: Term = ("indicator", ("=", minus(chosen, symbol(index))))
    demand(whole == ("sum", index, low, high, ("multiply", selects, rest)), "nothing selects")
    demand(index not in free_names(chosen) | free_names(rest), "it depends on the index")
    values, least, most = model.space.range_of(chosen)
    least = least if least is not None else number(values.low)  # type: ignore[arg-type]
    most = most if most is not None else number(values.high)  # type: ignore[arg-type]
    demand(values.integer and (least, most) == (low, high), "it may lie beyond the ends")
    return ("=", minus(symbol(step["sum"]), symbol(step["term"])))


def by_conditional(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E[f | A] Pr[A] = E[f 1_A], where Pr[A] > 0: the definition of the conditional expectation."""
    name = step["conditional"]
    quantity = model.quantities.get(name) if isinstance(name, str) else None
    demand(quantity is not None and quantity.given is not None, "nothing is given")
    assert quantity is not None
    indicator = ("indicator", quantity.given)
    demand(model.term(step["event"]) == indicator, "another event is given")
    demand(model.term(step["joint"]) == ("multiply", quantity.term, indicator), "another product")
    model.claim((context, (">", symbol(step["event"]))), step["possible"], depth)
    product: Term = ("multiply", symbol(name), symbol(step["event"]))
    return ("=", minus(product, symbol(step["joint"])))


def by_law(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E f(X, Y) is the sum of p_k E f(v_k, Y), where X takes the values v_k with the chances p_k.

    The chances sum to one. All else in f is independent of X, so that given it X has this law
    (Fubini), and f(v_k, Y) is one of the "parts". Without these, X is the only random value in f,
    and an indicator in f is 1 or 0 at each value, as enclosures decide.
    """
    term = model.term(step["term"])
    sources, parts = model.space.sources(term), step.get("parts")
    demand(len(sources) == 1 or parts is not None, "it depends on more than one random value")
    source = next(iter(sources)) if parts is None else read_random(step["value"])
    demand(source in sources and source[0] == "random" and ANY not in source, "no random value")
    law = model.space.heads[source[1]].law
    demand(bool(law), "its law is not finite")
    chances: Term = ("add", number(0), *(chance for _, chance in law))
    model.claim((context, ("=", minus(chances, number(1)))), step["whole"], depth)
    bound = all_bound(term)
    demand(not any(free_names(value) & bound for value, _ in law), "a sum binds a value")
    values = [put(term, {source: value}) for value, _ in law]
    if parts is None:
        values = [changed(item, partial(_decided, context, bound)) for item in values]
        demand(not any(map(is_random, values)), "it is no formula of the value")
    else:
        rest = sources - {source}
        model.space.demand_apart(context, frozenset({source}), rest, step["statement"])
        demand(values == [*map(model.term, parts)], "at the values it is another term")
        values = [*map(symbol, parts)]
    mean = ("add", number(0), *(("multiply", p, f) for (_, p), f in zip(law, values, strict=True)))
    return ("=", minus(symbol(step["term"]), mean))


def _decided(context: Context, bound: frozenset[str], term: Any) -> Any:
    """Return an indicator as a number, or reject; None for another term."""
    if term[0] != "indicator":
        return None
    demand(not is_random(term[1]), "an event is no relation between numbers at a value")
    demand(not free_names(term[1]) & bound, "an event depends on the index of a sum")
    return number(int(_happens(context, term[1])))


def _happens(context: Context, event: Any) -> bool:
    truth: dict[Claim, bool] = {}
    while (claim := first_open(("indicator", event), truth)) is not None:
        shown = [encloses(context, item, 64) for item in (claim, negated(claim))]
        demand(any(shown), "whether an event happens at a value is not certain")
        truth[claim] = shown[0]
    return bool(decided(event, truth))


def by_greatest(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E max(0, f(a), ..., f(b)) <= c + E[sum of g(i)], if g(i) >= 0 and max(0, f(i)) <= c + g(i).

    The conditions hold at all outcomes, for each i, and there is an i. The maximum is zero or one
    of the f(i), so it is at most c + g(i) for that i, or for any.
    """
    index, inner, low, high, count = run_over(model, context, step, depth)
    whole, total = model.term(step["greatest"]), model.term(step["sum"])
    member, (_, own, _, _, body) = whole[4], total
    demand(whole == ("greatest", index, low, high, member), "it is no maximum over these")
    demand(total == ("sum", own, low, high, body), "it is no sum of these")
    is_new = own == index or index not in free_names(body) | all_bound(body)
    demand(is_new, "the index of the maximum means something else in the sum")
    bound = put(body, {symbol(own): symbol(index)})
    least = model.number(context, step["constant"])
    demand(index not in model.depends(least), "the constant depends on the index")
    model.claim((context, (">=", minus(count, number(1)))), step["some"], depth)
    model.pointwise(inner, (">=", bound), step["least"], depth)
    for value, proof in zip((number(0), member), step["proofs"], strict=True):
        model.pointwise(inner, (">=", minus(("add", least, bound), value)), proof, depth)
    return (">=", minus(("add", least, symbol(step["sum"])), symbol(step["greatest"])))


def by_reached(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """Pr[max(0, f(a), ..., f(b)) >= y] = 1 - E[product of 1[f(i) < y]], where y > 0.

    The maximum is below y if and only if all f(i) are, and zero is. The product is one then, else
    zero. The level y may be random, positive at all outcomes.
    """
    product = model.term(step["product"])
    _, index, low, high, (_, (_, gap)) = product
    level, member = gap[1], gap[2][1]
    below: Term = ("indicator", (">", minus(level, member)))
    demand(product == ("product", index, low, high, below), "it is no product of these")
    demand(index not in free_names(level), "the level depends on the index")
    event: Term = ("indicator", (">=", minus(("greatest", index, low, high, member), level)))
    demand(model.term(step["event"]) == event, "another event")
    model.pointwise(context, (">", level), step["proof"], depth)
    return ("=", minus(minus(number(1), symbol(step["product"])), symbol(step["event"])))
