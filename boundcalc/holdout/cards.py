"""What a reader sees of a ledger: what holds of each evaluation, and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.holdout.guarantee import Found, Left, Review, Standing
from boundcalc.holdout.releases import Plan, Word
from boundcalc.language.numbers import decimal_text

_HEADS = {Standing.HOLDS: "HOLDS", Standing.SPENT: "SPENT", Standing.FAILS: "FAILS"}
_MEANINGS = {
    "n": "size of the holdout set",
    "tau": "accuracy of what is released",
    "beta": "failure probability, of all evaluations together",
    "m": "the most evaluations",
    "telling": "about how many are expected to tell something new",
    "cells": "into which values are rounded",
    "threshold": "how near a guess is that agrees",
}


def review_card(found: Review, head: str) -> Card:
    """Return the card of a ledger; `head` is the hash of its last line."""
    plan = found.ledger.plan
    return Card(
        headline=f"{_HEADS[found.standing]}  {_made(found)}",
        lead=tuple(_lead(found)),
        sections=(
            Section(
                title="Released",
                rows=tuple(_rows(found)),
                header=("", "kind", "released", "so its expectation", "note"),
            ),
            Section(
                title="Left",
                rows=tuple(_left_row(item) for item in found.left),
                header=("kind", "covered at worst", "if nothing new is told"),
            ),
            Section(
                title="Plan",
                rows=tuple(
                    (name, f"= {_shown(getattr(plan, name))}", meaning)
                    for name, meaning in _MEANINGS.items()
                ),
            ),
            Section(
                title="You accept",
                rows=tuple((sentence,) for sentence in found.theorem.accepts),
                is_list=True,
            ),
            Section(
                title="Ledger",
                rows=(
                    ("theorem", Code(found.theorem.id)),
                    ("spent", f"≤ {float(found.spent):.6g} nats"),
                    ("last line", Code(head)),
                ),
            ),
        ),
    )


def line_of(found: Review) -> str:
    """Return the standing of a ledger in one line."""
    left = ", ".join(f"{item.at_worst} {item.kind.value}" for item in found.left)
    return f"{_HEADS[found.standing]}  {_made(found)}; left at worst: {left}"


def review_json(found: Review, head: str) -> dict[str, Any]:
    """Return a ledger and what holds of it as one object of JSON."""
    return {
        "standing": found.standing.value,
        "theorem": found.theorem.id,
        "plan": {name: _shown(getattr(found.ledger.plan, name)) for name in _MEANINGS},
        "spent_at_most": decimal_text(found.spent),
        "evaluations": [_found_json(item, found.ledger.plan) for item in found.found],
        "left": {
            item.kind.value: {"at_worst": item.at_worst, "if_quiet": item.if_quiet}
            for item in found.left
        },
        "accepts": list(found.theorem.accepts),
        "head": head,
    }


def claim(found: Found, plan: Plan) -> str:
    """Return what a release says of the expectation."""
    request, outcome = found.entry.request, found.entry.outcome
    if found.tolerance is None:
        return "is not bounded"
    margin = found.tolerance + plan.error(request.kind)
    if outcome.word is Word.VALUE:
        assert outcome.value is not None
        near = found.tolerance + plan.rounding  # the value is nearer than a guess that agrees
        return f"is within {_shown(near)} of {_shown(outcome.value)}"
    if outcome.word is Word.NO_BETTER:
        return f"is at most {_shown(margin)} above the best value so far"
    assert request.level is not None
    if outcome.word is Word.AGREES:
        return f"is within {_shown(found.tolerance + plan.threshold)} of {_shown(request.level)}"
    if outcome.word is Word.PASSES:
        return f"is at least {_shown(max(request.level - margin, Fraction(0)))}"
    most = request.level + margin
    return f"is below {_shown(most)}" if most <= 1 else "is at most 1"


def _made(found: Review) -> str:
    plan, made = found.ledger.plan, len(found.ledger.entries)
    return f"{made} of at most {plan.m} evaluations of n = {plan.n} records"


def _lead(found: Review) -> Iterator[str]:
    plan = found.ledger.plan
    surely = f"with probability at least {_shown(1 - plan.beta)}"
    if found.standing is Standing.FAILS:
        bad = [str(place) for place, item in enumerate(found.found, 1) if not item.is_covered]
        yield f"evaluation {', '.join(bad)} is not covered to within {_shown(plan.tau)}"
    elif found.found:
        yield (
            f"{surely} all that was released is within {_shown(plan.tau)} of the population, "
            f"together (certified by {found.theorem.id})"
        )
    else:
        yield f"{surely} all that is released will be within {_shown(plan.tau)} of the population"
    if found.standing is Standing.SPENT:
        yield "no further evaluation of any kind is covered: take a new holdout set"


def _rows(found: Review) -> Iterator[tuple[Cell, ...]]:
    for place, item in enumerate(found.found, 1):
        request, outcome = item.entry.request, item.entry.outcome
        value = outcome.word.value if outcome.value is None else _shown(outcome.value)
        says = claim(item, found.ledger.plan)
        yield (str(place), request.kind.value, value, says, request.note)


def _left_row(item: Left) -> tuple[Cell, ...]:
    quiet = "-" if item.if_quiet is None else str(item.if_quiet)
    return (item.kind.value, str(item.at_worst), quiet)


def _found_json(item: Found, plan: Plan) -> Mapping[str, Any]:
    request, outcome = item.entry.request, item.entry.outcome
    return {
        "kind": request.kind.value,
        "level": None if request.level is None else decimal_text(request.level),
        "released": outcome.word.value if outcome.value is None else decimal_text(outcome.value),
        "tolerance": None if item.tolerance is None else decimal_text(item.tolerance),
        "claim": claim(item, plan),
        "covered": item.is_covered,
        "note": request.note,
    }


def _shown(value: Fraction | int) -> str:
    return decimal_text(Fraction(value))
