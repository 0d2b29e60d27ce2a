"""Limits that hold whatever happens: a call in a process of its own, which can be stopped.

Python can interrupt neither a product of huge integers nor a computation in C, and a notebook
cannot be started anew after one; so the command line runs its long calls here.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from boundcalc.language.errors import BoundError

T = TypeVar("T")

BYTES = 3 << 30
_CHUNK = 1 << 16


class LimitError(BoundError):
    """A call did not end within its time or memory."""


def call_within(seconds: float, call: Callable[[], T]) -> T:
    """Return what a call returns, or raise what it raises; both must survive pickling.

    Where a process cannot fork, or has threads, which a fork would lose, the call is made directly
    and without limits.

    Raises
    ------
    LimitError
        If the call takes longer, or more than 3 GiB of memory.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return call()
    import pickle

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _serve(writer, call)
    os.close(writer)
    try:
        answer = _read(reader, seconds)
    finally:
        os.close(reader)
        _end(child)
    if answer is None:
        raise LimitError(f"the limit of {seconds:.3g} seconds was reached")
    if not answer:
        raise LimitError("it ended without an answer, as where the memory is used up")
    is_error, value = pickle.loads(answer)
    if is_error:
        raise value
    result: T = value
    return result


def _serve(writer: int, call: Callable[[], Any]) -> None:
    """Make the call in the child, send the answer, and end the child without any cleaning up."""
    import pickle
    import traceback

    answer: tuple[bool, Any]
    try:
        _limit_memory()
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


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def _read(reader: int, seconds: float) -> bytes | None:
    """Return all that the child sends, or None if it does not end in time."""
    import select
    import time

    end = time.monotonic() + seconds
    found = bytearray()
    while (left := end - time.monotonic()) > 0 and select.select([reader], [], [], left)[0]:
        chunk = os.read(reader, _CHUNK)
        if not chunk:
            return bytes(found)
        found += chunk
    return None


def _end(child: int) -> None:
    import signal

    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
