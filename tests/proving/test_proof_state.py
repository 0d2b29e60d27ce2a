"""What a search sees of a term at points, before it tries a rule."""

from fractions import Fraction

import pytest

from boundcalc.proving.proof_state import is_tiny

X = ("symbol", "x")
ONE = ("number", Fraction(1))


@pytest.mark.parametrize("exponent", [1000, 1_000_000])
def test_a_small_power_is_not_taken_for_zero(exponent):
    """Beyond the smallest numbers of the checker, an enclosure has zero for its end."""
    assert not is_tiny(("power", X, ("number", Fraction(exponent))), {"x": 0.25})


def test_what_vanishes_is_seen_at_a_point():
    term = ("add", ("power", X, ("number", Fraction(2))), ("negate", ("multiply", X, X)))

    assert is_tiny(term, {"x": 0.25})
    assert not is_tiny(("add", term, ONE), {"x": 0.25})
