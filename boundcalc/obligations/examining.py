"""Whether an obligation is met: what the prover and the calculus of expectations say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError, DomainError
from boundcalc.language.text import relation_text
from boundcalc.limits import LimitError
from boundcalc.obligations.obligations import (
    Decide,
    Obligation,
    satisfiable,
    without_definition,
)
from boundcalc.obligations.random_rows import Derive, by_calculus
from boundcalc.probability import prove_expectations
from boundcalc.proving.counterexamples.opaque import judged

Examine = Callable[[Obligation], Judgement]
_VACUOUS = "vacuous, or nearly: no point was found that satisfies all that is assumed here"


def examine(
    obligation: Obligation, decide: Decide, derive: Derive = prove_expectations
) -> Judgement:
    """Return what is known of an obligation.

    Parameters
    ----------
    obligation : Obligation
        What is to be shown.
    decide : callable
        Returns the verdict of the prover about goals.
    derive : callable
        Returns the verdict of the calculus about a goal of expectations.
    """
    found = _by_algebra(obligation, decide)
    if obligation.random is not None:
        found = by_calculus(found, obligation.random, derive)
    if found.reason == _VACUOUS and obligation.wider is not None:  # which is proved of more values
        return examine(obligation.wider, decide, derive)
    if found.kind is not VerdictKind.PROVED or obligation.wider is None:
        return found
    again = examine(obligation.wider, decide, derive)
    if again.kind is VerdictKind.PROVED:
        return again
    names = ", ".join(_narrowed(obligation, obligation.wider))
    return replace(
        found,
        kind=VerdictKind.UNKNOWN,
        reason=f"proved only with the domains that are usual for the letters {names}",
        certificates=(),
    )


def _by_algebra(obligation: Obligation, decide: Decide) -> Judgement:
    """Return what the prover knows of an obligation.

    Assumptions that share no symbol with the relation play no part in a proof; but a relation that
    fails is not refuted where they hold nowhere.
    A counterexample in which opaque symbols have values refutes only if the relation fails there
    for all values of them; else the row needs an argument about them.
    """
    try:
        goals = obligation.goals
        verdict = decide(goals)
    except DomainError:
        simpler = without_definition(obligation)
        if simpler is None:
            return Judgement(kind=VerdictKind.UNKNOWN, reason=_VACUOUS)
        fewer, used, originals = simpler
        found = _by_algebra(fewer, decide)
        if found.kind is VerdictKind.REFUTED:  # the value may have no meaning there
            reason = f"it fails where {relation_text(used)} is irrational, or has no value"
            found = replace(found, kind=VerdictKind.UNKNOWN, reason=reason)
        touched = [old for new, old in originals.items() if new != old]
        others = (originals.get(item, item) for item in found.used)
        return replace(found, used=tuple(dict.fromkeys((used, *touched, *others))))
    except LimitError:  # says something of the machine, and nothing of the row
        raise
    except BoundError as error:
        return Judgement(kind=VerdictKind.UNKNOWN, reason=str(error))
    if verdict.is_refuted and not satisfiable(obligation.unrelated):
        return Judgement(kind=VerdictKind.UNKNOWN, reason=_VACUOUS)
    return judged(
        verdict,
        obligation.atoms,
        lambda goal: decide((goal,)),
        obligation.facts,
        is_any_event=obligation.random is None,
    )


def _narrowed(obligation: Obligation, wider: Obligation) -> list[str]:
    """Return the symbols whose domain is wider in the second obligation."""
    before = {symbol.name: symbol.domain for symbol in obligation.symbols}
    return sorted(item.name for item in wider.symbols if before.get(item.name) != item.domain)
