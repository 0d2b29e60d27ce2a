"""What every public record can do: an object of JSON, and a short text for a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.language.numbers import exact_or_scientific, exact_text

_MOST_LETTERS = 200  # of a text that lists fields
_MOST_EXACT = 2**53  # integers up to which every reader of JSON takes exactly


class Record:
    """Base of frozen dataclasses that users hold in their hands.

    A subclass need not say anything; it may say more of itself in `to_dict` and `__str__`.
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        # The decorator of dataclasses writes a long `__repr__` unless the class itself has one.
        super().__init_subclass__(**options)
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]

    def to_dict(self) -> dict[str, Any]:
        """Return the record as an object of JSON, exact numbers as strings."""
        return {item.name: as_json(getattr(self, item.name)) for item in _shown_fields(self)}

    def __repr__(self) -> str:
        has_text = type(self).__str__ is not object.__str__
        return f"<{type(self).__name__} {str(self) if has_text else _listed(self)}>"


def as_json(value: Any) -> Any:
    """Return a value of a record as JSON; what is neither record nor collection, as its text."""
    if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) > _MOST_EXACT):
        return exact_text(value)
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Enum):
        return as_json(value.value)
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(name): as_json(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
    return str(value)


def _shown_fields(record: Any) -> list[Field[Any]]:
    return [item for item in fields(record) if not item.name.startswith("_")]


def _listed(record: Any) -> str:
    """Return the fields that say something, on a line."""
    values = {item.name: getattr(record, item.name) for item in _shown_fields(record)}
    said = {name: value for name, value in values.items() if value not in (None, "", ())}
    text = ", ".join(f"{name}={_short(value)}" for name, value in said.items())
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}..."


def _short(value: Any) -> str:
    if isinstance(value, Fraction | int):
        return exact_or_scientific(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {_short(item)}' for name, item in value.items())}}}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_short, value))})"
    return value.value if isinstance(value, Enum) else repr(value)
