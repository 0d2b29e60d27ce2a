"""The prover on the suite of relations: no wrong verdict, and what it decides stays decided."""

from pathlib import Path
from typing import Any

import pytest

from boundcalc.proving import make_goal, prove_goal
from boundcalc.reader.declarations import read_where
from boundcalc.reader.relations import read_relation
from tests.proving.suite import relations

ENTRIES: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in relations()}
QUICKLY = 150  # goals
# Those before whose proofs more is tried since there are tactics for boxes and for floors.
LATER = {
    "floor-shift": 400,
    "half-rounded-down": 1000,
    "half-rounded-up": 400,
    "log-mean-lower": 400,
    "power-root-x": 400,
}
QUICK = Path(__file__).with_name("decided.txt").read_text(encoding="utf-8").split()


def verdict(entry: dict[str, Any], work: int) -> str:
    scope = read_where(entry["where"])
    assumptions = [read_relation(text, scope) for text in entry.get("assume", [])]
    goal = make_goal(read_relation(entry["relation"], scope), assumptions)
    return prove_goal(goal, work=work).kind.value


def truth(entry: dict[str, Any]) -> str:
    return "PROVED" if entry["truth"] else "REFUTED"


@pytest.mark.few(2, without="log-mean")
@pytest.mark.parametrize("name", QUICK)
def test_decided_quickly(name: str):
    assert verdict(ENTRIES[name], LATER.get(name, QUICKLY)) == truth(ENTRIES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_no_wrong_verdict(name: str):
    assert verdict(ENTRIES[name], QUICKLY) in (truth(ENTRIES[name]), "UNKNOWN")


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_no_wrong_verdict_at_length(name: str):
    assert verdict(ENTRIES[name], 400) in (truth(ENTRIES[name]), "UNKNOWN")
