"""A call within limits returns, raises, or is stopped; nothing outlives its time or memory."""

import os
import threading
import time

import pytest

from boundcalc.language import DomainError
from boundcalc.limits import LimitError, call_deep, call_within, map_within

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


@pytest.mark.parametrize("call", [lambda: time.sleep(60), lambda: 7 ** (10**9)])
def test_a_call_is_stopped_when_its_time_is_over(call):
    with pytest.raises(LimitError, match=r"0\.3 seconds"):
        call_within(0.3, call)


def test_a_call_is_stopped_when_its_memory_is_used_up():
    with pytest.raises(LimitError, match="memory"):
        call_within(600, lambda: bytearray(4 << 30))


def test_an_answer_that_cannot_be_sent_is_not_taken_for_one():
    with pytest.raises(LimitError):
        call_within(600, lambda: threading.Lock())


def test_a_deep_call_returns_and_raises_as_the_call_does():
    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    def fail():
        raise DomainError("x is too large")

    assert call_deep(600, lambda: depth(15_000)) == 15_000
    with pytest.raises(DomainError, match="x is too large"):
        call_deep(600, fail)


def test_a_deep_call_is_stopped_and_leaves_no_thread():
    cleaned = []

    def forever():
        try:
            while True:
                pass
        finally:
            cleaned.append(True)

    before = threading.active_count()
    with pytest.raises(LimitError, match=r"0\.1 seconds"):
        call_deep(0.1, forever)
    assert cleaned == [True]
    assert threading.active_count() == before


def test_a_deep_call_that_survives_a_stop_is_stopped_again():
    survived = []

    def stubborn():
        while not survived:
            try:
                while True:
                    pass
            except BaseException:
                survived.append(True)
        while True:
            pass

    with pytest.raises(LimitError, match=r"0\.1 seconds"):
        call_deep(0.1, stubborn)
    assert survived == [True]


def _endless() -> None:
    while True:
        pass


def test_a_call_ends_when_its_processor_time_is_used_up() -> None:
    with pytest.raises(LimitError, match="without an answer"):
        call_within(600, _endless, processor=0.5)

    ((number, found),) = map_within(600, [_endless], jobs=1, processor=0.5)
    assert number == 0
    assert isinstance(found, LimitError)
