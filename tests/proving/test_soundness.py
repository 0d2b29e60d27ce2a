"""The prover on thousands of relations that nobody chose: never PROVED where one fails.

Verdicts are compared with 50-digit arithmetic that knows no prover. Sampling proves nothing, but
a relation that is PROVED must hold wherever it is sampled, and have a value there; one that is
REFUTED must fail, or have no value, at the point that the verdict names.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from boundcalc.judgements import VerdictKind
from boundcalc.language import DomainError, Expression, Operation, Operator, Relation, Sense, Symbol
from boundcalc.language.expressions import Number, as_expression, rebuild
from boundcalc.proving import ProofGoal, Verdict, make_goal, prove_goal
from boundcalc.reader.declarations import read_where
from boundcalc.reader.relations import read_relation
from tests.mp_evaluate import evaluate, mp
from tests.proving.generated import generated, implied
from tests.proving.suite import relations
from tests.proving.test_suite_truth import UndefinedError, check_defined, choices

Point = dict[str, Fraction]
TOLERANCE = mp.mpf(10) ** -40
NEAR = 2  # where a tie is believed: farther out, 1 - erf(x^2) vanishes in any number of digits
TRUE = [entry for entry in relations() if entry["truth"]]


class MissingValueError(ValueError):
    """A side of a relation has no real value."""


def gap(relation: Relation, point: Point, digits: int = 60) -> Any:
    """Return by how much the greater side exceeds the other, relative to both; negative: it fails.

    Raises
    ------
    MissingValueError
        If a part of a side has no real value at the point.
    """
    with mp.workdps(digits):
        try:
            check_defined(relation, point)
        except UndefinedError as error:
            raise MissingValueError(str(relation)) from error
        left, right = evaluate(relation.left, point), evaluate(relation.right, point)
        difference = (right - left) / max(1, abs(left), abs(right))
        return -difference if relation.sense in (Sense.GE, Sense.GT) else difference


def holds(relation: Relation, point: Point) -> bool | None:
    """Return whether a relation holds at a point, or None if it is too close to tell."""
    found = gap(relation, point)
    if relation.sense in (Sense.EQ, Sense.NE):
        if abs(found) > TOLERANCE:
            return relation.sense is Sense.NE
    elif abs(found) > TOLERANCE:
        return bool(found > 0)
    if any(abs(value) > NEAR for value in point.values()):
        return None
    for digits in (400, 6000) if "erf" in str(relation) else (400,):  # 1 - erf(100) < 10^-4000
        tie = gap(relation, point, digits)
        if abs(tie) > mp.mpf(10) ** (20 - digits):
            return bool(tie > 0) if relation.sense not in (Sense.EQ, Sense.NE) else None
    return relation.sense in (Sense.LE, Sense.GE, Sense.EQ)


def admits(goal: ProofGoal, point: Point) -> bool:
    """Whether a point certainly lies in the domain and satisfies the assumptions."""
    try:
        return all(point[symbol.name] in symbol.domain for symbol in goal.variables) and all(
            holds(relation, point) is True for relation in goal.assumptions
        )
    except MissingValueError:
        return False


def samples(goal: ProofGoal, count: int, seed: object) -> Iterator[Point]:
    """Yield points that the goal admits, crowded at the ends of the domains."""
    rng = random.Random(f"points {seed}")
    axes = {symbol.name: choices(symbol, rng) for symbol in goal.variables}
    found = 0
    for _ in range(6 * count):
        point = {name: rng.choice(points) for name, points in axes.items()}
        if admits(goal, point):
            yield point
            found += 1
            if found == count:
                return


def violation(goal: ProofGoal, count: int, seed: object) -> Point | None:
    """Return a sampled point at which the conclusion fails or has no value, or None."""
    for point in samples(goal, count, seed):
        try:
            answer = holds(goal.conclusion, point)
        except MissingValueError:
            return point
        if answer is False:
            return point
    return None


def is_counterexample(goal: ProofGoal, point: Point) -> bool:
    """Whether 50-digit arithmetic agrees that the point refutes the goal."""
    inside = all(point[symbol.name] in symbol.domain for symbol in goal.variables)
    try:
        return (
            inside
            and all(holds(relation, point) is not False for relation in goal.assumptions)
            and holds(goal.conclusion, point) is not True
        )
    except MissingValueError:
        return inside


def decide(goal: ProofGoal, work: int) -> Verdict | None:
    try:
        return prove_goal(goal, work=work)
    except DomainError:
        return None  # no point of the domain was found


def check_sound(goal: ProofGoal, truth: bool | None, seed: object, *, work: int, count: int) -> str:
    """Check that a verdict agrees with the truth, where it is known, and with sampled points."""
    verdict = decide(goal, work)
    if verdict is None:
        return "EMPTY"
    if verdict.kind is VerdictKind.PROVED:
        assert truth is not False, f"{seed}: PROVED, but false: {goal}"
        found = violation(goal, count, seed)
        assert found is None, f"{seed}: PROVED, but fails at {found}: {goal}"
    if verdict.kind is VerdictKind.REFUTED:
        assert truth is not True, f"{seed}: REFUTED, but true: {goal}"
        assert verdict.counterexample is not None
        point = dict(verdict.counterexample)
        assert is_counterexample(goal, point), f"{seed}: REFUTED, but not at {point}: {goal}"
    return verdict.kind.value


def check_all(
    goals: Iterable[tuple[int, bool | None, ProofGoal]], *, work: int, count: int
) -> Counter[str]:
    return Counter(
        check_sound(goal, truth, seed, work=work, count=count) for seed, truth, goal in goals
    )


def test_verdicts_on_a_few_generated_relations_are_right() -> None:
    """Of 20 generated relations none gets a wrong verdict, and most get one."""
    found = check_all(generated(0, 20), work=40, count=12)
    assert found["PROVED"] >= 4
    assert found["REFUTED"] >= 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_verdicts_on_generated_relations_are_right(part: int) -> None:
    """Of 800 generated relations, in parts, none gets a wrong verdict, and most get one."""
    found = check_all(generated(100 * part, 100 * (part + 1)), work=40, count=12)
    assert found["PROVED"] >= 20
    assert found["REFUTED"] >= 30


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(50))
def test_verdicts_on_many_more_generated_relations_are_right(part: int) -> None:
    """The same for 20,000 others, with a longer search and more points."""
    start = 10_000 + 400 * part
    check_all(generated(start, start + 400), work=150, count=40)


@pytest.mark.slow
def test_verdicts_on_consequences_of_assumptions_are_right() -> None:
    """Of 300 goals that their assumptions imply or nearly imply, none gets a wrong verdict."""
    found = check_all(implied(0, 300), work=40, count=12)
    assert found["PROVED"] >= 30
    assert found["REFUTED"] >= 30


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(10))
def test_verdicts_on_many_more_consequences_of_assumptions_are_right(part: int) -> None:
    """The same for 4,000 others, with a longer search and more points."""
    start = 1000 + 400 * part
    check_all(implied(start, start + 400), work=150, count=40)


# --- mutants of the suite -------------------------------------------------------------------------


def read(entry: dict[str, Any]) -> ProofGoal:
    scope = read_where(entry["where"])
    assume = [read_relation(text, scope) for text in entry.get("assume", [])]
    domains = {symbol.name: symbol.domain for symbol in scope.symbols}
    return make_goal(read_relation(entry["relation"], scope), assume, domains)


def replaced(node: Expression, place: list[int], change: Any) -> Expression:
    """Return an expression in which `change` was tried on its operations, until one took it."""
    new = change(node) if place[0] == 0 else None
    if new is not None:
        place[0] = -1
        return new  # type: ignore[no-any-return]
    if change(node) is not None and place[0] > 0:
        place[0] -= 1
    if isinstance(node, Operation):
        return rebuild(node, tuple(replaced(child, place, change) for child in node.operands))
    return node


def constant_moved(rng: random.Random) -> Any:
    factor = Fraction(rng.choice((99, 101)), 100)

    def change(node: Expression) -> Expression | None:
        if isinstance(node, Number) and node.value:
            return as_expression(Fraction(node.value) * factor)
        return None

    return change


def exponent_changed(rng: random.Random) -> Any:
    step = rng.choice((Fraction(1), Fraction(-1), Fraction(1, 2)))

    def change(node: Expression) -> Expression | None:
        if isinstance(node, Operation) and node.operator is Operator.POWER:
            base, exponent = node.operands
            if isinstance(exponent, Number):
                raised = as_expression(Fraction(exponent.value) + step)
                return Operation(Operator.POWER, (base, raised))
        return None

    return change


def with_conclusion(goal: ProofGoal, change: Any, rng: random.Random) -> ProofGoal | None:
    place = [rng.randrange(4)]
    left = replaced(goal.conclusion.left, place, change)
    right = (
        goal.conclusion.right if place[0] == -1 else replaced(goal.conclusion.right, place, change)
    )
    if place[0] != -1:
        return None
    return ProofGoal(goal.variables, goal.assumptions, Relation(left, goal.conclusion.sense, right))


def with_wider_domain(goal: ProofGoal, rng: random.Random) -> ProofGoal | None:
    if not goal.variables:
        return None
    number = rng.randrange(len(goal.variables))
    old = goal.variables[number].domain
    lower, upper = old.lower, old.upper
    if lower is not None and (upper is None or rng.random() < 0.5):
        less = lower - rng.choice((0, Fraction(1, 100), 1))
        wider = replace(old, lower=less, lower_closed=True)
    elif upper is not None:
        more = upper + rng.choice((Fraction(1, 100), 1, 100))
        wider = replace(old, upper=more, upper_closed=True)
    else:
        return None
    symbols = list(goal.variables)
    symbols[number] = Symbol(symbols[number].name, wider)
    return make_goal(goal.conclusion, goal.assumptions, {s.name: s.domain for s in symbols})


def mutants(entry: dict[str, Any], count: int) -> Iterator[tuple[str, ProofGoal]]:
    """Yield mutants of a true relation, with what was changed."""
    goal = read(entry)
    rng = random.Random(entry["id"])
    for _ in range(count):
        for name, mutant in (
            ("constant", with_conclusion(goal, constant_moved(rng), rng)),
            ("exponent", with_conclusion(goal, exponent_changed(rng), rng)),
            ("domain", with_wider_domain(goal, rng)),
        ):
            if mutant is not None and mutant != goal:
                yield name, mutant


def check_mutants(entry: dict[str, Any], count: int, *, work: int, points: int) -> list[str]:
    """Check the verdicts on mutants; return those that are proved, so that a reader can look."""
    proved = []
    for number, (name, mutant) in enumerate(mutants(entry, count)):
        seed = f"{entry['id']} {name} {number}"
        if check_sound(mutant, None, seed, work=work, count=points) == "PROVED":
            proved.append(f"{entry['id']}: {name}: {mutant.conclusion}")
    return proved


@pytest.mark.few(1)
@pytest.mark.parametrize("entry", TRUE[::10], ids=lambda entry: entry["id"])
def test_mutants_of_true_relations_are_not_proved_unless_they_hold(entry: dict[str, Any]) -> None:
    """A constant moved by a percent, an exponent changed, a domain widened: no wrong verdict."""
    check_mutants(entry, 1, work=40, points=12)


@pytest.mark.sweep
def test_many_mutants_of_true_relations_are_not_proved_unless_they_hold() -> None:
    """The same for all true relations; lists the mutants that are proved, which hold as well."""
    proved = [line for entry in TRUE for line in check_mutants(entry, 3, work=150, points=60)]
    print("\n".join(proved))
    assert len(proved) > 20  # or the mutants are all too easy to refute


# --- determinism ---------------------------------------------------------------------------------


def fingerprint(goal: ProofGoal) -> str:
    verdict = decide(goal, 60)
    if verdict is None:
        return "EMPTY"
    return json.dumps([verdict.kind.value, verdict.certificate, verdict.steps])


@pytest.mark.few(2)
@pytest.mark.parametrize("entry", TRUE[5::30], ids=lambda entry: entry["id"])
def test_the_same_relation_of_the_suite_gets_the_same_certificate(entry: dict[str, Any]) -> None:
    """Two searches for the same goal find the same proof, step by step."""
    assert fingerprint(read(entry)) == fingerprint(read(entry))


@pytest.mark.slow
def test_the_same_generated_relation_gets_the_same_certificate() -> None:
    """Two searches agree on forty generated goals, read afresh."""
    for (_, _, first), (_, _, second) in zip(generated(0, 40), generated(0, 40), strict=True):
        assert fingerprint(first) == fingerprint(second)
