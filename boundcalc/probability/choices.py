"""A choice by the exponential mechanism: its gap is nearly the greatest, and few runs are good.

The runs of an algorithm on T datasets are independent and alike, so the chance that none of them
has a gap of a or more is the T-th power of the chance that the first has none. Where one has, the
query that is chosen has a gap that is almost a in expectation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.private_schemes import at_index
from boundcalc.checker.probability.space import Choice
from boundcalc.checker.probability.terms import is_random, parts
from boundcalc.checker.terms import Claim, Rejected, Term, children, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

FIRST = number(1)


def by_choice(builder: Builder) -> None:
    """Add how good a choice is, for each chance of a gap of the first run, and each base."""
    for name, algorithm in builder.space.algorithms.items():
        if algorithm.choice is None:
            continue
        for chance, item in list(builder.quantities.items()):
            if item.given is None and _is_of_first_run(builder, algorithm.choice, item.term):
                for base in _bases(builder.claim[1], algorithm.choice.count):
                    try:
                        _good_choice(builder, name, chance, base)
                    except (Rejected, KeyError, TypeError, ValueError, StopIteration):
                        continue


def _is_of_first_run(builder: Builder, choice: Choice, term: Term) -> bool:
    coins = ("coins", choice.runs, FIRST)
    return term[0] == "indicator" and coins in builder.space.sources(term)


def _bases(term: Term, exponent: Term) -> list[Term]:
    """Return what is taken to a power in a term."""
    own = [term[1]] if term[0] == "power" and term[2] == exponent else []
    inner = [base for part in children(term) for base in _bases(part, exponent)]
    return list(dict.fromkeys([*own, *inner]))


@dataclass(frozen=True, kw_only=True)
class _Failures:
    """The chance that no run has a gap of the level: the numbers of one run and of all."""

    name: str  # of the choice
    position: Term  # the index of a run
    reached: str  # the number that a run has the gap, at the index
    member: str  # and that it has not
    product: str  # of all runs
    common: Mapping[str, Any]  # the index of the instances, with its ends


def _good_choice(builder: Builder, name: str, chance: str, base: Term) -> None:
    """Add that no run has the gap by a power at most, and what the choice has if some run has."""
    index, dataset, record = _fresh_names(builder)
    if not builder.index(index):
        return
    failures = _failures(builder, name, chance, index)
    _add_power(builder, failures, chance, base)
    sums = _chosen_sum(builder, name, dataset, record)
    builder.bounds(_add_choice(builder, failures, chance, sums))
    builder.bounds(chance)


def _failures(builder: Builder, name: str, chance: str, index: str) -> _Failures:
    choice, position = _choice_of(builder, name), ("symbol", index)
    here = at_index(builder.quantities[chance].term[1], position)
    member: Term = ("indicator", ("not", here))
    size: Term = ("add", choice.count, ("negate", FIRST), number(1))
    return _Failures(
        name=name,
        position=position,
        reached=builder.mean(("indicator", here)),
        member=builder.mean(member),
        product=builder.mean(("product", index, FIRST, choice.count, member)),
        common={
            "index": index,
            "low": to_json(FIRST),
            "high": to_json(choice.count),
            "size": plain_proof((builder.context, (">=", size))),
        },
    )


def _add_power(builder: Builder, failures: _Failures, chance: str, base: Term) -> None:
    """Add that all runs fail with the power of the base as a chance, at most."""
    statement = builder.space.algorithms[failures.name].statement

    def alike(inner: Builder) -> None:
        whole = {failures.member: FIRST, failures.reached: FIRST, "": number(-1)}
        inner.positive("=", whole)
        step = {"first": failures.reached, "second": chance, "statement": statement}
        ends = {"from": to_json(failures.position), "to": to_json(FIRST)}
        inner.add({"scheme": "slice", **ends, **step})

    member = builder.quantities[failures.member].term
    builder.nested(
        {
            "scheme": "power",
            **failures.common,
            "kind": ">=",
            "product": failures.product,
            "member": failures.member,
            "statement": statement,
            "bound": to_json(base),
            "bound_positive": plain_proof((builder.context, (">", base))),
            "proof": _everywhere(builder, failures, (">=", member)),
        },
        alike,
    )


def _add_choice(builder: Builder, failures: _Failures, chance: str, sums: str) -> str:
    """Add what the choice has at least, and return the number of its mean over the law."""
    choice, event = _choice_of(builder, failures.name), builder.quantities[chance].term[1]
    law, level, record = _law_of(builder, failures.name), _level(event), _record_index(event)
    mean = builder.mean(("average", law, ("run", failures.name, choice.query, None)))
    small = _small(builder, failures.name, level, failures.position, law, record)
    above: Claim = (">=", minus(builder.quantities[failures.member].term, small))
    builder.add(
        {
            "scheme": "choice",
            "algorithm": failures.name,
            **failures.common,
            "level": to_json(level),
            "level_sign": plain_proof((builder.context, (">=", level))),
            "sum": sums,
            "mean": mean,
            "member": failures.member,
            "product": failures.product,
            "record_index": record,
            "proof": _everywhere(builder, failures, above),
        }
    )
    return mean


def _choice_of(builder: Builder, name: str) -> Choice:
    choice = builder.space.algorithms[name].choice
    assert choice is not None  # by_choice has seen to it
    return choice


def _law_of(builder: Builder, name: str) -> str | None:
    algorithm = builder.space.algorithms[name]
    blocks = builder.space.statements[algorithm.statement]
    return next(block.law for block in blocks if algorithm.input in block.heads)


def _everywhere(builder: Builder, failures: _Failures, claim: Claim) -> Any:
    """Return a proof that a claim holds at all outcomes, for each index of a run."""
    choice, position = _choice_of(builder, failures.name), failures.position
    ends = ((">=", minus(position, FIRST)), (">=", minus(choice.count, position)))
    return pointwise_proof(builder.space, builder.context.with_fact(*ends), claim)


def _fresh_names(builder: Builder) -> Iterator[str]:
    taken = builder.context.box.keys() - set(builder.indices)
    return iter(
        [name for name in ("i", "k", "l", "h", "i_1", "i_2", "i_3") if name not in taken][:3]
    )


def _level(event: Any) -> Term:
    """Return a of an event |g| - a >= 0."""
    _, term = event
    (rest,) = [part for part in term[1:] if not is_random(part)]
    if term[0] != "add" or len(term) != 3:
        raise Rejected("no level")
    level: Term = rest[1] if rest[0] == "negate" else ("negate", rest)
    return level


def _record_index(event: Any) -> str:
    found: str = next(part[1] for part in _inner(event) if part[0] == "sum")
    return found


def _inner(term: Any) -> Iterator[Any]:
    yield term
    for part in parts(term):
        yield from _inner(part)


def _chosen_sum(builder: Builder, name: str, dataset: str, record: str) -> str:
    """Return the number of the sum of the chosen query over datasets and records."""
    algorithm, choice = builder.space.algorithms[name], _choice_of(builder, name)
    for known, item in builder.quantities.items():
        if item.given is None and item.term[0] == item.term[-1][0] == "sum":
            dataset, record, listed = item.term[1], item.term[4][1], known
            if item.term == _sum(name, algorithm.input, choice, dataset, record):
                return listed
    return builder.mean(_sum(name, algorithm.input, choice, dataset, record))


def _sum(name: str, family: str, choice: Choice, dataset: str, record: str) -> Term:
    i, j = ("symbol", dataset), ("symbol", record)
    picked = ("indicator", ("=", minus(("run", name, choice.index, None), i)))
    value = ("apply", ("run", name, choice.query, None), ("random", family, i, j))
    inner = ("sum", record, FIRST, choice.records, ("multiply", picked, value))
    return ("sum", dataset, FIRST, choice.count, inner)


def _small(builder: Builder, name: str, level: Term, index: Term, law: str | None, j: str) -> Term:
    """Return the indicator of a gap below the level."""
    algorithm, choice = builder.space.algorithms[name], _choice_of(builder, name)
    query = ("run", choice.runs, choice.component, None, index)
    value = ("apply", query, ("random", algorithm.input, index, ("symbol", j)))
    total = ("divide", ("sum", j, FIRST, choice.records, value), choice.records)
    gap = minus(total, ("average", law, query))
    return ("indicator", (">", minus(level, ("abs", gap))))
