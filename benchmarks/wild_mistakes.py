r"""What is said of rows that were proved, when a mistake is planted in each.

    python -m benchmarks.wild_mistakes FOLDER [--most N] [--each N] [--show]

Each proved row gets one mistake, in turn: another sign, constant, direction or exponent, or a
missing factor. A row that is proved in the other direction as well is an equation, and
its direction is no mistake. None may be proved; what is refuted or suspect is found.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from pathlib import Path

from boundcalc.derivations.documents import read_document
from boundcalc.derivations.rows import Step
from boundcalc.document_checker import Checker
from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Expression, Number, Operation, Relation
from boundcalc.language.operators import Operator, Sense
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import row_text
from boundcalc.tex.files import read_file

_DIRECTIONS = {Sense.LE: Sense.GT, Sense.LT: Sense.GE, Sense.GE: Sense.LT, Sense.GT: Sense.LE}
Change = Callable[[Expression], Expression | None]


def main() -> None:
    """Print what is said of planted mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--each", type=int, default=1, help="mistakes in each row")
    parser.add_argument("--show", action="store_true", help="print what is not found")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    checker = Checker(theorems=())
    turns = cycle(_CHANGES.items())
    for file in sorted(args.folder.rglob("*")):
        if file.suffix not in (".tex", ".md") or counts["planted"] >= args.most:
            continue
        read = read_document(read_file(file))
        (document,) = checker.check_read([read]).documents
        proved = [row.step for row in document.rows if _says(row)]
        planted = [
            (name, replace(wrong, antecedents=()))
            for step in proved
            if not step.antecedents
            for _ in range(args.each)
            for name, wrong in _planted(step, turns)
        ]
        changed = replace(read, steps=[step for _, step in planted], errors=[])
        (after,) = checker.check_read([changed]).documents
        for (name, _), row in zip(planted, after.rows, strict=True):
            verdict = _verdict(row)
            counts.update(("planted", verdict, f"{name}: {verdict}"))
            if args.show and verdict in ("proved", "open"):
                print(f"{name}\n{row_text(row)}")
    for kind, count in sorted(counts.items()):
        print(f"{kind:30} {count:5}")


def _says(row: CheckedRow) -> bool:
    return row.kind is VerdictKind.PROVED and not row.judgement.says_nothing


def _verdict(row: CheckedRow) -> str:
    if row.kind is VerdictKind.PROVED:
        return "proved"
    is_found = row.kind is VerdictKind.REFUTED or row.judgement.suspicion > 0
    return "refuted or suspect" if is_found else "open"


def _planted(step: Step, turns: Iterator[tuple[str, Change]]) -> Iterator[tuple[str, Step]]:
    """Yield a step with one mistake, if one can be made in it."""
    relation = step.row.relation
    if relation.sense in _DIRECTIONS:
        yield "direction", _with(step, replace(relation, sense=_DIRECTIONS[relation.sense]))
        return
    if relation.sense is not Sense.EQ:
        return
    for _ in range(len(_CHANGES)):
        name, change = next(turns)
        side = change(relation.right)
        if side is not None:
            yield name, _with(step, Relation(relation.left, Sense.EQ, side))
            return


def _with(step: Step, relation: Relation) -> Step:
    return replace(step, row=replace(step.row, relation=relation))


def _first(node: Expression, change: Change) -> Expression | None:
    """Return an expression in which the first part that can be changed is changed."""
    found = change(node)
    if found is not None or not isinstance(node, Operation):
        return found
    for at, operand in enumerate(node.operands):
        part = _first(operand, change)
        if part is not None:
            return Operation(node.operator, (*node.operands[:at], part, *node.operands[at + 1 :]))
    return None


def _sign(node: Expression) -> Expression | None:
    if isinstance(node, Operation) and node.operator is Operator.ADD:
        *others, last = node.operands
        return Operation(Operator.ADD, (*others, -last))
    return None


def _constant(node: Expression) -> Expression | None:
    return Number(node.value + 1) if isinstance(node, Number) else None


def _exponent(node: Expression) -> Expression | None:
    if isinstance(node, Operation) and node.operator is Operator.POWER:
        base, power = node.operands
        return Operation(Operator.POWER, (base, power + Number(Fraction(1))))
    return None


def _factor(node: Expression) -> Expression | None:
    if isinstance(node, Operation) and node.operator is Operator.MULTIPLY:
        return node.operands[-1]
    return None


_CHANGES: dict[str, Change] = {
    "sign": lambda node: _first(node, _sign),
    "constant": lambda node: _first(node, _constant),
    "exponent": lambda node: _first(node, _exponent),
    "factor": lambda node: _first(node, _factor),
}


if __name__ == "__main__":
    main()
