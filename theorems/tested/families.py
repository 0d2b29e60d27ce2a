"""Seeded exact instances: laws, pairs, joint laws and private channels, tiny and skewed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np

from boundcalc.enclosures.decisions import Evaluator, Truth
from boundcalc.finite import Channel, Distribution, JointDistribution, RatioLaw
from boundcalc.finite.closed_forms import compare
from boundcalc.finite.divergences import summed
from boundcalc.finite.privacy import least_private_ratio, worst_pair
from boundcalc.finite.search import Weights
from boundcalc.finite.testing import Case, Cases, claimed
from boundcalc.language import (
    Expression,
    MutualInformationNats,
    Sense,
    Theorem,
    as_expression,
    ln,
    log2,
)
from boundcalc.mechanisms.randomized_response import response_information

Generator = np.random.Generator
Draw = Callable[[Generator], Case | None]
ZERO, ONE = Fraction(0), Fraction(1)
RATIOS = (
    Fraction(1001, 1000),
    Fraction(11, 10),
    Fraction(3, 2),
    Fraction(2),
    Fraction(5),
    Fraction(100),
)


def cases_of(special: Callable[[], Iterable[Case]], draw: Draw | None = None) -> Cases:
    """Return cases that begin with the special ones and go on with draws; None is no instance."""

    def cases(rng: Generator, count: int) -> Iterator[Case]:
        yield from special()
        if draw is None:
            return
        for _ in range(count):
            case = draw(rng)
            if case is not None:
                yield case

    return cases


def none() -> Iterable[Case]:
    """Return no special cases."""
    return ()


def pick(rng: Generator, *choices: Any) -> Any:
    """Return one of the choices."""
    return choices[int(rng.integers(len(choices)))]


def weights(rng: Generator, size: int) -> list[int]:
    """Return integer weights, not all zero: even, skewed over six decades, or with zeros."""
    kind = int(rng.integers(4))
    if kind == 0:
        found = rng.integers(1, 10, size)
    elif kind == 1:
        found = np.exp(rng.random(size) * np.log(1e6)).astype(np.int64)
    elif kind == 2:
        found = rng.integers(0, 3, size)
    else:
        found = rng.integers(1, 1000, size)
    values = [int(value) for value in found]
    return values if any(values) else [1] * size


def law(rng: Generator, size: int) -> Distribution:
    """Return a random law on 0, ..., size - 1."""
    return Distribution.from_weights(weights(rng, size))


def positive_law(rng: Generator, size: int) -> Distribution:
    """Return a random law that gives every outcome a positive probability."""
    return Distribution.from_weights([value + 1 for value in weights(rng, size)])


def near(rng: Generator, base: Distribution) -> Distribution:
    """Return a law that differs little from another one, by factors that are close to 1."""
    scale = int(pick(rng, 3, 30, 1000))
    return Distribution.from_weights(
        [p * (scale + int(rng.integers(0, scale))) for p in base.probabilities]
    )


def pair_of_laws(rng: Generator) -> tuple[Distribution, Distribution]:
    """Return two laws on 1 to 5 outcomes, near each other or not."""
    first = law(rng, int(rng.integers(2, 6)))
    return first, (near(rng, first) if rng.random() < 0.6 else law(rng, len(first)))


def joint(rng: Generator, most: int = 4) -> JointDistribution:
    """Return a random joint law with up to `most` values of each variable."""
    rows, columns = int(rng.integers(2, most + 1)), int(rng.integers(2, most + 1))
    flat = weights(rng, rows * columns)
    if rng.random() < 0.3:  # close to independent
        left, right = weights(rng, rows), weights(rng, columns)
        flat = [100 * a * b + int(rng.integers(0, 20)) * a * b for a in left for b in right]
    return JointDistribution.from_weights(
        [flat[i * columns : (i + 1) * columns] for i in range(rows)]
    )


def square(weights: Weights) -> JointDistribution:
    """Return the joint law whose matrix has these weights, row by row."""
    size = math.isqrt(len(weights))
    return JointDistribution.from_weights(
        [list(weights[i * size : (i + 1) * size]) for i in range(size)]
    )


def datasets(n: int, values: int = 2) -> list[tuple[int, ...]]:
    """Return all datasets of n records with that many values."""
    return list(product(range(values), repeat=n))


def channel(rng: Generator, n: int, values: int = 2, outputs: int = 3) -> Channel:
    """Return a random channel on datasets: unrelated laws, near laws, or a record that leaks."""
    inputs = datasets(n, values)
    kind = int(rng.integers(3))
    base = positive_law(rng, outputs)
    if kind == 0:
        laws = {x: positive_law(rng, outputs) for x in inputs}
    elif kind == 1:
        laws = {x: near(rng, base) for x in inputs}
    else:
        leak = Fraction(1, int(pick(rng, 10, 100, 10_000)))
        laws = {
            x: Distribution(
                tuple(range(outputs)),
                tuple(
                    (1 - leak) * p + (leak if y == sum(x) % outputs else 0)
                    for y, p in near(rng, base).items()
                ),
            )
            for x in inputs
        }
    return Channel.of(laws)


def private(
    rng: Generator, n: int, values: int = 2, outputs: int = 3
) -> tuple[Channel, Fraction] | None:
    """Return a random channel with its least e^epsilon for delta = 0; None where it is 1."""
    found = channel(rng, n, values, outputs)
    ratio = least_private_ratio(found)
    return None if ratio is None or ratio == 1 else (found, ratio)


def approximately_private(
    rng: Generator, n: int, values: int = 2, outputs: int = 3
) -> tuple[Channel, Fraction, Fraction] | None:
    """Return a random channel with e^epsilon and its least delta there; None where one is trivial.

    The epsilon lies below that of pure privacy, so that delta is positive.
    """
    found = channel(rng, n, values, outputs)
    ratio = least_private_ratio(found)
    if ratio is None or ratio == 1:
        return None
    part = Fraction(int(rng.integers(1, 10)), 10)
    lower = 1 + (ratio - 1) * part
    lower = min(lower, Fraction(int(rng.integers(11, 80)), 10))
    delta = worst_pair(found, lower).delta
    return (found, lower, delta) if lower > 1 and 0 < delta < 1 else None


def is_at_most(value: Fraction, limit: Expression) -> bool:
    """Return whether a rational is at most a closed form; exact where the two may be equal."""
    truth = compare(as_expression(value), Sense.LE, limit).truth
    if truth is Truth.UNKNOWN:
        raise ArithmeticError(f"{value} and {limit} cannot be told apart")
    return truth is Truth.TRUE


def rational_below(value: Expression) -> Fraction:
    """Return a rational just below a closed form: by a part of 10^-12, or by 10^-12 near zero."""
    lower = Evaluator(value).at({}).lower
    number = Fraction(float(lower))
    return number - abs(number) / 10**12 if number else -Fraction(1, 10**12)


def binomial_law(n: int, p: Fraction) -> list[Fraction]:
    """Return the probabilities of 0, ..., n successes."""
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def sum_law(parts: Iterable[Distribution]) -> Distribution:
    """Return the law of a sum of independent rational variables."""
    total: dict[Fraction, Fraction] = {ZERO: ONE}
    for part in parts:
        after: dict[Fraction, Fraction] = {}
        for a, p in total.items():
            for b, q in part.items():
                after[a + b] = after.get(a + b, ZERO) + p * q
        total = after
    return Distribution(tuple(total), tuple(total.values()))


def response_bound_cases(
    theorem: Theorem,
    quantity: str,
    sizes: Iterable[int] = (1, 2, 5, 12),
    ratios: Iterable[Fraction] = (Fraction(21, 20), Fraction(6, 5), Fraction(8, 5)),
    deltas: Iterable[Fraction] = (Fraction(1, 10**12), Fraction(1, 10**5)),
) -> Callable[[], Iterator[Case]]:
    """Return cases of bounds on responses that leak a record with probability delta.

    Max-information is measured at a rational beta just below the one that the theorem states, which
    only makes it greater.
    """

    def cases() -> Iterator[Case]:
        for n in sizes:
            for ratio in ratios:
                for delta in deltas:
                    classes = response_information(n, ratio, Fraction(1, 2), delta)
                    values = {
                        "n": n,
                        "epsilon": ln(ratio),
                        "delta": delta,
                        "t": Fraction(4),
                        "delta_hat": Fraction(math.isqrt(int(10**24 * delta)), 10**13),
                        "record_values": 2,
                    }
                    beta = (
                        rational_below(claimed(theorem, "beta", values)) if quantity == "k" else 0
                    )
                    if not 0 <= beta < 1:
                        continue
                    yield Case(
                        facts={
                            "records": f"{n} fair bits",
                            "response of each, e^epsilon": ratio,
                            "delta, returned in the open": delta,
                        },
                        values=values,
                        measured=_response_quantity(theorem, classes, beta, quantity),
                    )

    return cases


def _response_quantity(
    theorem: Theorem, classes: RatioLaw, beta: Fraction | int, quantity: str
) -> Expression:
    if quantity == "k":
        ratio = classes.least_ratio(beta)
        if ratio is None:
            raise ArithmeticError("a joint law is below the product of its marginals")
        return log2(max(ratio, ONE))
    in_nats = isinstance(theorem.conclusion, MutualInformationNats)
    logarithm = ln if in_nats else log2
    return summed(p * logarithm(p / q) for p, q in classes.classes if p)


def shown(channel: Channel) -> tuple[Any, ...]:
    """Return the rows of a channel as a fact."""
    return channel.rows
