"""Rows that a careless reader believes, of `adversarial.txt`: none is proved.

Each block there has a title, directives, and after question marks rows that need not hold, or that
speak of what need not exist: dependence is ignored, a query is chosen from its data, an event has
no chance, moments are missing, a name has two meanings, the guarantee is that of another algorithm.
"""

from pathlib import Path

import pytest

from boundcalc import check

pytestmark = pytest.mark.usefixtures("in_this_process")

BLOCKS = (Path(__file__).parent / "adversarial.txt").read_text(encoding="utf-8").split("\n\n")


def cases():
    for block in BLOCKS:
        title, *lines = block.splitlines()
        given = "".join(f"%! {line}\n" for line in lines if not line.startswith("? "))
        for line in lines:
            if line.startswith("? "):
                yield pytest.param(f"{given}\\[ {line[2:]} \\]\n", id=f"{title[2:]}: {line[2:]}")


@pytest.mark.few(4, without="choice|mon ")
@pytest.mark.parametrize("text", list(cases()))
def test_a_row_that_need_not_hold_is_not_proved(tmp_path, text):
    path = tmp_path / "note.tex"
    path.write_text(text, encoding="utf-8")
    assert "PROVED" not in [row.kind.value for row in check(path, jobs=1).rows]


def test_there_are_many_and_no_two_alike():
    texts = [case.values[0] for case in cases()]
    assert len(set(texts)) == len(texts) >= 150


@pytest.mark.slow
def test_most_of_what_a_finite_law_can_refute_is_refuted(tmp_path):
    """Of the others most cannot be read, or speak of what need not exist, or cannot be given."""
    kinds = []
    for place, case in enumerate(cases()):
        path = tmp_path / f"{place}.tex"
        path.write_text(case.values[0], encoding="utf-8")
        kinds += [row.kind.value for row in check(path, jobs=1).rows]
    assert kinds.count("REFUTED") >= 175
    assert "PROVED" not in kinds
