"""Compositions as users ask for them: private answers of several kinds in, what they are out.

Main definitions
----------------
`compose`: what private answers are together.
`Composition`: the answer, with its card and its object of JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.composition_cards import composition_card
from boundcalc.finite.heterogeneous import Enclosed, Kind, composed_delta, composed_epsilon
from boundcalc.language.errors import DomainError, QuestionError, written
from boundcalc.language.numbers import exact_text, read_rational

EXAMPLE = "boundcalc compose 10:0.1 20:0.2 delta=1e-6"
_PYTHON = 'boundcalc.compose("10:0.1", "20:0.2", delta="1e-6")'
_NAMES = ("count", "epsilon", "delta")
_LONGEST = 40


@dataclass(frozen=True, slots=True, repr=False)
class Composition(Shown):
    """What private answers of several kinds are together.

    `unknown` is epsilon or delta, `given` the value of the other one, and `found` encloses the
    least value: its `upper` end suffices, and below its `lower` end the unknown fails.
    """

    kinds: tuple[Kind, ...]
    unknown: str
    given: Fraction
    found: Enclosed

    @property
    def value(self) -> Fraction:
        """The value that suffices."""
        return self.found.upper

    @property
    def other(self) -> str:
        """The name of what is given, of epsilon and delta."""
        return "delta" if self.unknown == "epsilon" else "epsilon"

    def card(self) -> Card:
        """Return what suffices, what fails, and for which answers."""
        return composition_card(self.kinds, self.unknown, self.other, self.given, self.found)

    def to_dict(self) -> dict[str, Any]:
        """Return the composition as an object of JSON, as ``compose --json`` prints it."""
        return {
            "unknown": self.unknown,
            "given": {self.other: exact_text(self.given)},
            "kinds": [
                {
                    "count": kind.count,
                    "epsilon": exact_text(kind.epsilon),
                    "delta": exact_text(kind.delta),
                }
                for kind in self.kinds
            ],
            "value": exact_text(self.found.upper),
            "fails_below": exact_text(self.found.lower),
            "optimal": self.found.is_exact,
            "certified": True,
        }

    def __repr__(self) -> str:
        return f"<Composition {self.unknown} = {exact_text(self.value)}>"


def compose(*kinds: Any, epsilon: Any = None, delta: Any = None) -> Composition:
    """Return the least epsilon or delta of private answers of several kinds together.

    It is optimal, or enclosed from both sides where their privacy losses add up to very many
    values.

    Parameters
    ----------
    *kinds : str or sequence of two or three numbers
        How many answers, and the epsilon and the delta of each: ``"10:0.1"``, ``(10, 0.1)``,
        ``"10:0.1:1e-9"``.
    epsilon, delta : number or str
        One of the two, of all answers together; the least of the other one is asked for.

    Raises
    ------
    QuestionError
        If there are no kinds, one is no such text or sequence, or not exactly one of epsilon and
        delta is given.
    DomainError
        If a value is no number, or lies outside of what is composed.
    NoSolutionError
        If the answers fail more often than delta, whatever epsilon is.

    Examples
    --------
    >>> found = compose("10:0.1", (20, 0.2), delta=0)
    >>> found.unknown, found.value, found.found.is_exact
    ('epsilon', Fraction(5, 1), True)
    """
    if not kinds:
        raise QuestionError(
            f"no answers are given; write count:epsilon, as in '{EXAMPLE}' or '{_PYTHON}'"
        )
    read = tuple(_kind(kind) for kind in kinds)
    if (epsilon is None) == (delta is None):
        raise QuestionError(
            f"give epsilon or delta of all answers together, and one of the two alone: {EXAMPLE}"
        )
    if epsilon is None:
        given = read_rational(delta, name="delta")
        return Composition(read, "epsilon", given, composed_epsilon(read, given))
    given = read_rational(epsilon, name="epsilon")
    return Composition(read, "delta", given, composed_delta(read, given))


def _kind(typed: Any) -> Kind:
    """Return a kind of answers as it is typed, or as it is passed from Python."""
    if isinstance(typed, Kind):
        return typed
    is_text = isinstance(typed, str)
    pieces = typed.split(":") if is_text else typed
    if not isinstance(pieces, Sequence) or len(pieces) not in (2, 3):
        raise QuestionError(
            "expected count:epsilon or count:epsilon:delta, such as 10:0.1, but got "
            f"{written(typed)}"
        )
    if is_text and max(map(len, pieces)) > _LONGEST:
        raise DomainError(
            f"each number has at most {_LONGEST} characters, but {written(typed)} more"
        )
    count, *rest = (
        read_rational(piece, name=name) for piece, name in zip(pieces, _NAMES, strict=False)
    )
    if count.denominator != 1:
        raise DomainError(f"the count of {written(typed)} must be a whole number, such as 10")
    return Kind(int(count), *rest)
