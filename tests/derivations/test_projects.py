r"""Projects: what ``boundcalc.toml`` puts in force, where it is looked for, and what it refuses."""

import json
from pathlib import Path

import pytest

from boundcalc.cli import main
from boundcalc.document_checker import check
from boundcalc.situations.projects import (
    declared_by_project,
    find_project,
    preamble_of,
    read_project,
)
from boundcalc.tex.files import Document, read_file
from boundcalc.tex.groups import DocumentError
from boundcalc.tex.source import Fragment, SourceText

pytestmark = pytest.mark.usefixtures("in_this_process")

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "project"
TABLES = r"""
documents = ["notes/*.tex"]

[macros]
'\eps' = '\varepsilon'
'\sq' = '{#1}^2'

[symbols]
'\eps' = "in (0, 1/2]"
n = "integer >= 1"
"""
WORDS = "These are some words before the display.\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "boundcalc.toml").write_text(TABLES, encoding="utf-8")
    return tmp_path


def verdicts(folder, text, name="a.tex", **options):
    file = folder / "notes" / name
    file.write_text(text, encoding="utf-8")
    return [row.kind.value for row in check(file, **options).rows]


# --- what is in force --------------------------------------------------------------------------


def test_macros_and_symbols_hold_in_a_document_that_nobody_prepared(folder):
    text = WORDS + r"\[ e^{\eps} \le 1 + 2\eps \] and \[ \sq{n} \ge n \]"
    assert verdicts(folder, text) == ["PROVED", "PROVED"]
    (folder / "boundcalc.toml").unlink()
    assert verdicts(folder, text) != ["PROVED", "PROVED"]


def test_they_hold_beside_directives(folder):
    text = "%! declare x real\n\\[ e^{\\eps} + \\sq{x} \\le 1 + 2\\eps + x^2 \\]\n"
    assert verdicts(folder, text) == ["PROVED"]
    assert verdicts(folder, text, is_strict=True) == ["PROVED"]


def test_they_hold_in_derivations_with_a_beginning(folder):
    text = "%! begin a/b\n\\[ e^{\\eps} \\le 1 + 2\\eps \\]\n%! end\n"
    assert verdicts(folder, text) == ["PROVED"]


def test_they_hold_in_markdown(folder):
    assert verdicts(folder, WORDS + "\n$$ e^{\\eps} \\le 1 + 2\\eps $$\n", "a.md") == ["PROVED"]


def test_what_a_document_declares_itself_counts(folder):
    line = r"\[ e^{\eps} \le 1 + 2\eps \]"
    assert verdicts(folder, "%! declare \\eps in (0, 3]\n" + line) == ["REFUTED"]
    assert verdicts(folder, "%! begin a/b\n%! declare \\eps in (0, 3]\n" + line + "\n%! end") == [
        "REFUTED"
    ]
    assert verdicts(folder, "Let $0 < \\eps \\le 3$ be given.\n" + line) != ["PROVED"]


def test_what_a_document_defines_itself_counts(folder):
    text = (
        r"\newcommand{\sq}[1]{{#1}^3}" + "\n%! declare x in [2, 3]\n" + r"\[ \sq{x} \ge 8 \]" "\n"
    )
    assert verdicts(folder, text) == ["PROVED"]


def test_symbols_of_a_project_do_not_silence_the_prose(folder):
    """A directive and the project declare all; the sentence still limits the letter."""
    text = (
        "%! declare x in [0, 1]\n"
        "Throughout these notes we suppose that $n \\ge 3$ holds.\n"
        "\\[ n + x \\ge 3 \\]\n"
    )
    assert "REFUTED" not in verdicts(folder, text)


def test_a_macro_that_holds_matrices_does_not_let_them_commute(folder):
    (folder / "boundcalc.toml").write_text(
        "[macros]\n'\\Sp' = '\\operatorname{tr}'\n[symbols]\nx = 'real'\n", encoding="utf-8"
    )
    for line in (r"A B = B A", r"\Sp(A) + A B = \Sp(A) + B A"):
        assert verdicts(folder, f"{WORDS}We use $\\Sp$. \\[ {line} \\]") != ["PROVED"]


