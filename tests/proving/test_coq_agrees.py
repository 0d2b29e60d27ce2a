"""What is proved here and has slack is also proved by Coq's tactic `interval`, in Coq's kernel."""

import pytest

from benchmarks.peers.coq import Session, statement
from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

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


@pytest.fixture(scope="module")
def session():
    try:
        coq = Session()
    except OSError as error:
        pytest.skip(f"Coq and its library Interval are not installed ({error})")
    yield coq
    coq.end()


def goal(relation, where):
    return read_goal(relation, where=where)


@pytest.mark.parametrize(("relation", "where"), GOALS)
def test_a_goal_with_slack_is_proved(relation, where):
    assert check_certificate(prove_goal(goal(relation, where)).certificate).kind == "proof"


@pytest.mark.slow
@pytest.mark.parametrize(("relation", "where"), GOALS)
def test_coq_agrees_with_every_proof(session, relation, where):
    assert session.proves(statement(goal(relation, where)))[0]


@pytest.mark.slow
def test_coq_refuses_a_goal_that_is_false(session):
    assert prove_goal(goal(*FALSE)).is_refuted
    assert not session.proves(statement(goal(*FALSE)))[0]


@pytest.mark.slow
def test_a_limit_ends_coq_and_lets_nothing_pass(session):
    long = "forall x : R, 0 <= x -> x <= 1 -> x - x - 1 / 10 ^ 9 <= 0.\n"
    proof = "Proof. intros. interval with (i_bisect x, i_depth 60). Qed.\n"

    other = Session()
    assert other.proves(f"{long}{proof}", limit=0.2) == (False, 0.2)
    assert other.has_ended
    assert not session.has_ended
