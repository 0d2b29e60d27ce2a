"""Does this relation hold on the whole domain?  Search, counterexamples, and certificates."""

from boundcalc.judgements import VerdictKind
from boundcalc.proving.goals import ProofGoal, make_goal
from boundcalc.proving.prove import prove_goal
from boundcalc.proving.verdicts import Verdict

__all__ = ["ProofGoal", "Verdict", "VerdictKind", "make_goal", "prove_goal"]
