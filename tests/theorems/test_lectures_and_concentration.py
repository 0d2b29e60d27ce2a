"""The lectures, the talk on concentration and the baselines against formulas written anew."""

from fractions import Fraction

import pytest

from boundcalc.language import Status
from boundcalc_theorems import load_theorems, theorems_of
from boundcalc_theorems.adaptive_queries import baselines
from boundcalc_theorems.generalization import transfer
from boundcalc_theorems.privacy import exponential_mechanism, noise
from boundcalc_theorems.statistics import concentration
from tests.mp_evaluate import evaluate, mp
from tests.theorems.values import accepts, m_

TOPICS = (noise, exponential_mechanism, transfer, concentration, baselines)
THEOREMS = {theorem.id: theorem for topic in TOPICS for theorem in theorems_of(topic)}

exp, ln, sqrt, erf, pi, e = mp.exp, mp.ln, mp.sqrt, mp.erf, mp.pi, mp.e
Q = Fraction


PRIVATE = {"epsilon": "0.1", "delta": "1e-5"}
GAUSSIAN = {"epsilon": "0.1", "mu": "0.03"}
EXCHANGED = mp.ncdf(m_("0.015") - m_("0.1") / m_("0.03")) - exp(m_("0.1")) * mp.ncdf(
    -m_("0.015") - m_("0.1") / m_("0.03")
)

W_59 = mp.lambertw(59 / e).real  # of 60 candidates

