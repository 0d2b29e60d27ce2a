"""Tactics of sines, cosines and arctangents: amplitudes, angles by their sines, sums expanded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import Context, is_zero, minus
from boundcalc.checker.normal import IMAGINARY, Atom, Form, Power, in_exponentials
from boundcalc.checker.terms import Rejected, Term, children, integer_of, names, number, replace
from boundcalc.proving.numeric_hints import seems
from boundcalc.proving.proof_state import Attempt, ProofState, term_size
from boundcalc.proving.simplify import ONE, form_term, normalizer_for
from boundcalc.proving.term_translation import to_json

MOST_TIMES = 8  # a multiple of an angle that is expanded
LARGE = 200  # nodes of a term that is looked at
ZERO = number(0)
Pair = tuple[Term, Term]  # cosine and sine
_ROOTS = {1: ONE, 2: ("sqrt", number(2)), 3: ("sqrt", number(3))}
_ANGLES = {  # shares of pi, with the squares of twice their cosine and sine
    Fraction(1, 6): (3, 1), Fraction(1, 4): (2, 2), Fraction(1, 3): (1, 3),
}  # fmt: skip


def waves(state: ProofState) -> Iterator[Attempt]:
    """Yield what sines, cosines and arctangents offer."""
    if state.size > LARGE or not _has(state.term, ("sin", "cos", "arctan")):
        return
    if _has(state.term, ("sin", "cos")):
        yield from _over_integers(state)
        yield from _amplitude(state)
    if _has(state.term, ("arctan",)) and state.looks_zero(state.term):
        yield Attempt({"rule": "turn"}, 0.5, plans={-1: Attempt({"rule": "identity"})})


def expansions(state: ProofState) -> Iterator[Attempt]:
    """Yield the term with sines of sums expanded, and an angle by its sine."""
    if state.size > LARGE or not _has(state.term, ("sin", "cos", "arctan")):
        return
    step = _rewritten(state.term)
    if step is not None:
        yield Attempt(step, 0.5, 1)
    if _has(state.term, ("arctan",)):
        step = _rewritten(("sin", state.term))
        if step is not None:
            yield Attempt({"rule": "turn"}, 0.5, 1, plans={-1: Attempt(step)})


def _has(term: Term, kinds: tuple[str, ...]) -> bool:
    return term[0] in kinds or any(_has(child, kinds) for child in children(term))


def _rewritten(term: Term) -> dict[str, object] | None:
    other = expanded(term)
    if other == term or term_size(other) > LARGE:
        return None
    return {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}


# --- multiples of pi ----------------------------------------------------------------------------


def _over_integers(state: ProofState) -> Iterator[Attempt]:
    """Show an equation of sines of an integer multiple of pi by induction, both ways from 0."""
    if state.kind != "=" or not _has_pi(state.term):
        return
    for name, values in state.context.box.items():
        if not values.integer or name not in names(state.term):
            continue
        if isinstance(values.low, Fraction):
            yield _induction(name, state.context, state.term)
        elif values.high > 0:
            yield Attempt({"rule": "split", "variable": name, "at": "0"}, 0.5)
        elif values.high == 0 and values.high_closed:
            yield _mirrored(state, name)


def _has_pi(term: Term) -> bool:
    return term == ("constant", "pi") or any(map(_has_pi, children(term)))


def _induction(name: str, context: Context, term: Term) -> Attempt:
    """Use induction, where the term at n + 1 is plus or minus the term at n."""
    variable: Term = ("symbol", name)
    following = replace(term, {variable: ("add", variable, ONE)})
    index = sum(name not in names(fact) for _, fact in context.facts)
    sign = 1 if is_zero(context, minus(following, term)) else -1
    sides = {}
    for place, side in ((0, sign), (1, -sign)):
        combine = {"rule": "combine", "multipliers": [[index, to_json(number(side))]]}
        sides[place] = Attempt(combine, plans={-1: Attempt({"rule": "identity"})})
    step = Attempt({"rule": "both"}, plans=sides)
    return Attempt({"rule": "induction", "variable": name}, 0.5, plans={1: step})


def _mirrored(state: ProofState, name: str) -> Attempt:
    """Write an integer n <= 0 as -k with an integer k >= 0, and use induction on k.

    The floor of -n is k, and n + k is an integer j with -1 < j <= 0, which is 0.
    """
    k, j = state.memory.new_name("k"), state.memory.new_name("j")
    first = len(state.context.facts)  # k <= -n, -n - 1 < k, and that n is not positive
    zero = {"value": "0", "closed": True}
    term = replace(state.term, {("symbol", name): ("add", ("negate", ("symbol", k)), number(0))})
    plan = _induction(k, state.context, term)
    for variable, side, fact in ((k, "low", first + 2), (j, "high", first)):
        shown = Attempt({"rule": "combine", "multipliers": [[fact, to_json(ONE)]]})
        step = {"rule": "bound", "variable": variable, "side": side, **zero}
        plan = Attempt(step, plans={0: shown, 1: plan})
        if variable == k:
            pinned = Attempt({"rule": "pin", "variable": j}, plans={0: plan})
            above = {"rule": "bound", "variable": j, "side": "low", "value": "-1", "closed": False}
            known = Attempt({"rule": "fact", "fact": first + 1})
            plan = Attempt(above, plans={0: known, 1: pinned})
    shift = {"rule": "substitute", "variable": name, "form": "shift", "name": j}
    moved = Attempt({**shift, "a": to_json(("negate", ("symbol", k)))}, plans={-1: plan})
    floor: Term = ("floor", ("negate", ("symbol", name)))
    return Attempt({"rule": "floor", "term": to_json(floor), "name": k}, 0.5, plans={-1: moved})


# --- amplitudes ---------------------------------------------------------------------------------


def _amplitude(state: ProofState) -> Iterator[Attempt]:
    """Show R + A cos u + B sin u >= 0 by R >= 0 and R^2 >= A^2 + B^2."""
    found = _harmonic(state)
    if found is None:
        return
    rest, across, up, angle = found
    if not seems(rest, state.points[:6], 1):
        return
    wave: Term = ("add", ("multiply", across, ("cos", angle)), ("multiply", up, ("sin", angle)))
    other = minus(rest, ("negate", wave))
    two = number(2)
    crossed = minus(("multiply", across, ("sin", angle)), ("multiply", up, ("cos", angle)))
    sizes: Term = ("add", ("power", across, two), ("power", up, two))
    parts: Term = ("add", minus(("power", rest, two), sizes), ("power", crossed, two))
    written = {"rule": "factor", "factor": to_json(ONE), "other": to_json(parts)}
    by_parts = Attempt(written, plans={-1: Attempt({"rule": "parts"})})
    squared = Attempt({"rule": "square"}, plans={-1: by_parts})
    step = {"rule": "factor", "factor": to_json(ONE), "other": to_json(other)}
    yield Attempt(step, 0.5, plans={-1: squared})


def _harmonic(state: ProofState) -> tuple[Term, Term, Term, Term] | None:
    """Return R, A, B and u where a term is R + A cos u + B sin u, else None."""
    normalizer = normalizer_for(state.context)
    try:
        top, bottom = normalizer.quotient(in_exponentials(state.term))
        form = normalizer.product(top, normalizer.whole_power(bottom, -1))
    except (Rejected, RecursionError):
        return None
    groups: dict[frozenset[tuple[object, Fraction]], Form] = {}
    for (powers, exponents), value in form.items():
        turning = frozenset(item for item in exponents if IMAGINARY in dict(item[0][0]))
        groups.setdefault(turning, {})[(powers, exponents - turning)] = value
    turns: list[Form] = [dict(key) for key in groups if key]  # type: ignore[arg-type]
    angles = sorted(turns, key=_is_negative)
    if len(angles) != 2 or {key: -value for key, value in angles[0].items()} != angles[1]:
        return None
    forward = groups[frozenset(angles[0].items())]
    across, up = ({key: 2 * value for key, value in part.items()} for part in _parts(forward))
    rest, nothing = _parts(groups.get(frozenset(), {}))
    if nothing:
        return None
    angle: Form = {(_real(powers), inner): v for (powers, inner), v in angles[0].items()}
    sine = {key: -value for key, value in up.items()}
    return form_term(rest), form_term(across), form_term(sine), form_term(angle)


def _is_negative(exponents: Form) -> bool:
    return exponents[min(exponents, key=str)] < 0


def _real(powers: frozenset[tuple[Atom, Power]]) -> frozenset[tuple[Atom, Power]]:
    return frozenset(item for item in powers if item[0] != IMAGINARY)


def _parts(form: Form) -> tuple[Form, Form]:
    """Return the real and the imaginary part of a form."""
    real: Form = {}
    imaginary: Form = {}
    for (powers, exponents), value in form.items():
        kept = _real(powers)
        (real if len(kept) == len(powers) else imaginary)[(kept, exponents)] = value
    return real, imaginary


# --- sums expanded ------------------------------------------------------------------------------


def expanded(term: Term) -> Term:
    """Return an equal term in which sines and cosines are of plain angles."""
    if term[0] in ("sin", "cos"):
        cosine, sine = _turn(term[1])
        return cosine if term[0] == "cos" else sine
    is_rational = term[0] in ("add", "multiply", "negate", "divide")
    if is_rational or (term[0] == "power" and integer_of(term[2]) is not None):
        return (term[0], *map(expanded, term[1:]))
    return term


def _turn(angle: Term) -> Pair:
    """Return the cosine and the sine of an angle."""
    share = _share_of_pi(angle)
    if share is not None and (found := _special(share)) is not None:
        return found
    if angle[0] == "negate":
        cosine, sine = _turn(angle[1])
        return cosine, _negative(sine)
    if angle[0] == "add":
        pair = _turn(angle[1])
        for part in angle[2:]:
            pair = _together(pair, _turn(part))
        return pair
    if angle[0] == "multiply" and len(angle) == 3:
        times = integer_of(angle[1])
        if times is not None and 1 < abs(times) <= MOST_TIMES:
            once = pair = _turn(angle[2] if times > 0 else ("negate", angle[2]))
            for _ in range(abs(times) - 1):
                pair = _together(pair, once)
            return pair
    if angle[0] == "arctan":
        size: Term = ("sqrt", ("add", ONE, ("power", angle[1], number(2))))
        return ("divide", ONE, size), ("divide", angle[1], size)
    return ("cos", angle), ("sin", angle)


def _together(first: Pair, second: Pair) -> Pair:
    """Return the cosine and the sine of a sum."""
    (c, s), (d, t) = first, second
    return (
        _sum(_product(c, d), _negative(_product(s, t))),
        _sum(_product(s, d), _product(c, t)),
    )


def _product(first: Term, second: Term) -> Term:
    if ZERO in (first, second):
        return ZERO
    if first == ONE or second == ONE:
        return second if first == ONE else first
    return ("multiply", first, second)


def _sum(first: Term, second: Term) -> Term:
    if first == ZERO or second == ZERO:
        return second if first == ZERO else first
    return ("add", first, second)


def _negative(term: Term) -> Term:
    return term if term == ZERO else ("negate", term)


def _share_of_pi(angle: Term) -> Fraction | None:
    """Return q of an angle that is written as q pi."""
    pi: Term = ("constant", "pi")
    if angle == pi:
        return Fraction(1)
    if angle[0] == "negate":
        inner = _share_of_pi(angle[1])
        return None if inner is None else -inner
    if angle[0] == "divide" and angle[2][0] == "number" and angle[2][1]:
        inner = _share_of_pi(angle[1])
        return None if inner is None else inner / angle[2][1]
    if angle[0] == "multiply" and len(angle) == 3 and angle[1][0] == "number":
        inner = _share_of_pi(angle[2])
        return None if inner is None else angle[1][1] * inner
    return None


def _special(share: Fraction) -> Pair | None:
    """Return the cosine and the sine of a share of pi that has short ones."""
    quarters, rest = divmod(2 * share, 1)
    pair: Pair = (ONE, ZERO)
    if rest:
        squares = _ANGLES.get(rest / 2)
        if squares is None:
            return None
        first, second = (("divide", _ROOTS[square], number(2)) for square in squares)
        pair = first, second
    for _ in range(int(quarters % 4)):
        pair = _negative(pair[1]), pair[0]
    return pair
