"""Calls in a process that is kept from one to the next, and ended when one is stopped."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from boundcalc.limits import LimitError, can_fork, end_child, limit_resources

LASTS = 200  # calls of one process, so that what it remembers does not grow for ever


class Caller:
    """Makes calls in one process, so that what one has loaded is there for the next.

    Parameters
    ----------
    call : callable
        What is called; its argument, and what it returns or raises, must survive pickling.
    until : int
        A file descriptor: a call is stopped as soon as something can be read there.
    """

    def __init__(self, call: Callable[[Any], Any], until: int) -> None:
        self.call = call
        self.until = until
        self.left = 0
        self.child: tuple[int, Connection] | None = None

    def call_within(self, seconds: float, argument: Any) -> Any:
        """Return what the call returns, or raise what it raises.

        Where a process cannot fork, the call is made directly and without limits.

        Raises
        ------
        LimitError
            If the call takes longer, or 3 GiB of memory more than there was, or is stopped.
        """
        if not can_fork():
            return self.call(argument)
        found: Any
        pipe = self._pipe()
        try:
            pipe.send(argument)
            is_there = pipe in wait([pipe, self.until], seconds)
            found = pipe.recv() if is_there else None
        except (EOFError, OSError):
            is_there, found = False, LimitError("it ended without an answer, as for want of memory")
        self.left -= 1
        if not is_there or not self.left:
            self.close()
        if not is_there and found is None:
            found = LimitError(f"the limit of {seconds:.3g} seconds was reached")
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """End the process, if there is one."""
        if self.child is not None:
            number, pipe = self.child
            self.child = None
            pipe.close()
            end_child(number)

    def _pipe(self) -> Connection:
        """Return the pipe to the process, which is started where there is none."""
        if self.child is None:
            ours, theirs = Pipe()
            number = os.fork()
            if number == 0:
                ours.close()
                os.close(self.until)  # whoever waits there sees it when the parent ends
                _serve(theirs, self.call)
            theirs.close()
            self.left = LASTS
            self.child = number, ours
        return self.child[1]


def _serve(pipe: Connection, call: Callable[[Any], Any]) -> None:
    """Make one call after another in the child, until the parent is gone."""
    try:
        limit_resources()
        while True:
            argument = pipe.recv()
            try:
                answer = call(argument)
            except MemoryError:
                os._exit(1)  # nothing is sent, and the parent says so
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = error
            pipe.send(answer)
    except BaseException:
        os._exit(1)
