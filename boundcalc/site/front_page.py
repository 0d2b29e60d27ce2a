"""The first page: a question with its answer and its curve, and where to go from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from boundcalc.language.statements import Theorem
from boundcalc.site.guides import Guide, guide_cards
from boundcalc.site.pages import data_element, page
from boundcalc.site.ranking_section import limits_grid, ranking_json, size_section
from boundcalc.site.rankings import RankingGrid
from boundcalc.site.topics import topic_list

FEW = 5  # guides on the first page
SCRIPTS = ("parts.js", "grid.js", "ranking.js", "curve.js", "front.js")


def front_page(
    theorems: Sequence[Theorem],
    grid: RankingGrid | None,
    guides: Sequence[Guide],
    *,
    is_live: bool = False,
) -> str:
    """Return the page on which the site opens.

    Parameters
    ----------
    theorems : sequence of Theorem
        All theorems of the site.
    grid : RankingGrid or None
        Certified sample sizes; without them the page asks no question.
    guides : sequence of Guide
        The guides that it leads to.
    is_live : bool
        Whether a server answers between the points of the grid.
    """
    body = list(_purpose())
    if grid is not None:
        body += size_section(grid, is_live=is_live)
    body += [*_uses(), *_guides(guides), *_topics(theorems)]
    if grid is None:
        return page("Certified sample sizes", body)
    body.append(data_element("rankings", ranking_json(grid, limits_grid())))
    return page("How many records do you need?", body, scripts=SCRIPTS)


def _purpose() -> Iterator[str]:
    yield "<h1>How many records do you need?</h1>"
    yield (
        '<p class="asked">You ask k questions about your data, or queries, each after seeing the '
        "answers before it, and every answer is to be true of the population.</p>"
    )


def _uses() -> Iterator[str]:
    yield "<h2>What else it does</h2>"
    yield '<ul class="cards short">'
    for title, path, words in (
        ("Solve", "calculator.html", "any theorem for any of its quantities: records, accuracy, "
         "privacy, noise, number of answers"),
        ("Prove", "guides/proving.html", "an inequality on its whole domain, with a certificate "
         "that a small checker accepts, or refute it at an exact point"),
        ("Check", "guides/check-your-notes.html", "lecture notes and papers row by row, as they "
         "are: what holds, what fails and where"),
        ("Look up", "errata.html", "what is wrong in print, and what survives"),
    ):  # fmt: skip
        yield f'<li><a href="{path}"><strong>{title}</strong></a> {escape(words)}</li>'
    yield "</ul>"


def _guides(guides: Sequence[Guide]) -> Iterator[str]:
    if guides:
        yield "<h2>Guides</h2>"
        yield from guide_cards(guides[:FEW], rest=len(guides) - FEW)


def _topics(theorems: Sequence[Theorem]) -> Iterator[str]:
    yield "<h2>Theorems by topic</h2>"
    yield from topic_list(theorems, "theorems.html")
