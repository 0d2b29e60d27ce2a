"""The checker's arithmetic against ball arithmetic that shares no code with it.

An enclosure must contain the value, always, and be tight to a stated number of bits.
The points are random, seeded, and crowded where functions are hard: at zero, one, the integers, the
ends of the cases of an algorithm, and at numbers that are very large or very small.
"""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import pytest

from boundcalc.checker import arithmetic as ia
from boundcalc.checker import functions
from boundcalc.checker.arithmetic import INF, Interval, Undefined
from boundcalc.checker.terms import applied, enclose

TWO = Interval(Fraction(2), Fraction(2))
UNIT = Interval(Fraction(0), Fraction(1))
OPEN_UNIT = Interval(Fraction(0), Fraction(1), True)
LOST = 8  # bits that an enclosure at a point may lose against the precision asked for
REFERENCE_BITS = 700
BITS = (24, 64, 100, 192)
HARD = [Fraction(k) for k in (0, 1, -1, 2, 4, 9, 10, 16, -16)] + [
    Fraction(text)
    for text in ("1/2", "2/3", "4/3", "999999/1000000", "1000001/1000000", "1/3", "15999/1000")
]


def ball(x: Fraction) -> Any:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def random_number(rng: random.Random, low_exponent: int, high_exponent: int) -> Fraction:
    """Return a number of random sign and magnitude, often hard, sometimes with a long fraction."""
    choice = rng.random()
    if choice < 0.1:
        return rng.choice(HARD)
    if choice < 0.2:
        return rng.choice(HARD) + Fraction(rng.choice((1, -1)), 2 ** rng.randrange(10, 90))
    digits = rng.choice((4, 12, 50))
    size = Fraction(2) ** rng.randrange(low_exponent, high_exponent + 1)
    return (
        rng.choice((1, -1)) * size * Fraction(rng.randrange(10**digits, 2 * 10**digits), 10**digits)
    )


def phi(x: Any) -> Any:
    return (-x / flint.arb(2).sqrt()).erfc() / 2


def derived(name: str) -> Callable[..., Interval]:
    """Return the interval function of what is read as other functions."""
    term = applied(name, ("symbol", "x"))
    return lambda x, bits: enclose(term, {"x": x}, bits)


UNARY: dict[str, tuple[Callable[..., Interval], Callable[[Any], Any], int, int]] = {
    "exp": (functions.exp, lambda x: x.exp(), -60, 9),
    "ln": (functions.ln, lambda x: x.log(), -200, 200),
    "sqrt": (functions.sqrt, lambda x: x.sqrt(), -200, 200),
    "erf": (derived("erf"), lambda x: x.erf(), -40, 5),
    "erfc": (functions.erfc, lambda x: x.erfc(), -40, 5),
    "phi": (derived("phi"), phi, -40, 5),
    "negate": (ia.negate, lambda x: -x, -60, 60),
    "absolute": (ia.absolute, abs, -60, 60),
    "sin": (functions.sin, lambda x: x.sin(), -60, 60),
    "cos": (functions.cos, lambda x: x.cos(), -60, 60),
    "tan": (derived("tan"), lambda x: x.tan(), -60, 0),
    "arctan": (functions.arctan, lambda x: x.atan(), -60, 60),
    "floor": (ia.floor, lambda x: x.floor(), -5, 60),
    "ceil": (ia.ceil, lambda x: x.ceil(), -5, 60),
}
BINARY: dict[str, tuple[Callable[..., Interval], Callable[[Any, Any], Any]]] = {
    "add": (ia.add, lambda x, y: x + y),
    "multiply": (ia.multiply, lambda x, y: x * y),
    "divide": (ia.divide, lambda x, y: x / y),
    "maximum": (ia.maximum, lambda x, y: x.max(y)),
    "minimum": (ia.minimum, lambda x, y: x.min(y)),
    "power": (functions.power, lambda x, y: x**y),
    "integer_power": (ia.integer_power, lambda x, k: x**k),
}
DOMAINS: dict[str, Callable[[Fraction], bool]] = {
    "ln": lambda x: x > 0,
    "sqrt": lambda x: x >= 0,
    "erf": lambda x: abs(x) < 60,
    "erfc": lambda x: abs(x) < 60,
    "phi": lambda x: abs(x) < 60,
    "exp": lambda x: abs(x) < 1000,
    "tan": lambda x: abs(x) < Fraction(3, 2),
}


