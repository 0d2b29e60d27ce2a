r"""Derivations: the rows of a document, each with what is assumed, why it holds, and its name.

Main definitions
----------------
`Step`: a row with everything that is needed to check it.
`read_derivations`: the steps of a document, and what could not be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.notes import directives as reader
from boundcalc.notes.declarations import read_where
from boundcalc.notes.directives import Reason
from boundcalc.notes.documents import Directive, Display
from boundcalc.notes.files import Document
from boundcalc.notes.relations import RelationRow, read_relations
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, ReaderError, SourceText
from boundcalc.notes.verdicts import RowKind


@dataclass(frozen=True, kw_only=True)
class Assumption:
    """A relation that is assumed, and where."""

    relation: Relation
    place: Fragment


@dataclass(frozen=True, kw_only=True)
class Step:
    r"""A row of a derivation.

    Parameters
    ----------
    row : RelationRow
        The relation, with its place and its conditions.
    block : str
        The id of the derivation; empty for a document without blocks.
    scope : Scope
        What its symbols mean.
    assumptions : tuple of Assumption
        What the document assumes here.
    antecedents : tuple of int
        The steps that imply this one, by their number, where ``\Rightarrow`` stands before it.
    is_hypothesis : bool
        Whether it stands before ``\Rightarrow``, without a reason of its own, on the same line or
        with the record that it is to be cited.
    may_be_hypothesis : bool
        Whether it stands before ``\Rightarrow`` on another line, without a reason of its own.
    reasons : tuple of Reason
        Why it holds; empty where nothing is said, which means algebra.
    labels : tuple of str
        Its names.
    expected : RowKind or None
        The verdict that the document records.
    display : Display
        The display in which it stands.
    """

    row: RelationRow
    block: str
    scope: Scope
    assumptions: tuple[Assumption, ...]
    display: Display
    antecedents: tuple[int, ...] = ()
    is_hypothesis: bool = False
    may_be_hypothesis: bool = False
    reasons: tuple[Reason, ...] = ()
    labels: tuple[str, ...] = ()
    expected: RowKind | None = None

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.row.sign.source.name

    @property
    def line(self) -> int:
        """The line of the sign of the relation."""
        return self.row.sign.position.line

    @property
    def atoms(self) -> frozenset[str]:
        """The names of probabilities, expectations and informations in the relation."""
        return atoms_of((self.row.relation,), self.scope)


def atoms_of(relations: Iterable[Relation], scope: Scope) -> frozenset[str]:
    """Return the names of the opaque symbols of relations."""
    declared = {symbol.name for symbol in scope.symbols} - scope.atoms
    return frozenset(
        name for relation in relations for name in relation.names() if name not in declared
    )


@dataclass
class Derivations:
    """The steps of a document, in order, and what was wrong or left alone."""

    name: str
    steps: list[Step] = field(default_factory=list)
    errors: list[ReaderError] = field(default_factory=list)
    skipped: list[Display] = field(default_factory=list)  # by a directive
    outside: list[Display] = field(default_factory=list)  # of all derivations
    has_directives: bool = False


def read_derivations(document: Document) -> Derivations:
    r"""Return the steps of a document.

    Examples
    --------
    >>> from boundcalc.notes.files import read_source
    >>> text = "%! declare x real\n\\[ x^2 \\ge 0 \\] %! label: square"
    >>> (step,) = read_derivations(read_source(text)).steps
    >>> str(step.row.relation), step.labels
    ('x^2 >= 0', ('square',))
    """
    builder = _Builder(document)
    builder.run()
    return builder.result


@dataclass
class _Pending:
    """A directive about rows that still waits for its row."""

    directive: Directive
    is_used: bool = False


class _Builder:
    """Goes through the parts of a document, and keeps what is in force."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.result = Derivations(document.name, errors=list(document.errors))
        self.directives = [part for part in document.parts if isinstance(part, Directive)]
        self.result.has_directives = bool(self.directives)
        self.has_blocks = any(part.word == "begin" for part in self.directives)
        self.outer = _Frame(Scope())
        self.frame = self.outer
        self.begun: Directive | None = None
        self.blocks: set[str] = set()

    def run(self) -> None:
        inner = _inside(self.document)
        rows: list[_Pending] = []
        held = {id(directive) for pair in inner.values() for directive in pair}
        for part in self.document.parts:
            if isinstance(part, Display):
                mine = inner[id(part)]
                self._display(part, mine, rows)
            elif isinstance(part, Directive) and id(part) not in held:
                self._directive(part, rows)
        self._leftover(rows)
        if self.begun is not None:
            self._fail("this begin has no end", self.begun.whole)

    def _directive(self, directive: Directive, rows: list[_Pending]) -> None:
        try:
            reader.check_word(directive)
            if directive.word in reader.SCOPE_WORDS:
                if directive.word in ("begin", "end"):
                    self._leftover(rows)
                self._scope(directive)
                return
        except ReaderError as error:
            self.result.errors.append(error)
            if directive.word == "end":
                self.begun, self.frame = None, self.outer
            return
        if not (directive.before and self._attach_back(directive)):
            rows.append(_Pending(directive))

    def _leftover(self, rows: list[_Pending]) -> None:
        for pending in rows:
            what = "display" if pending.directive.word == "skip" else "row"
            self._fail(f"no {what} follows this directive", pending.directive.whole)
        rows.clear()

    # What is in force.

    def _scope(self, directive: Directive) -> None:
        argument = directive.argument
        if directive.word == "begin":
            self._begin(directive)
        elif directive.word == "end":
            if self.begun is None:
                self._fail("this end has no begin", directive.whole)
            self.begun, self.frame = None, self.outer
        elif self.has_blocks and self.begun is None and self.blocks:
            self._fail(
                f"{directive.word} stands before the first derivation, for the whole file, or "
                "inside of one",
                directive.whole,
            )
        elif directive.word == "log":
            self.frame.scope = self.frame.scope.with_log(reader.read_log(argument))
        elif directive.word == "declare":
            before = self.frame.scope
            after = read_where(argument, before)
            self._check_shadows(before, after, argument)
            self.frame.scope = after
        elif directive.word == "let":
            spelling, value, token = reader.read_let(argument, self.frame.scope)
            if spelling.latex in self.frame.scope.own:
                raise ReaderError(f"{spelling.latex} is already declared", argument, token.start)
            before = self.frame.scope
            self.frame.scope = before.define(spelling, value)
            self._check_shadows(before, self.frame.scope, argument)
        elif directive.word == "assume":
            rows = read_relations(argument, self.frame.scope)
            for row in rows:
                if row.is_implied or row.conditions:
                    raise ReaderError(
                        "an assumption is a relation, without an implication or a condition",
                        argument,
                        row.sign.start,
                    )
                self.frame.assumptions.append(Assumption(relation=row.relation, place=argument))
            if not rows:
                raise ReaderError("an assumption is a relation", argument, argument.start)

    def _begin(self, directive: Directive) -> None:
        block = reader.read_block(directive.argument)
        if self.begun is not None:
            line = self.begun.line
            self._fail(f"the derivation of line {line} is not ended yet", directive.whole)
        if block in self.blocks:
            self._fail(f"a derivation is called {block} already", directive.argument)
        self.blocks.add(block)
        self.begun = directive
        self.frame = _Frame(self.outer.scope.inner(), list(self.outer.assumptions), block)

    def _check_shadows(self, before: Scope, after: Scope, argument: Fragment) -> None:
        """Refuse a new meaning for what a value or an assumption in force speaks of."""
        now = {symbol.name: symbol for symbol in after.symbols}
        changed = [item for item in before.symbols if now.get(item.name) != item]
        for symbol in changed:
            shown = symbol.latex or symbol.name
            users = [item.place for item in self.frame.assumptions if symbol in _symbols(item)]
            if users:
                raise ReaderError(
                    f"{shown} is used by the assumption of line {users[0].position.line}, which "
                    "is in force here; choose another letter, or assume it in the derivations",
                    argument,
                    argument.start,
                )
            for latex, value in after.names.items():
                if value is not symbol and symbol in value.symbols():
                    raise ReaderError(
                        f"{latex} stands for an expression in {shown}, and is in force here; "
                        "choose another letter, or define it in the derivations",
                        argument,
                        argument.start,
                    )

    # Displays.

    def _display(self, display: Display, inner: list[Directive], rows: list[_Pending]) -> None:
        for directive in inner:
            self._inner_directive(directive, rows)
        mine = [item for item in rows if item.directive.whole.source is display.whole.source]
        skips = [item for item in mine if item.directive.word == "skip"]
        if skips or self._has_trailing_skip(display):
            self.result.skipped.append(display)
            rows[:] = [item for item in rows if item.directive.word != "skip"]
            return
        if not self.result.has_directives or (self.has_blocks and self.begun is None):
            self.result.outside.append(display)
            return
        try:
            read = read_relations(display.formula, self.frame.scope)
        except ReaderError as error:
            self.result.errors.append(error)
            rows[:] = [item for item in rows if item not in mine]
            return
        first = len(self.result.steps)
        self._steps(display, read)
        self._forward(rows, first)
        self._hypotheses(first)

    def _inner_directive(self, directive: Directive, rows: list[_Pending]) -> None:
        try:
            reader.check_word(directive)
            if directive.word in ("begin", "end", "log"):
                self._fail(f"{directive.word} cannot stand inside of a display", directive.whole)
            elif directive.word in reader.SCOPE_WORDS:
                self._scope(directive)
            else:
                rows.append(_Pending(directive))
        except ReaderError as error:
            self.result.errors.append(error)

    def _has_trailing_skip(self, display: Display) -> bool:
        line = display.whole.end_position.line
        return any(
            directive.word == "skip"
            and directive.line == line
            and directive.before
            and directive.whole.source is display.whole.source
            and directive.whole.start >= display.whole.stop
            for directive in self.directives
        )

    def _steps(self, display: Display, rows: list[RelationRow]) -> None:
        steps = self.result.steps
        first = len(steps)
        antecedents: tuple[int, ...] = ()
        chain = -1
        for place, row in enumerate(rows):
            if row.is_implied and row.chain != chain:
                antecedents = _before(rows, place, first)
            elif row.chain != chain:
                antecedents = ()
            chain = row.chain
            steps.append(
                Step(
                    row=row,
                    block=self.frame.block,
                    scope=self.frame.scope,
                    assumptions=tuple(
                        item
                        for item in self.frame.assumptions
                        if not _is_later(item.place, row.right)
                    ),
                    display=display,
                    antecedents=antecedents,
                    labels=(row.label,) if row.label else (),
                )
            )

    def _hypotheses(self, first: int) -> None:
        """Mark the rows that only stand before an implication."""
        steps = self.result.steps
        for implied in steps[first:]:
            line = implied.row.left.position.line
            for number in implied.antecedents:
                step = steps[number]
                if step.reasons or step.antecedents:
                    continue
                is_beside = _end_line(step) == line and self._is_one_line(step, first)
                is_meant = (is_beside and step.expected is None) or step.expected is RowKind.CITED
                may_be = not is_meant and step.expected is None
                steps[number] = replace(step, is_hypothesis=is_meant, may_be_hypothesis=may_be)

    def _is_one_line(self, step: Step, first: int) -> bool:
        chain = [other for other in self.result.steps[first:] if other.row.chain == step.row.chain]
        return len({_end_line(other) for other in chain}) == 1

    # Directives about rows.

    def _forward(self, rows: list[_Pending], first: int) -> None:
        """Give the directives that wait, and those inside the display, to their rows."""
        steps = self.result.steps
        for pending in list(rows):
            whole = pending.directive.whole
            numbers = [
                number
                for number in range(first, len(steps))
                if steps[number].row.sign.source is whole.source
            ]
            chosen = self._chosen(pending.directive, numbers)
            if chosen:
                rows.remove(pending)
                for number in chosen:
                    self._give(number, pending.directive)

    def _chosen(self, directive: Directive, numbers: list[int]) -> list[int]:
        steps = self.result.steps
        if directive.before:
            same = [number for number in numbers if _end_line(steps[number]) == directive.line]
            if same:
                return _concluding(steps, same)
            if not directive.before.strip(_CLOSERS):
                earlier = [
                    number for number in numbers if _end_line(steps[number]) < directive.line
                ]
                return _last_line(steps, earlier)
        later = [
            number for number in numbers if steps[number].row.right.stop > directive.whole.start
        ]
        return later[:1]

    def _attach_back(self, directive: Directive) -> bool:
        """Give a directive after a display to the rows that end on its line, or the last ones."""
        steps = self.result.steps
        if directive.word == "skip":
            return any(
                display.whole.end_position.line == directive.line
                and display.whole.source is directive.whole.source
                for display in self.result.skipped
            )
        if not steps or steps[-1].display.whole.source is not directive.whole.source:
            return False
        display = steps[-1].display
        if display.whole.end_position.line != directive.line:
            return False
        numbers = [number for number, step in enumerate(steps) if step.display is display]
        same = [number for number in numbers if _end_line(steps[number]) == directive.line]
        for number in _concluding(steps, same) or _last_line(steps, numbers):
            self._give(number, directive)
        return True

    def _give(self, number: int, directive: Directive) -> None:
        step = self.result.steps[number]
        try:
            if directive.word == "by":
                reason = reader.read_reason(directive.argument)
                step = replace(_claimed(step), reasons=(*step.reasons, reason))
            elif directive.word == "label":
                label = reader.read_label(directive.argument)
                step = replace(step, labels=(*step.labels, label))
            else:
                if step.expected is not None:
                    self._fail("this row has an expected verdict already", directive.whole)
                expected = reader.read_expected(directive.argument)
                implies = expected is RowKind.CITED and step.may_be_hypothesis
                step = replace(_claimed(step), expected=expected, is_hypothesis=implies)
        except ReaderError as error:
            if error not in self.result.errors:
                self.result.errors.append(error)
        self.result.steps[number] = step

    def _fail(self, message: str, place: Fragment) -> None:
        self.result.errors.append(ReaderError(message, place, place.start))


