r"""Terms that are not read, taken apart: ``\mathbb{E}_x[X + Y \mid Z]`` has a head and a body.

Main definitions
----------------
`Term`: the head of a term, what it binds, and the texts in it. `read_term`: that of a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from boundcalc.language.expressions import Symbol
from boundcalc.laws.constants import is_stochastic
from boundcalc.reader.families import listed_sum
from boundcalc.reader.groupings import EXPECTATIONS, has_sum
from boundcalc.reader.names import after_group, canonical, group_end
from boundcalc.reader.opaque import after_bars
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import Kind, Token, tokenize

_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
PROBABILITIES = (
    r"\Pr", r"\mathbb{P}", r"\mathbf{P}", r"\mathrm{P}", r"\mathrm{Pr}", "P", r"\P", r"\prob",
    r"\Prob", r"\mathsf{P}",
)  # fmt: skip
EXTREMA = (r"\sup", r"\inf", r"\max", r"\min")
_SCRIPTS = (Kind.SUB, Kind.SUP)
_NAMES = (Kind.NAME, Kind.ACCENT)
_DIFFERENTIALS = ("d", r"\mathrm{d}", r"\dd")
_EPSILONS = frozenset((r"\epsilon", r"\varepsilon"))  # one letter, unless a text has both
_BARS = ("|", r"\mid", r"\middle|", r"\vert")


class TermKind(Enum):
    """What a term is."""

    EXPECTATION = "expectation"
    PROBABILITY = "probability"
    SUM = "sum"
    PRODUCT = "product"
    EXTREMUM = "extremum"
    NORM = "norm"
    INNER = "inner product"
    INTEGRAL = "integral"
    VALUE = "value"  # of a function


@dataclass(frozen=True, slots=True)
class Term:
    r"""A term that is not read.

    Parameters
    ----------
    kind : TermKind
        What it is.
    head : str
        The operator, and its scripts as they are printed.
    bound : frozenset of str
        The letters of its subscript, which vary in it.
    bodies : tuple of Fragment
        What it is taken of; several are the arguments of a function.
    tail : str
        What stands behind: a condition of a probability, the subscript of a norm, or what an
        integral goes over.
    lower, upper : str
        The ends of a sum or an integral that goes from one number to another, or the set that a sum
        is over; of an inner product the sign by which it is transposed.
    """

    kind: TermKind
    head: str
    bound: frozenset[str]
    bodies: tuple[Fragment, ...]
    tail: str = ""
    lower: str = ""
    upper: str = ""


def is_term(symbol: Symbol) -> bool:
    """Return whether a symbol stands for a term that is not read, and may be taken apart."""
    is_name = symbol.speaks_of == ((symbol.latex, None),)
    return bool(symbol.speaks_of) and symbol.name == symbol.latex and not is_name


def read_term(symbol: Symbol, source: SourceText) -> Term | None:
    """Return the parts of a symbol that stands for a term which is not read, or None.

    Parameters
    ----------
    symbol : Symbol
        A probability, a sum, the value of a function.
    source : SourceText
        The document in which it stands.
    """
    known = source.kept.get(symbol.latex, symbol)
    if known is None or isinstance(known, Term):
        return known
    fragment = within(symbol.latex, source)
    try:
        found = _read(tokenize(fragment, is_lenient=True), fragment)
    except (ReaderError, IndexError):
        found = None
    if found is not None and not found.bound.isdisjoint(_EPSILONS):
        found = replace(found, bound=found.bound | _EPSILONS)
    source.kept[symbol.latex] = found
    return found


def written(term: Term, body: str) -> str:
    """Return a term with another body, as it is printed."""
    if term.kind in (TermKind.SUM, TermKind.PRODUCT, TermKind.EXTREMUM):
        return f"{term.head} ({body})"
    if term.kind is TermKind.INTEGRAL:
        return rf"{term.head} ({body}) \, {term.tail}"
    if term.kind is TermKind.VALUE:
        return f"{term.head}({body})"
    tail = rf" \mid {term.tail}" if term.tail else ""
    return f"{term.head}[{body}{tail}]"


def within(text: str, source: SourceText) -> Fragment:
    """Return a formula as if it stood in a document."""
    document = source.around or source
    whole = SourceText(text, source.name, document.last_macros, source.beside, document)
    for name in ("has_both_epsilons", "transposed", "has_matrices"):
        whole.__dict__[name] = getattr(source, name)
    return Fragment(whole, 0, len(text))


def _read(tokens: list[Token], fragment: Fragment) -> Term | None:
    first = tokens[0]
    listed = listed_sum(tokens, 1) if first.key == "(" else None
    if listed is not None and listed.stop == len(tokens) - 2:
        index, lower = listed.letter, str(listed.first)
        head = rf"\sum_{{{index}={lower}}}^{{{listed.last}}}"
        member = within(listed.member(index), fragment.source)
        return Term(TermKind.SUM, head, frozenset((index,)), (member,), "", lower, listed.last)
    if first.key in (r"\sum", r"\prod", *EXTREMA):
        return _over(tokens, fragment)
    if first.key == r"\|":
        return _norm(tokens, fragment)
    if first.key == r"\int":
        return _integral(tokens, fragment)
    if first.key in EXPECTATIONS and _is_name(tokens[1:-1]):
        if not is_stochastic(first.key, fragment.source.document):
            return None
        body = (_part(fragment, tokens[1:-1]),)
        return Term(TermKind.EXPECTATION, first.key, frozenset(), body)
    is_modulus = len(tokens) > 3 and tokens[1].kind is tokens[-2].kind is Kind.BAR
    if first.key in EXPECTATIONS and is_modulus and after_bars(tokens, 1) == len(tokens) - 1:
        whole = (_part(fragment, tokens[1:-1]),)
        is_mean = is_stochastic(first.key, fragment.source.document)
        return Term(TermKind.EXPECTATION, first.key, frozenset(), whole) if is_mean else None
    product = _inner(tokens, fragment)
    if product is not None:
        return product
    opener = _opener(tokens)
    if opener is None or opener == 0 or tokens[-2].kind is not Kind.CLOSE:
        return None
    if _end(tokens, opener) != len(tokens) - 2:
        return None
    heads = {token.key for token in tokens[:opener]}
    inner = tokens[opener + 1 : -2]
    if heads & {*EXPECTATIONS, *PROBABILITIES}:
        if _after_scripts(tokens, 1) != opener:
            return None  # E exp(X), which is no expectation of X
        kind = TermKind.EXPECTATION if heads & {*EXPECTATIONS} else TermKind.PROBABILITY
        return _stochastic(kind, tokens, opener, fragment)
    if first.kind not in _NAMES or not inner:
        return None
    parts = tuple(_part(fragment, piece) for piece in _pieces(inner))
    return Term(TermKind.VALUE, canonical(tokens[:opener]), frozenset(), parts, tokens[opener].key)


def _over(tokens: list[Token], fragment: Fragment) -> Term | None:
    after = _after_scripts(tokens, 1)
    body = tokens[after:-1]
    if not body or tokens[after].kind is Kind.STOP:
        return None
    if has_sum(body, in_bars=False):
        return None  # where does it end?
    key = tokens[0].key
    kind = {r"\sum": TermKind.SUM, r"\prod": TermKind.PRODUCT}.get(key, TermKind.EXTREMUM)
    if kind is TermKind.EXTREMUM and _is_raised(tokens[:after]):
        return None
    lower, upper = _ends(tokens, after, fragment)
    head = canonical(tokens[:after])
    bound = frozenset(_bound(_subscript(tokens[1:after])))
    return Term(kind, head, bound, (_part(fragment, body),), "", lower, upper)


def _is_name(tokens: list[Token]) -> bool:
    """Return whether tokens are one capital letter, with a subscript or without."""
    if not tokens or tokens[0].kind is not Kind.NAME or not re.fullmatch("[A-Z]", tokens[0].key):
        return False
    if len(tokens) == 1:
        return True
    after = after_group(tokens, 2) if tokens[2:] and tokens[2].kind is Kind.LEFT_BRACE else 3
    return tokens[1].kind is Kind.SUB and after == len(tokens)


def _integral(tokens: list[Token], fragment: Fragment) -> Term | None:
    r"""Return the integral that ``\int_a^b f(x) dx`` is, over one letter; None for another."""
    after = _after_scripts(tokens, 1)
    body, (sign, letter) = tokens[after:-3], tokens[-3:-1]
    keys = [token.key for token in body]
    is_over = sign.key in _DIFFERENTIALS and letter.kind is Kind.NAME and bool(body)
    if not is_over or {r"\int", *_DIFFERENTIALS} & {*keys}:
        return None
    part = _part(fragment, body)
    bound = frozenset((letter.key,))
    head = canonical(tokens[:after])
    ends = _limits(tokens, after, fragment)
    return Term(TermKind.INTEGRAL, head, bound, (part,), f"d {letter.key}", *ends)


def _limits(tokens: list[Token], after: int, fragment: Fragment) -> tuple[str, str]:
    r"""Return the ends of ``_{a}^{b}``, or empty ones."""
    found = {Kind.SUB: "", Kind.SUP: ""}
    at = 1
    while at < after and tokens[at].kind in _SCRIPTS:
        stop = after_group(tokens, at + 1) if _is_group(tokens, at) else at + 2
        inner = tokens[at + 2 : stop - 1] if _is_group(tokens, at) else tokens[at + 1 : stop]
        if inner:
            found[tokens[at].kind] = fragment.source.text[inner[0].start : inner[-1].stop]
        at = stop
    lower, upper = found.values()
    return (lower, upper) if lower and upper and at == after else ("", "")


def _is_raised(tokens: list[Token]) -> bool:
    r"""Return whether an operator stands to a power, as in ``\mathbb{E}^2[X]``."""
    depth = 0
    for token in tokens:
        depth += _DEPTH.get(token.kind, 0)
        if depth == 0 and token.kind in (Kind.SUP, Kind.PRIME):
            return True
    return False


def _subscript(tokens: list[Token]) -> list[Token]:
    r"""Return the letters that vary: those before ``=`` or ``\in``, or all of them."""
    for at, token in enumerate(tokens):
        if token.key in ("=", r"\in", r"\subseteq", r"\sim"):
            return tokens[:at]
        if token.kind is Kind.RELATION:
            return tokens
    return tokens


def _ends(tokens: list[Token], after: int, fragment: Fragment) -> tuple[str, str]:
    r"""Return the ends of ``_{i=1}^{n}``, or an empty one and the set of ``_{h \in H}``."""
    if tokens[1].kind is not Kind.SUB or tokens[2].kind is not Kind.LEFT_BRACE:
        return "", ""
    stop = group_end(tokens, 2)
    inner = tokens[3:stop]
    if len(inner) < 3 or inner[0].kind not in _NAMES:
        return "", ""
    start = inner[2].start
    last = fragment.source.text[start : inner[-1].stop]
    if inner[1].key == r"\in":
        return "", last if stop + 1 == after else ""
    if inner[1].key != "=" or tokens[stop + 1].kind is not Kind.SUP:
        return "", ""
    upper = tokens[stop + 2 : after]
    if upper[0].kind is Kind.LEFT_BRACE:
        upper = upper[1:-1]
    return last, fragment.source.text[upper[0].start : upper[-1].stop]


def _norm(tokens: list[Token], fragment: Fragment) -> Term | None:
    depth = 0
    for at in range(1, len(tokens) - 1):
        depth += _DEPTH.get(tokens[at].kind, 0) if tokens[at].key != r"\|" else 0
        if depth == 0 and tokens[at].key == r"\|":
            tail = canonical(tokens[at + 1 : -1])
            body = _part(fragment, tokens[1:at])
            is_plain = at > 1 and "^" not in tail
            return Term(TermKind.NORM, r"\|", frozenset(), (body,), tail) if is_plain else None
    return None


def _inner(tokens: list[Token], fragment: Fragment) -> Term | None:
    r"""Return the inner product that ``\langle x, y\rangle`` and ``x^\top y`` are, or None."""
    if tokens[0].key == r"\langle":
        stop = _end(tokens, 0)
        pieces = list(_pieces(tokens[1:stop]))
        if stop < 0 or len(pieces) != 2 or tokens[stop].key != r"\rangle":
            return None
        bodies = tuple(_part(fragment, piece) for piece in pieces)
        return Term(
            TermKind.INNER, r"\langle", frozenset(), bodies, canonical(tokens[stop + 1 : -1])
        )
    found = [(at, shown) for at, depth, shown in _raised(tokens) if depth == 0]
    if len(found) != 1:
        return None
    at, shown = found[0]
    after = after_group(tokens, at + 1) if _is_group(tokens, at) else at + 2
    bodies = (_part(fragment, tokens[:at]), _part(fragment, tokens[after:-1]))
    return Term(TermKind.INNER, "^", frozenset(), bodies, upper=shown)


def _raised(tokens: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Yield where something is transposed, at which depth of delimiters, and by which sign."""
    for at, depth in _depths(tokens[:-1]):
        if tokens[at].kind is not Kind.SUP:
            continue
        inner = tokens[at + 2 : group_end(tokens, at + 1)] if _is_group(tokens, at) else []
        shown = canonical(inner or tokens[at + 1 : at + 2])
        if shown in (r"\top", "T", r"\intercal", r"\mathsf{T}", r"\mathrm{T}"):
            yield at, depth, shown


