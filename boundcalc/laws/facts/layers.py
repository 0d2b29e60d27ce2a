r"""Expectations as integrals of tails: ``E[X] = \int_0^\infty \Pr[X > t] dt`` if X is at least 0.

Main definitions
----------------
`layer_facts`: what is known of the expectations beside the integrals of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language.expressions import Number, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.terms import Term, TermKind, read_term

LAYERS = "an expectation is the integral of the tail"
_MORE = re.compile(r"(?P<what>.+?)(?P<sign>>|\\ge(?:q|qslant)?(?![A-Za-z]))(?P<than>[^<>=]+)")
_LESS = re.compile(r"(?P<than>[^<>=]+?)(?P<sign><|\\le(?:q|qslant)?(?![A-Za-z]))(?P<what>.+)")


def layer_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that expectations are the integrals of tails in a relation."""
    means = [(it, term) for it, term in terms.of(TermKind.EXPECTATION) if not term.tail]
    for symbol, term in terms.of(TermKind.INTEGRAL) if means else ():
        if (term.lower.strip(), term.upper.strip().lstrip("+")) == ("0", r"\infty"):
            yield from _of_tail(terms, means, (symbol, term))


def _of_tail(
    terms: Terms, means: list[tuple[Symbol, Term]], layers: tuple[Symbol, Term]
) -> Iterator[Fact]:
    """Yield that an expectation is equal to the integral of the tail of what is in it."""
    symbol, term = layers
    letter = term.tail.removeprefix("d ")
    tail = read_term(Symbol(term.bodies[0].text, latex=term.bodies[0].text), terms.source)
    if tail is None or tail.kind is not TermKind.PROBABILITY or tail.tail:
        return
    found = _MORE.fullmatch(tail.bodies[0].text) or _LESS.fullmatch(tail.bodies[0].text)
    if found is None or found["than"].strip() != letter or letter in _letters(terms, found["what"]):
        return
    form, zero = terms.form(found["what"]), Number(Fraction(0))
    for mean, expected in means:
        body = terms.number(expected.bodies[0].text)
        is_alike = form is not None and terms.form(expected.bodies[0].text) == form
        if body is None or not is_alike or _script(expected) != _script(tail):
            continue
        yield Fact(Relation(mean, Sense.EQ, symbol), LAYERS, (Relation(body, Sense.GE, zero),))


def _letters(terms: Terms, text: str) -> set[str]:
    return {token.key for token in terms.tokens(text)}


def _script(term: Term) -> str:
    """Return what an expectation or a probability is over."""
    return term.head.partition("_")[2]
