r"""Markov chains and independence: which informations a text says to be zero.

Of ``X \to Y \to Z`` the first and the last are independent given the middle one, so that
``I(X; Z \mid Y)`` is zero; of longer chains this holds for any three in their order. Arrows are a
chain where the text speaks of Markov chains, and where it is still in force.

Main definitions
----------------
`Vanishing`: an information that is zero. `vanishing`: those of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from boundcalc.laws.entropies.variables import LETTER, variables_in
from boundcalc.laws.facts.independent_names import independent_groups
from boundcalc.laws.in_force import is_condition, is_in_force
from boundcalc.laws.renaming import is_given_anew

_NAME = rf"{LETTER}(?:_\{{?\w\}}?)?(?:\^\{{?\w\}}?)?"
_ARROW = r"\s*(?:\\(?:to|rightarrow|longrightarrow)(?![A-Za-z])|-|--)\s*"
_CHAIN = re.compile(rf"(?:\$|\\\()\s*(?P<chain>{_NAME}(?:{_ARROW}{_NAME}){{2,4}})\s*(?:\$|\\\))")
_GIVEN = re.compile(
    rf"\$\s*(?P<one>{_NAME})\s*(?:\$\s*(?:,|and)\s*\$|,)\s*(?P<two>{_NAME})\s*\$\s+(?:is|are|be)\s+"
    rf"(?:conditionally\s+)?independent\s+(?:given|conditioned\s+on)\s+\$\s*(?P<given>{_NAME})\s*\$"
)
_DENIED = re.compile(
    r"(?i)\b(?:not|no|never|unless|whether|neither|fails?|false|or|would|maps?|functions?"
    r"|converge\w*|morphisms?|\w+ case)\b|\?"
)
_SENTENCE = re.compile(r"(?<=[a-z)$}])[.?!]\s+|\n\s*\n|\\\]|\$\$|^#.*$|\\end\{\w+\*?\}", re.M)
_FARTHEST = 3000  # characters


@dataclass(frozen=True, slots=True)
class Vanishing:
    """``I(one; two | given)``, which is zero; nothing may be given."""

    one: frozenset[str]
    two: frozenset[str]
    given: frozenset[str] = frozenset()


@lru_cache(maxsize=1024)
def vanishing(before: str, text: str) -> tuple[Vanishing, ...]:
    r"""Return the informations that a text says to be zero, and that still are at its end.

    Parameters
    ----------
    before : str
        What stands before a place.
    text : str
        The whole document.

    Examples
    --------
    >>> text = r"Let $X \to Y \to Z$ be a Markov chain. Then"
    >>> [(sorted(it.one), sorted(it.two), sorted(it.given)) for it in vanishing(text, text)]
    [(['X'], ['Z'], ['Y'])]
    """
    found: dict[Vanishing, None] = {}
    near = before[-_FARTHEST:]
    places = list(_CHAIN.finditer(near)) if "markov" in text.lower() else []
    for place in places:
        names = re.split(_ARROW, place["chain"])
        if _holds(near, place, names):
            found |= dict.fromkeys(_of_chain(names))
    for place in _GIVEN.finditer(near):
        names = [place["one"], place["two"], place["given"]]
        sets = [variables_in(it) for it in names]
        if _holds(near, place, names) and all(sets):
            one, two, given = (it or frozenset() for it in sets)
            found[Vanishing(one, two, given)] = None
    for group in independent_groups(near):
        for pair in combinations(group.names, 2):
            both = [it for it in map(variables_in, pair) if it]
            if len(both) == 2:
                found[Vanishing(*both)] = None
    return tuple(found)


def _holds(text: str, place: re.Match[str], names: list[str]) -> bool:
    """Return whether a sentence says it, and nothing up to the end of a text ends it."""
    start = max((it.end() for it in _SENTENCE.finditer(text[: place.start()])), default=0)
    stop = _SENTENCE.search(text, place.end())
    said = text[start : stop.end() if stop else len(text)]
    words = re.sub(r"\$[^$]*\$", " ", said)
    behind = text[place.end() :]
    if _DENIED.search(words) or not is_in_force(behind):
        return False
    if is_condition(text[start : place.start()], behind):
        return False
    later = text[place.end() if stop is None else stop.end() :]
    return not any(is_given_anew(name, later) for name in names)


def _of_chain(names: list[str]) -> Iterator[Vanishing]:
    """Yield what is independent in a chain: before and after a member, given it."""
    sets = [variables_in(it) for it in names]
    known = [it for it in sets if it]
    if len(known) < len(names) or len(frozenset().union(*known)) < len(names):
        return
    for at in range(1, len(known) - 1):
        for first in range(at):
            for last in range(at + 1, len(known)):
                one = frozenset().union(*known[first:at])
                yield Vanishing(one, frozenset().union(*known[at + 1 : last + 1]), known[at])
