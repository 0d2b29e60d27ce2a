"""Steps about integers: sums, factorials and binomial coefficients written out, and induction."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.calculus import preserved
from boundcalc.checker.discrete import unfolded
from boundcalc.checker.goals import Context, Goal
from boundcalc.checker.steps import ProofStep
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    enclose,
    integer_of,
    names,
    number,
    read_term,
    replace,
)
from boundcalc.coq.places import Place, Script, sides
from boundcalc.coq.texts import (
    DISCRETE,
    bound_name,
    claim_text,
    conditions_of,
    number_text,
    real,
    relation_text,
)

Prove = Callable[[Script, Place, Claim, Any], None]
Children = Sequence[tuple[Goal, Any]]


# --- known integers -------------------------------------------------------------------------------


def is_counting(term: Term) -> bool:
    """Return whether a term has sums, factorials or binomial coefficients."""
    return term[0] in DISCRETE or any(map(is_counting, children(term)))


def written_out(script: Script, place: Place, term: Term) -> Term:
    """Write sums, factorials and binomial coefficients of known integers as numbers and sums.

    What is equal to what is said in the script, and rewritten in its goal.
    """
    while (found := next(_known(place.context, term), None)) is not None:
        node, ends = found
        sides(script, place, dict.fromkeys(sorted(names(node)), 0))
        defined, equation = script.fresh("D"), script.fresh("E")
        script.add(f"assert ({defined} : {relation_text(('ok', node), place.names)}).")
        script.block(partial(_define, script, place, node, ends))
        value = _value(node, ends)
        equal = f"{real(node, place.names)} = {real(value, place.names)}"
        script.add(f"assert ({equation} : {equal}) by {_tactic(node, ends)}.")
        script.add(f"rewrite ?{equation}.")
        term = replace(term, {node: value})
    return term


def _known(context: Context, term: Term) -> Iterator[tuple[Term, list[int]]]:
    """Yield sums, factorials and binomial coefficients of known integers, inner ones first."""
    for child in children(term) if term[0] != "sum" else ():
        yield from _known(context, child)
    if term[0] in DISCRETE:
        parts = term[2:4] if term[0] == "sum" else term[1:]
        try:
            values = [enclose(part, context.intervals(), 64) for part in parts]
        except (ia.Undefined, Rejected):
            return
        ends = [value.low for value in values if value.low == value.high]
        whole = [int(end) for end in ends if isinstance(end, Fraction) and end.denominator == 1]
        if len(whole) == len(parts):
            yield term, whole


def _value(node: Term, ends: list[int]) -> Term:
    if node[0] == "sum":
        first, last = ends
        items = (replace(node[4], {("symbol", node[1]): number(i)}) for i in range(first, last + 1))
        return ("add", number(0), number(0), *items)
    return number(math.comb(*ends) if node[0] == "binomial" else math.factorial(*ends))


def _tactic(node: Term, ends: list[int]) -> str:
    return f"({node[0]}_written {' '.join(map(_integer, ends))})"


def _define(script: Script, place: Place, node: Term, ends: list[int]) -> None:
    if node[0] != "sum":
        script.add("is_defined.")
        return
    script.add(f"apply (summed_at_known _ _ _ {' '.join(map(_integer, ends))}); [lra | lra |].")
    script.add("each_summand.")


# --- rules ----------------------------------------------------------------------------------------


def unfold(script: Script, place: Place, step: ProofStep) -> None:
    """Write a sum, a factorial or a binomial coefficient as an equal term, everywhere."""
    term = read_term(step["term"])
    equal, _ = unfolded(step, place.context, term)
    equation = script.fresh("E")
    said = f"{real(term, place.names)} = {real(equal, place.names)}"
    script.add(f"assert ({equation} : {said}) by {_unfolding(place, term, equal)}.")
    for item in conditions_of(equal):
        script.add(f"try (assert ({relation_text(item, place.names)}) by is_defined).")
    script.add(f"rewrite {equation} in *.")


def _unfolding(place: Place, term: Term, equal: Term) -> str:
    """Return the tactic for what a term is equal to."""
    if term[0] == "binomial":
        if equal[1][0] == "multiply":
            return f"(descending_written {_integer(integer_of(term[2]))})"
        return "(apply binomial_is; first [is_whole | lra])"
    if term[0] == "factorial":
        if equal[0] == "factorial":
            return "(apply same_factorial; equal)"
        return "(apply next_factorial; first [is_whole | equal | lra])"
    first, last = (integer_of(end) for end in term[2:4])
    if first is not None and last is not None:
        return _tactic(term, [first, last])
    variable, inner = bound_name(term, place.names)
    less = equal[1][3]
    low, high, before = (real(end, place.names) for end in (*term[2:4], less))
    summand = f"(fun {variable} => {real(term[4], inner)})"
    return (
        f"(refine (next_sum {summand} {low} {high} {before} _ _ _ _ _); "
        "first [is_whole | equal | lra])"
    )


def robbins(script: Script, place: Place, step: ProofStep, context: Context) -> Place:
    """Give a factorial a name, between the bounds of Robbins; return the place after it."""
    term = read_term(step["term"])
    variable, known = script.fresh("k"), [script.fresh("P"), script.fresh("F"), script.fresh("F")]
    at, text = real(term[1], place.names), real(term, place.names)
    script.add(f"assert ({known[0]} := factorial_positive {at}).")
    script.add(f"destruct (robbins {at}) as ({known[1]} & {known[2]}); [is_whole | lra |].")
    script.add(f"set ({variable} := {text}) in *. clearbody {variable}.")
    inside = {**place.names, step["name"]: variable}
    for fact in context.facts[len(place.facts) :]:
        for item in conditions_of(fact[1]):
            script.add(f"assert ({relation_text(item, inside)}) by robbins_condition.")
    return Place(context, inside, (*place.facts, *known[1:]))


def induction(
    script: Script, place: Place, claim: Claim, step: ProofStep, steps: Children, prove: Prove
) -> None:
    """The claim holds at the least integer, and at y + 1 if it holds at y."""
    name = step["variable"]
    ((first, at_first), base), ((before, at_next), rest) = steps
    sides(script, place, {name: 0})
    span = place.context.box[name].interval
    said, y, low = script.fresh("S"), script.fresh("y"), _numeral(span.low)
    kept = preserved(place.context, name, is_low=True, kept=None)
    moving = [fact for fact in kept if name in names(fact[1])]
    inner = {**place.names, name: y}
    given = [f"{y} <= {_numeral(span.high)}"] if isinstance(span.high, Fraction) else []
    given += [claim_text(fact, inner) for fact in moving]
    body = "".join(f"({text}) -> " for text in given) + claim_text(claim, inner)
    script.add(f"assert ({said} : forall {y}, whole {y} -> {low} <= {y} -> {body}).")

    def at_start() -> None:
        script.add(f"intros {' '.join('?' for _ in given)}.")
        through(script, place.inside(first), at_first, base, prove)

    def at_successor() -> None:
        held, known = script.fresh("I"), dict(zip(place.context.facts, place.facts, strict=True))
        high = ["?"] if isinstance(span.high, Fraction) else []
        taken = {fact: script.fresh("F") for fact in moving}
        script.add(f"intros {y} ? ? {held} {' '.join([*high, *taken.values()])}.")
        for fact, hypothesis in taken.items():
            script.take_apart(fact, hypothesis)
        if high:
            script.add(f"assert ({y} <= {_numeral(span.high)} + - (1)) by lra.")
            script.add(f"assert ({y} <= {_numeral(before.box[name].high)}) by lra.")
        facts = [taken[fact] if fact in taken else known[fact] for fact in kept]
        facts.append(script.fresh("F"))
        script.add(f"assert ({facts[-1]} : {claim_text(claim, inner)}) by (apply {held}; given).")
        script.take_apart(claim, facts[-1])
        through(script, Place(before, inner, tuple(facts)), at_next, rest, prove)

    def by_induction() -> None:
        script.add(f"apply (from_first (fun {y} => {body}) {_integer(span.low)}).")
        script.block(at_start)
        script.block(at_successor)

    script.block(by_induction)
    script.add(f"apply {said}; given.")


def through(script: Script, place: Place, inner: Claim, rest: Any, prove: Prove) -> None:
    """Prove the claim as it is written after a replacement, and conclude from it."""
    name = script.establish(inner, place.names, "G", partial(prove, script, place, inner, rest))
    script.add(f"conclude {name}.")


def _integer(value: int | ia.End | None) -> str:
    """Return an integer as a number of Coq's integers."""
    return f"({value})%Z"


def _numeral(end: ia.End) -> str:
    assert isinstance(end, Fraction)
    return number_text(end)
