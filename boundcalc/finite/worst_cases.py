"""Worst cases over all laws with a guarantee, where these form a polytope: exact linear programs.

Main definitions
----------------
`worst_pair_of_laws`: the two (epsilon, delta)-indistinguishable laws that a linear function likes
best.
`worst_channel`: the (epsilon, delta)-private channel that a linear function likes best.

With r = e^epsilon rational, P(O) <= r Q(O) + delta for all events O if and only if there are slacks
s(x) >= 0 with P(x) <= r Q(x) + s(x) and a sum of at most delta, which is linear.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from boundcalc.finite.distributions import Channel, Distribution
from boundcalc.finite.linear_programs import LinearProgram, Row, maximize
from boundcalc.finite.privacy import Pair, neighbours
from boundcalc.language.numbers import read_rational

ONE, ZERO = Fraction(1), Fraction(0)


def worst_pair_of_laws(
    first: Sequence[Fraction],
    second: Sequence[Fraction],
    ratio: object,
    delta: object = 0,
    *,
    also: Sequence[tuple[Row, Fraction]] = (),
) -> tuple[Fraction, Distribution, Distribution]:
    """Return the greatest sum of first P + second Q over (ln ratio, delta)-indistinguishable P, Q.

    Exact, with the two laws that attain it; errors as `boundcalc.finite.linear_programs.maximize`.

    Parameters
    ----------
    first, second : sequence of Fraction
        The linear function, one coefficient for each outcome.
    also : sequence of (row, bound)
        Further constraints, with P in the variables 0, 1, ... and Q in those that follow.

    Examples
    --------
    >>> value, p, q = worst_pair_of_laws([ONE, ZERO], [-ONE, ZERO], 3)
    >>> value, p.probabilities
    (Fraction(1, 2), (Fraction(3, 4), Fraction(1, 4)))
    """
    r, slack = read_rational(ratio, name="ratio"), read_rational(delta, name="delta")
    size = len(first)
    rows: list[tuple[Row, Fraction]] = list(also)
    for way in range(2):
        p, q, s = way * size, (1 - way) * size, (2 + way) * size
        rows += [({p + x: ONE, q + x: -r, s + x: -ONE}, ZERO) for x in range(size)]
        rows.append(({s + x: ONE for x in range(size)}, slack))
    sums: list[tuple[Row, Fraction]] = [
        ({at + x: ONE for x in range(size)}, ONE) for at in (0, size)
    ]
    objective = {x: value for x, value in enumerate([*first, *second]) if value}
    best = maximize(LinearProgram(size=4 * size, objective=objective, at_most=rows, equal=sums))
    labels = tuple(range(size))
    left = Distribution(labels, best.point[:size])
    return best.value, left, Distribution(labels, best.point[size : 2 * size])


def worst_channel(
    inputs: Sequence[Hashable],
    outputs: Sequence[Hashable],
    objective: Mapping[Any, Fraction],
    ratio: object,
    delta: object = 0,
    *,
    pairs: Iterable[Pair] | None = None,
) -> tuple[Fraction, Channel]:
    """Return the greatest sum of objective[x, y] W(y | x) over (ln ratio, delta)-private channels.

    Exact, with the channel W that attains it; errors as `linear_programs.maximize` has them.

    Parameters
    ----------
    inputs, outputs : sequence of hashable
        The domain and the range of the channel.
    objective : mapping
        Coefficients by (input, output); others are 0.
    pairs : iterable of pairs of inputs, optional
        The ordered neighbours; by default the datasets that differ in one record.
    """
    r, slack = read_rational(ratio, name="ratio"), read_rational(delta, name="delta")
    place = {
        (x, y): i * len(outputs) + j for i, x in enumerate(inputs) for j, y in enumerate(outputs)
    }
    size = len(place)
    rows: list[tuple[Row, Fraction]] = []
    for x, other in neighbours(inputs) if pairs is None else pairs:
        for y in outputs:
            row = {place[x, y]: ONE, place[other, y]: -r}
            if slack:
                row[size] = -ONE
                size += 1
            rows.append((row, ZERO))
        if slack:
            rows.append(({size - 1 - i: ONE for i in range(len(outputs))}, slack))
    sums: list[tuple[Row, Fraction]] = [({place[x, y]: ONE for y in outputs}, ONE) for x in inputs]
    goal = {place[key]: value for key, value in objective.items() if value}
    best = maximize(LinearProgram(size=size, objective=goal, at_most=rows, equal=sums))
    laws = tuple(tuple(best.point[place[x, y]] for y in outputs) for x in inputs)
    return best.value, Channel(tuple(inputs), tuple(outputs), laws)
