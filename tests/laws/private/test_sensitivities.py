r"""Sensitivities of functions on neighbours, and differences that they do not bound."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

DEFINED = r"Its sensitivity is $\Delta f = \max_{x \sim x'} \|f(x) - f(x')\|_1$."
NEAR = r"Let $x, x'$ be neighboring datasets."
FUNCTION = r"Let $f : \mathcal{X}^n \to \mathbb{R}^k$ and $\varepsilon > 0$."
TEXT = f"{FUNCTION} {DEFINED} {NEAR}"
ROW = r"\exp(\varepsilon \|f(x) - f(x')\|_1 / \Delta f) \le \exp(\varepsilon)"
APART = TEXT.replace(r"x \sim x'", r"x, x' : \|x - x'\|_1 \le 1").replace(
    NEAR, r"For any $x, x'$ with $\|x - x'\|_1 \le 1$,"
)
SCORES = (
    r"Let $\varepsilon > 0$ and $\Delta = \max_{r \in R} \max_{x \sim y} |u(x, r) - u(y, r)|$."
    " Fix two neighbouring databases $x$ and $y$."
)
SCORE = r"\exp(\varepsilon |u(x, r) - u(y, r)| / (2 \Delta)) \le \exp(\varepsilon / 2)"
TRUE = [
    (TEXT, ROW),
    (TEXT, r"\|f(x') - f(x)\|_1 \le \Delta f"),
    (APART, ROW),
    (SCORES, SCORE),
    (SCORES, r"|u(y, r) - u(x, r)| \le \Delta"),
    (TEXT, r"\frac{1}{\Delta f} \sum_{i=1}^k a_i \le \frac{1}{\Delta f} \sum_{i=1}^k |a_i|"),
]
FALSE = [
    (TEXT[:-1] + " with probability $1/2$.", ROW),
    (f"{FUNCTION} {DEFINED} Unlike neighboring datasets $x, x'$, these are any.", ROW),
    (f"{FUNCTION} {DEFINED} Consider non-neighboring datasets $x, x'$.", ROW),
    (f"{FUNCTION} {DEFINED} Are neighboring $x, x'$ needed here?", ROW),
    (f"{FUNCTION} {DEFINED} Two almost neighboring datasets $x, x'$ are given.", ROW),
    (f"{TEXT} Then swap ten records of $x$.", ROW),
    (TEXT.replace("Its sensitivity is", "It is false that"), ROW),
    (TEXT.replace("Its sensitivity is", "The local sensitivity at $x$ is"), ROW),
    (TEXT.replace("Its sensitivity is", "If"), ROW),
    (TEXT.replace(r"$\Delta f =", r"$2 \Delta f ="), ROW),
    (TEXT.replace("\\|_1$", "\\|_1 / n$"), ROW),
    (TEXT.replace("\\|_1$", "\\|_1 - 1$"), ROW),
    (f"{FUNCTION} {DEFINED}", ROW),
    (f"{FUNCTION} {NEAR}", ROW),
    (f"{FUNCTION} {DEFINED} Let $x, x'$ be datasets.", ROW),
    (f"{TEXT} Let $x$ be any other dataset.", ROW),
    (f"{TEXT} For every $x$,", ROW),
    (rf"{TEXT} \section{{More}} Now", ROW),
    (f"{FUNCTION} {DEFINED} Suppose that $x, x'$ are not neighboring.", ROW),
    (f"{FUNCTION} {DEFINED} If $y, z$ are neighboring, all is well.", ROW.replace("x'", "y")),
    (f"{FUNCTION} {DEFINED} Let $x, y$ be neighboring datasets.", ROW),
    (TEXT.replace(r"\max", r"\min"), ROW),
    (TEXT.replace(r"\|_1", r"\|_2"), ROW),
    (TEXT.replace(r"x \sim x'", r"x, x' : \|x - x'\|_1 \le 2"), ROW),
    (TEXT.replace(r"x \sim x'", r"x, x' : \|x - x'\|_1 \le 1"), ROW),
    (APART.replace(r"with $\|x - x'\|_1 \le 1$", r"with $\|x - x'\|_1 \le k$"), ROW),
    (TEXT.replace(r"\Delta f =", r"S(x) ="), ROW.replace(r"\Delta f", "S(x)")),
    (TEXT.replace(r"{x \sim x'}", r"{x' : x' \sim x}"), ROW),
    (TEXT.replace(r"x \sim x'", r"x, x'"), ROW),
    (rf"{TEXT} Let $\Delta f = 1$.", ROW),
    (TEXT, ROW.replace(r"\le", "<")),
    (TEXT, r"2 \|f(x) - f(x')\|_1 \le \Delta f"),
    (TEXT, r"\|f(x) + f(x')\|_1 \le \Delta f"),
    (TEXT, r"\|g(x) - g(x')\|_1 \le \Delta f"),
    (TEXT, r"\|f(x) - f(x')\|_1 \le \Delta g"),
    (TEXT, r"\Delta f \le 1"),
    (SCORES, r"|u(x, r) - u(y, s)| \le \Delta"),
    (SCORES, r"|u(x, r) - u(z, r)| \le \Delta"),
    (SCORES, r"|u(x, r) - u(y, r)| \le \Delta / 2"),
    (
        TEXT.replace("k$", "m$"),
        ROW.replace(r"\|f(x) - f(x')\|_1", r"\sum_{i=1}^k |f(x)_i - f(x')_i|"),
    ),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_neighbours_differ_by_the_sensitivity_at_most(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_other_differences_may_be_greater(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
