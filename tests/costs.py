"""What each test costs: seconds of the processor, which other programs change little.

A plugin of pytest: ``make test`` has ``-p tests.costs``. At the end it prints the dearest tests;
CONTRIBUTING.md says why each is worth it. What a fixture costs counts for the test that asks first.
"""

import resource
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

SHOWN = 10


def spent() -> float:
    """Return the seconds of the processor that this process and its ended children took."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in found)


class Costs:
    """The cost of each test: measured where it runs, added up in the process that leads."""

    def __init__(self) -> None:
        self.before = 0.0
        self.costs: Counter[str] = Counter()

    def pytest_runtest_logstart(self) -> None:
        self.before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[Any]:
        report = yield
        now = spent()
        report.processor, self.before = now - self.before, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.costs[report.nodeid] += getattr(report, "processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        total = sum(self.costs.values())
        terminalreporter.write_line(f"{total:.0f} s of the processor; the dearest tests:")
        for test, seconds in self.costs.most_common(SHOWN):
            terminalreporter.write_line(f"{seconds:6.1f} s  {test}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "what the tests cost")
