"""The page of one theorem: statement, formulas, tightness, example and derivation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from html import escape

from boundcalc.cards.answer_cards import answer_card
from boundcalc.cards.cards import pretty, shown_sections
from boundcalc.finite.records import TestRecord
from boundcalc.language.latex import relation_latex
from boundcalc.language.statements import Theorem
from boundcalc.notes.judging import CheckedRow
from boundcalc.output.mathml import mathml, spaced
from boundcalc.output.theorems import theorem_card
from boundcalc.reports.rows import qualification, scope_texts
from boundcalc.site.pages import card_body, formula, page, section_body, table, theorem_path
from boundcalc.solving.examples import example
from boundcalc.solving.inversions import inversions
from boundcalc.tested import load_records

SHOWN_BELOW = ("Solves for", "Example")
DERIVATION = "Derivation"
EXAMPLE_SECTIONS = ("Given", "Chosen", "Formula", "Binding", "Constraints", "Run it")


def theorem_page(
    theorem: Theorem,
    rows: Sequence[CheckedRow],
    *,
    record: TestRecord | None = None,
    relatives: Sequence[Theorem] = (),
) -> str:
    """Return the page of one theorem.

    Parameters
    ----------
    theorem : Theorem
        What the page is of.
    rows : sequence of CheckedRow
        The rows of its derivations, with their verdicts.
    record : TestRecord, optional
        What exact instances said of it.
    relatives : sequence of Theorem
        Other versions of the statement, which are linked.
    """
    card = theorem_card(theorem)
    statement = tuple(part for part in card.sections if part.title not in SHOWN_BELOW)
    body = [
        *card_body(replace(card, sections=statement)),
        *_relatives(relatives),
        *_inversions(theorem),
        *_tightness(record),
        *_example(theorem),
        *_derivations(rows),
    ]
    return page(theorem.title, body, depth=1)


def theorem_makers(
    theorems: Sequence[Theorem], rows: Callable[[str], Sequence[CheckedRow]]
) -> dict[str, Callable[[], str]]:
    """Return what makes the page of each theorem, by its path; `rows` finds its derivations."""
    records = cache(load_records)  # read where the first page is made

    def made(theorem: Theorem) -> str:
        record = records().get(theorem.id)
        relatives = relatives_of(theorem, theorems)
        return theorem_page(theorem, rows(theorem.id), record=record, relatives=relatives)

    return {theorem_path(theorem.id): partial(made, theorem) for theorem in theorems}


def relatives_of(theorem: Theorem, theorems: Sequence[Theorem]) -> tuple[Theorem, ...]:
    """Return the other versions of a statement: as printed, corrected and sharpened.

    They are the records whose id is the same up to its last parts, and what supersedes it.
    """
    versions = [
        other
        for other in theorems
        if other.id.startswith(f"{theorem.id}.") or theorem.id.startswith(f"{other.id}.")
    ]
    following = [other for other in theorems if other.id == theorem.superseded_by]
    return tuple(dict.fromkeys([*following, *versions]))


def _relatives(theorems: Sequence[Theorem]) -> Iterator[str]:
    if not theorems:
        return
    yield "<h2>Other versions</h2>"
    yield "<ul>"
    for other in theorems:
        name = theorem_path(other.id).rpartition("/")[2]
        link = f'<a href="{name}">{escape(other.id)}</a>'
        yield f"<li>{link}, {escape(other.status.value)}: {escape(pretty(other.title))}</li>"
    yield "</ul>"


def _inversions(theorem: Theorem) -> Iterator[str]:
    found = inversions(theorem)
    if not found:
        return
    yield "<h2>Solved for each quantity</h2>"
    yield (
        "<p>With all others given and positive, a value suffices if and only if the relations "
        "beside it hold. Without a closed form, the search of the calculator finds a certified "
        "value.</p>"
    )
    cells: list[list[str]] = []
    for inversion in found:
        name = formula(inversion.unknown)
        if not inversion.cases:
            cells.append([name, '<span class="faint">no closed form</span>', ""])
        cells += [
            [name if place == 0 else "or", _listed(case.bounds), _listed(case.conditions)]
            for place, case in enumerate(inversion.cases)
        ]
    yield from table(("quantity", "suffices if", "where"), cells)


def _listed(relations: Sequence[object]) -> str:
    shown = (formula(relation) for relation in relations)  # type: ignore[arg-type]
    return "".join(f'<div class="line">{item}</div>' for item in shown)


def _tightness(record: TestRecord | None) -> Iterator[str]:
    if record is None:
        return
    yield "<h2>Tightness</h2>"
    verdict = f'<strong class="{record.verdict}">{record.verdict}</strong>'
    side = "at most" if record.sense in ("<=", "<") else "at least"
    must = f"The {escape(pretty(record.reading))} must be {side} the bound"
    count = f"{record.instances} exact finite instances"
    if record.violations:  # the ratio is of the shortest counterexample, and not the worst
        found = f"{record.violations} of {count} violate it."
        ratio = "the ratio of the two at the counterexample that is shortest to write down is"
        is_number = record.ratio not in ("none", "unbounded")
        others = ", and other instances may exceed it" if is_number else ""
    else:
        found, ratio, others = f"on {count}.", "the worst ratio of the two among them is", ""
    yield f"<p>{verdict}: {found} {must}; {ratio} {escape(record.ratio)}{others}."
    yield "A statement fails above 1.</p>"
    if record.rows:
        yield "<p>At some points of a grid:</p>"  # which need not be among the instances
        header = [pretty(name) for name in record.header]
        rows = (
            [f'<span class="unbroken">{escape(pretty(cell))}</span>' for cell in row]
            for row in record.rows
        )
        yield from table(header, rows)
    yield f"<pre>{escape(f'boundcalc tightness {record.theorem}')}</pre>"


def _example(theorem: Theorem) -> Iterator[str]:
    found = example(theorem)
    if found is None:
        return
    yield "<h2>Example</h2>"
    yield f"<pre>{escape(found.command)}</pre>"
    if found.answer is None:
        return
    card = answer_card(found.answer)
    yield f"<p><strong>{escape(pretty(card.headline))}</strong></p>"
    for sentence in card.lead:
        yield f"<p>{escape(pretty(sentence))}</p>"
    for section in shown_sections(card):
        if section.title in EXAMPLE_SECTIONS:
            yield from (
                line.replace("<h2>", "<h3>").replace("</h2>", "</h3>")
                for line in section_body(section)
            )


def _derivations(rows: Sequence[CheckedRow]) -> Iterator[str]:
    blocks: dict[str, list[CheckedRow]] = {}
    for row in rows:
        blocks.setdefault(row.step.block, []).append(row)
    for block, found in blocks.items():
        yield f"<h2>{DERIVATION} <code>{escape(block)}</code></h2>"
        yield from table(("", "relation", "reason"), map(_row_cells, found))


def _row_cells(row: CheckedRow) -> list[str]:
    kind = row.kind.value
    qualified = f" {escape(qualification(row))}" if qualification(row) else ""
    shown = mathml(spaced(relation_latex(row.step.row.relation)))
    judgement = row.judgement
    reason = escape(pretty(judgement.reason))
    if judgement.counterexample:
        values = ", ".join(f"{name} = {value}" for name, value in judgement.counterexample.items())
        sides = f"the left side is {judgement.left}, the right side {judgement.right}"
        reason = f"{escape(pretty(f'At {values}: {sides}.'))} {reason}"
    texts = [*map(escape, scope_texts(row)), *([reason] if reason else [])]
    nothing = row.judgement.says_nothing
    texts += [escape(f"Says nothing: {nothing}.")] if nothing else []
    details = f"<details><summary>why</summary>{'<br>'.join(texts)}</details>" if texts else ""
    return [f'<strong class="{kind}">{kind}</strong>{qualified}', shown, details]
