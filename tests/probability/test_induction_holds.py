"""The induction over a product, and what it needs of privacy and exchange, on exact finite laws."""

from fractions import Fraction
from random import Random

import pytest

from boundcalc.checker.goals import Context, minus
from boundcalc.checker.probability.model import read_quantities
from boundcalc.checker.probability.space import ANY_INTEGER
from boundcalc.checker.terms import Rejected, number
from boundcalc.probability.search import pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, dependent
from tests.probability.rows import is_proved
from tests.probability.test_schemes_hold import (
    FAMILY,
    FRESH,
    GRID,
    LINE,
    RECORD,
    TERMS,
    accepted,
    algorithm_setting,
    algorithm_space,
    chance,
    family_space,
    holds,
    run,
)

ONE, LAST, COUNT = number(1), ("symbol", "k"), 3


def put_last(term):
    if term == ("symbol", "i"):
        return LAST
    return tuple(put_last(part) if isinstance(part, tuple) else part for part in term)


def induction(random, change=None):
    """Factors a + b f(X_i), which are at most c = a + b whatever they depend on."""
    a, b = (Fraction(random.randint(0, 3), 2) for _ in range(2))
    parts = {"a": number(a), "b": number(b), "c": number(a + b or 1), "end": minus(LAST, ONE)}
    parts |= change or {}
    make = random.choice(TERMS)
    body = ("add", parts["a"], ("multiply", parts["b"], make(FAMILY)))
    before = ("product", "i", ONE, parts["end"], body)
    quantities = {
        "p": (("product", "i", ONE, number(COUNT), body),),
        "q": (before,),
        "r": (("multiply", before, parts.get("factor", put_last(body))),),
    }
    hypotheses = family_space(law=None)
    box = dict.fromkeys(quantities, LINE) | {"k": ANY_INTEGER}
    inside = Context(box, ((">=", minus(LAST, ONE)), (">=", minus(number(COUNT), LAST))))
    factors = {"q": parts["c"], "r": number(-1)}
    terms = [("multiply", factor, quantities[name][0]) for name, factor in factors.items()]
    positive = {
        "scheme": "positive",
        "kind": ">=",
        "constant": to_json(number(0)),
        "terms": [[name, to_json(factor)] for name, factor in factors.items()],
        "proof": pointwise_proof(hypotheses, inside, (">=", ("add", number(0), *terms))),
    }
    step = {
        "index": "k",
        "low": to_json(ONE),
        "high": to_json(number(COUNT)),
        "size": "auto",
        "product": "p",
        "before": "q",
        "longer": "r",
        "bound": to_json(parts["c"]),
        "bound_positive": "auto",
        "derivation": {
            "instances": [positive],
            "proof": {"rule": "fact", "fact": len(inside.facts)},
        },
    }
    fact = accepted("induction", hypotheses, quantities, step, ("k",))
    worlds = dependent(random, [("X", place) for place in range(1, COUNT + 1)], GRID)
    return fact, {"p": quantities["p"]}, Setting(worlds, {})


def check_inductions(count):
    random, found = Random("induction"), 0
    for _ in range(count):
        fact, quantities, setting = induction(random)
        if fact is not None:
            assert holds(fact, setting, quantities)
            found += 1
    assert found >= count // 5, found


def test_what_an_induction_gives_holds_for_exact_laws():
    check_inductions(20)


@pytest.mark.slow
def test_what_an_induction_gives_holds_for_thousands_of_exact_laws():
    check_inductions(2000)


HALF = {"a": number(Fraction(1, 2)), "b": ONE}
CHANGES = {
    "a bound below the greatest value": {**HALF, "c": ONE},
    "a bound that is zero": {"a": number(0), "b": number(0), "c": number(0)},
    "a product that has the factor already": {**HALF, "end": LAST},
    "another factor": {**HALF, "factor": ONE},
    "a product that stops before": {**HALF, "end": minus(LAST, number(2))},
    "a bound that depends on the index": {**HALF, "c": ("add", number(2), LAST)},
}


