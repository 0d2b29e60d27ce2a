"""A call within limits returns, raises, or is stopped; nothing outlives its time or memory."""

import mmap
import os
import resource
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boundcalc.judgements import VerdictKind
from boundcalc.language import DomainError
from boundcalc.limits import (
    FRAMES,
    LimitError,
    call_deep,
    call_with_room,
    call_within,
    map_within,
    results,
)
from boundcalc.proving.prove import prove_goal
from boundcalc.proving.search import Search
from boundcalc.relation_prover import prove, read_goal

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be stopped"),
    pytest.mark.skipif(threading.active_count() > 1, reason="threads would be lost in a fork"),
]


def test_it_returns_what_the_call_returns():
    assert call_within(600, lambda: {"x": list(range(100_000))})["x"][-1] == 99_999


def test_it_raises_what_the_call_raises_and_says_where():
    def fail():
        raise DomainError("x is too large")

    with pytest.raises(DomainError, match="x is too large") as caught:
        call_within(600, fail)
    assert "in fail" in caught.value.__notes__[0]


@pytest.mark.slow
@pytest.mark.parametrize("call", [lambda: time.sleep(60), lambda: 7 ** (10**9)])
def test_a_call_is_stopped_when_its_time_is_over(call):
    with pytest.raises(LimitError, match=r"0\.3 seconds"):
        call_within(0.3, call)


def test_a_call_is_stopped_when_its_memory_is_used_up():
    with pytest.raises(LimitError, match="memory"):
        call_within(600, lambda: bytearray(4 << 30))


def test_what_was_mapped_before_leaves_a_call_its_memory_and_its_stack():
    with mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS):  # never touched
        assert call_within(600, lambda: call_deep(lambda: 7)) == 7


def test_an_answer_that_cannot_be_sent_is_not_taken_for_one():
    with pytest.raises(LimitError):
        call_within(600, lambda: threading.Lock())


def test_a_deep_call_returns_and_raises_as_the_call_does():
    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    def fail():
        raise DomainError("x is too large")

    assert call_deep(lambda: depth(15_000)) == 15_000
    with pytest.raises(DomainError, match="x is too large"):
        call_deep(fail)


def test_a_deep_call_leaves_no_thread_and_the_depth_of_the_stack_as_it_was():
    before = threading.active_count(), sys.getrecursionlimit()

    assert call_deep(lambda: (threading.active_count(), sys.getrecursionlimit())) == (
        before[0] + 1,
        FRAMES,
    )
    assert (threading.active_count(), sys.getrecursionlimit()) == before


def test_deep_calls_leave_nothing_of_flint_behind():
    """FLINT keeps a pool of large integers for each thread, which took 200 KiB a call."""

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    def calls(number: int) -> None:
        for _ in range(number):
            call_deep(lambda: flint.fmpz(3) ** 100)

    calls(5)
    before = resident()
    calls(200)
    assert (resident() - before) * resource.getpagesize() < 10 << 20


def test_a_call_with_room_asks_the_system_for_no_memory_at_any_depth():
    """Without room each of the thousand calls at one of the depths takes a page and returns it."""

    def faults_of_calls_at(depth: int) -> int:
        if depth:
            return faults_of_calls_at(depth - 1)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(1000):
            abs_of(-1)
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    def abs_of(value: int) -> int:
        return max(value, -value)

    assert call_with_room(lambda: max(map(faults_of_calls_at, range(300)))) < 500


def test_a_search_that_is_interrupted_ends_by_itself(monkeypatch):
    """No thread can be stopped from outside; the search ends at its next step."""
    many = [f"x_{{{k}}}" for k in range(100)]
    relation = (
        rf"{'+'.join(f'{x}^2' for x in many)} \ge \sqrt{{{'+'.join(f'{x}^4' for x in many)}}}"
    )
    goal = read_goal(relation, where="; ".join(f"{x} real" for x in many))
    searches, before = [], set(threading.enumerate())

    class Interrupted(Search):
        def taste(self, claim):
            searches.append(self)
            os.kill(os.getpid(), signal.SIGUSR1)  # as by an interrupt, which may be ignored
            while self.deadline > 0:  # until it is told to stop
                time.sleep(0.01)
            return super().taste(claim)

    monkeypatch.setattr("boundcalc.proving.prove.Search", Interrupted)
    before_it = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            prove_goal(goal, effort=10**12)
    finally:
        signal.signal(signal.SIGUSR1, before_it)
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert searches[0].left == "the limit of 1000000000000 steps of arithmetic was reached"


def _endless() -> None:
    while True:
        pass


@pytest.mark.slow
def test_a_call_ends_when_its_processor_time_is_used_up() -> None:
    with pytest.raises(LimitError, match="without an answer"):
        call_within(600, _endless, processor=0.5)

    ((number, found),) = map_within(600, [_endless], jobs=1, processor=0.5)
    assert number == 0
    assert isinstance(found, LimitError)


def test_a_search_that_looks_at_no_clock_is_ended_at_its_limit_of_time(monkeypatch) -> None:
    monkeypatch.setattr(Search, "taste", lambda search, claim: _endless())

    verdict = prove(r"e^x \le 1 + 2x", where="x in [0, 1]", seconds=0.1)
    assert verdict.kind is VerdictKind.UNKNOWN
    assert verdict.method.endswith("the limit of time was reached.")


@pytest.mark.slow
@given(st.lists(st.integers(), max_size=7), st.sampled_from([1, 2, 5]))
@settings(max_examples=20, deadline=None)
def test_results_come_in_their_order(values, jobs):
    assert results([partial(abs, value) for value in values], jobs=jobs) == list(map(abs, values))


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_what_one_call_raises_is_raised(place):
    calls = [partial(divmod, 7, number) for number in (1, 2, 3, 4)]
    calls[place] = partial(divmod, 7, 0)
    with pytest.raises(ZeroDivisionError):
        results(calls, jobs=2)


def test_two_processes_share_the_calls_and_none_is_made_twice():
    reader, writer = os.pipe()
    pids = results([lambda: os.write(writer, b"x") and os.getpid()] * 9, jobs=2)
    os.close(writer)
    with os.fdopen(reader, "rb") as made:
        assert made.read() == b"x" * 9

    assert pids == sorted(pids, key=lambda pid: pid == os.getpid())  # one from each end


def test_results_of_a_process_that_ended_are_worked_out_here():
    here = os.getpid()

    def call():
        if os.getpid() != here:
            os._exit(1)
        return here

    assert results([call] * 3, jobs=2) == [here] * 3
