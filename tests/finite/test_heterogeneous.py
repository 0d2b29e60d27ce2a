"""Optimal composition of answers of any kinds, beside all outcomes enumerated at 50 digits."""

import json
from fractions import Fraction
from itertools import product

import mpmath
import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.finite import heterogeneous
from boundcalc.finite.heterogeneous import Kind, composed_delta, composed_epsilon
from boundcalc.language import BoundError, DomainError, NoSolutionError
from boundcalc.solving.solver import solve_theorem
from boundcalc_theorems import load_theorems

F = Fraction
MIXES = (
    (Kind(2, F(1)), Kind(1, F(2))),
    (Kind(4, F(1, 10)), Kind(3, F(1, 3)), Kind(2, F(7, 9)), Kind(1, F(2))),
    (Kind(3, F(1, 2), F(1, 1000)), Kind(3, F(2, 7)), Kind(4, F(1, 7), F(1, 10**6))),
)


def number(value):
    return mpmath.mpf(value.numerator) / value.denominator


def enumerated_delta(kinds, epsilon):
    """Return the greatest excess of randomized response, over all outcomes one by one."""
    each = [kind for kind in kinds for _ in range(kind.count)]
    total, keep = mpmath.mpf(0), mpmath.mpf(1)
    for signs in product((1, -1), repeat=len(each)):
        first = second = mpmath.mpf(1)
        for sign, kind in zip(signs, each, strict=True):
            truth = 1 / (1 + mpmath.exp(-number(kind.epsilon)))
            first *= truth if sign > 0 else 1 - truth
            second *= 1 - truth if sign > 0 else truth
        total += max(mpmath.mpf(0), first - mpmath.exp(number(epsilon)) * second)
    for kind in each:
        keep *= 1 - number(kind.delta)
    return 1 - keep * (1 - total)


@pytest.mark.few(4)
@pytest.mark.parametrize("kinds", MIXES)
@pytest.mark.parametrize("epsilon", [F(0), F(1, 4), F(1), F(2)])
def test_delta_encloses_that_of_all_outcomes(kinds, epsilon):
    with mpmath.workdps(50):
        found, exact = composed_delta(kinds, epsilon), enumerated_delta(kinds, epsilon)
        assert number(found.lower) <= exact <= number(found.upper)
        assert found.is_exact
        assert found.upper - found.lower <= F(1, 10**11)


@pytest.mark.few(2)
@pytest.mark.parametrize("kinds", MIXES)
@pytest.mark.parametrize("delta", [F(1, 100), F(1, 5)])
def test_epsilon_suffices_and_a_little_less_does_not(kinds, delta):
    found = composed_epsilon(kinds, delta)
    with mpmath.workdps(50):
        assert enumerated_delta(kinds, found.upper) <= number(delta)
        assert enumerated_delta(kinds, found.lower) >= number(delta)
        assert enumerated_delta(kinds, found.lower - F(1, 10**9)) > number(delta)


@pytest.mark.parametrize("kinds", MIXES)
def test_a_grid_encloses_what_is_exact(kinds, monkeypatch):
    exact = composed_epsilon(kinds, F(1, 10)), composed_delta(kinds, F(1, 2))
    monkeypatch.setattr(heterogeneous, "MOST_VALUES", 1)
    monkeypatch.setattr(heterogeneous, "GRID", 500)
    rough = composed_epsilon(kinds, F(1, 10)), composed_delta(kinds, F(1, 2))
    for narrow, wide in zip(exact, rough, strict=True):
        assert not wide.is_exact
        assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
        assert wide.upper - wide.lower < F(1, 20)


def test_answers_of_one_kind_agree_with_the_theorem():
    theorem = next(item for item in load_theorems() if item.id == "murtagh-vadhan/optimal")
    given = {"m": 100, "epsilon_0": "0.1", "epsilon": "4.775"}
    answer = solve_theorem(theorem, "delta", given)
    found = composed_delta([Kind(100, F(1, 10))], F("4.775"))
    assert abs(answer.value - found.upper) <= F(1, 10**10) * found.upper


def test_without_failure_the_privacy_parameters_add_up():
    assert composed_epsilon(MIXES[0], F(0)).upper == 4
    assert composed_epsilon(MIXES[0], F(0)).lower == 4