# theorem, field of the conclusion, values, expected value
TABLE = [
    ("lecture-12/claim-0.2", "epsilon", {"n": 10, "sigma": "0.05"}, 1 / sqrt(pi)),
    (
        "lecture-12/claim-0.2.corrected",
        "epsilon",
        {"n": 10, "sigma": "0.05"},
        2 / sqrt(2 * pi),
    ),
    ("lecture-12/claim-0.2.sharpened", "epsilon", {"n": 10, "sigma": "0.05"}, erf(sqrt(m_("0.5")))),
    ("lecture-12/claim-0.5", "epsilon", {"n": 250, "sigma": "0.02"}, m_("0.2")),
    ("lecture-12/claim-0.6", "epsilon", {"epsilon": "0.3"}, mp.expm1(m_("0.3")) / 2),
    (
        "lecture-12/claim-0.6.sharpened",
        "epsilon",
        {"epsilon": "0.3", "delta": 0},
        mp.tanh(m_("0.15")),
    ),
    ("concentration/def-3.4", "epsilon", {"score_weight": "0.25", "Delta": 3}, m_("1.5")),
    (
        "lecture-18/thm-0.1",
        "gap",
        {"outcomes": 1000, "Delta": "0.01", "epsilon": "0.1", "beta": "0.05"},
        m_("0.2") * ln(20000),
    ),
    (
        "lecture-18/thm-0.1",
        "beta",
        {"outcomes": 1000, "Delta": "0.01", "epsilon": "0.1", "beta": "0.05"},
        m_("0.05"),
    ),
    (
        "lecture-18/thm-0.1.sharpened",
        "gap",
        {"outcomes": 1000, "Delta": "0.01", "epsilon": "0.1", "beta": "0.05"},
        m_("0.2") * ln(999 * 19),
    ),
    ("concentration/accuracy", "gap", {"outcomes": 50, "epsilon": "0.5"}, 4 * ln(50)),
    (
        "concentration/accuracy.corrected",
        "gap",
        {"outcomes": 50, "epsilon": "0.5", "Delta": "0.1"},
        ln(50) * 2 / 5,
    ),
    (
        "concentration/accuracy.sharpened",
        "gap",
        {"outcomes": 50, "epsilon": "0.5", "Delta": "0.1"},
        mp.lambertw(49 / e).real * 2 / 5,
    ),
    ("lecture-18/thm-0.2", "tau", {"n": 2000, **PRIVATE}, m_("0.6")),
    ("lecture-18/thm-0.2", "beta", {"n": 2000, **PRIVATE}, exp(-m_("2.5"))),
    ("lecture-18/thm-0.2", "beta", {"n": 10000, **PRIVATE}, m_("0.0004")),
    ("lecture-18/thm-0.2.sharpened", "tau", {"n": 2000, **PRIVATE}, m_("0.145")),
    ("lecture-18/thm-0.2.sharpened", "beta", {"n": 2000, **PRIVATE}, exp(-m_("2.5"))),
    (
        "lecture-18/thm-0.2.free",
        "tau",
        {"n": 2000, **PRIVATE, "epsilon_prime": "0.05", "datasets": 30, "beta": "0.1"},
        (W_59 / 50 + (mp.expm1(m_("0.075")) + m_("6e-4")) / (exp(m_("0.075")) + 1))
        / (1 - m_("0.9") ** 30),
    ),
    (
        "lecture-18/thm-0.2.free",
        "beta",
        {"n": 2000, **PRIVATE, "epsilon_prime": "0.05", "datasets": 30, "beta": "0.1"},
        m_("0.1"),
    ),
    (
        "lecture-18/thm-0.2.gaussian",
        "tau",
        {"n": 2000, **GAUSSIAN, "epsilon_prime": "0.05", "datasets": 30, "beta": "0.1"},
        (W_59 / 50 + (mp.expm1(m_("0.075")) + 60 * EXCHANGED) / (exp(m_("0.075")) + 1))
        / (1 - m_("0.9") ** 30),
    ),
    (
        "lecture-18/thm-0.2.gaussian",
        "beta",
        {"n": 2000, **GAUSSIAN, "epsilon_prime": "0.05", "datasets": 30, "beta": "0.1"},
        m_("0.1"),
    ),
    ("max-information/thm-B.2", "tau", {"n": 2000, **PRIVATE, "Delta": "0.0005"}, m_("1.8")),
    ("max-information/thm-B.2", "beta", {"n": 2000, **PRIVATE, "Delta": "0.0005"}, m_("1e-4")),
    (
        "max-information/thm-B.2.sharpened",
        "tau",
        {"n": 2000, **PRIVATE, "Delta": "0.0005"},
        m_("0.41"),
    ),
    (
        "max-information/thm-B.2.sharpened",
        "beta",
        {"n": 2000, **PRIVATE, "Delta": "0.0005"},
        m_("1e-4"),
    ),
    ("lecture-18/plan-1", "epsilon", {**PRIVATE, "epsilon_prime": "0.05"}, m_("0.15")),
    ("lecture-18/plan-1", "delta", {**PRIVATE, "epsilon_prime": "0.05"}, m_("1e-5")),
    (
        "lecture-18/claim-0.3",
        "mean",
        {"tau": "0.3", "overfit_chance": "0.2", "datasets": 5},
        m_("0.3") * (1 - m_("0.32768")),
    ),
    ("lecture-18/lem-0.4", "gap", {**PRIVATE, "datasets": 7}, mp.expm1(m_("0.1")) + m_("7e-5")),
    (
        "lecture-18/lem-0.4.sharpened",
        "gap",
        {**PRIVATE, "datasets": 7},
        mp.tanh(m_("0.025")) + m_("14e-5") / (exp(m_("0.05")) + 1),
    ),
    (
        "lecture-18/lem-0.6",
        "mean",
        {**PRIVATE, "reference_mean": "0.25"},
        exp(m_("0.1")) / 4 + m_("1e-5"),
    ),
    ("concentration/markov", "probability", {"mean": 3, "level": 12}, m_("0.25")),
    ("concentration/hoeffding", "probability", {"n": 200, "deviation": "0.1"}, exp(-4)),
    (
        "concentration/hoeffding.corrected",
        "probability",
        {"n": 200, "deviation": "0.1", "width": 2},
        exp(-1),
    ),
    (
        "concentration/hoeffding.sum",
        "probability",
        {"deviation": 20, "squared_widths": 200},
        exp(-4),
    ),
    (
        "concentration/hoeffding.two-sided",
        "probability",
        {"deviation": 20, "squared_widths": 200},
        2 * exp(-4),
    ),
    ("adaptive-queries/hoeffding", "beta", {"n": 200, "tau": "0.1"}, 2 * exp(-4)),
    (
        "max-information/thm-A.8",
        "deviation",
        {"n": 100, "increment_bound": "0.5", "drift": "-0.01", "t": 3},
        m_(14),
    ),
    (
        "max-information/thm-A.8",
        "probability",
        {"n": 100, "increment_bound": "0.5", "drift": "-0.01", "t": 3},
        exp(-m_("4.5")),
    ),
    (
        "max-information/thm-A.9",
        "probability",
        {"n": 50, "Delta": "0.02", "deviation": "0.2"},
        exp(-4),
    ),
    (
        "concentration/thm-1.1",
        "probability",
        {"n": 300, "tau": "0.1", "tail_constant": "1.5"},
        exp(-m_("4.5")),
    ),
    ("concentration/lem-1.2", "probability", {"copies": 9, "expected_maximum": 4}, ln(2) / 9),
    ("concentration/lem-1.2", "deviation", {"copies": 9, "expected_maximum": 4}, m_(8)),
    (
        "concentration/lem-1.2.corrected",
        "probability",
        {"copies": 9, "expected_maximum": 4},
        ln(2) / 9,
    ),
    ("concentration/lem-1.2.corrected", "deviation", {"copies": 9, "expected_maximum": 4}, m_(8)),
    (
        "concentration/lem-1.2.sharpened",
        "probability",
        {"copies": 9, "expected_maximum": 4},
        1 - mp.root(m_("0.5"), 9),
    ),
    ("concentration/lem-1.2.sharpened", "deviation", {"copies": 9, "expected_maximum": 4}, m_(8)),
    (
        "concentration/lem-2.1",
        "mean",
        {"columns": 20, "column_mean": 7, "eta": "0.5"},
        7 * sqrt(e) + 4 * ln(20),
    ),
    ("concentration/claim-2.4", "mean", {"column_mean": 7, "eta": "0.5"}, 7 * sqrt(e)),
    ("concentration/prop-2.5", "mean", {"n": 100, "copies": 15}, 40 * sqrt(4 * ln(2))),
    ("concentration/prop-2.5.sharpened", "mean", {"n": 100, "copies": 15}, 10 * sqrt(2 * ln(2))),
    (
        "concentration/final.minimum",
        "probability",
        {"n": 6400, "tau": "0.1"},
        ln(2) / (e - 2),
    ),
    (
        "concentration/final.minimum.corrected",
        "probability",
        {"n": 12800, "tau": "0.1"},
        ln(2) / (e**2 - 2),
    ),
    ("concentration/final", "probability", {"n": 12800, "tau": "0.1"}, exp(-1)),
]

