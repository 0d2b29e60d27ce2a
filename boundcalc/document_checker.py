"""Lecture notes as users give them: files in, verdicts of their rows out.

A document is read, what must be shown of its rows is planned, all of that is decided, and the rows
are judged: each once.

Main definitions
----------------
`check`: the report on LaTeX or Markdown files.
`Checker`: the same again and again, without doing anything twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from boundcalc.derivations.documents import read_document
from boundcalc.derivations.rows import Derivations
from boundcalc.language.errors import QuestionError
from boundcalc.language.statements import Theorem
from boundcalc.library import load_library
from boundcalc.notes.check import Report, judge_document
from boundcalc.notes.hints import Hints, ways_of
from boundcalc.obligations.cache import CertificateCache, default_folder
from boundcalc.obligations.deciding import Decider, Progress
from boundcalc.obligations.planning import Plan, plan_documents
from boundcalc.proving.prove import EFFORT
from boundcalc.questions.options import (
    check_callable,
    check_jobs,
    check_seconds,
    check_switch,
)
from boundcalc.situations.projects import preamble_of
from boundcalc.tex.files import read_file

JOBS = 2
Item = TypeVar("Item")
OPEN_EFFORT = EFFORT // 20  # of the search for a row of a document that nobody prepared


def check(
    files: str | Path | Iterable[str | Path],
    *,
    seconds: float | None = None,
    jobs: int = JOBS,
    cache: str | Path | None = None,
    theorems: Iterable[Theorem] | None = None,
    progress: Progress | None = None,
    is_strict: bool = False,
    proofs: Iterable[Path] = (),
) -> Report:
    """Return the verdict of each row of each file.

    Parameters
    ----------
    files : path, or iterable of paths
        LaTeX (``.tex``) or Markdown (``.md``). What the nearest ``boundcalc.toml`` above a file
        says is in force in it.
    seconds : float, optional
        Time limit of the search for each relation that is to be proved, in processor time. Without
        one a search ends by a count of its work, so that the report is the same on every machine.
    jobs : int
        The number of searches that run at a time, each in a process of its own.
    cache : path, optional
        A folder in which certificates are kept; they are checked again when they are used.
        By default nothing is kept. `default_cache` returns the folder that the command line uses.
    theorems : iterable of Theorem, optional
        What ``by: theorem`` may name; the installed library by default.
    progress : callable, optional
        Called with the number of relations that are decided, and the number of all.
    is_strict : bool
        Read documents with directives by these alone, whatever their prose says.
    proofs : iterable of Path
        Files of proofs that libraries ship, used beside a cache; each proof is checked again.

    Raises
    ------
    DocumentError
        If a file is no document; what is wrong inside of one is in the report.
    QuestionError
        If an option is none of its values, or the cache is a file.
    LimitError
        If a search needs more memory than a process may take.
    """
    check_seconds(seconds)
    check_jobs(jobs)
    check_switch("is_strict", is_strict)
    if progress is not None:
        check_callable("progress", progress)
    if not isinstance(files, str | os.PathLike | Iterable):
        raise QuestionError(f"at least one file is needed, but got {type(files).__name__}")
    if not isinstance(cache, str | os.PathLike | None):
        raise QuestionError(f"the cache is a folder, but got {type(cache).__name__}")
    known = load_library().theorems if theorems is None else _listed(theorems, Theorem, "theorems")
    proofs = _listed(proofs, Path, "paths of proofs")
    checker = Checker(
        seconds=seconds,
        jobs=jobs,
        cache=cache,
        theorems=known,
        is_strict=is_strict,
        proofs=proofs,
    )
    return checker.check(files, progress)


def _listed(items: object, kind: type[Item], what: str) -> tuple[Item, ...]:
    """Return items, if they are what is expected."""
    listed = tuple(items) if isinstance(items, Iterable) else (items,)
    found = tuple(item for item in listed if isinstance(item, kind))
    if len(found) < len(listed):
        wrong = next(item for item in listed if not isinstance(item, kind))
        raise QuestionError(f"{what} were expected, but got {type(wrong).__name__}")
    return found


class Checker:
    """Checks documents again and again, and remembers what it found.

    Parameters
    ----------
    seconds, jobs, cache, is_strict, proofs
        As `check` takes them.
    theorems : iterable of Theorem
        What ``by: theorem`` may name.
    """

    def __init__(
        self,
        *,
        theorems: Iterable[Theorem],
        seconds: float | None = None,
        jobs: int = JOBS,
        cache: str | Path | None = None,
        is_strict: bool = False,
        proofs: Iterable[Path] = (),
    ) -> None:
        if cache is not None and os.path.isfile(cache):
            raise QuestionError(f"the cache is a folder, but {str(cache)!a:.60} is a file")
        self.is_strict = is_strict
        self.jobs = jobs
        self.theorems = {theorem.id: theorem for theorem in theorems}
        self.hints = Hints()
        shipped = tuple(proofs)
        self.deciders = {
            effort: Decider(
                seconds,
                None if cache is None else CertificateCache(Path(cache), effort, shipped),
                effort,
            )
            for effort in (EFFORT, OPEN_EFFORT)
        }

    def check(
        self, files: str | Path | Iterable[str | Path], progress: Progress | None = None
    ) -> Report:
        """Return the verdict of each row of each file, as `check` does."""
        paths = [files] if isinstance(files, str | os.PathLike) else list(files)
        for path in paths:
            if not isinstance(path, str | os.PathLike):
                raise QuestionError(f"a file is named by a path, but got {type(path).__name__}")
        documents = [read_file(path, preamble_of(path)) for path in paths]
        read = [read_document(item, is_strict=self.is_strict) for item in documents]
        return self.check_read(read, progress)

    def check_read(self, read: Iterable[Derivations], progress: Progress | None = None) -> Report:
        """Return the verdict of each row of documents that were read."""
        plans = plan_documents(read, self.theorems)
        for effort, decider in self.deciders.items():
            rows = [row for plan in plans if _effort(plan) == effort for row in plan.rows]
            if not rows:
                continue
            asked = (obligation for row in rows for obligation in row.obligations)
            decider.decide_all(asked, self.jobs, progress)
            ways = (ways_of(row, decider.examine, self.hints) for row in rows)
            decider.decide_ways(ways, self.jobs)
        documents = tuple(
            judge_document(plan, self.deciders[_effort(plan)].examine, self.hints) for plan in plans
        )
        self.hints.planned.clear()
        return Report(documents=documents)


def _effort(plan: Plan) -> int:
    """Return after how much work a search for a row of a document ends."""
    return OPEN_EFFORT if plan.derivations.is_open else EFFORT


def default_cache() -> Path:
    """Return the folder in which the command line keeps certificates."""
    return default_folder()
