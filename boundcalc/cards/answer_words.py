"""Answers in words: what is proved of better values, what binds, and numbers as decimals."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.algebra.search_range import search_ends
from boundcalc.cards.numbers import ShownNumber, shown_number, shown_text
from boundcalc.enclosures.decisions import Decision
from boundcalc.enclosures.exact import exact_value
from boundcalc.enclosures.interval import Interval, decimal_enclosure, whole_number
from boundcalc.language.numbers import decimal_text, exact_or_scientific, exact_text
from boundcalc.problems.outcomes import Beyond, Coverage, Direction, Unproved

if TYPE_CHECKING:  # answers show themselves in these words
    from boundcalc.language.statements import Definition
    from boundcalc.solving.answers import Answer, Branch, Check, Failure

_MORE_DIGITS = (15, 25, 40, 80)  # in which two sides may differ
_COVERAGES = {
    Coverage.ALL: "",
    Coverage.SEARCHED: ", as far as it is searched",
    Coverage.MIDDLE: " between 1e-120 and 1e120",
}


def witness_texts(answer: Answer) -> dict[str, str]:
    """Return the free parameters exactly, and what the theorem sets to 15 digits."""
    chosen = {name: exact_text(value) for name, value in answer.witness.items()}
    return chosen | {name: decimal_enclosure(value) for name, value in answer.defined.items()}


def sides_text(sides: Decision | Check) -> str:
    """Return the values of both sides of a relation, in words, with digits in which they differ."""
    return _sides(sides.left, sides.right, is_tie=isinstance(sides, Decision) and sides.is_tie)


def slack_text(check: Check) -> str:
    """Return how far a constraint is from failing, relative to its larger side."""
    left, right = check.left, check.right
    if left.is_nowhere or right.is_nowhere:
        return "undefined"
    size = max(abs(left.lower), abs(right.lower))
    if size == 0 or check.is_tie:
        return "0"
    ratio = abs(right.lower - left.lower) / size  # of balls, whose exponents have no end
    return f"{float(ratio):.3g}"


def bound_text(branch: Branch, answer: Answer) -> str:
    """Return the bound of a branch, for an integer unknown rounded to the safe side."""
    bound = bound_of(branch, answer)
    return "not defined" if branch.bound.is_nowhere else shown_text(bound)


def bound_of(branch: Branch, answer: Answer) -> Fraction | Interval:
    """Return the bound of a branch, for an integer unknown rounded to the safe side."""
    bound = branch.bound
    if not answer.is_integer or bound.is_nowhere:
        return bound
    is_least = answer.direction is Direction.LEAST
    whole = whole_number(bound.upper.ceil() if is_least else bound.lower.floor())
    return bound if whole is None else Fraction(whole)


def defined_number(answer: Answer, definition: Definition) -> ShownNumber | None:
    """Return what a theorem sets, exactly where it is a rational; None where it has no value."""
    found = answer.defined.get(definition.symbol.name)
    if found is None:
        return None
    exact = exact_value(answer.theorem.expand(definition.value), answer.point)
    return shown_number(found if exact is None else exact)


def failure_text(failure: Failure) -> str:
    """Return what fails, with the sides of the relation."""
    names = ", ".join(failure.names)
    if failure.is_covered:
        return f"every choice of {names} fails"
    sides = f"{failure.relation} fails: {_sides(failure.left, failure.right)}"
    if not failure.names:
        return sides
    return f"no {names} works" if failure.relation is None else f"no {names} works, since {sides}"


def _sides(left: Interval | None, right: Interval | None, *, is_tie: bool = False) -> str:
    if left is None or right is None:
        return " against ".join("?" if s is None else decimal_enclosure(s) for s in (left, right))
    for digits in _MORE_DIGITS:
        texts = [decimal_enclosure(side, digits) for side in (left, right)]
        if _plain(texts[0]) != _plain(texts[1]):
            return " against ".join(texts)
    text = " against ".join(decimal_enclosure(side) for side in (left, right))
    if is_tie:
        return f"{text}, which are equal"
    is_apart = left.upper < right.lower or right.upper < left.lower
    return f"{text}, which differ in later digits" if is_apart else text


def _plain(number: str) -> str:
    """Return a decimal without the zeros at its end."""
    return number.rstrip("0").rstrip(".") if "." in number and "e" not in number else number


def binding_text(answer: Answer) -> str:
    """Return what keeps the answer from being better."""
    if answer.neighbour is None:
        is_end = answer.beyond is Beyond.END
        return f"the domain of {answer.letter}" if is_end else "not known"
    failure = answer.neighbour.failure
    names = ", ".join(failure.names)
    if failure.is_covered:
        head = f"every choice of {names}"
    elif not failure.names:
        head = str(failure.relation)
    else:
        since = "" if failure.relation is None else f", since {failure.relation}"
        head = f"no {names} works{since}"
    path = " and then ".join(map(str, answer.path))
    return f"{head}, through {path}" if path else head


def feasible_text(answer: Answer) -> str:
    """Return the feasible values, and whether others were looked at."""
    name, found = answer.letter, answer.feasible
    if found is None:
        value = exact_or_scientific(answer.value)
        if answer.beyond is Beyond.ALL:
            return f"{name} = {value} and no {_better(answer)} one; the others were not searched"
        return f"{name} = {value}; others were not searched"
    first, last = search_ends(answer.unknown.domain)
    parts = []
    for component in found.components:
        low = "..." if component.lower == first else exact_or_scientific(component.lower)
        high = "..." if component.upper == last else exact_or_scientific(component.upper)
        parts.append(f"[{low}, {high}]")
    text = " and ".join(parts)
    if len(parts) > 1:
        text = f"not an interval: {text}"
    return text if found.is_complete else f"{text}; some of the domain could not be decided"


def optimality_text(answer: Answer) -> str:
    """Return what is proved of the values that would be better."""
    name, found = answer.letter, answer.optimality
    if found.unproved is not None:
        return _unproved_text(answer, found.unproved)
    if found.beyond is Beyond.END:
        return f"{name} = {exact_or_scientific(answer.value)} is the end of its domain"
    if found.beyond is Beyond.NEIGHBOUR:
        return _neighbour_text(answer)
    return ", ".join(_better_values(answer))


def _unproved_text(answer: Answer, why: Unproved) -> str:
    name = answer.letter
    if why is Unproved.UNSEARCHED:
        size = "smaller" if answer.direction is Direction.LEAST else "larger"
        return f"{size} {name} were not searched"
    if why is Unproved.UNDECIDED:
        return "the next value could not be decided"
    if why is Unproved.SERIES:
        return f"in a series it is not looked at whether the next {name} works"
    names = ", ".join(answer.optimality.names)
    found = f"the choice of {names} is the best that the search found"
    ends = ", ".join(answer.optimality.ends)
    if ends:
        found += f", which goes no farther than this {ends}"
    return f"{found}; not proved optimal"


def _neighbour_text(answer: Answer) -> str:
    name, found = answer.letter, answer.optimality
    if not found.names or found.neighbour is None:
        return f"the next {name} fails; others could not all be decided"
    value = exact_or_scientific(found.neighbour.value)
    return f"{name} = {value} fails, {_whatever(answer)}; values beyond it were not looked at"


def _better_values(answer: Answer) -> Iterator[str]:
    """Yield the parts of the sentence that says which better values fail."""
    name, found, value = answer.letter, answer.optimality, Fraction(answer.value)
    if found.beyond is Beyond.MOST and found.limit is not None:
        is_least = answer.direction is Direction.LEAST
        side = "below" if is_least else "above"
        gap = value / found.limit - 1 if is_least else found.limit / value - 1
        yield f"no {name} {side} {decimal_text(found.limit)} works"
        yield f"{_whatever(answer)}; what the search found is within {_percent(gap)} of the best"
        return
    yield f"no {_better(answer)} {name} works"
    if found.beyond is Beyond.MOST and found.neighbour is not None:
        gap = abs(Fraction(found.neighbour.value) - value)
        yield f"to within {float(gap / abs(value)):.1g} of it"
    if found.names:
        yield _whatever(answer)


def _whatever(answer: Answer) -> str:
    """Return for which free parameters values fail; the unknown is named where it was cut, too."""
    found = answer.optimality
    are = "is" if len(found.names) == 1 else "are"
    among = f", of the {answer.letter} in that range" if found.is_unknown_cut else ""
    return f"whatever {', '.join(found.names)} {are}{_COVERAGES[found.coverage]}{among}"


def _better(answer: Answer) -> str:
    return "smaller" if answer.direction is Direction.LEAST else "larger"


def _percent(share: Fraction) -> str:
    """Return a share as a percentage of two digits, rounded up."""
    context = Context(prec=2, rounding=ROUND_CEILING)
    value = context.divide(Decimal(100 * share.numerator), Decimal(share.denominator))
    return f"{value.normalize():f}%"
