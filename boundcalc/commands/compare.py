"""``boundcalc compare``: every way to an answer side by side over a range, with its crossovers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

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
from boundcalc.console import (
    Json,
    Markdown,
    Published,
    one_form,
    print_text,
    read_arguments,
    read_unknown,
    show_card,
)
from boundcalc.figures.curves import comparison_caption, comparison_csv, draw_comparison
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.output.json import json_text
from boundcalc.questions.grids import read_question_over, read_values
from boundcalc.ranking.comparison import compare as compare_over
from boundcalc.waiting import progress

if TYPE_CHECKING:
    from boundcalc.ranking.comparison import Comparison, LimitedPlace

Runner = Callable[..., "Iterable[tuple[LimitedPlace, ...]]"]


def compare(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE",
            help="One of them varies: tau=0.1 beta=0.05 k=10..1e6, or k=10..1e6..*2, or a list.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes.")] = 1,
    dask: Annotated[
        str, typer.Option("--dask", metavar="ADDRESS", help="A Dask scheduler that runs it.")
    ] = "",
    figure: Plot = "",
    width: Width = "column",
    data: Data = None,
    is_forced: Force = False,
    is_published: Published = False,
    as_json: Json = False,
    as_markdown: Markdown = False,
    as_latex: Caption = False,
) -> None:
    """Every theorem and route over a range of one quantity, and where the best one changes.

    A range without a step, as k=10..1e6, goes by factors of 10 to its end, or one by one through up
    to 20 whole numbers, as in `table`. A way that is the best
    only between two values is not seen; more values show it. With --plot, the caption is printed
    below.
    """
    form = one_form(json=as_json, markdown=as_markdown)
    if workers < 1:
        raise QuestionError(f"--workers is a whole number from 1 on, but got {workers}")
    if data is not None and not figure:
        raise QuestionError("--data belongs to a figure; add --plot FILE, or take --json")
    if as_latex and not figure:
        raise QuestionError("--latex is about the caption of a figure; add --plot FILE")
    inches = check_figure(figure, width, data, is_forced) if figure else 0.0
    comparison = _comparison(unknown, values or [], workers, dask, is_published=is_published)
    if figure:
        drawing = draw_comparison(comparison, width=inches)
        write_figure(drawing, figure, data, comparison_csv(comparison))
    _show(comparison, form)
    if figure and form != "json":
        print_text(f"\n{comparison_caption(comparison, is_latex=as_latex)}")


def _show(comparison: Comparison, form: str) -> None:
    if form == "json":
        print_text(json_text(comparison.to_dict()))
    else:
        show_card(comparison.card(), form)


def _comparison(
    unknown: str, arguments: list[str], workers: int, dask: str, *, is_published: bool
) -> Comparison:

    name = read_unknown(unknown)
    axes = {key: read_values(key, text) for key, text in read_arguments(arguments).items()}
    theorems = load_library().published if is_published else load_library().theorems
    question = read_question_over(name, axes, theorems)
    assert question.varying is not None
    with _runner(workers, dask) as run:
        counted = _with_progress(run, len(question.varying.values))
        return compare_over(theorems, question, run=counted)


@contextmanager
def _runner(workers: int, dask: str) -> Iterator[Runner]:
    """Yield what maps a function over values: here, in processes, or on a Dask cluster."""
    if dask:
        try:
            from distributed import Client
        except ImportError as error:
            raise QuestionError(
                "--dask needs the package distributed; install boundcalc[dask]"
            ) from error
        with Client(dask) as client, client.get_executor() as executor:
            yield executor.map
    elif workers > 1:
        with ProcessPoolExecutor(workers) as executor:
            yield executor.map
    else:
        yield map


def _with_progress(run: Runner, count: int) -> Runner:
    """Return the same, which tells how many of the values are compared."""

    def counted(function: Any, runs: Iterable[tuple[Fraction, ...]]) -> Iterator[Any]:
        show = progress("values are compared")
        done = 0
        if show is not None:
            show(done, count)
        for places in run(function, runs):
            done += len(places)
            if show is not None:
                show(done, count)
            yield places

    return counted
