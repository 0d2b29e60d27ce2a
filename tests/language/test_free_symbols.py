"""Which symbols of an expression are free."""

from boundcalc.language import Number, Sum, Symbol

i, n = Symbol("i"), Symbol("n")
total = Sum(i, Number(1), n, i**2)


def test_the_index_of_a_sum_is_bound():
    assert total.symbols() == {n}


def test_a_symbol_named_like_an_index_is_free_outside_of_the_sum():
    assert (total + i).symbols() == {i, n}
    assert Sum(i, i, n, i**2).symbols() == {i, n}


def test_symbols_are_those_of_the_expression_and_not_of_an_equal_one():
    plain, accented = Symbol("x_1"), Symbol("x_1", latex="x_1")

    assert [symbol.latex for symbol in (plain + 1).symbols()] == [""]
    assert [symbol.latex for symbol in (accented + 1).symbols()] == ["x_1"]
