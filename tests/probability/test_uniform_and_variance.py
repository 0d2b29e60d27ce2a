"""The uniform law, variances of sums, sums with unlike bounds: what is accepted holds exactly."""

from fractions import Fraction
from random import Random

import pytest

from boundcalc.checker.goals import Context
from boundcalc.checker.probability.derivations import apply_scheme
from boundcalc.checker.probability.model import Model, Quantity
from boundcalc.checker.probability.pointwise import leaves
from boundcalc.checker.probability.space import ANY_INTEGER, read_space
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import Rejected, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, joined
from tests.probability.test_schemes_hold import (
    ENDS,
    FAMILY,
    LINE,
    TERMS,
    accepted,
    family_setting,
    family_space,
    holds,
)

FIRST = ("random", "X", number(1))
INDEX = ("symbol", "i")
SUM = ("sum", "i", *ENDS)
COMMON = {"index": "i", "low": to_json(ENDS[0]), "high": to_json(ENDS[1]), "size": "auto"}


def square(term):
    return ("power", term, number(2))


def minus(one, other):
    return ("add", one, ("negate", other))


def alike(first, second):
    renaming = [[to_json(FAMILY), to_json(FIRST)]]
    step = {"scheme": "exchange", "first": first, "second": second, "statement": 0}
    return {**step, "renaming": renaming}


def applied(step, quantities, hypotheses, *, size=ENDS):
    count = ("add", size[1], ("negate", size[0]), number(1))
    context = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER})
    step = {**step, "size": plain_proof((context, (">=", count)))}
    model = Model(hypotheses, {k: Quantity(*v) for k, v in quantities.items()}, check_proof)
    try:
        return apply_scheme(model, context, step, 0)
    except (Rejected, KeyError, TypeError):
        return None


# --- the variance of a sum ------------------------------------------------------------------------


def variance(random, change=None, declared=True):
    make = random.choice(TERMS)
    body, first = make(FAMILY), make(FIRST)
    total = (*SUM, body)
    quantities = {"o": (first,), "o2": (square(first),), "f": (body,), "f2": (square(body),)}
    quantities |= {"t": (total,), "w": (square(total),)}
    if change is not None:
        quantities |= change(body, total)
    bound = minus(("symbol", "o2"), square(("symbol", "o")))
    own = minus(("symbol", "f2"), square(("symbol", "f")))
    known = [("=", minus(("symbol", a), ("symbol", b))) for a, b in (("f", "o"), ("f2", "o2"))]
    box = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER})
    inner = box.with_fact((">=", minus(INDEX, ENDS[0])), (">=", minus(ENDS[1], INDEX)), *known)
    proof = plain_proof((inner, ("=", minus(bound, own))))
    step = {"scheme": "variance", **COMMON, "kind": "=", "statement": 0, "bound": to_json(bound)}
    step |= {"whole": "w", "total": "t", "member": "f", "squared": "f2"}
    step["derivation"] = {"instances": [alike("f", "o"), alike("f2", "o2")], "proof": proof}
    hypotheses = family_space(each=declared, law="D" if declared else None)
    return applied(step, quantities, hypotheses), quantities, family_setting(random, declared)


def of_another_square(body, total):
    return {"w": (("power", total, number(3)),)}


def of_fewer(body, total):
    return {"t": (("sum", "i", number(1), number(2), body),)}


def of_one_value(body, total):
    """Each member depends on the first value too, so that they are not independent."""
    changed = ("multiply", body, FIRST)
    total = (*SUM, changed)
    return {"f": (changed,), "f2": (square(changed),), "t": (total,), "w": (square(total),)}


def check_variances(count):
    random = Random(11)
    for _ in range(count):
        fact, quantities, setting = variance(random)
        assert fact is not None
        assert holds(fact, setting, quantities)


@pytest.mark.slow
def test_the_variance_of_a_sum_of_independent_values_is_the_sum_of_variances():
    check_variances(24)


@pytest.mark.slow
def test_the_variance_of_a_sum_holds_for_thousands_of_exact_laws():
    check_variances(2000)


@pytest.mark.slow
@pytest.mark.parametrize("change", [of_another_square, of_fewer, of_one_value])
def test_the_variance_of_another_sum_is_refused_and_may_differ(change):
    random, failures = Random(3), 0
    for _ in range(30):
        fact, quantities, setting = variance(random, change)
        assert fact is None
        own = minus(("symbol", "o2"), square(("symbol", "o")))
        whole = minus(("symbol", "w"), square(("symbol", "t")))
        claim = ("=", minus(("multiply", number(3), own), whole))
        failures += not holds(claim, setting, quantities)
    assert failures


@pytest.mark.slow
def test_the_variance_of_a_sum_of_what_may_depend_is_refused():
    assert all(variance(Random(k), declared=False)[0] is None for k in range(20))


# --- the uniform law ------------------------------------------------------------------------------

WHOLE = {"low": None, "high": None, "low_closed": False, "high_closed": False, "integer": True}


