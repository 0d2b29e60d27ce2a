"""The plan of the house: imports without circles, and files that stay readable."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 500
MOST_FILES = 20
MOST_LINES_OF_A_ROOM = 4000


@cache
def _modules() -> dict[str, Path]:
    found = {}
    for package in ("boundcalc", "boundcalc_theorems"):
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def test_no_module_imports_itself_through_others() -> None:
    """Imports inside of functions count as well; those for types alone do not run."""
    graph = grimp.build_graph(
        "boundcalc", "boundcalc_theorems", exclude_type_checking_imports=True, cache_dir=None
    )
    imported = {
        name: {
            item
            for item in graph.find_modules_directly_imported_by(name)
            if not name.startswith(f"{item}.")
        }
        for name in graph.modules
    }
    assert len(imported) == len(_modules())
    try:
        tuple(TopologicalSorter(imported).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


HEAVY = {"distributed", "galois", "latex2mathml", "markdown_it", "rich", "scipy", "sympy"}
WHEN_ASKED = {  # what is imported when somebody asks for it, and why
    ("boundcalc", "importlib"): "a name of the package brings its module with it",
    ("boundcalc.commands.pages.serve", "boundcalc"): "a server listens before it can make pages",
    ("boundcalc.limits", "resource"): "not every system has it",
    ("boundcalc.pytest_plugin", "boundcalc"): "pytest loads it for everybody, documents or not",
    (
        "boundcalc_theorems",
        "boundcalc_theorems",
    ): "the rooms of the library are its topics, which need its notation",
    (
        "boundcalc_theorems.tested",
        "boundcalc_theorems",
    ): "the same, of the statements that are tested",
}


def test_only_what_is_heavy_is_imported_inside_of_functions() -> None:
    deferred = {
        (name, package)
        for name, path in _modules().items()
        for package in _imported_below_the_top(path.read_text(encoding="utf-8"))
        if package not in HEAVY
    }
    assert deferred == set(WHEN_ASKED)


def _imported_below_the_top(text: str) -> Iterator[str]:
    """Yield the packages of imports that are indented, but for those that are for types alone."""
    if not re.search(r"^ +(?:from|import) ", _TYPES.sub("", text), re.MULTILINE):
        return
    tree = ast.parse(text)
    functions = [item for item in ast.walk(tree) if isinstance(item, ast.FunctionDef)]
    for item in {inner for function in functions for inner in ast.walk(function)}:
        if isinstance(item, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in item.names)
        elif isinstance(item, ast.ImportFrom):
            yield (item.module or "").partition(".")[0]


_TYPES = re.compile(r"^if TYPE_CHECKING:.*\n(?:(?: +.*)?\n)+", re.MULTILINE)


def _lengths() -> dict[Path, int]:
    return {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in _modules().values()
    }


def test_no_file_is_too_long_to_read() -> None:
    assert {str(path) for path, lines in _lengths().items() if lines > MOST_LINES} == set()


def test_no_room_is_too_large_to_know() -> None:
    """A room is a folder, without the folders in it: each of them is one idea."""
    files, lines = Counter[Path](), Counter[Path]()
    for path, length in _lengths().items():
        files[path.parent] += 1
        lines[path.parent] += length

    assert {str(room) for room, count in files.items() if count > MOST_FILES} == set()
    assert {str(room) for room, count in lines.items() if count > MOST_LINES_OF_A_ROOM} == set()


TASKS = dict(
    re.findall(
        r"^\| (.+) \| `((?:boundcalc|theorems)/\S+)` \|$",
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
)


_OTHER_SPELLING = re.compile(
    r"(?:optim|maxim|minim|serial|normal|general|random|factor|token|recogn|vector|linear)"
    r"is(?:e[drs]?|ing|ations?)\b|\b(?:neighbor|behavior)",
    re.IGNORECASE,
)
_READ_IN_ANY_SPELLING = {"boundcalc/tex/vocabulary.py", "boundcalc/displays/row_words.py"}


@pytest.mark.slow
def test_words_are_spelled_in_one_way() -> None:
    found = {
        str(path.relative_to(ROOT)): words
        for path in (*_modules().values(), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"))
        if (words := _OTHER_SPELLING.findall(path.read_text(encoding="utf-8")))
    }

    assert {name: found[name] for name in found.keys() - _READ_IN_ANY_SPELLING} == {}


def test_each_of_the_twenty_tasks_has_a_file_of_its_own() -> None:
    assert len(TASKS) == len(set(TASKS.values())) == 20
    assert [path for path in TASKS.values() if not (ROOT / path).is_file()] == []


def test_what_architecture_names_is_there() -> None:
    """Paths below `boundcalc` are named without it."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|js|md|bib))`", text)

    assert len(named) > 20
    assert [
        path for path in named if not any((ROOT / top / path).exists() for top in ("", "boundcalc"))
    ] == []
