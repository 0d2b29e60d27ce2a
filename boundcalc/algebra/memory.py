"""What was asked of a box: enough to tell whether another one leads to the same result.

Rewriting depends on a box only by what it asks of it: the sign of a part, the truth of a relation.
Where another box answers all that alike, the result is the same and need not be worked out again.

Main definitions
----------------
`RememberingBox`: a box that keeps what was asked of it.
`known`: how a box is asked.
`with_part`: a box with one more variable, which stands for a part of what the box encloses.
`recalled`: a result that is worked out once for boxes that answer alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from boundcalc.enclosures.decisions import Evaluator
from boundcalc.enclosures.interval import Interval
from boundcalc.language.expressions import Expression

Subject = TypeVar("Subject")
Found = TypeVar("Found")
Box = Mapping[str, Interval]


class RememberingBox(dict[str, Interval]):
    """Enclosures of variables, with the answers to what was asked of them."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.answers: dict[tuple[Callable[[Any, Box], Any], Any], Any] = {}

    def ask(self, decide: Callable[[Subject, Box], Found], subject: Subject) -> Found:
        """Return what is decided of a subject over the box, once."""
        key = decide, subject
        if key not in self.answers:
            self.answers[key] = decide(subject, self)
        found: Found = self.answers[key]
        return found

    def is_like(self, box: Box) -> bool:
        """Whether another box answers alike all that was asked of this one."""
        return all(
            decide(subject, box) == found for (decide, subject), found in self.answers.items()
        )


def known(decide: Callable[[Subject, Box], Found], subject: Subject, box: Box) -> Found:
    """Return what is decided of a subject over a box, which may keep the answer."""
    if isinstance(box, RememberingBox):
        return box.ask(decide, subject)
    return decide(subject, box)


@dataclass(frozen=True)
class _Of:
    """What is decided of a subject over a box with one more variable, the range of a part."""

    name: str
    part: Expression
    decide: Callable[[Any, Box], Any]

    def __call__(self, subject: Any, box: Box) -> Any:
        return self.decide(subject, _extended(box, self.name, self.part))


class _PartBox(RememberingBox):
    """A box with one more variable; what it is asked is kept by the box that it was made of."""

    def __init__(self, box: RememberingBox, name: str, part: Expression) -> None:
        super().__init__(_extended(box, name, part))
        self.box, self.name, self.part = box, name, part

    def ask(self, decide: Callable[[Subject, Box], Found], subject: Subject) -> Found:
        """Return what is decided of a subject over the box, once."""
        found: Found = self.box.ask(_Of(self.name, self.part, decide), subject)
        return found


def _extended(box: Box, name: str, part: Expression) -> dict[str, Interval]:
    return {**box, name: Evaluator(part).over(box)}


def with_part(box: Box, name: str, part: Expression) -> Box:
    """Return a box with one more variable, which has the values of a part."""
    if isinstance(box, RememberingBox):
        return _PartBox(box, name, part)
    return _extended(box, name, part)


Memory = deque[tuple[RememberingBox, Found]]


def recalled(memory: Memory[Found], box: Box, work: Callable[[RememberingBox], Found]) -> Found:
    """Return what is worked out over a box, from memory where an earlier one answers alike.

    Parameters
    ----------
    memory : deque of pairs
        Earlier boxes with what was worked out over them, to which this one is added.
    box : mapping from name to Interval
        Enclosures of all variables.
    work : callable
        Works it out; it learns of the box by `known` alone.
    """
    for earlier, found in memory:
        if earlier.is_like(box):
            return found
    asked = RememberingBox(box)
    found = work(asked)
    memory.append((asked, found))
    return found
