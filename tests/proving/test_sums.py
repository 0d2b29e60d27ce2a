"""Powers in sums over an index, of which the search knows no range."""

from fractions import Fraction

from boundcalc.proving.proof_state import vanishing_powers

S, X, C, N = (("symbol", name) for name in "sxcn")
ZERO = ("number", Fraction(0))


def test_a_power_of_an_index_is_none_of_a_variable():
    """Its range was looked up, and the search ended with an error."""
    index, variable = ("power", S, C), ("power", X, C)
    term = ("sum", "s", ZERO, N, ("add", index, variable))
    assert list(vanishing_powers(term)) == [(X, variable)]
    assert list(vanishing_powers(("add", index, term))) == [(S, index), (X, variable)]
