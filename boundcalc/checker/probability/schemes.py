"""The schemes of the calculus of probability: each gives a fact about expectations as numbers.

A symbol stands for the number E f, where f is a random term that is defined at all outcomes and
has an expectation; a probability is the expectation of an indicator. Every scheme is a theorem of
measure theory, for all random values with the declared properties; its docstring is the sentence to
believe, and why. Monotonicity, complements, union bounds, Markov, Jensen, Cauchy and Schwarz,
Chebyshev are instances of the first: what they say at each outcome is a goal for the prover.
"""

from collections.abc import Callable, Mapping
from typing import Any

from boundcalc.checker.goals import Context, is_whole, minus
from boundcalc.checker.probability.model import ANY_INTEGER, Model
from boundcalc.checker.probability.space import ANY, Block, Source, Unit
from boundcalc.checker.probability.terms import (
    all_bound,
    free_names,
    is_random,
    parts,
    put,
    read_random,
    rebuilt,
)
from boundcalc.checker.steps import demand
from boundcalc.checker.terms import Claim, Rejected, Term, names, number

Instance = Mapping[str, Any]
Derive = Callable[[Model, Context, Claim, Any, int], None]
Scheme = Callable[[Model, Context, Instance, Derive, int], Claim]


def _symbol(name: Any) -> Term:
    return ("symbol", name)


