"""What an evaluation may release of a holdout set, and the share of each outcome.

Main definitions
----------------
`Plan`: what is fixed before the first evaluation.
`Kind`: score, compare, gate, best.
`Request`: one evaluation before the holdout set is looked at.
`Outcome`: what is released of it.
`released`: the outcome of a request, from the mean on the holdout set.
`share`: the share of an outcome, which does not depend on the holdout set.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from boundcalc.language.errors import QuestionError
from boundcalc.language.numbers import decimal_text

MOST_CELLS = 10**6
MOST_EVALUATIONS = 10**9
_HALF = Fraction(1, 2)


class Kind(Enum):
    """How an evaluation is answered."""

    SCORE = "score"  # the mean, rounded
    COMPARE = "compare"  # whether a guess is near; the rounded mean if it is not
    GATE = "gate"  # whether the mean reaches a bar
    BEST = "best"  # the rounded mean if it is better than the best so far


class Word(Enum):
    """What is released: a value, or a word."""

    VALUE = "value"
    AGREES = "agrees"
    PASSES = "passes"
    FAILS = "fails"
    NO_BETTER = "no better"


_WORDS = {
    Kind.SCORE: (Word.VALUE,),
    Kind.COMPARE: (Word.AGREES, Word.VALUE),
    Kind.GATE: (Word.FAILS, Word.PASSES),
    Kind.BEST: (Word.NO_BETTER, Word.VALUE),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is fixed before the first evaluation.

    Parameters
    ----------
    n : int
        Size of the holdout set, at least 1.
    tau : Fraction
        Accuracy of what is released, in (0, 1).
    beta : Fraction
        Failure probability, in (0, 1).
    m : int
        The most evaluations that are ever made, at least 1.
    telling : int
        About how many of them are expected to release more than that nothing is new, in 1..m; it
        sets the shares, and is no limit.
    cells : int
        Into how many cells values are rounded.
    threshold : Fraction
        How near a guess must be to agree, in (0, tau).

    Raises
    ------
    QuestionError
        If a value is outside its range, or the rounding alone is as far off as tau.
    """

    n: int
    tau: Fraction
    beta: Fraction
    m: int
    telling: int
    cells: int
    threshold: Fraction

    def __post_init__(self) -> None:
        _check_integer("n", self.n, 1, None)
        _check_fraction("tau", self.tau)
        _check_fraction("beta", self.beta)
        _check_integer("m", self.m, 1, MOST_EVALUATIONS)
        _check_integer("telling", self.telling, 1, self.m)
        _check_integer("cells", self.cells, 2, MOST_CELLS)
        if not 0 < self.threshold < self.tau:
            raise QuestionError(
                f"threshold: it is above 0 and below tau = {decimal_text(self.tau)}, but got "
                f"{decimal_text(self.threshold)}; leave it out for tau/2"
            )
        if self.rounding >= self.tau:
            raise QuestionError(
                f"cells: rounding to {self.cells} cells is off by up to "
                f"{decimal_text(self.rounding)}, and tau is {decimal_text(self.tau)}; take more "
                "than 1/(2 tau) cells, or leave it out"
            )

    @property
    def rounding(self) -> Fraction:
        """How far a rounded mean can be from the mean."""
        return Fraction(1, 2 * self.cells)

    @property
    def telling_share(self) -> Fraction:
        """The share of the outcomes that tell something new."""
        return Fraction(self.telling, self.m + 1)

    def error(self, kind: Kind) -> Fraction:
        """How far what is released can be from the mean on the holdout set."""
        if kind is Kind.GATE:
            return Fraction(0)
        return max(self.threshold, self.rounding) if kind is Kind.COMPARE else self.rounding

    def rounded(self, mean: Fraction) -> Fraction:
        """The middle of the cell in which a mean lies; the last cell has its upper end."""
        cell = min(math.floor(mean * self.cells), self.cells - 1)
        return (cell + _HALF) / self.cells

    def is_middle(self, value: Fraction) -> bool:
        """Whether a value is the middle of a cell."""
        return 0 < value < 1 and (value * self.cells - _HALF).denominator == 1


