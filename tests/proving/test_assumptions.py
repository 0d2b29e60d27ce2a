"""Assumptions that bound an expression, and assumptions that hold everywhere."""

import pytest

import boundcalc
from boundcalc.checker import check_certificate
from boundcalc.judgements import VerdictKind
from boundcalc.proving.prove import prove_goal
from boundcalc.relation_prover import read_goal

INVERSE = r"e^{3\varepsilon}q+\hat{\delta}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        (
            rf"\log_2(1-q)-\log_2(1-({INVERSE})) \le \log_2(e)\cdot(-q+{INVERSE}+2({INVERSE})^2)",
            r"\varepsilon in (0,1/2]; \hat{\delta} in (0,1/30]; q in [0,1/2)",
            rf"{INVERSE} \le 1/2",
        ),
        (r"e^{a k} \le 1 + a k + (a k)^2", "a in (0, 1]; k positive", r"a k \le 1"),
        (r"\ln(1+x y) \ge x y - (x y)^2", "x in [-3, 3]; y in (0, 3]", r"x y \ge -1/2"),
    ],
)
def test_an_expression_that_is_bounded_is_taken_as_a_variable(relation, where, assume):
    verdict = boundcalc.prove(relation, where=where, assume=assume)

    assert check_certificate(verdict.certificate).kind == "proof"


def test_the_bound_is_needed():
    relation = rf"\log_2(1-q)-\log_2(1-({INVERSE})) \le \log_2(e)\cdot(-q+{INVERSE}+2({INVERSE})^2)"
    where = r"\varepsilon in (0,1/2]; \hat{\delta} in (0,1/30]; q in [0,1/2)"
    verdict = boundcalc.prove(relation, where=where, assume=rf"{INVERSE} \le 24/25")

    assert check_certificate(verdict.certificate).kind == "refutation"


@pytest.mark.parametrize(
    "assume",
    [r"e^{x+1} = e \cdot e^x", r"\ln(2x) = \ln 2 + \ln x", r"2^{x+y} = 2^x \cdot 2^y"],
)
def test_an_identity_as_assumption_has_a_witness(assume):
    verdict = boundcalc.prove(r"x + y \ge 0", where="x, y in (0, 1]", assume=assume)

    assert check_certificate(verdict.certificate).kind == "proof"


def test_an_assumption_with_ties_has_a_witness_that_the_checker_accepts():
    larger = r"\max\left\{\frac{2B}{\sigma\tau}, \frac{\ln(6/\beta)}{\tau^2}\right\}"
    verdict = boundcalc.prove(
        r"\frac{2B}{\sigma n} \le \tau",
        where=r"B, n integer >= 1; \beta, \tau in (0, 1); \sigma positive",
        assume=[rf"n \ge {larger}", rf"{larger} \ge \frac{{2B}}{{\sigma\tau}}"],
    )

    assert check_certificate(verdict.certificate).kind == "proof", verdict.method


@pytest.mark.parametrize(
    "assume", [r"e^{x+1} = 2.7 \cdot e^x", r"\ln(2x) = \ln 2 + \ln x + 1", r"e^{x} \le 1"]
)
def test_what_holds_nowhere_is_an_error(assume):
    with pytest.raises(boundcalc.DomainError, match="no point of the domain"):
        boundcalc.prove(r"x \ge 1", where="x in (0, 1]", assume=assume)


@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        (r"T \le 1/p", "T integer >= 1; p in [0, 1]", [r"p T \le 1", "p > 0"]),
        (r"\ln(1 - p) \le -p", "p in [0, 1]", ["p < 1"]),
    ],
)
def test_an_end_that_a_fact_excludes_is_open(relation, where, assume):
    assert boundcalc.prove(relation, where=where, assume=assume).is_proved
    assert not boundcalc.prove(relation, where=where, assume=assume[:-1]).is_proved


@pytest.mark.slow
@pytest.mark.parametrize("assume", [["a = x", "b = x^n"], ["x = a", "b = y", "y = x^{n - 1 + 1}"]])
def test_symbols_that_are_equal_are_one(assume):
    where = "a, b, x, y real; n integer >= 1"

    assert boundcalc.prove("b = a^n", where=where, assume=[*assume, "x > 0"]).is_proved
    assert not boundcalc.prove("b = a^{n + 1}", where=where, assume=[*assume, "x > 0"]).is_proved
    assert not boundcalc.prove("b = a^n", where=where, assume=[*assume[1:], "x > 0"]).is_proved


SUMMED = ["a^2 - c = 3", r"\frac{e^c}{2} + \ln b = 4 + \frac{e^c}{2}"]