@pytest.mark.slow
def test_too_many_values_are_enclosed_from_both_sides():
    kinds = [Kind(100, F(1, 10)), Kind(200, F(1, 7)), Kind(50, F(3, 11)), Kind(10, F(1, 13))]
    found = composed_epsilon(kinds, F(1, 10**6))
    assert not found.is_exact
    assert F(17638, 1000) < found.lower < found.upper < F(17664, 1000)


def test_answers_that_fail_by_themselves_have_no_epsilon():
    with pytest.raises(NoSolutionError, match="whatever epsilon is"):
        composed_epsilon([Kind(10, F(1, 10), F(1, 1000))], F(1, 10**6))


@pytest.mark.parametrize(
    "kind", [(0, F(1), F(0)), (1, F(0), F(0)), (1, F(10) ** 400, F(0)), (1, F(1), F(1))]
)
def test_what_is_no_kind_is_refused(kind):
    with pytest.raises(DomainError, match="a kind has at least 1 answer"):
        Kind(*kind)


def test_the_command_prints_both_sides(capsys):
    assert main(["compose", "10:0.1", "20:0.2", "delta=1e-6"]) == 0
    told = capsys.readouterr().out
    assert "= 4.16929087908  [optimal]" in told
    assert "below 4.16929087907 it fails" in told
    assert main(["compose", "2:1", "1:2", "epsilon=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["optimal"]) == ("0.407031441799", True)


def test_python_composes_as_the_command_does(capsys):
    found = boundcalc.compose("2:1", (1, 2), Kind(3, F(1, 10), F(1, 10**9)), epsilon="2")

    assert main(["compose", "2:1", "1:2", "3:0.1:1e-9", "epsilon=2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found.to_dict()
    assert main(["compose", "2:1", "1:2", "3:0.1:1e-9", "epsilon=2"]) == 0
    assert capsys.readouterr().out.strip() == str(found).strip()
    assert (found.unknown, found.value) == ("delta", found.found.upper)


@pytest.mark.parametrize(
    ("kinds", "given"),
    [
        ((), {"delta": 0}),
        (("10:0.1",), {}),
        (("10:0.1",), {"delta": 0, "epsilon": 1}),
        ((10, 0.1), {"delta": 0}),
        ((None,), {"delta": 0}),
        (((10, None),), {"delta": 0}),
        (((10.5, 1),), {"delta": 0}),
        ((b"10:0.1",), {"delta": 0}),
        (({10, 0.1},), {"delta": 0}),
        (("10:0.1",), {"delta": "many"}),
        (("10:0.1",), {"delta": float("nan")}),
    ],
)
def test_what_python_cannot_compose_is_a_bound_error(kinds, given):
    with pytest.raises(BoundError):
        boundcalc.compose(*kinds, **given)


@pytest.mark.parametrize(
    "arguments",
    [
        ["10:0.1"],
        ["delta=1e-6"],
        ["10:0.1", "delta=1e-6", "epsilon=1"],
        ["0:0.1", "delta=0"],
        ["-3:0.1", "delta=0"],
        ["1.5:0.1", "delta=0"],
        ["a:b", "delta=0"],
        ["1:nan", "delta=0"],
        ["1:inf", "delta=0"],
        ["1:1e400", "delta=0"],
        ["1:2:3:4", "delta=0"],
        ["10:0.1", "delta=2"],
        ["10:0.1", "epsilon=-1"],
        ["1e9:0.1", "delta=1e-6"],
        ["10:0.1", "n=3"],
        ["10:0.1", "delta="],
        [":", "delta=0"],
    ],
)
def test_wrong_use_is_one_sentence(arguments, capsys):
    assert main(["compose", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("boundcalc: ")
    assert error.count("\n") == 1


def test_what_is_no_word_of_the_command_is_named(capsys):
    assert main(["compose", "k=10", "eps0=0.1", "delta=1e-6"]) == 2
    error = capsys.readouterr().err

    assert "each kind of answers as count:epsilon" in error
    assert "but got 'k=10' and 'eps0=0.1'" in error


@pytest.mark.parametrize("arguments", [["10:0.1", "epsilon=1"], ["1:1", "delta=0.9"]])
def test_nothing_is_said_to_fail_below_zero(arguments, capsys):
    assert main(["compose", *arguments]) == 0
    text = capsys.readouterr().out

    assert text.splitlines()[0].split()[2] == "0"
    assert "below" not in text
    assert "can give less" not in text
