r"""Jensen's inequality for expectations that are not read: ``E[e^X] \ge e^{E[X]}``.

Main definitions
----------------
`jensen_bounds`: what it says of the expectations of a relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boundcalc.language.expressions import Constant, Expression, Number, Operation, Relation
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import has_many_values, may_be_complex
from boundcalc.laws.inequalities.termwise import BodyReader
from boundcalc.laws.terms import TermKind, is_term, read_term, within, written
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError, SourceText

JENSEN = "Jensen's inequality"
MOST = 3
_CONCAVE = (Operator.LN, Operator.SQRT)
_CONVEX = (Operator.EXP, Operator.ABS)


def jensen_bounds(
    relation: Relation, scope: Scope, source: SourceText, tentative: Iterable[str] = ()
) -> Iterator[Relation]:
    r"""Yield how the expectation of a convex or concave function compares with the function at one.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\mathbb{E}[e^{2 X}] \ge 1", Scope()).rows[0]
    >>> [str(item) for item in jensen_bounds(row.relation, Scope(), SourceText(""))]
    ['\\mathbb{E}[e^{2X}] >= e^\\mathbb{E}[2X]']
    """
    if source.has_matrices or may_be_complex(source.document):
        return
    reader = BodyReader(scope, source, frozenset(tentative), frozenset())
    symbols = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    found = 0
    for symbol in symbols:
        term = read_term(symbol, source)
        if term is None or term.kind is not TermKind.EXPECTATION or len(term.bodies) != 1:
            continue
        if found == MOST or has_many_values(symbol.latex):
            continue
        try:
            body = reader.read(term.bodies[0], scope)
            shape = _shape(body)
            if shape is None:
                continue
            sense, place, inner = shape
            mean = reader.read(within(written(term, expression_latex(inner)), source), scope)
        except (ReaderError, RecursionError):
            continue
        operands = list(body.operands)
        operands[place] = mean
        found += 1
        if isinstance(body, Operation):
            yield Relation(symbol, sense, Operation(body.operator, tuple(operands)))


def _shape(node: Expression) -> tuple[Sense, int, Expression] | None:
    """Return whether a function is convex or concave in one of its operands, which, and that one.

    The bound is from below for a convex function, and from above for a concave one.
    """
    if not isinstance(node, Operation):
        return None
    if node.operator in _CONVEX:
        return Sense.GE, 0, node.operands[0]
    if node.operator in _CONCAVE:
        return Sense.LE, 0, node.operands[0]
    if node.operator is not Operator.POWER:
        return None
    base, exponent = node.operands
    if isinstance(base, Constant) or (isinstance(base, Number) and base.value > 0):
        return Sense.GE, 1, exponent
    if isinstance(exponent, Number) and exponent.value > 0 and exponent.value % 2 == 0:
        return Sense.GE, 0, base
    return None
