"""Every rule accepts what it should, and rejects what is nearly that but false or not shown."""

from typing import Any

import pytest

from boundcalc.checker.registry import ALL_RULES
from boundcalc.limits import call_deep
from tests.checker.writing import (
    AUTO,
    Json,
    accepted,
    add,
    div,
    fun,
    mul,
    neg,
    num,
    power,
    proof,
    refutation,
    rejected,
    span,
    step,
    sub,
    var,
    whole,
)

X, Y, Z = var("x"), var("y"), var("z")
ONE, ZERO, TWO = num(1), num(0), num(2)
PI = ["constant", "pi"]
UNIT = {"x": span("[0, 1]")}
PLANE = {"x": span("[0, 1]"), "y": span("[0, 1]")}
HALF = {"x": "1/2"}
SQUARE = power(X, num(2))
EXPX = fun("exp", X)
ROOT = fun("sqrt", X)


def enclosed(domain: Json, conclusion: Json, witness: Any, **options: Json) -> Json:
    return proof({"x": domain}, conclusion, step("enclose", **options), {"x": witness})


# Each entry: a rule, a certificate that is accepted.
VALID: dict[str, Json] = {
    "enclose": enclosed(span("[0, 1]"), ["<=", EXPX, num(3)], 0, bits=64),
    "identity": proof(
        {"x": span("[0, oo)")}, ["=", mul(ROOT, ROOT), X], step("identity", AUTO), {"x": 0}
    ),
    "exclude": proof(
        UNIT,
        ["<=", EXPX, num(2)],
        step(
            "split",
            step(
                "split",
                step("exclude", fact=1),
                step("enclose"),
                variable="x",
                at="0",
            ),
            step("exclude", fact=0),
            variable="x",
            at="1/2",
        ),
        {"x": "1/8"},
        assume=(["<=", X, num("1/4")], ["!=", X, ZERO]),
    ),
    "fact": proof(PLANE, ["<=", X, Y], step("fact", fact=0), {"x": 0, "y": 1},
                  assume=(["<", X, Y],)),
    "sign": proof(UNIT, ["!=", add(X, ONE), ZERO], step("sign", AUTO), HALF),
    "turn": proof(
        {"x": span("(0, oo)")},
        ["=", add(fun("arctan", X), fun("arctan", div(ONE, X))), div(PI, TWO)],
        step("turn", step("enclose"), step("enclose"), step("identity", AUTO, AUTO)), {"x": 1}),
    "both": proof(
        UNIT, ["=", SQUARE, mul(X, X)], step("both", step("identity"), step("identity")), HALF
    ),
    "cut": proof(
        UNIT,
        ["<=", SQUARE, X],
        step(
            "cut",
            step("parts", AUTO, AUTO),
            step("combine", AUTO, step("identity"), multipliers=[[0, ONE]]),
            kind=">=",
            term=mul(X, sub(ONE, X)),
        ),
        HALF,
    ),
    "cases": proof(
        {"x": span("[-1, 1]")},
        ["<=", X, fun("max", X, ZERO)],
        step("cases", step("identity"), step("fact", fact=0), term=fun("max", X, ZERO)),
        {"x": 0},
    ),
    "parts": proof(UNIT, [">=", mul(X, sub(ONE, X)), ZERO],
                   step("cut",
                        step("parts", AUTO, AUTO),
                        step("fact", fact=0), kind=">=", term=mul(X, sub(ONE, X))), HALF),
    "floor": proof(
        {"x": span("[0, oo)")},
        ["<=", fun("floor", X), X],
        step("floor", step("fact", fact=0), term=fun("floor", X), name="k"),
        {"x": "5/2"},
    ),
    "split": proof(
        UNIT,
        ["<=", EXPX, num(3)],
        step(
            "split",
            AUTO,
            step("split", AUTO, AUTO, variable="x", at="1", upper=True),
            variable="x",
            at="1/2",
        ),
        HALF,
    ),
    "bound": proof(
        {"x": span("[0, oo)")},
        ["<=", EXPX, num(3)],
        step("bound", step("fact", fact=0), AUTO, variable="x", side="high", value="1",
             closed=True),
        {"x": 0},
        assume=(["<=", X, ONE],),
    ),
    "relax": proof({"x": whole("(0, oo)")}, [">=", X, ONE],
                   step("relax", AUTO, variable="x"), {"x": 1}),
    "substitute": proof(
        {"x": span("(0, 1]")},
        [">=", div(ONE, X), ONE],
        step("substitute",
             step("factor", AUTO, AUTO, AUTO, AUTO, factor=ONE, other=sub(var("u"), ONE)),
             variable="x", form="reciprocal", name="u"),
        {"x": 1},
    ),
    "factor": proof(
        {"x": span("[0, oo)")},
        [">=", SQUARE, neg(X)],
        step("factor", AUTO, AUTO, factor=add(X, ONE), other=X),
        {"x": 1},
    ),
    "combine": proof(
        {"x": span("[0, oo)"), "y": span("[0, oo)")},
        ["<=", add(X, Y), num(2)],
        step("combine", AUTO, AUTO, step("identity"), multipliers=[[0, ONE], [1, ONE]]),
        {"x": 0, "y": 0},
        assume=(["<=", X, ONE], ["<=", Y, ONE]),
    ),
    "logarithm": proof(
        {"x": span("[0, oo)")},
        ["<=", EXPX, fun("exp", mul(num(2), X))],
        step("logarithm", AUTO, AUTO, step("factor", AUTO, AUTO, AUTO, AUTO, factor=ONE, other=X)),
        {"x": 1},
    ),
    "square": proof(
        {"x": span("[0, oo)")},
        ["<=", ROOT, add(ROOT, ONE)],
        step("square", AUTO, AUTO,
             step("factor", AUTO, AUTO, AUTO, factor=ONE, other=add(ONE, mul(num(2), ROOT)))),
        {"x": 1},
    ),
    "monotone": proof(
        {"x": span("[0, oo)")},
        [">=", EXPX, add(ONE, X)],
        step("monotone", AUTO, AUTO, variable="x", end="low"),
        {"x": 1},
    ),
    "concave": proof(
        UNIT, [">=", ROOT, X],
        step("concave", *[AUTO] * 6, variable="x"), HALF
    ),
}  # fmt: skip


