r"""Letters with an index that are other points than the letter over which an extremum goes.

In ``\min_w f(w) + f(w_t)`` the same function is applied to w and to ``w_t``, so that ``w_t`` is no
coordinate of w: it is a point like it, and stands outside of the minimum.

Main definitions
----------------
`bound_names`: over which letters a sum or an extremum goes. `is_another_point`: whether a
letter with an index is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from boundcalc.displays.open_names import NAMES
from boundcalc.tex.tokens import Kind, Token


def bound_names(scripts: Sequence[Token]) -> set[str]:
    """Return the letters over which a sum or an extremum goes, by its scripts."""
    names: set[str] = set()
    for token in scripts:
        if token.kind is Kind.RELATION or token.key in (r"\in", r"\subseteq", r"\rightarrow"):
            break
        if token.kind in NAMES:
            names.add(token.key)
    return names


def is_another_point(tokens: Sequence[Token], start: int, stop: int, at: int) -> bool:
    """Return whether a letter with an index is what a function of the letter alone is applied to.

    Parameters
    ----------
    tokens : sequence of Token
        The formula.
    start, stop : int
        Where the body begins in which the letter is bound, and where it ends.
    at : int
        Where the letter stands behind it.
    """
    is_argument = tokens[at - 1].kind is Kind.OPEN and tokens[at + 1].kind is Kind.SUB
    function = _function(tokens, at - 1) if is_argument else ""
    return bool(function) and any(
        tokens[here].kind is Kind.OPEN
        and tokens[here + 1].key == tokens[at].key
        and tokens[here + 2].kind is Kind.CLOSE
        and _function(tokens, here) == function
        for here in range(start, stop - 2)
    )


def _function(tokens: Sequence[Token], at: int) -> str:
    """Return the name before a parenthesis without its scripts; nothing where none stands there."""
    at -= 1
    while at > 0:
        begin = at
        if tokens[at].kind is Kind.RIGHT_BRACE:
            depth = 1
            while depth and begin > 0:
                begin -= 1
                depth += (tokens[begin].kind is Kind.RIGHT_BRACE) - (
                    tokens[begin].kind is Kind.LEFT_BRACE
                )
        if tokens[begin - 1].kind not in (Kind.SUB, Kind.SUP):
            break
        at = begin - 2
    return tokens[at].key if at >= 0 and tokens[at].kind is Kind.NAME else ""
