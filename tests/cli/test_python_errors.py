"""Wrong use from Python: every error is a BoundError; answers can be kept in sets."""

import pytest

import boundcalc
from boundcalc import BoundError, Rejected

THRESHOLDOUT = "adaptive-queries/thm-3.3"
GIVEN = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000}


@pytest.mark.parametrize(
    "call",
    [
        lambda: boundcalc.solve(None, tau=0.1),
        lambda: boundcalc.solve(3, tau=0.1),
        lambda: boundcalc.solve("n", tau=None),
        lambda: boundcalc.theorem(None),
        lambda: boundcalc.table("n", theorem=None),
        lambda: boundcalc.sheet("n", tau=[], beta=0.05),
        lambda: boundcalc.audit(sigma=None, epsilon=1, delta=1e-5),
        lambda: boundcalc.prove(None),
        lambda: boundcalc.recheck(None),
        lambda: boundcalc.recheck({}),
        lambda: boundcalc.check(None),
        lambda: boundcalc.check(5),
        lambda: boundcalc.check(b"x"),
        lambda: boundcalc.check("x.tex", seconds="1"),
        lambda: boundcalc.check("x.tex", jobs=(1, 2)),
        lambda: boundcalc.check("x.tex", cache=3),
        lambda: boundcalc.check("x.tex", theorems=3),
        lambda: boundcalc.check("x.tex", theorems="abc"),
        lambda: boundcalc.check("x.tex", proofs=[None]),
        lambda: boundcalc.prove("1 < 2", assume=None),
        lambda: boundcalc.prove("1 < 2", assume=3),
        lambda: boundcalc.sheet("n", theorems=None, tau=[1]),
        lambda: boundcalc.solve("n", theorem=3, tau=0.1),
        lambda: boundcalc.sheet("n", theorems=[3], tau=[1]),
        lambda: boundcalc.explain("n"),
        lambda: boundcalc.explain("n", tau=[0.1, 0.2]),
        lambda: boundcalc.compare("n"),
        lambda: boundcalc.compare("n", tau=[]),
        lambda: boundcalc.compare("n", tau=[None, 1]),
        lambda: boundcalc.compare("n", tau=[0.1, 0.2], k=[1, 2]),
        lambda: boundcalc.interval(None),
        lambda: boundcalc.prove("x < y", where=3),
    ],
)
def test_wrong_use_is_an_error_of_boundcalc(call) -> None:
    with pytest.raises(BoundError):
        call()


def test_a_rejected_certificate_is_also_an_error_of_the_checker() -> None:
    with pytest.raises(Rejected, match="object of JSON"):
        boundcalc.recheck(None)


def test_equal_answers_are_one_in_a_set() -> None:
    theorem = boundcalc.theorem(THRESHOLDOUT)
    answers = [theorem.solve(n=None, **GIVEN) for _ in range(2)]

    assert answers[0] == answers[1]
    assert len(set(answers)) == 1


def test_one_id_is_a_list_of_one():
    given = {"alpha": "0.05", "m": [1, 2]}
    id = "max-information/cor-C.2.sharpened"

    one = boundcalc.sheet("gamma", theorems=id, **given)
    assert one.to_dict() == boundcalc.sheet("gamma", theorems=[id], **given).to_dict()
