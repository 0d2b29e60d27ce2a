"""Expectations under finite laws: finite sums of values at outcomes, exact where rational."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.space import Source
from boundcalc.checker.probability.terms import BINDERS, JUNCTORS, Event, parts, rebuilt
from boundcalc.checker.proofs import fails, holds
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    enclose,
    integer_of,
    number,
    obligations,
)

MOST_OUTCOMES = 400
MOST_SUMMANDS = 50
LARGEST_POWER = 30
NOWHERE = Context({})
Values = tuple[Fraction, ...]
Table = Mapping[Fraction, Fraction]  # a function of records, by what names them
Run = tuple[Any, ...]  # (algorithm, *index)


@dataclass(frozen=True)
class Outcome:
    """Its weight, which is a term where a choice was made, the chance of its values, and outputs.

    Outputs are by algorithm and index of the run, and in each by component: a number or a table.
    """

    weight: Term
    chance: Fraction
    values: Mapping[Source, Fraction]
    outputs: Mapping[Run, Mapping[str, Fraction | Table]] = field(default_factory=dict)


@dataclass(frozen=True)
class Law:
    """The members of what is random, and the outcomes.

    With the outputs of algorithms, also the law of each law's name and of each head.
    """

    members: tuple[Source, ...]
    outcomes: tuple[Outcome, ...]
    laws: Mapping[str, Mapping[Values, Fraction]] = field(default_factory=dict)
    marginals_of: Mapping[str, Mapping[Values, Fraction]] = field(default_factory=dict)

    def marginal(self, members: Iterable[Source]) -> dict[Values, Fraction]:
        """Return the joint law of some members, before algorithms run."""
        chosen = tuple(members)
        found: dict[Values, Fraction] = {}
        for outcome in self.outcomes:
            key = tuple(outcome.values[member] for member in chosen)
            found[key] = found.get(key, Fraction(0)) + outcome.chance
        return found


def mean(law: Law, term: Term, given: Event | None) -> Term:
    """Return the expectation as a term without symbols."""
    summands: list[Term] = []
    chances: list[Term] = []
    for outcome in law.outcomes:
        if given is not None:
            if not _happens(law, given, outcome):
                continue
            chances.append(outcome.weight)
        summands.append(folded("multiply", [outcome.weight, value_at(law, term, outcome)]))
    if given is not None and not chances:
        raise Rejected("the law gives the chance zero to a condition")
    whole = folded("add", [number(0), *summands])
    return whole if given is None else folded("divide", [whole, folded("add", chances)])


def value_at(law: Law, term: Term, outcome: Outcome) -> Term:
    """Return a term at an outcome, as a term without what is random, or reject."""
    kind = term[0]
    if kind == "random":
        if term not in outcome.values:
            raise Rejected("a random value is not listed in the law")
        return number(outcome.values[term])
    if kind == "run":
        return number(_number(_output(term, outcome)))
    if kind == "apply" and len(term) == 3:
        argument = value_at(law, term[2], outcome)
        if term[1][0] == "fixed":  # whether a record lies in a set: that of the record named 1
            return number(int(_rational(argument) == 1))
        return number(_entry(_table(_output(term[1], outcome)), _rational(argument)))
    if kind == "average":
        table, own = _table(_output(term[2], outcome)), law.laws.get(term[1], {})
        if not own:
            raise Rejected("the mean is over a law of which no member is listed")
        terms = (chance * _entry(table, value) for (value,), chance in own.items())
        return number(sum(terms, start=Fraction(0)))
    if kind == "indicator":
        return number(int(_happens(law, term[1], outcome)))
    if kind in BINDERS:
        return _over_index(law, term, outcome)
    return folded(kind, [value_at(law, part, outcome) for part in parts(term)], term)


def _over_index(law: Law, term: Term, outcome: Outcome) -> Term:
    """Return a sum or a product over an index, written out."""
    kind, index, *ends, body = term
    first, last = (whole_number(value_at(law, end, outcome)) for end in ends)
    if last - first >= MOST_SUMMANDS:
        raise Rejected("too many summands")
    items = [
        value_at(law, put_free(body, {("symbol", index): number(place)}), outcome)
        for place in range(first, last + 1)
    ]
    if kind in ("sum", "greatest"):
        return folded("add" if kind == "sum" else "max", [number(0), *items])
    return folded("multiply", [number(1), *items])


def put_free(term: Term, numbers: Mapping[Term, Term]) -> Term:
    """Return a random term with numbers for its free symbols."""
    if term in numbers:
        return numbers[term]
    if term[0] not in BINDERS:
        return rebuilt(term, iter([put_free(part, numbers) for part in parts(term)]))
    kind, index, *ends, body = term
    inner = {name: value for name, value in numbers.items() if name != ("symbol", index)}
    return (kind, index, *(put_free(end, numbers) for end in ends), put_free(body, inner))


def whole_number(term: Term) -> int:
    """Return the integer that a term without symbols is, or reject."""
    values = enclose(term, {}, 64)
    if values.low != values.high or values.low != int(values.low):
        raise Rejected("an end of a sum is no integer")
    return int(values.low)


def _output(term: Term, outcome: Outcome) -> Fraction | Table:
    if term[0] != "run" or term[3] is not None:
        raise Rejected("what is applied is no output of a run on its input")
    outputs = outcome.outputs.get((term[1], *term[4:]))
    if outputs is None or term[2] not in outputs:
        raise Rejected("a run is not listed in the law")
    return outputs[term[2]]


def _table(value: Fraction | Table) -> Table:
    if isinstance(value, Fraction):
        raise Rejected("a number is applied to a record")
    return value


def _number(value: Fraction | Table) -> Fraction:
    if not isinstance(value, Fraction):
        raise Rejected("a function stands for a number")
    return value


def _entry(table: Table, key: Fraction) -> Fraction:
    if key not in table:
        raise Rejected("a function is not given at a record")
    return table[key]


def _rational(term: Term) -> Fraction:
    if term[0] != "number":
        raise Rejected("a record is no number that is known exactly")
    return Fraction(term[1])


def _happens(law: Law, event: Event, outcome: Outcome) -> bool:
    if event[0] in JUNCTORS:
        values = [_happens(law, part, outcome) for part in event[1:]]
        if event[0] == "not":
            return not values[0]
        return all(values) if event[0] == "and" else any(values)
    claim: Claim = (event[0], value_at(law, event[1], outcome))
    if claim[1][0] == "number":
        value = Fraction(claim[1][1])
        return {">=": value >= 0, ">": value > 0, "=": value == 0, "!=": value != 0}[event[0]]
    if not all(holds(NOWHERE, item) for item in obligations(claim[1]) if item[0] != "ok"):
        raise Rejected("a random value is not defined at an outcome")
    if holds(NOWHERE, claim):
        return True
    if fails(NOWHERE, claim):
        return False
    raise Rejected("whether an event happens at an outcome is not certain")


# --- arithmetic of numbers ----------------------------------------------------------------------


def folded(kind: str, items: list[Term], term: Term | None = None) -> Term:
    """Return an operation on terms, as a number where all are numbers and it is rational."""
    if kind in ("number", "constant", "symbol"):
        assert term is not None
        return term
    whole: Term = (kind, *items) if term is None else rebuilt(term, iter(items))
    if any(item[0] != "number" for item in items):
        return _without_zeros(kind, items, whole)
    values = [Fraction(item[1]) for item in items]
    found = _computed(kind, values, items)
    return whole if found is None else number(found)


def _without_zeros(kind: str, items: list[Term], whole: Term) -> Term:
    if kind != "add":
        return whole
    total = sum((item[1] for item in items if item[0] == "number"), start=Fraction(0))
    others = [item for item in items if item[0] != "number"]
    return ("add", number(total), *others)


def _computed(kind: str, values: list[Fraction], items: list[Term]) -> Fraction | None:
    if kind == "add":
        return sum(values, start=Fraction(0))
    if kind == "multiply":
        total = Fraction(1)
        for value in values:
            total *= value
        return total
    if kind == "negate":
        return -values[0]
    if kind == "divide" and values[1] != 0:
        return values[0] / values[1]
    if kind in ("max", "min"):
        return max(values) if kind == "max" else min(values)
    if kind == "abs":
        return abs(values[0])
    exponent = integer_of(items[1]) if kind == "power" else None
    if exponent is not None and (exponent > 0 or values[0] != 0) and abs(exponent) <= LARGEST_POWER:
        return values[0] ** exponent
    return None
