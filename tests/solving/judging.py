"""Is what is printed first for a question true? Judged at a point that answers the question.

The judgement is an evaluation of the printed formulas in mpmath, which shares no code with the
enclosures. Work is counted in steps of arithmetic, so that a judgement is the same everywhere.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from unittest.mock import patch

from flint import ctx

from boundcalc.algebra.search_range import LARGEST, least_size
from boundcalc.cards.answer_cards import answer_card, headline_number
from boundcalc.evaluation import programs
from boundcalc.language import (
    BoundError,
    NoSolutionError,
    QuestionError,
    Theorem,
    UndecidedError,
)
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Target
from boundcalc.problems.outcomes import Beyond, Direction
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_theorem
from tests.mp_evaluate import evaluate, mp, number
from tests.solving.points import Point, draw_value, holds_at

SLACK = Fraction(1, 1000)  # by which an answer may miss that of a random point
SHIFTS = (0, *(Fraction(1, 10**power) for power in (12, 9, 6, 3, 1)))  # of what is open
RELATIVE = Fraction(1, 10**11)  # to which an answer is computed
NEAR = Fraction(1, 10**25)  # a tie, for what is judged at 60 digits
LIMIT = 2_000_000  # steps of arithmetic for one question, those of many bits for more

Question = tuple[str, tuple[str, ...]]  # the unknown, and what is left open


class Verdict(Enum):
    """What came of a question that is known to have an answer."""

    RIGHT = "right"
    VACUOUS = "right, called vacuous"
    BEATEN = "right, not the best"  # a random choice of what is open is better; nothing is claimed
    NO_END = "sets no end"
    NOT_FOUND = "not found"
    REFUSED = "refused, rightly"  # it lacks a quantity that nobody may choose
    TOO_SLOW = "too slow"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict, with what is wrong or missing, and the steps of arithmetic that it took."""

    verdict: Verdict
    detail: str = ""
    steps: int = 0


class TooSlowError(BaseException):
    """A question took more steps than its limit; no handler of the library may catch it."""


