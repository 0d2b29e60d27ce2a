"""Obligations: whether a relation follows from what is assumed, also with opaque symbols in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from boundcalc.derivations.verdicts import Finding, RowKind
from boundcalc.language.errors import BoundError, DomainError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Sense
from boundcalc.language.text import relation_text
from boundcalc.limits import LimitError
from boundcalc.notes.theorem_reasons import domain_relations
from boundcalc.proving.counterexamples.opaque import judged
from boundcalc.proving.goals import ProofGoal, make_goal
from boundcalc.proving.verdicts import Verdict, VerdictKind

Goals = tuple[ProofGoal, ...]
Decide = Callable[[Goals], Verdict]
_VACUOUS = "vacuous, or nearly: no point was found that satisfies all that is assumed here"


@dataclass(frozen=True, kw_only=True)
class Obligation:
    """From the assumptions and the facts follows the conclusion; `atoms` are the opaque symbols.

    Where it is declared what is random, `is_structured`, a probability need not be able to have
    any value.
    """

    conclusion: Relation
    assumptions: tuple[Relation, ...] = ()
    facts: tuple[Relation, ...] = ()
    atoms: frozenset[str] = frozenset()
    is_structured: bool = False

    @property
    def goals(self) -> Goals:
        """The goal with few assumptions, with some, and with all that have to do with it.

        Each is implied by the one before it, and a proof with few is found where one with many gets
        lost: the facts alone; with the assumptions about symbols of the conclusion; all.
        """
        names = self.conclusion.names().union(*(fact.names() for fact in self.facts))
        near = tuple(item for item in self.assumptions if item.names() <= names)
        everything = _related(self.conclusion, (*self.assumptions, *self.facts))
        choices = [self.facts, (*near, *self.facts), tuple(everything)]
        return tuple(dict.fromkeys(make_goal(self.conclusion, choice) for choice in choices))

    @property
    def unrelated(self) -> tuple[Relation, ...]:
        """The assumptions and facts that no goal has, because they speak of other symbols."""
        given = (*self.assumptions, *self.facts)
        related = _related(self.conclusion, given)
        return tuple(item for item in given if item not in related)


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


def examine(obligation: Obligation, decide: Decide) -> Finding:
    """Return what is known of an obligation.

    Assumptions that share no symbol with the relation play no part in a proof; but a relation that
    fails is not refuted where they hold nowhere.
    A counterexample in which opaque symbols have values refutes only if the relation fails there
    for all values of them; else the row needs an argument about them.
    """
    try:
        goals = obligation.goals
        verdict = decide(goals)
    except DomainError:
        simpler = _without_definition(obligation)
        if simpler is None:
            return Finding(kind=RowKind.UNKNOWN, reason=_VACUOUS)
        fewer, used, originals = simpler
        found = examine(fewer, decide)
        if found.kind is RowKind.REFUTED:  # the value may have no meaning there
            reason = f"it fails where {relation_text(used)} is irrational, or has no value"
            found = replace(found, kind=RowKind.UNKNOWN, reason=reason)
        touched = [old for new, old in originals.items() if new != old]
        others = (originals.get(item, item) for item in found.used)
        return replace(found, used=tuple(dict.fromkeys((used, *touched, *others))))
    except LimitError:  # says something of the machine, and nothing of the row
        raise
    except BoundError as error:
        return Finding(kind=RowKind.UNKNOWN, reason=str(error))
    if verdict.kind is not VerdictKind.REFUTED:
        return _finding(verdict)
    if not satisfiable(obligation.unrelated):
        return Finding(kind=RowKind.UNKNOWN, reason=_VACUOUS)
    judgement, shown = judged(
        goals[-1],
        verdict,
        obligation.atoms,
        lambda goal: decide((goal,)),
        obligation.facts,
        is_any_event=not obligation.is_structured,
    )
    return _finding(judgement, *(() if shown is None else (shown,)))


def _without_definition(
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


def _finding(verdict: Verdict, *others: Verdict) -> Finding:
    certificates = (item.certificate for item in (verdict, *others))
    return Finding(
        kind=RowKind(verdict.kind.value),
        reason=verdict.method,
        counterexample=verdict.counterexample,
        left=verdict.left,
        right=verdict.right,
        certificates=tuple(item for item in certificates if item is not None),
        seconds=verdict.seconds,
    )


def point_text(point: Mapping[str, Fraction]) -> str:
    """Return the values of a counterexample in one line."""
    return ", ".join(f"{name} = {decimal_text(value)}" for name, value in point.items())


def satisfiable(assumptions: Iterable[Relation]) -> bool:
    """Return whether a point was found that satisfies all of the assumptions."""
    from boundcalc.proving.prove import find_witness

    relations = list(assumptions)
    while relations:
        group = _related(relations[0], relations) or relations[:1]  # one about numbers alone
        trivial = Relation(relations[0].left, Sense.EQ, relations[0].left)
        if find_witness(make_goal(trivial, group)) is None:
            simpler = _without_definition(Obligation(conclusion=trivial, assumptions=tuple(group)))
            if simpler is None or not satisfiable(simpler[0].assumptions):
                return False
        relations = [item for item in relations if item not in group]
    return True


def follows_trivially(relation: Relation, assumptions: Iterable[Relation]) -> bool:
    """Return whether a relation is written among the assumptions, in either direction."""
    return any(relation in (item, item.mirrored) for item in assumptions)


def described(relation: Relation, finding: Finding) -> str:
    """Return an obligation with its verdict, in a sentence."""
    text = f"{relation_text(relation)}: {finding.kind.value}"
    if finding.counterexample is not None:
        return f"{text} at {point_text(finding.counterexample)}"
    return text
