"""The samplers draw from the laws that are stated, and the same seed draws the same."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boundcalc.language import DomainError
from boundcalc.mechanisms import (
    Thresholdout,
    exponential_mechanism,
    gaussian_mechanism,
    laplace_mechanism,
    monitor,
    randomized_response,
)
from boundcalc.mechanisms.exponential import exponential_law, exponential_probabilities
from boundcalc.mechanisms.noise import rounded_laplace_law
from boundcalc.mechanisms.thresholdout import BudgetError

DRAWS = 20_000
LEAST_P = 1e-4  # the seeds are fixed, so that a failure is no accident


def stats() -> Any:
    """Return the tests of laws; they take a second to import, in the one process that uses them."""
    return pytest.importorskip("scipy.stats", reason="scipy has the chi-squared law")


def agrees(counts: NDArray[np.int64], chances: NDArray[np.float64]) -> bool:
    return bool(stats().chisquare(counts, chances * counts.sum()).pvalue > LEAST_P)


@pytest.mark.slow
def test_laplace_noise_has_the_law_of_its_scale() -> None:
    draws = laplace_mechanism(np.zeros(DRAWS), scale=2.0, rng=np.random.default_rng(1))

    assert stats().kstest(draws, stats().laplace(scale=2.0).cdf).pvalue > LEAST_P
    assert stats().kstest(draws, stats().laplace(scale=1.8).cdf).pvalue < LEAST_P


def test_gaussian_noise_has_the_law_of_its_deviation() -> None:
    draws = gaussian_mechanism(np.full(DRAWS, 5.0), sigma=0.5, rng=np.random.default_rng(2))

    assert stats().kstest(draws, stats().norm(5.0, 0.5).cdf).pvalue > LEAST_P
    assert stats().kstest(draws, stats().norm(5.0, 0.53).cdf).pvalue < LEAST_P


def test_the_rounded_answer_has_its_exact_law() -> None:
    # root = e^(1/(2 b)) = 2 for noise of b = 1/(2 ln 2) steps.
    law = rounded_laplace_law(1, 4, 2)
    noisy = laplace_mechanism(
        np.ones(DRAWS), scale=1 / (2 * math.log(2)), rng=np.random.default_rng(3)
    )
    cells = np.clip(np.round(noisy), 0, 3).astype(int)

    assert agrees(np.bincount(cells, minlength=4), np.array([float(p) for p in law.probabilities]))


def test_the_exponential_mechanism_draws_by_its_exact_law() -> None:
    scores = [0, 3, 1, 3]
    law = exponential_law(scores, "3/2")
    epsilon = 2 * math.log(1.5)
    draws = exponential_mechanism(
        np.tile(scores, (DRAWS, 1)), epsilon=epsilon, sensitivity=1, rng=np.random.default_rng(4)
    )

    exact = np.array([float(p) for p in law.probabilities])
    assert agrees(np.bincount(draws, minlength=4), exact)
    assert exponential_probabilities(scores, epsilon=epsilon, sensitivity=1) == pytest.approx(exact)


def test_great_scores_do_not_overflow() -> None:
    found = exponential_probabilities([1e308, 1e308, -1e308], epsilon=1.0, sensitivity=1e-3)

    assert found == pytest.approx([0.5, 0.5, 0.0])


def test_responses_are_true_as_often_as_epsilon_says() -> None:
    bits = np.random.default_rng(5).integers(0, 2, DRAWS)
    answers = randomized_response(bits, epsilon=math.log(3), rng=np.random.default_rng(6))
    wrong = int((answers != bits).sum())

    assert agrees(np.array([DRAWS - wrong, wrong]), np.array([0.75, 0.25]))


def draw_all(seed: int) -> list[NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    holdout = Thresholdout(threshold=0.1, scale=0.02, budget=5, rng=rng)
    return [
        laplace_mechanism([1, 2], scale=1, rng=rng),
        gaussian_mechanism([1, 2], sigma=1, rng=rng),
        exponential_mechanism([[1, 2]] * 20, epsilon=1, sensitivity=1, rng=rng).astype(float),
        randomized_response([0, 1] * 20, epsilon=1, rng=rng).astype(float),
        holdout.answer([0.5, 0.9], [0.5, 0.1]).values,
    ]


def test_the_same_seed_draws_the_same() -> None:
    first, again, other = draw_all(1), draw_all(1), draw_all(2)

    for a, b, c in zip(first, again, other, strict=True):
        assert (a == b).all()
        assert (a != c).any()


# --- Thresholdout -------------------------------------------------------------------------------


def test_thresholdout_answers_from_the_training_set_until_the_two_disagree() -> None:
    holdout = Thresholdout(threshold=0.1, scale=1e-4, budget=2, rng=np.random.default_rng(0))
    answers = holdout.answer([0.5, 0.5, 0.5, 0.5, 0.5], [0.51, 0.8, 0.5, 0.2, 0.9])

    assert answers.is_released.tolist() == [False, True, False, True, False]
    assert answers.values[:4] == pytest.approx([0.5, 0.8, 0.5, 0.2], abs=0.005)
    assert math.isnan(answers.values[4])
    assert answers.budget_left == 0
    with pytest.raises(BudgetError, match="used up"):
        holdout.answer(0.5, 0.5)


def test_queries_may_come_one_by_one() -> None:
    holdout = Thresholdout(threshold=0.1, scale=1e-4, budget=2, rng=np.random.default_rng(0))

    assert holdout.answer(0.5, 0.51).values[0] == 0.5
    assert holdout.answer(0.5, 0.8).is_released[0]
    assert holdout.budget_left == 1


def test_monitor_finds_the_dataset_that_was_overfitted() -> None:
    samples = np.zeros((10, 30))
    samples[7] = 1

    def identity(_sample: object, _rng: np.random.Generator) -> Callable[[object], object]:
        return lambda records: records

    found = monitor(samples, identity, lambda _: 0.2, epsilon=50, rng=np.random.default_rng(1))

    assert (found.dataset, found.is_complement) == (7, False)
    assert found.gap == pytest.approx(0.8)


# --- bad input ------------------------------------------------------------------------------------

RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: laplace_mechanism([0.0], scale=0, rng=RNG), "scale: it is positive"),
        (lambda: laplace_mechanism([math.nan], scale=1, rng=RNG), "one is nan"),
        (lambda: gaussian_mechanism([0.0], sigma=math.inf, rng=RNG), "positive and finite"),
        (lambda: gaussian_mechanism("text", sigma=1, rng=RNG), "expected an array of numbers"),
        (
            lambda: exponential_mechanism([0, math.inf], epsilon=1, sensitivity=1, rng=RNG),
            "one is inf",
        ),
        (
            lambda: exponential_mechanism([], epsilon=1, sensitivity=1, rng=RNG),
            "no outcomes",
        ),
        (
            lambda: exponential_mechanism([1], epsilon=0, sensitivity=1, rng=RNG),
            "epsilon: it is positive",
        ),
        (lambda: exponential_law([], 2), "there are none"),
        (lambda: exponential_law([1, 2], 1), "above 1"),
        (lambda: exponential_law([Fraction(1, 2)], 2), "integers"),  # type: ignore[list-item]
        (lambda: randomized_response([2], epsilon=1, rng=RNG), "each is 0 or 1"),
        (lambda: randomized_response([1], epsilon=-1, rng=RNG), "epsilon: it is positive"),
        (
            lambda: Thresholdout(threshold=0.1, scale=0.1, budget=0, rng=RNG),
            "budget: it is an integer and at least 1 but got 0",
        ),
        (
            lambda: Thresholdout(threshold=0.1, scale=-1, budget=1, rng=RNG),
            "scale: it is positive",
        ),
        (
            lambda: Thresholdout(threshold=0.1, scale=1, budget=1, rng=RNG).answer([0.1], [1.5]),
            "in [0, 1]",
        ),
        (
            lambda: Thresholdout(threshold=0.1, scale=1, budget=1, rng=RNG).answer([0.1], [0, 0]),
            "shapes",
        ),
        (
            lambda: monitor(np.zeros((0, 3)), lambda *_: None, lambda _: 0, epsilon=1, rng=RNG),  # type: ignore[arg-type, return-value]
            "at least one of each",
        ),
    ],
)
def test_wrong_input_is_an_error_that_says_what_was_found(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(DomainError) as error:
        call()

    assert says in str(error.value)
