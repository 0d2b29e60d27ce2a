"""The glossary: what the letters of a library mean, as a table and as JSON.

Main definitions
----------------
`Glossary`: entries, with their card and their object of JSON.
`glossary`: one entry for each meaning of each letter, most used first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from boundcalc.cards.cards import Card, Code, Section, Shown, pretty
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Symbol
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.questions.names import COMPLEMENTS, WORDS


@dataclass(frozen=True, slots=True)
class Entry(Record):
    """One meaning of a letter, and how many theorems use it; `complement` is one minus it."""

    name: str
    aliases: tuple[str, ...]
    complement: str
    meaning: str
    unit: Unit
    domains: tuple[str, ...]
    theorems: int


@dataclass(frozen=True, slots=True, repr=False)
class Glossary(Shown):
    """What letters mean, an entry for each meaning."""

    entries: tuple[Entry, ...]

    def card(self) -> Card:
        """Return the table of the entries."""
        return glossary_card(self.entries)

    def to_dict(self) -> dict[str, Any]:
        """Return the entries as an object of JSON, as ``symbols --json`` prints them."""
        return glossary_json(self.entries)

    def __repr__(self) -> str:
        return f"<Glossary of {len(self.entries)} meanings>"


def glossary(theorems: Iterable[Theorem]) -> list[Entry]:
    """Return an entry for each letter and meaning, by letter, the most used meaning first.

    Parameters
    ----------
    theorems : iterable of Theorem
        The library.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> entry = next(item for item in glossary(load_theorems()) if item.name == "tau")
    >>> entry.meaning, entry.aliases, entry.domains
    ('accuracy', ('accuracy',), ('(0, 1)',))
    """
    found: dict[tuple[str, str, Unit], list[Symbol]] = {}
    for theorem in theorems:
        for symbol in theorem.quantities.values():
            meaning = symbol.meaning.partition(";")[0]  # a remark may be about one domain
            found.setdefault((symbol.name, meaning, symbol.unit), []).append(symbol)
    entries = [_entry(*key, symbols) for key, symbols in found.items()]
    return sorted(entries, key=lambda item: (item.name.lower(), item.name, -item.theorems))


def _entry(name: str, meaning: str, unit: Unit, symbols: list[Symbol]) -> Entry:
    aliases = {alias: None for symbol in symbols for alias in symbol.aliases}
    names = {name, *aliases}
    words = [word for word, (letter, what) in WORDS.items() if letter in names and what == meaning]
    domains = Counter(str(symbol.domain) for symbol in symbols)
    return Entry(
        name=name,
        aliases=(*aliases, *words),
        complement=next((word for word, item in COMPLEMENTS.items() if item == name and words), ""),
        meaning=meaning,
        unit=unit,
        domains=tuple(domain for domain, _ in domains.most_common()),
        theorems=len(symbols),
    )


def glossary_card(entries: Iterable[Entry]) -> Card:
    """Return the table of a glossary."""
    rows = tuple((_names(item), " or ".join(item.domains), _meaning(item)) for item in entries)
    header = ("name", "domain", "meaning")
    return Card(
        headline=f"{len(rows)} meaning{'' if len(rows) == 1 else 's'}",
        sections=(Section(title="", header=header, rows=rows),),
    )


def _names(entry: Entry) -> Code:
    sign = pretty(entry.name)
    return Code(entry.name if sign == entry.name else f"{entry.name} {sign}")


def _meaning(entry: Entry) -> str:
    words = [entry.meaning]
    if entry.unit in (Unit.BITS, Unit.NATS):
        words.append(f"in {entry.unit.value}")
    if entry.aliases:
        words.append(f"also typed as {', '.join(entry.aliases)}")
    if entry.complement:
        words.append(f"is 1 - {entry.complement}")
    return ", ".join(words)


def glossary_json(entries: Iterable[Entry]) -> dict[str, Any]:
    """Return a glossary as one object."""
    return {
        "symbols": [
            {
                "name": item.name,
                "sign": pretty(item.name),
                "aliases": list(item.aliases),
                "one_minus": item.complement,
                "meaning": item.meaning,
                "unit": item.unit.value,
                "domains": list(item.domains),
                "theorems": item.theorems,
            }
            for item in entries
        ]
    }
