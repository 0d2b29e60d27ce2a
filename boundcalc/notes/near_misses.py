"""Rows that miss by a little what the laws of their terms give.

Where terms are not read, a row that fails for some of their values may yet hold, and a
counterexample says little. But where the laws bring both sides into one form but for a sign, a
number, an exponent or one part, or where the opposite of the row is proved, a mistake is likely.
Nothing is refuted by that: it is a question to the author.

Main definitions
----------------
`near_miss`: the question that such a row raises.
`opposite`: the step that claims the opposite.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from boundcalc.derivations.directives import ByDefinition, Citation
from boundcalc.derivations.rows import Step
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.language.text import expression_text
from boundcalc.laws.forms import Form, Forms, Monomial, TooLongError
from boundcalc.notes.policy import chosen_symbol
from boundcalc.notes.presumptions import attempts
from boundcalc.prose.phrases import Standing

OPPOSITE = 70  # how likely an error is where the opposite of a row is proved
_COEFFICIENT, _LEFT_OVER, _POWER = 40, 30, 25
_TURNED = {Sense.LE: Sense.GT, Sense.LT: Sense.GE, Sense.GE: Sense.LT, Sense.GT: Sense.LE}
_MOST = 3  # parts by which the sides of an inequality may differ


def near_miss(step: Step, judgement: Judgement) -> Judgement | None:
    """Return the judgement of a row that misses an equation by a little, if it does.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared, which is not proved.
    judgement : Judgement
        What is known of it.
    """
    if step.row.relation.sense is not Sense.EQ or not _is_claimed(step, judgement):
        return None
    sides = _sides(step)
    if sides is None:
        return None
    left, right, gap, forms = sides
    likelihood = _likelihood(left, right, gap, step.atoms)
    if not likelihood:
        return None
    missed = expression_text(forms.expression(gap))
    return replace(
        judgement,
        reason=f"by the known laws of its terms, the left side minus the right is {missed}",
        question="is a sign, a factor, an exponent or a part of it wrong?",
        suspicion=likelihood,
        counterexample=None,
        left="",
        right="",
    )


def opposite(step: Step, judgement: Judgement) -> Step | None:
    """Return the step that claims the opposite of an inequality, if it is worth a look."""
    sense = _TURNED.get(step.row.relation.sense)
    if sense is None or not _is_claimed(step, judgement):
        return None
    sides = _sides(step)
    if sides is None or len(sides[2].terms) > _MOST:
        return None
    relation = step.row.relation
    turned = Relation(relation.left, sense, relation.right)
    return replace(step, row=replace(step.row, relation=turned))


def as_opposite(judgement: Judgement) -> Judgement:
    """Return the judgement of a row whose opposite is proved."""
    return replace(
        judgement,
        reason="its opposite follows, from the laws that are known of its terms",
        question="is the direction of the sign meant?",
        suspicion=OPPOSITE,
        counterexample=None,
        left="",
        right="",
    )


def _is_claimed(step: Step, judgement: Judgement) -> bool:
    """Return whether a row claims something that its sentence says without reserve."""
    if judgement.kind is not VerdictKind.UNKNOWN or judgement.suspicion or not step.atoms:
        return False
    if step.context is None or step.is_hypothesis or step.row.hidden or step.row.opaque_sides:
        return False
    situation = step.context.situation
    is_named = any(isinstance(reason, ByDefinition | Citation) for reason in step.reasons)
    is_plain = situation.standing in (Standing.CLAIM, Standing.GOAL) and not situation.is_loose
    is_chosen = bool({chosen_symbol(step)} - {""} - step.atoms)
    return is_plain and not is_named and not is_chosen


def _sides(step: Step) -> tuple[Form, Form, Form, Forms] | None:
    """Return the forms of both sides by the laws of their terms, of their difference, and all."""
    lawful = next((case for item in attempts(step) if item.laws for case in item.cases), step)
    relation = lawful.row.relation
    forms = Forms(lambda _: None)
    try:
        left, right = forms.of(relation.left), forms.of(relation.right)
        return left, right, left.plus(right.scaled(Fraction(-1))), forms
    except TooLongError:
        return None


def _likelihood(left: Form, right: Form, gap: Form, atoms: frozenset[str]) -> int:
    """Return how likely it is that a row misses what is meant; 0 where it is not near to it."""
    one, two = dict(left.terms), dict(right.terms)
    shared = one.keys() & two.keys()
    rest = [item for item, _ in gap.terms]
    if not rest:
        return 0
    if rest == [()]:  # by a number, whatever the terms are
        return OPPOSITE
    if all(item in shared for item in rest):
        return _COEFFICIENT
    if len(rest) == 1 and shared:
        return _LEFT_OVER
    if len(rest) == 2 and (len(shared) > 1 or _are_powers(rest[0], rest[1], atoms)):
        return _POWER
    return 0


def _are_powers(one: Monomial, two: Monomial, atoms: frozenset[str]) -> bool:
    """Return whether two parts speak of one term, and of at most one symbol more."""
    first, second = {name for name, _ in one}, {name for name, _ in two}
    return bool(first & second & atoms) and len(first ^ second) <= 1
