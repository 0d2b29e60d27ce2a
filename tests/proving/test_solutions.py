"""Assumptions that are equations: a box that has a solution is a witness, as the checker sees."""

import copy
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.checker import Rejected, check_certificate
from boundcalc.coq.files import coq_file
from boundcalc.coq.texts import NotExported
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

SQUARE = (r"k \le 7/4", "k real", ["k^2 = 3"])


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        SQUARE,
        (r"x + y \le 16/5", "x, y positive", ["x^2 = 2", "y^2 = 3"]),
        ("x > 1", "x real", ["x^3 + x = 3"]),
        (r"x \le 3/5", "x real", ["x = e^{-x}"]),
        (r"x \ge 2", "x positive", [r"\ln x = 3/4"]),
        (r"c \ge b", "b, c real", ["c = e^b", "b = 1"]),
        (r"c d \ge 0", "b, c, d real", ["c = e^b", "b^2 = 2", "d = c + b", "b > 0"]),
    ],
)
def test_a_solution_need_not_be_rational(relation, where, assume):
    verdict = boundcalc.prove(relation, where=where, assume=assume)

    assert check_certificate(verdict.certificate).kind == "proof"
    assert any(isinstance(entry, list) for entry in verdict.certificate["witness"].values())
    assert boundcalc.recheck(verdict.certificate).is_proved


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("relation", "where", "assume", "near"),
    [
        (r"k \le 17/10", "k real", ["k^2 = 3"], {"k": 1.7320508}),
        (r"k \le 1.7320508", "k > 0", ["k^2 = 3"], {"k": 1.7320508}),
        (r"k \ge -17/10", "k real", ["k^2 = 3"], {"k": -1.7320508}),
        ("k = 7/4", "k > 0", ["k^2 = 3"], {"k": 1.7320508}),
        (r"x + y \le 3", "x, y positive", ["x^2 = 2", "y^2 = 3"], {"x": 1.4142136, "y": 1.7320508}),
        ("x > 5/4", "x real", ["x^3 + x = 3"], {"x": 1.2134117}),
        (r"x \le 11/20", "x real", ["x = e^{-x}"], {"x": 0.56714329}),
    ],
)
def test_a_relation_that_fails_at_a_solution_is_refuted_by_a_box(relation, where, assume, near):
    verdict = boundcalc.prove(relation, where=where, assume=assume)

    assert verdict.is_refuted
    assert verdict.is_near
    assert check_certificate(verdict.certificate).kind == "refutation"
    assert {name: float(value) for name, value in verdict.counterexample.items()} == (
        pytest.approx(near, rel=1e-7)
    )
    again = boundcalc.recheck(verdict.certificate)
    assert (again.counterexample, again.is_near) == (verdict.counterexample, True)
    assert f"near {next(iter(near))} = " in str(verdict)
    assert verdict.to_dict()["is_near"] is True


def test_a_relation_that_holds_at_the_solution_is_not_refuted():
    assert not boundcalc.prove(r"k \le 1.7320509", where="k > 0", assume="k^2 = 3").is_refuted
    assert not boundcalc.prove(r"k \ge 1.7320508", where="k > 0", assume="k^2 = 3").is_refuted


def test_where_a_rational_point_fails_it_is_shown():
    verdict = boundcalc.prove("x + y <= 7/5 - 1/100", where="x, y real", assume="x^2 + y^2 = 1")

    assert verdict.is_refuted
    assert not verdict.is_near
    x, y = verdict.counterexample["x"], verdict.counterexample["y"]
    assert x**2 + y**2 == 1
    assert x + y > Fraction(139, 100)


def test_rows_of_documents_are_refuted_at_rational_points_alone():
    verdict = prove_goal(read_goal(r"k \le 17/10", where="k real", assume="k^2 = 3"))

    assert verdict.kind is boundcalc.VerdictKind.UNKNOWN
    assert "it fails at a solution of the assumptions near k = 1.7320508," in verdict.method