@pytest.mark.parametrize(
    "words",
    [
        "Let $v$ be a vector in $\\mathbb{R}^d$ and $A$ a matrix.",
        "Here $A$ is a real matrix.",
        "Consider the matrix $A$ in what follows.",
        "Let $A, B$ be two bounded linear operators.",
        "Take matrices $B$ and $A$ of the same size.",
        "For functions $f$, $A$ we have this.",
        "Let $A$, $B$ and $C$ be sets of this kind.",
        "Let $A \\in \\mathbb{R}^{d \\times d}$ be a symmetric matrix.",
    ],
)
def test_a_letter_that_a_document_calls_something_else_is_no_number_there(folder, words):
    (folder / "boundcalc.toml").write_text("[symbols]\nA = 'real'\n", encoding="utf-8")
    assert verdicts(folder, f"{words} Then \\[ A v = v A \\]") != ["PROVED"]


@pytest.mark.parametrize(
    "words",
    [
        "Here $A$ is the number of records in the dataset.",
        "This holds for $A$ of any size.",
        "The function grows with $A$ as was said.",
    ],
)
def test_a_number_that_is_spoken_of_beside_something_else_stays_a_number(folder, words):
    (folder / "boundcalc.toml").write_text("[symbols]\nA = 'positive'\n", encoding="utf-8")
    assert verdicts(folder, f"{words} Then \\[ (1 + A)^2 \\ge 1 + 2 A \\]") == ["PROVED"]


def test_two_epsilons_stay_two_where_a_macro_writes_one_of_them(folder):
    text = WORDS + r"Let $\epsilon > 0$. \[ \eps \le \epsilon \] \[ \epsilon = \eps \]"
    assert "PROVED" not in verdicts(folder, text)


def test_two_epsilons_stay_two_in_a_file_that_is_included(folder):
    (folder / "notes" / "part.tex").write_text(
        WORDS + r"Let $\epsilon > 0$. \[ \epsilon = \eps \]", encoding="utf-8"
    )
    assert "PROVED" not in verdicts(folder, WORDS + r"\input{part}")


def test_the_report_says_where_a_domain_was_taken_from(folder, capsys):
    file = folder / "notes" / "a.tex"
    file.write_text(WORDS + r"\[ e^{\eps} \le 1 + 2\eps \]", encoding="utf-8")
    assert main(["check", "--no-cache", str(file)]) == 0
    assert "in (0, 0.5] (boundcalc.toml)" in capsys.readouterr().out
    assert main(["check", "--no-cache", "--json", str(file)]) == 0
    (item,) = json.loads(capsys.readouterr().out)["rows"][0]["inferred"]
    assert item["file"] == "boundcalc.toml"


def test_an_annotated_copy_has_the_same_verdicts(folder, tmp_path_factory):
    text = WORDS + r"\[ e^{\eps} \le 1 + 2\eps \] \[ e^{\eps} \le 1 + \eps \]" + "\n"
    before = verdicts(folder, text)
    copy = folder / "notes" / "copy.tex"
    assert main(["annotate", str(folder / "notes" / "a.tex"), "-o", str(copy)]) == 0
    assert [row.kind.value for row in check(copy).rows] == before == ["PROVED", "REFUTED"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "text", ["$" * 200_000, "$A$," * 50_000, "$" + "A " * 100_000 + "$", "matrix $A" * 20_000]
)
def test_the_work_of_looking_for_a_letter_is_linear(tmp_path, text):
    """A quadratic search would take hours here."""
    place = Fragment.of("A real")
    document = Document("a.tex", sources=[SourceText(text)], declarations=(place,))
    assert declared_by_project(document).keys() <= {"A"}


# --- where it is looked for --------------------------------------------------------------------


