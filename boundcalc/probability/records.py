"""What is random, as records: values, independence, common laws, private algorithms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from boundcalc.checker.probability.space import MEMBER as MEMBER
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import Expression
from boundcalc.language.structure import expression_to_json

FRESH = "_fresh"  # ends the name of a record that is added


def domain_json(domain: Domain) -> dict[str, Any]:
    """Return a domain as it stands in a certificate."""
    return {
        "low": None if domain.lower is None else str(domain.lower),
        "high": None if domain.upper is None else str(domain.upper),
        "low_closed": domain.lower_closed,
        "high_closed": domain.upper_closed,
        "integer": domain.integer,
    }


@dataclass(frozen=True, kw_only=True)
class RandomValue:
    """A random value, or a family of them.

    Parameters
    ----------
    name : str
        Its name.
    domain : Domain or None
        The values that it takes; None for records, which are no numbers.
    low, high : Expression or None
        Bounds on it that hold for certain, in parameters.
    moments : int
        How many moments exist, where it is not bounded: 1 for a mean, 2 for a variance.
    arity : int
        The number of indices of a family; 0 for a single value.
    law : tuple of (Expression, Expression)
        The values of a finite law, each with its chance; empty where none is declared.
    named : tuple of (str, tuple of Expression) or None
        A law with a formula, with its parameters: laplace, exponential, normal, uniform, binomial,
        or dice, which takes each integer from `low`, which is 1, to `high` with the same chance.
    drift : tuple of (Expression, Expression)
        Of a family with one index: a function of `MEMBER`, which stands for a member, and what its
        mean is at most, given all members with a smaller index. Empty where none is declared.
    """

    name: str
    domain: Domain | None = REAL
    low: Expression | None = None
    high: Expression | None = None
    moments: int = 0
    arity: int = 0
    law: tuple[tuple[Expression, Expression], ...] = ()
    named: tuple[str, tuple[Expression, ...]] | None = None
    drift: tuple[Expression, ...] = ()

    @property
    def is_nonnegative(self) -> bool:
        """Whether its values are declared to be numbers that are not negative."""
        lower = None if self.domain is None else self.domain.lower
        return isinstance(lower, Fraction) and lower >= 0

    def to_json(self) -> dict[str, Any]:
        """Return the value as it stands in a certificate."""
        entry: dict[str, Any] = {
            "values": None if self.domain is None else domain_json(self.domain),
            "moments": self.moments,
            "arity": self.arity,
        }
        for key, bound in (("low", self.low), ("high", self.high)):
            if bound is not None:
                entry[key] = expression_to_json(bound)
        if self.law:
            entry["law"] = [
                [expression_to_json(value), expression_to_json(chance)]
                for value, chance in self.law
            ]
        if self.named is not None:
            law, terms = self.named
            entry["named"] = [law, [expression_to_json(term) for term in terms]]
        if self.drift:
            entry["drift"] = [expression_to_json(part) for part in self.drift]
        return entry


@dataclass(frozen=True, kw_only=True)
class Block:
    """Random values that make one unit of a statement, or one for each index; their law's name."""

    names: tuple[str, ...]
    is_each: bool = False
    law: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the block as it stands in a certificate."""
        return {"heads": list(self.names), "each": self.is_each, "law": self.law}


@dataclass(frozen=True, kw_only=True)
class Statement:
    """All units of these blocks are mutually independent."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, kw_only=True)
class PrivateAlgorithm:
    """An (epsilon, delta)-private algorithm on a family, its coins independent of a statement.

    With `is_each` it is run for each first index of the family, with coins of its own.
    """

    name: str
    input: str
    epsilon: Expression
    delta: Expression
    statement: int = 0
    is_each: bool = False


