"""What a document defines a function as is put in where a row applies it, in its domain alone."""

# ruff: noqa: E501 (documents in one line)

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
SQUARE = r"Define \[ f(x) := x^2. \] "
FOUR = r"Then \[ f(2) = 4. \]"


def last(text: str) -> CheckedRow:
    document = check_document(read_source(text, "notes.tex"), {}, DECIDER.examine)
    return document.rows[-1]


TRUE = {
    "a sign in a display": SQUARE + FOUR,
    "another sign": r"Define \[ f(x) \triangleq x^2. \] " + FOUR,
    "a word and a display": r"Let \[ f(x) = x^2. \] " + FOUR,
    "in running text": r"Let $f(x) = x^2$ for real $x$. " + FOUR,
    "for all": r"Let $f(x) = x^2$ for all $x$. " + FOUR,
    "a sum": SQUARE + r"Then \[ f(x+h) - f(x) = 2xh + h^2. \]",
    "the letter of the argument is in the row": SQUARE + r"Then \[ f(x+1) = x^2 + 2x + 1. \]",
    "two arguments": r"Let $g(x,y) = x^2 + y$. Then \[ g(2, 3) = 7. \]",
    "two arguments in the other order": r"Let $g(x,y) = x - y$. Then \[ g(y, x) = y - x. \]",
    "a value of a value": SQUARE + r"Then \[ f(f(2)) = 16. \]",
    "a domain": r"Define $f(p) = p \ln p$ for $p \in (0,1]$. Then \[ f(p) \le 0. \]",
    "a number in the domain": r"Define $g(x) = x^2$ for $x > 0$. Then \[ g(3) = 9. \]",
    "an argument in the domain": r"Define $g(x) = x^2$ for $x \in [0,1]$. Let $y \in [0,1]$. Then \[ g(y/2) = y^2/4. \]",
    "an interval": r"Define $g(x) = x^2$ on $[0,1]$. Then \[ g(1/2) = 1/4. \]",
    "an integer": r"Let $T(n) = n^2$. Then \[ T(2n) = 4 T(n). \]",
    "letters": r"Let $f(x) = a x^2 + b$. Then \[ f(2) = 4a + b. \]",
    "behind the row": r"We have \[ f(3) = 9, \] where $f(x) = x^2$.",
    "spoken of": SQUARE + r"As $f$ is convex, we look at one point. " + FOUR,
    "for all real numbers": r"Define \[ \forall x \in \mathbb{R}, \quad f(x) := x^2. \] " + FOUR,
    "real numbers": r"Define \[ f(x) := x^2, \quad x \in \mathbb{R}. \] " + FOUR,
    "a map": r"We define $f: \mathbb{R} \to \mathbb{R}$ by \[ f(x) := x^2. \] " + FOUR,
    "another row between": SQUARE + r"Then \[ f(1) = 1. \] and \[ f(2) = 4. \]",
}


@pytest.mark.few(9)
@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_a_definition_is_put_in_at_each_argument(text: str) -> None:
    row = last(text)

    assert row.kind.value == "PROVED"
    assert any(item.how == "assumed" for item in row.judgement.premises)


def test_a_row_shows_what_it_was_unfolded_to() -> None:
    shown = [str(item) for item in last(SQUARE + FOUR).judgement.premises]

    assert shown == ["the premise f(x) = x^2 (line 1)", "a definition: f(2) = 2^2"]


def test_a_row_about_the_parameter_is_claimed_where_the_function_is_defined() -> None:
    row = last(TRUE["a domain"])

    presumed = [item.text for item in row.judgement.premises if item.how == "presumed"]
    assert presumed == ["p > 0", "p <= 1"]


