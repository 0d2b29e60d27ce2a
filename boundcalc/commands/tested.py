"""``boundcalc tested`` and ``boundcalc tightness``: theorems on exact finite instances."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.commands.drawing.files import (
    Caption,
    Data,
    Force,
    Plot,
    Width,
    check_figure,
    write_figure,
)
from boundcalc.console import REFUTED, Json, Markdown, one_form, print_text, show_card
from boundcalc.figures.tightness import draw_tightness, tightness_caption, tightness_csv
from boundcalc.finite.testing import on_grid, run
from boundcalc.language.errors import QuestionError
from boundcalc.output.json import json_text
from boundcalc.output.tested import (
    outcome_json,
    report_card,
    report_json,
    reports_markdown,
    summary_card,
    tightness_card,
)
from boundcalc.tested import find_statements, is_confirmed

if TYPE_CHECKING:
    from boundcalc.finite.testing import TestedStatement, TestReport

_ID = "An id, or several by their beginning."


def report_tested(
    theorem: Annotated[str, typer.Argument(metavar="[ID]", help=_ID)] = "",
    instances: Annotated[
        int | None, typer.Option("--instances", metavar="N", help="Random instances of each.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Other instances.")] = 0,
    is_list: Annotated[bool, typer.Option("--list", help="Only what there is.")] = False,
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> int:
    """Statements about distributions, tested on exact instances: TESTED or REFUTED.

    With an ID the worst instance or the counterexample, in rationals; without one a line for each
    statement, which takes about a minute.
    Exit code 1 if a statement is refuted that the library does not call doubtful.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    if (instances is not None and instances < 1) or seed < 0:
        raise QuestionError("--instances is at least 1 and --seed is not negative")
    statements = find_statements(theorem)
    if is_list:
        print_text("\n".join(f"{item.theorem.id}  {item.reading}" for item in statements))
        return 0
    reports = []
    for statement in statements:
        _show_progress(statement)
        reports.append(run(statement, seed=seed, instances=instances))
    _show_progress(None)
    if form == "json":
        data = [report_json(report, is_confirmed=is_confirmed(report)) for report in reports]
        print_text(json_text({"statements": data}))
    elif form == "markdown":
        ids = frozenset(item.statement.theorem.id for item in reports if is_confirmed(item))
        print_text(reports_markdown(reports, ids).rstrip())
    elif theorem.strip():
        for place, report in enumerate(reports):
            if place:
                print_text("")
            show_card(report_card(report, is_confirmed=is_confirmed(report)), "text")
    else:
        show_card(summary_card(reports), "text")
    return REFUTED if any(_is_unexpected(report) for report in reports) else 0


def tightness(
    theorem: Annotated[str, typer.Argument(metavar="ID", help=_ID)],
    figure: Plot = "",
    over: Annotated[
        str, typer.Option("--over", metavar="NAME", help="Draw it against this parameter.")
    ] = "",
    width: Width = "column",
    data: Data = None,
    is_forced: Force = False,
    as_json: Json = False,
    as_latex: Caption = False,
) -> None:
    """The bound of a theorem beside the exact value, over a grid of finite instances.

    With --plot, which takes one theorem, the caption is printed below.
    """
    if not theorem.strip():
        raise QuestionError("name a theorem; `boundcalc tested` lists those with exact instances")
    if not figure and (over or data is not None):
        raise QuestionError("--over and --data belong to a figure; add --plot FILE")
    if not figure and as_latex:
        raise QuestionError("--latex is about the caption of a figure; add --plot FILE")
    inches = check_figure(figure, width, data, is_forced) if figure else 0.0
    statements = find_statements(theorem)
    if figure and len(statements) > 1:
        names = ", ".join(item.theorem.id for item in statements)
        raise QuestionError(f"a figure is of one theorem; name one of {names}")
    found = [(statement, on_grid(statement)) for statement in statements]
    if as_json:
        rows = [
            {"theorem": item.theorem.id, "grid": [outcome_json(outcome) for outcome in grid]}
            for item, grid in found
        ]
        print_text(json_text({"theorems": rows}))
    else:
        for place, (statement, grid) in enumerate(found):
            if place:
                print_text("")
            show_card(tightness_card(statement, grid), "text")
    if figure:
        ((statement, grid),) = found
        drawing = draw_tightness(statement, grid, over=over, width=inches)
        write_figure(drawing, figure, data, tightness_csv(statement, grid))
        if not as_json:
            print_text(f"\n{tightness_caption(statement, grid, over, is_latex=as_latex)}")


def _show_progress(statement: TestedStatement | None) -> None:
    if sys.stderr.isatty():
        text = "" if statement is None else statement.theorem.id
        end = "\r" if statement is None else ""
        print(f"\r{text:60}{end}", end="", file=sys.stderr, flush=True)


def _is_unexpected(report: TestReport) -> bool:
    return report.violations > 0 and not report.statement.theorem.is_doubtful
