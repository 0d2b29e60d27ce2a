"""Jensen, Cauchy and Schwarz, and conditional expectations on the events of their conditions."""

import pytest

from boundcalc.judgements import VerdictKind
from tests.probability.rows import findings, is_proved

UNIT, SQUARES = "random X, Y in [0, 1]", "random X, Y real, square integrable"
TRUE = (
    r"\mathbb{E}[X Y]^2 \le \mathbb{E}[X^2] \mathbb{E}[Y^2]",
    r"\mathbb{E}[X Y] \le \sqrt{\mathbb{E}[X^2] \mathbb{E}[Y^2]}",
    r"|\mathbb{E}[X Y]| \le \sqrt{\mathbb{E}[X^2]} \sqrt{\mathbb{E}[Y^2]}",
    r"\mathbb{E}[|X Y|] \le \sqrt{\mathbb{E}[X^2] \mathbb{E}[Y^2]}",
    r"\mathbb{E}[X] \le \sqrt{\mathbb{E}[X^2]}",
    r"\mathbb{E}[|X|]^2 \le \mathbb{E}[X^2]",
    r"\mathbb{E}[|X - \mathbb{E}[X]|] \le \sqrt{\mathrm{Var}(X)}",
)
FALSE = (
    r"\mathbb{E}[X Y]^2 \ge \mathbb{E}[X^2] \mathbb{E}[Y^2]",
    r"\mathbb{E}[X Y]^2 \le \mathbb{E}[X^2] \mathbb{E}[Y]^2",
    r"\mathbb{E}[X Y] \le \mathbb{E}[X^2] \mathbb{E}[Y^2]",
    r"2 \mathbb{E}[X Y] \le \sqrt{\mathbb{E}[X^2] \mathbb{E}[Y^2]}",
    r"\mathbb{E}[|X Y|] \le \mathbb{E}[|X|] \mathbb{E}[|Y|]",
    r"\mathbb{E}[|X|] \ge \sqrt{\mathbb{E}[X^2]}",
    r"\mathbb{E}[|X - \mathbb{E}[X]|] \le \mathrm{Var}(X)",
)
CONCAVE = (
    (r"\mathbb{E}[\sqrt{X}] \le \sqrt{\mathbb{E}[X]}", r"\mathbb{E}[\sqrt{X}] \le \mathbb{E}[X]"),
    (
        r"\mathbb{E}[\ln(1 + X)] \le \ln(1 + \mathbb{E}[X])",
        r"\mathbb{E}[\ln(1 + X)] \ge \ln(1 + \mathbb{E}[X])",
    ),
)


@pytest.mark.few(1)
@pytest.mark.parametrize("declared", [UNIT, SQUARES])
@pytest.mark.parametrize("row", TRUE)
def test_squares_are_not_negative_in_the_mean(declared, row):
    assert is_proved(declared, row)


@pytest.mark.few(3)
@pytest.mark.parametrize("declared", [UNIT, SQUARES])
@pytest.mark.parametrize("row", FALSE)
def test_their_false_neighbours_fail_for_a_finite_law(declared, row):
    (found,) = findings(declared, row)
    assert found.kind is VerdictKind.REFUTED


@pytest.mark.few(2)
@pytest.mark.parametrize("declared", [UNIT, "random X, Y nonnegative, square integrable"])
@pytest.mark.parametrize(("row", "neighbour"), CONCAVE)
def test_a_concave_function_of_a_mean_is_above(declared, row, neighbour):
    assert is_proved(declared, row)
    assert not is_proved(declared, neighbour)


@pytest.mark.parametrize("values", ["in [0, 1]", "nonnegative, integrable"])
def test_a_logarithm_of_what_may_be_near_zero_has_no_mean(values):
    (found,) = findings(f"random X {values}", r"\mathbb{E}[\ln(X)] \le \ln(\mathbb{E}[X])")
    assert found.kind is VerdictKind.UNKNOWN


POSSIBLE = r"declare t positive" + "\n" + UNIT + "\n" + r"assume \Pr[X \ge t] > 0"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("row", "neighbour"),
    [
        (r"\mathbb{E}[X \mid X \ge t] \ge t", r"\mathbb{E}[X \mid X \ge t] \le t"),
        (r"\mathbb{E}[X \mid X \ge t] \ge t", r"\mathbb{E}[Y \mid X \ge t] \ge t"),
        (
            r"\mathbb{E}[X \mid X \ge t] \Pr[X \ge t] + \mathbb{E}[X \mathbb{1}[X < t]]"
            r" = \mathbb{E}[X]",
            r"\mathbb{E}[X \mid X \ge t] \Pr[X \ge t] + \mathbb{E}[X \mathbb{1}[X \le t]]"
            r" = \mathbb{E}[X]",
        ),
    ],
)
def test_given_an_event_what_holds_on_it_holds_in_the_mean(row, neighbour):
    assert is_proved(POSSIBLE, row)
    assert not is_proved(POSSIBLE, neighbour)


def test_of_a_condition_that_may_be_impossible_that_is_said():
    declared = "declare t positive\n" + UNIT
    (found,) = findings(declared, r"\mathbb{E}[X \mid X \ge t] \ge t")
    assert found.kind is VerdictKind.UNKNOWN
    assert r"assume \Pr[X \ge t] > 0" in found.reason
