"""Pointwise claims: what is observed becomes a symbol, and an event is split into its two cases.

A claim about a random term holds at all outcomes if it holds for all values of what is observed in
it: a random value, a value of a function, and every sum or product over an index is a symbol of
its own, with its declared range. An indicator is 1 or 0, as the relations in it hold or fail; the
proof is a tree that decides one relation after the other, the first that is open first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, encloses, minus
from boundcalc.checker.probability.space import ANY_INTEGER, Space
from boundcalc.checker.probability.terms import (
    BINDERS,
    JUNCTORS,
    OBSERVED,
    Event,
    is_random,
    nameless,
    parts,
    rebuilt,
)
from boundcalc.checker.terms import Claim, Rejected, Term, demand, number

_NEGATED = {">=": ">", ">": ">="}
NEVER: Claim = (">", number(0))
MAX_CASES = 40  # relations decided one after the other


@dataclass
class Observations:
    """The symbols for what is observed in a pointwise claim, in the order in which it is met."""

    space: Space
    context: Context
    symbols: dict[Term, str] = field(default_factory=dict)

    def plain(self, term: Term, truth: Mapping[Claim, bool] | None) -> Term:
        """Return a random term as a plain one, for relations that hold or fail as given.

        Without that, an indicator may be 0 or 1.
        """
        kind = term[0]
        if kind == "indicator" and truth is None:
            return ("symbol", self._symbol(term))
        if kind == "indicator" and truth is not None:
            value = decided(term[1], truth)
            demand(value is not None, "an indicator is not decided")
            return number(int(bool(value)))
        if kind in OBSERVED or (kind in BINDERS and (kind != "sum" or is_random(term))):
            return ("symbol", self._symbol(term))
        return rebuilt(term, iter([self.plain(part, truth) for part in parts(term)]))

    def _symbol(self, term: Term) -> str:
        key = nameless(term)
        if key not in self.symbols:
            name = f"v{len(self.symbols) + 1}"
            demand(name not in self.context.box, f"the name {name} is kept for what is observed")
            self.symbols[key] = name
            values, low, high = self.space.range_of(term)
            if term[0] == "greatest" or (term[0] in BINDERS and self._is_nonnegative(*term[1::3])):
                values = Range(Fraction(0), ia.INF, True, False)
            self.context = self.context.with_range(name, values)
            symbol: Term = ("symbol", name)
            if low is not None:
                self.context = self.context.with_fact((">=", minus(symbol, low)))
            if high is not None:
                self.context = self.context.with_fact((">=", minus(high, symbol)))
        return self.symbols[key]

    def _is_nonnegative(self, index: str, body: Term) -> bool:
        """Return whether all members of a sum are at least zero, for any integer as the index."""
        box = {name: self.context.box[name] for name in self.context.box if name not in self._own}
        inside = Observations(self.space, Context({**box, index: ANY_INTEGER}))
        plain = inside.plain(body, None)
        return encloses(inside.context, (">=", plain), 64)

    @property
    def _own(self) -> frozenset[str]:
        return frozenset(self.symbols.values())


def decided(event: Event, truth: Mapping[Claim, bool]) -> bool | None:
    """Return whether an event happens, or None where that is open."""
    if event[0] not in JUNCTORS:
        return truth.get(event)
    values = [decided(part, truth) for part in event[1:]]
    if event[0] == "not":
        return None if values[0] is None else not values[0]
    final: bool = event[0] == "or"
    if final in values:
        return final
    return None if None in values else not final


def first_open(term: Any, truth: Mapping[Claim, bool]) -> Claim | None:
    """Return the first relation, in the order of a random term, on which an indicator depends."""
    if term[0] == "indicator":
        return None if decided(term[1], truth) is not None else _open_in(term[1], truth)
    if term[0] in BINDERS or term[0] in OBSERVED:
        return None
    found = (first_open(part, truth) for part in parts(term))
    return next((claim for claim in found if claim is not None), None)


def _open_in(event: Event, truth: Mapping[Claim, bool]) -> Claim | None:
    if event[0] not in JUNCTORS:
        return event if event not in truth else None
    if decided(event, truth) is not None:
        return None
    found = (_open_in(part, truth) for part in event[1:])
    return next((claim for claim in found if claim is not None), None)


def negated(claim: Claim) -> Claim:
    """Return the claim that holds where another one fails, its term being defined."""
    if claim[0] in _NEGATED:
        return (_NEGATED[claim[0]], ("negate", claim[1]))
    return ("!=" if claim[0] == "=" else "=", claim[1])


@dataclass(frozen=True)
class Leaf:
    """A goal that a pointwise claim leaves, with its proof."""

    goal: Goal
    proof: Any


def leaves(space: Space, context: Context, claim: tuple[str, Term], tree: Any) -> list[Leaf]:
    """Return the goals that together show that a claim about a random term holds at all outcomes.

    The tree is the proof of the claim, or has the entries "true" and "false" with a tree for each
    case of the relation that is decided, or the entry "never" with a proof that the case does not
    occur: that 0 > 0 follows from it; or "equal" with the place of a relation "not equal" and a
    proof from the others that its sides are equal.
    """
    observations = Observations(space, context)
    return _leaves(observations, claim, tree, {}, ())


def _leaves(
    observations: Observations,
    claim: tuple[str, Term],
    tree: Any,
    truth: dict[Claim, bool],
    facts: tuple[Claim, ...],
) -> list[Leaf]:
    if isinstance(tree, dict) and tree.keys() == {"never"}:
        return [Leaf((observations.context.with_fact(*facts), NEVER), tree["never"])]
    if isinstance(tree, dict) and tree.keys() == {"equal"}:
        place, proof = tree["equal"]
        if type(place) is not int or not 0 <= place < len(facts) or facts[place][0] != "!=":
            raise Rejected("no relation of this case says that two numbers differ")
        others = (*facts[:place], *facts[place + 1 :])
        return [Leaf((observations.context.with_fact(*others), ("=", facts[place][1])), proof)]
    relation = first_open(claim[1], truth)
    if relation is None:
        term = observations.plain(claim[1], truth)
        return [Leaf((observations.context.with_fact(*facts), (claim[0], term)), tree)]
    demand(len(truth) < MAX_CASES, "too many relations to decide")
    is_plain = all(part[0] != "indicator" for part in _inner(relation[1]))
    demand(is_plain, "an indicator stands in an event; write the event without it")
    plain: Claim = (relation[0], observations.plain(relation[1], {}))
    found: list[Leaf] = []
    for value in (True, False):
        fact = plain if value else negated(plain)
        branch = tree["true" if value else "false"]
        found += _leaves(observations, claim, branch, {**truth, relation: value}, (*facts, fact))
    return found


def _inner(term: Term) -> list[Term]:
    """Return the parts of a term that are not within what is observed as one."""
    if term[0] in BINDERS or term[0] in OBSERVED:
        return [term]
    return [term, *(inner for part in parts(term) for inner in _inner(part))]
