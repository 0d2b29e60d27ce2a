r"""Use: the domain of a name that no line declares, from where it stands, or from its letter.

What stands under a logarithm is positive, what ends a sum is an integer. A letter has the domain
that it has for most authors: n is an integer, \varepsilon is positive. Both are guesses: nothing is
refuted by them, and they are said beside every verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from boundcalc.language.domains import (
    NONNEGATIVE,
    NONNEGATIVE_INTEGER,
    OPEN_PROBABILITY,
    POSITIVE,
    POSITIVE_INTEGER,
    REAL,
    Domain,
)
from boundcalc.prose.declared import meet
from boundcalc.reader.groupings import ends_sum
from boundcalc.reader.names import NameReader
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

INTEGERS = ("n", "m", "k", "T", "N", "i", "j", "d", r"\ell")
PROBABILITIES = (r"\delta", r"\beta", "p", "q", r"\eta")
POSITIVES = (
    r"\varepsilon", r"\epsilon", r"\tau", r"\sigma", r"\alpha", r"\lambda", r"\gamma", r"\Delta",
    r"\kappa", "B", "t",
)  # fmt: skip
_LETTERS: Mapping[str, Domain] = {
    **dict.fromkeys(INTEGERS, POSITIVE_INTEGER),
    **dict.fromkeys(PROBABILITIES, OPEN_PROBABILITY),
    **dict.fromkeys(POSITIVES, POSITIVE),
}
_LOGARITHMS = (r"\ln", r"\log", r"\lg", r"\log_2")
_LAST_INDEX = "it is the last index of a sum"


def usual_domain(name: str) -> Domain:
    r"""Return the domain that a letter has for most authors.

    Examples
    --------
    >>> str(usual_domain("n")), str(usual_domain(r"\varepsilon_{1}")), str(usual_domain("x"))
    ('the integers >= 1', '(0, oo)', '(-oo, oo)')
    """
    if name.startswith("|"):
        return NONNEGATIVE_INTEGER
    base = name.partition("_")[0].rstrip("'")
    return _LETTERS.get(name) or _LETTERS.get(base, REAL)


def guessed_domain(name: str, formulas: Iterable[Fragment]) -> tuple[Domain, str, Domain]:
    r"""Return the domain of a name from its use in formulas, or from its letter, and why.

    The last is what a proof may use of it: what its use says, or that a usual letter is positive.

    Examples
    --------
    >>> domain, why, _ = guessed_domain("x", [Fragment.of(r"\ln x \le x - 1")])
    >>> str(domain), why
    ('(0, oo)', 'it stands under a logarithm')
    """
    for formula in formulas:
        try:
            tokens = tokenize(formula)
        except ReaderError:
            continue
        found = _used(name, tokens, formula)
        if found is not None:
            domain, why = found
            usual = usual_domain(name)
            return meet(domain, usual) or domain, why, domain
    domain = usual_domain(name)
    if domain == REAL:
        return domain, "read as a real number", REAL
    return domain, "usual for the letter", POSITIVE


def speaks_against(name: str, domain: Domain, text: str) -> bool:
    r"""Return whether a text bounds a name somewhere as one that has a usual domain is not.

    Examples
    --------
    >>> speaks_against("d", POSITIVE_INTEGER, r"with $1 \geq d > 0$")
    True
    >>> speaks_against("n", POSITIVE_INTEGER, r"for $n \ge 1$")
    False
    >>> speaks_against("t", POSITIVE, "for $s > 0$ and $t$ real")
    True
    """
    letter = re.escape(name) + r"(?![A-Za-z])"
    before = r"(?<![A-Za-z\\])" if name[:1].isalpha() else ""
    number, above_one = "[0-9.]", "[1-9]"
    patterns = {
        POSITIVE_INTEGER: (
            rf"{number}\s*{_ABOVE}\s*{letter}"
            rf"|{before}{letter}\s*(?:{_BELOW}\s*{number}|{_IN})"
        ),
        OPEN_PROBABILITY: (
            rf"{above_one}\s*{_BELOW}\s*{letter}"
            rf"|{before}{letter}\s*(?:{_ABOVE}\s*{above_one}|{_IN})"
        ),
        POSITIVE: rf"{before}{letter}\s*(?:{_BELOW}\s*0|\\in\s*\\mathbb\s*\{{?R|\$\s+real(?!\w))",
    }
    pattern = patterns.get(domain)
    return pattern is not None and re.search(pattern, text) is not None


_CHOICES = (r"\binom", r"\dbinom", r"\tbinom")
_ABOVE = r"(?:>|\\ge(?:q|qslant)?(?![A-Za-z]))"
_BELOW = r"(?:<|\\le(?:q|qslant)?(?![A-Za-z]))"
_IN = r"\\in\s*(?:\\mathbb\s*\{?R|[\[(])"


def _used(name: str, tokens: list[Token], formula: Fragment) -> tuple[Domain, str] | None:
    reader = NameReader(tokens, formula)
    for at, token in enumerate(tokens):
        if token.kind not in (Kind.NAME, Kind.ACCENT):
            continue
        try:
            read = reader.read(at)
        except (ReaderError, IndexError):
            continue
        if read.latex != name:
            continue
        found = _role(tokens, at, read.stop)
        if found is not None:
            return found
    return None


def _role(tokens: list[Token], at: int, stop: int) -> tuple[Domain, str] | None:
    """Return what the place of a name says of it."""
    before, after = tokens[max(0, at - 1)], tokens[stop]
    outer = tokens[max(0, at - 2)]
    if after.kind is Kind.BANG:
        return NONNEGATIVE_INTEGER, "it stands before a factorial"
    if at == 0:
        return None
    if _is_chosen(tokens, at, stop):
        return NONNEGATIVE_INTEGER, "it stands in a binomial coefficient"
    closes = after.kind in (Kind.CLOSE, Kind.RIGHT_BRACE)
    inside = before.kind in (Kind.OPEN, Kind.LEFT_BRACE) and closes
    head = outer if inside else before
    if head.key in _LOGARITHMS and (inside or before is head):
        return POSITIVE, "it stands under a logarithm"
    if outer.key == r"\sqrt" and inside:
        return NONNEGATIVE, "it stands under a root"
    if head.kind is Kind.SUP and ends_sum(tokens, at - 1 if inside else at):
        return POSITIVE_INTEGER, _LAST_INDEX
    return None


def _is_chosen(tokens: list[Token], at: int, stop: int) -> bool:
    """Return whether a letter of the alphabet is above or below in a binomial coefficient."""
    keys = [token.key for token in tokens]
    if not re.fullmatch(r"[A-Za-z]", keys[at]) or stop != at + 1:
        return False
    if keys[at - 1] == r"\choose" or keys[stop] == r"\choose":
        return True
    if keys[at - 1] in _CHOICES:
        return True
    is_group = keys[at - 1] == "{" and keys[stop] == "}"
    start = at - 2 if is_group else at - 1  # what stands before it
    if keys[start] in _CHOICES:
        return True
    if keys[start] != "}":
        return start > 0 and keys[start - 1] in _CHOICES
    depth = 0
    for place in range(start, -1, -1):
        depth += (keys[place] == "}") - (keys[place] == "{")
        if depth == 0:
            return place > 0 and keys[place - 1] in _CHOICES
    return False


def last_indexes(formula: Fragment) -> set[str]:
    r"""Return the names that end a sum and are no functions there: numbers, in ``n(n+1)`` too.

    Before parentheses such a name is a factor if they hold such names and digits alone.

    Examples
    --------
    >>> sorted(last_indexes(Fragment.of(r"\sum_{i=1}^n i = \frac{n(n+1)}{2}")))
    ['n']
    >>> sorted(last_indexes(Fragment.of(r"\prod_{i=1}^{m} e^{x_{k}}")))
    ['m']
    >>> sorted(last_indexes(Fragment.of(r"\sum_{i=1}^d d(x_i, y_i) \le 1")))
    []
    """
    try:
        tokens = tokenize(formula)
    except ReaderError:
        return set()
    found = {
        token.key
        for at, token in enumerate(tokens)
        if token.kind is Kind.NAME
        and tokens[at + 1].kind is not Kind.SUB
        and _role(tokens, at, at + 1) == (POSITIVE_INTEGER, _LAST_INDEX)
    }
    applied = {
        token.key
        for at, token in enumerate(tokens)
        if token.key in found
        and tokens[at + 1].kind is Kind.OPEN
        and not _holds_numbers(tokens, at + 1, found)
    }
    return found - applied


def _holds_numbers(tokens: list[Token], at: int, names: set[str]) -> bool:
    depth = 0
    for token in tokens[at:]:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth == 0:
            return True
        is_number = token.kind in (Kind.DIGIT, Kind.OPERATOR, Kind.OPEN, Kind.CLOSE)
        if not (is_number or token.key in names):
            return False
    return False


def kind_words(domain: Domain) -> str:
    r"""Return a domain as it stands in a declaration.

    Examples
    --------
    >>> kind_words(usual_domain("n")), kind_words(usual_domain(r"\delta"))
    ('integer >= 1', 'in (0, 1)')
    """
    kind = "integer" if domain.integer else "real"
    if domain.lower is None and domain.upper is None:
        return kind
    if domain.lower == 0 and domain.upper is None and not domain.integer:
        return "nonnegative" if domain.lower_closed else "positive"
    if domain.upper is None or domain.lower is None:
        signs = (">=" if domain.lower_closed else ">") if domain.upper is None else None
        sign = signs or ("<=" if domain.upper_closed else "<")
        return f"{kind} {sign} {domain.lower if domain.upper is None else domain.upper}"
    left, right = "[" if domain.lower_closed else "(", "]" if domain.upper_closed else ")"
    interval = f"in {left}{domain.lower}, {domain.upper}{right}"
    return f"integer {interval}" if domain.integer else interval
