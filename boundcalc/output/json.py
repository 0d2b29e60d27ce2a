"""Theorems as JSON: the contract for scripts.

Numbers that carry precision are strings; keys are never renamed, and others may be added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from boundcalc.cards.algorithm_cards import algorithm_json
from boundcalc.language.statements import Theorem
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
        **theorem.to_dict(),
        "algorithm": algorithm_json(theorem.algorithm),
        "solves_for": list(solvable_names(theorem)),
        "example": example,
    }
