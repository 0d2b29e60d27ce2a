"""From a guess to a certified constant: what is proved on the safe side, refuted on the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.language.domains import Domain
from boundcalc.language.errors import DomainError, NoSolutionError, UndecidedError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Sense
from boundcalc.proving.counterexamples.sampling import in_domain, satisfies, short_point
from boundcalc.proving.goals import Point, ProofGoal
from boundcalc.proving.prove import prove_goal, refuted_at
from boundcalc.proving.verdicts import Verdict
from boundcalc.sharpening.approaches import Approach
from boundcalc.sharpening.closed_forms import closed_forms
from boundcalc.sharpening.curves import best_on_curves
from boundcalc.sharpening.questions import SharpQuestion, replaced, written
from boundcalc.sharpening.records import SharpConstant
from boundcalc.sharpening.search import LONG, Candidate, ExtremumSearch
from boundcalc.sharpening.unbounded import HIGH, explained, no_value, written_point

FINEST = 10  # decimals
BETTER = Fraction(1, 10**20)  # by which a point that is not rational is preferred
WIDER = (0, 1, 100_000)  # steps on the safe side that are tried
ROUNDS = 6  # of points that contradict a guess
NEAR = (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(2), Fraction(1, 100))
SMALLEST = (Fraction(1, 10), Fraction(1, 1000))
MOST_FORMS = 3
SHORTEST, CLOSE = 12, Fraction(1, 10**5)  # of a coordinate that is a share of the constant
WORK, EFFORT = 1500, 100_000  # of a proof without which there is an answer
Proofs = dict[str, Verdict]


def best_constant(question: SharpQuestion) -> SharpConstant:
    """Return the sharp constant of a question, as far as it is certified.

    Raises
    ------
    NoSolutionError
        If it is proved that no parameter works, or that every one does.
    UndecidedError
        If nothing is proved on one of the sides, or it is not seen which side is safe.
    DomainError
        If no point satisfies the assumptions, or a side is undefined whatever the parameter is.
    """
    proofs: Proofs = {}
    if question.is_extremum:  # what is at most c is at most every larger number
        sign = 1 if question.relation.sense.is_upper else -1
    else:
        sign, proofs["monotone"] = _direction(question)
    search = ExtremumSearch(question, sign)
    found, other = search.best(), best_on_curves(question, sign)
    if other is not None and (found is None or other.value > found.value + BETTER):
        found = other
    if found is None:
        raise explained(question)
    for _ in range(ROUNDS):
        if found.is_endless:
            raise no_value(question, sign, found) or _one_sided(question, sign, search, found)
        if found.value >= HIGH and (pole := no_value(question, sign, found)) is not None:
            raise pole
        if not _is_inside(question.parameter.domain, sign * found.value):
            raise explained(question, found.point)
        certified = _certified(question, sign, search, found, proofs)
        if isinstance(certified, SharpConstant):
            return certified
        starts = tuple(certified)
        better = ExtremumSearch(question, sign).best(starts)
        if better is None or better.value <= found.value:
            break
        found = better
    what = f"the {'least' if sign > 0 else 'greatest'} value of {question.parameter.name}"
    if question.is_extremum:
        what = "the supremum" if sign > 0 else "the infimum"
    raise UndecidedError(
        f"{what} was not found: points contradict what the search takes for it; narrow a domain"
    )


def _certified(
    question: SharpQuestion, sign: int, search: ExtremumSearch, found: Candidate, proofs: Proofs
) -> SharpConstant | list[Point]:
    """Return the certified constant, or points that contradict the guess."""
    form = _closed_form(question, sign, found, proofs)
    if isinstance(form, list):
        return form
    unit = _unit(found.value)
    rounded = -((-found.value) // unit) * unit
    works = None
    for steps in WIDER:
        value = sign * (rounded + steps * unit)
        is_next = steps == 1 and not question.relation.sense.is_strict
        if is_next or value not in question.parameter.domain:
            continue
        verdict = _tried(question.at(value), is_first=not steps)
        if verdict.is_proved:
            works, proofs["works"] = value, verdict
            break
        if verdict.counterexample is not None:
            if "undefined" in (verdict.left, verdict.right):
                raise _undefined(verdict)
            if abs(rounded - found.value) * 10 > unit or steps:
                return [dict(verdict.counterexample)]
    if works is None:
        works = _coarse(question, sign, found.value, proofs)
        if "closed_form" not in proofs:
            form = None  # of what may be far from the constant
    if works is None:
        raise no_value(question, sign, found) or _one_sided(question, sign, search, found)
    failing = _failing(question, sign, search, found, rounded, unit, proofs)
    if failing is None:
        raise UndecidedError(
            f"that {decimal_text(works)} works is proved, but no point was found at which the "
            "checker sees that a better value fails; narrow a domain"
        )
    fails, point = failing
    if form is not None and "closed_form" in proofs:
        _sharpen(question, sign, form, found, proofs)
    return SharpConstant(
        question=question,
        is_least=sign > 0,
        works=works,
        fails=fails,
        proofs=dict(proofs),
        closed_form=form,
        digits=found.digits,
        point=point,
        is_at_point=found.approach is None,
    )


def _coarse(question: SharpQuestion, sign: int, value: Fraction, proofs: Proofs) -> Fraction | None:
    """Return the closest parameter on the safe side that is proved to work, or None."""
    works = None
    for bound in [Fraction(0), *(_rounded_up(value, digits) for digits in (0, 1, 2, 4))]:
        parameter = sign * bound
        if bound <= value or parameter not in question.parameter.domain:
            continue
        verdict = _proved(question.at(parameter))
        if verdict is None and bound:
            break
        if verdict is not None:
            works, proofs["works"] = parameter, verdict
    return works


def _one_sided(
    question: SharpQuestion, sign: int, search: ExtremumSearch, found: Candidate
) -> UndecidedError:
    """Return the error that says what is certified: a parameter that fails, and no other."""
    bound = -_rounded_up(-found.value, 2)
    failing = _failing(question, sign, search, found, bound, abs(bound) / 1000, {})
    if failing is None:
        return UndecidedError(
            "neither a value that works nor one that fails is certified; narrow a domain, or state "
            "a simpler question"
        )
    fails, point = failing
    where = ", ".join(f"{name} = {decimal_text(value)}" for name, value in point.items())
    name, shown = question.parameter.name, decimal_text(fails)
    if question.is_extremum:
        does = f"it {'exceeds' if sign > 0 else 'is below'} {shown}"
        open_part = f"no {'upper' if sign > 0 else 'lower'} bound was proved"
    else:
        does, open_part = f"{name} = {shown} fails", f"no value of {name} was proved to work"
    at = f"at {where}" if where else "as it stands"
    return UndecidedError(
        f"{does} {at}, which is certified, but {open_part}; narrow a domain, or state a simpler "
        "question"
    )


def _rounded_up(value: Fraction, digits: int) -> Fraction:
    """Return a number of few digits that is not smaller; without any, the next power of ten."""
    size, exponent = abs(value), 0
    if not size:
        return Fraction(1, 10**digits)
    while size >= 10:
        size, exponent = size / 10, exponent + 1
    while size < 1:
        size, exponent = size * 10, exponent - 1
    unit = Fraction(10) ** (exponent + 1 - digits)
    return math.ceil(value / unit) * unit


def _is_inside(domain: Domain, value: Fraction) -> bool:
    """Return whether a value lies between the ends of a domain, of which it is none."""
    is_above = domain.lower is None or value > domain.lower
    return is_above and (domain.upper is None or value < domain.upper)


def _tried(goal: ProofGoal, *, is_first: bool) -> Verdict:
    return prove_goal(goal) if is_first else prove_goal(goal, work=WORK, effort=EFFORT)


def _unit(value: Fraction) -> Fraction:
    """Return the step of the last decimal that is printed: 1e-10, or less for small numbers."""
    size = abs(value)
    decimals = FINEST
    while size and size < Fraction(1, 10) and decimals < 10 * FINEST:
        size, decimals = size * 10, decimals + 1
    return Fraction(1, 10**decimals)


# --- which side is safe ------------------------------------------------------------------------


def _direction(question: SharpQuestion) -> tuple[int, Verdict]:
    """Return 1 if larger parameters work, -1 if smaller ones do, with the proof.

    Raises
    ------
    UndecidedError
        If neither is proved.
    """
    name = question.parameter.name
    other = Symbol(question.fresh(f"{name}_prime"), question.parameter.domain)
    for sign in (1, -1):
        order = Relation(question.parameter, Sense.LE if sign > 0 else Sense.GE, other)
        moved = question.relation.substitute({name: other})
        rise = _rise(question.relation, moved)
        for assumptions, conclusion in (
            ((*question.assumptions, order), rise),
            ((*question.assumptions, order, question.relation), moved),
        ):
            used = {*question.variables, question.parameter, other}
            variables = tuple(sorted(used, key=lambda symbol: symbol.name))
            try:
                verdict = prove_goal(
                    ProofGoal(variables, assumptions, conclusion), work=WORK, effort=EFFORT
                )
            except DomainError:
                continue
            if verdict.is_proved:
                return sign, verdict
            if verdict.is_refuted and conclusion is moved:
                break
    raise UndecidedError(
        f"whether larger or smaller values of {name} work is not proved, so no value is the least "
        f"or greatest for certain; write the relation so that it is monotone in {name}"
    )


def _rise(relation: Relation, moved: Relation) -> Relation:
    """Return that the right side gains at least as much as the left one; mirrored for >=."""
    left, right = moved.left - relation.left, moved.right - relation.right
    return Relation(left, Sense.LE if relation.sense.is_upper else Sense.GE, right)


# --- the unsafe side ---------------------------------------------------------------------------


def _failing(
    question: SharpQuestion,
    sign: int,
    search: ExtremumSearch,
    found: Candidate,
    rounded: Fraction,
    unit: Fraction,
    proofs: Proofs,
) -> tuple[Fraction, Point] | None:
    """Return a parameter on the other side that is refuted, and the point where it fails."""
    for steps in (1, 2, 11, 101, 10_001, 1_000_001):
        bound = rounded - steps * unit
        goal = question.at(sign * bound)
        for point in _points_above(search, found, bound):
            try:
                failing = refuted_at(goal, point)
            except Rejected:
                continue
            proofs["fails"] = failing
            return sign * bound, failing.counterexample or {}
    return None


def _points_above(
    search: ExtremumSearch, found: Candidate, bound: Fraction
) -> Sequence[Mapping[str, Any]]:
    """Return points at which the threshold is above a bound, the shortest first; or a box."""
    if found.box is not None:
        return [found.box]
    points = []
    if found.approach is not None:
        for power in range(1, 41):
            point = found.approach.at(Fraction(1, 10**power))
            value = search.value(point)
            if value is not None and value > bound:
                points.append(point)
                if len(points) == 3:
                    break
    for digits in (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20):
        short = short_point(search.goal, found.point, digits)
        value = None if short is None else search.value(short)
        if short is not None and value is not None and value > bound:
            points.append(short)
            break
    return [*points, found.point]


# --- the closed form ---------------------------------------------------------------------------


def _closed_form(
    question: SharpQuestion, sign: int, found: Candidate, proofs: Proofs
) -> Expression | list[Point] | None:
    """Return a closed form that agrees, one that works first; points that contradict all."""
    forms = list(dict.fromkeys(closed_forms(sign * found.value, found.digits)))[:MOST_FORMS]
    if not forms and question.is_extremum and found.approach is None and _is_short(found.point):
        forms = [question.relation.left.substitute(written_point(found.point))]
    for form in forms:
        verdict = prove_goal(question.at(form), work=WORK, effort=EFFORT)
        if verdict.is_proved:
            proofs["closed_form"] = verdict
            return form
    return forms[0] if forms else None


def _is_short(point: Point) -> bool:
    return all(value.denominator < LONG for value in point.values())


def _sharpen(
    question: SharpQuestion, sign: int, form: Expression, found: Candidate, proofs: Proofs
) -> None:
    """Prove, where the prover can, that nothing better than the closed form works."""
    if found.approach is None:
        shown = _beyond_at(question, sign, form, found)
        if shown:
            proofs.update(shown)
            return
    else:
        beyond = _beyond_along(question, sign, form, found.approach)
        if beyond is not None:
            proofs["nothing_beyond"] = beyond
    if not question.is_extremum:
        return
    goal = question.at(form)
    strict = Relation(goal.conclusion.left, _STRICT[goal.conclusion.sense], goal.conclusion.right)
    verdict = prove_goal(replace(goal, conclusion=strict), work=WORK, effort=EFFORT)
    if verdict.is_proved:
        proofs["strict"] = verdict


_STRICT = {Sense.LE: Sense.LT, Sense.GE: Sense.GT}


def _beyond_at(question: SharpQuestion, sign: int, form: Expression, found: Candidate) -> Proofs:
    """Prove that the relation fails at one point for every better parameter, or return nothing.

    Of a point that is not rational it is proved as well that it is in the domain.
    """
    better = Relation(question.parameter, Sense.LT if sign > 0 else Sense.GT, form)
    place: dict[str, Expression | Fraction] = {}
    for name, value in found.point.items():
        known = value if value.denominator < LONG else _first_form(value, found.digits // 2)
        known = _share(value, sign * found.value, form) if known is None else known
        if known is None:
            return {}
        place[name] = known
    inside = _place_proofs(question, place)
    if inside is None:
        return {}
    conclusion = replaced(question.relation, place).negated
    verdict = _proved(ProofGoal((question.parameter,), (better,), conclusion))
    return {} if verdict is None else {**inside, "nothing_beyond": verdict}


def _first_form(value: Fraction, digits: int) -> Expression | None:
    return next(closed_forms(value, digits), None)


def _share(value: Fraction, whole: Fraction, form: Expression) -> Expression | None:
    """Return a short multiple of the constant that a coordinate seems to be, or None."""
    if not whole:
        return None
    share = (value / whole).limit_denominator(SHORTEST)
    return share * form if abs(share * whole - value) < CLOSE * abs(value) else None


def _place_proofs(
    question: SharpQuestion, place: Mapping[str, Expression | Fraction]
) -> Proofs | None:
    """Return proofs that a place that is not rational is in the domain; None where one fails."""
    if not any(isinstance(value, Expression) for value in place.values()):
        return {}
    wanted = [replaced(relation, place) for relation in question.assumptions]
    for symbol in question.variables:
        value, domain = written(place[symbol.name]), symbol.domain
        if domain.integer and isinstance(place[symbol.name], Expression):
            return None
        if domain.lower is not None:
            sense = Sense.GE if domain.lower_closed else Sense.GT
            wanted.append(Relation(value, sense, written(domain.lower)))
        if domain.upper is not None:
            sense = Sense.LE if domain.upper_closed else Sense.LT
            wanted.append(Relation(value, sense, written(domain.upper)))
    proofs: Proofs = {}
    for number, relation in enumerate(wanted):
        verdict = _proved(ProofGoal((), (), relation))
        if verdict is None:
            return None
        proofs[f"point_{number + 1}"] = verdict
    return proofs


def _beyond_along(
    question: SharpQuestion, sign: int, form: Expression, approach: Approach
) -> Verdict | None:
    """Prove that for every gap the relation fails at a point that depends on the gap."""
    if any(s.domain.integer for s in question.variables if s.name in approach.moves):
        return None
    name = question.fresh("gap")
    for most in SMALLEST:
        gap = Symbol(name, Domain(lower=Fraction(0), upper=most, upper_closed=True))
        for near in NEAR:
            if not _stays_inside(question, approach, near * most):
                continue
            place: dict[str, Fraction | Expression] = dict(approach.centre)
            for moved, move in approach.moves.items():
                length: Expression = move.length(near * gap)
                shifted = length if move.factor > 0 else -length
                is_plain = move.power < 0 or not approach.centre[moved]
                place[moved] = shifted if is_plain else written(approach.centre[moved]) + shifted
            values = {**place, question.parameter.name: form - gap if sign > 0 else form + gap}
            conclusion = replaced(question.relation, values).negated
            verdict = _proved(ProofGoal((gap,), (), conclusion))
            if verdict is not None:
                return verdict
    return None


def _stays_inside(question: SharpQuestion, approach: Approach, size: Fraction) -> bool:
    """Return whether the way is in the domain from a size on; hypotheses are not looked at."""
    if question.assumptions:
        return False
    goal = question.domain_goal
    return in_domain(goal, approach.at(size)) and satisfies(goal, approach.at(size / 10**9))


def _proved(goal: ProofGoal) -> Verdict | None:
    try:
        verdict = prove_goal(goal, work=WORK, effort=EFFORT)
    except DomainError:
        return None
    return verdict if verdict.is_proved else None


def _undefined(verdict: Verdict) -> NoSolutionError:
    assert verdict.counterexample is not None
    place = ", ".join(f"{k} = {decimal_text(v)}" for k, v in verdict.counterexample.items())
    return NoSolutionError(
        f"a side of {verdict.goal.conclusion} is undefined at {place}, so that no value works "
        "there; take that point out of the domain"
    )
