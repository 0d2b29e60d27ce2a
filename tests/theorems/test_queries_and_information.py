"""Adaptive queries and max-information against formulas written anew by mpmath."""

import pytest

from boundcalc.language import Inputs, Status
from boundcalc_theorems import load_theorems, theorems_of
from boundcalc_theorems.adaptive_queries import thresholdout
from boundcalc_theorems.generalization import privacy_generalization
from boundcalc_theorems.information_theory import (
    codes,
    information_measures,
    max_information,
    max_information_of_privacy,
    truncated_ratios,
)
from boundcalc_theorems.statistics import p_values
from tests.mp_evaluate import evaluate, mp
from tests.theorems.values import accepts, exp, filled, ln, log2, m_, nu, sqrt

TOPICS = (
    privacy_generalization,
    thresholdout,
    max_information,
    max_information_of_privacy,
    information_measures,
    p_values,
    truncated_ratios,
    codes,
)
THEOREMS = {theorem.id: theorem for topic in TOPICS for theorem in theorems_of(topic)}


def slack_of_privacy(n, epsilon, delta, t, delta_hat):
    outcome = 2 * delta / delta_hat - 2 * delta / mp.expm1(-epsilon)
    record = -2 * delta_hat / mp.expm1(-3 * epsilon)
    return exp(-t * t / 2) + n * outcome + n * record


EPSILON, DELTA, HAT, T = m_("0.02"), m_("1e-15"), m_("1e-7"), m_("4.5")
N = 400
BITS = N * nu(EPSILON, HAT) + 6 * T * EPSILON * sqrt(N)
SLACK = slack_of_privacy(N, EPSILON, DELTA, T, HAT)
PRIVACY = {"n": N, "epsilon": "0.02", "delta": "1e-15", "t": "4.5", "delta_hat": "1e-7"}
SET_HAT = sqrt(EPSILON * DELTA) / 15
SET_T = EPSILON * sqrt(2 * N)
SECOND = 2 * HAT / (1 - exp(-EPSILON))
SHARP_NU = 2 * EPSILON * (mp.expm1(EPSILON) + 2 * HAT) - ln(
    1 - (mp.expm1(EPSILON) * SECOND + HAT) / (1 - SECOND)
)
BRANCHES = N * sqrt(DELTA / EPSILON)
DATASET_BITS = log2(mp.mpf(3) ** N / (2 * SLACK)) * 2 * SLACK / (1 - exp(-ln(2) * BITS))
PLUS = m_("1.7") + m_("0.54")
BEST = (sqrt((ln(2) * PLUS) ** 2 + 4 * ln(2) * PLUS / 20) - ln(2) * PLUS) / 2
DISTANCE = 1 + 80 * log2(1000)
CODE = {"n": 10**6, "epsilon": "0.1", "delta": "0.001"}

