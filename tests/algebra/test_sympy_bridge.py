import random
from fractions import Fraction

import pytest
import sympy

from boundcalc.algebra.sympy_bridge import from_sympy, sympy_symbol, to_sympy
from boundcalc.language import PI, E, ExpressionError, Symbol, Theorem, interval
from boundcalc.language.expressions import Expression, Number
from boundcalc.language.functions import (
    binomial,
    ceil,
    erf,
    erfc,
    exp,
    factorial,
    floor,
    lambert_w,
    ln,
    log,
    log2,
    maximum,
    minimum,
    phi,
    sqrt,
    summation,
)
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import evaluate, mp

x = Symbol("x", interval("(0, oo)"))
y = Symbol("y", interval("(0, 1)"))
k = Symbol("k", interval("[0, oo)", integer=True))
POINT = {"x": Fraction(7, 5), "y": Fraction(3, 11), "k": 4}

EXPRESSIONS: list[Expression] = [
    x + y - 3,
    2 * x * y / 3,
    -(x / y),
    x**2 - y**3,
    x ** Fraction(3, 2) / y ** Fraction(-5, 7),
    sqrt(2 * x),
    1 / sqrt(x),
    exp(-(x**2) / 2),
    E**x * PI,
    ln(1 / y),
    log2(x + 1),
    log(10, x),
    abs(y - x),
    maximum(x, y, 1),
    minimum(x, 2 * y),
    floor(10 * x),
    ceil(x / y),
    erf(x),
    erfc(y),
    phi(-x),
    binomial(k, 2),
    factorial(k),
    lambert_w(0, x),
    lambert_w(-1, -y / 2),
    summation(
        Symbol("i", interval("[0, oo)", integer=True)),
        1,
        k,
        x ** Symbol("i", interval("[0, oo)", integer=True)) / 2,
    ),
    0.05 * x + Fraction(1, 3),
    Number(Fraction("1e-30")) * x,
]


def same(first: Expression, second: Expression, point=POINT) -> bool:
    return bool(mp.almosteq(evaluate(first, point), evaluate(second, point), mp.mpf(10) ** -50))


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
@pytest.mark.parametrize("evaluate_", [False, True])
def test_a_round_trip_keeps_the_value(expression: Expression, evaluate_: bool) -> None:
    back = from_sympy(to_sympy(expression, evaluate=evaluate_), [x, y, k])
    assert same(expression, back)


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_sympy_evaluates_to_the_same_number(expression: Expression) -> None:
    point = {sympy_symbol(symbol): sympy.Rational(str(POINT[symbol.name])) for symbol in (x, y, k)}
    value = to_sympy(expression).subs(point).doit().evalf(55)
    expected = evaluate(expression, POINT)
    assert mp.almosteq(mp.mpf(str(value)), expected, mp.mpf(10) ** -50)


def formulas(theorem: Theorem) -> list[Expression]:
    found = [item.value for item in theorem.definitions]
    for relation in theorem.hypotheses:
        found += [relation.left, relation.right]
    return [*found, *(target.expression for target in theorem.targets)]


@pytest.mark.slow
def test_every_formula_of_the_library_survives_a_round_trip() -> None:
    rng = random.Random(1)
    for theorem in load_theorems():
        symbols = [*theorem.parameters, *(item.symbol for item in theorem.definitions)]
        symbols += [target.symbol for target in theorem.targets]
        point = {symbol.name: Fraction(rng.randrange(2, 40), 50) for symbol in symbols}
        point |= {symbol.name: 7 for symbol in symbols if symbol.domain.integer}
        for formula in formulas(theorem):
            back = from_sympy(to_sympy(formula), symbols)
            try:
                expected = evaluate(formula, point)
            except (ValueError, ZeroDivisionError):
                continue
            assert mp.almosteq(evaluate(back, point), expected, mp.mpf(10) ** -45), formula


@pytest.mark.parametrize(
    ("domain", "known", "unknown"),
    [
        ("(0, oo)", {"positive", "real"}, {"integer"}),
        ("[0, oo)", {"nonnegative", "real"}, {"positive", "integer"}),
        ("(-oo, 0)", {"negative", "real"}, {"integer"}),
        ("(-oo, 0]", {"nonpositive", "real"}, {"negative"}),
        ("(-oo, oo)", {"real"}, {"positive", "negative", "nonnegative", "nonpositive"}),
        ("[-1, 1]", {"real"}, {"positive", "negative"}),
        ("(1/2, 1]", {"positive"}, {"integer"}),
    ],
)
def test_symbols_have_the_assumptions_of_their_domain(domain, known, unknown) -> None:
    symbol = sympy_symbol(Symbol("z", interval(domain)))
    assert all(getattr(symbol, f"is_{name}") is True for name in known)
    assert all(getattr(symbol, f"is_{name}") is None for name in unknown)


def test_integers_stay_integers() -> None:
    positive = sympy_symbol(Symbol("n", interval("[1, oo)", integer=True)))
    assert positive.is_integer
    assert positive.is_positive
    above_zero = sympy_symbol(Symbol("n", interval("(0, oo)", integer=True)))
    assert above_zero.is_positive


def test_what_was_written_is_kept() -> None:
    assert str(to_sympy((x + 1) * (x + 1))) == "(x + 1)*(x + 1)"
    assert str(to_sympy((x + 1) * (x + 1), evaluate=True)) == "(x + 1)**2"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (sympy.Float(0.1), "0.1"),
        (sympy.Float("0.1", 30), "0.1"),
        (sympy.Float("1e-40", 30), "1e-40"),
        (sympy.Float(2.0), "2"),
        (sympy.Float(-0.3), "-0.3"),
    ],
)
def test_floats_are_read_by_their_shortest_decimal(value, expected) -> None:
    assert evaluate(from_sympy(value, []), {}) == evaluate(
        from_sympy(sympy.Rational(expected), []), {}
    )


z = sympy.Symbol("x")


@pytest.mark.parametrize(
    "foreign",
    [
        sympy.I,
        sympy.oo,
        -sympy.oo,
        sympy.zoo,
        sympy.nan,
        sympy.sinh(z),
        sympy.gamma(z),
        sympy.Integral(z, z),
        sympy.Derivative(sympy.Function("f")(z), z),
        sympy.Piecewise((z, z > 1), (1, True)),
        sympy.Symbol("w"),
        sympy.EulerGamma,
        sympy.GoldenRatio,
        sympy.LambertW(z, 1),
        sympy.Sum(z, (sympy.Symbol("i"), 1, 3), (sympy.Symbol("j"), 1, 3)),
        sympy.Matrix([[1]]),
        z > 1,
        sympy.true,
        "x + 1",
        None,
    ],
    ids=str,
)
def test_what_the_language_cannot_say_is_refused(foreign) -> None:
    with pytest.raises(ExpressionError):
        from_sympy(foreign, [x])


def test_an_unknown_symbol_is_named_with_those_that_are_known() -> None:
    with pytest.raises(ExpressionError, match="unknown symbol 'w'; it may use x, y"):
        from_sympy(sympy.Symbol("w"), [x, y])
