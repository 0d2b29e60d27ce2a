"""The algorithms of the theory, runnable: seeded, vectorised, and exact on finite domains.

Main definitions
----------------
`laplace_mechanism`, `gaussian_mechanism`: a noisy answer to a query.
`exponential_mechanism`: a choice among finitely many outcomes by their scores.
`randomized_response`: bits, each flipped at random.
`monitor`: the worst query over many datasets, chosen privately.
`Thresholdout`: many adaptive queries against one holdout set.
`AffineCode`: the description and the decoder that together return their input.

Conventions
-----------
Every sampler takes a `numpy.random.Generator` as `rng`, and nothing else is random.
A function whose name ends in `_law` or `_channel` returns the exact law of a finite form of the
mechanism, with e^epsilon (or its root) given as a rational.
"""

from boundcalc.mechanisms.codes import AffineCode
from boundcalc.mechanisms.exponential import exponential_mechanism
from boundcalc.mechanisms.monitor import monitor
from boundcalc.mechanisms.noise import gaussian_mechanism, laplace_mechanism
from boundcalc.mechanisms.randomized_response import randomized_response
from boundcalc.mechanisms.thresholdout import Thresholdout

__all__ = [
    "AffineCode",
    "Thresholdout",
    "exponential_mechanism",
    "gaussian_mechanism",
    "laplace_mechanism",
    "monitor",
    "randomized_response",
]
