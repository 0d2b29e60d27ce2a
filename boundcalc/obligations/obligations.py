"""Obligations: a relation, what it is to follow from, and the goals of the prover about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from boundcalc.judgements import Judgement
from boundcalc.language.expressions import Expression, Number, Relation, Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Sense
from boundcalc.language.text import relation_text
from boundcalc.obligations.random_rows import RandomRow
from boundcalc.obligations.theorem_reasons import domain_relations
from boundcalc.proving.goals import ProofGoal, make_goal
from boundcalc.proving.prove import find_witness
from boundcalc.proving.verdicts import Verdict

Goals = tuple[ProofGoal, ...]
Decide = Callable[[Goals], Verdict]


@dataclass(frozen=True, kw_only=True)
class Obligation:
    """From the assumptions and the facts follows the conclusion.

    Parameters
    ----------
    conclusion, assumptions, facts : Relation
        What follows, and from what; facts hold wherever the assumptions do.
    atoms : frozenset of str
        The opaque symbols.
    random : RandomRow or None
        The same as the calculus of expectations takes it, where it is declared what is random; a
        probability need not be able to have any value then.
    wider : Obligation or None
        What must be proved as well before this is, because it uses less of a guessed domain.
    """

    conclusion: Relation
    assumptions: tuple[Relation, ...] = ()
    facts: tuple[Relation, ...] = ()
    atoms: frozenset[str] = frozenset()
    random: RandomRow | None = None
    wider: Obligation | None = None

    @cached_property
    def goals(self) -> Goals:
        """The goal with few assumptions, with some, and with all that have to do with it.

        Each is implied by the one before it, and a proof with few is found where one with many gets
        lost: the facts with bounds on single symbols, without which a side may have no value; with
        the assumptions about symbols of the conclusion; all.
        """
        names = self.conclusion.names().union(*(fact.names() for fact in self.facts))
        near = tuple(item for item in self.assumptions if item.names() <= names)
        everything = _related(self.conclusion, (*self.assumptions, *self.facts))
        bounds = tuple(item for item in near if self.facts and _is_bound(item))
        choices = [(*bounds, *self.facts), (*near, *self.facts), tuple(everything)]
        return tuple(dict.fromkeys(make_goal(self.conclusion, choice) for choice in choices))

    @property
    def is_derivable(self) -> bool:
        """Whether the calculus of expectations can be asked for it."""
        return self.random is not None and self.random.goal is not None

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The symbols that occur in it."""
        given = (self.conclusion, *self.assumptions, *self.facts)
        return frozenset(symbol for relation in given for symbol in relation.symbols())

    @property
    def unrelated(self) -> tuple[Relation, ...]:
        """The assumptions and facts that no goal has, because they speak of other symbols."""
        given = (*self.assumptions, *self.facts)
        related = _related(self.conclusion, given)
        return tuple(item for item in given if item not in related)


def _is_bound(relation: Relation) -> bool:
    """Return whether a relation compares a symbol with a number."""
    sides = (relation.left, relation.right)
    return any(isinstance(side, Symbol) for side in sides) and len(relation.names()) == 1


def _related(conclusion: Relation, assumptions: Sequence[Relation]) -> list[Relation]:
    """Return the assumptions that share symbols with the conclusion, directly or in steps.

    What is left out speaks of other symbols only, so that no proof depends on it. A counterexample
    depends on it in so far as it has to be satisfied somewhere.
    """
    names = set(conclusion.names())
    kept = [False] * len(assumptions)
    grows = True
    while grows:
        grows = False
        for place, relation in enumerate(assumptions):
            if not kept[place] and names & relation.names():
                kept[place] = grows = True
                names |= relation.names()
    return [relation for place, relation in enumerate(assumptions) if kept[place]]


