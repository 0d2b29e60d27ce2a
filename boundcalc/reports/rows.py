"""Reports on documents: as JSON, and as a table of rows."""

from __future__ import annotations

from fractions import Fraction

from boundcalc.cards.cards import pretty
from boundcalc.cards.numbers import shown_number
from boundcalc.derivations.rows import atoms_of
from boundcalc.judgements import GUESSED, LAW, PRESUMED, Premise, VerdictKind
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.text import relation_text
from boundcalc.notes.check import CheckedDocument, Report
from boundcalc.notes.judging import CheckedRow
from boundcalc.notes.premises import symbols_of
from boundcalc.notes.report_json import given_premises, saying_nothing
from boundcalc.proving.prove import APART, UNDEFINED
from boundcalc.situations.situations import Certainty


def report_text(report: Report) -> str:
    """Return a report as lines of text."""
    lines: list[str] = []
    for document in report.documents:
        if not document.rows or document.derivations.is_open:
            continue
        lines.append(document.name)
        block = ""
        for row in document.rows:
            if row.step.block != block:
                block = row.step.block
                kind = document.blocks[block].value
                lines.append(f"{'':5}  {kind:<8} {heading_text(document, block)}")
            lines.append(row_text(row))
        lines.append("")
    prepared = [item for item in report.documents if not item.derivations.is_open]
    has_content = any(item.rows or item.errors for item in prepared)
    return (
        "\n".join([*lines, *summary_texts(Report(documents=tuple(prepared)))])
        if has_content
        else ""
    )


def row_text(row: CheckedRow) -> str:
    """Return a row with its line and verdict, and below it what is said of it."""
    first = f"{row.step.line:>5}  {row.kind.value:<8} {relation_line(row)}"
    return "\n".join([first, *(f"{'':16}{text}" for text in detail_texts(row))])


def heading_text(document: CheckedDocument, block: str) -> str:
    """Return the title of a derivation, with the number of its rows."""
    rows = [row for row in document.rows if row.step.block == block]
    resting = sum(map(_rests_on_words, rows))
    texts = [count_text(len(rows), "row")]
    texts += [f"{resting} resting on a citation or a sentence"] if resting else []
    texts += [f"{len(given)} given premises"] if (given := given_premises(rows)) else []
    texts += [f"{len(empty)} saying nothing"] if (empty := saying_nothing(rows)) else []
    return f"{block or 'the whole file'} ({', '.join(texts)})"


def _rests_on_words(row: CheckedRow) -> bool:
    """Return whether a row rests on a citation or a sentence."""
    premises = {str(premise) for premise in row.judgement.premises}
    return not premises.issuperset(row.judgement.rests_on)


def relation_line(row: CheckedRow) -> str:
    """Return the relation of a row, with its names and the verdict that is expected of it."""
    step = row.step
    text = pretty(relation_text(step.row.relation))
    if step.labels:
        text += f"  [{', '.join(step.labels)}]"
    text += f"  ({qualification(row)})" if qualification(row) else ""
    if step.expected is not None and row.is_as_expected:
        text += "  (as expected)"
    elif step.expected is not None:
        text += f"  (but {step.expected.value} is expected)"
    return text


def qualification(row: CheckedRow) -> str:
    """Return what must be said beside PROVED: that there are premises, that nothing is said."""
    if row.kind is not VerdictKind.PROVED:
        return ""
    if row.judgement.says_nothing:
        return "says nothing"
    return ", ".join(qualifications(row))


def qualifications(row: CheckedRow) -> list[str]:
    """Return which kinds of premises a proof has, in words."""
    kinds = {item.how for item in row.judgement.premises}
    return [
        *(["given premises"] if kinds - {GUESSED, PRESUMED, LAW} else []),
        *(["by laws of terms that are not read"] if LAW in kinds else []),
        *(["where both sides have a value"] if PRESUMED in kinds else []),
        *(["for guessed domains"] if GUESSED in kinds or _read_as_real(row) else []),
    ]


def _read_as_real(row: CheckedRow) -> list[str]:
    """Return the names in a row that are read as real numbers, as no line says what they are."""
    known = row.step.context.domains if row.step.context else {}
    items = [known.get(name) for name in sorted(row.step.row.relation.names())]
    return [
        item.name
        for item in items
        if item and item.origin.certainty is Certainty.GUESSED and item.domain == REAL
    ]


