"""Logarithms of which a document does not say the base, or says that it is two."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")


def kinds(tmp_path, text):
    file = tmp_path / "notes.md"
    file.write_text(text)
    return [row.kind for row in check(file, jobs=1).rows]


LETTERS = "We have $26$ letters{0}. Then\n$$ \\log 26 - 1 = \\log 13 $$\n"


@pytest.mark.parametrize("said", ["", ", and logarithms are to the base 2"])
def test_a_row_that_holds_to_base_two_is_not_refuted(tmp_path, said):
    assert kinds(tmp_path, LETTERS.format(said)) == [VerdictKind.UNKNOWN]


def test_a_row_that_fails_to_base_two_is_not_proved_where_this_is_the_base(tmp_path):
    row = "Then\n$$ \\log 2 < 1. $$\n"
    assert kinds(tmp_path, row) == [VerdictKind.PROVED]
    assert kinds(tmp_path, f"Let $\\log$ denote the logarithm to base $2$. {row}") == [
        VerdictKind.UNKNOWN
    ]


def test_natural_logarithms_are_refuted_as_before(tmp_path):
    natural = LETTERS.format("").replace("\\log", "\\ln")
    assert kinds(tmp_path, natural) == [VerdictKind.REFUTED]
    text = "%! log: natural\n" + LETTERS.format("")
    (tmp_path / "sub").mkdir()
    assert kinds(tmp_path / "sub", text)[-1] is VerdictKind.REFUTED
