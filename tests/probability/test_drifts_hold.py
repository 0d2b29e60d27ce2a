"""The drift of a family, given the members before, on exact laws: what the scheme gives holds."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from boundcalc.checker.goals import Context, minus
from boundcalc.checker.probability.space import ANY_INTEGER, MEMBER, read_space
from boundcalc.checker.probability.terms import put
from boundcalc.checker.terms import number
from boundcalc.probability.search import pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, random_law
from tests.probability.rows import findings, is_proved
from tests.probability.test_schemes_hold import GRID, LINE, TERMS, UNIT, accepted, holds

ONE, COUNT, K = number(1), 3, ("symbol", "k")
OWN, LAST = ("random", "X", ("symbol", "i")), ("random", "X", K)
DRIFTS = TERMS[:2] + TERMS[3:5]  # plain functions, which a declaration may have


def process(random, function):
    """A process on a grid, and the greatest conditional mean of a function of a member."""
    worlds, most = [], Fraction(0)
    laws = {}
    for values in product(GRID, repeat=COUNT):
        chance = Fraction(1)
        for place in range(COUNT):
            law = laws.setdefault(values[:place], random_law(random, GRID))
            chance *= law.get(values[place], Fraction(0))
        if chance:
            own = {("X", place + 1): value for place, value in enumerate(values)}
            worlds.append(World(chance, own))
    one = Setting((), {})
    for law in laws.values():
        at = [(p, one.value(function(number(x)), None, {})) for x, p in law.items()]
        most = max(most, sum((p * x for p, x in at), Fraction(0)))
    return tuple(worlds), most


def drift(random, change=None):
    """E[g h(X_k)] <= d E g, g a product over the members before k."""
    own, make = random.choice(DRIFTS), random.choice(TERMS)
    worlds, most = process(random, own)
    parts = {"end": minus(K, ONE), "bound": most, "drift": own, "place": random.randint(1, COUNT)}
    parts |= change or {}
    past = ("product", "i", ONE, parts["end"], parts.get("body", make(OWN)))
    past = parts.get("past", past)
    both = ("multiply", past, parts.get("value", own(parts.get("member", LAST))))
    quantities = {"p": (past,), "b": (both,)}
    entry = {"values": UNIT, "arity": 1}
    declared = [to_json(parts["drift"](("symbol", MEMBER))), to_json(number(parts["bound"]))]
    at = parts.get("which", random.randint(0, 1))
    declared = [to_json(number(0))] * 2 * min(at, 1) + declared  # another drift before it
    heads = {"X": {**entry, **({"drift": declared} if parts.get("is_declared", True) else {})}}
    hypotheses = read_space({"heads": {**heads, "Y": entry}, "statements": []})
    box = dict.fromkeys(quantities, LINE) | {"k": ANY_INTEGER, "i": ANY_INTEGER}
    step = {"past": "p", "both": "b", "member": to_json(LAST), "place": at}
    step["proof"] = pointwise_proof(hypotheses, Context(box), (">=", past))
    fact = accepted("drift", hypotheses, quantities, step, ("k", "i"))
    return fact, quantities, Setting(worlds, {"k": Fraction(parts["place"])})


def check_drifts(count):
    random, found = Random("drift"), 0
    for _ in range(count):
        fact, quantities, setting = drift(random)
        if fact is not None:
            assert holds(fact, setting, quantities)
            found += 1
    assert found >= count // 2, found


def test_what_a_drift_gives_holds_for_exact_laws():
    check_drifts(20)


@pytest.mark.slow
def test_what_a_drift_gives_holds_for_thousands_of_exact_laws():
    check_drifts(4500)


NEXT = ("random", "X", ("add", K, ONE))
CHANGES = {
    "the member itself among those before": {"end": K},
    "members after it": {"end": ("add", K, ONE)},
    "the member beside those before": {"past": LAST},
    "the next member beside those before": {"past": put(LAST, {K: ("symbol", "i")})},
    "another random value": {"body": ("random", "Y", ("symbol", "i"))},
    "a weight that may be negative": {"body": minus(OWN, number(Fraction(1, 2)))},
    "a drift of another function": {"drift": lambda v: ("power", v, number(3))},
    "no drift": {"is_declared": False},
    "a third drift": {"which": 2},
    "a bound as a drift": {"which": -1},
    "another member": {"member": ("random", "X", ONE)},
    "a function of another family": {"member": ("random", "Y", K)},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_drift_without_its_side_condition_is_refused(change):
    random = Random(1)
    for _ in range(10):
        fact, _, _ = drift(random, change)
        assert fact is None


FALSE = {
    "the member itself among those before": {"end": K, "place": 2},
    "a smaller bound": {"bound": Fraction(1, 4), "place": 2},
    "a weight that may be negative": {"body": minus(OWN, number(Fraction(1, 2))), "place": 2},
}


@pytest.mark.parametrize("change", FALSE.values(), ids=FALSE)
def test_what_a_drift_without_its_side_condition_would_say_fails_for_some_law(change):
    random, failures = Random(2), 0
    for _ in range(30):
        _, quantities, setting = drift(random, change)
        most = number(change.get("bound", process_bound(setting, quantities)))
        claim = (">=", minus(("multiply", most, ("symbol", "p")), ("symbol", "b")))
        failures += not holds(claim, setting, quantities)
    assert failures >= 3


def process_bound(setting, quantities):
    """The greatest conditional mean of what is multiplied, given the values before the member."""
    _, _, value = quantities["b"][0]
    found = {}
    for world in setting.worlds:
        before = tuple(x for (_, place), x in world.values.items() if place < setting.numbers["k"])
        chance, total = found.get(before, (Fraction(0), Fraction(0)))
        own = setting.value(value, world, {})
        found[before] = (chance + world.chance, total + world.chance * own)
    return max(total / chance for chance, total in found.values())


# --- rows -----------------------------------------------------------------------------------------

AZUMA = r"""
declare n integer >= 1
declare \lambda, c positive
random Z_1, \ldots, Z_n in [-c, c], drift Z \le 0
"""
MOMENT = r"\mathbb{E}[e^{\lambda \sum_{i=1}^n Z_i}] \le e^{n \lambda^2 c^2/2}"


@pytest.mark.slow
def test_the_exponential_moment_of_azuma_and_hoeffding_is_derived():
    assert is_proved(AZUMA, MOMENT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r", drift Z \le 0", ""),
        (r"drift Z \le 0", r"drift Z \le c"),
        (r"drift Z \le 0", r"drift -Z \le 0"),
        (r"drift Z \le 0", r"drift Z^2 \le c^2"),
        ("[-c, c]", "[-2 c, c]"),
        ("[-c, c]", "[-c, 2 c]"),
    ],
)
def test_the_moment_is_not_proved_of_another_drift(old, new):
    assert old in AZUMA
    assert not is_proved(AZUMA.replace(old, new), MOMENT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c^2/2", "c^2/3"),
        (r"\lambda^2", r"\lambda"),
        ("e^{n ", "e^{(n - 1) "),
        ("i=1", "i=0"),
        (r"{\lambda \sum", r"{2 \lambda \sum"),
        ("Z_i}", "Z_i^2}"),
        ("Z_i}", "Z_1}"),
    ],
)
def test_another_moment_is_not_proved(old, new):
    assert old in MOMENT
    assert not is_proved(AZUMA, MOMENT.replace(old, new))


def test_a_drift_that_no_process_has_is_no_ground():
    (found,) = findings(
        "random Z_1, \\ldots, Z_5 in [1, 2], drift Z \\le 0", r"\mathbb{E}[Z_1] = 7"
    )
    assert found.kind.value == "UNKNOWN"
    assert "no point" in found.reason
