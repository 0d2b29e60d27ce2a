"""Finite laws: that a row fails for one, or that one satisfies all that a row is given.

A law lists outcomes, each with its chance and a rational value of every member of what is random.
All declarations are checked of it, exactly: ranges, laws, independence, guarantees of algorithms.
Then every expectation is a finite sum, and every relation is one between numbers at a point.

Of a family some members are listed. The others exist: where the family has independent units, they
are independent copies of the first listed unit, else they are equal to the first listed member.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from boundcalc.checker.goals import Context, Goal, Range, minus
from boundcalc.checker.probability.finite_runs import (
    check_functions,
    check_private,
    read_mechanisms,
    used_algorithms,
    with_choices,
    with_runs,
)
from boundcalc.checker.probability.finite_values import (
    MOST_OUTCOMES,
    NOWHERE,
    Law,
    Outcome,
    Values,
    mean,
    put_free,
)
from boundcalc.checker.probability.model import Model
from boundcalc.checker.probability.space import MEMBER, Block, Head, Pair, Source
from boundcalc.checker.probability.terms import all_parts, read_random
from boundcalc.checker.proofs import fails, holds, read_point
from boundcalc.checker.terms import (
    Rejected,
    Term,
    enclose,
    names,
    number,
    read_rational,
    replace,
)

LAW_KEYS = {"point", "members", "outcomes", "mechanisms"}
_ZERO_OR_ONE = Range(Fraction(0), Fraction(1), True, True, True)
Numbers = Mapping[Term, Term]


def check_finite_law(model: Model, goal: Goal, data: Mapping[str, Any]) -> None:
    """Reject unless a relation fails for a finite law that satisfies everything declared."""
    context, claim = goal
    numbers = check_satisfying_law(model, context, data, names(claim[1]))
    if not fails(NOWHERE, (claim[0], replace(claim[1], numbers))):
        raise Rejected("the conclusion does not fail for this law for certain")


def check_satisfying_law(
    model: Model, context: Context, data: Mapping[str, Any], wanted: frozenset[str] = frozenset()
) -> Numbers:
    """Return the numbers at a finite law that satisfies everything that is given, or reject.

    The expectations that are computed are those in the facts, and those that are wanted.
    """
    chosen = {name: context.box[name] for name in context.box if name not in model.quantities}
    parameters = read_point(Context(chosen), data["point"])
    numbers: dict[Term, Term] = {
        ("symbol", name): number(values.low)  # type: ignore[arg-type]
        for name, values in parameters.box.items()
    }
    needed: frozenset[str] = wanted.union(*(names(fact[1]) for fact in context.facts))
    needed = needed.union(*(model.depends(("symbol", name)) for name in needed))
    used = used_algorithms(
        model.space, [item for name, item in model.quantities.items() if name in needed]
    )
    law = _read_law(model, data, numbers, used)
    for name, quantity in model.quantities.items():
        if name not in needed:
            continue
        term = put_free(quantity.term, numbers)
        given = None if quantity.given is None else put_free(quantity.given, numbers)
        numbers[("symbol", name)] = mean(law, term, given)
    for fact in context.facts:
        if not holds(NOWHERE, (fact[0], replace(fact[1], numbers))):
            raise Rejected("the law does not satisfy the assumptions for certain")
    return numbers


def _read_law(model: Model, data: Mapping[str, Any], numbers: Numbers, used: frozenset[str]) -> Law:
    """Return a law that satisfies all that is declared, with outputs where they are used.

    Every set of records that is spoken of is the one that has the record named 1 alone.
    """
    space = model.space
    terms = [part for item in model.quantities.values() for part in (item.term, item.given) if part]
    for part in (part for term in terms for part in all_parts(term) if part[0] == "fixed"):
        head = space.functions.get(f"{part[1]}()")
        if head is None or (head.values, head.low, head.high) != (_ZERO_OR_ONE, None, None):
            raise Rejected("a function that is fixed says whether a record lies in a set")
    members = tuple(map(read_random, data["members"]))
    for member in members:
        space.check(member)
        if member[0] != "random" or any(index[0] != "number" for index in member[2:]):
            raise Rejected("a member of a law is a random value, with numbers as indices")
    if len(set(members)) < len(members) or {member[1] for member in members} != set(space.heads):
        raise Rejected("a law has a member of everything random, and each once")
    law = _read_outcomes(members, data["outcomes"])
    _check_declared(model, law, numbers)
    mechanisms = read_mechanisms(data.get("mechanisms", {}))
    if mechanisms.keys() != {k for k, item in space.algorithms.items() if item.choice is None}:
        raise Rejected("a law gives every algorithm")
    for name, mechanism in mechanisms.items():
        check_private(space.algorithms[name], law, mechanism, numbers)
    law = with_runs(space, law, {key: mechanisms[key] for key in mechanisms.keys() & used})
    law = with_choices(space, law, numbers, used)
    check_functions(space, law, lambda head, value: _check_value(head, value, numbers))
    return law


def _read_outcomes(members: tuple[Source, ...], outcomes: Any) -> Law:
    if not isinstance(outcomes, list) or not 0 < len(outcomes) <= MOST_OUTCOMES:
        raise Rejected("a finite law has some outcomes, and not too many")
    found = []
    for data, values in outcomes:
        chance = read_rational(data)
        if chance < 0 or not isinstance(values, list) or len(values) != len(members):
            raise Rejected("an outcome has a chance, and gives every member")
        found.append((chance, dict(zip(members, map(read_rational, values), strict=True))))
    if sum(chance for chance, _ in found) != 1:
        raise Rejected("the chances sum to one")
    kept = tuple(Outcome(number(chance), chance, values) for chance, values in found if chance > 0)
    return Law(members, kept)


# --- what is declared ---------------------------------------------------------------------------


def _check_declared(model: Model, law: Law, numbers: Numbers) -> None:
    for member in law.members:
        head = model.space.heads[member[1]]
        for outcome in law.outcomes:
            _check_value(head, outcome.values[member], numbers)
        own = law.marginal([member])
        if head.law:
            _check_law(head.law, own, numbers)
        if head.named is not None and head.named[0] == "dice":
            _check_uniform(head, own, numbers)
        elif head.named is not None:
            raise Rejected("a finite law is not compared with one that has a formula")
    for pair in model.space.pairs:
        _check_pair(pair, law, numbers)
    named: dict[str, dict[Values, Fraction]] = {}
    for blocks in model.space.statements:
        units = [(block, unit) for block in blocks for unit in _units(block, law)]
        _check_independent([unit for _, unit in units], law)
        for block, unit in units:
            if block.law is not None:
                own = law.marginal(unit)
                if named.setdefault(block.law, own) != own:
                    raise Rejected(f"two units are declared with the law {block.law:.40}")


def _check_pair(pair: Pair, law: Law, numbers: Numbers) -> None:
    """Reject unless two outputs are as close as those on neighbours, which is close enough.

    All changes of the dataset but one may leave the law of the output as it is.
    """
    epsilon, delta = (replace(term, numbers) for term in (pair.epsilon, pair.delta))
    distance = enclose(replace(pair.distance, numbers), {}, 64)
    if distance.low != distance.high or distance.low < 1 or distance.low.denominator != 1:  # type: ignore[union-attr]
        raise Rejected("a distance is at least one, and whole")
    for term in (epsilon, delta):
        if not holds(NOWHERE, (">=", term)):
            raise Rejected("a guarantee is of numbers that are not negative")
    outputs = [law.marginal([("random", name)]) for name in (pair.first, pair.second)]
    for one, other in (outputs, outputs[::-1]):
        excess: Term = ("add", number(0))
        for value, chance in one.items():
            least = ("multiply", ("exp", epsilon), number(other.get(value, Fraction(0))))
            excess += (("max", number(0), minus(number(chance), least)),)
        if not holds(NOWHERE, (">=", minus(delta, excess))):
            raise Rejected("two outputs are not as close as they are declared")


def _units(block: Block, law: Law) -> list[list[Source]]:
    """Return the units of a block of which members are listed, each in the order of its heads."""
    listed = [member for member in law.members if member[1] in block.heads]
    if not block.is_each:
        return [listed]
    found = []
    for indices in dict.fromkeys(member[2:] for member in listed):
        unit: list[Source] = [("random", head, *indices) for head in block.heads]
        if not set(unit) <= set(listed):
            raise Rejected("of a unit all values are listed, or none")
        found.append(unit)
    return found


def _check_value(head: Head, value: Fraction, numbers: Numbers) -> None:
    if head.values is None:
        return  # a record, which any number may name
    if not head.values.contains(value):
        raise Rejected("a value is outside of its range")
    for bound, sign in ((head.low, 1), (head.high, -1)):
        if bound is not None:
            gap: Term = ("add", number(sign * value), _times(-sign, replace(bound, numbers)))
            if not holds(NOWHERE, (">=", gap)):
                raise Rejected("a value is beyond its bound")
    for pair in zip(head.drift[::2], head.drift[1::2], strict=True):  # then every mean has it
        here = {**numbers, ("symbol", MEMBER): number(value)}
        own, most = (replace(part, here) for part in pair)
        if not holds(NOWHERE, (">=", minus(most, own))):
            raise Rejected("a value is beyond what bounds the means of the values")


def _times(sign: int, term: Term) -> Term:
    return term if sign > 0 else ("negate", term)


def _check_law(
    law: Iterable[tuple[Term, Term]], found: Mapping[Values, Fraction], numbers: Numbers
) -> None:
    """Reject unless the chance of each value is the one that is declared."""
    left = dict(found)
    for value, chance in law:
        same = [
            key
            for key in left
            if holds(NOWHERE, ("=", ("add", number(key[0]), ("negate", replace(value, numbers)))))
        ]
        total = sum((left.pop(key) for key in same), start=Fraction(0))
        gap: Term = ("add", number(total), ("negate", replace(chance, numbers)))
        if not holds(NOWHERE, ("=", gap)):
            raise Rejected("a value has another chance than is declared")
    if left:
        raise Rejected("a value has no chance by its law")


def _check_uniform(head: Head, found: Mapping[Values, Fraction], numbers: Numbers) -> None:
    """Reject unless each integer from 1 to the greatest value has the same chance."""
    most = enclose(replace(head.high, numbers), {}, 64).low  # type: ignore[arg-type]
    if not isinstance(most, Fraction) or not 1 <= most <= MOST_OUTCOMES:
        raise Rejected("a uniform law has not too many values")
    whole = [(number(value), number(1 / most)) for value in range(1, int(most) + 1)]
    _check_law(whole, found, numbers)


def _check_independent(units: list[list[Source]], law: Law) -> None:
    """Reject unless the joint law of all units is the product of their laws."""
    marginals = [law.marginal(unit) for unit in units]
    joint = law.marginal([name for unit in units for name in unit])
    keys: list[tuple[Values, ...]] = [()]
    for marginal in marginals:
        keys = [(*key, value) for key in keys for value in marginal]
        if len(keys) > MOST_OUTCOMES:
            raise Rejected("too many outcomes")
    for key in keys:
        expected = prod(
            (marginal[value] for marginal, value in zip(marginals, key, strict=True)),
            start=Fraction(1),
        )
        flat = tuple(item for value in key for item in value)
        if joint.get(flat, Fraction(0)) != expected:
            raise Rejected("what is declared independent is not")
