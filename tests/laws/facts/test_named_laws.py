r"""What named laws say of chances and expectations, and what other laws do not."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

BINOMIAL = r"Let $X \sim \operatorname{Bin}(n, p)$ with $p \in (0, 1)$."
POISSON = r"Let $X \sim \mathrm{Poisson}(\lambda)$ with $\lambda > 0$."
TRIALS = (
    r"Let $X \sim \mathrm{Geom}(p)$, $p \in (0, 1)$, be the number of trials until the first"
    " success."
)
MACRO = r"If $X \sim \binomialdist{n}{p}$ with $p \in (0, 1)$, it is random, and"
TRUE = [
    (BINOMIAL, r"P(X = k) = \binom{n}{k} p^k (1-p)^{n-k}"),
    (BINOMIAL, r"E[e^{tX}] = \sum_{k=0}^n e^{tk} \binom{n}{k} p^k (1-p)^{n-k}"),
    (MACRO, r"E[e^{tX}] = (1 - p + p e^t)^n"),
    (POISSON, r"E[e^{tX}] = \exp(\lambda (e^t - 1))"),
    (MACRO, r"P(X = k) = \binom{n}{k} p^k (1-p)^{n-k}"),
    (POISSON, r"P(X = k) = \frac{\lambda^k}{k!} e^{-\lambda}"),
    (POISSON, r"P(X = 0) = e^{-\lambda}"),
    (POISSON, r"E[X] = \lambda"),
    (POISSON, r"E[X^2] = \lambda + \lambda^2"),
    (POISSON, r"\operatorname{Var}(X) = \lambda"),
    (POISSON, r"E[e^{tX}] = \sum_{j=0}^\infty e^{tj} e^{-\lambda} \frac{\lambda^j}{j!}"),
    (TRIALS, r"P(X = k) = p (1-p)^{k-1}"),
    (TRIALS, r"E[X] = \frac{1}{p}"),
]
FALSE = [
    (BINOMIAL, r"P(X = k) = \binom{n}{k} p^k (1-p)^{k}"),
    (BINOMIAL, r"P(X = k) = p^k (1-p)^{n-k}"),
    (BINOMIAL, r"P(Y = k) = \binom{n}{k} p^k (1-p)^{n-k}"),
    (BINOMIAL, r"E[e^{tX}] = \sum_{k=1}^n e^{tk} \binom{n}{k} p^k (1-p)^{n-k}"),
    (BINOMIAL, r"E[e^{tX}] = \sum_{k=0}^n e^{k} \binom{n}{k} p^k (1-p)^{n-k}"),
    (BINOMIAL, r"E[e^{tX}] = (1 - p + e^t)^n"),
    (POISSON, r"E[e^{tX}] = \exp(\lambda (e^t + 1))"),
    (POISSON, r"E[e^{tX} Y] = \exp(\lambda (e^t - 1))"),
    (POISSON, r"P(X = k) = \frac{\lambda^k}{k} e^{-\lambda}"),
    (POISSON, r"P(X = k \mid Y) = \frac{\lambda^k}{k!} e^{-\lambda}"),
    (POISSON, r"E[X \mid Y] = \lambda"),
    (POISSON, r"E[X^2] = \lambda^2"),
    (POISSON, r"E[X Y] = \lambda"),
    (POISSON, r"E[e^{tX}] = \sum_{j=1}^\infty e^{tj} e^{-\lambda} \frac{\lambda^j}{j!}"),
    (rf"{POISSON} Now let $X$ be another variable.", r"E[X] = \lambda"),
    (
        r"Let $X \sim \mathrm{Poisson}(\lambda)$. Let $X \sim \mathrm{Exp}(\lambda)$.",
        r"E[X] = \lambda",
    ),
    (r"Let $X \sim \mathrm{Geom}(p)$, $p \in (0, 1)$.", r"P(X = k) = p (1-p)^{k-1}"),
    (r"Let $X \sim \mathrm{Geom}(p)$ on $\{0, 1, 2, \dots\}$.", r"E[X] = \frac{1}{p}"),
    (TRIALS, r"P(X = k) = p (1-p)^{k}"),
    (r"Let $X \sim B(p, q)$ be random.", r"E[X] = p q"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_a_named_law_says_what_chances_and_moments_are(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_is_said(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.slow
def test_a_binomial_coefficient_is_one_of_integers(tmp_path) -> None:
    row = row_of(tmp_path, "We go on.", r"\binom{n}{k} = \frac{n!}{k! (n - k)!}")
    assert row.kind.value == "PROVED"
    assert any("k <= n" in str(item) for item in row.judgement.premises)
