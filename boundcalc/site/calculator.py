"""The calculator page: sliders over grids of certified answers, and live answers where served.

The numbers of the page are those of the ranking in `ranking_section`, and of tables that were
certified cell by cell; the slider of a table stops only where there is a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from boundcalc.calculator import sheet
from boundcalc.cards.cards import pretty
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.sheets.forms import EMPTY
from boundcalc.sheets.sheet import Sheet
from boundcalc.site.pages import data_element, formula, page, theorem_path
from boundcalc.site.ranking_section import answers_section, ranking_json
from boundcalc.site.rankings import RankingGrid


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the calculator: what is asked for, and where its sliders stop."""

    key: str
    title: str
    unknown: str
    grid: Mapping[str, Sequence[str]]
    start: Mapping[str, str]


_TAU = ("0.01", "0.02", "0.03", "0.05", "0.07", "0.1", "0.15", "0.2", "0.3", "0.4")
_BETA = ("0.2", "0.1", "0.05", "0.02", "0.01", "0.001", "1e-4", "1e-6")
_COUNT = ("10", "30", "100", "300", "1000", "3000", "10000", "100000", "1e6")
_BUDGET = ("1", "2", "5", "10", "20", "50", "100")
_RECORDS = ("1e3", "1e4", "1e5", "1e6", "1e7", "1e8", "1e9")
# Accuracy has no closed formula: each stop costs a search.
_FEW_BETA, _FEW_BUDGETS = ("0.1", "0.05", "0.01", "0.001"), ("1", "5", "10", "50")
_FEW_COUNTS = ("10", "100", "1000", "10000", "1e6")
# Each stop adds a term for each answer released, of which there may be as many as queries.
_SHORT_COUNTS = ("10", "30", "100", "300", "1000")
QUESTIONS = (
    Question(
        "records",
        "How many records do I need?",
        "n",
        {"tau": _TAU, "beta": _BETA, "B": _BUDGET, "m": _COUNT},
        {"tau": "0.1", "beta": "0.05", "B": "10", "m": "1000"},
    ),
    Question(
        "accuracy",
        "How accurate are my answers?",
        "tau",
        {"n": _RECORDS, "beta": _FEW_BETA, "B": _FEW_BUDGETS, "m": _FEW_COUNTS},
        {"n": "1e7", "beta": "0.05", "B": "10", "m": "1000"},
    ),
    Question(
        "budget",
        "How many answers may depend on the holdout set?",
        "B",
        {"n": _RECORDS, "tau": _TAU, "beta": _FEW_BETA, "m": _SHORT_COUNTS},
        {"n": "1e8", "tau": "0.1", "beta": "0.05", "m": "1000"},
    ),
)


def answers(question: Question) -> Sheet:
    """Return the certified answers to a question at all points of its sliders."""
    values: dict[str, Any] = dict(question.grid)
    return sheet(question.unknown, digits=6, **values)


def grid_json(question: Question, found: Sheet) -> dict[str, Any]:
    """Return the answers as the page reads them: columns of texts, the last slider fastest."""
    columns = [list(column) for column in zip(*_texts(found), strict=True)]
    return {
        "key": question.key,
        "unknown": found.unknown.name,
        "direction": [direction.value for direction in found.directions],
        "axes": {
            axis.name: [exact_or_scientific(value) for value in values]
            for axis, values in found.axes.items()
        },
        "start": [
            [exact_or_scientific(value) for value in found.axes[axis]].index(
                _plain(question.start[axis.name])
            )
            for axis in found.axes
        ],
        "columns": [
            {
                "id": theorem.id,
                "title": theorem.title,
                "page": theorem_path(theorem.id),
                "role": theorem.role.value,
                "values": values,
            }
            for theorem, values in zip(found.theorems, columns, strict=True)
        ],
    }


def _texts(found: Sheet) -> Iterator[list[str | None]]:
    for _, cells in found.rows():
        yield [None if cell.text == EMPTY else cell.text for cell in cells]


def _plain(text: str) -> str:
    from boundcalc.language.numbers import read_rational

    return exact_or_scientific(read_rational(text, name="start"))


def calculator_page(
    sheets: Mapping[str, Sheet], grid: RankingGrid | None = None, *, is_live: bool = False
) -> str:
    """Return the page for some questions and their answers.

    Parameters
    ----------
    sheets : mapping from key to Sheet
        The answers to each question of `QUESTIONS`.
    grid : RankingGrid or None
        The answers of all ways, which stand first.
    is_live : bool
        Whether a server answers other values than those of the sliders.
    """
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
    for question in QUESTIONS:
        body += _question_body(question, sheets[question.key])
    found = [grid_json(question, sheets[question.key]) for question in QUESTIONS]
    body.append(data_element("answers", found))
    scripts = ["parts.js", "calculator.js"]
    if grid is not None:
        body.append(data_element("rankings", ranking_json(grid)))
        scripts += ["grid.js", "ranking.js"]
    return page("Calculator", body, scripts=scripts)


def _question_body(question: Question, found: Sheet) -> Iterator[str]:
    yield f'<section class="question" data-key="{question.key}">'
    yield f"<h2>{escape(question.title)}</h2>"
    yield '<div class="sliders">'
    for place, (axis, values) in enumerate(found.axes.items()):
        name = f"{question.key}-{axis.name}"
        meaning = escape(pretty(axis.meaning))
        yield f'<label for="{name}">{formula(axis)} <span>{meaning}</span></label>'
        yield (
            f'<input type="range" id="{name}" data-axis="{place}" min="0" '
            f'max="{len(values) - 1}" step="1">'
        )
        yield f'<output for="{name}"></output>'
    yield "</div>"
    yield '<div class="wide"><table aria-live="polite"><thead><tr>'
    yield f'<th scope="col">by</th><th scope="col">{formula(found.unknown)}</th>'
    yield "</tr></thead><tbody></tbody></table></div>"
    yield '<p><code class="command"></code></p>'
    yield "</section>"


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
