r"""Named laws: what ``X \sim \mathrm{Poisson}(\lambda)`` says of chances and expectations of X.

The law of a variable is the one that the text gave it last. Of a geometric law the text has to say
that it counts from one.

Main definitions
----------------
`law_facts`: what is known of the variables with a named law in a relation. `parameters_of`: those
of the law of a variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.intervals_of_values import event_of
from boundcalc.laws.renaming import is_given_anew
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

MASS = "the mass function of a named law, at its values"
MOMENT = "the moments of a named law"
MEAN = "an expectation as a sum over the mass function of a named law"
_CHANGED = re.compile(
    r"(?i)[^.$]{0,80}\b(?:condition|given|truncat|shift|restrict|provided|false|instead|except|not\b"
    r"|plus|minus|times|mixture|under\b)"
)
_SIM = re.compile(
    r"(?:\$|,|\band)\s*(?P<name>[A-Z](?:_\w)?)\s*\\sim\s*(?P<law>[^$]+?)\s*[.,;]?\s*\$"
)
_NAMES = {
    "bin": "binomial", "binom": "binomial", "binomial": "binomial", "b": "",
    "poi": "poisson", "pois": "poisson", "poisson": "poisson", "po": "poisson",
    "normal": "normal", "gaussian": "normal", "n": "normal",
    "geom": "geometric", "geo": "geometric", "geometric": "geometric",
}  # fmt: skip
_COUNTS = {"binomial": 2, "poisson": 1, "geometric": 1, "normal": 2}
_MACRO = re.compile(  # one of the text itself, which may be defined in another file
    r"\\(?P<word>[A-Za-z]+?)(?:dist|distr|distribution)\s*\{(?P<one>[^{}]*)\}(?:\s*\{(?P<two>[^{}]*)\})?"
)
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

    def mass(self, value: str) -> str:
        """Return the chance of a value."""
        one, *more = (f"({it})" for it in self.parameters)
        if self.kind == "binomial":
            chance = more[0]
            return (
                rf"\binom{{{self.parameters[0]}}}{{{value}}} {chance}^{{{value}}}"
                rf" (1 - {chance})^{{{one} - ({value})}}"
            )
        if self.kind == "poisson":
            return rf"\frac{{{one}^{{{value}}} e^{{-{one}}}}}{{({value})!}}"
        return rf"{one} (1 - {one})^{{{value} - 1}}"

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last value."""
        first = "1" if self.kind == "geometric" else "0"
        return first, self.parameters[0] if self.kind == "binomial" else r"\infty"

    @property
    def mean(self) -> str:
        """The expectation."""
        one, *more = (f"({it})" for it in self.parameters)
        means = {"poisson": one, "geometric": rf"\frac{{1}}{{{one}}}"}
        return means.get(self.kind, f"{one} {more[0]}" if more else "")

    def generating(self, at: str) -> str:
        """Return the expectation of ``e^{tX}``; nothing where it is not finite for all t."""
        one, *more = (f"({it})" for it in self.parameters)
        if self.kind == "binomial":
            return f"(1 - {more[0]} + {more[0]} e^{{{at}}})^{{{self.parameters[0]}}}"
        return rf"e^{{{one} \cdot (e^{{{at}}} - 1)}}" if self.kind == "poisson" else ""

    @property
    def variance(self) -> str:
        """The variance."""
        one, *more = (f"({it})" for it in self.parameters)
        if self.kind == "binomial":
            return f"{one} {more[0]} (1 - {more[0]})"
        return one if self.kind == "poisson" else rf"\frac{{1 - {one}}}{{{one}^2}}"


