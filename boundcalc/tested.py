"""The tested statements of the installed libraries: found, and their refutations confirmed.

A library that announces theorems (`boundcalc.library`) may have a module ``tested`` beside them,
with a function ``load_statements`` that returns `TestedStatement` records.

Main definitions
----------------
`load_statements`, `find_statements`: what is installed.
`load_records`: what was found of it, without testing anything.
`is_confirmed`: the checker's word on the inequality that a counterexample fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec

from boundcalc.finite.records import TestRecord, read_records
from boundcalc.finite.testing import TestedStatement, TestReport
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.library import GROUP
from boundcalc.proving.goals import make_goal
from boundcalc.proving.prove import prove_goal


def load_statements() -> tuple[TestedStatement, ...]:
    """Return the tested statements of all installed libraries."""
    return tuple(item for name in _modules() for item in import_module(name).load_statements())


def load_records() -> Mapping[str, TestRecord]:
    """Return, by the id of the theorem, what is kept of the statements of all libraries.

    It is read from ``record.json`` beside the statements, where a library has one.

    Examples
    --------
    >>> load_records()["lecture-12/claim-0.2"].verdict
    'REFUTED'
    """
    found: list[TestRecord] = []
    for name in _modules():
        place = files(name).joinpath("record.json")
        if place.is_file():
            found.extend(read_records(json.loads(place.read_text(encoding="utf-8"))))
    return {record.theorem: record for record in found}


def _modules() -> Iterator[str]:
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        name = f"{entry.module}.tested"
        if find_spec(name) is not None:
            yield name


def find_statements(id: str = "") -> tuple[TestedStatement, ...]:
    """Return the statements of one theorem, or of the parts of one; all for an empty id.

    Raises
    ------
    QuestionError
        If no statement has that id.
    """
    statements = load_statements()
    wanted = id.strip()
    if not wanted:
        return statements
    exact = tuple(item for item in statements if item.theorem.id == wanted)
    parts = tuple(item for item in statements if item.theorem.id.startswith(f"{wanted}."))
    if not exact and not parts:
        raise QuestionError(
            f"no tested statement is called {wanted[:80]!r}; `boundcalc tested --list` shows all"
        )
    return exact or parts


def is_confirmed(report: TestReport) -> bool:
    """Return whether the checker accepts that the shown counterexample fails the inequality.

    The instance turns the statement into an inequality between numbers; the prover writes a
    certificate that it fails, and the checker, which knows nothing of distributions, reads it.
    """
    if report.counterexample is None:
        return False
    relation = report.counterexample.comparison.relation
    try:
        return prove_goal(make_goal(relation, (), {})).is_refuted
    except BoundError:
        return False
