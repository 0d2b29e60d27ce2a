r"""The triangle inequality for norms: ``\|x + y\|`` is at most ``\|x\| + \|y\|``.

What stands in them is a sum of names with numbers before them, so that nothing is multiplied that
may not be turned round.

Main definitions
----------------
`norm_bounds`: what the triangle inequality says of the norms of a relation. `norms_of_sums`: what
it says of those of sums and expectations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

from boundcalc.language.expressions import Expression, Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import is_no_norm
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.inequalities.tails import factor_of
from boundcalc.laws.inequalities.termwise import BodyReader
from boundcalc.laws.laws import Laws
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.reader.names import canonical
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import tokenize

MOST_NORMS = 5
_ADDED = (TermKind.SUM, TermKind.EXPECTATION)


def norm_bounds(
    relation: Relation, scope: Scope, source: SourceText, tentative: Iterable[str] = ()
) -> Iterator[Relation]:
    r"""Yield that the norm of a sum is at most the sum of two or three other norms.

    Parameters
    ----------
    relation : Relation
        What speaks of them.
    scope : Scope
        What is known of its symbols.
    source : SourceText
        The document in which it stands.
    tentative : iterable of str
        The names whose domains are guessed.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\|x\| - \|y\| \le 2 \|x - y\|", Scope()).rows[0]
    >>> [str(item) for item in norm_bounds(row.relation, Scope(), SourceText(""))][0]
    '\\|x-y\\| <= \\|x\\| + \\|y\\|'
    """
    symbols = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    reader = Laws(scope, source, frozenset(tentative), symbols)
    norms = {it: term for it in symbols if (term := _norm(it, source)) is not None}
    if not 3 <= len(norms) <= MOST_NORMS:
        return
    forms = {symbol: _linear(reader, term) for symbol, term in norms.items()}
    for symbol, form in forms.items():
        alike = [
            it
            for it in norms
            if it != symbol and forms[it] is not None and norms[it].tail == norms[symbol].tail
        ]
        for count in (2, 3):
            for others in combinations(alike, count) if form is not None else ():
                if _is_sum(form, [forms[it] for it in others]):
                    total = sum(others[1:], start=others[0])
                    yield Relation(symbol, Sense.LE, total)


def norms_of_sums(
    relation: Relation, scope: Scope, source: SourceText, tentative: Iterable[str] = ()
) -> Iterator[Relation]:
    r"""Yield that the norm of a sum or an expectation is at most that of the norms.

    Parameters are those of `norm_bounds`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> text = r"\|\sum_{i=1}^n x_i\| \le \sum_{i=1}^n \|x_i\|"
    >>> row = read_display(text, Scope()).rows[0]
    >>> [str(item) for item in norms_of_sums(row.relation, Scope(), SourceText(""))]
    ['\\|\\sum_{i=1}^{n}x_{i}\\| <= \\sum_{i=1}^{n}\\|x_{i}\\|']
    """
    symbols = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    read = [(it, read_term(it, source)) for it in symbols]
    totals = [(it, term) for it, term in read if term is not None and term.kind in _ADDED]
    reader = BodyReader(scope, source, frozenset(tentative), frozenset())
    for symbol in symbols if totals else ():
        norm = _norm(symbol, source)
        parts = None if norm is None else _scaled(reader, norm.bodies[0])
        if norm is None or parts is None:
            continue
        inner, factor = parts
        for total, over in totals:
            if (over.kind, over.head, over.tail) != (inner.kind, inner.head, inner.tail):
                continue
            body, square = _unsquared(over.bodies[0], source)
            size = _norm(Symbol(body, latex=body), source)
            is_alike = size is not None and size.tail == norm.tail
            if not is_alike or size is None or _spelled(size) != _spelled(inner):
                continue
            bound = total if factor is None else Operation(Operator.ABS, (factor,)) * total
            if not square:
                yield Relation(symbol, Sense.LE, bound)
            elif factor is None and over.kind is TermKind.EXPECTATION:
                yield Relation(symbol * symbol, Sense.LE, total)


def _scaled(reader: BodyReader, place: Fragment) -> tuple[Term, Expression | None] | None:
    """Return the sum or expectation that a body is a multiple of, and the factor."""
    try:
        node = reader.read(place, reader.scope)
    except (ReaderError, RecursionError):
        return None
    for symbol in sorted((it for it in node.symbols() if is_term(it)), key=lambda it: it.name):
        term = read_term(symbol, reader.source)
        if term is None or term.kind not in _ADDED:
            continue
        if node == symbol:
            return term, None
        factor = factor_of(node, symbol)
        if factor is not None and all(it.domain.integer for it in factor.symbols()):
            return term, factor
    return None


def _unsquared(place: Fragment, source: SourceText) -> tuple[str, bool]:
    """Return what a body is the square of, and whether it is one, or else the body."""
    spelled = _canonical(place.text, source)
    return (spelled.removesuffix("^{2}"), spelled.endswith("^{2}"))


def _spelled(term: Term) -> str:
    return _canonical(term.bodies[0].text, term.bodies[0].source)


def _canonical(text: str, source: SourceText) -> str:
    """Return how a text is spelled without parentheses around all of it."""
    try:
        spelled = canonical(tokenize(within(text, source), is_lenient=True)[:-1])
    except ReaderError:
        return ""
    inside = re.fullmatch(r"\((?P<inner>[^()]*)\)", spelled)
    return inside["inner"] if inside is not None else spelled


def _norm(symbol: Symbol, source: SourceText) -> Term | None:
    term = read_term(symbol, source)
    if term is None or term.kind is not TermKind.NORM or is_no_norm(source.text):
        return None
    if "0" in term.tail or "/" in term.tail or _may_be_less_than_one(term.tail, source.document):
        return None  # which need not be norms
    return term


def _may_be_less_than_one(tail: str, text: str) -> bool:
    """Return whether a text says that the letter below a norm is less than one, or begins there."""
    found = re.search(r"_\{?(\\?[A-Za-z]+)\}?\s*\Z", tail)
    if found is None:
        return False
    name = rf"(?<![A-Za-z\\]){re.escape(found[1])}"
    return (
        re.search(
            rf"{name}\s*(?:<|=|\\leq?)\s*(?:1(?![0-9])|0|\\frac)|0\s*(?:<|\\leq?)\s*{name}"
            rf"|{name}\s*(?:>|\\geq?)\s*0|{name}\s*\\in\s*[\[(]\s*0",
            text,
        )
        is not None
    )


def _linear(reader: Laws, term: Term) -> Form | None:
    """Return the form of what stands in a norm, if it is a sum of multiples of names."""
    try:
        form = reader.read(term.bodies[0])
    except (ReaderError, RecursionError, TooLongError):
        return None
    is_linear = all(len(item) == 1 and item[0][1] == 1 for item, _ in form.terms)
    return form if is_linear and form.terms else None


def _is_sum(form: Form | None, others: list[Form | None]) -> bool:
    """Return whether a form is the sum of others, each with its sign or the opposite one."""
    parts = [it for it in others if it is not None]
    if form is None or len(parts) < len(others):
        return False
    for signs in product((1, -1), repeat=len(parts)):
        rest = form
        for sign, part in zip(signs, parts, strict=True):
            rest = rest.plus(part.scaled(Fraction(-sign)))
        if not rest.terms:
            return True
    return False
