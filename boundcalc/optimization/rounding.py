"""Rounding: an optimum in doubles as short exact numbers that lose nothing that counts.

Main definitions
----------------
`round_optimum`: choices near an optimum, the best first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from itertools import product

import numpy as np

from boundcalc.evaluation.double_arrays import Vector
from boundcalc.feasible.digits import exponential
from boundcalc.optimization.choices import ChosenParameters, as_values
from boundcalc.optimization.log_residuals import LogResiduals, Residuals
from boundcalc.optimization.optimum import Optimizer, Optimum
from boundcalc.optimization.quadratic_programs import least_squares
from boundcalc.problems.outcomes import Direction

_DIGITS = (6, 9, 12, 15)
_IN_CORNER = 12  # digits where no slopes tell what is lost
_ASIDE = 1e-11  # a share by which a corner is left, since it may be an end that does not belong
_HELPLESS = 1e-9  # the slope by which the unknown does not matter
_PRESSING = 1e-9  # a residual that is active
MARGIN = 2e-12  # a residual that doubles and digits cannot close, as a rule
_STRICT = 1e-13  # by which a strict relation is to hold
_SAME = 1e-12  # a loss of the logarithm that changes nothing
_FAR = 700.0  # a logarithm whose number is no double
_CERTAIN = 30.0  # logarithm up to which doubles tell one integer from the next


def round_optimum(
    optimizer: Optimizer, optimum: Optimum, margin: float = MARGIN
) -> list[ChosenParameters]:
    """Return choices near an optimum, the best first, of the fewest digits that lose nothing.

    Each parameter is rounded in both directions, because rounding may leave the constraints.
    Those on parameters alone, which the unknown cannot help, are to hold by the margin.
    """
    start = optimum.point
    low, high = optimizer.ends
    optimum = replace(optimum, point=np.clip(_inside(optimum, margin), low, high))
    choices: list[ChosenParameters] = []
    for digits in _DIGITS if optimum.residuals else (_IN_CORNER,):
        found = sorted(_rounded(optimizer, optimum, start, digits), key=lambda item: -item.worth)
        if not found:
            continue
        best = _looked_at(optimizer.cases[optimum.case], optimizer.names, found[0])
        if best is not None and _is_same(optimizer, optimum, best):
            choices = [best, *found[1:]]
            break
        if not choices or math.isfinite(found[0].promised):
            choices = found
    far = max(_FAR, 2 * abs(optimum.value))
    return [
        item if abs(item.promised) < far else replace(item, promised=optimum.value)
        for item in choices
    ]


def _inside(optimum: Optimum, margin: float) -> Vector:
    """Return the point moved to where what is active on parameters alone holds by the margin.

    Where the unknown cannot give way, an error of the last digit would be one too many.
    """
    residuals = optimum.residuals
    if residuals is None:
        return optimum.point
    fixed = (np.abs(residuals.slopes[:, -1]) <= _HELPLESS) & (residuals.values > -_PRESSING)
    if not fixed.any():
        return optimum.point
    aim = -margin - residuals.values[fixed]
    move = least_squares(residuals.slopes[fixed, :-1], aim)
    moved: Vector = np.append(optimum.point[:-1] + move, optimum.point[-1])
    return moved


def _rounded(
    optimizer: Optimizer, optimum: Optimum, start: Vector, digits: int
) -> Iterator[ChosenParameters]:
    """Yield all roundings, with what the slopes of the residuals at `start` promise."""
    residuals, point, symbols = optimum.residuals, optimum.point, optimizer.symbols
    is_strict = optimizer.cases[optimum.case].is_strict
    numbers = [exponential(float(value)) for value in point[:-1]]
    aside = 0.0 if residuals is not None else _ASIDE
    for roundings in product((ROUND_FLOOR, ROUND_CEILING), repeat=len(numbers)):
        near = [
            number * Fraction(1 - aside if rounding == ROUND_FLOOR else 1 + aside)
            for number, rounding in zip(numbers, roundings, strict=True)
        ]
        values = dict(as_values(near, symbols, roundings, digits))
        if any(values[symbol.name] not in symbol.domain for symbol in symbols):
            continue
        loss = 2 * aside
        if residuals is not None:
            moves = np.array([_log(values[symbol.name]) for symbol in symbols]) - start[:-1]
            moved = Residuals(residuals.values + residuals.slopes[:, :-1] @ moves, residuals.slopes)
            loss = _loss(moved, is_strict, optimum.direction)
        yield ChosenParameters(
            values, _behind(optimum.value, loss, optimum.direction), optimum.direction
        )


def _looked_at(
    constraints: LogResiduals, names: tuple[str, ...], choice: ChosenParameters
) -> ChosenParameters | None:
    """Return a choice with what is promised by the residuals at it, instead of those nearby."""
    if not math.isfinite(choice.promised):
        return None
    logs = [_log(choice.values[name]) for name in names[:-1]]
    residuals = constraints.at(np.array([*logs, choice.promised]))
    loss = (
        math.inf if residuals is None else _loss(residuals, constraints.is_strict, choice.direction)
    )
    promised = _behind(choice.promised, loss, choice.direction)
    return ChosenParameters(choice.values, promised, choice.direction)


def _behind(value: float, loss: float, direction: Direction) -> float:
    return value + loss if direction is Direction.LEAST else value - loss


def _is_same(optimizer: Optimizer, optimum: Optimum, choice: ChosenParameters) -> bool:
    """Return whether a choice promises the answer that the optimum does."""
    if choice.worth >= optimum.worth - _SAME:
        return True
    if not optimizer.problem.unknown.domain.integer or not choice.promised < _CERTAIN:
        return False
    rounded = math.ceil if optimum.direction is Direction.LEAST else math.floor
    return rounded(math.exp(choice.promised)) == rounded(math.exp(optimum.value))


def _loss(residuals: Residuals, is_strict: Sequence[bool], direction: Direction) -> float:
    """Return by how much the unknown must give way for residuals to be closed, or an infinity.

    Less than zero where there is room.
    """
    pulls: Vector = (
        residuals.slopes[:, -1] if direction is Direction.LEAST else -residuals.slopes[:, -1]
    )
    helped, hindered = pulls < -_HELPLESS, pulls > _HELPLESS
    values = residuals.values + np.where(is_strict, _STRICT, 0.0)
    if (values[~helped & ~hindered] > 1e-15).any():
        return math.inf
    need = float((values[helped] / -pulls[helped]).max(initial=-math.inf))
    room = float((-values[hindered] / pulls[hindered]).min(initial=math.inf))
    if need > room + 1e-15:
        return math.inf
    return need if need > -1e-3 else 0.0


def _log(value: Fraction) -> float:
    return math.log(value.numerator) - math.log(value.denominator)
