"""Certificates made by hand for rows that need not hold: the checker accepts none."""

from fractions import Fraction

import pytest

from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.goals import minus
from boundcalc.checker.proofs import read_goal
from boundcalc.checker.terms import number
from boundcalc.probability.search import plain_proof
from boundcalc.probability.writing import to_json

LINE = {"low": None, "high": None, "low_closed": False, "high_closed": False, "integer": False}
INTEGERS = {**LINE, "integer": True}
UNIT = {"low": "0", "high": "1", "low_closed": True, "high_closed": True}
ONE_OR_TWO = {"low": "1", "high": "2", "low_closed": True, "high_closed": True, "integer": True}
X, I, Q, M = ["random", "X"], ["symbol", "i"], ["symbol", "q"], ["symbol", "m"]  # noqa: E741
ONE, TWO = ["number", "1"], ["number", "2"]
PLAIN = {"heads": {"X": {"values": UNIT}}, "statements": []}
SUM = ["sum", "i", ONE, TWO, ["multiply", I, X]]
SURE = [["1", ["1"]]]


def certificate(kind, space, conclusion, quantities, **rest):
    box = dict.fromkeys((name for name, _ in quantities), LINE)
    return {
        "version": 1,
        "kind": kind,
        "variables": {**box, "i": INTEGERS},
        "assumptions": [],
        "conclusion": conclusion,
        "space": space,
        "quantities": [[name, {"mean": term}] for name, term in quantities],
        **rest,
    }


def law(conclusion, quantities, outcomes=SURE, space=PLAIN, index="5"):
    members = [["random", name] for name in space["heads"]]
    given = {"point": {"i": index}, "members": members, "outcomes": outcomes}
    return certificate("finite law", space, conclusion, quantities, **given)


def indicator(term, bound):
    return ["indicator", [">=", term, bound]]


TWINS = {
    "heads": {"X": {"values": UNIT}, "Y": {"values": UNIT}},
    "statements": [[{"heads": [name], "each": False, "law": "D"} for name in "XY"]],
}
Y = ["random", "Y"]
OPPOSITE = [["1/2", ["1", "0"]], ["1/2", ["0", "1"]]]
FUNCTION = {**PLAIN, "functions": {"f()": {"values": UNIT}}}
REFUTATIONS = {
    "a parameter is the index of a sum": law(
        ["=", Q, ["multiply", ["number", "3"], M]], [("q", SUM), ("m", X)]
    ),
    "a parameter is the index of a sum in an event": law(
        ["=", Q, M], [("q", indicator(SUM, TWO)), ("m", indicator(X, ONE))], index="0"
    ),
    "one law each": law(["=", Q, M], [("q", X), ("m", Y)], [["1", ["1", "0"]]], TWINS),
    "independence": law(
        ["=", M, ["number", "1/4"]], [("q", X), ("m", ["multiply", X, Y])], OPPOSITE, TWINS
    ),
    "chances below zero": law(["<=", M, ONE], [("m", X)], [["2", ["1"]], ["-1", ["0"]]]),
    "a value out of range": law(["<=", M, ONE], [("m", X)], [["1", ["2"]]]),
    "a function without values": law(
        ["<=", M, ONE], [("m", ["apply", ["fixed", "f"], X])], space=FUNCTION
    ),
}


@pytest.mark.parametrize("name", REFUTATIONS)
def test_a_law_that_violates_nothing_refutes_nothing(name):
    with pytest.raises(Rejected):
        check_certificate(REFUTATIONS[name])


def test_a_law_that_violates_a_row_refutes_it():
    assert check_certificate(law(["<=", M, ["number", "1/2"]], [("m", X)])).kind == "refutation"


def test_an_expectation_that_depends_on_an_index_does_not_stand_under_its_sum():
    """Selection would take q = E X_i out of the sum, linearity over the index would not."""
    whole = {"heads": ["X"], "each": True, "law": None}
    space = {
        "heads": {"X": {"values": UNIT, "arity": 1}, "T": {"values": ONE_OR_TWO}},
        "statements": [[whole, {"heads": ["T"], "each": False, "law": None}]],
    }
    selected = ["indicator", ["=", ["random", "T"], I]]
    quantities = [
        ("q", [*X, I]),
        ("r", Q),
        ("m", ["sum", "i", ONE, TWO, ["multiply", selected, Q]]),
    ]
    point = {"i": "1", "q": "0", "r": "0", "m": "0"}
    made = certificate("derivation", space, ["=", M, Q], quantities, witness=point)
    context, claim = read_goal(made)
    q, r, m = (("symbol", name) for name in "qrm")
    fixed = ("add", ("negate", q), ("multiply", number(1), r))
    proof = plain_proof((context.with_fact(("=", minus(m, r)), ("=", fixed)), claim))
    assert proof is not None
    constant = {"terms": [["r", to_json(number(Fraction(1)))]], "constant": ["negate", Q]}
    instances = [
        {"scheme": "selection", "sum": "m", "term": "r"},
        {"scheme": "positive", "kind": "=", **constant, "proof": {"rule": "identity"}},
    ]
    with pytest.raises(Rejected, match="would depend on the index of the sum"):
        check_certificate({**made, "derivation": {"instances": instances, "proof": proof}})
