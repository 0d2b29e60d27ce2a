"""Runs on each of several datasets, and a choice among them, on exact finite laws.

The settings have 4^u for e^u and base 4 for the logarithm, in the chances of the exponential
mechanism as in what its accuracy says, so that all numbers are rational.
"""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.derivations import SCHEMES, apply_scheme
from boundcalc.checker.probability.model import Model, Quantity
from boundcalc.checker.probability.space import ANY_INTEGER, read_space
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import Rejected, limited_work, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, random_law
from tests.probability.test_schemes_hold import LINE, RIGHT, UNIT, block, holds

RUNS, RECORDS, EPSILON = 2, 2, 2
BITS = [Fraction(0), Fraction(1)]
WHOLE = {"low": None, "high": None, "low_closed": False, "high_closed": False, "integer": True}
RUN, RECORD = ("symbol", "i"), ("symbol", "j")


def negated(term):
    return ("negate", term)


def space(law="D", epsilon=EPSILON, most=RUNS):
    heads = {"x": {"values": UNIT, "arity": 2}, "W": {"values": UNIT}}
    return read_space(
        {
            "heads": heads,
            "functions": {
                "M.q()": {"values": UNIT},
                "M.out": {"values": UNIT},
                "N.q()": {"values": UNIT},
                "N.t": {"values": WHOLE, "low": to_json(number(1)), "high": to_json(number(most))},
            },
            "statements": [[block("x", each=True, law=law), block("W")]],
            "algorithms": {
                "M": {
                    "input": "x",
                    "epsilon": ["number", "1"],
                    "delta": ["number", "0"],
                    "statement": 0,
                    "each": True,
                }
            },
            "choices": {
                "N": {
                    "runs": "M",
                    "component": "q",
                    "count": to_json(number(RUNS)),
                    "records": to_json(number(RECORDS)),
                    "epsilon": to_json(number(epsilon)),
                    "index": "t",
                    "query": "q",
                }
            },
        }
    )


def function(name, argument):
    """The functions: the records themselves, their complements, and a constant."""
    kind, is_turned = name
    value = {"same": argument, "other": 1 - argument, "half": Fraction(1, 2)}[kind]
    return 1 - value if is_turned else value


def query_of(bits, coin):
    """The query of a run: coins choose between one that depends on the data and another one."""
    kinds = ("same", "other", "half")
    return (kinds[int(sum(bits)) % 3] if coin else kinds[1], False)


def gap(query, bits, law):
    mean = sum((p * function(query, x) for x, p in law.items()), Fraction(0))
    return sum((function(query, x) for x in bits), Fraction(0)) / len(bits) - mean


def setting(random, alike=True):
    """All datasets, coins and choices of the exponential mechanism, with their chances."""
    law = {Fraction(1): Fraction(1, 2), Fraction(0): Fraction(1, 2)}
    if random.random() < 0.2:
        law = {random.choice(BITS): Fraction(1)}
    second = law if alike else {Fraction(1): Fraction(1)}
    share = Fraction(random.randint(0, 2), 2)
    other = random_law(random, BITS)
    worlds = []
    places = list(product((1, 2), (1, 2)))
    laws = [law if i == 1 else second for i, _ in places]
    for items in product(*(item.items() for item in laws)):
        bits = [bit for bit, _ in items]
        for coins in product((True, False), repeat=RUNS):
            chance = Fraction(1)
            for _, p in items:
                chance *= p
            for coin in coins:
                chance *= share if coin else 1 - share
            if chance:
                worlds += _chosen(places, bits, coins, chance, law, other)

    def runs(component, data, coins):
        if isinstance(component, tuple):
            part, place = component
            query = query_of([value for _, value in data], coins[0][int(place) - 1])
            return query if part == "q" else function(query, Fraction(0))
        return Fraction(coins[1]) if component == "t" else coins[2]

    return Setting(tuple(worlds), {}, runs, function, {"D": law}, "x")


