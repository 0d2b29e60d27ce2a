r"""Members of sets in the place of letters: what a body is at an element.

Main definitions
----------------
`at_member`: a text with a member in the place of a letter. `value_at`: what it is worth there.
`is_fixed`: whether nothing random chooses a member. `spelling`: how a name may be written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from boundcalc.language.expressions import Expression
from boundcalc.laws.constants import is_drawn
from boundcalc.laws.facts.facts import Terms
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind

_BINDS = re.compile(
    r"\\(?:sum|prod|max|min|sup|inf|int|E|mathbb\{E\})(?:\\limits)?_\{?(?P<one>\\?[A-Za-z]+)"
    r"|(?<![A-Za-z\\])d(?P<two>[a-z])(?![A-Za-z])"
)
_STOCHASTIC = re.compile(
    r"\\(?:Pr|E|P|Exp|Prob|mathbb\{?[EP]\}?|mathbf\{?[EP]\}?|mathrm\{?(?:[EP]|Pr|Var|Cov)\}?|Var)"
    r"(?![A-Za-z])|(?<![A-Za-z\\])[EP](?=[\[(_])"
)
_CHOSEN = (
    r"(?i:output|return|minimi[sz]|maximi[sz]|learn|estimat|depend|algorithm|\bERM\b|random|sampl"
    r"|data)"
)


def value_at(terms: Terms, text: str, letter: str, member: str) -> Expression | None:
    """Return what a text is worth with a member in the place of a letter; None where unsure."""
    if member != letter and not is_fixed(member, text, terms.source.document):
        return None
    put = at_member(terms, text, letter, member)
    return terms.number(put) if put else None


def at_member(terms: Terms, text: str, letter: str, member: str) -> str:
    """Return a text with a member in the place of a letter; nothing where that is not sure."""
    tokens, own = terms.tokens(text), terms.tokens(member)
    names = {it.key for it in own if it.kind is Kind.NAME} - {letter}
    if not own or names & _captured(canonical(tokens[:-1]), {it.key for it in tokens}):
        return ""
    parts: list[str] = []
    source = terms.place(text).source.text
    is_put = False
    for token, after in pairwise(tokens):
        if token.key != letter or token.kind is not Kind.NAME:
            parts.append(source[token.start : token.stop])
            continue
        if after.kind in (Kind.SUB, Kind.PRIME, Kind.SUP) and member != letter:
            return ""
        parts.append(member)
        is_put = True
    return " ".join(parts) if is_put else ""


def _captured(text: str, names: set[str]) -> set[str]:
    """Return the names that mean something else in a text: all of them where it is random."""
    if _STOCHASTIC.search(text):
        return names
    return {it["one"] or it["two"] for it in _BINDS.finditer(text)}


@lru_cache(maxsize=1024)
def is_fixed(member: str, body: str, text: str) -> bool:
    r"""Return whether a member is the same whatever is random in a body, as far as a text says.

    Examples
    --------
    >>> [is_fixed(it, r"\Pr[L(h) > t]", "For $h \\in H$.") for it in ("h", r"\hat{h}", "h_S")]
    [True, False, False]
    """
    if _STOCHASTIC.search(body) is None:
        return True
    if not re.fullmatch(r"\\?[A-Za-z]+(?:'|_\{?[0-9]\}?|\^\{?(?:\*|\\star|\\ast)\}?)*", member):
        return False
    name = rf"(?<![A-Za-z\\]){spelling(member)}(?![A-Za-z])"
    chosen = rf"{_CHOSEN}[^.$]{{0,60}}\$\s*{name}|{name}[^$]{{0,40}}\$[^.$]{{0,60}}{_CHOSEN}"
    base = re.split(r"['_^]", member)[0]
    return not (is_drawn(text, member) or is_drawn(text, base)) and not re.search(chosen, text)


def spelling(name: str) -> str:
    r"""Return a pattern of how a name may be written, with braces around its signs or without.

    Examples
    --------
    >>> [bool(re.fullmatch(spelling("x^{*}"), it)) for it in ("x^*", r"x^{*}", "x", "y^*")]
    [True, True, False, False]
    """
    signs = [it for it in re.findall(r"\\?[A-Za-z]+|\S", name) if it not in "{}"]
    return r"\s*".join(rf"\{{?{re.escape(sign)}\}}?" for sign in signs)
