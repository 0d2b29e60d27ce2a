"""Limits from below: exact laws against every dataset, other formulas, and simulations."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundcalc.finite.lower_bounds.by_mean import exact_answers_fail, noise_fails
from boundcalc.finite.lower_bounds.by_variance import (
    _best_line,
    exact_answers_fail_between,
    failure_at_least,
    noise_fails_between,
    own_scale,
    suggested_noise_limit,
)
from boundcalc.finite.lower_bounds.limits import LimitsBelow, limits_below
from boundcalc.finite.lower_bounds.of_sampling import concentration, sampling_limit
from boundcalc.finite.lower_bounds.vote_law import (
    exact_mean_overfit,
    mean_overfit,
    mean_overfit_at_least,
    overfit_variance_at_most,
)
from boundcalc.language import DomainError
from boundcalc.mechanisms import gaussian_mechanism, rounded_answers, vote_attack, weighted_vote


def normal(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def mean_over_all_datasets(n: int, coins: int) -> Fraction:
    """Return the mean overfit of the vote, from every dataset of n records."""
    total = Fraction(0)
    for bits in product((-1, 1), repeat=n * coins):
        records = [bits[i * coins : (i + 1) * coins] for i in range(n)]
        weights = [sum(column) for column in zip(*records, strict=True)]
        votes = [sum(w * x for w, x in zip(weights, record, strict=True)) for record in records]
        mean = sum(Fraction((v > 0) - (v < 0) + 1, 2) for v in votes) / n
        total += mean - Fraction(1, 2)
    return total / 2 ** (n * coins)


@pytest.mark.parametrize(
    ("n", "coins"), [(1, 1), (1, 3), (2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (4, 2), (4, 3), (5, 2)]
)
def test_the_law_is_that_of_all_datasets(n, coins):
    assert exact_mean_overfit(n, coins + 1) == mean_over_all_datasets(n, coins)


@given(n=st.integers(1, 40), k=st.integers(2, 25))
def test_enclosures_hold_the_rational_value(n, k):
    lower, upper = mean_overfit(n, k)

    assert lower <= exact_mean_overfit(n, k) <= upper
    assert upper - lower < Fraction(1, 10**25)


@given(n=st.integers(2, 40), k=st.integers(2, 25), per_mille=st.integers(1, 500))
def test_noise_is_summed_as_in_doubles_and_the_closed_bound_is_below(n, k, per_mille):
    coins, steps, sigma = k - 1, (k - 1) * (n - 1), per_mille / 1000
    noise = 2 * n * sigma * math.sqrt(coins)
    doubles = 0.5 * sum(
        math.comb(steps, heads)
        * 0.5**steps
        * (
            normal((coins - (2 * heads - steps)) / noise)
            - normal((-coins - (2 * heads - steps)) / noise)
        )
        for heads in range(steps + 1)
    )
    lower, upper = mean_overfit(n, k, sigma=Fraction(per_mille, 1000))

    assert float(lower) == pytest.approx(doubles, abs=1e-10)
    assert mean_overfit_at_least(n, k, sigma=Fraction(per_mille, 1000)) <= upper


@given(n=st.integers(1, 60), k=st.integers(2, 20), sigmas=st.tuples(*[st.integers(0, 300)] * 2))
def test_the_mean_falls_in_n_and_in_the_noise(n, k, sigmas):
    less, more = (Fraction(value, 1000) for value in sorted(sigmas))

    assert mean_overfit(n + 1, k, sigma=less)[0] <= mean_overfit(n, k, sigma=less)[1]
    assert mean_overfit(n, k, sigma=more)[0] <= mean_overfit(n, k, sigma=less)[1]


def test_the_closed_bound_is_close_where_records_are_many():
    lower, upper = mean_overfit(4000, 1000, sigma="0.02")
    closed = mean_overfit_at_least(4000, 1000, sigma="0.02")

    assert upper - Fraction(1, 10**7) < closed <= lower


@pytest.mark.few(2)
@pytest.mark.parametrize(("n", "k", "sigma"), [(101, 21, 0.0), (100, 20, 0.0), (60, 30, 0.05)])
def test_a_simulation_has_the_mean_of_the_law(n, k, sigma):
    rng = np.random.default_rng(20)

    def answering(means):
        return gaussian_mechanism(means, sigma=sigma, rng=rng) if sigma else means

    found = vote_attack(n=n, k=k, repetitions=1500, rng=rng, answering=answering).overfit
    lower, upper = mean_overfit(n, k, sigma=str(sigma))
    error = found.std() / math.sqrt(len(found))

    assert float(lower) - 4 * error < found.mean() < float(upper) + 4 * error


@pytest.mark.slow
def test_what_is_certified_to_fail_fails_in_simulation():
    limits = limits_below(41, "0.1", "0.05")
    rng = np.random.default_rng(3)
    exact = vote_attack(n=limits.exact, k=41, repetitions=400, rng=rng)

    assert (exact.error > 0.1).mean() > 0.05
    for sigma in (0.001, 0.01, 0.02, 0.03, 0.05):
        noisy = vote_attack(
            n=limits.noise,
            k=41,
            repetitions=400,
            rng=rng,
            answering=lambda means, sigma=sigma: gaussian_mechanism(means, sigma=sigma, rng=rng),
        )
        assert (noisy.error > 0.1).mean() > 0.05, sigma


def signs(count):
    """Return the law of the sum of fair signs, by its values."""
    return {2 * up - count: Fraction(math.comb(count, up), 2**count) for up in range(count + 1)}


@pytest.mark.parametrize(("n", "coins"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (5, 2)])
def test_two_votes_have_the_law_of_two_sums(n, coins):
    """Of all datasets, the mean product of the votes at two records; by the coins they share."""
    total = Fraction(0)
    for bits in product((-1, 1), repeat=n * coins):
        records = [bits[i * coins : (i + 1) * coins] for i in range(n)]
        weights = [sum(column) for column in zip(*records, strict=True)]
        first, second = (
            sum(w * x for w, x in zip(weights, record, strict=True)) for record in records[:2]
        )
        total += (first * second > 0) - (first * second < 0)
    by_sums = Fraction(0)
    for difference, chance in signs(coins).items():
        same = (coins + difference) // 2
        for x, p in signs(same * (n - 2)).items():
            for y, q in signs((coins - same) * (n - 2)).items():
                gap = abs(2 * same + x) - abs(y)
                by_sums += chance * p * q * ((gap > 0) - (gap < 0))

    assert by_sums == total / 2 ** (n * coins)


@pytest.mark.parametrize(("n", "k", "sigma"), [(300, 200, 0.02), (150, 250, 0.06)])
def test_the_variance_is_below_its_bound_and_not_far(n, k, sigma):
    rng = np.random.default_rng(21)
    found = vote_attack(
        n=n,
        k=k,
        repetitions=300,
        rng=rng,
        answering=lambda means: gaussian_mechanism(means, sigma=sigma, rng=rng),
    ).overfit.var()
    bound = float(overfit_variance_at_most(n, k, sigma=str(sigma)))

    assert found * (1 - 4 * math.sqrt(2 / 300)) < bound < 3 * found


def test_repeated_votes_fail_in_simulation_at_every_scale():
    tau, beta = Fraction(1, 5), Fraction(1, 20)
    n, votes = suggested_noise_limit(150, tau, beta)
    last = limits_below(150, tau, beta).noise
    rng = np.random.default_rng(6)

    assert 0.95 * n < last <= n
    for sigma in (0.005, 0.03, 0.05):
        found = vote_attack(
            n=last,
            k=150,
            votes=votes,
            repetitions=100,
            rng=rng,
            own_noise=math.sqrt(0.3 / last / math.sqrt(150 - votes)),
            answering=lambda means, sigma=sigma: gaussian_mechanism(means, sigma=sigma, rng=rng),
        )
        assert (found.error > 0.2).mean() > 0.05, sigma


@pytest.mark.parametrize("votes", [1, 2, 20, 300, 10**6])
def test_a_parabola_is_below_the_chance_of_the_votes_everywhere(votes):
    for spread in (0.05, 0.3, 1):
        _, place, reach = _best_line(-1.0, spread, votes)

        def chance(y):
            return -math.expm1(votes * math.log1p(-normal(y))) if y < 7 else 1.0

        step = 1e-6
        height, slope = chance(place), (chance(place + step) - chance(place - step)) / (2 * step)
        for y in (place - 12 + number / 20 for number in range(800)):
            bent = slope**2 / (4 * (reach - height))
            assert height + slope * (y - place) - bent * (y - place) ** 2 <= chance(y) + 1e-7


def test_failures_of_an_analyst_are_at_least_what_is_proved():
    rng = np.random.default_rng(8)
    n, k, votes, sigma = 400, 100, 4, 0.03
    found = vote_attack(
        n=n,
        k=k,
        votes=votes,
        repetitions=300,
        rng=rng,
        own_noise=float(own_scale(n, k - votes)),
        answering=lambda means: gaussian_mechanism(means, sigma=sigma, rng=rng),
    )
    proved = failure_at_least(n, k, votes=votes, sigma="0.03", tau="0.1")

    assert 0.05 < proved < (found.error > 0.1).mean() + 4 / math.sqrt(4 * 300)


def test_every_scale_at_a_limit_fails_by_the_bound_of_one_scale():
    """The cells of scales and single scales, on the two sides of beta."""
    for place in range(8, 40):
        scale = Fraction(place, 1000)
        assert failure_at_least(7100, 1000, votes=83, sigma=scale, tau="0.1") > Fraction(1, 20)
    assert failure_at_least(8000, 1000, votes=83, sigma="0.0145", tau="0.1") < Fraction(1, 20)


@given(n=st.integers(1, 60), count=st.integers(1, 30))
def test_values_in_the_middle_are_the_most_likely_and_one_more_coin_does_not_help(n, count):
    chances = [Fraction(math.comb(n, heads), 2**n) for heads in range(n + 1)]
    best = max(sum(chances[start : start + count]) for start in range(n + 1))

    assert float(concentration(n, count)) == pytest.approx(float(best), rel=1e-12)
    assert concentration(n + 1, count) <= concentration(n, count) + 1e-12


@pytest.mark.parametrize(
    ("k", "tau", "beta"), [(1, "0.1", "0.05"), (10, "0.1", "0.05"), (4, "0.2", "0.3")]
)
def test_fixed_coins_fail_at_each_n_of_a_sampling_limit(k, tau, beta):
    tau, beta = Fraction(tau), Fraction(beta)
    last = sampling_limit(k, tau, beta)

    assert last > 10
    for n in range(1, last + 1):
        near = sum(
            math.comb(n, heads)
            for heads in range(n + 1)
            if abs(Fraction(heads, n) - Fraction(1, 2)) <= tau
        )
        assert Fraction(near, 2**n) ** k < 1 - beta


def test_noise_does_not_mend_what_sampling_spoils():
    n, rng = sampling_limit(10, Fraction(1, 10), Fraction(1, 20)), np.random.default_rng(9)
    means = rng.binomial(n, 0.5, (4000, 10)) / n
    for sigma in (0, 0.01, 0.03):
        answers = means + sigma * rng.standard_normal(means.shape)
        assert (np.abs(answers - 0.5).max(axis=1) > 0.1).mean() > 0.05


def test_what_is_certified_in_a_range_is_certified_at_each_of_its_ends():
    tau, beta = Fraction(1, 10), Fraction(1, 20)

    assert noise_fails_between(6000, 6600, 1000, 83, tau, beta)
    assert noise_fails_between(6000, 6000, 1000, 83, tau, beta)
    assert not noise_fails_between(7000, 7400, 1000, 83, tau, beta)
    assert exact_answers_fail_between(14_000, 14_300, 1000, tau, beta)
    assert not exact_answers_fail_between(14_000, 15_000, 1000, tau, beta)


def test_limits_of_many_queries_grow_with_their_number():
    found = [limits_below(10**power, "0.1", "0.05") for power in (2, 4, 7)]

    assert found[0].noise < found[1].noise < found[2].noise
    assert 100 * found[0].exact < found[1].exact < found[2].exact / 999


def test_exact_answers_fail_wherever_noise_of_every_scale_does():
    found = limits_below(200, "0.15", "0.5")

    assert found.exact >= found.noise >= 383


def test_rounding_to_small_cells_does_not_help():
    rng = np.random.default_rng(4)
    rounded = vote_attack(
        n=200,
        k=41,
        repetitions=300,
        rng=rng,
        answering=lambda means: rounded_answers(means, cells=200),
    )

    assert rounded.overfit.mean() == pytest.approx(float(exact_mean_overfit(200, 41)), abs=0.02)
    assert (rounded.error > 0.1).mean() > 0.9


def test_limits_for_a_thousand_queries():
    assert limits_below(1000, "0.1", "0.05") == LimitsBelow(exact=14363, noise=7167)
    assert exact_answers_fail(10706, 1000, "0.1", "0.05")
    assert not exact_answers_fail(10707, 1000, "0.1", "0.05")
    assert noise_fails(3795, 1000, "0.1", "0.05")
    assert not noise_fails(3796, 1000, "0.1", "0.05")


def test_the_limit_of_exact_answers_is_that_of_the_rational_law():
    found = next(n for n in range(400, 0, -1) if exact_answers_fail(n, 11, "0.1", "0.05"))
    needed = Fraction(1, 10) + Fraction(1, 20) * Fraction(4, 10)

    assert exact_mean_overfit(found, 11) > needed >= exact_mean_overfit(found + 1, 11)


@pytest.mark.slow
@settings(max_examples=15)
@given(
    k=st.integers(2, 100),
    tau=st.fractions(Fraction(1, 10), Fraction(9, 20)),
    beta=st.fractions(Fraction(1, 1000), Fraction(9, 10)),
)
def test_limits_stay_below_what_is_enough(k, tau, beta):
    """A fresh part of the records for each query suffices, by Hoeffding and a union bound."""
    enough = k * math.ceil(math.log(2 * k / beta) / (2 * tau**2))
    found = limits_below(k, tau, beta)

    assert 0 <= found.noise <= found.exact < enough


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mean_overfit(0, 10), "n: "),
        (lambda: mean_overfit(10, 1), "k: "),
        (lambda: mean_overfit(10, 10, sigma=-1), "sigma: "),
        (lambda: mean_overfit_at_least(10, 10, sigma=0), "sigma: "),
        (lambda: limits_below(10**10, "0.1", "0.05"), "k: "),
        (lambda: limits_below(10, "0.5", "0.05"), "tau: "),
        (lambda: limits_below(10, "0.1", 1), "beta: "),
        (lambda: weighted_vote([[0, 2]], [0.5, 0.5]), "coins: "),
        (lambda: weighted_vote([[0, 1]], [0.5]), "coins of shape"),
        (
            lambda: vote_attack(n=1, k=2, votes=2, repetitions=1, rng=np.random.default_rng(0)),
            "votes: ",
        ),
        (
            lambda: vote_attack(
                n=1, k=2, own_noise=-1, repetitions=1, rng=np.random.default_rng(0)
            ),
            "own_noise: ",
        ),
        (lambda: overfit_variance_at_most(2, 10, sigma=1), "n: "),
        (lambda: failure_at_least(9, 10, votes=10, sigma=1, tau="0.1"), "votes"),
        (lambda: vote_attack(n=0, k=2, repetitions=1, rng=np.random.default_rng(0)), "n: "),
    ],
)
def test_wrong_use_is_one_sentence(call, message):
    with pytest.raises(DomainError, match=message):
        call()
