"""The works that theorems cite, read from a BibTeX file: author, title and year, for people.

The reader knows what bibliographies of theorem libraries use: entries with fields in braces or
quotation marks, one pair of braces within another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from boundcalc.language.errors import StatementError

_ENTRY = re.compile(r"^@(\w+)\s*\{\s*([^,\s]+)\s*,", re.MULTILINE)
_FIELD = re.compile(r"([A-Za-z]+)\s*=\s*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """A work of a bibliography; a field that it leaves out is empty."""

    key: str
    authors: tuple[str, ...] = ()
    title: str = ""
    year: str = ""
    entry: str = field(default="", compare=False)  # as it stands in the file

    @property
    def names(self) -> str:
        """The family names of the authors, the rest of four or more as et al."""
        family = [author.split(",")[0].strip() for author in self.authors]
        if len(family) > 4:
            return f"{family[0]} et al."
        return " and ".join([", ".join(family[:-1]), family[-1]] if family[1:] else family)

    def __str__(self) -> str:
        return ", ".join(part for part in (self.names, self.title, self.year) if part) or self.key


def read_bibliography(text: str) -> dict[str, Work]:
    """Return the works of a BibTeX file by key.

    Raises
    ------
    StatementError
        If a key stands twice, or a brace is not closed.

    Examples
    --------
    >>> text = "@misc{lee, author = {Lee, Michael and Doe, Jo}, title = {On {B}ounds}, year = 2016}"
    >>> str(read_bibliography(text)["lee"])
    'Lee and Doe, On Bounds, 2016'
    """
    works: dict[str, Work] = {}
    for match in _ENTRY.finditer(text):
        key = match[2]
        if key in works:
            raise StatementError(f"bibliography: {key!r} stands twice; rename one of the works")
        fields = _fields(text, match.end(), key)
        authors = tuple(re.split(r"\s+and\s+", fields["author"])) if "author" in fields else ()
        works[key] = Work(
            key=key,
            authors=authors,
            title=fields.get("title", ""),
            year=fields.get("year", ""),
            entry=_entry(text, match.start(), key),
        )
    return works


def _entry(text: str, start: int, key: str) -> str:
    """Return an entry from its sign to its last brace."""
    depth = 0
    for place in range(text.index("{", start), len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text[start : place + 1]
    raise StatementError(f"bibliography: a brace of {key!r} is not closed")


def _fields(text: str, start: int, key: str) -> dict[str, str]:
    """Return the fields of the entry whose first field begins at or after `start`."""
    found: dict[str, str] = {}
    place = start
    while True:
        place += len(text[place:]) - len(text[place:].lstrip(" \t\r\n,"))
        match = _FIELD.match(text, place)
        if match is None:
            return found
        end = _value_end(text, match.end(), key)
        found[match[1].lower()] = _plain(text[match.end() : end])
        place = end


def _value_end(text: str, start: int, key: str) -> int:
    depth = 0
    is_quoted = text[start : start + 1] == '"'
    for place in range(start, len(text)):
        letter = text[place]
        depth += (letter == "{") - (letter == "}")
        if depth < 0 or (depth == 0 and letter == "," and not is_quoted):
            return place
        if is_quoted and depth == 0 and letter == '"' and place > start:
            return place + 1
    raise StatementError(f"bibliography: a brace of {key!r} is not closed")


def _plain(value: str) -> str:
    """Return a field without braces and quotation marks, on one line."""
    words = " ".join(value.split()).strip('"')
    return (
        re.sub(r"[{}]", "", words).replace("--", "-").replace("`", "\u2018").replace("'", "\u2019")
    )