def test_an_equality_is_a_sum_of_equations():
    where = "a, c real; b positive"
    verdict = boundcalc.prove(r"a^2 + 2 \ln b = 11 + c", where=where, assume=SUMMED)

    assert check_certificate(verdict.certificate).kind == "proof"
    assert verdict.steps <= 15  # two combinations, and enclosures for what they presume
    for given in (SUMMED[:1], SUMMED[1:]):
        assert not boundcalc.prove(r"a^2 + 2 \ln b = 11 + c", where=where, assume=given).is_proved
    assert not boundcalc.prove(r"a^2 + 2 \ln b = 12 + c", where=where, assume=SUMMED).is_proved


def test_an_equation_helps_where_a_fact_alone_tells_a_sign():
    """The box does not tell that n is not zero, so that the normal form of x / n stays."""
    relation, where = r"n (\frac{x}{n} + r) x = 1 + n r x", "n, x, r real"

    assert boundcalc.prove(relation, where=where, assume=["x^2 = 1", r"n \ge 1"]).is_proved
    assert not boundcalc.prove(relation, where=where, assume=["x^2 = 2", r"n \ge 1"]).is_proved


@pytest.mark.parametrize(
    ("relation", "assume"),
    [
        (r"x \le c", ["x = y^n", r"y^n \le c"]),
        (r"x \le c", [r"x \le y^n", r"y^n \le c"]),
        ("x = z", ["x = y^n", "z = y^n"]),
        (r"x \ge c (1-y)^n", [r"c z \ge c (1-y)^n", r"x \ge c z"]),
        (
            r"x \le e^{n(c^2/8 - c t)}",
            [r"x \le e^{-c n (w+t)} z", "z = y^n", r"y^n \le e^{n(c w + c^2/8)}"],
        ),
    ],
)
def test_a_power_whose_base_may_be_negative_is_passed_on(relation, assume):
    where = "x, y, z, c, t, w real; n integer >= 1"
    goal = read_goal(relation, where=where, assume=assume)
    verdict = prove_goal(goal, work=200, effort=20_000)

    assert verdict.kind is VerdictKind.PROVED, verdict.method


def test_a_power_within_a_sum_is_left_there():
    goal = read_goal(
        r"x \le 2",
        where="x, y in [0, 1]; n integer >= 1",
        assume=[r"\sum_{i=1}^n y^i \ge x", r"x \le y^n"],
    )

    assert prove_goal(goal, work=200, effort=20_000).kind is VerdictKind.PROVED


def test_a_power_that_is_written_in_two_ways_is_not_hidden():
    goal = read_goal(
        "x = y^n",
        where="x, y, z real; n integer >= 1",
        assume=["x = (0+z)^{(n-1)+1}", "z = y", "y > 0"],
    )

    assert prove_goal(goal, work=200, effort=20_000).kind is VerdictKind.PROVED


@pytest.mark.slow
def test_a_power_is_not_passed_on_where_something_is_used_of_it():
    for relation, assume in (
        (r"x \ge 0", "x = y^n"),
        (r"x \le c", "x = y^n"),
        (r"y \ge 0", "y^n = x"),
    ):
        goal = read_goal(relation, where="x, y, c real; n integer >= 1", assume=assume)
        assert not prove_goal(goal, work=200, effort=20_000).is_proved


def test_that_no_point_was_found_is_said_without_a_search_where_nobody_reads_why():
    goal = read_goal(r"x \le 1", where="x in [0, 1]", assume=["x^2 = 2"])
    with pytest.raises(boundcalc.DomainError, match="contradict each other"):
        prove_goal(goal)
    with pytest.raises(boundcalc.DomainError, match=r"satisfies all assumptions$"):
        prove_goal(goal, is_emptiness_explained=False)


@pytest.mark.parametrize(
    ("relation", "assume"),
    [
        (r"b - 1 \ne 0", "b - 1 < 0"),
        (r"\frac{c}{b-1} (b-1) = c", "b - 1 < 0"),
        (r"\frac{a}{b} b + \frac{c - a}{b - 1} (1 - b) = 2 a - c", "b > 0; b - 1 < 0"),
        (r"\frac{c}{b - c} (b - c) = c", "b - c > 0"),
    ],
)
def test_an_assumption_excludes_a_corner_of_a_closed_box(relation, assume):
    where = "a in [0, 1], b in [0, 1], c in [0, 1]"
    verdict = boundcalc.prove(relation, where=where, assume=assume.split("; "))

    assert check_certificate(verdict.certificate).kind == "proof"
    assert boundcalc.prove(relation, where=where).kind is not VerdictKind.PROVED
