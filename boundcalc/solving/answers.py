"""Answers of the calculator: frozen records of exact numbers and of the evidence for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Role, Theorem


class Direction(Enum):
    """Which end of the feasible values the answer is."""

    LEAST = "least"
    GREATEST = "greatest"


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One constraint at the answer: both sides to 15 digits, and how far it is from failing.

    `printed` is the relation as the theorem shows it.
    `left`, `right` and `slack` are decimal texts of enclosures; `slack` is relative to the larger
    side.
    """

    printed: Relation
    holds: bool
    is_conclusion: bool
    left: str
    right: str
    slack: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbour:
    """The next value beyond the answer, and the constraint that it was proved to fail."""

    value: Fraction
    fails: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """One branch of a maximum or minimum that the answer came from.

    `bound` is the bound on the unknown from this branch alone, a decimal text, rounded to the safe
    side for an integer unknown.
    """

    label: str
    bound: str
    binds: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """A value that answers a question through one theorem.

    `value` satisfies every constraint at the witness, proved in interval arithmetic.
    `neighbour` is the next integer (or the next number of 12 digits) beyond it, proved to fail
    whatever the free parameters are; None where the domain ends at the value, or where that was
    not proved, which `optimality` then says.
    """

    theorem: Theorem
    route: tuple[str, ...]
    unknown: Symbol
    given: Mapping[str, Fraction]
    value: Fraction
    direction: Direction
    formula: Expression | None
    witness: Mapping[str, str]
    binding: str
    branches: tuple[Branch, ...]
    checks: tuple[Check, ...]
    certified: bool
    neighbour: Neighbour | None
    optimality: str
    feasible: str
    doubts: tuple[str, ...]
    ignored: tuple[str, ...] = ()

    @property
    def is_integer(self) -> bool:
        """Whether the unknown takes integer values."""
        return self.unknown.domain.integer

    @property
    def is_baseline(self) -> bool:
        """Whether the answer is a baseline to compare with."""
        return self.theorem.role is not Role.THEOREM

    @property
    def value_text(self) -> str:
        """The exact value, as an integer or decimal."""
        return decimal_text(self.value)

    @property
    def accepts(self) -> tuple[str, ...]:
        """The sentences that a reader must accept."""
        return (*self.theorem.accepts, *self.doubts)

    def __str__(self) -> str:
        from boundcalc.solving.reports import answer_card

        return str(answer_card(self))

    def _repr_html_(self) -> str:
        from boundcalc.solving.cards import card_html
        from boundcalc.solving.reports import answer_card

        return card_html(answer_card(self))

    def _repr_latex_(self) -> str:
        sign = r"\ge" if self.direction is Direction.LEAST else r"\le"
        name = expression_latex(self.unknown)
        middle = f" {expression_latex(self.formula)} " if self.formula is not None else " "
        relation = f"{name} {sign}{middle}" if self.formula is not None else name
        return rf"${relation}\quad\Rightarrow\quad {name} = {self.value_text}$"


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A theorem that could not answer, and why, in a sentence."""

    theorem: Theorem
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """All answers to a question, the best first, and the theorems that could not answer."""

    unknown: str
    given: Mapping[str, str]
    answers: tuple[Answer, ...]
    refused: tuple[Refusal, ...]

    @property
    def best(self) -> Answer:
        """The best answer."""
        return self.answers[0]

    def __str__(self) -> str:
        from boundcalc.solving.reports import ranking_card

        return str(ranking_card(self))

    def _repr_html_(self) -> str:
        from boundcalc.solving.cards import card_html
        from boundcalc.solving.reports import ranking_card

        return card_html(ranking_card(self))

    def _repr_latex_(self) -> str:
        return self.best._repr_latex_()
