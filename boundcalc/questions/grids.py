"""Grids: the values of one quantity as they are typed, in lists and ranges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from boundcalc.algebra.search_range import LARGEST
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.numbers import decimal_text, exact_or_scientific, read_rational
from boundcalc.language.statements import Theorem
from boundcalc.questions.names import complemented, named_quantities, plain_name
from boundcalc.questions.questions import Question, Varying, read_number, read_question

MOST_VALUES = 1_000_000  # of one quantity
MOST_COMPARED = 1_000  # values over which all ways are compared, each some tenths of a second
MOST_COUNTED = 20  # whole numbers that a range without a step counts one by one
MOST_PRODUCTS = 10_000  # values of a range that multiplies; their digits grow with each


def read_values(name: str, text: str) -> tuple[Fraction, ...]:
    """Return the exact values of one quantity, in the order in which they are typed.

    Parameters
    ----------
    name : str
        The quantity, for messages.
    text : str
        Values and ranges, separated by commas: ``0.1,0.2``, ``0.1..0.5..0.1`` (in steps of 0.1),
        ``10..1e6..*10`` or ``10..1e6*10`` (each 10 times the one before), which hold their last
        value where a step meets it.
        Without a step, up to 20 whole numbers are counted one by one between whole ends
        (``1..10``), and what reaches 10 times its start goes by factors of 10 to its end, which it
        holds (``10..1e6``, ``1..500``, ``1..10.5``); other ranges need a step.

    Raises
    ------
    QuestionError
        If a range is empty, has no step that it needs, or holds more than 1,000,000 values, or
        10,000 where it multiplies.
    DomainError
        If a value is no number.

    Examples
    --------
    >>> [str(value) for value in read_values("tau", "0.1..0.3..0.1, 1/2")]
    ['1/10', '1/5', '3/10', '1/2']
    >>> [int(value) for value in read_values("k", "10..1e4..*10")]
    [10, 100, 1000, 10000]
    >>> [int(value) for value in read_values("k", "10..2000")]
    [10, 100, 1000, 2000]
    """
    found: list[Fraction] = []
    for item in text.split(","):
        found += _range(name, item.strip()) if ".." in item else [_number(name, item.strip())]
        if len(found) > MOST_VALUES:
            raise QuestionError(f"{name} has more than {MOST_VALUES} values; take a larger step")
    return tuple(dict.fromkeys(found))


def read_grid(
    values: Mapping[str, Iterable[Any]], theorems: tuple[Theorem, ...] = ()
) -> dict[str, tuple[Fraction, ...]]:
    """Return the exact values of several quantities, by their ASCII names.

    Where `theorems` may answer, an error names the domain that is most likely meant.

    Raises
    ------
    QuestionError
        If a quantity is given twice.
    DomainError
        If a value is no number.

    Examples
    --------
    >>> read_grid({"τ": ["0.1", "0.2"], "B": [10]})["tau"]
    (Fraction(1, 10), Fraction(1, 5))
    """
    found: dict[str, tuple[Fraction, ...]] = {}
    direct = _without_complements(values)
    letters = tuple(direct)
    for letter, items in direct.items():
        name = plain_name(letter)
        if name in found:
            raise QuestionError(f"{name} is given twice; leave one out")
        found[name] = tuple(read_number(letter, item, theorems, letters) for item in items)
        if not found[name]:
            raise QuestionError(f"{name} has no values; give at least one")
    return found


def read_question_over(
    unknown: str, values: Mapping[str, Iterable[Any]], theorems: tuple[Theorem, ...]
) -> Question:
    """Return a question of which one quantity takes several values, from lists of values.

    Raises
    ------
    QuestionError
        If not exactly one quantity varies, too many values are asked for, or one beyond 1e120,
        where nothing is searched; and as `read_question`.
    DomainError
        If a value is no number.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> asked = read_question_over("n", {"τ": ["0.1"], "k": [100, 10]}, load_theorems())
    >>> asked.varying.name, list(map(int, asked.varying.values)), asked.letters
    ('k', [10, 100], ('n', 'τ', 'k'))
    """
    lists = _without_complements(values)
    for letter, items in lists.items():  # before each of them is read
        if len(items) > MOST_COMPARED:
            raise QuestionError(
                f"at most {MOST_COMPARED} values of {letter} are compared, but got "
                f"{len(items)}; take a larger step, or one that multiplies, such as *1.2"
            )
    grid = read_grid(lists, theorems)
    letters = [letter for letter, items in lists.items() if len(items) > 1]
    if len(letters) != 1:
        found = " and ".join(letters) or "none"
        raise QuestionError(f"exactly one quantity varies, as k=10..1e6, but got {found}")
    name = plain_name(letters[0])
    largest = max(grid[name])
    if largest > LARGEST:
        raise QuestionError(
            f"{letters[0]}: values up to {exact_or_scientific(LARGEST)} are compared, but got "
            f"{exact_or_scientific(largest):.60}; end the range earlier"
        )
    varying = Varying(name, tuple(sorted(set(grid[name]))))
    question = read_question(unknown, {key: items[0] for key, items in lists.items()}, theorems)
    return replace(question.at(name, varying.values[0]), varying=varying)


def _without_complements(values: Mapping[str, Iterable[Any]]) -> dict[str, list[Any]]:
    """Return the values of quantities, where those of one minus them may be given."""
    return {
        letter: list(values[name])
        if letter == name
        else [complemented(name, item)[1] for item in values[name]]
        for letter, name in named_quantities(values).items()
    }


def _number(name: str, text: str) -> Fraction:
    try:
        return read_rational(text, name=name)
    except DomainError as error:
        raise DomainError(f"{error}; a list is 0.1,0.2 and a range 0.1..0.5..0.1") from error


def _range(name: str, item: str) -> list[Fraction]:
    parts = [part.strip() for part in item.split("..")]
    if len(parts) not in (2, 3) or not all(parts) or "..." in item:
        raise QuestionError(
            f"{name}: a range is first..last or first..last..step, such as 10..100, "
            f"but got {item:.60}"
        )
    if len(parts) == 2 and "*" in parts[1]:  # as 10..1e6*10 for 10..1e6..*10
        end, _, factor = parts[1].partition("*")
        parts = [parts[0], end.strip(), f"*{factor}"]
    first, last = (_number(name, part) for part in parts[:2])
    if first > last:
        raise QuestionError(f"{name}: the range {item:.60} is empty; put the smaller end first")
    step = parts[2] if len(parts) == 3 else ""
    if step.startswith("*"):
        return _products(name, item, first, last, _number(name, step[1:]))
    if len(parts) == 2:
        return _without_step(name, item, first, last)
    size = _number(name, step)
    if size <= 0:
        raise QuestionError(f"{name}: the step of {item:.60} must be positive")
    count = (last - first) // size + 1
    if count > MOST_VALUES:
        raise QuestionError(f"{name}: {item:.60} holds {count} values, more than {MOST_VALUES}")
    return [first + place * size for place in range(count)]


def _without_step(name: str, item: str, first: Fraction, last: Fraction) -> list[Fraction]:
    """Return few whole numbers one by one, or what goes by factors of 10; both hold the end."""
    if first == last:
        return [first]
    if first.denominator == last.denominator == 1 and last - first < MOST_COUNTED:
        return [first + place for place in range(int(last - first) + 1)]
    if first <= 0 or last < 10 * first:
        raise QuestionError(
            f"{name}: the range {item:.60} needs a step, such as {_steps(item, first, last)}"
        )
    found = _products(name, item, first, last, Fraction(10))
    return found if found[-1] == last else [*found, last]


def _steps(item: str, first: Fraction, last: Fraction) -> str:
    """Return steps with which a range can be read, and whole ones between whole ends."""
    step = (last - first) / 10
    if first.denominator == last.denominator == 1:
        step = Fraction(math.ceil(step))
    return f"{item:.40}..{decimal_text(step)}"


def _products(
    name: str, item: str, first: Fraction, last: Fraction, factor: Fraction
) -> list[Fraction]:
    if first <= 0 or factor <= 1:
        raise QuestionError(
            f"{name}: the range {item:.60} multiplies, which needs a positive first value and a "
            "factor above 1"
        )
    found: list[Fraction] = []
    value = first
    while value <= last:
        if len(found) == MOST_PRODUCTS:
            raise QuestionError(
                f"{name}: {item:.60} holds more than {MOST_PRODUCTS} values; take a larger factor"
            )
        found.append(value)
        value *= factor
    return found