@dataclass
class _Frame:
    """What is in force."""

    scope: Scope
    assumptions: list[Assumption] = field(default_factory=list)
    block: str = ""


_CLOSERS = "\\[]$.,; \t&"


def _symbols(item: Assumption) -> frozenset[Symbol]:
    return item.relation.symbols()


def _end_line(step: Step) -> int:
    return step.row.right.end_position.line


def _claimed(step: Step) -> Step:
    """Return a row that has a reason or a verdict of its own, so that it is no mere hypothesis."""
    return replace(step, is_hypothesis=False, may_be_hypothesis=False)


def _concluding(steps: list[Step], numbers: list[int]) -> list[int]:
    """Return the rows of a line without those that only imply another of them."""
    used = {antecedent for number in numbers for antecedent in steps[number].antecedents}
    return [number for number in numbers if number not in used]


def _last_line(steps: list[Step], numbers: list[int]) -> list[int]:
    if not numbers:
        return []
    last = max(_end_line(steps[number]) for number in numbers)
    return _concluding(steps, [number for number in numbers if _end_line(steps[number]) == last])


def _is_later(place: Fragment, row: Fragment) -> bool:
    return place.source is row.source and place.start > row.stop


def _before(rows: list[RelationRow], place: int, first: int) -> tuple[int, ...]:
    """Return the rows before an arrow: those of the chain before it, and on its line."""
    if place == 0:
        return ()
    last = rows[place - 1]
    line = last.right.end_position.line
    return tuple(
        first + number
        for number, row in enumerate(rows[:place])
        if row.chain == last.chain or row.right.end_position.line == line
    )


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