def scope_texts(row: CheckedRow) -> list[str]:
    """Return for which values a row is claimed, and given what."""
    step, judgement = row.step, row.judgement
    opaque = atoms_of((step.row.relation, *step.row.conditions), step.scope) | step.scope.atoms
    domains = [
        f"{domain_text(symbol)}{_origin_text(row, name)}"
        for name, symbol in symbols_of(step, judgement.premises).items()
        if name not in opaque and not symbol.speaks_of
    ]
    domains += [f"{pretty(name)} real (guessed)" for name in _read_as_real(row) if name in opaque]
    conditions = [pretty(relation_text(condition)) for condition in step.row.conditions]
    texts = [f"for {', '.join(domains)}"] if domains else []
    texts += [f"if {', '.join(conditions)}"] if conditions else []
    texts += [
        _premise_text(item)
        for item in judgement.premises
        if item.how != GUESSED  # which stands beside the symbol
    ]
    if judgement.definitions:
        texts.append(f"from definitions: {', '.join(judgement.definitions)}")
    return texts


def _premise_text(item: Premise) -> str:
    if item.how == PRESUMED:
        return f"where {pretty(item.text)}, so that both sides have a value"
    if item.how == LAW:
        return f"by {item.law}: {pretty(item.text)}"
    return f"given {pretty(item.text)} (line {item.line})"


def _origin_text(row: CheckedRow, name: str) -> str:
    """Return where the domain of a symbol was taken from, if no directive gives it."""
    item = row.step.context.domains.get(name) if row.step.context else None
    if item is None:
        return ""
    if item.origin.certainty is Certainty.GUESSED:
        return " (guessed)"
    return f" ({item.origin.place})"


def domain_text(symbol: Symbol) -> str:
    """Return a symbol with its domain, in the words of a declaration.

    Examples
    --------
    >>> from boundcalc.language import Domain, Symbol
    >>> domain_text(Symbol("n", Domain(lower=1, lower_closed=True, integer=True)))
    'n integer >= 1'
    """
    return domain_words(pretty(symbol.name), symbol.domain)


def domain_words(name: str, domain: Domain) -> str:
    """Return a name with its domain, in the words of a declaration."""
    kind = "integer" if domain.integer else "real"
    if domain.lower is None and domain.upper is None:
        return f"{name} {kind}"
    if domain.integer and domain.upper is None:
        return f"{name} integer >= {domain.first_integer()}"
    words = str(domain).removeprefix("the integers of ")
    return f"{name} integer in {words}" if domain.integer else f"{name} in {words}"


def detail_texts(row: CheckedRow) -> list[str]:
    """Return what is said below a row: its scope, and the reason where it is not proved."""
    judgement = row.judgement
    texts = scope_texts(row)
    if judgement.kind is VerdictKind.PROVED:
        return (
            [*texts, f"says nothing: {judgement.says_nothing}"] if judgement.says_nothing else texts
        )
    if judgement.counterexample is not None:
        values = judgement.counterexample.items()
        point = ", ".join(f"{pretty(name)} = {number_text(value)}" for name, value in values)
        sides = f"the left side is {judgement.left}, the right side {judgement.right}"
        texts.append(f"at {point}: {sides}" if point else sides)
    if judgement.question:
        texts.append(judgement.question)
    if judgement.reason not in (APART, UNDEFINED):  # the point and its two sides say it
        texts.append(judgement.reason)
    return texts


def number_text(value: Fraction) -> str:
    """Return an exact rational, as a decimal where it is short, with a rounded value where long."""
    exact, shown = decimal_text(value), shown_number(value)
    return exact if shown.is_exact else f"{exact} {shown}"


def summary_texts(report: Report) -> list[str]:
    """Return how many rows have each verdict, and how many rest on something else."""
    counts = [f"{count} {kind}" for kind, count in report.summary.items() if count]
    resting = sum(map(_rests_on_words, report.rows))
    texts = [f"{count_text(len(report.rows), 'row')}: {', '.join(counts) or 'nothing to check'}"]
    if resting:
        verb = "rests" if resting == 1 else "rest"
        texts.append(f"{count_text(resting, 'row')} {verb} on a citation or a sentence")
    if given := given_premises(report.rows):
        verb = "is" if len(given) == 1 else "are"
        texts.append(
            f"{count_text(len(given), 'row')} {verb} proved given premises of the document"
        )
    if empty := saying_nothing(report.rows):
        verb = "says" if len(empty) == 1 else "say"
        texts.append(f"{count_text(len(empty), 'proved row')} {verb} nothing")
    if report.errors:
        texts.append(f"{count_text(len(report.errors), 'error')}: not everything was read")
    return texts


def count_text(number: int, what: str) -> str:
    """Return a number with what is counted, in the plural where it is not one."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
