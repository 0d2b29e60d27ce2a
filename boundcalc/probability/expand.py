"""Random terms as sums of products: what linearity and independence are applied to."""

from __future__ import annotations

from collections.abc import Iterable

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.space import ANY, Source, Space
from boundcalc.checker.probability.terms import JUNCTORS, Event, is_random, put
from boundcalc.checker.terms import Rejected, Term, integer_of, number
from boundcalc.checker.terms import names as free

MOST_MONOMIALS = 60
MOST_POWER = 6
MOST_SOURCES = 3  # of a term that is split by the values of one after the other
ONE: Term = number(1)
Monomial = tuple[tuple[Term, int], ...]
Polynomial = dict[Monomial, Term]


class TooLarge(Exception):  # noqa: N818 - a limit, not a mistake
    """A term has too many summands to be multiplied out."""


def times(*factors: Term) -> Term:
    """Return a product without factors of one."""
    kept = [factor for factor in factors if factor != ONE]
    return ONE if not kept else kept[0] if len(kept) == 1 else ("multiply", *kept)


def expanded(term: Term) -> Polynomial:
    """Return a random term as a sum of products of what cannot be taken apart, with numbers.

    Raises
    ------
    TooLarge
        If there are too many products.
    """
    kind = term[0]
    if not is_random(term):
        return {(): term}
    if kind == "indicator":
        return _of_event(term[1])
    if kind == "add":
        return _sum(expanded(part) for part in term[1:])
    if kind == "negate":
        return {key: ("negate", factor) for key, factor in expanded(term[1]).items()}
    if kind == "multiply":
        return _product(expanded(part) for part in term[1:])
    if kind == "divide" and not is_random(term[2]):
        return {key: ("divide", factor, term[2]) for key, factor in expanded(term[1]).items()}
    exponent = integer_of(term[2]) if kind == "power" else None
    if exponent is not None and 0 < exponent <= MOST_POWER:
        return _product(expanded(term[1]) for _ in range(exponent))
    if kind == "exp":
        factors = [_exponential(key, factor) for key, factor in expanded(term[1]).items()]
        return _product(factors)
    return {((term, 1),): ONE}


def _exponential(key: Monomial, factor: Term) -> Polynomial:
    if not key:
        return {(): ("exp", factor)}
    if len(key) == 1 and key[0][0][0] == "indicator":  # it is 1, or the exponential of the factor
        return {(): ONE, key: ("add", ("exp", factor), ("negate", ONE))}
    return {((("exp", times(factor, monomial_term(key))), 1),): ONE}


def _of_event(event: Event) -> Polynomial:
    if event[0] not in JUNCTORS:
        return {((("indicator", event), 1),): ONE}
    values = [_of_event(part) for part in event[1:]]
    if event[0] == "and":
        return _product(values)
    failures = _product(_complement(value) for value in values)
    if event[0] == "not":
        return _complement(values[0])
    return _complement(failures)


def _complement(value: Polynomial) -> Polynomial:
    return _sum([{(): ONE}, {key: ("negate", factor) for key, factor in value.items()}])


def _sum(values: Iterable[Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for value in values:
        for key, factor in value.items():
            total[key] = ("add", total[key], factor) if key in total else factor
    return {key: factor for key, factor in total.items() if factor != number(0)}


def _product(values: Iterable[Polynomial]) -> Polynomial:
    total: Polynomial = {(): ONE}
    for value in values:
        pieces = (
            {_joined(one, other): times(first, second)}
            for one, first in total.items()
            for other, second in value.items()
        )
        total = _sum(pieces)
        if len(total) > MOST_MONOMIALS:
            raise TooLarge
    return total


def _joined(one: Monomial, other: Monomial) -> Monomial:
    powers = dict(one)
    for atom, power in other:
        is_indicator = atom[0] == "indicator"
        powers[atom] = 1 if is_indicator else powers.get(atom, 0) + power
    return tuple(sorted(powers.items(), key=repr))


def monomial_term(key: Monomial) -> Term:
    """Return a product as a term."""
    return times(*(atom if power == 1 else ("power", atom, number(power)) for atom, power in key))


def independent_parts(space: Space, context: Context, key: Monomial) -> tuple[list[Monomial], int]:
    """Return the factors of a product that are independent of each other, and by which statement.

    A product that cannot be split is its only factor.
    """
    best, statement = [key], 0
    for number_ in range(len(space.statements)):
        found = _split(space, context, key, number_)
        if len(found) > len(best):
            best, statement = found, number_
    return best, statement


def _split(space: Space, context: Context, key: Monomial, statement: int) -> list[Monomial]:
    groups: list[Monomial] = []
    try:
        for item in key:
            own = space.units(space.sources(item[0]), statement)
            joined: Monomial = (item,)
            kept = []
            for group in groups:
                others = space.units(
                    frozenset().union(*(space.sources(atom) for atom, _ in group)), statement
                )
                apart = all(space.are_apart(context, one, two) for one in own for two in others)
                if apart:
                    kept.append(group)
                else:
                    joined = tuple(sorted((*joined, *group), key=repr))
                    own = [*own, *others]
            groups = [*kept, joined]
    except Rejected:
        return [key]
    return groups


def by_values(space: Space, context: Context, term: Term) -> tuple[Source, int, list[Term]] | None:
    """Return a value with a finite law that is independent of all else in a term, if there is one.

    With it come the statement that says so, and the term at each of its values.
    """
    sources = space.sources(term)
    for source in sorted(sources, key=repr) if 1 < len(sources) <= MOST_SOURCES else ():
        head = space.heads.get(source[1]) if source[0] == "random" else None
        if head is None or not head.law or ANY in source:
            continue
        for statement in range(len(space.statements)):
            try:
                space.demand_apart(context, frozenset({source}), sources - {source}, statement)
            except Rejected:
                continue
            return source, statement, [put(term, {source: value}) for value, _ in head.law]
    return None


def linear_in(term: Term, names: frozenset[str]) -> dict[str, Term] | None:
    """Return the multipliers of symbols, and under "" the rest, or None where it is not linear."""
    if not free(term) & names:
        return {"": term}
    kind = term[0]
    if kind == "symbol":
        return {term[1]: ONE}
    if kind == "add":
        return _linear_sum([linear_in(part, names) for part in term[1:]])
    if kind == "negate":
        inner = linear_in(term[1], names)
        return inner and {key: ("negate", factor) for key, factor in inner.items()}
    if kind == "divide" and not free(term[2]) & names:
        inner = linear_in(term[1], names)
        return inner and {key: ("divide", factor, term[2]) for key, factor in inner.items()}
    if kind == "multiply":
        found = [part for part in term[1:] if free(part) & names]
        rest = times(*(part for part in term[1:] if not free(part) & names))
        inner = linear_in(found[0], names) if len(found) == 1 else None
        return inner and {key: times(rest, factor) for key, factor in inner.items()}
    return None


def _linear_sum(values: list[dict[str, Term] | None]) -> dict[str, Term] | None:
    total: dict[str, Term] = {}
    for value in values:
        if value is None:
            return None
        for key, factor in value.items():
            total[key] = ("add", total[key], factor) if key in total else factor
    return total
