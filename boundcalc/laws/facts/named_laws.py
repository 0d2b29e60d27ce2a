r"""Named laws: what ``X \sim \mathrm{Poisson}(\lambda)`` says of chances and expectations of X.

Of a geometric law the text has to say that it counts from one, and of a uniform law nothing of
whole numbers.

Main definitions
----------------
`law_facts`: what is known of the variables with a named law in a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.language.expressions import Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.given_laws import parameters_of
from boundcalc.laws.facts.intervals_of_values import event_of
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

MASS = "the mass function of a named law, at its values"
MOMENT = "the moments of a named law"
TAIL = "the tails of an exponential law"
MEAN = "an expectation as a sum over the mass function of a named law"
_NAME = r"(?P<name>(?:[A-Z]|\\(?:sigma|epsilon|varepsilon|xi|eta))(?:_\{\w\})?)"
_POWER = re.compile(rf"(?:e\^\{{|\\exp\()\s*(?P<at>-?(?:[st]|\\lambda|\\theta))\s*{_NAME}\s*[)}}]")
_SQUARE = re.compile(rf"{_NAME}\^\{{2\}}")
_ALONE = re.compile(_NAME)
_VARIANCE = re.compile(r"\\(?:mathrm|operatorname)\{[Vv]ar\}")
_KINDS = (
    "binomial", "poisson", "geometric", "bernoulli", "exponential", "uniform", "rademacher",
)  # fmt: skip
_OF_INTEGERS = re.compile(r"(?i)\b(?:integers?|discrete)\b")
_FROM_ONE = re.compile(
    r"=\s*\\\{\s*1\s*,\s*2|\bk\s*=\s*1\s*,\s*2|\bk\s*\\geq?\s*1|k\s*=\s*1\}\s*\^\s*\{?\s*\\infty"
    r"|(?i:number of (?:trials|tosses|flips|attempts)[^.]{0,60}(?:until|up to)[^.]{0,40}first)"
)
_FROM_ZERO = re.compile(
    r"(?i)geom[^.]{0,120}(?:\{\s*0\s*,\s*1|k\s*=\s*0|k\s*\\geq?\s*0)|number of failures"
)


@dataclass(frozen=True, slots=True)
class _Named:
    """A law with its parameters, as they are printed."""

    kind: str
    parameters: tuple[str, ...]

    @property
    def _shown(self) -> list[str]:
        return [f"({it})" for it in self.parameters]

    def mass(self, value: str) -> str:
        """Return the chance of a value; nothing where it is not known."""
        one, *more = self._shown or [""]
        if self.kind == "binomial":
            chance = more[0]
            return (
                rf"\binom{{{self.parameters[0]}}}{{{value}}} {chance}^{{{value}}}"
                rf" (1 - {chance})^{{{one} - ({value})}}"
            )
        if self.kind == "poisson":
            return rf"\frac{{{one}^{{{value}}} e^{{-{one}}}}}{{({value})!}}"
        if self.kind == "geometric":
            return rf"{one} (1 - {one})^{{{value} - 1}}"
        return {"1": one, "0": f"1 - {one}"}.get(value, "") if self.kind == "bernoulli" else ""

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last value; empty where they are not all whole numbers between."""
        if self.kind not in ("binomial", "poisson", "geometric"):
            return "", ""
        first = "1" if self.kind == "geometric" else "0"
        return first, self.parameters[0] if self.kind == "binomial" else r"\infty"

    @property
    def mean(self) -> str:
        """The expectation."""
        one, two, *_ = [*self._shown, "", ""]
        means = {"poisson": one, "bernoulli": one, "binomial": f"{one} {two}", "rademacher": "0"}
        means["uniform"] = rf"\frac{{{one} + {two}}}{{2}}"
        return means.get(self.kind, rf"\frac{{1}}{{{one}}}")

    def generating(self, at: str) -> str:
        """Return the expectation of ``e^{tX}``; nothing where it is not finite for all t."""
        one, two, *_ = [*self._shown, "", ""]
        known = {
            "binomial": f"(1 - {two} + {two} e^{{{at}}})^{{{one}}}",
            "bernoulli": f"1 - {one} + {one} e^{{{at}}}",
            "poisson": rf"e^{{{one} \cdot (e^{{{at}}} - 1)}}",
            "rademacher": rf"\frac{{e^{{{at}}} + e^{{-({at})}}}}{{2}}",
        }
        return known.get(self.kind, "")

    @property
    def variance(self) -> str:
        """The variance."""
        one, two, *_ = [*self._shown, "", ""]
        known = {
            "binomial": f"{one} {two} (1 - {two})",
            "bernoulli": f"{one} (1 - {one})",
            "poisson": one,
            "geometric": rf"\frac{{1 - {one}}}{{{one}^2}}",
            "exponential": rf"\frac{{1}}{{{one}^2}}",
            "uniform": rf"\frac{{({two} - {one})^2}}{{12}}",
        }
        return known.get(self.kind, "1")