def test_the_nearest_file_upward_is_taken_and_none_beyond_the_repository(folder):
    below = folder / "notes" / "deep"
    below.mkdir()
    assert find_project(below).file == folder / "boundcalc.toml"
    (below / "boundcalc.toml").write_text("documents = []", encoding="utf-8")
    assert find_project(below).file == below / "boundcalc.toml"
    (below / "boundcalc.toml").unlink()
    (folder / "notes" / ".git").write_text("gitdir: elsewhere", encoding="utf-8")
    assert find_project(below) is None


def test_without_a_file_the_documents_of_the_project_are_checked(folder, monkeypatch, capsys):
    for name in ("b", "a"):
        file = folder / "notes" / f"{name}.tex"
        file.write_text(f"%! declare x real\n\\[ x^2 \\ge 0 \\] % {name}\n", encoding="utf-8")
    monkeypatch.chdir(folder / "notes")
    assert main(["check", "--no-cache", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["files"]
    assert [Path(name).name for name in found] == ["a.tex", "b.tex"]


def test_without_a_file_and_without_documents_the_way_out_is_said(tmp_path, monkeypatch, capsys):
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert 'documents = ["notes/*.tex"]' in capsys.readouterr().err


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("macro = 1", "has no key 'macro'; it may have documents, macros, symbols"),
        ("macros = 1", "needs a table [macros], but macros is a number"),
        ("[macros]\n'\\a' = 2", "needs a text for '\\\\a' of [macros], not a number"),
        ("[macros]\neps = '\\varepsilon'", r"needs a command such as '\eps' for a macro"),
        ("[macros]\n'\\a' = '{'", r"defines \a by a text that cannot be put in"),
        ("[macros]\n'\\a' = '#'", r"defines \a by a text that cannot be put in"),
        ("[macros]\n'\\a' = '} x {'", r"defines \a by a text that cannot be put in"),
        ("[macros]\n'\\a' = 'x % y'", r"defines \a by a text that cannot be put in"),
        ("documents = 'a.tex'", "needs a list of patterns for documents"),
        ("documents = ['../a.tex']", "names documents below its folder alone"),
        ("documents = ['/etc/*.tex']", "names documents below its folder alone"),
        ("documents = ['']", "names documents below its folder alone"),
        ("[symbols]\nx = 'blue'", "cannot declare 'x' as 'blue': expected a domain"),
        ("[symbols]\nx = 'in (2, 1)'", "cannot declare 'x' as 'in (2, 1)'"),
        ("[symbols]\n'x, y' = 'real'\ny = 'real'", "y is already declared"),
        ("[symbols]\nx = 'real; y real'\n'' = 'real'", "cannot declare ''"),
        ("[symbols\nx = 1", "is no TOML"),
        ("x = " + "[" * 5000, "is no TOML"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path, capsys, text, said):
    (tmp_path / ".git").mkdir()
    (tmp_path / "boundcalc.toml").write_text(text, encoding="utf-8")
    (tmp_path / "a.tex").write_text(r"\[ 1 \le 2 \]", encoding="utf-8")
    assert main(["check", "--no-cache", str(tmp_path / "a.tex")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.startswith("boundcalc: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#" * (2 << 20)])
def test_what_is_no_text_or_too_long_is_refused(tmp_path, data):
    (tmp_path / "boundcalc.toml").write_bytes(data)
    with pytest.raises(DocumentError):
        read_project(tmp_path / "boundcalc.toml")


def test_a_pattern_without_a_file_is_told(folder):
    with pytest.raises(DocumentError, match=r"no file fits 'notes/\*\.tex'"):
        read_project(folder / "boundcalc.toml").files()


# --- the example of the guide ------------------------------------------------------------------


def test_the_example_has_a_false_row_and_a_document_with_a_domain_of_its_own():
    project = find_project(EXAMPLE)
    report = check(project.files())
    assert [row.kind.value for row in report.rows] == ["PROVED", "REFUTED", "PROVED", "PROVED"]
    path = EXAMPLE / "notes" / "growth.tex"
    assert read_file(path, preamble_of(path)).declarations
