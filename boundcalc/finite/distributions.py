"""Laws on finite sets with exact rational probabilities: one variable, a pair, a channel.

Main definitions
----------------
`Distribution`: the law of one variable.
`JointDistribution`: the law of a pair, as a matrix.
`Channel`: a randomized algorithm on a finite domain, one law of the output for each input.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as cartesian
from math import prod
from typing import Any

from boundcalc.finite.shown import law_html, matrix_html
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import decimal_text, read_rational

MOST_OUTCOMES = 2_000_000


def read_probabilities(values: Iterable[Any], name: str) -> tuple[Fraction, ...]:
    """Return the values as exact probabilities that sum to 1.

    Raises
    ------
    DomainError
        If there are none, one is negative or no number, or they do not sum to 1.
    """
    found = tuple(read_rational(value, name=f"{name}: a probability") for value in values)
    if not found:
        raise DomainError(f"{name}: it has no outcomes, and needs at least one")
    for value in found:
        if value < 0:
            raise DomainError(f"{name}: {decimal_text(value)} is negative, and no probability")
    total = sum(found, start=Fraction(0))
    if total != 1:
        raise DomainError(
            f"{name}: the probabilities sum to {decimal_text(total)} and not to 1; "
            "from_weights divides by the sum"
        )
    return found


def _normalized(weights: Iterable[Any], name: str) -> tuple[Fraction, ...]:
    found = [read_rational(value, name=f"{name}: a weight") for value in weights]
    for value in found:
        if value < 0:
            raise DomainError(f"{name}: the weight {decimal_text(value)} is negative")
    total = sum(found, start=Fraction(0))
    if total == 0:
        raise DomainError(f"{name}: the support is empty; give a positive weight")
    return tuple(value / total for value in found)


def check_labels(labels: Iterable[Hashable], count: int, name: str) -> tuple[Hashable, ...]:
    """Return the labels, which must be different and as many as `count`."""
    found = tuple(labels)
    if len(found) != count:
        raise DomainError(f"{name}: {len(found)} labels for {count} places; give one for each")
    if len(set(found)) != count:
        twice = next(label for label in found if found.count(label) > 1)
        raise DomainError(f"{name}: {twice!r} stands twice; each outcome is listed once")
    return found


@dataclass(frozen=True, slots=True)
class Distribution:
    """The law of a variable on a finite set.

    Parameters
    ----------
    outcomes : sequence of hashable
        The values, each once.
    probabilities : sequence of number or str
        One for each outcome; read exactly, nonnegative, with sum 1.

    Raises
    ------
    DomainError
        If the probabilities are no law, or do not match the outcomes.

    Examples
    --------
    >>> law = Distribution(("a", "b"), ("0.25", "3/4"))
    >>> law["b"], law.probability({"a", "c"})
    (Fraction(3, 4), Fraction(1, 4))
    """

    outcomes: tuple[Hashable, ...]
    probabilities: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        found = read_probabilities(self.probabilities, "distribution")
        object.__setattr__(self, "probabilities", found)
        labels = check_labels(self.outcomes, len(found), "distribution")
        object.__setattr__(self, "outcomes", labels)

    def _repr_html_(self) -> str:
        return law_html(self.outcomes, self.probabilities)

    @classmethod
    def of(cls, law: Mapping[Any, Any]) -> Distribution:
        """Return the law that gives each key the probability beside it."""
        return cls(tuple(law), tuple(law.values()))

    @classmethod
    def from_weights(cls, weights: Mapping[Any, Any] | Sequence[Any]) -> Distribution:
        """Return the law in proportion to nonnegative weights; a sequence is on 0, 1, 2, ...

        Examples
        --------
        >>> Distribution.from_weights([1, 2, 1]).probabilities
        (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
        """
        items = weights if isinstance(weights, Mapping) else dict(enumerate(weights))
        return cls(tuple(items), _normalized(items.values(), "distribution"))

    @classmethod
    def uniform(cls, outcomes: Iterable[Hashable]) -> Distribution:
        """Return the uniform law on the outcomes."""
        found = tuple(outcomes)
        return cls.from_weights(dict.fromkeys(found, 1))

    def __getitem__(self, outcome: Hashable) -> Fraction:
        """Return the probability of an outcome; zero where it is not listed."""
        try:
            return self.probabilities[self.outcomes.index(outcome)]
        except ValueError:
            return Fraction(0)

    def __len__(self) -> int:
        return len(self.outcomes)

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Yield the outcomes with their probabilities."""
        return iter(zip(self.outcomes, self.probabilities, strict=True))

    def probability(self, event: Callable[[Any], bool] | Iterable[Hashable]) -> Fraction:
        """Return the exact probability of an event, given as a set or as a predicate."""
        if callable(event):
            return sum((p for x, p in self.items() if event(x)), start=Fraction(0))
        members = frozenset(event)
        return sum((p for x, p in self.items() if x in members), start=Fraction(0))

    def expectation(self, function: Callable[[Any], Fraction | int]) -> Fraction:
        """Return the exact expectation of a rational function of the outcome."""
        return sum((p * Fraction(function(x)) for x, p in self.items()), start=Fraction(0))

    def map(self, function: Callable[[Any], Hashable]) -> Distribution:
        """Return the law of a function of the outcome."""
        image: dict[Hashable, Fraction] = {}
        for x, p in self.items():
            y = function(x)
            image[y] = image.get(y, Fraction(0)) + p
        return Distribution.of(image)

    def power(self, n: int) -> Distribution:
        """Return the law of n independent copies, on tuples.

        Raises
        ------
        DomainError
            If n < 1, or there would be more than 2,000,000 outcomes.
        """
        if n < 1:
            raise DomainError(f"distribution: the number of copies is at least 1 but got {n}")
        if len(self) ** n > MOST_OUTCOMES:
            raise DomainError(
                f"distribution: {len(self)}^{n} outcomes are too many to list; "
                "RatioLaw.power counts them by their kinds"
            )
        law = {
            tuple(x for x, _ in parts): prod((p for _, p in parts), start=Fraction(1))
            for parts in cartesian(tuple(self.items()), repeat=n)
        }
        return Distribution(tuple(law), tuple(law.values()))


@dataclass(frozen=True, slots=True)
class JointDistribution:
    """The law of a pair (X, Y) of variables on finite sets.

    Parameters
    ----------
    first, second : sequence of hashable
        The values of X and of Y.
    rows : sequence of sequences of number or str
        Shape (len(first), len(second)): the probability of each pair; read exactly, sum 1.

    Raises
    ------
    DomainError
        If the probabilities are no law, or the shape does not match.

    Examples
    --------
    >>> joint = JointDistribution((0, 1), ("a", "b"), (("1/2", 0), ("1/4", "1/4")))
    >>> joint.marginal_second.probabilities
    (Fraction(3, 4), Fraction(1, 4))
    """

    first: tuple[Hashable, ...]
    second: tuple[Hashable, ...]
    rows: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        rows = tuple(tuple(row) for row in self.rows)
        widths = sorted({len(row) for row in rows})
        if len(widths) > 1:
            raise DomainError(f"joint distribution: rows of {widths} entries; all need as many")
        flat = read_probabilities((p for row in rows for p in row), "joint distribution")
        width = widths[0]
        read = tuple(flat[i : i + width] for i in range(0, len(flat), width))
        object.__setattr__(self, "rows", read)
        first = check_labels(self.first, len(read), "joint distribution, first variable")
        second = check_labels(self.second, width, "joint distribution, second variable")
        object.__setattr__(self, "first", first)
        object.__setattr__(self, "second", second)

    def _repr_html_(self) -> str:
        return matrix_html(self.first, self.second, self.rows)

    @classmethod
    def from_weights(cls, rows: Sequence[Sequence[Any]]) -> JointDistribution:
        """Return the law in proportion to a matrix of nonnegative weights, on 0, 1, 2, ..."""
        width = len(rows[0]) if rows else 0
        flat = _normalized((w for row in rows for w in row), "joint distribution")
        cut = tuple(flat[i : i + width] for i in range(0, len(flat), max(width, 1)))
        return cls(tuple(range(len(rows))), tuple(range(width)), cut)

    @property
    def marginal_first(self) -> Distribution:
        """The law of X."""
        return Distribution(self.first, tuple(sum(row, start=Fraction(0)) for row in self.rows))

    @property
    def marginal_second(self) -> Distribution:
        """The law of Y."""
        columns = zip(*self.rows, strict=True)
        return Distribution(self.second, tuple(sum(c, start=Fraction(0)) for c in columns))

    @property
    def transposed(self) -> JointDistribution:
        """The law of (Y, X)."""
        return JointDistribution(self.second, self.first, tuple(zip(*self.rows, strict=True)))

    def items(self) -> Iterator[tuple[Any, Any, Fraction]]:
        """Yield the pairs with their probabilities."""
        for x, row in zip(self.first, self.rows, strict=True):
            for y, p in zip(self.second, row, strict=True):
                yield x, y, p

    def probability(self, event: Callable[[Any, Any], bool]) -> Fraction:
        """Return the exact probability of an event, given as a predicate of x and y."""
        return sum((p for x, y, p in self.items() if event(x, y)), start=Fraction(0))

    def product(self) -> JointDistribution:
        """Return the law of independent copies of X and Y."""
        right = self.marginal_second.probabilities
        rows = tuple(tuple(p * q for q in right) for p in self.marginal_first.probabilities)
        return JointDistribution(self.first, self.second, rows)

    def pairs(self) -> Distribution:
        """Return the law of the pair as one variable."""
        return Distribution.of({(x, y): p for x, y, p in self.items()})

    def first_given(self, y: Hashable) -> Distribution:
        """Return the law of X given Y = y.

        Raises
        ------
        DomainError
            If Y = y has probability zero.
        """
        return self.transposed.second_given(y)

    def second_given(self, x: Hashable) -> Distribution:
        """Return the law of Y given X = x; errors as `first_given`."""
        row = self.rows[self.first.index(x)] if x in self.first else ()
        if not any(row):
            raise DomainError(f"joint distribution: {x!r} has probability zero; condition on less")
        return Distribution(self.second, _normalized(row, "conditional distribution"))


@dataclass(frozen=True, slots=True)
class Channel:
    """A randomized algorithm on a finite domain: the law of its output for each input.

    Parameters
    ----------
    inputs, outputs : sequence of hashable
        The domain and the range.
    rows : sequence of sequences of number or str
        Shape (len(inputs), len(outputs)): each row is a law; read exactly.

    Raises
    ------
    DomainError
        If a row is no law, or the shape does not match.

    Examples
    --------
    >>> response = Channel((0, 1), (0, 1), (("3/4", "1/4"), ("1/4", "3/4")))
    >>> response.law(0)[1]
    Fraction(1, 4)
    """

    inputs: tuple[Hashable, ...]
    outputs: tuple[Hashable, ...]
    rows: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        read = tuple(read_probabilities(row, "channel, one row") for row in self.rows)
        widths = sorted({len(row) for row in read})
        if not read:
            raise DomainError("channel: it has no inputs, and needs at least one")
        if len(widths) > 1:
            raise DomainError(f"channel: rows of {widths} entries; all need as many")
        object.__setattr__(self, "rows", read)
        inputs = check_labels(self.inputs, len(read), "channel, inputs")
        outputs = check_labels(self.outputs, widths[0], "channel, outputs")
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "outputs", outputs)

    def _repr_html_(self) -> str:
        return matrix_html(self.inputs, self.outputs, self.rows)

    @classmethod
    def of(cls, laws: Mapping[Any, Distribution]) -> Channel:
        """Return the channel with these laws of the output, on the union of their outcomes."""
        outputs = tuple(dict.fromkeys(y for law in laws.values() for y in law.outcomes))
        found = [dict(law.items()) for law in laws.values()]
        rows = tuple(tuple(law.get(y, Fraction(0)) for y in outputs) for law in found)
        return cls(tuple(laws), outputs, rows)

    def law(self, value: Hashable) -> Distribution:
        """Return the law of the output on one input."""
        if value not in self.inputs:
            raise DomainError(f"channel: {value!r} is none of its {len(self.inputs)} inputs")
        return Distribution(self.outputs, self.rows[self.inputs.index(value)])

    def joint(self, law: Distribution) -> JointDistribution:
        """Return the law of input and output, for a law of the input on the same inputs."""
        if set(law.outcomes) != set(self.inputs):
            raise DomainError(
                f"channel: its {len(self.inputs)} inputs are not the {len(law)} outcomes of the law"
            )
        weights = dict(law.items())
        rows = tuple(
            tuple(weights[x] * p for p in row)
            for x, row in zip(self.inputs, self.rows, strict=True)
        )
        return JointDistribution(self.inputs, self.outputs, rows)

    def followed_by(self, other: Channel) -> Channel:
        """Return the channel whose output is put into `other`, which sees nothing else."""
        if set(self.outputs) != set(other.inputs):
            raise DomainError("channel: the outputs of the first are not the inputs of the second")
        order = [other.rows[other.inputs.index(y)] for y in self.outputs]
        rows = tuple(
            tuple(
                sum((p * after[z] for p, after in zip(row, order, strict=True)), start=Fraction(0))
                for z in range(len(other.outputs))
            )
            for row in self.rows
        )
        return Channel(self.inputs, other.outputs, rows)
