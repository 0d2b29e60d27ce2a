"""Tactics about ranges: cuts, integers, infinite ranges, and bounds that facts give."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, encloses, is_whole
from boundcalc.checker.normal import Form
from boundcalc.checker.terms import Rejected, Term, children, enclose, names, number, replace
from boundcalc.proving.numeric_hints import evaluate
from boundcalc.proving.proof_state import Attempt, ProofState, factor_step, vanishing_powers
from boundcalc.proving.simplify import Factored
from boundcalc.proving.term_translation import bound_of, number_text, to_json

FEW = 12  # integers that are looked at one by one
MOST_DEGREE = 40  # of a polynomial whose roots are excluded


def integers(state: ProofState) -> Iterator[Attempt]:
    """Let integers be real; split off those nearest to an end, or to zero, where that fails."""
    found = integers_of(state)
    if state.kind == ">=" and is_whole(state.context, state.term):
        yield Attempt({"rule": "whole"}, 0.3)
    elif (simple := _whole_multiple(state)) is not None:
        yield Attempt(factor_step(simple), 0.3, plans={-1: Attempt({"rule": "whole"})})
    for name in found:
        span = state.context.box[name].interval
        is_finite = isinstance(span.low, Fraction) and isinstance(span.high, Fraction)
        if is_finite and span.high - span.low <= FEW:
            yield Attempt({"rule": "split", "variable": name, "at": number_text(span.low)})
    turn = _turn(state, found)
    if turn is not None:
        yield turn
    yield _relaxed(found, 0.5)
    if len(found) > 1:
        yield Attempt({"rule": "relax", "variable": found[0]}, 0.3)
    for name in found:
        span = state.context.box[name].interval
        if isinstance(span.low, Fraction) and span.low < 40:
            yield Attempt({"rule": "split", "variable": name, "at": number_text(span.low)})
        elif span.low == -ia.INF and span.high == ia.INF:
            yield Attempt({"rule": "split", "variable": name, "at": "0"})
        elif span.low == -ia.INF and isinstance(span.high, Fraction) and span.high > -40:
            yield Attempt(end_step(state.context.box[name], name, "high"))


def _relaxed(found: list[str], share: float) -> Attempt:
    """Return the steps that let all integers be real."""
    first, *rest = found
    plans = {-1: _relaxed(rest, 1.0)} if rest else {}
    return Attempt({"rule": "relax", "variable": first}, share, plans=plans)


def _whole_multiple(state: ProofState) -> Factored | None:
    """Return the term as a positive factor times a term with integer values, or None."""
    simple = state.simple(state.term) if state.kind == ">=" else None
    return simple if simple is not None and is_whole(state.context, simple.other) else None


def _turn(state: ProofState, found: list[str]) -> Attempt | None:
    """Cut between the integers around a least value, where the term may fall below zero."""
    if len(state.used) != 1 or state.context.facts or found != list(state.used):
        return None
    name, slope = found[0], state.slope(found[0])
    span = state.context.box[name].interval
    if slope is None or not isinstance(span.low, Fraction):
        return None
    low, high = float(span.low), min(_float(span.high), 1e15)
    signs = [evaluate(slope, [{name: value}])[0] > 0 for value in (low, high)]
    if signs[0] or not signs[1]:
        return None
    for _ in range(80):
        middle = (low + high) / 2
        if evaluate(slope, [{name: middle}])[0] > 0:
            high = middle
        else:
            low = middle
    at = int(low)
    is_inside = span.low <= at < span.high and at < low
    values = evaluate(state.term, [{name: low}])
    if not is_inside or not values[0] < 0:
        return None
    return Attempt({"rule": "split", "variable": name, "at": number_text(at)}, 0.6)


def integers_of(state: ProofState) -> list[str]:
    """Return the integer variables that matter."""
    facts = state.context.facts
    relevant = state.used.union(*(names(term) for _, term in facts)) if facts else state.used
    box = state.context.box.items()
    return [name for name, values in box if values.integer and name in relevant]


def end_step(values: Range, name: str, side: str) -> dict[str, Any]:
    """Return the step that treats a closed end by itself: the first goal is the low end's."""
    if side == "low":
        return {"rule": "split", "variable": name, "at": number_text(values.low)}
    return {"rule": "split", "variable": name, "at": number_text(values.high), "upper": True}


def ends(state: ProofState) -> Iterator[Attempt]:
    """Treat an end by itself, where the base of a power vanishes."""
    for base in vanishing(state.term):
        for name in sorted(names(base)):
            values = state.context.box[name]
            for side, end in (("high", values.high), ("low", values.low)):
                is_closed = values.high_closed if side == "high" else values.low_closed
                at_end = {("symbol", name): ("number", end)}
                is_proper = is_closed and values.low < values.high
                if is_proper and _is_zero(replace(base, at_end)):
                    yield Attempt(end_step(values, name, side))
                    return


def products(state: ProofState) -> Iterator[Attempt]:
    """Treat zero by itself, where a root of a product does not split because of it."""
    for factor in _rooted_products(state.term):
        for name in sorted(names(factor)):
            values = state.context.box[name]
            if values.low == 0 and values.low_closed and values.high > 0 and not values.integer:
                yield Attempt(end_step(values, name, "low"), 0.8)
                return


