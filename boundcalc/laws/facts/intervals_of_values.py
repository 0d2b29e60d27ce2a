r"""Chances that a random variable lies between numbers: ``P(a < X \le b)`` is ``F(b) - F(a)``.

Each is a difference of chances that the variable is at most, or below, a number. A function is the
distribution function of a variable where the text says so before, by an equation with ``\le``; what
is between numbers needs the first not to be above the second, which the text has to say. No value
has a chance of what has a density.

Main definitions
----------------
`interval_facts`: what is known of the probabilities and distribution functions of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.language.domains import PROBABILITY
from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import has_density, is_ordered
from boundcalc.laws.other_meanings import are_numbers
from boundcalc.laws.renaming import is_given_anew
from boundcalc.laws.terms import PROBABILITIES, Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

INTERVAL = "chances of what lies between two numbers"
DENSITY = "chances of a variable that the text gives a density"
FUNCTION = "the definition of a distribution function"
_OPEN = r"(?:\\left|\\[bB]igg?l?)?\s*(?:\(|\[|\\\{|\\lbrace)\s*"
_CHANCE = "|".join(re.escape(it) for it in sorted(PROBABILITIES, key=len, reverse=True))
_DEFINITION = re.compile(
    r"(?<![A-Za-z\\])(?P<head>[FG])(?:_\{?(?P<of>[A-Z])\}?)?\s*\(\s*(?P<at>[a-z])\s*\)\s*&?\s*"
    rf"(?::?=|\\equiv|\\coloneqq|\\triangleq)\s*&?\s*(?:{_CHANCE})\s*{_OPEN}(?P<name>[A-Z])\s*"
    r"(?P<sign>\\leq?(?:slant)?(?![A-Za-z])|<|\\lt)\s*(?P=at)\s*(?:\\right|\\[bB]igg?r?)?\s*[)\]\\]"
)
_SETS = r"\b(?:let|set|define|write|denote|call|instead|another|replace|redefine)\b"
_VARIABLE = re.compile(r"[A-Z](?:_(?:\w|\{\w+\}))?")
_SIGNS = {"<": "<", r"\lt": "<", r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", "=": "="}
_MIRRORED = {">": "<", r"\gt": "<", r"\ge": "<=", r"\geq": "<=", r"\geqslant": "<="}
_AT_MOST = r"\le"
_END = re.compile(r"[A-Z]|\\(?:mathbb|mathcal|Pr|E)")


@dataclass(frozen=True, slots=True)
class Between:
    """That a variable lies between two texts, of which one may be missing, and by which signs."""

    name: str
    lower: str
    above: str
    below: str
    upper: str


def interval_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the probabilities and distribution functions of a relation."""
    events = [(it, term, event_of(terms, term)) for it, term in terms.of(TermKind.PROBABILITY)]
    read = [
        (symbol, term, event)
        for symbol, term, event in events  # complements are those of a total order
        if event is not None and are_numbers(event.name, terms.source.document)
    ]
    basis = _Basis(terms, [(symbol, term) for symbol, term, _ in read])
    values = list(_functions(terms))
    has_point = any(event.lower == event.upper for _, _, event in read)
    if len(read) + len(values) < 2 and not has_point:
        return
    plain = [term for _, term, _ in read if not term.tail]
    for symbol, name, place in values:
        chance = basis.chance(plain[0] if plain else None, name, "<=", place)
        if chance is not None:
            yield Fact(Relation(symbol, Sense.EQ, chance), FUNCTION)
    for symbol, term, event in read:
        value = _value(terms, basis, term, event)
        if value is not None and value != symbol:
            is_smooth = has_density(event.name, terms.before)
            yield Fact(Relation(symbol, Sense.EQ, value), DENSITY if is_smooth else INTERVAL)


class _Basis:
    """Chances that a variable is at most, or below, a number, as the relation prints them."""

    def __init__(self, terms: Terms, known: list[tuple[Symbol, Term]]) -> None:
        self.terms = terms
        self.speaks_of = known[0][0].speaks_of if known else ()

    def chance(self, like: Term | None, name: str, sign: str, place: str) -> Expression | None:
        """Return the chance that a variable is at most or below a number, or a limit of it."""
        if like is None:
            return None
        bare = place.strip().lstrip("+")
        if bare in (r"\infty", r"-\infty"):
            return as_expression(0 if bare.startswith("-") else 1)
        form = self.terms.form(place)
        if form is None or _END.search(place):
            return None
        is_below = sign == "<" and not has_density(name, self.terms.before)
        shown = rf"{name} {'<' if is_below else _AT_MOST} {self.terms.shown(form)}"
        tail = rf" \mid {like.tail}" if like.tail else ""
        latex = f"{like.head}[{shown}{tail}]"
        return Symbol(latex, PROBABILITY, latex=latex, speaks_of=self.speaks_of)


