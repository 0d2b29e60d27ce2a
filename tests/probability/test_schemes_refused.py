"""Instances with one side condition changed are refused, and some law violates each of them."""

from fractions import Fraction
from random import Random

import pytest

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.space import read_space
from boundcalc.checker.terms import number
from boundcalc.probability.search import plain_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, joined, random_law
from tests.probability.test_schemes_hold import (
    FAMILY,
    GRID,
    LINE,
    TERMS,
    UNIT,
    X,
    Y,
    Z,
    accepted,
    any_setting,
    chance,
    exponential,
    holds,
    over_index,
    space,
)

FIRST, LAST = number(1), number(3)
I = ("symbol", "i")  # noqa: E741 - the index
ALL = ("sum", "i", FIRST, LAST)
PRODUCT = ("product", "i", FIRST, LAST)


def gap(first, second):
    return ("=", ("add", first, ("negate", second)))


def s(name):
    return ("symbol", name)


# --- the exponential of a sum ---------------------------------------------------------------------


def without_factor(first, second, inner, body):
    return ("exp", ("multiply", number(2), inner)), (*PRODUCT, ("exp", body))


def one_less(first, second, inner, body):
    return first, ("product", "i", FIRST, number(2), second[4])


def sum_of_exponentials(first, second, inner, body):
    return first, (*ALL, second[4])


def index_as_factor(first, second, inner, body):
    return ("exp", ("multiply", I, inner)), (*PRODUCT, ("exp", ("multiply", I, body)))


def power_of_one(first, second, inner, body):
    return ("exp", ("multiply", LAST, body)), (*PRODUCT, ("exp", body))


EXPONENTIALS = [without_factor, one_less, sum_of_exponentials, index_as_factor, power_of_one]


def of_exponentials(change):
    def make(random):
        found, quantities, setting = exponential(random, change)
        if change in (index_as_factor, power_of_one):  # i is free on the left
            setting = Setting(setting.worlds, {"i": Fraction(2)})
        return found, quantities, setting, gap(s("f"), s("g"))

    return make


# --- what is given --------------------------------------------------------------------------------


def of_conditions(event=None, joint=None):
    def make(random):
        f, given = random.choice(TERMS)(X), chance(Y)[1]
        indicator = ("indicator", given)
        quantities = {
            "a": (event or indicator,),
            "j": (("multiply", f, joint or indicator),),
            "c": (f, given),
        }
        step = {"conditional": "c", "event": "a", "joint": "j", "possible": {"rule": "fact"}}
        step["possible"]["fact"] = 0
        found = accepted("conditional", space(), quantities, step)
        wrong = gap(("multiply", s("c"), s("a")), s("j"))
        return found, quantities, any_setting(random), wrong

    return make


# --- finite laws ----------------------------------------------------------------------------------


def of_laws(chances, body):
    def make(random):
        listed = [[to_json(number(v)), to_json(number(p))] for v, p in chances]
        heads = {"X": {"values": UNIT, "law": listed}, "Y": {"values": UNIT}}
        hypotheses = read_space({"heads": heads, "statements": []})
        quantities = {"f": (body,)}
        total = ("add", ("add", number(0), *(number(p) for _, p in chances)), number(-1))
        whole = plain_proof((Context({"f": LINE}), ("=", total)))
        found = accepted("law", hypotheses, quantities, {"term": "f", "whole": whole or "auto"})
        laws = {("X",): {v: p for v, p in chances if p}, ("Y",): random_law(random, GRID)}
        scale = sum(p for _, p in chances)
        worlds = tuple(World(w.chance / scale, w.values) for w in joined(laws))
        mean = sum(p * v for v, p in chances)
        return found, quantities, Setting(worlds, {}), gap(s("f"), number(mean))

    return make


HALF = Fraction(1, 2)
ONE, ZERO = Fraction(1), Fraction(0)
TOO_MUCH = [(ONE, ONE), (HALF, HALF)]
FAIR = [(ONE, HALF), (ZERO, HALF)]

# --- sums and products over an index --------------------------------------------------------------


def constant_of_index(step, quantities):
    step["constant"] = to_json(("negate", I))


def another_member(step, quantities):
    quantities["s"] = ((*ALL, ("multiply", number(2), quantities["f"][0])),)


def backwards(step, quantities):
    step["low"], step["high"] = to_json(number(5)), to_json(FIRST)
    quantities["s"] = (("sum", "i", number(5), FIRST, quantities["f"][0]),)


def fewer(step, quantities):
    step["high"] = to_json(number(2))


def one_for_all(step, quantities):
    one = ("random", "X", FIRST)
    quantities["f"] = (one,)
    quantities["o"] = (one,)
    quantities["s"] = ((*PRODUCT, one),)


def squared_neighbour(step, quantities):
    """X_i X_1, whose factors meet at one index."""
    body = ("multiply", FAMILY, ("random", "X", FIRST))
    quantities["f"] = (body,)
    quantities["o"] = (("multiply", ("random", "X", number(2)), ("random", "X", FIRST)),)
    quantities["s"] = ((*PRODUCT, body),)


def of_index(scheme, change):
    def make(random):
        found, quantities, setting = over_index(random, scheme, change=change)
        count = {backwards: -3}.get(change, 3)
        if scheme == "sum":
            wrong = gap(s("s"), ("multiply", number(count), s("o")))
        else:
            wrong = gap(s("s"), ("power", s("o"), number(2 if change is fewer else 3)))
        if change in (fewer, constant_of_index):
            wrong = gap(s("s"), ("multiply", number(2), s("o"))) if scheme == "sum" else wrong
        return found, quantities, setting, wrong

    return make


MUTATED = {f"exponential, {c.__name__}": of_exponentials(c) for c in EXPONENTIALS}
MUTATED |= {
    "conditional, another event": of_conditions(event=chance(Z)),
    "conditional, another product": of_conditions(joint=chance(Z)),
    "law, more than one in sum": of_laws(TOO_MUCH, X),
    "law, two random values": of_laws(FAIR, ("multiply", X, Y)),
    "law, of another value": of_laws(FAIR, Y),
    "sum, a multiplier with the index": of_index("sum", constant_of_index),
    "sum, another member": of_index("sum", another_member),
    "sum, backwards": of_index("sum", backwards),
    "sum, fewer": of_index("sum", fewer),
    "power, one value for all": of_index("power", one_for_all),
    "power, a value in all": of_index("power", squared_neighbour),
    "power, fewer": of_index("power", fewer),
}


@pytest.mark.few(5)
@pytest.mark.parametrize("name", sorted(MUTATED))
def test_an_instance_with_a_changed_condition_is_refused_and_false(name):
    random, failures = Random(name), 0
    for _ in range(40):
        fact, quantities, setting, wrong = MUTATED[name](random)
        assert fact is None
        failures += holds(wrong, setting, quantities) is False
    assert failures
