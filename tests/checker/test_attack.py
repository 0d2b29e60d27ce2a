"""Attacks on the checker: random trees of all rules on false goals, and mutants of real proofs."""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.registry import ALL_RULES
from boundcalc.notes.check import Report
from boundcalc.relation_prover import _certified_goal as certified_goal
from tests.checker.attack import attacked, false_at
from tests.checker.test_tampering import PROVED, certificate_of, tamper
from tests.mutations import mutants

# What shows nothing false that no random point refutes: two end a proof of what is true, one shows
# that no point satisfies the facts, and one needs a range of a single point.
NEVER_FIRST = ("fact", "identity", "enclose", "exclude", "pin")


def test_no_random_tree_proves_a_false_goal() -> None:
    attack, wrong, right = attacked(seed=1, count=40)

    assert [json.dumps(item) for item in wrong] == []
    assert right > 0  # the attacker can prove what is true
    assert attack.steps > 25 * 40


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(1, 4))
def test_no_random_tree_among_many_proves_a_false_goal(seed: int) -> None:
    attack, wrong, right = attacked(seed, count=2000)

    assert [json.dumps(item) for item in wrong] == []
    assert right > 10
    assert attack.steps > 25 * 2000
    assert len(attack.rules.keys() ^ ALL_RULES.keys()) <= 3  # "enclose", and what is rarely met


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(ALL_RULES))
def test_no_proof_that_begins_with_a_rule_proves_a_false_goal(rule: str) -> None:
    attack, wrong, _ = attacked(seed=1, count=20, rule=rule)

    assert [json.dumps(item) for item in wrong] == []
    assert attack.steps > 100


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(ALL_RULES))
def test_no_forgery_among_many_that_begin_with_a_rule(rule: str) -> None:
    attack, wrong, _ = attacked(seed=2, count=75, rule=rule)

    assert [json.dumps(item) for item in wrong] == []
    assert attack.rules.get(rule, 0) > 0 or rule in NEVER_FIRST


def mutants_of(certificate: Any, rng: random.Random, count: int) -> Iterator[Any]:
    """Yield the proof for changed goals, and changed proofs for the goal and for changed goals."""
    goals = [item.goal for item in mutants(certified_goal(certificate))]
    for _ in range(count):
        changed = copy.deepcopy(certificate)
        if goals and rng.random() < 0.7:
            changed |= copy.deepcopy(rng.choice(goals).to_json())
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            tamper(changed["proof"], rng)
        yield changed


def check_mutants(certificate: Any, rng: random.Random, count: int) -> Counter[str]:
    """Check that what is accepted of the mutants of a proof holds at random points."""
    fates: Counter[str] = Counter()
    for mutant in mutants_of(certificate, rng, count):
        try:
            check_certificate(mutant)
        except Rejected:
            fates["rejected"] += 1
            continue
        fates["accepted"] += 1
        assert false_at(mutant, rng) is None, json.dumps(mutant)
    return fates


@pytest.mark.few(5)
@pytest.mark.parametrize("name", PROVED[::5])
def test_mutants_of_a_proof_show_nothing_false(name: str) -> None:
    certificate = certificate_of(name)
    if certificate is not None:
        check_mutants(certificate, random.Random(name), count=30)


@pytest.mark.slow
def test_mutants_of_the_kept_proofs_show_nothing_false(library_report: Report) -> None:
    """Every PROVED row of the library's documents, five times."""
    rng, fates = random.Random(1), Counter[str]()
    for row in library_report.rows:
        for certificate in row.judgement.certificates:
            if certificate["kind"] == "proof":
                fates += check_mutants(dict(certificate), rng, count=5)

    assert fates["rejected"] > 1200
