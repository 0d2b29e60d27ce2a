"""Conditional expectations: what they are, and what the row says on the events of conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from boundcalc.checker import Rejected
from boundcalc.checker.terms import Term, number, replace
from boundcalc.probability.expand import linear_in

if TYPE_CHECKING:
    from boundcalc.probability.building import Builder


def by_conditions(builder: Builder) -> None:
    """Add what each conditional expectation is, and relations between those on their events."""
    for name, item in list(builder.quantities.items()):
        if item.given is not None:
            try:
                builder.conditional(name)
            except Rejected:
                continue
    steps = [step for step in builder.instances if step["scheme"] == "conditional"]
    _same_joints(builder, [step["joint"] for step in steps])
    for step in steps:
        _on_event(builder, step)


def _same_joints(builder: Builder, joints: list[str]) -> None:
    """Add which expectations on the events of conditions are zero, or equal to another one."""
    plain = [number.name for number in builder.goal.numbers if number.given is None]
    for place, joint in enumerate(joints):
        if not builder.positive("=", {joint: number(1)}):
            for other in (*joints[:place], *plain):
                builder.positive("=", {joint: number(1), other: number(-1)})


def _on_event(builder: Builder, step: Mapping[str, Any]) -> None:
    """Add the row with both sides on the event of a condition, if it holds there at all outcomes.

    The chance of the event times the conditional expectation is the one on the event.
    """
    kind, claim = builder.claim
    if kind not in (">=", "="):
        return
    mean, event, joint = (("symbol", step[key]) for key in ("conditional", "event", "joint"))
    parts = linear_in(claim, frozenset({mean[1]}))
    if parts is not None and mean[1] in parts:
        builder.positive(kind, {joint[1]: parts[mean[1]], event[1]: parts.get("", number(0))})
    orders = ((mean, event), (event, mean))
    products: dict[Term, Term] = {("multiply", *pair): joint for pair in orders}
    plain = frozenset(name for name, item in builder.quantities.items() if item.given is None)
    whole = linear_in(replace(claim, products), plain)
    if whole is not None and joint[1] in whole:
        builder.positive(kind, whole)