@dataclass(frozen=True, kw_only=True)
class PrivateChoice:
    """A choice by the exponential mechanism among the queries of an algorithm and complements.

    Parameters
    ----------
    name : str
        Its name.
    runs, component : str
        The algorithm, which has a run for each dataset, and its query, with values in [0, 1].
    count, records : Expression
        The number of runs and of records in each dataset.
    epsilon : Expression
        The chance of a candidate is in proportion to e^(epsilon records score / 2).
    index, query : str
        What is returned: the number of the run, and the candidate.
    """

    name: str
    runs: str
    component: str
    count: Expression
    records: Expression
    epsilon: Expression
    index: str
    query: str

    def to_json(self) -> dict[str, Any]:
        """Return the choice as it stands in a certificate."""
        terms = {
            key: expression_to_json(getattr(self, key)) for key in ("count", "records", "epsilon")
        }
        words = {key: getattr(self, key) for key in ("runs", "component", "index", "query")}
        return {**words, **terms}


@dataclass(frozen=True, kw_only=True)
class OutputPair:
    """Outputs of an (epsilon, delta)-private algorithm on datasets that differ in some records.

    `first` and `second` are single values of the space, `distance` is the number of the records.
    """

    first: str
    second: str
    epsilon: Expression
    delta: Expression
    distance: Expression

    def to_json(self) -> dict[str, Any]:
        """Return the pair as it stands in a certificate."""
        terms = {
            key: expression_to_json(getattr(self, key)) for key in ("epsilon", "delta", "distance")
        }
        return {"first": self.first, "second": self.second, **terms}


@dataclass(frozen=True, kw_only=True)
class RandomSpace:
    """All that is declared about what is random.

    `functions` are values of functions, by the name of the function followed by ``()``, and parts
    of what an algorithm returns, by its name, a point, and theirs.

    Examples
    --------
    >>> from boundcalc.language import PROBABILITY
    >>> space = RandomSpace(values=(RandomValue(name="X", domain=PROBABILITY),))
    >>> sorted(space.to_json())
    ['algorithms', 'functions', 'heads', 'statements']
    """

    values: tuple[RandomValue, ...] = ()
    functions: tuple[RandomValue, ...] = ()
    statements: tuple[Statement, ...] = ()
    algorithms: tuple[PrivateAlgorithm, ...] = ()
    choices: tuple[PrivateChoice, ...] = ()
    pairs: tuple[OutputPair, ...] = ()

    def with_fresh_records(self) -> RandomSpace:
        """Return the space with an independent record of the law of each algorithm's input.

        Where one is declared none is added. All that is declared has the law that it had.
        """
        heads = {value.name: value for value in self.values}
        space = self
        for algorithm in self.algorithms:
            record = heads.get(algorithm.input)
            blocks = space.statements[algorithm.statement].blocks
            own = next((block for block in blocks if block.names == (algorithm.input,)), None)
            if record is None or own is None or own.law is None:
                continue
            alike = [item for item in blocks if item.law == own.law and len(item.names) == 1]
            if any(not item.is_each for item in alike):
                continue
            fresh = f"{algorithm.input}{FRESH}"
            joined = Statement(blocks=(*blocks, Block(names=(fresh,), law=own.law)))
            place = algorithm.statement
            space = replace(
                space,
                values=(*space.values, replace(record, name=fresh, arity=0, drift=())),
                statements=(*space.statements[:place], joined, *space.statements[place + 1 :]),
            )
        return space

    def to_json(self) -> dict[str, Any]:
        """Return the space as it stands in a certificate."""
        return {
            "heads": {value.name: value.to_json() for value in self.values},
            "functions": {value.name: value.to_json() for value in self.functions},
            "statements": [
                [block.to_json() for block in statement.blocks] for statement in self.statements
            ],
            "algorithms": {
                item.name: {
                    "input": item.input,
                    "epsilon": expression_to_json(item.epsilon),
                    "delta": expression_to_json(item.delta),
                    "statement": item.statement,
                    **({"each": True} if item.is_each else {}),
                }
                for item in self.algorithms
            },
            **(
                {"choices": {item.name: item.to_json() for item in self.choices}}
                if self.choices
                else {}
            ),
            **({"pairs": [item.to_json() for item in self.pairs]} if self.pairs else {}),
        }
