"""What all tests share: steady examples of hypothesis, and the cases that the fast suite takes."""

import fcntl
import gc
import inspect
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from boundcalc.limits import call_with_room

# On a machine that is busy, an example may take any time.
steady = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("complete", steady)
settings.register_profile("fast", steady, max_examples=25)
ROOT = Path(__file__).resolve().parent.parent
SHARED = ("tests/site/", "tests/coq/")  # a browser, a server, a library of Coq: in one process
SLOW_EXAMPLES = (
    "boundcalc.mechanisms.codes.AffineCode",  # galois compiles its field at first
    "boundcalc.sharpening.asking.minimize",  # a search of a second
)


os.environ.setdefault("BOUNDCALC_QUIET", "1")  # whether a test takes a second is not tested


def pytest_configure(config: pytest.Config) -> None:
    """Let the fast suite try fewer examples of each property than the complete one."""
    settings.load_profile("fast" if config.option.markexpr == "not slow" else "complete")
    config.pluginmanager.register(Examples())


class Examples:
    """Which modules of the project are read for examples: those that have one."""

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Leave out a module without a prompt, in which nothing would be found."""
        is_own = collection_path.suffix == ".py" and ROOT / "tests" not in collection_path.parents
        return True if is_own and b">>> " not in collection_path.read_bytes() else None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items of a slow test where none is run, unless a test is asked for by its name."""
    if not _only_fast(collector.config) or not inspect.isfunction(obj):
        return None
    return [] if any(map(_is_slow, getattr(obj, "pytestmark", ()))) else None


def pytest_collection_finish() -> None:
    """Leave thousands of tests out of what the collector of garbage looks through."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Call a test with room for the frames of all that it calls, as the command line does."""
    names = pyfuncitem._fixtureinfo.argnames
    values = {name: pyfuncitem.funcargs[name] for name in names}
    assert call_with_room(lambda: pyfuncitem.obj(**values)) is None, "a test returns nothing"
    return True


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Make no items of slow cases where none is run, unless a test is asked for by its name."""
    yield
    if _only_fast(metafunc.config) and metafunc._calls:
        cases = {f"{metafunc.definition.nodeid}[{call.id}]": call for call in metafunc._calls}
        fast = [id for id, call in cases.items() if not any(map(_is_slow, call.marks))]
        mark = metafunc.definition.get_closest_marker("few")
        taken = _spread(fast, mark) if mark else fast
        one = list(cases)[:1]  # without any case, a test would be called without arguments
        metafunc._calls = [cases[id] for id in taken or one]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the complete suite what a test marked `few` has beyond its number of cases.

    The cases of the fast suite are spread evenly; those whose name holds `without` are not taken.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(SHARED))  # nobody takes the first away
    families = defaultdict(list)
    for item in items:
        if item.name in SLOW_EXAMPLES or item.get_closest_marker("sweep"):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            families[item.nodeid.partition("[")[0]].append(item)
    for cases in families.values():
        taken = _spread([case.nodeid for case in cases], cases[0].get_closest_marker("few"))
        for case in cases:
            if case.nodeid not in taken:
                case.add_marker(pytest.mark.slow)


def _spread(cases: list[str], mark: pytest.Mark) -> list[str]:
    without = mark.kwargs.get("without")
    short = [case for case in cases if not (without and re.search(without, case))]
    count = min(mark.args[0], len(short))
    return [short[place * len(short) // count] for place in range(count)]


def _is_slow(mark: pytest.Mark) -> bool:
    return mark.name in ("slow", "sweep")


def _only_fast(config: pytest.Config) -> bool:
    """Return whether no slow test is run, and none was asked for by its name."""
    return config.option.markexpr == "not slow" and "::" not in "".join(config.args)


@pytest.fixture
def in_this_process(monkeypatch):
    """A row is decided in the process of its test: for tests of verdicts.

    A fork copies the tables of a process that has collected thousands of tests, and forgets what
    it has compiled. That rows are decided in processes which can be ended is tested elsewhere.
    """
    monkeypatch.setattr("boundcalc.limits.can_fork", lambda: False)


@pytest.fixture(scope="session")
def cold_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cache with all rows of the library's notes, which one process has filled.

    To that process, which takes ten minutes, the machine seems busy; all others wait for it.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "library"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ledger.json").exists():
            # A process without threads decides two rows at a time.
            call = [sys.executable, "-m", "tests.ledger", "--busy", str(folder)]
            subprocess.run(call, cwd=ROOT, check=True, timeout=3600)
    return folder


@pytest.fixture(scope="session")
def library_report(cold_library):
    """Return the report on the library's notes: what was found there, checked again."""
    from boundcalc.document_checker import check
    from boundcalc.library import note_files

    return check(note_files(), cache=cold_library)


@pytest.fixture(scope="session")
def found_once():
    """Return the function that ranks all theorems, each question found once."""
    from boundcalc.ranking.ranking import rank

    @cache
    def found(theorems, question, is_published):
        return rank(theorems, question, is_published=is_published)

    return found


@pytest.fixture
def remembered_rankings(found_once, monkeypatch):
    """A question that is asked again has the answers found before: for tests of how they look."""

    def rank(theorems, question, *, is_published=False, jobs=1):
        return found_once(tuple(theorems), question, is_published)

    monkeypatch.setattr("boundcalc.calculator.rank", rank)