def without_definition(
    obligation: Obligation,
) -> tuple[Obligation, Relation, dict[Relation, Relation]] | None:
    """Return an obligation in which the value of a symbol stands in its place, with the equation.

    The last are its assumptions and facts, each with the one that it was made of. No rational
    point satisfies c = sqrt(2), though c is 2^(1/2) somewhere. That the value lies in the domain of
    the symbol is assumed in the place of the equation.
    """
    given = (*obligation.assumptions, *obligation.facts)
    found = next(((item, *pair) for item in given for pair in _definition(item)), None)
    if found is None:
        return None
    equation, symbol, value = found
    values = {symbol.name: value}
    inside = tuple(domain_relations(value, symbol.domain))
    originals = {item.substitute(values): item for item in given if item != equation}
    rest = tuple(item.substitute(values) for item in obligation.assumptions if item != equation)
    fewer = replace(
        obligation,
        conclusion=obligation.conclusion.substitute(values),
        assumptions=(*rest, *inside),
        facts=tuple(item.substitute(values) for item in obligation.facts if item != equation),
        atoms=obligation.atoms - {symbol.name},
    )
    return fewer, equation, originals


def _definition(relation: Relation) -> Iterator[tuple[Symbol, Expression]]:
    """Yield the symbol that an equation sets equal to an expression without it."""
    for side in (relation, relation.mirrored):
        symbol, value = side.left, side.right
        if not isinstance(symbol, Symbol) or relation.sense is not Sense.EQ:
            continue
        if not (symbol.speaks_of or symbol.domain.integer or symbol.name in value.names()):
            yield symbol, value


def point_text(point: Mapping[str, Fraction]) -> str:
    """Return the values of a counterexample in one line."""
    return ", ".join(f"{name} = {decimal_text(value)}" for name, value in point.items())


def satisfiable(assumptions: Iterable[Relation]) -> bool:
    """Return whether a point was found that satisfies all of the assumptions."""
    relations = list(assumptions)
    while relations:
        group = _related(relations[0], relations) or relations[:1]  # one about numbers alone
        trivial = Relation(relations[0].left, Sense.EQ, relations[0].left)
        if find_witness(make_goal(trivial, group)) is None:
            simpler = without_definition(Obligation(conclusion=trivial, assumptions=tuple(group)))
            if simpler is None or not satisfiable(simpler[0].assumptions):
                return False
        relations = [item for item in relations if item not in group]
    return True


def never_holds(relation: Relation) -> bool:
    """Return whether a relation compares a symbol with a number that its domain excludes.

    Examples
    --------
    >>> from boundcalc.language.domains import interval
    >>> x = Symbol("x", interval("[0, 1]"))
    >>> never_holds(x >= 2), never_holds(x >= 1), never_holds(x < 0)
    (True, False, True)
    """
    for item in (relation, relation.mirrored):
        if isinstance(item.left, Symbol) and isinstance(item.right, Number):
            domain, value = item.left.domain, item.right.value
            if item.sense is Sense.EQ:
                return value not in domain
            is_upper = item.sense in (Sense.GE, Sense.GT)
            end = domain.upper if is_upper else domain.lower
            is_closed = domain.upper_closed if is_upper else domain.lower_closed
            if end is None or item.sense not in (Sense.GE, Sense.GT, Sense.LE, Sense.LT):
                return False
            is_met = is_closed and item.sense in (Sense.GE, Sense.LE)
            beyond = end < value if is_upper else end > value
            return beyond or (end == value and not is_met)
    return False


def follows_trivially(relation: Relation, assumptions: Iterable[Relation]) -> bool:
    """Return whether a relation is written among the assumptions, in either direction."""
    return any(relation in (item, item.mirrored) for item in assumptions)


def described(relation: Relation, judgement: Judgement) -> str:
    """Return an obligation with its verdict, in a sentence."""
    text = f"{relation_text(relation)}: {judgement.kind.value}"
    if judgement.counterexample is not None:
        return f"{text} at {point_text(judgement.counterexample)}"
    return text
