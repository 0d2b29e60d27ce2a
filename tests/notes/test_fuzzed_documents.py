"""Whatever a file holds, reading it ends in rows, or in errors that name a place in it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boundcalc.displays.displays import read_display
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError
from boundcalc.library import load_library
from boundcalc.notes.check import check_document
from boundcalc.notes.guide import guide
from boundcalc.obligations.examining import examine
from boundcalc.obligations.obligations import Decide, Goals
from boundcalc.proving import Verdict, prove_goal
from boundcalc.reader.declarations import read_where
from boundcalc.reader.scope import Scope
from boundcalc.tex.files import read_source

THEOREMS = {theorem.id: theorem for theorem in load_library().theorems}
DECLARED = read_where(r"n, m, k integer >= 1; x, y, t, p real; \varepsilon, \delta positive")
WORDS = (Path(__file__).parent / "pieces.txt").read_text(encoding="utf-8").splitlines()
PIECES = [
    *("\n", "\r\n", "\n\n", "\n%! ", "\0", "\u2028", "\ufeff"),
    *(word + space for word in WORDS for space in ("", " ")),
]
GOOD = [
    "%! declare x in [0, 1]\n",
    "%! declare n integer >= 1\n",
    "\\[ x^n \\le 1 \\]\n",
    "$$ x \\le x^2 $$ %! label: a\n",
    "\\begin{align} x &\\le 1 \\\\ &\\le n \\end{align}\n",
    "\\[ x \\le 1/2 \\implies 2x \\le 1 \\] %! by: algebra\n",
    "<!-- %! assume x \\le 1/2 -->\n",
    "%! by: row a\n",
    "\\[ \\Pr[A] \\le x \\] %! by: theorem concentration/markov with mean = x, level = 1\n",
]


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Good lines, pieces in any order, characters, and cuts through all of it."""
    parts = draw(st.lists(st.one_of(st.sampled_from(GOOD), st.sampled_from(PIECES)), max_size=25))
    text = "".join(parts)
    if draw(st.booleans()):
        text = "".join(GOOD[:2]) + text
    if text and draw(st.booleans()):
        start = draw(st.integers(0, len(text) - 1))
        length = draw(st.integers(0, 6))
        text = text[:start] + draw(st.text(max_size=3)) + text[start + length :]
    return text


def unknown(goals: Goals) -> Verdict:
    return Verdict(goal=goals[-1], judgement=Judgement(kind=VerdictKind.UNKNOWN))


def briefly(goals: Goals) -> Verdict:
    return prove_goal(goals[-1], work=50)


def check_anything(text: str, *, is_markdown: bool, decide: Decide) -> None:
    document = read_source(text, "anything", is_markdown=is_markdown)
    found = check_document(document, THEOREMS, lambda asked: examine(asked, decide))

    lines = text.split("\n")
    for error in found.errors:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert str(error)
    for row in found.rows:
        assert row.kind.value in ("PROVED", "REFUTED", "CITED", "UNKNOWN")
    assert guide(found) is not None


@pytest.mark.slow
@given(documents(), st.booleans())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_reading_ends(text: str, is_markdown: bool) -> None:
    check_anything(text, is_markdown=is_markdown, decide=unknown)


@pytest.mark.slow
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_reading_a_display_ends(text: str) -> None:
    for scope in (Scope(), DECLARED):
        found = read_display(text, scope)
        for row in found.rows:
            assert str(row.relation)
        for item in found.unread:
            assert item.reason
            assert item.relations >= 1


@pytest.mark.slow
@given(documents(), st.booleans())
@settings(max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_checking_ends(text: str, is_markdown: bool) -> None:
    check_briefly(text, is_markdown)


@pytest.mark.sweep
@given(documents(), st.booleans())
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_checking_of_many_ends(text: str, is_markdown: bool) -> None:
    check_briefly(text, is_markdown)


def check_briefly(text: str, is_markdown: bool) -> None:
    try:
        check_anything(text, is_markdown=is_markdown, decide=briefly)
    except BoundError as error:
        raise AssertionError(f"{type(error).__name__} left the checker") from error
