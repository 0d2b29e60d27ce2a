"""Sums of squares with multipliers: exact identities, or nothing."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.proving.polynomial_tactics.gram import Block, sums_of_squares, times

ONE = {(0, 0): Fraction(1)}
MONOMIALS = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
BASIS = tuple({row: Fraction(1)} for row in MONOMIALS)
polynomials = st.dictionaries(
    st.sampled_from(MONOMIALS), st.integers(-5, 5).map(Fraction), min_size=1
)


def total(blocks, squares):
    found = {}
    for block, sums in zip(blocks, squares, strict=True):
        for value, root in sums:
            assert value > 0
            for row, part in times(block.powers, times(root, root)).items():
                found[row] = found.get(row, 0) + value * part
    return {row: value for row, value in found.items() if value}


@given(st.lists(polynomials, min_size=1, max_size=3))
def test_a_sum_of_squares_is_found_again_exactly(roots):
    target = {(2 * a, 2 * b): Fraction(1, 10) for a, b in MONOMIALS}
    for root in roots:
        for row, value in times(root, root).items():
            target[row] = target.get(row, 0) + value
    target = {row: value for row, value in target.items() if value}
    blocks = [Block(ONE, BASIS)]

    squares = sums_of_squares(target, blocks)

    assert squares is not None
    assert total(blocks, squares) == target


@given(st.lists(polynomials, min_size=1, max_size=2))
def test_a_singular_gram_matrix_is_exact_or_not_found(roots):
    target = {}
    for root in roots:
        for row, value in times(root, root).items():
            target[row] = target.get(row, Fraction(0)) + value
    target = {row: value for row, value in target.items() if value}
    blocks = [Block(ONE, BASIS)]

    squares = sums_of_squares(target, blocks) if target else None

    assert squares is None or total(blocks, squares) == target


@pytest.mark.slow
@pytest.mark.parametrize(
    "relation",
    [
        r"(x^2+y^2+z^2)^2 \ge 3(x^3y+y^3z+z^3x)",
        r"x^4+y^4+z^4+x y^3+y z^3+z x^3 \ge 2(x^3y+y^3z+z^3x)",
    ],
)
def test_squares_are_left_out_for_which_irrational_zeros_leave_no_room(relation):
    found = boundcalc.prove(relation, where="x, y, z real")

    assert check_certificate(found.certificate).kind == "proof"


@given(polynomials)
def test_what_is_negative_somewhere_is_no_sum_of_squares(root):
    target = times(root, root)
    target[0, 0] = target.get((0, 0), Fraction(0)) - sum(map(abs, root.values())) ** 2 - 1

    assert sums_of_squares(target, [Block(ONE, BASIS)]) is None


@pytest.mark.few(1, without="u, v, w")
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"x^4y^2+x^2y^4+z^6 \ge 3x^2y^2z^2", "x, y, z real"),
        (r"6 u v w x y z \le u^6+v^6+w^6+x^6+y^6+z^6", "u, v, w, x, y, z real"),
        (r"(a^3u+b^3v)^4 \le (a^4+b^4)^3(u^4+v^4)", "a, b, u, v real"),
    ],
)
def test_a_certificate_of_squares_is_accepted_and_its_neighbours_are_not(relation, where):
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.is_proved
    assert boundcalc.recheck(verdict.certificate).is_proved
    sharper = relation.replace(r"\ge 3", r"\ge 3.01").replace("6 u", "6.01 u")
    if sharper == relation:
        sharper = relation.replace(r"\le", r"\le 0.99")
    assert boundcalc.prove(sharper, where=where).is_refuted
