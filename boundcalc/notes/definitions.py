r"""Definitions of a document as reasons of rows that have what is defined inside of a term.

Where a sentence says "let $X = \sum_i X_i$", or a row defines X, E[X] is the expectation of that
sum. A sentence is taken that defines and says nothing of when; a name with two definitions has
none, nor one of which a later sentence speaks.

Main definitions
----------------
`unfolded_attempts`: the ways to show a row with definitions put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import Judgement, Premise
from boundcalc.language.expressions import Relation
from boundcalc.laws.unfolded import Definition, definition_of, unfolding_laws_of
from boundcalc.notes.definedness import where_defined
from boundcalc.notes.earlier import FRAME, HEADING, defined_before
from boundcalc.notes.presumptions import Attempt, premise_of, substituted, tentative_names
from boundcalc.reader.meanings import letters
from boundcalc.situations.situations import Hypothesis
from boundcalc.tex.source import ReaderError

_COMMENT = re.compile(r"(?m)(?<!\\)%.*$")
_SHOWN = re.compile(r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}")
_CLOSED = re.compile(r"[ ,.;]*(?:\$|\\\)|(?=\s*(?:\n|-->|\Z)))")
_APART = re.compile(  # what may be another setting
    r"(?im)\b(?:examples?|exercises?|problems?|questions?|solutions?|cases?)\b|^\s*(?:[-*_]\s?){3,}$"
)
_BINDS = r"\\forall|\\exists|\\(?:text|mbox|mathrm|textrm)\{[^{}]*\}|\\q?quad"
_STARTS = r"\$|\\\[|\\\(|\\\\|&|\\begin\{[a-z]+\*?\}"
_SETS = (
    r":?=|[<>]|[+*-]="
    r"|\\(?:gets|leftarrow|sim|in|to|coloneqq|mapsto|ne|neq|leq?|geq?)(?![A-Za-z])"
)


def unfolded_attempts(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Attempt]:
    """Yield ways to prove a step with definitions put in for names in its terms.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    if step.context is None:
        return
    try:
        known = _in_force(step, before)
    except ReaderError:  # a name is no formula by itself
        return
    if not known:
        return
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    source, tentative = step.row.sign.source, tentative_names(step)
    laws, put_in = unfolding_laws_of(relations, known, step.scope, source, tentative)
    if not put_in or not laws:
        return
    case = substituted(step, {law.term: law.value for law in laws})
    told = tuple(known[item] for item in put_in)
    yield Attempt(step, (case,), tuple(laws), defined=told)
    presumed, defined = where_defined(case)
    if defined:
        yield Attempt(step, defined, tuple(laws), presumed, defined=told)


def _in_force(step: Step, before: Sequence[tuple[Step, Judgement]]) -> dict[Definition, Premise]:
    """Return what is defined of letters that a step has, each as a premise."""
    places = [item.place for item in step.equations]
    found = [
        (item.relation, item.line, places.count(item.place) == 1 and _is_said(item, step))
        for item in step.equations
    ]
    found += [
        (other.row.relation, other.line, _is_kept(other.row.left.text, _end(other, step), step))
        for other in defined_before(step, before)
    ]
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    near = frozenset().union(*(letters(side) for it in relations for side in (it.left, it.right)))
    return {
        item: premise_of("assumed", relation, line)
        for relation, line, is_said in found
        if is_said and relation != step.row.relation and letters(relation.left) <= near
        for item in (definition_of(relation),)
        if item is not None and _is_alone(relation, [other for other, _, _ in found])
    }


def _is_alone(relation: Relation, others: Iterable[Relation]) -> bool:
    """Return whether nothing else is said to be equal to what is defined."""
    return all(other == relation for other in others if relation.left in (other.left, other.right))


def _is_said(item: Assumption, step: Step) -> bool:
    """Return whether a sentence of the section defines by an equation, and says not when."""
    source, start = step.row.left.source, step.row.left.start
    if item.origin is None or item.place.source is not source or item.place.stop > start:
        return False
    spelled = item.place.text.partition("=")[0]
    is_said = Hypothesis(item.place, item.origin).is_said
    closed = _CLOSED.match(source.text, item.place.stop)
    return is_said and closed is not None and _is_kept(spelled, closed.end(), step)


def _end(row: Step, step: Step) -> int:
    """Return where the display of a row ends, or the row itself where a step stands in it, too."""
    return row.row.right.stop if row.display is step.display else row.display.whole.stop


def _is_kept(spelled: str, start: int, step: Step) -> bool:
    """Return whether nothing between a place and a step may say anew what a name is.

    No sentence there speaks of it, no other environment or example begins, and no formula binds it.
    """
    name = spelled.partition("(")[0].replace("&", "").strip()
    alone = re.compile(rf"(?<![A-Za-z\\_]){re.escape(name)}(?![A-Za-z_'^])")
    whole = step.display.whole
    text = _COMMENT.sub("", whole.source.text[start : whole.start])
    is_apart = FRAME.search(text) or HEADING.search(text) or _APART.search(text)
    if is_apart or alone.search(_SHOWN.sub(" ", text)):
        return False
    texts = f"{whole.source.text[start : whole.start]} {whole.text}"
    binds = rf"(?:{_BINDS})\s*\$?[\s(]*{alone.pattern}"
    sets = rf"(?:{_STARTS})\s*{alone.pattern}\s*&?\s*(?:{_SETS})"
    return not re.search(f"{binds}|{sets}", texts)
