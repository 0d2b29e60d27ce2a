"""Finite laws in words: which values are taken, with which chances, and what is independent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from boundcalc.probability.records import FRESH

MOST_SHOWN = 8
_COUNTS = {2: "two", 3: "three", 4: "four"}


def law_words(data: Mapping[str, Any]) -> str:
    """Return a finite law of a certificate in words.

    Examples
    --------
    >>> coins = [["1/4", [x, y]] for x in "01" for y in "01"]
    >>> law_words({"members": [["random", "X"], ["random", "Y"]], "outcomes": coins})
    'two fair coins X, Y with values 0 and 1, independent'
    """
    kept = [at for at, member in enumerate(data["members"]) if not member[1].endswith(FRESH)]
    names = [_member(data["members"][place]) for place in kept]
    merged: dict[tuple[str, ...], Fraction] = {}
    for chance, values in data["outcomes"]:
        key = tuple(values[place] for place in kept)
        merged[key] = merged.get(key, Fraction(0)) + Fraction(chance)
    outcomes = list(merged.items())
    fixed = [place for place in range(len(names)) if len({key[place] for key, _ in outcomes}) == 1]
    moving = [place for place in range(len(names)) if place not in fixed]
    words = _coins(names, moving, outcomes) or _listed(names, moving, outcomes)
    constants = ", ".join(f"{names[place]} = {outcomes[0][0][place]}" for place in fixed)
    parts = [words, f"{constants} always" if constants else ""]
    if data.get("mechanisms"):
        parts.append(_mechanisms(data["mechanisms"]))
    return "; ".join(part for part in parts if part)


def _member(member: Sequence[Any]) -> str:
    indices = ",".join(index[1] for index in member[2:])
    return f"{member[1]}_{indices}" if indices else str(member[1])


def _coins(
    names: Sequence[str],
    moving: Sequence[int],
    outcomes: Sequence[tuple[tuple[str, ...], Fraction]],
) -> str:
    """Return the words for fair coins, if that is what the values are."""
    values = {tuple(sorted({key[place] for key, _ in outcomes})) for place in moving}
    if len(values) != 1 or len(outcomes) != 2 ** len(moving) or not moving:
        return ""
    (ends,) = values
    if len(ends) != 2 or len({chance for _, chance in outcomes}) != 1:
        return ""
    shown = ", ".join(names[place] for place in moving)
    if len(moving) == 1:
        return f"a fair coin {shown} with values {ends[0]} and {ends[1]}"
    many = _COUNTS.get(len(moving), str(len(moving)))
    return f"{many} fair coins {shown} with values {ends[0]} and {ends[1]}, independent"


def _listed(
    names: Sequence[str],
    moving: Sequence[int],
    outcomes: Sequence[tuple[tuple[str, ...], Fraction]],
) -> str:
    if not moving:
        return ""
    shown = [
        f"{', '.join(f'{names[place]} = {key[place]}' for place in moving)} with chance {chance}"
        for key, chance in outcomes[:MOST_SHOWN]
    ]
    more = len(outcomes) - len(shown)
    return "; ".join([*shown, *([f"and {more} more outcomes"] if more else [])])


def _mechanisms(data: Mapping[str, Any]) -> str:
    shown = []
    for name, rows in data.items():
        (_, answers), *rest = rows
        if all(item == answers for _, item in rest) and len(answers) == 1:
            shown.append(f"{name} always returns the same")
        else:
            lie = min(Fraction(chance) for _, item in rows for chance, _ in item)
            shown.append(
                f"{name} says of one record whether it is {rows[0][0][0]}"
                + (f", and lies with chance {lie}" if lie < Fraction(1) else "")
            )
    return "; ".join(shown)
