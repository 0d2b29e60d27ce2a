"""Derivations that are changed are rejected, unless what they say is still a proof."""

import copy
import json
from pathlib import Path
from random import Random

import pytest

from boundcalc.checker import Rejected, check_certificate
from tests.count_checker_lines import code_lines
from tests.probability.rows import findings
from tests.probability.test_rows import (
    FAMILY,
    INDEPENDENT,
    MEAN,
    MONITOR,
    PAIR,
    SAMPLE,
    TAIL,
)

CHECKER = Path(__file__).parents[2] / "boundcalc" / "checker" / "probability"
NORMS = "random X, Y in [-1, 1]"
MAXIMUM = "declare n integer >= 1\nrandom X_1, \\ldots, X_n in [0, 1], iid"
NORMAL = "declare t, \\sigma positive\ndeclare \\mu real\nrandom X ~ normal(\\mu, \\sigma)"
GROUP = "declare \\delta probability\ndeclare k integer >= 1\n"
GROUP += "private M: (1, \\delta) on x, x' at distance k"
ROWS = {
    "markov": (TAIL, r"\Pr[X \ge t] \le \frac{\mathbb{E}[X]}{t}"),
    "union": (PAIR, r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]"),
    "independence": (INDEPENDENT, r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    "family": (
        FAMILY,
        r"\mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}] = \mathbb{E}[e^{\lambda X_1}]^n",
    ),
    "norms": (NORMS, r"\mathbb{E}[|X Y|] \le \mathbb{E}[|X|^3]^{1/3} \mathbb{E}[|Y|^{3/2}]^{2/3}"),
    "triangle": (
        NORMS,
        r"\sqrt{\mathbb{E}[(X + Y)^2]} \le \sqrt{\mathbb{E}[X^2]} + \sqrt{\mathbb{E}[Y^2]}",
    ),
    "maximum": (MAXIMUM, r"\mathbb{E}[\max\{X_1, \ldots, X_n\}] \le n \mathbb{E}[X_1]"),
    "moment": (NORMAL, r"\mathbb{E}[e^{t X}] \le e^{\mu t + \sigma^2 t^2 / 2}"),
    "tail": (NORMAL, r"\Pr[X - \mu \ge t] \le e^{-\frac{t^2}{2 \sigma^2}}"),
    "group": (GROUP, r"\Pr[M(x) \in S] \le e^{k} \Pr[M(x') \in S] + k e^{k - 1}\delta"),
    "monitor": (MONITOR, rf"{SAMPLE} - {MEAN} \le (e^\varepsilon - 1) + T\delta"),
}


LONG = pytest.param("monitor", marks=pytest.mark.slow)
QUICK = ("markov", "union", "independence", "family")
DEAR = [pytest.param(name, marks=pytest.mark.slow) for name in ROWS if name not in QUICK]


@pytest.fixture(scope="module", params=[*QUICK, *DEAR])
def certificate(request):
    (found,) = findings(*ROWS[request.param])
    return json.loads(json.dumps(found.certificates[0]))


def is_accepted(data):
    try:
        return check_certificate(data).kind == "proof"
    except Rejected:
        return False


def test_the_turned_relation_is_rejected(certificate):
    sense, left, right = certificate["conclusion"]
    turned = {"<=": "<", "=": "<"}[sense]
    assert is_accepted(certificate)
    assert not is_accepted({**certificate, "conclusion": [turned, right, left]})


def test_a_smaller_bound_is_rejected(certificate):
    sense, left, right = certificate["conclusion"]
    smaller = ["add", right, ["number", "-1/100"]]
    assert not is_accepted({**certificate, "conclusion": [sense, left, smaller]})


@pytest.mark.parametrize("certificate", ["independence", "family", LONG], indirect=True)
def test_without_what_was_declared_it_is_rejected(certificate):
    space = certificate["space"]
    assert space["statements"]
    assert not is_accepted({**certificate, "space": {**space, "statements": []}})
    for place, statement in enumerate(space["statements"]):
        for block in range(len(statement)):
            fewer = copy.deepcopy(space)
            fewer["statements"][place][block]["law"] = None
            fewer["statements"][place][block]["each"] = False
            if fewer != space and fewer["statements"] != space["statements"]:
                is_single = space["statements"][place][block]["each"] is False
                if not is_single:
                    assert not is_accepted({**certificate, "space": fewer})


def test_an_instance_that_is_left_out_is_missed_or_was_not_needed(certificate):
    found = certificate["derivation"]["instances"]
    emptied = {**certificate["derivation"], "instances": []}
    assert found
    assert not is_accepted({**certificate, "derivation": emptied})


def _leaves(data, path=()):
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _leaves(value, (*path, key))
        elif isinstance(value, str | int):
            yield (*path, key), value


@pytest.mark.few(2, without="monitor|norms|triangle|maximum|moment|tail")
def test_no_change_of_a_derivation_proves_a_false_row(certificate):
    """The false row is the true one with less on its right side."""
    random = Random(3)
    sense, left, right = certificate["conclusion"]
    smaller = ["add", right, ["number", "-1/100"]]
    false = {**certificate, "conclusion": [sense, left, smaller]}
    leaves = list(_leaves(certificate["derivation"]))
    texts = sorted({str(value) for _, value in leaves})
    for _ in range(150):
        changed = copy.deepcopy(false)
        for path, value in random.sample(leaves, min(2, len(leaves))):
            place = changed["derivation"]
            for key in path[:-1]:
                place = place[key]
            new = random.choice(texts) if isinstance(value, str) else random.randint(0, 9)
            place[path[-1]] = new
        assert not is_accepted(changed)


def _lines(paths):
    return sum(code_lines(path.read_text(encoding="utf-8")) for path in paths)


def test_the_calculus_is_short():
    """What proves is counted apart from what refutes, which may err on one side only."""
    laws = set(CHECKER.glob("finite*.py"))
    assert _lines(set(CHECKER.glob("*.py")) - laws) <= 1667
    assert _lines(laws) <= 595
