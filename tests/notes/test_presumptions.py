"""Rows are claimed where both of their sides have a value, which a verdict says."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

HOLDS = {
    r"$$ \frac{B^2}{\mu^2} \frac{1}{t+1} \le \frac{B^2}{\mu^2} \frac{1}{t}. $$": ["mu != 0"],
    r"Let $x \ge 0$. $$ \frac{a}{b \cdot (2+x)} = \frac{2a}{2b \cdot (x+2)}. $$": ["b != 0"],
}
FAILS = [
    r"$$ \frac{B^2}{\mu^2} \frac{1}{t+1} \ge \frac{B^2}{\mu^2} \frac{1}{t}. $$",
    r"$$ \frac{B^2}{\mu} \frac{1}{t+1} \le \frac{B^2}{\mu} \frac{1}{t}. $$",
    r"Let $x$ be real. $$ \frac{1}{x + 1} \le \frac{2}{x + 1}. $$",
]


@pytest.mark.parametrize("text", HOLDS)
def test_a_divisor_that_is_positive_by_its_form_needs_no_case(tmp_path, text):
    (row,) = rows_of(tmp_path, text)
    assert row.kind.value == "PROVED"
    assert [str(it.text) for it in row.judgement.premises if it.how == "presumed"] == HOLDS[text]


@pytest.mark.parametrize("text", FAILS)
def test_its_false_neighbours_stay_open(tmp_path, text):
    (row,) = rows_of(tmp_path, text)
    assert row.kind.value != "PROVED"


def rows_of(tmp_path, text):
    file = tmp_path / "notes.md"
    file.write_text(text)
    return check(file, jobs=1).rows
