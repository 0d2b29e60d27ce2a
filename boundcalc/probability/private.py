"""A private selection generalizes: derived from privacy, exchange and a fresh record.

An algorithm M is given datasets of records x_{t,j} with one law, and returns an index t* and a
query q. A member of the sum over t and j is 1[t* = t] q(x_{t,j}). By privacy its expectation is at
most e^epsilon times that on the input with x_{t,j} replaced by a fresh record z, plus delta;
exchanging the two records makes it that of 1[t* = t] q(z), and as z is independent of M, that of
1[t* = t] times the mean of q. The sums are taken, and one summand is selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.terms import BINDERS, put, rebuilt
from boundcalc.checker.probability.terms import parts as parts_of
from boundcalc.checker.terms import Rejected, Term, number
from boundcalc.probability.expand import ONE, times
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.substitution import proof_by_elimination
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder


def by_privacy(builder: Builder, parts: frozenset[str] = frozenset()) -> None:
    """Add a bound on each sum of values of a private query at the records of its input.

    Of single values those in the row are bounded, from both sides; with parts of these, they are,
    sums from below as well, and means over the law are compared with.
    """
    for name, item in list(builder.quantities.items()):
        if item.given is None and builder.space.algorithms:
            try:
                _bound(builder, name, item.term, parts)
            except (Rejected, KeyError, TypeError, ValueError):
                continue


def by_private_parts(builder: Builder) -> Any:
    """Return a proof from the same bounds on the parts of expectations, or None."""
    before = len(builder.instances)
    if builder.space.algorithms:
        for item in builder.goal.numbers:
            if item.given is None:
                builder.base(item.name)
        by_privacy(builder, frozenset(builder.atoms))
    if len(builder.instances) == before:
        return None
    unknown = frozenset(builder.quantities)
    found = proof_by_elimination(builder.context, builder.claim, unknown, is_whole=False)
    return found or builder.proof()


def _bound(builder: Builder, name: str, term: Term, parts: frozenset[str]) -> None:
    """Bound a sum over datasets and records, or over records, or one member."""
    single = parts or {item.name for item in builder.goal.numbers}
    if term[0] != "sum" and name in single:
        _compared(builder, name, term, has_average=bool(parts))
    names, member = [name], term
    while member[0] == "sum":
        if not builder.index(member[1]):
            return
        member = member[4]
        names.append(builder.mean(member))
    _add_fresh(builder, member)
    fresh = _fresh_record(builder, member)
    if fresh is None:
        return
    algorithm, record, spare = fresh
    elsewhere = builder.mean(_on(member, (tuple(record[2:]), spare)))
    chain = {"member": names[-1], "elsewhere": elsewhere}
    if member[0] == "apply":  # compared with the value at the fresh record
        chain["fresh"] = chain["mean"] = builder.mean((*member[:2], spare))
        if parts:
            _add_average(builder, algorithm, (*member[:2], spare))
    else:
        factor, (_, function, _) = member[1:]
        mean: Term = ("average", law_of_input(builder, algorithm), function)
        chain["fresh"] = builder.mean(("multiply", factor, ("apply", function, spare)))
        chain["mean"] = builder.mean(("multiply", factor, mean))

    def one(inner: Builder) -> None:
        _member(inner, algorithm, record, spare, chain, member)

    private = builder.space.algorithms[algorithm]
    growth: Term = ("exp", private.epsilon)
    _summed(builder, term, names, chain["mean"], (growth, private.delta), one)
    if parts and term[0] == "sum" and term[4] == member and member[0] == "apply":
        _summed_below(builder, term, (names[1], chain["mean"]), algorithm, record)


def _summed_below(
    builder: Builder, term: Term, ends: tuple[str, str], algorithm: str, record: Term
) -> None:
    """Add the bound from below on a sum over the records of what a private query is there."""
    member, mean = ends
    private = builder.space.algorithms[algorithm]
    _, index, low, high, _ = term
    spare = builder.quantities[mean].term[2]
    elsewhere = builder.mean(_on(builder.quantities[mean].term, (tuple(record[2:]), spare)))
    size = plain_proof((builder.context, (">=", ("add", high, ("negate", low), number(1)))))

    def one(inner: Builder) -> None:
        _private(inner, algorithm, (mean, inner.quantities[mean].term), elsewhere)
        step = {"algorithm": algorithm, "first": elsewhere, "second": member}
        swapped = {"record": to_json(record), "fresh": to_json(spare)}
        inner.add({"scheme": "swap", **step, **swapped})

    if size is not None:
        common = {"scheme": "sum", "index": index, "low": to_json(low), "high": to_json(high)}
        terms = [[builder.mean(term), member, to_json(("exp", private.epsilon))]]
        constant: Term = ("add", private.delta, ("negate", ("symbol", mean)))
        given = {"terms": terms, "constant": to_json(constant)}
        builder.nested({**common, "size": size, "kind": ">=", **given}, one)


def _compared(builder: Builder, name: str, term: Term, *, has_average: bool) -> None:
    """Compare an output with a record of its input, and with an independent one, both ways."""
    sources = [item for item in builder.space.sources(term) if item[0] == "random" and item[2:]]
    for algorithm, private in builder.space.algorithms.items():
        spare = spare_record(builder, algorithm)
        for record in sources:
            if spare is None or record[1] != private.input or put(term, {record: spare}) == term:
                continue
            other = put(term, {record: spare})
            replaced = (tuple(record[2:]), spare)
            numbers = {"first": name, "second": builder.mean(other)}
            for own, image, back in ((term, "first", "second"), (other, "second", "first")):
                elsewhere = builder.mean(_on(own, replaced))
                if not _private(builder, algorithm, (numbers[image], own), elsewhere):
                    return
                step = {"first": elsewhere, "second": numbers[back], "algorithm": algorithm}
                ends = {"record": to_json(record), "fresh": to_json(spare)}
                builder.add({"scheme": "swap", **step, **ends})
            if has_average and other[0] == "apply":
                _add_average(builder, algorithm, other)


def _private(builder: Builder, algorithm: str, member: tuple[str, Term], elsewhere: str) -> bool:
    """Add that a value in [0, 1] of an output is nearly as likely where a record is replaced.

    Return whether that is shown.
    """
    name, term = member
    least = pointwise_proof(builder.space, builder.context, (">=", term))
    most = pointwise_proof(builder.space, builder.context, (">=", minus(number(1), term)))
    if least is None or most is None:
        return builder.refuse("privacy", "that the value lies between 0 and 1 is not shown")
    step = {"algorithm": algorithm, "first": name, "second": elsewhere}
    return builder.add({"scheme": "privacy", **step, "least": least, "most": most})


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


def _add_average(builder: Builder, algorithm: str, value: Term) -> None:
    """Add that a query at an independent record has the expectation of its mean over the law."""
    mean: Term = ("average", law_of_input(builder, algorithm), value[1])
    names = [builder.mean(("multiply", ONE, term)) for term in (value, mean)]
    step = dict(zip(("first", "second"), names, strict=True))
    statement = builder.space.algorithms[algorithm].statement
    if builder.add({"scheme": "fresh", "statement": statement, **step}):
        for name in names:
            builder.base(name)


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
    """Add the steps for one member: privacy, exchange, and the mean over the fresh record."""
    _private(builder, algorithm, (chain["member"], member), chain["elsewhere"])
    step = {"algorithm": algorithm, "first": chain["elsewhere"], "second": chain["fresh"]}
    step |= {"record": to_json(record), "fresh": to_json(spare)}  # type: ignore[dict-item]
    builder.add({"scheme": "swap", **step})
    if chain["fresh"] != chain["mean"]:
        statement = builder.space.algorithms[algorithm].statement
        step = {"first": chain["fresh"], "second": chain["mean"]}
        builder.add({"scheme": "fresh", "statement": statement, **step})


def _fresh_record(builder: Builder, member: Term) -> tuple[str, Term, Term] | None:
    """Return the algorithm, the record of its input that a member is about, and a fresh one."""
    if member[0] != "apply" and (member[0] != "multiply" or len(member) != 3):
        return None
    value = member if member[0] == "apply" else member[2]
    if value[0] != "apply" or value[1][0] != "run" or value[2][0] != "random":
        return None
    algorithm, record = value[1][1], value[2]
    private = builder.space.algorithms.get(algorithm)
    if private is None or record[1] != private.input:
        return None
    spare = spare_record(builder, algorithm)
    if spare is None:
        builder.refuse("swap", f"no independent copy of a record of {record[1]} is declared")
        return None
    return algorithm, record, spare


def spare_record(builder: Builder, algorithm: str) -> Term | None:
    """Return a single value with the law of the records of an algorithm, if one is declared."""
    law = law_of_input(builder, algorithm)
    for block in builder.space.statements[builder.space.algorithms[algorithm].statement]:
        head = block.heads[0]
        if block.law == law and len(block.heads) == 1 and builder.space.heads[head].arity == 0:
            return ("random", head)
    return None


def law_of_input(builder: Builder, algorithm: str) -> str:
    """Return the name of the law of the records that an algorithm is given."""
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
