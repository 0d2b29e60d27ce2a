"""Audits as JSON: the contract for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from boundcalc.cards.answer_json import answer_json, check_json, limits_json
from boundcalc.cards.answer_words import optimality_text
from boundcalc.cards.guarantee_words import implication_text
from boundcalc.language.numbers import exact_text

if TYPE_CHECKING:  # audits show themselves in this form
    from boundcalc.ranking.audits import Audit, Needed
    from boundcalc.ranking.size_audits import SizeAudit


def audit_json(audit: Audit) -> dict[str, Any]:
    """Return an audit as one object; `finding` is holds, fails or unknown.

    `attained` says for what the conclusion of the theorem cannot be better, which makes a claim
    that fails it wrong; null where the theorem only does not show it. `given` and `needed` have the
    letters that were typed.
    """
    letters = audit.shown
    return {
        "finding": audit.finding.value,
        "theorem": audit.theorem.id,
        "title": audit.theorem.title,
        "given": {
            letters.get(name, name): exact_text(value) for name, value in audit.given.items()
        },
        "taken": {name: exact_text(value) for name, value in audit.taken.items()},
        "guarantee": implication_text(audit.guarantee),
        "attained": audit.theorem.attained or None,
        "needed": [_needed_json(item, letters) for item in audit.needed],
        "checks": [check_json(check) for check in audit.checks],
        "accepts": list(audit.theorem.accepts),
        "source": str(audit.theorem.source),
    }


def size_audit_json(audit: SizeAudit) -> dict[str, Any]:
    """Return an audit of a number of records as one object.

    `fails_for` are the ways of answering for which that many records are too few.
    """
    return {
        "finding": audit.finding.value,
        "size": str(audit.size),
        "given": {name: str(value) for name, value in audit.given.items()},
        "enough": answer_json(audit.best),
        "tau": None if audit.accuracy is None else audit.accuracy.value_text,
        "limits_below": limits_json(audit.ranking.limits_below),
        "fails_for": [item.way for item in audit.failing],
    }


def _needed_json(item: Needed, letters: Mapping[str, str]) -> dict[str, Any]:
    answer, name = item.answer, item.symbol.name
    return {
        "quantity": letters.get(name, name),
        "claimed": exact_text(item.claimed),
        "value": None if answer is None else answer.value_text,
        "direction": None if answer is None else answer.direction.value,
        "certified": answer is not None and answer.certified,
        "optimality": item.why if answer is None else optimality_text(answer),
    }
