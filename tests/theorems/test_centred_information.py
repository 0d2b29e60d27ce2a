"""Information of an output with a centre: its constant by other ways, and what it buys."""

import math
import random
from itertools import product
from statistics import NormalDist

import pytest

import boundcalc
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import evaluate, mp

LIBRARY = {theorem.id: theorem for theorem in load_theorems()}
ROUTE = "route/centred-Gaussian-noise.information-from-a-centre.squared-error"


def information(n, mu):
    theorem = LIBRARY["centred/information"]
    return evaluate(theorem.expand(theorem.conclusion.expression("m")), {"n": n, "mu_c": mu})


@pytest.mark.few(2)
@pytest.mark.parametrize(("n", "sigma"), [(1, "0.5"), (2, "0.3"), (4, "0.2"), (4, "2")])
def test_one_noisy_mean_of_fair_coins_tells_no_more(n, sigma):
    """The information is an integral over the answer: entropy of the answer less that of noise."""
    sigma = mp.mpf(sigma)
    with mp.workdps(20):
        weights = [mp.binomial(n, j) / 2**n for j in range(n + 1)]
        points = [mp.mpf(j) / n for j in range(n + 1)]

        def excess(y):
            density = mp.fsum(
                w * mp.npdf(y, a, sigma) for w, a in zip(weights, points, strict=True)
            )
            return -density * mp.log(density) if density else mp.mpf(0)

        ends = [-12 * sigma, *points, 1 + 12 * sigma]
        entropy = mp.quad(excess, ends)
        told = entropy - mp.log(sigma * mp.sqrt(2 * mp.pi * mp.e))
        bound = information(n, 1 / (2 * n * sigma))

        assert told <= bound
        if sigma == 2:
            assert told > mp.mpf("0.97") * bound  # at much noise nothing is lost


def test_leaving_a_record_out_costs_a_little_more():
    """The mean over the records of the squared distance to the mean of the others."""
    rng = random.Random(3)
    for n in (2, 3, 10):
        worst = 0.0
        samples = [*product((0.0, 1.0), repeat=min(n, 10))]
        samples += [tuple(rng.random() for _ in range(n)) for _ in range(200)]
        for data in samples:
            mean = sum(data) / n
            worst = max(worst, sum((mean - (n * mean - x) / (n - 1)) ** 2 for x in data) / n)
        assert worst <= 1 / (4 * (n - 1) ** 2) * (1 + 1e-12)
        assert worst >= 1 / (4 * n**2)


def least_n_by_grid(k, tau, beta):
    """Return the least n in doubles: all of noise, its failure, and the share are tried."""

    def suffices(n):
        for failed in (beta * 1.25**-step for step in range(1, 60)):
            z = NormalDist().inv_cdf(1 - failed / (2 * k))
            for noise in (tau * step / 200 for step in range(40, 160)):
                told = k * z**2 / (8 * n * noise**2)  # sigma = noise/z
                for share in (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995):
                    gap = (2 * told - math.log(1 - share)) / (4 * n * share * (tau - noise) ** 2)
                    if gap + failed <= beta:
                        return True
        return False

    low, high = 1, 10**7
    while high - low > low / 2000:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


@pytest.mark.slow
def test_the_route_needs_half_of_what_privacy_between_neighbours_needs():
    found = boundcalc.solve("n", tau="0.1", beta="0.05", k=1000)
    sizes = {answer.theorem.id: int(answer.value) for answer in found.answers}

    assert sizes[ROUTE] == 72850
    through_neighbours = "route/Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error"
    assert 1.9 < sizes[through_neighbours] / sizes[ROUTE] < 2
    by_grid = least_n_by_grid(1000, 0.1, 0.05)
    assert sizes[ROUTE] <= by_grid <= 1.01 * sizes[ROUTE]
