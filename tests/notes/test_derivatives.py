"""Derivatives are put in by their rules, of what is read as a whole and depends on one letter."""

# ruff: noqa: E501 (documents in one line)

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
LETTERS = (
    r"Let $x > 0$, $p \in (0,1)$, $\lambda > 0$ and $t$ be real numbers, and let $n \ge 2$ be an"
    " integer. "
)


def kind(text: str) -> str:
    document = check_document(read_source(LETTERS + text, "notes.md"), {}, DECIDER.examine)
    return document.rows[-1].kind.value


HOLD = {
    "a power": r"\[ \frac{d}{dx} x^2 = 2x. \]",
    "a chain": r"\[ \frac{d}{dx} e^{\lambda x} = \lambda e^{\lambda x}. \]",
    "a partial one": r"\[ \frac{\partial}{\partial t} (t^2 + x t) = 2t + x. \]",
    "the second": r"\[ \frac{d^2}{dx^2} \ln x = -\frac{1}{x^2}. \]",
    "at a point": r"\[ \left. \frac{d}{dt} (1 - p + p e^t)^n \right|_{t = 0} = n p. \]",
    "of a function": r"Let $g(u) = u^3$. Then \[ \frac{dg}{du} = 3u^2. \]",
    "of a value": r"Let $g(u) = u^3$. Then \[ \frac{d^2}{du^2} g(u) = 6u. \]",
    "a prime": r"Let $g(u) = u^3$, whose derivative is \[ g'(u) = 3u^2. \]",
    "primes": r"Let $g(u) = u \ln u$ for $u > 0$. It is convex, since \[ g''(u) \ge 0. \]",
    "a name": r"Let $y = u^6 - u^5 + 3u$, whose derivative is \[ y' = 6u^5 - 5u^4 + 3. \]",
    "a prime at a point": r"Let $g(u) = u^3 + u$. It is increasing, and \[ g'(2) = 13. \]",
}
FAIL = {
    "a factor": r"\[ \frac{d}{dx} x^2 = x. \]",
    "where does it end": r"\[ \frac{d}{dx} (x^2) x = 3 x^2. \]",
    "what is added": r"\[ \frac{d}{dx} x^2 + 3x = 2x + 3. \]",
    "the exponent": r"\[ \frac{d}{dx} n^x = x n^{x-1}. \]",
    "an integer": r"\[ \frac{d}{dn} n^2 = 2n. \]",
    "a corner": r"\[ \frac{d}{dx} |x - 1| = 1. \]",
    "it varies": r"Let $y = x^2$. Then \[ \frac{d}{dx} y^2 = 0. \]",
    "a sum with it": r"Let $y = x^2$. Then \[ \frac{d}{dx} (x + y) = 1. \]",
    "a sign": r"\[ \frac{d}{dt} e^{-\lambda t} = \lambda e^{-\lambda t}. \]",
    "what is not read": r"\[ \frac{\partial}{\partial x} f(x) x = f(x). \]",
    "at another point": r"\[ \left. \frac{d}{dt} t^2 \right|_{t = 1} = 1. \]",
    "a quotient": r"\[ \frac{d}{dx} \frac{x}{x+1} = \frac{1}{x+1}. \]",
    "another letter": r"Let $g(u) = u^3$. Then \[ \frac{dg}{dv} = 0. \]",
    "an inner function": r"Let $g(u) = u^3$. Then \[ \frac{d g(2u)}{du} = 12u^2. \]",
    "outside": r"Let $g(u) = \ln u$. Its derivative is \[ g'(-1) = -1. \]",
    "outside, at a point": r"\[ \left. \frac{d}{dt} \ln t \right|_{t = -1} = -1. \]",
    "another derivative of a name": r"Let $y = u^3$, whose derivative is \[ y' = 2u^2. \]",
    "a name of two letters": r"Let $y = u^3 v$, whose derivative is \[ y' = 3u^2 v. \]",
    "another point": r"The loss is convex. Let $y = 2u$ for points $(u, y)$ and $(u', y')$. \[ y' = 2. \]",
    "said twice": r"Let $y = u^3$. Its derivative is known. Let $y = 2u$ now. \[ y' = 3u^2. \]",
    "no number said": r"Let $y = u^3$. There is no slope here. Let $y' = 5u$. \[ y' = 3u^2. \]",
    "a letter that varies": r"Let $y = u^2$ where $u = v^3$. The derivative by $v$ is \[ y' = 2u. \]",
    "an index": r"Let $z_t = t^2$. Then \[ \frac{d}{dt} (z_t t) = z_t. \]",
    "an accent": r"Let $\hat x = x^2$. Then \[ \frac{d}{dx} \hat x x = \hat x. \]",
    "a letter of functions": r"\[ \frac{d}{dx} x f = f. \]",
    "another function": r"Let $f(u) = u^2$ and let $f'$ be another one, not the derivative. \[ f'(3) = 6. \]",
    "a hypothesis": r"Let $h(u) = u^2$. For $h, h'$ the loss is convex. \[ h'(3) = 6. \]",
    "it is given": r"Let $f(u) = u^2$, which is convex. \[ f'(u) := u^3 \] \[ f'(3) = 6. \]",
    "no derivative": r"Let $h(u) = u^2$. Then \[ h'(3) = 6. \]",
}


@pytest.mark.few(4)
@pytest.mark.parametrize("text", HOLD.values(), ids=HOLD)
def test_a_derivative_is_taken_by_the_rules(text: str) -> None:
    assert kind(text) == "PROVED"


@pytest.mark.few(6)
@pytest.mark.parametrize("text", FAIL.values(), ids=FAIL)
def test_a_false_neighbour_is_not_proved(text: str) -> None:
    assert kind(text) != "PROVED"
