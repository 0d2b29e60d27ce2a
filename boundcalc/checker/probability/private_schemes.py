"""The schemes about private algorithms, and about values of one index of a family.

As in `schemes.py`, each gives a fact about expectations as numbers, and its docstring is the
sentence to believe, and why.
"""

from collections.abc import Iterator
from typing import Any

from boundcalc.checker.goals import Context, encloses, is_whole, minus
from boundcalc.checker.probability.model import Model, symbol
from boundcalc.checker.probability.schemes import Derive, Step, moved_units, read_renaming, run_over
from boundcalc.checker.probability.space import ANY_INTEGER, MEMBER, Choice, Source
from boundcalc.checker.probability.terms import (
    BINDERS,
    all_bound,
    all_parts,
    changed,
    free_names,
    parts,
    put,
    read_random,
)
from boundcalc.checker.terms import Claim, Term, demand, number


def by_privacy(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E g(M(x)) <= e^epsilon E g(M(x')) + delta for 0 <= g <= 1 and x' = x in all records but one.

    Given all random values but the coins, the two inputs are fixed neighbours, and g is a function
    of one output with values in [0, 1]: the integral over u of the events g > u, each of which is
    at most e^epsilon times as likely on the neighbour, plus delta. Where delta is zero, g >= 0
    suffices, for the integral may go on beyond 1. The coins are independent of
    all other random values in g, so that this may be integrated. The new record has the law of
    the others, so it is one of the records that the guarantee is about.
    """
    name = step["algorithm"]
    algorithm = model.space.algorithm(name)
    demand(not algorithm.is_each, "it has many runs, and none is meant")
    if algorithm.choice is not None:
        _check_choice(context, algorithm.choice)
    first, second = model.term(step["first"]), model.term(step["second"])
    runs = _runs(first) | _runs(second)
    demand(all(run[1] == name for run in runs), "another algorithm")
    places = {run[3] for run in runs if run[3] is not None}
    demand(len(places) == 1, "one record is replaced, in one way")
    (place,) = places
    assert place is not None
    moved_units(model, {("random", algorithm.input, *place[0]): place[1]}, algorithm.statement)
    inputs = [{run[3] is None for run in _runs(term)} for term in (first, second)]
    demand(inputs in ([{False}, {True}], [{True}, {False}]), "both inputs stand in one term")
    demand(with_runs(first, None) == with_runs(second, None), "the terms differ elsewhere")
    everything = model.space.sources(first) | model.space.sources(second)
    model.space.units(everything, algorithm.statement)  # the coins are independent of all of them
    demand(("coins", name) in everything, "nothing is run")
    demand(not _is_run_bound(first) and not _is_run_bound(second), "a run under a sum")
    model.pointwise(context, (">=", first), step["least"], depth)
    if algorithm.delta != number(0):
        model.pointwise(context, (">=", minus(number(1), first)), step["most"], depth)
    grown: Term = ("multiply", ("exp", algorithm.epsilon), symbol(step["second"]))
    return (">=", minus(("add", grown, algorithm.delta), symbol(step["first"])))


def _runs(term: Any) -> frozenset[Term]:
    return frozenset(part for part in all_parts(term) if part[0] == "run")


def with_runs(term: Any, replaced: Any) -> Any:
    """Return a term in which all runs are on the input itself, or on one other."""
    return changed(term, lambda part: (*part[:3], replaced) if part[0] == "run" else None)


def _is_run_bound(term: Any) -> bool:
    """Return whether a run's replaced place depends on what a sum around it binds."""
    bound = all_bound(term)
    return any(run[3] is not None and free_names(run) & bound for run in _runs(term))


def by_swap(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E f is the same with a record of the input and an independent one of its law swapped.

    The record u at a place of the family and the record v, which is not of the family, have one
    law and are independent of each other and of all else, the coins included; so swapping them
    keeps the joint law. A run on the input becomes the run on the input with v in the place of u,
    and the other way round.
    """
    name = step["algorithm"]
    algorithm = model.space.algorithm(name)
    demand(not algorithm.is_each, "it has many runs, and none is meant")
    statement = algorithm.statement
    first, second = model.term(step["first"]), model.term(step["second"])
    ((one, other),) = read_renaming(model, [(step["record"], step["fresh"])]).items()
    demand(one[1] == algorithm.input != other[1], "a record of the input, and one that is not")
    moved_units(model, {one: other, other: one}, statement)
    units = model.space.units(frozenset({one}), statement)
    spare = model.space.units(frozenset({other}), statement)
    demand(not (free_names(one) | free_names(other)) & all_bound(first), "a sum binds an index")
    demand(all(run[1] == name for run in _runs(first)), "another algorithm")
    demand(not _is_run_bound(first), "a run under a sum")
    for source, inside in _plain_sources(model, context, first):
        (unit,) = model.space.units(frozenset({source}), statement)
        is_one = source in (one, other)
        for moved in (*units, *spare):
            apart = model.space.are_apart(inside, unit, moved)
            demand(is_one or apart, "a random value may be one of those that are swapped")
    swapped = changed(first, lambda part: _swapped(part, one, other))
    demand(swapped == second, "the swapped term is another one")
    return ("=", minus(symbol(step["first"]), symbol(step["second"])))


def _plain_sources(model: Model, context: Context, term: Any) -> Iterator[tuple[Source, Context]]:
    """Yield the random values that do not stand in the input of a run, with what is known there.

    That is what is known of the index of a sum: it is an integer between the ends.
    """
    if term[0] == "random":
        yield term, context
    if term[0] in BINDERS:
        index, low, high = term[1:4]
        known = [*map(model.depends, (low, high, *(fact for _, fact in context.facts)))]
        demand(all(index not in found for found in known), "something is known of the index")
        ends = ((">=", minus(symbol(index), low)), (">=", minus(high, symbol(index))))
        context = context.with_range(index, ANY_INTEGER).with_fact(*ends)
    for part in () if term[0] == "run" else parts(term):
        yield from _plain_sources(model, context, part)


def _swapped(term: Any, one: Term, other: Term) -> Any:
    if term[0] != "run":
        return {one: other, other: one}.get(term)
    place = (one[2:], other)
    demand(term[3] in (None, place), "a run on another input")
    return (*term[:3], place if term[3] is None else None)


def by_fresh(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
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
    return ("=", minus(symbol(step["first"]), symbol(step["second"])))


def by_drift(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E[g h(X(k))] <= d E g, where g >= 0 is made of X(i) with i < k, and d the drift of h(X).

    Given the X(i) with i < k, which determine g, the mean of h(X(k)) is at most d.
    """
    past, member = model.term(step["past"]), read_random(step["member"])
    model.space.check(member)
    drift = model.space.heads[member[1]].drift if member[0] == "random" else ()
    drift = {0: drift[:2], 1: drift[2:]}.get(step.get("place", 0), ())
    demand(len(drift) == 2 and not all_bound(drift[0]), "no drift, or one with a sum")
    value = put(drift[0], {symbol(MEMBER): member})
    demand(model.term(step["both"]) == ("multiply", past, value), "it is no product of the two")
    demand(not _runs(past), "an algorithm is run")
    for source, inside in _plain_sources(model, context, past):
        demand(source[1] == member[1], "another random value")
        gap = (">=", minus(minus(member[2], number(1)), source[2]))
        is_before = gap in inside.facts or encloses(inside, gap, 64)
        demand(is_before, "a value is not shown to be before")
    model.pointwise(context, (">=", past), step["proof"], depth)
    return (">=", minus(("multiply", drift[1], symbol(step["past"])), symbol(step["both"])))


def by_slice(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """E f(i) = E f(k), where all that is random in f(i) belongs to the index i of families.

    Every random value in f(i), and every run, has the first index i; the units of a family have
    one law, and so have the runs of one algorithm on inputs with one law; all are independent. So
    what belongs to i has the joint law of what belongs to k.
    """
    first, second = model.term(step["first"]), model.term(step["second"])
    old, new = model.number(context, step["from"]), model.number(context, step["to"])
    demand({old[0], new[0]} <= {"symbol", "number"}, "an index is a number or a symbol")
    demand(not (free_names(old) | free_names(new)) & all_bound(first), "a sum binds an index")
    statement, sources = step["statement"], model.space.sources(first)
    coins = {source[1] for source in sources if source[0] == "coins"}
    demand(len(coins) <= 1, "the coins of two algorithms may depend on each other")
    for source in sources:
        (unit,) = model.space.units(frozenset({source}), statement)
        demand(source[2:3] == (old,), "a random value has another first index")
        if source[0] == "random":
            block = model.space.statements[statement][unit[0]]
            demand(block.is_each and block.law is not None, "the members have no common law")
    demand(at_index(first, new) == second, "the other term is another one")
    return ("=", minus(symbol(step["first"]), symbol(step["second"])))


def at_index(term: Any, new: Term) -> Any:
    """Return a term in which the first index of all random values is another one."""
    moved = {
        "random": lambda part: (*part[:2], new, *part[3:]),
        "run": lambda part: (*part[:4], new),
    }
    return changed(term, lambda part: moved[part[0]](part) if part[0] in moved else None)


def by_choice(model: Model, context: Context, step: Step, derive: Derive, depth: int) -> Claim:
    """The exponential mechanism chooses a query whose gap is nearly the greatest one.

    Let g(i) be the mean of the query q(i) over the records x(i, 1), ..., x(i, m), less its mean
    over their law, and let f(i) be at least the indicator of |g(i)| < a, where a >= 0. Then
    E[sum over i, j of 1[t = i] q(x(i, j))] / m - E[mean of q]
    >= a (1 - E[product of the f(i)]) - 2 ln(2 T) / (epsilon' m).

    On the left stands the expected score of what is chosen: the complement of q(i) has the gap
    -g(i). Given runs and records there are N = 2 T candidates with scores s_k and chances p_k in
    proportion to e^(c s_k), where c = epsilon' m / 2. As c s_k = ln p_k + ln(sum of e^(c s_l)), the
    mean of the score is at least max s - ln(N) / c, the entropy of p being at most ln N. And
    max s = max |g(i)| is at least a where |g(i)| >= a for some i, and not negative elsewhere.
    """
    name = step["algorithm"]
    choice = _choice(model, name)
    _check_choice(context, choice)
    index, inner, low, high, _ = run_over(model, context, step, depth)
    demand((low, high) == (number(1), choice.count), "the index runs over all candidates")
    level = model.number(context, step["level"])
    demand(index not in model.depends(level), "the level depends on the index")
    model.claim((context, (">=", level)), step["level_sign"], depth)
    whole, mean = model.term(step["sum"]), model.term(step["mean"])
    demand(whole == _chosen_sum(model, name, whole), "it is not the sum of the chosen query")
    law = _law_of_input(model, name)
    demand(mean == ("average", law, ("run", name, choice.query, None)), "another mean")
    member = model.term(step["member"])
    gap = _gap(model, name, symbol(index), step["record_index"])
    product = ("product", index, low, high, member)
    demand(model.term(step["product"]) == product, "it is no product of these")
    small = ("indicator", (">", minus(level, ("abs", gap))))
    model.pointwise(inner, (">=", minus(member, small)), step["proof"], depth)
    chosen = minus(("divide", symbol(step["sum"]), choice.records), symbol(step["mean"]))
    reached: Term = ("multiply", level, minus(number(1), symbol(step["product"])))
    scale: Term = ("multiply", choice.epsilon, choice.records)
    loss = ("divide", ("multiply", number(2), ("ln", ("multiply", number(2), choice.count))), scale)
    return (">=", minus(chosen, minus(reached, loss)))


def _choice(model: Model, name: Any) -> Choice:
    choice = model.space.algorithm(name).choice
    demand(choice is not None, "it is no choice among queries")
    assert choice is not None
    return choice


def _check_choice(context: Context, choice: Choice) -> None:
    """Reject unless there are candidates and records, and epsilon' is positive."""
    ends = (minus(choice.count, number(1)), minus(choice.records, number(1)))
    claims: list[Claim] = [*((">=", end) for end in ends), (">", choice.epsilon)]
    for claim in claims:
        is_shown = claim in context.facts or encloses(context, claim, 64)
        demand(is_shown, "a choice without candidates, records or a positive epsilon")
    whole = is_whole(context, choice.count) and is_whole(context, choice.records)
    demand(whole, "candidates and records are counted")


def _law_of_input(model: Model, name: str) -> str:
    algorithm = model.space.algorithm(name)
    blocks = model.space.statements[algorithm.statement]
    (law,) = [block.law for block in blocks if block.heads == (algorithm.input,)]
    demand(law is not None, "the records have no common law")
    assert law is not None
    return law


def _chosen_sum(model: Model, name: str, whole: Term) -> Term:
    """Return the sum over datasets and records of the chosen query at the records of its dataset.

    The names of the indices are those of the sum that is given.
    """
    choice = _choice(model, name)
    demand(whole[0] == "sum" and whole[4][0] == "sum", "no sum over datasets and records")
    i, j = whole[1], whole[4][1]
    demand(i != j, "two sums with one index")
    chosen = ("run", name, choice.index, None)
    picked = ("indicator", ("=", minus(chosen, symbol(i))))
    record = ("random", model.space.algorithm(name).input, symbol(i), symbol(j))
    value = ("apply", ("run", name, choice.query, None), record)
    inner = ("sum", j, number(1), choice.records, ("multiply", picked, value))
    ends = free_names(("add", choice.count, choice.records))
    demand(not ends & {i, j}, "an index of a sum stands in its ends")
    return ("sum", i, number(1), choice.count, inner)


def _gap(model: Model, name: str, index: Term, j: Any) -> Term:
    """Return the mean of the query of a run over its records, less its mean over their law."""
    choice = _choice(model, name)
    query = ("run", choice.runs, choice.component, None, index)
    demand(isinstance(j, str), "no index of records")
    demand(j not in free_names(("add", index, choice.records)), "the index of records is taken")
    record = ("random", model.space.algorithm(name).input, index, symbol(j))
    total = ("sum", j, number(1), choice.records, ("apply", query, record))
    mean = ("average", _law_of_input(model, name), query)
    return minus(("divide", total, choice.records), mean)
