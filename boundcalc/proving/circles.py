"""Goals about sines and cosines, proved for all points of circles.

The sine and the cosine of each angle become variables, of which only the sum of squares is known.
A proof of what is claimed of these is a proof of the goal, with the sines and cosines put back,
as long as no step speaks of the range of such a variable; the checker decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Any

from boundcalc.checker.goals import Context, Goal, Range, minus
from boundcalc.checker.terms import Claim, Term, children, names, number, replace
from boundcalc.proving.proof_state import ProofTree
from boundcalc.proving.tactics.trigonometry import expanded
from boundcalc.proving.term_translation import to_json

MOST = 4  # angles
COSINE, SINE = "cosine", "sine"  # beginnings of names
_UNIT = Range(Fraction(-1), Fraction(1), True, True)


def proof_on_circles(
    goal: Goal,
    look: Callable[[Goal, Collection[str]], ProofTree | None],
    accepts: Callable[[ProofTree], bool],
) -> ProofTree | None:
    """Return a proof of a goal that holds for all points of circles, or None.

    Parameters
    ----------
    goal : Goal
        Ranges and facts, and a claim, about sines and cosines.
    look : callable
        Returns a proof of another goal that leaves the ranges of some variables alone, or None.
    accepts : callable
        Returns whether the checker accepts a proof of the goal.
    """
    context, claim = goal
    angles = _angles((claim, *context.facts))
    if not 0 < len(angles) <= MOST or _stand_alone(angles, claim):
        return None
    put = {wave: new for place, angle in enumerate(angles) for wave, new in _waves(place, angle)}
    relations = [*_sums(angles), *_circles(angles)]
    waves = frozenset(new[1] for new in put.values())
    found = look(_generalized(context, claim, put, relations), waves)
    if found is None:
        return None
    proof = _put_back(found, {new[1]: to_json(wave) for wave, new in put.items()})
    for kind, term in reversed(relations):
        step = {"rule": "cut", "kind": kind, "term": to_json(term)}
        shown = {"rule": "identity"} if kind == "=" else "auto"
        proof = {**step, "children": [shown, proof]}
    return proof if accepts(proof) else None


def _angles(claims: tuple[Claim, ...]) -> list[Term]:
    """Return the angles of all sines and cosines, and those of which they are sums."""
    found: list[Term] = []
    for _, term in claims:
        for wave in _all_waves(term):
            for part in (wave, *_all_waves(expanded(wave))):
                if part[1] not in found:
                    found.append(part[1])
    return found


def _all_waves(term: Term) -> Iterator[Term]:
    if term[0] in ("sin", "cos"):
        yield term
    for child in children(term):
        yield from _all_waves(child)


def _stand_alone(angles: list[Term], claim: Claim) -> bool:
    """Return whether a claim speaks of what turns, and not of its sines and cosines alone."""
    waves = {(kind, angle): number(0) for kind in ("cos", "sin") for angle in angles}
    turning = frozenset().union(*map(names, angles))
    return not turning.isdisjoint(names(replace(claim[1], waves)))


def _waves(place: int, angle: Term) -> Iterator[tuple[Term, Term]]:
    yield ("cos", angle), ("symbol", f"{COSINE}_{place}")
    yield ("sin", angle), ("symbol", f"{SINE}_{place}")


def _circles(angles: list[Term]) -> Iterator[Claim]:
    """Yield that cosines and sines lie in [-1, 1], and that the squares of two are 1 together."""
    for angle in angles:
        for wave in (("cos", angle), ("sin", angle)):
            yield ">=", minus(number(1), wave)
            yield ">=", ("add", number(1), wave)
        squares = (("power", (kind, angle), number(2)) for kind in ("cos", "sin"))
        yield "=", minus(("add", *squares), number(1))


def _sums(angles: list[Term]) -> Iterator[Claim]:
    """Yield what the cosine and the sine of a sum of angles are."""
    for angle in angles:
        for wave in (("cos", angle), ("sin", angle)):
            other = expanded(wave)
            if other != wave:
                yield "=", minus(wave, other)


def _generalized(
    context: Context, claim: Claim, put: dict[Term, Term], relations: list[Claim]
) -> Goal:
    """Return the goal with variables for cosines and sines."""
    changed = [(kind, replace(term, put)) for kind, term in (claim, *context.facts, *relations)]
    used = frozenset().union(*(names(term) for _, term in changed))
    box = {**context.box, **{new[1]: _UNIT for new in put.values()}}
    kept = {name: values for name, values in box.items() if name in used}
    return Context(kept, tuple(changed[1:])), changed[0]


def _put_back(proof: Any, back: dict[str, list[Any]]) -> Any:
    """Return the proof with each variable replaced by its sine or cosine."""
    if isinstance(proof, dict):
        return {key: _put_back(value, back) for key, value in proof.items()}
    if isinstance(proof, list):
        if len(proof) == 2 and proof[0] == "symbol" and proof[1] in back:
            return back[proof[1]]
        return [_put_back(item, back) for item in proof]
    return proof
