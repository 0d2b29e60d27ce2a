"""Answers for a server with threads: worker processes, each with one question at a time.

A process with threads cannot fork safely, and a call without a process of its own cannot be
stopped. So the workers are started before the threads, and each makes its calls in a child. One
that was ended by somebody is replaced by a process that is started anew, and not forked.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection, wait
from socket import socket
from typing import Any

from boundcalc.language.errors import BoundError
from boundcalc.limits import LimitError, can_fork
from boundcalc.site.caller import Caller

WORKERS = 2
REMEMBERED = 100  # answers
LONGEST_REMEMBERED = 500_000  # characters of one
# Seconds for which a question waits for a worker, if nothing else is said: as many clients as a
# server answers at a time wait for their turn, each behind answers that take all their time.
PATIENCE = 180.0


_PROGRAM = "import sys; from boundcalc.site.answering import work_for; work_for(*sys.argv[1:])"


class BusyError(BoundError):
    """All workers are busy."""


class _EndedError(BusyError):
    """A worker was ended by somebody."""


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

    What was answered lately is answered from memory: an answer depends on its question alone.
    """

    def __init__(
        self, answer: Callable[[str], str], seconds: float, patience: float | None = None
    ) -> None:
        self.answer = answer
        self.seconds = seconds
        self.patience = PATIENCE if patience is None else patience
        self.free: queue.Queue[Connection] = queue.Queue()
        self.pipes: list[Connection] = []
        self.anew: list[subprocess.Popen[bytes]] = []
        self.changing = threading.Lock()
        self.is_closed = False
        self.remembered = _Memory()
        for _ in range(WORKERS):
            self._start("fork" if can_fork() else "spawn")

    def _start(self, method: str) -> None:
        context: Any = multiprocessing.get_context(method)
        ours, theirs = context.Pipe()
        inherited = (*self.pipes, ours) if method == "fork" else ()
        work = partial(_work, theirs, inherited, self.answer, self.seconds)
        context.Process(target=work, daemon=True).start()
        theirs.close()
        self.pipes.append(ours)
        self.free.put(ours)

    def _start_anew(self) -> None:
        """Start a worker as a program of its own, which threads may do."""
        ours, theirs = multiprocessing.Pipe()
        with theirs:
            name = f"{self.answer.__module__}:{self.answer.__qualname__}"
            words = [str(theirs.fileno()), name, repr(self.seconds)]
            self.anew.append(
                subprocess.Popen(
                    [sys.executable, "-c", _PROGRAM, *words],
                    stdin=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                )
            )
        self.anew = [process for process in self.anew if process.poll() is None]
        self.pipes.append(ours)
        self.free.put(ours)

    def _replace(self, pipe: Connection) -> None:
        """Start a worker in the place of one that was ended by somebody."""
        with self.changing:
            self.pipes.remove(pipe)
            pipe.close()
            if not self.is_closed:
                self._start_anew() if can_start_anew() else self._start("spawn")

    def close(self) -> None:
        """End the workers."""
        with self.changing:
            self.is_closed = True
            for pipe in self.pipes:
                pipe.close()
            for process in self.anew:
                process.wait()

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
        found = self.remembered.get(question)
        if found is None:
            found = self._asked_of_any(question, client)
            self.remembered.keep(question, found)
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return str(found)

    def _asked_of_any(self, question: str, client: socket | None) -> Any:
        for _ in range(WORKERS):
            with contextlib.suppress(_EndedError):  # by somebody, perhaps long ago: ask another one
                return self._asked(question, client)
        return self._asked(question, client)

    def _asked(self, question: str, client: socket | None) -> Any:
        """Return what a worker answers or raises; errors of the way to it as in `ask`."""
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
        except (EOFError, OSError):
            self._replace(pipe)
            raise _EndedError("the worker has ended; ask again") from None
        self.free.put(pipe)
        if not is_there:
            raise GoneError("nobody waits for the answer")
        return found


class _Memory:
    """What was answered lately, also that there is no answer; threads may share it."""

    def __init__(self) -> None:
        self.answers: OrderedDict[str, Any] = OrderedDict()
        self.changing = threading.Lock()

    def get(self, question: str) -> Any:
        """Return what a question was answered, or None where it is not remembered."""
        with self.changing:
            if question in self.answers:
                self.answers.move_to_end(question)
            return self.answers.get(question)

    def keep(self, question: str, found: Any) -> None:
        """Remember an answer or an error that would be the same again, and forget the oldest."""
        is_refusal = isinstance(found, BoundError) and not isinstance(
            found, (LimitError, BusyError)
        )
        is_kept = is_refusal or (isinstance(found, str) and len(found) <= LONGEST_REMEMBERED)
        with self.changing:
            if is_kept:
                self.answers[question] = found
            while len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)


def can_start_anew() -> bool:
    """Return whether a program may be given a pipe that is open."""
    return os.name == "posix"


def work_for(handle: str, name: str, seconds: str) -> None:
    """Work at a pipe that was handed over, with the function of a module, `module:function`."""
    module, _, function = name.partition(":")
    answer = getattr(import_module(module), function)
    _work(Connection(int(handle)), (), answer, float(seconds))


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
