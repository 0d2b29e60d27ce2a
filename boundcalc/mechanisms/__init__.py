"""The algorithms of the theory, runnable: seeded, vectorized, and exact on finite domains.

Main definitions
----------------
`laplace_mechanism`, `gaussian_mechanism`: a noisy answer to a query.
`rounded_answers`, `fresh_parts`: answers without noise, rounded or each on records of its own.
`exponential_mechanism`: a choice among finitely many outcomes by their scores.
`randomized_response`: bits, each flipped at random.
`monitor`: the worst query over many datasets, chosen privately.
`Thresholdout`: many adaptive queries against one holdout set.
`ReusableHoldout`: the same without noise, its answers rounded.
`weighted_vote`, `vote_attack`: an analyst who overfits by what he is told.
`Gate`: accepts the queries whose mean reaches a score, a few times.
`Ladder`, `RunningBest`: leaderboards that release the best score so far.
`HypothesisUpdates`: a law that answers queries and is corrected where it is far off.
`AffineCode`: the description and the decoder that together return their input.

Conventions
-----------
Every sampler takes a `numpy.random.Generator` as `rng`, and nothing else is random.
A function whose name ends in `_law` or `_channel` returns the exact law of a finite form of the
mechanism, with e^epsilon (or its root) given as a rational.
"""

from boundcalc.mechanisms.answering import fresh_parts, rounded_answers
from boundcalc.mechanisms.codes import AffineCode
from boundcalc.mechanisms.counting import (
    Gate,
    HypothesisUpdates,
    Ladder,
    ReusableHoldout,
    RunningBest,
)
from boundcalc.mechanisms.exponential import exponential_mechanism
from boundcalc.mechanisms.monitor import monitor
from boundcalc.mechanisms.noise import gaussian_mechanism, laplace_mechanism
from boundcalc.mechanisms.randomized_response import randomized_response
from boundcalc.mechanisms.thresholdout import Thresholdout
from boundcalc.mechanisms.voting import VoteAttack, vote_attack, weighted_vote

__all__ = [
    "AffineCode",
    "Gate",
    "HypothesisUpdates",
    "Ladder",
    "ReusableHoldout",
    "RunningBest",
    "Thresholdout",
    "VoteAttack",
    "exponential_mechanism",
    "fresh_parts",
    "gaussian_mechanism",
    "laplace_mechanism",
    "monitor",
    "randomized_response",
    "rounded_answers",
    "vote_attack",
    "weighted_vote",
]
