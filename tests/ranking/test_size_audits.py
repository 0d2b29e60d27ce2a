"""Audits of sample sizes: enough by a theorem, too few for plain and noisy answers, or open."""

import json
from dataclasses import replace

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.language import PopulationAccuracy, Source, Theorem, ln, maximum, sqrt
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.interactions import AnswersFail
from boundcalc.library import load_library
from boundcalc.problems.outcomes import Finding
from boundcalc_theorems.notation import beta, m, n
from tests.asking import audit_any

LIMITS = tuple(
    theorem for theorem in load_library().theorems if isinstance(theorem.conclusion, AnswersFail)
)
ASKED = {"tau": "0.1", "beta": "0.05", "m": 1000}
_NEED = 5 * sqrt(ln(m / beta) / n)  # n = 2500 ln(20000) = 24758.7


def made_up(tau):
    return Theorem(
        id="made-up/size",
        title="Accuracy that a test made up",
        parameters=[n, m, beta],
        conclusion=PopulationAccuracy(tau=tau, beta=beta),
        source=Source(key="sorrell_lecture_18", locator="nowhere"),
    )


PLAIN = (made_up(_NEED), *LIMITS)
TURNING = (made_up(maximum(_NEED, n / 10**7)), *LIMITS)  # says less from n = 10^6 on


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("library", "size", "finding"),
    [
        (PLAIN, 24759, Finding.HOLDS),
        (PLAIN, 10**9, Finding.HOLDS),
        (PLAIN, 24758, Finding.UNKNOWN),
        (PLAIN, 10000, Finding.UNKNOWN),  # too few for exact answers, not for noise
        (PLAIN, 100, Finding.FAILS),
        (TURNING, 10**6, Finding.HOLDS),
        (TURNING, 10**6 + 1, Finding.UNKNOWN),  # more records are not taken to suffice
    ],
)
def test_a_size_is_enough_too_few_or_open(library, size, finding):
    found = audit_any(library, {"n": size, **ASKED})

    assert found.finding is finding
    assert found.best.value == 24759
    assert (found.accuracy is not None) == (finding is Finding.HOLDS)


def test_what_is_too_few_is_so_for_some_ways_of_answering_only():
    found = audit_any(PLAIN, {"n": 10000, **ASKED})
    few = audit_any(PLAIN, {"n": 100, **ASKED})

    assert [item.way for item in found.failing] == ["exact answers"]
    assert len(few.failing) == 2
    assert str(few).startswith(f"TOO FEW for {' and '.join(item.way for item in few.failing)}  n")
    assert "no other algorithm is limited" in " ".join(str(few).split())
    assert few.to_dict()["fails_for"] == [item.way for item in few.failing]


def test_without_limits_nothing_is_too_few():
    library = (PLAIN[0], replace(TURNING[0], id="made-up/turning"))

    assert audit_any(library, {"n": 2, **ASKED}).finding is Finding.UNKNOWN


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"n": 0, **ASKED}, DomainError),
        ({"n": "0.5", **ASKED}, DomainError),
        ({"n": 10, "tau": 2, "beta": "0.05", "m": 10}, DomainError),
        ({"n": 10, "tau": "0.1"}, QuestionError),
    ],
    ids=str,
)
def test_wrong_use_is_one_sentence(given, error):
    with pytest.raises(error) as caught:
        audit_any(PLAIN, given)

    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_the_library_judges_sizes(capsys):
    holds = boundcalc.audit(n=40000, tau="0.1", beta="0.05", k=1000)

    assert holds.finding is Finding.HOLDS
    assert holds.accuracy.value < 0.1
    assert main(["audit", "n=5000", "tau=0.1", "beta=0.05", "k=1000", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["finding"] == "fails"
    assert int(found["enough"]["value"]) > 5000
