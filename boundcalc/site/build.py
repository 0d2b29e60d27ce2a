"""The pages of the site: what makes each of them, and a folder of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path

from boundcalc.figures.theorem_graph import graph_svg
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.limits import map_within
from boundcalc.notes.check import Report
from boundcalc.notes.errata import errata
from boundcalc.notes.judging import CheckedRow
from boundcalc.output.mathml import font_face
from boundcalc.reports.errata import errata_markdown
from boundcalc.site.calculator import calculator_page, kept_tables
from boundcalc.site.front_page import front_page
from boundcalc.site.guides import find_guides, guide_makers
from boundcalc.site.library_pages import errata_page, graph_page, rows_of, theorems_page
from boundcalc.site.pages import FONT_STYLE, SCRIPTS
from boundcalc.site.ranking_section import ranking_grid
from boundcalc.site.theorem_pages import theorem_makers

ASSETS = ("style.css", *SCRIPTS)
JOBS = 2  # batches of pages that are made at a time
BATCH = 8  # pages that a process makes before it ends: a new one costs as much as a short page
Maker = Callable[[], str]
Progress = Callable[[int, int], None]


def page_makers(
    errata_text: Callable[[], str],
    rows: Callable[[str], Sequence[CheckedRow]],
    *,
    is_live: bool = False,
) -> dict[str, Maker]:
    """Return what makes the text of each file of the site, by its path below the root.

    Parameters
    ----------
    errata_text : callable
        Returns the errata in Markdown.
    rows : callable
        Returns the checked rows of the derivations of a theorem, by its id.
    is_live : bool
        Whether a server stands behind the pages.
    """
    theorems = load_library().theorems
    guides = find_guides()
    makers: dict[str, Maker] = {name: partial(asset, name) for name in ASSETS}
    makers[FONT_STYLE] = font_face
    makers["index.html"] = lambda: front_page(theorems, ranking_grid(), guides, is_live=is_live)
    makers["calculator.html"] = lambda: calculator_page(
        kept_tables(), ranking_grid(), is_live=is_live
    )
    makers["theorems.html"] = partial(theorems_page, theorems)
    makers["graph.svg"] = partial(graph_svg, theorems)
    makers["graph.html"] = partial(graph_page, theorems)
    makers["errata.html"] = lambda: errata_page(errata_text(), guides)
    return makers | guide_makers(guides) | theorem_makers(theorems, rows)


def site_files(
    report: Report, *, is_live: bool = False, progress: Progress | None = None, jobs: int = JOBS
) -> Iterator[tuple[str, str]]:
    """Yield the path below the root and the text of every file of the site.

    Parameters
    ----------
    report : Report
        The checked derivations of the library.
    is_live : bool
        Whether a server stands behind the pages.
    progress : callable, optional
        Called with the number of files that are made, and the number of all.
    jobs : int
        How many batches of pages are made at a time, which changes no page.
    """
    found = rows_of(report)
    theorems = load_library().theorems
    makers = list(
        page_makers(
            lambda: errata_markdown(errata(report), theorems),
            lambda id: found.get(id, []),
            is_live=is_live,
        ).items()
    )
    calls = [partial(_pages, makers[at : at + BATCH]) for at in range(0, len(makers), BATCH)]
    done = 0
    for _, made in map_within(None, calls, jobs=jobs):
        if isinstance(made, Exception):
            raise made
        yield from made
        done += len(made)
        if progress is not None:
            progress(done, len(makers))


def _pages(makers: Sequence[tuple[str, Maker]]) -> list[tuple[str, str]]:
    return [(path, make()) for path, make in makers]


def asset(name: str) -> str:
    """Return a style sheet or a script of the site."""
    return files("boundcalc.site").joinpath("assets", name).read_text(encoding="utf-8")


def make_folder(folder: Path, *, is_forced: bool) -> None:
    """Make the folder of the site, if the site may be written into it.

    Raises
    ------
    QuestionError
        If it is a file, or holds files already and `is_forced` is not set, or cannot be made.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise QuestionError(f"{str(folder)!a:.60} is a file; name a folder for the site")
        if folder.is_dir() and any(folder.iterdir()) and not is_forced:
            raise QuestionError(f"{str(folder)!a:.60} is not empty; --force writes into it")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise QuestionError(
            f"the folder {str(folder)!a:.60} cannot be made ({error.strerror})"
        ) from error


def build_site(
    folder: Path, report: Report, *, is_forced: bool = False, progress: Progress | None = None
) -> int:
    """Write the site into a folder and return the number of its files.

    Raises
    ------
    QuestionError
        As `make_folder`, and if the folder cannot be written.
    """
    make_folder(folder, is_forced=is_forced)
    count = 0
    try:
        for path, text in site_files(report, progress=progress):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8", newline="\n")
            count += 1
    except OSError as error:
        raise QuestionError(f"the site cannot be written ({error.strerror})") from error
    return count
