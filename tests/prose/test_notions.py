"""What words call by a notion that has a meaning already is not defined by another formula."""

import pytest

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

CLAIMS = [
    "Let $m$ be the maximum of the reals $a$ and $b$, i.e. $$m = a + b.$$",
    "Let $s$ be the sum $1 + \\dots + n$, i.e. $$s = n^2.$$",
    "Let $y$ be the positive square root of $x^2$, that is $$y = x.$$",
    "The derivative of $x^2$ is denoted by $$c = x.$$",
    "Denote the arithmetic mean of $x$ and $y$ by $$m = \\sqrt{xy}.$$",
    "Here $d$ is the absolute value of $a$: $$d = a.$$",
    "Here $s$ is the number of pairs of $n$ people: $$s = n^2.$$",
    "Recall that its variance is defined as $$V(X) = E[X^2].$$",
    "Their covariance is defined as $$c = E[XY].$$",
    "The **chromatic number** of $K_n$ is $$c = n + 1.$$",
    "where the variance is $$v = E[X^2].$$",
    "As previously shown, define $$y = x$$ where $y$ is the floor of $x$.",
    "Define $c = a^3$. Recall that we defined $$c = a^2.$$",
    "Define $c = a^3$. The **cubic** of $a$ is $$c = a^2.$$",
]
DEFINITIONS = [
    "Let $m$ be the maximum of $a$ and $b$, i.e. $$m = \\max(a, b).$$",
    "Let $X$ be a random variable with mean $\\mu$, and define $$Z = X - \\mu.$$",
    "Let $n$ be the number of samples and define $$Y = n/2.$$",
    "The risk of $h$ is defined as $$R = a + b.$$",
    "Recall that its variance is defined as $$V(X) = E[(X - E[X])^2].$$",
    "Define $c = a^2$. Recall that we defined $$c = a^2.$$",
    "Define $c = a^3$. Now define $$c = a^2.$$",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_what_has_a_meaning_already_is_not_defined(text: str) -> None:
    assert not _is_defined(text)


@pytest.mark.parametrize("text", DEFINITIONS)
def test_what_shows_its_meaning_or_has_none_is_defined(text: str) -> None:
    assert _is_defined(text)


def _is_defined(text: str) -> bool:
    step = read_open(read_source(text, name="a.md")).steps[-1]
    return any(isinstance(reason, ByDefinition) for reason in step.reasons)
