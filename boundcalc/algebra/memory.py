"""What was asked of a box: enough to tell whether another one leads to the same result.

Rewriting depends on a box only by what it asks of it: the sign of a part, the truth of a relation.
Where another box answers all that alike, the result is the same and need not be worked out again.

Main definitions
----------------
`RememberingBox`: a box that keeps what was asked of it.
`known`: how a box is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from boundcalc.enclosures.interval import Interval

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
