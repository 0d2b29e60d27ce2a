"""Records: the rows of a document, each with what is assumed, why it holds, and its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from boundcalc.derivations.directives import Reason
from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Relation
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.relations import RelationRow
from boundcalc.reader.scope import Scope
from boundcalc.situations.situations import Domained, Origin, Situation
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment, ReaderError


@dataclass(frozen=True, kw_only=True)
class Assumption:
    """A relation that is assumed, and where; `origin` is the prose that it was taken from.

    `how` says what makes it one, as in `Premise`, and `law` which law of terms that are not read.
    """

    relation: Relation
    place: Fragment
    abbreviations: tuple[str, ...] = ()  # that were read in it
    origin: Origin | None = None
    how: str = "assumed"
    law: str = ""

    @property
    def line(self) -> int:
        """The line on which it stands."""
        return self.place.position.line if self.origin is None else self.origin.line


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a row of a document that nobody prepared was read with.

    Parameters
    ----------
    situation : Situation
        What the prose says that holds at its display.
    domains : mapping from str to Domained
        The domains of its symbols, with where they were taken from, by the name of the symbol.
    """

    situation: Situation
    domains: Mapping[str, Domained]


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
    shares_reasons : bool
        Whether they are given to all rows of a line, so that it may be another that needs them.
    labels : tuple of str
        Its names.
    expected : VerdictKind or None
        The verdict that the document records.
    display : Display
        The display in which it stands.
    context : Context or None
        Where its domains and assumptions were taken from, in a document that nobody prepared.
    random : RandomNames
        What is random there.
    equations : tuple of Assumption
        What prose near it says of names, also of those that stand only in terms that are not read.
    """

    row: RelationRow
    block: str
    scope: Scope
    assumptions: tuple[Assumption, ...]
    display: Display
    random: RandomNames = field(default_factory=RandomNames)
    antecedents: tuple[int, ...] = ()
    is_hypothesis: bool = False
    may_be_hypothesis: bool = False
    reasons: tuple[Reason, ...] = ()
    shares_reasons: bool = False
    labels: tuple[str, ...] = ()
    expected: VerdictKind | None = None
    context: Context | None = None
    equations: tuple[Assumption, ...] = ()

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.row.sign.source.name

    @property
    def line(self) -> int:
        """The line of the sign of the relation."""
        return self.row.sign.position.line

    @property
    def end_line(self) -> int:
        """The line on which the row ends."""
        return self.row.right.end_position.line

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


def antecedents_of(rows: Sequence[RelationRow], first: int) -> list[tuple[int, ...]]:
    """Return for each row the steps that imply it: before an arrow, of its chain and on its line.

    Parameters
    ----------
    rows : sequence of RelationRow
        Those of a display.
    first : int
        The number of the step of the first of them.
    """
    found: list[tuple[int, ...]] = []
    for place, row in enumerate(rows):
        last = rows[place - 1] if place else None
        if last is not None and row.chain == last.chain:
            found.append(found[-1])
            continue
        line = last.right.end_position.line if last else 0
        before = enumerate(rows[:place] if last and row.is_implied else ())
        found.append(
            tuple(
                first + number
                for number, other in before
                if (last and other.chain == last.chain) or other.right.end_position.line == line
            )
        )
    return found


@dataclass
class Derivations:
    """The steps of a document, in order, and what was wrong or left alone."""

    name: str
    steps: list[Step] = field(default_factory=list)
    errors: list[ReaderError] = field(default_factory=list)
    skipped: list[Display] = field(default_factory=list)  # by a directive
    outside: list[Display] = field(default_factory=list)  # of all derivations
    failed: list[tuple[Display, Scope]] = field(default_factory=list)  # with what was declared
    has_directives: bool = False
    is_open: bool = False  # nobody prepared it: what is not read costs itself
    displays: int = 0  # that were found, in an open document
    unread: list[ReaderError] = field(default_factory=list)  # rows of it, with why
    relations_unread: int = 0  # that stand in them
