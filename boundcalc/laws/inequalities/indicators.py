r"""Expectations with indicators: ``E[X 1\{X > a\}]`` is at most ``E[X]`` if X is not negative.

Main definitions
----------------
`indicated`: what stands beside an indicator, and of what it is one. `indicator_bounds`: how the
expectations of a relation compare, and what must be shown of what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.inequalities.termwise import BodyReader, Comparison
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

INDICATOR = "an indicator is at most one"
_SIGN = (
    r"(?:1|\\(?:mathbb|mathbf|mathbbm|mathds|mathrm|bm)\s*\{?\s*1\s*\}?"
    r"|\\(?:ind|indic|one|1)(?![A-Za-z]))"
)
_SET = (
    r"(?:\\left|\\[bB]igg?l?)?\s*(?:\\\{|\\lbrace(?![A-Za-z])|\[|\()(?P<NAME>[^{}\[\]()]*)"
    r"(?:\\right|\\[bB]igg?r?)?\s*(?:\\\}|\\rbrace(?![A-Za-z])|\]|\))"
)
_BELOW, _BEHIND = _SET.replace("NAME", "a"), _SET.replace("NAME", "c")
_OF = rf"(?:_\s*\{{\s*(?:{_BELOW}|(?P<b>[^{{}}]*))\s*\}}|\s*{_BEHIND})"
_LAST = re.compile(
    rf"(?P<rest>.*[^0-9.^_\s\\{{(])\s*(?:\\cdot\s*|\\,\s*|\\;\s*)?{_SIGN}{_OF}\s*", re.DOTALL
)


def indicated(text: str) -> tuple[str, str] | None:
    r"""Return what stands before an indicator and the event that it is one of, or None.

    Examples
    --------
    >>> indicated(r"X^2 \cdot 1_{\{X > 0\}}"), indicated(r"X \mathbb{1}\{X > 0\}")
    (('X^2', 'X > 0'), ('X', 'X > 0'))
    >>> indicated("X + 1") is None
    True
    """
    found = _LAST.fullmatch(text.strip())
    if found is None:
        return None
    event = found["a"] or found["b"] or found["c"] or ""
    rest = re.sub(r"(?:\\cdot|\\,|\\;)\s*$", "", found["rest"].strip()).strip()
    is_relation = re.search(r"[<>=]|\\(?:l|g)(?:e|t|eq|eqslant)(?![A-Za-z])", event) is not None
    is_sum = re.search(r"[+-]", re.sub(r"\{[^{}]*\}|\([^()]*\)", "", rest)) is not None
    return (rest, event.strip()) if is_relation and rest and not is_sum else None


def indicator_bounds(
    relation: Relation,
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    vague: Iterable[str] = (),
) -> Iterator[Comparison]:
    r"""Yield that an expectation with an indicator is at most one without it.

    Parameters are those of `termwise.comparisons`.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\mathbb{E}[X^2 1_{\{X > 0\}}] \le \mathbb{E}[X^2]", Scope()).rows[0]
    >>> found = next(indicator_bounds(row.relation, Scope(), SourceText("")))
    >>> [str(claim.relation) for claim in found.claims]
    ['0 <= X^2', 'X^2 <= X^2']
    """
    reader = BodyReader(scope, source, frozenset(tentative), frozenset(vague))
    symbols = sorted((it for it in relation.symbols() if is_term(it)), key=lambda it: it.name)
    read = [(it, read_term(it, source)) for it in symbols]
    means = [(it, term) for it, term in read if term and term.kind is TermKind.EXPECTATION]
    for one, term in means:
        part = indicated(term.bodies[0].text)
        for other, whole in means if part is not None else ():
            if other == one or not _is_alike(term, whole) or part is None:
                continue
            body = whole.bodies[0].text
            claims = [rf"0 \le {body}", rf"{part[0]} \le {body}"]
            fact = Relation(one, Sense.LE, other)
            found = reader.comparison(fact, INDICATOR, term, claims)
            if found is not None:
                yield found


def _is_alike(one: Term, other: Term) -> bool:
    is_plain = indicated(other.bodies[0].text) is None
    return (one.head, one.tail) == (other.head, other.tail) and is_plain
