"""What a sentence says of one case, or of a time that is over, is no premise of what follows."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

ROW = "$$ v + 1 = 2a + 1. $$"
OVER = (
    "Let $v = 2a$ if $a > 1$. Then ",
    "Let $v = 2a$ unless $a = 0$. Then ",
    "Let $v = 2a$ for the first case. In the second case, ",
    "Let $v = 2a$ for the first half and $v = a$ for the second. Then ",
    "Let $v = 2a$ in the lower bound. In the upper bound ",
    "Let $v = 2a$ with probability $1/2$. Then ",
    "Let $v = 2a$ initially. At the end ",
    "Throughout Section 2, let $v = 2a$. In this section ",
    "Let $v = 2a$. Suppose instead that $v = 3$. Then ",
    "Let $v = 2a$. Then for every $a$ and $v$, ",
    "Let $v = 2a$. For every $v \\in [0, 1]$ we see: ",
    "Let $v = 2a$ be the old estimate and let $v$ denote the new one. Then ",
    "Let $v = 2a$. Each round doubles $v$. Then ",
    "Let $v = 2a$ before the update. Now ",
    "Let $v = 2a$ for odd $n$. Then ",
    "Let $v = 2a$ in this example. In general ",
    "Here $v = 2a$ only for $n = 1$. Then ",
    "Suppose $v = 2a$. This is impossible. Then ",
    "Suppose $v = 2a$. We arrive at a contradiction. Hence ",
)
KEPT = (
    "Let $v = 2a$. Then ",
    "Let $v = 2a$ in the following. Then ",
    "Suppose $v = 2a$. This is small. Then ",
    "Let $v = 2a$. For $v \\in [0, 1]$ more is true. Then ",
    "Suppose $v = 2a$ and $a \\le w_i$ for $i = 1, 2$. Then ",
    "Let $v = 2a$ and $w = 3a$. As $w$ is large, ",
    "In this section, let $v = 2a$. Then ",
    "Let $v = 2a$. Let $w = v + 3$. Then ",
    "Let $v = 2a$ for some $a > 0$. Then ",
)


@pytest.fixture
def kind(tmp_path):
    def read(text):
        path = tmp_path / "notes.md"
        path.write_text(text, encoding="utf-8")
        return check(path).rows[-1].kind

    return read


@pytest.mark.few(9)
@pytest.mark.parametrize("words", OVER)
def test_what_held_somewhere_else_proves_nothing(kind, words):
    assert kind(words + ROW) is not VerdictKind.PROVED


def test_a_product_that_is_none_of_numbers_proves_nothing(kind):
    text = "Let $z = x \\cdot y$ be an inner product of vectors. Then $$ z^2 = x^2 y^2. $$"
    assert kind(text) is not VerdictKind.PROVED


@pytest.mark.parametrize("words", KEPT)
def test_what_still_holds_is_a_premise(kind, words):
    assert kind(words + ROW) is VerdictKind.PROVED
