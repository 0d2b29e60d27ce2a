r"""Errata: what the checked derivations of the library found wrong in print.

A derivation ``source/item`` holds the rows as printed; a derivation ``source/item.corrected``
holds what replaces them. A row that is refuted, or whose gap is recorded as unknown, is an erratum.
The rows of the corrected derivation with the same label replace it, the paragraph that opens the
corrected derivation explains it, and the rows labelled ``conclusion`` say what becomes of the
statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from boundcalc.judgements import Premise, VerdictKind
from boundcalc.language.latex import relation_latex, symbol_latex
from boundcalc.language.text import relation_text
from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.notes.judging import CheckedRow

CORRECTED = ".corrected"
CONCLUSION = "conclusion"
_PAIRED = (r"\left", r"\right")


class Survival(Enum):
    """What becomes of the conclusion of a derivation with an erratum."""

    HOLDS = "the conclusion survives as printed"
    CHANGES = "the conclusion changes"
    UNPROVED = "the corrected derivation does not reach a conclusion yet"
    UNSAID = "the derivation names no conclusion"
    OPEN = "no corrected derivation is given"


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """A printed relation that is false, or does not follow from what is printed.

    Parameters
    ----------
    item : str
        The derivation, such as ``lecture-18/step-4``.
    row : CheckedRow
        The row as printed, with its verdict and counterexample.
    given : tuple of CheckedRow
        The rows that are printed as implying it.
    replaced_by : tuple of CheckedRow
        The rows that replace it.
    conclusion : tuple of CheckedRow
        The conclusion of the corrected derivation, where it differs from the printed one.
    survival : Survival
        What becomes of the conclusion.
    explanation : str
        What is wrong, in words, as Markdown.
    premises : tuple of Premise
        What the conclusion of the corrected derivation is given by the document.
    """

    item: str
    row: CheckedRow
    given: tuple[CheckedRow, ...]
    replaced_by: tuple[CheckedRow, ...]
    conclusion: tuple[CheckedRow, ...]
    survival: Survival
    explanation: str
    premises: tuple[Premise, ...] = ()

    @property
    def source(self) -> str:
        """The source, such as ``lecture-18``."""
        return self.item.partition("/")[0]

    @property
    def counterexample(self) -> Mapping[str, Fraction] | None:
        """Where the printed relation fails, where it is refuted."""
        return self.row.judgement.counterexample if self.row.kind is VerdictKind.REFUTED else None


def errata(report: Report) -> list[Erratum]:
    """Return the errata of checked documents, in their order."""
    return [erratum for document in report.documents for erratum in _of_document(document)]


def _of_document(document: CheckedDocument) -> Iterator[Erratum]:
    blocks: dict[str, list[CheckedRow]] = {}
    for row in document.rows:
        blocks.setdefault(row.step.block, []).append(row)
    for row in document.rows:
        item = row.step.block
        if item and not item.endswith(CORRECTED) and _is_erratum(row):
            given = tuple(document.rows[number] for number in row.step.antecedents)
            yield _erratum(row, given, blocks[item], blocks.get(f"{item}{CORRECTED}", []))


def _is_erratum(row: CheckedRow) -> bool:
    is_recorded = row.kind is VerdictKind.UNKNOWN and row.step.expected is VerdictKind.UNKNOWN
    return row.kind is VerdictKind.REFUTED or is_recorded


def _erratum(
    row: CheckedRow,
    given: tuple[CheckedRow, ...],
    printed: Sequence[CheckedRow],
    corrected: Sequence[CheckedRow],
) -> Erratum:
    ends = _labelled(corrected, (CONCLUSION,))
    claims = _labelled(printed, (CONCLUSION,))
    same = len(ends) == len(claims) and all(map(_say_the_same, ends, claims))
    survival = _survival(corrected, ends, is_same=same)
    return Erratum(
        item=row.step.block,
        row=row,
        given=given,
        replaced_by=_labelled(corrected, row.step.labels),
        conclusion=() if same else ends,
        survival=survival,
        explanation=_opening(corrected[0]) if corrected else "",
        premises=tuple(dict.fromkeys(item for row in ends for item in row.judgement.premises)),
    )


def _survival(
    corrected: Sequence[CheckedRow], ends: Sequence[CheckedRow], *, is_same: bool
) -> Survival:
    if not corrected:
        return Survival.OPEN
    if not ends:
        return Survival.UNSAID
    open_kinds = (VerdictKind.REFUTED, VerdictKind.UNKNOWN)
    if any(row.kind in open_kinds or row.judgement.says_nothing for row in ends):
        return Survival.UNPROVED
    return Survival.HOLDS if is_same else Survival.CHANGES


def _labelled(rows: Sequence[CheckedRow], labels: Sequence[str]) -> tuple[CheckedRow, ...]:
    return tuple(row for row in rows if set(row.step.labels) & set(labels))


def _say_the_same(one: CheckedRow, other: CheckedRow) -> bool:
    """Return whether two rows claim one relation, in print or in meaning, on one condition."""
    is_one_relation = printed(one) == printed(other) or _text(one) == _text(other)
    return is_one_relation and conditions(one) == conditions(other)


def _text(row: CheckedRow) -> str:
    """Return a relation as text, which does not depend on the domains of its symbols."""
    return relation_text(row.step.row.relation)


def printed(row: CheckedRow) -> str:
    """Return the relation of a row as LaTeX, as the document prints it."""
    parts = row.step.row.left, row.step.row.sign, row.step.row.right
    text = " ".join(re.sub(r"(?<!\\)%[^\n]*", "", part.text) for part in parts)
    return " ".join(re.sub(r"(?<!\\)&|\\\\(?=\s)", " ", text).split())


def conditions(row: CheckedRow) -> tuple[str, ...]:
    """Return the conditions of a row, as LaTeX."""
    return tuple(relation_latex(condition) for condition in row.step.row.conditions)


def meaning(row: CheckedRow) -> str:
    """Return the relation in the symbols of the document, where it is printed in others."""
    relation = row.step.row.relation
    shown = _signs(printed(row))
    names = (_signs(symbol.latex or symbol_latex(symbol.name)) for symbol in relation.symbols())
    return "" if all(name in shown for name in names) else relation_latex(relation)


def _signs(latex: str) -> str:
    """Return the signs of LaTeX, each between spaces, without spaces and braces of its own."""
    signs = re.findall(r"\\[A-Za-z]+|[A-Za-z]+|[^\s{}]", latex)
    return f" {' '.join(sign for sign in signs if sign not in _PAIRED)} "


def _opening(row: CheckedRow) -> str:
    """Return the first paragraph of a derivation, without its directives."""
    step = row.step
    text = step.row.sign.source.text
    begin = re.search(rf"%!\s*begin\s+{re.escape(step.block)}\s*(?=\n|-->)", text)
    if begin is None:
        return ""
    body = re.sub(r"<!--.*?-->", "", "<!--" + text[begin.end() :], count=1, flags=re.DOTALL)
    for paragraph in re.split(r"\n\s*\n", body):
        words = re.sub(r"<!--.*?-->", "", paragraph, flags=re.DOTALL).strip()
        if words:
            is_prose = not words.startswith(("$$", "\\[", "\\begin", "#"))
            return " ".join(words.split()) if is_prose else ""
    return ""