@pytest.mark.parametrize("at_solutions", [False, True])
def test_no_proof_is_looked_for_of_what_fails_at_a_solution(at_solutions):
    goal = read_goal(r"f \le 0", where="f, p real", assume=r"f = p \ln p")  # a rational point holds

    verdict = prove_goal(goal, at_solutions=at_solutions, work=5)

    assert verdict.is_refuted is at_solutions
    assert at_solutions or "it fails at a solution of the assumptions near" in verdict.method


@pytest.mark.parametrize(
    ("box", "bound"),
    [
        ([0, "173/100", "174/100"], "174/100"),  # fails in a part of it
        ([0, "173/100", "174/100"], "17321/10000"),
        ([0, "16/10", "17/10"], "15/10"),  # has no solution
        ([0, "174/100", "175/100"], "17/10"),
        ([1, "173/100", "174/100"], "17/10"),  # no such assumption
        ([True, "173/100", "174/100"], "17/10"),
        ([0, "174/100", "173/100"], "17/10"),
        ([0, "-2", "2"], "-3"),
        ("174/100", "17/10"),  # no solution
        (["0", "173/100", "174/100"], "17/10"),
    ],
)
def test_a_box_in_which_it_may_hold_refutes_nothing(box, bound):
    goal = read_goal(r"k \le 17/10", where="k real", assume="k^2 = 3").to_json()
    made = {"version": 1, "kind": "refutation", **goal, "point": {"k": [0, "173/100", "174/100"]}}
    assert check_certificate(made).kind == "refutation"
    forged = {
        **made,
        "conclusion": ["<=", ["symbol", "k"], ["number", bound]],
        "point": {"k": box},
    }

    with pytest.raises(Rejected):
        check_certificate(forged)


def test_a_box_is_exported_to_no_other_kernel():
    verdict = boundcalc.prove(r"k \le 17/10", where="k real", assume="k^2 = 3")

    with pytest.raises(NotExported, match="a solution in a box"):
        coq_file(verdict.certificate)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("assume", "said"),
    [
        ("x^2 = -2", "they contradict each other"),
        ("e^{x} + e^{-x} = 1", "the claim may be empty|they contradict each other"),
        ("(x - y)^2 + (x y - 2)^2 = 0", "the claim may be empty"),  # x = y = sqrt 2
    ],
)
def test_where_no_solution_is_proved_to_exist_it_is_said(assume, said):
    with pytest.raises(boundcalc.DomainError, match=said):
        boundcalc.prove(r"x + 0 y \le 5", where="x, y real", assume=assume)


def test_a_solution_that_another_assumption_excludes_is_no_witness():
    with pytest.raises(boundcalc.DomainError, match="no point of the domain"):
        boundcalc.prove(r"k \le 2", where="k real", assume=["k^2 = 3", r"|k| \le 17/10"])


@pytest.mark.few(8)
@pytest.mark.parametrize(
    "entry",
    [
        [0, "1", "3/2"],  # no change of sign
        [0, "2", "1"],
        [0, "7/4", "7/4"],
        [1, "1", "2"],  # no such assumption
        ["0", "1", "2"],
        [True, "1", "2"],
        [0, "1"],
        [0, "1", "2", "3"],
        [],
        ["0"],
        {"low": "1", "high": "2"},
        None,
        "7/4",
        [0, "-2", "2"],
        [0, 1, 2],
        [0, "1", "nan"],
    ],
)
def test_a_box_without_a_proved_solution_is_rejected(entry):
    certificate = copy.deepcopy(dict(boundcalc.prove(SQUARE[0], where=SQUARE[1],
                                                     assume=SQUARE[2]).certificate))  # fmt: skip
    certificate["witness"] = {"k": [0, "1", "2"]}
    assert check_certificate(certificate).kind == "proof"
    certificate["witness"] = {"k": entry}

    with pytest.raises(Rejected):
        check_certificate(certificate)


X, Y, ZERO = ["symbol", "x"], ["symbol", "y"], ["number", "0"]
LINE = {"low": None, "high": None, "low_closed": False, "high_closed": False}


