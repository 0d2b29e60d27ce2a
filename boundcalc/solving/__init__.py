"""Which value suffices?  Theorems inverted, with answers that are certified on the safe side."""

from boundcalc.solving.answers import Answer, Branch, Check, Neighbour, Ranking, Refusal
from boundcalc.solving.outcomes import Direction
from boundcalc.solving.ranking import rank
from boundcalc.solving.solver import solve_theorem

__all__ = [
    "Answer",
    "Branch",
    "Check",
    "Direction",
    "Neighbour",
    "Ranking",
    "Refusal",
    "rank",
    "solve_theorem",
]
