"""The end of a ray: few certain decisions where doubles are right, and the same end where not."""

from fractions import Fraction

import pytest

from boundcalc.feasible.bisection import Boundary
from boundcalc.feasible.float_conditions import Guesser, GuessOfOne
from boundcalc.language import POSITIVE, Relation, Symbol, exp, floor, phi

X = Symbol("x", domain=POSITIVE)
ENDS = (Fraction(1, 10**6), Fraction(10**6))


def found(relation: Relation, bound: Fraction) -> tuple[tuple[Fraction, Fraction | None], int]:
    """Return the end of the values up to a bound, where doubles go by a relation; and the work."""
    asked: list[Fraction] = []

    def is_feasible(value: Fraction) -> bool:
        asked.append(value)
        return value <= bound

    end = Boundary(is_feasible, GuessOfOne(Guesser(relation), "x"), False).find(*ENDS)
    return end, len(asked)


@pytest.mark.parametrize(
    "relation",
    [
        X <= Fraction(1, 3),
        exp(-X) >= exp(-Fraction(1, 3)),
        phi(X) <= phi(Fraction(1, 3)),
        3 * X <= 1,
    ],
)
def test_where_doubles_are_right_two_values_are_decided(relation: Relation) -> None:
    assert found(relation, Fraction(1, 3)) == (
        (Fraction("0.333333333333"), Fraction("0.333333333334")),
        2,
    )


@pytest.mark.parametrize("off", ["1e-15", "1e-11", "-1e-9", "1e-3", "-0.3", "100"])
def test_where_doubles_are_wrong_the_end_is_the_same(off: str) -> None:
    bound = Fraction(1, 3)
    end, _ = found(X <= bound + Fraction(off) * bound, bound)

    assert end == (Fraction("0.333333333333"), Fraction("0.333333333334"))


def test_an_excess_that_jumps_is_halved() -> None:
    end, _ = found(floor(X) <= 6, Fraction(7) - Fraction(1, 10**30))

    assert end == (Fraction("6.99999999999"), Fraction(7))


def test_an_end_is_rounded_back_beyond_the_point_that_is_known_where_it_may_be() -> None:
    known, beyond = Fraction("0.33333333333333"), Fraction("0.33333333334")
    boundary = Boundary(lambda x: x <= known, GuessOfOne(Guesser(X <= known), "x"), False)

    assert boundary.find(known, beyond) == (known, Fraction("0.333333333334"))
    assert boundary.find(known, beyond, Fraction(0)) == (
        Fraction("0.333333333333"),
        Fraction("0.333333333334"),
    )
