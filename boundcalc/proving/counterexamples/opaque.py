"""Opaque symbols: what a counterexample says where probabilities and the like stand in a goal.

A probability, an expectation or an integral is a symbol to the prover, and may have values there
that it cannot have in truth. So a relation that fails for some of them is not refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.domains import PROBABILITY
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Relation
from boundcalc.limits import LimitError
from boundcalc.proving.goals import ProofGoal, make_goal
from boundcalc.proving.verdicts import Verdict

Decide = Callable[[ProofGoal], Verdict]


def judged(
    verdict: Verdict,
    opaque: Iterable[str],
    decide: Decide,
    facts: Iterable[Relation] = (),
    *,
    is_any_event: bool = True,
) -> Judgement:
    """Return what is known of a goal whatever the opaque symbols in it stand for.

    Parameters
    ----------
    verdict : Verdict
        What the prover says of it, where opaque symbols may have any value of their domains.
    opaque : iterable of str
        Their names.
    decide : callable
        The prover.
    facts : iterable of Relation
        The assumptions of the goal that hold in truth wherever the others do.
    is_any_event : bool
        Whether nothing is known of the events, so that one probability may be any number.

    Returns
    -------
    Judgement
        PROVED and UNKNOWN as they are. REFUTED only if the relation fails, where the other symbols
        have the values of the counterexample, for all values of the opaque ones; its second
        certificate is the proof of that. It is not refuted either where the assumptions speak of
        opaque symbols, but for one probability of any event: there may be no values that satisfy
        them there, as E[X^2] is never below E[X]^2. Else UNKNOWN, with the counterexample.
    """
    goal, found = verdict.goal, verdict.judgement
    names = sorted({symbol.name for symbol in goal.variables}.intersection(opaque))
    if found.kind is not VerdictKind.REFUTED or not names:
        return found
    known = set(facts)
    assumed = (item.names() for item in goal.assumptions if item not in known)
    unsure = sorted(frozenset().union(*assumed).intersection(names))
    if unsure and not (is_any_event and _is_one_probability(goal, unsure)):
        why = "it fails if what is assumed of them can hold at that point"
        return _in_question(found, unsure, why)
    there = (
        None if "undefined" in (found.left, found.right) else _failing(found, goal, names, decide)
    )
    if there is None:
        return _in_question(found, names, "it fails for some values of them")
    return replace(
        found,
        reason=f"{found.reason} It fails there for all values of {', '.join(names)}.",
        certificates=(*found.certificates, *there.certificates),
        seconds=found.seconds + there.seconds,
    )


def _failing(
    found: Judgement, goal: ProofGoal, names: Iterable[str], decide: Decide
) -> Judgement | None:
    """Return the proof that a goal fails at a counterexample for all values of some names."""
    point = found.counterexample or {}
    fixed = {name: value for name, value in point.items() if name not in names}
    given = [relation.substitute(fixed) for relation in goal.assumptions]
    negated = goal.conclusion.negated.substitute(fixed)
    try:
        shown = decide(make_goal(negated, [item for item in given if item.names()]))
    except LimitError:  # says something of the machine only
        raise
    except BoundError:
        return None
    return shown.judgement if shown.is_proved else None


def _in_question(found: Judgement, names: Iterable[str], why: str) -> Judgement:
    reason = f"needs an argument about {', '.join(names)}: {why}"
    return replace(found, kind=VerdictKind.UNKNOWN, certificates=(), reason=reason)


def _is_one_probability(goal: ProofGoal, names: list[str]) -> bool:
    """Return whether the names are one, of a symbol from 0 to 1."""
    domains = [symbol.domain for symbol in goal.variables if symbol.name in names]
    return len(domains) == 1 and domains[0] == PROBABILITY
