"""How much theory is left: the best answers beside the limits from below, as a table and a figure.

At each accuracy, failure probability and number of queries stand the best answer of the library,
the best published one, and up to which n Gaussian noise of any one scale is certified to fail.

    python -m benchmarks.limits --write     # two minutes; the page and its figure, with matplotlib
"""

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.progress import track

from boundcalc.figures.canvas import COLOURS, GREY, PAGE, STYLE, matplotlib, save
from boundcalc.language import GaussianNoise, Theorem
from boundcalc.ranking.comparison import Entry, Place
from boundcalc.ranking.lower_limits import limits_over
from boundcalc.routes.search import find_routes
from boundcalc_theorems import load_theorems
from tests.asking import answers_over, question_over

DOCS = Path(__file__).resolve().parent.parent / "docs"
DOCUMENT = DOCS / "limits.md"
FIGURE = DOCS / "images" / "limits.svg"
TARGETS = tuple((tau, beta) for tau in ("0.1", "0.02") for beta in ("0.05", "0.001"))
QUERIES = tuple(10**power for power in range(1, 9))
BEGIN, END = "<!-- limits: begin -->\n", "<!-- limits: end -->\n"
HEAD = (
    "| τ | β | k | best n | by | best published n | by | too few for Gaussian noise | factor |\n"
    "| ---: | ---: | ---: | ---: | --- | ---: | --- | ---: | ---: |\n"
)
LIMITED = "limits/gaussian-noise"
FINE = 5  # limits in a decade of the figure
NO_LIMIT = "no n is certified to be too few"


@dataclass(frozen=True)
class Row:
    """The best answers at one point, that of Gaussian noise, and the limit of Gaussian noise."""

    tau: str
    beta: str
    k: int
    best: Entry
    published: Entry
    noise: Entry | None
    limit: int | None

    @property
    def factor(self) -> Fraction | None:
        """How many times the limit the best answer by Gaussian noise is."""
        if self.limit is None or self.noise is None:
            return None
        return self.noise.value / self.limit


def rows(tau: str, beta: str, queries: tuple[int, ...] = QUERIES) -> Iterator[Row]:
    """Yield the rows of one accuracy and failure probability, by number of queries."""
    library = load_theorems()
    given = {"tau": Fraction(tau), "beta": Fraction(beta)}
    values = [Fraction(k) for k in queries]
    noisy = {
        route.theorem.id
        for route in find_routes(library)
        if any(isinstance(premise, GaussianNoise) for premise in route.theorem.premises)
    }
    places = answers_over(library, "n", given, "k", values)
    limits = _limits(library, given, values)
    for k, place, found in zip(queries, places, limits, strict=True):
        best, published = _best(place)
        noise = next((entry for entry in place.entries if entry.id in noisy), None)
        limit = next((item.value for item in found if item.theorem.id == LIMITED), None)
        yield Row(tau, beta, k, best, published, noise, limit)


def fine_limits(tau: str, beta: str) -> list[tuple[int, int]]:
    """Return limits at several k in each decade, for the figure; k without a limit are left out."""
    first, last = (round(math.log10(k) * FINE) for k in (QUERIES[0], QUERIES[-1]))
    ks = [round(10 ** (place / FINE)) for place in range(first, last + 1)]
    given = {"tau": tau, "beta": beta}
    found = zip(ks, _limits(load_theorems(), given, ks), strict=True)
    return [(k, item.value) for k, limits in found for item in limits if item.theorem.id == LIMITED]


def _limits(library: tuple[Theorem, ...], given: Mapping[str, Any], counts: Sequence[int]) -> Any:
    question = question_over(library, "n", given, "k", counts)
    return limits_over(library, question, [Fraction(k) for k in counts])


def _best(place: Place) -> tuple[Entry, Entry]:
    if place.best is None or place.best_published is None:
        raise SystemExit(f"no way answers at k = {place.at}")
    return place.best, place.best_published


