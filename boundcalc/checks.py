"""Lecture notes as users give them: files in, verdicts of their rows out.

Main definitions
----------------
`check`: the report on LaTeX or Markdown files.
`Decider`: decides goals, two at a time, and keeps what it found.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import process_time

from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.statements import Theorem
from boundcalc.library import load_library
from boundcalc.limits import GRACE, PATIENCE, LimitError, call_within, map_within
from boundcalc.notes.cache import CertificateCache, default_folder
from boundcalc.notes.check import (
    CheckedDocument,
    Report,
    check_read,
    goals_of,
    read_document,
)
from boundcalc.notes.obligations import Goals
from boundcalc.proving.prove import EFFORT, prove_goal
from boundcalc.proving.verdicts import Verdict, VerdictKind
from boundcalc.tex.files import read_file

JOBS = 2
OPEN_EFFORT = EFFORT // 20  # of the search for a row of a document that nobody prepared
EARLY_SHARE = 0.2  # of the work or the time, for each goal with fewer assumptions
Progress = Callable[[int, int], None]


def check(
    files: str | Path | Iterable[str | Path],
    *,
    seconds: float | None = None,
    jobs: int = JOBS,
    cache: str | Path | None = None,
    theorems: Iterable[Theorem] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return the verdict of each row of each file.

    Parameters
    ----------
    files : path, or iterable of paths
        LaTeX (``.tex``) or Markdown (``.md``).
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

    Raises
    ------
    DocumentError
        If a file is no document; what is wrong inside of one is in the report.
    QuestionError
        If the time limit is not positive, or the number of jobs is not at least 1.
    LimitError
        If a search needs more memory than a process may take.
    """
    if seconds is not None and not 0 < seconds < float("inf"):
        raise QuestionError("the time limit is a positive number of seconds, such as 10")
    if jobs < 1:
        raise QuestionError(f"at least 1 job is needed, but got {jobs}")
    known = load_library().theorems if theorems is None else theorems
    checker = Checker(seconds=seconds, jobs=jobs, cache=cache, theorems=known)
    return checker.check(files, progress)


class Checker:
    """Checks documents again and again, and remembers what it found.

    Parameters
    ----------
    seconds, jobs, cache
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
    ) -> None:
        self.jobs = jobs
        self.theorems = {theorem.id: theorem for theorem in theorems}
        self.deciders = {
            effort: Decider(
                seconds, None if cache is None else CertificateCache(Path(cache), effort), effort
            )
            for effort in (EFFORT, OPEN_EFFORT)
        }

    def check(
        self, files: str | Path | Iterable[str | Path], progress: Progress | None = None
    ) -> Report:
        """Return the verdict of each row of each file, as `check` does."""
        paths = [files] if isinstance(files, str | os.PathLike) else list(files)
        read = [read_document(read_file(path)) for path in paths]
        found: dict[int, CheckedDocument] = {}
        for effort, decider in self.deciders.items():
            some = [item for item in read if item.is_open == (effort == OPEN_EFFORT)]
            if not some:
                continue
            decider.prepare(goals_of(some, self.theorems), self.jobs, progress)
            report = check_read(some, self.theorems, decider.decide)
            found.update(zip(map(id, some), report.documents, strict=True))
        return Report(documents=tuple(found[id(item)] for item in read))


def default_cache() -> Path:
    """Return the folder in which the command line keeps certificates."""
    return default_folder()


class Decider:
    """Decides goals within limits, and remembers what it found.

    Parameters
    ----------
    seconds : float, optional
        Time limit for each goal, in processor time; none by default, where work is the limit.
    cache : CertificateCache, optional
        Where certificates are kept.
    effort : int
        The steps of arithmetic after which a search ends.
    """

    def __init__(
        self,
        seconds: float | None = None,
        cache: CertificateCache | None = None,
        effort: int = EFFORT,
    ) -> None:
        self.seconds = seconds
        self.cache = cache
        self.effort = effort
        self.known: dict[Goals, Verdict | BoundError] = {}

    @property
    def _processor(self) -> float | None:
        """The seconds of the processor after which a search is stopped by force."""
        return None if self.seconds is None else self.seconds + GRACE

    @property
    def _patience(self) -> float | None:
        """The seconds after which a search is stopped by force, however busy the machine is."""
        return None if self.seconds is None else PATIENCE * self.seconds + GRACE

    def decide(self, goals: Goals) -> Verdict:
        """Return a proof of one of the goals, or the verdict on the last, which the others imply.

        Raises
        ------
        BoundError
            As the prover raises it.
        """
        found = self.known.get(goals) or self._kept(goals)
        if found is None:
            try:
                found = call_within(
                    self._patience,
                    partial(_search, goals, self.seconds, self.effort),
                    processor=self._processor,
                )
            except BoundError as error:
                found = error
            found = self._settle(goals, found)
        if isinstance(found, BoundError):
            raise found
        return found

    def prepare(self, asked: Iterable[Goals], jobs: int, progress: Progress | None = None) -> None:
        """Decide goals in processes of their own, so that `decide` knows them."""
        wanted = list(dict.fromkeys(asked))
        missing = [
            goals for goals in wanted if goals not in self.known and self._kept(goals) is None
        ]
        done = len(wanted) - len(missing)
        calls: Sequence[Callable[[], Verdict]] = [
            partial(_search, goals, self.seconds, self.effort) for goals in missing
        ]
        if progress is not None:
            progress(done, len(wanted))
        for number, found in map_within(
            self._patience, calls, jobs=jobs, processor=self._processor
        ):
            if isinstance(found, Exception) and not isinstance(found, BoundError):
                raise found
            self._settle(missing[number], found)
            done += 1
            if progress is not None:
                progress(done, len(wanted))

    def _kept(self, goals: Goals) -> Verdict | None:
        if self.cache is None:
            return None
        verdict = self.cache.find(goals)
        if verdict is not None:
            self.known[goals] = verdict
        return verdict

    def _settle(self, goals: Goals, found: Verdict | BoundError) -> Verdict | BoundError:
        """Remember what was found; a goal that overran a time that was asked for is unknown."""
        if isinstance(found, LimitError) and self.seconds is not None:
            found = Verdict(
                goal=goals[-1], kind=VerdictKind.UNKNOWN, method=str(found), seconds=self.seconds
            )
        if isinstance(found, Verdict) and self.cache is not None and self._is_kept(found):
            self.cache.keep(goals, found)
        self.known[goals] = found
        return found

    def _is_kept(self, verdict: Verdict) -> bool:
        """Whether a verdict is kept: UNKNOWN is not, if a clock may have ended the search."""
        return self.seconds is None or verdict.kind is not VerdictKind.UNKNOWN


def _search(goals: Goals, seconds: float | None, effort: int) -> Verdict:
    """Try the goals in turn; the last has the most work, and what is left of the time."""
    early = None if seconds is None else seconds * EARLY_SHARE
    end = None if seconds is None else process_time() + seconds
    for goal in goals[:-1]:
        with suppress(BoundError):
            verdict = prove_goal(goal, seconds=early, effort=int(effort * EARLY_SHARE))
            if verdict.is_proved:
                return verdict
    left = None if end is None or early is None else max(end - process_time(), early)
    return prove_goal(goals[-1], seconds=left, effort=effort)
