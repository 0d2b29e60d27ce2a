"""Tactics of coefficients: a polynomial none of whose coefficients is negative, in the right basis.

In one variable the basis is that of Bernstein on parts of the range, or powers of the distance from
the end of a half-line; squares are divided out first, so that a zero inside does no harm.
In several variables that are not negative, one of two is the greater, and is written as the other
and a rest that is not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from flint import fmpq, fmpq_poly

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import minus
from boundcalc.checker.terms import Term, names, number
from boundcalc.proving.proof_state import Attempt, ProofState, order_step
from boundcalc.proving.simplify import ONE
from boundcalc.proving.term_translation import number_text, to_json

LEAST_DEGREE, MOST_DEGREE = 5, 40
DEPTH = 9  # cuts one inside the other
PARTS = 24  # of a range
TWO = number(2)
End = Fraction | None
Powers = dict[tuple[int, ...], Fraction]


def by_coefficients(state: ProofState) -> Iterator[Attempt]:
    """Prove that a polynomial is not negative, or positive, by the signs of its coefficients."""
    if state.kind not in (">=", ">") or state.ladder or not state.used:
        return
    is_free = not any(names(fact) & state.used for _, fact in state.context.facts)
    ranges = {name: state.context.box[name] for name in sorted(state.used)}
    if any(values.integer for values in ranges.values()):
        return
    polynomial = polynomial_of(state, list(ranges))
    if polynomial is None:
        return
    if len(ranges) == 1 and is_free:
        yield from _in_one(state, polynomial)
    elif len(ranges) in range(*VARIABLES):
        yield from _ordered(state, list(ranges), polynomial)


def polynomial_of(state: ProofState, symbols: list[str]) -> Powers | None:
    """Return the exponents of the variables with the coefficients, or None for other terms."""
    found: Powers = {}
    for (powers, exponents), value in state.memory.form(state.context, state.term).items():
        row = dict.fromkeys(symbols, 0)
        for atom, power in powers:
            if atom[0] != "symbol" or power.denominator != 1 or power < 0:
                return None
            row[str(atom[1])] = int(power)
        if exponents:
            return None
        found[tuple(row.values())] = value
    return found or None


# --- one variable -------------------------------------------------------------------------------


def _in_one(state: ProofState, polynomial: Powers) -> Iterator[Attempt]:
    (name,) = state.used
    degree = max(row[0] for row in polynomial)
    if not LEAST_DEGREE <= degree <= MOST_DEGREE:
        return
    values = [polynomial.get((power,), Fraction(0)) for power in range(degree + 1)]
    whole = fmpq_poly([fmpq(value.numerator, value.denominator) for value in values])
    root, rest = _square_root(whole)
    if state.kind == ">" and root.degree() > 0:
        return
    span = state.context.box[name].interval
    ends = [end if isinstance(end, Fraction) else None for end in (span.low, span.high)]
    cutter = _Cutter(name, root, rest, state.kind == ">")
    found = cutter.parts(ends[0], ends[1], 0)
    if found is not None:
        yield found


def _square_root(whole: fmpq_poly) -> tuple[fmpq_poly, fmpq_poly]:
    """Return g and h, where h has no double zeros and the polynomial is g^2 h."""
    content, factors = whole.factor()
    root, rest = fmpq_poly([1]), fmpq_poly([content])
    for factor, count in factors:
        root *= factor ** (int(count) // 2)
        rest *= factor ** (int(count) % 2)
    return root, rest


@dataclass
class _Cutter:
    """Cuts a range until the coefficients of g^2 h show the sign on each part."""

    name: str
    root: fmpq_poly
    rest: fmpq_poly
    is_strict: bool
    count: int = 0

    def parts(self, low: End, high: End, depth: int) -> Attempt | None:
        """Return the steps on a part of the range, or None."""
        self.count += 1
        shown = self.shown(low, high)
        if shown is not None:
            step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(shown)}
            return Attempt(step)
        at = _cut(low, high)
        if depth == DEPTH or self.count > PARTS or self._is_negative(at):
            return None
        below = self.parts(low, at, depth + 1)
        above = None if below is None else self.parts(at, high, depth + 1)
        if below is None or above is None:
            return None
        step = {"rule": "split", "variable": self.name, "at": number_text(at)}
        return Attempt(step, plans={0: below, 1: above})

    def _is_negative(self, at: Fraction) -> bool:
        return bool(self.rest(fmpq(at.numerator, at.denominator)) < 0)

    def shown(self, low: End, high: End) -> Term | None:
        """Return the polynomial in a basis in which no coefficient is negative, or None."""
        coefficients, margin = self._coefficients(low, high), Fraction(0)
        if self.is_strict:
            margin = _margin(coefficients, is_bounded=low is not None and high is not None)
            coefficients = self._coefficients(low, high, margin)
        if min(coefficients) < 0 or (self.is_strict and margin <= 0):
            return None
        found = _sum_of_products(coefficients, *self._basis(low, high))
        if self.root.degree() > 0:
            return ("multiply", ("power", _plain(self.name, self.root), TWO), found)
        return ("add", number(margin), found) if self.is_strict else found

    def _coefficients(self, low: End, high: End, less: Fraction = Fraction(0)) -> list[Fraction]:
        """Return the coefficients of h minus a number in the basis of a part of the range."""
        rest = self.rest - fmpq(less.numerator, less.denominator)
        x, degree = fmpq_poly([0, 1]), self.rest.degree()
        if low is not None and high is not None:
            moved = rest(_rational(low) + x * _rational(high - low))
            values = _values(moved, degree)
            return [
                sum(
                    (comb(degree - j, k - j) * values[j] for j in range(k + 1)),
                    Fraction(0),
                )
                for k in range(degree + 1)
            ]
        if low is not None:
            return _values(rest(x + _rational(low)), degree)
        if high is not None:
            return _values(rest(_rational(high) - x), degree)
        # On the whole line only where all powers are even, and then by themselves.
        values = _values(rest, degree)
        return [Fraction(-1)] if any(values[1::2]) else values

    def _basis(self, low: End, high: End) -> tuple[Term, Term]:
        """Return what is raised to k and to n - k."""
        x: Term = ("symbol", self.name)
        if low is not None and high is not None:
            width = number(1 / (high - low))
            first, second = minus(x, number(low)), minus(number(high), x)
            return ("multiply", width, first), ("multiply", width, second)
        if low is not None:
            return minus(x, number(low)), ONE
        if high is not None:
            return minus(number(high), x), ONE
        return x, ONE


def _cut(low: End, high: End) -> Fraction:
    """Return a short point inside of a range."""
    if low is not None and high is not None:
        return (low + high) / 2
    if low is not None:
        return low + max(abs(low), Fraction(1))
    return Fraction(0) if high is None else high - max(abs(high), Fraction(1))


def _margin(coefficients: list[Fraction], *, is_bounded: bool) -> Fraction:
    """Return half of what a polynomial exceeds, as far as its coefficients show."""
    if not is_bounded:
        return coefficients[0] / 2
    degree = len(coefficients) - 1
    return min(value / comb(degree, k) for k, value in enumerate(coefficients)) / 2


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _values(polynomial: fmpq_poly, degree: int) -> list[Fraction]:
    return [Fraction(int(polynomial[k].p), int(polynomial[k].q)) for k in range(degree + 1)]


def _sum_of_products(coefficients: list[Fraction], rising: Term, falling: Term) -> Term:
    degree = len(coefficients) - 1
    parts = []
    for power, value in enumerate(coefficients):
        factors = [
            raised(base, count)
            for base, count in ((rising, power), (falling, degree - power))
            if count and base != ONE
        ]
        if value:
            parts.append(("multiply", number(value), *factors) if factors else number(value))
    return ("add", number(0), *parts)


def raised(base: Term, count: int) -> Term:
    """Return a power, without an exponent of 1."""
    return base if count == 1 else ("power", base, number(count))


def _plain(name: str, polynomial: fmpq_poly) -> Term:
    return _sum_of_products(_values(polynomial, polynomial.degree()), ("symbol", name), ONE)


# --- several variables --------------------------------------------------------------------------

VARIABLES = (2, 6)
MONOMIALS = 130
CASES = 64


def _ordered(state: ProofState, symbols: list[str], polynomial: Powers) -> Iterator[Attempt]:
    """Tell apart which of some variables, none of them negative, is the greater."""
    box = state.context.box
    if any(box[name].low != 0 or box[name].high != ia.INF for name in symbols):
        return
    if len(polynomial) > MONOMIALS or max(map(sum, polynomial)) > 2 * len(symbols) + 2:
        return
    order = _Order(state, len(state.context.facts))
    found = order.plan(tuple(symbols), polynomial, 0)
    if found is not None:
        yield found


@dataclass
class _Order:
    """The search for an order of the variables in which no coefficient is negative."""

    state: ProofState
    facts: int
    cases: int = 0

    def plan(self, symbols: tuple[str, ...], polynomial: Powers, depth: int) -> Attempt | None:
        """Return the steps from here on, or None."""
        self.cases += 1
        if min(polynomial.values(), default=Fraction(0)) >= 0:
            term = _written(symbols, polynomial)
            return Attempt({"rule": "factor", "factor": to_json(ONE), "other": to_json(term)})
        if self.cases > CASES or depth > 2 * len(symbols) or len(polynomial) > MONOMIALS:
            return None
        if sum(polynomial.values()) < 0:  # where all variables are 1
            return None
        chosen = min(combinations(range(len(symbols)), 2), key=lambda pair: _lack(polynomial, pair))
        plans = {}
        for place, (greater, less) in enumerate((chosen, chosen[::-1])):
            new = self.state.memory.new_name("d")
            moved = _moved(polynomial, greater, less)
            renamed = tuple(new if i == greater else name for i, name in enumerate(symbols))
            before, self.facts = self.facts, self.facts + 2
            rest = self.plan(renamed, moved, depth + 1)
            self.facts = before
            if rest is None:
                return None
            plans[place] = _difference(symbols[greater], symbols[less], new, self.facts, rest)
        first, second = (("symbol", symbols[place]) for place in chosen)
        return Attempt(order_step(first, second), plans=plans)


def _difference(greater: str, less: str, new: str, fact: int, rest: Attempt) -> Attempt:
    """Return the steps that write the greater variable as the other and what is not negative."""
    bound = {"rule": "bound", "variable": new, "side": "low", "value": "0", "closed": True}
    known = Attempt({"rule": "fact", "fact": fact})
    shift = {"rule": "substitute", "variable": greater, "form": "affine", "name": new}
    ends = {"a": to_json(("symbol", less)), "b": to_json(ONE)}
    return Attempt({**shift, **ends}, plans={-1: Attempt(bound, plans={0: known, -1: rest})})


def _lack(polynomial: Powers, pair: tuple[int, int]) -> Fraction:
    """Return what the negative coefficients come to when one of two variables is the greater."""
    ways = (_moved(polynomial, *pair), _moved(polynomial, *pair[::-1]))
    return sum(
        (-value for moved in ways for value in moved.values() if value < 0),
        Fraction(0),
    )


def _moved(polynomial: Powers, greater: int, less: int) -> Powers:
    """Return the polynomial with the sum of both variables in place of the greater."""
    total: Powers = {}
    for row, value in polynomial.items():
        power = row[greater]
        for count in range(power + 1):
            moved = list(row)
            moved[greater] = count
            moved[less] += power - count
            key = tuple(moved)
            total[key] = total.get(key, Fraction(0)) + comb(power, count) * value
    return {row: value for row, value in total.items() if value}


def _written(symbols: tuple[str, ...], polynomial: Powers) -> Term:
    parts = []
    for row, value in polynomial.items():
        factors = [
            raised(("symbol", name), count)
            for name, count in zip(symbols, row, strict=True)
            if count
        ]
        parts.append(("multiply", number(value), *factors) if factors else number(value))
    return ("add", number(0), *parts)