# theorem, field of the conclusion, values, expected value
TABLE = [
    ("adaptive-queries/lem-3.2.1", "epsilon", {"n": 1000, "B": 5, "sigma": "0.1"}, m_("0.1")),
    (
        "adaptive-queries/lem-3.2.2",
        "epsilon",
        {"n": 1000, "B": 5, "sigma": "0.1", "delta": "0.01"},
        4 * sqrt(10 * ln(200)) / 100,
    ),
    (
        "adaptive-queries/lem-3.2.2.corrected",
        "epsilon",
        {"n": 1000, "B": 5, "sigma": "0.1", "delta": "0.01"},
        4 * sqrt(10 * ln(200)) / 100,
    ),
    ("adaptive-queries/thm-2.1", "probability", {"k": "3.5", "q": "0.01"}, sqrt(128) / 100),
    (
        "adaptive-queries/thm-2.1.approximate",
        "probability",
        {"k": "3.5", "q": "0.01", "beta": "0.001"},
        sqrt(128) / 100 + m_("0.001"),
    ),
    ("adaptive-queries/cor-2.1.1", "probability", {"n": 250, "tau": "0.1"}, exp(m_("-2.5"))),
    (
        "adaptive-queries/cor-2.1.1.sharpened",
        "beta",
        {"n": 250, "tau": "0.1", "k": 3, "beta": "0.001"},
        16 * exp(-5) + m_("0.001"),
    ),
    ("adaptive-queries/lem-2.2", "k", {"n": 30, "epsilon": "0.1"}, 3 / ln(2)),
    (
        "adaptive-queries/thm-2.3",
        "probability",
        {"n": 10, "epsilon": "0.1", "beta": "0.04"},
        mp.mpf(15),
    ),
    (
        "adaptive-queries/thm-2.3.corrected",
        "probability",
        {"n": 10, "epsilon": "0.1", "beta": "0.0004"},
        m_("0.06"),
    ),
    (
        "adaptive-queries/thm-2.3.sharpened",
        "probability",
        {"n": 50, "epsilon": "0.2", "beta": "0.01"},
        exp(-((sqrt(2 * ln(10)) - m_("0.5")) ** 2)),
    ),
    (
        "adaptive-queries/cor-2.3.1",
        "beta",
        {"n": 300, "epsilon": "0.1", "tau": "0.1"},
        6 * exp(-3),
    ),
    (
        "adaptive-queries/cor-2.3.1.sharpened",
        "beta",
        {"n": 300, "epsilon": "0.05", "tau": "0.1"},
        2 * exp(-600 * m_("0.0875") ** 2),
    ),
    ("max-information/thm-1.4.1", "k", {"n": 30, "epsilon": "0.1"}, 3 / ln(2)),
    (
        "max-information/thm-1.4.2.sharpened",
        "k",
        {"n": 200, "epsilon": "0.1", "beta": "0.01"},
        (m_("0.25") + sqrt(ln(100))) / ln(2),
    ),
    (
        "max-information/thm-1.4.2",
        "k",
        {"n": 200, "epsilon": "0.1", "beta": "0.02"},
        (1 + sqrt(ln(100))) / ln(2),
    ),
    (
        "max-information/claim-3.4",
        "probability",
        {"epsilon": "0.02", "delta": "1e-15", "delta_hat": "1e-7"},
        2 * DELTA / HAT + 2 * DELTA * exp(EPSILON) / mp.expm1(EPSILON),
    ),
    (
        "max-information/claim-3.4.sharpened",
        "probability",
        {"epsilon": "0.02", "delta": "1e-15", "delta_hat": "1e-7"},
        m_("2e-8"),
    ),
    (
        "max-information/claim-3.5",
        "epsilon",
        {"epsilon": "0.1", "delta_hat": "0.005"},
        ln(mp.mpf(2) ** m_("0.6")),
    ),
    (
        "max-information/claim-3.5",
        "delta",
        {"epsilon": "0.1", "delta_hat": "0.005"},
        m_("0.01") / (1 - exp(m_("-0.3"))),
    ),
    (
        "max-information/claim-3.5.corrected",
        "epsilon",
        {"epsilon": "0.1", "delta_hat": "0.005"},
        m_("0.6"),
    ),
    (
        "max-information/claim-3.6",
        "probability",
        {"epsilon": "0.02", "delta": "1e-15", "delta_hat": "1e-7"},
        slack_of_privacy(1, EPSILON, DELTA, T, HAT) - exp(-T * T / 2),
    ),
    (
        "max-information/lem-3.7",
        "mean",
        {"epsilon": "0.4", "delta_hat": "0.02"},
        nu(m_("0.4"), m_("0.02")),
    ),
    (
        "max-information/lem-3.8",
        "mean",
        {"epsilon": "0.4", "delta_hat": "0.02"},
        nu(m_("0.4"), m_("0.02")),
    ),
    ("max-information/thm-3.1", "k", PRIVACY, BITS),
    ("max-information/thm-3.1", "beta", PRIVACY, SLACK),
    (
        "max-information/thm-3.1.paper",
        "k",
        {"n": N, "epsilon": "0.02", "delta": "1e-15"},
        N * nu(EPSILON, SET_HAT) + 6 * sqrt(2) * EPSILON**2 * N,
    ),
    (
        "max-information/thm-3.1.paper",
        "beta",
        {"n": N, "epsilon": "0.02", "delta": "1e-15"},
        slack_of_privacy(N, EPSILON, DELTA, SET_T, SET_HAT),
    ),
    (
        "max-information/thm-3.1.sharpened",
        "k",
        PRIVACY,
        (N * SHARP_NU + 2 * T * EPSILON * sqrt(N)) / ln(2),
    ),
    (
        "max-information/thm-3.1.sharpened",
        "beta",
        PRIVACY,
        exp(-T * T / 2) + N * (2 * DELTA / HAT + SECOND),
    ),
    (
        "max-information/thm-3.1.truncated",
        "k",
        {"n": N, "epsilon": "0.02", "delta": "1e-15", "t": 3},
        (N * EPSILON * mp.tanh(EPSILON / 2) + 3 * EPSILON * sqrt(N)) / ln(2),
    ),
    (
        "max-information/thm-3.1.truncated",
        "beta",
        {"n": N, "epsilon": "0.02", "delta": "1e-15", "t": 3},
        exp(m_("-4.5")) + N * (DELTA + DELTA / exp(EPSILON)),
    ),
    (
        "adaptive-queries/thm-2.4.sharpened",
        "beta",
        {"n": 800, "epsilon": "0.1", "delta": "1e-6", "tau": "0.1"},
        2 * exp(-4) + m_("8e-4") * (1 + exp(m_("-0.1"))),
    ),
    (
        "max-information/thm-D.1.sharpened",
        "beta",
        {"n": 800, "epsilon": "0.1", "delta": "1e-6", "Delta": "2", "C": 1},
        2 * exp(-4) + m_("8e-4") * (1 + exp(m_("-0.1"))),
    ),
    (
        "max-information/thm-D.1.sharpened",
        "tau",
        {"n": 800, "epsilon": "0.1", "delta": "1e-6", "Delta": "2", "C": "1.5"},
        m_("240"),
    ),
    (
        "max-information/thm-1.3.approximate-privacy",
        "alpha",
        {"n": 200, "epsilon": "0.1", "delta": "1e-9", "gamma": "0.001"},
        exp(-((sqrt(ln(1000)) - 1) ** 2)) + m_("2e-7") * (1 + exp(m_("-0.1"))),
    ),
    (
        "adaptive-queries/lem-3.2.2.sharpened",
        "epsilon",
        {"n": 1000, "B": 8, "sigma": "0.02", "delta": "1e-6"},
        m_("0.8") * mp.tanh(m_("0.025")) + m_("0.1") * sqrt(8 * ln(10**6)),
    ),
    (
        "max-information/lem-A.7",
        "probability",
        {"epsilon": 2, "delta": "0.01", "delta_hat": "0.1"},
        m_("0.2") + m_("0.02") / (1 - exp(-2)),
    ),
    (
        "max-information/lem-A.7.corrected",
        "probability",
        {"epsilon": 2, "delta": "0.01", "delta_hat": "0.1"},
        (1 + exp(4)) / 10 + m_("0.02") / (1 - exp(-2)),
    ),
    ("max-information/lem-A.6.1", "epsilon", {"k": "2.5", "beta": 0}, ln(32) / 2),
    ("max-information/lem-A.6.1.corrected", "k", {"epsilon": "2", "delta": "0.1"}, 2 / ln(2)),
    ("max-information/lem-A.6.2", "epsilon", {"epsilon": "0.7", "delta": "0.1"}, m_("1.4")),
    (
        "max-information/lem-A.6.2",
        "delta",
        {"epsilon": "0.7", "delta": "0.1"},
        -m_("0.2") / mp.expm1(m_("-0.7")),
    ),
    (
        "max-information/lem-A.6.2.sharpened",
        "delta",
        {"epsilon": "0.7", "delta": "0.1", "b": "1.4"},
        -m_("0.1") * (1 + exp(m_("-1.4"))) / mp.expm1(m_("-0.7")),
    ),
    ("max-information/lem-1.5.1", "beta", {"k": 20, "m": "1.46"}, m_("0.1")),
    (
        "max-information/lem-1.5.2",
        "m",
        {"k": 2, "beta": "0.1", "values": 1000},
        ln(16) + m_("0.2") * log2(5000) / m_("0.75"),
    ),
    (
        "max-information/lem-1.5.2.corrected",
        "m",
        {"k": 2, "beta": "0.1", "values": 1000},
        4 + m_("0.2") * log2(5000) / m_("0.75"),
    ),
    (
        "max-information/cor-1.6",
        "m",
        {"n": N, "epsilon": "0.02", "delta": "1e-15", "record_values": 3},
        7 * (m_("0.16") + BRANCHES * (1 - ln(BRANCHES) + N * log2(3))),
    ),
    (
        "max-information/cor-1.6.sharpened",
        "m",
        {"n": N, "epsilon": "0.02", "delta": "1e-15", "record_values": 3},
        N
        * (
            EPSILON * mp.tanh(m_("0.01"))
            + DELTA * (1 - EPSILON + EPSILON / mp.sinh(EPSILON) + ln(3 / DELTA))
        )
        / ln(2),
    ),
    ("max-information/cor-1.6.pure", "m", {"n": 200, "epsilon": "0.2"}, m_("1")),
    (
        "max-information/cor-1.6.corrected",
        "m",
        {**PRIVACY, "record_values": 3},
        2 * BITS + DATASET_BITS,
    ),
    (
        "max-information/thm-A.3",
        "k",
        {"k_1": 1, "k_2": "2.5", "beta_1": "0.1", "beta_2": "0.2"},
        m_("3.5"),
    ),
    (
        "max-information/thm-A.3",
        "beta",
        {"k_1": 1, "k_2": "2.5", "beta_1": "0.1", "beta_2": "0.2"},
        m_("0.3"),
    ),
    ("max-information/thm-A.1", "epsilon", {"sigma": "2.5"}, m_("0.4")),
    (
        "max-information/thm-D.1",
        "tau",
        {"n": 10**6, "epsilon": "0.1", "delta": "1e-16", "Delta": "1e-6"},
        m_("0.8"),
    ),
    (
        "max-information/thm-D.1",
        "beta",
        {"n": 10**6, "epsilon": "0.1", "delta": "1e-16", "Delta": "1e-6"},
        sqrt(m_("1e-3")),
    ),
    (
        "max-information/thm-D.1.tail",
        "deviation",
        {"n": 100, "epsilon": "0.1", "Delta": "0.01", "C": 3, "k": 2, "beta": "0.01"},
        m_("0.3"),
    ),
    (
        "max-information/thm-D.1.tail",
        "probability",
        {"n": 100, "epsilon": "0.1", "Delta": "0.01", "C": 3, "k": 2, "beta": "0.01"},
        4 * exp(-18) + m_("0.01"),
    ),
    (
        "max-information/thm-D.1.tail.corrected",
        "probability",
        {"n": 100, "epsilon": "0.1", "Delta": "0.01", "C": 3, "k": 2, "beta": "0.01"},
        8 * exp(-18) + m_("0.01"),
    ),
    (
        "max-information/thm-1.3",
        "gamma",
        {"alpha": "0.05", "k": 4, "beta": "0.01"},
        m_("0.0025"),
    ),
    ("max-information/thm-1.3", "gamma", {"alpha": "0.05", "k": 4, "beta": "0.1"}, mp.mpf(0)),
    (
        "max-information/thm-1.3.corrected",
        "gamma",
        {"alpha": "0.05", "k": "4.5", "beta": "0.01"},
        m_("0.04") / sqrt(512),
    ),
    (
        "max-information/thm-C.1.corrected",
        "gamma",
        {"alpha": "0.05", "k": "0.5", "beta": "0.01"},
        m_("0.04") / sqrt(2),
    ),
    (
        "max-information/thm-1.3.pure-privacy",
        "gamma",
        {"n": 200, "epsilon": "0.1", "alpha": "0.05", "beta": "0.01"},
        m_("0.04") / exp(1 + sqrt(ln(200))),
    ),
    (
        "max-information/thm-1.3.pure-privacy.sharpened",
        "alpha",
        {"n": 200, "epsilon": "0.1", "gamma": "0.001"},
        exp(-((sqrt(ln(1000)) - m_("0.5")) ** 2)),
    ),
    ("max-information/thm-C.1", "gamma", {"alpha": "0.05", "k": 3, "beta": 0}, m_("0.00625")),
    (
        "max-information/cor-C.2",
        "gamma",
        {"alpha": "0.05", "m": "1.7"},
        exp(-40 * PLUS * ln(2)) / 40,
    ),
    (
        "max-information/cor-C.2.sharpened",
        "gamma",
        {"alpha": "0.05", "m": "1.7"},
        (m_("0.05") - BEST) * exp(-PLUS * ln(2) / BEST),
    ),
    (
        "max-information/thm-C.3",
        "alpha",
        {"gamma": "0.001", "m": "0.5"},
        m_("0.001") + sqrt(1 / (2 * ln(500))),
    ),
    (
        "max-information/thm-C.3.corrected",
        "alpha",
        {"gamma": "0.001", "m": "0.5"},
        m_("0.001") + sqrt(1 / (2 * log2(500))),
    ),
    ("max-information/thm-C.3.gamma", "gamma", {"alpha": "0.1", "m": "0.05"}, exp(-5) / 2),
    (
        "max-information/thm-C.3.gamma.corrected",
        "gamma",
        {"alpha": "0.1", "m": "0.05"},
        m_("2") ** -21,
    ),
    ("max-information/lem-B.1", "sensitivity", {"n": 100}, m_("0.037")),
    ("max-information/lem-B.1.corrected", "sensitivity", {"n": 100}, m_("0.037")),
    (
        "max-information/lem-B.1.sharpened",
        "sensitivity",
        {"n": 300},
        1 / m_("30"),
    ),
    ("max-information/thm-4.5", "rank", {"n": 1024, "t": 7}, mp.mpf(814)),
    (
        "max-information/thm-4.1.1",
        "k",
        {**CODE, "beta": "0.125"},
        3 * DISTANCE * log2(10**6) + 3,
    ),
    ("max-information/thm-4.1.1.length", "k", {"bits": 20, "beta": "0.125"}, mp.mpf(23)),
    ("max-information/thm-4.1.2", "beta", CODE, m_("0.002")),
    ("max-information/thm-4.1.3", "beta", CODE, m_("0.001")),
    ("max-information/thm-4.1.3.information", "k", {**CODE, "beta": "0.1"}, mp.mpf(999_999)),
    (
        "max-information/cor-4.2",
        "k",
        {**CODE, "beta_1": "0.25", "beta_2": "0.1"},
        999_997 - 3 * DISTANCE * log2(10**6),
    ),
]


