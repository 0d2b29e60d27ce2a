"""Algorithms in finite laws: mechanisms on finitely many datasets, and choices among their queries.

A mechanism lists, for each dataset of its listed records, what it returns with which chance; the
records that occur are all that there are, and any other one is treated as the first of them. It is
private where the guarantee holds of all pairs of datasets that differ in one record.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from boundcalc.checker.probability.finite_values import (
    MOST_OUTCOMES,
    NOWHERE,
    Law,
    Outcome,
    Run,
    Table,
    Values,
    folded,
    whole_number,
)
from boundcalc.checker.probability.model import Quantity
from boundcalc.checker.probability.space import Algorithm, Choice, Head, Source, Space
from boundcalc.checker.probability.terms import parts
from boundcalc.checker.proofs import holds
from boundcalc.checker.terms import Rejected, Term, number, read_rational, replace

Answer = Mapping[str, Fraction | Table]
Mechanism = Mapping[Values, tuple[tuple[Fraction, Answer], ...]]
Numbers = Mapping[Term, Term]


def read_mechanisms(data: Any) -> dict[str, Mechanism]:
    """Return the mechanisms that JSON spells, or reject."""
    if not isinstance(data, dict):
        raise Rejected("mechanisms are given by name")
    return {name: _read_mechanism(rows) for name, rows in data.items()}


def _read_mechanism(rows: Any) -> Mechanism:
    found: dict[Values, tuple[tuple[Fraction, Answer], ...]] = {}
    for records, answers in rows:
        read = [
            (read_rational(chance), {name: _read_output(item) for name, item in answer.items()})
            for chance, answer in answers
        ]
        if any(chance < 0 for chance, _ in read) or sum(chance for chance, _ in read) != 1:
            raise Rejected("the chances of a mechanism are not negative, and sum to one")
        key = tuple(map(read_rational, records))
        if key in found:
            raise Rejected("a dataset stands twice in a mechanism")
        found[key] = tuple(read)
    return found


def _read_output(data: Any) -> Fraction | Table:
    if isinstance(data, dict):
        return {read_rational(key): read_rational(value) for key, value in data.items()}
    return read_rational(data)


def check_private(algorithm: Algorithm, law: Law, mechanism: Mechanism, numbers: Numbers) -> None:
    """Reject unless a mechanism is defined on all datasets, and private as it is declared."""
    sizes = {len(place) for place in _inputs(algorithm, law).values()}
    records = {value for key in mechanism for value in key}
    occurring = {
        outcome.values[member]
        for outcome in law.outcomes
        for member in law.members
        if member[1] == algorithm.input
    }
    if len(sizes) != 1 or not occurring <= records:
        raise Rejected("a mechanism is given on the records that occur")
    if set(mechanism) != set(product(sorted(records), repeat=sizes.pop())):
        raise Rejected("a mechanism is given on all datasets of its records")
    grown: Term = ("exp", replace(algorithm.epsilon, numbers))
    for one, first in mechanism.items():
        for other, second in mechanism.items():
            if sum(a != b for a, b in zip(one, other, strict=True)) == 1:
                _check_pair(first, second, grown, replace(algorithm.delta, numbers))


def _check_pair(
    first: tuple[tuple[Fraction, Answer], ...],
    second: tuple[tuple[Fraction, Answer], ...],
    grown: Term,
    delta: Term,
) -> None:
    """Reject unless no event is more likely than e^epsilon times that of the other, and delta."""
    excess: list[Term] = [number(0)]
    for key in dict.fromkeys(_key(answer) for _, answer in first):
        own, others = (
            sum((chance for chance, item in side if _key(item) == key), start=Fraction(0))
            for side in (first, second)
        )
        gap: Term = ("add", number(own), ("negate", ("multiply", grown, number(others))))
        excess.append(("max", number(0), gap))
    if not holds(NOWHERE, (">=", ("add", delta, ("negate", ("add", *excess))))):
        raise Rejected("a mechanism is not as private as it is declared")


def _key(answer: Answer) -> tuple[Any, ...]:
    return tuple(
        (name, tuple(sorted(item.items())) if isinstance(item, Mapping) else item)
        for name, item in sorted(answer.items())
    )


def _inputs(algorithm: Algorithm, law: Law) -> dict[tuple[Term, ...], list[Source]]:
    """Return the records of each run, by its index, in one order; one run has no index."""
    found: dict[tuple[Term, ...], list[Source]] = {}
    for member in sorted(member for member in law.members if member[1] == algorithm.input):
        found.setdefault(member[2 : 2 + algorithm.is_each], []).append(member)
    return found


def with_runs(space: Space, law: Law, mechanisms: Mapping[str, Mechanism]) -> Law:
    """Return a law with the outputs of all runs, whose coins are independent of all else."""
    outcomes = law.outcomes
    for name, mechanism in mechanisms.items():
        for index, members in _inputs(space.algorithms[name], law).items():
            outcomes = tuple(
                Outcome(
                    folded("multiply", [outcome.weight, number(chance)]),
                    outcome.chance,
                    outcome.values,
                    {**outcome.outputs, (name, *index): answer},
                )
                for outcome in outcomes
                for chance, answer in mechanism[tuple(outcome.values[item] for item in members)]
                if chance > 0
            )
            if len(outcomes) > MOST_OUTCOMES:
                raise Rejected("too many outcomes")
    return Law(law.members, outcomes, _laws(space, law), _families(law))


def _laws(space: Space, law: Law) -> dict[str, dict[Values, Fraction]]:
    """Return the law of each name that one value has, as its first listed member shows it."""
    found: dict[str, dict[Values, Fraction]] = {}
    for block in (block for blocks in space.statements for block in blocks):
        if block.law is not None and len(block.heads) == 1 and block.law not in found:
            members = [member for member in law.members if member[1] == block.heads[0]]
            found[block.law] = law.marginal(members[:1])
    return found


def _families(law: Law) -> dict[str, dict[Values, Fraction]]:
    """Return the law of the first listed member of each head."""
    first: dict[str, Source] = {}
    for member in law.members:
        first.setdefault(member[1], member)
    return {head: law.marginal([member]) for head, member in first.items()}


def used_algorithms(space: Space, quantities: Iterable[Quantity]) -> frozenset[str]:
    """Return the algorithms of whose outputs expectations speak, and those that they choose among.

    The others exist, and what they return changes no other expectation.
    """
    found: set[str] = set()
    waiting: list[Any] = [part for item in quantities for part in (item.term, item.given)]
    while waiting:
        term = waiting.pop()
        if term is not None:
            found |= {term[1]} if term[0] == "run" else set()
            waiting += parts(term)
    choices = [space.algorithms[name].choice for name in found if name in space.algorithms]
    return frozenset(found).union(item.runs for item in choices if item is not None)


def with_choices(space: Space, law: Law, numbers: Numbers, used: frozenset[str]) -> Law:
    """Return a law with what the exponential mechanism chooses among the queries of runs."""
    outcomes = law.outcomes
    for name, algorithm in space.algorithms.items():
        if algorithm.choice is not None:
            _check_choice(algorithm.choice, numbers)
        if algorithm.choice is not None and name in used:
            outcomes = tuple(
                found
                for outcome in outcomes
                for found in _chosen(name, algorithm, law, outcome, numbers)
            )
            if len(outcomes) > MOST_OUTCOMES:
                raise Rejected("too many outcomes")
    return Law(law.members, outcomes, law.laws, law.marginals_of)


def _chosen(
    name: str, algorithm: Algorithm, law: Law, outcome: Outcome, numbers: Numbers
) -> Iterator[Outcome]:
    """Yield an outcome with each candidate, with its weight in proportion to e^(c score)."""
    choice = algorithm.choice
    assert choice is not None
    count, records, epsilon = _check_choice(choice, numbers)
    candidates: list[tuple[int, Table, Fraction]] = []
    for place in range(1, count + 1):
        query = outcome.outputs.get((choice.runs, number(place)), {}).get(choice.component)
        if not isinstance(query, Mapping):
            raise Rejected("a query among which is chosen is not listed in the law")
        score = _gap(algorithm.input, law, outcome, query, place, records)
        complement = {key: 1 - value for key, value in query.items()}
        candidates += [(place, query, score), (place, complement, -score)]
    least = min(score for _, _, score in candidates)
    weights = [_exponential(epsilon, records, score - least) for _, _, score in candidates]
    total = folded("add", weights)
    for (place, query, _), weight in zip(candidates, weights, strict=True):
        chance = folded("divide", [folded("multiply", [outcome.weight, weight]), total])
        answer: Answer = {choice.index: Fraction(place), choice.query: query}
        outputs: Mapping[Run, Answer] = {**outcome.outputs, (name,): answer}
        yield Outcome(chance, outcome.chance, outcome.values, outputs)


def _check_choice(choice: Choice, numbers: Numbers) -> tuple[int, int, Term]:
    """Return the number of candidates and of records, and epsilon, or reject."""
    count, records = (
        whole_number(replace(term, numbers)) for term in (choice.count, choice.records)
    )
    epsilon = replace(choice.epsilon, numbers)
    if count < 1 or records < 1 or not holds(NOWHERE, (">", epsilon)):
        raise Rejected("a choice has candidates and records, and epsilon is positive")
    return count, records, epsilon


def _gap(
    family: str, law: Law, outcome: Outcome, query: Table, place: int, records: int
) -> Fraction:
    """Return the mean of a query over the records of its run, less its mean over their law."""
    members: list[Source] = [
        ("random", family, number(place), number(j)) for j in range(1, records + 1)
    ]
    own = law.marginals_of.get(family)
    if own is None or not set(members) <= outcome.values.keys():
        raise Rejected("the records of a choice are not listed in the law")
    if not all(value in query for (value,) in own):
        raise Rejected("a function is not given at a record")
    sample = sum((query[outcome.values[item]] for item in members), start=Fraction(0))
    return sample / records - sum(chance * query[value] for (value,), chance in own.items())


def _exponential(epsilon: Term, records: int, score: Fraction) -> Term:
    if score == 0:
        return number(1)
    return ("exp", ("multiply", epsilon, number(records * score / 2)))


def check_functions(space: Space, law: Law, check: Callable[[Head, Fraction], None]) -> None:
    """Reject a law in which an output has a value that is not declared."""
    for outcome in law.outcomes:
        for (name, *_), answer in outcome.outputs.items():
            for component, output in answer.items():
                is_table = isinstance(output, Mapping)
                head = space.functions.get(f"{name}.{component}" + ("()" if is_table else ""))
                if head is None:
                    raise Rejected("an output is not declared")
                for value in output.values() if isinstance(output, Mapping) else (output,):
                    check(head, value)
