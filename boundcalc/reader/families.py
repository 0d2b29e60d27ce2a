r"""Families that are listed by their first and their last member, ``X_1, \\ldots, X_n``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token

FAMILY = re.compile(
    r"(?P<head>.+?)_\{?1\}?\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*,\s*(?P=head)_\{?(?P<last>[^,{}]+?)\}?"
)


def listed_family(
    fragment: Fragment, tokens: Sequence[Token], at: int
) -> tuple[str, str, int] | None:
    r"""Return the name and the last index in ``\max\{0, X_1, \ldots, X_m\}``, and where it ends."""
    depth, stop = 0, at + 1
    while tokens[stop].kind is not Kind.STOP:
        depth += (tokens[stop].kind is Kind.OPEN) - (tokens[stop].kind is Kind.CLOSE)
        stop += 1
        if depth <= 0:
            break
    inside = fragment.part(tokens[at + 1].stop, tokens[stop - 1].start).text
    zero, comma, rest = inside.partition(",")
    found = FAMILY.fullmatch(rest.strip()) if comma and zero.strip() == "0" else None
    if tokens[at + 1].kind is not Kind.OPEN or found is None:
        return None
    return found.group("head"), found.group("last"), stop


def pieces_of(text: str) -> list[str]:
    """Return what stands between commas that are in no braces."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found
