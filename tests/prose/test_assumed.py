r"""What a sentence assumes in a display, and what it does not."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

ASSUMED = [
    r"If for some $\pi$ we have",
    r"Suppose that for $l_1, l_2$",
    "First, suppose the loss can be decomposed as",
    "The main assumption is monotonicity:",
    "Our assumption is that",
    "For instance, imagine we had",
]
CLAIMED = [
    r"If for all $t$ we have $a(t) \le b$, then",
    r"If for all $t$ we have $a(t) \le b$,",
    r"Suppose that for $t > 1$ it is small. Then we have",
    "It can be decomposed as",
    "This assumption is weak, and we get",
    "The assumption implies that",
]


@pytest.mark.parametrize("words", ASSUMED)
def test_what_is_supposed_is_assumed(words):
    assert is_assumed(words)


@pytest.mark.parametrize("words", CLAIMED)
def test_what_follows_is_claimed(words):
    assert not is_assumed(words)


def is_assumed(words):
    text = rf"We speak of it. {words} \[ \rho(Q) \le \kappa(b). \]"
    return read_open(read_source(text, "notes.tex")).steps[-1].is_hypothesis
