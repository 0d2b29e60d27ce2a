"""Refutations of rows about expectations: a finite law at which the row fails.

The law lists outcomes, each with its chance and a rational value of every random value. All
declarations are checked of it, exactly: ranges, independence, common laws. Then every expectation
is a finite sum, and the relation is one between numbers at a point.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from boundcalc.checker.goals import Context, Goal
from boundcalc.checker.probability.model import Model
from boundcalc.checker.probability.space import Block, Head
from boundcalc.checker.probability.terms import JUNCTORS, Event, all_bound, parts, put, rebuilt
from boundcalc.checker.proofs import fails, holds, read_point, settled
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    number,
    obligations,
    read_rational,
    replace,
)

MOST_OUTCOMES = 200
_NOWHERE = Context({})
Values = tuple[Fraction, ...]


@dataclass(frozen=True)
class Law:
    """The values of the heads, in one order, with their chances."""

    heads: tuple[str, ...]
    outcomes: tuple[tuple[Fraction, Values], ...]

    def marginal(self, heads: Iterable[str]) -> dict[Values, Fraction]:
        """Return the joint law of some of the heads."""
        places = [self.heads.index(name) for name in heads]
        found: dict[Values, Fraction] = {}
        for chance, values in self.outcomes:
            key = tuple(values[place] for place in places)
            found[key] = found.get(key, Fraction(0)) + chance
        return {key: chance for key, chance in found.items() if chance > 0}


def check_finite_law(model: Model, goal: Goal, point: Mapping[str, str], outcomes: Any) -> None:
    """Reject unless a relation fails for a finite law that satisfies everything declared."""
    context, claim = goal
    law = _read_law(model, outcomes)
    chosen = {name: context.box[name] for name in context.box if name not in model.quantities}
    parameters = read_point(Context(chosen), point)
    numbers: dict[Term, Term] = {
        ("symbol", name): number(values.low)  # type: ignore[arg-type]
        for name, values in parameters.box.items()
    }
    _check_declared(model, law, numbers)
    for name, quantity in model.quantities.items():
        for part in (quantity.term,) if quantity.given is None else (quantity.term, quantity.given):
            if all_bound(part) & parameters.box.keys():
                raise Rejected("a sum runs over a parameter, which has one value here")
        term = put(quantity.term, numbers)
        given = None if quantity.given is None else put(quantity.given, numbers)
        numbers[("symbol", name)] = _mean(law, term, given)
    for fact in context.facts:
        if not holds(_NOWHERE, (fact[0], replace(fact[1], numbers))):
            raise Rejected("the law does not satisfy the assumptions for certain")
    if not fails(_NOWHERE, (claim[0], settled(_NOWHERE, replace(claim[1], numbers)))):
        raise Rejected("the conclusion does not fail for this law for certain")


def _read_law(model: Model, outcomes: Any) -> Law:
    heads = tuple(sorted(model.space.heads))
    if model.space.algorithms or any(head.arity for head in model.space.heads.values()):
        raise Rejected("a finite law is given for single random values only")
    if not isinstance(outcomes, list) or not 0 < len(outcomes) <= MOST_OUTCOMES:
        raise Rejected("a finite law has some outcomes, and not too many")
    found = []
    for chance, values in outcomes:
        if values.keys() != set(heads):
            raise Rejected("an outcome gives every random value")
        found.append((read_rational(chance), tuple(read_rational(values[name]) for name in heads)))
    if any(chance < 0 for chance, _ in found) or sum(chance for chance, _ in found) != 1:
        raise Rejected("the chances are not negative, and sum to one")
    return Law(heads, tuple(item for item in found if item[0] > 0))


def _check_declared(model: Model, law: Law, numbers: Mapping[Term, Term]) -> None:
    for place, name in enumerate(law.heads):
        head = model.space.heads[name]
        for _, values in law.outcomes:
            _check_value(head, values[place], numbers)
        if head.law:
            _check_law(head, law.marginal([name]), numbers)
        if head.is_uniform:
            raise Rejected("a finite law is not compared with a uniform one")
    named: dict[str, dict[Values, Fraction]] = {}
    for blocks in model.space.statements:
        _check_independent(blocks, law)
        for block in blocks:
            if block.law is not None:
                own = law.marginal(block.heads)
                if named.setdefault(block.law, own) != own:
                    raise Rejected(f"two units are declared with the law {block.law:.40}")


def _check_value(head: Head, value: Fraction, numbers: Mapping[Term, Term]) -> None:
    if head.values is None or not head.values.contains(value):
        raise Rejected("a value is outside of its range")
    for bound, sign in ((head.low, 1), (head.high, -1)):
        if bound is not None:
            gap: Term = ("add", number(sign * value), _times(-sign, replace(bound, numbers)))
            if not holds(_NOWHERE, (">=", gap)):
                raise Rejected("a value is beyond its bound")


def _times(sign: int, term: Term) -> Term:
    return term if sign > 0 else ("negate", term)


def _check_law(head: Head, found: Mapping[Values, Fraction], numbers: Mapping[Term, Term]) -> None:
    """Reject unless the chance of each value is the one that is declared."""
    left = dict(found)
    for value, chance in head.law:
        same = [
            key
            for key in left
            if holds(_NOWHERE, ("=", ("add", number(key[0]), ("negate", replace(value, numbers)))))
        ]
        total = sum((left.pop(key) for key in same), start=Fraction(0))
        gap: Term = ("add", number(total), ("negate", replace(chance, numbers)))
        if not holds(_NOWHERE, ("=", gap)):
            raise Rejected("a value has another chance than is declared")
    if left:
        raise Rejected("a value has no chance by its law")


def _check_independent(blocks: tuple[Block, ...], law: Law) -> None:
    """Reject unless the joint law of all blocks is the product of their laws."""
    marginals = [law.marginal(block.heads) for block in blocks]
    joint = law.marginal([name for block in blocks for name in block.heads])
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


# --- expectations as finite sums ----------------------------------------------------------------


def _mean(law: Law, term: Term, given: Event | None) -> Term:
    """Return the expectation as a term without symbols."""
    summands: list[Term] = [number(0)]
    total = Fraction(0)
    for chance, values in law.outcomes:
        here = dict(zip((("random", name) for name in law.heads), map(number, values), strict=True))
        if given is not None and not _happens(put(given, here)):
            continue
        total += chance
        summands.append(("multiply", number(chance), _value(put(term, here))))
    if total == 0:
        raise Rejected("the law gives the chance zero to a condition")
    mean: Term = ("add", *summands)
    return mean if given is None else ("divide", mean, number(total))


def _value(term: Term) -> Term:
    """Return a term at an outcome, its indicators as numbers."""
    if term[0] == "indicator":
        return number(int(_happens(term[1])))
    if term[0] == "product":
        raise Rejected("a product over an index is not computed")
    return rebuilt(term, iter([_value(part) for part in parts(term)]))


def _happens(event: Event) -> bool:
    if event[0] in JUNCTORS:
        values = [_happens(part) for part in event[1:]]
        if event[0] == "not":
            return not values[0]
        return all(values) if event[0] == "and" else any(values)
    claim: Claim = (event[0], _value(event[1]))
    if not all(holds(_NOWHERE, item) for item in obligations(claim[1]) if item[0] != "ok"):
        raise Rejected("a random value is not defined at an outcome")
    if holds(_NOWHERE, claim):
        return True
    if fails(_NOWHERE, claim):
        return False
    raise Rejected("whether an event happens at an outcome is not certain")
