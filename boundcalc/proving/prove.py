"""Proving that a relation holds on a whole domain, or that it does not.

Main definitions
----------------
`prove_goal`: PROVED with a certificate, REFUTED with a counterexample, or UNKNOWN with what was
left.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.checker.arithmetic import Undefined
from boundcalc.checker.goals import Goal
from boundcalc.checker.proofs import check_proof, read_goal
from boundcalc.checker.terms import MAX_NODES
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import DomainError, ExpressionError
from boundcalc.language.expressions import Number, Relation
from boundcalc.language.operators import Sense
from boundcalc.limits import call_deep
from boundcalc.proving.circles import proof_on_circles
from boundcalc.proving.counterexamples.boxes import is_box, point_near, sides_near
from boundcalc.proving.counterexamples.margins import goal_size
from boundcalc.proving.counterexamples.refuter import Refuter, refutation
from boundcalc.proving.counterexamples.sampling import (
    Sampler,
    exact_point,
    is_witness,
    satisfies,
    simple_points,
)
from boundcalc.proving.counterexamples.shown_sides import side_texts
from boundcalc.proving.counterexamples.solutions import Witness, failing, solutions
from boundcalc.proving.explain import explain_proof, negative_base
from boundcalc.proving.goals import Point, ProofGoal
from boundcalc.proving.search import OutOfWork, Search
from boundcalc.proving.verdicts import Verdict

WORK = 6000  # goals
EFFORT = 360_000  # steps of arithmetic: about 10 seconds in 2025
TRIES, LEAST_TRIES = 400, 50  # points, in search of one that satisfies the assumptions
EFFORT_OF_TRY = 100  # steps of arithmetic
MOST_SUMMED = 3_000_000  # parts, as often as a sum repeats them
DEAR = 10_000  # steps of a first look behind which a counterexample at length is cheaper
PART = 30  # of the work, for a proof on circles
SOLUTIONS = 8  # of equations, at which the conclusion may fail
_NO_POINT = "no point of the domain was found that satisfies all assumptions"
_FALSE = Relation(Number(Fraction(1)), Sense.LE, Number(Fraction(0)))

APART = (
    "The point lies in the domain and satisfies the assumptions; the sides there are enclosed "
    "apart, or compared exactly."
)
NEAR = (
    "The assumptions have a solution near that point, which need not be rational; the sides are "
    "enclosed apart in a box around it."
)
UNDEFINED = (
    "The point lies in the domain and satisfies the assumptions; a side is undefined there, and a "
    "relation holds only where both sides are defined."
)


def prove_goal(
    goal: ProofGoal,
    *,
    seconds: float | None = None,
    work: int = WORK,
    effort: int = EFFORT,
    is_refuted_at_length: bool = True,
    at_solutions: bool = False,
    is_emptiness_explained: bool = True,
) -> Verdict:
    """Decide a goal within limits of work, and of time where somebody asks for it.

    Without a limit of time the verdict is the same on every machine, however busy it is.

    Parameters
    ----------
    goal : ProofGoal
        Variables with domains, assumptions, conclusion.
    seconds : float, optional
        Time limit, in seconds of the processor, which is looked at between two steps of the search;
        none by default. Who must be sure of it calls in a process, as `conjectures.decide` does.
    work : int
        The number of goals that the search may look at.
    effort : int
        The number of steps of arithmetic that it may take.
    is_refuted_at_length : bool
        Whether a counterexample that is not in plain sight is looked for, too.
    at_solutions : bool
        Whether solutions of assumed equations that are not rational may refute it; where not, the
        verdict UNKNOWN says that it fails there.
    is_emptiness_explained : bool
        Whether a short search may say of assumptions that no point was found to satisfy whether
        they contradict each other.

    Returns
    -------
    Verdict
        PROVED or REFUTED only with a certificate that the checker accepted.

    Raises
    ------
    DomainError
        If no point was found that satisfies the assumptions, so that there is nothing to prove.
    """
    start = time.process_time()
    too_large = _too_large(goal)
    if too_large:
        return undecided(goal, too_large, 0, time.process_time() - start)
    deadline = math.inf if seconds is None else start + seconds
    search, refuter = Search(work, effort, deadline), Refuter(goal, deadline)
    decided = partial(_decided, goal, search, refuter, start, is_refuted_at_length)
    try:
        return call_deep(
            lambda: decided(at_solutions=at_solutions, is_explained=is_emptiness_explained)
        )
    except KeyboardInterrupt:
        search.stop()
        refuter.stop()
        raise


def _decided(
    goal: ProofGoal,
    search: Search,
    refuter: Refuter,
    start: float,
    at_length: bool,
    *,
    at_solutions: bool,
    is_explained: bool,
) -> Verdict:
    """Look for a counterexample briefly, for a short proof, and then for both at length.

    A counterexample at length costs as much as some hundred goals, so that these come first, where
    they are not dear; where the conclusion fails at a solution of assumed equations, there is no
    proof to look for.
    """
    point = refuter.brief()
    if point is not None:
        return _refuted(goal, point, start)
    witness = _witness(goal, min(TRIES, max(LEAST_TRIES, search.effort // EFFORT_OF_TRY)))
    if witness is None:
        raise DomainError(_nothing_found(goal, search) if is_explained else _NO_POINT)
    if is_box(witness) and (fails := _fails(goal, search, start, at_solutions)):
        return fails
    for look in (search.taste, search.begin, _on_circles(search), search.run):
        proof = _search(search, goal, look)
        verdict = None if proof is None else _proved(goal, witness, proof, start)
        if verdict is not None:
            return verdict
        if proof is not None:
            search.left = "the checker does not accept the proof that was found"
        fails = _fails(goal, search, start, at_solutions) if look == search.taste else None
        is_time = fails is not None or look == search.begin or search.spent > DEAR
        point = refuter.thorough() if is_time and at_length else None
        at_length = at_length and not is_time
        if point is not None:
            return _refuted(goal, point, start)
        if fails is not None:
            return fails
    left = negative_base(read_goal(goal.to_json())) or search.left
    return undecided(goal, left, search.looked, time.process_time() - start)


def _on_circles(search: Search) -> Callable[[Goal], Any]:
    """Return a look for a proof about sines and cosines that holds for all points of circles."""

    def look(goal: Goal) -> Any:
        def find(other: Goal, fixed: Collection[str]) -> Any:
            work, effort = search.total // PART, search.effort // PART
            try:
                return Search(work, effort, search.deadline, fixed).run(other)
            except OutOfWork:
                return None

        def accepts(proof: Any) -> bool:
            try:
                return check_proof(goal, proof, 0) > 0
            except (Rejected, Undefined, ArithmeticError):
                return False

        return proof_on_circles(goal, find, accepts)

    return look


def _fails(goal: ProofGoal, search: Search, start: float, at_solutions: bool) -> Verdict | None:
    """Return the verdict where the conclusion fails at a solution of assumed equations, or None."""
    failure = failing(goal, islice(solutions(goal), SOLUTIONS))
    if failure is None:
        return None
    if at_solutions:
        return _refuted(goal, failure, start)
    left = f"it fails at a solution of the assumptions near {_spelled(failure)}"
    left += ", but a counterexample is a rational point, and none was found"
    return undecided(goal, left, search.looked, time.process_time() - start)


def undecided(goal: ProofGoal, left: str, looked: int = 0, seconds: float = 0.0) -> Verdict:
    """Return the verdict UNKNOWN on a goal, which says what was left."""
    unknown = Judgement(
        kind=VerdictKind.UNKNOWN,
        reason=f"Neither a proof nor a counterexample was found: {left}.",
        seconds=seconds,
    )
    return Verdict(goal=goal, judgement=unknown, steps=looked)


def _too_large(goal: ProofGoal) -> str:
    """Return why a goal is not even looked at, or nothing."""
    size = goal_size(goal)
    if size > MAX_NODES:
        return f"the relations have {size} parts, and at most {MAX_NODES} are looked at"
    work = goal_size(goal, with_sums=True)
    if work > MOST_SUMMED:
        return "the sums have too many terms to be looked at"
    return ""


def _witness(goal: ProofGoal, tries: int) -> Witness | None:
    """Return what shows that the assumptions hold somewhere, as a certificate spells it."""
    point = find_witness(goal, tries)
    if point is not None:
        return {name: str(value) for name, value in point.items()}
    return next(solutions(goal), None)


def _nothing_found(goal: ProofGoal, search: Search) -> str:
    """Return a sentence: the assumptions contradict each other, or may."""
    if _is_shown(search, replace(goal, conclusion=_FALSE)):
        return (
            "no point of the domain satisfies all assumptions: they contradict each other; "
            "drop an assumption or widen a domain"
        )
    holds = "it holds wherever they hold, but " if _is_shown(search, goal) else ""
    return (
        f"{_NO_POINT}: {holds}the claim may be empty; drop an assumption, widen a domain, or "
        "eliminate a variable that an equation gives"
    )


def _is_shown(search: Search, goal: ProofGoal) -> bool:
    """Return whether a short proof is found, of which nothing is said here whether it is empty."""
    proof = _search(search, goal, search.taste)
    try:
        return proof is not None and check_proof(read_goal(goal.to_json()), proof, 0) > 0
    except (Rejected, Undefined):
        return False


def _spelled(box: Witness) -> str:
    values = point_near(box).items()
    return ", ".join(f"{name} = {float(value):.8g}" for name, value in values)


def find_witness(goal: ProofGoal, tries: int = TRIES) -> Point | None:
    """Return a point of the domain that certainly satisfies the assumptions, or None.

    The checker accepts it where it accepts any that was found: it sees fewer ties. `tries` is the
    number of points that are looked at first, and half as many more are simple ones.
    """
    found: Point | None = None
    for point in _witnesses(goal, tries):
        if is_witness(goal, point):
            return point
        found = found or point
    return found


def is_satisfiable(goal: ProofGoal) -> bool:
    """Return whether a point was found that certainly satisfies the assumptions, or a box."""
    return _witness(goal, TRIES) is not None


def _witnesses(goal: ProofGoal, tries: int) -> Iterator[Point]:
    for candidate in Sampler(goal).points(tries):
        for digits in (1, 2, 4, 8, 15):
            point = exact_point(goal, candidate, digits)
            if point is not None and satisfies(goal, point):
                yield point
                break
    yield from (point for point in simple_points(goal, tries * 3 // 2) if satisfies(goal, point))


def _search(search: Search, goal: ProofGoal, look: Callable[[Goal], Any]) -> Any:
    """Return a proof that a look finds, or None; the search says what was left."""
    try:
        return look(read_goal(goal.to_json()))
    except OutOfWork as limit:
        search.left = str(limit)
    except (RecursionError, MemoryError, Rejected, ExpressionError) as error:
        search.left = f"the search gave up: {error}"
    return None


def _proved(goal: ProofGoal, witness: Witness, proof: Any, start: float) -> Verdict | None:
    certificate = {
        "version": 1,
        "kind": "proof",
        **goal.to_json(),
        "witness": witness,
        "proof": proof if isinstance(proof, dict) else {"rule": "enclose"},
    }
    try:
        proved = Judgement(
            kind=VerdictKind.PROVED,
            reason=explain_proof(certificate),
            certificates=(certificate,),
            seconds=time.process_time() - start,
        )
        # which runs the checker
        return Verdict(goal=goal, judgement=proved, steps=_steps(certificate["proof"]))
    except Rejected:
        return None


def _steps(proof: Any) -> int:
    """Return the number of steps, as the checker counts them."""
    children = proof.get("children", ()) if isinstance(proof, dict) else ()
    return 1 + sum(_steps(child) for child in children)


def _refuted(goal: ProofGoal, point: Mapping[str, Any], start: float) -> Verdict:
    judgement = refuted_judgement(goal, refutation(goal, point))
    timed = replace(judgement, seconds=time.process_time() - start)
    return Verdict(goal=goal, judgement=timed, steps=1)


def refuted_at(goal: ProofGoal, point: Mapping[str, Any]) -> Verdict:
    """Return the verdict REFUTED at a point that somebody found, or in a box that has one.

    Raises
    ------
    boundcalc.checker.Rejected
        If the checker does not see that the point belongs to the domain, satisfies the assumptions,
        and fails the conclusion.
    """
    return _refuted(goal, point, time.process_time())


def refuted_judgement(goal: ProofGoal, certificate: Mapping[str, Any]) -> Judgement:
    """Return that a goal fails, and where, with both sides there, as a certificate shows."""
    spelled = certificate["point"]
    if is_box(spelled):
        point, (left, right), reason = point_near(spelled), sides_near(goal, spelled), NEAR
    else:
        point = {name: Fraction(text) for name, text in spelled.items()}
        left, right = side_texts(goal, point)
        reason = UNDEFINED if "undefined" in (left, right) else APART
    return Judgement(
        kind=VerdictKind.REFUTED,
        reason=reason,
        counterexample=point,
        left=left,
        right=right,
        certificates=(certificate,),
    )
