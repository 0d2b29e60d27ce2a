"""The clocks of a busy machine: a minute passes between any two looks at one of them."""

import time

import pytest


class BusyMachine:
    """A clock on a machine of which a process gets nothing for a minute after each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 60.0
        return self.now


def be_busy(patch: pytest.MonkeyPatch) -> None:
    """Let all clocks be those of a busy machine."""
    for clock in ("process_time", "monotonic", "perf_counter", "time", "thread_time"):
        patch.setattr(time, clock, BusyMachine())
    patch.setattr("boundcalc.obligations.deciding.process_time", BusyMachine())
