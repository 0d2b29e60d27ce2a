r"""Unfolding: what the definition of a function says of its values at other arguments.

"Define $g(x) = x^2 + 1$" is an equation about g(x); where a formula speaks of g(2x), the equation
``g(2x) = (2x)^2 + 1`` is given beside it. It is taken only from a sentence that defines and says
nothing else, for an argument of which nothing is declared but that it is real, and all other names
in it are numbers that the document declares.

Main definitions
----------------
`unfolded`: a situation with the values that a formula speaks of.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from boundcalc.language.domains import REAL
from boundcalc.laws.renaming import after_formula, is_given_anew, is_spoken_of
from boundcalc.prose.usage import usual_domain
from boundcalc.situations.situations import Hypothesis, Situation
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

MOST_ARGUMENTS = 6
DEFINES = re.compile(r"(?i)^\W*(?:(?:now|next|we|us|let us)\s+)*(?:let|define|denote|set|put)\b")
RESTRICTS = re.compile(
    r"(?i)\b(?:suppose|assum\w*|if|for|when\w*|where|on|over|given|such|with|restrict\w*|case|fix\w*"
    r"|random|unless|not|some|any|in|satisf\w*)\b|\.\.\.$"
)
_APPLIED = re.compile(r"\s*(\\?[A-Za-z]+)\s*\(")
_PLAIN = (Kind.NAME, Kind.DIGIT, Kind.DOT, Kind.OPERATOR, Kind.SUP, Kind.OPEN, Kind.CLOSE)
_BRACES = (Kind.LEFT_BRACE, Kind.RIGHT_BRACE)
_COMMANDS = (r"\frac", r"\sqrt", r"\exp", r"\ln", r"\log")
_FACTOR_ENDS = (Kind.NAME, Kind.DIGIT, Kind.CLOSE, Kind.RIGHT_BRACE)


@dataclass(frozen=True, slots=True)
class _Definition:
    """``head(variable) = body``; the last token of the body is a STOP."""

    head: str
    variable: str
    body: tuple[Token, ...]
    hypothesis: Hypothesis

    def at(self, value: str, argument: str) -> Hypothesis:
        """Return what it says of the value at an argument."""
        text = self.hypothesis.place.source.text
        parts = [f"{value} = "]
        before: Token | None = None
        for token in self.body:
            shown = text[token.start : token.stop]
            if token.key == self.variable:
                dot = r"\cdot " if before is not None and before.kind in _FACTOR_ENDS else ""
                is_script = before is not None and before.kind is Kind.SUP
                shown = f"{{({argument})}}" if is_script else f"{dot}({argument})"
            parts.append(f"{shown} ")
            before = token
        return Hypothesis(Fragment.of("".join(parts).strip()), self.hypothesis.origin)


def unfolded(situation: Situation, formula: Fragment) -> Situation:
    """Return a situation with what definitions in force say of values that a formula speaks of.

    Parameters
    ----------
    situation : Situation
        What the prose says that holds at the formula.
    formula : Fragment
        The content of a display.
    """
    kept = tuple(item for item in situation.hypotheses if not _is_ended(item, formula))
    if len(kept) < len(situation.hypotheses):
        situation = replace(situation, hypotheses=kept)
    found = [item for item in map(_definition, kept) if item is not None]
    heads = [item.head for item in found]
    fresh: list[Hypothesis] = []
    for item in found:
        is_free = _is_free(item.variable, situation) and _is_fixed(item, situation)
        place = item.hypothesis.place
        is_free &= not is_spoken_of(item.head, place.source.text, place.start)
        if heads.count(item.head) == 1 and is_free:
            fresh += _values(item, formula, situation)
    if not fresh:
        return situation
    return replace(situation, hypotheses=(*situation.hypotheses, *fresh[:MOST_ARGUMENTS]))


def _is_ended(item: Hypothesis, formula: Fragment) -> bool:
    """Return whether the text up to a formula may give a function another meaning."""
    head, source = _APPLIED.match(item.place.text), formula.source
    if head is None or item.place.source is not source or item.place.stop > formula.start:
        return False
    text = source.text[after_formula(source.text, item.place.stop) : formula.start]
    return is_given_anew(head[1], text)


def _is_free(variable: str, situation: Situation) -> bool:
    known = situation.domains.get(variable)
    return usual_domain(variable) == REAL and (known is None or known.domain == REAL)


def _is_fixed(definition: _Definition, situation: Situation) -> bool:
    """Return whether all else in a body is a number by the document: noise may be drawn anew."""
    for token in definition.body:
        if token.kind is Kind.NAME and token.key not in (definition.variable, "e", r"\pi"):
            known = situation.domains.get(token.key)
            if known is None or known.domain is None:
                return False
    return True


def _definition(hypothesis: Hypothesis) -> _Definition | None:
    """Return the definition of a function that a sentence gives and does not restrict."""
    words = hypothesis.origin.words
    plain = re.sub(r"\$[^$]*\$", "$", words)
    if not DEFINES.match(plain) or RESTRICTS.search(plain):
        return None
    try:
        tokens = tokenize(hypothesis.place)
    except ReaderError:
        return None
    kinds = [token.kind for token in tokens[:5]]
    if kinds != [Kind.NAME, Kind.OPEN, Kind.NAME, Kind.CLOSE, Kind.RELATION]:
        return None
    head, variable, sign = tokens[0].key, tokens[2].key, tokens[4].key
    body = tuple(token for token in tokens[5:] if token.kind is not Kind.STOP)
    if sign != "=" or not all(map(_is_plain, body)):
        return None
    if all(token.key != variable for token in body):  # it may be the value at one argument
        return None
    if any(token.key == head for token in body) or variable in ("e", r"\pi"):
        return None
    for one, two in itertools.pairwise(body):
        if one.kind is Kind.NAME and two.kind is Kind.OPEN:
            return None
    return _Definition(head, variable, body, hypothesis)


def _is_plain(token: Token) -> bool:
    return token.kind in (*_PLAIN, *_BRACES) or token.key in _COMMANDS


def _values(
    definition: _Definition, formula: Fragment, situation: Situation
) -> Iterator[Hypothesis]:
    """Yield what the definition says of each other argument at which a formula has the function."""
    try:
        tokens = tokenize(formula)
    except ReaderError:
        return
    text, seen = formula.source.text, {definition.variable}
    for at, token in enumerate(tokens[:-1]):
        if token.kind is not Kind.NAME or token.key != definition.head:
            continue
        end = _closing(tokens, at + 1)
        if end is None:
            continue
        inner = tokens[at + 2 : end]
        argument = text[inner[0].start : inner[-1].stop] if inner else ""
        known = [situation.domains.get(item.key) for item in inner]
        is_number = all(item is None or item.domain is not None for item in known)
        if argument and argument not in seen and all(map(_is_plain, inner)) and is_number:
            seen.add(argument)
            yield definition.at(text[token.start : tokens[end].stop], argument)


def _closing(tokens: list[Token], at: int) -> int | None:
    """Return where the parenthesis closes that opens at a place, if one does."""
    if tokens[at].kind is not Kind.OPEN or tokens[at].key != "(":
        return None
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place].kind is Kind.OPEN) - (tokens[place].kind is Kind.CLOSE)
        if depth == 0:
            return place
    return None
