"""Limits: no choice of the free parameters is ever better than what is said to be impossible."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundcalc.cards.answer_words import optimality_text
from boundcalc.language import (
    POSITIVE,
    GaussianNoise,
    PopulationAccuracy,
    Source,
    Symbol,
    Theorem,
    exp,
)
from boundcalc.language.errors import UndecidedError
from boundcalc.optimization.choices import preferred_direction
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import problem_of, read_problem
from boundcalc.problems.reduction import reduce_problem
from boundcalc.routes import optimality_bounds
from boundcalc.routes.optimality_bounds import MUCH_WORK, is_vain, with_optimality_bound
from boundcalc.routes.search import fitting_routes
from boundcalc.routes.solve import solve_named
from boundcalc.solving.answers import Answer, Optimality
from boundcalc.solving.solver import solve_theorem
from boundcalc_theorems import load_theorems
from tests.asking import library_routes, solve_route
from tests.mp_evaluate import mp, number
from tests.optimization.test_free_parameters import open_names
from tests.solving.points import THEOREMS, draw_value, feasible_points, holds_at, solvable_names

ROUTES = library_routes()
TWO_SIDED = "route/Gaussian-noise.exact-exchange.two-sided-posterior-stability"
INFORMATION = "route/Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error"
SEVERAL = "route/Gaussian-noise.exact-exchange.Bassily-et-al"
CENTRED = (
    "route/shortfall-of-normal-noise.centred-Gaussian-noise.gap-from-a-centre.centred-transfer"
)
BEST_ORDER = "route/Laplace-noise.concentrated-composition.best-order.Bassily-et-al"
ACCURATE = [
    route.theorem.id for route in fitting_routes(load_theorems(), "n", ("tau", "beta", "m"))
]
ASKED = {"tau": "0.1", "beta": "0.05", "k": 1000}
fixed = settings(derandomize=True, deadline=None, max_examples=12)


@cache
def answer_of(id: str, unknown: str = "n", **given: object) -> Answer:
    asked = {**ASKED, **given}
    asked.pop(unknown, None)
    return solve_route(ROUTES[id], unknown, asked)


# --- routes --------------------------------------------------------------------------------------


@cache
def proved() -> Answer:
    return with_optimality_bound(answer_of(TWO_SIDED), MUCH_WORK)


@pytest.mark.slow
def test_with_enough_work_the_best_choice_is_proved_to_be_the_best():
    assert proved().limit == proved().value == 53573
    assert proved().neighbour.value == 53572
    assert optimality_text(proved()) == "no smaller n works, whatever epsilon, z, mu are"
    assert proved().to_dict()["limit"] == "53573"


@pytest.mark.few(1)
@pytest.mark.parametrize("id", [TWO_SIDED, INFORMATION])
def test_with_little_work_the_answer_says_how_far_it_is_from_the_best(id):
    found = with_optimality_bound(answer_of(id))

    assert found.neighbour is None
    assert found.value * Fraction(85, 100) < found.limit < found.value
    assert f"no n below {found.limit} works" in optimality_text(found)
    assert found.value == answer_of(id).value


def test_no_cover_is_begun_that_the_work_cannot_finish(monkeypatch):
    """Nor over four parameters, where no work was ever enough."""
    answer = answer_of(CENTRED)
    begun = []
    monkeypatch.setattr(optimality_bounds, "cover", lambda *of: begun.append(of) or (None, 0))

    assert with_optimality_bound(answer) is answer
    assert with_optimality_bound(answer, 10**9) is answer
    assert with_optimality_bound(answer_of(INFORMATION), 900).value == answer_of(INFORMATION).value
    assert not begun
    with_optimality_bound(answer_of(INFORMATION), MUCH_WORK)
    assert begun


@pytest.mark.slow
def test_where_several_constraints_bind_little_work_proves_the_best():
    found = with_optimality_bound(answer_of(SEVERAL))

    assert found.limit == found.value == 578437
    assert found.neighbour.value == 578436


@pytest.mark.slow
def test_a_limit_over_a_part_of_the_choices_says_so():
    """Very large orders of Renyi privacy are not excluded."""
    found = with_optimality_bound(answer_of(BEST_ORDER))

    assert found.limit < found.value
    assert "whatever order, epsilon_0 are between 1e-120 and 1e120" in optimality_text(found)

    found = with_optimality_bound(answer_of(BEST_ORDER, "tau", n=400000))

    assert found.limit < found.value
    ends = "between 1e-120 and 1e120, of the tau in that range"
    assert f"whatever order, epsilon_0 are {ends}" in optimality_text(found)


@pytest.mark.slow
def test_more_work_never_says_less():
    limits = [
        with_optimality_bound(answer_of(INFORMATION), work).limit or 0 for work in (50, 500, 2000)
    ]

    assert limits == sorted(limits)
    assert limits[0] < limits[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("unknown", "value"), [("tau", "0.09"), ("beta", "0.06"), ("k", 900)])
def test_other_unknowns_have_limits_on_their_own_side(unknown, value):
    """The size is exact at another value, so that this is about what is asked for there."""
    size = answer_of(INFORMATION, **{unknown: value}).value
    answer = answer_of(INFORMATION, unknown, n=size)
    found = with_optimality_bound(answer, 6000)

    if answer.direction is Direction.LEAST:
        assert answer.value * Fraction(7, 10) < found.limit <= answer.value
        assert found.limit <= Fraction(value)
    else:
        assert answer.value <= found.limit < answer.value * Fraction(14, 10)
        assert found.limit >= Fraction(value)


def two_sided_size(epsilon, z, mu):
    """Return the least number of records at these choices; infinite where none suffices."""
    tau, beta, k = mp.mpf("0.1"), mp.mpf("0.05"), 1000
    delta = mp.ncdf(mu / 2 - epsilon / mu) - mp.exp(epsilon) * mp.ncdf(-mu / 2 - epsilon / mu)
    slack = mp.sqrt(k * mp.erfc(z / mp.sqrt(2))) + mp.sqrt(4 * delta / (mp.exp(epsilon / 2) + 1))
    left = tau - mp.tanh(epsilon / 4) - slack**2 / beta
    return mp.inf if left <= 0 else z * mp.sqrt(k) / (mu * left)


@pytest.mark.slow
def test_no_sampled_choice_beats_the_limit():
    rng = random.Random(7)
    best = [number(proved().witness[name]) for name in ("epsilon", "z", "mu")]
    sizes = []
    for spread in [1e-4, 1e-3, 1e-2, 0.1, 0.5] * 60:
        choice = [value * mp.exp(rng.gauss(0, spread)) for value in best]
        sizes.append(two_sided_size(*choice))

    assert min(sizes) > 53572
    assert min(sizes) < 53574


@pytest.mark.slow
@fixed
@given(
    factor=st.floats(1.001, 30),
    moves=st.tuples(*[st.floats(-0.7, 0.7) for _ in range(3)]),
)
def test_an_answer_that_is_not_the_best_gets_no_limit_beyond_the_best(factor, moves):
    """The limit rests neither on the value that was found nor on the choices."""
    answer = answer_of(TWO_SIDED)
    witness = {
        **answer.witness,
        **{
            name: answer.witness[name] * Fraction(round(1000 * 2**move), 1000)
            for name, move in zip(("epsilon", "z", "mu"), moves, strict=True)
        },
    }
    worse = replace(answer, value=int(answer.value * factor), witness=witness)

    assert (with_optimality_bound(worse, 1000).limit or 0) <= 53573


# --- theorems ------------------------------------------------------------------------------------


def planted() -> list[object]:
    found = []
    for theorem in THEOREMS.values():
        names = open_names(theorem)
        for unknown in solvable_names(theorem):
            free = tuple(name for name in names if name != unknown)
            if free and theorem.quantities[unknown].domain.lower is not None:
                label = f"{theorem.id}-{unknown}"
                found.append(pytest.param(theorem, unknown, free, id=label))
    return found


@pytest.mark.few(4)
@pytest.mark.parametrize(("theorem", "unknown", "free"), planted())
def test_a_planted_choice_is_never_beyond_the_limit(theorem, unknown, free):
    """Where a worse value is given as the answer, a point that is known to work stays possible."""
    symbol, rng = theorem.quantities[unknown], random.Random(11)
    direction = preferred_direction(theorem, symbol)
    for point in feasible_points(theorem.id, 1):
        if point[unknown] <= 0 or not holds_at(theorem, point):
            continue
        is_least = direction is Direction.LEAST
        worse = point[unknown] * (Fraction(5, 4) if is_least else Fraction(4, 5))
        if symbol.domain.integer:
            worse = Fraction(worse.__ceil__() if is_least else worse.__floor__())
        if worse not in symbol.domain or worse == point[unknown]:
            continue
        for values in (point, {name: draw_value(theorem.quantities[name], rng) for name in free}):
            witness = {name: Fraction(values[name]) for name in free}
            given = {name: at for name, at in point.items() if name not in (*free, unknown)}
            found = with_optimality_bound(
                _answer(theorem, symbol, given, worse, direction, witness), 200
            )
            if found.limit is not None:
                sign = 1 if is_least else -1
                assert sign * found.limit <= sign * point[unknown], point


def _answer(theorem, unknown, given, value, direction, witness) -> Answer:
    return Answer(
        problem=problem_of(theorem, unknown, given),
        route=(theorem.id,),
        value=value,
        direction=direction,
        formula=None,
        witness=witness,
        checks=(),
        certified=True,
        optimality=Optimality(),
    )


X, Y = (Symbol(name, POSITIVE, is_chosen=True) for name in ("x", "y"))
SIZE = Symbol("size", POSITIVE)


def sizing(*hypotheses) -> Theorem:
    return Theorem(
        id="test/size",
        title="A size in closed form",
        parameters=[SIZE, X, Y],
        premises=[GaussianNoise(sigma=X + Y)],
        hypotheses=hypotheses,
        conclusion=PopulationAccuracy(tau=Fraction(1, 2), beta=Fraction(1, 2)),
        source=Source(key="jung_et_al_2020", locator="none"),
    )


def rate(x):
    """Return a function that is least, e, at 1, and that no rule isolates."""
    return x * exp(1 / x)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hypotheses", "best"),
    [
        ([rate(X) + rate(Y) <= SIZE], 2 * mp.e),
        ([rate(X) * rate(Y) / 3 <= SIZE, 3 * rate(X) / rate(Y) <= SIZE], mp.e),
        ([rate(X) <= SIZE, rate(Y) / 2 <= SIZE, rate(X) * rate(Y) >= 8], mp.e),
    ],
)
def test_the_limit_comes_close_to_the_best_value_in_closed_form(hypotheses, best):
    answer = solve_theorem(sizing(*hypotheses), "size", {})
    found = with_optimality_bound(answer, 8000)

    assert best <= number(answer.value) <= best * (1 + mp.mpf(10) ** -4)
    assert best * (1 - mp.mpf(10) ** -3) <= number(found.limit) <= best
    assert "whatever" in optimality_text(found)


@pytest.mark.slow
def test_the_limit_comes_close_where_products_of_slopes_exceed_all_doubles():
    answer = solve_theorem(sizing(10**180 * (rate(X) + rate(Y)) <= SIZE**2), "size", {})
    found = with_optimality_bound(answer)
    best = mp.sqrt(2 * mp.e) * mp.mpf(10) ** 90

    assert best * (1 - mp.mpf(10) ** -3) <= number(found.limit) <= best


def test_what_is_proved_already_or_not_certified_is_left_as_it_is():
    known = solve_theorem(THEOREMS["adaptive-queries/thm-3.3"], "n", {**_THRESHOLD})

    assert known.neighbour is not None
    assert with_optimality_bound(known) is known
    doubtful = replace(answer_of(TWO_SIDED), certified=False)
    assert with_optimality_bound(doubtful) is doubtful


LAPLACE_TWO_SIDED = (  # where it ties to the last digit of doubles with noise beyond all search
    "route/Laplace-noise.tight-advanced-composition.two-sided-posterior-stability"
)
_THRESHOLD = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}


@pytest.mark.slow
@pytest.mark.parametrize("id", [SEVERAL, BEST_ORDER, LAPLACE_TWO_SIDED])
def test_what_nothing_satisfies_is_proved_to_fail_by_a_few_cells_and_is_not_searched(
    id, monkeypatch
):
    route = ROUTES[id]
    too_few = {"n": 10, "beta": "0.05", "k": 1000}
    monkeypatch.setattr("boundcalc.optimization.best_choice.search_directly", None)
    monkeypatch.setattr("boundcalc.optimization.optimum.find_feasible_points", None)

    assert is_vain(reduce_problem(read_problem(route.theorem, "tau", too_few)))
    with pytest.raises(UndecidedError, match="no tau that works was found"):
        solve_route(route, "tau", too_few)


@pytest.mark.slow
def test_where_nothing_works_nor_vanishes_no_smaller_numbers_are_searched_and_nothing_is_certified(
    monkeypatch,
):
    """Terms that cancel seem to hold at tiny values; with fractions kept whole they do not."""
    monkeypatch.setattr("boundcalc.optimization.optimum.SignedLogResiduals", None)
    monkeypatch.setattr("boundcalc.routes.solve.certified_near", None)

    with pytest.raises(UndecidedError, match="no tau that works was found"):
        solve_route(ROUTES[CENTRED], "tau", {"n": 10, "beta": "0.05", "k": 1000})


@pytest.mark.slow
@pytest.mark.parametrize("id", [TWO_SIDED, INFORMATION, SEVERAL, BEST_ORDER, CENTRED])
def test_what_has_an_answer_is_not_in_vain(id):
    assert not is_vain(reduce_problem(read_problem(ROUTES[id].theorem, "n", ASKED)))


@pytest.mark.slow
def test_what_only_parameters_far_below_doubles_answer_is_not_in_vain():
    route = ROUTES["route/Laplace-noise.tight-advanced-composition.Bassily-et-al"]
    asked = {"n": 10**7, "beta": "1e-150", "k": 10}

    assert not is_vain(reduce_problem(read_problem(route.theorem, "tau", asked)))
    assert solve_route(route, "tau", asked).witness["delta"] < Fraction(1, 10**150)


@pytest.mark.slow
@pytest.mark.parametrize("id", ACCURATE)
def test_more_queries_than_one_are_not_in_vain_where_their_records_are_given(id):
    """Only one query is looked at, and what answers several must answer it, too."""
    asked = {"tau": "0.1", "beta": "0.05"}
    n = solve_route(ROUTES[id], "n", {**asked, "k": 5}, is_brief=True).value

    assert not is_vain(reduce_problem(read_problem(ROUTES[id].theorem, "k", {**asked, "n": n})))


def test_more_queries_with_given_noise_may_work_where_one_does_not():
    """The privacy of one answer is too good for a theorem that needs a certain epsilon."""
    id = "route/given-Laplace-noise.basic-composition.Bassily-et-al"
    asked = {"tau": "0.3", "beta": "1e-6", "sigma": "0.01", "n": 10**6}

    assert solve_named(load_theorems(), id, "k", asked).value == 182


def test_no_direct_search_is_asked_where_the_next_integer_is_certified(monkeypatch):
    monkeypatch.setattr("boundcalc.optimization.best_choice.search_directly", None)

    assert answer_of.__wrapped__(TWO_SIDED).value == 53573
