"""Which rows a directive belongs to, and what it makes of them.

At the end of a line it belongs to the rows that end on that line, and after the end of a display
to the rows of its last line; on a line of its own, to the next row. Of rows that imply each other
on one line it is about the last. `throughout` is about all rows of the display.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boundcalc.derivations import directives as reader
from boundcalc.derivations.rows import Step
from boundcalc.judgements import VerdictKind
from boundcalc.tex.documents import Directive, Display
from boundcalc.tex.source import ReaderError

_CLOSERS = "\\[]$.,; \t&"


def rows_for(directive: Directive, steps: list[Step], first: int) -> list[int]:
    """Return the steps, from `first` on, to which a directive before or in them belongs."""
    numbers = [
        number
        for number in range(first, len(steps))
        if steps[number].row.sign.source is directive.whole.source
    ]
    if directive.word == reader.THROUGHOUT:
        return _concluding(steps, numbers)
    if directive.before:
        same = [number for number in numbers if steps[number].end_line == directive.line]
        if same:
            return _concluding(steps, same)
        if not directive.before.strip(_CLOSERS):
            earlier = [number for number in numbers if steps[number].end_line < directive.line]
            return _last_line(steps, earlier)
    later = [number for number in numbers if steps[number].row.right.stop > directive.whole.start]
    return later[:1]


def in_order(directives: Iterable[Directive]) -> list[Directive]:
    """Return directives with those behind the others that are for rows without a reason."""
    return sorted(directives, key=lambda item: item.word == reader.THROUGHOUT)


def rows_before(directive: Directive, steps: list[Step]) -> list[int]:
    """Return the steps to which a directive behind their display belongs."""
    if not steps or not ends_on_line(steps[-1].display, directive):
        return []
    numbers = [number for number, step in enumerate(steps) if step.display is steps[-1].display]
    if directive.word == reader.THROUGHOUT:
        return _concluding(steps, numbers)
    same = [number for number in numbers if steps[number].end_line == directive.line]
    return _concluding(steps, same) or _last_line(steps, numbers)


def ends_on_line(display: Display, directive: Directive) -> bool:
    """Return whether a directive stands behind a display, on the line on which it ends."""
    whole, place = display.whole, directive.whole
    is_behind = whole.source is place.source and whole.stop <= place.start
    return is_behind and whole.end_position.line == directive.line


def with_directive(step: Step, directive: Directive, *, is_shared: bool = False) -> Step:
    """Return a step with what a directive says of it; `is_shared` where it says so of others, too.

    Raises
    ------
    ReaderError
        If the directive cannot be read, or contradicts another one.
    """
    if directive.word == "label":
        return replace(step, labels=(*step.labels, reader.read_label(directive.argument)))
    if directive.word == reader.THROUGHOUT and step.reasons:
        return step
    is_asked = step.may_be_hypothesis
    claimed = replace(step, is_hypothesis=False, may_be_hypothesis=False)
    if directive.word in ("by", reader.THROUGHOUT):
        reason = reader.read_reason(directive.argument)
        is_shared = is_shared and (not step.reasons or step.shares_reasons)
        return replace(claimed, reasons=(*step.reasons, reason), shares_reasons=is_shared)
    if step.expected is not None:
        place = directive.whole
        raise ReaderError("this row has an expected verdict already", place, place.start)
    expected = reader.read_expected(directive.argument)
    is_hypothesis = is_asked and expected is VerdictKind.CITED
    return replace(claimed, expected=expected, is_hypothesis=is_hypothesis)


def with_hypotheses(steps: list[Step], first: int) -> None:
    """Mark the steps, from `first` on, that stand before an implication without a reason."""
    for implied in steps[first:]:
        line = implied.row.left.position.line
        for number in implied.antecedents:
            step = steps[number]
            if step.reasons or step.antecedents:
                continue
            chain = [other for other in steps[first:] if other.row.chain == step.row.chain]
            is_beside = {other.end_line for other in chain} == {line}
            is_meant = (is_beside and step.expected is None) or step.expected is VerdictKind.CITED
            may_be = not is_meant and step.expected is None
            steps[number] = replace(step, is_hypothesis=is_meant, may_be_hypothesis=may_be)


def _concluding(steps: list[Step], numbers: list[int]) -> list[int]:
    """Return the rows of a line without those that only imply another of them."""
    used = {antecedent for number in numbers for antecedent in steps[number].antecedents}
    return [number for number in numbers if number not in used]


def _last_line(steps: list[Step], numbers: list[int]) -> list[int]:
    if not numbers:
        return []
    last = max(steps[number].end_line for number in numbers)
    return _concluding(steps, [number for number in numbers if steps[number].end_line == last])
