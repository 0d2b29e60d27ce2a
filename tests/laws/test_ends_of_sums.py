r"""A sum goes over all terms behind it in which its index stands: ``\sum_i a_i - b_i``."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

SUM = r"\sum_{i=1}^k"
PROVED = [
    rf"{SUM} a_i - b_i = {SUM} a_i - {SUM} b_i",
    rf"2 {SUM} a_i + c_i b_i = 2 {SUM} c_i b_i + 2 {SUM} a_i",
    rf"\exp({SUM} |a_i| - |b_i|) = \exp({SUM} |a_i|) \exp(-{SUM} |b_i|)",
    rf"{SUM} |a_i - c_i| - |b_i - c_i| \le {SUM} |a_i - b_i|",
]
OPEN = [
    rf"{SUM} a_i - b_i = {SUM} a_i + {SUM} b_i",
    rf"{SUM} a_i - b_i = {SUM} a_i - b_j",
    rf"{SUM} a_i - b_i + c = {SUM} a_i - {SUM} b_i + {SUM} c",
    rf"{SUM} a_i - b = {SUM} a_i - {SUM} b",
    rf"{SUM} a_i - {SUM} b_i - c_i = {SUM} a_i - {SUM} b_i + {SUM} c_i",
    rf"{SUM} |a_i - c_i| - |b_i - c_i| \le {SUM} |a_i + b_i|",
    r"\prod_{i=1}^k a_i - b_i = \prod_{i=1}^k a_i - \prod_{i=1}^k b_i",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("row", PROVED)
def test_the_index_says_where_a_sum_ends(tmp_path, row):
    assert kinds(tmp_path, row) == ["PROVED"]


@pytest.mark.few(4)
@pytest.mark.parametrize("row", OPEN)
def test_what_is_false_or_may_be_meant_otherwise_stays_open(tmp_path, row):
    assert "PROVED" not in kinds(tmp_path, row)


def kinds(tmp_path, row):
    file = tmp_path / "notes.tex"
    file.write_text(rf"We have \[ {row}. \]")
    return [found.kind.value for found in check(file, jobs=1).rows]


FIXED = [
    r"Fix $i\in\{1,\dots,n\}$ and let $a_i\ge1$. Then \[ \sum_{i=1}^n a_i - a_i \le 0. \]",
    r"For each user $k$, removing $k$ gives \[ \sum_k x_k - x_k = 0. \]",
    r"Let $i=2$. \[ \sum_{i=1}^3 i + i = 12. \]",
    r"Let $k \ge 1$ be an integer. We have \[ \sum_{k=1}^n a_k - a_k = 0. \]",
]


@pytest.mark.parametrize("text", FIXED)
def test_an_index_that_is_fixed_before_ends_no_sum(tmp_path, text):
    file = tmp_path / "notes.tex"
    file.write_text(text)
    assert all(row.kind.value != "PROVED" for row in check(file, jobs=1).rows)
