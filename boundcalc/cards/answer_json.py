"""Answers as JSON: the contract for scripts.

Numbers that carry precision are strings; keys are never renamed, and others may be added.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boundcalc.cards.algorithm_cards import algorithm_json, call_of, released
from boundcalc.cards.answer_words import (
    binding_text,
    bound_text,
    failure_text,
    feasible_text,
    optimality_text,
    slack_text,
    witness_texts,
)
from boundcalc.cards.guarantee_words import (
    accepted_texts,
    doubt_texts,
    implication_text,
    premise_texts,
    vacuity_text,
)
from boundcalc.enclosures.interval import decimal_enclosure
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.numbers import exact_text
from boundcalc.language.text import relation_text

if TYPE_CHECKING:  # answers show themselves in this form
    from boundcalc.solving.answers import Answer, Check, LeftAside, LowerLimit, Ranking


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """Return a ranking as one object: groups one after another, the best of each first.

    Routes that were left aside are listed where there are some, and so are limits from below and
    the other end of what suffices.
    """
    found: dict[str, Any] = {
        "unknown": ranking.unknown,
        "given": dict(ranking.given),
        "answers": [answer_json(answer) for answer in ranking.answers],
        "refused": [
            {"theorem": refusal.theorem.id, "why": refusal.why} for refusal in ranking.refused
        ],
    }
    if ranking.left_aside:
        found["left_aside"] = left_aside_json(ranking.left_aside)
    if ranking.other_end is not None:
        found["other_end"] = answer_json(ranking.other_end)
    if ranking.limits_below:
        found["limits_below"] = limits_json(ranking.limits_below)
    return found


def limits_json(limits: Iterable[LowerLimit]) -> list[dict[str, Any]]:
    """Return where some ways of answering are certified to fail, and which ones."""
    return [
        {
            "theorem": item.theorem.id,
            "way": item.way,
            "value": exact_text(Fraction(item.value)),
            "relation": item.relation,
            "certified": True,
        }
        for item in limits
    ]


def left_aside_json(aside: Iterable[LeftAside]) -> list[dict[str, Any]]:
    """Return the routes that were left aside, and what each of them lacks."""
    return [
        {"theorem": item.theorem.id, "lacks": list(item.lacks), "why": item.why} for item in aside
    ]


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return one answer as an object."""
    return {
        "theorem": answer.theorem.id,
        "title": answer.theorem.title,
        "route": list(answer.route),
        "value": answer.value_text,
        "integer": answer.is_integer,
        "direction": answer.direction.value,
        "formula": None if answer.formula is None else expression_latex(answer.formula),
        "definitions": {
            item.symbol.name: expression_latex(item.value) for item in answer.theorem.definitions
        },
        "witness": witness_texts(answer),
        "binding": binding_text(answer),
        "branches": [
            {
                "label": str(branch.label),
                "bound": bound_text(branch, answer),
                "binds": branch.binds,
            }
            for branch in answer.branches
        ],
        "checks": [check_json(check) for check in answer.checks],
        "certified": answer.certified,
        "neighbour": None
        if answer.neighbour is None
        else {
            "value": exact_text(Fraction(answer.neighbour.value)),
            "fails": failure_text(answer.neighbour.failure),
        },
        "optimality": optimality_text(answer),
        "beyond": answer.beyond.value,
        "limit": None if answer.limit is None else exact_text(answer.limit),
        "feasible": feasible_text(answer),
        "kind": type(answer.theorem.conclusion).__name__,
        "scope": answer.theorem.conclusion.scope,
        "vacuous": bool(answer.vacuous),
        "vacuity": vacuity_text(answer.vacuous),
        "guarantee": "" if answer.guarantee is None else implication_text(answer.guarantee),
        "premises": list(premise_texts(answer)),
        "accepts": list(accepted_texts(answer)),
        "doubts": list(doubt_texts(answer.theorem)),
        "source": str(answer.theorem.source),
        "reference": answer.theorem.source.work,
        "sources": [str(source) for source in answer.theorem.sources],
        "status": answer.theorem.status.value,
        "baseline": answer.is_baseline,
        "role": answer.theorem.role.value,
        "algorithm": algorithm_json(answer.theorem.algorithm, call_of(answer)),
        "releases": released(answer),
        "ignored": list(answer.ignored),
        "implied": list(answer.implied),
        "reading": answer.reading,
    }


def check_json(check: Check) -> dict[str, Any]:
    """Return a constraint that was evaluated as an object."""
    return {
        "relation": relation_text(check.printed),
        "latex": relation_latex(check.printed),
        "holds": check.holds,
        "conclusion": check.is_conclusion,
        "left": decimal_enclosure(check.left),
        "right": decimal_enclosure(check.right),
        "slack": slack_text(check),
    }
