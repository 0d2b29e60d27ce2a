r"""Derivations: the rows of a document, each with what is assumed, why it holds, and its name.

Main definitions
----------------
`read_derivations`: the steps of a document, and what could not be read.
"""

from __future__ import annotations

from boundcalc.derivations import directives as reader
from boundcalc.derivations.attaching import (
    ends_on_line,
    in_order,
    rows_before,
    rows_for,
    with_directive,
    with_hypotheses,
)
from boundcalc.derivations.environment import Environment
from boundcalc.derivations.rows import Derivations, Step, antecedents_of
from boundcalc.reader.declarations import read_where
from boundcalc.reader.relations import RelationRow, read_relations
from boundcalc.reader.scope import Scope
from boundcalc.tex.documents import Directive, Display
from boundcalc.tex.files import Document
from boundcalc.tex.source import Fragment, ReaderError, SourceText


def read_derivations(document: Document) -> Derivations:
    r"""Return the steps of a document.

    Examples
    --------
    >>> from boundcalc.tex.files import read_source
    >>> text = "%! declare x real\n\\[ x^2 \\ge 0 \\] %! label: square"
    >>> (step,) = read_derivations(read_source(text)).steps
    >>> str(step.row.relation), step.labels
    ('x^2 >= 0', ('square',))
    """
    builder = _Builder(document)
    builder.run()
    return builder.result


class _Builder:
    """Goes through a document; `waiting` holds directives whose row is still to come."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.result = Derivations(document.name, errors=list(document.errors))
        self.directives = [part for part in document.parts if isinstance(part, Directive)]
        self.result.has_directives = bool(self.directives)
        has_blocks = any(part.word == "begin" for part in self.directives)
        scope = Scope()
        for declaration in document.declarations:
            scope = read_where(declaration, scope)
        self.environment = Environment(has_blocks, self.result.errors, scope.inner())
        self.unread: list[Display] = []  # where no row is: they keep what stands behind them
        self.waiting: list[Directive] = []

    def run(self) -> None:
        inner = _inside(self.document)
        held = {id(directive) for pair in inner.values() for directive in pair}
        for part in self.document.parts:
            try:
                if isinstance(part, Display):
                    self.display(part, inner[id(part)])
                elif isinstance(part, Directive) and id(part) not in held:
                    self.directive(part)
            except ReaderError as error:
                self.result.errors.append(error)
        self.leftover()
        self.environment.finish()

    def directive(self, directive: Directive) -> None:
        """Take a directive that stands outside of displays."""
        if directive.word in ("begin", "end"):
            self.leftover()
        try:
            reader.check_word(directive)
        except ReaderError:
            if directive.word == "end":
                self.environment.close()
            raise
        if directive.word in reader.SCOPE_WORDS:
            self.environment.take(directive)
        elif directive.word != "strict" and not (directive.before and self.is_behind(directive)):
            self.waiting.append(directive)

    def is_behind(self, directive: Directive) -> bool:
        """Give a directive to the display before it, if it stands on its last line."""
        if any(ends_on_line(display, directive) for display in self.unread[-1:]):
            return True
        numbers = rows_before(directive, self.result.steps)
        self.give(numbers, directive)
        return bool(numbers)

    def leftover(self) -> None:
        """Say that directives wait for a row in vain."""
        for directive in self.waiting:
            what = "display" if directive.word == "skip" else "row"
            self.fail(f"no {what} follows this directive", directive.whole)
        self.waiting = []

    def display(self, display: Display, inner: list[Directive]) -> None:
        """Read a display, with the directives in it."""
        if self.is_skipped(display, inner):
            self.waiting = [item for item in self.waiting if item.word != "skip"]
            self.result.skipped.append(display)
            self.unread.append(display)
            return
        if not self.result.has_directives or not self.environment.is_checked:
            self.result.outside.append(display)
            self.unread.append(display)
            for directive in inner:
                self.fail("this display stands outside of all derivations", directive.whole)
            return
        for directive in inner:
            self.inner_directive(directive)
        try:
            rows = read_relations(display.formula, self.environment.frame.scope)
        except ReaderError as error:
            self.unread.append(display)
            self.waiting = []
            if error.undeclared and error.undeclared in self.environment.frame.random.spelled:
                raise ReaderError(
                    f"{error.undeclared:.60} is random, and a row relates numbers; write "
                    r"\Pr[...] or \mathbb{E}[...] around what is said of it",
                    display.formula,
                    error.offset,
                ) from None
            self.result.failed.append((display, self.environment.frame.scope))
            raise
        self.environment.note(rows)
        first = len(self.result.steps)
        self.result.steps += self.steps(display, rows)
        for directive in in_order(self.waiting):
            numbers = rows_for(directive, self.result.steps, first)
            if numbers:
                self.waiting.remove(directive)
                self.give(numbers, directive)
        with_hypotheses(self.result.steps, first)

    def inner_directive(self, directive: Directive) -> None:
        try:
            reader.check_word(directive)
            if directive.word in ("begin", "end", "log"):
                self.fail(f"{directive.word} cannot stand inside of a display", directive.whole)
            elif directive.word in reader.SCOPE_WORDS:
                self.environment.take(directive, is_inside=True)
            else:
                self.waiting.append(directive)
        except ReaderError as error:
            self.result.errors.append(error)

    def is_skipped(self, display: Display, inner: list[Directive]) -> bool:
        behind = [item for item in self.directives if item.before and ends_on_line(display, item)]
        return any(item.word == "skip" for item in (*self.waiting, *inner, *behind))

    def steps(self, display: Display, rows: list[RelationRow]) -> list[Step]:
        """Return a step for each row of a display, without directives."""
        first, frame = len(self.result.steps), self.environment.frame
        steps: list[Step] = []
        for row, antecedents in zip(rows, antecedents_of(rows, first), strict=True):
            assumptions = tuple(
                item for item in frame.assumptions if not _is_later(item.place, row.right)
            )
            steps.append(
                Step(
                    row=row,
                    block=frame.block,
                    scope=frame.scope,
                    assumptions=assumptions,
                    display=display,
                    random=frame.random,
                    antecedents=antecedents,
                    labels=(row.label,) if row.label else (),
                )
            )
        return steps

    def give(self, numbers: list[int], directive: Directive) -> None:
        """Put what a directive says into steps; an error in it is reported once."""
        steps = self.result.steps
        try:
            for number in numbers:
                is_shared = len(numbers) > 1
                steps[number] = with_directive(steps[number], directive, is_shared=is_shared)
        except ReaderError as error:
            self.result.errors.append(error)

    def fail(self, message: str, place: Fragment) -> None:
        self.result.errors.append(ReaderError(message, place, place.start))


def _is_later(place: Fragment, row: Fragment) -> bool:
    return place.source is row.source and place.start > row.stop


def _inside(document: Document) -> dict[int, list[Directive]]:
    """Return the directives that stand inside of each display."""
    result: dict[int, list[Directive]] = {}
    open_display: tuple[SourceText, int] | None = None
    current: list[Directive] = []
    for part in document.parts:
        if isinstance(part, Display):
            current = result[id(part)] = []
            open_display = (part.whole.source, part.whole.stop)
        elif isinstance(part, Directive) and open_display is not None:
            source, stop = open_display
            if part.whole.source is source and part.whole.start < stop:
                current.append(part)
    return result
