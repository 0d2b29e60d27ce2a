"""Sheets as figures for a paper: PDF, SVG or PNG at the width of a column or a page.

A sheet over one quantity is a curve for each theorem; a sheet of one theorem over two quantities
is a curve for each value of the second. A comparison is a curve for each way that leads somewhere.
Colours are those of Okabe and Ito, which the colour-blind tell apart, and every curve has a line
style and a marker of its own, which survive print in grey.

matplotlib is needed (`pip install boundcalc[plot]`); nothing imports it before a figure is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex, symbol_latex
from boundcalc.language.statements import Role
from boundcalc.output.latex import number_latex
from boundcalc.output.sheet_forms import rounding_note, title
from boundcalc.output.sheets import EMPTY, Sheet
from boundcalc.solving.answers import Direction, exact_or_scientific
from boundcalc.solving.cards import pretty
from boundcalc.solving.routes.compare import Comparison

COLUMN, PAGE = 3.25, 6.75  # inches, of a paper with two columns
FORMATS = ("pdf", "svg", "png")
DECADES = 1.2  # the factor, in powers of ten, from which an axis is logarithmic
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLES = ("-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
MOST_MARKED = 25  # points of a curve that are marked one by one
MOST_CURVES = 12
MOST_INSIDE = 3  # names that stand between the curves
RESOLUTION = 300  # dots per inch of a PNG
STYLE = {
    "font.size": 8,
    "axes.titlesize": 8,
    "legend.fontsize": 7,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.2,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.linewidth": 0.4,
    "grid.alpha": 0.5,
    "pdf.fonttype": 42,  # outlines that a publisher can embed
    "svg.hashsalt": "boundcalc",  # the same sheet is the same file
    "mathtext.fontset": "cm",
}


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: its name, its points, and whether it is a theorem's rather than a baseline's."""

    name: str
    points: tuple[tuple[float, float], ...]
    is_theorem: bool = True


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
            Curve(theorem.title, tuple(_points(sheet, number)), theorem.role is Role.THEOREM)
            for number, theorem in enumerate(sheet.theorems)
        )
    elif len(axes) == 2 and len(sheet.tables) == 1:
        found = tuple(_family(sheet))
    else:
        raise QuestionError(
            "a figure needs one quantity that varies, or two and one theorem, but got "
            f"{len(axes)} and {len(sheet.tables)} theorems; fix some or name one with --theorem"
        )
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
        yield Curve(f"${expression_latex(second)} = {_value_latex(value)}$", tuple(points))


def _value_latex(value: Fraction) -> str:
    is_plain = value == 0 or 1e-4 <= abs(value) < 1e6
    return number_latex(exact_or_scientific(value) if is_plain else f"{float(value):.6g}")


def _height(text: str) -> float:
    return math.nan if text == EMPTY else float(text)


def comparison_curves(comparison: Comparison) -> tuple[Curve, ...]:
    """Return a curve for each way that is the best somewhere, and for each floor."""
    floors = {
        entry.id: entry
        for place in comparison.places
        for entry in place.entries
        if entry.role is not Role.THEOREM
    }
    shown = {entry.id: entry for entry in comparison.leaders} | floors
    found = []
    for id, entry in shown.items():
        points = [
            (float(place.at), float(item.value) if item is not None else math.nan)
            for place in comparison.places
            for item in [next((other for other in place.entries if other.id == id), None)]
        ]
        found.append(Curve(entry.title, tuple(points), entry.role is Role.THEOREM))
    return tuple(found)


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
    figure, plane = _drawn(found, width)
    for crossover in comparison.crossovers:
        plane.axvline(float(crossover.first), color="#999999", linewidth=0.6, zorder=0)
    plane.set_xlabel(f"${symbol_latex(comparison.axis)}$")
    plane.set_ylabel(f"${symbol_latex(comparison.unknown)}$")
    return figure


