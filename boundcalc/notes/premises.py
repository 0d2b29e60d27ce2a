r"""Premises: what a document sets or assumes, and which of it a verdict rests on.

A row is proved for all values of its symbols that satisfy what the document assumes. What the proof
needs of that is its premises, and a row that has any is proved *given* them. Which it needs is
decided by the checker: an assumption that is not needed may be replaced by 0 <= 0 in the
certificate, and the proof stands. A premise is

- an ``assume`` that a proof needs,
- a ``let`` that says what a probability, an expectation, a sum or a known function is, for this is
  a claim; that a symbol stands for an expression, or ``f(x)`` for a value of the document's own, is
  a definition,
- what stands before an implication, where that is not proved itself,
- what the rows rest on from which it follows.

A row says nothing where its sides are the same, or where it restates what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boundcalc.checker import Rejected, check_certificate
from boundcalc.derivations.rows import Step
from boundcalc.judgements import Judgement, Premise, VerdictKind
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.operators import Sense
from boundcalc.language.structure import relation_to_json
from boundcalc.language.text import expression_text, relation_text
from boundcalc.reader.scope import Abbreviation, Scope
from boundcalc.reader.symbols import natural_domain
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, tokenize

_NOTHING = ["<=", ["number", "0"], ["number", "0"]]
_WEAKER = {
    Sense.EQ: (Sense.EQ, Sense.LE, Sense.GE),
    Sense.LT: (Sense.LT, Sense.LE, Sense.NE),
    Sense.GT: (Sense.GT, Sense.GE, Sense.NE),
}


def with_premises(
    judgement: Judgement,
    step: Step,
    before: Sequence[tuple[Step, Judgement]],
    used: Iterable[Judgement],
) -> Judgement:
    """Return a judgement with its premises, and with whether the row says nothing.

    Parameters
    ----------
    judgement : Judgement
        The verdict of the row.
    step : Step
        The row.
    before : sequence of (Step, Judgement)
        What stands before its implication.
    used : iterable of Judgement
        The verdicts of the rows that it names as its reason.
    """
    needed = {text for item in judgement.certificates for text in _needed(item)}
    needed |= {str(relation_to_json(item)) for item in judgement.used}
    premises: list[Premise] = [item for other in used for item in other.premises]
    words = list(step.row.abbreviations)
    for item in step.assumptions:
        if str(relation_to_json(item.relation)) in needed:
            premise = _premise(item.how, item.relation, item.line)
            premises.append(replace(premise, law=item.law))
            words += item.abbreviations
    for other, found in before:
        claims = (other.row.relation, *other.row.conditions)
        if not any(str(relation_to_json(claim)) in needed for claim in claims):
            continue
        words += other.row.abbreviations
        if found.kind is VerdictKind.PROVED and not other.row.conditions:
            premises += found.premises
        else:
            premises += [_premise("implied", claim, other.line) for claim in claims]
    premises += _set(words, step.scope)
    premises = list(dict.fromkeys(premises))
    rests_on = judgement.rests_on
    if judgement.kind in (VerdictKind.PROVED, VerdictKind.CITED):
        texts = [str(premise) for premise in premises]
        rests_on = (*rests_on, *(text for text in texts if text not in rests_on))
    return replace(
        judgement,
        premises=tuple(premises),
        rests_on=rests_on,
        says_nothing=(_says_nothing(step, before) or judgement.says_nothing)
        if judgement.kind is VerdictKind.PROVED
        else "",
    )


def _premise(how: str, relation: Relation, line: int) -> Premise:
    return Premise(how=how, text=relation_text(relation), latex=relation_latex(relation), line=line)


def _needed(certificate: Mapping[str, Any]) -> list[str]:
    """Return the assumptions of a certificate, as JSON, without which the checker rejects it."""
    kept = list(certificate["assumptions"])
    if certificate["kind"] in ("proof", "derivation"):
        for place in reversed(range(len(kept))):
            fewer = [*kept[:place], _NOTHING, *kept[place + 1 :]]
            try:
                check_certificate({**certificate, "assumptions": fewer})
            except Rejected:
                continue
            kept = fewer
    return [str(item) for item in kept if item != _NOTHING]


# --- what is set -------------------------------------------------------------------------------


def _set(words: Sequence[str], scope: Scope) -> list[Premise]:
    """Return what the abbreviations claim that a row uses, directly or in steps."""
    found, seen, waiting = [], set(), list(words)
    while waiting:
        latex = waiting.pop(0)
        item = scope.abbreviations.get(latex)
        if item is None or latex in seen:
            continue
        seen.add(latex)
        waiting += item.uses
        if is_claim(item, scope):
            text = f"{latex} = {expression_text(item.value)}"
            shown = f"{latex} = {expression_latex(item.value)}"
            found.append(Premise(how="set", text=text, latex=shown, line=item.line))
    return found


def is_claim(item: Abbreviation, scope: Scope) -> bool:
    r"""Return whether an abbreviation claims something, and is more than a name or a definition.

    A name for an expression claims nothing. A phrase for a value that the document defines, such as
    ``D(x)`` or ``|R|``, claims nothing. A symbol that stands for a probability claims nothing where
    it may be any number that a probability may be, and stands for no second one.
    """
    if not item.is_phrase:
        return False
    first = tokenize(Fragment.of(item.latex))[0]
    natural = natural_domain(item.latex, first.key, scope)
    is_own = natural is None and first.kind in (Kind.NAME, Kind.ACCENT, Kind.BAR)
    value = item.value
    if isinstance(value, Symbol) and not value.speaks_of:
        others = scope.abbreviations.values()
        is_shared = sum(other.is_phrase and other.value == value for other in others) > 1
        is_free = is_own or (natural is not None and _covers(value.domain, natural))
        return is_shared or not is_free
    return not is_own or any(symbol.speaks_of for symbol in value.symbols())


def _covers(domain: Domain, other: Domain) -> bool:
    """Return whether a domain holds all of another one, as far as its ends tell."""
    lower = domain.lower is None or (
        other.lower is not None
        and (domain.lower < other.lower or (domain.lower == other.lower and domain.lower_closed))
    )
    upper = domain.upper is None or (
        other.upper is not None
        and (domain.upper > other.upper or (domain.upper == other.upper and domain.upper_closed))
    )
    return lower and upper and not domain.integer


# --- what says nothing -------------------------------------------------------------------------


def _says_nothing(step: Step, before: Sequence[tuple[Step, Judgement]]) -> str:
    """Return why a proved row says nothing; empty if it says something."""
    row = step.row
    if row.relation.left == row.relation.right:
        return "both sides are the same"
    for item in step.assumptions:
        if restates(row.relation, item.relation):
            return f"it restates the assumption of line {item.line}"
    if any(restates(row.relation, condition) for condition in row.conditions):
        return "it restates its condition"
    for other, _ in before:
        claims = (other.row.relation, *other.row.conditions)
        if any(restates(row.relation, claim) for claim in claims):
            return f"it restates the row of line {other.line}, which stands before it"
    return ""


def restates(relation: Relation, given: Relation) -> bool:
    """Return whether a relation is one that is given, or weaker by its sign alone."""
    for item in (given, given.mirrored):
        is_same = item.left == relation.left and item.right == relation.right
        if is_same and relation.sense in _WEAKER.get(item.sense, (item.sense,)):
            return True
    return False


# --- what a row is about -----------------------------------------------------------------------


def symbols_of(step: Step, premises: Iterable[Premise] = ()) -> dict[str, Symbol]:
    """Return the symbols that a row and its premises speak of, in terms that are not read too."""
    texts = {premise.text for premise in premises}
    assumed = (item.relation for item in step.assumptions)
    relations = [step.row.relation, *step.row.conditions]
    relations += [relation for relation in assumed if relation_text(relation) in texts]
    found: dict[str, Symbol] = {}
    for relation in relations:
        for side in (relation.left, relation.right):
            found.update(_symbols(side))
    return dict(sorted(found.items()))


def _symbols(node: Expression) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {}
    waiting = [node]
    while waiting:
        for symbol in waiting.pop().symbols():
            if found.setdefault(symbol.name, symbol) is symbol:
                waiting += [value for _, value in symbol.speaks_of if value is not None]
    return found