class Steps:
    """A count of the steps of arithmetic, those of many bits for more."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done = 0

    def add(self, count: int) -> None:
        """Count steps at the precision in force; raise where they are too many."""
        self.done += count * (1 + int(ctx.prec) // 1024)
        if self.done > self.limit:
            raise TooSlowError


@contextmanager
def counted(limit: int = LIMIT) -> Iterator[Steps]:
    """Count the steps that compiled expressions take, and end what takes more than a limit."""
    steps, run = Steps(limit), programs._run

    def run_counted(code, stack):  # type: ignore[no-untyped-def]
        steps.add(len(code))
        run(code, stack)

    with patch.object(programs, "_run", run_counted):
        yield steps


def judge(theorem: Theorem, question: Question, point: Point, limit: int = LIMIT) -> Finding:
    """Ask a question that a point answers, and judge what comes back."""
    with counted(limit) as steps:
        try:
            verdict, detail = _judged(theorem, question, point)
        except TooSlowError:
            verdict, detail = Verdict.TOO_SLOW, f"more than {limit} steps"
        except Exception as error:  # no error but those of boundcalc may reach a user
            verdict, detail = Verdict.WRONG, f"{type(error).__name__}: {error}"
    return Finding(verdict, detail, steps.done)


def _judged(theorem: Theorem, question: Question, point: Point) -> tuple[Verdict, str]:
    unknown, left_open = question
    given = {name: value for name, value in point.items() if name not in (unknown, *left_open)}
    lacks = lacking(theorem, question)
    try:
        answer = solve_theorem(theorem, unknown, given)
    except QuestionError as error:
        if lacks and any(name in str(error) for name in lacks):
            return Verdict.REFUSED, ""
        return Verdict.WRONG, f"refused: {error}"
    except NoSolutionError as error:
        return _judged_no_solution(theorem, question, point, str(error))
    except UndecidedError as error:
        return Verdict.NOT_FOUND, str(error)
    except BoundError as error:
        return Verdict.WRONG, f"{type(error).__name__}: {error}"
    if lacks:
        return Verdict.WRONG, f"answered without {', '.join(lacks)}"
    fault = "; ".join(_faults(theorem, question, point, answer))
    if fault:
        return Verdict.WRONG, fault
    if answer.vacuous:
        return Verdict.VACUOUS, str(answer.vacuous)
    if left_open and _is_worse(answer, point[unknown]):
        return Verdict.BEATEN, f"{unknown} = {float(point[unknown]):.6g} is better"
    return Verdict.RIGHT, ""


def lacking(theorem: Theorem, question: Question) -> tuple[str, ...]:
    """Return what is left open although nobody may choose it: it is asked for, or not chosen."""
    concluded = tuple(theorem.conclusion.expressions().values())
    return tuple(
        name
        for name in question[1]
        if not theorem.quantities[name].is_chosen or theorem.quantities[name] in concluded
    )


def _judged_no_solution(
    theorem: Theorem, question: Question, point: Point, message: str
) -> tuple[Verdict, str]:
    unknown, left_open = question
    for direction in Direction:
        if f"sets no {direction.value}" not in message:
            continue
        far = _far_value(theorem, unknown, point, direction)
        if left_open or far is None or holds_at(theorem, {**point, unknown: far}):
            return Verdict.NO_END, ""
        return Verdict.WRONG, f"{message}, but {unknown} = {float(far):.3g} fails"
    return Verdict.WRONG, f"called impossible: {message}"


def _far_value(
    theorem: Theorem, unknown: str, point: Point, direction: Direction
) -> Fraction | None:
    """Return a value near the end of what is searched, in a direction; None if it is outside."""
    domain, own = theorem.quantities[unknown].domain, point[unknown]
    large = LARGEST / 10**10
    if direction is Direction.GREATEST:
        far = large if domain.upper is None else domain.upper - (domain.upper - own) / large
    elif domain.lower is None:
        far = -large
    else:
        far = domain.lower + max((own - domain.lower) / large, 100 * least_size(domain))
    if domain.integer:
        far = Fraction(round(far))
    return far if far in domain else None


# --- an answer -----------------------------------------------------------------------------------


def _faults(theorem: Theorem, question: Question, point: Point, answer: Answer) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    unknown, left_open = question
    found = {**point, **{name: answer.witness[name] for name in left_open}}
    found[unknown] = Fraction(answer.value)
    if any(value not in theorem.quantities[name].domain for name, value in found.items()):
        yield "a value is outside its domain"
    if not holds_at(theorem, found):
        yield f"{unknown} = {answer.value} does not hold"
    guarantee = str(answer.guarantee or "")
    if not guarantee or "{" in guarantee or "nan" in guarantee:
        yield f"the guarantee is not named: {guarantee!r}"
    yield from _formula_faults(theorem, found, answer)
    yield from _vacuity_faults(theorem, found, answer)
    yield from _optimality_faults(theorem, question, point, found, answer)
    if headline_number(answer)[0] not in answer_card(answer).headline:
        yield "the value is not in the headline"


def _formula_faults(theorem: Theorem, found: Point, answer: Answer) -> Iterator[str]:
    if answer.formula is None:
        return
    with mp.workdps(150):
        printed = evaluate(theorem.expand(answer.formula), found)
        size = 0 if answer.is_integer else abs(found[answer.unknown.name]) * RELATIVE
        if abs(printed - number(answer.value)) > number(size):
            yield f"the formula gives {mp.nstr(printed, 15)}, and the answer is {answer.value}"


def _vacuity_faults(theorem: Theorem, found: Point, answer: Answer) -> Iterator[str]:
    """Yield why an answer says nothing although it is not called vacuous."""
    if answer.vacuous:
        return
    asked = {target.expression: target for target in theorem.targets}
    for quantity in theorem.conclusion.quantities():
        node = theorem.conclusion.expression(quantity.name)
        value = _concluded(theorem, asked.get(node), node, found)
        if quantity.trivial is None or value is None:
            continue
        trivial = number(quantity.trivial)
        is_smaller = quantity.stronger is Stronger.SMALLER
        if value >= trivial if is_smaller else value <= trivial:
            yield f"{quantity.name} = {mp.nstr(value, 8)} says nothing, and is not called vacuous"
    for ceiling in theorem.ceilings:
        node = theorem.conclusion.expression(ceiling.quantity)
        value = _concluded(theorem, asked.get(node), node, found)
        most = evaluate(theorem.expand(ceiling.value), found)
        if value is not None and value > most * (1 + number(NEAR)):
            yield f"{ceiling.quantity} is above {ceiling.value}, and is not called vacuous"


def _concluded(theorem: Theorem, target: Target | None, node, found: Point):  # type: ignore[no-untyped-def]
    if target is not None:
        return number(found[target.symbol.name])
    try:
        return evaluate(theorem.expand(node), found)
    except (ValueError, ArithmeticError):
        return None


def _is_worse(answer: Answer, other: Fraction) -> bool:
    """Return whether a value is better than an answer, by more than a slack."""
    value, size = Fraction(answer.value), abs(other) * SLACK
    if answer.direction is Direction.LEAST:
        return value > other + size
    return value < other - size


def _optimality_faults(
    theorem: Theorem, question: Question, point: Point, found: Point, answer: Answer
) -> Iterator[str]:
    """Yield what is said of better values and is not true of the point, or of the neighbour."""
    unknown, left_open = question
    own = point[unknown]
    is_complete = answer.feasible is None or answer.feasible.is_complete
    if not left_open and is_complete and _is_worse(answer, own):
        yield f"{unknown} = {answer.value}, though {float(own)} holds"
    if answer.neighbour is None:
        if answer.beyond is Beyond.ALL:
            yield "all better values are said to fail, and none is named"
        return
    beyond = Fraction(answer.neighbour.value)
    is_least = answer.direction is Direction.LEAST
    if (beyond < answer.value) is not is_least:
        yield f"the neighbour {beyond} is on the wrong side"
    if not left_open and holds_at(theorem, {**found, unknown: beyond}):
        yield f"{unknown} = {beyond} holds, which is refuted"
    claims_all = answer.beyond in (Beyond.ALL, Beyond.MOST)
    if claims_all and (own <= beyond if is_least else own >= beyond):
        yield f"{unknown} = {own} holds, and all from {beyond} on are said to fail"
    for tried in _others(theorem, question, found, beyond, claims_all=claims_all):
        if holds_at(theorem, tried):
            shown = {name: float(tried[name]) for name in (unknown, *left_open)}
            yield f"{shown} holds, which is said to fail"
            break


def _others(
    theorem: Theorem, question: Question, found: Point, beyond: Fraction, *, claims_all: bool
) -> Iterator[Point]:
    """Yield points at the neighbour, or beyond it, with other values of what is open.

    Some are near the choice that the answer made, and some anywhere.
    """
    unknown, left_open = question
    rng = random.Random(f"{theorem.id} {question}")
    symbols = theorem.quantities
    for shift in SHIFTS if left_open else ():
        near = {name: found[name] * (1 + rng.choice((-1, 1)) * shift) for name in left_open}
        anywhere = {name: draw_value(symbols[name], rng) for name in left_open}
        away = Fraction(rng.randint(1, 3), 4) if claims_all else Fraction(0)
        values = beyond, beyond + away * (beyond - found[unknown]) * 10 ** rng.randint(0, 9)
        for value, chosen in product(values, (near, anywhere)):
            tried = {**found, unknown: value, **chosen}
            if all(tried[name] in symbols[name].domain for name in (unknown, *left_open)):
                yield tried
