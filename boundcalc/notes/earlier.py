r"""Earlier rows of a document that nobody prepared, as reasons of a later one that names none.

What a row defines, or introduces as a new name, may be used in the section in which it stands, and
what a row cites in its proof or paragraph, wherever the names in it mean the same. A verdict names
the rows that it uses; what follows from a row that is cited is cited.

Main definitions
----------------
`with_earlier`: a step with earlier rows among its assumptions. `as_cited`: what they prove.
`defined_before`: what earlier rows define.
`as_undecided`: what is refuted only where they fail, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import CLAIMED, EARLIER, Judgement, VerdictKind
from boundcalc.language.expressions import Expression, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.renaming import HEADING
from boundcalc.obligations.obligations import satisfiable
from boundcalc.prose.standing.standing import Standing
from boundcalc.situations.situations import Certainty, Domained

MOST_ROWS = 4
FARTHEST = 40  # rows
FRAME = re.compile(
    r"\\(?:begin|end)\s*\{(?!align|equation|gather|multline|eqnarray|split|cases|array|itemize"
    r"|enumerate|[bpv]?matrix|aligned|flalign)[A-Za-z]+\*?\}|\\item(?![A-Za-z])|^\s*\*\*|\\paragraph"
    r"|^\s*[*_]{0,2}(?i:proof|pf|solution|soln|sol)[*_]{0,2}\s?\d?[*_:.]",
    re.M,
)


def with_earlier(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Step | None:
    """Return a step with what earlier rows say of its terms, or None where none says anything.

    Parameters
    ----------
    step : Step
        The row.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    names = step.row.relation.names()
    held = {item.relation for item in step.assumptions}
    found: list[Assumption] = []
    taken: list[Step] = []
    for other, judgement in reversed(before[-FARTHEST:]):
        relation = other.row.relation
        is_near = bool(relation.names() & names) and relation not in held
        how = _standing(other, judgement) if is_near else ""
        if how and is_in_force(step, other, how):
            found.append(Assumption(relation=relation, place=other.row.sign, how=how))
            taken.append(other)
            held.add(relation)
        if len(found) == MOST_ROWS:
            break
    if not found:
        return None
    return with_rows(step, found, taken)


def with_rows(step: Step, found: Sequence[Assumption], rows: Iterable[Step]) -> Step:
    """Return a step with the relations of earlier rows, and with the names that stand only there.

    A law reads what stands in the terms of those rows; what it meets must mean there what it means
    in the rows themselves.
    """
    names, context = dict(step.scope.names), step.context
    domains = {} if context is None else dict(context.domains)
    for row in rows:
        own = {} if row.context is None else row.context.domains
        for symbol in row.row.relation.symbols():
            if not symbol.speaks_of and row.scope.names.get(symbol.latex) == symbol:
                names.setdefault(symbol.latex, symbol)
                if symbol.name in own:
                    domains.setdefault(symbol.name, own[symbol.name])
    return replace(
        step,
        assumptions=(*step.assumptions, *found),
        scope=replace(step.scope, names=names),
        context=None if context is None else replace(context, domains=domains),
    )


def defined_before(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Step]:
    """Yield the earlier rows that define what is in force at a step."""
    for other, judgement in reversed(before[-FARTHEST:]):
        is_definition = _standing(other, judgement) == "assumed"
        if is_definition and is_in_force(step, other, "assumed"):
            yield other


def as_undecided(
    judgement: Judgement,
    step: Step,
    before: Sequence[tuple[Step, Judgement]],
    steps: Iterable[Step] = (),
) -> Judgement:
    """Return a refutation as a question, where its counterexample breaks an earlier claim, too.

    What the document claims before a row and is not decided may be what the row rests on; and where
    another row of its chain, among `steps`, fails there, a condition of both may be missing.
    """
    point = judgement.counterexample
    if judgement.kind is not VerdictKind.REFUTED or step.context is None or not point:
        return judgement
    values = {name: as_expression(value) for name, value in point.items()}
    for other in steps:
        relation = other.row.relation
        is_beside = other.display is step.display and other.row.chain == step.row.chain
        is_own = other is step or relation.sense is Sense.EQ or not relation.names() & values.keys()
        if not is_beside or is_own:
            continue
        if not satisfiable((relation.substitute(values),)):
            return replace(
                judgement,
                kind=VerdictKind.UNKNOWN,
                reason="another relation of its chain fails there, too",
                suspicion=60,
                question="is a condition missing for the chain?",
            )
    for other, known in reversed(before[-FARTHEST:]):
        relation = other.row.relation
        is_about = bool(relation.names()) and relation.names() <= values.keys()
        is_open = known.kind in (VerdictKind.UNKNOWN, VerdictKind.CITED)
        if not is_about or not is_open or not is_in_force(step, other, ""):
            continue
        if not satisfiable((relation.substitute(values),)):
            line = other.row.sign.position.line
            return replace(
                judgement,
                kind=VerdictKind.UNKNOWN,
                reason=f"what line {line} claims fails there, too",
                suspicion=50,
                question=f"does it rest on line {line}?",
            )
    return judgement


