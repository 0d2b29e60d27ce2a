"""A private selection generalizes: derived from privacy, exchange and a fresh record.

An algorithm M is given datasets of records x_{t,j} with one law, and returns an index t* and a
query q. A member of the sum over t and j is 1[t* = t] q(x_{t,j}). By privacy its expectation is at
most e^epsilon times that on the input with x_{t,j} replaced by a fresh record z, plus delta;
exchanging the two records makes it that of 1[t* = t] q(z), and as z is independent of M, that of
1[t* = t] times the mean of q. The sums are taken, and one summand is selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boundcalc.checker.probability.terms import BINDERS, rebuilt
from boundcalc.checker.probability.terms import parts as parts_of
from boundcalc.checker.terms import Rejected, Term, number
from boundcalc.probability.expand import times
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder


def by_privacy(builder: Builder) -> None:
    """Add a bound on each sum of values of a private query at the records of its input."""
    for name, item in list(builder.quantities.items()):
        if item.given is None and builder.space.algorithms:
            try:
                _bound(builder, name, item.term)
            except (Rejected, KeyError, TypeError, ValueError):
                continue


def _bound(builder: Builder, name: str, term: Term) -> None:
    """Bound a sum over datasets and records, or over records, or one member."""
    names, member = [name], term
    while member[0] == "sum":
        if not builder.index(member[1]):
            return
        member = member[4]
        names.append(builder.mean(member))
    _add_fresh(builder, member)
    fresh = _fresh_record(builder, member)
    if member[0] != "multiply" or len(member) != 3 or fresh is None:
        return
    algorithm, record, spare = fresh
    factor, value = member[1:]
    law = _law_of(builder, algorithm)
    replaced = (tuple(record[2:]), spare)
    mean: Term = ("average", law, value[1])
    elsewhere = _on(member, replaced)
    chain = {
        "member": names[-1],
        "elsewhere": builder.mean(elsewhere),
        "fresh": builder.mean(("multiply", factor, ("apply", value[1], spare))),
        "mean": builder.mean(("multiply", factor, mean)),
    }

    def one(inner: Builder) -> None:
        _member(inner, algorithm, record, spare, chain, member)

    private = builder.space.algorithms[algorithm]
    growth: Term = ("exp", private.epsilon)
    _summed(builder, term, names, chain["mean"], (growth, private.delta), one)


def _add_fresh(builder: Builder, member: Term) -> None:
    """Add that a query at an independent record has the expectation of its mean."""
    if member[0] != "multiply" or len(member) != 3 or member[2][0] != "apply":
        return
    _, function, record = member[2]
    for statement, blocks in enumerate(builder.space.statements):
        for block in blocks:
            if block.heads == record[1:2] and block.law is not None and len(record) == 2:
                mean = builder.mean(("multiply", member[1], ("average", block.law, function)))
                step = {"first": builder.mean(member), "second": mean, "statement": statement}
                builder.add({"scheme": "fresh", **step})


def _summed(
    builder: Builder, term: Term, names: list[str], mean: str, bound: tuple[Term, Term], one: Any
) -> None:
    """Add the bound on the sum: over what the mean does not depend on, and what selects it."""
    growth, delta = bound
    if term[0] != "sum":
        one(builder)
        return
    _, index, low, high, body = term
    count: Term = ("add", high, ("negate", low), number(1))
    size = plain_proof((builder.context, (">=", count)))
    if size is None:
        return
    common = {"scheme": "sum", "index": index, "low": to_json(low), "high": to_json(high)}
    common |= {"size": size, "kind": ">="}
    inner_mean = builder.quantities[mean].term
    if body[0] == "sum":  # over datasets: the mean is selected
        whole = builder.mean(("sum", index, low, high, inner_mean))
        _, _, first, last, _ = body
        records: Term = ("add", last, ("negate", first), number(1))
        builder.nested(
            {
                **common,
                "terms": [
                    [names[0], names[1], to_json(number(-1))],
                    [whole, mean, to_json(times(records, growth))],
                ],
                "constant": to_json(times(records, delta)),
            },
            lambda inner: _summed(inner, body, names[1:], mean, bound, one),
        )
        rest = builder.mean(inner_mean[2])
        builder.add({"scheme": "selection", "sum": whole, "term": rest})
        builder.bounds(rest)
        return
    constant: Term = ("add", times(growth, ("symbol", mean)), delta)
    builder.nested(
        {
            **common,
            "terms": [[names[0], names[1], to_json(number(-1))]],
            "constant": to_json(constant),
        },
        one,
    )


def _member(
    builder: Builder, algorithm: str, record: Term, spare: Term, chain: dict[str, str], member: Term
) -> None:
    """Add the three steps for one member: privacy, exchange, a fresh record."""
    space, context = builder.space, builder.context
    step = {"algorithm": algorithm, "first": chain["member"], "second": chain["elsewhere"]}
    least = pointwise_proof(space, context, (">=", member))
    most = pointwise_proof(space, context, (">=", ("add", number(1), ("negate", member))))
    builder.add({"scheme": "privacy", **step, "least": least, "most": most})
    step = {"algorithm": algorithm, "first": chain["elsewhere"], "second": chain["fresh"]}
    step |= {"record": to_json(record), "fresh": to_json(spare)}  # type: ignore[dict-item]
    builder.add({"scheme": "swap", **step})
    statement = space.algorithms[algorithm].statement
    step = {"first": chain["fresh"], "second": chain["mean"]}
    builder.add({"scheme": "fresh", "statement": statement, **step})


def _fresh_record(builder: Builder, member: Term) -> tuple[str, Term, Term] | None:
    """Return the algorithm, the record of its input that a member is about, and a fresh one."""
    if member[0] != "multiply":
        return None
    value = member[-1]
    if value[0] != "apply" or value[1][0] != "run" or value[2][0] != "random":
        return None
    algorithm, record = value[1][1], value[2]
    private = builder.space.algorithms.get(algorithm)
    if private is None or record[1] != private.input:
        return None
    law = _law_of(builder, algorithm)
    for block in builder.space.statements[private.statement]:
        head = block.heads[0]
        is_single = len(block.heads) == 1 and builder.space.heads[head].arity == 0
        if block.law == law and is_single:
            return algorithm, record, ("random", head)
    return None


def _law_of(builder: Builder, algorithm: str) -> str:
    private = builder.space.algorithms[algorithm]
    blocks = builder.space.statements[private.statement]
    found = next(block.law for block in blocks if private.input in block.heads)
    assert found is not None  # the checker has seen to it
    return found


def _on(term: Any, replaced: Any) -> Any:
    """Return a term in which an algorithm runs on the input with a record replaced."""
    if term[0] == "run":
        return (*term[:3], replaced)
    if term[0] in BINDERS:
        return term
    return rebuilt(term, iter([_on(part, replaced) for part in parts_of(term)]))
