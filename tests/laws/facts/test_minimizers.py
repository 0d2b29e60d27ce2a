r"""Minimizers, what is known of the values at them, and what is not."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

ERM = r"Let $\hat h \in \arg\min_{h \in \mathcal H} L_S(h)$, and let $h^* \in \mathcal{H}$."
BEST = r"Let $x^* = \operatorname*{arg\,min}_x f(x)$ be a minimizer."
TRUE = [
    (ERM, r"L_S(\hat h) \le L_S(h^*)"),
    (ERM, r"L_S(\hat{h}) + \frac{\epsilon}{2} \le L_S(h^{*}) + \frac{\epsilon}{2}"),
    (ERM, r"L_D(\hat h) - L_D(h^*) \le L_D(\hat h) - L_S(\hat h) + L_S(h^*) - L_D(h^*)"),
    (ERM, r"L_D(\hat h) - L_S(\hat h) \le \sup_{h \in \mathcal{H}} |L_D(h) - L_S(h)|"),
    (ERM, r"\min_{h \in \mathcal{H}} L_S(h) = L_S(\hat h)"),
    (ERM, r"\inf_{g \in \mathcal{H}} L_S(g) = L_S(\hat h)"),
    (BEST, r"f(x^*) = \min_x f(x)"),
    (BEST, r"g(x^*) - f(x^*) \le \sup_x |g(x) - f(x)|"),
    (r"Let $x_0 := \underset{x \in K}{\mathrm{argmax}} f(x)$, and $y \in K$.", r"f(x_0) \ge f(y)"),
    (
        r"Let $w_t = \arg\min_{w \in \Omega} \sum_{i=1}^{t-1} f_i(w)$, $u \in \Omega$.",
        r"\sum_{i=1}^{t-1} f_i(w_t) \le \sum_{i=1}^{t-1} f_i(u)",
    ),
]
FALSE = [
    (rf"{BEST} Here $x \ge 1$.", r"f(x^*) \le f(x_t)"),  # the range stands elsewhere
    (rf"{BEST}\section{{Another}} Let $f$ be another function.", r"f(x^*) = \min_x f(x)"),
    (ERM, r"L_S(\hat h) \ge L_S(h^*)"),
    (ERM, r"L_D(\hat h) \le L_D(h^*)"),
    (ERM, r"L_S(\hat h) \le L_S(g)"),
    (ERM, r"L_S(\hat h') \le L_S(h^*)"),
    (ERM, r"\min_{h \in \mathcal{G}} L_S(h) = L_S(\hat h)"),
    (ERM, r"\max_{h \in \mathcal{H}} L_S(h) = L_S(\hat h)"),
    (ERM, r"\inf_{h \in \mathcal{H}} \mathbb{E}[L_S(h)] \le \mathbb{E}[L_S(\hat h)]"),
    (ERM, r"\sup_{h \in \mathcal{H}} \Pr[L_S(h) > t] \ge \Pr[L_S(\hat h) > t]"),
    (
        r"Let $\hat{h} \in \mathcal{H}$.",
        r"\inf_{h \in \mathcal{H}} \E[L_S(h)] \le \E[L_S(\hat{h})]",
    ),
    (BEST, r"f(x_t) \le f(x^*)"),
    (BEST, r"f(x^*) \le f(y)"),
    (BEST, r"g(x^*) \le g(x_t)"),
    (BEST, r"g(x_t) - f(x_t) \le \sup_x |g(x) - f(x)|"),
    (BEST, r"g(x^*) - f(x^*) \le \sup_y |g(y) - f(y)|"),
    (BEST, r"g(x^*) - f(x^*) \le \sup_{x \in K} |g(x) - f(x)|"),
    (rf"{BEST} We project.", r"f(x^*) \le f(x_t)"),
    (rf"{BEST} Now let $x^* = 0$ instead.", r"f(x^*) \le f(x_t)"),
    (rf"{BEST} Or $x^* = \arg\min_x g(x)$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x)$ subject to $x \ge 1$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x)$ be a local minimizer.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x), x \in K$.", r"f(x^*) \le f(x_t)"),
    (r"If $x^* = \arg\min_x f(x)$ were true, all would be easy.", r"f(x^*) \le f(x_t)"),
    (r"We do not have $x^* = \arg\min_x f(x)$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x)$ in a neighbourhood of $0$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x)$ on $K$.", r"f(x^*) \le f(x_t)"),
    (
        r"Let $w^* \in W$ be chosen at random from the data.",
        r"\inf_{w \in W} \mathbb{E}[L_S(w)] \le \mathbb{E}[L_S(w^*)]",
    ),
    (rf"{BEST} Later $x^*$ denotes a saddle point.", r"f(x^*) \le f(x_t)"),
    (rf"{BEST} Let $x^*$ be a maximizer of $f$.", r"f(x^*) \le f(x_t)"),
    (rf"{BEST} Let $x^*$ now be arbitrary.", r"f(x^*) \le f(x_t)"),
    (r"We find $x^* = \arg\min_x f(x)$ up to an error of $1$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* \approx \arg\min_x f(x)$.", r"f(x^*) \le f(x_t)"),
    (r"Let $x^* = \arg\min_x f(x) + 1$.", r"f(x^*) + 2 \le f(x_t) + 1"),
    (r"Let $x^* = 2 \arg\min_x f(x)$.", r"f(x^*) \le f(x_t)"),
    (
        r"Let $i \in I$ and $k = \arg\min_{i \in I} \sum_{j=1}^n f(i, j)$, and $j \in I$.",
        r"\sum_{j=1}^n f(k, j) \le \sum_{j=1}^n f(j, j)",
    ),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_the_value_at_a_minimizer_is_the_least_one(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_is_known_of_a_minimizer(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
