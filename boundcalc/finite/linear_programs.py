"""Linear programs whose optimum is exact: solved in doubles, then made rational and verified.

HiGHS finds a vertex in doubles, and which constraints it satisfies with equality.
These equations are solved again over the rationals; the result must satisfy every constraint
exactly.
The dual program is treated in the same way; where both values agree, weak duality makes them the
optimum, and nothing rests on doubles.

Needs scipy, the extra ``finite``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from boundcalc.language.errors import BoundError, NoSolutionError, UndecidedError

_NEAR = (1e-9, 1e-10, 1e-11, 1e-12, 1e-8, 1e-7, 1e-6)  # tried in this order
Row = Mapping[int, Fraction]


class MissingPackageError(BoundError, ImportError):
    """An optional package is not installed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinearProgram:
    """Maximize a linear function of nonnegative variables under linear constraints.

    Parameters
    ----------
    size : int
        Number of variables, all at least 0.
    objective : mapping of int to Fraction
        Coefficients by variable; others are 0.
    at_most, equal : sequence of (mapping of int to Fraction, Fraction)
        Rows with their right sides.
    """

    size: int
    objective: Row
    at_most: Sequence[tuple[Row, Fraction]] = ()
    equal: Sequence[tuple[Row, Fraction]] = ()


@dataclass(frozen=True, slots=True)
class Optimum:
    """An exact feasible point and its value, which the dual shows to be the greatest."""

    value: Fraction
    point: tuple[Fraction, ...]


def maximize(program: LinearProgram) -> Optimum:
    """Return the exact optimum of a linear program.

    Raises
    ------
    NoSolutionError
        If no point satisfies the constraints, or the objective is not bounded.
    UndecidedError
        If the vertex found in doubles could not be made exact.
    MissingPackageError
        If scipy is not installed.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> rows = [({0: Fraction(1), 1: Fraction(2)}, Fraction(1))]
    >>> maximize(LinearProgram(size=2, objective={0: half, 1: Fraction(3)}, at_most=rows)).value
    Fraction(3, 2)
    """
    point = _exact_vertex(program)
    value = _dot(program.objective, point)
    dual = _exact_vertex(_dual(program))
    if value != -_dot(_dual(program).objective, dual):
        raise UndecidedError("linear program: the exact dual does not confirm the optimum")
    return Optimum(value, point)


def _dot(row: Row, point: Sequence[Fraction]) -> Fraction:
    return sum((factor * point[place] for place, factor in row.items()), start=Fraction(0))


def _dual(program: LinearProgram) -> LinearProgram:
    """Return the dual as a maximum: of minus the bound, over nonnegative multipliers.

    The multiplier of an equation is the difference of two nonnegative ones.
    """
    rows = [*program.at_most, *program.equal, *program.equal]
    signs = [1] * (len(program.at_most) + len(program.equal)) + [-1] * len(program.equal)
    # The multipliers are in units of the greatest coefficient, so that they are not small.
    scale = max((abs(factor) for factor in program.objective.values()), default=0) or Fraction(1)
    columns: list[dict[int, Fraction]] = [{} for _ in range(program.size)]
    objective: dict[int, Fraction] = {}
    for place, ((row, bound), sign) in enumerate(zip(rows, signs, strict=True)):
        objective[place] = -sign * bound * scale
        for variable, factor in row.items():
            columns[variable][place] = -sign * factor
    at_most = [
        (column, -program.objective.get(variable, Fraction(0)) / scale)
        for variable, column in enumerate(columns)
    ]
    return LinearProgram(size=len(rows), objective=objective, at_most=at_most)


def _exact_vertex(program: LinearProgram) -> tuple[Fraction, ...]:
    """Return the vertex found in doubles, made exact; what is near zero there is zero or not."""
    guess = _vertex_in_doubles(program)
    for near in _NEAR:
        support = [place for place in range(program.size) if guess[place] > near]
        solution = _solve(_active(program, guess, near), support)
        if solution is None:
            continue
        point = [Fraction(0)] * program.size
        for place, exact in zip(support, solution, strict=True):
            point[place] = exact
        if _is_feasible(program, point):
            return tuple(point)
    raise UndecidedError("linear program: the vertex in doubles could not be made exact")


def _active(
    program: LinearProgram, guess: Sequence[float], near: float
) -> list[tuple[Row, Fraction]]:
    active = list(program.equal)
    for row, bound in program.at_most:
        value = sum(float(factor) * guess[place] for place, factor in row.items())
        if abs(value - float(bound)) <= near * max(1.0, abs(float(bound))):
            active.append((row, bound))
    return active


def _solve(
    rows: Sequence[tuple[Row, Fraction]], support: Sequence[int]
) -> tuple[Fraction, ...] | None:
    """Return the one solution of the rows in the variables of the support, else None."""
    if not support:
        return ()
    entries: list[list[Any]] = [
        [*(_fmpq(row.get(place, Fraction(0))) for place in support), _fmpq(bound)]
        for row, bound in rows
    ]
    if len(entries) < len(support):
        return None
    reduced, rank = fmpq_mat(entries).rref()
    count = len(support)
    if rank != count or any(reduced[i, i] != 1 for i in range(count)):
        return None
    return tuple(Fraction(int(reduced[i, count].p), int(reduced[i, count].q)) for i in range(count))


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _is_feasible(program: LinearProgram, point: Sequence[Fraction]) -> bool:
    return (
        all(value >= 0 for value in point)
        and all(_dot(row, point) <= bound for row, bound in program.at_most)
        and all(_dot(row, point) == bound for row, bound in program.equal)
    )


def _vertex_in_doubles(program: LinearProgram) -> list[float]:
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array
    except ImportError as error:
        raise MissingPackageError(
            "worst cases need scipy, which is not installed; run: pip install 'boundcalc[finite]'"
        ) from error

    def matrix(rows: Sequence[tuple[Row, Fraction]]) -> Any:
        if not rows:
            return None
        data = [(i, j, float(v)) for i, (row, _) in enumerate(rows) for j, v in row.items()]
        values = ([v for *_, v in data], ([i for i, *_ in data], [j for _, j, _ in data]))
        return csr_array(values, shape=(len(rows), program.size))

    # In doubles, coefficients far below 1 would pass for zero.
    scale = max((abs(factor) for factor in program.objective.values()), default=0) or Fraction(1)
    costs = [-float(program.objective.get(place, 0) / scale) for place in range(program.size)]
    found = linprog(
        costs,
        A_ub=matrix(program.at_most),
        b_ub=[float(bound) for _, bound in program.at_most] or None,
        A_eq=matrix(program.equal),
        b_eq=[float(bound) for _, bound in program.equal] or None,
        bounds=(0, None),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.status in (2, 3):
        what = "has no feasible point" if found.status == 2 else "is not bounded"
        raise NoSolutionError(f"linear program: it {what}")
    if found.status != 0:
        raise UndecidedError(f"linear program: HiGHS stopped early ({found.message})")
    return [float(value) for value in found.x]
