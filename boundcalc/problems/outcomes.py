"""What a search ended with: which end of the feasible values, and what is proved."""

from __future__ import annotations

from enum import Enum


class Direction(Enum):
    """Which end of the feasible values the answer is."""

    LEAST = "least"
    GREATEST = "greatest"

    @property
    def opposite(self) -> Direction:
        """The other end."""
        return Direction.GREATEST if self is Direction.LEAST else Direction.LEAST


class Beyond(Enum):
    """Which of the values that would be better than an answer are proved to fail."""

    ALL = "all"  # that are searched
    MOST = "most"  # from the neighbour on, which is not the next one
    NEIGHBOUR = "neighbour"  # the others were not looked at, or not decided
    END = "end"  # there are none in the domain
    NOTHING = "nothing"  # is proved


class Finding(Enum):
    """What is found of a claim."""

    HOLDS = "holds"
    FAILS = "fails"  # for what attains the conclusion of the theorem
    UNKNOWN = "unknown"


class Unproved(Enum):
    """Why nothing is proved of the values that would be better than an answer."""

    UNSEARCHED = "unsearched"  # the answer is where the search ended
    UNDECIDED = "undecided"  # the next value is too close to a tie
    CHOSEN = "chosen"  # the free parameters are the best that a search found
    SERIES = "series"  # one of many answers, which are not looked at one by one


class Coverage(Enum):
    """For which values of the free parameters better values are proved to fail."""

    ALL = "all"  # but for zero and the limit of their domain
    SEARCHED = "searched"  # as far as a search goes
    MIDDLE = "middle"  # between 1e-120 and 1e120
