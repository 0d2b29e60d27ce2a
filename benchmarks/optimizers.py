"""How well are free parameters chosen?  The local search of the library beside those of SciPy.

    python -m benchmarks.optimizers            # some minutes; --every 1 for all questions
    python -m benchmarks.optimizers --write    # the same, and puts the table into README.md here

Every question leaves parameters open that cannot be eliminated: single theorems at points that
satisfy them, with all and with some parameters open, and routes on a small grid. All methods have
the same constraints and slopes, starts, roundings and certification; only what goes down from a
start differs. The direct search compares values on a grid, and has neither slopes nor starts.
"""

import argparse
import json
import math
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from boundcalc.language.errors import BoundError
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.optimization.best_choice import best_choice
from boundcalc.optimization.choices import ChosenParameters
from boundcalc.optimization.log_residuals import LogResiduals
from boundcalc.optimization.sequential_quadratic import LocalOptimum, Method, minimize_locally
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import problem_of
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.routes.optimality_bounds import is_vain
from boundcalc.routes.search import all_routes
from boundcalc.solving.certification import certified_near
from boundcalc_theorems import load_theorems
from tests.optimization.test_free_parameters import questions
from tests.solving.points import feasible_points

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- begin optimizers -->\n", "<!-- end optimizers -->\n"
SAME = 1e-9  # a share by which answers may differ and be the same
GRID: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("n", {"tau": "0.1", "beta": "0.05", "k": "1000"}),
    ("n", {"tau": "0.02", "beta": "1e-6", "k": "10"}),
    ("tau", {"n": "1000000", "beta": "0.05", "k": "1000"}),
    ("k", {"n": "1000000", "tau": "0.1", "beta": "0.05"}),
    ("beta", {"n": "1000000", "tau": "0.1", "k": "1000"}),
)
BESIDE = {"mean_bound": "0.05", "variance_bound": "0.01"}
_OUTSIDE = 1e3  # the gap where a relation is undefined


@dataclass(frozen=True)
class Found:
    """What a method made of a question: the certified value, and what it took."""

    value: Fraction | None
    direction: Direction | None
    seconds: float
    evaluations: int


def reductions() -> Iterator[Reduction]:
    """Yield the questions, reduced; those where nothing is left to search are left out."""
    for sizes, seed in (("all", 3), ("some", 4)):
        for parameters in questions(sizes):
            theorem, unknown, free = parameters.values
            for point in feasible_points(theorem.id, 1, seed=seed):
                given = {n: x for n, x in point.items() if n != unknown and n not in free}
                yield reduce_problem(problem_of(theorem, theorem.names[unknown], given))
    for route in all_routes(load_theorems()):
        for unknown, values in GRID:
            known = route.theorem.names
            given = {
                known[name].name: Fraction(text)
                for name, text in {**values, **BESIDE}.items()
                if name in known
            }
            if not route.goal.is_short and unknown in known:
                try:
                    yield reduce_problem(problem_of(route.theorem, known[unknown], given))
                except BoundError:  # it needs another quantity
                    continue


# --- methods -------------------------------------------------------------------------------------


def by_scipy(name: str, options: Mapping[str, Any]) -> Method:
    """Return a method of `scipy.optimize.minimize` behind the interface of descents."""
    from scipy.optimize import BFGS, Bounds, NonlinearConstraint, minimize, nnls

    def method(
        constraints_of, cost, ends, start, *, radius=1.0, multipliers=None, most=120, known=None
    ):
        near = np.clip(start, *ends)
        first = constraints_of.at(near)
        if first is None:
            return None
        count, size = len(first.values), len(near)

        def values(point):
            residuals = constraints_of.at(np.clip(point, *ends))
            return np.full(count, -_OUTSIDE) if residuals is None else -residuals.values

        def slopes(point):
            residuals = constraints_of.at(np.clip(point, *ends))
            return np.zeros((count, size)) if residuals is None else -residuals.slopes

        constraint: Any = {"type": "ineq", "fun": values, "jac": slopes}
        if name == "trust-constr":
            constraint = NonlinearConstraint(values, 0.0, np.inf, jac=slopes, hess=BFGS())
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                found = minimize(
                    lambda point: float(cost @ point),
                    near,
                    jac=lambda point: cost,
                    hess=None if name == "SLSQP" else (lambda point: np.zeros((size, size))),
                    method=name,
                    bounds=Bounds(*ends),
                    constraints=[constraint],
                    options=dict(options),
                )
            except (ValueError, ArithmeticError, np.linalg.LinAlgError):
                return None
            point = np.clip(found.x, *ends)
            residuals = constraints_of.at(point)
            if residuals is None or not np.isfinite(point).all():
                return None
            tight = residuals.values > -1e-7
            weights = np.zeros(count)
            walls = np.diag((point >= ends[1] - 1e-9) * 1.0 - (point <= ends[0] + 1e-9) * 1.0)
            system = np.hstack([residuals.slopes[tight].T, walls])
            multipliers, stationarity_error = nnls(system, -cost)
            weights[tight] = multipliers[: int(tight.sum())]
            return LocalOptimum(point, residuals, weights, float(stationarity_error))

    return method


