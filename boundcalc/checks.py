"""Lecture notes as users give them: files in, verdicts of their rows out.

Main definitions
----------------
`check`: the report on LaTeX or Markdown files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from boundcalc.language.errors import QuestionError
from boundcalc.language.statements import Theorem
from boundcalc.library import load_library
from boundcalc.limits import LimitError, call_within
from boundcalc.notes.check import Report, check_documents
from boundcalc.notes.files import read_file
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.prove import prove_goal
from boundcalc.proving.verdicts import Verdict, VerdictKind

GRACE = 0.5  # seconds by which a step of the search may overrun the time limit
SECONDS = 10.0


def check(
    files: str | Path | Iterable[str | Path],
    *,
    seconds: float = SECONDS,
    theorems: Iterable[Theorem] | None = None,
) -> Report:
    """Return the verdict of each row of each file.

    Parameters
    ----------
    files : path, or iterable of paths
        LaTeX (``.tex``) or Markdown (``.md``).
    seconds : float
        Time limit of the search for each obligation.
    theorems : iterable of Theorem, optional
        What ``by: theorem`` may name; the installed library by default.

    Raises
    ------
    DocumentError
        If a file is no document; what is wrong inside of one is in the report.
    QuestionError
        If the time limit is not positive.
    """
    if not 0 < seconds < float("inf"):
        raise QuestionError("the time limit is a positive number of seconds, such as 10")
    paths = [files] if isinstance(files, str | os.PathLike) else list(files)
    known = load_library().theorems if theorems is None else theorems
    documents = [read_file(path) for path in paths]
    return check_documents(
        documents,
        {theorem.id: theorem for theorem in known},
        lambda goal: decide(goal, seconds),
    )


def decide(goal: ProofGoal, seconds: float) -> Verdict:
    """Return the verdict of the prover, which is stopped by force where it overruns its time."""
    try:
        return call_within(seconds + GRACE, lambda: prove_goal(goal, seconds=seconds))
    except LimitError as error:
        return Verdict(goal=goal, kind=VerdictKind.UNKNOWN, method=str(error), seconds=seconds)
