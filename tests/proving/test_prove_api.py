"""`boundcalc.prove` and `boundcalc.recheck`: what they take, what they return, what they refuse."""

import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

import boundcalc
from boundcalc import DomainError, QuestionError, ReaderError, VerdictKind
from boundcalc.language import Symbol, exp, interval
from boundcalc.relation_prover import read_goal

x = Symbol("x", interval("[0, 1]"))
y = Symbol("y", interval("(0, oo)"))


@pytest.mark.parametrize(
    "where",
    [
        "x in [0, 1]",
        ["x in [0, 1]"],
        {"x": "[0, 1]"},
        {"x": "real in [0, 1]"},
        {"x": "probability"},
        {"x": interval("[0, 1]")},
    ],
)
def test_domains_are_given_as_text_or_as_a_mapping(where):
    verdict = boundcalc.prove(r"e^x \le 1 + 2x", where=where)

    assert verdict.is_proved
    assert verdict.kind is VerdictKind.PROVED
    assert verdict.certificate["kind"] == "proof"


def test_the_symbols_of_a_relation_carry_their_domains():
    assert boundcalc.prove(exp(x) <= 1 + 2 * x).is_proved
    assert boundcalc.prove(exp(x) <= 1 + 2 * x, where={"x": "[0, 2]"}).is_refuted
    assert boundcalc.prove(exp(x) <= 1 + 2 * x, where="x in [0, 2]").is_refuted


@pytest.mark.parametrize(
    ("relation", "where", "assumed"),
    [
        (r"\sin x > 0", r"x \in (0, \pi)", ["x < pi"]),
        (r"\sin x \ge 0", {"x": r"[0, \pi]"}, ["x <= pi"]),
        (r"x^2 > 2", r"x > \sqrt 2", ["x > sqrt(2)"]),
        (r"\cos x \ge 0", r"x in [-\frac{\pi}{2}, \pi/2]", ["x >= -pi / 2", "x <= pi / 2"]),
    ],
)
def test_an_end_that_is_no_rational_number_is_a_hypothesis(relation, where, assumed):
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.is_proved
    assert [str(item) for item in verdict.goal.assumptions] == assumed


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"\sin x > 0", r"x in [0, \pi)"),
        (r"\sin x \ge 0", r"x in [0, 1.001\pi]"),
        (r"x^2 < 2", r"x in (0, 1.0001\sqrt 2)"),
        (r"n < 2", r"n integer in [1, e]"),
    ],
)
def test_a_relation_that_fails_before_such_an_end_is_refuted(relation, where):
    verdict = boundcalc.prove(relation, where=where)

    assert verdict.is_refuted
    assert verdict.certificate["kind"] == "refutation"


@pytest.mark.parametrize("end", [r"\ln(-1)", r"1/(\sin 0)", "a", "e"])
def test_an_end_without_a_value_is_refused(end):
    with pytest.raises(ReaderError, match="an end or a bound is a"):
        boundcalc.prove("x < 5", where=f"a, e real; x in (0, {end})")


@pytest.mark.parametrize("name", ["epsilon", r"\epsilon", r"\varepsilon"])
def test_a_greek_letter_is_named_as_it_is_typed(name):
    verdict = boundcalc.prove(r"\ln(1 + \varepsilon) \le \varepsilon", where={name: "positive"})

    assert verdict.is_proved
    assert [symbol.name for symbol in verdict.goal.variables] == ["epsilon"]


@pytest.mark.parametrize("assume", [r"x \le y", [r"x \le y"], x <= y, [x <= y]])
def test_assumptions_are_text_or_relations(assume):
    where = {"x": "[0, 1]", "y": "positive"}

    assert boundcalc.prove(r"x^2 \le y^2", where=where, assume=assume).is_proved
    assert boundcalc.prove(x**2 <= y**2, assume=x <= y).is_proved
    assert boundcalc.prove(r"x^2 \le y^2", where=where).is_refuted


def test_a_refutation_prints_its_point_and_both_sides():
    verdict = boundcalc.prove(r"e^x \le 1 + 2x", where="x in [0, 2]")

    assert verdict.counterexample == {"x": Fraction(2)}
    assert str(verdict).startswith(
        "REFUTED: e^x <= 1 + 2 * x\nat x = 2: left side 7.38905609893065"
    )


def test_a_verdict_is_frozen_and_prints_itself():
    verdict = boundcalc.prove(exp(x) <= 1 + 2 * x)

    assert str(verdict).startswith("PROVED: exp(x) <= 1 + 2 * x\n")
    with pytest.raises(FrozenInstanceError):
        verdict.kind = VerdictKind.REFUTED


@pytest.mark.parametrize("relation", [r"e^x \le 1 + 2x", r"e^x \le 1 + x"])
def test_recheck_returns_the_verdict_that_a_certificate_shows(relation):
    verdict = boundcalc.prove(relation, where="x in [0, 1]", assume=r"x \ge 1/10")

    again = boundcalc.recheck(verdict.certificate)

    assert again.kind is verdict.kind
    assert again.goal.to_json() == verdict.goal.to_json()
    assert again.counterexample == verdict.counterexample
    assert (again.left, again.right) == (verdict.left, verdict.right)


