"""What is in force at a place of a document: symbols, abbreviations, assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace

from boundcalc.derivations import directives as reader
from boundcalc.derivations.rows import Assumption
from boundcalc.language.expressions import Expression
from boundcalc.randomness.algorithms import read_private
from boundcalc.randomness.declarations import read_event_name, read_random
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.declarations import read_where
from boundcalc.reader.meanings import Use, changed, first_use, speaks_of, spoken
from boundcalc.reader.relations import RelationRow, read_relations
from boundcalc.reader.scope import Scope
from boundcalc.tex.documents import Directive
from boundcalc.tex.source import Fragment, ReaderError


@dataclass
class Frame:
    """What holds for the whole file, or for one derivation."""

    scope: Scope
    assumptions: list[Assumption] = field(default_factory=list)
    block: str = ""
    rows: list[Use] = field(default_factory=list)
    random: RandomNames = field(default_factory=RandomNames)


class Environment:
    """Follows the directives about symbols and derivations from the beginning of a document.

    Parameters
    ----------
    has_blocks : bool
        Whether the document has derivations with a beginning and an end.
    errors : list of ReaderError
        Where errors are added that leave the rest as it is.
    scope : Scope
        What is in force before the first line, and may be declared anew.
    """

    def __init__(
        self, has_blocks: bool, errors: list[ReaderError], scope: Scope | None = None
    ) -> None:
        self.has_blocks = has_blocks
        self.errors = errors
        self.outer = Frame(Scope() if scope is None else scope)
        self.frame = self.outer
        self.begun: Directive | None = None
        self.blocks: set[str] = set()

    @property
    def is_checked(self) -> bool:
        """Whether a display that stands here is checked."""
        return self.begun is not None or not self.has_blocks

    def take(self, directive: Directive, *, is_inside: bool = False) -> None:
        """Put a directive into force; `is_inside` says that it stands in a display.

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
        elif directive.word in ("random", "event", "private"):
            try:
                self._random(directive)
            except ReaderError:
                random = self.frame.random
                self.frame.random = replace(random, unread=random.unread or directive.line)
                raise
        else:
            try:
                self._name(directive, is_inside=is_inside)
            except ReaderError as error:
                for latex in error.disputed:
                    self.frame.scope = self.frame.scope.without(latex)
                raise

    def note(self, rows: Iterable[RelationRow]) -> None:
        """Remember what rows speak of, so that it means the same to the end of the derivation."""
        for row in rows:
            for relation in (row.relation, *row.conditions):
                line = row.sign.position.line
                self.frame.rows.append(
                    Use((relation.left, relation.right), row.abbreviations, line)
                )

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
        outer = self.outer
        self.frame = Frame(outer.scope.inner(), list(outer.assumptions), block, random=outer.random)

    def _random(self, directive: Directive) -> None:
        """Declare what is random, or name an event; nothing may have spoken of it before."""
        frame, argument = self.frame, directive.argument
        assumed: tuple[str, ...] = ()
        if directive.word == "event":
            known = read_event_name(argument, frame.scope, frame.random)
        elif directive.word == "private":
            known, assumed = read_private(argument, frame.scope, frame.random)
        else:
            known, assumed = read_random(argument, frame.scope, frame.random)
        new = known.spelled - frame.random.spelled
        sides = [side for use in frame.rows for side in use.sides]
        sides += [
            side for item in frame.assumptions for side in (item.relation.left, item.relation.right)
        ]
        sides += [item.value for item in frame.scope.abbreviations.values()]
        for latex in sorted(new):
            if any(latex in (name for name, _ in spoken(side)) for side in sides):
                self._fail(
                    f"{latex:.40} is spoken of before it is declared random; declare it first",
                    argument,
                )
        frame.random = known
        for text in assumed:
            self._assume(argument, Fragment.of(text))

    def _assume(self, argument: Fragment, text: Fragment | None = None) -> None:
        rows = read_relations(argument if text is None else text, self.frame.scope)
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
            Assumption(relation=row.relation, place=argument, abbreviations=row.abbreviations)
            for row in rows
        ]

    def _name(self, directive: Directive, *, is_inside: bool) -> None:
        """Declare symbols, or define an abbreviation."""
        argument, before = directive.argument, self.frame.scope
        if directive.word == "declare":
            after = read_where(argument, before, takes_constants=True)
        else:
            spelling, value, token, uses = reader.read_let(argument, before)
            if spelling.latex in before.own:
                message = f"{spelling.latex} is already declared"
                raise ReaderError(message, argument, token.start, disputed=(spelling.latex,))
            line = argument.position.line
            after = before.abbreviate(spelling, value, line=line, uses=uses)
        self._check_one_meaning(before, after, argument, is_inside=is_inside)
        self.frame.scope = after
        new = after.limits[len(before.limits) :]
        self.frame.assumptions += [Assumption(relation=limit, place=argument) for limit in new]

    def _check_one_meaning(
        self, before: Scope, after: Scope, argument: Fragment, *, is_inside: bool
    ) -> None:
        """Refuse a new meaning for what is in force here, or was used in this derivation."""
        lost = changed(before.values, after.values)
        found = self._user(lost, after) or self._assumed(after.values.keys() - before.values.keys())
        if found is None and is_inside and lost:
            found = next(iter(lost)), "what stands before this display"
        if found is not None:
            latex, user = found
            raise ReaderError(
                f"{user}, which is in force here, speaks of {latex:.60}; choose another letter, or "
                "begin a derivation for each",
                argument,
                argument.start,
                disputed=(*lost, latex),
            )

    def _assumed(self, names: Set[str]) -> tuple[str, str] | None:
        """Return a phrase that an assumption speaks of, from before it had a meaning."""
        for item in self.frame.assumptions:
            for symbol in sorted(item.relation.symbols(), key=lambda symbol: symbol.name):
                if symbol.speaks_of and symbol.latex in names:
                    return symbol.latex, f"the assumption of line {item.place.position.line}"
        return None

    def _user(self, lost: Mapping[str, Expression], after: Scope) -> tuple[str, str] | None:
        """Return a name that has lost its meaning, and what speaks of it, if anything does."""
        assumed = [
            Use(
                (item.relation.left, item.relation.right),
                item.abbreviations,
                item.place.position.line,
            )
            for item in self.frame.assumptions
        ]
        found = first_use(assumed, lost)
        if found is not None:
            return found[0], f"the assumption of line {found[1]}"
        found = first_use(self.frame.rows, lost)
        if found is not None:
            return found[0], f"the row of line {found[1]}"
        for latex, value in after.values.items():
            if latex not in lost:
                item = after.abbreviations.get(latex)
                uses = [used for used in item.uses if used in lost] if item else []
                spoken = uses[0] if uses else speaks_of(value, lost)
                if spoken is not None:
                    return spoken, latex
        return None

    def _fail(self, message: str, place: Fragment) -> None:
        self.errors.append(ReaderError(message, place, place.start))
