"""Routes in tables: the cells that differ in one quantity are a series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from boundcalc.language.errors import BoundError, UndecidedError
from boundcalc.problems.problems import Problem, problem_of
from boundcalc.routes.rechecking import failures
from boundcalc.routes.search import Route
from boundcalc.routes.series import series_solver
from boundcalc.routes.solve import solve_route
from boundcalc.solving.answers import Answer
from boundcalc.solving.making import certify


def route_suffices(route: Route | None, problem: Problem, point: Mapping[str, Fraction]) -> bool:
    """Return whether a point satisfies all constraints, and each theorem of a route, for certain.

    Parameters
    ----------
    route : Route or None
        The theorems in a row, where the problem is of one.
    problem : Problem
        What is asked.
    point : mapping from name to Fraction
        Values of the unknown and of all parameters.
    """
    try:
        certify(problem, point, () if route is None else failures(route, point))
    except UndecidedError:
        return False
    return True


def suffices_elsewhere(route: Route, problem: Problem, value: Fraction) -> bool:
    """Return whether a value of the unknown suffices for certain, with other free parameters.

    They are those with which it gives the best of what is asked for: an accuracy, say.
    """
    theorem, unknown = route.theorem, problem.unknown
    given = {**problem.given, unknown.name: value}
    letters = {quantity.letter for quantity in theorem.conclusion.quantities()}
    for symbol in (theorem.names[name] for name in sorted(letters & theorem.names.keys())):
        if symbol.name not in problem.given:
            continue
        rest = {name: number for name, number in given.items() if name != symbol.name}
        try:
            answer = solve_route(route, problem_of(theorem, symbol, rest), is_brief=True)
        except BoundError:
            continue
        if route_suffices(route, problem, {**answer.point, **given}):
            return True
    return False


def route_answer(
    route: Route, values: Mapping[str, Sequence[Fraction]]
) -> Callable[[Problem], Answer]:
    """Return what answers in the cells of a table by a route, certified as a series is.

    Parameters
    ----------
    route : Route
        Theorems in a row.
    values : mapping from name to sequence of Fraction
        The values of each given quantity, by the names of the route's symbols.

    Returns
    -------
    callable
        Takes the problem of a cell; errors as in `solve_route`.
    """
    varying = [name for name, numbers in values.items() if len(set(numbers)) > 1]
    if not varying:
        return lambda problem: solve_route(route, problem)
    axis = max(varying, key=lambda name: len(set(values[name])))
    ascending = sorted(set(values[axis]))
    solvers: dict[tuple[tuple[str, Fraction], ...], Callable[[Route, Problem], Answer]] = {}

    def answer(problem: Problem) -> Answer:
        key = tuple((name, number) for name, number in problem.given.items() if name != axis)
        if key not in solvers:
            solvers[key] = series_solver(axis, ascending)
        return solvers[key](route, problem)

    return answer