def _value(terms: Terms, basis: _Basis, term: Term, event: Between) -> Expression | None:
    """Return the chance of an event by those of the basis."""
    upper: Expression | None = as_expression(1)
    lower: Expression | None = as_expression(0)
    if event.upper:
        upper = basis.chance(term, event.name, event.below, event.upper)
    if event.lower:  # what is not above it is at most it, or below it
        sign = "<=" if event.above == "<" else "<"
        lower = basis.chance(term, event.name, sign, event.lower)
    if upper is None or lower is None or not event.lower:
        return upper if lower is not None else None
    is_point = event.lower == event.upper
    if event.upper and not is_point and not is_ordered(event.lower, event.upper, terms.before):
        return None
    return upper - lower


def event_of(terms: Terms, term: Term) -> Between | None:
    """Return that one variable lies between numbers, as an event says it; None for another one."""
    if "_" in term.head or term.bound:
        return None
    tokens = terms.tokens(term.bodies[0].text)[:-1]
    text = terms.place(term.bodies[0].text).source.text
    parts: list[list[Token]] = [[]]
    signs: list[str] = []
    depth = 0
    for token in tokens:
        depth += (token.kind in (Kind.OPEN, Kind.LEFT_BRACE)) - (
            token.kind in (Kind.CLOSE, Kind.RIGHT_BRACE)
        )
        if depth == 0 and (token.kind is Kind.RELATION or token.key == r"\in"):
            signs.append(token.key)
            parts.append([])
        elif token.kind is Kind.BAR or (depth == 0 and token.kind in (Kind.COMMA, Kind.TEXT)):
            return None
        else:
            parts[-1].append(token)
    if not all(parts) or not 1 <= len(signs) <= 2:
        return None
    shown = [text[it[0].start : it[-1].stop] for it in parts]
    names = [canonical(it) for it in parts]
    return _within(names, shown, parts[-1], text) if signs == [r"\in"] else _of(names, shown, signs)


def _of(names: list[str], shown: list[str], signs: list[str]) -> Between | None:
    if all(sign in _MIRRORED for sign in signs):
        names, shown = names[::-1], shown[::-1]
        signs = [_MIRRORED[sign] for sign in reversed(signs)]
    else:
        signs = [_SIGNS.get(sign, "") for sign in signs]
    places = [at for at, name in enumerate(names) if _VARIABLE.fullmatch(name)]
    if len(places) != 1 or not all(signs):
        return None
    (at,) = places
    if len(signs) == 2:
        is_middle = at == 1 and "=" not in signs
        return Between(names[1], shown[0], signs[0], signs[1], shown[2]) if is_middle else None
    if signs == ["="]:
        return Between(names[at], shown[1 - at], "<=", "<=", shown[1 - at])
    if at == 0:
        return Between(names[0], "", "", signs[0], shown[1])
    return Between(names[1], shown[0], signs[0], "", "")


def _within(names: list[str], shown: list[str], tokens: list[Token], text: str) -> Between | None:
    """Return that a variable lies in an interval, which is in brackets."""
    commas = [at for at, token in enumerate(tokens) if token.kind is Kind.COMMA]
    ends = (tokens[0].key, tokens[-1].key)
    if len(commas) != 1 or not _VARIABLE.fullmatch(names[0]) or not 1 < commas[0] < len(tokens) - 2:
        return None
    if ends[0] not in ("(", "[") or ends[1] not in (")", "]"):
        return None
    lower = text[tokens[1].start : tokens[commas[0] - 1].stop]
    upper = text[tokens[commas[0] + 1].start : tokens[-2].stop]
    above, below = ("<" if end in "()" else "<=" for end in ends)
    return Between(names[0], lower, above, below, upper)


def _functions(terms: Terms) -> Iterator[tuple[Symbol, str, str]]:
    """Yield the values of distribution functions, with their variables and arguments."""
    places = terms.places(_DEFINITION)
    said = [it.groupdict() for it in places]
    if any(item["sign"] in ("<", r"\lt") for item in said):
        return
    behind = terms.before[places[-1].end() :] if places else ""
    plain = {(item["head"], item["name"]) for item in said if item["of"] is None}
    indexed = {item["head"] for item in said if item["of"] == item["name"]}
    for symbol, term in terms.of(TermKind.VALUE):
        found = re.fullmatch(r"(?P<head>[FG])(?:_\{?(?P<of>[A-Z])\}?)?", term.head)
        if found is None or len(term.bodies) != 1:
            continue
        names = [name for head, name in plain if head == found["head"]]
        if _is_set(found["head"], found["of"], behind):
            continue
        if found["of"] and found["head"] in indexed:
            yield symbol, found["of"], term.bodies[0].text
        elif not found["of"] and len(names) == 1:
            yield symbol, names[0], term.bodies[0].text


def _is_set(head: str, of: str | None, text: str) -> bool:
    """Return whether a text gives a distribution function another meaning; one with a name, too."""
    if of is None:
        return is_given_anew(head, text)
    name = rf"{head}\s*_\s*\{{?{of}\}}?(?![A-Za-z])"
    return (
        re.search(rf"(?i:{_SETS})[^.$]{{0,40}}\$\s*{name}|{name}[^$]*\$\s+instead", text)
        is not None
    )
