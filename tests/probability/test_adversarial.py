"""Rows that a careless reader believes, of `adversarial.txt`: none is proved.

Each block there has a title, directives, and rows that need not hold, or that speak of what need
not exist. Before those that a finite law refutes stands "!"; before others "?", most of which
cannot be read, or given in a finite law. Dependence is ignored, a query is chosen from its data, an
event has no chance, moments are missing, a name has two meanings, the guarantee is that of another
algorithm.
"""

from pathlib import Path

import pytest

from boundcalc import check

pytestmark = pytest.mark.usefixtures("in_this_process")

BLOCKS = (Path(__file__).parent / "adversarial.txt").read_text(encoding="utf-8").split("\n\n")


def cases():
    for block in BLOCKS:
        title, *lines = block.splitlines()
        given = "".join(f"%! {line}\n" for line in lines if line[:2] not in ("? ", "! "))
        for line in lines:
            if line[:2] in ("? ", "! "):
                text = f"{given}\\[ {line[2:]} \\]\n"
                yield pytest.param(line[0], text, id=f"{title[2:]}: {line[2:]}")


@pytest.mark.few(4, without="choice|mon ")
@pytest.mark.parametrize(("sign", "text"), list(cases()))
def test_a_row_that_need_not_hold_is_not_proved(tmp_path, sign, text):
    path = tmp_path / "note.tex"
    path.write_text(text, encoding="utf-8")
    kinds = [row.kind.value for row in check(path, jobs=1).rows]
    assert "PROVED" not in kinds
    assert sign != "!" or kinds == ["REFUTED"]


def test_there_are_many_and_no_two_alike():
    texts = [case.values for case in cases()]
    assert len({text for _, text in texts}) == len(texts) >= 150
    assert [sign for sign, _ in texts].count("!") >= 175