def accepts(facts, witness, **ranges):
    variables = {name: {**LINE, **ranges.get(name, {})} for name in witness}
    try:
        check_certificate(
            {
                "version": 1,
                "kind": "proof",
                "variables": variables,
                "assumptions": facts,
                "conclusion": ["=", ZERO, ZERO],
                "witness": witness,
                "proof": "auto",
            }
        )
    except Rejected:
        return False
    return True


def test_equations_of_a_box_are_continuous_defined_and_each_of_one_variable():
    half, two = ["number", "1/2"], ["number", "2"]
    steps = ["=", ["floor", X], half]
    inverse = ["=", ["divide", ["number", "1"], X], ZERO]
    root = ["=", ["sqrt", X], half]
    circle = ["=", ["add", ["power", X, two], ["power", Y, two]], ["number", "1"]]

    assert accepts([root], {"x": [0, "0", "1"]})
    assert not accepts([steps], {"x": [0, "0", "2"]})  # jumps over the value
    assert not accepts([inverse], {"x": [0, "-1", "1"]})  # has none at 0
    assert not accepts([root], {"x": [0, "-1", "1"]})
    assert accepts([circle], {"x": [0, "1/2", "2"], "y": "1/2"})
    assert not accepts([circle], {"x": [0, "1/2", "2"], "y": [0, "0", "1"]})
    assert not accepts([circle], {"x": [0, "1/2", "2"]})  # y is missing
    assert not accepts([["<=", *circle[1:]]], {"x": [0, "1/2", "2"], "y": "1/2"})


def test_the_interval_lies_in_the_range_and_integers_have_none():
    root = ["=", ["power", X, ["number", "2"]], ["number", "2"]]

    assert accepts([root], {"x": [0, "1", "2"]}, x={"low": "1", "low_closed": True})
    assert not accepts([root], {"x": [0, "1", "2"]}, x={"low": "1"})
    assert not accepts([root], {"x": [0, "1", "2"]}, x={"high": "3/2"})
    assert not accepts([root], {"x": [0, "1", "2"]}, x={"integer": True})


def test_other_assumptions_hold_in_the_whole_box_or_at_its_points():
    root = ["=", ["power", X, ["number", "2"]], ["number", "2"]]

    assert accepts([root, [">=", X, Y]], {"x": [0, "1", "2"], "y": "1"})
    assert not accepts([root, [">=", X, Y]], {"x": [0, "1", "2"], "y": "3/2"})
    assert not accepts([root, [">=", Y, ZERO]], {"x": [0, "1", "2"], "y": "-1"})
    assert not accepts([root, ["=", X, Y]], {"x": [0, "1", "2"], "y": "1"})


def test_in_a_box_facts_and_conclusions_are_decided_by_normal_forms_too() -> None:
    """Where no enclosure tells, as of k k = k^2 at each point of a box."""
    k, j = ["symbol", "k"], ["symbol", "j"]
    line = {"low": "0", "high": "9", "low_closed": True, "high_closed": True}
    square, both = ["power", k, ["number", "2"]], ["add", k, j]
    written = ["add", square, ["multiply", ["number", "2"], j, k], ["power", j, ["number", "2"]]]
    certificate = {
        "version": 1, "kind": "refutation", "variables": {"k": line, "j": line},
        "assumptions": [["=", square, ["number", "3"]], ["<=", ["multiply", k, k], square]],
        "conclusion": ["!=", ["power", both, ["number", "2"]], written],
        "point": {"k": [0, "1", "2"], "j": "1"},
    }  # fmt: skip
    assert check_certificate(certificate).kind == "refutation"
    for wrong in (["number", "3"], ["number", "0"], ["add", written, ["number", "1"]]):
        conclusion = ["!=", ["power", both, ["number", "2"]], wrong]
        with pytest.raises(Rejected, match="does not fail"):
            check_certificate({**certificate, "conclusion": conclusion})
    for wrong in (["<", ["multiply", k, k], square], ["=", ["multiply", k, k], ["number", "2"]]):
        with pytest.raises(Rejected, match="may fail"):
            check_certificate(
                {**certificate, "assumptions": [certificate["assumptions"][0], wrong]}
            )
