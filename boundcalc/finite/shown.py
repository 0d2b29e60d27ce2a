"""Finite laws and reports on instances as fragments of HTML, for notebooks; all text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from boundcalc.finite.testing import Case, TestReport

MOST_PLACES = 24  # of a law that are listed
LONGEST = 60  # letters of a number or a fact


def law_html(outcomes: Sequence[object], probabilities: Sequence[Fraction]) -> str:
    """Return a law as a table of two columns, its first places.

    Examples
    --------
    >>> from fractions import Fraction
    >>> law_html(["a<b"], [Fraction(1)]).count("&lt;")
    1
    """
    pairs = list(zip(outcomes, probabilities, strict=True))
    rows = [(_cut(outcome), _cut(probability)) for outcome, probability in pairs[:MOST_PLACES]]
    if len(pairs) > MOST_PLACES:
        rows.append(("...", f"{len(pairs) - MOST_PLACES} more"))
    return _table(("outcome", "probability"), rows)


def matrix_html(
    rows: Sequence[object], columns: Sequence[object], values: Sequence[Sequence[Fraction]]
) -> str:
    """Return a joint law or a channel as a table with its labels, its first rows and columns."""
    body = [
        [_cut(label), *map(_cut, line[:MOST_PLACES])]
        for label, line in zip(rows[:MOST_PLACES], values, strict=False)
    ]
    if len(rows) > MOST_PLACES or len(columns) > MOST_PLACES:
        body.append([f"{len(rows)} rows, {len(columns)} columns in all"])
    return _table(("", *map(_cut, columns[:MOST_PLACES])), body)


def report_html(report: TestReport) -> str:
    """Return what the instances of a statement say: verdict, counts, and the instance shown."""
    statement, outcome = report.statement, report.shown
    rows = [
        ("measured", statement.reading),
        ("instances", f"{report.instances}, {report.exact} decided exactly"),
        ("violations", str(report.violations)),
    ]
    if outcome is not None:
        rows += [(name, _cut(text)) for name, text in shown_facts(outcome.case)]
        measured, bound = outcome.comparison.texts
        rows += [
            ("exact value", measured),
            (f"must be {statement.sense.value}", bound),
            ("ratio", f"{outcome.badness:.6g}"),
        ]
    head = f"<strong>{report.verdict.value}</strong> {escape(statement.theorem.id)}"
    return f"<p>{head}</p>\n{_table((), rows)}"


def shown_facts(case: Case) -> Iterator[tuple[str, str]]:
    """Yield the facts of a case as texts, laws as tuples of fractions."""
    for name, value in case.facts.items():
        yield name, shown_value(value)


def shown_value(value: Any) -> str:
    """Return a rational as p/q, a law or a matrix as nested tuples of them."""
    if isinstance(value, tuple | list):
        return f"({', '.join(shown_value(item) for item in value)})"
    return str(value)


def _cut(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["<table>"]
    if header:
        lines.append(f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in header)}</tr>")
    lines += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])
