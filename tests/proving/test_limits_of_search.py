"""Hopeless relations end within their limit, with UNKNOWN or an error that says why."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq

import boundcalc
from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.arithmetic import INF
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.proofs import read_goal as read_terms
from boundcalc.checker.terms import limited_work, number, read_rational
from boundcalc.judgements import VerdictKind
from boundcalc.language import Domain, ExpressionError, Symbol, interval
from boundcalc.proving import prove_goal
from boundcalc.proving import search as search_module
from boundcalc.proving.counterexamples.refuter import Refuter
from boundcalc.proving.numeric_hints import float_points
from boundcalc.proving.search import OutOfWork, Search
from boundcalc.proving.simplex import solve
from boundcalc.proving.term_translation import number_text
from boundcalc.relation_prover import read_goal
from tests.clocks import be_busy

MANY = [f"x_{{{number}}}" for number in range(100)]
HOPELESS = {
    "a hundred variables": (
        f"{'+'.join(f'{x}^2' for x in MANY)} \\ge \\sqrt{{{'+'.join(f'{x}^4' for x in MANY)}}}",
        "; ".join(f"{x} real" for x in MANY),
    ),
    "huge numbers": (r"10^{10^{10}} \ge 3^{10^{10}} + x", "x in [0, 1]"),
    "a huge power": (r"x^{10^{10}} \le x^{10^{10} - 1} - 10^{-10^{10}}", "x in [1/2, 1]"),
    "a tower": (r"e^{e^{e^{x}}} \ge e^{e^{x^2}}", "x real"),
    "a long sum": (r"\sum_{i=1}^{10000000} \frac{1}{i} \le 15 + x", "x in [0, 1]"),
    "sums in sums": (
        r"\sum_{i=1}^{2000} \sum_{j=1}^{2000} \frac{x}{i+j} \le 10^4 x",
        "x in [0, 1]",
    ),
    "a symbolic sum": (
        r"\sum_{i=0}^{n} q^i \le \frac{0.99999}{1-q}",
        "q in (0, 1); n integer >= 0",
    ),
    "a large factorial": (r"10000000! \ge x", "x in [0, 1]"),
    "a factorial of a factorial": (r"(100!)! \ge x", "x in [0, 1]"),
    "a large binomial coefficient": (r"\binom{10^{12}}{10^{11}} \ge x", "x in [0, 1]"),
    "a long product": (
        "".join(f"(x+{number})" for number in range(300)) + r" \ge x^{300} + 10^{700}",
        "x nonnegative",
    ),
    "many terms": (
        f"{'+'.join(f'x^{{{number}}}' for number in range(2, 1500))} \\le 1500 x",
        "x in [0, 1]",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOPELESS)
def test_a_hopeless_relation_ends(name):
    relation, where = HOPELESS[name]
    verdict = boundcalc.prove(relation, where=where)

    assert not verdict.is_proved or verdict.certificate
    if verdict.kind is boundcalc.VerdictKind.UNKNOWN:
        assert verdict.method.startswith("Neither a proof nor a counterexample was found: ")


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("relation", "where", "kind"),
    [
        (r"x \le 2x", "x in [0, 10^{400}]", "PROVED"),
        # A common factor has more digits than Python writes.
        (r"10^{-4400} x \le 10^{-4400}", "x in [1/10, 1)", "PROVED"),
        (r"x^2 \ge x", "x in [10^{400}, 10^{500}]", "PROVED"),
        (r"\ln x \le -900", "x in (0, 10^{-400}]", "PROVED"),
        (r"x \ge 10^{-400} y + 10^{-9}", "x in [1, 2]; y in [0, 10^{400}]", "REFUTED"),
        (r"\frac{1}{x} \ge 10^{-100}", "x positive", "REFUTED"),
        (r"\ln(1+n) \le 200", "n integer >= 1", "REFUTED"),
        (r"\ln \frac{1}{x} \le 200", "x in (0, 1]", "REFUTED"),
    ],
)
def test_numbers_beyond_doubles_do_no_harm(relation, where, kind):
    assert boundcalc.prove(relation, where=where).kind.value == kind


@pytest.mark.parametrize(
    "where",
    [
        "x in (0, 10^{5000}]",
        {"x": Domain(lower=Fraction(0), upper=Fraction(10**5000))},
        {"x": Domain(lower=Fraction(1, 10**5000), upper=Fraction(1))},
    ],
)
def test_an_end_that_no_certificate_holds_is_refused(where):
    with pytest.raises(boundcalc.BoundError, match="at most 4000"):
        boundcalc.prove(r"x \ge 0", where=where)


def test_the_checker_refuses_a_number_that_python_does_not_write():
    with pytest.raises(Rejected, match="no rational number"):
        read_rational(number_text(Fraction(1, 10**5000)))


def looked_at(claim, work):
    search = Search(work, 360_000)
    with pytest.raises(OutOfWork):
        search.run(claim)
    return search.looked


@pytest.mark.slow
def test_a_last_resort_takes_no_work_from_the_search(monkeypatch):
    goal = read_goal(r"\ln(1+x)\ln(1+y) \le 0.999999 x y", where="x, y positive")
    claim = read_terms(goal.to_json())
    looked = looked_at(claim, 250)
    monkeypatch.setattr(search_module, "LAST", 0)

    assert looked == looked_at(claim, 250)


@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        pytest.param(r"2^x+4^{1/x} \ge 2^{1+\sqrt{2}}", "x positive", (), marks=pytest.mark.slow),
        pytest.param(r"\frac{2^x+3^x}{2} \ge 6^{x/2}", "x real", (), marks=pytest.mark.slow),
        pytest.param(
            r"1-\Phi(a-b) \le e^{-\frac{(a-b)^2}{2}}",
            "a, b real",
            (r"a \ge b",),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_last_resort_proves(relation, where, assume):
    found = boundcalc.prove(relation, where=where, assume=assume)

    assert check_certificate(found.certificate).kind == "proof"


def test_what_a_hundred_goals_prove_is_not_refuted_at_length(monkeypatch):
    def thorough(refuter):
        raise AssertionError("a counterexample costs more than the first round")

    monkeypatch.setattr(Refuter, "thorough", thorough)
    monkeypatch.setattr(search_module, "TASTE", 1)
    assumed = (r"|h - p| \le s", "h < c")
    goal = read_goal("p < c + s", where="c, h, p in [0, 1]; s in (0, 1)", assume=assumed)

    assert prove_goal(goal).kind is VerdictKind.PROVED


def test_a_fact_that_is_negated_bounds_what_is_drawn():
    far = ("add", ("symbol", "v"), ("negate", number(1000)))
    near = ("add", number(1001), ("negate", ("symbol", "v")))
    facts = ((">=", ("negate", ("negate", far))), (">", ("negate", ("negate", ("negate", far)))))
    line = {"v": Range(-INF, INF, False, False)}

    below = (">=", ("negate", ("negate", near)))
    assert len(float_points(Context(line, (facts[0], below)), 6)) == 6
    assert not float_points(Context(line, facts), 6)


def test_an_expression_that_is_too_large_is_an_error():
    def grown(part):
        for _ in range(60):
            part = part * part + part
        return part

    with pytest.raises(ExpressionError, match="parts"):
        grown(Symbol("x", interval("[0, 1]")))


def test_nesting_is_limited():
    with pytest.raises(boundcalc.ReaderError, match="nest"):
        boundcalc.prove("(" * 10_000 + "x" + ")" * 10_000 + r" \le x", where="x in [0, 1]")


# The peak of this process alone: what getrusage says of a child begins at the peak of its parent.
STATUS = Path("/proc/self/status")
MEMORY = rf"""
import sys
import boundcalc
for line in sys.stdin:
    relation, where = line.split("\t")
    boundcalc.prove(relation, where=where)
