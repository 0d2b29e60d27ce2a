"""Equalities that introduce a name without a word that says so: which ones, and which not."""

from __future__ import annotations

import pytest

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.documents import read_document
from boundcalc.tex.files import read_source


def is_introduced(text: str) -> bool:
    *_, step = read_document(read_source(text, "notes.tex")).steps
    return any(isinstance(reason, ByDefinition) for reason in step.reasons)


@pytest.mark.parametrize(
    "text",
    [
        r"We have \[ OPT = w + 1. \]",
        r"Let $T$ be a number. \[ OPT = w + 1. \]",
        r"We have \[ CE(P,Q) = w + 1. \]",
        r"We have \[ MSE_\vartheta(g) = w + 1. \]",
        r"We have \[ P_\lambda = w + 1. \]",
        r"We have \[ P_e^{(n)} = w + 1. \]",
        r"We have \[ I_0 = w + 1. \]",
    ],
)
def test_a_name_that_is_new_may_be_defined(text: str) -> None:
    assert is_introduced(text)


@pytest.mark.parametrize(
    "text",
    [
        r"We have $OPT > 1$. \[ OPT = w + 1. \]",
        r"Let $A$, $B$ be matrices. \[ AB = BA. \]",
        r"Let $P_\lambda$ be a law. \[ P_\lambda = w + 1. \]",
        r"We have \[ P(A) = w + 1. \]",
        r"We have \[ P_\lambda(A) = w + 1. \]",
        r"We have \[ I(X;Y) = w + 1. \]",
        r"We have \[ H_2(X) = w + 1. \]",
        r"We have \[ E[X] = w + 1. \]",
        r"We have \[ E X = w + 1. \]",
    ],
)
def test_what_may_be_a_claim_is_one(text: str) -> None:
    assert not is_introduced(text)


def test_a_name_in_a_display_of_markdown_is_not_new() -> None:
    text = "We have $$ g(x) = x + 1 $$ and $$ g(2) = 5. $$"
    *_, step = read_document(read_source(text, "notes.md")).steps
    assert not step.reasons


@pytest.mark.parametrize(
    ("before", "is_defined"),
    [
        ("Recall, the risk is defined as", True),
        ("It is so if and only if it is Lipschitz for a distance, defined as:", True),
        ("The risk is not defined as", False),
    ],
)
def test_what_is_defined_as_a_display_is_defined(before: str, is_defined: bool) -> None:
    text = rf"We see $R(h) > 1$. {before} \[ R(h) = w + 1. \]"
    *_, step = read_document(read_source(text, "notes.tex")).steps
    assert (step.reasons[:1] == (ByDefinition(),)) == is_defined


def test_what_stands_in_a_box_of_definitions_is_defined() -> None:
    text = "We know $H(p) > 1$. \\begin{defbox} $$ H(p) = w + 1. $$ \\end{defbox}"
    *_, step = read_document(read_source(text, "notes.tex")).steps
    assert any(
        isinstance(reason, ByDefinition) and not reason.is_guessed for reason in step.reasons
    )