def _chosen(places, bits, coins, chance, law, other):
    candidates = []
    for run in range(RUNS):
        own = bits[2 * run : 2 * run + 2]
        kind, _ = query_of(own, coins[run])
        for is_turned in (False, True):
            score = gap((kind, is_turned), own, law)
            exponent = EPSILON * RECORDS * score  # 4^(u / 2)
            assert exponent.denominator == 1
            candidates.append((run + 1, (kind, is_turned), Fraction(2) ** int(exponent)))
    total = sum(weight for _, _, weight in candidates)
    for index, query, weight in candidates:
        for value, p in other.items():
            values = {("x", *place): bit for place, bit in zip(places, bits, strict=True)}
            coins_here = (coins, index, query)
            yield World(chance * weight / total * p, {**values, ("W",): value}, coins_here)


def query(index):
    return ("run", "M", "q", None, index)


def run_gap(index, j="j"):
    value = ("apply", query(index), ("random", "x", index, ("symbol", j)))
    total = ("sum", j, number(1), number(RECORDS), value)
    return ("add", ("divide", total, number(RECORDS)), negated(("average", "D", query(index))))


def reached(index, level):
    return ("indicator", (">=", ("add", ("abs", run_gap(index)), negated(number(level)))))


BODIES = [
    lambda i, level: reached(i, level),
    lambda i, level: ("multiply", ("run", "M", "out", None, i), ("random", "x", i, number(2))),
    lambda i, level: ("max", ("random", "x", i, number(1)), ("random", "x", i, number(2))),
    lambda i, level: ("multiply", reached(i, level), ("average", "D", query(i))),
]
LEVELS = [Fraction(1, 4), Fraction(1, 2), Fraction(1)]


def applied(scheme, hypotheses, quantities, step, facts=()):
    box = dict.fromkeys(quantities, LINE) | {"i": ANY_INTEGER}
    model = Model(hypotheses, {k: Quantity(*v) for k, v in quantities.items()}, check_proof)
    try:
        with limited_work():
            return apply_scheme(model, Context(box, facts), {"scheme": scheme, **step}, 0)
    except (Rejected, KeyError, TypeError):
        return None


def slices(random, law="D", extra=None):
    make, level = random.choice(BODIES), random.choice(LEVELS)
    old, new = random.sample([1, 2], 2)
    first, second = (make(number(k), level) for k in (old, new))
    if extra is not None:
        first, second = extra(first, second)
    quantities = {"f": (first,), "g": (second,)}
    step = {"first": "f", "second": "g", "statement": 0}
    step |= {"from": to_json(number(old)), "to": to_json(number(new))}
    return applied("slice", space(law), quantities, step), quantities, setting(random, bool(law))


CHOSEN = ("indicator", ("=", ("add", ("run", "N", "t", None), negated(RUN))))
VALUE = ("apply", ("run", "N", "q", None), ("random", "x", RUN, RECORD))
SUM = (
    "sum", "i", number(1), number(RUNS),
    ("sum", "j", number(1), number(RECORDS), ("multiply", CHOSEN, VALUE)),
)  # fmt: skip


def choice(random, member=None, whole=SUM, level=None, hypotheses=None, last=RUNS):
    level = random.choice(LEVELS) if level is None else level
    if member is None:
        member = ("indicator", ("not", reached(RUN, level)[1]))
    ends = (number(1), number(last))
    quantities = {
        "s": (whole,),
        "d": (("average", "D", ("run", "N", "q", None)),),
        "f": (member,),
        "p": (("product", "i", *ends, member),),
    }
    hypotheses = space() if hypotheses is None else hypotheses
    box = dict.fromkeys(quantities, LINE) | {"i": ANY_INTEGER}
    inner = Context(box).with_fact(
        (">=", ("add", RUN, negated(number(1)))), (">=", ("add", ends[1], negated(RUN)))
    )
    small = ("indicator", (">", ("add", number(level), negated(("abs", run_gap(RUN))))))
    step = {
        "algorithm": "N",
        "index": "i",
        "low": to_json(ends[0]),
        "high": to_json(ends[1]),
        "size": "auto",
        "level": to_json(number(level)),
        "level_sign": plain_proof((Context(box), (">=", number(level)))),
        "sum": "s",
        "mean": "d",
        "member": "f",
        "product": "p",
        "record_index": "j",
        "proof": pointwise_proof(hypotheses, inner, (">=", ("add", member, negated(small)))),
    }
    found = applied("choice", hypotheses, quantities, step)
    if found is not None:  # ln(2 * 2) to base 4
        found = (found[0], _with_logarithm(found[1]))
    return found, quantities, setting(random)


