"""What cannot be read is an error at the right line and column, and nothing else."""

from pathlib import Path

import pytest

from boundcalc.library import load_library
from boundcalc.notes.check import CheckedDocument, check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import MAX_BYTES, read_file
from boundcalc.tex.groups import DocumentError
from tests.notes.malformed_documents import (
    DIRECTIVES,
    HEAD,
    MARKDOWN,
    MARKDOWN_HEAD,
    WHOLE,
    D,
)

THEOREMS = {theorem.id: theorem for theorem in load_library().theorems}
DECIDER = Decider()


def check_file(file: Path) -> CheckedDocument:
    return check_document(read_file(file), THEOREMS, DECIDER.examine)


def assert_error(folder: Path, name: str, marked: str, words: str) -> None:
    at = marked.index("¦")
    text = marked.replace("¦", "")
    (folder / name).write_text(text, encoding="utf-8", newline="")
    errors = check_file(folder / name).errors

    assert errors, "nothing was refused"
    assert words in errors[0].message
    line, start = text[:at].count("\n") + 1, text.rfind("\n", 0, at) + 1
    assert (errors[0].line, errors[0].column) == (line, at - start + 1)


@pytest.mark.few(31)
@pytest.mark.parametrize(("directive", "words"), DIRECTIVES)
def test_directive_is_refused_at(tmp_path: Path, directive: str, words: str) -> None:
    assert_error(tmp_path, "self.tex", f"{HEAD}{directive}\n{D}\n", words)


@pytest.mark.few(14)
@pytest.mark.parametrize(("body", "words"), WHOLE)
def test_document_is_refused_at(tmp_path: Path, body: str, words: str) -> None:
    assert_error(tmp_path, "self.tex", f"{HEAD}{body}\n", words)


@pytest.mark.few(14)
@pytest.mark.parametrize(("body", "words"), WHOLE)
def test_lines_of_windows_are_counted_alike(tmp_path: Path, body: str, words: str) -> None:
    text = f"{HEAD}{body}\n".replace("\n", "\r\n")
    assert_error(tmp_path, "self.tex", text, words)


@pytest.mark.parametrize(("body", "words"), MARKDOWN)
def test_markdown_is_refused_at(tmp_path: Path, body: str, words: str) -> None:
    assert_error(tmp_path, "self.md", f"{MARKDOWN_HEAD}{body}\n", words)


def test_there_are_at_least_a_hundred_of_them() -> None:
    assert len({*DIRECTIVES, *WHOLE, *MARKDOWN}) >= 100


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.tex", b"\\[ x \0 \\]", "zero byte"),
        ("a.tex", b"ok\n\\[ \xff\xfe \\]", "see line 2"),
        ("a.pdf", b"%PDF", "neither LaTeX"),
        ("a", b"", "neither LaTeX"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)

    with pytest.raises(DocumentError, match=words):
        read_file(tmp_path / name)


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "huge.tex").open("wb") as file:
        file.truncate(100 << 20)
    (tmp_path / "large.tex").write_text("%" * (MAX_BYTES + 1))

    for name in ("huge.tex", "large.tex"):
        with pytest.raises(DocumentError, match="which is the limit"):
            read_file(tmp_path / name)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.tex").mkdir()

    for name in ("folder.tex", "missing.tex"):
        with pytest.raises(DocumentError, match="cannot be read"):
            read_file(tmp_path / name)


def test_included_files_are_followed_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "main.tex").write_text(f"{HEAD}\\input{{parts/one}}\n\\include{{two.tex}}\n{D}\n")
    (tmp_path / "parts" / "one.tex").write_text("%! assume x \\le 1/2\n\\[ 2x \\le 1 \\]\n")
    (tmp_path / "two.tex").write_text("\\[ x \\le z \\]\n")
    (tmp_path / "away.tex").symlink_to("/etc/passwd")

    document = check_file(tmp_path / "main.tex")

    assert [(Path(row.step.file).name, row.kind.value) for row in document.rows] == [
        ("one.tex", "PROVED"),
        ("main.tex", "PROVED"),
    ]
    assert [(Path(error.file).name, error.line) for error in document.errors] == [("two.tex", 1)]

    (tmp_path / "main.tex").write_text(f"{HEAD}\\input{{away}}\n")
    assert "below the folder" in check_file(tmp_path / "main.tex").errors[0].message


def test_greek_letters_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    text = "\ufeff%! declare ε in (0, 1/8]\n\\[ ε^2 ≤ \\varepsilon/8 \\]\n"
    (tmp_path / "greek.tex").write_text(text, encoding="utf-8")

    assert [row.kind.value for row in check_file(tmp_path / "greek.tex").rows] == ["PROVED"]


def test_theorems_that_are_derived_from_each_other_are_refused(tmp_path: Path) -> None:
    one, two = "concentration/markov", "concentration/hoeffding.sum"
    blocks = [
        f"%! begin {block}\n\\[ \\Pr[A] \\le 1 \\] %! by: theorem {used} with {values}\n%! end\n"
        for block, used, values in (
            (one, two, "deviation = 1, squared_widths = 1"),
            (two, one, "mean = 1, level = 1"),
        )
    ]
    (tmp_path / "circle.tex").write_text(HEAD + "".join(blocks))

    errors = check_file(tmp_path / "circle.tex").errors
    assert [error.line for error in errors] == [4, 7]
    assert "circular" in errors[0].message