def test_recheck_rejects_what_does_not_show_its_claim():
    verdict = boundcalc.prove(r"e^x \le 1 + 2x", where="x in [0, 1]")
    wider = {**verdict.certificate, "conclusion": ["<=", ["symbol", "x"], ["number", "0"]]}

    for certificate in (wider, {**verdict.certificate, "version": 2}, {}, [], None, "x"):
        with pytest.raises(boundcalc.Rejected):
            boundcalc.recheck(certificate)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"relation": r"x \le 1"}, ReaderError, "x is not declared"),
        ({"relation": 1, "where": "x real"}, QuestionError, "a relation was expected but got int"),
        ({"relation": r"x \le 1", "where": {"x": 3}}, QuestionError, "domain of x"),
        ({"relation": r"x \le 1", "where": {3: "real"}}, QuestionError, "name of a symbol"),
        ({"relation": r"x \le 1", "where": [3]}, QuestionError, "declaration"),
        ({"relation": r"x \le 1", "where": {"x": "[2, 1]"}}, ReaderError, "no number belongs"),
        ({"relation": r"x \le 1", "where": {"x": "[1, 1)"}}, ReaderError, "no number belongs"),
        ({"relation": x <= 1, "assume": [1]}, QuestionError, "assumption"),
        ({"relation": x <= 1, "assume": r"x \ge 2"}, ReaderError, "x is not declared"),
        ({"relation": x <= 1, "assume": x >= 2}, DomainError, "no point of the domain"),
        ({"relation": x <= Symbol("x")}, QuestionError, "two symbols are called x"),
        ({"relation": x <= 1, "seconds": 0}, QuestionError, "time limit"),
        ({"relation": x <= 1, "seconds": "1"}, QuestionError, "time limit"),
    ],
)
def test_wrong_use_is_an_error_that_says_what_is_wrong(arguments, error, message):
    with pytest.raises(error, match=message):
        boundcalc.prove(**arguments)


@pytest.mark.slow
def test_a_proof_imports_neither_theorems_nor_the_command_line():
    code = (
        "import boundcalc, sys\nboundcalc.prove('x <= 1', where='x in [0, 1]')\nprint(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=3600
    )

    assert not set(done.stdout.split()) & {
        "sympy",
        "mpmath",
        # numpy is: sums of squares are looked for with it
        "typer",
        "rich",
        "boundcalc_theorems",
    }


@pytest.mark.parametrize(
    ("typed", "meant", "where"),
    [
        ("exp(x) >= 1 + x", r"\exp(x) \ge 1 + x", "x real"),
        ("log(x) <= x - 1", r"\log(x) \le x - 1", "x > 0"),
        ("2exp(-x)ln(y) <= 1", r"2\exp(-x)\ln(y) \le 1", "x >= 0; y in [1, 1.5]"),
        ("log_2(x) <= log_2 2", r"\log_2(x) \le \log_2 2", "x in [1, 2]"),
        ("max(x, sin(y)) >= min(x, cos y)", r"\max(x, \sin(y)) \ge \min(x, \cos y)", "x, y real"),
        ("1/sqrt(x) <= sqrt(2)", r"1/\sqrt{x} \le \sqrt{2}", "x > 1/2"),
        ("sqrt[3](x)^2 <= sqrt(4)", r"\sqrt[3]{x}^2 \le \sqrt{4}", "x in [0, 1]"),
        ("sinh(x) >= x", r"\sinh(x) \ge x", "x >= 0"),
    ],
)
def test_functions_may_be_typed_in_letters(typed, meant, where):
    assert read_goal(typed, where=where) == read_goal(meant, where=where)


def test_domains_and_hypotheses_may_have_functions_in_letters():
    typed = read_goal("exp(x) <= y", where="x in [0, ln(2)]; y > sqrt(2)", assume="log(y) >= x")
    meant = read_goal(
        r"\exp(x) \le y", where=r"x in [0, \ln(2)]; y > \sqrt{2}", assume=r"\log(y) \ge x"
    )

    assert typed == meant
    assert read_goal("x <= y", where={"x": "[0, ln(2)]", "y": "real"}) == read_goal(
        "x <= y", where={"x": r"[0, \ln(2)]", "y": "real"}
    )


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ("exp(x) >= 1", "x in [0, 1]; p in [1, 2]"),
        ("exp(x) >= 1", "x in [0, 1]; p in [1, 2]; e in [1, 2]"),
        ("ln(x) <= 2", "l, n, x in [1, 2]"),
        ("max(x, 1) <= 2", "m, a, x in [1, 2]"),
        ("sqrt x >= 0", "x >= 0"),
        ("xln(x) <= 2", "x in [1, 2]"),
    ],
)
def test_what_may_be_a_product_of_letters_is_no_function(typed, where):
    with pytest.raises(ReaderError):
        boundcalc.prove(typed, where=where)


def test_a_product_of_letters_stays_one_beside_functions():
    assert read_goal("e x p >= sin(x)", where="x, p in [1, 2]") == read_goal(
        r"e \cdot x \cdot p \ge \sin(x)", where="x, p in [1, 2]"
    )
