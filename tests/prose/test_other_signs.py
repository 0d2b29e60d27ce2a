"""A row is not PROVED where the text gives a sign in it another meaning."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

ELSE = [
    (r"We write $a \le b$ if $a$ divides $b$. Let $a$ and $b$ be positive integers.", r"a \le a+b"),
    (r"Write $a \leq b$ to mean that $b$ is a multiple of $a$. Let $a \ge 1$.", r"a \le 2a + 1"),
    (r"For vectors, $x \le y$ means that all coordinates are smaller. Let $x > 0$.", r"x \le 2x"),
    (r"We say that $A < B$ if $B - A$ is positive definite.", "A < A + 1"),
    (r"By $x \geq y$ we denote the majorization order.", r"2x + 1 \geq 2x"),
    (r"In this chapter, $a < b$ is the lexicographic order.", "a < a + 1"),
    (r"The symbol $\le$ denotes the stochastic order.", r"X \le X + 1"),
    (r"We write $+$ for the exclusive or of bits.", "b + b = 2b"),
    (r"Let $b \in \{0, 1\}$ and $+$ be addition modulo 2.", "b + b = 2b"),
    (r"Let $a \cdot b$ denote concatenation.", r"a \cdot b = b \cdot a"),
    (r"Inequalities hold up to constants. Let $x > 0$.", r"x \le 2x"),
]
PLAIN = [
    (r"We know that $a \le b$ if $a < 1$. Let $x > 0$.", r"x \le 2x"),
    (r"Here $x = y$ is the trivial case. Let $x > 0$.", r"x + x = 2x"),
    (r"Then $X + Y$ is the product of their generating functions. Let $x > 0$.", r"x + x = 2x"),
    (r"We write $S = T$ and add. Let $x > 0$.", r"x \le 2x"),
]


@pytest.fixture
def kind(tmp_path):
    def read(words, formula):
        path = tmp_path / "notes.md"
        path.write_text(f"{words} Then\n$$ {formula}. $$\n", encoding="utf-8")
        return check(path, jobs=1).rows[-1].kind

    return read


@pytest.mark.few(5)
@pytest.mark.parametrize(("words", "formula"), ELSE)
def test_a_sign_with_another_meaning_is_not_proved(kind, words, formula):
    assert kind(words, formula) is VerdictKind.UNKNOWN


@pytest.mark.parametrize(("words", "formula"), PLAIN)
def test_a_sign_that_is_only_used_keeps_its_meaning(kind, words, formula):
    assert kind(words, formula) is VerdictKind.PROVED
