r"""Variances and covariances as expectations: what holds, and what must not be proved."""

import pytest

from boundcalc.reports.rows import row_text
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

SUM = r"\sum_{i=1}^n X_i"
HOLD = {
    "definition": r"\operatorname{Var}(X) = \mathbb{E}[X^2]-\mathbb{E}[X]^2",
    "of what is centred": r"\mathrm{Var}[X] = \mathbb{E}[(X-\mathbb{E}[X])^2]",
    "brackets": r"V[X] = E[X^2] - (E[X])^2",
    "of a sum": r"\mathrm{Var}(X+Y) = \mathrm{Var}(X) + \mathrm{Var}(Y) + 2\mathrm{Cov}(X,Y)",
    "of a mean": rf"\mathrm{{Var}}(\frac1n {SUM}) = \frac1{{n^2}}\mathrm{{Var}}({SUM})",
    "of a shifted one": r"\mathrm{Var}(X+2) = \mathrm{Var}(X)",
    "with itself": r"\mathrm{Cov}(X,X) = \mathrm{Var}(X)",
    "at most": r"\mathrm{Var}(X) \le \mathbb{E}[X^2]",
    "below": r"\mathrm{Var}_{x}(f(x)) = \mathbb{E}_{x}[f(x)^2] - \mathbb{E}_{x}[f(x)]^2",
}
FAIL = {
    "not independent": r"\mathrm{Var}(X+Y) = \mathrm{Var}(X) + \mathrm{Var}(Y)",
    "no square": r"\mathrm{Var}(2X) = 2\mathrm{Var}(X)",
    "conditional": r"\mathrm{Var}(X|Y) = \mathbb{E}[X^2] - \mathbb{E}[X]^2",
    "another law": r"\mathrm{Var}_{x}(f(x)) = \mathbb{E}[f(x)^2] - \mathbb{E}[f(x)]^2",
    "not centred": r"\mathrm{Var}(X) = \mathbb{E}[X^2]",
    "what may be a matrix": r"\mathrm{Var}(AX) = A^2\mathrm{Var}(X)",
    "another function": "V(2X) = 4V(X)",
    "a random factor": r"\mathrm{Var}(XY) = X^2 \mathrm{Var}(Y)",
    "turned": r"\mathrm{Var}(X) \ge \mathbb{E}[X^2]",
}
OTHER_TEXTS = {
    "vectors": ("Of a random vector:", r"\mathrm{Cov}(2X, Y) = 2\mathrm{Cov}(Y, X)"),
    "matrices": ("The covariance matrix.", r"\mathrm{Cov}(X,Y) = \mathrm{Cov}(Y,X)"),
    "values": ("The value function and its variance.", "V[2X] = 4V[X]"),
}


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", HOLD.values(), ids=HOLD.keys())
def test_a_row_is_proved_by_expectations(tmp_path, formula):
    check_proved_by_a_law(
        row_of(tmp_path, "Let $n \\ge 1$ be an integer. On the variance we know:", formula)
    )


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", FAIL.values(), ids=FAIL.keys())
def test_a_false_neighbour_is_not_proved(tmp_path, formula):
    check_unknown(row_of(tmp_path, "On the variance we know:", formula))


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), OTHER_TEXTS.values(), ids=OTHER_TEXTS.keys())
def test_another_text_may_mean_another_function(tmp_path, text, formula):
    check_unknown(row_of(tmp_path, text, formula))


def test_a_sum_that_holds_of_independent_summands_raises_no_suspicion(tmp_path):
    formula = r"\mathrm{Var}(X+Y) = \mathrm{Var}(X) + \mathrm{Var}(Y)"
    row = row_of(tmp_path, "By independence, the variance is:", formula)
    assert row.judgement.suspicion == 0, row_text(row)


NUMBERS = r"Let $X$ be a random variable with mean $\mu$, and let $\lambda > 0$."
SHIFTED = r"\mathbb{E}[e^{\lambda (X - \mu)}] = e^{-\lambda \mu} \mathbb{E}[e^{\lambda X}]"


def test_the_mean_of_a_random_variable_is_a_number(tmp_path) -> None:
    check_proved_by_a_law(row_of(tmp_path, NUMBERS, SHIFTED))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "said",
    [
        NUMBERS.replace("with mean", "with random mean"),
        r"Let $\mu$ be random. " + NUMBERS,
        r"Let $\mu \sim P$. " + NUMBERS,
    ],
)
def test_a_mean_that_is_drawn_is_none(tmp_path, said) -> None:
    check_unknown(row_of(tmp_path, said, SHIFTED))
