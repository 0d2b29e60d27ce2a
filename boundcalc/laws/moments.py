r"""Variances and covariances as expectations: ``\mathrm{Var}(X)`` is that of the square, less one.

``\mathrm{Cov}(X, Y)`` is ``\mathbb{E}[X Y] - \mathbb{E}[X] \mathbb{E}[Y]``, wherever these have
values, so that what is said of variances is algebra between expectations. Covariances are left as
they stand in a text that speaks of vectors, where the order matters, as is what is conditional.

Main definitions
----------------
`moment_laws_of`: the equations that bring the variances of relations into this form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.instances import laws_by, symbols_of
from boundcalc.laws.laws import Law, Laws
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

VARIANCE = "the definition of a variance"
COVARIANCE = "the definition of a covariance"
_VARIANCES = (r"\mathrm{Var}", r"\mathrm{var}", r"\mathbb{V}")
_BRACKETED = ("V", r"\mathrm{V}")  # with brackets, in a text that speaks of variances
_COVARIANCES = (r"\mathrm{Cov}", r"\mathrm{cov}")
_NAMED = re.compile(r"[Vv]ar|[Cc]ov|V")
_VECTORS = re.compile(r"covariance matri|random vector|random matri", re.IGNORECASE)
_VALUES = re.compile(r"total variation|value function", re.IGNORECASE)


def moment_laws_of(
    relations: Iterable[Relation],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
) -> list[Law]:
    r"""Return equations that turn variances and covariances into expectations.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\mathrm{Cov}(X, Y) = \mathrm{Cov}(Y, X)", Scope()).rows[0]
    >>> [str(law.value) for law in moment_laws_of([row.relation], Scope(), SourceText(""))][:1]
    ['\\mathbb{E}[(X) \\cdot (Y)] - \\mathbb{E}[X] * \\mathbb{E}[Y]']
    """
    symbols = symbols_of(relations)
    text = source.document
    if not any(_NAMED.search(symbol.latex) for symbol in symbols):
        return []
    terms = [read_term(symbol, source) for symbol in symbols if is_term(symbol)]
    kinds = [item.head for item in terms if item and item.kind is TermKind.EXPECTATION]
    heads = {head.partition("_")[0] for head in kinds}
    if len(heads) > 1:
        return []
    reader = _Moments(scope, source, frozenset(tentative), symbols)
    reader.head = heads.pop() if heads else r"\mathbb{E}"
    reader.has_variances = "varianc" in text.lower() and not _VALUES.search(text)
    reader.has_vectors = _VECTORS.search(text) is not None
    laws = laws_by(reader)
    return laws if reader.is_used else []


class _Moments(Laws):
    """Brings variances and covariances into expectations."""

    head = ""  # of expectations
    has_variances = False  # whether the text speaks of them
    has_vectors = False
    is_used = False

    def _value(self, term: Term, symbol: Symbol) -> Form:
        """A variance is the expectation of the square, less the square of the expectation."""
        head, _, below = term.head.partition("_")
        is_bracketed = head in _BRACKETED and term.tail == "[" and self.has_variances
        count = 1 if head in _VARIANCES or is_bracketed else 2 if head in _COVARIANCES else 0
        if not count:
            return super()._value(term, symbol)
        texts = [place.text for place in term.bodies]
        if count == 2 and self.has_vectors:
            raise TooLongError
        if len(texts) != count or any(re.search(r"\||\\mid|\\vert|\\Vert", it) for it in texts):
            raise TooLongError
        one, two = texts[0], texts[-1]
        operator = f"{self.head}_{below}" if below else self.head
        means = [self._mean(operator, text, symbol) for text in (one, two)]
        product = self._mean(operator, f"({one}) \\cdot ({two})", symbol)
        self.is_used = True
        self.used.append(VARIANCE if count == 1 else COVARIANCE)
        return product.plus(means[0].times(means[1]).scaled(Fraction(-1)))

    def _mean(self, operator: str, body: str, symbol: Symbol) -> Form:
        text = f"{operator}[{body}]"
        form = self.symbol(Symbol(text, REAL, latex=text, speaks_of=symbol.speaks_of))
        if form is None:
            raise TooLongError
        return form
