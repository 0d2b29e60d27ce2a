"""Audits: what other tools say, judged by enclosures, with mpmath as a second judge."""

import random
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.library import load_library
from boundcalc.problems.outcomes import Finding
from tests.asking import audit_any
from tests.mp_evaluate import mp
from tests.solving.privacy_engineer import gaussian_delta

BAD = {"sigma": 62707, "epsilon": "1e-4", "delta": "1e-300"}
ATTAINED = [theorem for theorem in load_library().theorems if theorem.attained]


def needed(found, name):
    return found.needed_of(name).answer.value_text


def test_a_noise_that_is_six_times_too_small_is_found():
    found = boundcalc.audit(**BAD)

    assert found.finding is Finding.FAILS
    assert needed(found, "sigma") == "366017.425252"
    assert found.needed_of("sigma").answer.optimality.is_plain
    assert found.taken == {"Delta": 1}
    with mp.workdps(400):
        exact = mp.mpf(needed(found, "sigma"))
        assert gaussian_delta(1 / exact, mp.mpf("1e-4")) <= mp.mpf("1e-300")
        assert gaussian_delta(1 / (exact - mp.mpf("1e-6")), mp.mpf("1e-4")) > mp.mpf("1e-300")


def test_what_is_needed_holds_and_a_hair_less_fails():
    sigma = Fraction(needed(boundcalc.audit(sigma=1, epsilon=1, delta="1e-6"), "sigma"))

    assert boundcalc.audit(sigma=sigma, epsilon=1, delta="1e-6").finding is Finding.HOLDS
    less = sigma * (1 - Fraction(1, 10**10))
    assert boundcalc.audit(sigma=less, epsilon=1, delta="1e-6").finding is Finding.FAILS


def test_random_claims_are_judged_as_by_mpmath():
    rng = random.Random(7)
    for _ in range(40):
        sigma, delta = f"{10 ** rng.uniform(-1, 4):.3g}", f"{10 ** rng.uniform(-12, -0.1):.3g}"
        epsilon, size = f"{10 ** rng.uniform(-4, 1):.3g}", f"{10 ** rng.uniform(-1, 1):.3g}"
        given = {"sigma": sigma, "epsilon": epsilon, "delta": delta, "Delta": size}
        with mp.workdps(60):
            exact = gaussian_delta(mp.mpf(size) / mp.mpf(sigma), mp.mpf(epsilon))
            expected = Finding.HOLDS if exact <= mp.mpf(delta) else Finding.FAILS
        found = boundcalc.audit(**given)

        assert found.finding is expected, given
        least = found.needed_of("sigma").answer.value
        assert (Fraction(sigma) >= least) == (expected is Finding.HOLDS), given


def test_the_sensitivity_may_be_given_by_either_name():
    first = boundcalc.audit(sigma=10, epsilon=1, delta="1e-6", Delta=2)
    second = boundcalc.audit(sigma=10, epsilon=1, delta="1e-6", sensitivity=2)

    assert first.taken == {}
    assert needed(first, "sigma") == needed(second, "sigma") == "8.44935777866"


def test_noise_without_failure_is_that_of_laplace():
    found = boundcalc.audit(sigma="0.9", epsilon=1)

    assert found.theorem.id == "answers/laplace-noise.value"
    assert found.finding is Finding.FAILS
    assert found.needed_of("epsilon").answer.value * Fraction("0.9") >= 1
    assert boundcalc.audit(sigma=1, epsilon=1).finding is Finding.HOLDS


@pytest.mark.parametrize("claimed", [("0.001", 1), ("0.01", "0.1")])
def test_equal_sides_have_no_slack(claimed):
    sigma, epsilon = claimed
    found = boundcalc.audit(sigma=sigma, epsilon=epsilon, n=1000)

    assert found.finding is Finding.HOLDS
    assert [item["slack"] for item in found.to_dict()["checks"]] == ["0"]


def test_a_theorem_that_is_not_attained_never_says_that_a_claim_is_wrong():
    claim = {"rho": "0.1", "epsilon": 2, "delta": "1e-6"}
    found = boundcalc.audit(theorem="bun-steinke/prop-1.3", **claim)

    assert found.finding is Finding.UNKNOWN
    assert not found.is_exact
    assert "another theorem may" in str(found)
    better = boundcalc.audit(theorem="bun-steinke/prop-1.3", **{**claim, "epsilon": 3})
    assert better.finding is Finding.HOLDS


def test_a_doubtful_theorem_decides_nothing():
    doubtful = boundcalc.audit(theorem="lecture-12/claim-0.2", sigma=100, n=1000, epsilon="0.5")

    assert doubtful.theorem.is_doubtful
    assert doubtful.finding is Finding.UNKNOWN


