"""What a step of a proof says: its entries are read here, and nothing about them is believed."""

from collections.abc import Callable, Mapping
from typing import Any

from boundcalc.checker.arithmetic import INF, End
from boundcalc.checker.goals import Context, Goal, Range, rewritten
from boundcalc.checker.terms import Claim, Term, demand, names, read_term

ProofStep = Mapping[str, Any]
Rule = Callable[[ProofStep, Context, Claim], list[Goal]]


def variable_of(context: Context, step: ProofStep) -> tuple[str, Range]:
    """Return the variable that the step names, and its range."""
    name = step.get("variable")
    demand(name in context.box, f"no variable {name!r:.40}")
    return str(name), context.box[str(name)]


def fact_of(context: Context, index: Any) -> Claim:
    """Return the fact with an index."""
    demand(type(index) is int and 0 <= index < len(context.facts), f"no fact {index!r:.40}")
    return context.facts[index]


def term_of(context: Context, data: Any) -> Term:
    """Return a term about the variables of the context, and no other symbol."""
    term = read_term(data)
    demand(names(term) <= context.box.keys(), "a symbol has no range")
    return term


def flag_of(step: ProofStep, key: str) -> bool:
    """Return whether the step sets a flag."""
    demand(step.get(key, False) in (True, False), f"{key} is neither true nor false")
    return bool(step.get(key, False))


def new_name(step: ProofStep, context: Context, claim: Claim) -> str:
    """Return the name that the step gives to a new variable."""
    name = step.get("name")
    used = names(claim[1]).union(context.box, *(names(term) for _, term in context.facts))
    demand(isinstance(name, str) and name not in used, "the name is taken")
    return str(name)


def renamed(
    goal: Goal, term: Term, name: str, *facts: Claim, low: End = -INF, integer: bool = False
) -> Goal:
    """Return the goal with a new variable for a term, greater than `low`, and facts about it."""
    context, claim = rewritten(*goal, {term: ("symbol", name)})
    values = Range(low, INF, False, False, integer)
    return context.with_range(name, values).with_fact(*facts), claim
