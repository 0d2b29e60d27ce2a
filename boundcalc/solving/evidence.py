"""Evidence: what shows that an answer holds, and that the next value fails."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import ctx

from boundcalc.algebra.conditions import AllOf, AnyOf, Condition, split
from boundcalc.algebra.display_forms import tidy_relation
from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import Decision, Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.interval import exact_interval, hull
from boundcalc.feasible.digits import last_digit, log2
from boundcalc.feasible.shapes import Compiled, Shape
from boundcalc.feasible.univariate import FINE_PRECISION, MAX_CELLS, Component, is_infeasible
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.numbers import decimal_text, exact_or_scientific
from boundcalc.optimization.witnesses import Witness
from boundcalc.questions.outcomes import Beyond, Direction
from boundcalc.questions.questions import Constraint, Question
from boundcalc.questions.reduction import Reduction
from boundcalc.solving.answers import Check, Neighbour
from boundcalc.solving.formulas import decimal_enclosure

Values = Mapping[str, Fraction]
_CLOSER = (11, 9)  # digits to which an answer may be proved best, where it takes no search
_DIGITS = (6, 4, 3)  # and where it does
_MOST_CELLS = 64  # of a free parameter, over which monotonicity is shown


def decide(relation: Relation, point: Values) -> Decision:
    """Decide a relation at a point; a maximum is decided operand by operand, which settles ties."""
    decision = RelationEvaluator(relation).at(point)
    if decision.truth is not Truth.UNKNOWN:
        return decision
    return replace(decision, truth=Compiled(split(relation)).truth(point))


def check_constraints(question: Question, point: Values) -> tuple[Check, ...]:
    """Check every constraint at a point."""
    return tuple(
        check_of(constraint, decide(constraint.relation, point))
        for constraint in question.constraints
    )


def check_of(constraint: Constraint, decision: Decision) -> Check:
    """Return what is shown of a constraint that was decided at a point."""
    return Check(
        printed=constraint.printed,
        holds=decision.truth is Truth.TRUE,
        is_conclusion=constraint.is_conclusion,
        left=decimal_enclosure(decision.left),
        right=decimal_enclosure(decision.right),
        slack=_slack(decision),
    )


def _slack(decision: Decision) -> str:
    left, right = decision.left, decision.right
    if left.is_nowhere or right.is_nowhere:
        return "undefined"
    size = max(abs(left.lower), abs(right.lower))
    if size == 0:
        return "0"
    ratio = abs(right.lower - left.lower) / size  # of balls, whose exponents have no end
    return f"{float(ratio):.3g}"


def sides_text(decision: Decision) -> str:
    """Return the values of both sides of a relation, in words."""
    return f"{decimal_enclosure(decision.left)} against {decimal_enclosure(decision.right)}"


def witness_texts(question: Question, point: Values) -> dict[str, str]:
    """Return the free parameters exactly, and the quantities that the theorem sets to 15 digits."""
    texts = {symbol.name: decimal_text(point[symbol.name]) for symbol in question.free}
    for item in question.theorem.definitions:
        value = question.theorem.expand(item.value)
        if value.names() <= point.keys():
            texts[item.symbol.name] = decimal_enclosure(Evaluator(value).at(point, 192))
    return texts


# --- the neighbour -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """The neighbour of an answer, which better values fail with it, and that in words."""

    neighbour: Neighbour | None
    beyond: Beyond
    text: str


def not_searched(question: Question) -> Outlook:
    """Return what is known beyond the least size that is searched, which is nothing."""
    return Outlook(None, Beyond.NOTHING, f"smaller {question.unknown.name} were not searched")


def neighbour_of(
    reduction: Reduction,
    witness: Witness,
    component: Component,
    direction: Direction,
    value: Fraction,
    *,
    is_complete: bool,
) -> Outlook:
    """Return the next value beyond the answer with what it fails, and what is known of the others.

    It is the next integer, or the next number of 12 digits; where that one is too close to a tie
    to be decided, the ones of 12 digits after it are tried.
    """
    question = reduction.question
    name = question.unknown.name
    outward = -1 if direction is Direction.LEAST else 1
    known = component.below if direction is Direction.LEAST else component.above
    step = Fraction(1) if question.unknown.domain.integer else last_digit(value)
    beyond = value + outward * step if known is None else known
    if beyond not in question.unknown.domain:
        return Outlook(
            None, Beyond.END, f"{name} = {exact_or_scientific(value)} is the end of its domain"
        )
    if not reduction.remaining:
        for _ in range(1 if question.unknown.domain.integer else 3):
            fails = _failure(reduction, {**question.given, name: beyond})
            if fails is not None:
                text = f"no {_better(direction)} {name} works"
                if not is_complete:
                    text = f"the next {name} fails; others could not all be decided"
                proved = Beyond.ALL if is_complete else Beyond.NEIGHBOUR
                return Outlook(Neighbour(value=beyond, fails=fails), proved, text)
            beyond += outward * step
        return Outlook(None, Beyond.NOTHING, "the next value could not be decided")
    return _neighbour_over_free(reduction, direction, value)


def _better(direction: Direction) -> str:
    return "smaller" if direction is Direction.LEAST else "larger"


def _neighbour_over_free(reduction: Reduction, direction: Direction, value: Fraction) -> Outlook:
    """Prove that a value beyond the answer fails for every choice of one free parameter.

    Values beyond that one fail, too, where the condition is monotone in the unknown.
    """
    question = reduction.question
    names = ", ".join(symbol.name for symbol in reduction.remaining)
    unproved = f"the choice of {names} is the best that the search found; not proved optimal"
    if len(reduction.remaining) != 1:
        return Outlook(None, Beyond.NOTHING, unproved)
    (symbol,) = reduction.remaining
    outward = -1 if direction is Direction.LEAST else 1

    def fails(gap: Fraction, most_cells: int) -> bool:
        beyond = value + outward * gap
        point = {**question.given, question.unknown.name: beyond}
        return beyond in question.unknown.domain and is_infeasible(
            reduction.condition, symbol.name, symbol.domain, point, most_cells=most_cells
        )

    found = _nearest(question, value, fails)
    if found is None:
        return Outlook(None, Beyond.NOTHING, unproved)
    neighbour = Neighbour(value=value + outward * found, fails=f"every choice of {names} fails")
    return _over_free(reduction, symbol, neighbour, direction, value)


def _nearest(
    question: Question, value: Fraction, fails: Callable[[Fraction, int], bool]
) -> Fraction | None:
    """Return the least of some distances at which failure is proved; None if it is at none.

    The largest is tried before those that take a search, which hardly succeed where it does not.
    """
    if not question.unknown.domain.integer:
        for gap in _shares(value, _CLOSER):
            if fails(gap, 1):
                return gap
    gaps = _shares(value, _DIGITS)
    if question.unknown.domain.integer:
        gaps = [Fraction(math.ceil(gap)) for gap in (*gaps, Fraction(1))]
    *closer, largest = sorted(set(gaps))
    if not fails(largest, MAX_CELLS):
        return None
    return next((gap for gap in closer if fails(gap, MAX_CELLS)), largest)


def _shares(value: Fraction, digits: Iterable[int]) -> list[Fraction]:
    return [abs(value) * Fraction(1, 10**count) for count in digits]


def _over_free(
    reduction: Reduction,
    symbol: Symbol,
    neighbour: Neighbour,
    direction: Direction,
    value: Fraction,
) -> Outlook:
    """Say which values fail, where one does whatever a free parameter is."""
    unknown = reduction.question.unknown
    whatever = f"whatever {symbol.name} is"
    if not _is_searched_whole(symbol):
        whatever += ", as far as it is searched"
    if not _is_monotone(reduction, symbol, Fraction(neighbour.value), direction):
        which = exact_or_scientific(neighbour.value)
        text = f"{unknown.name} = {which} fails, {whatever}; values beyond it were not looked at"
        return Outlook(neighbour, Beyond.NEIGHBOUR, text)
    gap = abs(Fraction(neighbour.value) - value)
    text = f"no {_better(direction)} {unknown.name} works"
    is_next = unknown.domain.integer and gap <= 1
    if not is_next:
        text += f", to within {float(gap / abs(value)):.1g} of it"
    return Outlook(neighbour, Beyond.ALL if is_next else Beyond.MOST, f"{text}, {whatever}")


def _is_searched_whole(symbol: Symbol) -> bool:
    """Whether the search for a free parameter goes over its domain, but for zero and its limit."""
    domain = symbol.domain
    first, last = search_ends(domain)
    return first in (domain.lower, domain.first_integer()) and last in (
        domain.upper,
        domain.last_integer(),
    )


def _is_monotone(
    reduction: Reduction, symbol: Symbol, beyond: Fraction, direction: Direction
) -> bool:
    """Whether what works beyond a value works at it, for each value of a free parameter.

    Cells of the parameter are cut until each relation is monotone in the unknown over each.
    """
    question = reduction.question
    first, last = search_ends(question.unknown.domain)
    is_least = direction is Direction.LEAST
    inward = (Shape.UP if is_least else Shape.DOWN, Shape.NONE, Shape.ALL)
    with ctx.workprec(FINE_PRECISION):  # tells the open end of a domain from the end
        values = hull(first, beyond) if is_least else hull(beyond, last)
        box = {name: exact_interval(value) for name, value in question.given.items()}
        box[question.unknown.name] = values
        cells = deque([(search_ends(symbol.domain), Compiled(reduction.condition))])
        for _ in range(_MOST_CELLS):
            if not cells:
                break
            (low, high), condition = cells.popleft()
            cell = {**box, symbol.name: hull(low, high)}
            shape, condition = condition.shape_and_rest(question.unknown.name, cell, settled=inward)
            if shape in inward:
                continue
            middle = _middle(low, high)
            if not low < middle < high:
                return False
            cells += [((low, middle), condition), ((middle, high), condition)]
    return not cells


def _middle(low: Fraction, high: Fraction) -> Fraction:
    """Return a number between two, by their logarithms where they are far apart."""
    if low > 0 and high > 4 * low:
        return Fraction(2) ** round((log2(low) + log2(high)) / 2)
    return (low + high) / 2


def _failure(reduction: Reduction, point: Values) -> str | None:
    """Return what fails at a point, in words, or None if nothing is proved to fail."""
    question = reduction.question
    if not question.free:
        for constraint in question.constraints:
            decision = decide(constraint.relation, point)
            if decision.truth is Truth.FALSE:
                return f"{constraint.printed} fails: {sides_text(decision)}"
        return None
    if Compiled(reduction.condition).truth(point) is not Truth.FALSE:
        return None
    names = ", ".join(symbol.name for symbol in question.free)
    failed = _first_failure(reduction.condition, reduction.shown, point)
    detail = "" if failed is None else f", since {tidy_relation(failed[0])} fails: {failed[1]}"
    return f"no {names} works{detail}"


def _first_failure(
    condition: Condition, shown: Condition, point: Values
) -> tuple[Relation, str] | None:
    if isinstance(condition, Relation):
        decision = RelationEvaluator(condition).at(point)
        if decision.truth is Truth.FALSE and isinstance(shown, Relation):
            return shown, sides_text(decision)
        return None
    assert isinstance(shown, AllOf | AnyOf)
    for part, shown_part in zip(condition.parts, shown.parts, strict=False):
        failed = _first_failure(part, shown_part, point)
        if failed is not None:
            return failed
    return None
