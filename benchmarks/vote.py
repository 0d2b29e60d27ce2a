"""The analyst of the weighted vote, run beside the formulas that limit Gaussian noise from below.

Left, what the vote overfits on average, and right, how often some answer is off by more than tau,
at the greatest n that is certified to fail, over the scale of the noise.

    python -m benchmarks.vote --write     # half a minute; docs/images/vote.svg, with matplotlib
"""

import argparse
import math
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from boundcalc.figures.canvas import COLOURS, GREY, PAGE, STYLE, matplotlib, save
from boundcalc.finite.lower_bounds.by_variance import failure_at_least, own_scale
from boundcalc.finite.lower_bounds.limits import limits_below
from boundcalc.finite.lower_bounds.vote_law import mean_overfit_at_least
from boundcalc.mechanisms import gaussian_mechanism, vote_attack

FIGURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "vote.svg"
K, VOTES, TAU, BETA = 200, 10, "0.1", "0.05"
SCALES = tuple(round(0.002 * step, 3) for step in range(1, 18))
REPETITIONS = 300
SEED = 13


@dataclass(frozen=True)
class Point:
    """What was simulated at one scale, with its standard errors, and what is proved."""

    scale: float
    overfit: float
    overfit_error: float
    failures: float
    failures_error: float
    overfit_bound: float
    failure_bound: float


def points(
    n: int, scales: tuple[float, ...] = SCALES, repetitions: int = REPETITIONS
) -> list[Point]:
    """Return what the analyst does at each scale, and the bounds there."""
    rng = np.random.default_rng(SEED)
    own = float(own_scale(n, K - VOTES))
    return [_point(n, scale, own, repetitions, rng) for scale in track(scales, "the analyst")]


def _point(n: int, scale: float, own: float, repetitions: int, rng: np.random.Generator) -> Point:
    found = vote_attack(
        n=n,
        k=K,
        votes=VOTES,
        repetitions=repetitions,
        rng=rng,
        own_noise=own,
        answering=lambda means: gaussian_mechanism(means, sigma=scale, rng=rng),
    )
    failures = float((found.error > float(TAU)).mean())
    total = math.hypot(scale, own)
    return Point(
        scale=scale,
        overfit=float(found.overfit.mean()),
        overfit_error=float(found.overfit.std()) / math.sqrt(repetitions),
        failures=failures,
        failures_error=math.sqrt(max(failures * (1 - failures), 1 / repetitions) / repetitions),
        overfit_bound=float(mean_overfit_at_least(n, K - VOTES + 1, sigma=total)),
        failure_bound=float(failure_at_least(n, K, votes=VOTES, sigma=scale, tau=TAU)),
    )


def draw(found: list[Point], n: int) -> Any:
    """Return the figure: simulated points with two standard errors, and the proved bounds."""
    with matplotlib().rc_context(STYLE):
        figure = import_module("matplotlib.figure").Figure(
            figsize=(PAGE, 0.42 * PAGE), layout="constrained"
        )
        left, right = figure.subplots(1, 2)
        scales = [point.scale for point in found]
        for plane, name, bound in (
            (left, "overfit", "overfit_bound"),
            (right, "failures", "failure_bound"),
        ):
            simulated = plane.errorbar(
                scales,
                [getattr(point, name) for point in found],
                yerr=[2 * getattr(point, f"{name}_error") for point in found],
                fmt="o",
                color=COLOURS[1],
                elinewidth=0.8,
            )
            (proved,) = plane.plot(
                scales, [getattr(point, bound) for point in found], color=COLOURS[0]
            )
            plane.set_xlabel(r"$\sigma$")
            plane.set_ylim(bottom=0)
        wanted = right.axhline(float(BETA), color=GREY, linestyle=":")
        left.set_title("mean overfit of the vote")
        right.set_title(rf"probability of an error above $\tau = {TAU}$")
        names = ("simulated, with two standard errors", "proved, from below", rf"$\beta = {BETA}$")
        figure.legend(
            (simulated, proved, wanted), names, loc="outside upper center", ncols=3, frameon=False
        )
        figure.supxlabel(f"$n = {n}$, $k = {K}$, {VOTES} votes", fontsize=7)
    return figure


def main() -> int:
    """Print what was simulated and what is proved, and draw it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write docs/images/vote.svg")
    options = parser.parse_args()
    n = limits_below(K, TAU, BETA).noise
    found = points(n)
    print("sigma  overfit  proved   failures  proved")
    for point in found:
        print(
            f"{point.scale:.3f}  {point.overfit:.4f}   {point.overfit_bound:.4f}   "
            f"{point.failures:.3f}     {point.failure_bound:.3f}"
        )
    if options.write:
        save(draw(found, n), FIGURE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
