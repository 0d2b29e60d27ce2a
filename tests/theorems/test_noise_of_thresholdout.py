"""That the noise of Thresholdout suffices, by noises that are drawn in advance.

The noise of the threshold that is in force at a query is not Laplace given the past.
The algorithm can draw all its noises before the first query: as many thresholds and released values
as the budget, and a comparison for each query, all independent.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundcalc.mechanisms import Thresholdout
from tests.mp_evaluate import evaluate, mp
from tests.solving.points import THEOREMS

RECORDS = ("adaptive-queries/thm-3.3", "adaptive-queries/thm-3.3.sharpened")


class RecordingGenerator:
    """A source of randomness whose Laplace draws are zero, and which keeps their scales."""

    def __init__(self):
        self.scales = []

    def laplace(self, mean, scale, shape=None):
        self.scales.append(scale)
        return 0.0 if shape is None else np.zeros(shape)


def test_the_algorithm_draws_the_noises_that_the_theorem_counts():
    rng = RecordingGenerator()
    algorithm = Thresholdout(threshold=0.1, scale=0.25, budget=3, rng=rng)
    answers = algorithm.answer([0.5, 0.5, 0.5], [0.5, 0.9, 0.5])

    # The first threshold, all comparisons, the released value, and the threshold after it.
    assert rng.scales == [0.5, 1.0, 0.25, 0.5]
    assert answers.values.tolist() == [0.5, 0.9, 0.5]


@pytest.mark.slow
@pytest.mark.parametrize("id", RECORDS)
@settings(max_examples=60)
@given(
    queries=st.integers(1, 10**6),
    share=st.integers(1, 100),
    beta=st.decimals("1e-30", "0.999"),
    tau=st.decimals("0.001", "0.999"),
)
def test_all_noises_stay_within_their_parts_together(id, queries, share, beta, tau):
    definitions = THEOREMS[id].definition_values
    budget = max(1, queries * share // 100)
    with mp.workdps(80):
        values = {"m": mp.mpf(queries), "B": mp.mpf(budget)}
        values |= {"beta": mp.mpf(str(beta)), "tau": mp.mpf(str(tau))}
        sigma, threshold = (
            evaluate(definitions["sigma"], values),
            evaluate(definitions["T"], values),
        )
        tau, beta = values["tau"], values["beta"]
        parts = {"threshold": tau / 24, "comparison": tau / 12, "released": 7 * tau / 8}

        kept = (1 - mp.exp(-parts["threshold"] / (2 * sigma))) ** budget
        kept *= (1 - mp.exp(-parts["comparison"] / (4 * sigma))) ** queries
        kept *= (1 - mp.exp(-parts["released"] / sigma)) ** budget
        assert 1 - kept <= beta / 2

        # With means of the holdout set within tau/8 an answer is within tau, and is charged only
        # where the training set is off by tau/2.
        noise, close = parts["threshold"] + parts["comparison"], mp.mpf("1e-60")
        assert abs(threshold + noise + tau / 8 - tau) < close
        assert abs(threshold - noise - tau / 8 - tau / 2) < close
        assert parts["released"] + tau / 8 == pytest.approx(tau)
