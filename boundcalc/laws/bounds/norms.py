r"""Inequalities of norms, inner products and extrema: the triangle, Cauchy and Schwarz, suprema.

A norm is one where its subscript is that of a norm, so that the triangle inequality holds of it;
the inequality of Cauchy and Schwarz is used of Euclidean norms alone.

Main definitions
----------------
`norm_bounds`, `inner_bounds`, `extremum_bounds`: those of the terms of a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from boundcalc.language.domains import NONNEGATIVE
from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.bounds.known import Bound, Held, Known, combined, multiple
from boundcalc.laws.constants import counts_entries
from boundcalc.laws.forms import Form
from boundcalc.laws.inner import is_euclidean
from boundcalc.laws.terms import Term, TermKind, read_term

TRIANGLE = "the triangle inequality"
SCHWARZ = "the inequality of Cauchy and Schwarz"
EXTREMUM = "an extremum of a sum"
_MOST_PARTS = 3
_NORMS = re.compile(
    r"(?:_(?:[1-9]|\{[1-9]\}|\\infty|\{\\infty\}|F|\{F\}|\*|\{\*\}|\{op\}|\{\\mathrm\{op\}\}"
    r"|\{\\ell_\{?[12]\}?\}|\{\\mathcal\{H\}\}|\{TV\}|\{\\mathrm\{TV\}\}))?"
)


def norm_bounds(known: Known) -> Iterator[Bound]:
    """Yield the triangle inequalities between the norms of a row."""
    norms = [item for item in known.of(TermKind.NORM) if _NORMS.fullmatch(item.term.tail)]
    if counts_entries(known.text):
        return
    for whole in norms:
        others = [it for it in norms if it is not whole and it.term.tail == whole.term.tail]
        for parts, shares in _combinations(whole, others):
            total = _sum(
                [multiple(it.symbol, abs(share)) for it, share in zip(parts, shares, strict=True)]
            )
            yield Bound(Relation(whole.symbol, Sense.LE, total), TRIANGLE)
        inner = _operator_in(known, whole)
        if inner is not None:
            yield Bound(Relation(whole.symbol, Sense.LE, inner), TRIANGLE)


def _operator_in(known: Known, whole: Held) -> Symbol | None:
    """Return the sum of the norms, where a norm is that of a sum over an index."""
    node = whole.node
    term = read_term(node, known.laws.source) if isinstance(node, Symbol) else None
    if term is None or term.kind is not TermKind.SUM:
        return None
    return known.beside(
        whole.symbol, rf"{term.head} \|{term.bodies[0].text}\|{whole.term.tail}", NONNEGATIVE
    )


def inner_bounds(known: Known) -> Iterator[Bound]:
    """Yield that an inner product is at most the product of the Euclidean norms."""
    tails = {it.term.tail for it in known.of(TermKind.NORM)}
    tails = {tail for tail in tails if is_euclidean(tail, known.text)}
    if len(tails) != 1:
        return
    (tail,) = tails
    for name, symbol in known.laws.of_row.items():
        term = read_term(symbol, known.laws.source)
        if term is None or term.kind is not TermKind.INNER or len(term.bodies) != 2:
            continue
        known.laws.known.pop(name, None)
        if known.laws.symbol(symbol) is None:  # it may be no inner product of vectors
            continue
        norms = [
            known.beside(symbol, rf"\|{place.text}\|{tail}", NONNEGATIVE) for place in term.bodies
        ]
        product = norms[0] * norms[1]
        yield Bound(Relation(symbol, Sense.LE, product), SCHWARZ)
        yield Bound(Relation(-symbol, Sense.LE, product), SCHWARZ)


def extremum_bounds(known: Known) -> Iterator[Bound]:
    """Yield that a supremum of a sum is at most the sum of the suprema, and so for infima."""
    terms = known.of(TermKind.EXTREMUM)
    for whole in terms:
        others = [it for it in terms if it is not whole and it.term.head == whole.term.head]
        for parts, shares in _combinations(whole, others):
            if len(parts) < 2 or min(shares) < 0:
                continue
            total = _sum(
                [multiple(it.symbol, share) for it, share in zip(parts, shares, strict=True)]
            )
            sense = Sense.LE if _is_upper(whole.term) else Sense.GE
            yield Bound(Relation(whole.symbol, sense, total), EXTREMUM)


def _is_upper(term: Term) -> bool:
    return term.head.startswith((r"\sup", r"\max"))


def _combinations(
    whole: Held, others: list[Held]
) -> Iterator[tuple[tuple[Held, ...], tuple[Fraction, ...]]]:
    """Yield the terms of which the body of a term is a sum of multiples, with the numbers."""
    for size in range(1, _MOST_PARTS + 1):
        for parts in combinations(others, size):
            forms: list[Form] = [part.form for part in parts]
            shares = combined(whole.form, forms)
            if shares is not None:
                yield parts, shares


def _sum(terms: list[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total if terms else as_expression(0)
