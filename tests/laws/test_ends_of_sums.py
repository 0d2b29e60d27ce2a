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


@pytest.mark.parametrize("row", PROVED)
def test_the_index_says_where_a_sum_ends(tmp_path, row):
    assert kinds(tmp_path, row) == ["PROVED"]


@pytest.mark.parametrize("row", OPEN)
def test_what_is_false_or_may_be_meant_otherwise_stays_open(tmp_path, row):
    assert "PROVED" not in kinds(tmp_path, row)


def kinds(tmp_path, row):
    file = tmp_path / "notes.tex"
    file.write_text(rf"We have \[ {row}. \]")
    return [found.kind.value for found in check(file, jobs=1).rows]
