"""Limits that hold whatever happens: a call in a process of its own, which can be ended.

Python can interrupt neither a product of huge integers nor a computation in C, and a thread not at
all. So a search counts its own steps and looks at the clock between two of them, and whatever must
be stopped even inside of a step runs in a process.
"""

from __future__ import annotations

import contextlib
import gc
import math
import mmap
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import flint

from boundcalc.language.errors import BoundError

T = TypeVar("T")

BYTES = 3 << 30
STACK_BYTES = 256 << 20
FRAMES = 20_000
COLLECTED_AFTER = 50_000  # objects more than before, after which garbage is looked for
_CHUNK = 1 << 16
PATIENCE = 8  # how much longer than its time on a processor a call may last
GRACE = 0.5  # seconds by which a step of a search may overrun its time


class LimitError(BoundError):
    """A call did not end within its time or memory."""


def call_within(
    seconds: float | None,
    call: Callable[[], T],
    *,
    processor: float | None = None,
    until: int | None = None,
) -> T:
    """Return what a call returns, or raise what it raises; both must survive pickling.

    It may take `seconds` by the clock on the wall, if that is no None, and `processor` seconds of
    processor time.
    It is stopped as soon as something can be read from the file descriptor `until`.
    Where a process cannot fork, or has threads, which a fork would lose, the call is made directly
    and without limits.

    Raises
    ------
    LimitError
        If the call takes longer, or 3 GiB of memory more than there was, or is stopped.
    """
    if not can_fork():
        return call()
    reader, child = _start(call, processor)
    try:
        answer = _read(reader, seconds, until)
    finally:
        os.close(reader)
        end_child(child)
    value = _answer(answer, seconds)
    if isinstance(value, Exception):
        raise value
    result: T = value
    return result


def can_fork() -> bool:
    """Return whether calls can be made in processes of their own."""
    return hasattr(os, "fork") and threading.active_count() == 1


def map_within(
    seconds: float | None,
    calls: Sequence[Callable[[], T]],
    *,
    jobs: int,
    processor: float | None = None,
) -> Iterator[tuple[int, T | Exception]]:
    """Yield the number of each call with what it returned or raised, as they end.

    At most `jobs` calls are made at a time, each within its own limits as by `call_within`; where
    a process cannot fork they are made one by one, without limits.
    """
    if not can_fork():
        for number, call in enumerate(calls):
            try:
                yield number, call()
            except Exception as error:
                yield number, error
        return
    running: dict[int, _Running] = {}
    waiting = iter(enumerate(calls))
    try:
        while True:
            for number, call in islice(waiting, jobs - len(running)):
                reader, child = _start(call, processor)
                running[reader] = _Running(number, child, _end(seconds))
            if not running:
                return
            for reader in _ended(running):
                done = running.pop(reader)
                os.close(reader)
                end_child(done.child)
                yield done.number, _answer(done.found, seconds)
    finally:
        for reader, left in running.items():
            os.close(reader)
            end_child(left.child)


def results(calls: Sequence[Callable[[], T]], *, jobs: int = 1) -> list[T]:
    """Return what calls return, in their order, or raise what the first one raises.

    With two jobs, a process of its own makes calls from the first on, and this one from the last
    on, until they meet; where there can be none, or it ends without an answer, the rest is made
    here.
    What is returned and raised must survive pickling then.
    """
    if jobs < 2 or len(calls) < 2 or not can_fork():
        return [call() for call in calls]
    with _tickets(len(calls)) as ticket:
        reader, child = _start(lambda: [call() for call in calls if os.read(ticket, 1)], None)
        try:
            last = [call() for call in reversed(calls) if os.read(ticket, 1)]
            first = _answer(_read(reader, None, None), None)
        finally:
            os.close(reader)
            end_child(child)
    if isinstance(first, LimitError):
        first = [call() for call in calls[: len(calls) - len(last)]]
    elif isinstance(first, Exception):
        raise first
    return [*first, *reversed(last)]


@contextlib.contextmanager
def _tickets(count: int) -> Iterator[int]:
    """Yield what bytes can be read from, as many as there are calls, whoever reads them."""
    reader, writer = os.pipe()
    try:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(bytes(count))
        yield reader
    finally:
        os.close(reader)


@dataclass
class _Running:
    """A child that has not ended; `found` is None once its time is over."""

    number: int
    child: int
    end: float
    found: bytearray | None = field(default_factory=bytearray)


def _now() -> float:
    return time.monotonic()


def _end(seconds: float | None) -> float:
    return math.inf if seconds is None else _now() + seconds


def _ended(running: dict[int, _Running]) -> list[int]:
    """Wait for the children, and return the readers of those that are done or out of time."""
    done: list[int] = []
    wait = max(0.0, min(item.end for item in running.values()) - _now())
    for reader in select.select(list(running), [], [], _finite(wait))[0]:
        chunk = os.read(reader, _CHUNK)
        found = running[reader].found
        if chunk and found is not None:
            found += chunk
        else:
            done.append(reader)
    for reader, item in running.items():
        if reader not in done and item.end <= _now():
            item.found = None
            done.append(reader)
    return done


