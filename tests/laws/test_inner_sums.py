r"""Inner products with sums, and sums that are something else."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"Let $w, x_i \in \mathbb{R}^d$ be vectors, and $a_i$ numbers."
TRUE = [
    r"\sum_{i \in I} a_i w^\top x_i = w^\top \sum_{i \in I} a_i x_i",
    r"w^\top \left( \sum_{i=1}^n x_i \right) = \sum_{i=1}^n x_i^\top w",
    r"\langle w, \sum_{i=1}^n a_i x_i \rangle = \sum_{i=1}^n a_i \langle w, x_i \rangle",
    r"\langle \sum_i |a_i| x_i, w \rangle = \sum_i |a_i| \langle w, x_i \rangle",
    r"\mathbf{w}^\top \sum_i b_i a_i \mathbf{x}_i = \sum_i b_i a_i \mathbf{w}^\top \mathbf{x}_i",
    r"3 \langle w, \sum_{i=1}^n x_i \rangle = 3 \sum_{i=1}^n \langle x_i, w \rangle",
]
FALSE = [
    r"w^\top \sum_{i \in I} a_i x_i = \sum_{i \in J} a_i w^\top x_i",
    r"w^\top \sum_{i \in I} a_i x_i = \sum_{i \in I} w^\top x_i",
    r"w^\top \sum_{i \in I} a_i x_i = \sum_{i \in I} a_i v^\top x_i",
    r"w^\top \sum_{i \in I} a_i x_i = \sum_{i \in I} a_i^2 w^\top x_i",
    r"w^\top \sum_{i \in I} a_i x_i = \sum_{i \in I} a_i w^\top x_j",
    r"w_i^\top \sum_i a_i x_i = \sum_i a_i w_i^\top x_i",
    r"w^\top \sum_{i=1}^n a_i x_i = \sum_{i=1}^m a_i w^\top x_i",
    r"w^\top \sum_i A_i x_i = \sum_i A_i w^\top x_i",
    r"\langle w, \sum_i a_i x_i \rangle_M = \sum_i a_i \langle w, x_i \rangle",
    r"w^\top \sum_i (a_i x_i - b) = \sum_i (a_i w^\top x_i - b)",
    r"\|w\| \sum_i a_i x_i = \sum_i a_i w^\top x_i",
]
OTHER = [
    r"Let $w$ and $x_i$ be vectors of a complex space.",
    r"Let $\langle x, y \rangle = |x^\top y|$.",
    r"Let $\langle x, y \rangle$ be the interval between $x$ and $y$.",
    r"Let $x^\top y$ denote the greater one of $x$ and $y$.",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", TRUE)
def test_the_inner_product_with_a_sum_is_the_sum_of_the_inner_products(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", FALSE)
def test_another_sum_is_not(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))


@pytest.mark.parametrize("text", OTHER)
def test_brackets_may_be_other_things(tmp_path, text) -> None:
    formula = r"\langle w, \sum_i a_i x_i \rangle = \sum_i a_i \langle w, x_i \rangle"
    check_unknown(row_of(tmp_path, text, formula))


def test_the_dagger_of_a_pseudo_inverse_makes_nothing_complex(tmp_path) -> None:
    formula = r"w^\top \sum_i a_i x_i = \sum_i a_i w^\top x_i"
    said = r"Let $X^\dagger$ be the {} of $X$."
    check_proved_by_a_law(row_of(tmp_path, said.format("pseudo-inverse"), formula))
    check_unknown(row_of(tmp_path, said.format("adjoint"), formula))
