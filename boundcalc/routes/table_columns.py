"""Routes in tables: the cells that differ in one quantity are a series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from boundcalc.routes.search import Route
from boundcalc.routes.series import series_solver
from boundcalc.routes.solve import solve_route
from boundcalc.solving.answers import Answer

Given = Mapping[str, Fraction]


def route_answer(
    route: Route, unknown: str, values: Mapping[str, Sequence[Fraction]]
) -> Callable[[Given], Answer]:
    """Return what answers in the cells of a table by a route, certified as a series is.

    Parameters
    ----------
    route : Route
        Theorems in a row.
    unknown : str
        What is asked for.
    values : mapping from name to sequence of Fraction
        The values of each given quantity, by the names of the route's symbols.

    Returns
    -------
    callable
        Takes the given values of a cell; errors as in `solve_route`.
    """
    varying = [name for name, numbers in values.items() if len(set(numbers)) > 1]
    if not varying:
        return lambda given: solve_route(route, unknown, given)
    axis = max(varying, key=lambda name: len(set(values[name])))
    ascending = sorted(set(values[axis]))
    solvers: dict[tuple[tuple[str, Fraction], ...], Callable[..., Answer]] = {}

    def answer(given: Mapping[str, Any]) -> Answer:
        fixed = {name: number for name, number in given.items() if name != axis}
        key = tuple(fixed.items())
        if key not in solvers:
            solvers[key] = series_solver(unknown, fixed, axis, ascending)
        return solvers[key](route, unknown, given)

    return answer
