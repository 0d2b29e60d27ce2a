"""Powers with a symbol in the exponent whose base may be zero: they have a value there, zero."""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.checker.goals import Context, encloses
from boundcalc.checker.terms import Term, children, integer_of, obligations, replace

BITS = 64


def may_vanish(context: Context, term: Term) -> frozenset[Term]:
    """Return the powers in a term whose bases may be zero, where their exponents are positive.

    Those are left out whose bases must be positive for another reason, as in x^y ln x.
    """
    found = {power for power in _powers(term) if _has_value_at_zero(context, power)}
    plain = obligations(replace(term, {power: ("multiply", *power[1:]) for power in found}))
    return frozenset(power for power in found if (">", power[1]) not in plain)


def _powers(term: Term) -> Iterator[Term]:
    if term[0] != "sum":
        for child in children(term):
            yield from _powers(child)
    if term[0] == "power" and integer_of(term[2]) is None and (">", term[1]) in obligations(term):
        yield term


def _has_value_at_zero(context: Context, power: Term) -> bool:
    base, exponent = power[1:]
    shown = [(">=", base), (">", exponent)]
    return not encloses(context, (">", base), BITS) and all(
        encloses(context, claim, BITS) for claim in shown
    )
