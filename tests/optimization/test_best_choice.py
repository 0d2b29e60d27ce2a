"""The choice of free parameters where doubles end before what is best."""

from fractions import Fraction

import pytest

from boundcalc.algebra.search_range import deep_limit
from boundcalc.language.errors import EndlessError
from boundcalc.library import find_theorem, load_library
from boundcalc.problems.outcomes import Unproved
from boundcalc.routes.optimality_bounds import with_optimality_bound
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_theorem


def solved(id: str, unknown: str, **given: str) -> Answer:
    return solve_theorem(find_theorem(load_library(), id), unknown, given)


@pytest.mark.parametrize(
    ("id", "unknown", "given"),
    [
        ("counting/ladder", "beta", {"n": "391040", "submissions": "3431", "tau": "0.271"}),
        (
            "low-variance/centred-gap.variance",
            "event_chance",
            {"variance_bound": "0.0175", "gap": "5060"},
        ),
        (
            "adaptive-queries/lem-3.2.2.sharpened",
            "delta",
            {"n": "8580", "B": "3", "epsilon": "1.03"},
        ),
    ],
)
def test_a_chance_smaller_than_what_is_searched_is_an_answer(id, unknown, given):
    """A failure probability of 1e-10049 suffices for anybody, whichever parameters are free."""
    answer = solved(id, unknown, **given)

    assert answer.value == deep_limit(answer.unknown.domain)
    assert answer.optimality.unproved is Unproved.UNSEARCHED
    assert all(check.holds for check in answer.checks)


def test_none_is_the_least_where_a_parameter_goes_to_its_end_with_it():
    given = {"target_delta": "6.89e-19"}
    values = [
        solved("max-information/lem-A.6.2.sharpened", "b", **given, epsilon=size, delta=size).value
        for size in ("1e-40", "1e-60", "1e-80")
    ]

    assert values[0] > 10**19 * values[1] > 10**38 * values[2]
    with pytest.raises(EndlessError, match="sets no least b"):
        solved("max-information/lem-A.6.2.sharpened", "b", **given)


def test_a_descent_that_ends_where_digits_end_is_not_the_last_word():
    """In doubles exp(epsilon) - 1 is zero below 1.1e-16; groups of 392 would be the largest."""
    answer = solved("dwork-roth/thm-2.2.approximate", "g", epsilon_g="4.36e-14", delta_g="0.0158")

    assert answer.value >= 436 * 10**24
    assert all(check.holds for check in answer.checks)


@pytest.mark.slow
def test_each_search_is_looked_at_closely_where_descents_promise_too_much():
    answer = solved("centred/gap", "mu_c", event_chance="2.71e-11", z_1="0.252", gap="0.00412")

    assert answer.value > Fraction("6.66e-11")
    assert all(check.holds for check in answer.checks)


@pytest.mark.slow
def test_an_answer_near_the_smallest_size_has_the_digits_that_are_known():
    answer = solved(
        "max-information/cor-1.6.corrected",
        "delta_hat",
        n="988472",
        t="2.92",
        record_values="266",
        m="2580000",
    )

    assert answer.value < Fraction("1e-10000")
    assert answer.value.numerator < 10**12
    assert all(check.holds for check in answer.checks)
    # what was excluded between 1e-120 and 1e120 says nothing of the best there is
    assert with_optimality_bound(answer).optimality == answer.optimality
