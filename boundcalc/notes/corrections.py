r"""The small change that would make an identity of a row: what its author may have meant.

A sign, a number, an exponent or an index of a row is changed, one at a time, and each changed row
is brought into one form by the laws of its terms. One that is an identity then, and was none
before, is a question to the author. Nothing is refuted by that.

Main definitions
----------------
`correction`: the side of a row that is meant, if one change makes it an identity. `agree`: whether
two sides have the same values wherever they are compared.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from boundcalc.derivations.rows import Step
from boundcalc.displays.displays import read_display
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.terms import within
from boundcalc.proving.counterexamples.margins import float_margin
from boundcalc.situations.situations import Certainty

MOST_CHANGES = 36  # of a row, each of which is read
_POINTS = 4
_SAME = 1e-12
LONGEST = 400  # characters of a row
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
_LAYOUT = re.compile(
    r"\\(?:left|right|[bB]ig+[lrm]?|[td]?frac|cdot|times|quad|qquad|,|;|!|text(?:rm|bf)?|sqrt|limits"
    r"|l|r|displaystyle|nonumber|middle|mid)(?![A-Za-z])"
)
_WORD = re.compile(
    r"\\(?:math[a-z]+|operatorname\*?)\s*\{([A-Za-z])[A-Za-z]*\}"
)  # one letter of it
_BRACED = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_FRACTION = re.compile(rf"\\[td]?frac\s*{_BRACED}\s*{_BRACED}")
_INDEXES = ("i", "j", "k", "t", "n", "m")


def correction(step: Step, is_identity: Callable[[Step], bool]) -> str:
    """Return the side of a row that is meant, as it would be written, or nothing.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    is_identity : callable
        Whether the sides of a step have one form by the laws of their terms.
    """
    row = step.row
    left, right = row.left.text.strip(), row.right.text.strip()
    if row.relation.sense is not Sense.EQ or len(left) + len(right) > LONGEST:
        return ""
    if len(_letters(left) ^ _letters(right)) > 2:
        return ""
    if is_identity(step):  # of which only a proof is missing
        return ""
    for at, (one, two) in enumerate(_changed(left, right)):
        if at == MOST_CHANGES:
            break
        relation = _read(step, f"{one} = {two}")
        if relation is None or relation.left == relation.right:
            continue
        if is_identity(replace(step, row=replace(row, relation=relation), assumptions=())):
            return " ".join((two if one == left else one).split())
    return ""


def agree(relation: Relation) -> bool:
    r"""Return whether both sides of an equation seem to have the same values, in doubles.

    They are compared at a few points of the domains of the symbols; it is no proof.

    Examples
    --------
    >>> from boundcalc.language.expressions import Symbol
    >>> x, y = Symbol("x"), Symbol("y")
    >>> agree((1 / (1 + x / y)).equals(y / (x + y))), agree((x / y).equals(y / x))
    (True, False)
    >>> a, b = Symbol("a"), Symbol("b")
    >>> agree((a + y).equals(b + x))
    False
    """
    margin = float_margin(relation)
    symbols = sorted(relation.symbols(), key=lambda symbol: symbol.name)
    values = [
        margin({symbol.name: _value(symbol, at, turn) for at, symbol in enumerate(symbols)})
        for turn in range(_POINTS)
    ]
    known = [value for value in values if not math.isnan(value)]
    return len(known) >= _POINTS - 1 and all(abs(value) < _SAME for value in known)


def _value(symbol: Symbol, at: int, turn: int) -> float:
    """Return a value of a symbol that has nothing to do with those of the others."""
    if symbol.domain.integer:
        return float(2 + (3 * at + turn) % 5)
    place = (at + 1) ** 1.7  # no multiple of the place, whose sums would agree by themselves
    share = math.modf(place * 0.6180339887498949 + turn * 0.7548776662466927)[0]
    return 0.1 + 0.8 * share


def _letters(text: str) -> frozenset[str]:
    return frozenset(_LETTER.findall(_LAYOUT.sub(" ", _WORD.sub(r" \1 ", text))))


def _changed(left: str, right: str) -> Iterator[tuple[str, str]]:
    """Yield both sides with one change, those of the right side first."""
    for side in _edits(right):
        yield left, side
    for side in _edits(left):
        yield side, right


def _edits(text: str) -> Iterator[str]:
    """Yield a text with one sign, number, exponent, index or fraction changed."""
    for found in re.finditer(r"(?<=[\w)}\]|])\s*([+-])", text):
        yield _with(text, found, 1, "-" if found[1] == "+" else "+")
    for found in _FRACTION.finditer(text):
        yield rf"{text[: found.start()]}\frac{{{found[2]}}}{{{found[1]}}}{text[found.end() :]}"
    for found in re.finditer(r"(?<![\w\\.^_{])([2-9]\s*)(?=\\[a-z]|[A-Za-z(])", text):
        yield _with(text, found, 1, "")
    for found in re.finditer(r"(?:^|[-+(]|(?<![_^])\{)\s*()(?=[A-Za-z]|\\[a-z])", text):
        yield _with(text, found, 1, "2")
    for found in re.finditer(r"(?<![A-Za-z\]})])(\([^()|=]{1,12}\))(?!\s*\^)", text):
        yield _with(text, found, 1, rf"\sqrt{{{found[1][1:-1]}}}")
    for found in re.finditer(r"(?<![\w\\.])(\d{1,3})(?![\d.])", text):
        number = int(found[1])
        for other in (number - 1, number + 1):
            if other > 0:
                yield _with(text, found, 1, str(other))
    for found in re.finditer(r"_(?:\{([ijktnm])\}|([ijktnm])(?![\w=]))", text):
        group = 1 if found[1] else 2
        for letter in _INDEXES:
            if letter != found[group] and re.search(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", text):
                yield _with(text, found, group, letter)
    for found in re.finditer(r"_(?:\{([1-9])\}|([1-9])(?!\d))", text):
        group = 1 if found[1] else 2
        for other in (int(found[group]) - 1, int(found[group]) + 1):
            yield _with(text, found, group, str(other))


def _with(text: str, found: re.Match[str], group: int, new: str) -> str:
    return text[: found.start(group)] + new + text[found.end(group) :]


def _read(step: Step, text: str) -> Relation | None:
    """Return the relation that a text is, if it is one and nothing else."""
    domains = step.context.domains.values() if step.context else ()
    tentative = [item.name for item in domains if item.origin.certainty is Certainty.GUESSED]
    place = within(text, step.row.sign.source)
    reading = read_display(place, step.scope, tentative=tentative)
    if len(reading.rows) != 1 or reading.unread or reading.others:
        return None
    (row,) = reading.rows
    is_plain = not (row.hidden or row.opaque_sides or row.conditions)
    return row.relation if is_plain and row.relation.sense is Sense.EQ else None
