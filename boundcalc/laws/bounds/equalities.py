r"""Equations of expectations that are no linearity: of indicators, and of conditional ones.

``\mathbb{E}[\mathbf{1}\{A\}]`` is ``\Pr[A]``, and ``\mathbb{E}[\mathbb{E}[X \mid Y]]`` is
``\mathbb{E}[X]``, where Y is a random value and no event.

Main definitions
----------------
`mean_equalities`: those of the expectations of a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.domains import PROBABILITY
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.bounds.known import Bound, Held, Known
from boundcalc.laws.terms import TermKind, is_term, read_term

INDICATOR = "the mean of an indicator"
TOWER = "the mean of a conditional mean"
_INDICATOR = re.compile(
    r"(?:\\math(?:bf|bb|ds|bbm|1)\{[1I]\}|1)_?"
    r"(?:\\\{(?P<set>.+)\\\}|\{\\\{(?P<below>.+)\\\}\}|\[(?P<list>.+)\]|\((?P<round>.+)\))"
)
_RELATED = re.compile(r"[<>=]|\\(?:[lg]eq?|neq?)(?![A-Za-z])")
_VARIABLE = re.compile(r"[A-Z](?:_(?:\w|\{\w+\}))?")


def mean_equalities(known: Known) -> Iterator[Bound]:
    """Yield what expectations of indicators and of conditional expectations are."""
    heads = {
        term.head
        for term in (read_term(it, known.laws.source) for it in known.laws.of_row.values())
        if term is not None and term.kind is TermKind.PROBABILITY
    }
    for item in known.of(TermKind.EXPECTATION):
        if not isinstance(item.node, Symbol):
            continue
        yield from _of_indicator(known, item, heads)
        yield from _tower(known, item)


def _of_indicator(known: Known, item: Held, heads: set[str]) -> Iterator[Bound]:
    found = _INDICATOR.fullmatch(item.node.latex) if isinstance(item.node, Symbol) else None
    event = next((text for text in found.groups() if text), "") if found is not None else ""
    below = item.term.head.partition("_")[2]
    heads = {head for head in heads if head.partition("_")[2] == below}
    if len(heads) != 1 or _RELATED.search(event) is None or "|" in event:
        return
    (head,) = heads
    tail = rf" \mid {item.term.tail}" if item.term.tail else ""
    value = known.beside(item.symbol, f"{head}[{event}{tail}]", PROBABILITY)
    yield Bound(Relation(item.symbol, Sense.EQ, value), INDICATOR)


def _tower(known: Known, item: Held) -> Iterator[Bound]:
    node = item.node
    term = read_term(node, known.laws.source) if isinstance(node, Symbol) else None
    is_mean = isinstance(node, Symbol) and is_term(node) and term is not None
    if not is_mean or term is None or term.kind is not TermKind.EXPECTATION:
        return
    is_plain = term.head == item.term.head and "_" not in term.head and not item.term.tail
    variable = term.tail
    if not is_plain or _VARIABLE.fullmatch(variable) is None or _may_be_event(variable, known.text):
        return
    value = known.beside(item.symbol, f"{term.head}[{term.bodies[0].text}]")
    yield Bound(Relation(item.symbol, Sense.EQ, value), TOWER)


def _may_be_event(name: str, text: str) -> bool:
    """Return whether a text may call a letter an event, or gives one a probability."""
    letter = rf"{re.escape(name)}(?![A-Za-z_])"
    called = (
        rf"\bevents?\b[^.$]{{0,40}}\$[^$]{{0,20}}(?<![A-Za-z\\]){letter}"
        rf"|\${letter}\$[^.]{{0,40}}\bevent"
    )
    chance = rf"(?:\\Pr|P|\\mathbb\s*\{{?P\}}?)\s*(?:\\left)?[(\[]\s*{letter}\s*(?:\\right)?[)\]|]"
    is_variable = re.search(
        rf"{letter}\s*(?:=|\\sim)|random (?:variables?|vectors?)[^.]{{0,60}}{letter}"
        rf"|{letter}[^.]{{0,60}}random (?:variables?|vectors?)",
        text,
    )
    is_event = re.search(rf"{called}|{chance}", text, re.IGNORECASE)
    return is_event is not None or is_variable is None
