"""A tactic of arithmetic and geometric means: negative monomials below means of positive ones.

Where m is the weighted geometric mean of monomials m_i, the sum of w_i m_i - m w_i is the sum of
w_i m (r_i - 1 - ln r_i) with r_i = m_i/m, since the logarithms cancel; no part of it is negative.
The weights are found by a linear program, exactly. With r_i = s_i m_i/m the sum of w_i s_i m_i is
at least that of m w_i (1 + ln s_i), which is how one negative monomial is bounded by others that do
not meet it where all variables are 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpq

from boundcalc.checker.goals import sides_of
from boundcalc.checker.terms import Term, integer_of, number
from boundcalc.proving.polynomial_tactics.coefficients import polynomial_of
from boundcalc.proving.polynomial_tactics.semidefinite import DEGREE
from boundcalc.proving.polynomials import Exponents, Powers
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplex import solve
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.tactics.ranges import end_step
from boundcalc.proving.term_translation import to_json

MOST_VARIABLES, MOST_ENTRIES = 8, 20_000  # of the polynomial, of the table of the linear program
MOST_SHARES = 60  # the common denominator of the weights of a scaled mean
ZERO = number(0)


@dataclass(frozen=True)
class Means:
    """Parts of positive monomials whose mean is below a negative one, and what is left of them."""

    parts: tuple[tuple[Exponents, Exponents, Fraction], ...]  # negative, positive, weight
    rest: Powers
    scales: tuple[Fraction, ...]  # what the ratio of each part is multiplied by
    gain: Term  # the sum of the weights times the logarithms of these, the same for all parts
    alone: str  # a new variable, the same in each proof, so that one is found once


def by_means(state: ProofState, *, is_late: bool = False) -> Iterator[Attempt]:
    """Bound each negative monomial by positive ones; signs and zeros of variables come first.

    Where signs are to be told apart, squares are tried before, up to the degree that they reach.
    """
    if state.kind != ">=" or not 1 < len(state.used) <= MOST_VARIABLES:
        return
    symbols = sorted(state.used)
    box = state.context.box
    if any(box[name].integer for name in symbols):
        return
    powers = polynomial_of(state, symbols)
    if not powers:
        return
    signed = [place for place, name in enumerate(symbols) if box[name].low < 0]
    is_deferred = bool(signed) and max(map(sum, powers)) <= DEGREE
    if is_deferred != is_late:
        return
    worst = {
        row: -abs(value) if any(row[place] % 2 for place in signed) else value
        for row, value in powers.items()
    }
    key = frozenset(worst.items())
    if key not in state.memory.means:
        alone = state.memory.new_name("v")
        state.memory.means[key] = _means(worst, alone) or _scaled(worst, alone)
    found = state.memory.means[key]
    if found is None:
        return
    for name in symbols:
        first = _first_step(state, name)
        if first is not None:
            yield first
            return
    yield _shown(symbols, found)


def of_a_power(state: ProofState) -> Iterator[Attempt]:
    """Compare a power of a sum with a product by logarithms: its parts r_i have the mean 1.

    With (sum of w_i m_i)^n >= c product of m_i^a_i, n the sum of the a_i, and r_i = n w_i m_i
    over a_i times the sum, the difference of the logarithms is that of a_i (r_i - 1 - ln r_i).
    """
    sides = sides_of(state.term)
    if state.kind != ">=" or sides is None or sides[0][0] != "power":
        return
    base, count = sides[0][1], integer_of(sides[0][2])
    box = state.context.box
    if count is None or count < 2 or any(box[name].low < 0 for name in state.used):
        return
    if any(box[name].integer for name in state.used):
        return
    weighed = _weighed(state, base, sides[1], count)
    if weighed is None:
        return
    for name in sorted(state.used):
        first = _first_step(state, name)
        if first is not None:
            yield first
            return
    alone = Means((), {}, (), ZERO, state.memory.new_name("v"))
    terms: list[Term] = []
    plans: dict[int, Attempt] = {}
    scale: Term = ("ln", ("divide", ("power", base, number(count)), sides[1]))
    for item, weight in weighed:
        ratio: Term = ("divide", ("multiply", number(count / weight), item), base)
        gap = ("add", ratio, number(-1), ("negate", ("ln", ratio)))
        plans[2 + len(terms)] = Attempt({"rule": "parts"}, plans={1: _alone(ratio, alone)})
        terms.append(("multiply", number(weight), gap))
        scale = ("add", scale, ("multiply", number(weight), ("ln", ratio)))
    rest = state.simple(scale)
    constant = scale if rest is None else ("multiply", rest.factor, rest.other)
    other: Term = ("add", number(0), constant, *terms)
    step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
    shown = Attempt(step, plans={-1: Attempt({"rule": "parts"}, plans=plans)})
    yield Attempt({"rule": "logarithm"}, plans={-1: shown})


def _weighed(
    state: ProofState, base: Term, product: Term, count: int
) -> list[tuple[Term, Fraction]] | None:
    """Return the summands of a sum with their powers in a product that is below its power."""
    whole = state.memory.form(state.context, product)
    if len(whole) != 1:
        return None
    ((powers, exponents), scale), left = next(iter(whole.items())), Fraction(count)
    wanted, found, size = dict(powers), [], Fraction(count)
    for (atoms, rest), value in state.memory.form(state.context, base).items():
        if len(atoms) != 1 or rest or value <= 0:
            return None
        ((atom, power),) = atoms
        weight = Fraction(wanted.pop(atom, Fraction(0))) / power
        if atom[0] != "symbol" or weight <= 0:
            return None
        found.append((form_term({(atoms, rest): value}), weight, value / weight))
        left -= weight
    if left or wanted or exponents or scale <= 0 or not found:
        return None
    common = lcm(*(weight.denominator for _, weight, _ in found))
    size = size ** (count * common)
    for _, weight, part in found:
        size *= part ** int(weight * common)
    is_below = scale**common <= size
    return [(item, weight) for item, weight, _ in found] if is_below else None


def _means(powers: Powers, alone: str) -> Means | None:
    """Return the means by which a polynomial is not negative for positive variables, or None."""
    negative = [row for row, value in powers.items() if value < 0]
    positive = [row for row, value in powers.items() if value > 0]
    width = len(next(iter(powers))) + 1
    height = len(negative) * width + len(positive)
    if not positive or height * len(positive) * (len(negative) + 1) > MOST_ENTRIES:
        return None
    columns: list[dict[int, fmpq]] = []
    for place in range(len(negative)):
        for other, row in enumerate(positive):
            column = {place * width + at: fmpq(power) for at, power in enumerate(row) if power}
            column[place * width + width - 1] = fmpq(1)
            column[len(negative) * width + other] = fmpq(1)
            columns.append(column)
    columns += [{len(negative) * width + other: fmpq(1)} for other in range(len(positive))]
    target: dict[int, fmpq] = {}
    for place, row in enumerate(negative):
        size = fmpq(-powers[row].numerator, powers[row].denominator)
        target |= {place * width + at: size * power for at, power in enumerate(row) if power}
        target[place * width + width - 1] = size
    for other, row in enumerate(positive):
        value = powers[row]
        target[len(negative) * width + other] = fmpq(value.numerator, value.denominator)
    solution = solve(columns, target, [0] * len(columns))
    if solution is None:
        return None
    values = [Fraction(int(value.p), int(value.q)) for value in solution]
    parts = tuple(
        (low, high, values[place * len(positive) + other])
        for place, low in enumerate(negative)
        for other, high in enumerate(positive)
        if values[place * len(positive) + other]
    )
    left = values[len(negative) * len(positive) :]
    rest = {row: value for row, value in zip(positive, left, strict=True) if value}
    return Means(parts, rest, (Fraction(1),) * len(parts), ZERO, alone)


def _scaled(powers: Powers, alone: str) -> Means | None:
    """Return the scaled mean by which a polynomial with one negative part is not negative."""
    negative = [row for row, value in powers.items() if value < 0]
    positive = [row for row, value in powers.items() if value > 0]
    if len(negative) != 1 or len(positive) * (len(negative[0]) + 1) > MOST_ENTRIES:
        return None
    (low,) = negative
    columns = [{place: fmpq(power) for place, power in enumerate((*row, 1))} for row in positive]
    target = {place: fmpq(power) for place, power in enumerate((*low, 1))}
    found = solve(columns, target, [0] * len(columns))
    if found is None:
        return None
    shares = {
        row: Fraction(int(value.p), int(value.q))
        for row, value in zip(positive, found, strict=True)
        if value
    }
    scales = [powers[row] / (share * -powers[low]) for row, share in shares.items()]
    common = lcm(*(share.denominator for share in shares.values()))
    mean = Fraction(1)
    for share, scale in zip(shares.values(), scales, strict=True):
        mean *= scale ** int(share * common)
    if common > MOST_SHARES or mean < 1:
        return None
    parts = tuple((low, row, share * -powers[low]) for row, share in shares.items())
    rest = {row: powers[row] for row in positive if row not in shares}
    logarithms = [
        ("multiply", number(weight), ("ln", number(scale)))
        for (_, _, weight), scale in zip(parts, scales, strict=True)
    ]
    gain = ZERO if mean == 1 else ("add", ZERO, *logarithms)
    return Means(parts, rest, tuple(scales), gain, alone)


def _first_step(state: ProofState, name: str) -> Attempt | None:
    """Return the step that gives a variable one sign, or takes zero out of its range."""
    values = state.context.box[name]
    if values.low < 0 < values.high:
        return Attempt({"rule": "split", "variable": name, "at": "0"})
    if values.low < 0:
        return _mirrored(state, name)
    if values.low == 0 and values.low_closed:
        return Attempt(end_step(values, name, "low"))
    return None


def _mirrored(state: ProofState, name: str) -> Attempt:
    """Return the step that writes a variable as -u, with u in its range."""
    values, new = state.context.box[name], state.memory.new_name("u")
    upper = len(state.context.facts) + isinstance(values.low, Fraction)
    shown = Attempt({"rule": "combine", "multipliers": [[upper, ["number", "1"]]]})
    bound = {"rule": "bound", "variable": new, "side": "low", "value": "0"}
    inside = Attempt({**bound, "closed": True}, plans={0: shown})
    step = {
        "rule": "substitute",
        "variable": name,
        "name": new,
        "form": "mirror",
        "a": ["number", "0"],
    }
    return Attempt(step, plans={-1: inside})


def _shown(symbols: Sequence[str], found: Means) -> Attempt:
    """Return the steps after which only v - 1 - ln v is left, for positive v."""
    terms: list[Term] = []
    plans: dict[int, Attempt] = {}
    for (low, high, weight), scale in zip(found.parts, found.scales, strict=True):
        ratio = _monomial([a - b for a, b in zip(high, low, strict=True)], symbols, scale)
        gap = ("add", ratio, number(-1), ("negate", ("ln", ratio)))
        plans[2 + len(terms)] = Attempt({"rule": "parts"}, plans={2: _alone(ratio, found)})
        terms.append(("multiply", number(weight), _monomial(low, symbols), gap))
    for row, value in found.rest.items():
        terms.append(("multiply", number(value), _monomial(row, symbols)))
    lowest = [_monomial(low, symbols) for low, _, _ in found.parts[:1]]
    other: Term = ("add", ZERO, ("multiply", found.gain, ONE, *lowest), *terms)
    return Attempt(
        {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)},
        plans={-1: Attempt({"rule": "parts"}, plans=plans)},
    )


def _alone(ratio: Term, found: Means) -> Attempt:
    """Return the steps that put one positive variable in the place of a ratio."""
    named = Attempt({"rule": "name", "term": to_json(ratio), "name": found.alone})
    positive = {"rule": "cut", "kind": ">", "term": to_json(ratio)}
    return Attempt(positive, plans={-1: named})


def _monomial(row: Sequence[int], symbols: Sequence[str], scale: Fraction = Fraction(1)) -> Term:
    powers: list[Term] = [
        ("power", ("symbol", name), number(power))
        for name, power in zip(symbols, row, strict=True)
        if power
    ]
    return ("multiply", ONE, number(scale), *powers)
