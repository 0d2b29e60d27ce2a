"""Directives about rows in a document that is read by its prose: reasons, labels, verdicts.

A row that is not read costs itself, and so does a directive about it: it goes to no other row.

Main definitions
----------------
`give_directives`: put them into the steps of a document.
`skipped_displays`: the displays that are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boundcalc.derivations import directives as reader
from boundcalc.derivations.attaching import ends_on_line, in_order, rows_for, with_directive
from boundcalc.derivations.rows import Derivations
from boundcalc.tex.documents import Directive, Display
from boundcalc.tex.files import Document
from boundcalc.tex.source import ReaderError


def give_directives(
    document: Document, result: Derivations, claims: Sequence[Display] = ()
) -> None:
    """Put reasons, labels and expected verdicts into the rows that they are about.

    A claim in running text has those that stand right above its line.
    """
    reasoned: set[int] = set()
    numbers: dict[int, list[int]] = {}
    for number, step in enumerate(result.steps):
        numbers.setdefault(id(step.display), []).append(number)
    about = _about(document, claims)
    displays = {id(directive): display for directive, display in about}
    for directive in in_order(directive for directive, _ in about):
        display = displays[id(directive)]
        if directive.word not in reader.ROW_WORDS:
            continue
        try:
            reader.check_word(directive)
            _give(directive, numbers.get(id(display), []), result, reasoned)
        except ReaderError as error:
            result.errors.append(error)


def skipped_displays(document: Document) -> list[Display]:
    """Return the displays that a directive says are prose."""
    return [
        display
        for directive, display in _about(document)
        if directive.word == "skip" and display is not None
    ]


def _give(
    directive: Directive, numbers: list[int], result: Derivations, reasoned: set[int]
) -> None:
    steps = result.steps
    own = [steps[number] for number in numbers]
    found = [numbers[at] for at in rows_for(directive, own, 0)] if numbers else []
    is_of_line = directive.word != reader.THROUGHOUT
    if directive.before.strip("\\[]$.,; \t&") and steps and is_of_line:
        found = [number for number in found if steps[number].end_line == directive.line]
    if not found:
        place = directive.whole
        result.unread.append(
            ReaderError("the row of this directive was not read", place, place.start)
        )
    for number in found:
        step = steps[number]
        if directive.word in ("by", reader.THROUGHOUT) and number not in reasoned:
            reasoned.add(number)  # the directive counts, and not what the prose names
            step = replace(step, reasons=())
        steps[number] = with_directive(step, directive, is_shared=len(found) > 1)


def _about(
    document: Document, claims: Sequence[Display] = ()
) -> list[tuple[Directive, Display | None]]:
    """Return the directives about rows and displays, each with its display or claim."""
    found: list[tuple[Directive, Display | None]] = []
    waiting: list[Directive] = []
    last: Display | None = None
    for part in document.parts:
        if isinstance(part, Display):
            found += [(directive, part) for directive in waiting]
            waiting, last = [], part
        elif isinstance(part, Directive) and part.word in (*reader.ROW_WORDS, "skip"):
            is_own = last is not None and (_is_in(part, last) or ends_on_line(last, part))
            below = next((item for item in claims if _is_below(part, item)), None)
            if is_own:
                found.append((part, last))
            elif below is not None and part.word != "skip":
                found.append((part, below))
            else:
                waiting.append(part)
    return found + [(directive, None) for directive in waiting]


def _is_below(directive: Directive, claim: Display) -> bool:
    """Return whether a claim stands on the first line of text below a directive."""
    place, whole = directive.whole, claim.whole
    if place.source is not whole.source or whole.start < place.stop:
        return False
    *lines, beside = place.source.text[place.stop : whole.start].split("\n")
    is_text = any(line.strip() not in ("", "<!--", "-->") and line.lstrip()[0] != "%"
                  for line in lines[1:])  # fmt: skip
    return (
        bool(lines) and not is_text and not any(sign in beside for sign in ("$$", "\\[", "\\begin"))
    )


def _is_in(directive: Directive, display: Display) -> bool:
    place, whole = directive.whole, display.whole
    return place.source is whole.source and whole.start < place.start < whole.stop