def _is_group(tokens: list[Token], at: int) -> bool:
    return tokens[at + 1].kind is Kind.LEFT_BRACE


def _stochastic(
    kind: TermKind, tokens: list[Token], opener: int, fragment: Fragment
) -> Term | None:
    inner = tokens[opener + 1 : -2]
    bars = [at for at, depth in _depths(inner) if depth == 0 and inner[at].key in _BARS]
    if len(bars) % 2 and len(bars) > 1:
        return None
    tail = ""
    if len(bars) == 1:
        tail = canonical(inner[bars[0] + 1 :])
        inner = inner[: bars[0]]
    if not inner:
        return None
    head = canonical(tokens[:opener])
    if _is_raised(tokens[:opener]) or not is_stochastic(head, fragment.source.document):
        return None
    bound = frozenset(_bound(tokens[:opener])) - {*EXPECTATIONS, *PROBABILITIES}
    return Term(kind, head, bound, (_part(fragment, inner),), tail)


def _bound(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.kind in _NAMES:
            yield token.key


def _opener(tokens: list[Token]) -> int | None:
    """Return the index of the first delimiter outside of braces."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.kind is Kind.LEFT_BRACE) - (token.kind is Kind.RIGHT_BRACE)
        if depth == 0 and token.kind is Kind.OPEN:
            return at
        if token.kind in (Kind.OPERATOR, Kind.RELATION) and depth == 0:
            return None
    return None


def _end(tokens: list[Token], opener: int) -> int:
    depth = 0
    for at in range(opener, len(tokens)):
        depth += _DEPTH.get(tokens[at].kind, 0)
        if depth == 0:
            return at
    return -1


def _depths(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    depth = 0
    for at, token in enumerate(tokens):
        step = _DEPTH.get(token.kind, 0)
        depth += min(step, 0)
        yield at, depth
        depth += max(step, 0)


def _pieces(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield what stands between commas outside of all delimiters."""
    start = 0
    for at, depth in _depths(tokens):
        if depth == 0 and tokens[at].kind is Kind.COMMA:
            yield tokens[start:at]
            start = at + 1
    yield tokens[start:]


def _part(fragment: Fragment, tokens: list[Token]) -> Fragment:
    if not tokens:
        raise ReaderError("nothing stands here", fragment, fragment.start)
    return fragment.part(tokens[0].start, tokens[-1].stop)


def _after_scripts(tokens: list[Token], at: int) -> int:
    while tokens[at].kind in _SCRIPTS or tokens[at].key in (r"\limits", r"\nolimits"):
        if tokens[at].kind not in _SCRIPTS:
            at += 1
        elif tokens[at + 1].kind is Kind.LEFT_BRACE:
            at = after_group(tokens, at + 1)
        else:
            at += 2
    return at
