"""The Gaussian and the Laplace mechanism: the answer to a query with noise.

Source: Sorrell, Lecture 12, Algorithms 1 and 2; Rogers et al., Theorem A.1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from boundcalc.finite.distributions import Distribution
from boundcalc.language.errors import DomainError
from boundcalc.language.expressions import Expression, as_expression
from boundcalc.language.functions import phi
from boundcalc.language.numbers import read_rational
from boundcalc.mechanisms.checks import Floats, finite_array, positive, ratio_above_one


def laplace_mechanism(answers: ArrayLike, *, scale: float, rng: np.random.Generator) -> Floats:
    """Return answers with Laplace noise of that scale, same shape.

    An answer that changes by at most Delta with one record is released with epsilon = Delta/scale;
    Lecture 12 has Delta = 1/n and scale 1/(n epsilon).

    Parameters
    ----------
    answers : array
        Query values, in the unit of the query.
    scale : float
        Positive, in the same unit; the density is proportional to exp(-|x|/scale).
    rng : numpy.random.Generator
        Source of randomness.

    Raises
    ------
    DomainError
        If an answer is not finite, or the scale not positive.

    Examples
    --------
    >>> laplace_mechanism([0.2, 0.7], scale=0.01, rng=np.random.default_rng(0)).round(3)
    array([0.203, 0.694])
    """
    found = finite_array(answers, "answers")
    return np.asarray(found + rng.laplace(0.0, positive(scale, "scale"), found.shape))


def gaussian_mechanism(answers: ArrayLike, *, sigma: float, rng: np.random.Generator) -> Floats:
    """Return answers with normal noise of standard deviation sigma, same shape.

    For means over n records, outputs on neighbours are within erf(1/(2 sqrt(2) n sigma)) in total
    variation.  Parameters and errors as `laplace_mechanism`.

    Examples
    --------
    >>> gaussian_mechanism([0.2, 0.7], sigma=0.01, rng=np.random.default_rng(0)).round(3)
    array([0.201, 0.699])
    """
    found = finite_array(answers, "answers")
    return np.asarray(found + rng.normal(0.0, positive(sigma, "sigma"), found.shape))


def rounded_laplace_law(answer: int, cells: int, root: Any) -> Distribution:
    """Return the exact law of an answer with Laplace noise, rounded to 0, ..., cells - 1.

    Answers are integers in steps of the sensitivity; what falls outside goes to the nearest cell.

    Parameters
    ----------
    answer : int
        In 0, ..., cells - 1.
    root : number or str
        The rational e^(1/(2 b)) for noise of b steps, above 1: the tail beyond half a step is
        1/(2 root), and each further half step divides it by root.

    Examples
    --------
    >>> rounded_laplace_law(0, 2, 2).probabilities
    (Fraction(3, 4), Fraction(1, 4))
    """
    _check_cell(answer, cells)
    base = ratio_above_one(root, "root")
    tails = [read_rational(1)]
    for cell in range(1, cells):
        half_steps = 2 * (cell - answer) - 1
        tail = base ** -abs(half_steps) / 2
        tails.append(tail if half_steps > 0 else 1 - tail)
    tails.append(read_rational(0))
    return Distribution(tuple(range(cells)), tuple(tails[i] - tails[i + 1] for i in range(cells)))


def rounded_gaussian_law(answer: int, cells: int, sigma: Any) -> tuple[Expression, ...]:
    """Return the exact law of an answer with normal noise, rounded to 0, ..., cells - 1.

    As `rounded_laplace_law`, with sigma in steps; the probabilities are closed forms in the normal
    distribution function, because no rational is one.

    Examples
    --------
    >>> [str(p) for p in rounded_gaussian_law(0, 2, 1)]
    ['phi(1 / 2)', '1 - phi(1 / 2)']
    """
    _check_cell(answer, cells)
    deviation = read_rational(sigma, name="sigma")
    if deviation <= 0:
        raise DomainError(f"sigma: it is positive but got {deviation}")
    below = [phi((cell - answer - read_rational("0.5")) / deviation) for cell in range(1, cells)]
    ends: list[Expression] = [*below, as_expression(1)]
    return tuple(end if place == 0 else end - ends[place - 1] for place, end in enumerate(ends))


def _check_cell(answer: int, cells: int) -> None:
    if cells < 1:
        raise DomainError(f"cells: at least 1 is needed but got {cells}")
    if not 0 <= answer < cells:
        raise DomainError(f"answer: it is one of the cells 0 to {cells - 1} but got {answer}")
