r"""Lists of random variables as entropies and mass functions have them, ``X_1, \dots, X_n | Y``.

A family is known by its first and last member, whatever stands between, and takes up its
neighbours: ``X_1`` and ``X_2, \dots, X_n`` together are ``X_1, \dots, X_n``.

Main definitions
----------------
`variables_in`: those of a list. `together`: several of them as one collection. `indexed`: of a
family, its letter and both ends. `capitals`: a list of values as one of variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ACCENT = r"\\(?:wide)?(?:hat|tilde|bar|vec|overline|mathbf|boldsymbol|bm|mathcal)"
LETTER = rf"(?:[A-OR-Z]|{ACCENT}(?:\{{[A-OR-Z]\}}|\s?[A-OR-Z]))"  # P and Q are laws
BAR = re.compile(r"\\mid(?![A-Za-z])|\\vert(?![A-Za-z])|\\middle\||\|")
_SCRIPT = r"(?:[A-Za-z0-9]|\{<?[A-Za-z0-9,+-]+(?::[A-Za-z0-9+-]+)?\})"
_VARIABLE = re.compile(rf"{LETTER}(?:_{_SCRIPT})?(?:\^{_SCRIPT})?'*")
_BLOCK = re.compile(
    rf"(?P<head>{LETTER})_(?P<first>{_SCRIPT})(?:,?(?P=head)_{_SCRIPT})*,?\\[lc]?dots,?"
    rf"(?P=head)_(?P<last>{_SCRIPT})"
)
_PARTS = re.compile(rf"(?:{_BLOCK.pattern}|{_VARIABLE.pattern})(?:,|\Z)")
_INDEX = re.compile(r"(?P<letter>[A-Za-z]?)(?P<offset>(?:[+-]?\d+)?)")
_FAMILY = re.compile(
    rf"(?P<head>{LETTER})_\{{(?P<first>[^{{}}]+)\}}(?:\\dots (?P=head)_\{{(?P<last>[^{{}}]+)\}})?"
)
_RANGE = re.compile(
    rf"(?P<head>{LETTER})_\{{(?:(?P<first>\w+):(?P<last>[\w+-]+)|<(?P<next>[A-Za-z]))\}}"
)
_TUPLE = re.compile(
    r"(?P<head>[A-Z])\s*\^\s*\{?n\}?\s*(?:\(\w\)\s*)?(?::?=|\\triangleq)\s*(?:\\left)?\s*\(?\s*(?P=head)_\{?1"
)
_POWER = re.compile(
    r"(?<![A-Za-z\\])(?P<head>[A-OR-Za-z])\s*\^\s*(?:\{(?P<last>[a-z](?:-1)?)\}|(?P<one>[a-z]))"
)
_VALUE = re.compile(r"\\[A-Za-z]+|[_^]\{[^{}]*\}|[_^]\w|(?P<value>[a-z])")


def variables_in(part: str) -> frozenset[str] | None:
    """Return the random variables of a list, or None where another thing stands in it."""
    part = re.sub(r"\s+", " ", part.strip())
    part = re.sub(r"\s?([,_^{}])\s?", r"\1", re.sub(rf"({ACCENT})\s*(?=[A-Z])", r"\1 ", part))
    part = re.sub(r"\s?(\\[lc]?dots)\s?", r"\1", part)
    found: list[str] = []
    at = 0
    while at < len(part):
        piece = _PARTS.match(part, at)
        if piece is None:
            return None
        found.append(_spelled(piece.group().rstrip(",")))
        at = piece.end()
    is_over = bool(found) and not part.endswith(",")
    return frozenset(found) if is_over else None


def unfolded(part: str, text: str) -> str:
    r"""Return a list with ``X_1, \\dots, X_n`` for ``X^n``, where a text says that it is meant."""
    if _TUPLE.search(text) is None:
        return part
    return _POWER.sub(
        lambda it: rf"{it['head']}_{{1}},\dots,{it['head']}_{{{it['last'] or it['one']}}}", part
    )


def _spelled(name: str) -> str:
    """Return one spelling of a random variable, or of a family by its first and last member."""
    name = re.sub(r"([_^])([A-Za-z0-9])", r"\1{\2}", name)
    name = re.sub(rf"({ACCENT})\s?([A-Z])(?![A-Za-z])", r"\1{\2}", name)
    family = _BLOCK.fullmatch(name)
    if family is None:
        short = _RANGE.fullmatch(name)
        if short is None:
            return name
        last = previous_index(short["next"]) if short["next"] else short["last"]
        return member_or_family(short["head"], short["first"] or "1", last)
    first, last = (family[end].strip("{}") for end in ("first", "last"))
    is_turned = last.isdecimal() and (not first.isdecimal() or int(last) < int(first))
    return member_or_family(family["head"], *((last, first) if is_turned else (first, last)))


def member_or_family(head: str, first: str, last: str) -> str:
    """Return the name of a family, or of its member where it has one."""
    one = rf"{head}_{{{first}}}"
    return one if first == last else rf"{one}\dots {head}_{{{last}}}"


def indexed(name: str) -> tuple[str, str, str] | None:
    """Return the letter, the first and the last index of a member or a family, None for others."""
    found = _FAMILY.fullmatch(name)
    return (found["head"], found["first"], found["last"] or found["first"]) if found else None


def together(names: Iterable[str]) -> frozenset[str]:
    r"""Return variables as a collection in which families have taken up their neighbours.

    Examples
    --------
    >>> sorted(together([r"X_{1}", r"X_{2}\dots X_{n}", "Y"]))
    ['X_{1}\\dots X_{n}', 'Y']
    """
    found = set(names)
    while any("dots" in name for name in found):
        joined = next(
            (
                (one, other, whole)
                for one in found
                for other in found
                if one != other and (whole := _joined(one, other))
            ),
            None,
        )
        if joined is None:
            break
        one, other, whole = joined
        found = (found - {one, other}) | {whole}
    return frozenset(found)


def _joined(one: str, other: str) -> str:
    """Return a family and what follows it, or its own end, as one family; else nothing."""
    left, right = indexed(one), indexed(other)
    if left is None or right is None or left[0] != right[0] or "dots" not in one + other:
        return ""
    if next_index(left[2]) == right[1]:
        return member_or_family(left[0], left[1], right[2])
    is_end = right[1] == right[2] and right[1] in left[1:]
    return one if is_end else ""


def next_index(index: str) -> str:
    """Return the index behind another one, as ``i`` behind ``i-1``; nothing where it has none."""
    return _moved(index, 1)


def previous_index(index: str) -> str:
    """Return the index before another one, as ``i-1`` before ``i``; nothing where it has none."""
    return _moved(index, -1)


def _moved(index: str, by: int) -> str:
    found = _INDEX.fullmatch(index)
    if found is None or not index:
        return ""
    offset = int(found["offset"] or 0) + by
    if not found["letter"]:
        return str(offset)
    return found["letter"] + (f"{offset:+d}" if offset else "")


def capitals(text: str) -> str:
    r"""Return a list of values as one of the variables that they stand for.

    Examples
    --------
    >>> capitals(r"x_1,\dots,x_n")
    'X_1,\\dots,X_n'
    """
    return _VALUE.sub(lambda it: it["value"].upper() if it["value"] else it.group(), text)
