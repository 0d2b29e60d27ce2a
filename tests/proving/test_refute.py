"""The search for counterexamples: false by a hair, on a sliver, far out, or at one point only."""

from fractions import Fraction

import pytest

from boundcalc.enclosures.decisions import Truth
from boundcalc.proving.counterexamples import refuter
from boundcalc.proving.counterexamples.refuter import Refuter, find_counterexample
from boundcalc.proving.counterexamples.sampling import in_domain, truth_of_assumptions
from boundcalc.proving.counterexamples.stationary import stationary_point
from boundcalc.relation_prover import read_goal
from tests.proving.test_soundness import gap

BY_A_HAIR = [
    (r"\cosh", r"\frac{e^x+e^{-x}}{2} \le e^{0.4999999x^2}", "x real"),
    ("steep", r"e^{1000000x} \ge 1+1000001x", "x real"),
    ("kink", r"\min\left\{1, \frac{\ln 2}{y-2}\right\} \le \frac{2.693147}{y}", "y > 2"),
    ("valley", r"(x-y)^2 + (x-\frac{1}{3})^2 \ge 10^{-20}", "x, y in [0, 1]"),
    ("narrow", r"(x-\sqrt{2})^2 \ge 10^{-30}", "x in [0, 2]"),
    ("end", r"x + \frac{1}{x} \ge 2 + 10^{-25}", "x positive"),
    ("entropy", r"p\ln\frac{p}{q}+(1-p)\ln\frac{1-p}{1-q} \ge 2.0001(p-q)^2", "p, q in (0, 1)"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("relation", "where"), [case[1:] for case in BY_A_HAIR])
def test_what_fails_by_a_hair_is_refuted(relation, where):
    goal = read_goal(relation, where=where)
    point = find_counterexample(goal)

    assert point is not None
    assert gap(goal.conclusion, point, 100) < 0


BALL = r"(x+2y-z-0.1234567)^2 + (y-3z-0.7654321)^2 + (x-z-0.33331)^2 \ge"


@pytest.mark.parametrize(
    ("relation", "where", "is_found"),
    [
        (rf"{BALL} 10^{{-14}}", "x, y, z real", True),
        (rf"{BALL} 0", "x, y, z real", False),
        (rf"{BALL} 10^{{-14}}", "x in [1, 2]; y, z real", False),  # the point is not in the domain
        (r"(x-y)^2 \ge 10^{-14}", "x, y real", True),  # on a line
        (r"e^x \ge x", "x real", False),  # of no degree
    ],
)
def test_a_quadratic_that_fails_in_a_tiny_ball_fails_where_it_has_no_slope(
    relation, where, is_found
):
    goal = read_goal(relation, where=where)
    points = [point for point in stationary_point(goal) if in_domain(goal, point)]

    assert any(gap(goal.conclusion, point, 100) < 0 for point in points) == is_found
    assert (Refuter(goal).brief() is not None) == is_found


@pytest.mark.parametrize(
    ("relation", "least"),
    [
        (r"\left(1+\frac{1}{n}\right)^n \le 2.71828", 743_000),
        (r"\ln n \le 20", 485_165_196),
        (r"n \le 10^{12}", 10**12 + 1),
    ],
)
def test_integers_are_looked_at_far_out(relation, least):
    point = find_counterexample(read_goal(relation, where="n integer >= 1"))

    assert point is not None
    assert point["n"] >= least


def test_a_strict_relation_fails_at_a_tie():
    goal = read_goal(r"n! < e \sqrt{n} \left(\frac{n}{e}\right)^n", where="n integer >= 1")

    assert find_counterexample(goal) == {"n": 1}


@pytest.mark.parametrize(
    ("relation", "where", "point"),
    [
        (r"\frac{1}{1-\frac{u}{3}} \ge 0", "u in [0, 3]", {"u": 3}),
        (r"\sqrt{x} \ge 0", "x >= -1", {"x": -1}),
        (r"\ln x \le x", "x nonnegative", {"x": 0}),
    ],
)
def test_a_side_without_value_refutes(relation, where, point):
    assert find_counterexample(read_goal(relation, where=where)) == point


def test_assumptions_hold_at_a_counterexample():
    assume = [r"\varepsilon \le \frac{4\ln\frac{1}{p}}{\varepsilon m}+\frac{2\delta}{p}"]
    where = r"p in (0, 1]; \varepsilon in (0, 1/8]; \delta nonnegative; m integer >= 1"
    relation = r"p \le \max\{3\delta/\varepsilon, e^{-\varepsilon^2 m/8}\}"
    goal = read_goal(relation, where=where, assume=assume)
    point = find_counterexample(goal)

    assert point is not None
    assert gap(goal.assumptions[0], point) > 0
    assert gap(goal.conclusion, point) < 0


@pytest.mark.slow
@pytest.mark.parametrize("share", ["0.51", "0.501", "0.5001"])
def test_the_walk_follows_the_edges_of_the_assumptions(share):
    assume = [r"\varepsilon \le a+b", rf"a < {share}\varepsilon"]
    where = r"a, b nonnegative; \varepsilon in (0, 1/8]"
    goal = read_goal(r"b \ge \frac{\varepsilon}{2}", where=where, assume=assume)
    point = find_counterexample(goal)

    assert point is not None
    assert all(gap(relation, point) > 0 for relation in goal.assumptions)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"e^x \ge 1 + x", "x real"),
        (r"x^2 + y^2 \ge 2xy", "x, y real"),
        (r"x \ln x \ge -\frac{1}{e}", "x positive"),
        (r"n! \le n^n", "n integer >= 1"),
    ],
)
def test_what_is_true_has_no_counterexample(relation, where):
    assert find_counterexample(read_goal(relation, where=where)) is None


def test_normal_forms_are_asked_last_whether_assumptions_hold(monkeypatch):
    """At most samples both sides of the assumption are equal, which balls do not tell."""
    goal = read_goal(
        r"e^{-x} \le y",
        where="x in (0, 5]; y in (0, 1)",
        assume=r"\max\{x, \ln(1+y)\} \ge \ln(1+y)",
    )
    asked = []
    original = refuter._is_accepted
    monkeypatch.setattr(refuter, "DOUBTS", 0)
    monkeypatch.setattr(
        refuter, "_is_accepted", lambda *given: asked.append(given) or original(*given)
    )
    point = find_counterexample(goal)

    assert point is not None
    assert truth_of_assumptions(goal, asked[0][1]) is Truth.TRUE


def test_a_counterexample_in_plain_sight_is_short():
    point = Refuter(read_goal(r"e^{6x} - 1 \le 12x", where="x in (0, 1/2]")).brief()

    assert point is not None
    assert point["x"] <= Fraction(1, 2)
    assert point["x"].denominator <= 10


def test_no_point_is_looked_at_after_the_deadline():
    refuter = Refuter(read_goal("x = y", where="x, y real"), deadline=0.0)

    assert refuter.brief() is None
    assert refuter.thorough() is None
