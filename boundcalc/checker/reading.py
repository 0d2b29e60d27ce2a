"""Certificates as texts: one reader for all who are given a file.

What a certificate shows is printed with the names that it gives to its variables.
So a name that reads as something else, as ``pi``, ``2`` or a line of its own, is refused here.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from boundcalc.checker.terms import ARITY, Rejected

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
RESERVED = frozenset({"e", "pi", "oo", "sum", *ARITY})
NAMED_BY_KEYS = ("variables", "witness", "point")
NAMING = ("name", "variable")  # entries of steps


def read_certificate(text: str) -> Any:
    """Return the JSON that a text spells, for `check_certificate`.

    Raises
    ------
    ValueError
        If the text is no JSON, or an object says something twice.
    Rejected
        If a symbol has no proper name.
    """
    data = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_number)
    check_names(data)
    return data


def check_names(data: Any) -> None:
    """Reject data in which a symbol is called by what is no name, or is the name of something."""
    for name in names_in(data):
        if not is_name(name):
            raise Rejected(
                f"a symbol cannot be called {name!a:.60}; a name has letters, digits and _, "
                "begins with a letter, and is no constant or function"
            )


def names_in(data: Any) -> Iterator[Any]:
    """Yield what a certificate calls its symbols, each as often as it stands there."""
    stack = [data]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            yield from item[1:2] if item[:1] in (["symbol"], ["sum"]) else ()
            stack += item
        elif isinstance(item, dict):
            yield from (item[key] for key in NAMING if key in item)
            for key in NAMED_BY_KEYS:
                yield from item[key] if isinstance(item.get(key), dict) else ()
            stack += item.values()


def is_name(text: object) -> bool:
    """Return whether a symbol may be called by a text: letters, digits and _, not reserved."""
    return isinstance(text, str) and bool(_NAME.fullmatch(text)) and text not in RESERVED


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a name that stands twice could be read in two ways."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return dict(pairs)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")
