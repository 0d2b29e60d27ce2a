"""Which symbols of an expression are free."""

from boundcalc.language import Number, Sum, Symbol

i, n = Symbol("i"), Symbol("n")
total = Sum(i, Number(1), n, i**2)


def test_the_index_of_a_sum_is_bound():
    assert total.symbols() == {n}


def test_a_symbol_named_like_an_index_is_free_outside_of_the_sum():
    assert (total + i).symbols() == {i, n}
    assert Sum(i, i, n, i**2).symbols() == {i, n}
