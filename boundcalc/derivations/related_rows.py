r"""Which row of a chain a reason is of that is itself a relation: "because $r(G) \le r(H)$".

It is the row in which one of its sides stands on the left and the other one on the right. What is a
number may be left out: "since $b = 0$" is that of the row of which one side is the other without b.

Main definitions
----------------
`related_row`: this row. `restates`: whether a reason says nothing but a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from boundcalc.language.operators import Sense
from boundcalc.reader.relations import RelationRow

_FORMULA = re.compile(  # that is claimed
    r"\$([^$]{3,200})\$(?!\s*(?:is|are|was|were|fails?|would|does|cannot|might|only)\b)"
)
_SIGN = re.compile(
    r"\\(?:leqslant|geqslant|leq?|geq?)(?![A-Za-z])|\\[lg]t(?![A-Za-z])|(?<![:\\])[=<>]"
)
_TOKEN = re.compile(r"\\[A-Za-z]+|[0-9.]+|[^\s{}&~\\]")
_NO_TOKEN = re.compile(
    r"\\(?:left|right|[Bb]igg?[lr]?|cdot|quad|qquad|displaystyle|[,;:! ])(?![A-Za-z])"
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def related_row(reason: str, rows: Sequence[RelationRow]) -> int | None:
    """Return the only row from one side of which to the other the relations of a reason lead."""
    found = {
        number
        for left, is_equation, right in _relations(reason)
        for number, row in enumerate(rows)
        if is_equation or row.relation.sense is not Sense.EQ
        if _leads(left, right, row) or _leads(right, left, row)
    }
    return found.pop() if len(found) == 1 else None


def restates(reason: str, row: RelationRow) -> bool:
    r"""Return whether a reason is nothing but the row itself: "because $b \ge a$" of $a \le b$."""
    found = _relations(reason)
    words = _WORDS.sub(" ", re.sub(r"\$[^$]*\$", " ", reason))
    sides = [_tokens(row.left.text), _tokens(row.right.text)]
    return len(found) == 1 and not words.strip(" ,.:") and sorted(found[0][::2]) == sorted(sides)


_WORDS = re.compile(r"(?i)\b(?:because|since|as|by|from|we have|of|that|it holds)\b")


def _relations(reason: str) -> list[tuple[list[str], bool, list[str]]]:
    """Return the relations in a reason: their sides, and whether they are equations."""
    found = []
    for formula in _FORMULA.findall(reason):
        signs = _SIGN.findall(formula)
        sides = [_tokens(side) for side in _SIGN.split(formula)]
        for at, sign in enumerate(signs):
            is_one = sides[at + 1] == ["1"] and sign.startswith(r"\l")  # a factor at most 1
            has_number = any(map(_is_number, sides[at : at + 2]))
            if all(sides[at : at + 2]) and (sign == "=" or is_one or not has_number):
                found.append((sides[at], sign == "=", sides[at + 1]))
    return found


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(_NO_TOKEN.sub(" ", text))


def _leads(one: list[str], two: list[str], row: RelationRow) -> bool:
    """Return whether one side stands on the left of a row, and the other one on the right."""
    if _is_number(one):
        return False
    left, right = _tokens(row.left.text), _tokens(row.right.text)
    if _is_number(two):
        return _is_left_out(one, left, right) or _is_left_out(one, right, left)
    goes = _count(one, left) > _count(one, right)
    return goes and _count(two, right) > _count(two, _without(one, left))


def _is_left_out(part: list[str], whole: list[str], other: list[str]) -> bool:
    """Return whether one side is the other one without a part."""
    return _count(part, whole) > _count(part, other) and not Counter(other) - Counter(whole)


def _is_number(side: list[str]) -> bool:
    return len(side) == 1 and _NUMBER.fullmatch(side[0]) is not None


def _without(part: list[str], whole: list[str]) -> list[str]:
    """Return tokens without some that stand together in them."""
    text = "\0".join(["", *whole, ""])
    return text.replace("\0".join(["", *part, ""]), "\0").strip("\0").split("\0")


def _count(part: list[str], whole: list[str]) -> int:
    """Return how often tokens stand together in others, with no index behind them."""
    size = len(part)
    return sum(
        whole[at : at + size] == part and whole[at + size : at + size + 1] != ["_"]
        for at in range(len(whole) - size + 1)
    )