@pytest.mark.few(3)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_induction_without_its_side_condition_is_refused(change):
    random = Random(1)
    for _ in range(10):
        fact, _, _ = induction(random, change)
        assert fact is None


def test_what_an_induction_to_a_smaller_bound_would_say_fails_for_some_law():
    random, failures = Random(2), 0
    for _ in range(30):
        _, quantities, setting = induction(random, {**HALF, "c": ONE})
        power = ("power", ONE, number(COUNT))
        failures += not holds((">=", minus(power, ("symbol", "p"))), setting, quantities)
    assert failures == 14  # of 30 laws


# --- a record is exchanged beside a product of those before it -----------------------------------

SECOND = ("random", "x", number(2))
TWO = ((number(2),), FRESH)


def beside(random, end):
    """The value at the second record times a product over the records up to an end."""
    member = random.choice([("random", "x", ("symbol", "i")),
                            ("apply", run("q"), ("random", "x", ("symbol", "i")))])  # fmt: skip
    member = ("add", ONE, member)
    return ("multiply", ("product", "i", ONE, end, member), ("apply", run("q"), SECOND))


def elsewhere(term):
    """The same with the second record and the fresh one exchanged."""
    if term in (SECOND, FRESH):
        return FRESH if term == SECOND else SECOND
    if term[0] == "run":
        return (*term[:3], TWO if term[3] is None else None)
    return tuple(elsewhere(part) if isinstance(part, tuple) else part for part in term)


def exchanged(random, end):
    f = beside(random, end)
    quantities = {"f": (f,), "g": (elsewhere(f),)}
    step = {"algorithm": "M", "first": "f", "second": "g"}
    step |= {"record": to_json(SECOND), "fresh": to_json(FRESH)}
    return accepted("swap", algorithm_space(), quantities, step), quantities


def check_exchanges(count):
    random = Random("swap")
    for _ in range(count):
        fact, quantities = exchanged(random, minus(number(2), ONE))
        assert fact is not None
        assert holds(fact, algorithm_setting(random), quantities)


def test_a_record_is_exchanged_beside_those_before_it():
    check_exchanges(20)


@pytest.mark.slow
def test_a_record_is_exchanged_beside_those_before_it_for_thousands_of_laws():
    check_exchanges(2000)


@pytest.mark.parametrize("end", [number(2), ("add", number(2), ONE)])
def test_a_record_is_not_exchanged_beside_a_product_that_may_have_it(end):
    assert exchanged(Random(3), end)[0] is None


def test_an_exchange_beside_a_product_with_the_record_fails_for_some_law():
    random, failures = Random(4), 0
    for _ in range(40):
        _, quantities = exchanged(random, number(2))
        gap = minus(("symbol", "f"), ("symbol", "g"))
        failures += not holds(("=", gap), algorithm_setting(random), quantities)
    assert failures == 28  # of 40 laws


# --- privacy of values above one, where delta is zero --------------------------------------------


def large(random, delta):
    body = random.choice([chance(run()), ("multiply", run(), RECORD), run()])
    f, g = (("multiply", number(4), item) for item in (body, on_neighbour(body)))
    quantities = {"f": (f,), "g": (g,)}
    hypotheses = algorithm_space(delta=delta)
    box = Context(dict.fromkeys(quantities, LINE))
    least = pointwise_proof(hypotheses, box, (">=", f))
    most = pointwise_proof(hypotheses, box, (">=", minus(ONE, f)))
    step = {"algorithm": "M", "first": "f", "second": "g", "least": least, "most": most}
    return accepted("privacy", hypotheses, quantities, step), quantities


def on_neighbour(term):
    if term[0] == "run":
        return (*term[:3], ((ONE,), FRESH))
    return tuple(on_neighbour(part) if isinstance(part, tuple) else part for part in term)


TRIPLE = (">=", minus(("multiply", number(3), ("symbol", "g")), ("symbol", "f")))


