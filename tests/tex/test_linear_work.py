r"""Reading a document takes work in proportion to its length, whatever stands in it.

Work is counted in calls of functions, and in characters that are searched; there is no clock.
"""

import cProfile
import re
from itertools import pairwise

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.prose import prose
from boundcalc.situations import frames, nearby, scopes
from boundcalc.tex import groups, macros
from boundcalc.tex.conditions import Conditions
from boundcalc.tex.files import read_source
from boundcalc.tex.finding import Finder
from boundcalc.tex.groups import DocumentError
from boundcalc.tex.scanning import met_in

TEXTS = {
    "dollar signs": "$",
    "dollar signs apart": "$ ",
    "displays that open": r"\begin{align} ",
    "braces that open": "{",
    "braces that close": "}",
    "line breaks": r"\\",
    "alignment marks": "& ",
    "reasons without an end": "by ",
    "one sentence": "so let us see what this is ",
    "one sentence with formulas": "let $x > 0$ and so on ",
    "one sentence with claims": "note that $x + 1 > x$, and ",
    "one sentence with displays": "$$ x > 0 $$ ",
    "one paragraph of sentences": "Let $x > 0$ be so. Note that $x + 1 > x$. ",
    "one paragraph of displays": "Then \\[ x + 1 > x. \\]\n",
    "hypotheses": "Suppose $x y > 1$ and $y \\ge x$. Then \\[ x + 1 > x. \\]\n",
    "formulas that open": r"\(",
    "definitions": "\\def\\x{1} \\[ \\x > 0 \\]\n",
    "definitions in groups": "{\\def\\x{1}} ",
    "groups that open": "{\\def\\x{1} ",
    "definitions under conditions": "\\ifx \\def\\x{1} \\fi ",
    "theorems in theorems": r"\begin{lemma} Let $x > 0$. \[ x > 0. \] ",
    "theorems": r"\begin{lemma} \label{a} Let $x > 0$. \end{lemma} \[ x > 0. \] ",
    "stars": "*",
    "titles": "\n**Theorem",
    "comments that open": "<!--",
    "code that opens": "`",
}


def calls(text: str, name: str) -> int:
    """Return how many functions are called to read a text."""
    profile = cProfile.Profile(subcalls=False)
    read_source("", name)
    with profile:
        read_document(read_source(text, name, is_markdown=name.endswith("md")))
    return sum(entry.callcount for entry in profile.getstats())


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is limited be limited early, so that short texts show how work grows."""
    monkeypatch.setattr(prose, "MAX_FORMULAS", 8)
    monkeypatch.setattr(prose, "MAX_LENGTH", 200)
    monkeypatch.setattr(macros, "MAX_DEFINITIONS", 6)
    monkeypatch.setattr(groups, "MAX_DEPTH", 10_000)  # a text of braces is read to its end
    monkeypatch.setattr(nearby, "MAX_SAID", 6)
    monkeypatch.setattr(scopes, "MAX_FRAMES", 6)
    for name in ("MAX_HELD", "MAX_NAMES"):
        monkeypatch.setattr(frames, name, 6)


@pytest.mark.few(1, without="one paragraph")
@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("name", ["notes.tex", "notes.md"])
@pytest.mark.parametrize("kind", TEXTS)
def test_four_times_the_text_is_about_four_times_the_work(kind: str, name: str) -> None:
    piece = TEXTS[kind]
    short = piece * (1500 // len(piece))
    assert calls(short * 4, name) <= 5 * calls(short, name) + 500


def test_displays_in_which_nothing_stands_take_little_work() -> None:
    """A megabyte of dollar signs took 86 seconds: each display was followed through the prose."""
    count = 2000
    document = read_document(read_source("$$$$" * count))

    assert document.displays == count
    assert not document.steps
    assert calls("$$$$" * count, "notes.tex") <= 100 * count


BROKEN = {
    "displays without a formula": ("$", "faults"),
    "braces that close": ("}", "faults"),
    "displays that open": (r"\begin{align}", "faults"),
    "displays that open shortly": (r"\[ ", "faults"),
    "definitions": (r"\def\a}", "faults"),
    "braces that open": ("{ ", "groups within groups"),
    "environments that open": (r"\begin{lemma}", "groups within groups"),
    "arguments that open": (r"\def\a{", "groups within groups"),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_throughout_is_refused_in_linear_work(kind: str) -> None:
    piece, words = BROKEN[kind]

    def read(length: int) -> int:
        with cProfile.Profile(subcalls=False) as profile, pytest.raises(DocumentError, match=words):
            read_source(piece * (length // len(piece)), "notes.tex")
        return sum(entry.callcount for entry in profile.getstats())

    assert read(300_000) <= 2.1 * read(150_000)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("piece", "most"),  # calls a piece
    [("{", 0.1), ("}", 0.1), (r"\\", 0.1), (r"\frac ", 30), (r"\( ", 40), ("a ", 0.1)],
)
def test_what_is_met_most_takes_few_steps(piece: str, most: float) -> None:
    """A megabyte of braces took 12 seconds."""
    count = 20_000
    assert calls(piece * count, "notes.md") <= most * count + 1000


def test_a_document_with_some_faults_is_read() -> None:
    document = read_source("} $$ $$ \\[ x " * 1000 + "\\[ 1 > 0 \\]")
    assert len(read_document(document).steps) == 1


@pytest.mark.few(8)
@pytest.mark.parametrize("is_markdown", [False, True])
@pytest.mark.parametrize(
    "piece", [r"\(", "$ ", r"\iffalse ", r"\begin{verbatim}", "<!--", "```\n\n", "$\n\n", r"\) $$"]
)
def test_what_closes_nothing_is_searched_once(piece: str, is_markdown: bool) -> None:
    text = piece * 4000
    finder = Finder(text)
    assert sum(1 for _ in met_in(finder, 0, len(text), is_markdown=is_markdown)) <= 12_000
    assert finder.searched <= 10 * len(text)


def test_a_finder_agrees_with_plain_searches() -> None:
    text = "ab)c)) d) e"
    finder, pattern = Finder(text), re.compile(r"\)+")
    for at in (0, 0, 2, 3, 6, 9, 11):
        found = pattern.search(text, at)
        assert finder.next(pattern, at) == (found.span() if found else None)


def test_conditions_pair_with_their_ends() -> None:
    text = r"\iftrue a \ifx b \else c \fi \else d \fi \iffalse"
    found = Conditions(text).found
    assert sorted(found) == [0, text.index(r"\ifx")]
    assert text[found[0].middle : found[0].stop] == r" d \fi"


def test_nothing_is_taken_from_a_sentence_that_is_cut() -> None:
    """What is too long may have a condition in the part that is gone."""
    text = "For all $x > 1$, " + "and so on, " * 3000 + "we have \\[ x \\ge 1. \\]"
    (step,) = read_document(read_source(text)).steps
    assert step.context is not None
    assert not step.context.situation.domains
    assert any(not item.names for item in step.context.situation.unread)


@pytest.mark.slow
def test_macros_that_double_stop_at_a_count_for_the_whole_document() -> None:
    names = [chr(97 + number) for number in range(12)]
    doubling = "".join(rf"\newcommand{{\z{one}}}{{\z{two}\z{two}}}" for one, two in pairwise(names))
    text = doubling + "\\newcommand{\\zl}{1+}\n" + "\\[ \\za 1 > 0 \\]\n" * 200
    document = read_source(text)
    read_document(document)
    (source,) = document.sources
    assert source.macros.spent <= 200_000