def as_cited(judgement: Judgement) -> Judgement:
    """Return a proof as a citation, where it rests on a row that is cited."""
    lines = _lines(judgement, EARLIER)
    if judgement.kind is not VerdictKind.PROVED or not lines:
        return judgement
    return replace(
        judgement,
        kind=VerdictKind.CITED,
        reason=f"follows from what is cited on line {lines}",
        says_nothing="",
    )


def as_claimed(judgement: Judgement, proof: Judgement) -> Judgement:
    """Return an open judgement with the rows that the claim is shown to follow from, also open.

    A chain is as good as its weakest row, so that it stays open.
    """
    lines = _lines(proof, CLAIMED)
    reason = f"it follows from what is claimed, and not decided, on line {lines}"
    return Judgement(
        kind=judgement.kind, reason=reason, premises=proof.premises, seconds=judgement.seconds
    )


def _lines(judgement: Judgement, how: str) -> str:
    """Return the lines of the premises of one kind."""
    lines = {item.line for item in judgement.premises if item.how == how}
    return ", ".join(map(str, sorted(lines)))


def _standing(step: Step, judgement: Judgement) -> str:
    """Return how a row may be used: as assumed where it defines, as earlier where it is cited."""
    row, context = step.row, step.context
    is_beside = not all(map(_OF_REALS.fullmatch, row.hidden))
    if context is None or is_beside or row.conditions or row.is_implied or step.is_hypothesis:
        return ""
    if context.situation.standing is Standing.OPEN:
        return ""
    defining = [reason for reason in step.reasons if isinstance(reason, ByDefinition)]
    defines = bool(defining)
    if defines and not any(reason.is_given for reason in defining):
        return ""
    if row.hidden and not (defines and _is_of(row.relation.left, row.hidden)):
        return ""
    if defines and row.relation.sense is Sense.EQ:
        is_open = judgement.kind in (VerdictKind.CITED, VerdictKind.UNKNOWN)
        return "assumed" if is_open else ""
    return EARLIER if judgement.kind is VerdictKind.CITED else ""


_OF_REALS = re.compile(  # beside the definition of a function: "for all real x"
    r"[\s,]*(?:\\forall(?![A-Za-z]))?\s*(?P<name>\\?[A-Za-z]+)\s*\\in\s*"
    r"\\(?:mathbb|mathbf|bf|bb)?\s*\{?\s*R\s*\}?[\s.,;:]*"
)


def _is_of(left: Expression, hidden: Iterable[str]) -> bool:
    """Return whether words that say of a name that it is real say it of the one argument."""
    found = [_OF_REALS.fullmatch(item) for item in hidden]
    argument = re.fullmatch(r".*\(\s*(\\?[A-Za-z]+)\s*\)", getattr(left, "latex", "") or "")
    return argument is not None and {item["name"] for item in found if item} == {argument[1]}


def is_in_force(step: Step, other: Step, how: str = EARLIER) -> bool:
    """Return whether an earlier row still holds: in its frame, with the same names."""
    source, start = step.row.left.source, step.row.left.start
    if other.row.sign.source is not source or other.row.right.stop > start:
        return False
    between = source.text[other.row.right.stop : start]
    is_guessed = any(isinstance(it, ByDefinition) and it.is_guessed for it in other.reasons)
    if HEADING.search(between) or ((how == EARLIER or is_guessed) and FRAME.search(between)):
        return False
    return not _is_renamed(step, other) and all(_is_same(*pair) for pair in _domains(step, other))


def _is_renamed(step: Step, other: Step) -> bool:
    """Return whether a sentence between two rows may give a name of the first another meaning."""
    if step.context is None or other.context is None:
        return False
    here, there = step.context.situation, other.context.situation
    names = other.row.relation.names()
    is_unclear = here.unclear != there.unclear
    return is_unclear or any(here.renamed.get(it) != there.renamed.get(it) for it in names)


def _domains(step: Step, other: Step) -> Iterator[tuple[Domained | None, Domained | None]]:
    """Yield what is known of each name that both rows have, in both places."""
    here, there = step.context, other.context
    if here is None or there is None:
        return
    for name in other.row.relation.names():
        yield here.domains.get(name), there.domains.get(name)


def _is_same(here: Domained | None, there: Domained | None) -> bool:
    """Return whether a name was declared once for two places, or for neither."""
    if here is None or there is None:
        return True  # a name that only one of the rows has, or that nothing declares
    if here.domain != there.domain:
        return False
    certain = (here.origin.certainty, there.origin.certainty)
    if certain == (Certainty.GUESSED, Certainty.GUESSED):
        return True
    return here.origin == there.origin
