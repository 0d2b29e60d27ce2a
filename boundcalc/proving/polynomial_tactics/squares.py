"""Tactics of sums: a term as a sum of facts and squares times what is not negative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, product

from flint import fmpq

from boundcalc.checker.goals import Context, encloses, minus
from boundcalc.checker.normal import Form
from boundcalc.checker.terms import Rejected, Term, names, number, spend
from boundcalc.proving.polynomial_tactics.gram import times
from boundcalc.proving.polynomials import Exponents, Polynomials, Powers
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.simplex import solve
from boundcalc.proving.simplify import ONE, form_term, normalizer_for
from boundcalc.proving.term_translation import to_json

MAX_MONOMIALS = 40
MAX_GENERATORS = 8
FEW = 8  # monomials of a term with functions
MAX_DEGREE = 10
MAX_BASIS = 40
MAX_COLUMNS = 240
ENTRIES = 8  # of columns that take as long to make as a step of arithmetic


@dataclass(frozen=True)
class Column:
    """A polynomial that is not negative: a fact times a factor, or a term that encloses so."""

    powers: Powers
    factor: Term
    fact: int | None = None


def facts(state: ProofState) -> Iterator[Attempt]:
    """Write the term as a sum of facts times what is not negative."""
    found = Forms.of(state, 3 * MAX_GENERATORS) if state.context.facts else None
    if found is None or not found.facts:
        return
    columns = list(found.columns(found.target, with_squares=False))
    solution = combination(found.target, [column.powers for column in columns])
    if solution is not None:
        yield from steps_of(
            state, ONE, [(value, columns[place]) for place, value in solution.items()]
        )


def sums(state: ProofState) -> Iterator[Attempt]:
    """Write the term as a sum of facts and squares times what is not negative."""
    key = (state.claim, state.context.facts, *sorted(state.context.box.items()))
    if key not in state.memory.in_vain_as_sums:
        attempts = list(_sums(state))
        if not attempts:
            state.memory.in_vain_as_sums.add(key)
        yield from attempts


def _sums(state: ProofState) -> Iterator[Attempt]:
    found = Forms.of(state, MAX_GENERATORS)
    if found is None or len(found.terms) < 2 or not all(map(names, found.terms)):
        return
    is_small = len(found.target) <= FEW and len(found.terms) <= FEW // 2
    if not is_small and any(term[0] != "symbol" for term in found.terms):
        return
    target = found.target
    for scale, scaled in ((ONE, target), *found.multiplied(target)):
        columns = list(islice(found.columns(scaled, with_squares=True), MAX_COLUMNS + 1))
        if len(columns) > MAX_COLUMNS:
            continue
        solution = combination(scaled, [column.powers for column in columns])
        if solution is not None:
            parts = [(value, columns[place]) for place, value in solution.items()]
            yield from steps_of(state, scale, parts)
            return


def steps_of(
    state: ProofState, scale: Term, parts: Sequence[tuple[Fraction, Column]]
) -> Iterator[Attempt]:
    """Yield the step that shows that the term times a scale is a sum of columns."""
    pairs = [
        [part.fact, to_json(("multiply", number(value), part.factor))]
        for value, part in parts
        if part.fact is not None
    ]
    rest = [("multiply", number(value), part.factor) for value, part in parts if part.fact is None]
    last = Attempt({"rule": "identity"})
    if state.kind == ">" and not rest:
        return
    if rest:
        other: Term = ("add", number(0), *rest)
        factor: Term = ONE if scale == ONE else ("divide", ONE, scale)
        last = Attempt({"rule": "factor", "factor": to_json(factor), "other": to_json(other)})
    if not pairs:
        yield last
    elif scale == ONE:
        yield Attempt({"rule": "combine", "multipliers": pairs}, plans={-1: last})


@dataclass(frozen=True)
class Forms:
    """The goal and the facts as polynomials in generators, of which some are not negative."""

    ring: Polynomials
    target: Powers
    facts: tuple[tuple[int, Powers, bool], ...]  # the place, the polynomial, whether it is zero
    signed: tuple[tuple[Powers, Term], ...]  # what is not negative: generators, ends of ranges
    terms: tuple[Term, ...]

    def written(self, powers: Powers) -> Term:
        """Return a polynomial as a term."""
        return form_term({self.ring.monomial(row): value for row, value in powers.items()})

    @classmethod
    def of(
        cls,
        state: ProofState,
        most: int,
        *,
        monomials: int = MAX_MONOMIALS,
        degree: int = MAX_DEGREE,
    ) -> Forms | None:
        """Return the polynomials, or None where the term is none or too large."""
        normalizer = normalizer_for(state.context)
        forms: list[tuple[int, Form]] = []
        try:
            target = normalizer.form(state.term)
            for index, (kind, fact) in enumerate(state.context.facts):
                if kind in (">=", ">", "="):
                    forms.append((index, normalizer.form(fact)))
        except (Rejected, RecursionError):
            return None
        if not target or len(target) > monomials:
            return None
        kept = [(index, form) for index, form in forms if form and len(form) <= MAX_MONOMIALS]
        ring = Polynomials.of((target, *(form for _, form in kept)))
        if not 0 < len(ring.generators) <= most:
            return None
        terms = tuple(form_term({ring.monomial(row): Fraction(1)}) for row in _units(ring))
        positive = [encloses(state.context, (">", term), 64) for term in terms]
        read = _shifted(ring, target, positive)
        if read is None or max(map(sum, read), default=0) > degree:
            return None
        facts = []
        for index, form in kept:
            powers = _shifted(ring, form, positive)
            if powers is not None:
                facts.append((index, powers, state.context.facts[index][0] == "="))
        signed = tuple(_signed(state.context, ring, terms))
        return cls(ring, read, tuple(facts), signed, terms)

    def columns(self, target: Powers, *, with_squares: bool) -> Iterator[Column]:
        """Yield the polynomials of which the target may be a sum."""
        rows = [*target, *(row for _, fact, _ in self.facts for row in fact)]
        most = [max(column) for column in zip(*rows, strict=True)]
        degree = max(map(sum, rows)) + bool(self.facts)
        one: Powers = {(0,) * len(most): Fraction(1)}
        multipliers = [(one, ONE), *self.signed]
        pairs = [(times(a, b), ("multiply", s, t)) for (a, s), (b, t) in _pairs(self.signed)]

        def fits(powers: Powers) -> bool:
            return all(sum(row) <= degree and all(map(int.__le__, row, most)) for row in powers)

        for index, fact, is_zero in self.facts:
            for powers, factor in multipliers:
                scaled = times(fact, powers)
                yield Column(scaled, factor, index)
                if is_zero:
                    negated = {row: -value for row, value in scaled.items()}
                    yield Column(negated, ("negate", factor), index)
        for powers, factor in (*multipliers, *pairs):
            if fits(powers):
                yield Column(powers, factor)
        if with_squares:
            for square, term in self._squares(target, most, degree):
                for powers, factor in (*multipliers, *pairs):
                    scaled = times(square, powers)
                    if fits(scaled):
                        yield Column(scaled, ("multiply", factor, term))

    def _squares(
        self, target: Powers, most: Sequence[int], degree: int
    ) -> Iterator[tuple[Powers, Term]]:
        least = min(map(sum, target))
        basis = [
            row
            for row in product(*(range(high // 2 + 1) for high in most))
            if (least - 2) // 2 <= sum(row) <= degree / 2
        ]
        if not self.signed:
            basis = _needed(target, basis)
        if len(basis) > MAX_BASIS:
            return
        written = {row: self._written(row) for row in basis}
        for row in basis:
            if any(row):
                yield {tuple(2 * power for power in row): Fraction(1)}, ("power", written[row], TWO)
        for one, other in combinations(basis, 2):
            mixed = tuple(map(int.__add__, one, other))
            for sign in (1, -1):
                square = {tuple(2 * power for power in row): Fraction(1) for row in (one, other)}
                square[mixed] = square.get(mixed, Fraction(0)) + 2 * sign
                second = written[other] if sign > 0 else ("negate", written[other])
                yield square, ("power", ("add", written[one], second), TWO)

    def _written(self, row: Exponents) -> Term:
        return form_term({self.ring.monomial(row): Fraction(1)})

    def multiplied(self, target: Powers) -> Iterator[tuple[Term, Powers]]:
        """Yield the target times 1 + m^2 for a generator m."""
        if len(target) > MAX_MONOMIALS // 4 or self.facts or len(self.terms) > 3:
            return
        for row, term in zip(_units(self.ring), self.terms, strict=True):
            square = tuple(2 * power for power in row)
            factor = {(0,) * len(row): Fraction(1), square: Fraction(1)}
            yield ("add", ONE, ("power", term, TWO)), times(target, factor)


TWO = number(2)


def _needed(target: Powers, basis: list[Exponents]) -> list[Exponents]:
    """Leave out monomials whose squares nothing in a sum of squares could cancel."""
    while True:
        mixed = {tuple(map(int.__add__, one, other)) for one, other in combinations(basis, 2)}
        kept = [
            row
            for row in basis
            if (twice := tuple(map(int.__add__, row, row))) in mixed or twice in target
        ]
        if len(kept) == len(basis):
            return kept
        basis = kept


def combination(target: Powers, columns: Sequence[Powers]) -> dict[int, Fraction] | None:
    """Return positive coefficients with which some columns add up to the target, or None."""
    spend(1 + sum(map(len, columns)) // ENTRIES)
    if not set(target) <= {row for column in columns for row in column}:
        return None
    rows = sorted({row for powers in (target, *columns) for row in powers})
    places = {row: place for place, row in enumerate(rows)}
    first, *others = (
        {places[row]: fmpq(value.numerator, value.denominator) for row, value in powers.items()}
        for powers in (target, *columns)
    )
    found = solve(others, first, [0] * len(others))
    if found is None:
        return None
    exact = [Fraction(int(value.p), int(value.q)) for value in found]
    return {place: value for place, value in enumerate(exact) if value}


def _units(ring: Polynomials) -> list[Exponents]:
    count = len(ring.generators)
    return [tuple(int(place == other) for other in range(count)) for place in range(count)]


def _shifted(ring: Polynomials, form: Form, positive: Sequence[bool]) -> Powers | None:
    """Return a form as a polynomial; what it was divided by must be positive, or is put back."""
    powers, lowest = ring.exponents(form)
    back = tuple(
        0 if is_positive and low < 0 else low
        for low, is_positive in zip(lowest, positive, strict=True)
    )
    if any(power < 0 for power in back):
        return None
    return {tuple(map(int.__add__, row, back)): value for row, value in powers.items()}


def _signed(
    context: Context, ring: Polynomials, terms: Sequence[Term]
) -> Iterator[tuple[Powers, Term]]:
    """Yield generators that are not negative, and variables minus the ends of their ranges."""
    zero = (0,) * len(terms)
    for row, term, unit in zip(_units(ring), terms, ring.units, strict=True):
        if encloses(context, (">=", term), 64):
            yield {row: Fraction(1)}, term
        if term[0] != "symbol" or unit != 1:
            continue
        values = context.box[term[1]]
        if isinstance(values.low, Fraction) and values.low:
            yield {row: Fraction(1), zero: -values.low}, minus(term, number(values.low))
        if isinstance(values.high, Fraction):
            yield {row: Fraction(-1), zero: values.high}, minus(number(values.high), term)


def _pairs(
    signed: Sequence[tuple[Powers, Term]],
) -> Iterator[tuple[tuple[Powers, Term], tuple[Powers, Term]]]:
    for place, first in enumerate(signed):
        for second in signed[place:]:
            yield first, second
