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
COINS = r"Let $X_1, \ldots, X_n \sim \mathrm{Bern}(q)$ be independent, $q \in (0, 1)$."
EACH = r"Let $X_i \sim \mathrm{Ber}(p_i)$ for each $i$."
WAITING = r"Let $X$ be an exponential random variable with rate $r$, where $r > 0$."
SIGNS = r"Let $\sigma_i$ be independent Rademacher random variables."
TRUE = [
    (COINS, r"E[X_j] = q"),
    (COINS, r"\operatorname{Var}(X_i) = q (1 - q)"),
    (EACH, r"E[X_i] = p_i"),
    (EACH, r"E[e^{tX_i}] = 1 - p_i + p_i e^t"),
    (r"Let $X$ be a Poisson random variable with parameter $r > 0$.", r"E[X^2] = r + r^2"),
    (r"Let $r > 0$. Let $X$ be Poisson with mean $r$.", r"\Pr[X = k] = e^{-r} r^k / k!"),
    (r"Let $X$ be a binomial random variable with parameters $n$ and $p$.", r"E[X] = n p"),
    (r"It is random. Let $X$ be Bernoulli with success probability $p$.", r"E[X] = p"),
    (WAITING, r"E[X] = \frac{1}{r}"),
    (f"{WAITING} Let $t \\ge 0$.", r"\Pr[X > t] = e^{-r t}"),
    (f"{WAITING} Let $t \\ge 0$.", r"\Pr[X \le t] = 1 - e^{-r t}"),
    (r"Let $X$ be uniform on $[0, 1]$.", r"\operatorname{Var}(X) = \frac{1}{12}"),
    (r"Let $X$ be uniformly distributed on the interval $[a, b]$.", r"E[X] = \frac{a + b}{2}"),
    (SIGNS, r"E[\sigma_i] = 0"),
    (SIGNS, r"E[e^{t\sigma_i}] = \frac{e^t + e^{-t}}{2}"),
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
    (r"Let $X$ be uniform on $(0, 1)$ or $(0, 2)$.", r"E[X] = \frac12"),
    (r"Let $X$ be Poisson with rate $r$ per unit of time $t$.", r"E[X] = r"),
    (r"Let $X$ be Poisson with mean $r$. Conditioned on $X \ge 1$,", r"E[X] = r"),
    (COINS, r"E[X_j] = 1 - q"),
    (COINS, r"E[Y_i] = q"),
    (COINS, r"\operatorname{Var}(X_i) = q"),
    (COINS, r"E[X] = q"),
    (EACH, r"E[X_j] = p_i"),
    (f"{EACH} Now let $X_i$ be uniform on $[0, 1]$.", r"E[X_i] = p_i"),
    (f"{EACH} Let $X_{{i}}$ be another variable.", r"E[X_i] = p_i"),
    (r"Let $X$ be a Poisson random variable with parameter $r > 0$ if $n = 1$.", r"E[X] = r"),
    (r"Let $X$ be a binomial random variable with mean $m$.", r"E[X] = m"),
    (r"Let $X$ be a geometric random variable with mean $m$.", r"E[X] = \frac{1}{m}"),
    (r"Let $X$ be an exponential random variable with parameter $r$.", r"E[X] = \frac{1}{r}"),
    (r"Let $X \sim \mathrm{Exp}(r)$.", r"E[X] = \frac{1}{r}"),
    (f"{WAITING} $X$ is random.", r"\Pr[X \ge t] = e^{-r t}"),
    (f"{WAITING} Let $t \\ge 0$.", r"\Pr[X \le t] = e^{-r t}"),
    (f"{WAITING} Let $t \\ge 0$.", r"\Pr[X \ge t] = 1 - e^{-r t}"),
    (r"Let $X$ be uniform on the integers in $[0, 5]$.", r"\operatorname{Var}(X) = \frac{25}{12}"),
    (r"Let $X$ be uniform on $[0, 5]$.", r"E[X] = 5"),
    (r"$X$ is not Poisson with parameter $r$.", r"E[X] = r"),
    (r"Let $\sigma_i \sim \mathrm{Rad}(p)$.", r"E[\sigma_i] = 0"),
    (SIGNS, r"E[e^{t\sigma_i}] = e^{t^2/2}"),
    (SIGNS, r"E[\sigma_i \mid A] = 0"),
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


@pytest.mark.few(5, without="operatorname")
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_is_said(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.slow
def test_a_binomial_coefficient_is_one_of_integers(tmp_path) -> None:
    row = row_of(tmp_path, "We go on.", r"\binom{n}{k} = \frac{n!}{k! (n - k)!}")
    assert row.kind.value == "PROVED"
    assert any("k <= n" in str(item) for item in row.judgement.premises)
