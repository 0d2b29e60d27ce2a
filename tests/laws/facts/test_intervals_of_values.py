r"""Chances that a variable lies between numbers, and what does not follow of them."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

FUNCTION = r"The distribution function of $Y$, which is random, is $F_Y(y) = P(Y \le y)$."
PLAIN = r"A random variable $X$ has the distribution function $F(x) = P(X \le x)$."
STRICT = r"A random variable $X$ has the distribution function $F(x) = P(X < x)$."
DENSITY = r"Let $F_X(x) = P(X \le x)$. Assume that the random variable $X$ has a density."
TRUE = [
    (FUNCTION, r"1 - F_Y(y) = P(Y > y)"),
    (rf"{FUNCTION} Let $a < b$.", r"P(a < Y \le b) = F_Y(b) - F_Y(a)"),
    (rf"{FUNCTION} Let $a \le b$.", r"P(Y \in (a, b]) = P(Y \le b) - P(Y \le a)"),
    (rf"{FUNCTION} Let $a < b$.", r"P(Y \in [a, b]) = P(Y = a) + P(Y \in (a, b])"),
    (FUNCTION, r"P(1 < Y \le 2) = F_Y(2) - F_Y(1)"),
    (FUNCTION, r"P(X \le x) = F_X(x)"),
    (PLAIN, r"P(t < X) = 1 - F(t)"),
    (DENSITY, r"P(X < t) = F_X(t)"),
    (DENSITY, r"P(X = t) = 0"),
    (rf"{DENSITY} Let $a < b$.", r"P(X \in [a, b]) = F_X(b) - F_X(a)"),
]
FALSE = [
    (FUNCTION, r"P(a < Y \le b) = F_Y(b) - F_Y(a)"),
    (rf"{FUNCTION} Let $b < a$.", r"P(a < Y \le b) = F_Y(b) - F_Y(a)"),
    (FUNCTION, r"P(2 < Y \le 1) = F_Y(1) - F_Y(2)"),
    (rf"{FUNCTION} Let $a < b$.", r"P(a \le Y \le b) = F_Y(b) - F_Y(a)"),
    (rf"{FUNCTION} Let $a < b$.", r"P(a < Y < b) = F_Y(b) - F_Y(a)"),
    (FUNCTION, r"P(Y < y) = F_Y(y)"),
    (FUNCTION, r"P(Y \ge y) = 1 - F_Y(y)"),
    (FUNCTION, r"P(X \le y) = F_Y(y)"),
    (FUNCTION, r"P(Y \le X) = F_Y(X)"),
    (FUNCTION, r"P(Y \le y) = F_Y(y + 1)"),
    (FUNCTION, r"P(Y = y) = 0"),
    (FUNCTION, r"P(|Y| \le y) = F_Y(y)"),
    (FUNCTION, r"P(Y \le y \mid Z) = F_Y(y)"),
    (FUNCTION, r"P(Y \le y, Z > 1) = F_Y(y)"),
    (STRICT, r"P(X \le x) = F(x)"),
    (PLAIN, r"P(Y \le x) = F(x)"),
    (rf"{PLAIN} Later $F(y) = P(Y \le y)$.", r"P(X \le x) = F(x)"),
    ("Chances are distributed.", r"P(X \le x) = F(x)"),
    (rf"{DENSITY} Let $X$ be another one.", r"P(X = t) = 0"),
    (r"Let $X$ be random with no density.", r"P(X = t) = 0"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_a_chance_is_a_difference_of_those_of_its_ends(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_no_other_chance_is_one(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
