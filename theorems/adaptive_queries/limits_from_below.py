r"""Limits from below: the records with which plain answers and Gaussian noise fail.

Main statements
---------------
`overfit_mean`, `overfit_variance`: what the weighted vote overfits, on average and about that.
`exact_answers`: how likely exact answers to the vote are off.
`gaussian_noise`: how likely one of the noisy answers to the vote is off.

Conventions
-----------
A record is a number of fair coins. The analyst asks each of `coins` coins, weighs it by its answer
less 1/2, and asks `votes` times for the side that wins the weighted vote, which has mean 1/2 on the
population. The overfit is the mean of the vote on the sample less 1/2.
sigma is the scale of the noise on the weights: that of the answers, and with it whatever the
analyst adds himself. Every statement is for one n and one sigma;
`boundcalc.finite.lower_bounds.limits` covers all smaller n and all scales by cells.
With few queries fixed coins say more, by the law of their sample means alone; the same function
looks at both.
The proofs are in ``theorems/notes/limits-from-below.md``.

References
----------
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015, and Hardt and Ullman, Preventing False Discovery in Interactive Data Analysis
Is Hard, 2014, for analysts who overfit by what they are told.
"""

from fractions import Fraction

from boundcalc.language import (
    PI,
    AnswersFail,
    Definition,
    ExactAnswers,
    Expression,
    GaussianNoise,
    MeanAtLeast,
    MeanAtMost,
    Role,
    Source,
    Status,
    Symbol,
    Theorem,
    exp,
    phi,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    coins,
    n,
    own_noise,
    sigma,
    tangent_depth,
    tangent_height,
    tangent_reach,
    tangent_slope,
    tau,
    vote_mean,
    vote_variance,
    votes,
)

_OWN = "boundcalc_derivations"
_COINS = "each record is a number of independent fair coins, and records are independent"
_ANALYST = (
    "the analyst asks the coins, and then the weighted vote of the coins by their answers less 1/2"
)
_FRESH = "the noise of each answer is independent of all else"
_ROOT = sqrt(2 * PI)


def _mean(scale: Symbol) -> Expression:
    """Return the lower bound on the mean overfit at noise of this scale."""
    spread = n - 1 + 4 * n**2 * scale**2
    return phi(sqrt(coins / spread)) - Fraction(1, 2) - _exchange(scale)


def _exchange(scale: Symbol) -> Expression:
    return (n - 1) / (64 * sqrt(2 * PI * coins) * n**5 * scale**5)


def _variance(scale: Symbol) -> Expression:
    """Return the upper bound on the variance of the overfit at noise of this scale."""
    spread = n - 2 + 4 * n**2 * scale**2
    return (
        1 / (4 * n)
        + (coins / spread + 1) / (2 * PI * spread)
        + _exchange(scale)
        + 7 * (n - 2) / (90 * _ROOT * n**4 * scale**4 * coins)
        + 5 * sqrt(3) / (32 * PI * coins * sqrt(coins))
        + exp(-coins / 8) / 2
    )


overfit_mean = Theorem(
    id="limits/mean-of-the-overfit",
    title="Mean overfit of a weighted vote",
    parameters=[n, coins, sigma],
    accepts=[_COINS, _ANALYST],
    conclusion=MeanAtLeast(mean=_mean(sigma), about="the overfit of the weighted vote"),
    source=Source(key=_OWN, locator="limits from below, signs exchanged for normal variables"),
    status=Status.SHARPENED,
    role=Role.LOWER_BOUND,
    note="The exact law is a finite sum, in boundcalc.finite.lower_bounds.vote_law; the mean falls "
    "in n and in sigma.",
)

overfit_variance = Theorem(
    id="limits/variance-of-the-overfit",
    title="Variance of the overfit of a weighted vote",
    parameters=[n, coins, sigma],
    hypotheses=[n >= 3],
    accepts=[_COINS, _ANALYST],
    conclusion=MeanAtMost(
        mean=_variance(sigma),
        about="the squared distance of the overfit of the weighted vote from its mean",
    ),
    source=Source(key=_OWN, locator="limits from below, the mean and the variance"),
    status=Status.SHARPENED,
    role=Role.LOWER_BOUND,
    note="A step to limits/exact-answers and limits/gaussian-noise; the bound falls in n and in "
    "sigma.",
)

_GAP = vote_mean - tau
exact_answers = Theorem(
    id="limits/exact-answers",
    title="Exact answers fail with few records",
    parameters=[n, coins, own_noise, tau],
    premises=[ExactAnswers()],
    hypotheses=[n >= 3, vote_mean >= tau],
    definitions=[
        Definition(symbol=vote_mean, value=_mean(own_noise)),
        Definition(symbol=vote_variance, value=_variance(own_noise)),
    ],
    accepts=[_COINS, _ANALYST, "the analyst adds normal noise of scale sigma_0 to the weights"],
    conclusion=AnswersFail(tau=tau, probability=_GAP**2 / (_GAP**2 + vote_variance)),
    source=Source(key=_OWN, locator="limits from below, from mean and variance to a failure"),
    status=Status.SHARPENED,
    role=Role.LOWER_BOUND,
    note="By Chebyshev's inequality for one side. It limits exact answers, and no other algorithm. "
    "With few queries the sample means of fixed coins are off by themselves at more records.",
)

_BEYOND = -tangent_depth + (tangent_reach - tangent_height) / tangent_slope
gaussian_noise = Theorem(
    id="limits/gaussian-noise",
    title="Gaussian noise fails with few records",
    parameters=[n, coins, votes, sigma, tau, tangent_depth, tangent_reach],
    premises=[GaussianNoise(sigma=sigma)],
    hypotheses=[
        n >= 3,
        tau - vote_mean <= tangent_depth * sigma,
        (votes - 1) * exp(-(tangent_depth**2) / 2) / (_ROOT * phi(tangent_depth)) <= tangent_depth,
        tangent_height < tangent_reach,
        1 - phi(-_BEYOND) ** votes >= tangent_reach,
    ],
    definitions=[
        Definition(symbol=vote_mean, value=_mean(sigma)),
        Definition(symbol=vote_variance, value=_variance(sigma)),
        Definition(symbol=tangent_height, value=1 - phi(tangent_depth) ** votes),
        Definition(
            symbol=tangent_slope,
            value=votes * exp(-(tangent_depth**2) / 2) / _ROOT * phi(tangent_depth) ** (votes - 1),
        ),
    ],
    accepts=[_COINS, _ANALYST, "the vote is asked several times", _FRESH],
    conclusion=AnswersFail(
        tau=tau,
        probability=tangent_height
        - tangent_slope**2 * vote_variance / (4 * (tangent_reach - tangent_height) * sigma**2),
    ),
    algorithm=algorithms.gaussian_noise,
    source=Source(key=_OWN, locator="limits from below, from mean and variance to a failure"),
    status=Status.SHARPENED,
    role=Role.LOWER_BOUND,
    note="A parabola below the chance that one of the votes is answered too high. Where the noise "
    "alone is too large, all answers fail without it. It limits Gaussian noise of one scale on all "
    "answers, and no other algorithm. With few queries the sample means of fixed coins are off by "
    "themselves at more records, whatever the noise.",
)
