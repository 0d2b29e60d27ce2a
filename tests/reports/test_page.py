"""The page on a document: what was taken from its prose, as a person reads it."""

import pytest

from boundcalc.document_checker import check
from boundcalc.reports.page import inferred_texts, page_text

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.mark.parametrize(
    "display",
    [
        r"\begin{align*} \label{eq:p} p = 2q. \end{align*}",
        "\\[\n  p = 2q,\n\\]",
        "$p = 2q$.",
    ],
)
def test_what_is_assumed_stands_there_without_the_display_around_it(tmp_path, display):
    file = tmp_path / "notes.tex"
    file.write_text(f"Let $q > 0$. Define {display}\nThen \\[ p > q. \\]\n", encoding="utf-8")
    texts = inferred_texts(check(file).rows)
    assert [text for text in texts if text.startswith("assumed")] == ["assumed: p = 2q (line 1)"]


def test_what_is_open_says_where_its_reason_is_shown(tmp_path):
    file = tmp_path / "notes.tex"
    file.write_text(r"Let $x > 0$. Then \[ \foo{x} \le 1. \]", encoding="utf-8")
    (document,) = check(file).documents
    assert "Unknown: line 1; --all shows why" in page_text(document).splitlines()
    assert "needs an argument" in page_text(document, is_whole=True)