def contains(found: Interval, value: Any) -> bool:
    """Whether the interval contains the value, as far as its ball of 700 bits can tell."""
    below = isinstance(found.low, Fraction) and bool(value < ball(found.low))
    above = isinstance(found.high, Fraction) and bool(value > ball(found.high))
    return not below and not above


def check_point(found: Interval, value: Any, bits: int, scale: Any) -> None:
    assert value.is_finite()
    assert contains(found, value)
    if isinstance(found.high, Fraction) and isinstance(found.low, Fraction):
        assert ball(found.high - found.low) <= scale * ball(Fraction(1, 2 ** (bits - LOST)))
    if found.excludes_zero():
        assert not value.is_zero()


def check_unary(name: str, x: Fraction, bits: int) -> None:
    function, reference, _, _ = UNARY[name]
    if name in ("negate", "absolute", "floor", "ceil"):
        found = function(Interval(x, x), bits)
        exact = {"negate": -x, "absolute": abs(x), "floor": math.floor(x), "ceil": math.ceil(x)}
        assert found.low == found.high == exact[name]
        return
    found = function(Interval(x, x), bits)
    value = reference(ball(x))
    # These lose relative, but not absolute precision where they are small.
    scale = abs(value) + (1 if name in ("erf", "ln", "sin", "cos") else 0)
    if name == "phi":  # whose argument is divided by a root, and far out that tells
        scale *= 2**8
    check_point(found, value, bits, scale)


def check_interval(name: str, x: Fraction, width: Fraction, rng: random.Random) -> None:
    """Check that the enclosure over [x, x + width] contains values inside and at the ends."""
    function, reference, _, _ = UNARY[name]
    high = x + width
    if name in DOMAINS and not (DOMAINS[name](x) and DOMAINS[name](high)):
        return
    found = function(Interval(x, high), 40)
    for part in (Fraction(0), Fraction(1), Fraction(rng.randrange(1000), 1000)):
        at = x + part * width
        assert contains(found, reference(ball(at))), (name, x, width, at)


def unary_points(count: int, seed: int) -> None:
    for name, (_, _, low, high) in UNARY.items():
        rng = random.Random(f"{name} {seed}")
        done = 0
        while done < count:
            x = random_number(rng, low, high)
            if name in ("ln", "sqrt") and x < 0:
                x = -x
            if not DOMAINS.get(name, lambda _: True)(x):
                continue
            check_unary(name, x, rng.choice(BITS))
            if done % 4 == 0:
                check_interval(name, x, abs(random_number(rng, -20, 3)), rng)
            done += 1


def random_interval(rng: random.Random) -> tuple[Interval, list[Fraction]]:
    """Return an interval, perhaps open at zero or infinite, and points of it."""
    low = random_number(rng, -12, 12)
    kind = rng.random()
    if kind < 0.25:
        return Interval(low, low), [low]
    if kind < 0.4:
        inside = [abs(low), abs(low) / 1000, abs(low) * 1000]
        return Interval(Fraction(0), INF, True), inside if low else [Fraction(1)]
    if kind < 0.5:
        return Interval(-INF, low), [low, low - 1, low - 10**6]
    if kind < 0.6:
        high = abs(low) + 1
        return Interval(Fraction(0), high, True), [high, high / 2, high / 10**9]
    width = abs(random_number(rng, -6, 12))
    inside = [low, low + width, low + width * Fraction(rng.randrange(1000), 1000)]
    return Interval(low, low + width), inside


