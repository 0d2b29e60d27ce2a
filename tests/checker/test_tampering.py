"""Certificates of real proofs, changed: each is rejected, unless what it proves now is true.

The proofs are those that the search finds for relations of the suite, and those of `test_rules`, so
that every rule is there.  A change that breaks a proof is rejected every time; a proof that is
changed at random never proves a false neighbour of its relation.
"""

import copy
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from boundcalc.checker import Rejected, check_certificate
from boundcalc.judgements import VerdictKind
from boundcalc.language import Relation
from boundcalc.proving import ProofGoal, make_goal, prove_goal
from boundcalc.reader.declarations import read_where
from boundcalc.reader.relations import read_relation
from tests.checker.test_rules import REFUTED, VALID
from tests.checker.writing import Json, rejected
from tests.proving.suite import relations

ENTRIES = {entry["id"]: entry for entry in relations()}
# Proved within a second each; together they use every rule that the search uses often.
PROVED = [
    "floor-ln", "exp-abs-product", "thm41-last", "kl-chernoff-lower", "pvalue-trivial",
    "thm41-tv", "dp-tv-factor", "lem37-shift", "probe-ii", "probe-ii-sharp", "final-vacuous",
    "floor-upper", "floor-lower", "log-root", "euler-minus-one", "log-root-n", "probe-vii",
    "log-approximation", "probe-viii-sharp", "one-minus-exp-chord", "probe-v-sharp",
    "exp-neg-inverse", "log-cubic", "exp-difference", "exp-tangent-one", "probe-i-sharp",
    "lem37-fact-one", "exp-million", "thm41-xlogx-sharp", "probe-viii", "probe-iv",
    "step4-quadratic", "lem37-inverse", "erf-above-line", "log-tangent", "probe-v-small",
    "cosh-gauss", "exp-neg-quadratic", "thm41-twenty", "exp-even-cubic", "max-info-hoeffding",
    "log-pade",
]  # fmt: skip
NOBODY = ["symbol", "nobody"]


def goal_of(name: str) -> ProofGoal:
    entry = ENTRIES[name]
    scope = read_where(entry["where"])
    assume = [read_relation(text, scope) for text in entry.get("assume", [])]
    relation: Relation = read_relation(entry["relation"], scope)
    return make_goal(relation, assume, {symbol.name: symbol.domain for symbol in scope.symbols})


@cache
def certificate_of(name: str) -> Json:
    verdict = prove_goal(goal_of(name), work=1500)
    return verdict.certificate if verdict.kind is VerdictKind.PROVED else None


def steps(proof: Json) -> Iterator[Json]:
    """Yield every step that names a rule, outer ones first."""
    if isinstance(proof, dict):
        yield proof
        for child in proof.get("children", ()):
            yield from steps(child)


Change = Callable[[Json, Json], bool]  # changes a step in place; False if it does not apply


def setting(**options: Any) -> Change:
    def change(step: Json, certificate: Json) -> bool:
        step.update(options)
        return True

    return change


def without_last_child(step: Json, certificate: Json) -> bool:
    if not step.get("children"):
        return False
    step["children"] = step["children"][:-1]
    return True


def one_child_more(step: Json, certificate: Json) -> bool:
    step["children"] = [*step.get("children", ()), "auto"]
    return True


def without_rule(step: Json, certificate: Json) -> bool:
    del step["rule"]
    return True


def other_sign(step: Json, certificate: Json) -> bool:
    step["negative"] = not step.get("negative", False)
    return True


def other_end(step: Json, certificate: Json) -> bool:
    if step["end"] not in ("low", "high"):
        step["end"] = 10**6
    else:
        step["end"] = {"low": "high", "high": "low"}[step["end"]]
    return True


def other_rounding(step: Json, certificate: Json) -> bool:
    step["term"][0] = {"floor": "ceil", "ceil": "floor"}[step["term"][0]]
    return True


def taken_name(step: Json, certificate: Json) -> bool:
    step["name"] = next(iter(certificate["variables"]))
    return True


def larger_factor(step: Json, certificate: Json) -> bool:
    if step["other"] == ["number", "0"]:  # each factor of zero is right
        return False
    step["factor"] = ["add", step["factor"], ["number", "1"]]
    return True


def other_product(step: Json, certificate: Json) -> bool:
    step["other"] = ["add", step["other"], ["number", "1/1000"]]
    return True


def negative_multiplier(step: Json, certificate: Json) -> bool:
    if step["multipliers"][0][1] == ["negate", ["number", "1"]]:  # -1, where no point is left
        return False
    step["multipliers"][0][1] = ["number", "-1"]
    return True


def fewer_operands(step: Json, certificate: Json) -> bool:
    step["term"] = step["term"][1]
    return True


