"""Verdicts from certificates that were kept: the checker reads all of them anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError
from boundcalc.proving.explain import explain_proof
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.prove import refuted_judgement
from boundcalc.proving.verdicts import Verdict


def restore(goal: ProofGoal, certificate: Mapping[str, Any]) -> Verdict:
    """Return the verdict about `goal` that a certificate shows.

    Raises
    ------
    Rejected
        If the checker does not accept it, or it is about another goal.
    """
    try:
        if certificate.get("kind") != "refutation":
            proved = Judgement(
                kind=VerdictKind.PROVED,
                reason=explain_proof(certificate),
                certificates=(certificate,),
            )
            return Verdict(goal=goal, judgement=proved)
        return Verdict(goal=goal, judgement=refuted_judgement(goal, certificate))
    except (BoundError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Rejected(f"it shows no verdict about this goal: {error}") from error
