"""The code behind a published figure, beside the certified optimum of its own formula.

The code is not part of this repository: give the path of `cw_funcs.py`, which drew the figures of
Jung, Ligett, Neel, Roth, Sharifi-Malvajerdi and Shenfeld (2020).  Its function
`conf_width_posterior(n, k, beta)` minimizes

    e^epsilon - 1 + 6 delta/beta + z/(n sqrt(rho)),  with  k erfc(z) = delta  and
    epsilon = k rho + 2 sqrt(k rho ln(sqrt(pi k rho)/delta)),

over rho and delta from one start in doubles.  Here the same formula is a theorem, whose free
parameters the calculator chooses and whose value it certifies: wherever the code says more, it has
stopped short of its optimum.

    python -m benchmarks.published cw_funcs.py --write     # needs SciPy and matplotlib, as it does
"""

import argparse
import importlib.util
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.progress import track

from benchmarks.suite import write
from boundcalc.language import (
    PI,
    Generalization,
    Source,
    Symbol,
    Theorem,
    Unit,
    erfc,
    exp,
    interval,
    ln,
    sqrt,
)
from boundcalc.problems.problems import read_problem
from boundcalc.problems.reduction import reduce_problem
from boundcalc.routes.search import find_routes
from boundcalc.routes.solve import best_certified
from boundcalc_theorems import load_theorems
from tests.asking import solve_route

TAU, BETA = "0.1", "0.05"
QUERIES = (10, 100, 1000, 10_000, 100_000)
ROUTE = "route/Gaussian-noise.exact-exchange.posterior-stability"
Width = Callable[[int, int, float], float]

n = Symbol("n", interval("[1, oo)", integer=True), Unit.RECORDS, "size of the dataset")
k = Symbol("k", interval("[1, oo)", integer=True), meaning="number of queries")
rho = Symbol("rho", interval("(0, oo)"), meaning="concentrated privacy", is_chosen=True)
delta = Symbol("delta", interval("(0, 1)"), meaning="failure probability", is_chosen=True)
z = Symbol("z", interval("(0, oo)"), meaning="quantile of the noise", is_chosen=True)
beta = Symbol("beta", interval("(0, 1)"), meaning="failure probability")


def posterior_formula() -> Theorem:
    """Return what `conf_width_posterior` minimizes, as a theorem."""
    privacy = k * rho + 2 * sqrt(k * rho * ln(sqrt(PI * k * rho) / delta))
    width = exp(privacy) - 1 + 6 * delta / beta + z / (n * sqrt(rho))
    return Theorem(
        id="published/posterior",
        title="Width of the published figure",
        parameters=[n, k, rho, delta, z, beta],
        hypotheses=[k * erfc(z) <= delta, sqrt(PI * k * rho) >= exp(1) * delta],
        conclusion=Generalization(tau=width, beta=beta),
        source=Source(key="jung_et_al_2020", locator="figure, by its code"),
    )


def read_width(path: Path) -> Width:
    """Return the function `conf_width_posterior` of the published code."""
    spec = importlib.util.spec_from_file_location("published_figure", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file; give the path of cw_funcs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Width = module.conf_width_posterior
    return found


def least_size(width: Width, queries: int, low: int) -> int:
    """Return the least n from `low` on at which the code says tau, found by bisection."""
    high = low
    while width(high, queries, float(BETA)) > float(TAU):
        low, high = high, high + high // 20
    while high - low > 1:
        middle = (low + high) // 2
        is_enough = width(middle, queries, float(BETA)) <= float(TAU)
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def certified_size(given: Mapping[str, Any]) -> int:
    """Return the least n that was found to suffice by the formula, proved to suffice."""
    found = best_certified(reduce_problem(read_problem(posterior_formula(), "n", given)))
    assert found is not None
    _, component = found
    return int(component.lower)


def route_size(given: Mapping[str, Any]) -> int:
    """Return the size of the route through the same theorem, all of its parameters chosen."""
    (found,) = (route for route in find_routes(load_theorems()) if route.theorem.id == ROUTE)
    return int(solve_route(found, "n", given).value)


def rows(width: Width) -> Iterator[str]:
    """Yield a row of the table for each number of queries."""
    for queries in track(QUERIES, description="published figure"):
        given = {"beta": BETA, "k": queries}
        size = certified_size({"tau": TAU, **given})
        said = width(int(size), queries, float(BETA))
        needed = least_size(width, queries, int(size) - 1)
        best = route_size({"tau": TAU, **given})
        yield f"| {queries:,} | {size:,} | {said:.6f} | {needed:,} | {best:,} |\n"


def table(width: Width) -> str:
    """Return the comparison as Markdown."""
    head = (
        "| k | n by its formula, certified | what the code says there | n by the code | "
        "n by the route |\n| ---: | ---: | ---: | ---: | ---: |\n"
    )
    return "".join([head, *rows(width)])


def main() -> int:
    """Print the comparison, or put it into the README beside this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("code", type=Path, help="the path of cw_funcs.py")
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # what the code meets on its way is its own
    found = table(read_width(options.code))
    print(found)
    if options.write:
        write("published", found)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
