"""Randomized response: each bit is answered truly with probability e^epsilon/(e^epsilon + 1)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.finite.distributions import Channel, Distribution
from boundcalc.finite.ratios import RatioLaw
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational
from boundcalc.mechanisms.checks import positive, ratio_above_one


def randomized_response(
    bits: ArrayLike, *, epsilon: float, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return the bits, each flipped with probability 1/(e^epsilon + 1), same shape.

    Raises
    ------
    DomainError
        If an entry is neither 0 nor 1, or epsilon is not positive.

    Examples
    --------
    >>> randomized_response([0, 0, 1, 1, 1], epsilon=1, rng=np.random.default_rng(1))
    array([0, 0, 0, 1, 1])
    """
    found = np.asarray(bits)
    if not np.isin(found, (0, 1)).all():
        raise DomainError("bits: each is 0 or 1, but another value was found")
    chance = 1 / (1 + math.exp(positive(epsilon, "epsilon")))
    flips = rng.random(found.shape) < chance
    return np.asarray(found.astype(np.int64) ^ flips)


def response_channel(ratio: Any, leak: Any = 0) -> Channel:
    """Return randomized response on one bit as a channel, from (0,) and (1,).

    Parameters
    ----------
    ratio : number or str
        The rational e^epsilon, above 1.
    leak : number or str
        With this probability the bit is returned in the open, as ("open", bit); then the channel is
        (epsilon, leak)-private.

    Examples
    --------
    >>> response_channel(3).law((0,)).probabilities
    (Fraction(3, 4), Fraction(1, 4))
    """
    r = ratio_above_one(ratio, "ratio")
    delta = read_rational(leak, name="leak")
    if not 0 <= delta < 1:
        raise DomainError(f"leak: it is a probability below 1 but got {delta}")
    laws = {}
    for bit in (0, 1):
        true, false = r / (1 + r), 1 / (1 + r)
        law: dict[object, Fraction] = {
            answer: (1 - delta) * (true if answer == bit else false) for answer in (0, 1)
        }
        if delta:
            law["open", bit] = delta
        laws[bit,] = Distribution.of(law)
    return Channel.of(laws)


def response_information(n: int, ratio: Any, prior: Any = "1/2", leak: Any = 0) -> RatioLaw:
    """Return the ratio law of n records and their responses against independent copies, exact.

    Approximate max-information and all that depends on the likelihood ratio follow from it.

    Parameters
    ----------
    n : int
        Number of records, at least 1; they are independent.
    prior : number or str
        Probability that a record is 1, in (0, 1).
    ratio, leak
        As `response_channel`.

    Examples
    --------
    >>> response_information(20, 3).least_ratio("1/100")  # 2^k at beta = 0.01
    Fraction(...)
    """
    chance = read_rational(prior, name="prior")
    if not 0 < chance < 1:
        raise DomainError(f"prior: it is a probability in (0, 1) but got {chance}")
    channel = response_channel(ratio, leak)
    joint = channel.joint(Distribution.of({(0,): 1 - chance, (1,): chance}))
    left, right = joint.marginal_first.probabilities, joint.marginal_second.probabilities
    one = RatioLaw.from_masses(
        (p, left[i] * right[j]) for i, row in enumerate(joint.rows) for j, p in enumerate(row)
    )
    return one.power(n)
