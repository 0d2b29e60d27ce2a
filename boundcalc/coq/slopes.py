"""Steps by the sign of a slope: at other points of a range, which are variables of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as changed
from fractions import Fraction
from functools import partial
from typing import Any

from boundcalc.checker.goals import Goal
from boundcalc.checker.steps import ProofStep
from boundcalc.checker.terms import Claim, Term, names, number, replace
from boundcalc.coq.places import Place, Script, range_texts, sides
from boundcalc.coq.texts import claim_text, data, number_text, pattern, real

LIMIT_BITS = 94  # 30 more than the checker takes, as in enclosures
Prove = Callable[[Script, Place, Claim, Any], None]
Children = Sequence[tuple[Goal, Any]]


def everywhere(
    script: Script, place: Place, child: tuple[Goal, Any], name: str, prove: Prove
) -> str:
    """Show a goal at all points of a range; return the name of the statement."""
    (context, claim), step = child
    variable, shown = script.fresh("y"), script.fresh("S")
    inner = {**place.names, name: variable}
    ranges = range_texts(variable, context.box[name])
    known = dict(zip(place.context.facts, place.facts, strict=True))
    facts: list[str] = []
    given: list[str] = []
    taken: list[str] = []
    for fact in context.facts:
        if name not in names(fact[1]):
            facts.append(known[fact])
            continue
        fresh = script.fresh("F")
        facts.append(fresh)
        given.append(claim_text(fact, inner))
        taken.append(pattern(fact, fresh) if "&" in pattern(fact, fresh) else fresh)
    premises = "".join(f"({text}) -> " for text in [*ranges, *given])
    script.add(f"assert ({shown} : forall {variable} : R, {premises}{claim_text(claim, inner)}).")
    script.add("{")
    script.depth += 1
    script.add(f"intros {' '.join([variable, *('?' for _ in ranges), *taken])}.")
    prove(script, Place(context, inner, tuple(facts)), claim, step)
    script.depth -= 1
    script.add("}")
    return shown


def _at(statements: Sequence[str], point: str) -> str:
    return " ".join(f"at_point {statement} {point}." for statement in statements)


def monotone(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children, prove: Prove
) -> None:
    """The slope has a sign, so the term is least at one end."""
    name = step["variable"]
    *conditions, steep, least = children
    defined = [everywhere(script, place, child, name, prove) for child in conditions]
    slope = everywhere(script, place, steep, name, prove)
    towards = step["end"]
    values = place.context.box[name]
    if towards in ("low", "high"):
        is_low = towards == "low"
        end: Term = number(values.low if is_low else values.high)  # type: ignore[arg-type]
        at_end = place.inside(least[0][0])
    else:
        bound = place.context.facts[towards][1]
        is_low = bound[1] == ("symbol", name) and bound[2] != ("negate", ("symbol", name))
        end = bound[2][1] if is_low else bound[1]
        known = dict(zip(place.context.facts, place.facts, strict=True))
        facts: list[str] = []
        for fact in least[0][0].facts:
            if fact in known:
                facts.append(known[fact])
                continue
            fresh = script.fresh("F")
            script.add(f"assert ({fresh} : {claim_text(fact, place.names)}) by said_of_end.")
            script.take_apart(fact, fresh)
            facts.append(fresh)
        at_end = changed(place, context=least[0][0], facts=tuple(facts))
    (_, at), rest = least
    shown = script.establish(at, place.names, "L", partial(prove, script, at_end, at, rest))
    _conclude(script, place, claim, step, name, (end, is_low, shown, defined, slope))


def _conclude(
    script: Script, place: Place, claim: Claim, step: ProofStep, name: str, found: tuple[Any, ...]
) -> None:
    end, is_low, least, defined, slope = found
    order = place.order(name)
    others = [place.names[other] for other in order if other != name]
    environment = "[" + "; ".join(others) + "]" if others else "(@nil R)"
    x, e, term = place.names[name], real(end, place.names), data(claim[1], order)
    is_strict = bool(step.get("strict", False))
    for statement in defined:
        script.add(f"at_point {statement} {x}.")
    lemma = ("rising" if is_low else "falling") + ("_strictly" if is_strict else "")
    ends = f"{e} {x}" if is_low else f"{x} {e}"
    script.add("conditions.")
    together = {(True, False): "lt_le", (False, False): "le_le", (True, True): "le_lt"}
    transfer = together[(claim[0] == ">", is_strict)]
    at_end = real(replace(claim[1], {("symbol", name): end}), place.names)
    value = f"(ev ({e} :: {environment}) {term})"
    script.add(f"apply (from_end_{transfer} {at_end} {value}); [exact {least} | same_at_end |].")
    script.add(f"apply ({lemma} {environment} {term} {ends}).")
    script.add(f"- intros v0 [V0 W0]. {_at([*defined, slope], 'v0')} slopes_known.")
    script.add(f"- intros v0 [V0 W0]. {_at(defined, 'v0')} slopes_known.")
    script.add("- lra.")
    script.add(f"- intros v0 [V0 W0]. at_value {slope} v0.")


def concave(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children, prove: Prove
) -> None:
    """The term is concave, so it is least at one of the two ends."""
    name = step["variable"]
    *conditions, curved, low, high = children
    statements = [everywhere(script, place, child, name, prove) for child in conditions]
    bend = everywhere(script, place, curved, name, prove)
    shown: list[str] = []
    for (context, at), rest in (low, high):
        inner = place.inside(context)
        fresh = script.establish(at, place.names, "L", partial(prove, script, inner, at, rest))
        shown.append(fresh)
    order = place.order(name)
    others = [place.names[other] for other in order if other != name]
    environment = "[" + "; ".join(others) + "]" if others else "(@nil R)"
    values = place.context.box[name]
    assert isinstance(values.low, Fraction)
    assert isinstance(values.high, Fraction)
    x, a, b = place.names[name], number_text(values.low), number_text(values.high)
    for statement in statements:
        script.add(f"try at_point {statement} {x}.")
    script.add("conditions.")
    least = script.fresh("K")
    script.add(
        f"destruct (arch {environment} {data(claim[1], order)} {a} {b} {x}) as [{least}|{least}]."
    )
    script.add("- lra.")
    script.add("- lra.")
    known = " ".join(f"try at_point {statement} v0." for statement in statements)
    script.add(f"- intros v0 [V0 W0]. {known} slopes_known.")
    script.add(f"- intros v0 [V0 W0]. {known} at_point {bend} v0. slopes_known.")
    script.add(f"- intros v0 [V0 W0]. {known} at_point {bend} v0. slopes_known.")
    script.add(f"- intros v0 [V0 W0]. {known} at_value {bend} v0.")
    for fresh in shown:
        script.add(f"- from_arch {least} {fresh}.")


def tail(
    script: Script, place: Place, claim: Claim, step: ProofStep, children: Children, prove: Prove
) -> None:
    """The slope is not positive up to infinity, so the term is at least its limit there."""
    name = step["variable"]
    *defined, slope = (everywhere(script, place, child, name, prove) for child in children)
    order = place.order(name)
    others = {other: number for number, other in enumerate(order) if other != name}
    box, environment = sides(script, place, others), place.environment(others)
    x, term = place.names[name], data(claim[1], order)
    lemma = "to_limit_strictly" if claim[0] == ">" else "to_limit"
    for statement in defined:
        script.add(f"at_point {statement} {x}.")
    script.add("conditions.")
    script.add(f"apply ({lemma} {LIMIT_BITS}%positive {box} {environment} {term} {x}).")
    script.add("- within_ranges.")
    script.add("- vm_compute; reflexivity.")
    script.add(f"- intros v0 V0. {_at([*defined, slope], 'v0')} slopes_known.")
    script.add(f"- intros v0 V0. {_at(defined, 'v0')} slopes_known.")
    script.add(f"- intros v0 V0. at_value {slope} v0.")


SLOPE_STEPS: Mapping[str, Callable[..., None]] = {
    "monotone": monotone,
    "concave": concave,
    "tail": tail,
}
