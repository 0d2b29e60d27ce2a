r"""Signs of sums: ``\sum_i a_i^2`` and ``\int_0^1 f(x)^2 dx`` are not negative.

Main definitions
----------------
`sign_bounds`: the terms of a relation that are not negative, and what must be shown of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from boundcalc.language.expressions import Number, Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import has_many_values, may_be_complex
from boundcalc.laws.inequalities.termwise import LINEAR, BodyReader, Comparison
from boundcalc.laws.terms import is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

SIGN = "a sum of what is not negative"
MOST_TERMS = 2


def sign_bounds(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield that sums, expectations and integrals of a relation are not negative.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\sum_{i=1}^n a_i^2 \ge 0", Scope()).rows[0]
    >>> (found,) = sign_bounds(row.relation, Scope(), SourceText(""))
    >>> [str(claim.relation) for claim in found.claims]
    ['a_{i}^2 >= 0']
    """
    terms = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    is_real = not may_be_complex(source.document)
    if relation.sense is Sense.EQ or len(terms) > MOST_TERMS or not is_real:
        return
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    for symbol in terms:
        term = None if has_many_values(symbol.latex) else read_term(symbol, source)
        if term is None or term.kind not in LINEAR:
            continue
        fact = Relation(symbol, Sense.GE, Number(Fraction(0)))
        found = reader.comparison(fact, SIGN, term, [rf"{term.bodies[0].text} \ge 0"])
        if found is not None:
            yield found
