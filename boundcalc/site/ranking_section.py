"""The ranking of all ways on the calculator page: controls over a grid of certified answers.

Between two points of the grid the page shows the next one on the safe side: there more is asked
for, so that what suffices there suffices here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any

from boundcalc.cards.cards import pretty
from boundcalc.language.errors import QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.interactions import Mechanism
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.library import find_theorem, grid_files, load_library
from boundcalc.output.mathml import mathml
from boundcalc.questions.questions import find_symbol
from boundcalc.ranking.lower_limits import way_of
from boundcalc.routes.search import find_routes
from boundcalc.site.pages import theorem_path
from boundcalc.site.rankings import RankingGrid, read_grid

UNKNOWN = "n"
LIMITS = "limits_below"  # what the grid of limits from below has instead
# For each axis the side on which more is asked for, and where the control starts.
SAFE_SIDES = {"tau": "smaller", "beta": "smaller", "k": "larger"}
START = {"tau": "0.1", "beta": "0.05", "k": "1000", "n": "1000000"}
_RECORDS = ("100", "1000", "10000", "100000", "1000000", "10000000", "100000000", "1000000000")
_ORDER = (Role.THEOREM, Role.BASELINE, Role.FLOOR)


def ranking_grid() -> RankingGrid | None:
    """Return the grid of sample sizes that the installed libraries ship, or None."""
    for path in grid_files():
        grid = read_grid(path.read_text(encoding="utf-8"))
        if grid.unknown == UNKNOWN and set(grid.axes) == set(SAFE_SIDES):
            return grid
    return None


def limits_grid() -> RankingGrid | None:
    """Return the grid of limits from below that the installed libraries ship, or None.

    Its ways are the theorems that say what fails, and its answers up to which n.
    """
    for path in grid_files():
        grid = read_grid(path.read_text(encoding="utf-8"))
        if grid.unknown == LIMITS and set(grid.axes) == set(SAFE_SIDES):
            return grid
    return None


def ranking_json(grid: RankingGrid, limits: RankingGrid | None = None) -> dict[str, Any]:
    """Return the grid as the page reads it: ways with their values, the last axis fastest."""
    library = load_library()
    routes = {route.theorem.id: route for route in find_routes(library.theorems)}
    ways = []
    for way in grid.ways:
        try:
            theorem = routes[way.id].theorem if way.id in routes else find_theorem(library, way.id)
        except QuestionError:  # of a library that is not the one of the grid
            continue
        steps = routes[way.id].ids if way.id in routes else (way.id,)
        ways.append(
            {
                "id": way.id,
                "title": theorem.title,
                "role": _ORDER.index(theorem.role),
                "sharpened": theorem.status is Status.SHARPENED,
                "premise": _premise(theorem),
                "steps": [{"id": id, "page": theorem_path(id)} for id in steps],
                "values": [None if answer is None else answer.value for answer in way.answers],
            }
        )
    return {
        "unknown": grid.unknown,
        "axes": {name: list(values) for name, values in grid.axes.items()},
        "safe": SAFE_SIDES,
        "domains": {name: _domain(name) for name in (*grid.axes, grid.unknown)},
        "ways": ways,
        "limits": [] if limits is None or limits.axes != grid.axes else _limits_json(limits),
    }


def _limits_json(limits: RankingGrid) -> list[dict[str, Any]]:
    """Return what fails, up to which n at each point, and the premise of what is limited."""
    found = []
    for way in limits.ways:
        try:
            theorem = find_theorem(load_library(), way.id)
        except QuestionError:
            continue
        found.append(
            {
                "id": way.id,
                "way": way_of(theorem),
                "page": theorem_path(way.id),
                "premise": _premise(theorem),
                "values": [None if answer is None else answer.value for answer in way.answers],
            }
        )
    return found


def _premise(theorem: Theorem) -> str:
    """Return how the answers are made that a theorem or a route is about; empty for others."""
    kinds = (type(item).__name__ for item in theorem.premises if isinstance(item, Mechanism))
    return next(kinds, "")


def _domain(name: str) -> dict[str, Any]:
    theorem, symbol = _meant(name)
    domain = symbol.domain
    if domain.upper is not None and _says_nothing(theorem, symbol, domain.upper):
        domain = replace(domain, upper_closed=False)  # a failure probability of 1
    upper = None if domain.upper is None else exact_or_scientific(domain.upper)
    return {
        "integer": domain.integer,
        "upper": upper,
        "closed": domain.upper_closed,
        "text": str(domain),
    }


def ranking_sections(grid: RankingGrid, *, is_live: bool) -> Iterator[str]:
    """Yield two sections: records for a number of answers, and answers for a number of records."""
    axes = {name: tuple(values) for name, values in grid.axes.items()}
    yield from _section(
        "size",
        "How many records for k adaptive answers?",
        "Every way that the library knows, theorems and routes through several of them, the best "
        "first, whoever published it, and floors last. What is sharpened here says so, and above "
        "it stands the best published way. Between two certified points the page shows the next "
        "point on the safe side, and says so.",
        axes,
        is_live,
    )
    given = {name: values for name, values in axes.items() if name != "k"}
    yield from _section(
        "answers",
        "How many adaptive answers from n records?",
        "The largest k of the certified points whose number of records is no larger than n; more "
        "may be possible.",
        {**given, UNKNOWN: _RECORDS},
        False,
    )


def _section(
    key: str, title: str, lead: str, axes: dict[str, tuple[str, ...]], is_live: bool
) -> Iterator[str]:
    live = " data-live" if is_live else ""
    yield f'<section class="ranking" data-view="{key}"{live}>'
    yield f"<h2>{escape(title)}</h2><p>{escape(lead)}</p>"
    yield '<div class="sliders">'
    for name, values in axes.items():
        yield from _control(key, name, values)
    yield "</div>"
    yield '<p class="stand" aria-live="polite"></p><p class="published"></p>'
    yield '<div class="wide"><table><thead><tr><th scope="col">by</th>'
    shown = "k" if key == "answers" else UNKNOWN
    yield f'<th scope="col">{mathml(shown)}</th><th scope="col">ratio</th></tr></thead>'
    yield '<tbody></tbody></table></div><p><button type="button" class="more"></button></p>'
    yield '<p class="limits"></p>'
    yield '<p class="crossovers"></p><p><code class="command"></code></p></section>'


def _control(key: str, name: str, values: Sequence[str]) -> Iterator[str]:
    symbol = _symbol(name)
    latex = expression_latex(symbol) if symbol.name == name else name
    label = f"{mathml(latex)} <span>{escape(pretty(symbol.meaning))}</span>"
    yield f'<label for="{key}-{name}">{label}</label>'
    yield (
        f'<input type="range" id="{key}-{name}" data-name="{name}" data-start="{START[name]}" '
        f'data-stops="{" ".join(values)}">'
    )
    yield (
        f'<input type="text" class="exact" inputmode="decimal" autocomplete="off" '
        f'spellcheck="false" aria-label="{escape(name)}, exactly" maxlength="24">'
    )


def _says_nothing(theorem: Theorem, symbol: Symbol, value: Fraction) -> bool:
    """Return whether the conclusion of a theorem is empty at a value of what was asked."""
    nodes = {target.symbol.name: target.expression for target in theorem.targets}
    node = nodes.get(symbol.name, symbol)
    return any(
        theorem.conclusion.expression(quantity.name) == node and quantity.says_nothing(value)
        for quantity in theorem.conclusion.quantities()
    )


def _symbol(name: str) -> Symbol:
    """Return the symbol that a name of the grid stands for in the library's routes."""
    return _meant(name)[1]


def _meant(name: str) -> tuple[Theorem, Symbol]:
    """Return the first route that has a quantity of this name, and its symbol."""
    theorems: list[Theorem] = [route.theorem for route in find_routes(load_library().theorems)]
    for theorem in theorems:
        try:
            return theorem, find_symbol(theorem, name)
        except QuestionError:
            continue
    raise QuestionError(f"no route has a quantity {name}")
