"""The calculator page: sliders over grids of certified answers, and live answers where served.

The numbers of the page are those of the ranking in `ranking_section`, and of tables that were
certified cell by cell; the slider of a table stops only where there is a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from boundcalc.cards.cards import pretty
from boundcalc.library import find_theorem, grid_files, load_library
from boundcalc.site.pages import data_element, formula, page, theorem_path
from boundcalc.site.ranking_section import answers_section, ranking_json
from boundcalc.site.rankings import RankingGrid, read_grid


@dataclass(frozen=True, slots=True)
class CalculatorQuestion:
    """A question of the calculator: what is asked for, and where its sliders start.

    `is_least` says whether the smallest value is the best.
    """

    key: str
    title: str
    unknown: str
    start: Mapping[str, str]
    is_least: bool = True


QUESTIONS = (
    CalculatorQuestion(
        "records",
        "How many records does a reusable holdout need?",
        "n",
        {"tau": "0.1", "beta": "0.05", "B": "10", "m": "1000"},
    ),
    CalculatorQuestion(
        "accuracy",
        "How accurate are the answers of a reusable holdout?",
        "tau",
        {"n": "10000000", "beta": "0.05", "B": "10", "m": "1000"},
    ),
    CalculatorQuestion(
        "budget",
        "How many answers may depend on the holdout set?",
        "B",
        {"n": "100000000", "tau": "0.1", "beta": "0.05", "m": "1000"},
        is_least=False,
    ),
)


def kept_tables() -> dict[str, RankingGrid]:
    """Return the tables of certified answers that the installed libraries ship, by question."""
    grids = [read_grid(path.read_text(encoding="utf-8")) for path in grid_files()]
    return {
        question.key: grid
        for question in QUESTIONS
        for grid in grids
        if (grid.unknown, list(grid.axes)) == (question.unknown, list(question.start))
    }


def table_json(question: CalculatorQuestion, grid: RankingGrid) -> dict[str, Any]:
    """Return the answers as the page reads them: columns of texts, the last slider fastest."""
    library = load_library()
    theorems = {way.id: find_theorem(library, way.id) for way in grid.ways}
    return {
        "key": question.key,
        "unknown": grid.unknown,
        "least": question.is_least,
        "axes": {name: list(values) for name, values in grid.axes.items()},
        "start": [grid.axes[name].index(question.start[name]) for name in grid.axes],
        "columns": [
            {
                "id": way.id,
                "title": theorems[way.id].title,
                "page": theorem_path(way.id),
                "role": theorems[way.id].role.value,
                "values": [None if answer is None else answer.value for answer in way.answers],
            }
            for way in grid.ways
        ],
    }


def calculator_page(
    tables: Mapping[str, RankingGrid], grid: RankingGrid | None = None, *, is_live: bool = False
) -> str:
    """Return the page for some questions and their answers.

    Parameters
    ----------
    tables : mapping from key to RankingGrid
        The answers to the questions of `QUESTIONS`; a question without them is left out.
    grid : RankingGrid or None
        The answers of all ways, which stand first.
    is_live : bool
        Whether a server answers other values than those of the sliders.
    """
    asked = [question for question in QUESTIONS if question.key in tables]
    body = [
        "<h1>Calculator</h1>",
        "<p>Every number on this page was certified by the library: the value satisfies every "
        "constraint of its theorem. Titles lead to what each theorem assumes. How many records "
        'k adaptive answers need stands on the <a href="index.html">first page</a>.</p>',
    ]
    if is_live:
        body += _live_body()
    if grid is not None:
        body += answers_section(grid)
    for question in asked:
        body += _question_body(question, tables[question.key])
    if not is_live:
        body += _still_body()
    found = [table_json(question, tables[question.key]) for question in asked]
    body.append(data_element("answers", found))
    scripts = ["parts.js", "calculator.js"]
    if grid is not None:
        body.append(data_element("rankings", ranking_json(grid)))
        scripts += ["grid.js", "ranking.js"]
    return page("Calculator", body, scripts=scripts)


def _question_body(question: CalculatorQuestion, grid: RankingGrid) -> Iterator[str]:
    library = load_library()
    quantities = {
        name: symbol
        for way in reversed(grid.ways)
        for name, symbol in find_theorem(library, way.id).quantities.items()
    }
    yield f'<section class="question" data-key="{question.key}">'
    yield f"<h2>{escape(question.title)}</h2>"
    yield '<div class="sliders">'
    for place, (axis, values) in enumerate(grid.axes.items()):
        name = f"{question.key}-{axis}"
        symbol = quantities[axis]
        meaning = escape(pretty(symbol.meaning))
        yield f'<label for="{name}">{formula(symbol)} <span>{meaning}</span></label>'
        yield (
            f'<input type="range" id="{name}" data-axis="{place}" min="0" '
            f'max="{len(values) - 1}" step="1">'
        )
        yield f'<output for="{name}"></output>'
    yield "</div>"
    yield '<div class="wide"><table aria-live="polite"><thead><tr>'
    yield '<th scope="col">by</th>'
    yield f'<th scope="col" class="number">{formula(quantities[grid.unknown])}</th>'
    yield "</tr></thead><tbody></tbody></table></div>"
    yield '<p class="take"><code class="command"></code></p>'
    yield "</section>"


def _still_body() -> Iterator[str]:
    yield (
        "<h2>Any other question</h2><p>It is for the command, as it stands below each table, or "
        "for <code>boundcalc serve</code>, which puts the same pages with live answers on your "
        "machine. This page computes nothing itself: certified arithmetic is that of FLINT, whose "
        "build for browsers weighs some 70 megabytes, and a page that loads nothing from elsewhere "
        "would have to carry it.</p>"
    )


def _live_body() -> Iterator[str]:
    yield '<section id="live"><h2>Any other question</h2>'
    yield (
        "<p>As on the command line: what is asked for, then exact values. "
        "The answer is certified while you wait.</p>"
    )
    yield (
        '<form id="ask"><label for="question">boundcalc solve</label> '
        '<input id="question" name="question" autocomplete="off" spellcheck="false" '
        'value="n tau=0.1 beta=0.05 B=10 m=1000"> <button>Solve</button></form>'
    )
    yield '<div id="answer" aria-live="polite"></div></section>'
