r"""Sums over all values of a random variable: probabilities add up to one, and means to a mean.

``\sum_x \Pr[X = x]`` is 1, and ``\sum_x \Pr[X = x] \Pr[A \mid X = x]`` is ``\Pr[A]``; expectations
obey the same law, and ``\sum_x \Pr[X = x] H(Y \mid X = x)`` is ``H(Y \mid X)``. A sum is over all
values where the small letter of the variable alone stands below it, or the alphabet of that letter,
and the text speaks of discrete laws and says nothing else of the letter; a time may have the value
infinity, which is none of them.

Main definitions
----------------
`total`: the form of such a sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Expression, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.laws.forms import Form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.meanings import letters
from boundcalc.tex.source import ReaderError
from boundcalc.tex.tokens import Kind

TOTAL = "the law of total probability"
_OVER = re.compile(
    r"\\sum(?:\\limits)?_\{?(?P<letter>[a-z])(?:\\in\\(?:mathcal|mathscr)\{(?P<set>[A-Z])\})?\}?"
)
_RESTRICTED = re.compile(
    r"\b(?:sums?|summation|summing|summed|ranges?|runs?|taken)\b[^.]{0,40}\bover\b(?! all)"
    r"|infinite with|possibly infinite|never (?:happens|returns|stops)|defective|sub-?probabilit",
    re.IGNORECASE,
)
_DISCRETE = re.compile(
    r"\b(?:discrete|finite|countable|alphabets?|entrop(?:y|ies)|mass function|pmf)\b", re.IGNORECASE
)
_CONTINUOUS = re.compile(
    r"\bcontinuous\b|densit|gaussian|\bnormal(?:ly)?\b|\blaplace\b|uncountabl", re.IGNORECASE
)
_VALUE = re.compile(r"(?P<name>(?P<base>[A-MO-SU-Z])(?:_(?:\w|\{\w+\}))?)=(?P<value>[a-z])")
_BAR = re.compile(r"\\mid(?![A-Za-z])|\\vert(?![A-Za-z])|\\middle\||\|")


def total(laws: Reader, term: Term, symbol: Symbol) -> Form | None:
    """Return the form of a sum over all values of a random variable; None for any other sum.

    Parameters
    ----------
    laws : Reader
        What reads its body.
    term : Term
        The sum.
    symbol : Symbol
        The symbol that stands for it.
    """
    over = _OVER.fullmatch(re.sub(r"\s", "", term.head))
    if over is None or "=" not in term.bodies[0].text:
        return None
    if not _is_over_all_values(over["letter"], laws.source.document):
        return None
    place = term.bodies[0]
    reader = SideReader(place, lenient_lines(place), laws.scope, laws.tentative)
    try:
        factors = list(_factors(reader.expression()))
    except ReaderError:
        return None
    weights = [item for item in factors if _weighs(laws, item, over)[0]]
    if len(weights) != 1 or reader.token.kind is not Kind.STOP:
        return None
    (weight,) = weights
    form = number_form(1)
    name, head = _weighs(laws, weight, over)
    varying = [it for it in factors if it != weight and over["letter"] in letters(it)]
    for factor in factors:
        if factor != weight and factor not in varying:
            form = form.times(laws.forms.of(factor))
    if len(varying) > 1 or factors.count(weight) > 1:
        return None
    for factor in varying:
        mean = _mean(laws, factor, f"{name}={over['letter']}", head, symbol)
        if mean is None:
            return None
        form = form.times(laws.forms.of(mean))
    laws.used.append(TOTAL)
    return form


@lru_cache(maxsize=4096)
def _is_over_all_values(letter: str, text: str) -> bool:
    """Return whether a text speaks of laws with countably many values, and restricts no letter.

    Nothing but the alphabet of the letter may be said of it: the sum may be over a part of it.
    """
    alphabet = rf"\\in\s*\\(?:mathcal|mathscr)\s*\{{?{letter.upper()}\}}?"
    alone = rf"(?:\$|\\\(|\\\[|,|\\q?quad)\s*{letter}"
    relation = rf"{alone}\s*(?!{alphabet})(?:\\(?:in|not|ne|neq|g[et]q?|l[et]q?)(?![A-Za-z])|[<>=])"
    said = rf"(?:\$|\\\()\s*{letter}\s*(?:\$|\\\))\s+(?:be|is|are|runs?|ranges?|takes?)\b"
    return (
        _DISCRETE.search(text) is not None
        and _CONTINUOUS.search(text) is None
        and _RESTRICTED.search(text) is None
        and re.search(f"{relation}|{said}", text) is None
    )


def _factors(node: Expression) -> Iterator[Expression]:
    if isinstance(node, Operation) and node.operator is Operator.MULTIPLY:
        for operand in node.operands:
            yield from _factors(operand)
    else:
        yield node


def _weighs(laws: Reader, node: Expression, over: re.Match[str]) -> tuple[str, str]:
    """Return the random variable of which a factor is the probability of the value, and its head.

    Both are empty for another factor.
    """
    term = read_term(node, laws.source) if isinstance(node, Symbol) and is_term(node) else None
    if term is None or term.kind is not TermKind.PROBABILITY or term.tail:
        return "", ""
    found = _VALUE.fullmatch(re.sub(r"\s", "", term.bodies[0].text))
    if found is None or found["value"] != over["letter"]:
        return "", ""
    is_own = found["value"] == found["base"].lower()
    is_whole = is_own and over["set"] in (None, found["base"])
    return (found["name"], term.head) if is_whole else ("", "")


def _mean(laws: Reader, node: Expression, value: str, head: str, symbol: Symbol) -> Symbol | None:
    """Return the mean of a term that is conditional on each value, by the same probability."""
    term = read_term(node, laws.source) if isinstance(node, Symbol) and is_term(node) else None
    if term is None or len(term.bodies) != 1:
        return None
    name, _, letter = value.partition("=")
    is_same = term.head == head if term.kind is TermKind.PROBABILITY else "_" not in head
    if not is_same or (term.kind is TermKind.EXPECTATION and "_" in term.head):
        return None
    if term.kind in (TermKind.EXPECTATION, TermKind.PROBABILITY):
        body, given = term.bodies[0].text, term.tail
        latex = _as_in_row(laws, term, body)
    elif term.kind is TermKind.VALUE and term.head == "H" and term.tail == "(":
        parts = _BAR.split(term.bodies[0].text)
        body, given = parts if len(parts) == 2 else ("", "")
        latex = f"H({body.strip()}|{name})"
    else:
        return None
    is_free = re.search(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", body) is None
    if re.sub(r"\s", "", given) != value or not is_free:
        return None
    made = Symbol(latex, REAL, latex=latex, speaks_of=symbol.speaks_of)
    return laws.of_row.get(latex, made)


def _as_in_row(laws: Reader, term: Term, body: str) -> str:
    """Return how a row spells an expectation or a probability without its condition."""
    sought = (term.kind, term.head, "", body)
    for name, symbol in laws.of_row.items():
        other = read_term(symbol, laws.source) if is_term(symbol) else None
        if other and (other.kind, other.head, other.tail, other.bodies[0].text) == sought:
            return name
    return f"{term.head}[{body}]"