@pytest.mark.parametrize(
    ("theorem_id", "field", "values", "expected"), TABLE, ids=[f"{r[0]}:{r[1]}" for r in TABLE]
)
def test_conclusions_agree_with_formulas_written_anew(theorem_id, field, values, expected):
    theorem = THEOREMS[theorem_id]
    found = evaluate(theorem.conclusion.expression(field), filled(theorem, values))
    assert mp.almosteq(found, expected, rel_eps=mp.mpf(10) ** -30, abs_eps=mp.mpf(10) ** -40)


def n_0(B, sigma, tau, beta):
    return max(2 * B / (sigma * tau), ln(6 / beta) / tau**2)


def n_1(B, sigma, tau, beta):
    printed = 32 * sqrt(2 * B * ln(8 / beta)) / (tau * sqrt(tau) * sigma)
    return printed + 16 * sqrt(B * ln(2)) / (tau * sigma)


def n_1_sharpened(B, sigma, tau, beta):
    """What the sharp privacy needs for 20 tau/29, and what the transfer theorem asks for."""
    epsilon = 20 * tau / 29
    slack = -ln(epsilon * beta / 4)
    part = (sqrt(epsilon + slack) - sqrt(slack)) / sqrt(B)  # B part^2 + 2 part sqrt(B slack)
    return max(1 / (sigma * part), 12 / epsilon**2, -8 * ln(beta) / epsilon**2)


