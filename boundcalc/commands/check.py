"""``boundcalc check``: every displayed relation of lecture notes gets a verdict."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.commands.watch import watch
from boundcalc.console import UNDECIDED, Json, check_free, check_named, print_text, quoted
from boundcalc.document_checker import check as report_on
from boundcalc.document_checker import default_cache
from boundcalc.language.errors import QuestionError
from boundcalc.notes.guide import guide
from boundcalc.output.json import json_text
from boundcalc.reports.html import GENERATOR, report_html
from boundcalc.reports.kernel import kernel_text
from boundcalc.reports.missing_directives import guide_text
from boundcalc.reports.page import page_text
from boundcalc.reports.rows import report_text
from boundcalc.reports.sarif import report_sarif
from boundcalc.reports.terminal import print_report
from boundcalc.situations.projects import FILE_NAME, find_project
from boundcalc.tex.files import is_markdown
from boundcalc.waiting import end_telling, progress

if TYPE_CHECKING:
    from boundcalc.notes.check import Report

FAILED = 1
UNREADABLE = 2


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="LaTeX or Markdown; - reads LaTeX; none: the documents of boundcalc.toml.",
        ),
    ] = None,
    is_strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Read directives alone, and exit with 3 if a row stays unknown.",
        ),
    ] = False,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            help="For each relation. Without it, the limit is work, the same on every machine.",
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", help="Searches that run at a time.")
    ] = 2,
    cache: Annotated[
        str, typer.Option("--cache", metavar="DIR", help="Keep certificates there.")
    ] = "",
    is_uncached: Annotated[
        bool, typer.Option("--no-cache", help="Neither read nor keep certificates.")
    ] = False,
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write a page with all verdicts.")
    ] = "",
    is_whole: Annotated[
        bool,
        typer.Option("--all", help="Of a document that its prose declares, show every row."),
    ] = False,
    sarif: Annotated[
        str,
        typer.Option("--sarif", metavar="FILE", help="Write findings for editors and code hosts."),
    ] = "",
    is_watched: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes.")
    ] = False,
    is_coq: Annotated[
        bool, typer.Option("--coq", help="Say how many rows Coq's kernel accepts.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Every displayed relation of lecture notes gets a verdict, and a false one a counterexample.

    Exit codes: 0 if all rows are proved, cited or as expected; 1 if one is refuted or differs from
    what is expected; 2 if something cannot be read; 3 for unknown rows with --strict, or if nothing
    could be read of a document without directives. A document without formulas passes, and says so;
    with --strict it does not.
    Certificates are kept in a cache folder, and are checked again when they are used.
    """
    files = files or _documents()
    kept = None if is_uncached else cache or default_cache()
    if cache and is_uncached:
        raise QuestionError("--cache and --no-cache exclude each other; keep one of them")
    if is_coq and (is_watched or as_json):
        raise QuestionError("--coq prints a text; leave out --watch and --json")
    if is_watched:
        if html or sarif or as_json:
            raise QuestionError("--watch prints what changes; leave out --html, --sarif and --json")

        return watch(files, seconds=time_limit, jobs=jobs, cache=kept, is_strict=is_strict)
    if html:
        _check_page(html, files)
    check_named(sarif)
    report = report_on(
        files,
        seconds=time_limit,
        jobs=jobs,
        cache=kept,
        progress=progress("relations are decided"),
        is_strict=is_strict,
    )
    if html:
        _write_page(html, report)
    if sarif:
        _write_sarif(sarif, report)
    if as_json:
        print_text(json_text(report.to_dict()))
    else:
        _show(report, is_whole=is_whole)
        _show_guides(report)
    if is_coq:
        print_text(f"\n{kernel_text(report)}")
    _show_errors(report)
    return exit_code(report, is_strict=is_strict)


def _documents() -> list[str]:
    """Return the documents of the project of the working folder."""
    project = find_project(Path.cwd())
    if project is None or not project.documents:
        raise QuestionError(
            f'name a file, or write documents = ["notes/*.tex"] into {FILE_NAME} in the folder of '
            "the project"
        )
    return list(project.files())


def exit_code(report: Report, *, is_strict: bool) -> int:
    """Return what the command ends with."""
    if report.errors:
        return UNREADABLE
    if report.has_failed:
        return FAILED
    if report.is_unreadable:
        return UNDECIDED
    return UNDECIDED if is_strict and (report.has_unknown or not report.rows) else 0


def _check_page(name: str, files: list[str]) -> None:
    """Check that a page may be written: over nothing, or over another page of this command."""
    if os.path.isfile(name) and name not in files:
        with open(name, "rb") as file:
            is_ours = GENERATOR.encode() in file.read(2000)
        if is_ours:
            return
        raise QuestionError(f"{quoted(name)} exists, and is no page of this command; name another")
    check_free(name, is_forced=False)


def _write_page(name: str, report: Report) -> None:
    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(report_html(report))
    except OSError as error:
        raise QuestionError(f"{quoted(name)} cannot be written ({error.strerror})") from error


def _write_sarif(name: str, report: Report) -> None:

    try:
        with open(name, "w", encoding="utf-8") as file:
            file.write(json_text(report_sarif(report)) + "\n")
    except OSError as error:
        raise QuestionError(f"{quoted(name)} cannot be written ({error.strerror})") from error


def _show(report: Report, *, is_whole: bool) -> None:
    for document in report.documents:
        if document.derivations.is_open:
            print_text(page_text(document, is_whole=is_whole))
    if sys.stdout.isatty():
        end_telling()
        print_report(report)
    else:
        text = report_text(report)
        if text:
            print_text(text)


def _show_guides(report: Report) -> None:
    """Say what a document needs before it can be checked."""
    for document in report.documents:
        found = guide(document)
        if found.is_needed:
            text = guide_text(document.name, found, is_markdown=is_markdown(document.name))
            print_text(f"\n{text}" if document.rows else text)


def _show_errors(report: Report) -> None:
    for error in report.errors:
        print(f"boundcalc: {error}", file=sys.stderr)
