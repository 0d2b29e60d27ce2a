"""The search for side proofs: pointwise claims over all outcomes, and claims about numbers."""

from __future__ import annotations

from typing import Any

from boundcalc.checker.goals import Context, Goal
from boundcalc.checker.probability.pointwise import leaves
from boundcalc.checker.probability.space import Space
from boundcalc.checker.terms import Rejected, Term
from boundcalc.language.errors import ExpressionError
from boundcalc.proving.looking import is_hopeless
from boundcalc.proving.search import OutOfWork, Search

WORK = 600  # goals of one side proof
EFFORT = 60_000  # its steps of arithmetic


class Path:
    """A place in a tree of cases, before its proofs are known."""

    def __init__(self, keys: tuple[str, ...] = ()) -> None:
        self.keys = keys

    def __getitem__(self, key: str) -> Path:
        return Path((*self.keys, key))


def plain_proof(goal: Goal, *, work: int = WORK, effort: int = EFFORT) -> Any:
    """Return a proof of a claim about numbers, or None."""
    try:
        if is_hopeless(*goal):
            return None
        search = Search(work, effort)
        found = search.taste(goal) or search.run(goal)
    except (OutOfWork, Rejected, ExpressionError, RecursionError, OverflowError):
        return None
    return found if isinstance(found, dict) else {"rule": "enclose", "bits": 64}


def pointwise_proof(space: Space, context: Context, claim: tuple[str, Term]) -> Any:
    """Return the tree of proofs of a claim about a random term at all outcomes, or None."""
    try:
        open_leaves = leaves(space, context, claim, Path())
    except Rejected:
        return None
    if any(is_hopeless(*leaf.goal) for leaf in open_leaves):
        return None
    tree: Any = {}
    for leaf in open_leaves:
        proof = plain_proof(leaf.goal)
        if proof is None:
            return None
        keys = leaf.proof.keys
        if not keys:
            return proof
        place = tree
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = proof
    return tree
