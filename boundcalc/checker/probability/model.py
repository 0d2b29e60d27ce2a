"""What is given to every scheme: the hypotheses, and which number is the expectation of what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boundcalc.checker.goals import Context, Goal, defined, encloses
from boundcalc.checker.probability.integrability import check_integrable
from boundcalc.checker.probability.pointwise import Observations, leaves
from boundcalc.checker.probability.space import ANY_INTEGER, Space
from boundcalc.checker.probability.terms import (
    BINDERS,
    JUNCTORS,
    Event,
    all_bound,
    free_names,
    parts,
    read_event,
    read_random,
)
from boundcalc.checker.terms import LEAVES, Claim, Rejected, Term, demand, names, read_term

Prove = Callable[[Goal, Any, int], int]


def symbol(name: Any) -> Term:
    """Return the term of a symbol."""
    return ("symbol", name)


@dataclass(frozen=True)
class Quantity:
    """The expectation of a random term, given an event or not."""

    term: Term
    given: Event | None = None


@dataclass
class Model:
    """The hypotheses, the quantities by the names of their symbols, and what checks a proof."""

    space: Space
    quantities: Mapping[str, Quantity]
    prove: Prove
    steps: int = 0

    def term(self, name: Any) -> Term:
        """Return the random term of which a symbol is the expectation, without condition."""
        quantity = self.quantities.get(name) if isinstance(name, str) else None
        if quantity is None or quantity.given is not None:
            raise Rejected(f"{name!r:.40} is no expectation without condition")
        return quantity.term

    def number(self, context: Context, data: Any) -> Term:
        """Return a term about parameters and other numbers, which are not random."""
        term = read_term(data)
        demand(names(term) <= context.box.keys(), "a symbol has no range")
        return term

    def claim(self, goal: Goal, proof: Any, depth: int) -> None:
        """Check the proof of a claim about numbers."""
        self.steps += self.prove(goal, proof, depth)

    def pointwise(self, context: Context, claim: Claim, tree: Any, depth: int) -> None:
        """Check that a claim about a random term holds at all outcomes."""
        for leaf in leaves(self.space, context, claim, tree):
            self.claim(leaf.goal, leaf.proof, depth)

    def depends(self, term: Term) -> frozenset[str]:
        """Return all names that a term depends on, through the quantities in it too."""
        return _depends(self.quantities, term)


def _depends(quantities: Mapping[str, Quantity], term: Any) -> frozenset[str]:
    found = free_names(term)
    for name in free_names(term):
        quantity = quantities.get(name)
        if quantity is not None:
            found |= _depends(quantities, quantity.term)
            if quantity.given is not None:
                found |= _depends(quantities, quantity.given)
    return found


def read_quantities(data: Any, context: Context, space: Space) -> dict[str, Quantity]:
    """Return the quantities that JSON spells, each of which may use those before it; or reject.

    A quantity is declared over all reals; a probability also over [0, 1], where it lies.
    """
    found: dict[str, Quantity] = {}
    listed = [name for name, _ in data]
    parameters = context.box.keys() - set(listed)
    for name, entry in data:
        if name in found or name not in context.box or not entry.keys() <= {"mean", "given"}:
            raise Rejected(f"{name!r:.40} is no quantity, or stands twice")
        term = read_random(entry["mean"])
        given = None if entry.get("given") is None else read_event(entry["given"])
        known = parameters | found.keys()
        for part in (term,) if given is None else (term, given):
            is_known = free_names(part) <= known
            demand(is_known, "a quantity uses a symbol without a range, or one after it")
            demand(not all_bound(part) & found.keys(), "a sum runs over an expectation")
            _check_bound(found, part)
            space.check(part)
            _check_defined(space, context, known, part)
        check_integrable(space, _about(context, frozenset(parameters), term), term)
        _check_range(context, name, term)
        found[name] = Quantity(term, given)
    return found


def _check_bound(quantities: Mapping[str, Quantity], term: Any) -> None:
    """Reject a sum over an index on which an expectation in it depends: its index is uncertain."""
    inner = parts(term)
    if term[0] in BINDERS:
        for name in free_names(("add", *inner)) & quantities.keys():
            if term[1] in _depends(quantities, ("symbol", name)):
                raise Rejected(f"under a sum, {name:.40} would depend on the index of the sum")
    for part in inner:
        _check_bound(quantities, part)


def _check_range(context: Context, name: str, term: Term) -> None:
    values = context.box[name]
    is_line = values.low == float("-inf") and values.high == float("inf")
    is_unit = values.low == 0 and values.high == 1 and values.low_closed and values.high_closed
    is_chance = term[0] == "indicator" and is_unit
    if values.integer or not (is_line or is_chance):
        raise Rejected(f"the range of {name:.40} is more than an expectation tells")


def _about(context: Context, known: Any, term: Any) -> Context:
    """Return what is known of parameters and of numbers; what a sum binds is any integer."""
    bound = all_bound(term)
    facts = tuple(fact for fact in context.facts if names(fact[1]) <= known - bound)
    box = {name: context.box[name] for name in known}
    return Context({**box, **dict.fromkeys(bound, ANY_INTEGER)}, facts)


def _check_defined(space: Space, context: Context, known: Any, term: Any) -> None:
    """Reject a random term, or an event, that is not defined at all outcomes, by enclosures."""
    own = _about(context, known, term)
    for part in _operands(term):
        observations = Observations(space, own)
        plain = observations.plain(part, None)
        plain = _with_roots(observations.context, plain)
        for goal_context, claim in defined(observations.context, plain):
            if not _is_shown(goal_context, claim):
                raise Rejected(
                    "a random term is not shown to have a value at all outcomes, as a quotient by "
                    "what may be zero; declare values that exclude it"
                )


def _with_roots(context: Context, term: Term) -> Term:
    """Return a term that is defined where another one is: 0^p is zero for positive p.

    A power with an exponent that is positive by its enclosure becomes a root.
    """
    if term[0] in LEAVES or term[0] in BINDERS:
        return term
    new: Term = (term[0], *(_with_roots(context, part) for part in term[1:]))
    is_open = term[0] == "power" and names(term[2]) and encloses(context, (">", term[2]), 64)
    return ("multiply", ("sqrt", new[1]), new[2]) if is_open else new


def _is_shown(context: Context, claim: Claim) -> bool:
    return claim in context.facts or encloses(context, claim, 64)


def _operands(term: Any) -> list[Term]:
    """Return the terms that must be defined: a term, those in its events, bodies of its sums."""
    if term[0] in JUNCTORS:
        return [inner for part in term[1:] for inner in _operands(part)]
    if term[0] in (">=", ">", "=", "!="):
        return _operands(term[1])
    inner = [found for part in _events_and_bodies(term) for found in _operands(part)]
    return [term, *inner]


def _events_and_bodies(term: Term) -> list[Any]:
    if term[0] == "indicator":
        return [term[1]]
    own = [term[4]] if term[0] in BINDERS else []
    return own + [found for part in parts(term) for found in _events_and_bodies(part)]
