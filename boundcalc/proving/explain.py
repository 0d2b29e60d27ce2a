"""How a relation was proved, in a paragraph that a mathematician can follow.

The main line of a proof is replayed with the rules of the checker, so that what is said names the
terms, ranges and ends that occur; side conditions are counted, not told.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, encloses, sides_of
from boundcalc.checker.proofs import read_goal
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import Claim, Rejected, Term, enclose, read_term
from boundcalc.language.numbers import decimal_text
from boundcalc.proving.proof_state import ProofTree, vanishing_powers
from boundcalc.proving.term_translation import bound_of, to_expression

MOST_SENTENCES = 12
LONGEST_TERM = 90
Branches = list[tuple[str, int]]  # what to say before the proof of a goal, and its place
Told = tuple[str, Branches]


def explain_proof(certificate: Mapping[str, Any]) -> str:
    """Return a paragraph about the main line of a proof, and a count of its steps."""
    sense = certificate["conclusion"][0]
    story = _Story()
    story.say(_OPENINGS.get(sense, "Consider the difference of the sides."))
    story.tell(read_goal(certificate), certificate["proof"])
    counts = Counter(_rules(certificate["proof"]))
    parts = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"{' '.join(story.sentences)} Steps: {parts}."


_OPENINGS = dict.fromkeys(("<=", "<"), "Consider the right side minus the left.")
_OPENINGS |= dict.fromkeys((">=", ">"), "Consider the left side minus the right.")


def _rules(step: ProofTree) -> Iterator[str]:
    if step == "auto":
        yield "enclose"
        return
    yield step["rule"]
    for child in step.get("children", ()):
        yield from _rules(child)


class _Story:
    """The sentences that were said, up to a limit."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def say(self, sentence: str, before: str = "") -> bool:
        """Add a sentence; return whether there is room for more."""
        if before:
            sentence = f"{before}, {sentence[0].lower()}{sentence[1:]}"
        self.sentences.append(sentence)
        if len(self.sentences) == MOST_SENTENCES:
            self.sentences.append("The rest is proved by such steps.")
        return len(self.sentences) < MOST_SENTENCES

    def tell(self, goal: Goal, step: ProofTree, before: str = "") -> None:
        """Tell how a goal was proved."""
        if len(self.sentences) >= MOST_SENTENCES:
            return
        context, claim = goal
        rule = "enclose" if step == "auto" else step["rule"]
        if rule == "enclose":
            self.say(_enclosed(context, claim), before)
            return
        goals = ALL_RULES[rule](step, context, claim)
        sentence, branches = _TELLERS.get(rule, _unnamed)(step, context, claim, goals)
        if sentence:
            self.say(sentence, before)
            before = ""
        for text, place in branches:
            self.tell(goals[place], step["children"][place], text or before)


def negative_base(goal: Goal) -> str:
    """Return that proofs know no power of a negative base with a symbol above, where one occurs."""
    context, claim = goal
    for _, term in (claim, *context.facts):
        for base, power in vanishing_powers(term):
            if encloses(context, (">", ("negate", base)), 64):
                return (
                    "proofs take a power with a symbol in its exponent for e^(exponent*ln(base)), "
                    f"and the base of {_text(power)} is negative; write what it is for even and "
                    "what it is for odd exponents, as two relations"
                )
    return ""


# --- parts of sentences --------------------------------------------------------------------------


def _text(term: Term) -> str:
    text = str(to_expression(term))
    return text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 3]}..."


def _range(values: Range) -> str:
    left, right = "[" if values.low_closed else "(", "]" if values.high_closed else ")"
    low = decimal_text(values.low) if isinstance(values.low, Fraction) else "-oo"
    high = decimal_text(values.high) if isinstance(values.high, Fraction) else "oo"
    return f"{'the integers of ' if values.integer else ''}{left}{low}, {high}{right}"


def _claim(claim: Claim) -> str:
    """Return a claim about a difference as a relation of its sides."""
    kind, term = claim
    if kind == "ok":
        return f"{_text(term)} is defined"
    left, right = sides_of(term) or (term, ("number", Fraction(0)))
    return f"{_text(left)} {kind} {_text(right)}"


def _how(proof: ProofTree) -> str:
    """Return how long a proof is that is not told."""
    count = sum(1 for _ in _rules(proof))
    return "by an enclosure" if count == 1 else f"in {count} steps"


