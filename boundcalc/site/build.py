"""Writing the site: a folder of pages that needs neither a network nor a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.notes.check import Report
from boundcalc.site.calculator import QUESTIONS, answers, calculator_page
from boundcalc.site.library_pages import library_pages
from boundcalc.site.pages import SCRIPTS
from boundcalc.site.ranking_section import ranking_grid

ASSETS = ("style.css", *SCRIPTS)
Progress = Callable[[int, int], None]


def site_files(report: Report, *, is_live: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the path below the root and the text of every file of the site.

    Parameters
    ----------
    report : Report
        The checked derivations of the library.
    is_live : bool
        Whether a server stands behind the pages.
    """
    for name in ASSETS:
        yield name, asset(name)
    sheets = {question.key: answers(question) for question in QUESTIONS}
    yield "calculator.html", calculator_page(sheets, ranking_grid(), is_live=is_live)
    yield from library_pages(load_library().theorems, report)


def asset(name: str) -> str:
    """Return a style sheet or a script of the site."""
    return files("boundcalc.site").joinpath("assets", name).read_text(encoding="utf-8")


def build_site(folder: Path, report: Report, *, is_forced: bool = False) -> int:
    """Write the site into a folder and return the number of its files.

    Raises
    ------
    QuestionError
        If the folder holds files already and `is_forced` is not set, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise QuestionError(f"{str(folder)!a:.60} is a file; name a folder for the site")
    if folder.is_dir() and any(folder.iterdir()) and not is_forced:
        raise QuestionError(f"{str(folder)!a:.60} is not empty; --force writes into it")
    count = 0
    try:
        for path, text in site_files(report):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8", newline="\n")
            count += 1
    except OSError as error:
        raise QuestionError(f"the site cannot be written ({error.strerror})") from error
    return count
