"""Names that a sentence calls no real number have no real arithmetic, whatever sign is there."""

import pytest

from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

STRANGE = (
    (r"Let $A \ge B$ be symmetric matrices, $B \ge 0$.", r"A^2 \ge B^2"),
    (r"Let $A > B > 0$ be Hermitian matrices.", r"A^2 > B^2"),
    (r"Let $0 < a < b$ be self-adjoint elements of a C*-algebra.", r"a^2 < b^2"),
    (r"Let $A, B$ be operators. Suppose $A \ge 0$ and $B \ge 0$.", r"AB = BA"),
    (r"Let $A \ge 0$ be positive semidefinite and $B > 0$.", r"AB = BA"),
    (r"Let $a, b > 0$ be elements of a noncommutative ring.", r"ab = ba"),
    (r"For quaternions $u, v > 0$ we write $w = uv$.", r"uv = vu"),
    ("设 $A, B > 0$ 为矩阵。", r"AB = BA"),
    (r"Let $z > 0$ and let $w$ be complex.", r"w^2 + z \ge 0"),
    (r"The amplitude $u$ is complex. Let $t > 0$.", r"u^2 + t > 0"),
    (r"Let $A, B \in \mathbb{R}^{n \times n}$ with $A, B \ge 0$.", r"AB = BA"),
    (r"Let $A > 0$ and $B > 0$ be two $2 \times 2$ real matrices.", r"AB = BA"),
    (r"Let $w = i$.", r"w^2 \ge 0"),
    (r"Let $w \in \mathbb{H}$.", r"w^2 \ge 0"),
    ("设 $w$ 为复数, $n > 0$。", r"w^2 + n \ge 0"),
    (r"Let $n$ be a natural number or $\infty$.", r"n + 1 > n"),
    (r"Let $n \in \mathbb{N} \cup \{\infty\}$.", r"n + 1 > n"),
    (r"Let $x \in [0, \infty]$.", r"x + 1 > x"),
    (r"Let $a$ be an infinite cardinal.", r"a + 1 > a"),
    (r"Let $a, b \ge 1$ be ordinals.", r"a + b = b + a"),
    (r"Let $a, b$ be intervals.", r"a - a = 0"),
    (r"Let $a, b$ be integers with saturating arithmetic.", r"(a + b) - b = a"),
)
NUMBERS = (
    r"Let $x > 0$ be the length of an interval and $y > 0$ the group size. Then ",
    r"Let $x > 0$ be the operator norm of the matrix $A$, and let $y > 0$. Then ",
    r"Let $x \in (0, 1)$ be a number of a ring of points and $y \in [0, \infty)$. Then ",
)


@pytest.mark.few(9)
@pytest.mark.parametrize(("words", "row"), STRANGE)
def test_what_is_called_no_real_number_has_no_real_arithmetic(kind, words, row):
    assert kind(f"{words} Then $$ {row}. $$") is VerdictKind.UNKNOWN


@pytest.mark.parametrize("words", NUMBERS)
def test_a_number_that_belongs_to_such_an_object_is_one(kind, words):
    assert kind(words + "$$ (x + y)^2 = x^2 + 2 x y + y^2. $$") is VerdictKind.PROVED
