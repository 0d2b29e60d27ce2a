"""A box that remembers: what was worked out is used again only where it would come out alike."""

from fractions import Fraction

import pytest

from boundcalc.algebra.elimination import eliminate
from boundcalc.algebra.memory import RememberingBox
from boundcalc.enclosures.interval import hull
from boundcalc.language import POSITIVE, Domain, Symbol
from boundcalc.library import load_library
from boundcalc.problems.problems import read_problem
from boundcalc.problems.reduction import _reductions, reduce_problem
from boundcalc.routes.search import all_routes

X, A, T = Symbol("x", POSITIVE), Symbol("a", Domain()), Symbol("t", POSITIVE)
CONDITION = A * T >= X


def box_of(low: int, high: int) -> RememberingBox:
    ends = {"x": (1, 5), "t": (1, 100), "a": (low, high)}
    return RememberingBox({name: hull(*map(Fraction, pair)) for name, pair in ends.items()})


def test_a_box_with_the_same_signs_is_alike() -> None:
    first = box_of(1, 2)
    eliminate(CONDITION, T, first)
    assert first.answers
    assert first.is_like(box_of(3, 7))


@pytest.mark.parametrize("ends", [(-2, -1), (-1, 1)])
def test_a_box_with_another_sign_is_not_alike(ends: tuple[int, int]) -> None:
    first = box_of(1, 2)
    eliminate(CONDITION, T, first)
    assert not first.is_like(box_of(*ends))


@pytest.mark.slow
def test_reductions_at_other_numbers_do_not_depend_on_what_came_before() -> None:
    asked = [{"tau": tau, "beta": "0.05", "m": 1000} for tau in ("0.1", "0.9", "1e-9", "0.1")]
    for route in all_routes(load_library().theorems)[:12]:
        if not asked[0].keys() <= route.theorem.quantities.keys():
            continue
        for given in asked:
            problem = read_problem(route.theorem, "n", given)
            found = reduce_problem(problem)
            _reductions.cache_clear()
            anew = reduce_problem(problem)
            assert (found.shown, found.stages, found.box) == (anew.shown, anew.stages, anew.box)