def _start(call: Callable[[], Any], processor: float | None) -> tuple[int, int]:
    """Start a child that makes the call; return where its answer comes from, and its id."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _serve(writer, call, processor)
    os.close(writer)
    return reader, child


def _finite(seconds: float) -> float | None:
    return None if seconds == math.inf else seconds


def _answer(found: bytes | bytearray | None, seconds: float | None) -> Any:
    """Return what a child sent: its value, or the exception that it met, or a LimitError."""
    if found is None:
        limit = "its time" if seconds is None else f"{seconds:.3g} seconds"
        return LimitError(f"the limit of {limit} was reached")
    if not found:
        return LimitError("it ended without an answer, as where the memory or the time is used up")
    return pickle.loads(found)[1]


def _serve(writer: int, call: Callable[[], Any], processor: float | None) -> None:
    """Make the call in the child, send the answer, and end the child without any cleaning up."""
    answer: tuple[bool, Any]
    gc.freeze()  # what the parent made is not looked through again, nor copied for that
    gc.set_threshold(COLLECTED_AFTER)  # a search makes terms, which hold no cycles
    try:
        threading.Thread(target=_end_without_reader, args=(writer,), daemon=True).start()
        limit_resources(processor)
        try:
            answer = (False, call())
        except MemoryError:
            os._exit(1)  # nothing is sent, and the parent says so
        except Exception as error:
            error.add_note(traceback.format_exc())
            answer = (True, error)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(pickle.dumps(answer))
    except BaseException:
        os._exit(1)
    os._exit(0)


def _end_without_reader(writer: int) -> None:
    """End this process as soon as nobody is left who could read its answer.

    The parent may be ended between the start of a child and the code that would end it.
    """
    ended = select.poll()
    ended.register(writer, 0)  # so that only the loss of the other end is told
    ended.poll()
    os._exit(1)


def limit_resources(processor: float | None = None) -> None:
    """Limit the memory of this process, and its processor time, at which the system ends it.

    What the process was forked with does not count: a thread whose stack finds no room would not
    start, and never say so.
    """
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # which not every system has

        most = _mapped() + BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        if processor is not None:
            whole = int(processor) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))


def _mapped() -> int:
    """Return how many bytes of addresses this process has, or 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * mmap.PAGESIZE


def _read(reader: int, seconds: float | None, until: int | None) -> bytes | None:
    """Return all that the child sends, or None if it does not end in time, or before `until`."""
    end = _end(seconds)
    found = bytearray()
    watched = [reader] if until is None else [reader, until]
    while (left := end - _now()) > 0:
        ready = select.select(watched, [], [], _finite(left))[0]
        if reader not in ready:
            return None
        chunk = os.read(reader, _CHUNK)
        if not chunk:
            return bytes(found)
        found += chunk
    return None


def end_child(child: int) -> None:
    """End a process that was forked, and wait for it."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


# --- a thread -------------------------------------------------------------------------------------


def call_with_room(call: Callable[[], T]) -> T:
    """Return what a call returns, from a frame with room behind it for those of all calls below.

    CPython keeps frames in pieces of 16 KiB, and gives the last one back to the system as soon as
    the first function in it returns: a loop that calls a function just there asks the system for
    memory each time, which took up to a seventh of the time of a search. A frame that needs more
    than a piece gets a larger one, in which the frames below it then stand.

    Examples
    --------
    >>> call_with_room(lambda: 7)
    7
    """
    return call()


# It says that it needs a stack of 300,000 places, so its piece is the next power of two: 4 MiB, of
# which the system provides only what is touched.
call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=300_000)


def call_deep(call: Callable[[], T]) -> T:
    """Return what a call returns, or raise what it raises, in a thread with a deep stack.

    A thread cannot be stopped from outside: what is to have a limit counts its own steps, or runs
    in a process. Where the user interrupts, the thread is left behind, and it is for the caller to
    let the call end at its next step.
    """
    outcome: list[tuple[T | None, Exception | None]] = []
    is_over = threading.Event()  # a `join` that is interrupted takes a thread for ended

    def run() -> None:
        try:
            outcome.append((call_with_room(call), None))
        except Exception as error:
            outcome.append((None, error))
        finally:
            flint.ctx.cleanup()  # what FLINT keeps for a thread would outlive it
            is_over.set()

    limit, size = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(max(limit, FRAMES))
    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
    finally:
        threading.stack_size(size)
    try:
        is_over.wait()
        thread.join()
    finally:  # also where the user interrupts
        sys.setrecursionlimit(limit)
    value, error = outcome[0]
    if error is not None:
        raise error
    return value  # type: ignore[return-value]
