"""The plan of the house: imports without circles, and files that stay readable."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 500
TYPE_CHECKING = "TYPE_CHECKING"
MOST_FILES = 20
MOST_LINES_OF_A_ROOM = 4000


@cache
def _modules() -> dict[str, Path]:
    found = {}
    for package in ("boundcalc", "theorems"):
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports when it runs, inside of functions as well."""
    for node in _statements(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{name.name}" for name in node.names)
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a node that run, inside of others as well."""
    for branch in ("body", "orelse", "finalbody", "handlers", "cases"):
        if branch == "body" and isinstance(node, ast.If) and _is_for_types(node.test):
            continue
        inside = getattr(node, branch, ())
        for statement in inside if isinstance(inside, list) else ():  # a lambda has an expression
            yield statement
            yield from _statements(statement)


def _is_for_types(test: ast.expr) -> bool:
    names = (node for node in ast.walk(test) if isinstance(node, ast.Name | ast.Attribute))
    return any(
        TYPE_CHECKING in (getattr(name, "id", ""), getattr(name, "attr", "")) for name in names
    )


def _graph() -> dict[str, set[str]]:
    modules = _modules()
    graph = {}
    for name, path in modules.items():
        imported = set(_imported(_tree(path)))
        inside = {item for item in imported & modules.keys() if item != name}
        # `from package import module` needs the module, and no more of the package than its name
        graph[name] = {
            item
            for item in inside
            if not any(other.startswith(f"{item}.") for other in inside)
            or _holds_more_than_a_docstring(modules[item])
        }
    return graph


def _holds_more_than_a_docstring(path: Path) -> bool:
    return len(_tree(path).body) > 1


def test_no_module_imports_itself_through_others() -> None:
    graph = {
        name: {item for item in imported if not name.startswith(f"{item}.")}
        for name, imported in _graph().items()
    }
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


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
_READ_IN_ANY_SPELLING = {"boundcalc/tex/vocabulary.py", "boundcalc/displays/turning_words.py"}


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