def check_binary(name: str, rng: random.Random) -> None:
    function, reference = BINARY[name]
    bits = rng.choice(BITS)
    x, x_points = random_interval(rng)
    if name == "integer_power":
        exponent = rng.choice((0, 1, 2, 3, -1, -2, 5, 8, -7, 31))
        y: Any = exponent
        y_points: list[Any] = [exponent]
    else:
        y, y_points = random_interval(rng)
    if name == "power":
        if isinstance(y.low, Fraction) and isinstance(y.high, Fraction):
            limit = Fraction(60)
            y = Interval(max(y.low, -limit), max(min(y.high, limit), max(y.low, -limit)))
            y_points = [y.low, y.high]
        else:
            y, y_points = Interval(Fraction(1, 3), Fraction(7, 3)), [Fraction(1, 3), Fraction(2)]
    try:
        found = function(x, y, bits)
    except Undefined:
        return
    for a in x_points:
        for b in y_points:
            value = flint.arb(1) if name == "integer_power" and b == 0 else None
            if value is None and name == "power":
                value = ball(a) ** ball(b) if a > 0 else flint.arb(0)
            if value is None and name == "integer_power":
                value = ball(a**b)
            if value is None:
                value = reference(ball(a), ball(b))
            assert value.is_finite()
            assert contains(found, value), (name, x, y, a, b)
            if found.excludes_zero():
                assert not value.is_zero(), (name, x, y, a, b)


def all_points(count: int, seed: int) -> None:
    """Check `count` points of each of the 21 functions."""
    with flint.ctx.workprec(REFERENCE_BITS):
        unary_points(count, seed)
        for name in BINARY:
            rng = random.Random(f"{name} {seed}")
            for _ in range(count):
                check_binary(name, rng)


