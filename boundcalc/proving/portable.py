"""Certificates that leave the program: their symbols have names that others can read.

A variable of a document may be called `pi`, and an opaque term by its LaTeX; a file may not use
such names, because what it shows would read as something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from boundcalc.checker.reading import NAMED_BY_KEYS, NAMING, is_name, names_in


def portable(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return a certificate with names that `read_certificate` reads; the others stay.

    Examples
    --------
    >>> portable({"variables": {"pi": {}}, "conclusion": ["<=", ["symbol", "pi"], ["symbol", "x"]]})
    {'variables': {'pi_1': {}}, 'conclusion': ['<=', ['symbol', 'pi_1'], ['symbol', 'x']]}
    """
    used = set(names_in(certificate))
    changes: dict[str, str] = {}
    for name in sorted(name for name in used if not is_name(name)):
        stem = f"{name}_" if is_name(f"{name}_") else "term_"
        fresh = (f"{stem}{number}" for number in count(1))
        changes[name] = next(item for item in fresh if item not in used)
        used.add(changes[name])
    if "derivation" in certificate or "outcomes" in certificate:  # names stand in it as texts
        renamed = _replaced(certificate, changes)
    else:
        renamed = _renamed(certificate, changes)
    assert isinstance(renamed, dict)
    return renamed


def _replaced(data: Any, changes: Mapping[str, str]) -> Any:
    """Return data with texts replaced, keys included."""
    if isinstance(data, str):
        return changes.get(data, data)
    if isinstance(data, list | tuple):
        return [_replaced(item, changes) for item in data]
    if not isinstance(data, Mapping):
        return data
    return {changes.get(key, key): _replaced(value, changes) for key, value in data.items()}


def _renamed(data: Any, changes: Mapping[str, str]) -> Any:
    if isinstance(data, list):
        if data[:1] in (["symbol"], ["sum"]):
            rest = [_renamed(item, changes) for item in data[2:]]
            return [data[0], changes.get(data[1], data[1]), *rest]
        return [_renamed(item, changes) for item in data]
    if not isinstance(data, Mapping):
        return data
    result: dict[str, Any] = {}
    for key, value in data.items():
        if key in NAMING:
            result[key] = changes.get(value, value)
        elif key in NAMED_BY_KEYS:
            result[key] = {changes.get(name, name): item for name, item in value.items()}
        else:
            result[key] = _renamed(value, changes)
    return result