# A deviation or accuracy that is a parameter, in the same words.
PARAMETER_FIELDS = {
    "concentration/hoeffding": "deviation",
    "concentration/hoeffding.corrected": "deviation",
    "concentration/hoeffding.sum": "deviation",
    "concentration/hoeffding.two-sided": "deviation",
    "max-information/thm-A.9": "deviation",
    "adaptive-queries/hoeffding": "tau",
}


def field(identifier: str, name: str, **values: object) -> mp.mpf:
    theorem = THEOREMS[identifier]
    return evaluate(theorem.expand(theorem.conclusion.expression(name)), values)


@pytest.mark.parametrize(
    ("identifier", "name", "values", "expected"),
    TABLE,
    ids=[f"{row[0]}-{row[1]}-{index}" for index, row in enumerate(TABLE)],
)
def test_field_equals_the_formula_written_anew(identifier, name, values, expected):
    assert {symbol.name for symbol in THEOREMS[identifier].parameters} == set(values)
    for symbol in THEOREMS[identifier].parameters:
        assert Fraction(values[symbol.name]) in symbol.domain
    assert mp.almosteq(field(identifier, name, **values), expected, rel_eps=m_("1e-45"))


def test_every_formula_of_a_conclusion_has_a_row():
    rows = {(identifier, name) for identifier, name, _, _ in TABLE}
    formulas = {
        (theorem.id, quantity.name)
        for theorem in THEOREMS.values()
        for quantity in theorem.conclusion.quantities()
        if not theorem._is_parameter(theorem.conclusion.expression(quantity.name))
        and theorem.conclusion.expression(quantity.name).names()
    }
    assert formulas <= rows
    for identifier, name in PARAMETER_FIELDS.items():
        assert THEOREMS[identifier].conclusion.expression(name).names() == {name}


