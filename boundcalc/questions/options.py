"""The options of calls: each returned as it is meant, or refused in one sentence.

An option of the wrong kind would else be taken for another value: the text "no" is true.
"""

from __future__ import annotations

from typing import Any

from boundcalc.language.errors import QuestionError, written

MOST_SECONDS = 10_000_000
MOST_DIGITS = 12


def check_switch(name: str, value: Any) -> None:
    """Raise a QuestionError unless an option is True or False."""
    if not isinstance(value, bool):
        raise QuestionError(f"{name} is True or False, but got {written(value)}")


def check_jobs(value: Any) -> None:
    """Raise a QuestionError unless a number of processes is a whole number, at least 1."""
    if not _is_whole(value) or value < 1:
        raise QuestionError(f"jobs is a whole number, at least 1, but got {written(value)}")


def check_digits(name: str, value: Any) -> None:
    """Raise a QuestionError unless a number of digits is None or lies in 1 .. 12."""
    if value is not None and not (_is_whole(value) and 1 <= value <= MOST_DIGITS):
        raise QuestionError(
            f"{name} is a whole number from 1 to {MOST_DIGITS}, but got {written(value)}"
        )


def check_seconds(value: Any) -> None:
    """Raise a QuestionError unless a limit of time is None or a positive number of seconds."""
    is_number = _is_whole(value) or isinstance(value, float)
    if value is not None and not (is_number and 0 < value <= MOST_SECONDS):
        raise QuestionError(
            f"the time limit is a positive number of seconds, such as 10, of at most "
            f"{MOST_SECONDS}, but got {written(value)}"
        )


def check_callable(name: str, value: Any) -> None:
    """Raise a QuestionError unless an option can be called."""
    if not callable(value):
        raise QuestionError(f"{name} is a function, but got {written(value)}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
