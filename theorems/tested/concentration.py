"""Concentration on instances: sums, maxima of copies, and the column that is selected privately."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod

from boundcalc.finite import Distribution
from boundcalc.finite.testing import Case, TestedStatement
from boundcalc.finite.worst_cases import worst_channel
from boundcalc.language import ln, sqrt
from boundcalc.mechanisms.exponential import exponential_law
from boundcalc_theorems.statistics import concentration
from boundcalc_theorems.tested.families import (
    ONE,
    RATIOS,
    ZERO,
    Generator,
    binomial_law,
    cases_of,
    law,
    none,
    pick,
    sum_law,
)

_HALF = Fraction(1, 2)


def _rational(rng: Generator, low: int = 0, high: int = 12, over: int = 12) -> Fraction:
    return Fraction(int(rng.integers(low, high + 1)), over)


def _variable(rng: Generator, low: int = 0, high: int = 12, over: int = 12) -> Distribution:
    """Return a law on up to 3 multiples of 1/over between low/over and high/over."""
    size = int(rng.integers(1, 4))
    points = sorted({_rational(rng, low, high, over) for _ in range(size)})
    return Distribution(tuple(points), law(rng, len(points)).probabilities)


def _mean(variable: Distribution) -> Fraction:
    return variable.expectation(lambda value: value)


def _facts(variables: list[Distribution]) -> tuple[object, ...]:
    return tuple((v.outcomes, v.probabilities) for v in variables)


# --- classical tails ---------------------------------------------------------------------------


def _markov(variable: Distribution, level: Fraction) -> Case:
    return Case(
        facts={
            "values": variable.outcomes,
            "probabilities": variable.probabilities,
            "level": level,
        },
        values={"mean": _mean(variable), "level": level},
        measured=variable.probability(lambda value: value >= level),
    )


def _markov_by_hand() -> Iterator[Case]:
    for chance in (Fraction(1, 1000), _HALF, ONE):
        yield _markov(Distribution((ZERO, Fraction(7)), (1 - chance, chance)), Fraction(7))


def _random_markov(rng: Generator) -> Case:
    variable = _variable(rng, 0, 60)
    return _markov(variable, pick(rng, *[v for v in variable.outcomes if v] or [ONE]))


def _sum_tail(variables: list[Distribution], deviation: Fraction) -> tuple[Fraction, Fraction]:
    """Return the upper and the two-sided tail of the sum minus its expectation."""
    total = sum_law(variables)
    mean = _mean(total)
    upper = total.probability(lambda value: value - mean >= deviation)
    return upper, total.probability(lambda value: abs(value - mean) >= deviation)


def _sum_case(variables: list[Distribution], deviation: Fraction, kind: str) -> Case:
    """The tail of a sum at a deviation, with the parameters of the statement of that kind."""
    n = len(variables)
    upper, both = _sum_tail(variables, deviation)
    widths = [max(v.outcomes) - min(v.outcomes) for v in variables]  # type: ignore[type-var, operator]
    values: dict[str, object] = {"n": n}
    measured = upper
    if kind in ("mean", "width"):
        values |= {"deviation": deviation / n, "width": max(*widths, Fraction(1, 100))}
    elif kind in ("sum", "both"):
        squares = sum((w * w for w in widths), start=ZERO)
        values |= {"deviation": deviation, "squared_widths": squares or Fraction(1, 100)}
        measured = both if kind == "both" else upper
    else:
        values |= {"tau": deviation / n, "tail_constant": 2}
        measured = both if kind == "query" else upper
    return Case(
        facts={"laws of the variables": _facts(variables), "deviation of the sum": deviation},
        values=values,
        measured=measured,
    )


def _sums(kind: str) -> tuple[Callable[[], Iterator[Case]], Callable[[Generator], Case | None]]:
    """Return the cases by hand and the random ones for a kind of statement about sums."""
    wide = kind in ("mean", "width", "sum", "both")

    def by_hand() -> Iterator[Case]:
        if kind in ("mean", "width"):
            coin = Distribution((-ONE, ONE), (_HALF, _HALF))
            yield _sum_case([coin], ONE, kind)
        for n in (1, 2, 8, 30):
            for p in (_HALF, Fraction(1, 20)):
                coins = [Distribution((ZERO, ONE), (1 - p, p))] * n
                for j in range(n + 1):
                    if 0 < j - n * p < n:
                        yield _sum_case(coins, j - n * p, kind)

    def draw(rng: Generator) -> Case | None:
        low, high = (-24, 24) if wide and rng.random() < 0.3 else (0, 12)
        variables = [_variable(rng, low, high) for _ in range(int(rng.integers(1, 6)))]
        total = sum_law(variables)
        gaps = sorted({value - _mean(total) for value, _ in total.items()})
        above = [gap for gap in gaps if gap > 0]
        return _sum_case(variables, pick(rng, *above), kind) if above else None

    return by_hand, draw


def _closing() -> Iterator[Case]:
    """Fair coins, and one coin that the minimum of the chain cannot hold for."""
    yield _sum_case([Distribution((ZERO, ONE), (_HALF, _HALF))], _HALF, "tail")
    for n in (200, 1000):
        for part in (Fraction(1, 20), Fraction(1, 4), Fraction(49, 100)):
            upper = sum(
                p for j, p in enumerate(binomial_law(n, _HALF)) if j - n * _HALF >= part * n
            )
            yield Case(
                facts={"variables": f"{n} fair coins", "tau": part},
                values={"n": n, "tau": part, "tail_constant": 2},
                measured=upper,
            )


# --- martingales and functions of low sensitivity ----------------------------------------------


def _azuma(rng: Generator) -> Case:
    """Increments whose law depends on the sign of the sum so far."""
    n, bound = int(rng.integers(1, 8)), Fraction(1)
    laws = []
    for _ in range(2):
        variable = _variable(rng, -12, 12)
        laws.append(variable)
    drift = max(_mean(variable) for variable in laws)
    sums: dict[Fraction, Fraction] = {ZERO: ONE}
    for _ in range(n):
        after: dict[Fraction, Fraction] = {}
        for total, chance in sums.items():
            for step, weight in laws[total > 0].items():
                after[total + step] = after.get(total + step, ZERO) + chance * weight
        sums = after
    level = pick(rng, *sums)
    excess = max(level - n * drift, ZERO)
    return Case(
        facts={"laws of a step at a sum <= 0 and > 0": _facts(laws), "steps": n, "level": level},
        values={
            "n": n,
            "increment_bound": bound,
            "drift": drift,
            "t": excess / (sqrt(n) * bound) if excess else ZERO,
        },
        measured=sum((p for total, p in sums.items() if total >= n * drift + excess), start=ZERO),
    )


def _mcdiarmid(rng: Generator) -> Case | None:
    n = int(rng.integers(1, 6))
    coin = _variable(rng, 0, 1, 1) if rng.random() < 0.3 else Distribution((0, 1), (_HALF, _HALF))
    if len(coin) < 2:
        return None
    inputs = list(product((0, 1), repeat=n))
    table = {x: _rational(rng) if rng.random() < 0.5 else Fraction(sum(x)) for x in inputs}
    flips = [
        abs(table[x] - table[(*x[:i], 1 - x[i], *x[i + 1 :])]) for x in inputs for i in range(n)
    ]
    weight = {x: prod((coin.probabilities[b] for b in x), start=ONE) for x in inputs}
    mean = sum((weight[x] * table[x] for x in inputs), start=ZERO)
    above = sorted({value - mean for value in table.values() if value > mean})
    if not above:
        return None
    deviation = pick(rng, *above)
    return Case(
        facts={
            "values of f": tuple(table.values()),
            "law of a bit": coin.probabilities,
            "deviation": deviation,
        },
        values={"n": n, "Delta": max(flips), "deviation": deviation},
        measured=sum((weight[x] for x in inputs if table[x] - mean >= deviation), start=ZERO),
    )


# --- maxima of copies --------------------------------------------------------------------------


def _expected_maximum(variable: Distribution, copies: int) -> Fraction:
    """Return the expectation of the greatest of zero and independent copies."""
    values = sorted(value for value in variable.outcomes if value > 0)  # type: ignore[type-var, operator]
    result, upto = ZERO, variable.probability(lambda v: v <= 0) ** copies
    for value in values:
        at_most = variable.probability(lambda v, w=value: v <= w) ** copies  # type: ignore[misc]
        result += value * (at_most - upto)  # type: ignore[operator]
        upto = at_most
    return result


def _maximum(variable: Distribution, copies: int) -> Case:
    expected = _expected_maximum(variable, copies)
    return Case(
        facts={
            "values": variable.outcomes,
            "probabilities": variable.probabilities,
            "copies": copies,
        },
        values={"copies": copies, "expected_maximum": expected},
        measured=variable.probability(lambda value: value >= 2 * expected),
    )


def _maximum_by_hand() -> Iterator[Case]:
    yield _maximum(Distribution((ZERO,), (ONE,)), 1)
    for copies in (1, 2, 10, 100):
        chance = Fraction(2**20 - round(2 ** (20 - 1 / copies)), 2**20)
        yield _maximum(Distribution((ZERO, ONE), (1 - chance, chance)), copies)
        # Just below: twice the expected maximum is at most 1, and is reached with that chance.
        low = chance * Fraction(999, 1000)
        yield _maximum(Distribution((ZERO, ONE), (1 - low, low)), copies)


def _random_maximum(rng: Generator) -> Case:
    return _maximum(_variable(rng, -12, 24), int(rng.integers(1, 12)))


def _copies(rng: Generator) -> Case:
    variables = [_variable(rng) for _ in range(int(rng.integers(1, 5)))]
    total = sum_law(variables)
    mean = _mean(total)
    count = int(pick(rng, 1, 2, 5, 40))
    return Case(
        facts={"laws of the variables": _facts(variables), "copies": count},
        values={"n": len(variables), "copies": count},
        measured=_expected_maximum(total.map(lambda value: value - mean), count),
    )


def _copies_by_hand() -> Iterator[Case]:
    for n in (1, 4, 20):
        for p in (_HALF, Fraction(1, 10)):
            total = sum_law([Distribution((-p, 1 - p), (1 - p, p))] * n)
            for count in (1, 3, 100):
                yield Case(
                    facts={"variables": f"{n} bits", "chance of a one": p, "copies": count},
                    values={"n": n, "copies": count},
                    measured=_expected_maximum(total, count),
                )


# --- columns -----------------------------------------------------------------------------------

Matrix = tuple[tuple[Fraction, ...], ...]


def _row_law(rng: Generator, columns: int) -> Distribution:
    rows = {tuple(_rational(rng, 0, 4, 4) for _ in range(columns)) for _ in range(3)}
    return Distribution(tuple(rows), law(rng, len(rows)).probabilities)


def _matrices(rows: list[Distribution]) -> Iterator[tuple[Matrix, Fraction]]:
    for parts in product(*(tuple(row.items()) for row in rows)):
        yield tuple(row for row, _ in parts), prod((p for _, p in parts), start=ONE)


def _column_sums(matrix: Matrix) -> list[Fraction]:
    return [sum(column, start=ZERO) for column in zip(*matrix, strict=True)]


def _greatest_mean(rows: list[Distribution]) -> Fraction:
    sums: list[Fraction] = []
    for matrix, chance in _matrices(rows):
        sums = [s + chance * v for s, v in zip(sums or [ZERO] * 99, _column_sums(matrix))]  # noqa: B905
    return max(sums)


def _columns(rng: Generator) -> Case:
    count, n = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    rows = [_row_law(rng, count) for _ in range(n)]
    expected = sum((p * max(_column_sums(x)) for x, p in _matrices(rows)), start=ZERO)
    return Case(
        facts={"laws of the rows": _facts(rows)},
        values={
            "columns": count,
            "column_mean": _greatest_mean(rows),
            "eta": pick(rng, Fraction(1, 10), _HALF, ONE, Fraction(3)),
        },
        measured=expected,
    )


def _selected(rng: Generator) -> Case:
    """The column is chosen by the exponential mechanism with base e^(eta/2)."""
    count, n = int(rng.integers(2, 4)), int(rng.integers(1, 4))
    rows = [_row_law(rng, count) for _ in range(n)]
    root = pick(rng, Fraction(11, 10), Fraction(2), Fraction(50))
    total = ZERO
    for matrix, chance in _matrices(rows):
        sums = _column_sums(matrix)
        chosen = exponential_law([int(4 * value) for value in sums], root)
        total += chance * sum((p * sums[j] for j, p in chosen.items()), start=ZERO)
    return Case(
        facts={"laws of the rows": _facts(rows), "e^(eta/8)": root},
        values={"column_mean": _greatest_mean(rows), "eta": 8 * ln(root)},
        measured=total,
    )


def _worst_selection() -> Iterator[Case]:
    """The private selection with the greatest expected sum, by linear programs."""
    for n in (1, 2):
        for p in (_HALF, Fraction(1, 20), Fraction(1, 1000)):
            unit = Distribution(((ONE, ZERO), (ZERO, ONE), (ZERO, ZERO)), (p, p, 1 - 2 * p))
            rows = [unit] * n
            weights = dict(_matrices(rows))
            objective = {(x, j): w * _column_sums(x)[j] for x, w in weights.items() for j in (0, 1)}
            for ratio in RATIOS:
                value, _ = worst_channel(list(weights), (0, 1), objective, ratio)
                yield Case(
                    facts={
                        "law of each of the rows": _facts([unit]),
                        "n": n,
                        "e^eta": ratio,
                        "selection": "the optimum of the linear program over all of them",
                    },
                    values={"column_mean": n * p, "eta": ln(ratio)},
                    measured=value,
                )


def _sum_statement(theorem: object, kind: str) -> TestedStatement:
    by_hand, draw = _sums(kind)
    return TestedStatement(
        theorem=theorem,  # type: ignore[arg-type]
        quantity="beta" if kind == "query" else "probability",
        reading="probability that a sum of independent variables deviates that far",
        cases=cases_of(by_hand, draw),
    )


_TAIL = "probability that the variable reaches twice its expected maximum"
_MAXIMUM = "expected greatest of zero and the copies"

STATEMENTS = (
    TestedStatement(
        theorem=concentration.markov,
        quantity="probability",
        reading="probability that the variable reaches the level",
        cases=cases_of(_markov_by_hand, _random_markov),
    ),
    _sum_statement(concentration.hoeffding_mean, "mean"),
    _sum_statement(concentration.hoeffding_mean_corrected, "width"),
    _sum_statement(concentration.hoeffding_sum, "sum"),
    _sum_statement(concentration.hoeffding_two_sided, "both"),
    _sum_statement(concentration.hoeffding_query, "query"),
    _sum_statement(concentration.bounded_mean_tail, "tail"),
    TestedStatement(
        theorem=concentration.azuma,
        quantity="probability",
        reading="probability that the sum of the increments reaches the deviation",
        cases=cases_of(none, _azuma),
    ),
    TestedStatement(
        theorem=concentration.mcdiarmid,
        quantity="probability",
        reading="probability that the function exceeds its expectation by the deviation",
        cases=cases_of(none, _mcdiarmid),
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="probability",
            reading=_TAIL,
            cases=cases_of(_maximum_by_hand, _random_maximum),
        )
        for theorem in (
            concentration.tail_of_maximum,
            concentration.tail_of_maximum_corrected,
            concentration.tail_of_maximum_sharp,
        )
    ),
    TestedStatement(
        theorem=concentration.column_maximum,
        quantity="mean",
        reading="expected greatest column sum of a matrix with independent rows",
        cases=cases_of(none, _columns),
        instances=200,
    ),
    TestedStatement(
        theorem=concentration.selected_column_mean,
        quantity="mean",
        reading="expected sum of the selected column",
        cases=cases_of(_worst_selection, _selected),
        instances=200,
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="mean",
            reading=_MAXIMUM,
            cases=cases_of(_copies_by_hand, _copies),
            instances=200,
        )
        for theorem in (concentration.copies_maximum, concentration.copies_maximum_sharp)
    ),
    *(
        TestedStatement(
            theorem=theorem,
            quantity="probability",
            reading="probability that the mean of bits exceeds its expectation by tau",
            cases=cases_of(_closing),
        )
        for theorem in (
            concentration.closing_minimum,
            concentration.closing_minimum_corrected,
            concentration.closing_tail,
        )
    ),
)