ANY_RULE = [without_last_child, one_child_more, without_rule, setting(rule="trust me")]
BREAKING: dict[str, list[Change]] = {
    "enclose": [setting(rule="identity"), setting(rule="exclude"), setting(rule="both")],
    "identity": [setting(rule="both"), setting(rule="sign")],
    "exclude": [setting(fact=10**6), setting(fact=-1), setting(fact=None)],
    "fact": [setting(fact=10**6), setting(fact=-1), setting(fact="0")],
    "sign": [other_sign, setting(negative="no")],
    "turn": [setting(rule="parts"), setting(rule="identity")],
    "both": [setting(rule="identity"), setting(rule="sign")],
    "cut": [setting(kind="<="), setting(term=NOBODY), setting(term=None)],
    "cases": [fewer_operands, setting(term=NOBODY)],
    "parts": [setting(rule="identity"), setting(rule="both")],
    "floor": [other_rounding, taken_name, setting(name=None)],
    "split": [setting(at="1/0"), setting(at="inf"), setting(upper="no"),
              setting(variable="nobody")],
    "bound": [setting(value="nan"), setting(closed="yes"), setting(side=None)],
    "relax": [setting(variable="nobody"), setting(variable=None)],
    "substitute": [taken_name, setting(form="cube"), setting(variable="nobody")],
    "factor": [larger_factor, other_product, setting(factor=NOBODY), setting(other=None)],
    "combine": [negative_multiplier, setting(multipliers=[]),
                setting(multipliers=[[10**6, NOBODY]])],
    "logarithm": [setting(rule="square"), setting(rule="parts")],
    "square": [setting(rule="logarithm"), setting(rule="identity")],
    "monotone": [other_end, setting(end=None), setting(end=-1), setting(variable="nobody")],
    "concave": [setting(variable="nobody"), setting(rule="monotone")],
    "tail": [setting(variable="nobody"), setting(rule="relax")],
    "induction": [setting(variable="nobody"), setting(rule="relax")],
    "forget": [setting(facts=[]), setting(facts=[10**6]), setting(facts=None)],
    "pin": [setting(variable="nobody"), setting(variable=None)],
    "whole": [setting(rule="sign"), setting(rule="both")],
    "unfold": [setting(term=NOBODY), setting(term=None)],
    "name": [taken_name, setting(term=NOBODY), setting(name=None)],
    "factorial": [taken_name, setting(term=NOBODY), setting(rule="name")],
}  # fmt: skip


def check_broken(certificate: Json, per_rule: int) -> int:
    """Break every rule that a proof uses in each way; return the number of certificates tried."""
    seen: dict[str, int] = {}
    tried = 0
    for place, step in enumerate(steps(certificate["proof"])):
        rule = step["rule"]
        seen[rule] = seen.get(rule, 0) + 1
        if seen[rule] > per_rule:
            continue
        for change in (*ANY_RULE, *BREAKING.get(rule, ())):
            changed = copy.deepcopy(certificate)
            target = list(steps(changed["proof"]))[place]
            if change(target, changed):
                rejected(changed)
                tried += 1
    return tried


@pytest.mark.slow
def test_the_search_still_proves_most_of_these_relations() -> None:
    """There are real proofs to tamper with."""
    assert sum(certificate_of(name) is not None for name in PROVED) >= 35


def test_every_rule_can_be_broken() -> None:
    """No rule is without a tampering of its own."""
    assert BREAKING.keys() >= VALID.keys()


@pytest.mark.parametrize("rule", sorted(VALID))
def test_broken_proof_by_hand_is_rejected(rule: str) -> None:
    """A hand-made proof by each rule is rejected after each change to it."""
    assert check_broken(VALID[rule], per_rule=3) >= len(ANY_RULE)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", PROVED)
def test_broken_proof_of_the_search_is_rejected(name: str) -> None:
    """A proof that the search found is rejected after each change to one of its steps."""
    certificate = certificate_of(name)
    if certificate is not None:
        assert check_certificate(certificate).kind == "proof"
        check_broken(certificate, per_rule=2)


def test_a_proof_at_another_precision_is_still_a_proof() -> None:
    """More bits leave a proof by enclosure valid, and a cut moved a little one by cases."""
    assert check_certificate({**VALID["enclose"], "proof": {"rule": "enclose", "bits": 65}})
    assert check_certificate({**VALID["split"], "proof": {**VALID["split"]["proof"], "at": "3/5"}})


# --- the goal ------------------------------------------------------------------------------------

NEIGHBOURS = [
    (entry["neighbour_of"], name)
    for name, entry in ENTRIES.items()
    if not entry["truth"] and entry["neighbour_of"] in PROVED
]


def with_goal(certificate: Json, goal: ProofGoal) -> Json | None:
    """Return the proof as a proof of another goal, with a witness of that goal if possible."""
    if {symbol.name for symbol in goal.variables} != certificate["variables"].keys():
        return None
    return copy.deepcopy({**certificate, **goal.to_json()})


@pytest.mark.few(10)
@pytest.mark.parametrize(("true", "false"), NEIGHBOURS)
def test_the_proof_of_a_relation_does_not_prove_its_false_neighbour(true: str, false: str) -> None:
    """A changed constant, exponent, domain or strictness is noticed, whatever the proof."""
    certificate = certificate_of(true)
    changed = certificate and with_goal(certificate, goal_of(false))
    if changed:
        rejected(changed)


