"""Gram matrices: a polynomial as sums of squares times given ones, by a barrier and exact rounding.

The matrices are looked for in doubles, as the point at which the sum of the logarithms of their
determinants is greatest: it lies inside, so that rounding it to rationals does no harm.
What is returned is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, nmod_mat

from boundcalc.checker.terms import spend
from boundcalc.proving.polynomials import Exponents, Powers

MOST_ROWS = 260  # monomials of all products
STEPS = 60  # of Newton's method
CLOSE = 1e-9  # of a residual, relatively
RIDGE = 1e-15
PULL = 1e-3  # towards small matrices, where large ones would do as well
ROUNDINGS = (6, 12, 20, 30)  # bits
SHORTEST = 1e-6  # share of a step
PRODUCTS = 12  # of monomials that take as long as a step of arithmetic
PRIME = (1 << 61) - 1
NEARBY = Fraction(1, 10**4)  # what a target is raised by, to see which squares it has no room for
SMALL, APART = 1e-2, 100.0  # eigenvalues of a kernel, and the gap behind them, relatively
FEW = 12  # polynomials of a block whose kernel is looked for
LONGEST, NEAR = 12, 5e-3  # the greatest denominator in a kernel, and how near to it doubles are
Squares = list[tuple[Fraction, Powers]]


@dataclass(frozen=True)
class Block:
    """A polynomial that is not negative, and the polynomials whose squares it may multiply."""

    powers: Powers
    basis: tuple[Powers, ...]


def sums_of_squares(target: Powers, blocks: Sequence[Block]) -> list[Squares] | None:
    """Return squares with positive coefficients for each block that add up to a target, or None.

    Guaranteed: the sum over the blocks of its polynomial times the sum of its squares is the
    target, exactly.
    """
    squares = _inside(target, blocks)
    if squares is None and len(blocks) == 1 and len(blocks[0].basis) <= FEW:
        face = _face(target, blocks[0])
        squares = None if face is None else _inside(target, [face])
    return squares


def _inside(target: Powers, blocks: Sequence[Block]) -> list[Squares] | None:
    """Return squares by Gram matrices that are positive definite."""
    places, columns, rows = _linear(blocks)
    if not set(target) <= rows.keys() or len(rows) > MOST_ROWS:
        return None
    found = _centre(target, blocks, places, columns, rows)
    if found is None:
        return None
    pivots = _pivots(columns, rows)
    for bits in ROUNDINGS:
        entries = [Fraction(round(value * 2**bits), 2**bits) for value in found]
        if _balance(entries, target, columns, rows, pivots):
            squares = _decomposed(blocks, places, entries)
            if squares is not None:
                return squares
    return None


def _linear(
    blocks: Sequence[Block],
) -> tuple[list[tuple[int, int, int]], list[Powers], dict[Exponents, int]]:
    """Return the entries of all Gram matrices, what each contributes, and numbers of monomials."""
    places = [
        (index, i, j)
        for index, block in enumerate(blocks)
        for i in range(len(block.basis))
        for j in range(i, len(block.basis))
    ]
    columns = [_column(blocks[index], i, j) for index, i, j in places]
    rows = {row: number for number, row in enumerate(dict.fromkeys(r for c in columns for r in c))}
    return places, columns, rows


def _face(target: Powers, block: Block) -> Block | None:
    """Return a block without the squares that a target has no room for, or None.

    Where no Gram matrix is positive definite, those of a slightly greater target have small
    eigenvalues; the space of their vectors has a basis of short rationals, if anything helps.
    """
    greater = dict(target)
    scale = NEARBY * max(map(abs, target.values()))
    for one in block.basis:
        for row, value in times(times(one, one), block.powers).items():
            greater[row] = greater.get(row, Fraction(0)) + scale * value
    places, columns, rows = _linear([block])
    if not set(greater) <= rows.keys() or len(rows) > MOST_ROWS:
        return None
    found = _centre(greater, [block], places, columns, rows)
    if found is None:
        return None
    matrix = np.zeros((len(block.basis), len(block.basis)))
    for (_, i, j), entry in zip(places, found, strict=True):
        matrix[i, j] = matrix[j, i] = entry
    sizes, vectors = np.linalg.eigh(matrix)
    count = int(np.sum(sizes < SMALL * sizes[-1]))
    if not 0 < count < len(sizes) or sizes[count] < APART * sizes[count - 1]:
        return None
    basis = _orthogonal(vectors[:, :count].T.copy(), block.basis)
    return None if basis is None else Block(block.powers, basis)


def _orthogonal(kernel: Any, basis: Sequence[Powers]) -> tuple[Powers, ...] | None:
    """Return the combinations of a basis that vectors in doubles, near rational ones, leave."""
    pivots: list[int] = []
    for line in range(len(kernel)):
        at, place = divmod(int(abs(kernel[line:]).argmax()), kernel.shape[1])
        kernel[[line, line + at]] = kernel[[line + at, line]]
        kernel[line] /= kernel[line, place]
        for other in range(len(kernel)):
            if other != line:
                kernel[other] -= kernel[other, place] * kernel[line]
        pivots.append(place)
    found: list[Powers] = []
    for free in (place for place in range(len(basis)) if place not in pivots):
        combined = dict(basis[free])
        for line, pivot in enumerate(pivots):
            share = Fraction(float(kernel[line, free])).limit_denominator(LONGEST)
            if abs(float(share) - float(kernel[line, free])) > NEAR:
                return None
            for row, value in basis[pivot].items():
                combined[row] = combined.get(row, Fraction(0)) - share * value
        found.append({row: value for row, value in combined.items() if value})
    return tuple(found)


def times(first: Powers, second: Powers) -> dict[Exponents, Fraction]:
    """Return the product of two polynomials."""
    spend(1 + len(first) * len(second) // PRODUCTS)
    total: dict[Exponents, Fraction] = {}
    for left, value in first.items():
        for right, other in second.items():
            row = tuple(map(int.__add__, left, right))
            total[row] = total.get(row, Fraction(0)) + value * other
    return {row: value for row, value in total.items() if value}


def _column(block: Block, i: int, j: int) -> Powers:
    """Return what an entry of the Gram matrix of a block, and its mirror image, contribute."""
    product = times(times(block.basis[i], block.basis[j]), block.powers)
    return product if i == j else {row: 2 * value for row, value in product.items()}


def _centre(
    target: Powers,
    blocks: Sequence[Block],
    places: Sequence[tuple[int, int, int]],
    columns: Sequence[Powers],
    rows: dict[Exponents, int],
) -> list[float] | None:
    """Return the entries of Gram matrices well inside of those that fit, in doubles, or None."""
    scale = float(max(map(abs, target.values())))
    wanted = np.zeros(len(rows))
    for row, value in target.items():
        wanted[rows[row]] = float(value) / scale
    maps = _maps(blocks, places, columns, rows)
    matrices = [np.eye(len(block.basis)) for block in blocks]
    for _ in range(STEPS):
        left, right, gap = np.zeros((len(rows), len(rows))), wanted.copy(), wanted.copy()
        for (used, one), matrix in zip(maps, matrices, strict=True):
            now = np.tensordot(one, matrix, ([1, 2], [0, 1]))
            gap[used] -= now
            turned = np.matmul(matrix, np.matmul(one, matrix))
            left[np.ix_(used, used)] += np.tensordot(turned, one, ([1, 2], [1, 2]))
            right[used] -= 2 * now - PULL * np.tensordot(one, matrix @ matrix, ([1, 2], [0, 1]))
        try:
            prices = np.linalg.solve(left + RIDGE * np.trace(left) * np.eye(len(rows)), right)
        except np.linalg.LinAlgError:
            return None
        steps = []
        for (used, one), matrix in zip(maps, matrices, strict=True):
            priced = np.tensordot(prices[used], one, (0, 0))
            steps.append(matrix - PULL * matrix @ matrix + matrix @ priced @ matrix)
        try:
            share = _longest(matrices, steps)
        except np.linalg.LinAlgError:
            return None
        if share < SHORTEST:
            return None
        matrices = [one + share * step for one, step in zip(matrices, steps, strict=True)]
        size = max(float(abs(step).max()) for step in steps)
        largest = max(float(abs(one).max()) for one in matrices)
        if share == 1 and size < 1e-2 * largest and float(abs(gap).max()) < CLOSE:
            return [scale * float(matrices[index][i, j]) for index, i, j in places]
    return None


def _maps(
    blocks: Sequence[Block],
    places: Sequence[tuple[int, int, int]],
    columns: Sequence[Powers],
    rows: dict[Exponents, int],
) -> list[tuple[list[int], Any]]:
    """Return for each block the rows that it touches, and the matrix of each of them."""
    touched: list[dict[int, int]] = [{} for _ in blocks]
    for (index, _, _), column in zip(places, columns, strict=True):
        for row in column:
            touched[index].setdefault(rows[row], len(touched[index]))
    maps = [
        np.zeros((len(used), len(block.basis), len(block.basis)))
        for used, block in zip(touched, blocks, strict=True)
    ]
    for (index, i, j), column in zip(places, columns, strict=True):
        for row, value in column.items():
            share = float(value) / (1 if i == j else 2)
            maps[index][touched[index][rows[row]], i, j] = share
            maps[index][touched[index][rows[row]], j, i] = share
    return [(list(used), one) for used, one in zip(touched, maps, strict=True)]


def _longest(matrices: Sequence[Any], steps: Sequence[Any]) -> float:
    """Return the share of a step after which all matrices are still positive definite."""
    share = 1.0
    for matrix, step in zip(matrices, steps, strict=True):
        root = np.linalg.cholesky(matrix)
        inverse = np.linalg.inv(root)
        least = float(np.linalg.eigvalsh(inverse @ step @ inverse.T)[0])
        if least < 0:
            share = min(share, -0.9 / least)
    return share


def _pivots(columns: Sequence[Powers], rows: dict[Exponents, int]) -> tuple[list[int], list[int]]:
    """Return columns and rows on which a square matrix of full rank stands, modulo a prime."""
    entries = [[0] * len(columns) for _ in rows]
    for place, column in enumerate(columns):
        for row, value in column.items():
            entries[rows[row]][place] = value.numerator * pow(value.denominator, -1, PRIME) % PRIME
    chosen = _leading(entries)
    turned = [[line[place] for line in entries] for place in chosen]
    return chosen, _leading(turned)


def _leading(entries: list[list[int]]) -> list[int]:
    """Return the columns in which the lines of the echelon form begin."""
    width = len(entries[0])
    flat = [value for line in entries for value in line]
    reduced, rank = nmod_mat(len(entries), width, flat, PRIME).rref()
    found, place = [], 0
    for row in range(rank):
        while not int(reduced[row, place]):
            place += 1
        found.append(place)
    return found


def _balance(
    entries: list[Fraction],
    target: Powers,
    columns: Sequence[Powers],
    rows: dict[Exponents, int],
    pivots: tuple[list[int], list[int]],
) -> bool:
    """Change some entries so that the sum is the target exactly; return whether that can be."""
    gap = _gap(entries, target, columns)
    chosen, lines = pivots
    places = {line: place for place, line in enumerate(lines)}
    matrix = fmpq_mat(len(chosen), len(chosen))
    right = fmpq_mat(len(chosen), 1)
    for place, pivot in enumerate(chosen):
        for row, value in columns[pivot].items():
            if rows[row] in places:
                matrix[places[rows[row]], place] = fmpq(value.numerator, value.denominator)
    for row, value in gap.items():
        if rows[row] in places:
            right[places[rows[row]], 0] = fmpq(value.numerator, value.denominator)
    solved = matrix.solve(right)
    for place, pivot in enumerate(chosen):
        change = solved[place, 0]
        entries[pivot] += Fraction(int(change.p), int(change.q))
    return not any(_gap(entries, target, columns).values())


def _gap(
    entries: Sequence[Fraction], target: Powers, columns: Sequence[Powers]
) -> dict[Exponents, Fraction]:
    gap = dict(target)
    for value, column in zip(entries, columns, strict=True):
        if value:
            for row, part in column.items():
                gap[row] = gap.get(row, Fraction(0)) - value * part
    return gap


def _decomposed(
    blocks: Sequence[Block], places: Sequence[tuple[int, int, int]], entries: Sequence[Fraction]
) -> list[Squares] | None:
    """Return the squares of all blocks, or None where a matrix is not positive definite."""
    matrices = [[[Fraction(0)] * len(block.basis) for _ in block.basis] for block in blocks]
    for (index, i, j), value in zip(places, entries, strict=True):
        matrices[index][i][j] = matrices[index][j][i] = value
    found = []
    for block, matrix in zip(blocks, matrices, strict=True):
        squares = _diagonalized(matrix, block.basis)
        if squares is None:
            return None
        found.append(squares)
    return found


def _diagonalized(matrix: list[list[Fraction]], basis: Sequence[Powers]) -> Squares | None:
    """Return the squares that a Gram matrix stands for, by Cholesky's method without roots."""
    squares: Squares = []
    count = len(basis)
    for place in range(count):
        pivot = matrix[place][place]
        if pivot < 0 or (not pivot and any(matrix[place][place:])):
            return None
        if not pivot:
            continue
        root: dict[Exponents, Fraction] = {}
        for other in range(place, count):
            share = matrix[place][other] / pivot
            for row, value in basis[other].items():
                root[row] = root.get(row, Fraction(0)) + share * value
        squares.append((pivot, {row: value for row, value in root.items() if value}))
        for i in range(place + 1, count):
            share = matrix[i][place] / pivot
            for j in range(place + 1, count):
                matrix[i][j] -= share * matrix[place][j]
    return squares
