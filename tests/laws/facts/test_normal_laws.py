r"""Chances of normal laws by the distribution function of the standard one, and what is none."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

PHI = r"Let $\Phi$ be the distribution function of $N(0, 1)$."
SCORE = rf"{PHI} Let $X \sim N(78, 36)$ be random, of this variance."
TRUE = [
    (PHI, r"1 - \Phi(-1) = \Phi(1)"),
    (PHI, r"\Phi(t) + \Phi(-t) = 1"),
    (PHI, r"\Phi(0) = \frac{1}{2}"),
    (rf"{PHI} Let $Z \sim \mathcal{{N}}(0, 1)$ be random.", r"P(Z \le t) = \Phi(t)"),
    (rf"{PHI} Let $Z \sim \mathcal{{N}}(0, 1)$ be random.", r"P(Z > t) = \Phi(-t)"),
    (SCORE, r"P(X \ge 72) = 1 - \Phi(-1)"),
    (SCORE, r"P(X > 72) = \Phi(1)"),
]
FALSE = [
    ("We go on.", r"1 - \Phi(-1) = \Phi(1)"),
    (r"Let $\Phi$ be a feature map, and $Z \sim N(0, 1)$.", r"1 - \Phi(-1) = \Phi(1)"),
    (r"Let $\Phi$ be the tail of $N(0, 1)$.", r"P(Z \le t) = \Phi(t)"),
    (PHI, r"\Phi(-1) = \Phi(1)"),
    (PHI, r"\Phi(t) + \Phi(t) = 1"),
    (PHI, r"P(Z \le t) = \Phi(t)"),
    (SCORE, r"P(X \ge 72) = \Phi(-1)"),
    (SCORE, r"P(X \ge 72) = 1 - \Phi(1)"),
    (SCORE, r"P(X \ge 78) = 1 - \Phi(1)"),
    (SCORE, r"P(X \ge 72 \mid Y) = 1 - \Phi(-1)"),
    (rf"{PHI} Let $X \sim N(0, 2)$ be random.", r"P(X \le t) = \Phi(t)"),
    (rf"{PHI} Let $X \sim N(0, 4)$ be random.", r"P(X \le t) = \Phi(t / 4)"),
    (rf"{PHI} Let $X \sim N(0, 4)$ be random.", r"P(X \le t) = \Phi(t / 2)"),
    (
        rf"{PHI} We write $N(\mu, \sigma)$ with the root of the variance. Let $X \sim N(0, 4)$.",
        r"P(X \le t) = \Phi(t / 2)",
    ),
    (rf"{PHI} Let $X \sim U(0, 1)$ be random.", r"P(X \le t) = \Phi(t)"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_chances_of_a_normal_law_are_values_of_one_function(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(5)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_other_chances_are_none(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
