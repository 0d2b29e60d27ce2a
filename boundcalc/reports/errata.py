"""Errata as Markdown, for a page, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from boundcalc.judgements import Premise, VerdictKind
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.latex import symbol_latex
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Defect, Remark, Theorem
from boundcalc.notes.errata import Erratum, Survival, conditions, meaning, printed
from boundcalc.notes.judging import CheckedRow
from boundcalc.notes.report_json import row_json
from boundcalc.output.markdown import words_markdown

INTRODUCTION = """\
# Errata

What `boundcalc check` found wrong in the five sources of the library: displayed relations that are
false, with a point at which they fail, and relations that do not follow from what is printed. A row
is a displayed relation, or a step that the source takes in words.
Where the conclusion survives, it is the way to it that fails as printed.
The page is made from the verdicts by `boundcalc errata`; the derivations stand in
`theorems/notes/`, with every row that is right beside those that are not.
An erratum says nothing against a source: each of them was worth checking row by row.
"""
STATEMENTS = """\
## Statements

Theorems of the library that are doubtful as printed. `boundcalc show ID` shows each of them with
its source, and `docs/tested.md` of the repository holds an exact instance for each that speaks of
distributions.
"""
READINGS = """\
## Read by a person

What a person found in the print of a statement and around it: a definition, an algorithm, a step in
words. These entries are judgements of a person and no verdicts of the checker, and none of them
makes a statement of the library doubtful. What can be read in two ways is called ambiguous, and is
no error. An entry that several statements share is shown with the first of them.
"""


def errata_markdown(errata: Sequence[Erratum], theorems: Iterable[Theorem]) -> str:
    """Return the page: errata by source and item, doubtful statements, what a person found."""
    lines = [INTRODUCTION]
    source = item = ""
    for erratum in errata:
        if erratum.source != source:
            source = erratum.source
            lines += [f"## {source}", ""]
        if erratum.item != item:
            item = erratum.item
            lines += [f"### {item}", ""]
            if erratum.explanation:
                lines += [erratum.explanation, ""]
            if erratum.survival is not Survival.UNSAID:
                lines += [_survival(erratum), ""]
        lines += [*_erratum_lines(erratum), ""]
    records = tuple(theorems)
    lines += [STATEMENTS, *_statement_lines(records), "", READINGS, *_reading_lines(records)]
    return "\n".join(lines).rstrip() + "\n"


def sealed_errata(text: str, notes: Iterable[Path], theorems: Iterable[Theorem]) -> str:
    """Return the page as a library ships it, with what it was made of in a comment at its end."""
    return f"{text}{_seal(notes, theorems)}"


def shipped_errata(shipped: str, notes: Iterable[Path], theorems: Iterable[Theorem]) -> str | None:
    """Return the page that was shipped, if it was made of these derivations and these theorems.

    Parameters
    ----------
    shipped : str
        What `sealed_errata` returned, when the derivations were checked.
    notes : iterable of Path
        The derivations that are installed.
    theorems : iterable of Theorem
        The theorems that are installed.
    """
    text = shipped.removesuffix(_seal(notes, theorems))
    return None if text == shipped else text


def _seal(notes: Iterable[Path], theorems: Iterable[Theorem]) -> str:
    found = sha256(errata_markdown((), theorems).encode())
    for path in sorted(notes, key=lambda path: path.name):
        found.update(path.read_text(encoding="utf-8").encode())
    return f"\n<!-- Made of derivations and theorems whose fingerprint is {found.hexdigest()} -->\n"


def _survival(erratum: Erratum) -> str:
    text = f"**{erratum.survival.value[0].upper()}{erratum.survival.value[1:]}**"
    if erratum.survival is Survival.CHANGES:
        found = "; ".join(_claim(row) for row in erratum.conclusion)
        return f"{text} to {found} ({_verdicts(erratum.conclusion)})."
    if erratum.survival is Survival.HOLDS and erratum.premises:
        return f"{text}, given {_given(erratum.premises)}."
    return f"{text}."


def _given(premises: Iterable[Premise]) -> str:
    return ", ".join(f"${premise.latex}$" for premise in premises)


def _erratum_lines(erratum: Erratum) -> Iterator[str]:
    step, judgement = erratum.row.step, erratum.row.judgement
    label = f" `{step.labels[0]}`" if step.labels else ""
    given = "".join(f"{_claim(row)} implies " for row in erratum.given)
    yield f"- Row{label}: {given}{_claim(erratum.row, is_explained=True)}."
    if erratum.counterexample is not None:
        at = ", ".join(
            f"${_name(erratum.row, name)} = {decimal_text(value)}$"
            for name, value in erratum.counterexample.items()
        )
        where = f" at {at}" if at else ""
        yield (
            f"  {VerdictKind.REFUTED.value}{where}: the left side is {judgement.left}, "
            f"the right side {judgement.right}."
        )
    elif judgement.counterexample is not None:
        yield (
            f"  {judgement.kind.value}: needs an argument about its probabilities, expectations or "
            "informations, which algebra does not see."
        )
    else:
        yield f"  {judgement.kind.value}: {words_markdown(judgement.reason)}"
    for row in erratum.replaced_by:
        yield f"  Instead: {_claim(row)} ({_verdicts([row])})."
    yield f"  See `boundcalc check {_shown_path(step.file)}`, line {step.line}."


def _shown_path(file: str) -> str:
    """Return the path of a derivation below the folder that holds its library."""
    return "/".join(Path(file).parts[-3:])


def _claim(row: CheckedRow, *, is_explained: bool = False) -> str:
    """Return what a row claims, as it is printed, and in the symbols of its counterexample."""
    text = f"${printed(row)}$"
    if is_explained and meaning(row):
        text += f", that is, ${meaning(row)}$,"
    where = " and ".join(f"${condition}$" for condition in conditions(row))
    return (f"{text} for {where}" if where else text).removesuffix(",")


def _name(row: CheckedRow, name: str) -> str:
    """Return a name of a counterexample as the row, or what is assumed there, spells it."""
    assumed = (assumption.relation for assumption in row.step.assumptions)
    relations: tuple[Relation, ...] = (*assumed, row.step.row.relation)
    symbols: dict[str, Symbol] = {
        symbol.name: symbol for relation in relations for symbol in relation.symbols()
    }
    found = symbols.get(name)
    return (found.latex if found is not None else "") or symbol_latex(name)


def _verdicts(rows: Sequence[CheckedRow]) -> str:
    return "; ".join(dict.fromkeys(map(_verdict, rows)))


def _verdict(row: CheckedRow) -> str:
    """Return a verdict with the premises that it is given, and say where a row says nothing."""
    if row.judgement.says_nothing:
        return (
            f"{row.kind.value}, but it says nothing: {words_markdown(row.judgement.says_nothing)}"
        )
    if row.kind is not VerdictKind.PROVED or not row.judgement.premises:
        return row.kind.value
    return f"{row.kind.value} given {_given(row.judgement.premises)}"


def _statement_lines(theorems: Iterable[Theorem]) -> Iterator[str]:
    for theorem in theorems:
        if not theorem.is_doubtful:
            continue
        yield f"- **{theorem.id}**, {words_markdown(theorem.title)}."
        for remark in theorem.remarks:
            yield f"  {remark.defect.value.capitalize()}: {words_markdown(remark.text)}"
        if theorem.superseded_by is not None:
            yield f"  Use `{theorem.superseded_by}` instead."


def _reading_lines(theorems: Iterable[Theorem]) -> Iterator[str]:
    shown: set[Remark] = set()
    for theorem in theorems:
        readings = [reading for reading in _readings(theorem) if reading not in shown]
        shown.update(readings)
        if readings:
            yield f"- **{theorem.id}**, {words_markdown(theorem.title).removesuffix('.')}."
        for reading in readings:
            yield f"  {reading.defect.value.capitalize()}: {words_markdown(reading.text)}"


def _readings(theorem: Theorem) -> tuple[Remark, ...]:
    """Return what a person found, with the remarks that cast no doubt on the statement."""
    shown = (Defect.MISPRINT, Defect.AMBIGUOUS, Defect.VACUOUS)
    remarks = () if theorem.is_doubtful else tuple(theorem.remarks)
    return (*(remark for remark in remarks if remark.defect in shown), *theorem.readings)


def errata_json(errata: Sequence[Erratum]) -> dict[str, Any]:
    """Return the errata as one object; numbers that carry precision are texts."""
    return {"errata": [_erratum_json(erratum) for erratum in errata]}


def _erratum_json(erratum: Erratum) -> Mapping[str, Any]:
    return {
        "source": erratum.source,
        "item": erratum.item,
        "printed": row_json(erratum.row),
        "replaced_by": [row_json(row) for row in erratum.replaced_by],
        "survives": erratum.survival is Survival.HOLDS,
        "survival": erratum.survival.value,
        "premises": [premise.text for premise in erratum.premises],
        "conclusion": [row_json(row) for row in erratum.conclusion],
        "explanation": erratum.explanation,
    }
