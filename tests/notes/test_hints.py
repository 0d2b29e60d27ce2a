"""What a row may have meant is found again only where something changed that it depends on."""

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.document_checker import Checker
from boundcalc.notes import judging
from boundcalc.reports.rows import row_text
from boundcalc.tex.files import read_source

TEXT = r"""Let $X$ and $Y$ be random.
\[ \mathbb{E}[X - Y] + 1 = \mathbb{E}[X] + \mathbb{E}[Y] + 1. \]
Then we go on.
\[ \sum_{i=1}^n (x_i + y_i) = \sum_{i=1}^n x_i - \sum_{i=1}^n y_i. \]
"""


@pytest.fixture
def asked(monkeypatch):
    """Return the rows of which it was asked what they miss, as a list that grows."""
    found = []
    near_miss = judging.near_miss

    def noted(step, judgement):
        found.append(step.row.left.text.strip())
        return near_miss(step, judgement)

    monkeypatch.setattr(judging, "near_miss", noted)
    return found


def rows(checker, text):
    read = [read_document(read_source(text))]
    return [row_text(row) for row in checker.check_read(read).rows]


@pytest.mark.slow
def test_a_document_that_is_checked_again_is_not_asked_again(asked):
    checker = Checker(theorems=(), jobs=1)
    first = rows(checker, TEXT)
    assert len(asked) == 2

    assert rows(checker, TEXT) == first
    assert len(asked) == 2
    assert all("is a sign" in row for row in first)


@pytest.mark.slow
def test_a_row_that_changes_is_asked_alone(asked):
    checker = Checker(theorems=(), jobs=1)
    rows(checker, TEXT)
    changed = rows(checker, TEXT.replace("[Y] + 1.", "[Y] + 2."))

    assert len(asked) == 3
    assert changed == rows(Checker(theorems=(), jobs=1), TEXT.replace("[Y] + 1.", "[Y] + 2."))


@pytest.mark.slow
def test_another_sentence_asks_of_all(asked):
    checker = Checker(theorems=(), jobs=1)
    rows(checker, TEXT)
    rows(checker, TEXT.replace("random.", "random, in no known space."))

    assert len(asked) == 4
