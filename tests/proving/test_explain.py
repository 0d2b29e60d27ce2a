"""The words for a proof: they name the terms, ranges and ends that the certificate has."""

import re
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.checker.registry import ALL_RULES
from boundcalc.proving.explain import _rounded_down, explain_proof
from boundcalc.proving.prove import prove_goal
from boundcalc.relation_prover import read_goal
from tests.proving.test_suite import ENTRIES, QUICK


def words(relation: str, where: str) -> str:
    verdict = boundcalc.prove(relation, where=where)
    assert verdict.is_proved
    return verdict.method


def test_a_monotone_difference_is_looked_at_where_it_is_least():
    text = words(r"e^{2x} \le 1+2x+4x^2", "x in [0, 1/2]")

    assert text.startswith("Consider the right side minus the left.")
    assert "increasing in x on [0, 0.5]" in text
    assert "suffices to look at x = 0. It is 0." in text
    assert "positive 1" not in text


def test_a_concave_difference_is_looked_at_at_both_ends():
    text = words(r"6\varepsilon - 2(e^{2\varepsilon}-1) \ge \varepsilon", r"\varepsilon in [0,1/8]")

    assert "concave in epsilon on [0, 0.125]" in text
    assert "At epsilon = 0, it is 0." in text
    assert "At epsilon = 1 / 8, it is at least 0.0569" in text


def test_a_bound_that_is_assumed_is_named():
    goal = read_goal(r"x^2 \le y^2", where="x, y nonnegative", assume=r"x \le y")
    step = {
        "rule": "monotone",
        "variable": "x",
        "end": 0,
        "children": ["auto", {"rule": "identity"}],
    }
    proof = {"version": 1, "kind": "proof", **goal.to_json(), "witness": {"x": "0", "y": "0"}}
    text = explain_proof({**proof, "proof": step})

    assert check_certificate({**proof, "proof": step}).kind == "proof"
    assert "decreasing in x" in text
    assert "x = y, which an assumption makes its bound" in text


def test_cases_are_told_apart():
    text = words(r"|x + y| \le |x| + |y|", "x, y real")

    assert "Tell the cases of abs(x) apart. Where x >= 0," in text
    assert text.count(".") < 40


def test_a_maximum_of_equal_operands_has_one_case():
    text = words(r"e^{\max(x, x)} \ge 1 + \max(x, x)", "x > 0")

    assert text == (
        "Consider the left side minus the right. Tell the cases of max(x, x) apart. It is "
        "increasing in x on (0, oo) (the sign of the slope is shown by an enclosure), so it "
        "suffices to look at x = 0. It is 0. Steps: 1 cases, 2 enclose, 1 monotone."
    )


def test_an_identity_is_called_one():
    text = words(r"(x+1)^2 = x^2 + 2x + 1", "x real")

    assert text == (
        "Consider the difference of the sides. It vanishes identically, by its normal form. "
        "Steps: 1 identity."
    )


@pytest.mark.few(5, without="norms")
@pytest.mark.parametrize("name", QUICK[::4])
def test_every_proof_of_the_suite_has_words_and_a_count_of_its_steps(name):
    entry = ENTRIES[name]
    goal = read_goal(entry["relation"], where=entry["where"], assume=entry.get("assume", ()))
    verdict = prove_goal(goal, work=150)
    if not verdict.is_proved:
        return
    text = explain_proof(verdict.certificate)
    counts = re.findall(r"(\d+) (\w+)(?:, |\.$)", text.rpartition("Steps: ")[2])

    assert text == verdict.method
    assert len(text) < 4000
    assert sum(int(count) for count, _ in counts) == verdict.steps
    assert {rule for _, rule in counts} <= set(ALL_RULES)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/3", "0.333"),
        ("2/3", "0.666"),
        ("1234567", "1230000"),
        ("99999999", "9.99e7"),
        ("1/1000000", "1.00e-6"),
        ("1", "1"),
    ],
)
def test_numbers_are_rounded_down(value, text):
    assert _rounded_down(Fraction(value)) == text
