"""The rankings of all ways on the pages: controls over a grid of certified answers.

Between two points of the grid the page shows the next one on the safe side: there more is asked
for, so that what suffices there suffices here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from boundcalc.language.wording import conclusion_sentence
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
# The curves of the picture, by the class of their lines.
_SERIES = {
    "best": "the best way known here",
    "published": "the best published way",
    "splitting": "a fresh sample for every query",
    "limit": "too few for Gaussian noise, whatever is proved about it",
}
_STAND = ('<p class="stand" aria-live="polite"></p>',)
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
                "how": _how(theorem),
                "settings": _settings(theorem),
                "guarantee": _guarantee(theorem),
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


def _how(theorem: Theorem) -> str:
    """Return in a sentence how the answers are made that a theorem is about; empty for others."""
    found = [item.phrase for item in theorem.premises if isinstance(item, Mechanism)]
    if not found and theorem.algorithm is not None:
        found = [theorem.algorithm.clause]
    return pretty(_sentence(found[0])) if found else ""


def _settings(theorem: Theorem) -> dict[str, str]:
    """Return the parameters of how the answers are made, by name, as they are shown."""
    names = [
        name
        for item in theorem.premises
        if isinstance(item, Mechanism)
        for name in item.expressions()
    ]
    return {name: pretty(name) for name in names}


def _guarantee(theorem: Theorem) -> str:
    """Return what is guaranteed in a sentence, with the letters of the grid in braces."""
    letters = {"tau": "{tau}", "beta": "{beta}", "m": "{k}"}
    return _sentence(conclusion_sentence(theorem.conclusion, letters))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


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
        "letter": pretty(name),
    }


def size_section(grid: RankingGrid, *, is_live: bool) -> Iterator[str]:
    """Yield the section that says how many records suffice for a number of answers."""
    yield from _section("size", _axes(grid), _size_answer(), _size_result(), is_live=is_live)


def answers_section(grid: RankingGrid) -> Iterator[str]:
    """Yield the section that says how many answers a number of records suffices for."""
    yield "<h2>How many adaptive answers from n records?</h2>"
    yield (
        "<p>The largest k of the certified points whose number of records is no larger than n; "
        "more may be possible.</p>"
    )
    axes = {**_axes(grid), UNKNOWN: _RECORDS}
    del axes["k"]
    yield from _section("answers", axes, (), (*_STAND, *_ways("k")), is_live=False)


def _axes(grid: RankingGrid) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in grid.axes.items()}


def _size_answer() -> Iterator[str]:
    """Yield the answer in words, which stands above the controls: it is what a reader came for."""
    yield '<div class="answer" aria-live="polite"><p class="number"></p><p class="guarantee"></p>'
    yield from _STAND
    yield "</div>"


def _size_result() -> Iterator[str]:
    """Yield what was asked, how it is done, what to run, its curve, and the table of all ways."""
    yield '<p class="how"></p>'
    yield (
        '<p class="lead">A query asks for the mean of a number between 0 and 1 over the population '
        "from which your records are independent draws; that mean is its expectation. Theorems say "
        "how to answer so that all answers are near theirs, and how many records suffice then.</p>"
    )
    yield '<div class="answer"><p class="shown"></p><p class="published"></p></div>'
    yield '<p class="take"><code class="command"></code>'
    yield '<button type="button" id="copy-command">Copy the command</button> '
    yield '<button type="button" id="copy-link">Copy a link to this</button></p>'
    yield '<p class="faint run">To run it, in a copy of the repository: <code>make demo</code>, or '
    yield "<code>python -m pip install .</code> into an environment of your own.</p>"
    yield '<figure class="curve"><figcaption>'
    for name, meaning in _SERIES.items():
        yield f'<span class="key {name}">{escape(meaning)}</span> '
    yield '<span class="drawn"></span><span class="readout"></span></figcaption></figure>'
    yield '<p class="own"><label for="own">Records that you have</label> '
    yield '<input type="text" id="own" inputmode="numeric" autocomplete="off" maxlength="24"></p>'
    yield '<p class="mine" aria-live="polite"></p><p class="limits"></p>'
    yield '<h2 class="ways">All ways, the best first</h2>'
    yield (
        '<p class="ways">Every way that the library knows, theorems and routes through several '
        "of them, the best first, whoever published it, and last the floors, which are what "
        "queries need that are fixed in advance. What is sharpened here says so.</p>"
    )
    yield from _ways(UNKNOWN)
    yield '<p class="crossovers"></p>'


def _ways(unknown: str) -> Iterator[str]:
    yield '<div class="wide ways"><table><thead><tr><th scope="col">by</th>'
    yield f'<th scope="col" class="number">{mathml(unknown)}</th>'
    yield '<th scope="col" class="number">ratio</th></tr></thead>'
    yield '<tbody></tbody></table></div><p><button type="button" class="more"></button></p>'
    if unknown != UNKNOWN:
        yield '<p class="published"></p><p class="take"><code class="command"></code></p>'


def _section(
    key: str,
    axes: dict[str, tuple[str, ...]],
    above: Iterable[str],
    below: Iterable[str],
    *,
    is_live: bool,
) -> Iterator[str]:
    """Yield the controls of a section, with what stands above them and below them."""
    live = " data-live" if is_live else ""
    yield f'<section class="ranking" data-view="{key}"{live}>'
    yield from above
    yield '<div class="sliders">'
    for name, values in axes.items():
        yield from _control(key, name, values)
    yield "</div>"
    yield from below
    yield "</section>"


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
