"""What is said on stderr while a command takes longer than a second: that it is at work, how far.

On a terminal it is one line that is drawn anew and taken away at the end; elsewhere lines that come
ever more rarely. A timer of the system calls, and no thread, since processes are forked here.

Main definitions
----------------
`telling`: a context in which a command says that it is at work.
`progress`: what a command calls with how much of all is done.
`end_telling`: what a command calls before it prints.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType
from typing import TextIO

QUIET = "BOUNDCALC_QUIET"  # in the environment: nothing is said
BAR = 20  # characters of a bar
SHORTEST_WAIT = 1.0  # seconds of which nothing is said
GROWTH = 3  # of the time from one line to the next, where each stays
LONGEST_WAIT = 300.0
_ERASE = "\r\033[K"


class Teller:
    """Says on a stream that a command is at work, whenever it is called."""

    def __init__(self, command: str, stream: TextIO) -> None:
        self.command = command
        self.stream = stream
        self.is_terminal = stream.isatty()
        self.begun = time.monotonic()
        self.counted: tuple[int, int, str] | None = None
        self.is_drawn = False
        self.is_ended = False

    def __call__(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Say it, and ask to be called again."""
        passed = time.monotonic() - self.begun
        if self.is_ended:
            return
        if self.is_terminal:
            self.draw(passed)
            _ask(SHORTEST_WAIT)
        else:
            self.write(f"{self.text(passed)}\n")
            _ask(min((GROWTH - 1) * max(passed, SHORTEST_WAIT), LONGEST_WAIT))

    def note(self, done: int, total: int, what: str) -> None:
        """Take how much of all is done."""
        self.counted = (done, total, what)
        if (
            self.is_terminal
            and not self.is_ended
            and time.monotonic() - self.begun >= SHORTEST_WAIT
        ):
            self.draw(time.monotonic() - self.begun)

    def text(self, passed: float) -> str:
        """Return how far the command is, in words."""
        seconds = f"after {passed:.0f} s"
        if self.counted is None:
            return f"{self.command} is at work, {seconds}"
        done, total, what = self.counted
        if done >= total:
            return f"{self.command} is at work on the rest, {seconds}"
        return f"{done} of {total} {what}, {seconds}"

    def draw(self, passed: float) -> None:
        """Draw the line of a terminal anew, with a bar where something is counted."""
        done, total, _ = self.counted or (0, 0, "")
        full = BAR * done // max(total, 1)
        bar = f"{'█' * full}{'░' * (BAR - full)} " if done < total else ""
        self.write(f"{_ERASE}{bar}{self.text(passed)}")
        self.is_drawn = True

    def end(self) -> None:
        """Take the line of a terminal away, and say nothing more."""
        _ask(0)
        self.is_ended = True
        if self.is_drawn:
            self.write(_ERASE)
            self.is_drawn = False

    def write(self, text: str) -> None:
        """Write at once, past a buffer in which an interrupted call may be writing."""
        try:
            place = self.stream.fileno()
        except (OSError, ValueError):  # a stream of no file
            self.stream.write(text)
            return
        with suppress(OSError):  # a reader that has gone
            os.write(place, text.encode(self.stream.encoding or "ascii", "replace"))


_TELLER: ContextVar[Teller | None] = ContextVar("teller", default=None)


@contextmanager
def telling(command: str) -> Iterator[None]:
    """Let a command say on stderr that it is at work, from its first second on.

    Nothing is said where the system has no such timer, in a thread, and where `BOUNDCALC_QUIET` is
    set.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if os.environ.get(QUIET) or not is_main or not hasattr(signal, "setitimer"):
        yield
        return
    teller = Teller(command, sys.stderr)
    before = signal.signal(signal.SIGALRM, teller)
    token = _TELLER.set(teller)
    _ask(SHORTEST_WAIT)
    try:
        yield
    finally:
        teller.end()
        signal.signal(signal.SIGALRM, before)
        _TELLER.reset(token)


def end_telling() -> None:
    """Say nothing more, because the answer is printed now."""
    teller = _TELLER.get()
    if teller is not None:
        teller.end()


def progress(what: str) -> Callable[[int, int], None] | None:
    """Return what takes a number done of a number in all; None where nothing is said of it.

    Parameters
    ----------
    what : str
        What is counted, after the two numbers: ``relations are decided``.
    """
    teller = _TELLER.get()
    if teller is None:
        return None
    return lambda done, total: teller.note(done, total, what)


def _ask(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
