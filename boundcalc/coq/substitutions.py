"""Variables written in another way, and what is then known of the new ones."""

from __future__ import annotations

from boundcalc.checker.goals import Context
from boundcalc.checker.steps import ProofStep
from boundcalc.checker.terms import Term, number, read_term
from boundcalc.coq.places import Place, Script, range_texts, sides
from boundcalc.coq.texts import KINDS, claim_text, data, real

BITS = 120
_INVERSES = {"reciprocal": "divide", "square": "sqrt"}


def substitute(script: Script, place: Place, step: ProofStep, context: Context) -> Place:
    """Write a variable as a term of a new one; return the place after it."""
    if step["form"] in _INVERSES:
        return _by_inverse(script, place, step, context)
    name, new, form = step["variable"], step["name"], step["form"]
    old, variable, said = place.names[name], script.fresh("u"), script.fresh("E")
    a = real(read_term(step["a"]), place.names)
    if form == "affine":
        b = real(read_term(step["b"]), place.names)
        script.add(f"destruct (write_affine {old} {a} {b}) as [{variable} {said}]; [assumption|].")
    else:
        script.add(f"destruct (write_{form} {old} {a}) as [{variable} {said}].")
    if context.box[new].integer:
        script.add(f"assert (whole {variable}) by (apply (whole_of_shift _ _ _ {said}); is_whole).")
    script.add(f"subst {old}.")
    return _told(script, place, context, _renamed(place, name, new, variable))


def _told(script: Script, place: Place, context: Context, names: dict[str, str]) -> Place:
    """Say of the new variable what the range of the old one says."""
    facts = list(place.facts)
    for claim in context.facts[len(place.facts) :]:
        fact = script.fresh("F")
        script.add(f"assert ({fact} : {claim_text(claim, names)}) by (conditions; lra).")
        script.take_apart(claim, fact)
        facts.append(fact)
    return Place(context, names, tuple(facts))


def _renamed(place: Place, name: str, new: str, variable: str) -> dict[str, str]:
    kept = {key: value for key, value in place.names.items() if key != name}
    return {**kept, new: variable}


def _by_inverse(script: Script, place: Place, step: ProofStep, context: Context) -> Place:
    """Write x as 1/u or u^2: u is 1/x or sqrt(x), whose ends are known."""
    name, new, form = step["variable"], step["name"], step["form"]
    old, variable = place.names[name], script.fresh("u")
    symbol: Term = ("symbol", name)
    inverse = (_INVERSES[form], *((number(1),) if form == "reciprocal" else ()), symbol)
    definition, said = script.fresh("E"), script.fresh("E")
    script.add(f"destruct (write_{form} {old}) as ({variable} & {definition} & {said}); [lra|].")
    texts = range_texts(real(inverse, place.names), context.box[new])
    claims = context.box[new].claims(inverse)
    box = sides(script, place, {name: 0})
    known = [script.fresh("F") for _ in texts]
    for fact, text, claim in zip(known, texts, claims, strict=True):
        if form == "reciprocal":
            script.add(f"assert ({fact} : {text}) by inverse_end.")
            continue
        script.add(f"assert ({fact} : {text}).")
        script.add(f"{{ enough ({claim_text(claim, place.names)}) by (open_parts; lra).")
        script.add(
            f"  enclose {BITS}%positive {box} [{old}] {data(claim[1], {name: 0})} "
            f"{KINDS[claim[0]]}. }}"
        )
    for fact in known:
        script.add(f"rewrite <- {definition} in {fact}.")
    script.add(f"clear {definition}. subst {old}.")
    return _told(script, place, context, _renamed(place, name, new, variable))
