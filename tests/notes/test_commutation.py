"""A row that only exchanges factors is proved where a text says that they are numbers."""

import pytest

from boundcalc.judgements import VerdictKind
from tests.notes.test_near_misses import row

EXCHANGED = [
    r"f g = g f",
    r"2 f g + 1 = 1 + g f \cdot 2",
    r"\frac{f g}{2} = \frac{g f}{2}",
    r"e^{f g} = e^{g f}",
]


@pytest.mark.parametrize("formula", EXCHANGED)
def test_factors_of_which_nothing_is_said_are_not_exchanged(formula):
    found = row(formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert "commute" in found.judgement.reason


@pytest.mark.parametrize("formula", EXCHANGED)
def test_numbers_are(formula):
    assert row(formula, "Let $f > 0$ and $g > 0$. Then").kind is VerdictKind.PROVED


@pytest.mark.parametrize(
    "formula", [r"2 f = f \cdot 2", r"f + g = g + f", r"f (g + 1) = f g + f", r"f - f = 0"]
)
def test_what_is_no_exchange_is_proved_as_before(formula):
    assert row(formula).kind is VerdictKind.PROVED


@pytest.mark.parametrize(
    "formula", [r"\Sigma^{-1} x = x \Sigma^{-1}", r"\frac{1}{f} g = g \frac{1}{f}"]
)
def test_an_exchange_that_is_undefined_somewhere_is_neither_proved_nor_suspect(formula):
    found = row(formula)

    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion == 0


INSIDE = [r"T(f g) = T(g f)", r"T(f g) + 1 = T(g f) + 1", r"T(2 f g h) = T(h g f \cdot 2)"]


@pytest.mark.parametrize("formula", INSIDE)
def test_factors_keep_their_order_in_an_argument(formula):
    assert row(formula, "Let $T$ be an operator. Then").kind is VerdictKind.UNKNOWN
    assert row(formula, "Let $f, g, h > 0$. Then").kind is VerdictKind.PROVED
