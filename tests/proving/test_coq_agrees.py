"""What is proved here and has slack is also proved by Coq's tactic `interval`, in Coq's kernel."""

import subprocess
from functools import cache

import pytest

from benchmarks.peers.coq import HEADER, run, statement
from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

TIME_LIMIT = 3600
GOALS = [
    (r"e^{p-1} \le \frac{1}{2}", "p in (0, 1/4]"),
    (r"e^{2x} \le 1 + 2x + 4x^2", "x in [1/10, 1/2]"),
    (r"\ln(1+x) < x", "x in [1/10, 2]"),
    (r"\sqrt{1+x} \le 1 + \frac{x}{2} + \frac{1}{100}", "x in [0, 1]"),
    (r"x \ln\frac{1}{x} \le 0.37", "x in [1/100, 1]"),
    (r"x^2 + y^2 + \frac{1}{10} \ge 2xy", "x, y in [0, 1]"),
    (r"\max\{x, 1-x\} \ge 0.49", "x in [0, 1]"),
    (r"|x - y| \le 1.01", "x, y in [0, 1]"),
    (r"\log_2(1 + x) \le 1.5 x + 0.1", "x in [0, 1]"),
    (r"\lfloor 2x \rfloor + \lceil x \rceil \le 9.5", "x in [0, 2.9]"),
    (r"\left(1 - \frac{1}{2x}\right)^{3} \ge \frac{1}{\pi^2}", "x in [1, 5]"),
]
FALSE = (r"e^{p-1} \le \frac{1}{2}", "p in (0, 1/2]")


@cache
def is_installed():
    try:
        subprocess.run(["coqc", "--version"], capture_output=True, check=True, timeout=3600)
    except (OSError, subprocess.SubprocessError):
        return False
    return run(HEADER, TIME_LIMIT)[0]


def goal(relation, where):
    return read_goal(relation, where=where)


@pytest.mark.parametrize(("relation", "where"), GOALS)
def test_a_goal_with_slack_is_proved(relation, where):
    assert check_certificate(prove_goal(goal(relation, where)).certificate).kind == "proof"


@pytest.mark.slow
def test_coq_agrees_with_every_proof():
    if not is_installed():
        pytest.skip("coqc and its library Interval are not installed")
    text = HEADER + "".join(statement(goal(*item)) for item in GOALS)

    assert run(text, TIME_LIMIT)[0]


@pytest.mark.slow
def test_coq_refuses_a_goal_that_is_false():
    if not is_installed():
        pytest.skip("coqc and its library Interval are not installed")

    assert prove_goal(goal(*FALSE)).is_refuted
    assert not run(HEADER + statement(goal(*FALSE)), TIME_LIMIT)[0]
