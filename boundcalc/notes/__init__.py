"""Lecture notes in, verdicts out: the reader of formulas, and what reads whole documents."""

from boundcalc.notes.declarations import read_domain, read_where
from boundcalc.notes.formulas import read_expression
from boundcalc.notes.relations import RelationRow, read_relation, read_relations
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, Position, ReaderError, SourceText

__all__ = [
    "Fragment",
    "Position",
    "ReaderError",
    "RelationRow",
    "Scope",
    "SourceText",
    "read_domain",
    "read_expression",
    "read_relation",
    "read_relations",
    "read_where",
]