# theorem, values without n, least real n
SIZES = [
    (
        "adaptive-queries/n0",
        {"B": 4, "sigma": "0.001", "tau": "0.2", "beta": "0.01"},
        n_0(4, m_("0.001"), m_("0.2"), m_("0.01")),
    ),
    (
        "adaptive-queries/n1",
        {"B": 4, "sigma": "0.001", "tau": "0.2", "beta": "0.01"},
        n_1(4, m_("0.001"), m_("0.2"), m_("0.01")),
    ),
    (
        "adaptive-queries/n1.corrected",
        {"B": 4, "sigma": "50", "tau": "0.2", "beta": "0.01"},
        1200 * ln(800),
    ),
    (
        "adaptive-queries/n1.sharpened",
        {"B": 4, "sigma": "0.001", "tau": "0.2", "beta": "0.01"},
        n_1_sharpened(4, m_("0.001"), m_("0.2"), m_("0.01")),
    ),
    (
        "adaptive-queries/thm-3.3",
        {"B": 10, "m": 1000, "tau": "0.1", "beta": "0.05"},
        20 * 96 * ln(80000) * 80 * 10,
    ),
    (
        "adaptive-queries/thm-3.3",
        {"B": 10**7, "m": 10**7, "tau": "0.2", "beta": "0.05"},
        n_1(10**7, m_("0.2") / 96 / ln(8 * 10**8), m_("0.025"), m_("2.5e-9")),
    ),
    (
        "adaptive-queries/thm-3.3.sharpened",
        {"B": 10, "m": 1000, "tau": "0.1", "beta": "0.05"},
        800 * (sqrt(ln(80000)) + sqrt((1 + 240) * ln(80000))) ** 2,
    ),
    (
        "adaptive-queries/thm-2.4",
        {"epsilon": "0.025", "delta": "1e-90", "tau": "0.1", "beta": "0.05"},
        4800 * ln(160),
    ),
    (
        "adaptive-queries/lem-3.2.2.corrected",
        {"B": 200, "sigma": "0.01", "delta": "0.01"},
        1000 / sqrt(ln(200)),
    ),
]


