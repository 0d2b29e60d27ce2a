"""Tests that say something: no test asserts nothing, or only that a text holds a few words."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.costs import KEPT, SHOWN, WORTH

TESTS = Path(__file__).parent
# Calls whose truth says little of what they are given; others compare, as `encloses(a, b)` does.
LITTLE = {"startswith", "endswith", "search", "match", "isinstance", "exists", "is_file"}
# Tests whose one assertion is of that kind, and says all that there is to say.
ENOUGH = {
    "test_a_choice_stays_inside_an_open_domain": "an exact number is in a domain, or is not",
    "test_simple_points_have_the_numbers_of_assumptions": "the point is a record, not a text",
    "test_a_declaration_that_cannot_be_read_says_what_is_allowed": "a table of causes, one each",
    "test_what_cannot_be_meant_is_said": "a table of causes, one each",
    "test_what_an_instance_without_its_side_condition_would_say_fails_for_some_law": "it counts",
    "test_what_the_accuracy_would_say_without_its_loss_fails_for_some_law": "it counts runs",
    "test_a_wrong_law_is_noticed_by_the_test_itself": "it counts laws that refute",
    "test_show_prints_other_forms": "the forms are compared whole where they are made",
}


@cache
def _tests() -> dict[str, bool]:
    """Return of each test, by its place, whether all it asserts is weak, and no error."""
    return {
        f"{path.relative_to(TESTS)}::{node.name}": _rests_on_one(node)
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def _rests_on_one(test: ast.FunctionDef) -> bool:
    asserted = [node.test for node in _statements(test) if isinstance(node, ast.Assert)]
    return len(asserted) == 1 and _is_weak(asserted[0]) and "raises" not in _calls(test)


def _is_weak(node: ast.expr) -> bool:
    """Whether an asserted expression is a bare name, the truth of a call, or a single `in`."""
    match node:
        case ast.Name() | ast.Attribute():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in LITTLE
        case ast.Compare(ops=[ast.In()], comparators=[ast.Tuple() | ast.Set() | ast.List()]):
            return False
        case ast.Compare(ops=[ast.In()]):
            return True
    return False


def _calls(test: ast.FunctionDef) -> set[str]:
    """Return the last names of what a test calls."""
    found = (node.func for node in ast.walk(test) if isinstance(node, ast.Call))
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in found
        if isinstance(node, ast.Name | ast.Attribute)
    }


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements within one, however deep; what an expression holds is none."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            if isinstance(inner, ast.stmt):
                yield inner
            yield from _statements(inner)


def _weak_tests() -> list[tuple[str, str]]:
    """Return the tests whose only assertion is weak, and that expect no error."""
    return [(place, place.partition("::")[2]) for place, is_weak in _tests().items() if is_weak]


def test_no_test_rests_on_one_weak_assertion() -> None:
    assert [place for place, name in _weak_tests() if name not in ENOUGH] == []


def test_no_exception_outlives_its_reason() -> None:
    assert ENOUGH.keys() - {name for _, name in _weak_tests()} == set()


def test_each_of_the_dearest_tests_is_there_and_has_a_reason() -> None:
    kept = {test for test, _ in json.loads(KEPT.read_text(encoding="utf-8"))["dearest"]}

    assert len(kept) == SHOWN
    assert kept - WORTH.keys() == set()
    assert WORTH.keys() - {f"tests/{name}" for name in _tests()} == set()
