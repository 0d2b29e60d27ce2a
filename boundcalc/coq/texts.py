"""Terms and claims of the checker as texts: over Coq's reals, and as data of the library."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import reduce

from boundcalc.checker.terms import Claim, Term, integer_of, obligations

MOST_EXPONENT = 400
_UNARY = {
    "negate": "-", "sqrt": "sqrt", "exp": "exp", "ln": "ln", "abs": "Rabs",
    "sin": "sin", "cos": "cos", "arctan": "atan", "erfc": "erfc",
}  # fmt: skip
_WHOLE = {"floor": "Zfloor", "ceil": "Zceil"}
_INFIX = {"add": "+", "multiply": "*", "divide": "/"}
DISCRETE = ("sum", "factorial", "binomial")
_COUNTS = {"factorial": "factorial", "binomial": "choose"}
EXTREMES = {"max": "Rmax", "min": "Rmin"}
_CONSTRUCTORS = {
    "negate": "TNeg", "sqrt": "TSqrt", "exp": "TExp", "ln": "TLn", "abs": "TAbs",
    "floor": "TFloor", "ceil": "TCeil", "add": "TAdd", "multiply": "TMul", "divide": "TDiv",
    "max": "TMax", "min": "TMin", "sin": "TSin", "cos": "TCos", "arctan": "TAtan", "erfc": "TErfc",
}  # fmt: skip
_TAKEN = frozenset(
    re.findall(
        r"\S+",
        """
        as at cofix else end exists exists2 fix for forall fun if in let match mod return Set Prop
        SProp Type then using where with by power whole term value side kind values span above
        below other within known zero one cut list nat bool option positive env box ev df rel nth
        quotient slope moves smooth steady sqrt exp ln sin cos tan atan Rabs Rmax Rmin PI R Z N Q F
        I IZR INR Zfloor Zceil id pow even odd fst snd map left right inl inr true false None Some
        True False not and or ex eq le lt ge gt plus mult minus S O tt unit max min abs sum prod
        pair Free Open Closed Ge Gt Ne Eq Ok shown shows enclosure mean arch rising falling
        continuous lim comp proof times root exponential sum_over summed factorial choose natural
        naturals erfc bell
        """,
    )
)
_GIVEN = re.compile(r"[A-Z]+[0-9]+|[kqruvy][0-9]+")  # what the lines of a proof name
RELATIONS = {">=": "0 <= {}", ">": "0 < {}", "!=": "{} <> 0", "=": "{} = 0", "ok": "True"}
KINDS = {">=": "Ge", ">": "Gt", "!=": "Ne", "=": "Eq", "ok": "Ok"}


class NotExported(Exception):  # noqa: N818 - a statement about the certificate, not a mistake
    """A certificate uses what no lemma of the library is about; the text names it."""


def safe_names(names: Iterable[str]) -> dict[str, str]:
    """Return a variable for each symbol, another for each, which means nothing else in a file."""
    found: dict[str, str] = {}
    for name in names:
        safe = name
        while safe in _TAKEN or _GIVEN.fullmatch(safe) or safe in found.values():
            safe += "_"
        found[name] = safe
    return found


def number_text(value: Fraction) -> str:
    """Return a rational as a real number."""
    if value.denominator == 1:
        return f"({value.numerator})" if value < 0 else str(value.numerator)
    return f"({value.numerator} / {value.denominator})"


def real(term: Term, names: Mapping[str, str]) -> str:
    """Return a term over Coq's reals; `names` gives the variable of each symbol."""
    kind = term[0]
    if kind == "number":
        return number_text(term[1])
    if kind == "constant":
        return "PI" if term[1] == "pi" else "(exp 1)"
    if kind == "symbol":
        return names[term[1]]
    if kind == "power":
        whole = _exponent(term)
        base = real(term[1], names)
        if whole is None:
            return f"(power {base} {real(term[2], names)})"
        return f"({base} ^ {whole})" if whole >= 0 else f"(/ ({base} ^ {-whole}))"
    if kind == "sum":
        variable, inner = bound_name(term, names)
        ends = " ".join(real(end, names) for end in term[2:4])
        return f"(sum_over (fun {variable} => {real(term[4], inner)}) {ends})"
    parts = [real(child, names) for child in term[1:]]
    if kind in _COUNTS:
        return f"({_COUNTS[kind]} {' '.join(parts)})"
    if kind == "negate" and parts[0].isdigit():
        return f"(- ({parts[0]}))"  # without brackets Coq reads a negative literal
    if kind in _UNARY:
        return f"({_UNARY[kind]} {parts[0]})"
    if kind in _WHOLE:
        return f"(IZR ({_WHOLE[kind]} {parts[0]}))"
    if kind in _INFIX:
        return reduce(lambda a, b: f"({a} {_INFIX[kind]} {b})", parts)
    return reduce(lambda a, b: f"({EXTREMES[kind]} {a} {b})", parts)


