"""Steps that tell apart which operand a maximum, a minimum or an absolute value is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from boundcalc.checker.goals import Goal
from boundcalc.checker.steps import ProofStep
from boundcalc.checker.terms import Claim, read_term
from boundcalc.coq.discrete import through
from boundcalc.coq.places import Place, Script
from boundcalc.coq.texts import NotExported, real

Prove = Callable[[Script, Place, Claim, Any], None]

_CASES = {"max": "or_less {0} {1}", "min": "or_less {1} {0}", "abs": "or_signs {0}"}
_CHOICES = {
    "max": ("max_left", "max_right"),
    "min": ("min_left", "min_right"),
    "abs": ("abs_plus", "abs_minus"),
}


def cases(
    script: Script,
    place: Place,
    step: ProofStep,
    children: Sequence[tuple[Goal, Any]],
    prove: Prove,
) -> None:
    """Show where the operands are defined, and the claim for each of them."""
    term = read_term(step["term"])
    parts = [real(part, place.names) for part in term[1:]]
    if term[0] != "abs" and not 2 <= len(set(parts)) == len(parts) <= 3:
        raise NotExported("cases of other than two or three")
    count = 2 if term[0] == "abs" else len(parts)
    for (context, claim), rest in children[:-count]:
        write = partial(prove, script, place.inside(context), claim, rest)
        script.establish(claim, place.names, "G", write)
    if count == 3:
        found = [tuple(map(script.fresh, "CCE")) for _ in parts]
        first, second, third = (f"({' & '.join(names)})" for names in found)
        lemma = f"{term[0]}_of_three {' '.join(parts)}"
        script.add(f"destruct ({lemma}) as [{first}|[{second}|{third}]].")
        branches = [(names[:2], names[2]) for names in found]
    else:
        name = script.fresh("C")
        script.add(f"destruct ({_CASES[term[0]].format(*parts)}) as [{name}|{name}].")
        unknown = " ".join("_" for _ in parts)
        branches = [((name,), f"({lemma} {unknown} {name})") for lemma in _CHOICES[term[0]]]
    for (facts, equation), ((context, inner), rest) in zip(
        branches, children[-count:], strict=True
    ):
        chosen = place.inside(context, (*place.facts, *facts))
        script.block(partial(_chosen, script, chosen, equation, inner, rest, prove))


def _chosen(
    script: Script, place: Place, equation: str, inner: Claim, rest: Any, prove: Prove
) -> None:
    script.add(f"try rewrite {equation} in *.")
    through(script, place, inner, rest, prove)
