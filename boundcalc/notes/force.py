"""What is in force at a place of a document: symbols, abbreviations, assumptions."""

from __future__ import annotations

from dataclasses import dataclass, field

from boundcalc.notes import directives as reader
from boundcalc.notes.declarations import read_where
from boundcalc.notes.documents import Directive
from boundcalc.notes.relations import read_relations
from boundcalc.notes.rows import Assumption
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, ReaderError


@dataclass
class Frame:
    """What holds for the whole file, or for one derivation."""

    scope: Scope
    assumptions: list[Assumption] = field(default_factory=list)
    block: str = ""


class Force:
    """Follows the directives about symbols and derivations from the beginning of a document.

    Parameters
    ----------
    has_blocks : bool
        Whether the document has derivations with a beginning and an end.
    errors : list of ReaderError
        Where errors are added that leave the rest as it is.
    """

    def __init__(self, has_blocks: bool, errors: list[ReaderError]) -> None:
        self.has_blocks = has_blocks
        self.errors = errors
        self.outer = Frame(Scope())
        self.frame = self.outer
        self.begun: Directive | None = None
        self.blocks: set[str] = set()

    @property
    def is_checked(self) -> bool:
        """Whether a display that stands here is checked."""
        return self.begun is not None or not self.has_blocks

    def take(self, directive: Directive) -> None:
        """Put a directive into force.

        Raises
        ------
        ReaderError
            If it cannot be read, or cannot stand here.
        """
        if directive.word == "begin":
            self._begin(directive)
        elif directive.word == "end":
            if self.begun is None:
                self._fail("this end has no begin", directive.whole)
            self.close()
        elif self.has_blocks and self.begun is None and self.blocks:
            self._fail(
                f"{directive.word} stands before the first derivation, for the whole file, or "
                "inside of one",
                directive.whole,
            )
        elif directive.word == "log":
            base = reader.read_log(directive.argument)
            self.frame.scope = self.frame.scope.with_log(base)
        elif directive.word == "assume":
            self._assume(directive.argument)
        else:
            self._name(directive)

    def close(self) -> None:
        """End the derivation."""
        self.begun, self.frame = None, self.outer

    def finish(self) -> None:
        """Say at the end of a document that a derivation has no end."""
        if self.begun is not None:
            self._fail("this begin has no end", self.begun.whole)

    def _begin(self, directive: Directive) -> None:
        block = reader.read_block(directive.argument)
        if self.begun is not None:
            line = self.begun.line
            self._fail(f"the derivation of line {line} is not ended yet", directive.whole)
        if block in self.blocks:
            self._fail(f"a derivation is called {block} already", directive.argument)
        self.blocks.add(block)
        self.begun = directive
        self.frame = Frame(self.outer.scope.inner(), list(self.outer.assumptions), block)

    def _assume(self, argument: Fragment) -> None:
        rows = read_relations(argument, self.frame.scope)
        if not rows:
            raise ReaderError("an assumption is a relation", argument, argument.start)
        for row in rows:
            if row.is_implied or row.conditions:
                raise ReaderError(
                    "an assumption is a relation, without an implication or a condition",
                    argument,
                    row.sign.start,
                )
        self.frame.assumptions += [
            Assumption(relation=row.relation, place=argument) for row in rows
        ]

    def _name(self, directive: Directive) -> None:
        """Declare symbols, or define an abbreviation."""
        argument, before = directive.argument, self.frame.scope
        if directive.word == "declare":
            after = read_where(argument, before)
        else:
            spelling, value, token = reader.read_let(argument, before)
            if spelling.latex in before.own:
                raise ReaderError(f"{spelling.latex} is already declared", argument, token.start)
            after = before.define(spelling, value)
        self._check_shadows(before, after, argument)
        self.frame.scope = after

    def _check_shadows(self, before: Scope, after: Scope, argument: Fragment) -> None:
        """Refuse a new meaning for what a value or an assumption in force speaks of."""
        now = {symbol.name: symbol for symbol in after.symbols}
        for symbol in before.symbols:
            if now.get(symbol.name) == symbol:
                continue
            shown = symbol.latex or symbol.name
            users = [
                item.place.position.line
                for item in self.frame.assumptions
                if symbol in item.relation.symbols()
            ]
            values = [
                latex
                for latex, value in after.names.items()
                if value is not symbol and symbol in value.symbols()
            ]
            if users or values:
                what = f"the assumption of line {users[0]}" if users else values[0]
                raise ReaderError(
                    f"{what}, which is in force here, speaks of {shown}; choose another letter, or "
                    "begin a derivation for each",
                    argument,
                    argument.start,
                )

    def _fail(self, message: str, place: Fragment) -> None:
        self.errors.append(ReaderError(message, place, place.start))