def _rooted_products(term: Term) -> Iterator[Term]:
    """Yield the factors of products under roots and fractional powers, without an index."""
    bound = {term[1]} if term[0] == "sum" else set[str]()
    for child in children(term):
        yield from (it for it in _rooted_products(child) if not names(it) & bound)
    is_root = term[0] == "sqrt" or (term[0] == "power" and term[2][0] != "number")
    if is_root and term[1][0] in ("multiply", "divide"):
        yield from term[1][1:]


def _is_zero(term: Term) -> bool:
    if term[0] == "multiply":
        return any(map(_is_zero, term[1:]))
    return not names(term) and encloses(Context({}), ("=", term), 64)


def vanishing(term: Term) -> Iterator[Term]:
    """Yield the bases of powers with a variable exponent."""
    return (base for base, _ in vanishing_powers(term) if names(base))


def pinned(state: ProofState) -> Iterator[Attempt]:
    """Put in the value of a variable that has one only."""
    for name, values in state.context.box.items():
        span = values.interval
        if span.low == span.high:
            yield Attempt({"rule": "pin", "variable": name})
            return


def vanished(state: ProofState) -> Iterator[Attempt]:
    """Put a name for a power whose base is zero on the whole box; it is zero, too."""
    for term in (state.term, *(fact for _, fact in state.context.facts)):
        for base, power in vanishing_powers(term):
            if encloses(state.context, ("=", base), 64) and encloses(
                state.context, ("=", power), 64
            ):
                name = state.memory.new_name("v")
                step = {"rule": "cut", "kind": "=", "term": to_json(power)}
                named = {"rule": "name", "term": to_json(power), "name": name}
                yield Attempt(step, plans={1: Attempt(named)})
                return


def shrink(state: ProofState) -> Iterator[Attempt]:
    """Shrink a range to the enclosure of a bound that a fact gives."""
    for kind, fact in state.context.facts:
        for name in state.context.box:
            for step in shrink_to(state, name, kind, fact):
                yield step
                return


def shrink_to(state: ProofState, name: str, kind: str, fact: Term) -> Iterator[Attempt]:
    """Shrink the range of a variable to the enclosure of the bound in a fact."""
    step = _shrunk(state, kind, fact, name, state.context.box[name])
    if step is not None:
        yield Attempt(step)


def _shrunk(
    state: ProofState, kind: str, term: Term, name: str, values: Range
) -> dict[str, Any] | None:
    is_low = bound_of(term, name)
    if is_low is None or kind not in (">=", ">"):
        return None
    end: Term = term[2][1] if is_low else term[1]
    try:
        found = enclose(end, state.context.intervals(), 64)
    except (ia.Undefined, Rejected):
        return None
    limit = found.low if is_low else found.high
    old = values.low if is_low else values.high
    if not isinstance(limit, Fraction) or not (limit > old if is_low else limit < old):
        return None
    if isinstance(old, Fraction) and abs(limit - old) < abs(old) / 64:
        return None
    side = "low" if is_low else "high"
    is_open = kind == ">" and limit.denominator == 1  # an integer moves on to the next one
    bound = {"rule": "bound", "variable": name, "side": side}
    return {**bound, "value": number_text(limit), "closed": not is_open}


def renamed(state: ProofState) -> Iterator[Attempt]:
    """Write a symbol that equals another one as that one, if it has no smaller range."""
    for index, (kind, fact) in enumerate(state.context.facts):
        pair = equal_symbols(fact) if kind == "=" else None
        if pair is None:
            continue
        for name, other, sign in ((*pair, 1), (*pair[::-1], -1)):
            if not _contains(state.context.box[name], state.context.box[other]):
                continue
            new = state.memory.new_name("u")
            form: dict[str, Any] = {"form": "affine", "a": ["symbol", other], "b": ["number", "1"]}
            pinned = Attempt({"rule": "pin", "variable": new})
            for side in ("high", "low"):
                at_end = {"rule": "bound", "variable": new, "side": side, "value": "0"}
                towards = sign if side == "high" else -sign
                weight = [[index, ["number", str(towards)]]]
                shown = Attempt({"rule": "combine", "multipliers": weight})
                pinned = Attempt({**at_end, "closed": True}, plans={0: shown, 1: pinned})
            step = {"rule": "substitute", "variable": name, "name": new, **form}
            yield Attempt(step, plans={2: pinned})
            return


def equal_symbols(fact: Term) -> tuple[str, str] | None:
    """Return the two symbols whose difference a term is, or None."""
    if fact[0] != "add" or len(fact) != 3 or fact[2][0] != "negate":
        return None
    first, second = fact[1], fact[2][1]
    if first[0] == second[0] == "symbol" and first != second:
        return first[1], second[1]
    return None