def test_baselines_ask_for_the_records_of_a_union_bound():
    values = {"m": 1000, "tau": "0.1", "beta": "0.05", "n": 1}
    for identifier, expected in (
        ("baselines/splitting", 1000 * mp.ceil(50 * ln(40000))),
        ("baselines/non-adaptive", 50 * ln(40000)),
    ):
        (hypothesis,) = THEOREMS[identifier].hypotheses
        assert str(hypothesis.left) == "n"
        assert mp.almosteq(evaluate(hypothesis.right, values), expected, rel_eps=m_("1e-45"))


def test_records_are_loaded_once_and_supersede_each_other():
    loaded = {theorem.id: theorem for theorem in load_theorems()}
    assert len(loaded) == len(load_theorems())
    assert loaded.items() >= THEOREMS.items()
    for theorem in THEOREMS.values():
        if theorem.superseded_by:
            assert loaded[theorem.superseded_by].status is Status.CORRECTED
        if theorem.is_doubtful:
            assert theorem.superseded_by


# --- hypotheses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "inside", "outside"),
    [
        ("lecture-18/thm-0.2", {"n": 1200, **PRIVATE}, {"n": 1199, **PRIVATE}),
        (
            "lecture-18/thm-0.2",
            {"n": 1200, "epsilon": Q(1, 8), "delta": Q(1, 128)},
            {"n": 1200, "epsilon": "0.126", "delta": 0},
        ),
        (
            "lecture-18/thm-0.2.sharpened",
            {"n": 1200, "epsilon": "0.2", "delta": 0},
            {"n": 1200, "epsilon": "0.2", "delta": "0.0126"},
        ),
        (
            "max-information/thm-B.2",
            {"n": 1060, "Delta": 1, **PRIVATE},
            {"n": 1059, "Delta": 1, **PRIVATE},
        ),
        (
            "max-information/thm-B.2",
            {"n": 1060, "Delta": 1, "epsilon": "0.333", "delta": "0.08"},
            {"n": 1060, "Delta": 1, "epsilon": Q(1, 3), "delta": "0.08"},
        ),
        (
            "max-information/thm-B.2.sharpened",
            {"n": 1060, "Delta": 1, "epsilon": Q(1, 3), "delta": "0.08"},
            {"n": 1060, "Delta": 1, "epsilon": "0.32", "delta": "0.08"},
        ),
        (
            "concentration/final.minimum.corrected",
            {"n": 4437, "tau": "0.1"},
            {"n": 4436, "tau": "0.1"},
        ),
        (
            "concentration/thm-1.1",
            {"n": 1, "tau": "0.1", "tail_constant": 2},
            {"n": 1, "tau": "0.1", "tail_constant": "2.01"},
        ),
        (
            "lecture-18/thm-0.1.sharpened",
            {"outcomes": 2, "beta": Q(1, 2), "Delta": 1, "epsilon": 1},
            {"outcomes": 1, "beta": Q(1, 2), "Delta": 1, "epsilon": 1},
        ),
    ],
)
def test_hypotheses_end_where_the_source_says(identifier, inside, outside):
    assert accepts(THEOREMS[identifier], inside)
    assert not accepts(THEOREMS[identifier], outside)