def law_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the variables with a named law in a relation."""
    for symbol, term in terms.of(TermKind.PROBABILITY):
        event = event_of(terms, term)
        law = None if event is None or term.tail else _law(terms, event.name)
        if law is None or event is None:
            continue
        if law.kind == "exponential" and bool(event.lower) != bool(event.upper):
            yield from _tail(terms, symbol, law, event.lower, event.upper)
        is_value = event.lower == event.upper
        if is_value and re.fullmatch(r"\s*(?:[a-z]|\d+)\s*", event.lower):
            yield from _equal(terms, symbol, law.mass(event.lower.strip()), MASS)
    for symbol, term in terms.of(TermKind.EXPECTATION, TermKind.VALUE):
        yield from _of_moments(terms, symbol, term)


def _tail(terms: Terms, symbol: Symbol, law: _Named, lower: str, upper: str) -> Iterator[Fact]:
    """Yield the chance that an exponential variable is beyond a number that is not negative."""
    at = terms.number(lower or upper)
    beyond = rf"e^{{-({law.parameters[0]}) ({lower or upper})}}"
    node = terms.number(beyond if lower else f"1 - {beyond}")
    if at is not None and node is not None:
        is_positive = Relation(at, Sense.GE, as_expression(0))
        yield Fact(Relation(symbol, Sense.EQ, node), TAIL, claims=(is_positive,))


def _equal(terms: Terms, symbol: Symbol, text: str, name: str) -> Iterator[Fact]:
    node = terms.number(text) if text else None
    if node is not None:
        yield Fact(Relation(symbol, Sense.EQ, node), name)


def _of_moments(terms: Terms, symbol: Symbol, term: Term) -> Iterator[Fact]:
    """Yield what an expectation or a variance of one variable is."""
    tokens = terms.tokens(term.bodies[0].text)[:-1]
    body = canonical(tokens)
    if len(term.bodies) != 1 or term.tail not in ("", "(", "["):
        return
    is_mean = term.kind is TermKind.EXPECTATION and "_" not in term.head
    is_variance = _VARIANCE.fullmatch(term.head) is not None
    alone = _ALONE.fullmatch(body)
    if alone is not None and (is_mean or is_variance):
        law = _law(terms, alone["name"])
        if law is not None:
            value = law.mean if is_mean else law.variance
            yield from _equal(terms, symbol, value, MOMENT)
    square = _SQUARE.fullmatch(body) if is_mean else None
    if square is not None and (law := _law(terms, square["name"])) is not None:
        yield from _equal(terms, symbol, f"{law.variance} + ({law.mean})^2", MOMENT)
    power = _POWER.fullmatch(body) if is_mean else None
    law = None if power is None else _law(terms, power["name"])
    if power is not None and law is not None and power["at"].lstrip("-") not in law.parameters:
        yield from _equal(terms, symbol, law.generating(power["at"]), MOMENT)
    names = {it.key for it in tokens if it.kind is Kind.NAME and re.fullmatch("[A-Z]", it.key)}
    if is_mean and len(names) == 1:
        (name,) = names
        law = _law(terms, name)
        if law is not None and any(law.ends):
            yield from _over_values(terms, symbol, tokens, name, law)


def _over_values(
    terms: Terms, symbol: Symbol, tokens: list[Token], name: str, law: _Named
) -> Iterator[Fact]:
    """Yield that an expectation is the sum over all values, each with its chance."""
    for total, over in terms.of(TermKind.SUM):
        ends = tuple(canonical(terms.tokens(it)[:-1]) for it in (over.lower, over.upper))
        if ends != law.ends or len(over.bound) != 1:
            continue
        (index,) = over.bound
        if index in {it.key for it in tokens} or index in "".join(law.parameters):
            continue
        value = " ".join(f"{{{index}}}" if it.key == name else it.key for it in tokens)
        form = terms.form(rf"({value}) \cdot {law.mass(index)}")
        if form is not None and form == terms.form(over.bodies[0].text):
            yield Fact(Relation(symbol, Sense.EQ, total), MEAN)


def _law(terms: Terms, name: str) -> _Named | None:
    """Return the law that the text gave a variable last, if it is known."""
    for kind in _KINDS:
        parameters = parameters_of(terms, name, kind)
        if parameters is None:
            continue
        text = terms.source.document
        is_sure = kind != "geometric" or (_FROM_ONE.search(text) and not _FROM_ZERO.search(text))
        if kind == "uniform" and _OF_INTEGERS.search(text):
            return None
        return _Named(kind, parameters) if is_sure else None
    return None
