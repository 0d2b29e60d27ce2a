"""The report on a document that nobody prepared, as a page that a person reads in a minute.

What was read, what was inferred, what is wrong, what is suspect, what was left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from boundcalc.cards.cards import pretty
from boundcalc.judgements import CLAIMED, VerdictKind
from boundcalc.notes.check import CheckedDocument
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import count_text, domain_words, qualifications, row_text
from boundcalc.situations.situations import Certainty, Domained

MOST_SUSPECT = 12
MOST_DOMAINS = 12
MOST_REASONS = 8
LEAST_SUSPICION = 1
_KINDS = (
    VerdictKind.PROVED,
    VerdictKind.REFUTED,
    VerdictKind.CITED,
    VerdictKind.TESTED,
    VerdictKind.UNKNOWN,
)


def page_text(document: CheckedDocument, *, is_whole: bool = False) -> str:
    """Return the page; `is_whole` shows every row, and every reason for which one is unread."""
    return "\n".join(_lines(document, is_whole))


def _lines(document: CheckedDocument, is_whole: bool) -> Iterator[str]:
    yield document.name
    yield from (f"  {text}" for text in reading_texts(document))
    wrong = [row for row in document.rows if row.kind is VerdictKind.REFUTED]
    if wrong:
        yield "Wrong:"
        yield from map(row_text, wrong)
    doubtful = suspects(document.rows)
    if doubtful:
        yield "Suspect, the likeliest first:"
        shown = doubtful if is_whole else doubtful[:MOST_SUSPECT]
        yield from map(row_text, shown)
        if len(shown) < len(doubtful):
            yield f"  ... and {len(doubtful) - len(shown)} more, which --all shows"
    if is_whole:
        told = {id(row) for row in (*wrong, *doubtful)}
        yield "All other rows:"
        yield from (row_text(row) for row in document.rows if id(row) not in told)
    else:
        yield from _decided(document.rows)
    yield from _left(document, is_whole)


def reading_texts(document: CheckedDocument) -> list[str]:
    """Return how much was read, and what was inferred."""
    found, rows = document.derivations, document.rows
    unread = len(found.unread)
    texts = [
        f"read: {count_text(len(rows), 'row')} of {count_text(found.displays, 'display')}; "
        f"{unread} {'was' if unread == 1 else 'were'} not read"
    ]
    if not rows:
        return [*texts, f"{_why_nothing(found.displays, unread)}, so that nothing was checked"]
    counts = Counter(row.kind for row in rows)
    shown = [f"{counts[kind]} {kind.value}" for kind in _KINDS if counts[kind]]
    doubtful = len(suspects(rows))
    texts.append(f"verdicts: {', '.join(shown)}" + (f", {doubtful} suspect" if doubtful else ""))
    texts += inferred_texts(rows)
    return texts


def _why_nothing(displays: int, unread: int) -> str:
    if unread:
        return "nothing could be read"
    if displays:
        return "no relation stands in its displays"
    return r"it has no displayed formula, as between \[ and \], $$ and $$, or in align"


_AROUND = re.compile(  # the formulas of a display, and no part of what it says
    r"\\(?:begin|end)\{(?:align|aligned|equation|gather|multline|split|eqnarray)\*?\}|\\label\{[^{}]*\}"
)


def inferred_texts(rows: Iterable[CheckedRow]) -> list[str]:
    """Return which domains and hypotheses were taken from the prose, and which were guessed."""
    domains: dict[tuple[str, str], Domained] = {}
    hypotheses: dict[tuple[str, int], None] = {}
    random: dict[tuple[str, int], None] = {}
    conflicts: dict[str, None] = {}
    for row in rows:
        context = row.step.context
        if context is None:
            continue
        for item in context.domains.values():
            domains.setdefault((item.name, str(item.domain)), item)
        for held in row.step.assumptions:
            hypotheses[(_AROUND.sub("", held.place.text).strip(" \n.,"), held.line)] = None
        if row.step.random:
            said = context.situation.random
            random.update({(item.argument.text.strip(), item.line): None for item in said})
        conflicts.update(dict.fromkeys(context.situation.conflicts.values()))
    stated = [item for item in domains.values() if item.origin.certainty is Certainty.STATED]
    guesses = [item for item in domains.values() if item.origin.certainty is Certainty.GUESSED]
    texts = []
    if stated:
        words = [f"{inferred_text(item)} ({item.origin.place})" for item in stated]
        texts.append(f"stated: {_listed(words)}")
    if random:
        words = [f"{text} (line {line})" for text, line in random]
        texts.append(f"random: {_listed(words)}")
    if hypotheses:
        words = [f"{text} (line {line})" for text, line in hypotheses]
        texts.append(f"assumed: {_listed(words)}")
    if guesses:
        texts.append(f"guessed: {_listed([inferred_text(item) for item in guesses])}")
    texts += [f"two domains in force: {text}" for text in conflicts]
    return texts


def inferred_text(item: Domained) -> str:
    """Return a name with its domain, in the words of a declaration."""
    if item.domain is None:
        return f"{item.name} no number"
    return domain_words(pretty(item.name), item.domain)


def _listed(words: list[str]) -> str:
    shown = [" ".join(word.split()) for word in words[:MOST_DOMAINS]]
    more = len(words) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def suspects(rows: Iterable[CheckedRow]) -> list[CheckedRow]:
    """Return the rows with a question, the likeliest error first."""
    found = [row for row in rows if row.judgement.suspicion >= LEAST_SUSPICION]
    return sorted(found, key=lambda row: (-row.judgement.suspicion, row.step.line))


def _decided(rows: Iterable[CheckedRow]) -> Iterator[str]:
    """Yield the lines of rows that are settled, and of those that stay open."""
    settled: dict[str, list[str]] = {}
    unexplained = "unknown"
    for row in rows:
        judgement = row.judgement
        if row.kind is VerdictKind.REFUTED or judgement.suspicion >= LEAST_SUSPICION:
            continue
        name = unexplained if row.kind is VerdictKind.UNKNOWN else row.kind.value.lower()
        if row.kind is VerdictKind.PROVED:
            name = ", ".join([name, *qualifications(row)])
        elif row.kind is VerdictKind.UNKNOWN and row.step.is_hypothesis:
            name = "assumed by the document, and not claimed"
        elif any(premise.how == CLAIMED for premise in judgement.premises):
            name = "unknown, and shown to follow from rows that are"
        settled.setdefault(name, []).append(str(row.step.line))
    for name, lines in settled.items():
        why = "; --all shows why" if name == unexplained else ""
        yield f"{name.capitalize()}: line {', '.join(dict.fromkeys(lines))}{why}"


def _left(document: CheckedDocument, is_whole: bool) -> Iterator[str]:
    """Yield why rows are unread, the most frequent reason first."""
    unread = document.derivations.unread
    if not unread:
        return
    if is_whole:
        yield "Not read:"
        for error in unread:
            yield f"{error.line:>5}  {error.message}"
        return
    reasons: dict[str, list[str]] = {}
    for error in unread:
        reasons.setdefault(re.split(r"[;:,(]", error.message)[0], []).append(str(error.line))
    yield "Not read:"
    ranked = sorted(reasons.items(), key=lambda item: -len(item[1]))
    for reason, lines in ranked[:MOST_REASONS]:
        yield f"  {reason}: line {', '.join(dict.fromkeys(lines))}"
    if len(ranked) > MOST_REASONS:
        rest = sum(len(lines) for _, lines in ranked[MOST_REASONS:])
        yield f"  other reasons: {rest}, which --all shows"
