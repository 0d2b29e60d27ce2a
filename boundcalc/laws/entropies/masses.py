r"""Mass functions as documents write them: ``p(x, y)``, ``p_{Y|X}(y|x)``, ``\Pr(X = x)``.

The letter x stands for the variable X, and a mass function is known by its letter and by what its
arguments name. One letter is that of the law of the variables themselves: p, or P in a text in
which no p is applied to anything.

Main definitions
----------------
`Mass`: a mass function. `mass_of`: that which a text is. `joint`: the product of several.
`summed_over`: the variables over whose values a sum goes. `expected_by`: by which mass function an
expectation is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from boundcalc.laws.entropies.variables import BAR, capitals, together, variables_in

OWN = "p"  # the letter under which the law of the variables is known here
_SIGNS = re.compile(r"\\(?:left|right|middle|,|;|!|:|big[lrm]?|Big[lrm]?)(?![A-Za-z])|\s")
_HEADED = re.compile(
    r"(?P<head>[pPqQ])(?:_(?:\{(?P<law>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(?P<one>[A-Z])))?"
    r"(?:\((?P<inside>[^()=]*)\))?"
)
_CHANCE = re.compile(
    r"(?:\\Pr|P|\\P|\\prob|\\math(?:bb|bf|rm|sf)\{Pr?\})[(\[](?P<of>[^|()]+)(?:\|(?P<on>[^|()]+))?[)\]]"
)
_EQUATION = re.compile(
    r"(?P<name>[A-OR-Z](?:_(?:\w|\{\w+\}))?)=(?P<value>[a-z](?:_(?:\w|\{\w+\}))?)"
)
_SUM = re.compile(r"\\sum(?:\\limits)?_(?:\{(?P<inner>.*)\}|(?P<letter>[a-z]))")
_SET = r"(?:\\math(?:cal|scr|bb|sf|rm)\{(?P<set>[A-Z])\}|(?P<plain>[A-Z])|(?P<greek>\\chi))"
_IN = re.compile(
    rf"(?P<name>[a-z](?:_(?:\w|\{{\w+\}}))?)(?P<power>\^\{{?\w\}}?)?\\in{_SET}(?P<raised>\^\{{?\w\}}?)?"
)
_PAIR = re.compile(r"\((?P<names>[a-z](?:,[a-z])*)\)(?:\\in(?P<sets>.+))?")
_TIMES = re.compile(r"\\times(?![A-Za-z])")
_EXPECTED = re.compile(
    r"(?:\\mathbb\{E\}|\\mathbf\{E\}|\\mathrm\{E\}|\\mathsf\{E\}|\\E|E)"
    r"(?:_(?:\{(?P<by>.*)\}|(?P<one>[A-Za-z])))?"
)
_SUPPORT = re.compile(r"(?i)\b(?:support|alphabet|range|values?)\b[^.\n]{0,60}\\chi")
_SMALL_LAW = re.compile(r"(?<![A-Za-z\\_])p(?:_\{?[A-Z][^(){}]{0,9}\}?)?\s*(?:\\left)?\(")


class Case(Enum):
    """What stands in a mass function: values, random variables, or either."""

    VALUES = "values"
    VARIABLES = "variables"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Mass:
    """A mass function: its letter, what it is of, and on what; variables in capital letters."""

    head: str
    of: frozenset[str]
    on: frozenset[str] = frozenset()

    @property
    def whole(self) -> frozenset[str]:
        """All variables in it."""
        return together(self.of | self.on)


@dataclass(frozen=True, slots=True)
class Weight:
    """By what an expectation is: a mass function, and whether the text names it."""

    mass: Mass
    is_named: bool


def plain(text: str) -> str:
    """Return a formula without spaces and without the sizes of its parentheses."""
    text = BAR.sub("|", text.replace(r"\left|", "|").replace(r"\right|", "|"))
    return _SIGNS.sub("", re.sub(r"\\big[lr]?\||\\middle\|", "|", text))


@lru_cache(maxsize=4096)
def own_letter(text: str) -> str:
    """Return the letter of the law of the variables in a text."""
    return "p" if _SMALL_LAW.search(text) else "P"


def mass_of(latex: str, case: Case, text: str) -> Mass | None:
    """Return the mass function that a formula is, with arguments; None for another one."""
    shown = plain(latex)
    chance = _CHANCE.fullmatch(shown)
    if chance is not None and "=" in shown:
        of, on = _equated(chance["of"]), _equated(chance["on"] or "")
        return Mass(OWN, of, on) if of and on is not None and case is not Case.VARIABLES else None
    found = _HEADED.fullmatch(shown)
    if found is None or found["inside"] is None:
        return None
    parts = found["inside"].split("|")
    sets = [_arguments(part, case) for part in parts]
    law = _law(found)
    if len(parts) > 2 or any(item is None for item in sets) or law is None:
        return None
    of, on = together(sets[0] or ()), together(sets[1] or () if len(sets) == 2 else ())
    if law and law != (of, on):
        return None
    return None if of & on else Mass(_letter(found["head"], text), of, on)


def law_of(shown: str, text: str) -> Mass | None:
    r"""Return the law that a formula names, as ``p``, ``P_{XY}`` or ``p(x)``, else None.

    It is of no variables where none is named.
    """
    found = _HEADED.fullmatch(shown)
    if found is None or found["inside"] is not None:
        return mass_of(shown, Case.EITHER, text)
    law = _law(found)
    if law is None:
        return None
    of, on = law or (frozenset(), frozenset())
    return Mass(_letter(found["head"], text), of, on)


def product_of(shown: str, text: str) -> list[Mass] | None:
    r"""Return the mass functions of a product, as ``p(x)p(y)`` or ``P_X \otimes P_Y``."""
    found: list[Mass] = []
    shown = re.sub(r"\\(?:otimes|times|cdot)", "", shown)
    while shown:
        piece = _HEADED.match(shown)
        mass = law_of(piece.group(), text) if piece is not None else None
        if piece is None or mass is None:
            return None
        found.append(mass)
        shown = shown[piece.end() :]
    return found


def _letter(head: str, text: str) -> str:
    return OWN if head == own_letter(text) else head


def _law(found: re.Match[str]) -> tuple[frozenset[str], frozenset[str]] | tuple[()] | None:
    """Return the variables of the subscript of a mass function; None where others stand there."""
    shown = found["law"] or found["one"]
    if shown is None:
        return ()
    parts = [re.sub(r"(?<=[A-Z0-9}])(?=[A-Z])", ",", part) for part in shown.split("|")]
    sets = [variables_in(part) for part in parts]
    if len(parts) > 2 or any(item is None for item in sets):
        return None
    return together(sets[0] or ()), together(sets[1] or () if len(sets) == 2 else ())


def _arguments(shown: str, case: Case) -> frozenset[str] | None:
    """Return the variables of arguments, which are all values or all variables."""
    scripts = r"\\[A-Za-z]+|[_^]\{[^{}]*\}|[_^]\w|[^A-Za-z]"
    letters = re.sub(scripts, "", shown)
    is_values = letters.islower() and case is not Case.VARIABLES
    is_variables = letters.isupper() and case is not Case.VALUES
    if not (is_values or is_variables) or re.search(r"\\(?![lc]?dots)|'", shown):
        return None
    return variables_in(capitals(shown) if is_values else shown)


def _equated(shown: str) -> frozenset[str] | None:
    """Return the variables of ``X=x, Y=y``, each equal to its own letter; None for others."""
    names: set[str] = set()
    for part in shown.split(",") if shown else ():
        found = _EQUATION.fullmatch(part)
        if found is None or capitals(found["value"]) != found["name"]:
            return None
        names |= variables_in(found["name"]) or set()
    return frozenset(names)


def joint(masses: Iterable[Mass]) -> Mass | None:
    """Return the joint mass function that a product is: one alone, or ``p(x) p(y|x) p(z|x,y)``."""
    whole: Mass | None = None
    for item in sorted(masses, key=lambda mass: len(mass.on)):
        if whole is None:
            whole = item
        elif whole.on or item.head != whole.head or item.on != whole.of or item.of & whole.of:
            return None
        else:
            whole = Mass(whole.head, together(whole.of | item.of))
    return whole


def summed_over(head: str, text: str) -> frozenset[str] | None:
    r"""Return the variables over all of whose values a sum goes, as ``\sum_{x, y}``, or None."""
    found = _SUM.fullmatch(re.sub(r"\s", "", head))
    if found is None:
        return None
    inner = found["inner"] or found["letter"]
    pair = _PAIR.fullmatch(inner)
    if pair is not None:
        names = pair["names"].split(",")
        sets = _TIMES.split(pair["sets"]) if pair["sets"] else []
        if sets and len(sets) != len(names):
            return None
        pieces = [rf"{name}\in{item}" for name, item in zip(names, sets, strict=True)] or names
    elif r"\in" not in inner:
        pieces = [inner]
    else:
        pieces = inner.split(",")
    whole: set[str] = set()
    for piece in pieces:
        names_in = _values_in(piece, text)
        if names_in is None or whole & names_in:
            return None
        whole |= names_in
    return together(whole)


def _values_in(piece: str, text: str) -> frozenset[str] | None:
    if r"\in" not in piece:
        return _arguments(piece, Case.VALUES)
    found = _IN.fullmatch(piece)
    if found is None or (found["power"] or "").strip("^{}") != (found["raised"] or "").strip("^{}"):
        return None
    alphabet = found["set"] or found["plain"]
    is_whole = alphabet == found["name"][0].upper() if alphabet else _SUPPORT.search(text)
    return _arguments(found["name"] + (found["power"] or ""), Case.VALUES) if is_whole else None


def expected_by(head: str, text: str) -> Weight | None:
    """Return by which mass function an expectation is; of no variables where none are named."""
    found = _EXPECTED.fullmatch(plain(head))
    if found is None:
        return None
    shown = found["by"] or found["one"] or ""
    drawn = shown.split(r"\sim")
    if len(drawn) == 2:
        mass = law_of(drawn[1], text)
        names = _arguments(drawn[0].removeprefix("(").removesuffix(")"), Case.EITHER)
        is_own = mass is not None and not mass.on and mass.of in (frozenset(), names)
        return Weight(Mass(mass.head, names), True) if mass and names and is_own else None
    if not shown:
        return Weight(Mass(OWN, frozenset()), False)
    mass = law_of(shown, text)
    if mass is not None:
        return Weight(mass, True)
    names = _arguments(shown.removeprefix("(").removesuffix(")"), Case.EITHER)
    return Weight(Mass(OWN, names), False) if names else None
