"""Figures for a paper: curves on axes, and files at the width of a column or a page.

Colours are those of Okabe and Ito, which the colour-blind tell apart, and every curve has a line
style and a marker of its own, which survive print in grey.
Names stand above the axes, where they cover no curve; the figure grows by their lines.

matplotlib is needed (`pip install boundcalc[plot]`); nothing imports it before a figure is drawn.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Any

from boundcalc.cards.cards import pretty
from boundcalc.language.domains import Unit
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.output.latex_words import words_latex

POINTS = 72  # of an inch
COLUMN, PAGE = 3.25, 6.75  # inches, of a paper with two columns
FORMATS = ("pdf", "svg", "png")
DECADES = 1.2  # the factor, in powers of ten, from which an axis is logarithmic
FEW_DECADES = 1.9  # below it, a logarithmic axis has ticks at 1, 2 and 5
SOME_DECADES = 2.2  # below it, at 1 and 3
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY = "#666666"
STYLES = ("-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
MOST_MARKS = 12  # of one curve; the others are drawn without a mark
HANDLE = 0.3  # inches, of the piece of line before a name
RESOLUTION = 300  # dots per inch of a PNG
LEGEND_SIZE = 7  # points
STYLE = {
    "font.size": 8,
    "axes.titlesize": 8,
    "legend.fontsize": LEGEND_SIZE,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.2,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.linewidth": 0.4,
    "grid.alpha": 0.5,
    "pdf.fonttype": 42,  # outlines that a publisher can embed
    "svg.hashsalt": "boundcalc",  # the same data are the same file
    "mathtext.fontset": "cm",
}
_UNNAMED = (Unit.NONE, Unit.PROBABILITY)  # which no number is counted in
_LETTER = 0.055  # inches, of a letter of a name
_LINE = 0.125  # inches, of a line of names
_SPACE = 0.2  # inches, between a sign and its name, and between names


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: its name, its points, and whether it is a theorem's rather than a baseline's.

    Colour and line style follow from its place among the curves where `colour` and `style` do not
    number them; it may be drawn without its line, or without marks at its points.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    is_theorem: bool = True
    colour: int | None = None
    style: int | None = None
    has_line: bool = True
    has_marks: bool = True


@dataclass(frozen=True, slots=True)
class Area:
    """A shaded part of the plane: all that is below its points."""

    name: str
    points: tuple[tuple[float, float], ...]


def draw_curves(
    found: Sequence[Curve], width: float, areas: Sequence[Area] = ()
) -> tuple[Any, Any]:
    """Return a matplotlib Figure with curves on it, and its axes; errors as in `canvas`.

    Areas are shaded below their points, and named after the curves.
    """
    names = [*(curve.name for curve in found), *(area.name for area in areas)]
    figure, plane = canvas(width, names)
    with matplotlib().rc_context(STYLE):
        _scale(plane, [*found, *(Curve(area.name, area.points) for area in areas)])
        for place, curve in enumerate(found):
            _draw_curve(plane, curve, place)
        shades = [_shade(plane, area) for area in areas]
        if len(names) > 1:
            name_above(figure, [*plane.get_lines(), *shades], names, width)
    return figure, plane


def _shade(plane: Any, area: Area) -> Any:
    """Shade what is below an area's points, down to the lower end of the axis.

    Between two points it goes up to the lower one.
    """
    xs, ys = zip(*area.points, strict=True)
    known = [y for y in ys if not math.isnan(y)]
    plane.update_datalim([point for point in area.points if not math.isnan(point[1])])
    plane.autoscale_view()
    low, high = plane.get_ylim()
    step = "post" if known[0] <= known[-1] else "pre"
    shade = plane.fill_between(
        xs, ys, low, step=step, color=GREY, alpha=0.25, linewidth=0, hatch="////", zorder=0
    )
    plane.set_ylim(low, high)
    return shade


def check_width(width: float) -> None:
    """Raise a QuestionError unless a width is one of a figure, 1 to 40 inches."""
    if not 1 <= width <= 40:
        raise QuestionError(f"the width of a figure is 1 to 40 inches, but got {width:g}")


def canvas(width: float, names: Sequence[str] = (), *, handle: float = HANDLE) -> tuple[Any, Any]:
    """Return an empty figure and its axes, with room for names above them.

    Parameters
    ----------
    width : float
        Inches, such as 3.25 for a column and 6.75 for a page.
    names : sequence of str
        What `name_above` will write; fewer than two take no room.
    handle : float
        Inches of the sign before a name.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, or the width is none of a figure.
    """
    check_width(width)
    rows = _layout(names, width, handle)[1] if len(names) > 1 else 0
    height = width / (1.45 if width < 5 else 2) + rows * _LINE
    with matplotlib().rc_context(STYLE):
        figure = import_module("matplotlib.figure").Figure(
            figsize=(width, height), layout="constrained"
        )
        return figure, figure.add_subplot()


def name_above(
    figure: Any,
    handles: Sequence[Any],
    names: Sequence[str],
    width: float,
    *,
    handle: float = HANDLE,
) -> None:
    """Write names above the axes, in as many columns as there is room for."""
    columns, _ = _layout(names, width, handle)
    with matplotlib().rc_context(STYLE):
        figure.legend(
            handles,
            [_wrapped(name, width, handle) for name in names],
            frameon=False,
            loc="outside upper center",
            ncols=columns,
            handlelength=handle * POINTS / LEGEND_SIZE,
            labelspacing=0.25,
            columnspacing=1.2,
            borderpad=0.1,
            borderaxespad=0.1,
        )


def _layout(names: Sequence[str], width: float, handle: float) -> tuple[int, int]:
    """Return the number of columns of names, and of lines that the longest column takes."""
    wrapped = [_wrapped(name, width, handle) for name in names]
    longest = max(_length(line) for name in wrapped for line in name.splitlines())
    columns = max(1, min(len(names), int(width / (handle + _SPACE + longest * _LETTER))))
    lines = [name.count("\n") + 1 for name in wrapped]
    return columns, math.ceil(sum(lines) / columns)


def _wrapped(name: str, width: float, handle: float) -> str:
    if "$" in name:
        return name
    return fill(name, max(12, int((width - handle - _SPACE) / _LETTER)))


def _length(name: str) -> int:
    """Return about how many letters wide a name is; formulas are narrower than their LaTeX."""
    return round(len(name) * (0.6 if "\\" in name else 1))


def _scale(plane: Any, found: Sequence[Curve]) -> None:
    for axis, place in ((plane.xaxis, 0), (plane.yaxis, 1)):
        values = [point[place] for curve in found for point in curve.points]
        known = [value for value in values if not math.isnan(value)]
        scale_axis(axis, min(known), max(known))


def scale_axis(axis: Any, low: float, high: float) -> None:
    """Make an axis of matplotlib logarithmic where its values ask for it, with ticks that fit."""
    if not is_logarithmic(low, high):
        return
    getattr(axis.axes, f"set_{axis.axis_name}scale")("log")
    ticker = import_module("matplotlib.ticker")
    # Labels between powers of ten are chosen here: matplotlib's own overprint in a column.
    axis.set_minor_formatter(ticker.NullFormatter())
    decades = math.log10(high / low)
    if decades < SOME_DECADES:
        is_few = decades < FEW_DECADES
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if is_few else (1, 3)))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_locator(ticker.NullLocator())


def is_logarithmic(low: float, high: float) -> bool:
    """Return whether an axis over these values is logarithmic.

    Examples
    --------
    >>> is_logarithmic(1, 1000), is_logarithmic(0, 1000), is_logarithmic(1, 2)
    (True, False, False)
    """
    return low > 0 and math.log10(high / low) >= DECADES


def _draw_curve(plane: Any, curve: Curve, place: int) -> None:
    colour = place if curve.colour is None else curve.colour
    style = place if curve.style is None else curve.style
    plane.plot(
        [x for x, _ in curve.points],
        [y for _, y in curve.points],
        label=curve.name,
        color=COLOURS[colour % len(COLOURS)] if curve.is_theorem else GREY,
        linestyle=_line_style(curve, style),
        marker=MARKERS[style % len(MARKERS)] if curve.has_marks else None,
        markevery=-(-len(curve.points) // MOST_MARKS) if curve.has_line else 1,
    )


def _line_style(curve: Curve, style: int) -> Any:
    if not curve.has_line:
        return "none"
    return STYLES[style % len(STYLES)] if curve.is_theorem else ":"


def axis_label(symbol: Symbol, width: float = PAGE) -> str:
    """Return a symbol with its meaning and unit, as far as the axis is long enough for them."""
    meaning, unit = symbol.meaning.partition(";")[0], symbol.unit.value
    words = f", {meaning}" if meaning else ""
    measured = "" if symbol.unit in _UNNAMED or unit in meaning else f" ({unit})"
    fitting = (
        text
        for text in (words + measured, words, measured)
        if len(text) * _LETTER * 8 / 7 <= 0.6 * width
    )
    return f"${expression_latex(symbol)}$" + next(fitting, "")


def shown_caption(text: str, symbols: Iterable[Symbol] = (), *, is_latex: bool = False) -> str:
    r"""Return a caption as a line of text, or as LaTeX for a paper.

    Parameters
    ----------
    text : str
        The words, in plain signs.
    symbols : iterable of Symbol
        What they name.
    is_latex : bool
        Whether it is written as ``\caption{...}``.
    """
    return rf"\caption{{{words_latex(text, symbols)}}}" if is_latex else pretty(text)


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
    with matplotlib().rc_context(STYLE), _quiet_fonts():
        try:
            figure.savefig(path, format=ending, dpi=RESOLUTION, metadata=metadata)
        except OSError as error:
            raise QuestionError(
                f"{path.name!a:.60} cannot be written ({error.strerror})"
            ) from error


@contextmanager
def _quiet_fonts() -> Iterator[None]:
    """Keep quiet about the dates in matplotlib's own fonts, which concern nobody."""
    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def matplotlib() -> Any:
    """Return matplotlib; a QuestionError that names the extra if it is not installed."""
    try:
        return import_module("matplotlib")
    except ImportError:
        raise QuestionError(
            "a figure needs matplotlib, which is not installed; 'pip install boundcalc[plot]', "
            "or write the data with 'boundcalc table --format csv'"
        ) from None
