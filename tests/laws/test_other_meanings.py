r"""Notations to which a text gives another meaning, and sentences that say the usual one."""

import pytest

from boundcalc.laws.other_meanings import are_numbers, is_usual_complement, other_meaning

USUAL = [
    (r"Let $|x|$ be the absolute value of $x$.", r"|x + y|"),
    (r"Here $\|x\|$ denotes the Euclidean norm of $x$.", r"\|x + y\|"),
    (r"where $\mathbb{E}[X]$ is the expectation of $X$.", r"\mathbb{E}[X + Y]"),
    (r"We write $\Pr[A]$ for the probability of $A$.", r"\Pr[A] \le 1"),
    (r"We denote the expectation of $X$ by $\mathbb{E}[X]$.", r"\mathbb{E}[X + Y]"),
    (r"where $\langle x, y \rangle$ is the dot product.", r"\langle x, y \rangle"),
    (r"Since $\mathbb{E}[X]$ is a constant, we are done.", r"\mathbb{E}[X + Y]"),
    (r"Let $|S|$ be the size of the set $S$.", r"|S| + |x - y|"),
    (r"Let $|A|$ be the determinant of $A$.", r"|a + b|"),
    (r"We denote the set of all datasets by $A$.", r"|A + B|"),
    (r"The sum is over all pairs $(i, j)$.", r"\sum_{i} x_i"),
]
OTHER = [
    (r"Let $|A|$ be the size of the set $A$.", r"|A + B| \le |A| + |B|"),
    (r"We use $E[X]$ for the median of $X$.", r"E[X + Y]"),
    (r"The determinant of $A$ is written $|A|$.", r"|A + B|"),
    (r"By $\|x\|$ we mean the square of the norm.", r"\|x + y\|"),
    (r"The sum is over even $i$ only.", r"\sum_{i} x_i"),
]


@pytest.mark.parametrize(("text", "row"), USUAL)
def test_the_usual_words_say_nothing_else(text, row) -> None:
    assert other_meaning(text, row, text) == ""


@pytest.mark.parametrize(("text", "row"), OTHER)
def test_other_words_say_another_meaning(text, row) -> None:
    assert other_meaning(text, row, text)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ("X < 2", "Let $X$ be the number of points in a set."),
        (r"\|Z\| < 2", "Let $Z$ be a random vector."),
        ("f(Z) < 2", "Let $Z$ be a random vector."),
        ("Z_1 < 2", "Let $Z$ be a random vector."),
    ],
)
def test_numbers_are_in_one_order(event, text) -> None:
    assert are_numbers(event, text)


def test_vectors_with_an_index_are_none() -> None:
    assert not are_numbers("X_1 < 2", r"Let $X_1, \dots, X_n$ be random vectors.")


def test_a_complement_is_what_the_text_calls_so() -> None:
    assert is_usual_complement("A", r"Let $\bar A$ be the complement of $A$, and $\bar B$ a set.")
    assert not is_usual_complement("B", r"Let $\bar A$ be the complement. Let $\bar B$ be a set.")
