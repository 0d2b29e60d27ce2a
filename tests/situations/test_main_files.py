"""A chapter takes its macros from the file that includes it, and from no other."""

import os

import pytest

from boundcalc.document_checker import check
from boundcalc.situations.main_files import main_file_of

pytestmark = pytest.mark.usefixtures("in_this_process")

MAIN = r"""\documentclass{article}
\newcommand{\sq}[1]{#1^2}
\newcommand{\lft}{\left}\newcommand{\rgt}{\right}
\begin{document}
\newcommand{\late}[1]{#1}
\input{chapters/one}
% \input{chapters/two}
\end{document}
"""
CHAPTER = r"Let $x$ be real. Then \[ \lft(1 - x\rgt)(1 + x) = 1 - \sq{x}. \]"


@pytest.fixture
def book(tmp_path):
    (tmp_path / "chapters").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.tex").write_text(MAIN)
    for name in ("one.tex", "one.annotated.tex", "two.tex"):
        (tmp_path / "chapters" / name).write_text(CHAPTER)
    return tmp_path


@pytest.mark.parametrize("name", ["one.tex", "one.annotated.tex"])
def test_a_chapter_has_the_macros_of_its_main_file(book, name):
    file = book / "chapters" / name
    assert main_file_of(file) == book / "main.tex"
    (row,) = check(file, jobs=1).rows
    assert row.kind.value == "PROVED"


def test_a_file_that_is_not_included_has_none(book):
    file = book / "chapters" / "two.tex"
    assert main_file_of(file) is None
    assert not any(row.kind.value == "PROVED" for row in check(file, jobs=1).rows)


def test_a_file_that_begins_a_document_is_no_chapter(book):
    (book / "other.tex").write_text(
        r"\documentclass{book}\begin{document}\input{main}\end{document}"
    )
    assert main_file_of(book / "main.tex") is None


def test_a_chapter_keeps_its_own_macros(book):
    file = book / "chapters" / "one.tex"
    file.write_text(r"\newcommand{\sq}[1]{#1^3}" + CHAPTER)
    assert all(row.kind.value != "PROVED" for row in check(file, jobs=1).rows)


def test_a_repository_ends_the_search(book):
    (book / "inner" / ".git").mkdir(parents=True)
    (book / "inner" / "one.tex").write_text(CHAPTER)
    (book / "main.tex").write_text(MAIN.replace("chapters/one", "inner/one"))
    assert main_file_of(book / "inner" / "one.tex") is None


def test_a_main_file_that_is_no_text_is_passed_over(book):
    (book / "main.tex").write_bytes(b"\\documentclass{article}\\input{chapters/one}\xff\x00")
    assert main_file_of(book / "chapters" / "one.tex") is None


def test_of_two_main_files_none_is_taken(book):
    (book / "other.tex").write_text(MAIN.replace("#1^2", "#1^3"))
    assert main_file_of(book / "chapters" / "one.tex") is None


@pytest.mark.parametrize(
    "around", [r"\iffalse %s \fi", r"\begin{verbatim} %s \end{verbatim}", "%% %s"]
)
def test_what_is_not_read_includes_nothing(book, around):
    text = MAIN.replace(r"\input{chapters/one}", around % r"\input{chapters/one}")
    (book / "main.tex").write_text(text)
    assert main_file_of(book / "chapters" / "one.tex") is None


def test_macros_are_those_of_the_place_where_it_is_included(book):
    text = MAIN.replace(r"\newcommand{\late}[1]{#1}", r"\renewcommand{\sq}[1]{#1^3}")
    (book / "main.tex").write_text(text)
    (row,) = check(book / "chapters" / "one.tex", jobs=1).rows
    assert row.kind.value == "REFUTED"


def test_files_that_are_none_and_endless_blanks_are_passed_over(book):
    os.mkfifo(book / "aaa.tex")
    (book / "bbb.tex").write_text(r"\documentclass{article}\input{ one" + " " * 200_000)
    assert main_file_of(book / "chapters" / "one.tex") == book / "main.tex"
