"""Regions as figures: the part that holds, the part that fails, and the undecided band between.

What is drawn are the cells of `boundcalc.tables.regions` themselves, as their outlines, so that
the picture says of a point what was decided of its cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.decisions import Truth
from boundcalc.figures.canvas import (
    COLUMN,
    STYLE,
    axis_label,
    canvas,
    matplotlib,
    name_above,
    scale_axis,
    shown_caption,
)
from boundcalc.language.numbers import decimal_text, exact_or_scientific
from boundcalc.tables.regions import WORDS, Region

FILLS = {Truth.TRUE: "#9CC9E6", Truth.FALSE: "#FFFFFF", Truth.UNKNOWN: "#000000"}
PATCH = 0.15  # inches
Vertex = tuple[int, int]


def draw_region(region: Region, *, width: float = COLUMN) -> Any:
    """Return a matplotlib Figure of a region.

    Parameters
    ----------
    region : Region
        What is drawn.
    width : float
        Inches, such as 3.25 for a column and 6.75 for a page.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, or the width is none of a figure.
    """
    names = list(WORDS.values())
    figure, plane = canvas(width, names, handle=PATCH)
    with matplotlib().rc_context(STYLE):
        plane.grid(visible=False)
        plane.spines[["top", "right"]].set_visible(True)
        for edges, axis, set_limits in (
            (region.x_edges, plane.xaxis, plane.set_xlim),
            (region.y_edges, plane.yaxis, plane.set_ylim),
        ):
            ends = float(edges[0]), float(edges[-1])
            scale_axis(axis, *ends)
            set_limits(*ends)
        truths = _grid(region)
        _fill(plane, region, truths != _CODES[Truth.FALSE], FILLS[Truth.UNKNOWN])
        _fill(plane, region, truths == _CODES[Truth.TRUE], FILLS[Truth.TRUE])
        plane.set_xlabel(axis_label(region.x, width))
        plane.set_ylabel(axis_label(region.y, width / 1.5))
        patch = import_module("matplotlib.patches").Patch
        handles = [
            patch(facecolor=FILLS[truth], edgecolor="#000000", linewidth=0.5) for truth in WORDS
        ]
        name_above(figure, handles, names, width, handle=PATCH)
    return figure


def region_caption(region: Region, *, is_latex: bool = False) -> str:
    """Return the words below the figure: what is shown, and how much was decided."""
    theorem = region.theorem
    given = ", ".join(
        f"{name} = {exact_or_scientific(value)}" for name, value in region.given.items()
    )
    some = f" for some {' and '.join(region.free)}" if region.free else ""
    doubt = " The theorem is doubtful as printed." if theorem.is_doubtful else ""
    holds, fails, rest = (f"{100 * region.share(truth):.1f} %" for truth in WORDS)
    text = (
        f"Where {theorem.title} ({theorem.id}) holds in {region.x} and {region.y}"
        f"{f', for {given}' if given else ''}{some}. Every cell was decided as a whole, by "
        f"enclosures over it: {holds} of the picture holds, {fails} fails, {rest} is undecided."
        f"{doubt}"
    )
    return shown_caption(text, theorem.quantities.values(), is_latex=is_latex)


def region_csv(region: Region) -> Iterator[str]:
    """Yield the cells as lines of CSV, their exact sides and what was decided of each."""
    x, y = region.x.name, region.y.name
    yield f"{x}_from,{x}_to,{y}_from,{y}_to,verdict\n"
    columns, rows = (
        [decimal_text(edge) for edge in edges] for edges in (region.x_edges, region.y_edges)
    )
    for cell in region.cells:
        sides = (columns[cell.left], columns[cell.right], rows[cell.low], rows[cell.high])
        yield ",".join((*sides, WORDS[cell.truth])) + "\n"


# --- outlines ------------------------------------------------------------------------------------

_CODES = {truth: code for code, truth in enumerate(WORDS)}


def _grid(region: Region) -> NDArray[np.int8]:
    """Return the verdicts of the smallest cells, by column and row."""
    shape = (len(region.x_edges) - 1, len(region.y_edges) - 1)
    grid = np.empty(shape, dtype=np.int8)
    for cell in region.cells:
        grid[cell.left : cell.right, cell.low : cell.high] = _CODES[cell.truth]
    return grid


def _fill(plane: Any, region: Region, mask: NDArray[np.bool_], colour: str) -> None:
    """Fill the cells of a mask as one shape, so that no seams show between them."""
    path = import_module("matplotlib.path").Path
    vertices: list[tuple[float, float]] = []
    codes: list[int] = []
    xs, ys = ([float(edge) for edge in edges] for edges in (region.x_edges, region.y_edges))
    for loop in outlines(mask):
        vertices += [(xs[column], ys[row]) for column, row in (*loop, loop[0])]
        codes += [path.MOVETO, *[path.LINETO] * (len(loop) - 1), path.CLOSEPOLY]
    if vertices:
        patch = import_module("matplotlib.patches").PathPatch
        plane.add_patch(patch(path(vertices, codes), facecolor=colour, linewidth=0))


def outlines(mask: NDArray[np.bool_]) -> list[list[Vertex]]:
    """Return the closed lines around the cells of a mask, by their corners.

    Cells lie to the left of each line, so that the line around a hole runs the other way.

    Examples
    --------
    >>> outlines(np.array([[True, True], [True, True]]))
    [[(0, 0), (2, 0), (2, 2), (0, 2)]]
    """
    framed = np.pad(mask, 1)
    after: dict[Vertex, list[Vertex]] = defaultdict(list)
    for column, row in np.argwhere(framed[1:, 1:] != framed[:-1, 1:]).tolist():
        ends = ((column, row), (column, row + 1))
        start, end = ends if framed[column, row + 1] else reversed(ends)
        after[start].append(end)
    for column, row in np.argwhere(framed[1:, 1:] != framed[1:, :-1]).tolist():
        ends = ((column, row), (column + 1, row))
        start, end = ends if framed[column + 1, row + 1] else reversed(ends)
        after[start].append(end)
    return [_without_straight_corners(loop) for loop in _loops(after)]


def _loops(after: dict[Vertex, list[Vertex]]) -> Iterator[list[Vertex]]:
    while after:
        start = min(after)
        loop = [start]
        while True:
            end = after[loop[-1]].pop()
            if not after[loop[-1]]:
                del after[loop[-1]]
            if end == start:
                break
            loop.append(end)
        yield loop


def _without_straight_corners(loop: list[Vertex]) -> list[Vertex]:
    """Return the corners at which a closed line turns."""
    around = [loop[-1], *loop, loop[0]]
    steps = [(x - u, y - v) for (u, v), (x, y) in pairwise(around)]
    return [
        corner
        for corner, (before, step) in zip(loop, pairwise(steps), strict=True)
        if before != step
    ]
