"""The walks through the code that ARCHITECTURE.md shows are the ways that things go."""

import re
import sys
from collections.abc import Callable
from functools import cache
from itertools import groupby, takewhile
from pathlib import Path
from types import CodeType, FrameType

import pytest

from boundcalc.cli import main
from boundcalc.library import Library
from boundcalc_theorems import load_theorems

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "boundcalc"
MOST = 14
# Who lets others call a function, and does nothing else.
DOORS = ("limits", "cli")

Place = tuple[str, str]  # a file of the package, and the function in it


def _walks() -> dict[str, list[Place]]:
    """Return the walks of ARCHITECTURE.md, by the line above each."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition("## Walks through the code\n")[2].partition("\n## ")[0]
    parts = re.split(r"(?m)^(.+):$", section)[1:]
    return {
        name: re.findall(r"(?m)^\d+\. `([\w/]+\.py)` `([\w.]+)`", body)
        for name, body in zip(parts[::2], parts[1::2], strict=True)
    }


def _room(place: Place) -> str:
    return place[0].partition("/")[0].removesuffix(".py")


@cache
def _place(code: CodeType) -> Place | None:
    path = Path(code.co_filename)
    if not path.is_relative_to(PACKAGE):
        return None
    return path.relative_to(PACKAGE).as_posix(), code.co_qualname


def _places(frame: FrameType | None) -> list[Place]:
    """Return the functions of the package on the stack, the innermost first."""
    found = []
    while frame is not None:
        place = _place(frame.f_code)
        if place is not None:
            found.append(place)
        frame = frame.f_back
    return found


def _entries(call: Callable[[], object], wanted: set[Place]) -> list[tuple[Place, list[Place]]]:
    """Return each entry of a wanted function, with the stack below it."""
    found: list[tuple[Place, list[Place]]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            place = _place(frame.f_code)
            if place in wanted:
                found.append((place, _places(frame.f_back)))

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return found


def follow(walk: list[Place], call: Callable[[], object], *, is_direct: bool = False) -> None:
    """Check that a call goes the way of a walk.

    The functions are entered in its order, each below one of those before it, and what lies between
    the two on the stack belongs to the room of one of them; if `is_direct`, nothing does, but for
    what lets others call a function.
    """
    entries = iter(_entries(call, set(walk)))
    for number, place in enumerate(walk):
        stack = next((stack for entered, stack in entries if entered == place), None)
        assert stack is not None, f"{place} is not entered after {walk[:number]}"
        if number == 0:
            continue
        earlier = set(walk[:number])
        between = list(takewhile(lambda item, known=earlier: item not in known, stack))
        assert len(between) < len(stack), f"{place} is not called from the walk"
        caller = stack[len(between)]
        rooms = {_room(item) for item in between} - {_room(place), _room(caller), *DOORS}
        assert not rooms, f"{caller} reaches {place} through {rooms}"
        hidden = [item for item in between if not _is_part(item, caller)]
        assert not (is_direct and hidden), f"{caller} reaches {place} through {hidden}"


def _is_part(place: Place, caller: Place) -> bool:
    """Whether a place is a comprehension or a lambda of the caller, or a door."""
    is_inside = place[1].startswith(f"{caller[1]}.<locals>")
    return _room(place) in DOORS or (place[0] == caller[0] and is_inside)


@pytest.fixture
def in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all calls be made in this process and this thread, where they can be followed."""
    monkeypatch.setattr("boundcalc.limits.can_fork", lambda: False)
    monkeypatch.setattr("boundcalc.proving.prove.call_deep", lambda call: call())


@pytest.mark.parametrize("name", _walks())
def test_a_walk_is_short_and_enters_no_room_twice(name: str) -> None:
    walk = _walks()[name]
    rooms = [room for room, _ in groupby(map(_room, walk))]

    assert 1 < len(walk) <= MOST
    assert len(rooms) == len(set(rooms))


def test_a_value_of_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    theorem = next(item for item in load_theorems() if item.id == "adaptive-queries/thm-3.3")
    monkeypatch.setattr("boundcalc.calculator.load_library", lambda: Library(theorems=(theorem,)))
    follow(
        _walks()["A value of `solve`"],
        lambda: main(["solve", "n", "tau=0.1", "beta=0.05", "B=10", "m=1000"]),
        is_direct=True,
    )


def test_a_relation_of_prove(in_one_thread: None) -> None:
    follow(
        _walks()["A relation of `prove`"],
        lambda: main(["prove", r"x^2 \le x", "--where", "x in [0, 1]"]),
    )


def test_a_row_of_check(in_one_thread: None, tmp_path: Path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text("%! declare x in [0, 1]\n\\[ x^2 \\le x . \\]\n")
    follow(
        _walks()["A row of `check`"],
        lambda: main(["check", "--no-cache", str(file)]),
    )
