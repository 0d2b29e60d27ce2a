r"""Relative entropies: ``D(p \| q)`` is ``\mathbb{E}_p[\log p - \log q]``, and never negative.

The laws are named by their mass functions, or by letters alone; these are of the variables over
which the other means of a row are. A D is one only in a text that speaks of Kullback's divergence,
of no other that is written so, and says of no D that it is another number.

Main definitions
----------------
`divergence`: the two laws of a term. `is_about_divergences`: whether a text speaks of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from boundcalc.laws.entropies.masses import Mass, joint, plain, product_of
from boundcalc.laws.entropies.meanings import has_usual_divergences
from boundcalc.laws.entropies.variables import together
from boundcalc.laws.terms import Term, TermKind

DIVERGENCE = "a relative entropy as a mean"
NOT_NEGATIVE = "no relative entropy is negative"
_KL = r"(?:KL|\\(?:text|mathrm|mathsf|rm)\{KL\}|\\(?:text|mathrm|mathsf)\{kl\}|\\rm\s?KL)"
_HEAD = re.compile(
    rf"D(?:_\{{?{_KL}\}}?)?|{_KL}|\\(?:mathrm|mathbb|mathsf|operatorname)\{{D\}}(?:_\{{?{_KL}\}}?)?"
)
_SPEAKS = re.compile(r"Kullback|(?<![A-Za-z])KL(?![A-Za-z])|relative entrop", re.IGNORECASE)
_OTHERS = re.compile(
    r"nyi|f-divergence|\$f\$-divergence|Bregman|Hellinger|Jeffreys|Jensen.{0,3}Shannon|Wasserstein"
    r"|chi.{0,3}squared? (?:div|dist)|symmetri[sz]ed|reverse[d]?[\s-]KL|quantum|von Neumann",
    re.IGNORECASE,
)
_DEFINED = re.compile(
    r"(?<![A-Za-z])D(?:_\{?[^\s(){}]*(?:\{[A-Za-z]+\})?\}?)?\s*(?:\\left)?[(\[](?P<one>[^()=]{1,40}?)"
    r"(?:\\\||\|\||\\parallel|\\Vert)(?P<two>[^()=]{1,40}?)(?:\\right)?[)\]]\s*&?\s*"
    r"(?::=|\\triangleq|\\equiv|\\coloneqq|=)\s*&?\s*(?P<value>[^=]{0,160})"
)
_USUAL = re.compile(
    r"(?:\\displaystyle|\\sum|\\int|\\i+nt|\\mathbb\{?E\}?|\\mathbf\{?E\}?|\\E|E)(?![A-Za-z])"
)
_UNUSUAL = (r"\frac", r"\tfrac", r"\sup", r"\max", r"\min", r"\inf", r"\log", r"\ln", "-")
_RATIO = re.compile(
    r"\\(?:log|ln)(?:_\{?2\}?)?[^A-Za-z\\]*(?:\\(?:left|[dt]?frac)[^A-Za-z\\]*)*(?P<over>[A-Za-z])"
)
_BETWEEN = re.compile(r"\\\||\|\||\\parallel(?![A-Za-z])|\\Vert(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first law, and the mass functions whose product is the second one."""

    first: Mass
    second: tuple[Mass, ...]


@lru_cache(maxsize=4096)
def is_about_divergences(text: str) -> bool:
    """Return whether every D of a text with two laws may be a relative entropy."""
    if _SPEAKS.search(text) is None or _OTHERS.search(text) is not None:
        return False
    return has_usual_divergences(text) and all(
        _is_usual(found) for found in _DEFINED.finditer(text)
    )


def _is_usual(found: re.Match[str]) -> bool:
    """Return whether what a divergence is said to be is no sum but that of its definition."""
    value = found["value"].lstrip()
    if _USUAL.match(value) is None:
        return not value.startswith(_UNUSUAL)
    ratio = _RATIO.search(value)
    letter = re.search(r"[A-Za-z](?![A-Za-z])", found["one"])
    return ratio is None or letter is None or ratio["over"].lower() == letter.group().lower()


def divergence(term: Term, text: str, of: frozenset[str] | None) -> Divergence | None:
    """Return the laws of a relative entropy, or None for another term.

    Parameters
    ----------
    term : Term
        The term.
    text : str
        The document.
    of : frozenset of str, optional
        The variables of laws that are named without arguments, where these are known.
    """
    if term.kind is not TermKind.VALUE or _HEAD.fullmatch(re.sub(r"\s", "", term.head)) is None:
        return None
    if not is_about_divergences(text):
        return None
    source = term.bodies[0].source
    parts = _BETWEEN.split(source.text[term.bodies[0].start : term.bodies[-1].stop])
    if len(parts) != 2:
        return None
    sides = [product_of(plain(part), text) for part in parts]
    first, second = (sides[0] or ()), (sides[1] or ())
    if not first or not second:
        return None
    if all(len(side) == 1 and not side[0].of and not side[0].on for side in (first, second)):
        own = of or frozenset()
        one, two = (replace(side[0], of=own) for side in (first, second))
        return Divergence(one, (two,)) if one.head != two.head else None
    whole = joint(first)
    if whole is None or whole.on or not whole.of or not all(item.of for item in second):
        return None
    return Divergence(whole, tuple(second)) if _covers(second, whole.of) else None


def _covers(masses: list[Mass], names: frozenset[str]) -> bool:
    """Return whether a product is a law of variables: of independent parts, or one by one."""
    if len({item.head for item in masses}) == 1 and (found := joint(masses)) is not None:
        return not found.on and found.of == names
    seen: set[str] = set()
    for item in sorted(masses, key=lambda mass: len(mass.on)):
        if item.of & seen or not item.on <= seen:
            return False
        seen |= item.of
    return together(seen) == names
