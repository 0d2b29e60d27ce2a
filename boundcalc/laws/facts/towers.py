r"""The tower property: ``\mathbb{E}[\mathbb{E}[X \mid Y]]`` is ``\mathbb{E}[X]``.

What is conditional stands in the expectation as it is, or times what the condition fixes: a power
of one of its names, or a value of a function at these. A condition is a list of names; an event, as
``Y = y`` or a letter that the text calls one, fixes nothing.

Main definitions
----------------
`tower_facts`: what is known of expectations of conditional ones in a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.names import canonical

TOWER = "the tower property of conditional expectations"
_NAMES = re.compile(r"(?:[U-Z]|\\mathcal\{[FG]\})(?:_\{\w\})?(?:,(?:[U-Z])(?:_\{\w\})?)*")


def tower_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what expectations of conditional expectations are."""
    for symbol, term in terms.of(TermKind.EXPECTATION):
        if term.tail or "_" in term.head:
            continue
        form = terms.form(term.bodies[0].text)
        if form is None or len(form.terms) != 1:
            continue
        ((item, number),) = form.terms
        inner = [(name, found) for name, _ in item if (found := _conditional(terms, name, term))]
        if len(inner) != 1 or dict(item)[inner[0][0]] != 1:
            continue
        (name, (body, condition)) = inner[0]
        rest = [(other, power) for other, power in item if other != name]
        shown = [_raised(terms.latex(other), power) for other, power in rest]
        is_fixed = all(_is_fixed(terms, other, condition) for other, _ in rest)
        if not is_fixed or (rest and terms.source.has_matrices):
            continue
        node = _mean(terms, term, [*shown, body])
        if node is not None:
            yield Fact(Relation(symbol, Sense.EQ, node * number), TOWER)


def _conditional(terms: Terms, name: str, outer: Term) -> tuple[str, tuple[str, ...]] | None:
    """Return what an atom is the conditional expectation of, and the names in its condition."""
    node = terms.atom(name)
    term = read_term(node, terms.source) if isinstance(node, Symbol) and is_term(node) else None
    is_mean = term is not None and term.kind is TermKind.EXPECTATION
    if term is None or not is_mean or term.head != outer.head or not term.tail:
        return None
    condition = tuple(term.tail.split(","))
    is_event = any(_is_event(terms.source.document, it) for it in condition)
    is_list = _NAMES.fullmatch(term.tail) is not None and not is_event
    return (term.bodies[0].text, condition) if is_list else None


def _is_event(text: str, name: str) -> bool:
    """Return whether a text may call a name an event, or a set."""
    letter = rf"(?<![\w\\]){re.escape(name)}(?![\w_^])"
    said = rf"\b(?:events?|sets?|subsets?)\b[^.$]{{0,40}}\$[^$]{{0,40}}{letter}"
    called = rf"{letter}\s*\$[^.$]{{0,40}}\b(?:event|set|occurs|happens|holds)\b"
    used = (
        rf"\\(?:cap|cup|subset(?:eq)?|in|setminus)(?![A-Za-z])\s*{letter}"
        rf"|{letter}\s*\\(?:cap|cup)(?![A-Za-z])|{letter}\s*\^\s*\{{?c"
    )
    return re.search(f"(?i:{said}|{called})|{used}", text) is not None


def _is_fixed(terms: Terms, atom: str, condition: tuple[str, ...]) -> bool:
    """Return whether an atom is one of the names of a condition, or a value at one of them."""
    shown = terms.latex(atom)
    at = re.fullmatch(r"(?:[a-z]|\\(?:phi|psi|varphi))\((?P<name>.+)\)", shown.replace(" ", ""))
    return shown in condition or (at is not None and at["name"] in condition)


def _raised(shown: str, power: Fraction) -> str:
    return shown if power == 1 else f"({shown})^{{{power}}}"


def _mean(terms: Terms, outer: Term, factors: list[str]) -> Expression | None:
    """Return the expectation of a product, as the relation has it where it does."""
    orders = [" ".join(it) for it in (factors, factors[::-1])]
    whole = terms.form(" ".join(f"({it})" for it in factors))
    spelled = [canonical(terms.tokens(it)[:-1]) for it in orders]
    for symbol, term in terms.of(TermKind.EXPECTATION):
        body = term.bodies[0].text
        is_same = whole is not None and terms.form(body) == whole
        is_same |= canonical(terms.tokens(body)[:-1]) in spelled
        if (term.head, term.tail) == (outer.head, "") and is_same:
            return symbol
    return None
