"""Sheets and comparisons as figures for a paper, on a `boundcalc.figures.canvas`.

A sheet over one quantity is a curve for each theorem; a sheet of one theorem over two quantities
is a curve for each value of the second. A comparison is a curve for each way that leads somewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boundcalc.cards.comparison_cards import readings_text
from boundcalc.figures.canvas import (
    COLUMN,
    GREY,
    Area,
    Curve,
    axis_label,
    draw_curves,
    shown_caption,
)
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import decimal_text, exact_or_scientific
from boundcalc.language.statements import Role
from boundcalc.language.text import listed
from boundcalc.output.latex_words import number_latex
from boundcalc.ranking.comparison import Comparison, Entry
from boundcalc.sheets.forms import EMPTY, column_names, column_remarks, rounding_note, title
from boundcalc.solving.answers import LowerLimit

if TYPE_CHECKING:  # sheets show themselves in these forms
    from boundcalc.sheets.sheet import Sheet

MOST_CURVES = 12
ROOM = 0.45  # inches, of the value above a line


def check_axes(varying: int, named: int) -> None:
    """Raise a QuestionError unless a figure shows so many quantities that vary.

    `named` are the theorems that are asked for by name, 0 for all that fit.
    """
    if varying != 1 and (varying, named) != (2, 1):
        raise _too_much(varying, named)


def _too_much(varying: int, theorems: int) -> QuestionError:
    remedy = (
        "fix some, and name one with --theorem"
        if varying
        else "give one quantity several values, such as k=10..1000..*10"
    )
    count = f"{theorems} theorems" if theorems else "all theorems that fit"
    return QuestionError(
        "a figure needs one quantity that varies, or two and one theorem, but got "
        f"{varying} and {count}; {remedy}"
    )


def curves(sheet: Sheet) -> tuple[Curve, ...]:
    """Return the curves of a sheet; a point without an answer is a gap.

    Raises
    ------
    QuestionError
        If the sheet has no axis, more than two, two and several theorems, or too many curves.
    """
    axes = tuple(sheet.axes)
    if len(axes) == 1:
        found = tuple(
            Curve(name, tuple(_points(sheet, number)), theorem.role is Role.THEOREM)
            for number, (name, theorem) in enumerate(
                zip(column_names(sheet), sheet.theorems, strict=True)
            )
        )
    elif len(axes) == 2 and len(sheet.tables) == 1:
        found = tuple(_family(sheet))
    else:
        raise _too_much(len(axes), len(sheet.tables))
    if len(found) > MOST_CURVES:
        raise QuestionError(
            f"a figure has at most {MOST_CURVES} curves, but got {len(found)}; name fewer values"
        )
    if not any(not math.isnan(y) for curve in found for _, y in curve.points):
        reason = next(iter(sheet.notes.values()), "no cell has an answer")
        raise QuestionError(f"there is nothing to draw: {reason}")
    return found


def _points(sheet: Sheet, number: int) -> Iterator[tuple[float, float]]:
    (values,) = sheet.axes.values()
    for x, (_, cells) in zip(values, sheet.rows(), strict=True):
        yield float(x), _height(cells[number].text)


def _family(sheet: Sheet) -> Iterator[Curve]:
    (_, xs), (second, others) = sheet.axes.items()
    cells = [row[1][0].text for row in sheet.rows()]
    for place, value in enumerate(others):
        heights = cells[place :: len(others)]
        points = [(float(x), _height(text)) for x, text in zip(xs, heights, strict=True)]
        yield Curve(
            f"${expression_latex(sheet.shown(second))} = {_value_latex(value)}$", tuple(points)
        )


def _value_latex(value: Fraction) -> str:
    is_plain = value == 0 or 1e-4 <= abs(value) < 1e6
    return number_latex(exact_or_scientific(value) if is_plain else f"{float(value):.6g}")


def _height(text: str) -> float:
    return math.nan if text == EMPTY else float(text)


def drawn_ways(comparison: Comparison) -> dict[str, Entry]:
    """Return, by id, each way that is the best somewhere, and each floor."""
    floors = {
        entry.id: entry
        for place in comparison.places
        for entry in place.entries
        if entry.role is not Role.THEOREM
    }
    return {entry.id: entry for entry in comparison.leaders} | floors


def comparison_curves(comparison: Comparison) -> tuple[Curve, ...]:
    """Return a curve for each way that is the best somewhere, and for each floor."""
    found = []
    drawn = drawn_ways(comparison)
    readings = {entry.reading for entry in drawn.values()}
    for id, entry in drawn.items():
        points = [
            (float(place.at), float(item.value) if item is not None else math.nan)
            for place in comparison.places
            for item in [next((other for other in place.entries if other.id == id), None)]
        ]
        name = f"{entry.title}, {entry.reading}" if len(readings) > 1 else entry.title
        found.append(Curve(name, tuple(points), entry.role is Role.THEOREM))
    return tuple(found)


def limited_areas(
    places: Sequence[Fraction], limits: Sequence[Sequence[LowerLimit]]
) -> tuple[Area, ...]:
    """Return what no analysis of a way of answering can enter, for the first that is limited.

    `limits` are the limits from below at each place; one that has none is a gap.
    """
    way = next((item.way for found in limits for item in found), None)
    if way is None:
        return ()
    heights = [
        next((float(item.value) for item in found if item.way == way), math.nan) for found in limits
    ]
    return (Area(f"{way} fails here", tuple(zip(map(float, places), heights, strict=True))),)


def _comparison_areas(comparison: Comparison) -> tuple[Area, ...]:
    return limited_areas([place.at for place in comparison.places], comparison.limits_below)


def draw_comparison(comparison: Comparison, *, width: float = COLUMN) -> Any:
    """Return a matplotlib Figure of a comparison, with a line where the best way changes.

    Parameters
    ----------
    comparison : Comparison
        What is drawn: its leading ways, and the baselines.
    width : float
        Inches.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, or no way has an answer.
    """
    found = comparison_curves(comparison)
    if not any(not math.isnan(y) for curve in found for _, y in curve.points):
        raise QuestionError("there is nothing to draw: no way has an answer")
    figure, plane = draw_curves(found, width, _comparison_areas(comparison))
    _mark_crossovers(plane, comparison, width)
    x, y = (
        comparison.symbols.get(letter, Symbol(letter))
        for letter in (comparison.axis, comparison.unknown)
    )
    plane.set_xlabel(axis_label(x, width))
    plane.set_ylabel(axis_label(y, width / 1.5))
    return figure


def _mark_crossovers(plane: Any, comparison: Comparison, width: float) -> None:
    """Draw a line at each crossover, with its value above where there is room for it."""
    low, high = plane.get_xlim()
    kinds = ((comparison.crossovers, "-"), (comparison.published_only, (0, (4, 3))))
    written: list[float] = []  # where, in parts of the axis
    for crossovers, style in kinds:
        for crossover in crossovers:
            at = float(crossover.first)
            plane.axvline(at, color=GREY, linewidth=0.8, linestyle=style, zorder=0)
            is_log = plane.get_xscale() == "log"
            share = math.log(at / low, high / low) if is_log else (at - low) / (high - low)
            if all(abs(share - other) * width > ROOM for other in written):
                words = f"${number_latex(exact_or_scientific(crossover.first))}$"
                plane.text(share, 1.01, words, transform=plane.transAxes, ha="center", fontsize=7)
                written.append(share)


def comparison_caption(comparison: Comparison, *, is_latex: bool = False) -> str:
    """Return the words below the figure: what is shown, for which values, and what is marked.

    As LaTeX they are the argument of a caption, with the letters in math.
    """
    given = listed([f"{name} = {text}" for name, text in comparison.given.items()])
    words = [
        f"{comparison.unknown} against {comparison.axis}" + (f", for {given}." if given else "."),
        "Every value was proved to suffice; baselines and floors are dotted and grey.",
    ]
    if comparison.readings:
        words.append(f"The best ways are {readings_text(comparison)}.")
    for crossovers, line, among in (
        (comparison.crossovers, "solid", ""),
        (comparison.published_only, "dashed", " among published statements"),
    ):
        if crossovers:
            places = listed([decimal_text(item.first) for item in crossovers])
            words.append(
                f"The best way{among} changes at {comparison.axis} = {places} ({line} line)."
            )
    words += [_limit_caption(area.name) for area in _comparison_areas(comparison)]
    return shown_caption(" ".join(words), comparison.symbols.values(), is_latex=is_latex)


def _limit_caption(name: str) -> str:
    return (
        f"Shaded: {name}, against one analyst, certified; no analysis of it can enter, and no "
        "other algorithm is limited."
    )


def comparison_csv(comparison: Comparison) -> Iterator[str]:
    """Yield the points of the figure as lines of CSV; where a way has no answer it is empty."""
    drawn = drawn_ways(comparison)
    ways = comparison.limited_ways[:1]
    yield ",".join((comparison.axis, *drawn, *(f"{way} fails" for way in ways))) + "\n"
    limits = [comparison.limits_of(way) for way in ways]
    for number, place in enumerate(comparison.places):
        values = {entry.id: exact_or_scientific(entry.value) for entry in place.entries}
        cells = [values.get(id, "") for id in drawn]
        below = [column[number] for column in limits]
        cells += ["" if value is None else str(value) for value in below]
        yield ",".join((decimal_text(place.at), *cells)) + "\n"


def draw(sheet: Sheet, *, width: float = COLUMN, areas: Sequence[Area] = ()) -> Any:
    """Return a matplotlib Figure of a sheet.

    Parameters
    ----------
    sheet : Sheet
        What is drawn.
    width : float
        Inches, such as 3.25 for a column and 6.75 for a page.
    areas : sequence of Area
        What is shaded, as `limited_areas` returns.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, or the sheet cannot be drawn as curves.
    """
    found = curves(sheet)
    figure, plane = draw_curves(found, width, areas)
    plane.set_xlabel(axis_label(_as_read(sheet, next(iter(sheet.axes))), width))
    plane.set_ylabel(axis_label(_as_read(sheet, sheet.unknown), width / 1.5))
    return figure


def _as_read(sheet: Sheet, symbol: Symbol) -> Symbol:
    """Return a quantity as a reader sees it, with what it is to the algorithms of all columns."""
    found = {
        theorem.algorithm.meaning
        for theorem in sheet.theorems
        if theorem.algorithm is not None and theorem.algorithm.letter == symbol.name
    }
    shown = sheet.shown(symbol)
    is_one = len(found) == 1 and len(set(sheet.readings)) == 1
    return replace(shown, meaning=found.pop()) if is_one else shown


def caption(sheet: Sheet, areas: Sequence[Area] = (), *, is_latex: bool = False) -> str:
    """Return the words below the figure: what is shown, for which values, and how it is rounded.

    As LaTeX they are the argument of a caption, with the letters in math.
    """
    names = "; ".join(
        ", ".join(filter(None, (theorem.title, remark)))
        for theorem, remark in zip(sheet.theorems, column_remarks(sheet), strict=True)
    ).rstrip(".")
    words = [f"{title(sheet)}: {names}. {rounding_note(sheet)}"]
    words += [_limit_caption(area.name) for area in areas]
    symbols = map(sheet.shown, (sheet.unknown, *sheet.axes, *sheet.fixed))
    return shown_caption(" ".join(words), symbols, is_latex=is_latex)
