"""Tightness as a figure: the bound of a theorem beside the exact value on finite instances.

Where the instances of a grid differ in one parameter, both against it: the exact values as marks,
and the bound as a curve. Otherwise a mark for each instance, the bound against the exact value,
with the line on which both are equal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.figures.canvas import (
    COLOURS,
    COLUMN,
    GREY,
    STYLE,
    Curve,
    axis_label,
    canvas,
    draw_curves,
    matplotlib,
    name_above,
    scale_axis,
    shown_caption,
)
from boundcalc.finite.closed_forms import closed
from boundcalc.finite.testing import Outcome, TestedStatement
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol, as_expression
from boundcalc.language.latex import symbol_latex
from boundcalc.language.text import expression_text
from boundcalc.output.tested import ratio_text

LEAST_POINTS = 4  # of a curve
MOST_FAMILIES = 3  # of curves in one figure

Fixed = tuple[tuple[str, str], ...]  # names and values of the parameters that stay on a curve
Point = tuple[float, float, float]  # parameter, exact value, bound


def families(
    statement: TestedStatement, outcomes: Sequence[Outcome], over: str = ""
) -> tuple[Symbol | None, dict[Fixed, list[Point]]]:
    """Return the parameter over which instances form curves, and the curves by what is fixed.

    Parameters
    ----------
    over : str
        The name of that parameter; without one, the parameter with the longest curve.

    Returns
    -------
    tuple
        None and no curves, where no parameter has a curve of four points or more.

    Raises
    ------
    QuestionError
        If `over` is no parameter of the theorem, or has no such curve.
    """
    axis, found = _groups(statement, outcomes, over)
    if axis is None:
        return None, {}
    return axis, {name: sorted(set(_points(axis.name, group))) for name, group in found.items()}


def _points(name: str, outcomes: Sequence[Outcome]) -> Iterator[Point]:
    for outcome in outcomes:
        yield (_number(outcome.case.values[name]), *_sides(outcome))


def _groups(
    statement: TestedStatement, outcomes: Sequence[Outcome], over: str
) -> tuple[Symbol | None, dict[Fixed, list[Outcome]]]:
    """Return the parameter of `families`, and the instances on each curve."""
    parameters = {symbol.name: symbol for symbol in statement.theorem.parameters}
    if over and over not in parameters:
        raise QuestionError(
            f"{statement.theorem.id} has no parameter {over[:40]!r}; it has {', '.join(parameters)}"
        )
    found = {name: _curves(name, parameters, outcomes) for name in ([over] if over else parameters)}
    best = max(found, key=lambda name: max(map(len, found[name].values()), default=0), default="")
    if best and found[best]:
        return parameters[best], found[best]
    if over:
        raise QuestionError(f"the instances of {statement.theorem.id} form no curve over {over}")
    return None, {}


def _curves(
    name: str, parameters: dict[str, Symbol], outcomes: Sequence[Outcome]
) -> dict[Fixed, list[Outcome]]:
    groups: dict[tuple[str, ...], list[Outcome]] = defaultdict(list)
    others = [other for other in parameters if other != name]
    shared = [len({_text(outcome, other) for outcome in outcomes}) == 1 for other in others]
    for outcome in outcomes:
        groups[tuple(_text(outcome, other) for other in others)].append(outcome)
    fixed = {
        key: tuple(
            (other, text)
            for other, text, is_shared in zip(others, key, shared, strict=True)
            if not is_shared
        )
        for key in groups
    }
    long = [key for key, group in groups.items() if _is_curve(name, group)]
    return {fixed[key]: groups[key] for key in long[:MOST_FAMILIES]}


def _is_curve(name: str, outcomes: Sequence[Outcome]) -> bool:
    """Return whether there are points enough, and one at each value; the same may come twice."""
    points = set(_points(name, outcomes))
    return LEAST_POINTS <= len(points) == len({at for at, _, _ in points})


def _text(outcome: Outcome, name: str) -> str:
    return expression_text(as_expression(outcome.case.values[name]))


def _number(value: Any) -> float:
    found = Evaluator(closed(as_expression(value))).at({})
    return float((found.lower + found.upper) / 2)


def _sides(outcome: Outcome) -> tuple[float, float]:
    decision = outcome.comparison.decision
    exact, bound = (float((s.lower + s.upper) / 2) for s in (decision.left, decision.right))
    return exact, bound


def draw_tightness(
    statement: TestedStatement,
    outcomes: Sequence[Outcome],
    *,
    over: str = "",
    width: float = COLUMN,
) -> Any:
    """Return a matplotlib Figure of the bound beside the exact value.

    Parameters
    ----------
    statement : TestedStatement
        What was measured.
    outcomes : sequence of Outcome
        Its grid, as of `boundcalc.finite.testing.on_grid`.
    over : str
        As in `families`.
    width : float
        Inches, such as 3.25 for a column and 6.75 for a page.

    Raises
    ------
    QuestionError
        If matplotlib is not installed, there is nothing to draw, or as in `families`.
    """
    axis, found = families(statement, outcomes, over)
    if axis is None:
        return _scatter(outcomes, width)
    curves = []
    for colour, (fixed, points) in enumerate(found.items()):
        said = f" ({_formulas(fixed)})" if fixed else ""
        curves += [
            Curve(
                f"exact value{said}",
                tuple((x, y) for x, y, _ in points),
                colour=colour,
                style=colour,
                has_line=False,
            ),
            Curve(
                f"bound{said}",
                tuple((x, y) for x, _, y in points),
                colour=colour,
                style=colour + 1,
                has_marks=False,
            ),
        ]
    figure, plane = draw_curves(curves, width)
    plane.set_xlabel(axis_label(axis, width))
    plane.set_ylabel(f"${symbol_latex(statement.quantity)}$")
    return figure


def _formulas(fixed: Fixed) -> str:
    """Return what is fixed as it is set in a figure."""
    return ", ".join(f"${symbol_latex(name)} = {value}$" for name, value in fixed)


def _scatter(outcomes: Sequence[Outcome], width: float) -> Any:
    sides = [(*_sides(outcome), outcome.badness > 1) for outcome in outcomes]
    known = [item for item in sides if all(map(math.isfinite, item[:2]))]
    if not known:
        raise QuestionError("there is nothing to draw: no instance has a finite bound")
    kinds = [("instance", "o", COLOURS[0], [item for item in known if not item[2]])]
    kinds += [("instance that violates it", "X", COLOURS[1], [item for item in known if item[2]])]
    shown = [kind for kind in kinds if kind[3]]
    names = [*(name for name, *_ in shown), "bound = exact value"]
    figure, plane = canvas(width, names)
    with matplotlib().rc_context(STYLE):
        for _, marker, colour, points in shown:
            xs, ys = [point[0] for point in points], [point[1] for point in points]
            plane.plot(xs, ys, linestyle="none", marker=marker, color=colour, alpha=0.8)
        low, high = (min(min(item[:2]) for item in known), max(max(item[:2]) for item in known))
        for axis in (plane.xaxis, plane.yaxis):
            scale_axis(axis, low, high)
        plane.plot([low, high], [low, high], color=GREY, linestyle=":")
        plane.set_xlabel("exact value")
        plane.set_ylabel("bound")
        name_above(figure, plane.get_lines(), names, width)
    return figure


def tightness_caption(
    statement: TestedStatement,
    outcomes: Sequence[Outcome],
    over: str = "",
    *,
    is_latex: bool = False,
) -> str:
    """Return the words below the figure: what is measured, what is fixed, and when it fails."""
    theorem = statement.theorem
    axis, groups = _groups(statement, outcomes, over)
    on_curves = [outcome for group in groups.values() for outcome in group]
    finite = [outcome for outcome in outcomes if all(map(math.isfinite, _sides(outcome)))]
    drawn = finite if axis is None else on_curves
    fixed = [
        f"{symbol} = {_text(outcomes[0], symbol.name)}"
        for symbol in theorem.parameters
        if len({_text(outcome, symbol.name) for outcome in outcomes}) == 1
    ]
    where = f" over {axis}" if axis is not None else f" on {len(drawn)} instances"
    given = f", for {', '.join(fixed)}" if fixed else ""
    side = "at most" if statement.sense.is_upper else "at least"
    violating = _violations(drawn)
    fails = f" {violating} of {len(drawn)} instances violate it." if violating else ""
    missing = len(outcomes) - len(drawn)
    if missing:
        fails += (
            f" Not drawn: {missing} more, of which {_violations(outcomes) - violating} violate it."
        )
    text = (
        f"{theorem.title} ({theorem.id}){where}{given}. Exact value: {statement.reading}; the "
        f"theorem says that it is {side} the bound.{fails}"
    )
    return shown_caption(text, theorem.quantities.values(), is_latex=is_latex)


def _violations(outcomes: Sequence[Outcome]) -> int:
    return sum(outcome.badness > 1 for outcome in outcomes)


def tightness_csv(statement: TestedStatement, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the instances as lines of CSV: parameters, exact value, bound and ratio."""
    names = [symbol.name for symbol in statement.theorem.parameters]
    yield ",".join((*names, "exact", "bound", "ratio")) + "\n"
    for outcome in outcomes:
        cells = [_text(outcome, name).replace(",", ";") for name in names]
        exact, bound = (text for text in outcome.comparison.texts)
        yield ",".join((*cells, exact, bound, ratio_text(outcome.badness))) + "\n"