NATURAL = {"n": whole("[1, oo)")}
N = var("n")
THREE = fun("sum", "i", ONE, num(3), var("i"))
VALID |= {
    "tail": proof({"x": span("[1, oo)")}, [">=", div(ONE, X), ZERO],
                  step("tail", AUTO, AUTO, variable="x"), {"x": 1}),
    "induction": proof(NATURAL, [">=", N, ONE], step("induction", AUTO, AUTO, variable="n"),
                       {"n": 1}),
    "forget": proof(UNIT, ["<=", X, num(2)], step("forget", AUTO, facts=[0]), HALF,
                    assume=([">=", X, ZERO],)),
    "pin": proof({"x": span("[2, 2]")}, ["<=", X, TWO], step("pin", AUTO, variable="x"),
                 {"x": 2}),
    "whole": proof(NATURAL, [">=", sub(N, ONE), ZERO], step("whole", AUTO), {"n": 1}),
    "unfold": proof(UNIT, ["=", THREE, num(6)], step("unfold", AUTO, term=THREE), HALF),
    "name": proof(UNIT, [">=", EXPX, num(2)],
                  step("name", step("fact", fact=0), term=EXPX, name="u"), {"x": 1},
                  assume=([">=", EXPX, num(2)],)),
    "factorial": proof(NATURAL, [">", fun("factorial", N), ZERO],
                       step("factorial", AUTO, AUTO, term=fun("factorial", N), name="f"),
                       {"n": 1}),
}  # fmt: skip


@pytest.mark.parametrize("rule", sorted(VALID))
def test_valid_certificate_is_accepted(rule: str) -> None:
    """The rule accepts a proof in which it is applied as it should be."""
    assert accepted(VALID[rule]).kind == "proof"


def test_every_rule_has_a_valid_certificate() -> None:
    """No rule of the checker is left out of these tests."""
    assert VALID.keys() == ALL_RULES.keys()


def test_a_reflection_is_accepted() -> None:
    """With x = 1 - u the end x <= 1 becomes a fact about u."""
    proved = step("substitute", AUTO, AUTO, step("fact", fact=1), variable="x", form="mirror",
                  name="u", a=ONE)  # fmt: skip
    relation = [">=", sub(ONE, X), ZERO]
    assert accepted(proof(UNIT, relation, proved, HALF)).kind == "proof"


@pytest.mark.parametrize("rule", sorted(VALID))
def test_valid_certificate_without_its_last_child_is_rejected(rule: str) -> None:
    """A step that leaves goals needs a proof of each of them, and of no other."""
    certificate = VALID[rule]
    steps = certificate["proof"]
    children = steps["children"]
    for wrong in ([*children, AUTO], children[:-1]):
        if wrong != children:
            rejected({**certificate, "proof": {**steps, "children": wrong}})


def claim(domain: Json, conclusion: Json, steps: Json, witness: Any, *assume: Json) -> Json:
    return proof({"x": domain}, conclusion, steps, {"x": witness}, assume=assume)


LINE = span("(-oo, oo)")
POSITIVE = span("(0, oo)")

