"""Random terms at many outcomes under many laws at once, in doubles: a screen for finite laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.checker.probability.finite_values import Table
from boundcalc.checker.probability.space import Source
from boundcalc.checker.probability.terms import BINDERS, JUNCTORS, Event
from boundcalc.checker.terms import Term

Array = NDArray[np.float64]
LONGEST_SUM = 8
_NEAR = 1e-9


class NotComputed(Exception):  # noqa: N818 - a limit, not a mistake
    """A term has no value here, or takes too long."""


@dataclass
class Atoms:
    """Outcomes with the values of members and runs at each, and laws as rows of weights.

    Outputs of runs are numbers, or tables by what names a record.
    """

    values: dict[Source, Array]
    weights: Array
    numbers: dict[str, Any] = field(default_factory=dict)  # of parameters, and of expectations
    runs: Mapping[Term, Sequence[Fraction | Table]] = field(default_factory=dict)
    laws: Mapping[str, Mapping[float, Array]] = field(default_factory=dict)

    def mean(self, term: Term, given: Event | None) -> Array:
        """Return the expectation under each law; where a condition has no chance it is not one."""
        values = np.broadcast_to(self.value(term), self.weights.shape)
        if given is None:
            found: Array = (self.weights * values).sum(axis=1)
            return found
        happens = np.broadcast_to(self.happens(given), self.weights.shape)
        with np.errstate(all="ignore"):
            kept = self.weights * happens
            chance = kept.sum(axis=1)
            ratio: Array = np.where(chance > _NEAR, (kept * values).sum(axis=1) / chance, np.nan)
        return ratio

    def value(self, term: Term) -> Any:
        """Return the values of a term: a number, one for each outcome, or for laws and outcomes."""
        kind = term[0]
        if kind == "number":
            return float(term[1])
        if kind == "constant":
            return {"e": np.e, "pi": np.pi}[term[1]]
        if kind == "symbol":
            return self._number(term[1])
        if kind == "random":
            return self.values[self.member(term)]
        if kind == "run":
            return np.array([float(item) for item in self._outputs(term)])  # type: ignore[arg-type]
        if kind == "apply":
            if term[1][0] == "fixed":
                return np.asarray(self.value(term[2]) == 1, dtype=float)
            records = np.broadcast_to(self.value(term[2]), self.weights.shape[1:])
            tables = self._outputs(term[1])
            return np.array([float(table[record]) for table, record in zip(tables, records)])  # type: ignore[index]  # noqa: B905
        if kind == "average":
            law = self.laws[term[1]]
            tables = self._outputs(term[2])
            total: Any = 0.0
            for value, chance in law.items():
                entries = np.array([float(table[value]) for table in tables])  # type: ignore[index]
                total = total + chance[:, None] * entries
            return total
        if kind == "indicator":
            return self.happens(term[1]).astype(float)
        if kind in BINDERS:
            return self._over_index(term)
        operation = _OPERATIONS.get(kind)
        if operation is None:
            raise NotComputed
        with np.errstate(all="ignore"):
            return operation(*(self.value(part) for part in term[1:]))

    def _number(self, name: str) -> Any:
        found = self.numbers.get(name)
        if found is None:
            raise NotComputed
        return found[:, None] if isinstance(found, np.ndarray) else found

    def member(self, term: Term) -> Source:
        """Return a random value with numbers as its indices."""
        found = ("random", term[1], *(self._index(index) for index in term[2:]))
        if found not in self.values:
            raise NotComputed
        return found

    def _index(self, index: Term) -> Term:
        value = self.value(index)
        if isinstance(value, np.ndarray) or value != round(value):
            raise NotComputed
        return ("number", Fraction(round(value)))

    def _outputs(self, term: Term) -> Sequence[Fraction | Table]:
        if term[0] != "run" or term[3] is not None:
            raise NotComputed
        found = self.runs.get((*term[:4], *(self._index(index) for index in term[4:])))
        if found is None:
            raise NotComputed
        return found

    def span(self, term: Term) -> range:
        """Return the indices of a sum."""
        first, last = (self.value(end) for end in term[2:4])
        if isinstance(first, np.ndarray) or isinstance(last, np.ndarray):
            raise NotComputed
        if first != round(first) or last != round(last) or last - first >= LONGEST_SUM:
            raise NotComputed
        return range(round(first), round(last) + 1)

    def _over_index(self, term: Term) -> Any:
        kind, index, _, _, body = term
        total: Any = 1.0 if kind == "product" else 0.0
        hidden = self.numbers.get(index)
        for place in self.span(term):
            self.numbers[index] = float(place)
            item = self.value(body)
            total = _JOINED[kind](total, item)
        if hidden is None:
            self.numbers.pop(index, None)
        else:
            self.numbers[index] = hidden
        return total

    def happens(self, event: Event) -> Any:
        """Return whether an event happens, at each outcome."""
        if event[0] in JUNCTORS:
            found = [self.happens(part) for part in event[1:]]
            if event[0] == "not":
                return np.logical_not(found[0])
            joined = np.logical_and if event[0] == "and" else np.logical_or
            total = found[0]
            for item in found[1:]:
                total = joined(total, item)
            return total
        return is_met(event[0], np.asarray(self.value(event[1])))


def is_met(kind: str, value: Array) -> Any:
    """Return whether a relation holds of the differences of its sides, up to rounding."""
    with np.errstate(all="ignore"):
        if kind == ">=":
            return value >= -_NEAR
        if kind == ">":
            return value > _NEAR
        return np.abs(value) <= _NEAR if kind == "=" else np.abs(value) > _NEAR


def _sum(*values: Any) -> Any:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def _product(*values: Any) -> Any:
    total = values[0]
    for value in values[1:]:
        total = total * value
    return total


def _folded(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def fold(*values: Any) -> Any:
        total = values[0]
        for value in values[1:]:
            total = function(total, value)
        return total

    return fold


_JOINED = {"sum": np.add, "product": np.multiply, "greatest": np.maximum}
_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": _sum,
    "multiply": _product,
    "negate": lambda x: -x,
    "divide": lambda x, y: np.divide(x, y),
    "power": lambda x, y: np.power(np.asarray(x, float), y),
    "exp": np.exp,
    "ln": np.log,
    "log": lambda base, x: np.log(x) / np.log(base),
    "sqrt": np.sqrt,
    "abs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "max": _folded(np.maximum),
    "min": _folded(np.minimum),
}
