"""A choice by the exponential mechanism: its gap is nearly the greatest, and few runs are good.

The runs of an algorithm on T datasets are independent and alike, so the chance that none of them
has a gap of a or more is the T-th power of the chance that the first has none. Where one has, the
query that is chosen has a gap that is almost a in expectation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import Context, minus
from boundcalc.checker.probability.space import Choice
from boundcalc.checker.probability.terms import is_random, parts, rebuilt
from boundcalc.checker.terms import Rejected, Term, children, number
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


def _good_choice(builder: Builder, name: str, chance: str, base: Term) -> None:
    algorithm = builder.space.algorithms[name]
    choice = algorithm.choice
    assert choice is not None
    event = builder.quantities[chance].term[1]
    index, dataset, record = _fresh_names(builder)
    if not builder.index(index):
        return
    position: Term = ("symbol", index)
    here = _moved(event, position)
    reached: Term = ("indicator", here)
    names = {
        "member": builder.mean(("indicator", ("not", here))),
        "reached": builder.mean(reached),
    }
    ends = {"low": to_json(FIRST), "high": to_json(choice.count)}
    names["product"] = builder.mean(
        ("product", index, FIRST, choice.count, builder.quantities[names["member"]].term)
    )
    common = {"index": index, **ends, "size": _size(builder, choice)}

    def alike(inner: Builder) -> None:
        whole = {names["member"]: FIRST, names["reached"]: FIRST, "": number(-1)}
        inner.positive("=", whole)
        step = {"first": names["reached"], "second": chance, "statement": algorithm.statement}
        inner.add({"scheme": "slice", "from": to_json(position), "to": to_json(FIRST), **step})

    builder.nested(
        {
            "scheme": "power",
            **common,
            "kind": ">=",
            "product": names["product"],
            "member": names["member"],
            "statement": algorithm.statement,
            "bound": to_json(base),
            "bound_positive": plain_proof((builder.context, (">", base))),
            "proof": pointwise_proof(
                builder.space,
                _over(builder.context, position, choice),
                (">=", builder.quantities[names["member"]].term),
            ),
        },
        alike,
    )
    level = _level(event)
    law = next(
        block.law
        for block in builder.space.statements[algorithm.statement]
        if algorithm.input in block.heads
    )
    sums = _chosen_sum(builder, name, dataset, record)
    mean = builder.mean(("average", law, ("run", name, choice.query, None)))
    small = _small(builder, name, level, position, law, _record_index(event))
    member = builder.quantities[names["member"]].term
    builder.add(
        {
            "scheme": "choice",
            "algorithm": name,
            **common,
            "level": to_json(level),
            "level_sign": plain_proof((builder.context, (">=", level))),
            "sum": sums,
            "mean": mean,
            "member": names["member"],
            "product": names["product"],
            "record_index": _record_index(event),
            "proof": pointwise_proof(
                builder.space,
                _over(builder.context, position, choice),
                (">=", minus(member, small)),
            ),
        }
    )
    builder.bounds(mean)
    builder.bounds(chance)


def _fresh_names(builder: Builder) -> Iterator[str]:
    taken = builder.context.box.keys() - set(builder.indices)
    return iter(
        [name for name in ("i", "k", "l", "h", "i_1", "i_2", "i_3") if name not in taken][:3]
    )


def _size(builder: Builder, choice: Choice) -> Any:
    count: Term = ("add", choice.count, ("negate", FIRST), number(1))
    return plain_proof((builder.context, (">=", count)))


def _over(context: Context, position: Term, choice: Choice) -> Context:
    return context.with_fact((">=", minus(position, FIRST)), (">=", minus(choice.count, position)))


def _moved(term: Any, index: Term) -> Any:
    """Return a term about the first run with another run in its place."""
    if term[0] == "random":
        return (*term[:2], index, *term[3:])
    if term[0] == "run":
        return (*term[:4], index)
    return rebuilt(term, iter([_moved(part, index) for part in parts(term)]))


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
    algorithm = builder.space.algorithms[name]
    choice = algorithm.choice
    assert choice is not None
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
    algorithm = builder.space.algorithms[name]
    choice = algorithm.choice
    assert choice is not None
    query = ("run", choice.runs, choice.component, None, index)
    value = ("apply", query, ("random", algorithm.input, index, ("symbol", j)))
    total = ("divide", ("sum", j, FIRST, choice.records, value), choice.records)
    gap = minus(total, ("average", law, query))
    return ("indicator", (">", minus(level, ("abs", gap))))
