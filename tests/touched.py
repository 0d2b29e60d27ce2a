"""What the fast tests touch: every rule of the checker, theorem, command and page.

A plugin of pytest, for whole runs: ``make test`` has ``-p tests.touched``. At the end it counts
what was touched, and the run fails where something was not.
A rule is touched where it was applied and did not reject, a command where it was run, and a theorem
where a test that is named after it passed, and an answer was judged or stands on its page, of which
the fast suite solves the examples of some.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest

JUDGED = "tests/solving/test_quantities.py::test_each_theorem_gives_a_right_answer"
UNJUDGED = "murtagh-vadhan"  # their answers take too long for two ways to find them
SHOWN = ("adaptive-queries/thm-3.3", "lecture-18/thm-0.2", "counting/reusable-holdout")
PAGES = (
    "tests/site/test_pages.py::test_every_theorem_has_its_page_and_is_in_the_list",
    "tests/site/test_pages.py::test_pages_are_whole_and_link_only_to_files_of_the_site",
)


class Touched:
    """What was touched in this process and, in the one that leads, in all of them."""

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.commands: set[str] = set()
        self.passed: set[str] = set()

    # --- in every process

    def watch(self) -> None:
        """Note the rules of the checker and the commands, where they are looked up."""
        from boundcalc.checker.registry import ALL_RULES
        from boundcalc.cli import Command

        for name, rule in list(ALL_RULES.items()):
            ALL_RULES[name] = _accepted(rule, name, self.rules)  # type: ignore[index]
        load = Command.load

        def watched(command: Command) -> Any:
            loaded = load(command)
            loaded.callback = _called(loaded.callback, command.name, self.commands)
            return loaded

        Command.load = watched  # type: ignore[method-assign]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["touched"] = [sorted(self.rules), sorted(self.commands)]
        elif list(self.missing()) and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    # --- in the one that leads

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", {})  # a process that was ended has none
        rules, commands = output.get("touched", ((), ()))
        self.rules |= set(rules)
        self.commands |= set(commands)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def missing(self) -> Iterator[str]:
        """Yield what no test touched."""
        rules, commands, theorems = _all()
        yield from (f"the rule {name}" for name in rules if name not in self.rules)
        yield from (f"the command {name}" for name in commands if name not in self.commands)
        yield from (f"the page of {test}" for test in PAGES if test not in self.passed)
        named = {test.partition("[")[2].removesuffix("]") for test in self.passed}
        judged = {test.removeprefix(f"{JUDGED}[")[:-1] for test in self.passed if JUDGED in test}
        shown = solved_on_pages() if set(PAGES) <= self.passed else set()
        yield from (f"the theorem {id}" for id in theorems if id not in named)
        yield from (f"an answer of {id}" for id in theorems if id not in judged | shown)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        rules, commands, theorems = _all()
        missing = list(self.missing())
        judged = sum(JUDGED in test for test in self.passed)
        terminalreporter.write_line(
            f"touched: {len(rules)} rules of the checker, {len(commands)} commands, "
            f"{len(theorems)} theorems ({judged} with a judged answer), all pages"
            + "".join(f"\n  but not {item}" for item in missing)
        )


def solved_on_pages() -> set[str]:
    """Return the theorems whose pages show a solved example in the fast suite, if they have one.

    These are those of which no answer is judged, and a few others; a slow test makes all.
    """
    from boundcalc.library import load_library
    from boundcalc.problems.problems import solvable_names

    theorems = load_library().theorems
    unjudged = {item.id for item in theorems if UNJUDGED in item.id or not solvable_names(item)}
    return unjudged | {*SHOWN}


def _all() -> tuple[set[str], set[str], set[str]]:
    """Return the names of all rules, commands and theorems."""
    from boundcalc.checker.registry import ALL_RULES
    from boundcalc.cli import COMMANDS
    from boundcalc.library import load_library

    return (
        set(ALL_RULES),
        {name for name, *_ in COMMANDS},
        {theorem.id for theorem in load_library().theorems},
    )


def _accepted(rule: Callable[..., Any], name: str, names: set[str]) -> Callable[..., Any]:
    """Return a rule that notes where it was applied and did not reject."""

    @wraps(rule)
    def accepted(*arguments: Any, **options: Any) -> Any:
        found = rule(*arguments, **options)
        names.add(name)
        return found

    return accepted


def _called(call: Callable[..., Any], name: str, names: set[str]) -> Callable[..., Any]:
    """Return a command that notes that it was called, also where it says what is wrong."""

    @wraps(call)
    def called(*arguments: Any, **options: Any) -> Any:
        names.add(name)
        return call(*arguments, **options)

    return called


def pytest_configure(config: pytest.Config) -> None:
    touched = Touched()
    touched.watch()
    config.pluginmanager.register(touched, "what the tests touch")