def scheme_positive(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
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
    return (kind, ("add", constant, *(("multiply", c, _symbol(name)) for name, c in factors)))


def scheme_product(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E[f g] = E f E g where f and g are independent and all three expectations exist.

    They are independent if the units of random values that they are functions of are different for
    certain, in one statement of mutual independence.
    """
    first, second, both = (model.term(step[key]) for key in ("first", "second", "both"))
    demand(both == ("multiply", first, second), "it is no product of the two")
    one, other = (model.space.sources(term) for term in (first, second))
    model.space.demand_apart(context, one, other, step["statement"])
    product: Term = ("multiply", _symbol(step["first"]), _symbol(step["second"]))
    return ("=", minus(_symbol(step["both"]), product))


def scheme_exchange(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E f = E f', where f' is f with units of random values renamed to units with the same laws.

    Independent units have the joint law that is the product of their laws, and so have the units
    that they are renamed to; each has the law of its image. A unit that keeps its name keeps its
    law. All units of f are renamed or kept, no two to one.
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    statement = step["statement"]
    changes = _read_renaming(model, step["renaming"])
    sources = model.space.sources(first)
    for source in sources:
        demand(source[0] == "random" and ANY not in source, "it is not known which value is meant")
        changes.setdefault(source, source)
    demand(changes.keys() == sources, "what is renamed does not occur")
    images = frozenset(free_names(("add", *changes.values()))) if changes else frozenset()
    demand(not images & all_bound(first), "a new name would be bound by a sum")
    moved = _moved(model, changes, statement)
    for side in (list(moved), list(moved.values())):
        for place, unit in enumerate(side):
            for other in side[:place]:
                apart = model.space.are_apart(context, unit, other)
                demand(apart, "two units may be the same, or may become the same")
    demand(put(first, changes) == second, "the renamed term is another one")
    return ("=", minus(_symbol(step["first"]), _symbol(step["second"])))


def _read_renaming(model: Model, data: Any) -> dict[Source, Source]:
    changes: dict[Source, Source] = {}
    for pair in data:
        old, new = (read_random(side) for side in pair)
        demand(old[0] == new[0] == "random" and old not in changes, "only random values, once each")
        for side in (old, new):
            model.space.check(side)
        changes[old] = new
    return changes


def _moved(model: Model, changes: Mapping[Source, Source], statement: Any) -> dict[Unit, Unit]:
    """Return which unit becomes which, where each head goes to the head at its place."""
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
    same_place = len(one.heads) == len(other.heads) and one.heads.index(
        old[1]
    ) == other.heads.index(new[1])
    return one.law is not None and one.law == other.law and same_place


def scheme_sum(model: Model, context: Context, step: Instance, derive: Derive, depth: int) -> Claim:
    """If a linear relation of E f_1(i), ..., E f_k(i) holds for each i, it holds of the sums.

    From c_1 E f_1(i) + ... + c >= 0 for all integers i from a to b follows
    c_1 E[sum of f_1(i)] + ... + (b - a + 1) c >= 0, where the multipliers do not depend on i and
    there are b - a + 1 >= 0 summands: finite sums keep the sign, and expectation is linear.
    """
    index, inner, low, high, count = _run_over(model, context, step, depth)
    kind, triples = step["kind"], step["terms"]
    demand(kind in (">=", "=") and isinstance(triples, list), "no sign is claimed")
    constant = model.number(context, step["constant"])
    inside: list[Term] = [constant]
    outside: list[Term] = [("multiply", constant, count)]
    fixed = [constant]
    for whole, member, data in triples:
        factor = model.number(context, data)
        wanted = ("sum", index, low, high, model.term(member))
        demand(model.term(whole) == wanted, "it is no sum of these")
        inside.append(("multiply", factor, _symbol(member)))
        outside.append(("multiply", factor, _symbol(whole)))
        fixed.append(factor)
    for term in fixed:
        demand(index not in model.depends(term), "a multiplier depends on the index")
    derive(model, inner, (kind, ("add", *inside)), step["derivation"], depth + 1)
    return (kind, ("add", *outside))


def _run_over(
    model: Model, context: Context, step: Instance, depth: int
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
    position = _symbol(index)
    inner = context.with_fact((">=", minus(position, low)), (">=", minus(high, position)))
    count: Term = ("add", high, ("negate", low), number(1))
    model.claim((context, (">=", count)), step["size"], depth)
    return index, inner, low, high, count


def scheme_power(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E[product of f(i)] = c^(b - a + 1) if E f(i) = c > 0 for each i, for independent f(i).

    With "kind" ">=": at most that, if f(i) is not negative and E f(i) <= c. Each f(i) is a function
    of units at the index i, so that f(i) and f(j) have no unit in common; the units are mutually
    independent.
    """
    index, inner, low, high, count = _run_over(model, context, step, depth)
    member, whole, kind = model.term(step["member"]), model.term(step["product"]), step["kind"]
    demand(whole == ("product", index, low, high, member), "it is no product of these")
    bound = model.number(context, step["bound"])
    demand(index not in model.depends(bound), "the bound depends on the index")
    demand(kind in (">=", "="), "no sign is claimed")
    _demand_own_units(model, member, index, step["statement"])
    model.claim((context, (">", bound)), step["bound_positive"], depth)
    if kind == ">=":
        model.pointwise(inner, (">=", member), step["proof"], depth)
    derive(
        model, inner, (kind, minus(bound, _symbol(step["member"]))), step["derivation"], depth + 1
    )
    return (kind, minus(("power", bound, count), _symbol(step["product"])))


def _demand_own_units(model: Model, member: Term, index: str, statement: Any) -> None:
    """Reject unless all random values of a term have the index at one place of each block."""
    demand(type(statement) is int, "no such statement of independence")
    places: dict[int, set[int]] = {}
    for unit in model.space.units(model.space.sources(member), statement):
        demand(type(unit[0]) is int, "the coins are the same for all indices")
        found = {place for place, item in enumerate(unit[1:]) if item == ("symbol", index)}
        known = places.setdefault(unit[0], found)
        known &= found
        demand(bool(known), "a random value is the same for two indices")


def scheme_exponential(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """The exponential of a sum is the product of the exponentials, so they have one expectation.

    Also with a multiplier of the sum, which goes to each summand.
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    demand(first[0] == "exp" and second[0] == "product", "no exponential of a sum")
    inner, factor = first[1], None
    if inner[0] == "multiply" and len(inner) == 3:
        factor, inner = inner[1], inner[2]
    demand(inner[0] == "sum", "no exponential of a sum")
    if factor is not None:
        demand(inner[1] not in free_names(factor), "the multiplier would meet the index")
    body = inner[4] if factor is None else ("multiply", factor, inner[4])
    demand(second == ("product", *inner[1:4], ("exp", body)), "another product")
    return ("=", minus(_symbol(step["first"]), _symbol(step["second"])))


def scheme_selection(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """The sum over i of 1[s = i] h is h, where s is an integer between the ends and h has no i.

    Exactly one summand is h, the others are zero.
    """
    whole, rest = model.term(step["sum"]), model.term(step["term"])
    demand(whole[0] == "sum", "no sum")
    _, index, low, high, body = whole
    demand(body[0] == "multiply" and len(body) == 3 and body[2] == rest, "another term")
    indicator = body[1]
    demand(indicator[0] == "indicator" and indicator[1][0] == "=", "nothing selects")
    selected = indicator[1][1]
    demand(selected[0] == "add" and len(selected) == 3, "nothing selects")
    chosen, position = selected[1], selected[2]
    demand(position == ("negate", _symbol(index)), "nothing selects")
    demand(index not in free_names(chosen) | free_names(rest), "it depends on the index")
    values, least, most = model.space.range_of(chosen)
    least = least if least is not None else number(values.low)  # type: ignore[arg-type]
    most = most if most is not None else number(values.high)  # type: ignore[arg-type]
    demand(values.integer and (least, most) == (low, high), "it may lie beyond the ends")
    return ("=", minus(_symbol(step["sum"]), _symbol(step["term"])))


def scheme_privacy(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E g(M(x)) <= e^epsilon E g(M(x')) + delta for 0 <= g <= 1 and x' = x in all records but one.

    Given all random values but the coins, the two inputs are fixed neighbours, and g is a function
    of one output with values in [0, 1]: the integral over u of the events g > u, each of which is
    at most e^epsilon times as likely on the neighbour, plus delta. The coins are independent of
    all other random values in g, so that this may be integrated. The new record has the law of
    the others, so it is one of the records that the guarantee is about.
    """
    name = step["algorithm"]
    algorithm = model.space.algorithm(name)
    first, second = model.term(step["first"]), model.term(step["second"])
    runs = _runs(first) | _runs(second)
    demand(all(run[1] == name for run in runs), "another algorithm")
    changed = {run[3] for run in runs if run[3] is not None}
    demand(len(changed) == 1, "one record is replaced, in one way")
    (place,) = changed
    assert place is not None
    _moved(model, {("random", algorithm.input, *place[0]): place[1]}, algorithm.statement)
    before, after = _runs(first), _runs(second)
    is_first = any(run[3] is not None for run in before)
    demand(
        all((run[3] is None) != is_first for run in before)
        and all((run[3] is None) == is_first for run in after),
        "both inputs stand in one term",
    )
    demand(_with_runs(first, None) == _with_runs(second, None), "the terms differ elsewhere")
    everything = model.space.sources(first) | model.space.sources(second)
    model.space.units(everything, algorithm.statement)  # the coins are independent of all of them
    demand(("coins", name) in everything, "nothing is run")
    demand(not _is_run_bound(first) and not _is_run_bound(second), "a run under a sum")
    model.pointwise(context, (">=", first), step["least"], depth)
    model.pointwise(context, (">=", minus(number(1), first)), step["most"], depth)
    grown: Term = ("multiply", ("exp", algorithm.epsilon), _symbol(step["second"]))
    return (">=", minus(("add", grown, algorithm.delta), _symbol(step["first"])))


def _runs(term: Any) -> frozenset[Term]:
    own = frozenset({term}) if term[0] == "run" else frozenset()
    return own.union(*map(_runs, parts(term)))


def _with_runs(term: Any, replaced: Any) -> Any:
    """Return a term in which all runs are on the input itself, or on one other."""
    if term[0] == "run":
        return (*term[:3], replaced)
    return rebuilt(term, iter([_with_runs(part, replaced) for part in parts(term)]))


def _is_run_bound(term: Any) -> bool:
    """Return whether a run's replaced place depends on what a sum around it binds."""
    bound = all_bound(term)
    return any(run[3] is not None and free_names(run) & bound for run in _runs(term))


def scheme_swap(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E f is the same with a record of the input and an independent one of its law swapped.

    The record u at a place of the family and the record v, which is not of the family, have one
    law and are independent of each other and of all else, the coins included; so swapping them
    keeps the joint law. A run on the input becomes the run on the input with v in the place of u,
    and the other way round.
    """
    name = step["algorithm"]
    algorithm = model.space.algorithm(name)
    statement = algorithm.statement
    first, second = model.term(step["first"]), model.term(step["second"])
    one, other = (read_random(step[key]) for key in ("record", "fresh"))
    for side in (one, other):
        demand(side[0] == "random", "only random values are swapped")
        model.space.check(side)
    demand(one[1] == algorithm.input != other[1], "a record of the input, and one that is not")
    _moved(model, {one: other, other: one}, statement)
    units = model.space.units(frozenset({one}), statement)
    spare = model.space.units(frozenset({other}), statement)
    demand(not (free_names(one) | free_names(other)) & all_bound(first), "a sum binds an index")
    demand(all(run[1] == name for run in _runs(first)), "another algorithm")
    demand(not _is_run_bound(first), "a run under a sum")
    for source in _plain_sources(model, first):
        (unit,) = model.space.units(frozenset({source}), statement)
        is_one = source in (one, other)
        for moved in (*units, *spare):
            apart = model.space.are_apart(context, unit, moved)
            demand(is_one or apart, "a random value may be one of those that are swapped")
    demand(_swapped(first, one, other) == second, "the swapped term is another one")
    return ("=", minus(_symbol(step["first"]), _symbol(step["second"])))


def _plain_sources(model: Model, term: Any) -> frozenset[Source]:
    """Return the random values in a term that do not stand in the input of a run."""
    return frozenset(
        source for source in model.space.sources(_with_runs_out(term)) if source[0] == "random"
    )


def _with_runs_out(term: Any) -> Any:
    if term[0] == "run":
        return ("fixed", "run")
    return rebuilt(term, iter([_with_runs_out(part) for part in parts(term)]))


def _swapped(term: Any, one: Term, other: Term) -> Any:
    if term == one:
        return other
    if term == other:
        return one
    if term[0] == "run":
        place = (one[2:], other)
        if term[3] is None:
            return (*term[:3], place)
        demand(term[3] == place, "a run on another input")
        return (*term[:3], None)
    return rebuilt(term, iter([_swapped(part, one, other) for part in parts(term)]))


def scheme_fresh(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E[g f(v)] = E[g m], m the mean of f over the law of v, where v is independent of g and of f.

    Given all else, the value v has its law, and g and the function f are fixed (Fubini).
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    demand(first[0] == second[0] == "multiply" and len(first) == len(second) == 3, "no product")
    demand(first[1] == second[1], "the other factors differ")
    value, mean = first[2], second[2]
    demand(value[0] == "apply" and len(value) == 3 and mean[0] == "average", "no mean of it")
    function, record = value[1], value[2]
    demand(function == mean[2] and record[0] == "random", "the mean is of another function")
    statement = step["statement"]
    (unit,) = model.space.units(frozenset({record}), statement)
    block = model.space.statements[statement][unit[0]]
    demand(block.law == mean[1] and len(block.heads) == 1, "the mean is over another law")
    rest = model.space.sources(("add", first[1], function))
    model.space.demand_apart(context, frozenset({record}), rest, statement)
    return ("=", minus(_symbol(step["first"]), _symbol(step["second"])))


def scheme_conditional(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """E[f | A] Pr[A] = E[f 1_A], where Pr[A] > 0: the definition of the conditional expectation."""
    name = step["conditional"]
    quantity = model.quantities.get(name) if isinstance(name, str) else None
    demand(quantity is not None and quantity.given is not None, "nothing is given")
    assert quantity is not None
    indicator = ("indicator", quantity.given)
    demand(model.term(step["event"]) == indicator, "another event is given")
    demand(model.term(step["joint"]) == ("multiply", quantity.term, indicator), "another product")
    model.claim((context, (">", _symbol(step["event"]))), step["possible"], depth)
    product: Term = ("multiply", _symbol(name), _symbol(step["event"]))
    return ("=", minus(product, _symbol(step["joint"])))


def scheme_law(model: Model, context: Context, step: Instance, derive: Derive, depth: int) -> Claim:
    """E f(X) is the sum of p_k f(v_k), where X takes the values v_k with the chances p_k.

    X is the only random value in f, and f has no indicators. The chances sum to one.
    """
    term = model.term(step["term"])
    sources = model.space.sources(term)
    demand(len(sources) == 1, "it depends on more than one random value")
    (source,) = sources
    demand(source[0] == "random" and ANY not in source, "no random value")
    law = model.space.heads[source[1]].law
    demand(bool(law), "its law is not finite")
    chances: Term = ("add", number(0), *(chance for _, chance in law))
    model.claim((context, ("=", minus(chances, number(1)))), step["whole"], depth)
    values = [put(term, {source: value}) for value, _ in law]
    demand(not any(map(is_random, values)), "it is no formula of the value")
    bound = all_bound(term)
    demand(not any(free_names(value) & bound for value, _ in law), "a sum binds a value")
    mean = ("add", number(0), *(("multiply", p, f) for (_, p), f in zip(law, values, strict=True)))
    return ("=", minus(_symbol(step["term"]), mean))


SCHEMES: Mapping[str, Scheme] = {
    "positive": scheme_positive,
    "product": scheme_product,
    "exchange": scheme_exchange,
    "sum": scheme_sum,
    "power": scheme_power,
    "exponential": scheme_exponential,
    "selection": scheme_selection,
    "privacy": scheme_privacy,
    "swap": scheme_swap,
    "fresh": scheme_fresh,
    "conditional": scheme_conditional,
    "law": scheme_law,
}


def apply_scheme(
    model: Model, context: Context, step: Instance, derive: Derive, depth: int
) -> Claim:
    """Return the fact that an instance of a scheme gives, or reject."""
    name = step["scheme"]
    if name not in SCHEMES:
        raise Rejected(f"no scheme {name!r:.40}")
    return SCHEMES[name](model, context, step, derive, depth)
