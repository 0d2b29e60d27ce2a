r"""The triangle inequality for norms: ``\|x + y\|`` is at most ``\|x\| + \|y\|``.

What stands in them is a sum of names with numbers before them, so that nothing is multiplied that
may not be turned round.

Main definitions
----------------
`norm_bounds`: what the triangle inequality says of the norms of a relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import is_no_norm
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.laws import Laws
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText

MOST_NORMS = 5


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


def _norm(symbol: Symbol, source: SourceText) -> Term | None:
    term = read_term(symbol, source)
    if term is None or term.kind is not TermKind.NORM or is_no_norm(source.text):
        return None
    return None if "0" in term.tail or "/" in term.tail else term  # which need not be norms


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
