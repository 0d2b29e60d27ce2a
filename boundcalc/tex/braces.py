r"""Braces of a formula: that each is closed, and those that TeX does without, as in ``x^\frac12``.

Main definitions
----------------
`with_braces`: tokens with braces around a command that is a script as it stands.
`check_braces`: that braces are closed, and nest no deeper than can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.token_kinds import Kind, Token

MAX_BRACES = 300
_ARGUMENTS = {r"\frac": 2, r"\binom": 2, r"\sqrt": 1}


def with_braces(tokens: Sequence[Token]) -> list[Token]:
    r"""Return tokens in which a fraction or a root that is a script stands in braces.

    Examples
    --------
    >>> from boundcalc.tex.tokens import tokenize
    >>> [token.key for token in tokenize(Fragment.of(r"x^\frac12"))][:6]
    ['x', '^', '{', '\\frac', '1', '2']
    """
    found: list[Token] = []
    open_until: list[int] = []
    for at, token in enumerate(tokens):
        while open_until and open_until[-1] == at:
            found.append(_brace(Kind.RIGHT_BRACE, "}", tokens[open_until.pop() - 1].stop))
        is_script = at > 0 and tokens[at - 1].kind in (Kind.SUB, Kind.SUP)
        if is_script and token.kind is Kind.COMMAND and token.key in _ARGUMENTS:
            stop = _after_arguments(tokens, at + 1, _ARGUMENTS[token.key])
            if stop is not None:
                found.append(_brace(Kind.LEFT_BRACE, "{", token.start))
                open_until.append(stop)
        found.append(token)
    return found


def _brace(kind: Kind, key: str, at: int) -> Token:
    return Token(kind, key, at, at)


def _after_arguments(tokens: Sequence[Token], at: int, count: int) -> int | None:
    """Return the index behind arguments in braces or of one sign, or None where one is missing."""
    for _ in range(count):
        kind = tokens[at].kind
        if kind is Kind.LEFT_BRACE:
            depth = 1
            while depth:
                at += 1
                if tokens[at].kind is Kind.STOP:
                    return None
                depth += (tokens[at].kind is Kind.LEFT_BRACE) - (
                    tokens[at].kind is Kind.RIGHT_BRACE
                )
        elif kind not in (Kind.DIGIT, Kind.NAME):
            return None
        at += 1
    return at


def check_braces(tokens: Sequence[Token], fragment: Fragment) -> None:
    """Raise an error at a brace that is not closed, or closes none."""
    unclosed: list[Token] = []
    for token in tokens:
        if token.kind is Kind.LEFT_BRACE:
            unclosed.append(token)
            if len(unclosed) > MAX_BRACES:
                raise ReaderError(f"braces nest at most {MAX_BRACES} levels", fragment, token.start)
        elif token.kind is Kind.RIGHT_BRACE:
            if not unclosed:
                raise ReaderError("this } closes no {", fragment, token.start)
            unclosed.pop()
    if unclosed:
        raise ReaderError("this { is never closed", fragment, unclosed[-1].start)
