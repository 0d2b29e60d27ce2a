"""Tactics of Gram matrices: polynomials as sums of squares with multipliers.

At a zero of the polynomial every square must vanish, too; so zeros with simple coordinates are
looked for first, and only squares of what vanishes there are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import gcd

from flint import fmpq, fmpq_mat

from boundcalc.checker.terms import Term, number
from boundcalc.proving.polynomial_tactics.gram import Block, sums_of_squares, times
from boundcalc.proving.polynomial_tactics.squares import TWO, Column, Forms, steps_of
from boundcalc.proving.polynomials import Exponents, Powers
from boundcalc.proving.proof_state import Attempt, ProofState, order_step
from boundcalc.proving.simplify import ONE

MOST = 8  # variables
MONOMIALS, DEGREE = 120, 16  # of a polynomial
BASIS, ENTRIES = 36, 4000  # polynomials that are squared at once, entries of all matrices
ATTEMPTS = 8  # Gram matrices in one search
ZEROS = 40
COORDINATES = {1: 2, 2: 2, 3: 2}  # the greatest coordinates of zeros, by variables; else 1


def by_gram(state: ProofState) -> Iterator[Attempt]:
    """Write a polynomial as a sum of squares times what is not negative."""
    if state.kind != ">=" or state.memory.gram_attempts >= ATTEMPTS or state.memory.is_last:
        return
    found = Forms.of(state, MOST, monomials=MONOMIALS, degree=DEGREE)
    if found is None or len(found.terms) < 2 or any(t[0] != "symbol" for t in found.terms):
        return
    if len(found.target) < 2 or any(unit != 1 for unit in found.ring.units):
        return
    state.memory.gram_attempts += 1
    parts = _parts(found, found.target)
    if parts is not None:
        yield from steps_of(state, ONE, parts)
        return
    degrees = set(map(sum, found.target))
    is_form = len(degrees) == 1
    if min(degrees) % 2 or (found.facts and is_form):
        return
    norm = _norm(len(found.terms), 0 if is_form else 1)
    state.memory.gram_attempts += 1
    parts = _parts(found, times(found.target, norm))
    if parts is None or any(part.fact is not None for _, part in parts):
        return
    scale = found.written(norm)
    (attempt,) = steps_of(state, scale, parts)
    if not is_form:
        yield attempt
        return
    # a form is divided by the square of the distance to the origin, where that is not zero
    yield Attempt(order_step(number(0), scale), plans={-1: attempt})


def _norm(count: int, constant: int) -> Powers:
    """Return the sum of the squares of all variables, and a constant."""
    rows = [tuple(2 * int(i == j) for j in range(count)) for i in range(count)]
    squares: dict[Exponents, Fraction] = dict.fromkeys(rows, Fraction(1))
    return squares | ({(0,) * count: Fraction(1)} if constant else {})


def _parts(found: Forms, target: Powers) -> list[tuple[Fraction, Column]] | None:
    """Return the columns of which a target is the sum, with their coefficients."""
    zeros = list(islice(_zeros(found, target), ZEROS))
    kept: list[tuple[Column, Block]] = []
    for column in _multipliers(found):
        is_alone = not found.signed and not found.facts
        rows = _basis(target, column.powers, is_alone=is_alone)
        near = [zero for zero in zeros if _value(column.powers, zero) > 0]
        for part in _by_symmetry(target, rows) if is_alone else [rows]:
            basis = _vanishing(part, near)
            if basis:
                kept.append((column, Block(column.powers, basis)))
    if not kept or sum(len(block.basis) ** 2 for _, block in kept) > ENTRIES:
        return None
    if max(len(block.basis) for _, block in kept) > BASIS:
        return None
    squares = sums_of_squares(target, [block for _, block in kept])
    if squares is None:
        return None
    parts = []
    for (column, _), sums in zip(kept, squares, strict=True):
        for value, root in sums:
            square: Term = ("power", found.written(root), TWO)
            factor = square if column.factor == ONE else ("multiply", column.factor, square)
            parts.append((value, Column({}, factor, column.fact)))
    return parts


def _multipliers(found: Forms) -> Iterator[Column]:
    """Yield what is not negative, and may be multiplied by squares."""
    one: Powers = {(0,) * len(found.terms): Fraction(1)}
    yield Column(one, ONE)
    for powers, term in found.signed:
        yield Column(powers, term)
    if len(found.signed) <= 4:
        for place, (powers, term) in enumerate(found.signed):
            for other, second in found.signed[place + 1 :]:
                yield Column(times(powers, other), ("multiply", term, second))
    for index, powers, is_zero in found.facts:
        if not is_zero:
            yield Column(powers, ONE, index)


def _basis(target: Powers, multiplier: Powers, *, is_alone: bool) -> list[Exponents]:
    """Return the monomials whose squares, times a multiplier, may occur in a target."""
    width = len(next(iter(target)))
    degrees, own = list(map(sum, target)), list(map(sum, multiplier))
    high = max(degrees) + (0 if is_alone else max(degrees) % 2)
    most = [max(row[place] for row in target) for place in range(width)]
    if not is_alone:
        most = [max(most)] * width if max(degrees) <= 4 else [value + 1 for value in most]
    least = 0 if max(own) != min(own) else max(0, -((min(own) - min(degrees)) // 2))
    rows: list[Exponents] = []
    tops = [max(row[place] for row in multiplier) for place in range(width)]
    ranges = [range(max(0, value - top) // 2 + 1) for value, top in zip(most, tops, strict=True)]
    for row in product(*ranges):
        if least <= sum(row) <= (high - max(own)) // 2:
            rows.append(row)
            if len(rows) > 4 * BASIS:
                return []
    return _needed(target, rows) if is_alone else rows


def _needed(target: Powers, rows: list[Exponents]) -> list[Exponents]:
    """Leave out monomials whose squares are no middle of others, and do not occur."""
    while True:
        mixed = {
            tuple(map(int.__add__, one, other))
            for place, one in enumerate(rows)
            for other in rows[:place]
        }
        kept = [r for r in rows if (s := tuple(2 * v for v in r)) in mixed or target.get(s, 0) > 0]
        if len(kept) == len(rows):
            return kept
        rows = kept


def _by_symmetry(target: Powers, rows: list[Exponents]) -> list[list[Exponents]]:
    """Return monomials by what changes of signs do to them that leave the target as it is.

    A Gram matrix that is the mean over all these changes has blocks of zeros between the parts.
    """
    pivots: dict[int, int] = {}  # a basis of the parities of the target, by leading bits

    def reduced(row: Exponents) -> int:
        bits = sum((power & 1) << place for place, power in enumerate(row))
        for lead in sorted(pivots, reverse=True):
            if bits >> lead & 1:
                bits ^= pivots[lead]
        return bits

    for row in target:
        bits = reduced(row)
        if bits:
            pivots[bits.bit_length() - 1] = bits
    parts: dict[int, list[Exponents]] = {}
    for row in rows:
        parts.setdefault(reduced(row), []).append(row)
    return list(parts.values())


def _zeros(found: Forms, target: Powers) -> Iterator[tuple[int, ...]]:
    """Yield zeros of a target with small integers in the domain, each line through 0 once."""
    width, is_form = len(found.terms), len(set(map(sum, target))) == 1
    top = COORDINATES.get(width, 1)
    values = sorted(range(-top, top + 1), key=abs)
    for point in product(values, repeat=width):
        if is_form and gcd(*point) != 1:
            continue  # on the line of another
        if any(_value(powers, point) < 0 for powers, _ in found.signed):
            continue
        if any(_value(powers, point) < 0 for _, powers, _ in found.facts):
            continue
        if _value(target, point) == 0:
            yield point


def _value(powers: Powers, point: Sequence[int]) -> Fraction:
    total = Fraction(0)
    for row, value in powers.items():
        for base, power in zip(point, row, strict=True):
            if power:
                value *= base**power
        total += value
    return total


def _vanishing(rows: list[Exponents], zeros: Sequence[Sequence[int]]) -> tuple[Powers, ...]:
    """Return a basis of the combinations of monomials that vanish at all zeros."""
    one = Fraction(1)
    values = [[int(_value({row: one}, zero)) for row in rows] for zero in zeros]
    values = [line for line in values if any(line)]
    if not values:
        return tuple({row: one} for row in rows)
    matrix, rank = fmpq_mat(
        len(values), len(rows), [fmpq(v) for line in values for v in line]
    ).rref()
    pivots: list[int] = []
    place = 0
    for line in range(rank):
        while not matrix[line, place]:
            place += 1
        pivots.append(place)
    free = [column for column in range(len(rows)) if column not in pivots]
    found = []
    for column in free:
        combined: dict[Exponents, Fraction] = {rows[column]: one}
        for line, pivot in enumerate(pivots):
            share = matrix[line, column]
            if share:
                combined[rows[pivot]] = Fraction(-int(share.p), int(share.q))
        found.append(combined)
    return tuple(found)
