r"""Families that are listed by their first and their last member, ``X_1, \\ldots, X_n``.

Main definitions
----------------
`listed_family`: one in a maximum. `listed_sum`: the sum of one, ``X_1 + \\dots + X_n``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from boundcalc.reader.names import canonical, visible
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token

_OPENING, _CLOSING = (Kind.OPEN, Kind.LEFT_BRACE), (Kind.CLOSE, Kind.RIGHT_BRACE)
_SCRIPTS = (Kind.SUB, Kind.SUP)
_ENDS = (
    Kind.STOP, Kind.RELATION, Kind.ARROW, Kind.NEWLINE, Kind.SEMICOLON, Kind.TEXT, Kind.NOTE,
    Kind.AMPERSAND, Kind.UNREAD, Kind.BAR,
)  # fmt: skip
_LAST = re.compile(r"(?:[A-Za-z]|\\ell)(?:[+-]\d)?|\d+")

FAMILY = re.compile(
    r"(?P<head>.+?)_\{?1\}?\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*,\s*(?P=head)_\{?(?P<last>[^,{}]+?)\}?"
)


def listed_family(
    fragment: Fragment, tokens: Sequence[Token], at: int
) -> tuple[str, str, int, bool] | None:
    r"""Return the name and the last index in ``\max\{0, X_1, \ldots, X_m\}``, and where it ends.

    The last entry says whether the zero stands there.
    """
    depth, stop = 0, at + 1
    while tokens[stop].kind is not Kind.STOP:
        depth += (tokens[stop].kind is Kind.OPEN) - (tokens[stop].kind is Kind.CLOSE)
        stop += 1
        if depth <= 0:
            break
    inside = fragment.part(tokens[at + 1].stop, tokens[stop - 1].start).text
    zero, comma, rest = inside.partition(",")
    has_zero = bool(comma) and zero.strip() == "0"
    found = FAMILY.fullmatch((rest if has_zero else inside).strip())
    if tokens[at + 1].kind is not Kind.OPEN or found is None:
        return None
    return found.group("head"), found.group("last"), stop, has_zero


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


class ListedSum(NamedTuple):
    r"""A sum such as ``X_1 + X_2 + \dots + X_n``: its ends, and its first member in pieces.

    The index stands between the pieces; `stop` is the index of the token behind the sum.
    """

    first: int
    last: str
    pieces: tuple[tuple[Token, ...], ...]
    stop: int

    def member(self, index: str) -> str:
        """Return the member with an index."""
        return canonical(visible(self._placed(Token(Kind.NAME, index, 0, 0))))

    def _placed(self, index: Token) -> list[Token]:
        found = list(self.pieces[0])
        for piece in self.pieces[1:]:
            found += [index, *piece]
        return found

    @property
    def letter(self) -> str:
        """A letter that stands nowhere in it."""
        taken = {self.last[:1], *(token.key for piece in self.pieces for token in piece)}
        return next(letter for letter in "ijklmrsuvwabc" if letter not in taken)


def listed_sum(tokens: Sequence[Token], start: int) -> ListedSum | None:
    r"""Return the sum of the members of a family that begins at a token, or None.

    The members differ in one number alone, which is that of the first one and goes on by one; a
    sum of numbers has a second member, which says so.
    """
    members, stop = _members(tokens, start)
    if len(members) < 3 or not _are_dots(members[-2]):
        return None
    first, last = (visible(members[at]) for at in (0, -1))
    found = _index_of(first, last)
    if found is None:
        return None
    pieces, number, end = found
    listed = ListedSum(number, end, tuple(map(tuple, pieces)), stop)
    is_number = len(first) == 1
    seconds = members[1:-2]
    expected = (listed.member(str(number + at)) for at in range(1, len(seconds) + 1))
    if any(canonical(visible(own)) != it for own, it in zip(seconds, expected, strict=True)):
        return None
    return None if is_number and not seconds else listed


def _members(tokens: Sequence[Token], start: int) -> tuple[list[list[Token]], int]:
    """Return what stands between signs of addition outside of delimiters, and where it ends."""
    found: list[list[Token]] = [[]]
    depth, at = 0, start
    while tokens[at].kind not in _ENDS:
        token = tokens[at]
        depth += token.kind in _OPENING
        depth -= token.kind in _CLOSING
        is_sign = depth == 0 and token.kind is Kind.OPERATOR and token.key in ("+", "-")
        if depth < 0 or (is_sign and found[-1] and token.key == "-" and len(found) > 2):
            break
        if is_sign and token.key == "+":
            if len(found) > 1 and _are_dots(found[-2]):
                break
            found.append([])
        else:
            found[-1].append(token)
        at += 1
    return ([], at) if depth > 0 or not all(found) else (found, at)


def _are_dots(tokens: Sequence[Token]) -> bool:
    keys = [token.key for token in tokens]
    return keys in ([r"\dots"], [r"\cdots"], [".", ".", "."])


def _index_of(first: list[Token], last: list[Token]) -> tuple[list[list[Token]], int, str] | None:
    """Return the pieces between the places of an index, its first value and its last one."""
    pieces: list[list[Token]] = [[]]
    numbers: set[str] = set()
    ends: set[str] = set()
    at = 0
    for place, token in enumerate(first):
        if at < len(last) and (token.kind, token.key) == (last[at].kind, last[at].key):
            pieces[-1].append(token)
            at += 1
            continue
        beside = first[max(0, place - 1) : place + 2]
        if token.kind is not Kind.DIGIT or sum(it.kind is Kind.DIGIT for it in beside) > 1:
            return None
        stop = _value_end(last, at, is_script=place > 0 and first[place - 1].kind in _SCRIPTS)
        inner = last[at:stop]
        if inner and inner[0].kind is Kind.LEFT_BRACE:
            inner = inner[1:-1]
        numbers.add(token.key)
        ends.add("".join(it.key for it in inner))
        pieces.append([])
        at = stop
    if at != len(last) or len(numbers) != 1 or len(ends) != 1:
        return None
    (number,), (end,) = numbers, ends
    is_later = not end.isdecimal() or int(end) > int(number)
    return (pieces, int(number), end) if _LAST.fullmatch(end) and is_later else None


def _value_end(tokens: list[Token], at: int, *, is_script: bool) -> int:
    """Return where the value of an index ends that begins at a token."""
    if is_script and at < len(tokens) and tokens[at].kind is not Kind.LEFT_BRACE:
        return at + 1
    depth = 0
    while at < len(tokens):
        kind = tokens[at].kind
        if depth == 0 and kind in (*_CLOSING, Kind.COMMA):
            return at
        depth += (kind in _OPENING) - (kind in _CLOSING)
        at += 1
        if is_script and depth == 0:
            return at
    return at
