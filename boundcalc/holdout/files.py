"""A ledger as a file: a line of JSON for the plan and for each evaluation, chained by hashes.

Each line ends with the SHA-256 of the line before it and of its own content, so that no line can be
changed, left out or put in without all lines after it being made anew. That the last lines were
taken away is seen against an older copy only: the older one must be the beginning of the newer.

Main definitions
----------------
`text_of`, `read_text`: a ledger as text, and back.
`create`, `load`, `OpenLedger`: the same with a file, where an evaluation is before it is shown.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import IO, Any

from boundcalc.holdout.ledger import Entry, Ledger
from boundcalc.holdout.releases import LEVEL_NAMES, Kind, Outcome, Plan, Request, Word
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.numbers import decimal_text, read_rational

VERSION = 1
FORMAT = "boundcalc holdout"
LONGEST_NOTE = 200
LONGEST_LEDGER = 64 << 20  # characters
_PLAN_KEYS = ("n", "tau", "beta", "m", "telling", "cells", "threshold")
_INTEGERS = frozenset({"n", "m", "telling", "cells"})


class LedgerError(BoundError):
    """A file is no ledger, or no longer the one that was written."""


# --- lines ---------------------------------------------------------------------------------------


def text_of(ledger: Ledger) -> str:
    """Return a ledger as the text of its file."""
    lines, head = [], ""
    for content in (plan_data(ledger.plan), *map(numbered, enumerate(ledger.entries, 1))):
        head = chained(head, content)
        lines.append(_line(content, head))
    return "".join(lines)


def read_text(text: str, name: str) -> tuple[Ledger, str]:
    """Return the ledger in a text, and the hash of its last line.

    Raises
    ------
    LedgerError
        If a line is no JSON of a ledger, or its hash is not that of its content and of the lines
        before it, or an evaluation cannot have released what it says.
    """
    lines = text.split("\n")
    if lines.pop() != "" or not lines:
        raise LedgerError(f"{name}: the last line is not whole; take the file as it was committed")
    head, contents = "", []
    for number, line in enumerate(lines, 1):
        content = _content(line, f"{name}, line {number}")
        said = content.pop("hash", None)
        head = chained(head, content)
        if said != head:
            raise LedgerError(
                f"{name}, line {number}: it is not what was written, since its hash does not fit "
                "it and the lines before it; take the file as it was committed"
            )
        contents.append(content)
    try:
        ledger = Ledger(
            read_plan(contents[0]), tuple(read_entry(*item) for item in enumerate(contents[1:], 1))
        )
        for _ in ledger.states():  # every evaluation can follow those before it
            pass
    except BoundError as error:
        raise LedgerError(f"{name}: {error}") from error
    return ledger, head


def chained(head: str, content: Mapping[str, Any]) -> str:
    """Return the hash of a content after a line whose hash is given."""
    packed = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{head}\n{packed}".encode("ascii")).hexdigest()


def _line(content: Mapping[str, Any], head: str) -> str:
    return f"{json.dumps({**content, 'hash': head}, ensure_ascii=False)}\n"


def _content(line: str, place: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LedgerError(f"{place}: it is no JSON; take the file as it was committed") from error
    if not isinstance(content, dict):
        raise LedgerError(f"{place}: expected an object of JSON")
    return content


# --- contents ------------------------------------------------------------------------------------


def plan_data(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON; numbers that carry precision are strings."""
    values = {name: getattr(plan, name) for name in _PLAN_KEYS}
    shown = {
        name: value if name in _INTEGERS else decimal_text(value) for name, value in values.items()
    }
    return {"format": FORMAT, "version": VERSION, **shown}


def read_plan(content: Mapping[str, Any]) -> Plan:
    """Return the plan that `plan_data` wrote."""
    if content.get("format") != FORMAT or content.get("version") != VERSION:
        raise LedgerError(f"the first line is no plan of {FORMAT!r}, version {VERSION}")
    if set(content) != {"format", "version", *_PLAN_KEYS}:
        raise LedgerError(f"the plan has {', '.join(_PLAN_KEYS)}, and nothing else")
    return Plan(
        n=_integer(content["n"], "n"),
        tau=_fraction(content["tau"], "tau"),
        beta=_fraction(content["beta"], "beta"),
        m=_integer(content["m"], "m"),
        telling=_integer(content["telling"], "telling"),
        cells=_integer(content["cells"], "cells"),
        threshold=_fraction(content["threshold"], "threshold"),
    )