def _with_logarithm(term):
    if term == ("ln", ("multiply", number(2), number(RUNS))):
        return number(1)
    if term[0] in ("number", "symbol"):
        return term
    return (term[0], *(_with_logarithm(part) for part in term[1:]))


INSTANCES = {"slice": slices, "choice": choice}


def test_every_scheme_is_tested():
    # test_uniform_and_variance.py, test_named_laws.py, test_maxima.py, test_induction_holds.py,
    # test_drifts_hold.py, test_norms.py, test_group_privacy.py
    elsewhere = {"variance", "tail", "moment", "greatest", "reached", "induction", "drift"}
    elsewhere |= {"hoelder", "minkowski", "group"}
    own = {name.split()[0] for name in RIGHT}  # "law at values" is by the scheme of the law
    assert own | INSTANCES.keys() | elsewhere == SCHEMES.keys()


def check_instances(name, count):
    random = Random(name)
    for _ in range(count):
        fact, quantities, where = INSTANCES[name](random)
        assert fact is not None
        assert holds(fact, where, quantities), (quantities, fact)


@pytest.mark.parametrize("name", INSTANCES)
def test_what_a_scheme_gives_holds_for_exact_laws(name):
    check_instances(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", INSTANCES)
def test_what_a_scheme_gives_holds_for_thousands_of_exact_laws(name):
    check_instances(name, 2000)


def with_other_value(first, second):
    """W is the same for all indices."""
    return ("multiply", first, ("random", "W")), ("multiply", second, ("random", "W"))


def with_second_run(first, second):
    """A record of the dataset that the first is moved to."""
    extra = ("random", "x", number(1), number(1))
    return ("multiply", first, extra), ("multiply", second, extra)


def with_choice(first, second):
    """The choice depends on all datasets."""
    extra = ("run", "N", "t", None)
    return ("multiply", first, extra), ("multiply", second, extra)


@pytest.mark.slow
def test_runs_without_a_common_law_are_not_alike():
    with pytest.raises(Rejected, match="one law"):
        space(law=None)
    random, failures = Random(3), 0
    for _ in range(30):
        _, quantities, _ = slices(random)
        where = setting(random, alike=False)
        equal = ("=", ("add", ("symbol", "f"), negated(("symbol", "g"))))
        failures += not holds(equal, where, quantities)
    assert failures


@pytest.mark.parametrize("extra", [with_other_value, with_second_run, with_choice])
def test_what_belongs_to_more_than_one_run_is_not_moved(extra):
    random = Random(extra.__name__)
    for _ in range(20):
        assert slices(random, extra=extra)[0] is None


HALF_SUM = (*SUM[:4], (*SUM[4][:4], ("multiply", CHOSEN, ("apply", query(RUN), VALUE[2]))))
TURNED = (*SUM[:4], (*SUM[4][:4], ("multiply", VALUE, CHOSEN)))


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "change",
    [
        {"member": reached(RUN, Fraction(1, 2)), "level": Fraction(1, 2)},  # the other event
        {"member": ("indicator", (">", run_gap(RUN))), "level": Fraction(1, 2)},  # one direction
        {"member": number(0)},
        {"level": Fraction(-1)},
        {"whole": HALF_SUM},
        {"whole": TURNED},
        {"hypotheses": space(epsilon=0)},
        {"hypotheses": space(epsilon=-1)},
        {"last": RUNS - 1},
        {"last": RUNS + 1},
    ],
)
def test_a_choice_that_is_not_as_declared_says_nothing(change):
    random = Random(7)
    for _ in range(3):
        assert choice(random, **change)[0] is None


def test_a_choice_that_returns_another_range_of_indices_is_rejected():
    with pytest.raises(Rejected, match="integer from 1"):
        space(most=RUNS + 1)


@pytest.mark.slow
def test_what_the_accuracy_would_say_without_its_loss_fails_for_some_law():
    random, failures = Random(11), 0
    for _ in range(20):
        (kind, term), quantities, where = choice(random)
        sharper = ("add", term, negated(number(Fraction(1, 2))))
        failures += not holds((kind, sharper), where, quantities)
    assert failures
