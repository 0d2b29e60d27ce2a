"""Annotating a document: what its prose was read to say, as directives before each formula.

The copy is checked by these directives alone, and has the same verdicts; each line says where it
was taken from, and can be corrected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from boundcalc.derivations.annotated import MARK, NOTHING, NOTHING_OF
from boundcalc.derivations.random_beside import declared_names
from boundcalc.derivations.rows import Step
from boundcalc.prose.standing.standing import Standing
from boundcalc.prose.usage import kind_words
from boundcalc.situations.situations import Certainty, Domained, Hypothesis, Origin, Situation
from boundcalc.tex.documents import Display
from boundcalc.tex.files import is_markdown
from boundcalc.tex.source import SourceText

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")


@dataclass
class _Written:
    """What the directives so far have put in force."""

    domains: dict[str, tuple[str, bool]] = field(default_factory=dict)
    hypotheses: list[tuple[str, str]] = field(default_factory=list)
    unread: Counter[frozenset[str]] = field(default_factory=Counter)
    random: list[tuple[str, list[str]]] = field(default_factory=list)


def annotated_text(
    source: SourceText,
    items: list[Display],
    situations: Mapping[int, Situation],
    steps: list[Step],
) -> str:
    """Return a text with the directives that its prose was read to say.

    Parameters
    ----------
    source : SourceText
        The text that is annotated.
    items : list of Display
        The formulas that are checked, in their order.
    situations : mapping from int to Situation
        What holds at each of them, by its identity.
    steps : list of Step
        The rows, for what was guessed.
    """
    own = [item for item in items if item.whole.source is source]
    spans = [(item.whole.start, item.whole.stop) for item in own]
    groups: dict[int, list[list[str]]] = {}
    written = _Written()
    for item in own:
        place = _place(source, item.whole.start, spans)
        situation = situations.get(id(item), Situation())
        guesses = {
            name: held
            for step in steps
            if step.display is item and step.context is not None
            for name, held in step.context.domains.items()
            if held.origin.certainty is Certainty.GUESSED
        }
        lines = [*_changes(situation, written), *_once(situation), *_guessed(guesses)]
        groups.setdefault(place, []).append(lines)
    if not groups:
        return source.text
    first = min(groups)
    groups[first][0].insert(0, f"%! {MARK}")
    return _inserted(source, groups)


def _place(source: SourceText, start: int, spans: list[tuple[int, int]]) -> int:
    """Return the beginning of a line at or before `start` that stands in no formula."""
    place = source.text.rfind("\n", 0, start) + 1
    while place > 0 and any(first < place < last for first, last in spans):
        place = source.text.rfind("\n", 0, place - 1) + 1
    return place


def _inserted(source: SourceText, groups: Mapping[int, list[list[str]]]) -> str:
    pieces: list[str] = []
    at = 0
    for place in sorted(groups):
        pieces.append(source.text[at:place])
        at = place
        lines: list[str] = []
        for number, group in enumerate(groups[place]):
            lines += ["%! next"] if number else []
            lines += group
        while lines and lines[-1] == "%! next":
            lines.pop()
        if not lines:
            continue
        if is_markdown(source.name):
            lines = ["<!--", *(line.replace("--", "- -") for line in lines), "-->"]
        pieces.append("\n".join(lines) + "\n")
    pieces.append(source.text[at:])
    return "".join(pieces)


def _changes(situation: Situation, written: _Written) -> Iterator[str]:
    """Yield the directives that lead from what is in force to a situation."""
    doubtful = situation.conflicts.keys()
    wanted = {
        name: (_domain_words(item, name in doubtful), item)
        for name, item in situation.domains.items()
    }
    gone = [name for name in written.domains if name not in wanted]
    said = [f"{item.word} {_plain(item.argument.text)}" for item in situation.random]
    known = len(written.random)
    if said[:known] != [text for text, _ in written.random]:
        forgotten = [name for _, names in written.random for name in names]
        written.domains = {
            name: held for name, held in written.domains.items() if name not in forgotten
        }
        gone += [name for name in forgotten if name not in gone]
        written.random, known = [], 0
    if gone:
        yield f"%! forget {', '.join(gone)}"
    for name, (words, item) in wanted.items():
        if written.domains.get(name) != (words, name in doubtful):
            yield _source_line(item.origin)
            yield words
    written.domains = {name: (words, name in doubtful) for name, (words, _) in wanted.items()}
    for directive, text in list(zip(situation.random, said, strict=True))[known:]:
        yield _source_line(Origin(directive.line, _plain(directive.whole.text)))
        yield f"%! {text}"
        written.random.append((text, declared_names(directive)))
    hypotheses = [item for item in situation.hypotheses if not item.is_narrowed]
    held = [(_plain(_COMMENT.sub("", item.place.text)), _word(item)) for item in hypotheses]
    kept = len(written.hypotheses)
    if held[:kept] != written.hypotheses:
        yield f"%! assume {NOTHING}"
        kept = 0
    for assumed, (text, word) in list(zip(hypotheses, held, strict=True))[kept:]:
        yield _source_line(assumed.origin)
        yield f"%! {word} {text}"
    written.hypotheses = held
    yield from _unread(situation, written)


def _unread(situation: Situation, written: _Written) -> Iterator[str]:
    """Yield what says which names are in words that were not understood, and in how many."""
    wanted = Counter(item.names for item in situation.unread)
    fewer = [names for names, count in written.unread.items() if wanted[names] < count]
    if fewer and not wanted:
        yield f"%! unread {NOTHING}"
    else:
        yield from (f"%! unread {NOTHING_OF} {_listed(names)}" for names in fewer)
    for names, mention in {item.names: item for item in situation.unread}.items():
        count = wanted[names] - (0 if names in fewer else written.unread[names])
        if count:
            yield _source_line(mention.origin)
            yield f"%! unread {_listed(names)}" + (f" ({count} times)" if count > 1 else "")
    written.unread = wanted


def _listed(names: Set[str]) -> str:
    return ", ".join(sorted(names)) or "*"


def _word(item: Hypothesis) -> str:
    if item.is_definition:
        return "define"
    return "let" if item.is_said else "assume"


def _domain_words(item: Domained, is_doubtful: bool) -> str:
    if item.domain is None:
        return f"%! object {item.name}" + (f": {_plain(item.what)}" if item.what else "")
    word = "roughly" if item.is_vague or is_doubtful else "declare"
    return f"%! {word} {item.name} {kind_words(item.domain)}"


def _source_line(origin: Origin) -> str:
    return f"% {origin.place}: {origin.words}".replace("%!", "% !")


def _once(situation: Situation) -> Iterator[str]:
    flags = [] if situation.standing is Standing.CLAIM else [situation.standing.value]
    flags += ["loose"] if situation.is_loose else []
    flags += ["new"] if situation.may_define else []
    flags += ["introduced"] if situation.is_introduced else []
    flags += ["qualified"] if situation.is_qualified else []
    if flags:
        yield f"%! formula: {', '.join(flags)}"
    for text in situation.reasons:
        yield f"%! reason: {_plain(text)}"
    for where, what in situation.steps:
        yield f"%! reason {where}: {_plain(what)}"
    if situation.first:
        yield f"%! reason before: {_plain(situation.first)}"
    if situation.last:
        yield f"%! reason behind: {_plain(situation.last)}"


def _plain(text: str) -> str:
    return " ".join(text.replace("%!", "% !").split())


def _guessed(guesses: Mapping[str, Domained]) -> Iterator[str]:
    for item in guesses.values():
        if item.domain is not None:
            yield f"% guessed ({item.origin.words}): declare {item.name} {kind_words(item.domain)}"