def methods() -> dict[str, Method | None]:
    """Return the methods by name."""
    return {
        "descents here": minimize_locally,
        "SLSQP": by_scipy("SLSQP", {"maxiter": 200, "ftol": 1e-14}),
        "trust-constr": by_scipy("trust-constr", {"maxiter": 300, "gtol": 1e-9, "xtol": 1e-12}),
        "direct search": None,
    }


# --- measurements --------------------------------------------------------------------------------


def measured(reduction: Reduction, method: Method | None, counter: list[int]) -> Found:
    """Return what a method finds, certified near its promise."""
    counter[0] = 0
    start = time.process_time()

    def certified(choice: ChosenParameters):
        component = certified_near(reduction, choice)
        return None if component is None else (component.lower, component)

    try:
        found = best_choice(reduction, certified, is_vain, method)
    except (BoundError, ArithmeticError, np.linalg.LinAlgError):
        found = None
    seconds = time.process_time() - start
    if found is None:
        return Found(None, None, seconds, counter[0])
    choice, component = found
    return Found(component.lower, choice.direction, seconds, counter[0])


def count_evaluations() -> list[int]:
    """Return a counter of the evaluations of constraints with their slopes."""
    counter, at = [0], LogResiduals.at

    def counted(self, logarithms):
        counter[0] += 1
        return at(self, logarithms)

    LogResiduals.at = counted  # type: ignore[method-assign]
    return counter


def gap(found: Found, best: Found) -> float:
    """Return by which share an answer is worse than the best; an infinity where there is none."""
    if found.value is None or found.direction is not best.direction:
        return math.inf
    loss = abs(found.value - best.value) / max(
        abs(found.value), abs(best.value), Fraction(1, 10**300)
    )
    return float(loss)


def best_of(row: Mapping[str, Found]) -> Found | None:
    """Return the best answer; of two ends of the unknown, that of the first method that has one."""
    real = [found for found in row.values() if found.value is not None]
    if not real:
        return None
    alike = [found for found in real if found.direction is real[0].direction]
    pick: Callable[..., Found] = min if real[0].direction is Direction.LEAST else max
    return pick(alike, key=lambda found: found.value)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else exact_or_scientific(value)


def table(rows: list[dict[str, Found]]) -> str:
    lines = [
        "| method | answered | the best | worse by more than a billionth | than 1 % | "
        "evaluations with slopes | median | processor time |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in rows[0]:
        gaps = [gap(row[name], best) for row in rows if (best := best_of(row)) is not None]
        cells = [row[name] for row in rows]
        seconds = [cell.seconds for cell in cells]
        lines.append(
            f"| {name} | {sum(cell.value is not None for cell in cells)} "
            f"| {sum(item <= SAME for item in gaps)} "
            f"| {sum(SAME < item < math.inf for item in gaps)} "
            f"| {sum(0.01 < item < math.inf for item in gaps)} "
            f"| {sum(cell.evaluations for cell in cells):,} "
            f"| {1000 * statistics.median(seconds):.0f} ms | {sum(seconds):.1f} s |"
        )
    return "\n".join([*lines, "", f"{len(rows)} questions."]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=12, help="take one question of so many")
    parser.add_argument("--only", help="names of methods, with commas")
    parser.add_argument("--json", help="a file for what was found")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    chosen = {
        name: method
        for name, method in methods().items()
        if not options.only or name in options.only.split(",")
    }
    counter, rows, log = count_evaluations(), [], []
    real = (reduction for reduction in reductions() if reduction.remaining)
    for place, reduction in enumerate(real):
        if place % options.every:
            continue
        rows.append({name: measured(reduction, method, counter) for name, method in chosen.items()})
        log.append(
            {
                "theorem": reduction.problem.theorem.id,
                "unknown": reduction.problem.unknown.name,
                **{name: [_text(cell.value), cell.seconds] for name, cell in rows[-1].items()},
            }
        )
    if options.json:
        Path(options.json).write_text(json.dumps(log, indent=1))
    text = table(rows)
    print(text)
    if options.write:
        before, _, rest = README.read_text().partition(BEGIN)
        README.write_text(before + BEGIN + text + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