FALSE = {
    "a map on a part": r"We define $f: [0, 1] \to \mathbb{R}$ by \[ f(x) := x^2. \] " + FOUR,
    "another map": r"We define $g: \mathbb{R} \to \mathbb{R}$ by \[ f(x) := x^2. \] We define $f: [0, 1] \to \mathbb{R}$. "
    + FOUR,
    "another letter": r"Define \[ f(x) := x^2, \quad y \in \mathbb{R}. \] " + FOUR,
    "of a part, in the display": r"Define \[ f(x) := x^2, \quad x \in [0, 1]. \] " + FOUR,
    "vectors, in the display": r"Define \[ f(x) := x^2, \quad x \in \mathbb{R}^n. \] " + FOUR,
    "another value": SQUARE + r"Then \[ f(2) = 5. \]",
    "a capture": r"Let $g(x,y) = x - y$. Then \[ g(y, x) = 0. \]",
    "a letter of the body is the argument": r"Let $f(x) = a x^2 + b$. Then \[ f(a) = 4a + b. \]",
    "outside of the domain": r"Define $g(x) = x$ for $x > 0$. Then \[ g(-1) = -1. \]",
    "perhaps outside of the domain": r"Define $g(x) = x$ for $x > 0$. Then \[ g(-y) = -y. \]",
    "outside of the domain, before": r"For $x > 0$, define $g(x) = x$. Then \[ g(-1) = -1. \]",
    "outside of the domain, declared": r"Let $x > 0$. Define $g(x) = x$. Then \[ g(-1) = -1. \]",
    "outside of the domain, in a display": r"Define \[ g(x) = x \] for $x > 0$. Then \[ g(-1) = -1. \]",
    "outside of the domain, before a display": r"For $x > 0$, define \[ g(x) = x. \] Then \[ g(-1) = -1. \]",
    "outside of the domain, within a display": r"Define \[ g(x) = x \quad \text{for } x > 0. \] Then \[ g(-1) = -1. \]",
    "outside of the domain, with a sign": r"Define \[ g(x) := x, \qquad x > 0. \] Then \[ g(-1) = -1. \]",
    "outside of an interval": r"Define $g(x) = x^2$ on $[0,1]$. Then \[ g(2) = 4. \]",
    "outside by a word": r"Define $g(x) = x$ for positive $x$. Then \[ g(-1) = -1. \]",
    "for all, declared": r"Let $x > 3$. Let $f(x) = x^2$ for all $x$. " + FOUR,
    "two bounds": r"Let $g(x) = x^2$ for $x > 0, x < 1$. Then \[ g(2) = 4. \]",
    "two bounds in the other order": r"Let $g(x) = x^2$ for $x < 1, x > 0$. Then \[ g(-2) = 4. \]",
    "two bounds in one": r"Let $g(x) = x^2$ for $0 < x < 1$. Then \[ g(2) = 4. \]",
    "an integer by the definition": r"Let $g(x) = x^2$ for $x \in \mathbb{N}$. Then \[ g(1/2) = 1/4. \]",
    "for all others": r"Let $f(x) = x^2$ for all $y$. " + FOUR,
    "for all below": r"Let $f(x) = x^2$ for all $x < y$. " + FOUR,
    "where": r"Define $g(x) = x$, where $x > 0$. Then \[ g(-1) = -1. \]",
    "where, behind a display": r"Define \[ g(x) = x, \] where $x > 0$. Then \[ g(-1) = -1. \]",
    "no integer": r"Let $T(n) = n^2$. Then \[ T(1/2) = 1/4. \]",
    "an integer that is none": r"Let $T(n) = n^2$. Then \[ T(n/2) = n^2/4. \]",
    "all numbers": r"Define $f(p) = p \ln p$ for $p \in (0,1]$. Then for all $p \in (0, 2]$, \[ f(p) \le 0. \]",
    "declared anew": r"Define $f(p) = p \ln p$ for $p \in (0,1]$. Let $p \in (0, 2]$. Then \[ f(p) \le 1. \]",
    "two definitions": SQUARE + r"Define \[ f(x) := x^3. \] " + FOUR,
    "two definitions with other letters": SQUARE + r"Define \[ f(y) := y^3. \] " + FOUR,
    "a second one in running text": SQUARE + r"Now let $f(x) = x^3$. " + FOUR,
    "a second one by set": SQUARE + r"Set $f(y) = y^3$. " + FOUR,
    "another function": SQUARE + r"Let $f$ be another function. " + FOUR,
    "any function": SQUARE + r"For any function $f$, \[ f(2) = 4. \]",
    "any function, behind": SQUARE + r"Then \[ f(2) = 4 \] for any function $f$.",
    "convex": SQUARE + r"Let $f$ be a convex function. " + FOUR,
    "a map": SQUARE + r"Consider $f: \mathbb{R} \to \mathbb{R}$. " + FOUR,
    "drawn": SQUARE + r"Let $f \sim D$. " + FOUR,
    "an update": SQUARE + r"We update $f \gets 2f$. " + FOUR,
    "supposed": SQUARE + r"Suppose that $f(x) = 2^x$ for all $x$. " + FOUR,
    "a binder": SQUARE + r"Then \[ f(2) = 4 \quad \forall f. \]",
    "an example": SQUARE + r"\begin{example} Then \[ f(2) = 4. \] \end{example}",
    "another section": "\\section{A}\n" + SQUARE + "\n\\section{B}\n" + FOUR,
    "a proof before": r"\begin{proof} " + SQUARE + r"\end{proof} " + FOUR,
    "noise": r"Let $M(x) = x + z$, with noise. Then \[ M(2) - M(1) = 1. \]",
    "noise behind": r"Let $M(x) = x + z$. Here $z$ is Laplace noise. Then \[ M(2) - M(1) = 1. \]",
    "drawn anew": r"Let $M(x) = x + z$ where $z \sim D$. Then \[ M(2) - M(1) = 1. \]",
    "random": r"Let $Z$ be a random variable. Let $M(x) = x + Z$. Then \[ M(2) - M(1) = 1. \]",
    "a letter with another value": r"Let $f(x) = a x$. \[ 1 \le 2. \] Let $a = 3$. Then \[ f(2) - 6 = 2a - 2a. \]",
    "a subscript": r"Let $f(x) = x_1$. Then \[ f(2) = 2. \]",
    "a family": r"Let $f_x(y) = x + y$. Then \[ f_2(3) = x + 3. \]",
    "a member": r"Let $f(x_i) = x_i + 1$. Then \[ f(2) = 3. \]",
    "one point": r"Let $f(2) = 3$. Then \[ f(3) = 3. \]",
    "a case": r"Define $f(x) = x$ if $x > 3$. Then \[ f(2) = 2. \]",
    "approximately": r"Define $f(x) \approx x$. Then \[ f(2) = 2. \]",
    "almost everywhere": r"Let $f(x) = x$ with probability one half. Then \[ f(2) = 2. \]",
    "assumed": r"Assume $f(x) = x$. Then \[ f(2) = 2. \]",
    "such that": r"Let $x$ be such that $f(x) = x$. Then \[ f(2) = 2. \]",
    "denied": r"We do not define $f(x) = x$. Then \[ f(2) = 2. \]",
    "a recursion": r"Let $f(n) = 2 f(n-1)$. Then \[ f(3) = 3 f(2). \]",
    "vectors": r"Let $y$ be a vector. Let $f(x) = x^2$. Then \[ f(y) = y^2. \]",
    "a derivative": SQUARE + r"Then \[ f'(2) = 4. \]",
    "another arity": r"Let $g(x,y) = x^2 + y$. Then \[ g(2) = 4. \]",
    "one letter twice": r"Let $g(x,x) = x^2$. Then \[ g(2, 3) = 4. \]",
    "an inverse": SQUARE + r"Then \[ f^{-1}(2) = 4. \]",
    "a domain of the function": r"Let $f: [0,1] \to \mathbb{R}$. Define \[ f(x) = x^2. \] " + FOUR,
    "a domain of the function in words": r"Let $f$ be a function on $[0,1]$. Let $f(x) = x^2$. "
    + FOUR,
    "a domain of the function in the definition": r"Let $f: [0,1] \to \mathbb{R}$ be $f(x) = x^2$. "
    + FOUR,
    "for all numbers, behind": r"Define $g(x) = \ln x$ for $x > 0$. Then \[ g(x) \le x - 1 \quad \text{for all } x \in \mathbb{R}. \]",
    "for all numbers, after a comma": r"Define $g(x) = \ln x$ for $x > 0$. Then \[ g(x) \le x - 1, \qquad x \in \mathbb{R}. \]",
    "otherwise": r"Let $f(x) = x^2$ for $x > 0$ and $0$ otherwise. Then \[ f(-1) = 1. \]",
    "two pieces": r"Let $f(x) = x^2$ for $x > 0$ and $f(x) = 0$ for $x \le 0$. Then \[ f(-1) = 1. \]",
    "another domain beside": r"Let $f(x) = x^2$, $g(x) = 2x$ for $x > 0$. Then \[ g(-1) = -2. \]",
    "behind the row, for some": r"We have \[ f(3) = 9, \] where $f(x) = x^2$ for $x > 5$.",
    "behind the row, in a case": r"We have \[ f(3) = 9, \] where $f(x) = x^2$ if $x > 5$.",
    "behind the row, in an interval": r"We have \[ f(3) = 9, \] where $f(x) = x^2$ on $[0,1]$.",
    "behind the row, declared": r"Let $x \in [0,1]$. We have \[ f(3) = 9, \] where $f(x) = x^2$.",
    "behind the row, and another value": r"We have \[ f(3) = 8, \] where $f(x) = x^2$.",
    "behind the row, two": r"Let $f(x) = x^3$. We have \[ f(3) = 9, \] where $f(x) = x^2$.",
    "behind the row, a sentence later": r"We have \[ f(3) = 9. \] This is so. Where $f(x) = x^2$.",
    "a second one without a word": SQUARE
    + r"Then \[ f\left(y\right) := \begin{cases} y \\ 0 \end{cases} \] "
    + FOUR,
    "an index": r"Let $f(x) = x + i$. Then \[ \sum_{i=1}^3 f(i) = 6 + 3 i. \]",
}


@pytest.mark.few(14, without="for all numbers|and another value")
@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_a_false_neighbour_is_not_proved(text: str) -> None:
    assert last(text).kind.value != "PROVED"
