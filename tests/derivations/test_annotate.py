"""Annotated copies: they say all that was inferred, and have the same verdicts."""

# ruff: noqa: E501 (documents in one line)

from __future__ import annotations

from pathlib import Path

import pytest

from boundcalc.cli import main
from boundcalc.derivations.documents import is_open
from boundcalc.derivations.open_documents import annotated
from boundcalc.notes.check import CheckedDocument, check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import Document, read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
TEXTS = {
    "domains": r"Let $x \in (0,1)$. Then \[ x^2 \le x. \] For all $x > 0$, \[ x^2 \le x. \]",
    "guesses": "We have \\[ (1+\\varepsilon)^n \\le e^{\\varepsilon n}, \\]\nand \\[ x \\le x^2. \\]",
    "hypotheses": "Let $x, y > 0$. Suppose that $x \\le y$. Then\n\\[ 2x \\le 2y. \\]\n\nNow \\[ x \\le 3y. \\]",
    "theorem": (
        "\\begin{theorem}\nLet $n \\ge 1$ be an integer and $0 \\le p \\le 1$. Then\n"
        "\\[ (1-p)^n \\ge 1 - pn. \\]\n\\end{theorem}\n\\begin{proof}\nClearly\n"
        "\\[ (1-p)^n \\le 1. \\]\n\\end{proof}\nBut \\[ (1-p)^n \\le 1. \\]"
    ),
    "reasons": (
        "By Markov's inequality, \\[ \\Pr[X \\ge t] \\le \\mathbb{E}[X]/t. \\] Hence\n\\begin{align*}"
        "\na &\\overset{(a)}{\\le} b \\\\ &\\overset{(b)}{=} c,\n\\end{align*}\nwhere (a) follows from "
        "Lemma 2, and (b) is by definition."
    ),
    "definitions": (
        "Define \\[ g(x) = 1 + x^2. \\] Then \\[ g(x) \\ge 1. \\] Let $y > 0$ and set\n"
        "\\[ z = 2y. \\] It is not true that \\[ z \\le y. \\]"
    ),
    "objects": "Let $f$ be a function and $A$ a matrix. Assume $f$ is convex. Then \\[ f(x) \\le f(x) + 1 \\]",
    "claims": "Let $x > 0$. Note that $1 - x \\le e^{-x}$, and that $x \\le x + 1$. Then \\[ x \\ge 0. \\]",
    "a refuted row": "Let $x \\in (0,1)$. Then\n\\[ x \\le x^2. \\]",
    "a vague domain": "Let $n \\in \\mathbb{N}$ and $x > 0$. Then\n\\[ n x \\ge n. \\]",
    "words": (
        "The statement makes no assumption. Consider $x$ such that it is nice.\n\\[ x \\le y. \\]\n"
        "We will assume nothing strange.\n\\begin{theorem}\nSuppose that $y$ is nice.\n"
        "\\[ y \\le y^2. \\]\n\\end{theorem}\nWe will assume nothing again.\n\\[ x \\le x^2. \\]"
    ),
    "a name in a term": (
        "Let $X_1, \\ldots, X_n$ be random variables, and let $X = \\sum_{i=1}^n X_i$. Then\n"
        "\\[ E[X] = \\sum_{i=1}^n E[X_i]. \\]\nLet $W = X$. Then\n\\[ E[W] = \\sum_{i=1}^n E[X_i]. \\]"
    ),
    "a question": "Suppose \\[ x \\le y. \\] Is it true that \\[ x \\le 2y? \\]",
}


def checked(document: Document) -> CheckedDocument:
    return check_document(document, {}, DECIDER.examine)


def found(document: CheckedDocument) -> list[tuple[str, str, float, int]]:
    return [
        (
            str(row.step.row.relation),
            row.kind.value,
            row.judgement.suspicion,
            len(row.judgement.premises),
        )
        for row in document.rows
    ]


@pytest.mark.few(5)
@pytest.mark.parametrize("is_markdown", [False, True])
@pytest.mark.parametrize("name", TEXTS)
def test_an_annotated_copy_has_the_same_verdicts(name: str, is_markdown: bool) -> None:
    file = "notes.md" if is_markdown else "notes.tex"
    document = read_source(TEXTS[name], file, is_markdown=is_markdown)
    copy = read_source(annotated(document), file, is_markdown=is_markdown)

    assert is_open(copy)
    one, two = checked(document), checked(copy)
    assert not two.errors
    assert found(one) == found(two)
    assert one.rows


def test_each_line_says_where_it_was_taken_from() -> None:
    text = annotated(
        read_source("Hello.\nLet $x \\in (0,1)$. Then\n\\[ x^2 \\le x. \\]\n", "a.tex")
    )

    assert "% line 2: Let $x \\in (0,1)$.\n%! declare x in (0, 1)\n\\[" in text
    without = "".join(line for line in text.splitlines(True) if not line.startswith("%"))
    assert without == "Hello.\nLet $x \\in (0,1)$. Then\n\\[ x^2 \\le x. \\]\n"


def test_what_is_left_unread_is_written_once_and_taken_back_by_itself() -> None:
    text = annotated(read_source(TEXTS["words"], "a.tex"))

    assert [line for line in text.splitlines() if line.startswith("%! unread")] == [
        "%! unread *",
        "%! unread x",
        "%! unread *",
        "%! unread y",
        "%! unread nothing of y",
        "%! unread *",
    ]


@pytest.mark.parametrize(("names", "is_refuted"), [("y", False), ("x", True)])
def test_just_the_names_are_taken_back_beside_prose(names: str, is_refuted: bool) -> None:
    text = (
        f"Suppose that $x$ is nice. Let $x > 0$.\n%! unread nothing of {names}\n\\[ x \\le x^2 \\]"
    )
    (row,) = checked(read_source(text, "a.tex")).rows

    assert (row.kind.value == "REFUTED") is is_refuted


def test_a_corrected_line_is_what_counts() -> None:
    text = annotated(read_source("Let $x > 0$. Then\n\\[ x^2 \\le x. \\]\n", "a.tex"))
    corrected = text.replace("declare x positive", "declare x in [0, 1]")

    assert [row.kind.value for row in checked(read_source(text, "a.tex")).rows] == ["REFUTED"]
    assert [row.kind.value for row in checked(read_source(corrected, "a.tex")).rows] == ["PROVED"]


def test_a_directive_that_an_annotated_document_does_not_know_is_an_error() -> None:
    document = checked(read_source("%! inferred\n%! foo x\n\\[ 1 \\le 2 \\]", "a.tex"))

    (error,) = document.errors
    assert error.message == (
        "a directive beside prose begins with one of declare, roughly, object, forget, assume, "
        "define, let, log, unread, random, event, private, formula, reason, next, inferred, by, "
        "throughout, label, expect, skip, strict, but here with 'foo'"
    )


def test_the_command_writes_a_copy_and_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text("Let $x > 0$. Then\n\\[ x + 1 > 1. \\]\n")

    assert main(["annotate", str(file)]) == 0
    assert "%! declare x positive" in (tmp_path / "notes.annotated.tex").read_text()
    assert main(["annotate", str(file)]) == 2
    assert main(["annotate", str(file), "-o", str(tmp_path / "other.tex")]) == 0
    assert main(["annotate", str(tmp_path / "other.tex")]) == 2