lines = open("{STATUS}").read().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
"""


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="the system does not say what a process has used")
def test_what_is_hopeless_takes_little_memory():
    names = ("a hundred variables", "huge numbers", "a tower", "a long product")
    done = subprocess.run(
        [sys.executable, "-c", MEMORY],
        input="".join("\t".join(HOPELESS[name]) + "\n" for name in names),
        capture_output=True,
        text=True,
        check=True,
    )

    assert int(done.stdout) < 200_000  # kilobytes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where"),
    [HOPELESS["a hundred variables"], (r"e^{2x} \le 1+2x+4x^2", "x in [0, 1/2]")],
    ids=["unknown", "proved"],
)
def test_without_a_limit_of_time_no_clock_decides(relation: str, where: str, monkeypatch):
    goal = read_goal(relation, where=where)
    first = prove_goal(goal, effort=2000)
    be_busy(monkeypatch)
    again = prove_goal(goal, effort=2000)

    assert (again.kind, again.method, again.steps) == (first.kind, first.method, first.steps)
    assert again.certificate == first.certificate
    assert "time" not in first.method


def test_a_limit_of_time_holds_for_those_who_ask():
    verdict = boundcalc.prove(*HOPELESS["a huge power"][:1], where="x in [1/2, 1]", seconds=1e-9)

    assert verdict.kind is boundcalc.VerdictKind.UNKNOWN
    assert verdict.method.endswith("the limit of time was reached.")


@pytest.mark.few(1)
@pytest.mark.parametrize("effort", [1000, 2000])
def test_the_work_of_a_search_is_limited(effort: int):
    goal = read_goal(HOPELESS["a hundred variables"][0], where=HOPELESS["a hundred variables"][1])
    verdict = prove_goal(goal, effort=effort)

    assert verdict.kind is boundcalc.VerdictKind.UNKNOWN
    assert verdict.method == (
        "Neither a proof nor a counterexample was found: "
        f"the limit of {effort} steps of arithmetic was reached."
    )


SCRIPT = r"""
import json
from boundcalc.relation_prover import read_goal
from boundcalc.proving import prove_goal
from boundcalc.proving import search as search_module
from boundcalc.proving.search import OutOfWork, Search
goals = [
    (r"e^{2x} \le 1+2x+4x^2", "x in [0, 1/2]"),
    (r"\min\{1, \frac{\ln 2}{y-2}\} \le \frac{2+\ln 2}{y}", "y > 2"),
    (r"\sqrt{a+b} \le \sqrt{a} + \sqrt{b}", "a, b nonnegative"),
    (r"p\ln\frac{p}{q}+(1-p)\ln\frac{1-p}{1-q} \ge 2(p-q)^2", "p, q in (0, 1)"),
    (r"p\ln\frac{p}{q}+(1-p)\ln\frac{1-p}{1-q} \ge 2.0001(p-q)^2", "p, q in (0, 1)"),
    (r"x y + y z + z x \le x^2 + y^2 + z^2", "x, y, z real"),
    (r"|x + y| \le |x| + |y|", "x, y real"),
    (r"n! \ge 2^{n-1}", "n integer >= 1"),
]
for relation, where in goals:
    goal = read_goal(relation, where=where)
    verdict = prove_goal(goal, work=150)
    print(json.dumps([verdict.kind.value, verdict.certificate, verdict.steps, verdict.method]))
"""


@pytest.mark.slow
def test_verdicts_and_certificates_do_not_depend_on_the_order_of_sets():
    """Fresh processes with different hashes of strings print the same, byte for byte."""
    texts = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2024")
    }

    assert len(texts) == 1
    assert "PROVED" in texts.pop()


def test_a_linear_program_counts_as_steps_of_arithmetic():
    columns = [{row: fmpq(row * place % 7 + 1) for row in range(12)} for place in range(30)]
    target = {row: fmpq(row % 5 + 1) for row in range(12)}
    left = [10**6]
    with limited_work(left):
        solve(columns, target, [0] * 30)

    assert left[0] < 10**6
    with limited_work([(10**6 - left[0]) // 2]), pytest.raises(Rejected, match="too much work"):
        solve(columns, target, [0] * 30)