def table(found: list[Row]) -> str:
    """Return the table as Markdown, with the ways that its letters stand for."""
    letters: dict[str, str] = {}
    titles: dict[str, str] = {}
    lines, others = [], []
    for row in found:
        for entry in (row.best, row.published):
            letters.setdefault(entry.id, chr(ord("A") + len(letters)))
            titles[entry.id] = entry.title
        is_other = row.noise is not None and row.best.id != row.noise.id
        others += [row] if is_other else []
        cells = (
            row.tau,
            row.beta,
            _whole(row.k),
            _whole(row.best.value),
            letters[row.best.id],
            _whole(row.published.value),
            letters[row.published.id],
            NO_LIMIT if row.limit is None else _whole(row.limit),
            "" if row.factor is None else f"{float(row.factor):.2f}" + ("*" if is_other else ""),
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    ways = "".join(f"- {letter}: {titles[id]} (`{id}`)\n" for id, letter in letters.items())
    notes = "".join(
        f"- *: at τ = {row.tau}, β = {row.beta}, k = {_whole(row.k)} the best answer is of another "
        f"kind, which is not limited; the factor is that of Gaussian noise, with n = "
        f"{_whole(row.noise.value)}.\n"
        for row in others
        if row.noise is not None
    )
    return f"{HEAD}{''.join(lines)}\n{ways}{notes}"


def _whole(value: Fraction | int) -> str:
    return f"{int(value):,}"


def draw(found: list[Row]) -> Any:
    """Return a figure of a plane for each accuracy and failure probability."""
    with matplotlib().rc_context(STYLE):
        figure = import_module("matplotlib.figure").Figure(
            figsize=(PAGE, 0.75 * PAGE), layout="constrained"
        )
        planes = figure.subplots(2, 2, sharex=True)
        for plane, (tau, beta) in zip(planes.flat, TARGETS, strict=True):
            own = [row for row in found if (row.tau, row.beta) == (tau, beta)]
            handles = _draw_plane(plane, own, fine_limits(tau, beta))
            plane.set_title(rf"$\tau = {tau}$, $\beta = {beta}$")
        for plane in planes[1]:
            plane.set_xlabel("$k$")
        for plane in planes[:, 0]:
            plane.set_ylabel("$n$")
        names = ("best published", "best", "Gaussian noise of any one scale fails here")
        figure.legend(handles, names, loc="outside upper center", ncols=3, frameon=False)
    return figure


def _draw_plane(plane: Any, own: list[Row], limits: list[tuple[int, int]]) -> list[Any]:
    plane.set(xscale="log", yscale="log")
    ks = [row.k for row in own]
    published = [float(row.published.value) for row in own]
    best = [float(row.best.value) for row in own]
    lines = [
        *plane.plot(ks, published, color=COLOURS[1], linestyle="--", marker="s"),
        *plane.plot(ks, best, color=COLOURS[0], marker="o"),
    ]
    xs, ys = zip(*limits, strict=True)
    bottom = 10 ** math.floor(math.log10(min(ys)))
    style = {"color": GREY, "alpha": 0.25, "linewidth": 0, "hatch": "////"}
    shade = plane.fill_between(xs, ys, bottom, step="post", **style)
    plane.set_ylim(bottom=bottom)
    return [*lines, shade]


def put(text: str, document: str) -> str:
    """Return a document with a text between its marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{DOCUMENT} has no place for the table")
    return f"{before}{begin}{text}{end}{after}"


def main() -> int:
    """Print the table, or put it into the document with its figure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write docs/limits.md and its figure")
    options = parser.parse_args()
    found = [
        row
        for tau, beta in track(TARGETS, description="limits from below")
        for row in rows(tau, beta)
    ]
    print(table(found))
    if options.write:
        DOCUMENT.write_text(put(table(found), DOCUMENT.read_text("utf-8")), encoding="utf-8")
        save(draw(found), FIGURE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
