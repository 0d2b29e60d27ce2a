"""Verdicts about relations: the card of one, and its JSON."""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.cards.numbers import shown_number
from boundcalc.language.numbers import decimal_text
from boundcalc.language.text import relation_text
from boundcalc.proving.verdicts import Verdict


def verdict_card(verdict: Verdict, note: str = "") -> Card:
    """Return the card of a verdict; `note` is about its certificate."""
    goal = verdict.goal
    title = {"PROVED": "Proof", "REFUTED": "Reason"}.get(verdict.kind.value, "Left open")
    return Card(
        headline=f"{verdict.kind.value}  {relation_text(goal.conclusion)}",
        sections=(
            Section(
                title="For all",
                rows=tuple((symbol, f"in {symbol.domain}") for symbol in goal.variables),
            ),
            Section(title="with", rows=tuple((relation,) for relation in goal.assumptions)),
            Section(title=_fails(verdict), rows=tuple(_point_rows(verdict))),
            Section(title=title, rows=((verdict.method,),) if verdict.method else ()),
            Section(title="Certificate", rows=((Code(note),),) if note else ()),
        ),
    )


def shown_line(verdict: Verdict) -> str:
    """Return what a verdict says, in one line: relation, domains, assumptions, the point."""
    goal, point = verdict.goal, verdict.counterexample
    parts = [f"{verdict.kind.value} {relation_text(goal.conclusion)}"]
    if goal.variables:
        domains = [f"{symbol.name} in {symbol.domain}" for symbol in goal.variables]
        parts.append(f"for {', '.join(domains)}")
    if goal.assumptions:
        parts.append(f"with {', '.join(map(relation_text, goal.assumptions))}")
    if point is not None:
        values = [f"{name} = {decimal_text(value)}" for name, value in point.items()]
        where = "near" if verdict.is_near else "at"
        parts.append(f"{where} {', '.join(values)}" if values else "as it stands")
    return " ".join(parts)


def _fails(verdict: Verdict) -> str:
    if not verdict.goal.variables:
        return "Fails"
    return "Fails near" if verdict.is_near else "Fails at"


def _point_rows(verdict: Verdict) -> Iterator[tuple[Cell, ...]]:
    if verdict.counterexample is None:
        return
    for symbol in verdict.goal.variables:
        value = verdict.counterexample[symbol.name]
        exact = decimal_text(value)
        shown = shown_number(value)
        yield (symbol, f"= {exact}" if shown.is_exact else f"= {exact} {shown}")
    yield ("left side", f"= {verdict.left}")
    yield ("right side", f"= {verdict.right}")