def places(data: Json) -> Iterator[tuple[Any, Any]]:
    """Yield every list or dict of a proof with each of its keys."""
    if isinstance(data, dict | list):
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        for key in keys:
            yield data, key
            yield from places(data[key])


def tamper(data: Json, rng: random.Random) -> None:
    """Change one thing of a proof at random: a number, a flag, a name, an order, a part."""
    owner, key = rng.choice(list(places(data)))
    value = owner[key]
    if isinstance(value, bool):
        owner[key] = not value
    elif isinstance(value, int):
        owner[key] = value + rng.choice((1, -1))
    elif isinstance(value, list) and value:
        rng.choice((lambda: value.pop(rng.randrange(len(value))), value.reverse,
                    lambda: value.append(copy.deepcopy(rng.choice(value)))))()  # fmt: skip
    elif isinstance(value, str):
        words = ["0", "1", "-1", "2", "1/2", "low", "high", "auto", "negate", "add", "multiply",
                 ">", ">=", "=", "!=", "ok", "x", "n", *VALID]  # fmt: skip
        try:
            number = Fraction(value)
            words = [str(number + 1), str(-number), str(number * Fraction(101, 100)), "0"]
        except ValueError:
            pass
        owner[key] = rng.choice(words)
    elif isinstance(value, dict) and value:
        value.pop(rng.choice(list(value)))


def never_proves(true: str, false: str, count: int) -> None:
    certificate = certificate_of(true)
    changed = certificate and with_goal(certificate, goal_of(false))
    if not changed:
        return
    rng = random.Random(f"{true} {false}")
    for _ in range(count):
        attempt = copy.deepcopy(changed)
        for _ in range(rng.choice((1, 1, 2, 4))):
            tamper(attempt["proof"], rng)
        rejected(attempt)


@pytest.mark.few(14)
@pytest.mark.parametrize(("true", "false"), NEIGHBOURS)
def test_no_random_change_of_a_proof_proves_a_false_neighbour(true: str, false: str) -> None:
    """Random changes of a proof never make it one of a false relation."""
    never_proves(true, false, count=10)


@pytest.mark.slow
@pytest.mark.parametrize(("true", "false"), NEIGHBOURS)
def test_many_random_changes_of_a_proof_prove_no_false_neighbour(true: str, false: str) -> None:
    """The same, a thousand times."""
    never_proves(true, false, count=1000)


@pytest.mark.few(21)
@pytest.mark.parametrize("name", PROVED)
def test_changed_witness_is_rejected(name: str) -> None:
    """A witness must be a point of the domain, with a value for each variable and no other."""
    certificate = certificate_of(name)
    if certificate is None:
        return
    witness = certificate["witness"]
    for variable, values in certificate["variables"].items():
        rest = {key: value for key, value in witness.items() if key != variable}
        rejected({**certificate, "witness": rest})
        rejected({**certificate, "witness": {**witness, variable: "nan"}})
        for end, side in (("low", -1), ("high", 1)):
            if values[end] is not None:
                outside = str(Fraction(values[end]) + side)
                rejected({**certificate, "witness": {**witness, variable: outside}})
    rejected({**certificate, "witness": {**witness, "nobody": "0"}})
    empty = ["<", ["number", "1"], ["number", "0"]]
    rejected({**certificate, "assumptions": [*certificate["assumptions"], empty]})


# --- refutations ---------------------------------------------------------------------------------

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "!=", "!=": "="}


@pytest.mark.parametrize("name", REFUTED)
def test_changed_refutation_is_rejected(name: str) -> None:
    """The opposite relation is not refuted by the same point, nor any by a point outside."""
    certificate = REFUTED[name]
    sense, left, right = certificate["conclusion"]
    if not name.startswith(("a logarithm", "a division", "a root")):
        rejected({**certificate, "conclusion": [OPPOSITE[sense], left, right]})
    for variable in certificate["point"]:
        rejected({**certificate, "point": {}})
        if certificate["variables"][variable]["high"] is not None:
            rejected({**certificate, "point": {**certificate["point"], variable: "7"}})
    rejected({**certificate, "kind": "proof"})


FALSE = [name for name, entry in ENTRIES.items() if not entry["truth"]][::6]


@pytest.mark.few(30)
@pytest.mark.parametrize("name", FALSE)
def test_found_counterexample_refutes_one_relation_and_not_its_opposite(name: str) -> None:
    """A counterexample of the search is accepted; for the opposite relation it is rejected."""
    goal = goal_of(name)
    entry = ENTRIES[name]
    names = {symbol.latex or symbol.name: symbol.name for symbol in goal.variables}
    if entry["violation"].keys() <= names.keys() | set(names.values()):
        point = {names.get(key, key): value for key, value in entry["violation"].items()}
    else:
        return
    certificate = {"version": 1, "kind": "refutation", **goal.to_json(), "point": point}
    try:
        check_certificate(certificate)
    except Rejected:
        return  # the checker may need a simpler point; what it accepts is what counts
    sense, left, right = certificate["conclusion"]
    if "undefined" not in entry["tags"]:
        rejected({**certificate, "conclusion": [OPPOSITE[sense], left, right]})