def _contains(outer: Range, inner: Range) -> bool:
    is_low = outer.low < inner.low or (
        outer.low == inner.low and (outer.low_closed or not inner.low_closed)
    )
    is_high = outer.high > inner.high or (
        outer.high == inner.high and (outer.high_closed or not inner.high_closed)
    )
    return is_low and is_high and (inner.integer or not outer.integer)


def unequal(state: ProofState) -> Iterator[Attempt]:
    """Cut a range at a number that a fact excludes, and see that it is not in the parts."""
    for index, (kind, fact) in enumerate(state.context.facts):
        used = names(fact)
        if kind != "!=" or len(used) != 1:
            continue
        name = next(iter(used))
        values = state.context.box[name]
        for root in _rational_roots(state.memory.form(state.context, fact), name):
            if not values.contains(root) or not encloses(
                state.context.with_range(name, Range(root, root, True, True)), ("=", fact), 64
            ):
                continue
            if root in (values.low, values.high):
                is_low = root == values.low
                step = end_step(values, name, "low" if is_low else "high")
                absurd = Attempt({"rule": "exclude", "fact": index})
                yield Attempt(step, plans={0 if is_low else 1: absurd})
            else:
                yield Attempt({"rule": "split", "variable": name, "at": number_text(root)})
            return


def _rational_roots(form: Form, name: str) -> list[Fraction]:
    """Return the rational roots of a polynomial in one variable; none of anything else."""
    coefficients: dict[int, Fraction] = {}
    for (powers, exponents), value in form.items():
        power = dict(powers).get(("symbol", name), Fraction(0))
        is_plain = not exponents and len(powers) == (power != 0)
        if not is_plain or power.denominator != 1 or not 0 <= power <= MOST_DEGREE:
            return []
        coefficients[int(power)] = value
    degree = max(coefficients, default=0)
    row = [coefficients.get(place, Fraction(0)) for place in range(degree + 1)]
    scale = math.lcm(*(value.denominator for value in row))
    _, found = fmpz_poly([int(value * scale) for value in row]).factor()
    linear = [factor for factor, _ in found if factor.degree() == 1]
    return sorted(Fraction(-int(factor[0]), int(factor[1])) for factor in linear)


def opened(state: ProofState) -> Iterator[Attempt]:
    """Open the closed end of a range where a fact says that the end is not reached."""
    for kind, fact in state.context.facts:
        for name, values in state.context.box.items():
            is_low = bound_of(fact, name)
            if kind != ">" or is_low is None:
                continue
            end: Term = fact[2][1] if is_low else fact[1]
            old, closed = (
                (values.low, values.low_closed) if is_low else (values.high, values.high_closed)
            )
            if closed and values.low < values.high and end == ("number", old):
                side = "low" if is_low else "high"
                step = {"rule": "bound", "variable": name, "side": side, "value": number_text(old)}
                yield Attempt({**step, "closed": False})
                return


def narrowed(state: ProofState) -> Iterator[Attempt]:
    """Take from its range what is negative of the base of a power, where a fact excludes it."""
    for base in vanishing(state.term):
        name = str(base[1]) if base[0] == "symbol" else ""
        if not name or state.context.box[name].low >= 0 or state.context.box[name].high <= 0:
            continue
        for kind, fact in state.context.facts:
            is_bound = kind in (">=", ">") and bound_of(fact, name)
            if is_bound and fact[2][1] == number(0):
                step = {"rule": "bound", "variable": name, "side": "low", "value": "0"}
                yield Attempt({**step, "closed": kind == ">="})
                return


def infinite(state: ProofState) -> Iterator[Attempt]:
    """Substitute 1/u for a variable that runs to infinity from a positive number."""
    for name, values in state.context.box.items():
        is_tail = isinstance(values.low, Fraction) and values.low > 0 and values.high == ia.INF
        if is_tail and name in state.used:
            new = state.memory.new_name("u")
            step = {"rule": "substitute", "variable": name, "form": "reciprocal", "name": new}
            yield Attempt(step, 0.4)


def split(state: ProofState) -> Iterator[Attempt]:
    """Cut the range whose halves gain most."""
    relevant = state.used.union(*(names(term) for _, term in state.context.facts))
    cuts = [
        (name, at)
        for name, values in state.context.box.items()
        if name in relevant and (at := cut_point(values)) is not None
    ]
    if cuts:
        best = cuts[0] if len(cuts) == 1 else max(cuts, key=lambda cut: _gain(state, *cut))
        yield Attempt({"rule": "split", "variable": best[0], "at": number_text(best[1])})


def _gain(state: ProofState, name: str, at: Fraction) -> tuple[float, float]:
    """Return how far the lower bounds of the halves rise, and the relative width of the range."""
    values = state.context.box[name]
    lowest = float("inf")
    for half in (
        Range(values.low, at, values.low_closed, True),
        Range(at, values.high, False, values.high_closed),
    ):
        try:
            found = enclose(state.term, state.context.with_range(name, half).intervals(), 64)
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
    size = max(abs(values.low), abs(values.high), Fraction(1, 10**6))
    return _float((values.high - values.low) / size)


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
        if low >= 0:
            return max(low * 4, Fraction(1))
        return min(Fraction(0), low / 2) if low < -1 else Fraction(0)
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
