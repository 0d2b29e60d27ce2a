"""Evidence: what shows that an answer holds, that the next value fails, or that nothing works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from boundcalc.enclosures.decisions import Decision, Evaluator, RelationEvaluator, Truth
from boundcalc.enclosures.intervals import Interval, exact_interval, hull
from boundcalc.language.errors import NoSolutionError, UndecidedError
from boundcalc.language.expressions import Relation, Sense, Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.solving.answers import Check, Direction, Neighbour
from boundcalc.solving.conditions import AllOf, AnyOf, Condition, split
from boundcalc.solving.digits import last_digit
from boundcalc.solving.formulas import decimal_enclosure
from boundcalc.solving.questions import Constraint, Question
from boundcalc.solving.reach import search_ends
from boundcalc.solving.reduction import Reduction
from boundcalc.solving.tidy import tidy_relation
from boundcalc.solving.univariate import Compiled, Component, feasible_set
from boundcalc.solving.witness import Witness

Values = Mapping[str, Fraction]


def explain_fixed(question: Question) -> None:
    """Raise NoSolutionError if a constraint on given quantities alone fails."""
    varying = {question.unknown.name, *(symbol.name for symbol in question.free)}
    for constraint in question.constraints:
        if not constraint.relation.names() & varying:
            decision = _decide(constraint.relation, question.given)
            if decision.truth is not Truth.TRUE:
                names = ", ".join(sorted(constraint.relation.names()))
                raise NoSolutionError(
                    f"{question.theorem.id} needs {constraint.printed}, which fails at the "
                    f"given values ({_sides(decision)}); change {names}"
                )


def explain_empty(
    reduction: Reduction, chosen: Values, *, is_complete: bool
) -> NoSolutionError | UndecidedError:
    """Return the error that says which constraint cannot hold for any value of the unknown."""
    question = reduction.question
    unknown, theorem = question.unknown, question.theorem
    if reduction.remaining or not is_complete:
        names = ", ".join(symbol.name for symbol in reduction.remaining)
        where = f" and {names}" if names else ""
        return UndecidedError(
            f"{theorem.id}: the search found no value of {unknown.name}{where} that works; "
            "weaken what is asked, or pin more"
        )
    needs: list[str] = []
    for constraint in question.constraints:
        if question.free or unknown.name not in constraint.relation.names():
            continue
        found = feasible_set(constraint.relation, unknown.name, unknown.domain, question.given)
        if not found.components:
            return NoSolutionError(
                f"no {unknown.name} satisfies {constraint.printed} of {theorem.id}: "
                f"{_ranges(question, constraint)}; {_remedy(question, constraint)}"
            )
        needs.append(f"{constraint.printed} needs {_span(question, found.components)}")
    reason = "; ".join(needs) if needs else "its constraints exclude each other"
    givens = ", ".join(question.given)
    return NoSolutionError(
        f"no {unknown.name} works for {theorem.id}: {reason}; change one of {givens}"
    )


def _span(question: Question, components: tuple[Component, ...]) -> str:
    first, last = search_ends(question.unknown.domain)
    name = question.unknown.name
    low, high = components[0].lower, components[-1].upper
    if low == first:
        return f"{name} <= {decimal_text(high)}" if high != last else f"any {name}"
    return f"{name} >= {decimal_text(low)}"


def _ranges(question: Question, constraint: Constraint) -> str:
    """Say how far a constraint is from holding, whatever the unknown is."""
    first, last = search_ends(question.unknown.domain)
    name = question.unknown.name
    box: dict[str, Interval] = {item: exact_interval(at) for item, at in question.given.items()}
    box[name] = hull(first, last)
    relation = constraint.relation
    if name in relation.left.names():
        relation = Relation(relation.right, relation.sense.mirrored, relation.left)
    if name in relation.left.names():
        return f"its sides cannot meet, whatever {name} is"
    fixed, open_side = (Evaluator(side).over(box) for side in (relation.left, relation.right))
    is_more = relation.sense in (Sense.GE, Sense.GT)
    end = _end(open_side.lower if is_more else open_side.upper, is_rounded_up=is_more)
    subject = relation.left if isinstance(relation.left, Symbol) else None
    if subject is not None:
        end = _whole(open_side, is_more=is_more) if subject.domain.integer else end
        given = question.given.get(subject.name)
        is_reached = given is not None and decimal_text(given) == end  # and yet it fails
        sense = (">" if is_more else "<") + ("" if is_reached else "=")
        return f"{subject} {sense} {end} is needed even at the best {name}"
    side = "at least" if is_more else "at most"
    value = decimal_enclosure(fixed, 6).replace("e+", "e")
    if isinstance(relation.right, Symbol):
        sense = "<=" if is_more else ">="
        return f"{name} {sense} {value} is needed, beyond its domain or the numbers searched"
    return f"{value} would have to be {side} {end}, even at the best {name}"


def _whole(values: Interval, *, is_more: bool) -> str:
    end = values.lower.ceil() if is_more else values.upper.floor()
    whole = end.unique_fmpz()
    text = str(whole)
    return text if whole is not None and len(text) <= 18 else _end(end, is_rounded_up=is_more)


def _end(value: Any, *, is_rounded_up: bool) -> str:
    """Return an end to 6 digits; it is a bound that is needed, so that rounding asks for less."""
    text = str(value.str(30, radius=False))
    try:
        rounding = ROUND_FLOOR if is_rounded_up else ROUND_CEILING
        number = Context(prec=6, rounding=rounding).plus(Decimal(text))
    except ArithmeticError:
        return text
    return f"{number.normalize():g}".replace("e+", "e")


def _remedy(question: Question, constraint: Constraint) -> str:
    names = sorted(constraint.relation.names() & set(question.given))
    return f"change {' or '.join(names)}" if names else "ask for less"


def _decide(relation: Relation, point: Values) -> Decision:
    """Decide a relation at a point; a maximum is decided operand by operand, which settles ties."""
    decision = RelationEvaluator(relation).at(point)
    if decision.truth is not Truth.UNKNOWN:
        return decision
    return replace(decision, truth=Compiled(split(relation)).truth(point))


def check_constraints(question: Question, point: Values) -> tuple[Check, ...]:
    """Check every constraint at a point."""
    checks = []
    for constraint in question.constraints:
        decision = _decide(constraint.relation, point)
        checks.append(
            Check(
                printed=constraint.printed,
                holds=decision.truth is Truth.TRUE,
                is_conclusion=constraint.is_conclusion,
                left=decimal_enclosure(decision.left),
                right=decimal_enclosure(decision.right),
                slack=_slack(decision),
            )
        )
    return tuple(checks)


def _slack(decision: Decision) -> str:
    left, right = decision.left, decision.right
    if left.is_nowhere or right.is_nowhere:
        return "undefined"
    size = max(abs(left.lower), abs(right.lower))
    if size == 0:
        return "0"
    ratio = abs(right.lower - left.lower) / size  # of balls, whose exponents have no end
    return f"{float(ratio):.3g}"


def _sides(decision: Decision) -> str:
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


def neighbour_of(
    reduction: Reduction,
    witness: Witness,
    component: Component,
    direction: Direction,
    value: Fraction,
    *,
    is_complete: bool,
) -> tuple[Neighbour | None, str]:
    """Return the next value beyond the answer with what it fails, and what is known of optimality.

    Where the next value is too close to a tie to be decided, the ones after it are tried.
    """
    question = reduction.question
    name = question.unknown.name
    outward = -1 if direction is Direction.LEAST else 1
    known = component.below if direction is Direction.LEAST else component.above
    step = Fraction(1) if question.unknown.domain.integer else last_digit(value)
    beyond = value + outward * step if known is None else known
    if beyond not in question.unknown.domain:
        return None, f"{name} = {decimal_text(value)} is the end of its domain"
    if not reduction.remaining:
        for _ in range(3):
            fails = _failure(reduction, {**question.given, name: beyond})
            if fails is not None:
                scope = "" if is_complete else " next to it; a part of the domain is undecided"
                optimality = f"no {_better(direction)} {name} works{scope}"
                return Neighbour(value=beyond, fails=fails), optimality
            beyond += outward * step
        return None, "the next value could not be decided"
    return _neighbour_over_free(reduction, direction, value)


def _better(direction: Direction) -> str:
    return "smaller" if direction is Direction.LEAST else "larger"


def _neighbour_over_free(
    reduction: Reduction, direction: Direction, value: Fraction
) -> tuple[Neighbour | None, str]:
    """Prove that a value beyond the answer fails for every choice of one free parameter."""
    question = reduction.question
    names = ", ".join(symbol.name for symbol in reduction.remaining)
    unproved = f"the choice of {names} is the best that the search found; not proved optimal"
    if len(reduction.remaining) != 1:
        return None, unproved
    (symbol,) = reduction.remaining
    outward = -1 if direction is Direction.LEAST else 1
    for gap in _gaps(question, value):
        beyond = value + outward * gap
        if beyond not in question.unknown.domain:
            continue
        point = {**question.given, question.unknown.name: beyond}
        found = feasible_set(reduction.condition, symbol.name, symbol.domain, point)
        if found.is_complete and not found.components:
            fails = f"every choice of {names} fails"
            better = f"no {_better(direction)} {question.unknown.name} works"
            if gap > 1 or not question.unknown.domain.integer:
                better += f", to within {float(gap / abs(value)):.1g} of it"
            return Neighbour(value=beyond, fails=fails), f"{better}, whatever {names} is"
    return None, unproved


def _gaps(question: Question, value: Fraction) -> list[Fraction]:
    relative = [abs(value) / 10**digits for digits in (6, 4, 3)]
    return [Fraction(1), *relative] if question.unknown.domain.integer else relative


def _failure(reduction: Reduction, point: Values) -> str | None:
    """Return what fails at a point, in words, or None if nothing is proved to fail."""
    question = reduction.question
    if not question.free:
        for constraint in question.constraints:
            decision = _decide(constraint.relation, point)
            if decision.truth is Truth.FALSE:
                return f"{constraint.printed} fails: {_sides(decision)}"
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
            return shown, _sides(decision)
        return None
    assert isinstance(shown, AllOf | AnyOf)
    for part, shown_part in zip(condition.parts, shown.parts, strict=False):
        failed = _first_failure(part, shown_part, point)
        if failed is not None:
            return failed
    return None