def law_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the variables with a named law in a relation."""
    if not terms.places(_SIM):
        return
    for symbol, term in terms.of(TermKind.PROBABILITY):
        event = event_of(terms, term)
        law = None if event is None or term.tail else _law(terms, event.name)
        if law is None or event is None or event.lower != event.upper:
            continue
        if re.fullmatch(r"\s*(?:[a-z]|\d+)\s*", event.lower):
            yield from _equal(terms, symbol, law.mass(event.lower.strip()), MASS)
    for symbol, term in terms.of(TermKind.EXPECTATION, TermKind.VALUE):
        yield from _of_moments(terms, symbol, term)


def _equal(terms: Terms, symbol: Symbol, text: str, name: str) -> Iterator[Fact]:
    node = terms.number(text) if text else None
    if node is not None:
        yield Fact(Relation(symbol, Sense.EQ, node), name)


def _of_moments(terms: Terms, symbol: Symbol, term: Term) -> Iterator[Fact]:
    """Yield what an expectation or a variance of one variable is."""
    tokens = terms.tokens(term.bodies[0].text)[:-1]
    names = {it.key for it in tokens if it.kind is Kind.NAME and re.fullmatch("[A-Z]", it.key)}
    body = canonical(tokens)
    if len(names) != 1 or len(term.bodies) != 1 or term.tail not in ("", "(", "["):
        return
    (name,) = names
    law = _law(terms, body if body.startswith(f"{name}_") else name)
    if law is None:
        return
    is_mean = term.kind is TermKind.EXPECTATION and "_" not in term.head
    if is_mean and body == name:
        yield from _equal(terms, symbol, law.mean, MOMENT)
    elif is_mean and body == f"{name}^{{2}}":
        yield from _equal(terms, symbol, f"{law.variance} + ({law.mean})^2", MOMENT)
    elif body == name and re.fullmatch(r"\\(?:mathrm|operatorname)\{[Vv]ar\}", term.head):
        yield from _equal(terms, symbol, law.variance, MOMENT)
    power = re.fullmatch(rf"e\^\{{(?P<at>[st]|\\lambda|\\theta){name}\}}", body)
    if is_mean and power is not None and power["at"] not in law.parameters:
        yield from _equal(terms, symbol, law.generating(power["at"]), MOMENT)
    if is_mean:
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
    """Return the law with a mass function that the text gave a variable last, if it is known."""
    for kind in ("binomial", "poisson", "geometric"):
        parameters = parameters_of(terms, name, kind)
        if parameters is not None:
            text = terms.source.document
            is_from_one = _FROM_ONE.search(text) and not _FROM_ZERO.search(text)
            is_sure = kind != "geometric" or is_from_one
            return _Named(kind, parameters) if is_sure else None
    return None


def parameters_of(terms: Terms, name: str, kind: str) -> tuple[str, ...] | None:
    """Return the parameters of the law that the text gave a variable last, if it is of a kind."""
    said = [it for it in terms.places(_SIM) if it["name"] == name]
    behind = terms.before[said[-1].end() :] if said else ""
    if not said or is_given_anew(name, behind) or _CHANGED.match(behind):
        return None
    if _is_one_of_several(terms.before, said):
        return None
    word, parameters = _parts(terms, said[-1]["law"])
    is_kind = _NAMES.get(word, "") == kind and len(parameters) == _COUNTS[kind]
    return parameters if is_kind else None


def _is_one_of_several(text: str, said: list[re.Match[str]]) -> bool:
    """Return whether the sentence with the last law of a variable has another one, or a case."""
    start = max(0, said[-1].start() - 120)
    before = re.split(r"[.?!]\s|\n\s*\n", text[start : said[-1].start()])[-1]
    is_case = re.search(r"(?i)\b(?:otherwise|else|under|instead|alternative|not)\b", before)
    others = [it for it in said[:-1] if it.end() >= said[-1].start() - len(before)]
    return is_case is not None or any(it["law"] != said[-1]["law"] for it in others)


def _parts(terms: Terms, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of a law and its parameters; nothing for what is written in another way."""
    macro = _MACRO.fullmatch(text.strip())
    if macro is not None:
        return macro["word"].lower(), tuple(it for it in (macro["one"], macro["two"]) if it)
    tokens = terms.tokens(text)[:-1]
    opens = [at for at, token in enumerate(tokens) if token.kind is Kind.OPEN]
    if not opens or tokens[-1].kind is not Kind.CLOSE:
        return "", ()
    word = re.sub(r"\\[a-z]+|[^A-Za-z]", "", canonical(tokens[: opens[0]])).lower()
    return word, tuple(canonical(tokens[opens[0] + 1 : -1]).split(","))