def _enclosed(context: Context, claim: Claim) -> str:
    try:
        found = enclose(claim[1], context.intervals(), 192)
    except (ia.Undefined, Rejected):
        return "An enclosure has the right sign."
    if found.low == found.high and isinstance(found.low, Fraction):
        value = decimal_text(found.low)
        return f"It is {value}." if len(value) <= 20 else "It has the right sign."
    if found.low > 0 and isinstance(found.low, Fraction):
        return f"It is at least {_rounded_down(found.low)}, by an enclosure."
    return f"An enclosure shows that it is {_KINDS[claim[0]]}."


def _rounded_down(value: Fraction) -> str:
    """Return three digits of a positive number, not above it."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    power = round(bits * math.log10(2)) + 1
    while value < Fraction(10) ** power:
        power -= 1
    digits = math.floor(value / Fraction(10) ** (power - 2))
    if -4 <= power <= 6:
        return decimal_text(digits * Fraction(10) ** (power - 2))
    return f"{digits // 100}.{digits % 100:02d}e{power}"


_KINDS = {">=": "not negative", ">": "positive", "!=": "not zero", "=": "zero", "ok": "defined"}


# --- one function for each rule ------------------------------------------------------------------


def _monotone(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name, towards = step["variable"], step["end"]
    values = context.box[name]
    if towards in ("low", "high"):
        is_low = towards == "low"
        end = _text(("number", values.low if is_low else values.high))
        reason = ""
    else:
        term = context.facts[towards][1]
        is_low = bool(bound_of(term, name))
        end = _text(term[2][1] if is_low else term[1])
        reason = ", which an assumption makes its bound"
    moves = "increasing" if is_low else "decreasing"
    how = _how(step["children"][-2])
    verb = "exceeds its value" if step.get("strict") else "suffices to look"
    return (
        f"It is {moves} in {name} on {_range(values)} (the sign of the slope is shown {how}), "
        f"so it {verb} at {name} = {end}{reason}.",
        [("", -1)],
    )


def _concave(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name = step["variable"]
    values = context.box[name]
    ends = [_text(("number", end)) for end in (values.low, values.high)]
    how = _how(step["children"][-3])
    return (
        f"It is concave in {name} on {_range(values)} (shown {how}), so it suffices to look at "
        "both ends.",
        [(f"At {name} = {end}", place) for end, place in zip(ends, (-2, -1), strict=True)],
    )


def _split(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name, at = step["variable"], Fraction(step["at"])
    text, values = decimal_text(at), context.box[name]
    if at in (values.low, values.high):
        place = 0 if at == values.low else 1
        rest = goals[1 - place][0].box[name]
        text = _text(("number", at))
        branches = [(f"At {name} = {text}", place), (f"On {_range(rest)}", 1 - place)]
        return f"Treat {name} = {text} by itself.", branches
    signs = ("<", ">=") if step.get("upper") else ("<=", ">")
    return (
        f"Cut the range of {name} at {text}.",
        [(f"Where {name} {sign} {text}", place) for place, sign in enumerate(signs)],
    )


def _cases(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    term = read_term(step["term"])
    count = 2 if term[0] == "abs" else len(set(term[1:]))
    branches = []
    for place in range(-count, 0):
        facts = goals[place][0].facts[len(context.facts) :]
        where = f"Where {' and '.join(_claim(fact) for fact in facts)}" if facts else ""
        branches.append((where, place))
    if term[0] == "max" and count == 2 and goals[-1][1] == claim:
        first, second = map(_text, term[1:])
        return f"Tell apart which of {first} and {second} is greater.", branches
    return f"Tell the cases of {_text(term)} apart.", branches


def _factor(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    factor, other = (read_term(step[key]) for key in ("factor", "other"))
    if factor[0] == "number":
        verb = "is" if factor[1] == 1 else "has the sign of"
        sentence = f"It {verb} {_text(other)}."
    else:
        sentence = f"Divide by {_text(factor)}, which is positive; what is left is {_text(other)}."
    return sentence, [("", -1)]


def _cut(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    how = _how(step["children"][0])
    return f"First, {_claim(goals[0][1])} (shown {how}).", [("", -1)]


def _combine(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    parts = []
    for index, factor in step["multipliers"]:
        multiplier = read_term(factor)
        _, term = context.facts[index]
        is_one = multiplier == ("number", 1)
        parts.append(_text(term) if is_one else f"{_text(multiplier)} times {_text(term)}")
    signs = "which is not negative" if len(parts) == 1 else "which are not negative"
    return f"Subtract {' and '.join(parts)}, {signs}.", [("", -1)]


def _substitute(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name, new = step["variable"], step["name"]
    forms = {"reciprocal": f"1/{new}", "square": f"{new}^2"}
    if step["form"] == "shift":
        forms["shift"] = f"{_text(read_term(step['a']))} + {new}"
    if step["form"] == "mirror":
        forms["mirror"] = f"{_text(read_term(step['a']))} - {new}"
    if step["form"] == "affine":
        a, b = (_text(read_term(step[key])) for key in ("a", "b"))
        forms["affine"] = f"{a} + ({b}) {new}" if a != "0" else f"({b}) {new}"
    return f"Write {name} = {forms[step['form']]}.", [("", -1)]


def _bound(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    values = goals[-1][0].box[step["variable"]]
    return f"The assumptions imply that {step['variable']} lies in {_range(values)}.", [("", -1)]


def _induction(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name = step["variable"]
    first = _text(("number", goals[1][0].box[name].low))
    return (
        f"Use induction on {name}.",
        [(f"At {name} = {first}", 0), (f"From {name} to {name} + 1", 1)],
    )


def _tail(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    how = _how(step["children"][-1])
    return (
        f"It decreases in {step['variable']} (shown {how}) to a limit at infinity that is not "
        "negative.",
        [],
    )


def _fact(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    return f"That follows from {_claim(context.facts[step['fact']])}, which is given.", []


def _exclude(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    return f"There is no such point, because {_claim(context.facts[step['fact']])}.", []


def _written(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    return f"Write out {_text(read_term(step['term']))}.", [("", -1)]


def _unnamed(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    return f"Use the rule {step['rule']}.", [("", -1)] if goals else []


def _pin(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    name = step["variable"]
    return f"There {name} is {_text(('number', context.box[name].interval.low))}.", [("", -1)]


def _saying(sentence: str, branches: Branches) -> Callable[..., Told]:
    """Return a teller that says the same each time."""

    def tell(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
        found = [(text, place) for text, place in branches if -len(goals) <= place < len(goals)]
        return sentence.format(**{key: step.get(key, "") for key in ("variable", "name")}), found

    return tell


def _parts(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    hard = [place for place in range(len(goals)) if step["children"][place] != "auto"]
    if not hard:
        return "Each of its parts has an enclosure of the right sign.", []
    return (
        "It suffices that its parts have the right sign.",
        [(f"For {_text(goals[place][1][1])}", place) for place in hard[:2]],
    )


def _robbins(step: ProofTree, context: Context, claim: Claim, goals: list[Goal]) -> Told:
    return f"Enclose {_text(read_term(step['term']))} by the bounds of Robbins.", [("", -1)]


_TELLERS: Mapping[str, Callable[..., Told]] = {
    "monotone": _monotone,
    "concave": _concave,
    "split": _split,
    "cases": _cases,
    "floor": lambda step, context, claim, goals: (
        f"Let {step['name']} be {_text(read_term(step['term']))}, an integer.",
        [("", -1)],
    ),
    "factor": _factor,
    "cut": _cut,
    "combine": _combine,
    "substitute": _substitute,
    "bound": _bound,
    "pin": _pin,
    "forget": _saying("", [("", -1)]),
    "whole": _saying("It is an integer, so it suffices that it exceeds -1.", [("", -1)]),
    "induction": _induction,
    "tail": _tail,
    "fact": _fact,
    "exclude": _exclude,
    "unfold": _written,
    "name": _saying("", [("", -1)]),
    "factorial": _robbins,
    "parts": _parts,
    "identity": _saying("It vanishes identically, by its normal form.", []),
    "sign": _saying("It has one sign.", [("", -1)]),
    "relax": _saying("Let {variable} be real.", [("", -1)]),
    "logarithm": _saying("Both sides are positive; compare their logarithms.", [("", -1)]),
    "square": _saying("Compare the squares.", [("", -1)]),
    "turn": _saying("It is an angle that has the sign of its sine.", [("", -1)]),
    "both": _saying(
        "Show that it is neither negative nor positive.", [("Not negative", 0), ("Not positive", 1)]
    ),
}
