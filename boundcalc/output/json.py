"""Theorems as JSON: the contract for scripts.

Numbers that carry precision are strings; keys are never renamed, and others may be added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from boundcalc.cards.algorithm_cards import algorithm_json
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import expression_latex, relation_latex, symbol_latex
from boundcalc.language.serialize import expression_to_json, relation_to_json
from boundcalc.language.statements import FromDefinitions, Remark, Theorem
from boundcalc.language.text import expression_text, relation_text
from boundcalc.language.wording import conclusion_sentence
from boundcalc.problems.problems import solvable_names


def json_text(data: Any) -> str:
    """Return `data` as JSON, readable and in Unicode."""
    return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)


# --- theorems ----------------------------------------------------------------------------------


def library_json(theorems: Iterable[Theorem]) -> dict[str, Any]:
    """Return the theorems of a library as one object."""
    return {
        "theorems": [
            {
                "theorem": item.id,
                "title": item.title,
                "status": item.status.value,
                "role": item.role.value,
                "doubtful": item.is_doubtful,
                "solves_for": list(solvable_names(item)),
            }
            for item in theorems
        ]
    }


def theorem_json(theorem: Theorem, example: str | None = None) -> dict[str, Any]:
    """Return a theorem as one object; formulas come as text, as LaTeX and as a tree."""
    return {
        "theorem": theorem.id,
        "title": theorem.title,
        "status": theorem.status.value,
        "role": theorem.role.value,
        "doubtful": theorem.is_doubtful,
        "superseded_by": theorem.superseded_by,
        "source": str(theorem.source),
        "reference": theorem.source.work,
        "parameters": [_symbol_json(symbol) for symbol in theorem.parameters],
        "premises": [_guarantee_json(premise) for premise in theorem.premises],
        "hypotheses": [_relation_json(relation) for relation in theorem.hypotheses],
        "definitions": [
            {"name": item.symbol.name, "meaning": item.symbol.meaning, **_formula_json(item.value)}
            for item in theorem.definitions
        ],
        "conclusion": _guarantee_json(theorem.conclusion),
        "targets": [
            {**_symbol_json(target.symbol), "relation": _relation_json(target.relation)}
            for target in theorem.targets
        ],
        "accepts": list(theorem.accepts),
        "remarks": [_remark_json(remark) for remark in theorem.remarks],
        "readings": [_remark_json(reading) for reading in theorem.readings],
        "derived": None if theorem.derived is None else _derived_json(theorem.derived),
        "algorithm": algorithm_json(theorem.algorithm),
        "note": theorem.note,
        "solves_for": list(solvable_names(theorem)),
        "example": example,
    }


def _derived_json(derived: FromDefinitions) -> dict[str, Any]:
    return {
        "block": derived.block,
        "scope": derived.scope,
        "rests_on": list(derived.rests_on),
    }


def _remark_json(remark: Remark) -> dict[str, str]:
    return {"defect": remark.defect.value, "text": remark.text}


def _symbol_json(symbol: Symbol) -> dict[str, Any]:
    return {
        "name": symbol.name,
        "latex": symbol.latex or symbol_latex(symbol.name),
        "domain": str(symbol.domain),
        "unit": symbol.unit.value,
        "meaning": symbol.meaning,
        "aliases": list(symbol.aliases),
        "chosen": symbol.is_chosen,
    }


def _guarantee_json(guarantee: Guarantee) -> dict[str, Any]:
    return {
        "kind": type(guarantee).__name__,
        "phrase": guarantee.phrase,
        "statement": conclusion_sentence(guarantee, {}),
        "quantities": {
            name: _formula_json(expression) for name, expression in guarantee.expressions().items()
        },
    }


def _formula_json(node: Expression) -> dict[str, Any]:
    return {
        "text": expression_text(node),
        "latex": expression_latex(node),
        "tree": expression_to_json(node),
    }


def _relation_json(relation: Relation) -> dict[str, Any]:
    return {
        "text": relation_text(relation),
        "latex": relation_latex(relation),
        "tree": relation_to_json(relation),
    }
