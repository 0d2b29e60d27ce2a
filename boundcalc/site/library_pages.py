"""The pages of the library: the list with its search, a page for each theorem, and the errata."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from boundcalc.cards.cards import pretty
from boundcalc.figures.theorem_graph import bundled, kind_words, theorem_arrows
from boundcalc.language.statements import Theorem
from boundcalc.notes.check import Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.problems.problems import solvable_names
from boundcalc.site.documents import anchor, contents, markdown_html
from boundcalc.site.guides import Guide
from boundcalc.site.pages import page, theorem_path
from boundcalc.site.topics import by_topic, topic_list

_NAMED_GUIDE = re.compile(r"`docs/([a-z-]+)\.md` of the repository")


def theorems_page(theorems: Sequence[Theorem]) -> str:
    """Return the list of all theorems by topic, with a search over what is said of them."""
    body = [
        "<h1>Theorems</h1>",
        '<p><label for="search">Search by title, symbol, author or source</label><br>'
        '<input id="search" type="search" autocomplete="off"> '
        '<span id="count" class="faint" aria-live="polite"></span></p>',
        *topic_list(theorems),
    ]
    for topic, found in by_topic(theorems).items():
        body += [f'<section class="topic"><h2 id="{anchor(topic)}">{escape(topic)}</h2>', "<ul>"]
        body += [*map(_entry, found), "</ul></section>"]
    return page("Theorems", body, scripts=["search.js"])


def _entry(theorem: Theorem) -> str:
    names = solvable_names(theorem)
    source = theorem.source
    words = [theorem.id, theorem.title, source.work, source.key, *names, pretty(" ".join(names))]
    doubt = ' <span class="doubtful">doubtful</span>' if theorem.is_doubtful else ""
    solves = f"; solves for {pretty(', '.join(names))}" if names else ""
    about = escape(f"{theorem.id}, {theorem.status.value}{solves}")
    return (
        f'<li data-words="{escape(" ".join(words).lower())}">'
        f'<a href="{theorem_path(theorem.id)}">{escape(pretty(theorem.title))}</a>{doubt}'
        f'<div class="steps">{about}</div></li>'
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


def errata_page(text: str, guides: Iterable[Guide] = ()) -> str:
    """Return errata in Markdown as a page, with links to guides that say how they were found."""
    known = {guide.name: guide for guide in guides}
    text = _NAMED_GUIDE.sub(lambda found: _guide_link(found, known), text)
    title, end, rest = markdown_html(text).partition("</h1>")
    before, heading, after = rest.partition("<h2")
    further = [before, *_further(known), *contents(rest), heading + after]
    return page("Errata", [title + end, *further])


def _guide_link(found: re.Match[str], guides: Mapping[str, Guide]) -> str:
    guide = guides.get(found[1])
    return found[0] if guide is None else f"[{guide.title}]({guide.path})"


def _further(guides: Mapping[str, Guide]) -> Iterator[str]:
    """Yield where a reader learns how errata are found, and tries it on notes of her own."""
    links = [
        f'<a href="{guides[name].path}">{escape(guides[name].title)}</a>'
        for name in ("check-your-notes", "proving", "tested")
        if name in guides
    ]
    if links:
        yield f"<p>The guides to it: {', '.join(links)}.</p>"


def graph_page(theorems: Sequence[Theorem]) -> str:
    """Return the page of the graph: how guarantees lead to others, and by which theorems."""
    body = [
        "<h1>From guarantee to guarantee</h1>",
        "<p>Each arrow stands for the theorems that lead from one kind of guarantee to another. It "
        "is called after one of them where it arrives; +2 says that there are two more, and the "
        "colour what the strongest of them rest on. Below all are listed.</p>",
        *_zoom(),
        '<div class="wide graph"><img src="graph.svg" alt="Kinds of guarantee in columns, from '
        'how answers are made to what is true of the population, with arrows between them"></div>',
        '<p><a href="graph.svg">The graph at full size</a></p>',
    ]
    bundles = bundled(theorem_arrows(tuple(theorems)))
    for start in dict.fromkeys(bundle.start for bundle in bundles):
        body.append(f"<h2>From {escape(kind_words(start))}</h2>")
        for bundle in (item for item in bundles if item.start == start):
            body.append(f"<h3>to {escape(kind_words(bundle.end))}</h3><ul>")
            body += [_linked(theorem) for theorem in bundle.theorems]
            body.append("</ul>")
    return page("Graph", body)


def _zoom() -> Iterator[str]:
    """Yield the buttons that set the size of what follows them, without a script."""
    yield '<div class="zoom" role="radiogroup" aria-label="Size of the graph">'
    for name, words in (("fit", "normal"), ("large", "large"), ("larger", "larger")):
        checked = " checked" if name == "fit" else ""
        yield (f'<label><input type="radio" name="zoom" id="zoom-{name}"{checked}> {words}</label>')
    yield "</div>"


def _linked(theorem: Theorem) -> str:
    title = f'<a href="{theorem_path(theorem.id)}">{escape(pretty(theorem.title))}</a>'
    return f'<li>{title} <span class="faint">{escape(theorem.status.value)}</span></li>'
