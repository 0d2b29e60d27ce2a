"""A normal form presumes what a term needs to be defined; where nothing says it holds, it is asked.

x^(2n) has a value at negative x, though its normal form is that of exp(2n ln x).
A fact holds wherever it has a value, so a rule that compares normal forms asks for the rest.
"""

import pytest

from tests.checker.writing import (
    AUTO,
    Json,
    accepted,
    add,
    div,
    fun,
    mul,
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

X, Y, N = var("x"), var("y"), var("n")
EVEN = power(X, mul(num(2), N))  # x^(2n)
LINE = span("(-oo, oo)")
ABS = power(EVEN, div(num(1), mul(num(2), N)))
SPREAD = power(power(X, add(mul(num(2), N), num(2))), div(num(1), num(2)))
MODULI = {  # each equals |x| at every x that is not zero, and has the normal form of x
    "a root of a power": ABS,
    "a root of a product": power(mul(EVEN, EVEN), div(num(1), mul(num(4), N))),
    "a logarithm of a power": fun("exp", div(fun("ln", EVEN), mul(num(2), N))),
    "a logarithm to a base": fun("exp", mul(fun("ln", num(2)), fun("log", num(2), ABS))),
    "an integer in another spelling": fun("sqrt", power(X, div(num(4), num(2)))),
    "an integer that is a sum": fun("sqrt", power(X, add(num(1), num(1)))),
    "a quotient of powers": div(SPREAD, power(EVEN, div(num(1), num(2)))),
}  # fmt: skip


def box(x: str) -> Json:
    return {"n": whole("[1, oo)"), "x": span(x), "y": LINE}


@pytest.mark.parametrize("name", MODULI)
def test_a_fact_is_no_claim_about_a_base_that_may_be_negative(name: str) -> None:
    """|x| >= y does not imply x >= y; on positive x it does."""
    fact: Json = [">=", MODULI[name], Y]
    goal: Json = [">=", X, Y]
    point = {"x": 2, "y": 1, "n": 1}
    for count in range(12):
        rejected(
            proof(
                box("(-oo, oo)"), goal, step("fact", *[AUTO] * count, fact=0), point, assume=(fact,)
            )
        )
    counts = [
        count
        for count in range(12)
        if _is_accepted(
            proof(
                box("(0, oo)"), goal, step("fact", *[AUTO] * count, fact=0), point, assume=(fact,)
            )
        )
    ]
    assert len(counts) == 1


@pytest.mark.few(4)
@pytest.mark.parametrize("name", MODULI)
def test_a_factor_is_no_claim_about_a_base_that_may_be_negative(name: str) -> None:
    """|x| >= 0 is named, and is not shown to be x times 1."""
    fact: Json = [">=", MODULI[name], num(0)]
    named = step("name", step("fact", fact=0), term=MODULI[name], name="u")
    for count in range(12):
        for place in range(count + 1):
            steps = [AUTO] * count
            steps.insert(place, named)
            forged = step("factor", *steps, factor=num(1), other=MODULI[name])
            rejected(
                proof(
                    {"n": whole("[1, oo)"), "x": LINE},
                    [">=", X, num(0)],
                    forged,
                    {"x": 2, "n": 1},
                    assume=(fact,),
                )
            )


def test_what_stands_in_a_factorial_is_asked_for_as_well() -> None:
    """(5 + |x - 5|)! >= 0 as a fact says no more than that it has a value."""
    modulus = power(power(sub(X, num(5)), mul(num(2), N)), div(num(1), mul(num(2), N)))
    first, second = fun("factorial", add(num(5), modulus)), fun("factorial", X)
    for count in range(8):
        for place in range(count + 1):
            steps = [AUTO] * count
            steps.insert(place, step("name", AUTO, term=first, name="u"))
            rejected(
                proof(
                    {"n": whole("[1, oo)"), "x": whole("[0, 10]"), "y": LINE},
                    ["<=", first, Y],
                    step("fact", *steps, fact=0),
                    {"x": 5, "n": 1, "y": 120},
                    assume=(["<=", second, Y], [">=", first, num(0)]),
                )
            )


def _is_accepted(certificate: Json) -> bool:
    from boundcalc.checker import Rejected

    try:
        return bool(accepted(certificate))
    except Rejected:
        return False


@pytest.mark.parametrize(
    "term", [power(num(-1), mul(num(2), N)), fun("ln", add(num(1), power(num(-1), mul(num(2), N))))]
)
def test_a_power_that_has_a_value_is_not_refuted_as_undefined(term: Json) -> None:
    """(-1)^(2n) is 1, though only a positive base has all its powers."""
    rejected(refutation({"n": whole("[1, oo)")}, [">=", term, num(0)], {"n": 1}))
    undefined: Json = [">=", fun("ln", sub(num(-1), N)), num(0)]
    accepted(refutation({"n": whole("[1, oo)")}, undefined, {"n": 1}))


@pytest.mark.parametrize(
    ("exponent", "sense"),
    [(add(N, num(1)), "<="), (add(N, num(2)), ">="), (sub(num(0), mul(num(2), N)), "<=")],
)
def test_a_power_of_a_negative_number_refutes_where_its_exponent_is_whole(
    exponent: Json, sense: str
) -> None:
    claim: Json = [sense, power(num(-2), exponent), num(0)]
    accepted(refutation({"n": whole("[1, oo)")}, claim, {"n": 1}))
    other: Json = [{"<=": ">=", ">=": "<="}[sense], *claim[1:]]
    rejected(refutation({"n": whole("[1, oo)")}, other, {"n": 1}))
