r"""Signs with a range below them are operators, as sums are, however they are spelled."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import Checker
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

WORDS = "We write some relations down that need not hold.\n"


def kinds(formula: str) -> list[str]:
    read = read_open(read_source(f"{WORDS}\\[ {formula} \\]"))
    (document,) = Checker(theorems=()).check_read([read]).documents
    return [row.kind.value for row in document.rows]


@pytest.mark.parametrize(
    "formula",
    [
        r"\Sigma_{i=1}^n (a_i + b) - b = \Sigma_{i=1}^n a_i",
        r"\Sigma_{i=1}^{n} 2 a_i b = b \Sigma_{i=1}^{n} 2 a_i",
        r"\Pi_{i=1}^n 2 a_i = 2 \Pi_{i=1}^n a_i",
        r"\operatorname{limsup}_{n\to\infty} (-a_n) = - \operatorname{limsup}_{n\to\infty} a_n",
        r"\mathop{\text{limsup}}_{n \rightarrow \infty} (-a_n) + \mathop{\text{limsup}}_{n "
        r"\rightarrow \infty} a_n = 0",
        r"\mathrm{ext}_{x \in A} (-x) = - \mathrm{ext}_{x \in A} x",
    ],
)
def test_no_operator_over_a_range_is_a_factor(formula: str) -> None:
    assert "PROVED" not in kinds(formula)


def test_letters_with_plain_indexes_stay_numbers() -> None:
    assert kinds(r"\Sigma_1 + \Sigma_2 - \Sigma_1 = \Sigma_2") == ["PROVED"]


def test_labels_that_are_used_twice_are_no_error() -> None:
    text = f"{WORDS}\\[ \\label{{a}} 1 \\le 2 \\]\nand\n\\[ \\label{{a}} 1 \\le 3 \\]"
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    assert not document.errors


def test_an_escaped_star_in_an_environment_is_a_star() -> None:
    text = "Some words.\n\\\\[\\begin{align\\*}\n x &\\leq x + 1\n\\end{align*}  \\\\]\n"
    read = read_open(read_source(text, "a.md", is_markdown=True))
    assert [str(step.row.relation) for step in read.steps] == ["x <= x + 1"]
    assert not read.unread


def test_another_column_is_no_part_of_a_side() -> None:
    """It may hold a condition, so the row is not read."""
    text = f"{WORDS}\\[ P[X > t] &\\le \\exp(-d(t \\| n)) & t \\in [0, n] \\]"
    read = read_open(read_source(text))
    assert not read.steps
    assert len(read.unread) == 1


def test_orders_are_named_by_their_lines() -> None:
    read = read_open(read_source("Some words.\n\\[ f(n) + O(n) = 3 + O(n) \\]", "long/name.tex"))
    (step,) = read.steps
    names = sorted(step.row.relation.names())
    assert names == ["O(n) of line 2:11", "O(n) of line 2:22", "f(n)"]
