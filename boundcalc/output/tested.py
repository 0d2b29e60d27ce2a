"""What exact instances say of statements: cards, a page in Markdown, and JSON.

Every function takes `is_confirmed`: whether the checker accepted that the inequality of a
counterexample fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.cards.numbers import short_number
from boundcalc.enclosures.exact import exact_value
from boundcalc.finite.records import TestRecord
from boundcalc.finite.shown import shown_facts
from boundcalc.finite.testing import Outcome, TestedStatement, TestReport
from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Symbol, as_expression
from boundcalc.language.text import expression_text, relation_text

MOST_POINTS = 8  # of a grid that are kept
_LONGEST_FACT = 160
_KINDS = (VerdictKind.TESTED, VerdictKind.REFUTED, VerdictKind.UNKNOWN)
_CONFIRMED = "the checker accepts that the inequality fails"


def report_card(report: TestReport, *, is_confirmed: bool = False) -> Card:
    """Return the card of one report: verdict, counts, the instance and both sides."""
    statement, outcome = report.statement, report.shown
    sections = [
        Section(title="Theorem", rows=((statement.theorem.title,), (_status(statement),))),
        Section(title="Measured", rows=((statement.reading,),)),
        Section(title="Instances", rows=tuple(_count_rows(report))),
    ]
    if outcome is not None:
        title = "Fails at" if report.counterexample else "Worst"
        sections += [
            Section(title=title, rows=tuple(_fact_rows(outcome, whole=bool(report.violations)))),
            Section(title="with", rows=tuple(_value_rows(outcome))),
            Section(title="Sides", rows=tuple(_side_rows(report, outcome, is_confirmed))),
        ]
    return Card(
        headline=f"{report.verdict.value}  {statement.theorem.id}", sections=tuple(sections)
    )


def _status(statement: TestedStatement) -> str:
    source = statement.theorem.source
    return f"{statement.theorem.status.value}, {source.locator}"


def _count_rows(report: TestReport) -> Iterator[tuple[Cell, ...]]:
    yield (f"{report.instances} in the scope of the statement, {report.exact} decided exactly",)
    if report.violations:
        yield (f"{report.violations} violate it",)
    if report.undecided:
        yield (f"{report.undecided} could not be decided",)


def _fact_rows(outcome: Outcome, *, whole: bool) -> Iterator[tuple[Cell, ...]]:
    for name, text in shown_facts(outcome.case):
        is_long = len(text) > _LONGEST_FACT and not whole
        yield (Code(name), f"{text[:_LONGEST_FACT]} ... (in full with --json)" if is_long else text)


def _value_rows(outcome: Outcome) -> Iterator[tuple[Cell, ...]]:
    for name, value in outcome.case.values.items():
        text = expression_text(as_expression(value))
        if len(text) <= _LONGEST_FACT:
            yield (Symbol(name), f"= {text}")


def _side_rows(
    report: TestReport, outcome: Outcome, is_confirmed: bool
) -> Iterator[tuple[Cell, ...]]:
    measured, bound = outcome.comparison.texts
    yield ("measured", measured)
    yield (f"must be {report.statement.sense.value}", bound)
    yield ("ratio", ratio_text(outcome.badness))
    if is_confirmed:
        yield ("", _CONFIRMED)


def ratio_text(ratio: float) -> str:
    """Return a ratio to 6 digits, in words where it is none.

    Examples
    --------
    >>> ratio_text(0.25), ratio_text(float("inf"))
    ('0.25', 'unbounded')
    """
    if ratio != ratio:
        return "none"
    return "unbounded" if ratio == float("inf") else f"{ratio:.6g}"


def summary_card(reports: Iterable[TestReport]) -> Card:
    """Return the table of all reports, a line each."""
    found = list(reports)
    counts = {verdict: sum(r.verdict is verdict for r in found) for verdict in _KINDS}
    shown = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count)
    total = sum(report.instances for report in found)
    rows = tuple(
        (
            Code(report.statement.theorem.id),
            report.verdict.value,
            str(report.instances),
            ratio_text(report.shown.badness) if report.shown else "none",
            report.statement.theorem.status.value,
        )
        for report in found
    )
    header = ("id", "verdict", "instances", "ratio", "status")
    return Card(
        headline=f"{len(found)} statements: {shown}",
        lead=(
            f"on {total} instances; the ratio is what was measured to the bound, at the worst "
            "instance or at the counterexample, and a statement fails above 1",
        ),
        sections=(Section(title="", header=header, rows=rows),),
    )


def tightness_card(statement: TestedStatement, outcomes: Sequence[Outcome]) -> Card:
    """Return the table of the bound beside the exact value over a grid of instances."""
    names = [symbol.name for symbol in statement.theorem.parameters]
    texts = [
        {name: expression_text(as_expression(o.case.values[name])) for name in names}
        for o in outcomes
    ]
    varying = [name for name in names if len({row[name] for row in texts}) > 1]
    fixed = tuple((Symbol(name), f"= {texts[0][name]}") for name in names if name not in varying)
    rows = tuple(
        (
            *(row[name] for name in varying),
            *_sides_shown(outcome),
            ratio_text(outcome.badness),
        )
        for row, outcome in zip(texts, outcomes, strict=True)
    )
    kept = [name for name in varying if max(len(row[name]) for row in texts) <= 24]
    places = [place for place, name in enumerate(varying) if name in kept]
    cut = tuple((*(row[place] for place in places), *row[len(varying) :]) for row in rows)
    return Card(
        headline=f"{statement.theorem.id}: {statement.theorem.title}",
        lead=(f"exact: {statement.reading}", "ratio: above 1, the statement fails"),
        sections=(
            Section(title="with", rows=fixed),
            Section(title="Grid", header=(*kept, "exact", "bound", "ratio"), rows=cut),
        ),
    )


def _sides_shown(outcome: Outcome) -> Iterator[str]:
    """Yield both sides for reading, with ≈ unless they are shown exactly."""
    relation, decision = outcome.comparison.relation, outcome.comparison.decision
    for node, side in ((relation.left, decision.left), (relation.right, decision.right)):
        exact = exact_value(node, {})
        yield short_number(side if exact is None else exact)


def record_of(report: TestReport, outcomes: Sequence[Outcome]) -> TestRecord:
    """Return what is kept of a report, with at most eight points of its grid."""
    statement = report.statement
    grid = tightness_card(statement, outcomes).sections[-1] if outcomes else None
    rows = () if grid is None else tuple(tuple(map(str, row)) for row in grid.rows)
    step = max(1, -(-len(rows) // MOST_POINTS))
    return TestRecord(
        theorem=statement.theorem.id,
        quantity=statement.quantity,
        reading=statement.reading,
        sense=statement.sense.value,
        verdict=report.verdict.value,
        instances=report.instances,
        violations=report.violations,
        ratio=ratio_text(report.shown.badness) if report.shown else "none",
        header=() if grid is None else grid.header,
        rows=rows[step - 1 :: step],
    )


# --- a page --------------------------------------------------------------------------------------


def reports_markdown(reports: Sequence[TestReport], confirmed: frozenset[str]) -> str:
    """Return a page: the table of all reports, then each refutation with its exact instance.

    `confirmed` holds the ids of the theorems whose counterexample the checker accepted.
    """
    card = summary_card(reports)
    lines = [f"{card.headline}, {card.lead[0]}.", ""]
    lines += ["| id | verdict | instances | ratio | status | what is measured |"]
    lines += ["| --- | --- | ---: | ---: | --- | --- |"]
    for report, row in zip(reports, card.sections[0].rows, strict=True):
        cells = [f"`{row[0]}`", *map(str, row[1:]), report.statement.reading]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## Refuted", ""]
    for report in reports:
        if report.counterexample is not None:
            is_confirmed = report.statement.theorem.id in confirmed
            lines += [*_refutation_lines(report, report.counterexample, is_confirmed), ""]
    return "\n".join(lines).rstrip() + "\n"


def _refutation_lines(report: TestReport, outcome: Outcome, is_confirmed: bool) -> Iterator[str]:
    statement, (measured, bound) = report.statement, outcome.comparison.texts
    yield f"### {statement.theorem.id}"
    yield ""
    yield f"{statement.theorem.title}, {statement.theorem.source.locator}."
    yield f"Measured: {statement.reading}."
    yield ""
    yield from (f"- {name}: `{text}`" for name, text in shown_facts(outcome.case))
    yield ""
    said = f", and {_CONFIRMED}" if is_confirmed else ""
    yield f"It is {measured}, and must be {statement.sense.value} {bound}{said}."


# --- JSON ----------------------------------------------------------------------------------------


def report_json(report: TestReport, *, is_confirmed: bool = False) -> dict[str, Any]:
    """Return one report as an object; numbers that carry precision are strings."""
    statement, outcome = report.statement, report.shown
    data: dict[str, Any] = {
        "theorem": statement.theorem.id,
        "title": statement.theorem.title,
        "status": statement.theorem.status.value,
        "quantity": statement.quantity,
        "reading": statement.reading,
        "verdict": report.verdict.value,
        "instances": report.instances,
        "exact": report.exact,
        "skipped": report.skipped,
        "violations": report.violations,
        "undecided": report.undecided,
        "seed": report.seed,
        "ratio": None if outcome is None else ratio_text(outcome.badness),
        "measured": None,
        "bound": None,
        "relation": None,
        "checked": is_confirmed,
        "values": {},
        "instance": {},
    }
    if outcome is not None:
        data["measured"], data["bound"] = outcome.comparison.texts
        data["relation"] = relation_text(outcome.comparison.relation)
        data["values"] = {
            name: expression_text(as_expression(value))
            for name, value in outcome.case.values.items()
        }
        data["instance"] = dict(shown_facts(outcome.case))
    return data


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return one point of a grid as an object."""
    measured, bound = outcome.comparison.texts
    return {
        "values": {
            name: expression_text(as_expression(value))
            for name, value in outcome.case.values.items()
        },
        "exact": measured,
        "bound": bound,
        "ratio": ratio_text(outcome.badness),
    }
