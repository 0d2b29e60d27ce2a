"""The quantities over many distributions at once, in doubles: for screening and drawing.

Shapes: a batch of laws is (..., outcomes), a batch of joint laws is (..., first, second); results
have the leading shape.
Doubles are estimates, with a relative error of about the number of outcomes times 2^-52, and no
verdict rests on them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boundcalc.language.errors import DomainError

Floats = NDArray[np.float64]


def random_weights(
    rng: np.random.Generator, shape: tuple[int, ...], *, skew: int = 0, most: int = 1 << 16
) -> NDArray[np.int64]:
    """Return random nonnegative integer weights, of which no law is all zero.

    Parameters
    ----------
    skew : int
        0 for weights that are spread evenly, 1 for weights over many orders of magnitude, 2 for
        the same with about a third of them zero.
    most : int
        Greatest weight.
    """
    if skew == 0:
        weights = rng.integers(1, most + 1, size=shape)
    else:
        weights = np.floor(np.exp(rng.random(shape) * np.log(float(most)))).astype(np.int64)
        if skew == 2:
            weights = np.where(rng.random(shape) < 1 / 3, 0, weights)
            empty = weights.sum(axis=-1) == 0
            weights[..., 0] = np.where(empty, 1, weights[..., 0])
    return weights.astype(np.int64)


def normalized(weights: NDArray[np.int64] | Floats, axes: int = 1) -> Floats:
    """Return the laws in proportion to weights; `axes` is the number of trailing axes of one law.

    Raises
    ------
    DomainError
        If a weight is negative or not finite, or all weights of a law are zero.
    """
    values = np.asarray(weights, dtype=np.float64)
    if not np.isfinite(values).all() or (values < 0).any():
        raise DomainError("weights: they are finite and not negative")
    over = tuple(range(values.ndim - axes, values.ndim))
    totals = values.sum(axis=over, keepdims=True)
    if (totals == 0).any():
        raise DomainError("weights: all weights of one law are zero")
    return np.asarray(values / totals)


def total_variation(p: Floats, q: Floats) -> Floats:
    """Return the total variation distances, shape of the batch."""
    return np.asarray(np.abs(_same(p, q) - q).sum(axis=-1) / 2)


def hockey_stick(p: Floats, q: Floats, ratio: Floats | float) -> Floats:
    """Return the least delta at the ratios e^epsilon, which broadcast over the batch."""
    r = np.asarray(ratio)[..., None]
    return np.asarray(np.maximum(_same(p, q) - r * q, 0).sum(axis=-1))


def greatest_ratio(p: Floats, q: Floats) -> Floats:
    """Return the greatest of p/q and q/p over outcomes that are not both zero; may be infinite."""
    _same(p, q)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where((p == 0) & (q == 0), 1.0, np.maximum(p / q, q / p))
    return np.asarray(ratios.max(axis=-1))


def kl_nats(p: Floats, q: Floats) -> Floats:
    """Return relative entropies in nats; infinite where p has an outcome that q has not."""
    _same(p, q)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * np.log(p / q), 0.0)
    return np.asarray(terms.sum(axis=-1))


def product_of_marginals(joint: Floats) -> Floats:
    """Return the laws of independent copies, same shape as the joint laws."""
    return np.asarray(joint.sum(axis=-1, keepdims=True) * joint.sum(axis=-2, keepdims=True))


def mutual_information_nats(joint: Floats) -> Floats:
    """Return mutual informations in nats."""
    return kl_nats(_flat(joint), _flat(product_of_marginals(joint)))


def approximate_max_information_ratio(joint: Floats, beta: Floats | float) -> Floats:
    """Return 2^k for the beta-approximate max-information k, by the threshold sets; beta in [0, 1).

    `boundcalc.finite.ratios` says why threshold sets are enough.
    """
    p, q = _flat(joint), _flat(product_of_marginals(joint))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(q > 0, p / q, 0.0)
    order = np.argsort(-ratio, axis=-1)
    above = np.cumsum(np.take_along_axis(p, order, -1), -1) - np.asarray(beta)[..., None]
    below = np.cumsum(np.take_along_axis(q, order, -1), -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(above > 0, above / below, 0.0).max(axis=-1))


def _same(p: Floats, q: Floats) -> Floats:
    if p.shape[-1] != q.shape[-1]:
        raise DomainError(
            f"laws on {p.shape[-1]} and {q.shape[-1]} outcomes; both need the same outcomes"
        )
    return p


def _flat(joint: Floats) -> Floats:
    return np.asarray(joint.reshape(*joint.shape[:-2], -1))
