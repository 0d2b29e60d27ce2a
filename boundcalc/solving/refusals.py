"""Refusals: why there is no answer; a value is called impossible only where that is proved.

Main definitions
----------------
`explain_fixed`: a constraint on what is given fails.
`explain_empty`: the search found no value; what was proved of the others is said, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from boundcalc.algebra.search_range import LARGEST, least_size, search_ends
from boundcalc.cards.answer_words import sides_text
from boundcalc.enclosures.decisions import Evaluator, Truth, compare
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import (
    Interval,
    decimal_enclosure,
    exact_end,
    exact_interval,
    hull,
    whole_number,
)
from boundcalc.feasible.components import Component
from boundcalc.feasible.shapes import Compiled, Shape
from boundcalc.feasible.univariate import feasible_set
from boundcalc.language.domains import Domain
from boundcalc.language.errors import BoundError, EndlessError, NoSolutionError, UndecidedError
from boundcalc.language.expressions import Expression, Number, Operation, Relation, Symbol
from boundcalc.language.numbers import decimal_text, exact_or_scientific
from boundcalc.language.operators import Operator
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Constraint, Problem
from boundcalc.problems.reduction import Reduction
from boundcalc.solving.evidence import decide


def explain_fixed(problem: Problem) -> None:
    """Raise NoSolutionError if a constraint on given quantities alone fails; of several, the worst.

    Raises
    ------
    UndecidedError
        If it could not be decided.
    """
    varying = {problem.unknown.name, *(symbol.name for symbol in problem.free)}
    failing: list[NoSolutionError] = []
    for constraint in problem.constraints:
        if constraint.relation.names() & varying:
            continue
        decision = decide(constraint.relation, problem.given)
        if decision.truth is Truth.TRUE:
            continue
        names = ", ".join(sorted(constraint.relation.names()))
        subject, needs = f"{problem.theorem.id} ", f"needs {constraint.printed}, which"
        if decision.truth is Truth.FALSE:
            failing.append(
                NoSolutionError(
                    f"{needs} fails at the given values ({sides_text(decision)}); change {names}",
                    subject=subject,
                    shortfall=_apart(constraint.relation, problem.given),
                )
            )
            continue
        raise UndecidedError(
            f"{needs} could not be decided at the given values ({sides_text(decision)}); "
            f"change {names}",
            subject=subject,
        )
    if failing:
        raise max(failing, key=lambda error: error.shortfall or 0)


def not_found(problem: Problem) -> UndecidedError:
    """Return the error of a search that found no value, and proved nothing of the others."""
    free = ", ".join(symbol.name for symbol in problem.free)
    way = f"pin {free}" if free else "ask for another quantity"
    return UndecidedError(
        f"no {problem.unknown.name} that works was found, which does not show that there is none; "
        f"{way}, or change what is asked",
        subject=f"{problem.theorem.id}: ",
    )


def unbounded(problem: Problem, direction: Direction) -> EndlessError:
    """Return the error of a problem whose values that work have no end that is searched."""
    name, word, domain = problem.unknown.name, direction.value, problem.unknown.domain
    free = ", ".join(symbol.name for symbol in problem.free)
    remedy = f"pin {free}" if free else "ask for another quantity"
    sizes = " and ".join(exact_or_scientific(size) for size in (least_size(domain), LARGEST))
    return EndlessError(
        f"sets no {word} {name} of a size between {sizes}, which is what is searched: it lies "
        f"beyond, or there is none; {remedy}",
        subject=f"{problem.theorem.id} ",
    )


def explain_empty(reduction: Reduction, *, is_complete: bool) -> BoundError:
    """Return the error of a problem for which no value was found.

    It is a NoSolutionError where a constraint is proved to fail whatever the unknown is.
    """
    problem = reduction.problem
    for constraint in () if problem.free else problem.constraints:
        is_about = problem.unknown.name in constraint.relation.names()
        if is_about and _fails_over(problem, constraint, _range(problem.unknown.domain)):
            return _unmet(problem, constraint)
    if reduction.remaining or not is_complete:
        return not_found(problem)
    needs: list[str] = []
    ranges: list[tuple[Fraction | None, Fraction | None]] = []
    spans: list[tuple[Fraction, Fraction]] = []
    for constraint in problem.constraints:
        if problem.free or problem.unknown.name not in constraint.relation.names():
            continue
        found = feasible_set(
            constraint.relation, problem.unknown.name, problem.unknown.domain, problem.given
        )
        if not found.components and found.is_complete:
            return _unmet(problem, constraint)
        if found.is_complete:
            needs.append(f"{constraint.printed} needs {_span(problem, found.components)}")
            ranges.append(_bounds(problem, constraint, found.components))
            spans.append((found.components[0].lower, found.components[-1].upper))
    if _are_apart(ranges):
        return NoSolutionError(
            f"no {problem.unknown.name} works for {problem.theorem.id}: {'; '.join(needs)}; "
            f"change one of {', '.join(problem.given)}",
            shortfall=_between(spans),
            is_searched=True,
        )
    reason = "; ".join(needs) if needs else "not all of its constraints hold together"
    givens = ", ".join(problem.given)
    return UndecidedError(
        f"no {problem.unknown.name} {_searched(problem.unknown.domain)} works for "
        f"{problem.theorem.id}{_whatever(problem)}: {reason}; others were not searched; "
        f"change one of {givens}",
        shortfall=_between(spans),
        is_searched=True,
    )


def _bounds(
    problem: Problem, constraint: Constraint, components: tuple[Component, ...]
) -> tuple[Fraction | None, Fraction | None]:
    """Return values that fail with all of the domain that lies below, or above, where proved.

    The search looks at all values down to an end that belongs to the domain; else a ray proves it.
    """
    domain = problem.unknown.domain
    first, last = search_ends(domain)
    shape = Compiled(constraint.relation).shape(problem.unknown.name, _box(problem, _range(domain)))
    low, high = _ends(domain)
    is_low = shape is Shape.UP or first == low
    is_high = shape is Shape.DOWN or last == high
    return (components[0].below if is_low else None), (components[-1].above if is_high else None)


def _between(spans: list[tuple[Fraction, Fraction]]) -> Fraction | None:
    """Return how far apart the values are that constraints ask for, as the larger over the less."""
    if len(spans) < 2:
        return None
    low, high = max(low for low, _ in spans), min(high for _, high in spans)
    return low / high if 0 < high < low else None


def _are_apart(ranges: list[tuple[Fraction | None, Fraction | None]]) -> bool:
    """Whether a value that fails with all below it lies beyond one that fails with all above."""
    lows = [below for below, _ in ranges if below is not None]
    highs = [above for _, above in ranges if above is not None]
    return bool(lows and highs) and max(lows) >= min(highs)


def _unmet(problem: Problem, constraint: Constraint) -> BoundError:
    """Return the error of a constraint that no value that is searched satisfies."""
    name, id = problem.unknown.name, problem.theorem.id
    everywhere = _range(problem.unknown.domain)
    if _fails_over(problem, constraint, everywhere):
        return NoSolutionError(
            f"no {name} satisfies {constraint.printed} of {id}: "
            f"{_ranges(problem, constraint, everywhere)}; {_remedy(problem, constraint)}",
            shortfall=_shortfall(problem, constraint, everywhere),
            is_searched=True,
        )
    evaluated = hull(*search_ends(problem.unknown.domain))
    return UndecidedError(
        f"no {name} {_searched(problem.unknown.domain)} satisfies {constraint.printed} of {id}: "
        f"{_ranges(problem, constraint, evaluated, ' of these')}; others were not searched; "
        f"{_remedy(problem, constraint)}",
        is_searched=True,
    )


def _range(domain: Domain) -> Interval:
    """Return the whole domain."""
    return hull(*_ends(domain))


def _ends(domain: Domain) -> tuple[Fraction | None, Fraction | None]:
    if not domain.integer:
        return domain.lower, domain.upper
    first, last = domain.first_integer(), domain.last_integer()
    return (None if first is None else Fraction(first)), (None if last is None else Fraction(last))


def _searched(domain: Domain) -> str:
    """Say which part of a domain is searched."""
    first, last = map(exact_or_scientific, search_ends(domain))
    return f"between {first} and {last}"


def _whatever(problem: Problem) -> str:
    free = [f"{symbol.name} {_searched(symbol.domain)}" for symbol in problem.free]
    return f", with {' and '.join(free)}" if free else ""


def _fails_over(problem: Problem, constraint: Constraint, values: Interval) -> bool:
    """Whether a constraint is certain to fail whatever the unknown is, by enclosures or signs."""
    relation = constraint.relation
    box = _box(problem, values)
    left, right = (Evaluator(side).over(box) for side in (relation.left, relation.right))
    if compare(left, relation.sense, right) is Truth.FALSE:
        return True
    lower, upper = relation.left, relation.right
    if relation.sense.is_lower:
        lower, upper = upper, lower
    limit = exact_value(upper, problem.given)
    return limit is not None and limit <= 0 and _is_positive(lower, problem)


def _is_positive(node: Expression, problem: Problem) -> bool:
    """Whether a product of exponentials and positive numbers is positive by its form."""
    if isinstance(node, Number):
        return node.value > 0
    if isinstance(node, Symbol):
        return problem.given.get(node.name, Fraction(0)) > 0
    if not isinstance(node, Operation):
        return False
    if node.operator is Operator.EXP:
        return True
    is_product = node.operator in (Operator.MULTIPLY, Operator.ADD, Operator.DIVIDE)
    return is_product and all(_is_positive(operand, problem) for operand in node.operands)


def _box(problem: Problem, values: Interval) -> dict[str, Interval]:
    box = {name: exact_interval(value) for name, value in problem.given.items()}
    return {**box, problem.unknown.name: values}


def _span(problem: Problem, components: tuple[Component, ...]) -> str:
    first, last = search_ends(problem.unknown.domain)
    name = problem.unknown.name
    low, high = components[0].lower, components[-1].upper
    if low == first:
        return f"{name} <= {exact_or_scientific(high)}" if high != last else f"any {name}"
    return f"{name} >= {exact_or_scientific(low)}"


def _ranges(problem: Problem, constraint: Constraint, values: Interval, among: str = "") -> str:
    """Say how far a constraint is from holding, whatever the unknown is among the values."""
    name = problem.unknown.name
    box = _box(problem, values)
    relation = constraint.relation
    if name in relation.left.names():
        relation = Relation(relation.right, relation.sense.mirrored, relation.left)
    if name in relation.left.names():
        return f"its sides cannot meet, whatever {name} is{among}"
    fixed, open_side = (Evaluator(side).over(box) for side in (relation.left, relation.right))
    is_more = relation.sense.is_lower
    end = _end(open_side.lower if is_more else open_side.upper, is_rounded_up=is_more)
    subject = relation.left if isinstance(relation.left, Symbol) else None
    if subject is not None:
        end = _whole(open_side, is_more=is_more) if subject.domain.integer else end
        given = problem.given.get(subject.name)
        is_reached = given is not None and decimal_text(given) == end  # and yet it fails
        sense = (">" if is_more else "<") + ("" if is_reached else "=")
        return f"{subject} {sense} {end} is needed even at the best {name}{among}"
    side = "at least" if is_more else "at most"
    value = decimal_enclosure(fixed, 6).replace("e+", "e")
    if isinstance(relation.right, Symbol):
        sense = "<=" if is_more else ">="
        return f"{name} {sense} {value} is needed"
    return f"{value} would have to be {side} {end}, even at the best {name}{among}"


def _apart(relation: Relation, given: Mapping[str, Fraction]) -> Fraction | None:
    """Return the larger over the smaller side of a relation between given quantities."""
    sides = [Evaluator(side).at(given, 128).lower for side in (relation.left, relation.right)]
    if not all(side.is_finite() and side > 0 for side in sides):
        return None
    first, second = map(exact_end, sides)
    return max(first / second, second / first)


def _shortfall(problem: Problem, constraint: Constraint, values: Interval) -> Fraction | None:
    """Return how far the given side of a constraint is from the end of the open one, in ratio."""
    relation = constraint.relation
    here, there = relation.left, relation.right
    is_more = relation.sense.is_lower
    if not isinstance(here, Symbol) or here.name not in problem.given:
        here, there, is_more = there, here, not is_more
    if not isinstance(here, Symbol) or here.name not in problem.given:
        return None
    given = problem.given[here.name]
    open_side = Evaluator(there).over(_box(problem, values))
    end = open_side.lower if is_more else open_side.upper
    if given <= 0 or not (end.is_finite() and end > 0):
        return None
    needed = exact_end(end)
    return max(needed / given, given / needed)


def _whole(values: Interval, *, is_more: bool) -> str:
    end = values.lower.ceil() if is_more else values.upper.floor()
    whole = whole_number(end)
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


def _remedy(problem: Problem, constraint: Constraint) -> str:
    names = sorted(constraint.relation.names() & set(problem.given))
    return f"change {' or '.join(names)}" if names else "ask for less"
