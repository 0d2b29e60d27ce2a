"""Families: sums over an index, products of independent factors, and values with one law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.private_schemes import at_index
from boundcalc.checker.probability.space import ANY, Source
from boundcalc.checker.probability.terms import free_names, is_random, put
from boundcalc.checker.terms import Rejected, Term, children, number, replace
from boundcalc.probability.expand import (
    TooLarge,
    expanded,
    independent_parts,
    linear_in,
    monomial_term,
    times,
)
from boundcalc.probability.over_index.drifts import by_drift, own_drifts
from boundcalc.probability.over_index.inductions import by_induction
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder

FIRST: Term = number(1)
TANGENT_EFFORT = 150_000  # steps of arithmetic for a bound on each value of a maximum
_LESS: Term = ("negate", FIRST)


def represent(builder: Builder, name: str) -> None:
    """Add that a number is that of the first value with the same law, where there is one."""
    found = _first_alike(builder, builder.quantities[name].term)
    if found is None:
        return
    moved, step = found
    try:
        other = builder.mean(moved)
    except Rejected:
        return
    builder.add({**step, "first": name, "second": other})
    builder.bounds(other)


def _first_alike(builder: Builder, term: Term) -> tuple[Term, dict[str, Any]] | None:
    """Return the first term with the same law, and the scheme that says so, where it is another."""
    found = _renaming(builder, term) or _renaming_of_two(builder, term)
    if found is not None:
        changes, statement = found
        renaming = [[to_json(old), to_json(new)] for old, new in changes.items()]
        step = {"scheme": "exchange", "statement": statement, "renaming": renaming}
        return put(term, changes), step
    return _slice(builder, term)


def _slice(builder: Builder, term: Term) -> tuple[Term, dict[str, Any]] | None:
    """Return a term about one first index of families with the index 1 in its place."""
    sources = builder.space.sources(term)
    indices = {source[2:3] for source in sources}
    if len(indices) != 1 or any(source[0] != "random" for source in sources):
        return None
    ((*index,),) = indices
    if not index or index[0] in (ANY, FIRST) or index[0][0] != "symbol":
        return None
    for statement in range(len(builder.space.statements)):
        try:
            builder.space.units(sources, statement)
        except Rejected:
            continue
        step = {"scheme": "slice", "statement": statement}
        ends = {"from": to_json(index[0]), "to": to_json(FIRST)}
        return at_index(term, FIRST), {**step, **ends}
    return None


def _renaming_of_two(builder: Builder, term: Term) -> tuple[dict[Source, Source], int] | None:
    """Return how two members of one family are renamed to the first two."""
    sources = sorted(builder.space.sources(term), key=repr)
    if len(sources) != 2 or any(item[0] != "random" or ANY in item for item in sources):
        return None
    one, two = sources
    if one[1] != two[1] or not len(one) == len(two) == 3:
        return None
    new: list[Source] = [("random", one[1], number(place)) for place in (1, 2)]
    for statement, blocks in enumerate(builder.space.statements):
        if any(block.heads == (one[1],) and block.law is not None for block in blocks):
            changes = dict(zip(sources, new, strict=True))
            return (changes, statement) if sources != new else None
    return None


def exchanged(builder: Builder, name: str, other: str) -> bool:
    """Add that two numbers are equal, if swapping two single values makes one of the other."""
    first, second = builder.quantities[name].term, builder.quantities[other].term
    for statement, blocks in enumerate(builder.space.statements):
        single = [block for block in blocks if len(block.heads) == 1 and not block.is_each]
        for place, one in enumerate(single):
            for two in single[:place]:
                u, v = (("random", block.heads[0]) for block in (one, two))
                if one.law is None or one.law != two.law or put(first, {u: v, v: u}) != second:
                    continue
                step = {"first": name, "second": other, "statement": statement}
                renaming = [[to_json(u), to_json(v)], [to_json(v), to_json(u)]]
                return builder.add({"scheme": "exchange", **step, "renaming": renaming})
    return False


def mirrored(builder: Builder, name: str) -> None:
    """Compare a number of two values with that of the same two, exchanged, where it is equal."""
    term = builder.quantities[name].term
    sources = sorted(builder.space.sources(term), key=repr)
    if len(sources) != 2 or any(item[0] != "random" or ANY in item for item in sources):
        return
    u, v = sources
    other = put(term, {u: v, v: u})
    if other == term:
        return
    renaming = [[to_json(u), to_json(v)], [to_json(v), to_json(u)]]
    for statement in range(len(builder.space.statements)):
        image = builder.mean(other)
        step = {"first": name, "second": image, "statement": statement}
        if builder.add({"scheme": "exchange", **step, "renaming": renaming}):
            for sign in (1, -1):  # together they are at least 1, or at most
                total = {name: number(sign), image: number(sign), "": number(-sign)}
                builder.positive(">=", total)
            return


def _renaming(builder: Builder, term: Term) -> tuple[dict[Source, Source], int] | None:
    """Return how the one unit of a term is renamed to the first with its law, if it is not that."""
    sources = builder.space.sources(term)
    if not sources or any(source[0] != "random" or ANY in source for source in sources):
        return None
    for statement, blocks in enumerate(builder.space.statements):
        try:
            units = set(builder.space.units(sources, statement))
        except Rejected:
            continue
        if len(units) != 1:
            continue
        ((place, *_),) = units
        law = blocks[place].law
        if law is None:
            continue
        first = next(block for block in blocks if block.law == law)
        changes: dict[Source, Source] = {}
        for source in sources:
            head = first.heads[blocks[place].heads.index(source[1])]
            arity = builder.space.heads[head].arity
            changes[source] = ("random", head, *(number(1) for _ in range(arity)))
        if any(old != new for old, new in changes.items()):
            return changes, statement
    return None


def closed(builder: Builder, term: Term) -> Term:
    """Return the expectation of a term as a formula in those of representatives.

    Raises
    ------
    Rejected, TooLarge
        If an expectation need not exist, or the term is too large.
    """
    total: list[Term] = [number(0)]
    for key, factor in expanded(term).items():
        groups, _ = independent_parts(builder.space, builder.context, key) if key else ([], 0)
        numbers: list[Term] = []
        for group in groups:
            part = monomial_term(group)
            found = _first_alike(builder, part)
            moved = part if found is None else found[0]
            numbers.append(builder.value(builder.mean(moved)))
        total.append(times(factor, *numbers))
    return ("add", *total)


def _alike(builder: Builder, name: str) -> None:
    """Add which other exponentials of the same random values are written in another way."""
    term = builder.quantities[name].term
    sources = builder.space.sources(term)
    for other, item in list(builder.quantities.items()):
        is_other = item.given is None and item.term[0] == "exp" and item.term != term
        if is_other and builder.space.sources(item.term) == sources:
            builder.positive("=", {name: number(1), other: number(-1)})


def over_index(builder: Builder, name: str) -> None:
    """Add what the expectation of a sum over an index is, or of the exponential of one."""
    term = builder.quantities[name].term
    try:
        if term[0] == "sum" and not _selection(builder, name, term):
            _sum(builder, name, term)
        elif term[0] == "exp":
            _exponential(builder, name, term)
        elif term[0] == "product":
            _product(builder, name, term)
        elif term[0] == "indicator":
            _reached(builder, name, term)
        elif term[0] == "greatest":
            total = builder.mean(("sum", *term[1:]))
            if _at_most_sum(builder, name, total, number(0)):
                builder.base(total)
        elif term[0] == "power" and term[1][0] == "sum" and term[2] == number(2):
            _square(builder, name, term[1])
    except (Rejected, TooLarge):
        return


def _selection(builder: Builder, name: str, term: Term) -> bool:
    """Add that a sum has one summand, where an indicator selects it."""
    body = term[4]
    if body[0] != "multiply" or len(body) != 3 or body[1][0] != "indicator":
        return False
    try:
        rest = builder.mean(body[2])
    except Rejected:
        return False
    found = builder.add({"scheme": "selection", "sum": name, "term": rest})
    if found:
        builder.base(rest)
    return found


def _run_over(builder: Builder, term: Term) -> dict[str, Any] | None:
    _, index, low, high, _ = term
    if not builder.index(index):
        return None
    count: Term = ("add", high, ("negate", low), number(1))
    size = plain_proof((builder.context, (">=", count)))
    if size is None:
        return None
    return {"index": index, "low": to_json(low), "high": to_json(high), "size": size}


def _sum(builder: Builder, name: str, term: Term) -> None:
    common = _run_over(builder, term)
    if common is None:
        return
    member = builder.mean(term[4])
    formula = closed(builder, term[4])
    if term[1] in free_names(formula):
        return
    step = {
        "scheme": "sum",
        **common,
        "kind": "=",
        "terms": [[name, member, to_json(number(1))]],
        "constant": to_json(("negate", formula)),
    }
    builder.nested(step, lambda inner: inner.base(member))


def _reached(builder: Builder, name: str, term: Term) -> None:
    """Add that a maximum reaches a number where not all values are below it."""
    if term[1][0] != ">=" or term[1][1][0] != "add" or term[1][1][1][0] != "greatest":
        return
    _, whole, (_, level) = term[1][1]
    below: Term = ("indicator", (">", minus(level, whole[4])))
    product = builder.mean(("product", *whole[1:4], below))
    proof = pointwise_proof(builder.space, builder.context, (">", level))
    step = {"scheme": "reached", "event": name, "product": product, "proof": proof}
    if builder.add(step):
        builder.atom(product)


def below_sum(builder: Builder, parts: Mapping[str, Term]) -> bool:
    """Add a bound on a maximum by a number and a sum over the same index, as a row has them."""
    terms = {name: builder.quantities[name].term for name in parts if name}
    whole = [name for name, term in terms.items() if term[0] == "greatest"]
    if len(whole) != 1 or len(terms) != 2 or parts[whole[0]] not in (number(-1), _LESS):
        return False
    (rest,) = terms.keys() - set(whole)
    factor, body = _in_front(terms[rest])
    if body[0] != "sum":
        return False
    total = rest
    if times(parts[rest], factor) != FIRST:
        bound: Term = times(parts[rest], factor, body[4])
        total = builder.mean((*body[:4], bound))
        builder.positive("=", {total: FIRST, rest: ("negate", parts[rest])})
    return _at_most_sum(builder, whole[0], total, parts.get("", number(0)))


def _at_most_sum(builder: Builder, greatest: str, total: str, constant: Term) -> bool:
    """Add that a maximum is at most a number and a sum, if each of its values is."""
    whole, bound = (builder.quantities[name].term for name in (greatest, total))
    common = _run_over(builder, whole)
    if common is None:
        return False
    position: Term = ("symbol", whole[1])
    ends = ((">=", minus(position, whole[2])), (">=", minus(whole[3], position)))
    own = put(bound[4], {("symbol", bound[1]): position})
    most: Term = ("add", constant, own)
    proofs = []
    for gap in (own, minus(most, number(0)), minus(most, whole[4])):
        inner = builder.context.with_fact(*ends)
        proofs.append(pointwise_proof(builder.space, inner, (">=", gap), TANGENT_EFFORT))
        if proofs[-1] is None:
            return False
    step = {"scheme": "greatest", **common, "greatest": greatest, "sum": total}
    count: Term = ("add", whole[3], ("negate", whole[2]), FIRST)
    some = plain_proof((builder.context, (">=", minus(count, FIRST))))
    more = {"constant": to_json(constant), "some": some, "least": proofs[0], "proofs": proofs[1:]}
    return builder.add({**step, **more})


def _in_front(term: Term) -> tuple[Term, Term]:
    """Return a number in front of a term, and the term."""
    if term[0] == "multiply" and len(term) == 3 and not is_random(term[1]):
        return term[1], term[2]
    return FIRST, term


def _square(builder: Builder, name: str, total: Term) -> None:
    """Add the variance of a sum of independent values, where their means are in closed form."""
    common = _run_over(builder, total)
    if common is None:
        return
    body: Term = total[4]
    found = _first_alike(builder, body)
    if found is None:
        return
    whole, member = builder.mean(total), builder.mean(body)
    squared = builder.mean(("power", body, number(2)))
    first, second = builder.mean(found[0]), builder.mean(("power", found[0], number(2)))
    for item in (first, second):
        builder.base(item)
    mean, square = builder.value(first), builder.value(second)
    bound = square if mean == number(0) else minus(square, ("power", mean, number(2)))
    step = {
        "scheme": "variance",
        **common,
        "kind": "=",
        "whole": name,
        "total": whole,
        "member": member,
        "squared": squared,
        "statement": found[1]["statement"],
        "bound": to_json(bound),
    }

    def alike(inner: Builder) -> None:
        for item in (member, squared):
            represent(inner, item)

    builder.nested(step, alike)
    for item in (whole, first, second):
        builder.base(item)


def members(builder: Builder, kind: str, parts: Mapping[str, Term]) -> bool:
    """Add a linear relation between sums over one index, if it holds of their members."""
    sums = {name: builder.quantities[name].term for name in parts if name}
    runs = {term[:4] if term[0] == "sum" else None for term in sums.values()}
    if len(runs) != 1 or None in runs:
        return False
    common = _run_over(builder, next(iter(sums.values())))
    if common is None:
        return False
    _, _, low, high, _ = next(iter(sums.values()))
    count: Term = ("add", high, ("negate", low), number(1))
    if low == FIRST:
        count = high
    constant = _share(parts.get("", number(0)), low, high, count, common["index"])
    inside = {builder.mean(term[4]): name for name, term in sums.items()}
    step = {
        "scheme": "sum",
        **common,
        "kind": kind,
        "terms": [[name, member, to_json(parts[name])] for member, name in inside.items()],
        "constant": to_json(constant),
    }

    def filled(inner: Builder) -> None:
        whole = {member: parts[name] for member, name in inside.items()}
        if not inner.positive(kind, {**whole, "": constant}):
            for member in inside:
                inner.base(member)
            for member in inside:
                _below_factors(inner, member)
                own_drifts(inner, member)

    return builder.nested(step, filled)


def _below_factors(builder: Builder, name: str) -> None:
    """Add that (E f g)^2 <= E f E g, where f and g lie between 0 and 1."""
    term = builder.quantities[name].term
    if term[0] != "multiply" or len(term) != 3 or not all(map(is_random, term[1:])):
        return
    first, second = (builder.mean(factor) for factor in term[1:])
    for item in (name, first, second):
        builder.positive(">=", {item: number(1)})
        builder.atom(item)
    whole, one = ("symbol", name), ("symbol", first)
    less = ("negate", ("add", whole, one))
    builder.positive(">=", {first: whole, second: one, name: less})


def _share(rest: Term, low: Term, high: Term, count: Term, index: str) -> Term:
    """Return what of a number falls to one index: the member of a sum in it, and an equal share."""
    found = next((part for part in _sums(rest) if part[2:4] == (low, high)), None)
    if rest == number(0):
        return rest
    if found is None:
        return ("divide", rest, count)
    name = "the sum"
    parts = linear_in(replace(rest, {found: ("symbol", name)}), frozenset({name}))
    if parts is None:
        return ("divide", rest, count)
    member = replace(found[4], {("symbol", found[1]): ("symbol", index)})
    own = ("negate", member) if parts[name] == ("negate", FIRST) else times(parts[name], member)
    return ("add", own, ("divide", parts[""], count)) if "" in parts else own


def _sums(term: Term) -> list[Term]:
    return (
        [term] if term[0] == "sum" else [found for part in children(term) for found in _sums(part)]
    )


def _exponential(builder: Builder, name: str, term: Term) -> None:
    inner, factor = term[1], None
    if inner[0] == "negate" and inner[1][0] == "multiply" and len(inner[1]) == 3:
        inner = ("multiply", ("negate", inner[1][1]), inner[1][2])
        other = builder.mean(("exp", inner))
        if not builder.positive("=", {name: number(1), other: number(-1)}):
            return
        name = other
    if inner[0] == "multiply" and len(inner) == 3 and inner[2][0] == "sum":
        factor, inner = inner[1], inner[2]
    if inner[0] != "sum":
        return
    body: Term = ("exp", inner[4] if factor is None else ("multiply", factor, inner[4]))
    common = _run_over(builder, inner)
    if common is None:
        return
    whole = builder.mean(("product", *inner[1:4], body))
    if not builder.add({"scheme": "exponential", "first": name, "second": whole}):
        return
    if not by_drift(builder, whole, common) and not by_induction(builder, whole, common):
        _power(builder, whole, common)


def _product(builder: Builder, name: str, term: Term) -> None:
    """Add what the expectation of a product over an index of independent values is."""
    common = _run_over(builder, term)
    if common is not None and not by_drift(builder, name, common):
        _power(builder, name, common)


def _power(builder: Builder, whole: str, common: Mapping[str, Any]) -> None:
    """Add that the mean of a product is a power, where the factors have one law."""
    body = builder.quantities[whole].term[4]
    member = builder.mean(body)
    found = _first_alike(builder, body)
    if found is None:
        builder.refuse("power", "the factors are not declared independent with one law")
        return
    bound = builder.mean(found[0])
    builder.positive(">", {bound: number(1)})
    _alike(builder, bound)
    builder.base(bound)
    formula = value = closed(builder, found[0])
    positive = plain_proof((builder.context, (">", formula)))
    if positive is None or bound in {item.name for item in builder.goal.numbers}:
        formula = ("symbol", bound)
        positive = plain_proof((builder.context, (">", formula)))
    more = {}
    if positive is None:
        builder.positive(">=", {bound: FIRST})
        value = formula if bound in {item.name for item in builder.goal.numbers} else value
        proofs = {item: plain_proof((builder.context, (">=", item))) for item in (value, formula)}
        formula = formula if proofs[value] is None else value
        positive = proofs[formula]
        _, _, low, high, _ = builder.quantities[whole].term
        some = minus(("add", high, ("negate", low), FIRST), FIRST)
        more = {"some": plain_proof((builder.context, (">=", some)))}
    step = {
        "scheme": "power",
        **common,
        "kind": "=",
        "product": whole,
        "member": member,
        "statement": found[1]["statement"],
        "bound": to_json(formula),
        "bound_positive": positive,
        **more,
    }
    builder.nested(step, lambda inner: represent(inner, member))
