"""The page on a document: what was taken from its prose, as a person reads it."""

import pytest

from boundcalc.document_checker import check
from boundcalc.reports.page import inferred_texts

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
