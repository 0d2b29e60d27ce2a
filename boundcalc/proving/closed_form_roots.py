"""Zeros of a term in a variable, in closed form, by undoing one operation after the other.

What is found is a guess: the search proves what it needs of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from boundcalc.checker.goals import Context
from boundcalc.checker.normal import Atom, Form, Monomial, Power, _plus
from boundcalc.checker.terms import Rejected, Term, names, number
from boundcalc.proving.quotients import Quotients
from boundcalc.proving.simplify import _atom_term, form_term, normalizer_for

Split = tuple[dict[Monomial, Form], Form]  # coefficients by what depends on the variable, the rest
MOST = 40  # monomials of an equation that is still solved


def closed_form_roots(context: Context, term: Term, name: str) -> list[Term]:
    """Return terms without the variable at which a term may vanish, perhaps none."""
    normalizer = normalizer_for(context)
    try:
        top, _ = normalizer.quotient(term)
        found = list(_solve(normalizer, top, name, 0)) if len(top) <= MOST else []
    except (Rejected, RecursionError):
        return []
    return [zero for zero in dict.fromkeys(found) if name not in names(zero)]


def _solve(normalizer: Quotients, form: Form, name: str, depth: int) -> Iterator[Term]:
    """Yield the zeros of a form."""
    parts, rest = _split(form, name)
    if depth > 8 or not parts:
        return
    if len(parts) == 1:
        ((monomial, coefficient),) = parts.items()
        if rest:
            value: Term = ("divide", ("negate", form_term(rest)), form_term(coefficient))
            yield from _invert(normalizer, monomial, value, name, depth)
        return
    if not rest:
        yield from _divided(normalizer, form, parts, name, depth)
    yield from _quadratic(normalizer, parts, rest, name, depth)
    yield from _logarithms(normalizer, parts, rest, name, depth)


def _split(form: Form, name: str) -> Split:
    """Split each monomial into what depends on the variable and a coefficient."""
    parts: dict[Monomial, Form] = {}
    rest: Form = {}
    for (powers, exponents), value in form.items():
        ours = frozenset(item for item in powers if name in names(_atom_term(item[0])))
        inner = frozenset(
            item for item in exponents if name in names(form_term({item[0]: Fraction(1)}))
        )
        other: Form = {(powers - ours, exponents - inner): value}
        if ours or inner:
            parts[(ours, inner)] = _plus(parts.get((ours, inner), {}), other)
        else:
            rest = _plus(rest, other)
    return {key: value for key, value in parts.items() if value}, rest


def _divided(
    normalizer: Quotients, form: Form, parts: dict[Monomial, Form], name: str, depth: int
) -> Iterator[Term]:
    """Divide by one of the monomials, so that it becomes a constant."""
    for powers, exponents in sorted(parts, key=str):
        inverse: Monomial = (
            frozenset((atom, -power) for atom, power in powers),
            frozenset((inner, -value) for inner, value in exponents),
        )
        yield from _solve(
            normalizer, normalizer.product(form, {inverse: Fraction(1)}), name, depth + 1
        )


def _invert(
    normalizer: Quotients, monomial: Monomial, value: Term, name: str, depth: int
) -> Iterator[Term]:
    """Yield the solutions of monomial = value."""
    powers, exponents = monomial
    if len(powers) == 1 and not exponents:
        ((atom, power),) = powers
        yield from _invert_atom(normalizer, atom, _root(value, power), name, depth)
    elif not powers:
        inner = _plus(dict(exponents), {})
        yield from _equate(normalizer, inner, ("ln", value), name, depth)
    elif all(atom[0] in ("sum", "symbol") for atom, _ in powers):  # by logarithms of the factors
        logs: Term = ("ln", form_term({monomial: Fraction(1)}))
        form = normalizer.form(logs)
        if len(_split(form, name)[0]) > 1:
            yield from _equate(normalizer, form, ("ln", value), name, depth)


def _root(value: Term, power: Power) -> Term:
    if power == 1:
        return value
    if power == 2:
        return ("sqrt", value)
    return ("power", value, number(Fraction(1) / power))


def _invert_atom(
    normalizer: Quotients, atom: Atom, value: Term, name: str, depth: int
) -> Iterator[Term]:
    kind = atom[0]
    if atom == ("symbol", name):
        yield value
    elif kind == "ln":
        yield from _invert_atom(normalizer, atom[1], ("exp", value), name, depth + 1)  # type: ignore[arg-type]
    elif kind == "sum" and len(atom) == 2:
        yield from _equate(normalizer, dict(atom[1]), value, name, depth)  # type: ignore[call-overload]


def _equate(
    normalizer: Quotients, form: Form, value: Term, name: str, depth: int
) -> Iterator[Term]:
    """Yield the solutions of form = value."""
    top, bottom = normalizer.quotient(("add", form_term(form), ("negate", value)))
    del bottom
    yield from _solve(normalizer, top, name, depth + 1)


def _quadratic(
    normalizer: Quotients, parts: dict[Monomial, Form], rest: Form, name: str, depth: int
) -> Iterator[Term]:
    """Solve A m^2 + B m + C = 0 for a monomial m, and that for the variable."""
    if len(parts) != 2 or not rest:
        return
    for monomial in sorted(parts, key=str):
        square = (
            frozenset((atom, 2 * power) for atom, power in monomial[0]),
            frozenset((inner, 2 * value) for inner, value in monomial[1]),
        )
        if square not in parts:
            continue
        a, b, c = (form_term(part) for part in (parts[square], parts[monomial], rest))
        product: Term = ("multiply", number(4), a, c)
        root: Term = ("sqrt", ("add", ("power", b, number(2)), ("negate", product)))
        for signed in (root, ("negate", root)):
            top: Term = ("add", ("negate", b), signed)
            value: Term = ("divide", top, ("multiply", number(2), a))
            yield from _invert(normalizer, monomial, value, name, depth + 1)


def _logarithms(
    normalizer: Quotients, parts: dict[Monomial, Form], rest: Form, name: str, depth: int
) -> Iterator[Term]:
    """Solve a sum of multiples of logarithms, by taking exponentials."""
    if any(exponents or len(powers) != 1 for powers, exponents in parts):
        return
    atoms = {monomial: next(iter(monomial[0])) for monomial in parts}
    if any(atom[0] != "ln" or power != 1 for atom, power in atoms.values()):
        return
    first = form_term(next(iter(parts.values())))
    over: list[Term] = []
    under: list[Term] = []
    for monomial, coefficient in parts.items():
        ratio = normalizer.form(("divide", form_term(coefficient), first))
        value = next(iter(ratio.values()))
        if len(ratio) != 1 or normalizer.form(number(value)) != ratio or value.denominator != 1:
            return
        base: Term = _atom_term(atoms[monomial][0][1])  # type: ignore[arg-type]
        (over if value > 0 else under).append(("power", base, number(abs(value))))
    right: Term = ("exp", ("divide", ("negate", form_term(rest)), first))
    left: Term = ("multiply", number(1), *over)
    equation: Term = ("add", left, ("negate", ("multiply", right, *under)))
    top, _ = normalizer.quotient(equation)
    yield from _solve(normalizer, top, name, depth + 1)
