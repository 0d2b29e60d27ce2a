"""Witnesses: rational points that satisfy the assumptions, or boxes in which a point does.

The solutions of equations need not be rational.
A variable of a witness has a rational value, or an interval and an equation of the assumptions that
is its own: the equation has one sign at all points of the box where the variable is at its lower
end, and the other sign where it is at its upper end.
Then, by the theorem of Poincare and Miranda, the box has a point at which all these equations hold.
"""

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any

from boundcalc.checker.goals import Context, is_shown
from boundcalc.checker.proofs import holds, read_box
from boundcalc.checker.steps import fact_of
from boundcalc.checker.terms import Claim, Term, demand, is_continuous, obligations

BITS = 192  # a box is as narrow as it is given: more would only cost


def check_witness(context: Context, data: Mapping[str, Any]) -> None:
    """Reject a witness that does not show that some point satisfies the facts.

    Parameters
    ----------
    context : Context
        The ranges of the variables, and the facts.
    data : mapping from name to text or list
        A rational number, or the index of an equation among the facts and the ends of an interval.

    Raises
    ------
    Rejected
        If it is not shown.
    """
    own = {name: entry[0] for name, entry in data.items() if isinstance(entry, list)}
    demand(len(set(own.values())) == len(own), "two variables share an equation")
    where = read_box(context, data)
    for name, index in own.items():
        _check_equation(where, fact_of(context, index))
        is_crossed = crosses(where, name, context.facts[index][1])
        demand(is_crossed, f"the equation has not two signs at the ends of {name:.40}")
    for place, fact in enumerate(context.facts):
        is_inside = place in own.values() or holds(where, fact)
        demand(is_inside, "the assumptions may fail at the witness")


def _check_equation(where: Context, fact: Claim) -> None:
    """Reject what is no equation between continuous functions on the box."""
    kind, term = fact
    demand(kind == "=", "the assumption is no equation")
    demand(is_continuous(term), "the equation may jump")
    demand(
        all(is_shown(where, claim, BITS) for claim in obligations(term)), "a side may be undefined"
    )


def crosses(where: Context, name: str, term: Term) -> bool:
    """Return whether a term has two signs: one wherever a variable is low, one where it is high."""
    values, below = where.box[name], ("negate", term)
    low = where.with_range(name, changed(values, high=values.low))
    high = where.with_range(name, changed(values, low=values.high))
    rises = is_shown(low, (">", below), BITS) and is_shown(high, (">", term), BITS)
    return rises or (is_shown(low, (">", term), BITS) and is_shown(high, (">", below), BITS))
