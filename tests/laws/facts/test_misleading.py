"""Documents in which the letters of a law mean something else, or a sentence takes it back."""

from pathlib import Path

import pytest

from tests.laws.single_rows import check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

LINES = (Path(__file__).parent / "misleading.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.few(4)
@pytest.mark.parametrize("line", LINES)
def test_a_misleading_document_proves_nothing(tmp_path, line) -> None:
    text, formula = line.split(" ### ")
    check_unknown(row_of(tmp_path, text, formula))