def check_large(count):
    random = Random("large")
    for _ in range(count):
        fact, quantities = large(random, Fraction(0))
        assert fact is not None
        assert holds(TRIPLE, algorithm_setting(random), quantities)


def test_pure_privacy_holds_of_values_above_one():
    check_large(20)


@pytest.mark.slow
def test_pure_privacy_holds_of_values_above_one_for_thousands_of_laws():
    check_large(2000)


def test_with_delta_values_above_one_are_refused():
    assert all(large(Random(seed), Fraction(1, 8))[0] is None for seed in range(6))


def test_with_delta_what_it_would_say_of_values_above_one_fails():
    """The truth with the chance (3 + delta) / 4, which is (ln 3, delta)-private."""
    delta = Fraction(1, 8)
    values = {("x", 1): Fraction(1), ("x", 2): Fraction(0), ("z",): Fraction(0)}
    worlds = tuple(
        World(p, values, truth) for truth, p in ((1, (3 + delta) / 4), (0, (1 - delta) / 4))
    )

    def runs(component, data, truth):
        bit = sum(value for _, value in data) % 2
        return bit if truth else 1 - bit

    setting = Setting(worlds, {}, runs, None, {}, "x")
    f = ("multiply", number(4), run())
    quantities = {"f": (f,), "g": (on_neighbour(f),)}
    kind, gap = TRIPLE
    assert not holds((kind, ("add", gap, number(delta))), setting, quantities)
    small = {"f": (run(),), "g": (on_neighbour(run()),)}
    assert holds((kind, ("add", gap, number(delta))), setting, small)


# --- a divisor that is random --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("divisor", "exists"),
    [
        (("add", ONE, run()), True),
        (("add", number(-2), run()), True),
        (run(), False),
        (("add", number(-1), run()), False),
        (("add", ONE, ("symbol", "s")), False),
        (("multiply", ("symbol", "t"), ("add", ONE, run())), False),
    ],
)
def test_a_divisor_keeps_a_distance_from_zero(divisor, exists):
    """The parameter s may be anything, and t is positive and may be as small as one likes."""
    box = {"f": LINE, "s": LINE, "t": type(LINE)(Fraction(0), float("inf"), False, False)}
    entry = {"mean": to_json(("divide", ("multiply", run(), run()), divisor))}
    try:
        read_quantities([["f", entry]], Context(box), algorithm_space())
    except Rejected:
        assert not exists
    else:
        assert exists


# --- the tails of a private query ----------------------------------------------------------------

QUERY = r"""declare n integer >= 1
declare \varepsilon, \lambda positive
random x_1, \ldots, x_n records, iid from D
random z copy of x
private M(x): (\varepsilon, 0), q query in [0, 1]
"""
UP = r"\mathbb{E}\left[e^{\lambda \sum_{i=1}^n (q(x_i) - q(D))}\right]"
DOWN = UP.replace(r"\lambda \sum", r"-\lambda \sum")
BOUND = r"e^{n(\lambda^2/8 + \lambda \varepsilon/4)}"


@pytest.mark.slow
@pytest.mark.parametrize("moment", [UP, DOWN])
def test_the_exponential_moments_of_a_private_query_are_bounded(moment):
    assert is_proved(QUERY, rf"{moment} \le {BOUND}")


@pytest.mark.slow
@pytest.mark.parametrize("moment", [UP, DOWN])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\varepsilon/4", r"\varepsilon/5"),
        (r"\lambda \varepsilon/4", r"0 \cdot \varepsilon"),
        (r"\lambda^2/8", r"\lambda^2/9"),
        ("n(", "(n - 1)("),
        (r"(\varepsilon, 0)", r"(\varepsilon, \frac{1}{8})"),
        (r"(\varepsilon, 0)", r"(2\varepsilon, 0)"),
        ("in [0, 1]", "in [0, 2]"),
    ],
)
def test_without_what_they_need_they_are_not_bounded(moment, old, new):
    row = rf"{moment} \le {BOUND}"
    assert old in QUERY + row
    assert not is_proved(QUERY.replace(old, new), row.replace(old, new))
