"""Values and slopes in several variables hold at sampled pairs of points of each cell."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boundcalc.enclosures.gradients import GRADIENTS, Graded, moving, steady
from boundcalc.enclosures.interval_arrays import Spread, spread_of
from boundcalc.evaluation.programs import compile_expression
from boundcalc.language import (
    Expression,
    Symbol,
    arctan,
    as_expression,
    cos,
    erfc,
    exp,
    lambert_w,
    ln,
    phi,
    sin,
    sqrt,
    tan,
)
from boundcalc.special_functions.gaussian_exchange import (
    exchange_graded,
    exchange_of,
    exchange_values,
)
from tests.enclosures.boxes import ROUNDING, X, Y, formulas, repeatable, value_at
from tests.mp_evaluate import mp, number

fixed = repeatable(200)
ENDS = [-8.0, -3.0, -1.0, -0.25, 0.0, 1e-9, 0.125, 0.5, 1.0, 1.5, 2.0, 4.0, 50.0]
Ends = tuple[float, float]
EPSILON, MU = Symbol("epsilon"), Symbol("mu")
EXCHANGE = phi(MU / 2 - EPSILON / MU) - exp(EPSILON) * phi(-MU / 2 - EPSILON / MU)


@st.composite
def ranges(draw: st.DrawFn) -> Ends:
    first, second = draw(st.sampled_from(ENDS)), draw(st.sampled_from(ENDS))
    return min(first, second), max(first, second)


def spread(ends: Ends) -> Spread:
    return Spread(np.array([ends[0]]), np.array([ends[1]]), np.ones(1, dtype=np.bool_))


def over(node: Expression, box: Mapping[str, Ends]) -> Graded:
    variables = {name: moving(name, spread(ends)) for name, ends in box.items()}
    with np.errstate(all="ignore"):
        return compile_expression(node, GRADIENTS).run(variables)


def points_of(box: Mapping[str, Ends]) -> list[dict[str, Fraction]]:
    shares = [(0, 0), (1, 1), (0, 1), (1, 0), (0.5, 0.25), (0.125, 0.75)]
    return [
        {
            name: Fraction(low) + (Fraction(high) - Fraction(low)) * Fraction(share)
            for (name, (low, high)), share in zip(box.items(), pair, strict=True)
        }
        for pair in shares
    ]


def end(values: np.ndarray) -> Any:
    return mp.mpf(float(np.ravel(values)[0]))


def product(slope: Spread, change: Any) -> tuple[Any, Any]:
    if not change:
        return mp.mpf(0), mp.mpf(0)
    ends = [end(slope.lower) * change, end(slope.upper) * change]
    return min(ends), max(ends)


def check(found: Graded, box: Mapping[str, Ends], value: Any, what: object) -> None:
    """Compare the claims over a cell with values at its points, where they are defined."""
    known = [(point, value(point)) for point in points_of(box)]
    known = [(point, at) for point, at in known if at is not None]
    for point, at in known:
        noise = ROUNDING * (abs(at) + 1)
        assert end(found.values.lower) <= at + noise, f"{what} at {point}"
        assert at - noise <= end(found.values.upper), f"{what} at {point}"
    for point, at in known:
        for other, base in known:
            low = high = mp.mpf(0)
            for name in box:
                change = number(point[name] - other[name])
                if name in found.slope:
                    part = product(found.slope[name], change)
                    low, high = low + part[0], high + part[1]
            noise = ROUNDING * (abs(at) + abs(base) + 1) * mp.mpf(10) ** 20
            is_inside = low <= at - base + noise and at - base - noise <= high
            assert is_inside, f"{what} from {other} to {point}"


@pytest.mark.slow
@fixed
@given(node=formulas(), x=ranges(), y=ranges())
def test_values_and_slopes_hold_for_formulas_of_the_field(node: Expression, x: Ends, y: Ends):
    box = {"x": x, "y": y}

    check(over(node, box), box, lambda point: value_at(node, point), node)


@pytest.mark.few(20)
@pytest.mark.parametrize(
    "node",
    [
        1 / X,
        X**-2,
        (X - Y) ** -1,
        (X * Y) ** -3,
        Y / X**2,
        X ** as_expression("-0.5"),
        sqrt(X * Y),
        sqrt(X) * ln(Y),
        erfc(X) / Y,
        phi(X - Y),
        sin(X * Y),
        cos(X - Y),
        tan(X),
        arctan(X - Y),
        ln(X) / ln(Y),
        (X + 3) ** Y,
        abs(X - Y),
        lambert_w(0, exp(X)),
        lambert_w(0, X / 30),
    ],
    ids=str,
)
@pytest.mark.parametrize("x", [(-1.0, 2.0), (0.0, 4.0), (0.5, 0.5), (-8.0, -1.0)])
@pytest.mark.parametrize("y", [(-3.0, 1.0), (0.0, 2.0), (1.5, 4.0)])
def test_slopes_hold_at_poles_kinks_and_edges(node: Expression, x: Ends, y: Ends):
    """Across a pole the difference quotients have another sign than the derivatives."""
    box = {"x": x, "y": y}

    check(over(node, box), box, lambda point: value_at(node, point), node)


def test_a_root_that_vanishes_at_an_edge_still_grows():
    slope = over(sqrt(X), {"x": (0.0, 4.0)}).slope["x"]

    assert 0.24 < end(slope.lower) <= 0.25
    assert end(slope.upper) == mp.inf


# --- the exchange of normal laws ---------------------------------------------------------------


def exchange_at(point: Mapping[str, Fraction]) -> Any:
    e, u = (mp.mpf(point[name].numerator) / point[name].denominator for name in ("epsilon", "mu"))
    return None if u <= 0 else mp.ncdf(u / 2 - e / u) - mp.exp(e) * mp.ncdf(-u / 2 - e / u)


@pytest.mark.slow
@fixed
@given(
    shift=st.tuples(st.floats(-5, 60), st.floats(0, 3)),
    scale=st.tuples(st.floats(1e-3, 30), st.floats(0, 3)),
)
def test_the_exchange_and_its_slopes_hold(shift: Ends, scale: Ends):
    box = {"epsilon": (shift[0], sum(shift)), "mu": (scale[0], sum(scale))}
    found = exchange_graded(*(moving(name, spread(ends)) for name, ends in box.items()))

    check(found, box, exchange_at, "the exchange")
    plain = exchange_values(*(spread(ends) for ends in box.values()))
    assert plain.lower == found.values.lower
    assert plain.upper == found.values.upper


def test_the_exchange_is_much_sharper_than_its_formula():
    box = {"epsilon": (0.085, 0.087), "mu": (0.0365, 0.0375)}
    formula = over(EXCHANGE, box)
    found = exchange_graded(*(moving(name, spread(ends)) for name, ends in box.items()))

    assert end(formula.slope["mu"].lower) < 0 < end(formula.slope["mu"].upper)
    assert 0 < end(found.slope["mu"].lower)
    assert end(found.values.upper) / end(found.values.lower) < 2


@pytest.mark.parametrize(
    ("shift", "scale", "low", "high"),
    [
        ((0.0, np.inf), (0.0, np.inf), 0.0, 1.0),
        ((1.0, 2.0), (0.0, 1.0), 0.0, 0.13),
        ((1.0, 2.0), (-1.0, 1.0), -np.inf, np.inf),
        ((1e300, np.inf), (1.0, 1e300), 0.0, 1.0),
    ],
)
def test_the_exchange_has_limits_at_the_ends(shift: Ends, scale: Ends, low: float, high: float):
    found = exchange_values(spread(shift), spread(scale))

    assert found.lower >= low
    assert found.upper <= high


def test_other_expressions_are_no_exchange():
    assert exchange_of(EXCHANGE) == (EPSILON, MU)
    assert exchange_of(EXCHANGE.substitute({"epsilon": X + Y})) == (X + Y, MU)
    for other in (EXCHANGE + 1, phi(X), X + Y, EXCHANGE.operands[0] - exp(X) * phi(X)):
        assert exchange_of(other) is None


def test_what_is_fixed_has_no_slopes():
    found = exchange_graded(steady(spread_of(Fraction(1))), steady(spread_of(Fraction(1, 2))))

    assert found.slope == {}
