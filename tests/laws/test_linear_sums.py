r"""Sums that are read: linear, moved and turned round, each beside its value."""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.language.domains import POSITIVE_INTEGER
from boundcalc.language.expressions import Sum
from boundcalc.laws.instances import laws_of
from boundcalc.reader.scope import Scope, read_spelling
from boundcalc.tex.source import Fragment, SourceText
from boundcalc.tex.tokens import tokenize
from tests.laws.single_rows import check_proved_by_a_law, row_of
from tests.mp_evaluate import evaluate

pytestmark = pytest.mark.usefixtures("in_this_process")

SUMS = [
    r"\sum_{i=1}^n \frac{n}{n-i+1}",
    r"\sum_{i=3}^n \frac{2 i + n}{i (i - 1)}",
    r"\sum_{k=2}^n (n+1-k) \frac{2}{k}",
    r"\sum_{i=0}^{n-1} (i - n)^2 \frac{1}{2 i + 1}",
    r"\sum_{i=1}^n 2^{n-i} \frac{1}{i}",
    r"\sum_{k=2}^n \sum_{i=1}^{n+1-k} \frac{2}{k}",
    r"\sum_{k=1}^n \sum_{i=k}^{n} \frac{i}{k (i + 1)}",
    r"\sum_{i=1}^n \sum_{j=1}^n \frac{1}{i + j}",
    r"\sum_{k=1}^n \frac{k!}{(k+1)!}",
    r"\sum_{i=1}^n \sum_{j=i}^n \frac{2}{j-i+1}",
    r"\sum_{i=1}^n \sum_{j=1}^i \frac{1}{i + j^2}",
]
TRUE = [
    r"\sum_{i=1}^n \sum_{j=i}^n \frac{2}{j-i+1} = \sum_{i=1}^n \sum_{k=1}^{n-i+1} \frac{2}{k}",
    r"\sum_{i=1}^n \frac{n}{n-i+1} = n \sum_{i=1}^n \frac{1}{i}",
    r"\sum_{k=2}^n \sum_{i=1}^{n+1-k} \frac{2}{k} = \sum_{k=2}^n (n+1-k) \frac{2}{k}",
    r"\sum_{k=2}^n (n+1-k) \frac{2}{k} = 2 (n+1) \sum_{k=2}^n \frac{1}{k} - 2 (n-1)",
    r"\sum_{i=1}^n \sum_{j=1}^n \frac{1}{i j} = \left(\sum_{i=1}^n \frac{1}{i}\right)^2",
    r"\sum_{i=1}^n \frac{1}{i + 1} = \sum_{i=2}^{n+1} \frac{1}{i}",
]
FALSE = [
    r"\sum_{i=1}^n \sum_{j=1}^i \frac{1}{j+1} = n \sum_{j=1}^i \frac{1}{j+1}",
    r"\sum_{i=1}^n \sum_{j=i}^n \frac{2}{j-i+1} = n \sum_{k=1}^{n-i+1} \frac{2}{k}",
    r"\sum_{i=1}^n \sum_{j=1}^i \frac{1}{j} = \sum_{i=1}^n \sum_{j=1}^n \frac{1}{j}",
    r"\sum_{i=1}^n \frac{1}{n-i+2} = \sum_{i=1}^n \frac{1}{i}",
    r"\sum_{i=0}^n \frac{1}{n-i+1} = \sum_{i=1}^n \frac{1}{i}",
    r"\sum_{i=1}^n \frac{i}{n-i+1} = n \sum_{i=1}^n \frac{1}{n-i+1}",
    r"\sum_{k=2}^n (n+1-k) \frac{2}{k} = 2 (n+1) \sum_{k=2}^n \frac{1}{k} - 2 n",
    r"\sum_{k=2}^n \sum_{i=1}^{n-1-k} \frac{2}{k} = \sum_{k=2}^n (n+1-k) \frac{2}{k}",
    r"\sum_{k=2}^n \sum_{i=1}^{n-1-k} \frac{2}{k} = \sum_{k=2}^n (n-1-k) \frac{2}{k}",
    r"\sum_{i=1}^n \sum_{j=1}^i \frac{1}{i j} = \left(\sum_{i=1}^n \frac{1}{i}\right)^2",
    r"\sum_{i=1}^n \frac{1}{i + 1} = \sum_{i=2}^n \frac{1}{i}",
    r"\sum_{i=1}^n \frac{1}{i^2} = \left(\sum_{i=1}^n \frac{1}{i}\right)^2",
]


def _scope() -> Scope:
    fragment = Fragment.of("n")
    scope, _ = Scope().declare(read_spelling(fragment, tokenize(fragment)), POSITIVE_INTEGER)
    return scope


@pytest.mark.few(10)
@pytest.mark.parametrize("sense", ["\\le", "="])
@pytest.mark.parametrize("text", SUMS)
def test_each_form_has_the_value_of_its_sum(text, sense) -> None:
    scope = _scope()
    (row,) = read_display(f"{text} {sense} 1", scope).rows
    laws = laws_of([row.relation], scope, SourceText(""))
    (found,) = (it for it in laws if it.term == row.relation.left)
    assert isinstance(found.term, Sum)
    for n in range(1, 8):
        sums = {it.name: _value(it.latex, n) for it in found.value.symbols() if it.name != "n"}
        values = [evaluate(side, {"n": n, **sums}) for side in (found.term, found.value)]
        assert abs(values[0] - values[1]) < 1e-20, n


def _value(latex: str, n: int) -> object:
    """Return the value of a sum that is written out."""
    (row,) = read_display(f"{latex} \\le 1", _scope()).rows
    return evaluate(row.relation.left, {"n": n})


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", TRUE)
def test_equal_sums_have_one_form(tmp_path, formula) -> None:
    row = row_of(tmp_path, "Let $n$ be a positive integer.", formula)
    assert row.kind.value == "PROVED"


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", FALSE)
def test_other_sums_do_not(tmp_path, formula) -> None:
    row = row_of(tmp_path, "Let $n$ be a positive integer.", formula)
    assert row.kind.value in ("UNKNOWN", "REFUTED")


@pytest.mark.parametrize(
    "formula",
    [
        r"n p \sum_{j=0}^{n-1} \binom{n-1}{j} p^j (1-p)^{n-1-j} = n p",
        r"\sum_{j \ge 1} p (1-p)^{j-1} = 1",
        r"\sum_{k \geq 0} (1-p)^k = \frac{1}{p}",
    ],
)
def test_a_letter_beside_a_number_is_raised_to_an_index(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "We compute", formula))


def test_a_sum_over_odd_numbers_is_another_series(tmp_path) -> None:
    text = "Let $i$ run over odd numbers only."
    assert row_of(tmp_path, text, r"\sum_{i \ge 1} (1-p)^{i-1} = \frac1p").kind.value != "PROVED"


@pytest.mark.parametrize(
    "formula", [r"\sum_{j=1}^n x^j = n x", r"\sum_{j \ge 1} (1-p)^j = \frac{1}{p}", r"x^j = x^i"]
)
def test_other_marks_and_ends_say_nothing(tmp_path, formula) -> None:
    assert row_of(tmp_path, "We compute", formula).kind.value != "PROVED"
