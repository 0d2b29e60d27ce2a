"""The reason of all rows of a display: `%! throughout: cite KEY`."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

WORDS = "Let $f$ be a function. Then\n"
DECLARED = "%! declare x real\n%! declare y real\n"
ROWS = r"""\begin{align*}
\Pr[A] &\le \Pr[B] %s \\
&\le \Pr[C] \\
&= \Pr[D].
\end{align*}"""


def found(tmp_path, text, suffix="tex"):
    file = tmp_path / f"notes.{suffix}"
    file.write_text(text)
    report = check(file, jobs=1)
    (document,) = report.documents
    assert not document.errors
    return [(row.kind.value, ", ".join(row.judgement.rests_on)) for row in report.rows]


@pytest.mark.parametrize("before", [WORDS, DECLARED])
@pytest.mark.parametrize("place", ["above", "inside", "behind"])
def test_every_row_of_the_display_rests_on_it(tmp_path, before, place):
    reason = "%! throughout: cite knuth, p. 7"
    rows = ROWS % "" + "\n"
    if place == "above":
        rows = f"{reason}\n{rows}"
    elif place == "inside":
        rows = rows.replace(r"\Pr[C] \\", rf"\Pr[C] \\ {reason}")
    else:
        rows = rows.rstrip() + f" {reason}\n"
    assert found(tmp_path, before + rows) == [("CITED", "knuth, p. 7")] * 3


@pytest.mark.parametrize("before", [WORDS, DECLARED])
def test_a_row_keeps_the_reason_of_its_own(tmp_path, before):
    text = f"{before}%! throughout: cite knuth\n" + ROWS % "" + "\n"
    text = text.replace(r"\Pr[B]  \\", r"\Pr[B] \\ %! by: cite liu")
    assert [rests for _, rests in found(tmp_path, text)] == ["liu", "knuth", "knuth"]


@pytest.mark.parametrize("before", [WORDS, DECLARED])
def test_it_is_for_one_display_and_hides_nothing(tmp_path, before):
    rows = r"\begin{align*} 1 + 1 &= 2 \\ 2 &\le 1 \end{align*} \[ \Pr[A] \le \Pr[B] \]"
    verdicts = [kind for kind, _ in found(tmp_path, f"{before}%! throughout: cite knuth\n{rows}")]
    assert verdicts[1:] == ["REFUTED", "UNKNOWN"]
    assert verdicts[0] in ("PROVED", "CITED")  # by whom a plain document says it, or by itself


def test_it_stands_in_a_comment_of_markdown(tmp_path):
    text = f"{WORDS}\n<!-- %! throughout: cite knuth -->\n$$\n{ROWS % ''}\n$$\n"
    assert [rests for _, rests in found(tmp_path, text, "md")] == ["knuth"] * 3