@pytest.mark.parametrize("theorem", ATTAINED, ids=lambda theorem: theorem.id)
def test_what_is_attained_is_one_relation_between_quantities(theorem):
    """A claim fails by its conclusion alone, and by all of it."""
    assert not theorem.is_doubtful
    assert not theorem.hypotheses
    assert len(theorem.targets) == 1


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({}, QuestionError, "nothing is given"),
        ({"sigma": 1}, QuestionError, "add n=... and"),
        ({"sigma": 1, "delta": "0.1"}, QuestionError, "add epsilon=..."),
        ({"nonsense": 1}, QuestionError, "nothing is judged by nonsense"),
        ({"noise_multiplier": 1, "epsilon": 1}, QuestionError, "give mu = 1/noise_multiplier"),
        ({"sigma": 1, "mu": 1}, QuestionError, "no theorem decides"),
        (
            {"sigma": "0.01", "epsilon": "0.1", "n": 1000, "delta": "1e-6", "k": 10},
            QuestionError,
            "by `boundcalc solve epsilon sigma=0.01 n=1000 delta=1e-6 k=10`",
        ),
        ({"sigma": 0, "epsilon": 1, "delta": "0.1"}, DomainError, "(0, oo)"),
        ({"sigma": -3, "epsilon": 1, "delta": "0.1"}, DomainError, "(0, oo)"),
        ({"sigma": 1, "epsilon": 1, "delta": 2}, DomainError, "[0, 1]"),
        ({"sigma": "many", "epsilon": 1, "delta": 0}, DomainError, "expected a number"),
        ({"sigma": float("nan"), "epsilon": 1, "delta": 0}, DomainError, "finite"),
        ({"sigma": "1e5000", "epsilon": 1, "delta": 0}, DomainError, "1000"),
    ],
    ids=str,
)
def test_wrong_use_is_one_sentence(given, error, words):
    with pytest.raises(error) as caught:
        audit_any(load_library().theorems, given)

    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "finding"),
    [
        ({"sigma": "1e-500", "epsilon": "1e500", "delta": 0}, Finding.UNKNOWN),
        ({"sigma": 3, "epsilon": "1e200", "delta": "1e-999"}, Finding.HOLDS),
        ({"sigma": 1, "epsilon": "1e-900", "delta": "1e-999"}, Finding.FAILS),
        ({"sigma": 1, "epsilon": 1, "delta": 0}, Finding.FAILS),
        ({"sigma": "1e-30", "epsilon": 1, "delta": 1}, Finding.HOLDS),
    ],
    ids=str,
)
def test_extreme_claims_are_judged_or_left_open(given, finding):
    found = boundcalc.audit(**given)

    assert found.finding is finding
    assert str(found).startswith(("HOLDS", "FAILS", "NOT KNOWN"))


def test_a_quantity_that_was_not_given_is_not_needed():
    with pytest.raises(QuestionError, match="was not given"):
        boundcalc.audit(**BAD).needed_of("n")


def test_what_is_needed_is_found_by_either_letter():
    found = boundcalc.audit(epsilon=1, epsilon_0="0.1", k=10, delta="1e-6")

    assert found.needed_of("k") is found.needed_of("m")
    with pytest.raises(QuestionError, match="epsilon, epsilon_0, k, delta were"):
        found.needed_of("n")


@pytest.mark.parametrize(
    ("epsilon", "finding"), [("0.001", Finding.FAILS), ("0.006", Finding.HOLDS)]
)
def test_normal_noise_on_a_mean_over_n_records_is_judged_by_its_sensitivity(epsilon, finding):
    claim = {"sigma": "0.5", "epsilon": epsilon, "delta": "1e-6"}
    found = boundcalc.audit(n=1000, **claim)

    assert found.theorem.id == "balle-wang/thm-8"
    assert (found.finding, found.taken) == (finding, {"Delta": Fraction(1, 1000)})
    assert boundcalc.audit(Delta="0.001", **claim).finding is finding
    assert "mean of a query with values in [0, 1] over the n records" in str(found)
    least = int(needed(found, "n"))
    assert (least <= 1000) == (finding is Finding.HOLDS)
    for size, expected in ((least, Finding.HOLDS), (least - 1, Finding.FAILS)):
        assert boundcalc.audit(n=size, **claim).finding is expected
        with mp.workdps(60):
            sensitivity = 1 / (size * mp.mpf("0.5"))
            exact = gaussian_delta(sensitivity, mp.mpf(epsilon))
        assert (exact <= mp.mpf("1e-6")) == (expected is Finding.HOLDS)


@pytest.mark.slow
def test_what_is_needed_of_a_mean_is_what_is_solved_for():
    claim = {"sigma": "0.5", "delta": "1e-6", "n": 1000}
    solved = boundcalc.solve("epsilon", **claim)

    assert needed(boundcalc.audit(epsilon="0.001", **claim), "epsilon") == solved.best.value_text


def test_normal_noise_is_not_judged_as_that_of_laplace():
    with pytest.raises(QuestionError) as caught:
        boundcalc.audit(sigma="0.5", epsilon="0.001", n=1000, delta="1e-6", k=10)

    assert "leave out k to have the rest judged (Analytic Gaussian mechanism)" in str(caught.value)