INVALID: dict[str, Json] = {
    # enclose
    "enclose: a strict claim is not shown by an end that belongs": enclosed(
        span("[0, 1]"), [">", X, ZERO], 0),
    "enclose: an open end is no strict bound but at zero": enclosed(
        span("[0, 1)"), ["<", X, ONE], 0),
    "enclose: an integer beyond an open end may be zero": claim(
        whole("(-1, 5]"), [">", X, ZERO], AUTO, 0),
    "enclose: an integer beyond an open fractional end may be zero": claim(
        whole("(-1/2, 5]"), ["!=", X, ZERO], AUTO, 0),
    "enclose: an integer below an open end may be zero": claim(
        whole("[-5, 1)"), ["<", X, ZERO], AUTO, 0),
    "enclose: undefined at one point": enclosed(span("[0, 1]"), [">", div(ONE, X), ZERO], 1),
    "enclose: undefined inside": enclosed(span("[-1, 1]"), [">", div(ONE, SQUARE), ZERO], 1),
    "enclose: ln at zero": enclosed(span("[0, 1]"), ["<=", fun("ln", X), ZERO], 1),
    "enclose: zero times infinity is not bounded": claim(
        POSITIVE, ["<=", mul(X, div(ONE, X)), num(2)], AUTO, 1),
    # identity
    "identity: a root of a square is an absolute value": claim(
        LINE, ["=", fun("sqrt", SQUARE), X], step("identity", AUTO), 1),
    "identity: the logarithm of a square": claim(
        span("[-2, -1]"), ["=", fun("ln", SQUARE), mul(num(2), fun("ln", neg(X)))],
        step("identity", AUTO, AUTO), -1),
    "identity: the logarithm of a product of negative numbers": proof(
        {"x": span("[-2, -1]"), "y": span("[-2, -1]")},
        ["=", fun("ln", mul(X, Y)), add(fun("ln", X), fun("ln", Y))],
        step("identity", AUTO, AUTO, AUTO), {"x": -1, "y": -1}),
    "identity: a root of a product of negative numbers": proof(
        {"x": span("[-2, -1]"), "y": span("[-2, -1]")},
        ["=", fun("sqrt", mul(X, Y)), mul(fun("sqrt", X), fun("sqrt", Y))],
        step("identity", AUTO, AUTO, AUTO), {"x": -1, "y": -1}),
    "identity: a power of a power of a negative base": claim(
        span("[-2, -1]"), ["=", power(power(X, num(2)), num("1/2")), X],
        step("identity", AUTO), -1),
    "identity: a cancelled denominator may be zero": claim(
        span("[-1, 1]"), ["=", div(X, X), ONE], step("identity", AUTO), 1),
    "identity: a cancelled denominator is not dropped": claim(
        span("[-1, 1]"), ["=", div(X, X), ONE], step("identity"), 1),
    "identity: not for a strict claim": claim(UNIT["x"], [">", X, X], step("identity"), 0),
    "identity: a wrong constant": claim(
        UNIT["x"], ["=", mul(X, X), power(X, num(3))], step("identity"), 0),
    "identity: a sum is not its neighbour": claim(
        UNIT["x"], ["=", fun("sum", "i", ONE, num(3), X), fun("sum", "i", ONE, num(2), X)],
        step("identity", AUTO, AUTO), 0),
    "identity: the index of a sum is no variable": proof(
        {"i": span("[0, 1]")},
        ["=", fun("sum", "i", ONE, num(3), var("i")), mul(num(3), var("i"))],
        step("identity", AUTO), {"i": 0}),
    # exclude
    "exclude: the fact may hold": claim(
        UNIT["x"], ["<=", X, num("1/2")], step("exclude", fact=0), 0, ["<=", X, num("3/4")]),
    "exclude: the fact holds at an end": claim(
        UNIT["x"], ["<", X, ONE], step("split", step("exclude", fact=0), AUTO, variable="x",
                                       at="1/2"), 1, [">=", X, ONE]),
    "exclude: no such fact": claim(UNIT["x"], ["<", X, ONE], step("exclude", fact=0), 0),
    "exclude: an inequation that holds": claim(
        UNIT["x"], ["<", X, ZERO], step("exclude", fact=0), 0, ["!=", X, num(2)]),
    "exclude: an inequation that fails at one point": claim(
        UNIT["x"], ["<", X, ZERO], step("exclude", fact=0), 0, ["!=", X, num("1/2")]),
    "exclude: an inequation that fails at the other end": claim(
        UNIT["x"], ["<", X, ZERO], step("split", step("exclude", fact=0), AUTO, variable="x",
                                        at="0"), "1/2", ["!=", X, ONE]),
    # fact
    "fact: weaker than the claim": claim(
        UNIT["x"], ["<", X, num("1/2")], step("fact", fact=0), 0, ["<=", X, num("1/2")]),
    "fact: another term": claim(
        UNIT["x"], ["<=", X, num("1/2")], step("fact", fact=0), 0, ["<=", X, num("3/4")]),
    "fact: counted from the end": claim(
        UNIT["x"], ["<=", X, num("1/2")], step("fact", fact=-1), 0, ["<=", X, num("1/2")]),
    "fact: true is no number": proof(
        PLANE, ["<=", X, num("1/2")], step("fact", fact=True), {"x": 0, "y": 0},
        assume=(["<=", Y, ONE], ["<=", X, num("1/2")])),
    "fact: not zero is not positive": claim(
        LINE, [">=", X, ZERO], step("fact", fact=0), 1, ["!=", X, ZERO]),
    # sign, both, cut
    "sign: it may be zero": claim(UNIT["x"], ["!=", X, ZERO], step("sign", AUTO), 1),
    "sign: the other sign": claim(
        UNIT["x"], ["!=", add(X, ONE), ZERO], step("sign", AUTO, negative=True), 1),
    "sign: no flag": claim(
        span("[-2, -1]"), ["!=", X, ZERO], step("sign", AUTO, negative="yes"), -1),
    "sign: not for other claims": claim(UNIT["x"], [">=", X, ZERO], step("sign", AUTO), 1),
    # the sine says where an angle between -pi and 2 pi lies, and no other
    "turn: an angle of a half turn": claim(
        span("[3, 4]"), ["=", fun("sin", X), ZERO], step("turn", AUTO, AUTO, step("identity")), 3),
    "turn: three arctangents of 1 and 2 and 3": claim(
        UNIT["x"], ["=", add(*(fun("arctan", num(k)) for k in (1, 2, 3))), ZERO],
        step("turn", AUTO, AUTO, step("identity")), 0),
    "turn: an angle beyond two right angles": claim(
        span("[-4, -7/2]"), [">=", X, ZERO], step("turn", AUTO, AUTO, step("enclose")), -4),
    "turn: an angle beyond four right angles": claim(
        span("[-1, 7]"), [">=", X, ZERO], step("turn", AUTO, AUTO, step("enclose")), -1),
    "parts: a sine beyond a half turn": claim(
        span("[0, 4]"), [">=", fun("sin", X), ZERO], step("parts", AUTO, AUTO), 4),
    "parts: a sine of a negative angle": claim(
        span("[-1, 2]"), [">=", fun("sin", X), ZERO], step("parts", AUTO, AUTO), -1),
    "parts: a cosine beyond a right angle": claim(
        span("[0, 2]"), [">=", fun("cos", X), ZERO], step("parts", AUTO, AUTO), 2),
    "both: one sign only": claim(UNIT["x"], ["=", X, ZERO], step("both", AUTO, AUTO), 0),
    "cut: the lemma does not hold": claim(
        UNIT["x"], [">=", X, ONE], step("cut", AUTO, step("fact", fact=0), kind=">=",
                                        term=sub(X, ONE)), 1),
    "cut: a lemma does not prove itself": claim(
        UNIT["x"], [">=", X, ONE], step("cut", step("fact", fact=0), step("fact", fact=0),
                                        kind=">=", term=sub(X, ONE)), 1),
    "cut: a symbol without a range": claim(
        UNIT["x"], [">=", X, ZERO], step("cut", step("identity"), AUTO, kind="=",
                                         term=sub(Z, Z)), 1),
    "cut: no kind of claim": claim(
        UNIT["x"], [">=", X, ZERO], step("cut", AUTO, AUTO, kind="<=", term=X), 1),
    # cases, parts
    "cases: not all choices hold": claim(
        span("[-1, 1]"), ["=", fun("max", X, ZERO), X],
        step("cases", step("identity"), step("identity"), term=fun("max", X, ZERO)), 1),
    "cases: an operand that is dropped must be defined": claim(
        UNIT["x"], [">=", fun("max", ONE, fun("ln", X)), ONE],
        step("cases", AUTO, AUTO, step("fact", fact=0), term=fun("max", ONE, fun("ln", X))), 1),
    "cases: of an absolute value, both": claim(
        span("[-1, 1]"), ["=", fun("abs", X), X],
        step("cases", step("identity"), step("identity"), term=fun("abs", X)), 1),
    "cases: inside a sum over its operand": claim(
        UNIT["x"], [">=", fun("sum", "i", ONE, num(2), fun("max", var("i"), X)), num(3)],
        step("cases", AUTO, AUTO, term=fun("max", var("i"), X)), 1),
    "cases: a term that does not occur must be defined": claim(
        UNIT["x"], [">=", X, ZERO],
        step("cases", AUTO, AUTO, AUTO, term=fun("max", fun("ln", X), ZERO)), 1),
    "cases: a symbol without a range": claim(
        UNIT["x"], [">=", X, ZERO], step("cases", AUTO, AUTO, term=fun("max", Z, ZERO)), 1),
    "cases: equal operands are not excluded": claim(
        UNIT["x"], ["!=", X, ZERO],
        step("cases", step("fact", fact=0), step("fact", fact=0), term=fun("max", X, ZERO)), 1),
    "cases: an operand that is written twice may be the greatest": claim(
        span("[-1, 1]"), ["!=", X, ZERO],
        step("cases", step("fact", fact=0), step("sign", step("fact", fact=0), negative=True),
             term=fun("max", X, ZERO, X)), 1),
    "parts: a product of two negative parts": claim(
        span("[-2, -1]"), [">=", mul(X, X), ZERO],
        step("parts", step("parts", AUTO, AUTO), AUTO), -1),
    "parts: a power of a negative base": claim(
        span("[-2, -1]"), [">", power(X, num(3)), ONE], step("parts", AUTO, AUTO), -1),
    # floor
    "floor: one too high": claim(
        POSITIVE, ["<=", add(fun("floor", X), ONE), X],
        step("floor", step("fact", fact=0), term=fun("floor", X), name="k"), "5/2"),
    "floor: the operand must be defined": claim(
        span("[0, 1]"), [">=", mul(ZERO, fun("floor", div(ONE, X))), ZERO],
        step("floor", AUTO, step("identity"), term=fun("floor", div(ONE, X)), name="k"), 1),
    "floor: the name is taken": claim(
        POSITIVE, ["<=", fun("floor", X), X],
        step("floor", step("fact", fact=0), term=fun("floor", X), name="x"), "5/2"),
    "floor: the name stands in the term": claim(
        span("[-5, 5]"), ["<=", X, ONE],
        step("floor", step("fact", fact=1), term=fun("floor", add(var("k"), X)), name="k"), 3),
    "floor: the name stands in the term, as an identity": claim(
        span("[-5, 5]"), ["<=", X, ONE],
        step("floor", step("combine", AUTO, step("identity"), multipliers=[[1, ONE]]),
             term=fun("floor", add(var("k"), X)), name="k"), 3),
    # split, bound, relax
    "split: outside": claim(
        UNIT["x"], ["<=", X, ONE], step("split", AUTO, AUTO, variable="x", at="2"), 1),
    "split: at an open end": claim(
        span("[0, 1)"), ["<", X, ONE],
        step("split", AUTO, AUTO, variable="x", at="1", upper=True), 0),
    "split: it fails at the upper end": claim(
        UNIT["x"], ["<", X, ONE],
        step("split", step("enclose"), AUTO, variable="x", at="1", upper=True), 0),
    "split: it fails at the lower end": claim(
        UNIT["x"], [">", X, ZERO], step("split", AUTO, AUTO, variable="x", at="0"), 1),
    "split: the point is in the upper part": claim(
        UNIT["x"], ["!=", X, num("1/2")],
        step("split", step("exclude", fact=0), step("exclude", fact=1), variable="x",
             at="1/2", upper=True), "1/2", [">=", X, num("1/2")], ["<=", X, num("1/2")]),
    "split: the upper part fails": claim(
        UNIT["x"], ["<=", X, num("1/2")], step("split", AUTO, AUTO, variable="x", at="1/2"), 0),
    "split: no such variable": claim(
        UNIT["x"], ["<=", X, ONE], step("split", AUTO, AUTO, variable="y", at="1/2"), 1),
    "split: nowhere": claim(
        UNIT["x"], ["<=", X, ONE], step("split", AUTO, AUTO, variable="x", at="nan"), 1),
    "bound: not implied": claim(
        UNIT["x"], ["<=", X, num("1/2")],
        step("bound", AUTO, AUTO, variable="x", side="high", value="1/2", closed=True), 0),
    "bound: implied, but not strictly": claim(
        UNIT["x"], ["<", X, ONE],
        step("bound", AUTO, AUTO, variable="x", side="high", value="1", closed=False), 0),
    "bound: no side": claim(
        UNIT["x"], ["<=", X, ONE],
        step("bound", AUTO, AUTO, variable="x", value="0", closed=True), 0),
    "relax: only the integers satisfy it": claim(
        whole("[0, 3]"), ["<=", mul(X, sub(ONE, X)), ZERO], step("relax", AUTO, variable="x"), 0),
    # substitute
    "substitute: a reciprocal of zero": claim(
        span("[0, 1]"), [">=", X, ZERO],
        step("substitute", AUTO, variable="x", form="reciprocal", name="u"), 1),
    "substitute: a root of what may be zero is not positive": claim(
        span("[0, 1]"), [">", X, ZERO],
        step("substitute", AUTO, variable="x", form="square", name="u"), 1),
    "substitute: a square is never negative": claim(
        span("[-1, 1]"), [">=", X, ZERO],
        step("substitute", AUTO, variable="x", form="square", name="u"), 1),
    "substitute: a factor that may be zero does not reach everything": claim(
        span("[0, 1]"), ["=", X, ZERO],
        step("substitute", AUTO, AUTO, AUTO, variable="x", form="affine", name="u", a=ZERO,
             b=ZERO), 0),
    "substitute: itself": claim(
        span("[0, 1]"), ["=", X, ZERO],
        step("substitute", AUTO, AUTO, AUTO, variable="x", form="affine", name="u", a=X,
             b=ONE), 0),
    "substitute: the new variable in its own offset": claim(
        LINE, ["=", X, ZERO],
        step("substitute", AUTO, AUTO, step("identity"), variable="x", form="affine", name="u",
             a=neg(var("u")), b=ONE), 0),
    "substitute: reflected about itself": claim(
        span("[0, 1]"), ["=", X, ZERO],
        step("substitute", AUTO, AUTO, step("identity"), variable="x", form="mirror", name="u",
             a=X), 1),
    "substitute: a reflection exchanges the ends": claim(
        span("[0, 1]"), [">=", X, ONE],
        step("substitute", AUTO, AUTO, step("fact", fact=0), variable="x", form="mirror", name="u",
             a=ONE), 0),
    "substitute: what is reflected is no longer an integer": proof(
        {"n": whole("[0, 9]")}, [">=", sub(N, ONE), ZERO],
        step("substitute", AUTO, AUTO, step("whole", step("fact", fact=0)), variable="n",
             form="mirror", name="u", a=num(9)),
        {"n": 2}, assume=([">", N, ZERO],)),
    "substitute: the name is taken": proof(
        PLANE, [">=", X, ZERO],
        step("substitute", AUTO, variable="x", form="square", name="y"), {"x": 0, "y": 0}),
    # factor, combine
    "factor: a factor that may be zero": claim(
        UNIT["x"], [">", SQUARE, ZERO], step("factor", AUTO, AUTO, factor=X, other=X), 1),
    "factor: a negative factor": claim(
        span("[-2, -1]"), [">=", X, ZERO], step("factor", AUTO, AUTO, factor=X, other=ONE), -1),
    "factor: another product": claim(
        span("[1, 2]"), [">=", X, num(2)], step("factor", AUTO, AUTO, factor=X, other=ONE), 2),
    "factor: the term must be defined": claim(
        span("[-1, 1]"), ["=", div(X, X), ONE],
        step("factor", AUTO, AUTO, AUTO, factor=ONE, other=ZERO), 1),
    "combine: no fact is strict": claim(
        UNIT["x"], [">", X, ZERO],
        step("combine", AUTO, step("identity"), multipliers=[[0, ONE]], strict=True), 1,
        [">=", X, ZERO]),
    "combine: the multiplier of the strict fact may be zero": claim(
        UNIT["x"], [">", mul(X, X), ZERO],
        step("combine", AUTO, step("identity"), multipliers=[[0, X]], strict=True), 1,
        [">", add(X, ZERO), neg(num("1/10"))]),
    "combine: a negative multiplier": claim(
        UNIT["x"], [">=", X, ONE],
        step("combine", AUTO, step("identity"), multipliers=[[0, num(-1)]]), 1,
        ["<=", X, ONE]),
    "combine: nothing": claim(UNIT["x"], [">=", X, ZERO], step("combine", AUTO, multipliers=[]), 1),
    "combine: a strict claim from facts that are not": claim(
        UNIT["x"], ["<", X, ONE],
        step("combine", AUTO, step("identity"), multipliers=[[0, ONE]]), 0, ["<=", X, ONE]),
    "combine: an inequation has no sign": claim(
        UNIT["x"], [">=", X, ZERO],
        step("combine", AUTO, step("identity"), multipliers=[[0, ONE]]), 1, ["!=", X, ZERO]),
    # logarithm, square
    "logarithm: a side that may be zero": claim(
        span("[0, 1]"), ["<=", SQUARE, X], step("logarithm", AUTO, AUTO, AUTO), 1),
    "logarithm: a side that is negative": claim(
        span("[-2, -1]"), ["<=", X, neg(X)], step("logarithm", AUTO, AUTO, AUTO), -1),
    "square: the greater side may be negative": claim(
        span("[-2, -1]"), ["<=", num("1/2"), X], step("square", AUTO, AUTO), -1),
    "square: not for equality": claim(
        span("[-1, -1]"), ["=", X, ONE], step("square", AUTO, AUTO), -1),
    # monotone
    "monotone: the slope has the other sign": claim(
        span("[0, oo)"), [">=", fun("exp", neg(X)), ONE],
        step("monotone", AUTO, AUTO, variable="x", end="low"), 0),
    "monotone: a pole on the way": claim(
        span("[-1, 1]"), [">=", neg(div(ONE, X)), num("1/2")],
        step("monotone", AUTO, AUTO, AUTO, variable="x", end="low"), -1),
    "monotone: a jump on the way": claim(
        span("[0, 2]"), [">=", neg(fun("floor", X)), ZERO],
        step("monotone", AUTO, AUTO, variable="x", end="low"), 0),
    "monotone: undefined at the end": claim(
        POSITIVE, [">=", fun("ln", X), ZERO],
        step("monotone", AUTO, AUTO, AUTO, variable="x", end="low"), 1),
    "monotone: towards an infinite end": claim(
        POSITIVE, [">=", X, ONE], step("monotone", AUTO, AUTO, variable="x", end="high"), 1),
    "monotone: strict, but the end belongs": claim(
        span("[0, 1]"), [">", X, ZERO],
        step("monotone", AUTO, AUTO, variable="x", end="low", strict=True), 1),
    "monotone: strict, but the slope is not": claim(
        span("(0, 1]"), [">", mul(ZERO, X), ZERO],
        step("monotone", AUTO, AUTO, variable="x", end="low", strict=True), 1),
    "monotone: a fact that bounds the other side does not move along": proof(
        {"x": span("[0, 10]"), "y": span("[0, 10]")}, [">=", mul(X, sub(X, Y)), ZERO],
        step("monotone", AUTO, AUTO, variable="x", end="low"), {"x": 1, "y": 1},
        assume=([">=", X, Y],)),
    "monotone: the bound depends on the variable": claim(
        UNIT["x"], [">=", X, num("1/2")],
        step("monotone", AUTO, AUTO, variable="x", end=0), "1/2", ["<=", SQUARE, X]),
    "monotone: the bound is lost at its own end": proof(
        {"x": span("[0, 1]"), "y": span("[0, 1]")}, [">", X, Y],
        step("monotone", AUTO, step("fact", fact=0), variable="x", end=0), {"x": 1, "y": 0},
        assume=([">=", X, Y],)),
    "monotone: a bound by a power says nothing of its base": proof(
        {"x": span("[-3, 3]"), "n": whole("[1, 3]"), "y": span("[0, 100]")},
        [">", add(X, mul(ZERO, Y)), ZERO],
        step("monotone", AUTO, step("fact", fact=1), variable="y", end=0),
        {"x": 1, "n": 1, "y": 0}, assume=(["<=", Y, power(X, var("n"))],)),
    # tail, induction, unfold, name, factorial
    "tail: the limit is negative": claim(
        span("[1, oo)"), [">=", div(ONE, X), num("1/2")],
        step("tail", AUTO, AUTO, variable="x"), 1),
    "tail: increasing towards its limit": claim(
        span("[1, oo)"), [">=", neg(div(ONE, X)), ZERO],
        step("tail", AUTO, AUTO, variable="x"), 1),
    "tail: strictly, though constant": claim(
        span("[1, oo)"), [">", mul(ZERO, X), ZERO], step("tail", AUTO, variable="x"), 1),
    "tail: a pole on the way": claim(
        span("[-1, oo)"), [">=", div(ONE, X), ZERO],
        step("tail", AUTO, AUTO, variable="x"), 1),
    "tail: of a range that ends": claim(
        span("[1, 2]"), [">=", div(ONE, X), ZERO], step("tail", AUTO, AUTO, variable="x"), 1),
    "induction: no beginning": proof(
        NATURAL, [">=", N, num(2)], step("induction", AUTO, step("fact", fact=0), variable="n"),
        {"n": 2}),
    "induction: a lower bound on the variable is not kept": proof(
        NATURAL, [">=", N, num(5)],
        step("induction", AUTO, step("fact", fact=0), variable="n"), {"n": 6},
        assume=([">=", N, num(6)],)),
    "induction: an upper bound is not one at the next integer": proof(
        NATURAL, ["<=", N, num(7)],
        step("induction", AUTO, step("fact", fact=0), variable="n"),
        {"n": 6}, assume=(["<=", N, num(8)],)),
    "forget: the fact is needed": claim(
        span("[-1, 1]"), [">=", X, ZERO], step("forget", step("fact", fact=0), facts=[0]), 1,
        [">=", X, ZERO]),
    "forget: another fact is meant": claim(
        span("[-1, 1]"), [">=", X, ZERO], step("forget", step("fact", fact=0), facts=[0]), 1,
        [">=", X, ZERO], ["<=", X, ONE]),
    "pin: two integers": proof(
        {"n": whole("[1, 2]")}, ["<=", N, ONE], step("pin", AUTO, variable="n"), {"n": 1}),
    "pin: a range without end": claim(
        span("[1, oo)"), ["<=", X, ONE], step("pin", AUTO, variable="x"), 1),
    "pin: a fact about the value is no fact without it": claim(
        span("[1, 1]"), ["<=", X, ZERO], step("pin", step("fact", fact=0), variable="x"), 1,
        ["<=", X, ONE]),
    "whole: not greater than -1": proof(
        NATURAL, [">=", sub(N, num(2)), ZERO], step("whole", AUTO), {"n": 2}),
    "whole: a real number": claim(
        span("[1, oo)"), [">=", sub(X, num("3/2")), ZERO], step("whole", AUTO), 2),
    "whole: half an integer": proof(
        NATURAL, [">=", sub(div(N, num(2)), num(1)), ZERO], step("whole", AUTO), {"n": 2}),
    "substitute: a shift by no integer": proof(
        NATURAL, [">=", N, ONE],
        step("substitute", AUTO, AUTO, AUTO, variable="n", form="shift", name="u", a=num("1/2")),
        {"n": 2}),
    "substitute: a shift of a real is no integer": claim(
        span("[1, oo)"), [">=", sub(X, ONE), ZERO],
        step("substitute", AUTO, AUTO, step("whole", AUTO), variable="x", form="shift", name="u",
             a=ZERO), 2),
    "parts: a logarithm of less than one": claim(
        span("[1/2, 3]"), [">=", fun("ln", X), ZERO], step("parts", AUTO), 1),
    "cases: equal terms are in the first case": proof(
        PLANE, [">", fun("abs", sub(X, Y)), ZERO],
        step("cases", step("fact", fact=0), AUTO, term=fun("max", X, Y)), {"x": 0, "y": 1}),
    "induction: no step": proof(
        NATURAL, ["<=", N, num(5)], step("induction", AUTO, step("fact", fact=0), variable="n"),
        {"n": 1}),
    "induction: over the reals": claim(
        span("[1, oo)"), [">=", X, ONE], step("induction", AUTO, AUTO, variable="x"), 1),
    "unfold: another value": proof(
        UNIT, ["=", THREE, num(7)], step("unfold", AUTO, term=THREE), HALF),
    "unfold: not the integer before": proof(
        NATURAL, [">=", fun("factorial", N), ONE],
        step("unfold", AUTO, AUTO, term=fun("factorial", N), less=sub(N, num(2))), {"n": 2}),
    "name: another real is less": proof(
        UNIT, [">", EXPX, ZERO], step("name", AUTO, term=EXPX, name="u"), {"x": 1},
        assume=(["<=", EXPX, num(9)],)),
    "name: the name is taken": proof(
        PLANE, [">=", EXPX, num(2)], step("name", step("fact", fact=0), term=EXPX, name="y"),
        {"x": 1, "y": 0}, assume=([">=", EXPX, num(2)],)),
    "name: the index of a sum": proof(
        UNIT, [">=", fun("sum", "i", ONE, num(3), fun("exp", var("i"))), ZERO],
        step("name", AUTO, term=fun("exp", var("i")), name="u"), {"x": 1},
        assume=([">=", fun("sum", "i", ONE, num(3), fun("exp", var("i"))), ONE],)),
    "factorial: of zero": proof(
        {"n": whole("[0, oo)")}, [">", fun("factorial", N), ZERO],
        step("factorial", AUTO, AUTO, term=fun("factorial", N), name="f"), {"n": 1}),
    "factorial: of a real": claim(
        span("[1, 2]"), [">", fun("factorial", X), ZERO],
        step("factorial", AUTO, AUTO, term=fun("factorial", X), name="f"), 1),
    # concave
    "concave: convex": claim(
        span("[-1, 1]"), [">=", SQUARE, ONE],
        step("concave", AUTO, AUTO, AUTO, variable="x"), 1),
    "concave: one end fails": claim(
        UNIT["x"], [">=", ROOT, num("1/2")],
        step("concave", AUTO, AUTO, AUTO, AUTO, AUTO, AUTO, variable="x"), 1),
    "concave: an infinite end": claim(
        span("[0, oo)"), [">=", ROOT, ZERO],
        step("concave", AUTO, AUTO, AUTO, AUTO, AUTO, variable="x"), 1),
    "concave: a kink": claim(
        span("[-1, 1]"), [">=", fun("abs", X), ONE],
        step("concave", AUTO, AUTO, AUTO, variable="x"), 1),
}  # fmt: skip


