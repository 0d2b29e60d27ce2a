"""What is claimed, and where: ranges, facts, goals, and what enclosures alone show of them.

A goal is a claim about a term at every point of a context: a box of ranges, and facts.
The claim says that the term is defined there, and what its sign is.
Facts hold and are defined at the points in question; that is what they are.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.normal import Normalizer, in_exponentials
from boundcalc.checker.terms import (
    Claim,
    Term,
    enclose,
    integer_of,
    names,
    number,
    obligations,
    presumptions,
    replace,
)

PRECISIONS = (64, 192, 768, 2000, 8000)  # bits, one after the other


@dataclass(frozen=True)
class Range:
    """The values of one variable: an interval of the reals, or of the integers."""

    low: ia.End
    high: ia.End
    low_closed: bool
    high_closed: bool
    integer: bool = False

    @cached_property
    def interval(self) -> ia.Interval:
        """The smallest interval around the range."""
        low, high = self.low, self.high
        if self.integer:  # the ends move inward, and belong to the range then
            if isinstance(low, Fraction):
                low = Fraction(math.ceil(low) if self.low_closed else math.floor(low) + 1)
            if isinstance(high, Fraction):
                high = Fraction(math.floor(high) if self.high_closed else math.ceil(high) - 1)
            return ia.Interval(low, high)
        is_open = (low == 0 and not self.low_closed) or (high == 0 and not self.high_closed)
        return ia.Interval(low, high, is_open)

    def contains(self, value: Fraction) -> bool:
        """Return whether a number belongs to the range."""
        above = value > self.low or (value == self.low and self.low_closed)
        below = value < self.high or (value == self.high and self.high_closed)
        return above and below and (not self.integer or value.denominator == 1)

    def claims(self, term: Term) -> list[Claim]:
        """Return what it says of a term to be between the ends."""
        found: list[Claim] = []
        if isinstance(self.low, Fraction):
            found.append((">=" if self.low_closed else ">", minus(term, number(self.low))))
        if isinstance(self.high, Fraction):
            found.append((">=" if self.high_closed else ">", minus(number(self.high), term)))
        return found


@dataclass(frozen=True)
class Context:
    """Where a goal is claimed: ranges of the variables, and facts."""

    box: Mapping[str, Range]
    facts: tuple[Claim, ...] = ()

    def intervals(self) -> dict[str, ia.Interval]:
        """Return the ranges as intervals."""
        return {name: values.interval for name, values in self.box.items()}

    def with_range(self, name: str, values: Range) -> "Context":
        """Return the context with one range replaced."""
        return Context({**self.box, name: values}, self.facts)

    def with_fact(self, *facts: Claim) -> "Context":
        """Return the context with more facts."""
        return Context(self.box, (*self.facts, *facts))

    def without(self, name: str) -> "Context":
        """Return the context without a variable and the facts about it."""
        box = {key: values for key, values in self.box.items() if key != name}
        return Context(box, tuple(fact for fact in self.facts if name not in names(fact[1])))


Goal = tuple[Context, Claim]


def minus(first: Term, second: Term) -> Term:
    """Return the difference as a term."""
    return ("add", first, ("negate", second))


def sides_of(term: Term) -> tuple[Term, Term] | None:
    """Return both sides of a difference, or None."""
    is_difference = term[0] == "add" and len(term) == 3 and term[2][0] == "negate"
    return (term[1], term[2][1]) if is_difference else None


def opposite(claim: Claim) -> Claim:
    """Return the claim about the same term that holds where it is defined and this one fails."""
    kind, term = claim
    below: Term = ("negate", term)
    return {">=": (">", below), ">": (">=", below), "=": ("!=", term), "!=": ("=", term)}[kind]


def encloses(context: Context, claim: Claim, bits: int) -> bool:
    """Return whether an enclosure over the box shows the claim."""
    try:
        values = enclose(claim[1], context.intervals(), bits)
    except ia.Undefined:
        return False
    return {
        ">=": values.low >= 0,
        ">": values.low > 0 or (values.low >= 0 and values.nonzero),
        "!=": values.excludes_zero(),
        "=": values.low == values.high == 0,
        "ok": True,
    }[claim[0]]


def is_shown(context: Context, claim: Claim, most: int = 8000) -> bool:
    """Return whether an enclosure over the box shows the claim, at some precision up to `most`."""
    return any(encloses(context, claim, bits) for bits in PRECISIONS if bits <= most)


def is_zero(context: Context, term: Term) -> bool:
    """Return whether the term is zero at all points of the context at which its obligations hold.

    Where a part of it only has a value, as a fact has, `defined` says what is to be shown besides.
    """
    normalizer = Normalizer(lambda part: is_positive(context, part))
    return any(map(normalizer.is_zero, dict.fromkeys((term, in_exponentials(term)))))


def is_positive(context: Context, term: Term) -> bool:
    """Return whether a term is positive by a fact or by its enclosure."""
    return (">", term) in context.facts or encloses(context, (">", term), 64)


def is_whole(context: Context, term: Term) -> bool:
    """Return whether a term has integer values: sums and products of integers."""
    if term[0] == "symbol":
        return term[1] in context.box and context.box[term[1]].integer
    if term[0] in ("add", "multiply", "negate"):
        return all(is_whole(context, child) for child in term[1:])
    return integer_of(term) is not None


def defined(context: Context, term: Term, *valued: Term) -> list[Goal]:
    """Return the goals that together say that a term is defined.

    Terms that are known to have values may follow, whose normal forms are used: the goals then say
    of them what their normal forms presume.
    """
    presumed = (claim for other in valued for claim in presumptions(other))
    return [(context, claim) for claim in dict.fromkeys([*obligations(term), *presumed])]


def rewritten(context: Context, claim: Claim, changes: Mapping[Term, Term]) -> Goal:
    """Return the goal with terms replaced in the facts and in the claim."""
    *facts, new = ((kind, replace(term, changes)) for kind, term in (*context.facts, claim))
    return Context(context.box, tuple(facts)), new
