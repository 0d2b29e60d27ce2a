"""The pages of the library: the index with its search, a page for each theorem, and the errata."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape

from boundcalc.cards.cards import pretty
from boundcalc.figures.theorem_graph import graph_svg
from boundcalc.language.statements import Theorem
from boundcalc.notes.check import Report
from boundcalc.notes.errata import errata
from boundcalc.notes.judging import CheckedRow
from boundcalc.problems.problems import solvable_names
from boundcalc.reports.errata import errata_markdown
from boundcalc.site.documents import markdown_html
from boundcalc.site.pages import page, theorem_path
from boundcalc.site.theorem_pages import relatives_of, theorem_page
from boundcalc.tested import load_records

_GUIDE = re.compile(r"\[([^\]]*)\]\([^()]*\.md\)")  # a link to a guide, which is no page here


def index_page(theorems: Sequence[Theorem]) -> str:
    """Return the list of all theorems, by source, with a search over names and symbols."""
    body = [
        "<h1>Theorems</h1>",
        '<p><label for="search">Search by name, id or symbol</label><br>'
        '<input id="search" type="search" autocomplete="off"> '
        '<span id="count" class="faint" aria-live="polite"></span></p>',
    ]
    rows = [_index_row(theorem) for theorem in theorems]
    body += ['<div class="wide"><table><tbody>', *rows, "</tbody></table></div>"]
    return page("Theorems", body, scripts=["search.js"])


def _index_row(theorem: Theorem) -> str:
    names = solvable_names(theorem)
    words = " ".join([theorem.id, theorem.title, *names, pretty(" ".join(names))]).lower()
    doubt = ' <span class="doubtful">doubtful</span>' if theorem.is_doubtful else ""
    return (
        f'<tr data-words="{escape(words)}">'
        f'<td><a href="{theorem_path(theorem.id)}">{escape(theorem.id)}</a></td>'
        f"<td>{escape(pretty(theorem.title))}{doubt}</td>"
        f"<td>{escape(theorem.status.value)}</td>"
        f"<td>{escape(pretty(', '.join(names)))}</td></tr>"
    )


def rows_of(report: Report) -> Mapping[str, list[CheckedRow]]:
    """Return the checked rows by the id of the theorem that they derive.

    A derivation ``id``, ``id.corrected`` or ``id.case-...`` belongs to the theorem ``id``, and
    ``id.corrected`` to the theorem of that id, if there is one.
    """
    found: dict[str, list[CheckedRow]] = {}
    for row in report.rows:
        block = row.step.block
        head, _, item = block.rpartition("/")
        parts = item.split(".")
        for count in range(len(parts), 0, -1):
            found.setdefault(f"{head}/{'.'.join(parts[:count])}", []).append(row)
    return found


def errata_page(report: Report, theorems: Iterable[Theorem]) -> str:
    """Return the errata as a page."""
    text = errata_markdown(errata(report), theorems)
    html = markdown_html(_GUIDE.sub(r"\1", text))
    return page("Errata", [html])


def graph_page() -> str:
    """Return the page of the graph of theorems, a picture beside it."""
    return page(
        "Graph",
        [
            "<h1>From guarantee to guarantee</h1>",
            "<p>Each arrow is a theorem; its colour says what it rests on.</p>",
            '<div class="wide"><img src="graph.svg" alt="The theorems as arrows between kinds '
            'of guarantee"></div>',
            '<p><a href="graph.svg">The graph at full size</a></p>',
        ],
    )


def common_pages(theorems: Sequence[Theorem], report: Report) -> Iterator[tuple[str, str]]:
    """Yield the paths and texts of the pages about all theorems together."""
    yield "index.html", index_page(theorems)
    yield "graph.svg", graph_svg(tuple(theorems))
    yield "graph.html", graph_page()
    yield "errata.html", errata_page(report, theorems)


def theorem_pages(theorems: Sequence[Theorem], report: Report) -> Mapping[str, Callable[[], str]]:
    """Return, for the path of the page of each theorem, what makes it."""
    rows, records = rows_of(report), load_records()
    return {
        theorem_path(theorem.id): partial(
            theorem_page,
            theorem,
            rows.get(theorem.id, []),
            record=records.get(theorem.id),
            relatives=relatives_of(theorem, theorems),
        )
        for theorem in theorems
    }
