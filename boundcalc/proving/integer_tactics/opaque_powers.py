"""Powers whose base need not be positive, as any number where facts speak of them.

The normal form of x^n presumes that x is positive. Where facts bound a power and it is only passed
on, as in x = y^n and y^n <= c, nothing is known of it and nothing is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from boundcalc.checker.goals import Goal, encloses
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import Rejected, Term, names
from boundcalc.proving.proof_state import Attempt, ProofState, vanishing_powers
from boundcalc.proving.tactics import linear
from boundcalc.proving.tactics.ranges import equal_symbols
from boundcalc.proving.term_translation import to_json

SHARE = 0.15  # of the work that is left, where facts do not combine to the claim at once


def named(state: ProofState) -> Iterator[Attempt]:
    """Put names for powers in facts, where the facts then combine to the claim.

    So they may where a symbol equals a power, and is written as its name first.
    """
    steps: dict[str, dict[str, Any]] = {}
    goal: Goal = (state.context, state.claim)
    for power in _powers(state):
        name = state.memory.new_name("p")
        step = {"rule": "name", "term": to_json(power), "name": name}
        try:
            (goal,) = ALL_RULES["name"](step, *goal)
        except Rejected:  # it stands inside of a sum, or of a power that has a name by now
            continue
        steps[name] = step
    if not steps:
        return
    inner = ProofState(*goal, state.memory)
    found = next(_combinations(inner), None)
    share = SHARE if found is None else 0.5
    if found is None and (state.kind == "=" or not _is_equated(inner, steps)):
        return
    for step in reversed(steps.values()):
        found = Attempt(step, share, plans={} if found is None else {0: found})
    if found is not None:
        yield found


def _is_equated(state: ProofState, new: Collection[str]) -> bool:
    """Return whether a symbol equals one of some names."""
    equations = (fact for kind, fact in state.context.facts if kind == "=")
    pairs = (pair for fact in equations if (pair := equal_symbols(fact)) is not None)
    return any(name in new for pair in pairs for name in pair)


def _powers(state: ProofState) -> list[Term]:
    """Return the powers in facts whose base is not known to be positive, the outer ones first."""
    context = state.context
    found = dict.fromkeys(item for _, fact in context.facts for item in vanishing_powers(fact))
    doubtful = [
        power
        for base, power in found
        if names(power) <= context.box.keys()  # and not about the index of a sum
        and (">", base) not in context.facts
        and not encloses(context, (">", base), 64)
    ]
    return doubtful[::-1]


def _combinations(state: ProofState) -> Iterator[Attempt]:
    if state.kind == "=":
        yield from linear.spanned(state)
    else:
        yield from linear.linear(state, is_deep=False)
        yield from linear.linear(state, is_deep=True)
