"""Failures far below what doubles reach: an answer or one sentence, in bounded work."""

from fractions import Fraction

import pytest

from boundcalc.language.errors import BoundError, DomainError
from boundcalc.library import find_theorem, load_library
from boundcalc.solving.solver import solve_theorem
from tests.solving.judging import counted

WORK = 200_000  # steps of compiled expressions
POWERS = (300, 5000, 10_050)
ASKED = [
    ("balle-wang/thm-8", "sigma", {"Delta": 1, "epsilon": 1}),
    ("balle-wang/thm-8", "epsilon", {"Delta": 1, "sigma": 4}),
    ("canonne-kamath-steinke/cor-13", "epsilon", {"rho": "0.1"}),
    ("canonne-kamath-steinke/cor-13", "rho", {"epsilon": 1}),
    ("dwork-roth/thm-3.20", "epsilon_0", {"m": 1000, "epsilon": 1}),
    ("murtagh-vadhan/optimal", "epsilon", {"m": 30, "epsilon_0": "0.1"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("theorem", "unknown", "given"), ASKED)
def test_the_smaller_the_failure_the_more_is_asked(theorem, unknown, given):
    record, found, refusals = find_theorem(load_library(), theorem), [], []
    for power in POWERS:
        with counted(WORK):
            try:
                answer = solve_theorem(record, unknown, {**given, "delta": Fraction(1, 10**power)})
            except BoundError as error:
                refusals.append(str(error))
                continue
        assert all(check.holds for check in answer.checks)
        found.append(answer.value)

    assert found
    assert not any("\n" in refusal for refusal in refusals)
    is_spent = unknown in ("rho", "epsilon_0")  # of which less is left
    assert found == sorted(found, reverse=is_spent)


@pytest.mark.parametrize("delta", ["1e-5000", "1e-10050", "1e-99999"])
def test_a_typed_number_has_a_bounded_exponent(delta):
    with pytest.raises(DomainError, match="exponent"):
        solve_theorem(
            find_theorem(load_library(), "balle-wang/thm-8"),
            "sigma",
            {"Delta": 1, "epsilon": 1, "delta": delta},
        )
