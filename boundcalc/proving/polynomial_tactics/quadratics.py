"""A tactic of quadratic forms: a multiple of each fact, and a sum of squares for the rest.

Multipliers are tried from a short list, as those of Lagrange are mostly simple where a relation is
sharp; whether the rest is a sum of squares is then decided exactly, by completing squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from boundcalc.checker.arithmetic import Undefined
from boundcalc.checker.goals import Context, encloses, minus, sides_of
from boundcalc.checker.normal import UNIT, Form
from boundcalc.checker.terms import Rejected, Term, enclose, names, number
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.term_translation import to_json

MOST_VARIABLES, MOST_FACTS = 20, 3
LARGE = 60  # nodes of a term whose sides are squared
LONGEST, STEPS = 4.0, 60  # the range of a multiplier in powers of ten, and how often it is cut
BITS = 64  # of an irrational constant
TWO = number(2)
SIMPLE = tuple(map(Fraction, ("1", "1/2", "2", "1/4", "4", "1/3", "3", "3/2", "2/3", "1/8", "8")))
FEW = SIMPLE[:5]  # where there are more facts than two
Matrix = list[list[Fraction]]  # of a form in 1 and the variables
Squares = list[tuple[Fraction, list[Fraction]]]


def by_squares(state: ProofState) -> Iterator[Attempt]:
    """Write a quadratic term as multiples of quadratic facts and squares of linear terms."""
    if state.kind not in (">=", ">") or state.ladder:
        return
    found = _kept(state)
    if found is not None:
        yield found
        return
    sides = sides_of(state.term)
    if sides is None or state.size > LARGE or not any(map(names, sides)):
        return
    right, left = sides
    squared = _squared(state, right, left)
    if squared is not None:
        yield squared
    elif not names(left):
        squared = _squared(state, ("negate", left), ("negate", right))
        if squared is not None:
            mirrored = minus(("negate", left), ("negate", right))
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(mirrored)}
            yield Attempt(step, plans={-1: squared})


def _kept(state: ProofState) -> Attempt | None:
    key = (state.context.facts, state.claim)
    if key not in state.memory.quadratics:
        state.memory.quadratics[key] = _found(state)
    return state.memory.quadratics[key]


def _squared(state: ProofState, right: Term, left: Term) -> Attempt | None:
    """Return the step to the squares of the sides, the greater of which is not negative."""
    if not encloses(state.context, (">=", right), 64):
        return None
    squares = minus(("power", right, TWO), ("power", left, TWO))
    shown = _kept(replace(state, claim=(state.kind, squares)))
    return None if shown is None else Attempt({"rule": "square"}, plans={-1: shown})


def _found(state: ProofState) -> Attempt | None:
    facts = [
        index
        for index, (kind, fact) in enumerate(state.context.facts)
        if kind in (">=", ">", "=") and names(fact) & state.used
    ]
    used = state.used.union(*(names(state.context.facts[index][1]) for index in facts))
    symbols = sorted(used)
    if len(symbols) > MOST_VARIABLES or len(facts) > MOST_FACTS:
        return None
    box = Context(state.context.box)
    low, above = _rational(state.memory.form(box, state.term))
    target = _matrix(low, symbols)
    read = [
        (index, _matrix(state.memory.form(box, state.context.facts[index][1]), symbols))
        for index in facts
    ]
    known = [(index, matrix) for index, matrix in read if matrix is not None]
    if target is None or not _has_square([target, *(matrix for _, matrix in known)]):
        return None
    kinds = [state.context.facts[index][0] for index, _ in known]
    choices = [_weights(kind, len(known)) for kind in kinds]
    curved = [place for place, (_, matrix) in enumerate(known) if _has_square([matrix])]
    if len(curved) == 1:
        choices[curved[0]] += _fitting(target, known[curved[0]][1], kinds[curved[0]])
    for weights in product(*choices):
        rest = _less(target, weights, [matrix for _, matrix in known])
        squares = None if rest is None else _squares(rest)
        if squares is not None:
            pairs = [(index, w) for (index, _), w in zip(known, weights, strict=True) if w]
            attempt = _attempt(state, pairs, squares, symbols, above)
            if attempt is not None:
                return attempt
    return None


def _weights(kind: str, count: int) -> list[Fraction]:
    """Return multipliers of a fact; those of an equation have any sign."""
    chosen = SIMPLE if count <= 2 else FEW
    signed = [-value for value in chosen] if kind == "=" else []
    return [Fraction(0), *chosen, *signed]


def _fitting(target: Matrix, fact: Matrix, kind: str) -> list[Fraction]:
    """Return multipliers of one fact: what cancels the constant, and the best in doubles."""
    found = [target[0][0] / fact[0][0]] if fact[0][0] else []
    low, high = -LONGEST, LONGEST
    for _ in range(STEPS):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        if _least(target, fact, 10**first) < _least(target, fact, 10**second):
            low = first
        else:
            high = second
    best = Fraction(10 ** ((low + high) / 2))
    found += [best.limit_denominator(10**digits) for digits in (1, 2, 4, 6, 8)]
    return [weight for weight in dict.fromkeys(found) if weight > 0 or (weight and kind == "=")]


def _least(target: Matrix, fact: Matrix, weight: float) -> float:
    """Return the least eigenvalue of a form less a multiple of a fact, in doubles."""
    rest = np.array(target, dtype=float) - weight * np.array(fact, dtype=float)
    return float(np.linalg.eigvalsh(rest)[0])


def _rational(form: Form) -> tuple[Form, Term | None]:
    """Return a form with a rational below its irrational constant, and the rest of that."""
    irrational = {
        key: value
        for key, value in form.items()
        if key != UNIT and not names(form_term({key: value}))
    }
    if not irrational:
        return form, None
    constant = form_term(irrational)
    try:
        least = enclose(constant, {}, BITS).low
    except (Undefined, Rejected):
        return form, None
    if not isinstance(least, Fraction):
        return form, None
    low = {key: value for key, value in form.items() if key not in irrational}
    low[UNIT] = low.get(UNIT, Fraction(0)) + least
    return low, minus(constant, number(least))


def _matrix(form: Form, symbols: Sequence[str]) -> Matrix | None:
    """Return the symmetric matrix of a polynomial of degree at most 2, or None."""
    places = {name: place for place, name in enumerate(symbols, 1)}
    matrix = [[Fraction(0)] * (len(symbols) + 1) for _ in range(len(symbols) + 1)]
    for (powers, exponents), value in form.items():
        rows: list[int] = []
        for atom, power in powers:
            if atom[0] != "symbol" or power not in (1, 2):
                return None
            rows += [places[str(atom[1])]] * int(power)
        if exponents or len(rows) > 2:
            return None
        first, second = (*rows, 0, 0)[:2]
        matrix[first][second] += value / 2
        matrix[second][first] += value / 2
    return matrix


def _has_square(matrices: Sequence[Matrix]) -> bool:
    return any(row[1:] != [0] * (len(row) - 1) for matrix in matrices for row in matrix[1:])


def _less(target: Matrix, weights: Sequence[Fraction], matrices: Sequence[Matrix]) -> Matrix | None:
    """Return a form less multiples of others, or None where it is negative along an axis."""
    shares = [pair for pair in zip(weights, matrices, strict=True) if pair[0]]

    def entry(row: int, column: int) -> Fraction:
        value = target[row][column]
        for weight, matrix in shares:
            if matrix[row][column]:
                value -= weight * matrix[row][column]
        return value

    places = range(len(target))
    if any(entry(place, place) < 0 for place in places):
        return None
    return [[entry(row, column) for column in places] for row in places]


def _squares(matrix: Matrix) -> Squares | None:
    """Return positive numbers and linear terms whose squares add up to a form, or None."""
    found: Squares = []
    rest = [list(row) for row in matrix]
    for place in range(len(rest) - 1, -1, -1):
        pivot = rest[place][place]
        if pivot < 0 or (pivot == 0 and any(rest[place])):
            return None
        if pivot == 0:
            continue
        line = [value / pivot for value in rest[place]]
        found.append((pivot, line))
        for row in rest:
            share = row[place]
            row[:] = [a - share * b for a, b in zip(row, line, strict=True)]
    return found


def _attempt(
    state: ProofState,
    pairs: list[tuple[int, Fraction]],
    squares: Squares,
    symbols: Sequence[str],
    above: Term | None,
) -> Attempt | None:
    facts = state.context.facts
    pairs = sorted(pairs, key=lambda pair: facts[pair[0]][0] != ">")
    is_strict = state.kind == ">" and bool(pairs) and facts[pairs[0][0]][0] == ">"
    is_positive = any(not any(line[1:]) for _, line in squares)
    if state.kind == ">" and not (is_strict or is_positive):
        return None
    terms = [("multiply", number(pivot), _square(line, symbols)) for pivot, line in squares]
    terms += [] if above is None else [above]
    shown = Attempt(
        {
            "rule": "factor",
            "factor": to_json(ONE),
            "other": to_json(("add", number(0), *terms)),
        }
    )
    if not pairs:
        return shown if terms else None
    if not terms:
        shown = Attempt({"rule": "identity"})
    multipliers = [[index, to_json(number(weight))] for index, weight in pairs]
    step: dict[str, Any] = {"rule": "combine", "multipliers": multipliers}
    return Attempt(step | ({"strict": True} if is_strict else {}), plans={-1: shown})


def _square(line: Sequence[Fraction], symbols: Sequence[str]) -> Term:
    parts: list[Term] = [
        ("multiply", number(value), ("symbol", name))
        for name, value in zip(symbols, line[1:], strict=True)
        if value
    ]
    return ("power", ("add", number(line[0]), *parts), TWO) if parts else number(line[0] ** 2)
