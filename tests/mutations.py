"""Mutation test of the derivations: change one constant or one sign of a PROVED row.

A mutant that is PROVED all the same must be true; it is evaluated at points of its domain by a
second evaluator, and a point where it fails is an error of the prover.
Run ``python -m tests.mutations`` in the root of the repository; ``--every 5`` takes each fifth row,
and files may be named.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boundcalc.document_checker import check, default_cache
from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Expression, Number, Operation, Relation, rebuild
from boundcalc.language.operators import Operator, Sense
from boundcalc.library import note_files
from boundcalc.limits import map_within
from boundcalc.notes.judging import CheckedRow
from boundcalc.proving import ProofGoal, Verdict, prove_goal
from boundcalc.relation_prover import _certified_goal as certified_goal
from tests.proving.test_soundness import violation

POINTS = 60
Place = tuple[int, ...]


@dataclass(frozen=True)
class Mutant:
    """A changed goal, and what was changed."""

    name: str
    goal: ProofGoal


def places(node: Expression, at: Place = ()) -> Iterator[tuple[Place, Expression]]:
    """Yield every node with the way to it."""
    yield at, node
    for number, operand in enumerate(node.operands):
        yield from places(operand, (*at, number))


def replaced(node: Expression, at: Place, other: Expression) -> Expression:
    """Return the expression with the node at a place exchanged."""
    if not at:
        return other
    operands = list(node.operands)
    operands[at[0]] = replaced(operands[at[0]], at[1:], other)
    return rebuild(node, tuple(operands))


def changes(node: Expression) -> Iterator[tuple[str, Expression]]:
    """Yield what a slip of the pen makes of one node: another constant, another sign."""
    if isinstance(node, Number):
        yield "constant", Number(node.value + 1)
        if node.value > 0:
            yield "constant", Number(node.value / 2)
    elif isinstance(node, Operation) and node.operator is Operator.NEGATE:
        yield "sign", node.operands[0]
    elif isinstance(node, Operation) and node.operator is Operator.ADD:
        *front, last = node.operands
        yield "sign", Operation(Operator.ADD, (*front, -last))


def mutants(goal: ProofGoal) -> list[Mutant]:
    """Return the goal with one constant or sign of its conclusion changed, or its sense."""
    conclusion = goal.conclusion
    found: list[Mutant] = []
    for side in ("left", "right"):
        whole: Expression = getattr(conclusion, side)
        for at, node in places(whole):
            for name, other in changes(node):
                changed = replaced(whole, at, other)
                sides = {"left": conclusion.left, "right": conclusion.right, side: changed}
                relation = Relation(sides["left"], conclusion.sense, sides["right"])
                found.append(Mutant(name, ProofGoal(goal.variables, goal.assumptions, relation)))
    if conclusion.sense not in (Sense.EQ, Sense.NE):
        turned = Relation(conclusion.right, conclusion.sense, conclusion.left)
        found.append(Mutant("sense", ProofGoal(goal.variables, goal.assumptions, turned)))
    return [mutant for mutant in found if mutant.goal != goal]


def chosen(row: CheckedRow, count: int) -> list[Mutant]:
    """Return some mutants of a PROVED row, the same ones every time."""
    if row.kind is not VerdictKind.PROVED or not row.judgement.certificates:
        return []
    all_of_them = mutants(certified_goal(row.judgement.certificates[-1]))
    return random.Random(str(row.step.row.relation)).sample(
        all_of_them, min(count, len(all_of_them))
    )


EFFORT = 30_000  # steps of arithmetic, about a second


def decided(goal: ProofGoal) -> Verdict:
    return prove_goal(goal, effort=EFFORT)


def tally(rows: Iterable[CheckedRow], *, count: int = 2) -> tuple[Counter[str], list[str]]:
    """Return how many mutants have each fate, and those that are PROVED and false."""
    every = [mutant for row in rows for mutant in chosen(row, count)]
    calls = [partial(decided, mutant.goal) for mutant in every]
    fates: Counter[str] = Counter()
    wrong: list[str] = []
    for number, verdict in map_within(None, calls, jobs=2):
        goal = every[number].goal
        if isinstance(verdict, Exception):
            fates["not decided"] += 1
        elif verdict.is_proved:
            fates["proved, and true at all points"] += 1
            if violation(goal, POINTS, str(goal.conclusion)) is not None:
                wrong.append(str(goal.conclusion))
        else:
            fates["refuted" if verdict.is_refuted else "not decided"] += 1
    return fates, wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Change one constant or sign of proved rows.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each N-th row")
    parser.add_argument("--count", type=int, default=2, help="mutants for each row")
    given = parser.parse_args(arguments)
    report = check(given.files or note_files(), cache=default_cache())
    fates, wrong = tally(report.rows[:: given.every], count=given.count)
    total = sum(fates.values())
    print(f"{total} mutants of PROVED rows")
    for name, number in sorted(fates.items()):
        print(f"  {name}: {number} ({100 * number / max(1, total):.1f} %)")
    print(f"PROVED and false: {len(wrong)}")
    for text in wrong:
        print(f"  {text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
