"""Files of Coq: the library, the proof of a certificate, and the theorem in the last lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

from boundcalc.checker.goals import Context
from boundcalc.checker.proofs import fails, holds, read_goal, read_point
from boundcalc.checker.terms import Claim, Term, obligations, presumptions, read_term
from boundcalc.coq.places import Place, Script, range_texts
from boundcalc.coq.steps import at_point, prove
from boundcalc.coq.texts import (
    NotExported,
    claim_text,
    conditions_of,
    conjunction,
    number_text,
    real,
    relation_text,
    safe_names,
)
from boundcalc.coq.vanishing import may_vanish

HEADER = """\
From Coq Require Import Reals ZArith List Lra Lia Bool.
From Flocq Require Import Core.
Import ListNotations.
Local Open Scope R_scope.

"""
_PARTS = ("erfc.v", "enclosures.v", "slopes.v", "limits.v", "rules.v", "discrete.v", "factorials.v")
_SENSES = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "=": "=", "!=": "<>"}


@cache
def library_text() -> str:
    """Return the library of lemmas that every file begins with."""
    folder = files("boundcalc.coq") / "library"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in _PARTS)


def coq_file(certificate: Mapping[str, Any]) -> str:
    """Return a file that `coqc` accepts alone: the library, the proof, and the theorem."""
    return f"{library_text()}\n{theorem_text(certificate)}"


def theorem_text(certificate: Mapping[str, Any]) -> str:
    """Return the proof of a certificate and its theorem, after the library."""
    if certificate["kind"] == "proof":
        return _proof(certificate)
    if certificate["kind"] == "refutation":
        return _refutation(certificate)
    raise NotExported(f"a certificate that is a {certificate['kind']}")


def _proof(certificate: Mapping[str, Any]) -> str:
    context, claim = read_goal(certificate)
    names = safe_names(context.box)
    script = Script()
    ranges = [
        text for name, values in context.box.items() for text in range_texts(names[name], values)
    ]
    facts = tuple(f"F{number}" for number in range(len(context.facts)))
    script.count = len(facts)
    given = [f"({text})" for text in ranges]
    given += [claim_text(fact, names) for fact in context.facts]
    variables = f"forall {' '.join(names.values())} : R,\n  " if names else ""
    head = [f"Lemma proof :\n  {variables}" + "".join(f"{item} ->\n  " for item in given)
            + claim_text(claim, names, may_vanish(context, claim[1])) + ".", "Proof."]  # fmt: skip
    script.add(f"intros {' '.join(names.values())}{' ?' * len(ranges)} {' '.join(facts)}.")
    for fact, name in zip(context.facts, facts, strict=True):
        script.take_apart(fact, name)
    prove(script, Place(context, names, facts), claim, certificate["proof"])
    return "\n".join([*head, *script.lines, "Qed.\n", *_theorem(certificate, names, ranges)]) + "\n"


def _theorem(
    certificate: Mapping[str, Any], names: Mapping[str, str], ranges: Sequence[str]
) -> list[str]:
    """Return the theorem as it is read, concluded from the proof of differences."""
    context, claim = read_goal(certificate)
    given = _ranges(context, names)
    for fact, relation in zip(context.facts, certificate["assumptions"], strict=True):
        given.append(_said(fact, relation, names))
    said = _said(claim, certificate["conclusion"], names, may_vanish(context, claim[1]))
    variables = f"forall {' '.join(names.values())} : R,\n  " if names else ""
    lines = [
        f"Theorem relation_holds :\n  {variables}"
        + "".join(f"{item} ->\n  " for item in given)
        + said
        + "."
    ]
    known = [f"R{number}" for number in range(len(ranges))]
    facts = [f"A{number}" for number in range(len(context.facts))]
    lines += [
        "Proof.",
        f"  intros {' '.join([*names.values(), *known, *facts])}."
        if [*names, *known, *facts]
        else "",
    ]
    for fact, name in zip(context.facts, facts, strict=True):
        lines.append(f"  assert (B{name} : {claim_text(fact, names)}) by as_said.")
    arguments = " ".join([*names.values(), *known, *(f"B{name}" for name in facts)])
    lines.append(f"  assert (C0 := proof {arguments}). as_said.")
    return [*lines, "Qed."]


def _ranges(context: Context, names: Mapping[str, str]) -> list[str]:
    """Return what the ranges say, as it is read."""
    found: list[str] = []
    for name, values in context.box.items():
        for text in range_texts(names[name], values):
            is_whole = text.startswith("whole ")
            found.append(f"(exists z : Z, {names[name]} = IZR z)" if is_whole else f"({text})")
    return found


def _said(claim: Any, relation: Any, names: Mapping[str, str], weak: Collection[Term] = ()) -> str:
    conditions = [relation_text(item, names) for item in conditions_of(claim[1], weak)]
    return conjunction([*conditions, _relation(relation, names)])


def _refutation(certificate: Mapping[str, Any]) -> str:
    """Return that the relation fails at a point of the domain."""
    context, claim = read_goal(certificate)
    if any(isinstance(entry, list) for entry in certificate["point"].values()):
        raise NotExported("a counterexample that is a solution in a box, and not a rational point")
    point = read_point(context, certificate["point"])
    names = safe_names(context.box)
    values = {name: number_text(item.low) for name, item in point.box.items()}  # type: ignore[arg-type]
    if not all(holds(point, item) for item in presumptions(claim[1])):
        raise NotExported("a power with a symbol in the exponent where its base is not positive")
    ranges = _ranges(context, names)
    given = list(ranges)
    for fact, relation in zip(context.facts, certificate["assumptions"], strict=True):
        given.append(_said(fact, relation, names))
    refuted = f"~ ({_said(claim, certificate['conclusion'], names)})"
    exists = f"exists {' '.join(names.values())} : R,\n  " if names else ""
    script = Script()
    if names:
        script.add(f"exists {', '.join(values[name] for name in names)}.")
    place = Place(point, values)
    wrong = _failing(point, claim)
    shown = script.establish(wrong, values, "N", partial(at_point, script, place, wrong))
    for fact in context.facts:
        script.establish(fact, values, "F", partial(at_point, script, place, fact))
    script.add(f"repeat apply conj; try (counterexample {shown}); first [in_range | as_said].")
    statement = exists + " /\\\n  ".join([*given, refuted])
    return (
        "\n".join([f"Theorem relation_fails :\n  {statement}.", "Proof.", *script.lines, "Qed."])
        + "\n"
    )


def _failing(point: Context, claim: Claim) -> Claim:
    """Return what holds at a point because a claim fails there."""
    kind, term = claim
    for item in obligations(term):
        if item[0] != "ok" and fails(point, item):
            return _failing(point, item)
    if kind in (">=", ">"):
        return (">" if kind == ">=" else ">=", ("negate", term))
    return ("!=" if kind == "=" else "=", term)


def _relation(relation: Any, names: Mapping[str, str]) -> str:
    sense, left, right = relation
    return f"{real(read_term(left), names)} {_SENSES[sense]} {real(read_term(right), names)}"