@pytest.mark.parametrize("count", [2_000, pytest.param(8_000, marks=pytest.mark.slow)])
def test_enclosures_contain_the_value_and_are_tight(count: int) -> None:
    """Each of so many enclosures contains the value, and loses at most LOST bits at a point."""
    all_points(count // (len(UNARY) + len(BINARY)) + 1, seed=1)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2, 5))
def test_many_enclosures_contain_the_value_and_are_tight(seed: int) -> None:
    """The same at 300,000 points, in three parts."""
    all_points(100_000 // (len(UNARY) + len(BINARY)) + 1, seed=seed)


@pytest.mark.parametrize("bits", [8, 30, 64, 192, 1000, 2000])
def test_constants_are_enclosed(bits: int) -> None:
    """The enclosures of pi, e and ln 2 contain them and are tight."""
    with flint.ctx.workprec(bits + 200):
        for value, (low, high) in (
            (flint.arb.pi(), functions.pi_ends(bits)),
            (flint.arb(1).exp(), functions.exp_ends(Fraction(1), bits)),
            (flint.arb(2).log(), functions.ln2_ends(bits)),
        ):
            assert ball(low) < value < ball(high)
            assert high - low <= Fraction(1, 2 ** (bits - LOST))


def test_values_at_zero_are_exact() -> None:
    """What touches its bound at zero is enclosed by one number there."""
    zero = Interval(Fraction(0), Fraction(0))
    for function, value in (
        (functions.exp, 1), (functions.cos, 1), (functions.erfc, 1),
        (functions.sin, 0), (functions.arctan, 0), (functions.sqrt, 0),
    ):  # fmt: skip
        found = function(zero, 64)
        assert (found.low, found.high) == (value, value)


@pytest.mark.parametrize("up", [True, False])
def test_rounding_goes_outward_and_keeps_the_bits(up: bool) -> None:
    """A rounded number lies on the named side, within one unit of the last of its bits."""
    rng = random.Random(3)
    for _ in range(2000):
        x, bits = random_number(rng, -300, 300), rng.choice(BITS)
        rounded = ia.round_end(x, bits, up=up)
        assert isinstance(rounded, Fraction)
        assert rounded >= x if up else rounded <= x
        assert abs(rounded - x) <= abs(x) / 2 ** (bits - 1)


def test_an_exponential_beyond_the_limit_is_bounded_not_computed() -> None:
    """The exponential of a very large argument is between what fits and infinity."""
    large = Interval(Fraction(10) ** 9, Fraction(10) ** 9)
    assert functions.exp(large, 64).high == INF
    assert functions.exp(large, 64).low > 10**1000
    tiny = functions.exp(Interval(-INF, -(Fraction(10) ** 9)), 64)
    assert tiny.low == 0
    assert tiny.excludes_zero()
    assert tiny.high < Fraction(1, 10**1000)


def test_a_number_beyond_the_limit_is_rounded_outward_all_the_way() -> None:
    """A huge end becomes infinite or stays below, a tiny one zero or above, of either sign."""
    huge = Fraction(2) ** (2 * ia.LARGEST_SIZE)
    for x in (huge, 1 / huge, -huge, -1 / huge):
        below, above = ia.round_end(x, 64, up=False), ia.round_end(x, 64, up=True)
        assert below < x < above
    large = Interval(Fraction(2) ** 60_000, Fraction(2) ** 60_000)
    assert ia.integer_power(large, 3, 64) == Interval(Fraction(2) ** ia.LARGEST_SIZE, INF, True)
    small = ia.integer_power(large, -3, 64)
    assert small.low == 0
    assert small.excludes_zero()


@pytest.mark.slow
def test_large_integer_powers_contain_the_value() -> None:
    """A power with an exponent up to 10^18 contains the exact value, near 1 and far from it."""
    rng = random.Random(11)
    with flint.ctx.workprec(400):
        for _ in range(400):
            exponent = rng.randrange(1, 10 ** rng.randrange(1, 19))
            x = abs(1 + random_number(rng, -70, -1)) or Fraction(1)
            found = ia.integer_power(Interval(x, x), exponent, rng.choice(BITS))
            value = (ball(x).log() * exponent).exp()
            assert value.is_finite()
            assert contains(found, value)


@pytest.mark.parametrize(
    ("function", "operands"),
    [
        (ia.divide, (Interval(Fraction(1), Fraction(1)), Interval(Fraction(0), Fraction(1)))),
        (
            ia.divide,
            (Interval(Fraction(1), Fraction(1)), Interval(Fraction(-1), Fraction(1), True)),
        ),
        (functions.ln, (Interval(Fraction(0), Fraction(1)),)),
        (functions.ln, (Interval(Fraction(-1), Fraction(1), True),)),
        (functions.sqrt, (Interval(Fraction(-1, 10**30), Fraction(1)),)),
        (
            functions.power,
            (Interval(Fraction(-1), Fraction(-1)), Interval(Fraction(2), Fraction(2))),
        ),
        (functions.power, (UNIT, UNIT)),
        (
            functions.power,
            (Interval(Fraction(0), Fraction(1)), Interval(Fraction(0), Fraction(1), True)),
        ),
        (ia.integer_power, (Interval(Fraction(0), Fraction(1)), -1)),
        (ia.integer_power, (Interval(Fraction(2), Fraction(2)), 10**20)),
        (ia.factorial, (Interval(Fraction(1), Fraction(2)),)),
        (ia.factorial, (Interval(Fraction(-1), Fraction(-1)),)),
        (ia.factorial, (Interval(Fraction(10**6), Fraction(10**6)),)),
        (
            ia.binomial,
            (Interval(Fraction(5, 2), Fraction(5, 2)), Interval(Fraction(1), Fraction(1))),
        ),
        (
            ia.binomial,
            (Interval(Fraction(10**9), Fraction(10**9)), Interval(Fraction(1), Fraction(1))),
        ),
    ],
)
def test_a_value_that_is_missing_is_never_passed_over(
    function: Callable[..., Interval], operands: tuple[Any, ...]
) -> None:
    """An operation that is undefined at some point of its operands raises."""
    with pytest.raises(Undefined):
        function(*operands, 64)


def test_infinite_ends_times_zero_are_zero() -> None:
    """Zero times an unbounded interval is zero, and nothing is known of its product with others."""
    zero, line = Interval(Fraction(0), Fraction(0)), Interval(-INF, INF)
    assert ia.multiply(zero, line, 64) == zero
    assert ia.multiply(Interval(Fraction(0), Fraction(1)), line, 64) == line


def test_factorials_and_binomials_are_exact_to_their_bits() -> None:
    """Small factorials and binomial coefficients are exact, large ones enclosed."""
    for n in range(60):
        found = ia.factorial(Interval(Fraction(n), Fraction(n)), 64)
        assert found.low <= math.factorial(n) <= found.high
        for k in range(n + 3):
            at = ia.binomial(
                Interval(Fraction(n), Fraction(n)), Interval(Fraction(k), Fraction(k)), 64
            )
            assert at.low == at.high == math.comb(n, k)