def standard_cells(tau: Fraction) -> int:
    """Return the fewest cells of which the rounding takes no more than a quarter of tau."""
    return max(2, math.ceil(2 / tau))


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """One evaluation before the holdout set is looked at.

    `level` is the guess of a comparison or the bar of a gate, in [0, 1], and None for the others.
    """

    kind: Kind
    level: Fraction | None = None
    note: str = ""

    def __post_init__(self) -> None:
        name = LEVEL_NAMES.get(self.kind)
        if name is None and self.level is not None:
            raise QuestionError(f"{self.kind.value}: it takes no guess and no bar; leave it out")
        if name is not None and (self.level is None or not 0 <= self.level <= 1):
            found = "nothing" if self.level is None else decimal_text(self.level)
            raise QuestionError(f"{self.kind.value}: {name} is a number in [0, 1], but got {found}")


LEVEL_NAMES = {Kind.COMPARE: "guess", Kind.GATE: "bar"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is released: a word, and with `Word.VALUE` the middle of a cell."""

    word: Word
    value: Fraction | None = None


def released(plan: Plan, request: Request, mean: Fraction, best: Fraction | None) -> Outcome:
    """Return what a request releases of the mean on the holdout set, in [0, 1].

    `best` is the best value that requests of the kind `Kind.BEST` have released so far.
    """
    if not 0 <= mean <= 1:
        raise QuestionError(f"mean: it is in [0, 1], but got {decimal_text(mean)}")
    value = plan.rounded(mean)
    if request.kind is Kind.GATE:
        assert request.level is not None
        return Outcome(Word.PASSES if mean >= request.level else Word.FAILS)
    if request.kind is Kind.COMPARE:
        assert request.level is not None
        if abs(mean - request.level) <= plan.threshold:
            return Outcome(Word.AGREES)
    if request.kind is Kind.BEST and best is not None and value <= best:
        return Outcome(Word.NO_BETTER)
    return Outcome(Word.VALUE, value)


def share(plan: Plan, request: Request, outcome: Outcome, best: Fraction | None) -> Fraction:
    """Return the share of an outcome; those of all outcomes of a request sum to at most 1.

    Raises
    ------
    QuestionError
        If the request cannot have this outcome.
    """
    _check_outcome(plan, request, outcome, best)
    telling = plan.telling_share
    if request.kind is Kind.GATE:
        return telling if outcome.word is Word.PASSES else 1 - telling
    if request.kind is Kind.COMPARE:
        return 1 - telling if outcome.word is Word.AGREES else telling / plan.cells
    if request.kind is Kind.SCORE or best is None:
        return Fraction(1, plan.cells)
    better = cells_above(plan, best)
    if not better:
        return Fraction(1)
    return 1 - telling if outcome.word is Word.NO_BETTER else telling / better


def least_share(plan: Plan, kind: Kind) -> Fraction:
    """Return a share that no outcome of a kind is below, whatever was released before."""
    telling = plan.telling_share
    if kind is Kind.GATE:
        return min(telling, 1 - telling)
    return Fraction(1, plan.cells) if kind is Kind.SCORE else min(telling / plan.cells, 1 - telling)


def quiet_share(plan: Plan, kind: Kind) -> Fraction | None:
    """Return the share of the outcome that tells nothing new; None where there is none."""
    return None if kind is Kind.SCORE else 1 - plan.telling_share


def cells_above(plan: Plan, best: Fraction) -> int:
    """Return how many middles of cells are above the best value so far."""
    return plan.cells - 1 - math.floor(best * plan.cells)


def _check_outcome(plan: Plan, request: Request, outcome: Outcome, best: Fraction | None) -> None:
    kind, value = request.kind, outcome.value
    is_known = outcome.word in _WORDS[kind] and (value is None) == (outcome.word is not Word.VALUE)
    is_middle = value is None or plan.is_middle(value)
    is_better = kind is not Kind.BEST or best is None or value is None or value > best
    is_first = kind is Kind.BEST and best is None and outcome.word is Word.NO_BETTER
    if not (is_known and is_middle and is_better) or is_first:
        shown = outcome.word.value if value is None else decimal_text(value)
        raise QuestionError(f"{kind.value}: it cannot release {shown!r} here")


def _check_integer(name: str, value: int, least: int, most: int | None) -> None:
    if value < least or (most is not None and value > most):
        allowed = f"at least {least}" if most is None else f"from {least} to {most}"
        raise QuestionError(f"{name}: it is an integer {allowed}, but got {value}")


def _check_fraction(name: str, value: Fraction) -> None:
    if not 0 < value < 1:
        raise QuestionError(f"{name}: it is in (0, 1), but got {decimal_text(value)}")