def draw(sheet: Sheet, *, width: float = COLUMN, is_region: bool = False) -> Any:
    """Return a matplotlib Figure of a sheet.

    Parameters
    ----------
    sheet : Sheet
        What is drawn.
    width : float
        Inches, such as 3.25 for a column and 6.75 for a page.
    is_region : bool
        Whether the side on which the constraints hold is shaded, for one curve.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, or the sheet cannot be drawn as curves.
    """
    found = curves(sheet)
    figure, plane = _drawn(found, width)
    if is_region:
        _shade(plane, found, sheet)
    plane.set_xlabel(_axis_label(next(iter(sheet.axes))))
    plane.set_ylabel(_axis_label(sheet.unknown))
    return figure


def _drawn(found: Sequence[Curve], width: float) -> tuple[Any, Any]:
    """Return a figure with curves on it, and its axes."""
    if not 1 <= width <= 40:
        raise QuestionError(f"the width of a figure is 1 to 40 inches, but got {width:g}")
    with _matplotlib().rc_context(STYLE):
        figure = import_module("matplotlib.figure").Figure(
            figsize=(width, width / (1.3 if width < 5 else 1.8)), layout="constrained"
        )
        plane = figure.add_subplot()
        _scale(plane, found)
        for place, curve in enumerate(found):
            _draw_curve(plane, curve, place)
        if len(found) > MOST_INSIDE:
            figure.legend(frameon=False, loc="outside upper center")
        elif len(found) > 1:
            plane.legend(frameon=False)
    return figure, plane


def _scale(plane: Any, found: Sequence[Curve]) -> None:
    for axis, place in ((plane.set_xscale, 0), (plane.set_yscale, 1)):
        values = [point[place] for curve in found for point in curve.points]
        known = [value for value in values if not math.isnan(value)]
        if min(known) > 0 and math.log10(max(known) / min(known)) >= DECADES:
            axis("log")


def _draw_curve(plane: Any, curve: Curve, place: int) -> None:
    is_marked = len(curve.points) <= MOST_MARKED
    plane.plot(
        [x for x, _ in curve.points],
        [y for _, y in curve.points],
        label=curve.name,
        color=COLOURS[place % len(COLOURS)] if curve.is_theorem else "#666666",
        linestyle=STYLES[place % len(STYLES)] if curve.is_theorem else ":",
        marker=MARKERS[place % len(MARKERS)] if is_marked else None,
    )


def _shade(plane: Any, found: Sequence[Curve], sheet: Sheet) -> None:
    if len(found) != 1:
        raise QuestionError(f"a region has one curve, but got {len(found)}; name one theorem")
    (curve,), (direction,) = found, sheet.directions
    low, high = plane.get_ylim()
    end = high if direction is Direction.LEAST else low
    xs, ys = [x for x, _ in curve.points], [y for _, y in curve.points]
    known = [not math.isnan(y) for y in ys]
    plane.fill_between(xs, ys, end, where=known, color=COLOURS[0], alpha=0.2, linewidth=0)
    plane.set_ylim(low, high)


def _axis_label(symbol: Symbol) -> str:
    words = f", {symbol.meaning}" if symbol.meaning else ""
    return f"${expression_latex(symbol)}${words}"


def caption(sheet: Sheet) -> str:
    """Return the words below the figure: what is shown, for which values, and how it is rounded."""
    names = ", ".join(theorem.title for theorem in sheet.theorems)
    return pretty(f"{title(sheet)}: {names}. {rounding_note(sheet)}")


def save(figure: Any, path: Path) -> None:
    """Write a figure as PDF, SVG or PNG, by the ending of its file; no date is written into it.

    Raises
    ------
    QuestionError
        If the ending is another one, or the file cannot be written.
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise QuestionError(
            f"a figure is written as .pdf, .svg or .png, but got {ascii(path.name)[:60]}"
        )
    metadata = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}[ending]
    with _matplotlib().rc_context(STYLE):
        try:
            figure.savefig(path, format=ending, dpi=RESOLUTION, metadata=metadata)
        except OSError as error:
            raise QuestionError(f"the figure cannot be written ({error.strerror})") from error


def _matplotlib() -> Any:
    try:
        return import_module("matplotlib")
    except ImportError:
        raise QuestionError(
            "a figure needs matplotlib, which is not installed; 'pip install boundcalc[plot]', "
            "or write the data with 'boundcalc table --format csv'"
        ) from None
