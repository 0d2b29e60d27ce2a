"""Which value suffices?  Inversion of theorems, with answers that are certified on the safe side."""

from boundcalc.solving.answers import Answer, Branch, Check, Direction, Neighbour, Ranking, Refusal
from boundcalc.solving.solver import rank, solve_theorem

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