def uniform(most, place, *, kind="=", declared=True, value=("random", "X")):
    entry = {"values": WHOLE, "low": ["number", "1"], "high": ["number", str(most)]}
    if declared:
        entry["named"] = ["dice", [["number", str(most)]]]
    hypotheses = read_space({"heads": {"X": entry}, "statements": []})
    quantities = {"f": (("indicator", (kind, minus(value, number(place)))),)}
    context = Context({"f": LINE})
    ends = (minus(number(place), number(1)), minus(number(most), number(place)))
    proofs = [plain_proof((context, (">=", end))) for end in ends]
    step = {"term": "f", "case": 0, "proofs": proofs}
    fact = accepted("tail", hypotheses, quantities, step)
    law = {Fraction(k): Fraction(1, most) for k in range(1, most + 1)}
    return fact, quantities, Setting(tuple(joined({("X",): law})), {})


@pytest.mark.slow
def test_each_value_of_a_uniform_law_has_one_chance():
    for most in range(1, 64):
        for place in range(1, most + 1):  # 2016 laws and values
            fact, quantities, setting = uniform(most, place)
            assert fact is not None
            if place % 16 == 1:
                assert holds(fact, setting, quantities)


@pytest.mark.parametrize(
    "change",
    [
        {"place": 0},
        {"place": 5},
        {"place": Fraction(3, 2)},
        {"kind": ">="},
        {"kind": "!="},
        {"declared": False},
        {"value": ("add", ("random", "X"), ("random", "X"))},
    ],
)
def test_another_chance_of_a_uniform_law_is_refused_and_wrong(change):
    fact, quantities, setting = uniform(**{"most": 4, "place": 3, **change})
    assert fact is None
    claim = ("=", minus(("symbol", "f"), number(Fraction(1, 4))))
    assert "declared" in change or not holds(claim, setting, quantities)


@pytest.mark.parametrize(
    "change",
    [
        {"low": ["number", "0"]},
        {"values": {**WHOLE, "integer": False}},
        {"high": None},
        {"high": ["number", "4"]},
        {"law": [[["number", "1"], ["number", "1"]]]},
    ],
)
def test_a_uniform_law_on_other_values_is_not_read(change):
    entry = {"values": WHOLE, "low": ["number", "1"], "high": ["number", "3"]}
    entry["named"] = ["dice", [["number", "3"]]]
    with pytest.raises(Rejected):
        read_space({"heads": {"X": {**entry, **change}}, "statements": []})


# --- sums with a bound for each index -------------------------------------------------------------


def weighted(random, bound):
    body = ("multiply", INDEX, random.choice(TERMS)(FAMILY))
    quantities = {"f": (body,), "s": ((*SUM, body),)}
    hypotheses = family_space(each=False, law=None)
    inner = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER}).with_fact(
        (">=", minus(INDEX, ENDS[0])), (">=", minus(ENDS[1], INDEX))
    )
    claim = (">=", ("add", bound, ("multiply", number(-1), body)))
    tree = pointwise_proof(hypotheses, inner, claim)
    own = {"scheme": "positive", "kind": ">=", "terms": [["f", ["number", "-1"]]], "proof": tree}
    own["constant"] = to_json(bound)
    goal = (">=", ("add", bound, ("multiply", number(-1), ("symbol", "f"))))
    proof = plain_proof((inner.with_fact(goal), goal))
    step = {"scheme": "sum", **COMMON, "kind": ">=", "terms": [["s", "f", ["number", "-1"]]]}
    step |= {"constant": to_json(bound), "derivation": {"instances": [own], "proof": proof}}
    return applied(step, quantities, hypotheses), quantities, family_setting(random, False)


def check_weighted(count):
    random = Random(7)
    for _ in range(count):
        fact, quantities, setting = weighted(random, INDEX)
        assert fact is not None
        assert holds(fact, setting, quantities)


def test_bounds_that_depend_on_the_index_are_summed():
    check_weighted(24)


@pytest.mark.slow
def test_bounds_that_depend_on_the_index_are_summed_for_thousands_of_exact_laws():
    check_weighted(2000)


@pytest.mark.parametrize("bound", [number(2), ("multiply", INDEX, ("symbol", "f"))])
def test_a_bound_that_is_none_or_an_expectation_is_refused(bound):
    assert weighted(Random(2), bound)[0] is None


# --- what holds at all outcomes -------------------------------------------------------------------


def test_a_sum_of_what_is_not_negative_is_not_negative():
    context = Context({})
    claim = (">=", (*SUM, FAMILY))
    assert pointwise_proof(family_space(), context, claim) is not None
    signed = {"low": "-1", "high": "1", "low_closed": True, "high_closed": True}
    heads = {"X": {"values": signed, "arity": 1}}
    assert pointwise_proof(read_space({"heads": heads, "statements": []}), context, claim) is None


def test_a_case_is_left_out_only_where_equal_numbers_would_differ():
    space = read_space({"heads": {"X": {"values": WHOLE}}, "statements": []})
    claim = (">=", ("indicator", ("!=", minus(("random", "X"), number(1)))))
    for tree in ({"equal": [0, "auto"]}, {"true": {"equal": [0, "auto"]}, "false": "auto"}):
        with pytest.raises((Rejected, KeyError, TypeError, AttributeError)):
            check_leaves(space, claim, tree)


def check_leaves(space, claim, tree):
    for leaf in leaves(space, Context({}), claim, tree):
        check_proof(leaf.goal, leaf.proof, 0)
