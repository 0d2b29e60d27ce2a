"""Writing the site: a folder of pages that needs neither a network nor a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.limits import map_within
from boundcalc.notes.check import Report
from boundcalc.output.mathml import font_face
from boundcalc.sheets.sheet import Sheet
from boundcalc.site.calculator import QUESTIONS, answers, calculator_page
from boundcalc.site.front_page import front_page
from boundcalc.site.guides import find_guides, guide_pages
from boundcalc.site.library_pages import common_pages, theorem_pages
from boundcalc.site.pages import FONT_STYLE, SCRIPTS
from boundcalc.site.ranking_section import ranking_grid

ASSETS = ("style.css", *SCRIPTS)
JOBS = 2  # batches of pages that are made at a time
BATCH = 8  # pages that a process makes before it ends: a new one costs as much as a short page
Progress = Callable[[int, int], None]


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
        Called with the number of pages of theorems that are made, and the number of all.
    jobs : int
        How many batches of pages are made at a time, which changes no page.
    """
    for name in ASSETS:
        yield name, asset(name)
    yield FONT_STYLE, font_face()
    theorems = load_library().theorems
    guides, grid = find_guides(), ranking_grid()
    yield "index.html", front_page(theorems, grid, guides, is_live=is_live)
    yield from guide_pages(guides)
    yield from common_pages(theorems, report)
    # The answers of the calculator take longest, and come first.
    makers, done = list(theorem_pages(theorems, report).items()), 0
    calls: list[Callable[[], Any]] = [partial(answers, question) for question in QUESTIONS]
    calls += [partial(_pages, makers[at : at + BATCH]) for at in range(0, len(makers), BATCH)]
    sheets: dict[str, Sheet] = {}
    for number, made in map_within(None, calls, jobs=jobs):
        if isinstance(made, Exception):
            raise made
        if number < len(QUESTIONS):
            sheets[QUESTIONS[number].key] = made
            continue
        yield from made
        done += len(made)
        if progress is not None:
            progress(done, len(makers))
    yield "calculator.html", calculator_page(sheets, grid, is_live=is_live)


def _pages(makers: Sequence[tuple[str, Callable[[], str]]]) -> list[tuple[str, str]]:
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
    if folder.exists() and not folder.is_dir():
        raise QuestionError(f"{str(folder)!a:.60} is a file; name a folder for the site")
    if folder.is_dir() and any(folder.iterdir()) and not is_forced:
        raise QuestionError(f"{str(folder)!a:.60} is not empty; --force writes into it")
    try:
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
