"""The search for side proofs: pointwise claims over all outcomes, and claims about numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from boundcalc.checker.goals import Context, Goal, Range, encloses
from boundcalc.checker.logic import rule_combine
from boundcalc.checker.normal import Normalizer
from boundcalc.checker.probability.pointwise import (
    MAX_CASES,
    NEVER,
    Observations,
    first_open,
    negated,
)
from boundcalc.checker.probability.space import Space
from boundcalc.checker.terms import Claim, Rejected, Term, names, number
from boundcalc.language.errors import ExpressionError
from boundcalc.probability.doubtful import is_doubtful
from boundcalc.probability.writing import to_json
from boundcalc.proving.numeric_hints import float_points, is_hopeless
from boundcalc.proving.search import OutOfWork, Search

WORK = 150  # goals of one side proof
EFFORT = 45_000  # its steps of arithmetic
GOAL = EFFORT // WORK  # steps that a goal has on average
MOST_LEAVES = 64
REMEMBERED = 500  # side proofs


def plain_proof(goal: Goal, *, work: int = WORK, effort: int = EFFORT) -> Any:
    """Return a proof of a claim about numbers, or None."""
    context, claim = goal
    return _plain_proof(tuple(context.box.items()), context.facts, claim, work, effort)


@lru_cache(maxsize=REMEMBERED)
def _plain_proof(
    box: tuple[tuple[str, Range], ...],
    facts: tuple[Claim, ...],
    claim: Claim,
    work: int,
    effort: int,
) -> Any:
    """Search once: strategies ask for the same side proofs, in vain most of all."""
    goal = (Context(dict(box), facts), claim)
    try:
        if is_hopeless(*goal) or is_doubtful(*goal):
            return None
        search = Search(work, effort)
        found = search.taste(goal) or search.run(goal)
    except (OutOfWork, Rejected, ExpressionError, RecursionError, OverflowError):
        return None
    return found if isinstance(found, dict) else {"rule": "enclose"}


def near_proof(goal: Goal, near: frozenset[str] = frozenset(), effort: int = EFFORT) -> Any:
    """Return a proof of a claim from the facts about some names alone, or None."""
    context, claim = goal
    near = near | names(claim[1])
    far = [place for place, fact in enumerate(context.facts) if not names(fact[1]) <= near]
    if not far:
        return plain_proof(goal, work=effort // GOAL, effort=effort)
    kept = tuple(fact for place, fact in enumerate(context.facts) if place not in far)
    proof = plain_proof((Context(context.box, kept), claim), work=effort // GOAL, effort=effort)
    return None if proof is None else {"rule": "forget", "facts": far, "children": [proof]}


def pointwise_proof(
    space: Space, context: Context, claim: tuple[str, Term], effort: int = EFFORT
) -> Any:
    """Return the tree of proofs of a claim about a random term at all outcomes, or None."""
    tree = _Tree(Observations(space, context), claim, effort)
    try:
        return tree.grown({}, ())
    except Rejected:
        return None


class _Tree:
    """Grows a tree of cases in the order in which the checker reads it."""

    def __init__(self, observations: Observations, claim: tuple[str, Term], effort: int) -> None:
        self.effort = effort
        self.observations = observations
        self.claim = claim
        self.leaves = 0

    def grown(self, truth: dict[Claim, bool], facts: tuple[Claim, ...]) -> Any:
        """Return the tree for what is decided so far, or None."""
        context = self.observations.context.with_fact(*facts)
        if facts:
            never = contradiction(context, len(facts))
            if never is not None:
                return {"never": never}
            same = self.equal(facts)
            if same is not None:
                return {"equal": same}
        relation = first_open(self.claim[1], truth)
        if relation is None:
            self.leaves += 1
            if self.leaves > MOST_LEAVES:
                return None
            term = self.observations.plain(self.claim[1], truth)
            context = self.observations.context.with_fact(*facts)
            known = names(term) or names(("add", number(0), *(fact[1] for fact in facts)))
            goal: Goal = (context, (self.claim[0], term))
            return near_proof(goal, _reached(facts, known), self.effort)
        if len(truth) >= MAX_CASES:
            return None
        plain: Claim = (relation[0], self.observations.plain(relation[1], {}))
        cases: dict[str, Any] = {}
        for value in (True, False):
            fact = plain if value else negated(plain)
            found = self.grown({**truth, relation: value}, (*facts, fact))
            if found is None:
                return None
            cases["true" if value else "false"] = found
        return cases

    def equal(self, facts: tuple[Claim, ...]) -> Any:
        """Return the place of a relation that says that two equal numbers differ, with a proof."""
        for place, (kind, term) in enumerate(facts):
            others = (*facts[:place], *facts[place + 1 :])
            if kind == "!=" and names(term) <= _linked(others):
                context = Context(self.observations.context.box, others)
                proof = plain_proof((context, ("=", term)), work=20, effort=4000)
                if proof is not None:
                    kept = len(self.observations.context.facts)
                    if kept:
                        proof = {"rule": "forget", "facts": [*range(kept)], "children": [proof]}
                    return [place, proof]
        return None


def _reached(facts: tuple[Claim, ...], known: frozenset[str]) -> frozenset[str]:
    """Return the names that relations join to others, directly or in steps."""
    joined = known.union(*(names(fact[1]) for fact in facts if names(fact[1]) & known))
    return known if joined == known else _reached(facts, joined)


def _linked(facts: tuple[Claim, ...]) -> frozenset[str]:
    return frozenset().union(*(names(fact[1]) for fact in facts if fact[0] == "="))


def contradiction(context: Context, count: int) -> Any:
    """Return a proof of 0 > 0 from facts that no point satisfies, or None.

    Two facts, the last and another one, are added; of them one is strict, or what is left is.
    """
    last = len(context.facts) - 1
    near = frozenset().union(*(names(term) for _, term in context.facts[-count:]))
    kept = tuple(fact for fact in context.facts if names(fact[1]) <= near)
    box = {name: values for name, values in context.box.items() if name in near}
    if float_points(Context(box, kept), 6) or is_doubtful(Context(box, kept), NEVER):
        return None
    kind, term = context.facts[last]
    normal = Normalizer(lambda part: encloses(context, (">", part), 64))
    for place in (last, *range(last)):
        other_kind, other = context.facts[place]
        strict = [index for index in (last, place) if context.facts[index][0] == ">"]
        if kind not in (">", ">=") or other_kind not in (">", ">="):
            continue
        rest = ("negate", term) if place == last else ("negate", ("add", term, other))
        try:
            is_zero = normal.is_zero(rest)
        except (Rejected, RecursionError):
            continue
        left: Claim = (">=" if strict else ">", rest)
        if not encloses(context, left, 64) and not (strict and is_zero):
            continue
        step = _combined(context, last, place, strict)
        if step is not None:
            return step
    return (
        (_opposite(context, last, near) or near_proof((context, NEVER), near))
        if count > 1
        else None
    )


def _opposite(context: Context, last: int, near: frozenset[str]) -> Any:
    """Return a proof of 0 > 0 by the opposite of the last fact, which the others imply, or None."""
    lemma = negated(context.facts[last])
    if lemma[0] not in (">", ">="):
        return None
    others = Context(context.box, context.facts[:last])
    proof = near_proof((others, lemma), near)
    if proof is None:
        return None
    proof = {"rule": "forget", "facts": [last], "children": [proof]}
    place = len(context.facts)
    strict = [index for index in (place, last) if (*context.facts, lemma)[index][0] == ">"]
    step = _combined(context.with_fact(lemma), last, place, strict)
    cut = {"rule": "cut", "kind": lemma[0], "term": to_json(lemma[1])}
    return None if step is None else {**cut, "children": [proof, step]}


def _combined(context: Context, last: int, place: int, strict: list[int]) -> Any:
    """Return the step that adds facts; the checker's goals after it are its children."""
    chosen = list(dict.fromkeys([*strict[:1], last, place]))
    step: dict[str, Any] = {
        "rule": "combine",
        "multipliers": [[index, ["number", "1"]] for index in chosen],
        "strict": bool(strict),
    }
    children = []
    for goal in rule_combine(step, context, NEVER):
        proof = plain_proof(goal, work=30, effort=5000)
        if proof is None:
            return None
        children.append(proof)
    return {**step, "children": children}