@pytest.mark.parametrize("name", INVALID)
def test_invalid_certificate_is_rejected(name: str) -> None:
    """A certificate that is nearly a proof, but not one, is rejected."""
    rejected(INVALID[name])


def test_every_rule_has_an_invalid_certificate() -> None:
    """No rule of the checker is left without an attempt to misuse it."""
    assert {name.split(":")[0] for name in INVALID} == VALID.keys()


def test_a_rule_of_an_earlier_version_is_told() -> None:
    steps = step("compare", AUTO, AUTO, first=X, second=ZERO)
    rejected(claim(UNIT["x"], [">=", X, ZERO], steps, 1), "no rule 'compare' in this version")


def test_a_domain_without_points_is_rejected() -> None:
    """Nothing is proved of an empty domain: the witness must satisfy the assumptions."""
    empty = claim(UNIT["x"], ["<=", X, ZERO], step("exclude", fact=0), 1, [">=", X, num(2)])
    rejected(empty, "assumptions")
    rejected(claim(span("(1, 1)"), ["<=", X, ZERO], AUTO, 1), "outside")
    rejected(claim(whole("(0, 1)"), ["<=", X, ZERO], AUTO, "1/2"), "outside")


REFUTED = {
    "a point": refutation(UNIT, ["<=", X, num("1/2")], {"x": 1}),
    "a tie of a strict relation": refutation(UNIT, ["<", mul(ROOT, ROOT), X], {"x": "1/3"}),
    "a logarithm of zero": refutation(UNIT, [">=", fun("ln", X), num(-9)], {"x": 0}),
    "a division by zero": refutation(UNIT, [">=", div(ONE, X), ZERO], {"x": 0}),
    "a root of a negative number": refutation(
        {"x": LINE}, [">=", power(X, num("1/2")), ZERO], {"x": -1}),
    "an equation": refutation(UNIT, ["=", EXPX, add(ONE, X)], {"x": 1}),
    "an inequation": refutation(UNIT, ["!=", power(fun("exp", ONE), X), fun("exp", X)], {"x": 1}),
}  # fmt: skip
NOT_REFUTED = {
    "a point outside": refutation(UNIT, ["<=", X, ONE], {"x": 2}),
    "a point at an open end": refutation({"x": span("[0, 1)")}, ["<", X, ONE], {"x": 1}),
    "a point between the integers": refutation({"x": whole("[0, 1]")}, ["!=", X, num("1/2")],
                                               {"x": "1/2"}),
    "a point that violates an assumption": refutation(
        UNIT, ["<=", X, num("1/2")], {"x": 1}, assume=(["<", X, ONE],)),
    "a point where an assumption has no value": refutation(
        UNIT, [">=", X, ONE], {"x": 0}, assume=([">=", div(ONE, X), ZERO],)),
    "a point where it holds": refutation(UNIT, ["<=", X, ONE], {"x": 1}),
    "a tie of a relation that is not strict": refutation(UNIT, ["<=", mul(ROOT, ROOT), X],
                                                         {"x": "1/3"}),
    "a point without a value": refutation(PLANE, ["<=", X, ZERO], {"x": 1}),
    "a point with a value too many": refutation(UNIT, ["<=", X, ZERO], {"x": 1, "y": 1}),
    "zero to a positive power": refutation(
        {"x": UNIT["x"], "y": span("[1, 2]")}, ["<=", power(X, Y), ONE], {"x": 0, "y": 1}),
    "minus one to a whole power": refutation(
        {"n": whole("[1, 3]")}, ["<=", power(num(-1), var("n")), ONE], {"n": 2}),
    "minus one to an even power": refutation(
        {"n": whole("[1, 3]")}, ["<=", power(num(-1), mul(num(2), var("n"))), ONE], {"n": 1}),
    "minus one to a power that may be whole": refutation(
        UNIT, ["<=", power(num(-1), fun("log", num(2), num(4))), ONE], {"x": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUTED)
def test_refutation_is_accepted(name: str) -> None:
    """A point at which the conclusion fails, or has no value, refutes it."""
    assert accepted(REFUTED[name]).kind == "refutation"


@pytest.mark.parametrize("name", NOT_REFUTED)
def test_what_refutes_nothing_is_rejected(name: str) -> None:
    """A point proves nothing if it is not of the domain, or if the conclusion may hold there."""
    rejected(NOT_REFUTED[name])


GOOD = VALID["enclose"]
LOW = GOOD["variables"]["x"]


@pytest.mark.parametrize(
    "certificate",
    [
        None,
        [],
        "auto",
        {},
        {**GOOD, "version": True},
        {**GOOD, "version": 2},
        {**GOOD, "version": "1"},
        {**GOOD, "kind": "axiom"},
        {**GOOD, "assumption": []},
        {**GOOD, "witness": {}},
        {**GOOD, "witness": {"x": 0}},
        {**GOOD, "witness": {"x": "nan"}},
        {**GOOD, "witness": {"x": "1e-2"}},
        {**GOOD, "witness": {"x": "1/0"}},
        {**GOOD, "witness": {"x": "1_0/10"}},
        {**GOOD, "witness": {"x": "2"}},
        {**GOOD, "proof": None},
        {**GOOD, "proof": "AUTO"},
        {**GOOD, "proof": {"rule": ["enclose"]}},
        {**GOOD, "proof": {"rule": "trust me"}},
        {**GOOD, "conclusion": ["<=", X]},
        {**GOOD, "conclusion": ["~", X, X]},
        {**GOOD, "conclusion": ["<=", X, ["number", 3]]},
        {**GOOD, "conclusion": ["<=", X, ["number", True]]},
        {**GOOD, "conclusion": ["<=", X, ["number", "1e400"]]},
        {**GOOD, "conclusion": ["<=", X, ["number", "inf"]]},
        {**GOOD, "conclusion": ["<=", X, ["number", "9" * 5000]]},
        {**GOOD, "conclusion": ["<=", X, ["constant", "tau"]]},
        {**GOOD, "conclusion": ["<=", X, ["symbol", "y"]]},
        {**GOOD, "conclusion": ["<=", X, ["exp"]]},
        {**GOOD, "conclusion": ["<=", X, ["exp", ONE, ONE]]},
        {**GOOD, "conclusion": ["<=", X, [["exp"], ONE]]},
        {**GOOD, "conclusion": ["<=", X, ["max"]]},
        {**GOOD, "variables": {"x": {**LOW, "low": float("nan")}}},
        {**GOOD, "variables": {"x": {**LOW, "low": False}}},
        {**GOOD, "variables": {"x": {**LOW, "high": float("inf")}}},
        {**GOOD, "variables": {"x": {**LOW, "low_closed": 1}}},
        {**GOOD, "variables": {"x": {**LOW, "integer": 0}}},
        {**GOOD, "variables": {"x": {**LOW, "whole": True}}},
        {**GOOD, "variables": {"x": {"low": "0", "high": "1"}}},
    ],
)  # fmt: skip
def test_malformed_certificate_is_rejected(certificate: Json) -> None:
    """What is not spelled exactly as the format says is rejected, and raises nothing else."""
    rejected(certificate)


def nested_sums(depth: int) -> Json:
    term: Json = X
    for level in range(depth):
        term = fun("sum", f"i{level}", ONE, num(1000), term)
    return term


def tower(term: Json, height: int) -> Json:
    for _ in range(height):
        term = power(term, num(40))
    return term


def substitutions(count: int) -> Json:
    steps: Json = AUTO
    for level in range(count, 0, -1):
        steps = step("substitute", AUTO, AUTO, steps, variable=f"u{level - 1}", form="affine",
                     name=f"u{level}", a=mul(Y, Y), b=fun("exp", Y))  # fmt: skip
    return proof({"u0": span("[0, 1]"), "y": span("[0, 1]")},
                 ["<=", mul(var("u0"), var("u0")), num(2)], steps, {"u0": 1, "y": 0})  # fmt: skip


MANY = add(X, ONE, EXPX, fun("ln", add(X, num(3))), fun("sqrt", add(X, num(2))))
DEEP: Json = X
for _ in range(200):
    DEEP = fun("sqrt", add(X, DEEP))
HUGE = {
    "sums in sums": claim(UNIT["x"], [">=", nested_sums(4), ZERO], AUTO, 1),
    "the powers of a number": claim(
        UNIT["x"], ["=", power(num(3), num(10**9)), X], step("identity"), 1),
    "a tower of powers": claim(
        UNIT["x"], ["=", tower(num(3), 200), X], step("identity"), 1),
    "a tower of powers of a sum": claim(
        UNIT["x"], ["=", tower(add(X, ONE), 20), X], step("identity"), 1),
    "a tower of powers, enclosed": claim(
        UNIT["x"], ["<=", tower(add(X, num(2)), 12), ZERO], AUTO, 1),
    "a tower of powers of a small number, enclosed": claim(
        UNIT["x"], [">=", tower(num("1/3"), 12), ONE], AUTO, 1),
    "the limit of a tower of powers": claim(
        span("[1, oo)"), [">=", tower(add(num(2), div(ONE, X)), 12), ZERO],
        step("tail", variable="x"), 1),
    "a root of a large power": claim(
        UNIT["x"], ["=", power(num(2), num(f"{10**9 + 1}/3")), X], step("identity", AUTO), 1),
    "a power of many terms": claim(
        UNIT["x"], ["=", power(MANY, num(40)), X], step("identity", AUTO, AUTO), 1),
    "the second derivative of a deep term": claim(
        UNIT["x"], [">=", DEEP, ZERO], step("concave", AUTO, variable="x"), 1),
    "substitutions that double a term": substitutions(150),
    "many error functions": claim(
        UNIT["x"], [">=", add(*[fun("phi", num(-15))] * 3000), num(9000)],
        step("enclose", bits=2000), 1),
    "a term that nests too deep": claim(UNIT["x"], [">=", tower(X, 400), ZERO], AUTO, 1),
    "an exponent without end": claim(UNIT["x"], ["<=", power(num(2), num(10**9)), ONE], AUTO, 1),
}  # fmt: skip


@pytest.mark.few(1, without="sums in sums")
@pytest.mark.parametrize("name", HUGE)
def test_a_huge_certificate_is_rejected(name: str) -> None:
    """A certificate that would take for ever, or all memory, is rejected for that.

    In a thread of its own: where a stack ends a page, CPython 3.11 makes calls ten times slower.
    """
    call_deep(lambda: rejected(HUGE[name]))