@pytest.mark.parametrize(("theorem_id", "values", "least"), SIZES)
def test_the_least_sample_size_is_the_one_written_anew(theorem_id, values, least):
    theorem = THEOREMS[theorem_id]
    n = int(mp.ceil(least))
    assert accepts(theorem, {**values, "n": n})
    assert not accepts(theorem, {**values, "n": n - 1})


def test_thresholdout_needs_17341106_records_for_the_first_question():
    values = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}
    theorem = THEOREMS["adaptive-queries/thm-3.3"]
    assert accepts(theorem, {**values, "n": 17341106})
    assert not accepts(theorem, {**values, "n": 17341105})
    found = filled(theorem, {**values, "n": 1})
    assert mp.almosteq(found["T"], m_("0.075"))
    assert mp.ceil(found["n_1"]) == 3987907436


def test_every_record_of_these_topics_is_loaded_once():
    loaded = [theorem.id for theorem in load_theorems()]
    assert len(loaded) == len(set(loaded))
    assert set(THEOREMS) <= set(loaded)


def test_every_record_with_a_formula_is_compared():
    compared = {row[0] for row in (*TABLE, *SIZES)}
    for theorem in THEOREMS.values():
        assert theorem.id in compared or not theorem.targets


def test_corrections_stand_beside_what_they_correct():
    for theorem in THEOREMS.values():
        if theorem.superseded_by is not None:
            assert THEOREMS[theorem.superseded_by].status is Status.CORRECTED
            assert theorem.remarks
        if theorem.is_doubtful:
            assert theorem.superseded_by is not None


def test_a_bound_for_uniform_inputs_claims_no_more():
    assert THEOREMS["max-information/thm-4.1.2"].conclusion.over is Inputs.UNIFORM
