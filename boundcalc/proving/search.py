"""The search for proofs: which rule to try, and when to cut a box in two.

The search is clever and untrusted.
It applies the checker's own rules, so that what it leaves is what the checker will ask for.
Work is counted in steps, so that the same goal meets the same limits on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.certificates import AUTOMATIC_BITS
from boundcalc.checker.rules import RULES, Context, Goal, Range, encloses, minus
from boundcalc.checker.terms import (
    Claim,
    Rejected,
    Term,
    children,
    derivative,
    enclose,
    names,
    occurs,
    number,
    obligations,
    replace,
)
from boundcalc.proving.looking import FloatPoint, evaluate, is_hopeless, look_at, seems
from boundcalc.proving.simplify import ONE, Factored, exponentials, multiple_of, simplified
from boundcalc.proving.terms import to_json

Step = Any  # "auto", or a dict with the name of a rule and the proofs of its goals
MAX_DEPTH = 70
LADDER = 6
LOOKS = 24
SMALL = 20  # nodes of a term that is worth a look before it is simplified
LARGE = 300  # nodes of a term that is no longer differentiated


class OutOfWork(Exception):
    """The limit of work or time is reached."""


class Search:
    """One search, with its limits and what it has already seen.

    Parameters
    ----------
    work : int
        The number of goals that may be looked at.
    seconds : float
        The time after which the search ends, whatever its work.
    """

    def __init__(self, work: int, seconds: float) -> None:
        self.work = work
        self.deadline = time.monotonic() + seconds
        self.fresh = 0
        self._simple: dict[tuple[Term, Any, int], Factored | None] = {}
        self._slopes: dict[tuple[Term, str], Term | None] = {}

    # --- the loop

    def prove(self, goal: Goal, depth: int = 0, ladder: int = 0, *, split: bool = True) -> Step | None:
        """Return a proof of a goal, or None where the search gives up."""
        self._spend()
        context, claim = goal
        if any(encloses(context, claim, bits) for bits in AUTOMATIC_BITS[:1]):
            return "auto"
        if claim[0] == "ok":
            return "auto" if encloses(context, claim, AUTOMATIC_BITS[1]) else None
        if depth > MAX_DEPTH:
            return None
        if depth == 0:
            planned = self._settle(goal)
            if planned is not None:
                return planned
        for step in self._candidates(context, claim, depth, ladder, split):
            done = self._apply(step, goal, depth, ladder, split=split)
            if done is not None:
                return done
        return None

    def _settle(self, goal: Goal) -> Step | None:
        """Prove first, as facts, that the term is defined where an enclosure does not show it."""
        context, claim = goal
        for kind, term in obligations(claim[1]):
            if kind == "ok" or encloses(context, (kind, term), 64) or (kind, term) in context.facts:
                continue
            fact: Claim = (kind, term)
            if kind == "!=":
                values = [value for value in evaluate(term, look_at(context, 6)) if value == value]
                negative = bool(values) and values[0] < 0
                fact = (">", ("negate", term) if negative else term)
            if fact in context.facts:
                continue
            proof = self.prove((context, fact), 1)
            if proof is None:
                return None
            rest = self.prove((context.with_fact(fact), claim), 0)
            if rest is None:
                return None
            step = {"rule": "cut", "kind": fact[0], "term": to_json(fact[1])}
            return {**step, "children": [proof, rest]}
        return None

    def _spend(self) -> None:
        self.work -= 1
        if self.work < 0 or time.monotonic() > self.deadline:
            raise OutOfWork

    def _apply(
        self, step: dict[str, Any], goal: Goal, depth: int, ladder: int, *, split: bool
    ) -> Step | None:
        """Return the step with proofs of the goals it leaves, or None."""
        context, claim = goal
        options = dict(step)
        rung = options.pop("rung", 0)
        planned: dict[int, dict[str, Any]] = options.pop("planned", {})
        try:
            goals = RULES[step["rule"]](options, context, claim)
        except (Rejected, ia.Undefined, ArithmeticError, RecursionError):
            return None
        if any(claim != child[1] and is_hopeless(*child) for child in goals):
            return None
        order = sorted(range(len(goals)), key=lambda place: _difficulty(goals[place]))
        found: dict[int, Step] = {}
        for place in order:
            inner_split = split and not rung
            plan = planned.get(place, planned.get(place - len(goals)))
            if plan is None:
                proof = self.prove(goals[place], depth + 1, ladder + rung, split=inner_split)
            else:
                proof = self._apply(plan, goals[place], depth + 1, ladder + rung, split=inner_split)
            if proof is None:
                return None
            found[place] = proof
        proofs = [found[place] for place in range(len(goals))]
        return {**options, "children": proofs}

    def _limited(self, share: float) -> int:
        return int(self.work * share)

    # --- what to try, in order

    def _candidates(
        self, context: Context, claim: Claim, depth: int, ladder: int, split: bool
    ) -> Iterator[dict[str, Any]]:
        kind, term = claim
        if kind == "!=":
            yield from self._signs(context, term)
            return
        if kind == "=":
            yield {"rule": "identity"}
            yield {"rule": "both"}
            return
        yield from self._facts(context, claim)
        yield from self._logarithm(context, claim)
        if _has_parts(term):
            yield {"rule": "parts", "rung": LADDER}
        cases = _cases(term) or next((found for _, fact in context.facts if (found := _cases(fact))), None)
        if cases is not None:
            yield self._case_step(cases)
            return
        integers = [name for name, values in context.box.items() if values.integer]
        if integers:
            yield from self._integers(context, integers, split)
            return
        points = look_at(context, LOOKS)
        if kind == ">=" and self._looks_zero(term, points):
            yield {"rule": "identity"}
        size = _size(term)
        yield from self._multiples(context, claim)
        if size > SMALL:
            yield from self._simplify(context, claim)
        if size < LARGE:
            yield from self._monotone(context, claim, points, enclosed=True)
        if size <= SMALL:
            yield from self._simplify(context, claim)
        yield from self._from_facts(context, claim, ladder)
        if ladder < LADDER and size < LARGE:
            yield from self._monotone(context, claim, points, enclosed=False)
            yield from self._concave(context, claim, points)
        yield from self._divide(context, claim, ladder)
        yield from self._squares(context, claim)
        yield from self._compare(context, claim)
        yield from self._infinite(context, claim, depth)
        if split:
            yield from self._split(context, claim, depth)

    def _signs(self, context: Context, term: Term) -> Iterator[dict[str, Any]]:
        if (">", ("negate", term)) in context.facts:
            yield {"rule": "sign", "negative": True}
        values = evaluate(term, look_at(context, 4))
        is_negative = bool(values) and values[0] < 0
        yield {"rule": "sign", "negative": is_negative}

    def _facts(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        for index, (kind, term) in enumerate(context.facts):
            if kind in (">=", ">", "="):
                opposite = ">" if kind in (">=", "=") else ">="
                if encloses(context, (opposite, ("negate", term)), 64):
                    yield {"rule": "exclude", "fact": index, "bits": 64}
            if term == claim[1] or (kind == ">" and claim == (">", ("negate", ("negate", term)))):
                yield {"rule": "fact", "fact": index}

    def _logarithm(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        """Compare logarithms where that leaves fewer exponentials."""
        term = claim[1]
        if term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
            return
        right, left = term[1], term[2][1]
        if not _exponential_count(term):
            return
        points = look_at(context, 10)
        for side in (right, left):
            if not all(value > 0 for value in evaluate(side, points) if value == value):
                return
        compared = self.simple(context, minus(("ln", right), ("ln", left)))
        if compared is not None and not _exponential_count(compared.other):
            yield {"rule": "logarithm"}

    def _case_step(self, term: Term) -> dict[str, Any]:
        if term[0] in ("floor", "ceil"):
            self.fresh += 1
            return {"rule": "floor", "term": to_json(term), "name": f"k_{self.fresh}"}
        return {"rule": "cases", "term": to_json(term)}

    def _integers(
        self, context: Context, integers: list[str], split: bool
    ) -> Iterator[dict[str, Any]]:
        for name in integers:
            values = context.box[name]
            span = values.interval()
            if isinstance(span.low, Fraction) and isinstance(span.high, Fraction):
                if span.high - span.low <= 12 and split:
                    yield {"rule": "split", "variable": name, "at": str(span.low)}
        yield {"rule": "relax", "variable": integers[0]}
        for name in integers:
            span = context.box[name].interval()
            if isinstance(span.low, Fraction) and split and span.low < 40:
                yield {"rule": "split", "variable": name, "at": str(span.low)}

    def _looks_zero(self, term: Term, points: list[FloatPoint]) -> bool:
        values = [value for value in evaluate(term, points[:8]) if value == value]
        if not values or any(abs(value) > 1e-6 for value in values):
            return False
        return all(self._is_tiny(term, point) for point in points[:3])

    def _is_tiny(self, term: Term, point: FloatPoint) -> bool:
        box = {name: ia.Interval(Fraction(value), Fraction(value)) for name, value in point.items()}
        try:
            found = enclose(term, box, 400)
        except (ia.Undefined, Rejected):
            return False
        limit = Fraction(1, 2**200)
        return found.low >= -limit and found.high <= limit

    # --- calculus

    def slope(self, term: Term, name: str) -> Term | None:
        """Return the derivative, or None where there is none."""
        key = (term, name)
        if key not in self._slopes:
            try:
                self._slopes[key] = derivative(term, name)
            except (Rejected, RecursionError):
                self._slopes[key] = None
        return self._slopes[key]

    def simple(self, context: Context, term: Term, choice: int = 0) -> Factored | None:
        """Return the term with common positive factors divided out."""
        signs = tuple(
            (name, values.low >= 0, values.low > 0 or not values.low_closed)
            for name, values in sorted(context.box.items())
            if name in names(term)
        )
        key = (term, signs, choice)
        if key not in self._simple:
            self._simple[key] = simplified(context, term, divide_exponential=choice)
        return self._simple[key]

    def _monotone(
        self, context: Context, claim: Claim, points: list[FloatPoint], *, enclosed: bool
    ) -> Iterator[dict[str, Any]]:
        """Try to move variables to an end, where the sign of the slope is plain (or seems so)."""
        for name, values in context.box.items():
            if name not in names(claim[1]) or values.low == values.high:
                continue
            slope = self.slope(claim[1], name)
            if slope is None:
                continue
            for is_low in (True, False):
                sign = 1 if is_low else -1
                if not seems(slope, points, sign):
                    continue
                is_plain = self._is_plain(context, name, slope, sign)
                if is_plain == enclosed:
                    yield from self._moves(context, claim, name, is_low, rung=0 if enclosed else 1)

    def _is_plain(self, context: Context, name: str, slope: Term, sign: int) -> bool:
        values = context.box[name]
        inner = context.with_range(name, Range(values.low, values.high, False, False))
        signed: Term = slope if sign > 0 else ("negate", slope)
        if encloses(inner, (">=", signed), 64):
            return True
        simple = self.simple(inner, signed)
        return simple is not None and encloses(inner, (">=", simple.other), 64)

    def _moves(
        self, context: Context, claim: Claim, name: str, is_low: bool, rung: int
    ) -> Iterator[dict[str, Any]]:
        values = context.box[name]
        step: dict[str, Any] = {"rule": "monotone", "variable": name, "rung": rung}
        for index, (kind, term) in enumerate(context.facts):
            bound = _bound(term, name)
            if bound is not None and bound == is_low and kind in (">=", ">"):
                yield {**step, "end": index}
                if kind == ">" and claim[0] == ">":
                    yield {**step, "end": index, "strict": True}
        end = values.low if is_low else values.high
        if isinstance(end, Fraction):
            is_closed = values.low_closed if is_low else values.high_closed
            if claim[0] == ">" and not is_closed:
                yield {**step, "end": "low" if is_low else "high", "strict": True}
            yield {**step, "end": "low" if is_low else "high"}

    def _concave(
        self, context: Context, claim: Claim, points: list[FloatPoint]
    ) -> Iterator[dict[str, Any]]:
        for name, values in context.box.items():
            is_finite = isinstance(values.low, Fraction) and isinstance(values.high, Fraction)
            if name not in names(claim[1]) or not is_finite or values.low == values.high:
                continue
            slope = self.slope(claim[1], name)
            bend = None if slope is None else self.slope(slope, name)
            if bend is not None and bend != number(0) and seems(bend, points, -1):
                if self._is_plain(context, name, bend, -1):
                    yield {"rule": "concave", "variable": name, "rung": 1}

    # --- algebra

    def _simplify(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        simple = self.simple(context, claim[1])
        if simple is not None and simple.other != claim[1]:
            yield _factor_step(simple)

    def _divide(self, context: Context, claim: Claim, ladder: int) -> Iterator[dict[str, Any]]:
        """Divide by another of the exponentials, so that a slope loses a term."""
        if not 0 < ladder < LADDER:
            return
        count = exponentials(context, claim[1])
        for choice in range(1, min(count, 3)):
            simple = self.simple(context, claim[1], choice)
            if simple is not None and simple.other != claim[1] and simple.factor != ONE:
                yield {**_factor_step(simple), "rung": 2}

    def _from_facts(
        self, context: Context, claim: Claim, ladder: int
    ) -> Iterator[dict[str, Any]]:
        """Use facts: shrink ranges by them, or subtract a multiple of one."""
        for index, (kind, fact) in enumerate(context.facts):
            for name, values in context.box.items():
                step = self._shrink(context, index, name, values)
                if step is not None:
                    yield step
                    return
            if kind not in (">=", ">", "=") or not names(fact) & names(claim[1]):
                continue
            if ladder > 2 or _bound_names(fact):
                continue
            for factor in self._multipliers(context, claim[1], fact):
                yield {"rule": "combine", "multipliers": [[index, to_json(factor)]], "rung": 2}

    def _multiples(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        """See whether the term is a multiple of a fact."""
        for index, (kind, fact) in enumerate(context.facts):
            if kind not in (">=", ">", "=") or not names(fact) & names(claim[1]):
                continue
            quotient = multiple_of(context, claim[1], fact)
            if quotient is None or _size(quotient) > LARGE:
                continue
            simple = self.simple(context, quotient)
            factor = quotient if simple is None else ("multiply", simple.factor, simple.other)
            pair = [[index, to_json(factor)]]
            yield {"rule": "combine", "multipliers": pair, "planned": {-1: {"rule": "identity"}}}

    def _multipliers(self, context: Context, term: Term, fact: Term) -> Iterator[Term]:
        """Yield multipliers that make a fact cancel against the term."""
        for name in sorted(names(fact) & names(term)):
            top, bottom = self.slope(term, name), self.slope(fact, name)
            if top is None or bottom is None or bottom == number(0) or top == number(0):
                continue
            if not names(bottom) or not names(top):
                ratio: Term = ("divide", top, bottom)
                simple = self.simple(context, ratio)
                yield ("multiply", simple.factor, simple.other) if simple is not None else ratio

    def _shrink(
        self, context: Context, index: int, name: str, values: Range
    ) -> dict[str, Any] | None:
        """Return a step that shrinks a range to the enclosure of a bound that a fact gives."""
        kind, term = context.facts[index]
        is_low = _bound(term, name)
        if is_low is None or kind not in (">=", ">"):
            return None
        end: Term = term[2][1] if is_low else term[1]
        try:
            found = enclose(end, context.intervals(), 64)
        except (ia.Undefined, Rejected):
            return None
        limit = found.low if is_low else found.high
        old = values.low if is_low else values.high
        is_better = isinstance(limit, Fraction) and (limit > old if is_low else limit < old)
        if not is_better or (isinstance(old, Fraction) and abs(limit - old) < abs(old) / 64):
            return None
        return {
            "rule": "bound",
            "variable": name,
            "side": "low" if is_low else "high",
            "value": str(limit),
            "closed": True,
        }

    def _squares(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        """Complete the square in a variable: A v^2 + B v + C = A (v + B/2A)^2 + C - B^2/4A."""
        term = claim[1]
        if claim[0] != ">=" or _size(term) > LARGE // 4:
            return
        for name in sorted(names(term)):
            slope = self.slope(term, name)
            bend = None if slope is None else self.slope(slope, name)
            if slope is None or bend is None:
                continue
            curvature = self.simple(context, bend)
            if curvature is None or occurs(name, curvature.other) or occurs(name, curvature.factor):
                continue
            leading: Term = ("divide", bend, number(2))
            at_zero = {("symbol", name): number(0)}
            linear, rest = replace(slope, at_zero), replace(term, at_zero)
            shift: Term = ("divide", linear, bend)
            square: Term = ("multiply", leading, ("power", ("add", ("symbol", name), shift), number(2)))
            remainder = minus(rest, ("divide", ("power", linear, number(2)), ("multiply", number(2), bend)))
            written: dict[str, Any] = {"rule": "factor", "factor": to_json(ONE), "other": to_json(square)}
            combine = {
                "rule": "combine",
                "multipliers": [[len(context.facts), to_json(ONE)]],
                "planned": {-1: {**written, "planned": {-1: {"rule": "parts"}}}},
            }
            yield {"rule": "cut", "kind": ">=", "term": to_json(remainder), "planned": {-1: combine}}

    def _compare(self, context: Context, claim: Claim) -> Iterator[dict[str, Any]]:
        """Tell two variables apart where the term vanishes when they are equal."""
        if any(_bound(fact, name) is not None for _, fact in context.facts for name in context.box):
            return
        variables = sorted(names(claim[1]))
        for place, first in enumerate(variables):
            for second in variables[place + 1 :]:
                joined = replace(claim[1], {("symbol", second): ("symbol", first)})
                points = look_at(context, 8)
                if self._looks_zero(joined, points):
                    sides = [to_json(("symbol", name)) for name in (first, second)]
                    yield {"rule": "compare", "first": sides[0], "second": sides[1]}

    # --- infinite ranges and cuts

    def _infinite(self, context: Context, claim: Claim, depth: int) -> Iterator[dict[str, Any]]:
        for name, values in context.box.items():
            is_tail = isinstance(values.low, Fraction) and values.low > 0 and values.high == ia.INF
            if is_tail and name in names(claim[1]):
                self.fresh += 1
                new = f"u_{self.fresh}"
                yield {"rule": "substitute", "variable": name, "form": "reciprocal", "name": new}

    def _split(self, context: Context, claim: Claim, depth: int) -> Iterator[dict[str, Any]]:
        relevant = names(claim[1]).union(*(names(term) for _, term in context.facts))
        cuts = [
            (name, at)
            for name, values in context.box.items()
            if name in relevant and (at := cut_point(values)) is not None
        ]
        if not cuts:
            return
        best = max(cuts, key=lambda cut: self._gain(context, claim, *cut)) if len(cuts) > 1 else cuts[0]
        yield {"rule": "split", "variable": best[0], "at": str(best[1])}

    def _gain(self, context: Context, claim: Claim, name: str, at: Fraction) -> tuple[float, float]:
        """Return how far the lower bounds of the halves rise, and the relative width of the range."""
        values = context.box[name]
        halves = (Range(values.low, at, values.low_closed, True), Range(at, values.high, False, values.high_closed))
        lowest = float("inf")
        for half in halves:
            try:
                found = enclose(claim[1], context.with_range(name, half).intervals(), 64)
                lowest = min(lowest, _float(found.low))
            except ia.Undefined:
                lowest = float("-inf")
        return lowest, _width(values)


def _float(end: ia.End) -> float:
    try:
        return float(end)
    except OverflowError:
        return float("inf") if end > 0 else float("-inf")


def _width(values: Range) -> float:
    if not (isinstance(values.low, Fraction) and isinstance(values.high, Fraction)):
        return 1e9
    return _float((values.high - values.low) / max(abs(values.low), abs(values.high), Fraction(1, 10**6)))


def cut_point(values: Range) -> Fraction | None:
    """Return where to cut a range, or None if it is a point or too thin to matter."""
    low, high = values.low, values.high
    if isinstance(low, Fraction) and isinstance(high, Fraction):
        if high - low <= Fraction(1, 2**60) * max(abs(low), abs(high), Fraction(1, 2**40)):
            return None
        if low > 0 and high > 16 * low:
            return _dyadic(low * 4)
        return _dyadic((low + high) / 2, low, high)
    if isinstance(low, Fraction):
        return max(low * 4, Fraction(1)) if low >= 0 else min(Fraction(0), low / 2) if low < -1 else Fraction(0)
    if isinstance(high, Fraction):
        return min(high * 4, Fraction(-1)) if high <= 0 else Fraction(0)
    return Fraction(0)


def _dyadic(value: Fraction, low: ia.End = -ia.INF, high: ia.End = ia.INF) -> Fraction:
    """Return a short dyadic number near a value and strictly between two ends."""
    for bits in (2, 6, 12, 24, 48, 70, 100, 200):
        scale = Fraction(2) ** bits
        if value and abs(value) < 1:
            scale *= Fraction(2) ** (value.denominator.bit_length() - value.numerator.bit_length())
        rounded = Fraction(round(value * scale)) / scale
        if low < rounded < high:
            span = high - low if isinstance(low, Fraction) and isinstance(high, Fraction) else None
            if span is None or abs(rounded - value) * 8 <= span:
                return rounded
    return value


def _cases(term: Term) -> Term | None:
    """Return an innermost maximum, minimum, absolute value, floor or ceiling."""
    if term[0] == "sum":
        return None
    for child in children(term):
        found = _cases(child)
        if found is not None:
            return found
    return term if term[0] in ("max", "min", "abs", "floor", "ceil") else None


def _bound(term: Term, name: str) -> bool | None:
    """Return True for v - E, False for E - v, None for any other term."""
    if term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
        return None
    variable: Term = ("symbol", name)
    if term[1] == variable and name not in names(term[2][1]):
        return True
    return False if term[2][1] == variable and name not in names(term[1]) else None


def _exponential_count(term: Term) -> int:
    is_one = term[0] == "exp" or (term[0] == "power" and bool(names(term[2])))
    return int(is_one and bool(names(term))) + sum(map(_exponential_count, children(term)))


def _has_parts(term: Term) -> bool:
    """Whether a product of several parts is worth looking at part by part."""
    return term[0] in ("multiply", "divide", "power", "sqrt") and bool(names(term))


def _size(term: Term) -> int:
    return 1 + sum(_size(child) for child in children(term))


def _bound_names(term: Term) -> bool:
    return any(_bound(term, name) is not None for name in names(term))


def _factor_step(simple: Factored) -> dict[str, Any]:
    return {"rule": "factor", "factor": to_json(simple.factor), "other": to_json(simple.other)}


def _difficulty(goal: Goal) -> int:
    """Order goals so that those that fail fast come first."""
    kind, term = goal[1]
    return len(names(term)) * 100 + len(str(term)) // 20 + (kind in (">=", ">"))

