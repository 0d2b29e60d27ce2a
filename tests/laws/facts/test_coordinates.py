r"""Inner products and norms as sums over coordinates, and what does not follow of them."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

SPACE = r"Let $x, y \in \mathbb{R}^n$."
TRUE = [
    r"\langle x, y \rangle = \sum_{i=1}^n x_i y_i",
    r"\|x\|_2^2 = \sum_{i=1}^n x_i^2",
    r"\|x - y\|_2 = \sqrt{\sum_{i=1}^n (y_i - x_i)^2}",
    r"\sum_{i=1}^n x_i^2 = x^\top x",
    r"\|x\|_1 = \sum_{i=1}^n |x_i|",
    r"\|x\|_\infty = \max_{1 \le i \le n} |x_i|",
    r"|\langle x, y \rangle| \le \|x\|_2 \|y\|_2",
    r"\langle x, y \rangle \le \|x\|_1 \|y\|_\infty",
    r"\|x\|_\infty \le \|x\|_2",
    r"\|x\|_2 \le \|x\|_1",
    r"\|x\|_1 \le \sqrt{n} \|x\|_2",
    r"\|x\|_1 \le n \|x\|_\infty",
]
FALSE = [
    r"\langle x, y \rangle = \sum_{i=1}^n x_i y_j",
    r"\langle x, y \rangle = \sum_{i=1}^m x_i y_i",
    r"\langle x, y \rangle = \sum_{i=2}^n x_i y_i",
    r"\langle x, y \rangle = \sum_{i=1}^n x_i",
    r"\langle x, y \rangle = \sum_{i=1}^n w_i x_i y_i",
    r"\|x\|_2 = \sum_{i=1}^n x_i^2",
    r"\|x\|_1 = \sum_{i=1}^n x_i",
    r"\|x\|_1^2 = \sum_{i=1}^n x_i^2",
    r"\|x - y\|_2^2 = \sum_{i=1}^n (x_i + y_i)^2",
    r"\|x\|_\infty = \max_{1 \le i \le n} x_i",
    r"\|x\|_\infty = \max_{1 \le i \le m} |x_i|",
    r"\langle x, y \rangle \ge \|x\|_2 \|y\|_2",
    r"\langle x, y \rangle \le \|x\|_\infty \|y\|_\infty",
    r"\langle x, y \rangle \le \|x\|_2 \|x\|_2",
    r"\|x\|_2 \ge \|x\|_1",
    r"\|x\|_1 \le \|x\|_2",
    r"\|x\|_1 \le \sqrt{n} \|x\|_\infty",
    r"\|x\|_2 \le \|y\|_1",
]
OTHER = [  # what a text says of the letters, and what does not follow then
    (r"Let $x, y \in \mathbb{C}^n$.", r"\|x\|_2^2 = \sum_{i=1}^n x_i^2"),
    (r"Let $x \in \mathbb{R}^d$, and $x_1, \dots, x_n$ too.", r"\|x\|_2^2 = \sum_{i=1}^n x_i^2"),
    (
        r"Let $x \in \mathbb{R}^n$ and $x_i \in \mathbb{R}^n$.",
        r"\|x\|_1 = \sum_{i=1}^n |x_i|",
    ),
    (
        r"Let $x, y \in \mathbb{R}^n$ and $\langle x, y \rangle = x^\top A y$.",
        r"\langle x, y \rangle = \sum_{i=1}^n x_i y_i",
    ),
    (
        r"Let $x \in \mathbb{R}^n$. Let $\|x\|_1$ be the number of entries that are not zero.",
        r"\|x\|_2 \le \|x\|_1",
    ),
    ("Let $A$ and $B$ be matrices.", r"\langle A, B \rangle \le \|A\|_2 \|B\|_2"),
    ("Let $f$ be a function.", r"\|f\|_2 \le \|f\|_1"),
    ("We go on.", r"\|x\|_2^2 = \sum_{i=1}^n x_i^2"),
    (r"Norms are equal to their own.", r"\langle x, y \rangle \le \|x\|_a \|y\|_{a*}"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", TRUE)
def test_norms_and_inner_products_are_sums_over_coordinates(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, SPACE, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", FALSE)
def test_no_other_sum_is_a_norm(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, SPACE, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), OTHER)
def test_the_letters_may_be_other_things(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


def test_dual_norms_bound_an_inner_product(tmp_path) -> None:
    text = r"Let $\|\cdot\|_*$ be the dual norm of $\|\cdot\|$."
    check_proved_by_a_law(row_of(tmp_path, text, r"g^\top (y - x) \le \|g\|_* \|x - y\|"))
    check_unknown(row_of(tmp_path, text, r"g^\top (y - x) \le \|g\|_* \|x - y\|_*"))


FUNCTION = r"Let $f : \mathcal{X} \to \mathbb{R}^n$ and $g : \mathcal{X} \to \mathbb{R}$."


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "formula",
    [
        r"\|f(x) - f(y)\|_1 = \sum_{i=1}^n |f(x)_i - f(y)_i|",
        r"\|f(x) - f(y)\|_2^2 = \sum_{i=1}^n (f(y)_i - f(x)_i)^2",
        r"\|f(x)\|_\infty = \max_{1 \le i \le n} |f(x)_i|",
    ],
)
def test_values_of_a_function_into_a_space_have_coordinates(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, FUNCTION, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (FUNCTION, r"\|g(x) - g(y)\|_1 = \sum_{i=1}^n |g(x)_i - g(y)_i|"),
        (FUNCTION, r"\|h(x)\|_1 = \sum_{i=1}^n |h(x)_i|"),
        (FUNCTION, r"\|f(x)\|_1 = \sum_{i=1}^m |f(x)_i|"),
        (FUNCTION, r"\|f(x) - f(y)\|_1 = \sum_{i=1}^n |f(x)_i - f(y)_j|"),
        (FUNCTION, r"\|f(x) - f(y)\|_1 = \sum_{i=1}^n |f(x)_i - f(z)_i|"),
        (rf"{FUNCTION} Now let $f : A \to B^n$.", r"\|f(x)\|_1 = \sum_{i=1}^n |f(x)_i|"),
        (rf"{FUNCTION} Now let $f : A \to \mathbb{{R}}^m$.", r"\|f(x)\|_1 = \sum_{i=1}^n |f(x)_i|"),
    ],
)
def test_other_values_have_none(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