def numbered(item: tuple[int, Entry]) -> dict[str, Any]:
    """Return an evaluation as JSON, with its number."""
    number, entry = item
    request, outcome = entry.request, entry.outcome
    level, value = request.level, outcome.value
    name = LEVEL_NAMES.get(request.kind)
    return {
        "evaluation": number,
        "kind": request.kind.value,
        **({} if name is None or level is None else {name: decimal_text(level)}),
        "released": outcome.word.value if value is None else decimal_text(value),
        "note": request.note,
    }


def read_entry(number: int, content: Mapping[str, Any]) -> Entry:
    """Return the evaluation that `numbered` wrote."""
    if content.get("evaluation") != number:
        raise LedgerError(f"evaluation {number} has the number {content.get('evaluation')!r}")
    kind = _member(Kind, content.get("kind"), "kind")
    name = LEVEL_NAMES.get(kind)
    known = {"evaluation", "kind", "released", "note", *([name] if name else [])}
    note = content.get("note")
    if set(content) != known or not isinstance(note, str):
        raise LedgerError(f"evaluation {number} has {', '.join(sorted(known))}, and nothing else")
    level = None if name is None else _fraction(content[name], name)
    return Entry(Request(kind=kind, level=level, note=note), _outcome(content["released"]))


def _outcome(text: Any) -> Outcome:
    for word in Word:
        if word is not Word.VALUE and word.value == text:
            return Outcome(word)
    return Outcome(Word.VALUE, _fraction(text, "released"))


def _member(members: type[Kind], text: Any, name: str) -> Kind:
    for member in members:
        if member.value == text:
            return member
    raise LedgerError(f"{name}: it is one of {', '.join(item.value for item in members)}")


def _fraction(text: Any, name: str) -> Fraction:
    if not isinstance(text, str):
        raise LedgerError(f"{name}: expected a number in quotes, such as '0.05'")
    return read_rational(text, name=name)


def _integer(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise LedgerError(f"{name}: expected an integer")
    return value


# --- files ---------------------------------------------------------------------------------------


def create(name: str, plan: Plan) -> None:
    """Write a ledger without evaluations into a file that does not exist yet."""
    try:
        with open(name, "x", encoding="utf-8", newline="\n") as file:
            file.write(text_of(Ledger(plan)))
            _to_disk(file)
    except FileExistsError:
        raise QuestionError(f"{name!r} exists; a ledger is never begun anew, name a file") from None
    except OSError as error:
        raise QuestionError(f"{name!r} cannot be written ({error.strerror})") from error


def load(name: str) -> tuple[Ledger, str, str]:
    """Return the ledger in a file, the hash of its last line, and the text."""
    try:
        with open(name, encoding="utf-8", newline="") as file:
            text = _read(file, name)
    except OSError as error:
        raise QuestionError(f"{name!r} cannot be read ({error.strerror})") from error
    return (*read_text(text, name), text)


def _read(file: IO[str], name: str) -> str:
    """Return the text of an open file, no longer than a ledger may be: devices have no end."""
    try:
        text = file.read(LONGEST_LEDGER + 1)
    except OSError as error:
        raise QuestionError(f"{name!r} cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise LedgerError(f"{name}: it is no text in UTF-8") from error
    if len(text) > LONGEST_LEDGER:
        raise LedgerError(
            f"{name}: it has more than {LONGEST_LEDGER >> 20} MiB, so it is no ledger"
        )
    return text


class OpenLedger:
    """A ledger whose file is locked until it is closed, so that one evaluation follows another.

    Examples
    --------
    ``with OpenLedger("holdout.jsonl") as ledger: ledger.append(entry)``
    """

    def __init__(self, name: str) -> None:
        try:
            self._file = open(name, "r+", encoding="utf-8", newline="")  # noqa: SIM115
        except OSError as error:
            raise QuestionError(f"{name!r} cannot be written ({error.strerror})") from error
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            self.ledger, self._head = read_text(_read(self._file, name), name)
        except BoundError:
            self._file.close()
            raise

    def __enter__(self) -> OpenLedger:
        return self

    def __exit__(self, *details: object) -> None:
        with suppress(OSError):  # of what could not be written, which was said
            self._file.close()

    def append(self, entry: Entry) -> None:
        """Write one more evaluation; it is on the disk when this returns."""
        ledger = self.ledger.with_entry(entry)
        content = numbered((len(ledger.entries), entry))
        self._head = chained(self._head, content)
        try:
            self._file.seek(0, os.SEEK_END)
            self._file.write(_line(content, self._head))
            _to_disk(self._file)
        except OSError as error:
            raise LedgerError(
                f"{self._file.name}: it cannot be written ({error.strerror}), so that nothing is "
                "released; its last line may not be whole"
            ) from error
        self.ledger = ledger


def _to_disk(file: IO[str]) -> None:
    file.flush()
    os.fsync(file.fileno())
