"""The sides at a counterexample are shown to as many digits as a reader needs."""

import pytest

import boundcalc


@pytest.mark.parametrize(
    ("relation", "where", "left", "right"),
    [
        (r"|x - 1/7| \ge 10^{-12}", "x in [1/7, 1/7]", "0", "1.00000000000000e-12"),
        (r"(x - \frac{1}{3})^2 > 0", "x in [1/3, 1/3]", "0", "0"),
        (
            r"\min(x, 1 - x) \ge 0",
            "x in [1.000000000001, 1.000000000001]",
            "-1.00000000000000e-12",
            "0",
        ),
        (r"x^2 - x = -1", "x in [1, 1]", "0", "-1.00000000000000"),
        (r"x > 1/3", "x in [1/3, 1/3]", "0.333333333333333", "0.333333333333333"),
        (
            r"x - x^2 \le 1/4 - 10^{-20}",
            "x in [1/2, 1/2]",
            "0.250000000000000000000000000000",
            "0.249999999999999999990000000000",
        ),
        (
            r"\ln 2 + \ln 3 - \ln 6 \ge x",
            "x in [1, 1]",
            "≈ 0",
            "1.00000000000000",
        ),
        (r"\ln x \ge x", "x in [0, 0]", "undefined", "0"),
    ],
)
def test_the_sides_at_a_counterexample(relation: str, where: str, left: str, right: str) -> None:
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.kind.value == "REFUTED"
    assert (verdict.left, verdict.right) == (left, right)
