"""Thresholdout: many adaptive queries against one holdout set, within a budget of overfitted ones.

Main statements
---------------
`pure_privacy`, `approximate_privacy`: the privacy of the algorithm, for all of its B releases.
`sample_size_pure`, `sample_size_approximate`: two sample sizes for one query, each from one bound
on privacy and one generalization theorem.
`thresholdout`: the smaller of the two for m queries, with the noise scale and threshold that it
sets.

Conventions
-----------
Logarithms are natural: the constants 32 and 16 of the second sample size need that.
The noise scale sigma enters as Lap(2 sigma) on the threshold, Lap(4 sigma) on each comparison and
Lap(sigma) on each released value.

References
----------
Lee, Differential Privacy for Adaptive Queries, section 3.
Bun and Steinke, Concentrated Differential Privacy, 2016: the range of the second privacy bound.
"""

from fractions import Fraction

from boundcalc.language import (
    Definition,
    DifferentialPrivacy,
    Expression,
    Generalization,
    Source,
    Theorem,
    ln,
    maximum,
    minimum,
    sqrt,
)
from theorems.notation import B, T, beta, delta, m, n, n_0, n_1, sigma, tau

_ALGORITHM = "the algorithm is Thresholdout with noise scale sigma and a budget of B releases"
_HOLDOUT = "the records of the holdout set are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"
_ONE_QUERY = "the query depends on the holdout set only through the answers of Thresholdout"
_ADAPTIVE = "each query depends on the holdout set only through the answers before it"
_COUNTER = (
    "the guarantee covers query i as long as fewer than B of the first i queries have a value on "
    "the training set that is farther than tau/2 from their expectation"
)


def _size_pure(tau: Expression, beta: Expression) -> Expression:
    return maximum(2 * B / (sigma * tau), ln(6 / beta) / tau**2)


def _size_approximate(tau: Expression, beta: Expression) -> Expression:
    first = 32 * sqrt(2 * B * ln(8 / beta)) / (tau ** Fraction(3, 2) * sigma)
    return first + 16 * sqrt(ln(2) * B) / (tau * sigma)


pure_privacy = Theorem(
    id="adaptive-queries/lem-3.2.1",
    title="Pure differential privacy of Thresholdout",
    parameters=[n, B, sigma],
    accepts=[_ALGORITHM, _RANGE],
    conclusion=DifferentialPrivacy(epsilon=2 * B / (sigma * n)),
    source=Source(key="lee_adaptive_queries", locator="Lemma 3.2 (1)"),
)

approximate_privacy = Theorem(
    id="adaptive-queries/lem-3.2.2",
    title="Approximate differential privacy of Thresholdout",
    parameters=[n, B, sigma, delta],
    accepts=[_ALGORITHM, _RANGE],
    conclusion=DifferentialPrivacy(epsilon=sqrt(32 * B * ln(2 / delta)) / (sigma * n), delta=delta),
    source=Source(key="lee_adaptive_queries", locator="Lemma 3.2 (2)"),
)

sample_size_pure = Theorem(
    id="adaptive-queries/n0",
    title="Sample size of Thresholdout through pure differential privacy",
    parameters=[n, B, sigma, tau, beta],
    definitions=[Definition(symbol=n_0, value=_size_pure(tau, beta))],
    hypotheses=[n >= n_0],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ONE_QUERY],
    conclusion=Generalization(tau=tau, beta=beta),
    source=Source(key="lee_adaptive_queries", locator="section 3.1, n_0"),
)

sample_size_approximate = Theorem(
    id="adaptive-queries/n1",
    title="Sample size of Thresholdout through approximate differential privacy",
    parameters=[n, B, sigma, tau, beta],
    definitions=[Definition(symbol=n_1, value=_size_approximate(tau, beta))],
    hypotheses=[n >= n_1],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ONE_QUERY],
    conclusion=Generalization(tau=tau, beta=beta),
    source=Source(key="lee_adaptive_queries", locator="section 3.1, n_1"),
)

thresholdout = Theorem(
    id="adaptive-queries/thm-3.3",
    title="Thresholdout",
    parameters=[n, m, B, tau, beta],
    definitions=[
        Definition(symbol=T, value=3 * tau / 4),
        Definition(symbol=sigma, value=tau / (96 * ln(4 * m / beta))),
        Definition(symbol=n_0, value=_size_pure(tau / 8, beta / (2 * m))),
        Definition(symbol=n_1, value=_size_approximate(tau / 8, beta / (2 * m))),
    ],
    hypotheses=[B <= m, n >= minimum(n_0, n_1)],
    accepts=[_HOLDOUT, _RANGE, _ADAPTIVE, _COUNTER],
    conclusion=Generalization(tau=tau, beta=beta),
    source=Source(key="lee_adaptive_queries", locator="Theorem 3.3"),
)

THEOREMS = (
    pure_privacy,
    approximate_privacy,
    sample_size_pure,
    sample_size_approximate,
    thresholdout,
)