def bound_name(term: Term, names: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return a variable for the index of a sum, and the names that its summands have."""
    variable = term[1]
    while variable in _TAKEN or _GIVEN.fullmatch(variable) or variable in names.values():
        variable += "_"
    return variable, {**names, term[1]: variable}


def data(term: Term, places: Mapping[str, int], weak: Collection[Term] = ()) -> str:
    """Return a term as data of the library; `places` gives the place of each symbol.

    The bases of the weak powers may be zero.
    """
    kind = term[0]
    if kind == "number":
        return f"(TQ ({term[1].numerator}) {term[1].denominator})"
    if kind == "constant":
        return "TPi" if term[1] == "pi" else "(TExp (TQ 1 1))"
    if kind == "symbol":
        return f"(TVar {places[term[1]]})"
    if kind == "power":
        whole = _exponent(term)
        base = data(term[1], places, weak)
        if whole is None:
            is_open = (">", term[1]) in obligations(term) and term not in weak
            word = "true" if is_open else "false"
            return f"(TPower {word} {base} {data(term[2], places, weak)})"
        return f"(TPow {base} {whole})" if whole >= 0 else f"(TInvPow {base} {-whole})"
    if kind not in _CONSTRUCTORS:
        raise NotExported(kind)
    parts = [data(child, places, weak) for child in term[1:]]
    name = _CONSTRUCTORS[kind]
    if len(parts) == 1 and kind not in ("add", "multiply", "max", "min"):
        return f"({name} {parts[0]})"
    return reduce(lambda a, b: f"({name} {a} {b})", parts)


def _exponent(term: Term) -> int | None:
    whole = integer_of(term[2])
    if whole is not None and abs(whole) > MOST_EXPONENT:
        raise NotExported(f"an exponent beyond {MOST_EXPONENT}")
    return whole


def relation_text(claim: Claim, names: Mapping[str, str]) -> str:
    """Return what a claim says besides that its term is defined."""
    if claim[0] == "ok" and claim[1][0] in DISCRETE:
        return _defined_text(claim[1], names)
    if claim[0] == "ok" and claim[1][0] == "power":
        return f"powered {real(claim[1][1], names)} {real(claim[1][2], names)}"
    return RELATIONS[claim[0]].format(real(claim[1], names))


def conditions_of(term: Term, weak: Collection[Term] = ()) -> list[Claim]:
    """Return where a term is defined, as claims about defined terms.

    Of the weak powers, that the base is positive, or zero under a positive exponent.
    """
    found = obligations(term)
    for kind, part in found:
        if kind == "ok" and part[0] == "sum" and any(obligations(end) for end in part[2:4]):
            raise NotExported("a sum whose ends are not defined everywhere")
    if not weak:
        return found
    instead: dict[Claim, list[Claim]] = {}
    for power in sorted(weak, key=repr):
        instead.setdefault((">", power[1]), []).append(("ok", power))
    return [one for claim in found for one in instead.get(claim, [claim])]


def _defined_text(term: Term, names: Mapping[str, str]) -> str:
    """Return that a sum, a factorial or a binomial coefficient is defined."""
    if term[0] == "sum":
        variable, inner = bound_name(term, names)
        parts = [relation_text(item, inner) for item in conditions_of(term[4])]
        ends = " ".join(real(end, names) for end in term[2:4])
        return f"summed {ends} (fun {variable} => {conjunction(parts) or 'True'})"
    head = {"factorial": "natural", "binomial": "naturals"}[term[0]]
    return f"{head} {' '.join(real(part, names) for part in term[1:])}"


def claim_text(claim: Claim, names: Mapping[str, str], weak: Collection[Term] = ()) -> str:
    """Return a claim: where its term is defined, and its relation."""
    return conjunction(
        [
            *(relation_text(item, names) for item in conditions_of(claim[1], weak)),
            relation_text(claim, names),
        ]
    )


def conjunction(parts: Iterable[str]) -> str:
    """Return the conjunction of statements."""
    kept = [f"({part})" for part in parts]
    return " /\\ ".join(kept)


def pattern(claim: Claim, name: str) -> str:
    """Return the pattern that takes a claim apart and names its relation."""
    return "(" + " & ".join(["?"] * len(conditions_of(claim[1])) + [name]) + ")"


def rational_data(value: Fraction) -> str:
    """Return a rational as two numbers of the library."""
    return f"({value.numerator}) {value.denominator}"
