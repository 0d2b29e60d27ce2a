"""Steps of a proof as tactics: for each rule of the checker, how its lemma is applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from boundcalc.checker.goals import PRECISIONS, Context, Goal, encloses, minus
from boundcalc.checker.proofs import at_point as in_numbers
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.steps import ProofStep
from boundcalc.checker.terms import Claim, Term, names, read_term
from boundcalc.coq.cases import cases
from boundcalc.coq.discrete import induction, robbins, through, unfold, written_out
from boundcalc.coq.identities import zero
from boundcalc.coq.places import Place, Script, sides
from boundcalc.coq.slopes import SLOPE_STEPS
from boundcalc.coq.substitutions import substitute
from boundcalc.coq.texts import (
    KINDS,
    NotExported,
    conditions_of,
    data,
    number_text,
    real,
)
from boundcalc.coq.vanishing import may_vanish

MORE_BITS = (
    30  # than the checker takes, because the intervals of coq-interval are rounded otherwise
)
Children = Sequence[tuple[Goal, Any]]


def prove(script: Script, place: Place, claim: Claim, step: Any) -> None:
    """Add the proof of a claim at a place."""
    step = {"rule": "enclose"} if step == "auto" else step
    name = step["rule"]
    goals = ALL_RULES[name](step, place.context, claim)
    children = list(zip(goals, step.get("children", ()), strict=True))
    emit = _STEPS.get(name)
    if emit is None:
        raise NotExported(name)
    emit(script, place, claim, step, children)


def show(script: Script, place: Place, child: tuple[Goal, Any]) -> str:
    """Prove a goal beside the claim; return the name of its relation."""
    (context, claim), step = child
    inner = place.inside(context)
    return script.establish(claim, place.names, "G", partial(prove, script, inner, claim, step))


def enclose(script: Script, place: Place, claim: Claim, bits: int) -> None:
    """Add the enclosure of a term that shows a claim."""
    plain = (claim[0], written_out(script, place, claim[1]))
    if plain != claim:
        name = script.establish(
            plain, place.names, "G", partial(enclose, script, place, plain, bits)
        )
        script.add(f"conclude {name}.")
        return
    weak = may_vanish(place.context, claim[1])
    needed = [item for item in conditions_of(claim[1], weak) if item[1] not in weak]
    if not all(encloses(place.context, item, bits) for item in needed):
        raise NotExported("a power of zero with a symbol in the exponent")
    for power in sorted(weak, key=repr):
        part: Claim = (">", power[2])
        script.establish(part, place.names, "G", partial(enclose, script, place, part, bits))
    used = names(claim[1])
    order = {name: number for number, name in enumerate(n for n in place.context.box if n in used)}
    box = sides(script, place, order)
    tactic = (
        f"enclose {bits + MORE_BITS}%positive {box} {place.environment(order)} "
        f"{data(claim[1], order, weak)} {KINDS[claim[0]]}"
    )
    # Ends of intervals are binary: a third of three is not known to be one.
    is_point = all(place.context.box[name].low == place.context.box[name].high for name in used)
    script.add(f"first [{tactic} | numbers]." if is_point else f"{tactic}.")


def at_point(script: Script, place: Place, claim: Claim) -> None:
    """Add why a claim holds at a point: an enclosure, or that its term is zero there.

    That it is zero is no enclosure of Coq's, whose ends are binary: a third of three is none of 1.
    """
    if claim[0] != "=" and (bits := _precision(place.context, claim)):
        enclose(script, place, claim, bits)
        return
    _conditions(script, place, claim)
    plain: Claim = ("=", in_numbers(place.context, claim[1]))
    shown = script.establish(plain, place.names, "G", partial(_at_zero, script, place, plain))
    script.add(f"conditions; first [by_zero {shown} | whole_powers; by_zero {shown}].")


def _at_zero(script: Script, place: Place, claim: Claim) -> None:
    _conditions(script, place, claim)
    script.add(f"by_zero {zero(script, place, claim[1])}.")


def _conditions(script: Script, place: Place, claim: Claim) -> None:
    for item in conditions_of(claim[1]):
        bits = _precision(place.context, item)
        script.establish(item, place.names, "G", partial(enclose, script, place, item, bits))


def _precision(context: Context, claim: Claim) -> int:
    """Return the bits at which an enclosure shows a claim, 0 if none does."""
    return next((bits for bits in PRECISIONS if encloses(context, claim, bits)), 0)


def _enclose(script: Script, place: Place, claim: Claim, _: ProofStep, __: Children) -> None:
    enclose(script, place, claim, _precision(place.context, claim))


def _identity(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    for child in children:
        show(script, place, child)
    found = zero(script, place, claim[1])
    script.add(f"by_zero {found}.")


def _exclude(script: Script, place: Place, claim: Claim, step: ProofStep, _: Children) -> None:
    kind, term = place.context.facts[step["fact"]]
    fact = place.facts[step["fact"]]
    negative: Claim = (">" if kind in (">=", "=") else ">=", ("negate", term))
    opposite: list[Claim] = {"=": [negative, (">", term)], "!=": [("=", term)]}.get(
        kind, [negative]
    )
    shown = next(item for item in opposite if _precision(place.context, item))
    bits = _precision(place.context, shown)
    name = script.establish(shown, place.names, "G", partial(enclose, script, place, shown, bits))
    script.add(f"fails {fact} {name}.")


def _fact(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    for child in children:
        show(script, place, child)
    fact, term = place.facts[step["fact"]], place.context.facts[step["fact"]][1]
    if term == claim[1]:
        script.add(f"by_fact (no_difference {real(term, place.names)}) {fact}.")
    else:
        script.add(f"by_fact {zero(script, place, minus(term, claim[1]))} {fact}.")


def _sign(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    script.add(f"by_sign {show(script, place, children[0])}.")


def _both(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    first, second = (show(script, place, child) for child in children)
    script.add(f"conditions; exact (eq_of_both _ {first} {second}).")


def _turn(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    low, high, sine = (show(script, place, child) for child in children)
    script.add(f"by_turn {low} {high} {sine}.")


def _cut(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    lemma = show(script, place, children[0])
    (context, _claim), step = children[1]
    prove(script, place.inside(context, (*place.facts, lemma)), claim, step)


def _forget(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    dropped = set(step["facts"])
    kept = tuple(fact for number, fact in enumerate(place.facts) if number not in dropped)
    (context, _), rest = children[0]
    prove(script, place.inside(context, kept), claim, rest)


def _cases(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    cases(script, place, step, children, prove)


def _through(script: Script, place: Place, inner: Claim, rest: Any) -> None:
    through(script, place, inner, rest, prove)


def _parts(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    for child in children:
        show(script, place, child)
    script.add("conditions; parts_positive.")


def _floor(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    for child in children[:-1]:
        show(script, place, child)
    term = read_term(step["term"])
    lemma = f"{term[0]}_is {real(term[1], place.names)}"
    variable = script.fresh("k")
    low, high = script.fresh("F"), script.fresh("F")
    script.add(f"destruct ({lemma}) as (? & {low} & {high}).")
    script.add(f"set ({variable} := {real(term, place.names)}) in *. clearbody {variable}.")
    (context, inner), rest = children[-1]
    moved = Place(context, {**place.names, step["name"]: variable}, (*place.facts, low, high))
    _through(script, moved, inner, rest)


def _name(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    term = read_term(step["term"])
    variable = script.fresh("k")
    if term[0] == "factorial":
        at = real(term[1], place.names)
        script.add(f"assert ({script.fresh('P')} := factorial_positive {at}).")
    script.add(f"set ({variable} := {real(term, place.names)}) in *. clearbody {variable}.")
    (context, inner), rest = children[0]
    _through(
        script, Place(context, {**place.names, step["name"]: variable}, place.facts), inner, rest
    )


def _split(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    variable, at = place.names[step["variable"]], number_text(Fraction(step["at"]))
    lemma = "Rlt_or_le" if step.get("upper", False) else "Rle_or_lt"
    script.add(f"destruct ({lemma} {variable} {at}).")
    for (context, inner), rest in children:
        script.block(partial(prove, script, place.inside(context), inner, rest))


def _pin(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    name = step["variable"]
    variable, low = place.names[name], place.context.box[name].interval.low
    assert isinstance(low, Fraction)
    sides(script, place, {name: 0})
    script.add(f"assert ({variable} = {number_text(low)}) by lra. subst {variable}.")
    (context, inner), rest = children[0]
    others = {key: value for key, value in place.names.items() if key != name}
    _through(script, Place(context, others, place.facts), inner, rest)


def _bound(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    show(script, place, children[0])
    variable, end = place.names[step["variable"]], number_text(Fraction(step["value"]))
    less = "<=" if step.get("closed", False) else "<"
    pair = (variable, end) if step["side"] == "high" else (end, variable)
    script.add(f"assert ({pair[0]} {less} {pair[1]}) by lra.")
    (context, inner), rest = children[1]
    prove(script, place.inside(context), inner, rest)


def _relax(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    sides(script, place, {step["variable"]: 0})
    (context, inner), rest = children[0]
    prove(script, place.inside(context), inner, rest)


def _whole(script: Script, place: Place, claim: Claim, step: ProofStep, children: Children) -> None:
    name = show(script, place, children[0])
    script.add(f"conditions; apply whole_ge; [is_whole | exact {name}].")


def _factor(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    found = [show(script, place, child) for child in children]
    product: Term = ("multiply", read_term(step["factor"]), read_term(step["other"]))
    name = zero(script, place, minus(claim[1], product))
    script.add(f"by_factor {name} {found[-2]} {found[-1]}.")


def _combine(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    pairs = step["multipliers"]
    found = [show(script, place, child) for child in children]
    script.add("conditions.")
    for number, (pair, factor) in enumerate(zip(pairs, found[: len(pairs)], strict=True)):
        kind, fact = place.context.facts[pair[0]][0], place.facts[pair[0]]
        if kind == "=":
            script.add(f"by_equation {fact}.")
        elif number == 0 and step.get("strict", False):
            script.add(f"apply combine_strictly with (1 := {factor}) (2 := {fact}).")
        else:
            script.add(f"by_combination {factor} {fact}.")
    script.add(f"exact {found[-1]}.")


def _logarithm(
    script: Script, place: Place, claim: Claim, _: ProofStep, children: Children
) -> None:
    right, left, logs = (show(script, place, child) for child in children)
    script.add(f"by_logarithm {right} {left} {logs}.")


def _square(script: Script, place: Place, claim: Claim, _: ProofStep, children: Children) -> None:
    found = [show(script, place, child) for child in children]
    script.add(f"by_squares {found[0]} {found[-1]}.")


def _last(script: Script, place: Place, children: Children) -> tuple[Goal, Any]:
    """Show all goals but the last one, and return that with its proof."""
    for child in children[:-1]:
        show(script, place, child)
    return children[-1]


def _substitute(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    (context, inner), rest = _last(script, place, children)
    moved = substitute(script, place, step, context)
    _through(script, moved, inner, rest)


def _unfold(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    (context, inner), rest = _last(script, place, children)
    unfold(script, place, step)
    _through(script, Place(context, place.names, place.facts), inner, rest)


def _factorial(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    (context, inner), rest = _last(script, place, children)
    _through(script, robbins(script, place, step, context), inner, rest)


def _induction(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    induction(script, place, claim, step, children, prove)


def _by_slope(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children
) -> None:
    SLOPE_STEPS[step["rule"]](script, place, claim, step, children, prove)


_STEPS: Mapping[str, Callable[[Script, Place, Claim, ProofStep, Children], None]] = {
    "enclose": _enclose,
    "identity": _identity,
    "exclude": _exclude,
    "fact": _fact,
    "sign": _sign,
    "both": _both,
    "turn": _turn,
    "cut": _cut,
    "forget": _forget,
    "cases": _cases,
    "parts": _parts,
    "floor": _floor,
    "name": _name,
    "split": _split,
    "pin": _pin,
    "bound": _bound,
    "relax": _relax,
    "whole": _whole,
    "factor": _factor,
    "combine": _combine,
    "logarithm": _logarithm,
    "square": _square,
    "substitute": _substitute,
    "unfold": _unfold,
    "factorial": _factorial,
    "induction": _induction,
    "monotone": _by_slope,
    "concave": _by_slope,
    "tail": _by_slope,
}
