"""A goal as the tactics see it, and what the search remembers about terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, encloses
from boundcalc.checker.normal import Form, Monomial
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    derivative,
    enclose,
    measure,
    names,
)
from boundcalc.proving.numeric_hints import FloatPoint, evaluate, float_points
from boundcalc.proving.quotients import Quotients
from boundcalc.proving.simplify import (
    Factored,
    factors,
    monomial_term,
    normalizer_for,
    simplified,
)
from boundcalc.proving.term_translation import bound_of, to_json

FLOAT_POINTS = 24
IN_VAIN = (5000, 20_000)  # nodes that a quick look may enclose in vain, in one search
HUGE = 600  # nodes of a term that is no longer simplified
ProofTree = Any  # "auto", or a dict with the name of a rule and the proofs of its goals


@dataclass(frozen=True)
class Attempt:
    """One application of a rule that may help.

    Parameters
    ----------
    step : dict
        The step without the proofs of the goals that it leaves.
    share : float
        The part of the remaining work that it may take; 1 for a step that is not undone.
    rung : int
        How far it climbs the ladder of speculative steps.
    plans : dict
        What to try first for some of the goals that it leaves, by their place (from either end).
    """

    step: dict[str, Any]
    share: float = 1.0
    rung: int = 0
    plans: dict[int, Attempt] = field(default_factory=dict)


def factor_step(simple: Factored) -> dict[str, Any]:
    """Return the step that divides by a factor."""
    return {"rule": "factor", "factor": to_json(simple.factor), "other": to_json(simple.other)}


def order_step(first: Term, second: Term) -> dict[str, Any]:
    """Return the step that tells which of two terms is the greater; the first case has equality."""
    return {"rule": "cases", "term": to_json(("max", first, second))}


class Memory:
    """Derivatives and simplified terms, each computed once, and new names."""

    def __init__(self) -> None:
        self.fresh = 0
        self.is_wide = False  # whether tactics that cost more are tried as well
        self.is_last = False  # whether tactics that hide proofs are tried, as a last resort
        self.in_vain = list(IN_VAIN)  # in a narrow and in a wide search
        self.gram_attempts = 0
        self.quadratics: dict[Any, Attempt | None] = {}
        self.in_vain_as_sums: set[Any] = set()
        self.in_vain_on_boxes: set[Any] = set()
        self.constants_in_vain: set[Claim] = set()
        self.means: dict[Any, Any] = {}  # of polynomials, or None
        self.near_polynomials: dict[Any, Attempt | None] = {}
        self._slopes: dict[tuple[Term, str], Term | None] = {}
        self._simple: dict[tuple[Term, Any, int, bool], Factored | None] = {}
        self._quotients: dict[tuple[Term, Any, Any], tuple[Quotients, Form, Form] | None] = {}
        self._forms: dict[tuple[Term, Any, Any], Form] = {}
        self._enclosed: dict[tuple[Claim, Any], bool] = {}
        self._signs: dict[tuple[Monomial, Any], tuple[int, bool]] = {}

    def new_name(self, prefix: str) -> str:
        """Return a name that no step has used."""
        self.fresh += 1
        return f"{prefix}_{self.fresh}"

    def slope(self, term: Term, name: str) -> Term | None:
        """Return the derivative, or None where there is none."""
        key = (term, name)
        if key not in self._slopes:
            try:
                self._slopes[key] = found = derivative(term, name)
                measure([found])
            except (Rejected, RecursionError, ia.Undefined):  # too large, or none
                self._slopes[key] = None
        return self._slopes[key]

    def simple(self, context: Context, term: Term, choice: int = 0) -> Factored | None:
        """Return the term with common positive factors divided out."""
        key = (term, (_signs(context, term), context.facts), choice, self.is_wide)
        if key not in self._simple:
            quotient = self._quotient(context, term) if term_size(term) <= HUGE else None
            self._simple[key] = quotient and simplified(
                context, quotient, divide_exponential=choice, divide_logarithms=self.is_wide
            )
        return self._simple[key]

    def _quotient(self, context: Context, term: Term) -> tuple[Quotients, Form, Form] | None:
        """Return a term as a quotient of sums of monomials, with the normalizer that knows them."""
        key = (term, _signs(context, term), _strict(context))
        normalizer = normalizer_for(context)
        if key not in self._quotients:
            try:
                self._quotients[key] = (normalizer, *normalizer.quotient(term))
            except (Rejected, RecursionError):
                self._quotients[key] = None
        found = self._quotients[key]
        if found is None:
            return None
        known, top, bottom = found
        normalizer.terms, normalizer.sums = known.terms, known.sums
        return normalizer, top, bottom

    def encloses(self, context: Context, claim: Claim) -> bool:
        """Return whether an enclosure over the box shows a claim; facts play no part in that."""
        used = names(claim[1])
        key = (claim, tuple(item for item in context.box.items() if item[0] in used))
        if key not in self._enclosed:
            self._enclosed[key] = encloses(context, claim, 64)
        return self._enclosed[key]

    def form(self, context: Context, term: Term) -> Form:
        """Return the term as one sum of monomials; empty where it is too large."""
        key = (term, _signs(context, term), _strict(context))
        if key not in self._forms:
            try:
                self._forms[key] = normalizer_for(context).form(term)
            except (Rejected, RecursionError):
                self._forms[key] = {}
        return self._forms[key]

    def sign(self, context: Context, monomial: Monomial) -> tuple[int, bool]:
        """Return the sign of a monomial that an enclosure shows, or 0, and whether it is strict."""
        term = monomial_term(monomial, Fraction(1))
        used = names(term)
        box = tuple(item for item in context.box.items() if item[0] in used)
        key = (monomial, box)
        if key not in self._signs:
            self._signs[key] = (0, False)
            for sign, signed in ((1, term), (-1, ("negate", term))):
                if encloses(context, (">=", signed), 64):
                    self._signs[key] = sign, encloses(context, (">", signed), 64)
                    break
        return self._signs[key]


def _signs(context: Context, term: Term) -> tuple[Any, ...]:
    """Return all of the box that the normal form of a term may depend on, roughly."""
    used = names(term)
    return tuple(
        (name, values.low >= 0, values.low > 0 or not values.low_closed, values.high <= 1)
        for name, values in sorted(context.box.items())
        if name in used
    )


def _strict(context: Context) -> tuple[Claim, ...]:
    """Return the facts that a normal form may depend on: those that say that a term is positive."""
    return tuple(fact for fact in context.facts if fact[0] == ">")


@dataclass(frozen=True)
class ProofState:
    """A goal with what tactics ask about it."""

    context: Context
    claim: Claim
    memory: Memory
    ladder: int = 0

    @property
    def kind(self) -> str:
        """Return the kind of the claim."""
        return self.claim[0]

    @property
    def term(self) -> Term:
        """Return the term of the claim."""
        return self.claim[1]

    @cached_property
    def size(self) -> int:
        """Return the number of nodes of the term."""
        return term_size(self.term)

    @cached_property
    def used(self) -> frozenset[str]:
        """Return the free symbols of the term."""
        return names(self.term)

    @cached_property
    def points(self) -> list[FloatPoint]:
        """Return points of the box that seem to satisfy the facts, or any where none does."""
        return float_points(self.context, FLOAT_POINTS) or float_points(
            Context(self.context.box), FLOAT_POINTS
        )

    @cached_property
    def seems_empty(self) -> bool:
        """Return whether no point seems to satisfy the facts."""
        return bool(self.context.facts) and not float_points(self.context, FLOAT_POINTS)

    def slope(self, name: str) -> Term | None:
        """Return the derivative of the term."""
        return self.memory.slope(self.term, name)

    def simple(self, term: Term, choice: int = 0) -> Factored | None:
        """Return a term with common positive factors divided out."""
        return self.memory.simple(self.context, term, choice)

    def reduced(self, term: Term) -> Term:
        """Return what is left of a term without its common positive factors."""
        simple = self.simple(term)
        return term if simple is None else simple.other

    def positive(self, new: str, old: str) -> Context:
        """Return the context with a new positive variable in place of one."""
        box = {name: values for name, values in self.context.box.items() if name != old}
        return Context({**box, new: Range(Fraction(0), ia.INF, False, False)})

    def is_plain(self, name: str, slope: Term, sign: int) -> bool:
        """Return whether an enclosure shows the sign of a slope, perhaps after simplification."""
        values = self.context.box[name]
        inner = self.context.with_range(name, Range(values.low, values.high, False, False))
        signed: Term = slope if sign > 0 else ("negate", slope)
        if encloses(inner, (">=", signed), 64):
            return True
        simple = self.memory.simple(inner, signed)
        if simple is None or encloses(inner, (">=", simple.other), 64):
            return simple is not None
        return _is_product(inner, simple.other)

    def looks_zero(self, term: Term) -> bool:
        """Return whether a term seems to vanish identically."""
        values = [value for value in evaluate(term, self.points[:8]) if value == value]
        if not values or any(abs(value) > 1e-6 for value in values):
            return False
        return all(is_tiny(term, point) for point in self.points[:3])


def _is_product(context: Context, term: Term) -> bool:
    """Return whether enclosures of its irreducible factors show that a term is not negative."""
    found, is_positive = factors(context, term), True
    for factor, count in found:
        if count % 2 and not encloses(context, (">=", factor), 64):
            is_positive = not is_positive
            if not encloses(context, (">=", ("negate", factor)), 64):
                return False
    return bool(found) and is_positive


def is_tiny(term: Term, point: FloatPoint) -> bool:
    """Return whether an enclosure at a point shows a value below 2^-200."""
    box = {name: ia.Interval(Fraction(value), Fraction(value)) for name, value in point.items()}
    try:
        found = enclose(term, box, 400)
    except (ia.Undefined, Rejected):
        return False
    limit = Fraction(1, 2**200)
    return found.low >= -limit and found.high <= limit


def term_size(term: Term) -> int:
    """Return the number of nodes of a term."""
    return 1 + sum(term_size(child) for child in children(term))


def vanishing_powers(term: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the powers with a variable exponent, each after its base, without those of an index."""
    bound = {term[1]} if term[0] == "sum" else set[str]()
    for child in children(term):
        yield from (it for it in vanishing_powers(child) if not names(it[1]) & bound)
    if term[0] == "power" and names(term[2]):
        yield term[1], term


def bounds_something(term: Term) -> bool:
    """Return whether a fact is a bound on one of its variables."""
    return any(bound_of(term, name) is not None for name in names(term))
