"""Answers for a server with threads: worker processes, each with one question at a time.

A process with threads cannot fork safely, and a call without a process of its own cannot be
stopped. So the workers are started before the threads, and each makes its calls in a child.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection, wait
from socket import socket
from typing import Any

from boundcalc.language.errors import BoundError
from boundcalc.limits import can_fork
from boundcalc.site.caller import Caller

WORKERS = 2
PATIENCE = 10.0  # seconds for which a question waits for a worker, if nothing else is said


class BusyError(BoundError):
    """All workers are busy."""


class GoneError(BoundError):
    """The client does not wait for the answer any more."""


class Answerer:
    """Workers that answer questions within a limit of time; threads may share it.

    Parameters
    ----------
    answer : callable
        What makes an answer, a text, from a question; it may raise a `BoundError`.
    seconds : float
        The limit of each answer.
    patience : float
        For how many seconds a question waits for a worker.
    """

    def __init__(
        self, answer: Callable[[str], str], seconds: float, patience: float | None = None
    ) -> None:
        context: Any = multiprocessing.get_context("fork" if can_fork() else "spawn")
        self.seconds = seconds
        self.patience = PATIENCE if patience is None else patience
        self.free: queue.Queue[Connection] = queue.Queue()
        self.pipes: list[Connection] = []
        for _ in range(WORKERS):
            ours, theirs = context.Pipe()
            work = partial(_work, theirs, (*self.pipes, ours), answer, seconds)
            context.Process(target=work, daemon=True).start()
            theirs.close()
            self.pipes.append(ours)
            self.free.put(ours)

    def close(self) -> None:
        """End the workers."""
        for pipe in self.pipes:
            pipe.close()

    def ask(self, question: str, client: socket | None = None) -> str:
        """Return the answer to a question, for as long as a client does not leave.

        Raises
        ------
        BusyError
            If no worker is free for long.
        GoneError
            If the client leaves, or says something else, before the answer is there.
        LimitError
            If the answer takes too long; other errors as it raises them.
        """
        try:
            pipe = self.free.get(timeout=self.patience)
        except queue.Empty:
            raise BusyError("all workers are busy; ask again in a while") from None
        try:
            pipe.send(question)
            is_there = pipe in wait([pipe] if client is None else [pipe, client])
            if not is_there:
                pipe.send(None)  # the worker stops
            found = pipe.recv()
        except (EOFError, OSError):  # its worker was ended by someone: do not use it again
            raise BusyError("the worker has ended; ask again") from None
        self.free.put(pipe)
        if not is_there:
            raise GoneError("nobody waits for the answer")
        if isinstance(found, Exception):
            raise found
        return str(found)


def _work(
    pipe: Connection, others: tuple[Connection, ...], answer: Callable[[str], str], seconds: float
) -> None:
    """Answer one question after another, until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is interrupted, and closes the pipe
    for other in others:
        other.close()
    caller = Caller(answer, pipe.fileno())
    with contextlib.suppress(EOFError, OSError):
        while True:
            question = pipe.recv()
            if question is not None:  # None may come after the end of what it was to stop
                pipe.send(_answered(question, caller, seconds))
    caller.close()


def _answered(question: str, caller: Caller, seconds: float) -> Any:
    try:
        return caller.call_within(seconds, question)
    except Exception as error:
        return error
