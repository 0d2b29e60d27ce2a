r"""Products under expectations and chances, where the text calls something independent."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

FAMILY = r"Let $X_1, \ldots, X_n$ be independent random variables with $X_i \in [a_i, b_i]$."
SUM = rf"{FAMILY} Let $X = \sum_{{i=1}}^n X_i$."
COINS = r"Let $Y = \sum_{i=1}^n Y_i$, where $Y_1, \dots, Y_n$ are independent and random."
EVENTS = r"Let $A$ and $B$ be independent events."
PAIR = r"Let $U$ and $V$ be two independent Poisson random variables."
SIGNS = r"Let $\sigma_1, \dots, \sigma_n$ be i.i.d. Rademacher variables."
MOMENTS = r"\mathbb{E}[e^{tX}] = \prod_{i=1}^n \mathbb{E}[e^{tX_i}]"
SIGNED = r"\mathbb{E}[e^{t \sum_{i=1}^n \sigma_i a_i}]"
VARIANCES = r"\mathrm{Var}(\sum_{i=1}^n X_i) = \sum_{i=1}^n \mathrm{Var}(X_i)"
TRUE = [
    (
        FAMILY,
        r"\mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}] = \prod_{i=1}^n \mathbb{E}[e^{\lambda X_i}]",
    ),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n X_i] = \prod_{i=1}^n \mathbb{E}[X_i]"),
    (
        f"Let $t > 0$. {FAMILY}",
        r"\mathbb{E}\left[\prod_{i=1}^n e^{t (X_i - \mathbb{E}[X_i])}\right]"
        r" = \prod_{i=1}^n \mathbb{E}[e^{t (X_i - \mathbb{E}[X_i])}]",
    ),
    (SUM, MOMENTS),
    (COINS, r"E[e^{-sY}] = \prod_{i=1}^n E[e^{-sY_i}]"),
    (EVENTS, r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (EVENTS, r"\Pr[A, B] = \Pr[B] \Pr[A]"),
    (PAIR, r"\Pr[U = i, V = k - i] = \Pr[U = i] \Pr[V = k - i]"),
    (r"Let $U$ be independent of $V$.", r"\Pr[U \le s, V \le t] = \Pr[U \le s] \Pr[V \le t]"),
    (
        r"The events $A_1, \dots, A_m$ are mutually independent.",
        r"\Pr\left[\bigcap_{i=1}^m A_i\right] = \prod_{i=1}^m \Pr[A_i]",
    ),
    (SIGNS, rf"{SIGNED} = \prod_{{i=1}}^n \mathbb{{E}}[e^{{t \sigma_i a_i}}]"),
    (FAMILY, VARIANCES),
]
PRODUCT = r"\mathbb{E}[\prod_{i=1}^n X_i] = \prod_{i=1}^n \mathbb{E}[X_i]"
FALSE = [
    (r"Let $X_1, \ldots, X_n$ be independent random matrices.", PRODUCT),
    (
        r"Let $X_1, \ldots, X_n$ be independent and Hermitian.",
        r"\mathbb{E}[e^{t\sum_{i=1}^n X_i}] = \prod_{i=1}^n \mathbb{E}[e^{tX_i}]",
    ),
    (
        rf"{FAMILY} We order them so that $X_1 \le X_2$.",
        r"\Pr[X_1 \le s, X_2 \le t] = \Pr[X_1 \le s] \Pr[X_2 \le t]",
    ),
    (rf"{FAMILY} Sampling without replacement, the $X_i$ change.", PRODUCT),
    (rf"{FAMILY} Conditioned on $S$, we see that", PRODUCT),
    (FAMILY, PRODUCT.replace("^n", "^N")),
    (rf"{FAMILY} Let $n$ be a random time.", PRODUCT),
    (r"In the first case $X_1, \ldots, X_n$ are independent. In the second case", PRODUCT),
    (
        rf"{FAMILY} The weights $c_i$ depend on the data.",
        r"\mathbb{E}[\prod_{i=1}^n c_i X_i] = \prod_{i=1}^n \mathbb{E}[c_i X_i]",
    ),
    (
        r"Let $U$ be independent of $V$ under $H_0$. Under $H_1$ it is random:",
        r"\Pr[U \le s, V \le t] = \Pr[U \le s] \Pr[V \le t]",
    ),
    (FAMILY, r"\mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}] = \prod_{i=1}^n \mathbb{E}[e^{X_i}]"),
    (FAMILY, r"\mathbb{E}[e^{t \sum_{i=1}^n X_i}] = \prod_{i=2}^n \mathbb{E}[e^{tX_i}]"),
    (FAMILY, r"\mathbb{E}[e^{t \sum_{i=1}^n X_i}] = \sum_{i=1}^n \mathbb{E}[e^{tX_i}]"),
    (FAMILY, r"\mathbb{E}[e^{t \sum_{i=1}^n Z_i}] = \prod_{i=1}^n \mathbb{E}[e^{tZ_i}]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n X_i Z_i] = \prod_{i=1}^n \mathbb{E}[X_i Z_i]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n S X_i] = \prod_{i=1}^n \mathbb{E}[S X_i]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n \hat f(X_i)] = \prod_{i=1}^n \mathbb{E}[\hat f(X_i)]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n X_1] = \prod_{i=1}^n \mathbb{E}[X_1]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n X_i X_1] = \prod_{i=1}^n \mathbb{E}[X_i X_1]"),
    (FAMILY, r"\mathbb{E}[X_i X_j] = \mathbb{E}[X_i] \mathbb{E}[X_j]"),
    (FAMILY, r"\mathbb{E}[\prod_{i=1}^n X_i \mid Z] = \prod_{i=1}^n \mathbb{E}[X_i \mid Z]"),
    (r"Let $X_1, \ldots, X_n$ be pairwise independent random variables.", MOMENTS),
    (r"Let $X_1, \ldots, X_n$ be random variables that are not independent.", MOMENTS),
    (r"Given $Z$, $X_1, \ldots, X_n$ are independent. Let $X = \sum_{i=1}^n X_i$.", MOMENTS),
    (r"Let $X_1, \ldots, X_n$ be independent. Let $X = \sum_{i=2}^n X_i$.", MOMENTS),
    (r"Let $X_1, \ldots, X_n$ be independent. Let $X = 2 \sum_{i=1}^n X_i$.", MOMENTS),
    (rf"{SUM} Now let $X$ be another variable.", MOMENTS),
    (rf"{SUM} Now let $X_1, \ldots, X_n$ be a martingale.", MOMENTS),
    (r"If $X_1, \ldots, X_n$ were independent, it is easy. $X = \sum_{i=1}^n X_i$.", MOMENTS),
    (EVENTS, r"\Pr[A \cup B] = \Pr[A] \Pr[B]"),
    (EVENTS, r"\Pr[A \cap C] = \Pr[A] \Pr[C]"),
    (EVENTS, r"\Pr[A \cap A] = \Pr[A] \Pr[A]"),
    (EVENTS, r"\Pr[A \cap B \mid C] = \Pr[A \mid C] \Pr[B \mid C]"),
    (EVENTS, r"\Pr[A \cap B] = \Pr[A] + \Pr[B]"),
    (r"Let $A$ and $B$ be events, $C$ is independent of $A$.", r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (r"Let $A$ and $B$ be dependent events.", r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (r"Let $A$ be independent of $B$ given $C$.", r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (PAIR, r"\Pr[U = i, V = W] = \Pr[U = i] \Pr[V = W]"),
    (PAIR, r"\Pr[U = i, U + V = k] = \Pr[U = i] \Pr[U + V = k]"),
    (
        r"The events $A_1, \dots, A_m$ are pairwise independent.",
        r"\Pr\left[\bigcap_{i=1}^m A_i\right] = \prod_{i=1}^m \Pr[A_i]",
    ),
    (
        r"The events $A_1, \dots, A_m$ are mutually independent.",
        r"\Pr\left[\bigcup_{i=1}^m A_i\right] = \prod_{i=1}^m \Pr[A_i]",
    ),
    (SIGNS, r"\mathbb{E}[\prod_{i=1}^n \sigma_i h_i] = \prod_{i=1}^n \mathbb{E}[\sigma_i h_i]"),
    (FAMILY, r"\mathrm{Var}(\sum_{i=1}^n X_i) = \sum_{i=2}^n \mathrm{Var}(X_i)"),
    (r"Let $X_1, \ldots, X_n$ be variables.", VARIANCES),
]
TOWERS = [
    r"\mathbb{E}[\mathbb{E}[X \mid Y]] = \mathbb{E}[X]",
    r"\mathbb{E}[Y \mathbb{E}[X \mid Y]] = \mathbb{E}[X Y]",
    r"\mathbb{E}[2 \mathbb{E}[X^2 \mid Y, Z]] = 2 \mathbb{E}[X^2]",
    r"\mathbb{E}[g(Y) \mathbb{E}[X \mid Y]] = \mathbb{E}[X g(Y)]",
    r"\mathbb{E}[\mathbb{E}[X \mid \mathcal{F}]] = \mathbb{E}[X]",
]
NO_TOWERS = [
    r"\mathbb{E}[X \mathbb{E}[X \mid Y]] = \mathbb{E}[X^2]",
    r"\mathbb{E}[Z \mathbb{E}[X \mid Y]] = \mathbb{E}[X Z]",
    r"\mathbb{E}[\mathbb{E}[X \mid Y]^2] = \mathbb{E}[X^2]",
    r"\mathbb{E}[\mathbb{E}[X \mid Y = 1]] = \mathbb{E}[X]",
    r"\mathbb{E}[\mathbb{E}[X \mid A]] = \mathbb{E}[X]",
    r"\mathbb{E}[\mathbb{E}[X \mid Y] \mid Z] = \mathbb{E}[X \mid Z]",
    r"\mathbb{E}_Z[\mathbb{E}[X \mid Y]] = \mathbb{E}[X]",
    r"\mathbb{E}[\mathbb{E}[X \mid Y]] = \mathbb{E}[Y]",
    r"\mathbb{E}[g(Z) \mathbb{E}[X \mid Y]] = \mathbb{E}[X g(Z)]",
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_products_of_independent_factors(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_no_others(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", TOWERS)
def test_expectations_of_conditional_ones(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "They are random.", formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", NO_TOWERS)
def test_what_a_condition_does_not_fix_stays_inside(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, "They are random.", formula))


@pytest.mark.parametrize("text", ["Let $Y$ be an event.", r"Here $X \in Y$.", "$Y$ occurs."])
def test_an_event_is_no_random_condition(tmp_path, text) -> None:
    check_unknown(row_of(tmp_path, text, TOWERS[0]))
