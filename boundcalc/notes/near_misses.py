"""Rows that miss by a little what the laws of their terms give.

Where terms are not read, a row that fails for some of their values may yet hold, and a
counterexample says little. But where the laws bring both sides into one form but for a sign, a
number, an exponent or one part, or where the opposite of the row is proved, a mistake is likely.
Nothing is refuted by that: it is a question to the author.

Main definitions
----------------
`near_miss`: the question that such a row raises. `missed_premise`: the one that what is assumed
raises.
`opposites`: the steps that claim the opposite. `misses_by_a_number`: an equation that is cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from boundcalc.derivations.directives import ByDefinition, Citation, Reason
from boundcalc.derivations.rows import Step
from boundcalc.displays.row_words import FOLLOWS_UNREAD
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.language.text import expression_text
from boundcalc.laws.forms import Form, Forms, TooLongError, monomial_form
from boundcalc.laws.terms import PROBABILITIES
from boundcalc.notes.corrections import agree, correction
from boundcalc.notes.policy import chosen_symbol, holds_to_its_digits
from boundcalc.notes.presumptions import lawful_attempts, varied_attempts
from boundcalc.prose.standing.standing import Standing
from boundcalc.reader.groupings import EXPECTATIONS

OPPOSITE = 70  # how likely an error is where the opposite of a row is proved
_COEFFICIENT, _LEFT_OVER, _POWER, _CORRECTED = 40, 30, 25, 35
_FAMILY = re.compile(r"(\\?[A-Za-z]+)_(?:\{[^{}]*\}|\w)")
_HEAD = re.compile(r"\\?[A-Za-z]+(?=[^A-Za-z])")
_OF_CHANCES = re.compile(r"\\sum.*(?:\\Pr|\\mathbb\{P\}|(?<![A-Za-z])[Pp]_?\w*(?:\\left)?\()")
_VANISHES = re.compile(r"[IH]\([^()]*\|[^()]*\)")  # where independent, or determined
_VANISHED = re.compile(r"(?<![\d.])0\s*\\(?:cdot|times)\b|\\(?:cdot|times)\s*0(?![\d.])|\\cancel")
_MOMENT = re.compile(r"(?:[Vv]ar|[Cc]ov)\}?$")
_TURNED = {Sense.LE: Sense.GT, Sense.LT: Sense.GE, Sense.GE: Sense.LT, Sense.GT: Sense.LE}
_MIRRORED = {Sense.LE: Sense.GE, Sense.GE: Sense.LE}
_WAYS = 2  # in which the terms of a row are brought into forms
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
    if step.row.is_implied:  # what stands before the arrow may say the rest
        return None
    if any(_VANISHED.search(side.text) for side in (step.row.left, step.row.right)):
        return None  # it puts in what is known elsewhere
    is_value = _is_value(step.row.relation) or _is_value(step.row.relation.mirrored)
    for left, right, gap, forms in _sides(step):
        if is_value and any(item for item, _ in gap.terms):
            return None
        if _has_integral(gap, forms):
            break
        likelihood = _likelihood(left, right, gap, step.atoms)
        if likelihood:
            return _missing(judgement, forms.expression(gap), likelihood)
        if not gap.terms:
            return None
    return _corrected(step, judgement)


def _is_value(relation: Relation) -> bool:
    """Return whether a relation says that one term that is not read has a value."""
    return isinstance(relation.left, Symbol) and not relation.right.names()


def _has_integral(gap: Form, forms: Forms) -> bool:
    """Return whether integrals are left over, which may have a value, as those of densities."""
    nodes = (forms.atoms[name] for item, _ in gap.terms for name, _ in item)
    symbols = (symbol for node in nodes for symbol in node.symbols())
    return any(symbol.latex.startswith(r"\int") for symbol in symbols)


def _missing(judgement: Judgement, missed: Expression, likelihood: int) -> Judgement:
    shown = expression_text(missed)
    is_left_out = _VANISHES.match(shown) is not None and isinstance(missed, Symbol)
    return replace(
        judgement,
        reason=f"by the known laws of its terms, the left side minus the right is {shown}",
        question=f"is {shown} = 0 here?"
        if is_left_out
        else "is a sign, a factor, an exponent or a part of it wrong?",
        suspicion=likelihood,
        counterexample=None,
        left="",
        right="",
    )


def _corrected(step: Step, judgement: Judgement) -> Judgement | None:
    """Return the judgement of a row that one change makes an identity, if there is one."""
    meant = correction(step, _is_identity)
    reason = "with one sign, number, index or fraction changed, both sides agree"
    return _as_meant(judgement, f"is {meant} meant?", reason) if meant else None


def missed_premise(step: Step, judgement: Judgement) -> Judgement | None:
    """Return the judgement of a row that follows from what is assumed but for one of its parts.

    The parameters are those of `near_miss`; earlier rows may be among what the step assumes.
    """
    values, relation = _values(step), step.row.relation
    if relation.sense is not Sense.EQ or not _is_claimed(step, judgement, may_choose=True):
        return None
    forms = Forms(lambda _: None)

    def form(node: Expression) -> Form:
        for _ in values:
            node = node.substitute(values)
        return forms.of(node)

    if not relation.names() & values.keys():
        return None
    with suppress(TooLongError):
        right = forms.of(relation.right)
        gap = form(relation.left).plus(form(relation.right).scaled(Fraction(-1)))
        if not gap.terms or len(right.terms) < 2:
            return None
        known = {symbol for value in values.values() for symbol in value.symbols()}
        symbols = sorted(known | relation.symbols(), key=lambda symbol: symbol.name)
        for item, _ in right.terms:
            node = forms.expression(monomial_form(item))
            others = [it for it in symbols if _is_of_one_family(it, node)]
            turned = [form(node).plus(form(it).scaled(Fraction(-1))) for it in others]
            if any(_is_multiple(gap, part) for part in (form(node), *turned)):
                place = f"{expression_text(node)} with its factor" if item else "the number"
                reason = f"by what is assumed, both sides agree but for {place}"
                return _as_meant(judgement, f"is {place} right?", reason)
    return None


def _is_of_one_family(symbol: Symbol, node: Expression) -> bool:
    """Return whether two names are one letter with different subscripts, as x_1 and x_2."""
    if not isinstance(node, Symbol) or symbol == node:
        return False
    names = [_FAMILY.fullmatch(item.latex) for item in (symbol, node)]
    return names[0] is not None and names[1] is not None and names[0][1] == names[1][1]


def _is_multiple(gap: Form, part: Form) -> bool:
    """Return whether a difference is a part times a number that is not zero."""
    return bool(part.terms) and part.scaled(gap.lead / part.lead).terms == gap.terms


def _values(step: Step) -> dict[str, Expression]:
    """Return what the equations that are assumed say that names are, each by its first one."""
    found: dict[str, Expression] = {}
    for item in step.assumptions:
        left, right = item.relation.left, item.relation.right
        if item.relation.sense is not Sense.EQ or not isinstance(left, Symbol):
            continue
        if left.name not in {*found, *right.names()}:
            found[left.name] = right
    return found


def _as_meant(judgement: Judgement, question: str, reason: str) -> Judgement:
    return replace(
        judgement,
        reason=reason,
        question=question,
        suspicion=_CORRECTED,
        counterexample=None,
        left="",
        right="",
    )


def _is_identity(step: Step) -> bool:
    """Return whether both sides have one form, or agree wherever they are compared."""
    cases = [*_lawful(step), *(case for item in varied_attempts(step) for case in item.cases)]
    return any(not gap.terms for _, _, gap, _ in _forms_of(cases)) or any(
        agree(case.row.relation) for case in cases
    )


def opposites(step: Step, judgement: Judgement) -> tuple[Step, ...]:
    """Return the steps that claim the opposite of an inequality, if they are worth a look.

    The last one turns its sign alone: where that is proved and the row is not, it is likely that
    the other direction was meant.
    """
    sense = _TURNED.get(step.row.relation.sense)
    if sense is None or not _is_claimed(step, judgement):
        return ()
    if not any(len(gap.terms) <= _MOST for _, _, gap, _ in _sides(step)):
        return ()
    mirrored = _MIRRORED.get(step.row.relation.sense)
    senses = (sense,) if mirrored is None else (sense, mirrored)
    return tuple(_turned(step, item) for item in senses)


def mirrored_step(step: Step) -> Step | None:
    """Return the step that turns the sign of an inequality in terms that are not read, or None."""
    sense = _MIRRORED.get(step.row.relation.sense)
    is_plain = step.context is not None and not (step.is_hypothesis or step.row.opaque_sides)
    return _turned(step, sense) if sense is not None and is_plain and step.atoms else None


def is_tail_turned(step: Step) -> bool:
    r"""Return whether a bound of a tail that a name gives is claimed from the wrong side.

    What bounds ``\Pr[X \ge t]`` from above bounds from below only the probability of what is left.
    """
    other = _below_tail(step)
    return other is not None and "1 -" not in other and not _CHANCE.search(other)


def without_tail(step: Step, judgement: Judgement) -> Judgement:
    """Return a judgement that cites no bound of tails for what compares two probabilities."""
    other = _below_tail(step)
    if other is None or "1 -" in other or not _CHANCE.search(other):
        return judgement
    reason = "what is named beside it bounds a probability by a number"
    return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason)


def _below_tail(step: Step) -> str | None:
    """Return the side that a row claims to be at most a tail, where a bound of tails is named."""
    row = step.row
    sides = (row.left, row.right) if row.relation.sense is Sense.GE else (row.right, row.left)
    is_bound = row.relation.sense in _MIRRORED and _TAIL.fullmatch(sides[0].text.strip())
    named = (str(item) for item in step.reasons if isinstance(item, Citation))
    return sides[1].text if is_bound and any(map(_OF_TAILS.search, named)) else None


_TAIL = re.compile(  # the probability that something is large
    r"\\(?:Pr|P|mathbb\s*\{?P\}?)\s*(?:\\left|\\[bB]igg?l?)?\s*[\[({](?:(?!\\Pr|<|\\le)[^=])*"
    r"(?:>|\\ge(?:q|qslant)?(?![A-Za-z]))[^=<>]*[\])}]"
)
_CHANCE = re.compile(r"\\(?:Pr|P|mathbb\s*\{?P\}?)(?![A-Za-z])")
_OF_TAILS = re.compile(r"Markov|Chebyshev|Chernoff|Hoeffding|Bernstein|Azuma|McDiarmid|Bennett")


def misses_by_a_number(step: Step, judgement: Judgement) -> Judgement | None:
    """Return the judgement of an equation that a name is given for, and that cannot hold.

    The laws of its terms say that its sides differ by a number, whatever the terms are.
    """
    if step.row.relation.sense is not Sense.EQ or step.row.opaque_sides or step.row.hidden:
        return None
    gaps = ((gap, forms) for _, _, gap, forms in _sides(step))
    found = next((it for it in gaps if [item for item, _ in it[0].terms] == [()]), None)
    is_open = replace(judgement, kind=VerdictKind.UNKNOWN)
    return _missing(is_open, found[1].expression(found[0]), OPPOSITE) if found else None


def _turned(step: Step, sense: Sense) -> Step:
    relation = step.row.relation
    return replace(
        step, row=replace(step.row, relation=Relation(relation.left, sense, relation.right))
    )


def as_opposite(judgement: Judgement) -> Judgement:
    """Return the judgement of a row whose opposite, or whose other direction, is proved."""
    return replace(
        judgement,
        kind=VerdictKind.UNKNOWN,
        reason="the other direction follows, from the laws that are known of its terms",
        question="is the direction of the sign meant?",
        suspicion=OPPOSITE,
        counterexample=None,
        left="",
        right="",
    )


def _is_claimed(step: Step, judgement: Judgement, *, may_choose: bool = False) -> bool:
    """Return whether a row claims something that its sentence says without reserve."""
    if judgement.kind is not VerdictKind.UNKNOWN or judgement.suspicion:
        return False
    if not (step.atoms or may_choose) and judgement.counterexample is not None:
        return False  # which says more
    if holds_to_its_digits(step, judgement):
        return False
    if step.context is None or step.is_hypothesis or step.row.opaque_sides:
        return False
    if set(step.row.hidden) - {FOLLOWS_UNREAD}:
        return False
    situation = step.context.situation
    is_named = any(
        isinstance(reason, Citation) or _defines(reason, step) for reason in step.reasons
    )
    is_said = situation.standing is Standing.CLAIM or situation.standing.is_asked
    is_plain = is_said and not situation.is_loose
    is_chosen = bool({chosen_symbol(step)} - {""} - step.atoms)
    return is_plain and not is_named and (may_choose or not is_chosen)


def _defines(reason: Reason, step: Step) -> bool:
    """Return whether a reason says that a row defines something, which no moment is."""
    if not isinstance(reason, ByDefinition):
        return False
    head = re.match(r"\\?[A-Za-z]+(?:\{\\?[A-Za-z]+\})?", step.row.left.text.strip())
    is_known = head is not None and (
        head[0] in (*PROBABILITIES, *EXPECTATIONS) or _MOMENT.search(head[0]) is not None
    )
    return not (reason.is_guessed and is_known)


def _lawful(step: Step) -> Iterator[Step]:
    """Yield a step with its terms in the forms that the laws give, and as it stands without any."""
    ways = (item for item in lawful_attempts(step) if item.laws and len(item.cases) == 1)
    yield from [item.cases[0] for item in islice(ways, _WAYS)] or [step]


def _sides(step: Step) -> Iterator[tuple[Form, Form, Form, Forms]]:
    """Yield the forms of both sides by the laws of their terms, of their difference, and all."""
    return _forms_of(_lawful(step))


def _forms_of(cases: Iterable[Step]) -> Iterator[tuple[Form, Form, Form, Forms]]:
    for lawful in cases:
        relation = lawful.row.relation
        forms = Forms(lambda _: None)
        with suppress(TooLongError):
            left, right = forms.of(relation.left), forms.of(relation.right)
            yield left, right, left.plus(right.scaled(Fraction(-1))), forms


def _likelihood(left: Form, right: Form, gap: Form, atoms: frozenset[str]) -> int:
    """Return how likely it is that a row misses what is meant; 0 where it is not near to it."""
    one, two = dict(left.terms), dict(right.terms)
    shared = one.keys() & two.keys()
    rest = [item for item, _ in gap.terms]
    if not rest:
        return 0
    if rest == [()]:  # by a number, whatever the terms are
        return OPPOSITE
    if all(item in shared or not item for item in rest):
        return _COEFFICIENT
    if len(rest) == 1 and shared:
        return _LEFT_OVER
    if len(rest) == 2 and _are_alike(gap, atoms, is_shared=len(shared) > 1):
        return _POWER
    return 0


def _are_alike(gap: Form, atoms: frozenset[str], *, is_shared: bool) -> bool:
    """Return whether the two parts of a difference are one part that was written in two ways.

    Either they speak of one term and of at most one symbol more, which is no sum of probabilities,
    since that may be 1; or the sides agree elsewhere, and they are two values of one name. Two
    parts without anything in common are rather what a step puts for one another.
    """
    (one, factor), (two, other) = gap.terms
    first, second = {name for name, _ in one}, {name for name, _ in two}
    common, more = first & second, first ^ second
    if common and len(more) <= 1 and (is_shared or common & atoms):
        return not any(_OF_CHANCES.search(name) for name in more)
    is_turned = factor == -other and len(first) == len(second) == 1
    heads = {found[0] for name in more if (found := _HEAD.match(name))}
    return is_shared and is_turned and len(more) == 2 and len(heads) == 1
