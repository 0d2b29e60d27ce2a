"""A tactic of Taylor polynomials: a term in one variable that is near a polynomial.

On each cell the part f of the term that is no polynomial is at least its Taylor polynomial at the
lower end a, the last coefficient of which is below the derivative on the whole cell:
f(x) >= f(a) + f'(a) (x - a) + ... + m (x - a)^n / n!, where m <= f^(n) on the cell.
What is left is a polynomial; the bound itself follows by n slopes, one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, minus
from boundcalc.checker.normal import Form, Power
from boundcalc.checker.terms import Rejected, Term, enclose, names, number
from boundcalc.proving.numeric_hints import ends, evaluate
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step, term_size
from boundcalc.proving.simplify import ONE, form_term
from boundcalc.proving.tactics.logic import innermost
from boundcalc.proving.tactics.ranges import cut_point
from boundcalc.proving.term_translation import number_text, to_json

LEAST_DEGREE = 2  # of the polynomial
LARGE = 150  # nodes of a term that is looked at
LONG = 120  # nodes of a derivative
ORDERS = range(3, 15)  # how many slopes, one after the other
DEPTH, CELLS = 5, 20  # cuts one inside the other, and how many parts they leave
SHARE = 0.8
ATTEMPTS = 4  # in one search
SAMPLES = 33  # points at which a term is looked at
BITS = 100
ROUNDING = 1e-13


def by_taylor(state: ProofState) -> Iterator[Attempt]:
    """Bound what is no polynomial by Taylor polynomials on the cells of a bounded range."""
    if state.kind not in (">=", ">") or state.ladder or len(state.used) != 1:
        return
    (name,) = state.used
    values = state.context.box[name]
    is_bounded = isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
    if not is_bounded or values.integer or values.low == values.high or state.size > LARGE:
        return
    if innermost(state.term) is not None:
        return
    known = state.memory.near_polynomials
    key = (state.claim, values)
    if key not in known:
        if len(known) >= ATTEMPTS:
            return
        known[key] = _near(state, name)
    if (found := known[key]) is not None:
        yield found


def _near(state: ProofState, name: str) -> Attempt | None:
    polynomial, rest = _parted(state.memory.form(state.context, state.term), name)
    if not rest or not any(
        power >= LEAST_DEGREE for powers, _ in polynomial for _, power in powers
    ):
        return None
    context = Context({name: state.context.box[name]})
    cells = _Cells(state, name, form_term(polynomial), [form_term(rest)])
    try:
        found = cells.plan(context, 0)
    except (Rejected, ArithmeticError):
        return None
    about = [place for place, (_, fact) in enumerate(state.context.facts) if name in names(fact)]
    if found is None or not about:
        return found if found is None else replace(found, share=SHARE)
    return Attempt({"rule": "forget", "facts": about}, SHARE, plans={0: found})


def _parted(form: Form, name: str) -> tuple[Form, Form]:
    """Return the monomials of a form that are powers of the variable, and the others."""

    def is_power(powers: frozenset[tuple[object, Power]], exponents: object) -> bool:
        is_natural = all(
            atom == ("symbol", name) and power.denominator == 1 and power > 0
            for atom, power in powers
        )
        return is_natural and not exponents

    polynomial = {key: value for key, value in form.items() if is_power(*key)}
    return polynomial, {key: value for key, value in form.items() if key not in polynomial}


@dataclass
class _Cells:
    """The search for cells on which Taylor polynomials are near enough."""

    state: ProofState
    name: str
    polynomial: Term
    slopes: list[Term]  # the part that is no polynomial, and its derivatives
    count: int = 0

    def plan(self, context: Context, depth: int) -> Attempt | None:
        """Return the steps on a cell, or on both halves of it."""
        self.count += 1
        values = context.box[self.name]
        room = self._room(context)
        if room is None or room <= 0 or self.count > CELLS:
            return None
        assert isinstance(values.low, Fraction)
        assert isinstance(values.high, Fraction)
        below = self._below(values.low, values.high, room)
        if below is not None:
            return self._shown(values.low, below)
        at = cut_point(values) if depth < DEPTH else None
        if at is None:
            return None
        plans: dict[int, Attempt] = {}
        for place, (low, high) in enumerate(((values.low, at), (at, values.high))):
            part = type(values)(low, high, True, True)
            half = self.plan(context.with_range(self.name, part), depth + 1)
            if half is None:
                return None
            plans[place] = half
        return Attempt({"rule": "split", "variable": self.name, "at": number_text(at)}, plans=plans)

    def _room(self, context: Context) -> Fraction | None:
        """Return how far the term seems to be above zero on a cell, or None."""
        low, high = ends(context.box[self.name])
        points = [low + (high - low) * place / (SAMPLES - 1) for place in range(SAMPLES)]
        found = evaluate(self.state.term, [{self.name: point} for point in points])
        if not all(map(math.isfinite, found)) or min(found) <= ROUNDING:
            return None
        return Fraction(min(found))

    def _slope(self, order: int) -> Term | None:
        """Return a derivative as one sum of monomials or as a product, whichever is shorter."""
        while len(self.slopes) <= order:
            slope = self.state.memory.slope(self.slopes[-1], self.name)
            if slope is None:
                return None
            simple = self.state.memory.simple(self.state.context, slope)
            if simple is not None:
                factored: Term = ("multiply", simple.factor, simple.other)
                slope = simple.other if simple.factor == ONE else factored
            if term_size(slope) > LONG:
                return None
            self.slopes.append(slope)
        return self.slopes[order]

    def _values(self, term: Term, low: Fraction, high: Fraction) -> ia.Interval | None:
        try:
            found = enclose(term, {self.name: ia.Interval(low, high)}, BITS)
        except ia.Undefined:
            return None
        return found if isinstance(found.low, Fraction) else None

    def _below(self, low: Fraction, high: Fraction, room: Fraction) -> list[Fraction] | None:
        """Return the derivatives at the lower end, rounded down, and a bound on the next one."""
        width = high - low
        unit = ia.round_end(room / 64 / (1 + width) ** 2, 1, up=False)
        assert isinstance(unit, Fraction)
        found: list[Fraction] = []
        for order in range(ORDERS.stop):
            slope = self._slope(order)
            if slope is None:
                return None
            if order in ORDERS:
                around = self._values(slope, low, high)
                if around is not None:
                    gap = (around.high - around.low) * width**order / factorial(order)
                    if gap <= room / 4:
                        assert isinstance(around.low, Fraction)
                        return [*found, _down(around.low, unit)]
            here = self._values(slope, low, low)
            if here is None or not isinstance(here.low, Fraction):
                return None
            found.append(_down(here.low, unit))
        return None

    def _shown(self, low: Fraction, below: list[Fraction]) -> Attempt:
        """Return the steps that take the Taylor polynomial away, and show that it is below."""
        bounds = [self._taylor(low, below[order:]) for order in range(len(below))]
        gaps = [minus(slope, bound) for slope, bound in zip(self.slopes, bounds, strict=False)]
        plan = self._rational(gaps[1])
        for gap in () if plan is not None else reversed(gaps[1:]):
            written = {"rule": "factor", "factor": to_json(ONE), "other": to_json(gap)}
            rest = Attempt(written, plans={} if plan is None else {-1: plan})
            plan = Attempt(
                {"rule": "monotone", "variable": self.name, "end": "low"}, plans={-2: rest}
            )
        assert plan is not None
        other: Term = ("add", gaps[0], ("add", bounds[0], self.polynomial))
        return Attempt(
            {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)},
            plans={-1: Attempt({"rule": "parts"}, plans={0: plan})},
        )

    def _rational(self, gap: Term) -> Attempt | None:
        """Return the step to a polynomial, where the slope is a quotient of polynomials."""
        simple = self.state.memory.simple(self.state.context, gap)
        if simple is None or not names(simple.factor):
            return None
        _, rest = _parted(self.state.memory.form(self.state.context, simple.other), self.name)
        if rest:
            return None
        step = Attempt(factor_step(simple))
        return Attempt({"rule": "monotone", "variable": self.name, "end": "low"}, plans={-2: step})

    def _taylor(self, low: Fraction, slopes: list[Fraction]) -> Term:
        """Return the polynomial with given derivatives at a point."""
        step = minus(("symbol", self.name), number(low))
        parts: list[Term] = [
            ("multiply", number(value / factorial(order)), ("power", step, number(order)))
            for order, value in enumerate(slopes)
            if order
        ]
        return ("add", number(slopes[0]), number(0), *parts)


def _down(value: Fraction, unit: Fraction) -> Fraction:
    """Return the greatest multiple of a unit that is below a number."""
    return (math.ceil(value / unit) - 1) * unit
