"""Theorems: frozen records that turn guarantees into a guarantee.

Solving, proving, printing and drawing are separate readers of these records.
A published id keeps its meaning: a correction or a sharper constant is a new record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any

from boundcalc.language.algorithms import Algorithm
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import relation_latex
from boundcalc.language.quantities import Quantity, Stronger
from boundcalc.language.records import Record, as_json

_MAX_EXPANDED = 1000
_SEQUENCES = (
    "parameters",
    "premises",
    "hypotheses",
    "definitions",
    "accepts",
    "remarks",
    "readings",
    "ceilings",
    "steps_from",
)
_RENAMED = ("id", "steps_from")  # in JSON
_OF_ONE_STATEMENT: dict[str, Any] = {
    "remarks": (),
    "readings": (),
    "superseded_by": None,
    "derived": None,
    "attained": "",
    "link": "",
    "privacy_link": "",
    "noise_link": "",
    "correction_link": "",
    "note": "",
}
_ID = re.compile(r"[a-z0-9-]+/[A-Za-z0-9.-]+\Z")


class Status(Enum):
    """How a statement relates to its source."""

    AS_PRINTED = "as printed"
    CORRECTED = "corrected"
    SHARPENED = "sharpened"


class Role(Enum):
    """What a statement is to a user who compares."""

    THEOREM = "theorem"
    BASELINE = "baseline"  # answers the same question without the theory
    FLOOR = "floor"  # answers an easier question: what no method can beat
    LOWER_BOUND = "lower bound"  # or a construction: it shows a limit, and sizes nothing


class Defect(Enum):
    """What is wrong with a statement as printed."""

    FALSE = "false as printed"
    MISSING_HYPOTHESIS = "misses a hypothesis"
    VACUOUS = "vacuous as printed"
    AMBIGUOUS = "ambiguous as printed"
    LOOSE = "loose"
    MISPRINT = "misprinted"
    GAP = "a gap in its proof"


@dataclass(frozen=True, kw_only=True, slots=True)
class Remark(Record):
    """One thing that is wrong or open in a printed statement, in a sentence."""

    defect: Defect
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Source(Record):
    """A key of ``references.bib`` and a place in that work, to the theorem level.

    `reference` is the work in words, which a library fills in from its bibliography.
    """

    key: str
    locator: str
    reference: str = field(default="", compare=False)

    @property
    def work(self) -> str:
        """The work in words, or its key where no bibliography has it."""
        return self.reference or self.key

    def __str__(self) -> str:
        return f"{self.key}, {self.locator}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Definition(Record):
    """A named quantity that a theorem sets, such as ``sigma = tau / (96 ln(4 m / beta))``."""

    symbol: Symbol
    value: Expression

    def to_dict(self) -> dict[str, Any]:
        """Return the formula with the name and the meaning of what it sets."""
        named = {"name": self.symbol.name, "meaning": self.symbol.meaning}
        return named | Expression.to_dict(self.value)

    def __str__(self) -> str:
        return f"{self.symbol} = {self.value}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ceiling(Record):
    """What a quantity of a conclusion is at most whatever the algorithm does, and why.

    A bound that reaches it says nothing.
    """

    quantity: str
    value: Expression
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Target(Record):
    """A quantity of a conclusion as the user asks for it, and the bound that the theorem gives."""

    symbol: Symbol
    expression: Expression
    stronger: Stronger

    @property
    def relation(self) -> Relation:
        """What must hold so that the conclusion is at least as strong as asked."""
        if self.stronger is Stronger.SMALLER:
            return self.expression <= self.symbol
        return self.expression >= self.symbol

    def to_dict(self) -> dict[str, Any]:
        """Return the quantity with what must hold of it."""
        return {**self.symbol.to_dict(), "relation": self.relation.to_dict()}

    def __str__(self) -> str:
        return str(self.relation)


@dataclass(frozen=True, kw_only=True, slots=True)
class FromDefinitions(Record):
    """That a conclusion is proved from definitions, by rows of the notes that a test holds to it.

    Parameters
    ----------
    block : str
        The derivation, by the name of its block; its last row is the conclusion.
    rests_on : iterable of str
        The declarations that it rests on, and the theorems that it trusts.
    scope : str
        For what it is proved, where that is less than the statement says; empty for all of it.
    """

    block: str
    rests_on: tuple[str, ...]
    scope: str = ""


@dataclass(frozen=True, kw_only=True)
class Theorem(Record):
    """A statement: under the hypotheses, the premises give the conclusion.

    Parameters
    ----------
    id : str
        ``source/item``, such as ``lecture-18/thm-0.2``.
    title : str
        The name under which people know it.
    parameters : iterable of Symbol
        The symbols that it is about, with their domains.
    premises : iterable of Guarantee
        What the algorithm must satisfy.
    hypotheses : iterable of Relation
        What the machine checks.
    definitions : iterable of Definition
        Quantities that the theorem sets; each may use the parameters and the ones before it.
    accepts : iterable of str
        What a reader must accept, in sentences.
    conclusion : Guarantee
        What then holds.
    source : Source
        Where it stands.
    steps_from : iterable of Source
        Where the statements stand of which this one is composed, in the order of the derivation;
        empty for a statement of one source.
    status, role : Status, Role
        How it relates to its source, and to a comparison.
    remarks : iterable of Remark
        What is wrong or open in the statement as printed.
    readings : iterable of Remark
        What a person found wrong or open in the print around the statement (its definitions, its
        algorithm, its proof) where no verdict reaches. They cast no doubt on the statement.
    superseded_by : str or None
        The id of the record that corrects this one.
    derived : FromDefinitions or None
        The derivation of its conclusion from definitions, where there is one.
    algorithm : Algorithm or None
        The algorithm that it is about, where that is one, stated in full.
    privacy_link : str
        The same for routes to privacy, which begin with noise of a size that is asked for or given
        where those to the accuracy of answers choose it; empty where they may not go through it.
    noise_link : str
        The same for routes to the accuracy of answers where the size of the noise is asked for or
        given, which go through all other steps of the routes that choose it.
    correction_link : str
        The same for routes to corrections of p-values, which begin with privacy.
    ceilings : iterable of Ceiling
        What holds of quantities of the conclusion in any case.
    counted_by : str or None
        The id of the theorem that this one is a step of, where the step leaves out what a
        parameter costs: the noise of the answers, say. Such a step answers only by its name.
    attained : str
        What attains the conclusion at every value of the parameters, so that a better one would be
        wrong of it: the rest of a sentence that begins with "where"; empty where that is not said.
    link : str
        A name of a few words as a step of a route, such as ``Laplace noise``; empty where routes
        may not go through it. Only a theorem whose premises and conclusion speak of one algorithm
        on one dataset of independent records may be a step.

    Raises
    ------
    StatementError
        If a symbol is used but not declared or declared twice, or a parameter is not used. A
        definition may be unused: it says what the theorem sets.
    """

    id: str
    title: str
    parameters: Iterable[Symbol]
    conclusion: Guarantee
    source: Source
    premises: Iterable[Guarantee] = ()
    hypotheses: Iterable[Relation] = ()
    definitions: Iterable[Definition] = ()
    accepts: Iterable[str] = ()
    status: Status = Status.AS_PRINTED
    role: Role = Role.THEOREM
    remarks: Iterable[Remark] = ()
    readings: Iterable[Remark] = ()
    superseded_by: str | None = None
    derived: FromDefinitions | None = field(default=None, compare=False)
    algorithm: Algorithm | None = field(default=None, compare=False)
    ceilings: Iterable[Ceiling] = ()
    counted_by: str | None = None
    attained: str = field(default="", compare=False)
    link: str = field(default="", compare=False)
    privacy_link: str = field(default="", compare=False)
    noise_link: str = field(default="", compare=False)
    correction_link: str = field(default="", compare=False)
    note: str = field(default="", compare=False)
    steps_from: Iterable[Source] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for name in _SEQUENCES:
            value = getattr(self, name)
            if isinstance(value, str):
                raise StatementError(f"theorem {self.id!r}: {name} is a sequence, not a string")
            object.__setattr__(self, name, tuple(value))
        if not _ID.match(self.id):
            raise StatementError(
                f"theorem {self.id!r}: an id is source/item in letters, digits, '-' and '.'"
            )
        self._check_kinds()
        self._check_symbols()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of all its steps, in the order of the derivation, each once."""
        return tuple(dict.fromkeys(self.steps_from)) or (self.source,)

    def _check_kinds(self) -> None:
        for name, kind in (
            ("parameters", Symbol),
            ("premises", Guarantee),
            ("hypotheses", Relation),
            ("definitions", Definition),
            ("accepts", str),
            ("remarks", Remark),
            ("readings", Remark),
            ("ceilings", Ceiling),
            ("steps_from", Source),
        ):
            for value in getattr(self, name):
                if not isinstance(value, kind):
                    raise StatementError(
                        f"theorem {self.id!r}: {name} holds {kind.__name__} records "
                        f"but got {value!r}"
                    )

    def _check_symbols(self) -> None:
        declared: dict[str, Symbol] = {}
        for symbol in (*self.parameters, *(item.symbol for item in self.definitions)):
            if symbol.name in declared:
                raise StatementError(f"theorem {self.id!r}: {symbol.name} is declared twice")
            declared[symbol.name] = symbol
        self._check_definition_order()
        used = self._used_symbols()
        for symbol in used:
            if declared.get(symbol.name) != symbol:
                raise StatementError(
                    f"theorem {self.id!r}: it uses {symbol.name}, which is not among its "
                    "parameters with that domain; add it, or correct the formula"
                )
        parameters = {symbol.name for symbol in self.parameters}
        unused = sorted(parameters - {symbol.name for symbol in used})
        if unused:
            raise StatementError(
                f"theorem {self.id!r}: {', '.join(unused)} is declared but nothing uses it; "
                "leave it out"
            )

    def _check_definition_order(self) -> None:
        known = {symbol.name for symbol in self.parameters}
        for item in self.definitions:
            early = sorted(item.value.names() - known)
            if early:
                raise StatementError(
                    f"theorem {self.id!r}: the definition of {item.symbol.name} uses "
                    f"{', '.join(early)} before it is defined"
                )
            known.add(item.symbol.name)

    def _used_symbols(self) -> frozenset[Symbol]:
        parts: list[frozenset[Symbol]] = [self.conclusion.symbols()]
        parts += [premise.symbols() for premise in self.premises]
        parts += [hypothesis.symbols() for hypothesis in self.hypotheses]
        parts += [item.value.symbols() for item in self.definitions]
        parts += [item.value.symbols() for item in self.ceilings]
        return frozenset().union(*parts)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """The quantities of the conclusion that are not parameters themselves.

        A quantity is called by its letter; where a parameter already has that name, by ``target_``
        and its letter.
        """
        taken = {symbol.name for symbol in self.parameters}
        taken |= {item.symbol.name for item in self.definitions}
        return tuple(
            Target(
                symbol=_target_symbol(quantity, taken),
                expression=self.conclusion.expression(quantity.name),
                stronger=quantity.stronger,
            )
            for quantity in self.conclusion.quantities()
            if not self._is_parameter(self.conclusion.expression(quantity.name))
            and self.conclusion.expression(quantity.name).names()
        )

    def _is_parameter(self, expression: Expression) -> bool:
        return isinstance(expression, Symbol) and expression in tuple(self.parameters)

    @cached_property
    def quantities(self) -> Mapping[str, Symbol]:
        """Everything that a user may give or ask for, by name: parameters, then targets."""
        symbols = (*self.parameters, *(target.symbol for target in self.targets))
        return {symbol.name: symbol for symbol in symbols}

    @cached_property
    def names(self) -> Mapping[str, Symbol]:
        """Every name of a quantity: its own, its aliases, and what the conclusion calls it.

        Where two quantities would share a name it is that of the first in this order.
        """
        found = dict(self.quantities)
        for symbol in self.quantities.values():
            for alias in symbol.aliases:
                found.setdefault(alias, symbol)
        for quantity in self.conclusion.quantities():
            node = self.conclusion.expression(quantity.name)
            if isinstance(node, Symbol) and node.name in self.quantities:
                found.setdefault(quantity.letter, self.quantities[node.name])
        return found

    @cached_property
    def borrowed_names(self) -> frozenset[str]:
        """Names of quantities that are kept, and mean something else in the notation."""
        return frozenset(alias for target in self.targets for alias in target.symbol.aliases)

    @property
    def is_doubtful(self) -> bool:
        """Whether the statement as printed is false or misses a hypothesis."""
        doubts = (Defect.FALSE, Defect.MISSING_HYPOTHESIS)
        return any(remark.defect in doubts for remark in self.remarks)

    @cached_property
    def definition_values(self) -> Mapping[str, Expression]:
        """The defined quantities by name, in terms of the parameters alone."""
        values: dict[str, Expression] = {}
        for item in self.definitions:
            values[item.symbol.name] = item.value.substitute(values)
        return values

    def expand(self, expression: Expression) -> Expression:
        """Return `expression` with the definitions put in."""
        known = self._expanded
        found = known.get(expression)
        if found is None:
            if len(known) >= _MAX_EXPANDED:
                known.clear()
            found = known[expression] = expression.substitute(self.definition_values)
        return found

    @cached_property
    def _expanded(self) -> dict[Expression, Expression]:
        """What `expand` has made so far, because a solver asks for the same again and again."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the statement as an object of JSON; formulas come as text, as LaTeX and a tree."""
        return {
            "theorem": self.id,
            **{name: item for name, item in Record.to_dict(self).items() if name not in _RENAMED},
            "doubtful": self.is_doubtful,
            "source": str(self.source),
            "reference": self.source.work,
            "sources": list(map(str, self.sources)),
            "targets": as_json(self.targets),
        }

    def __str__(self) -> str:
        return f"{self.id}: {self.title}"

    def _repr_latex_(self) -> str:
        relations = [*self.hypotheses, *(target.relation for target in self.targets)]
        return "$" + r",\quad ".join(map(relation_latex, relations)) + "$"


def corrected(printed: Theorem, *, id: str, **changes: Any) -> Theorem:
    """Return the correction of a record, written as what changes in it.

    Parameters
    ----------
    printed : Theorem
        The record as printed.
    id : str
        The id of the correction.
    **changes
        Fields of `Theorem`. All others stay, but what is said of one statement alone: remarks,
        readings, notes, what attains it, what supersedes it, and its names as a step of routes.

    Examples
    --------
    >>> from boundcalc_theorems.statistics.concentration import closing_minimum
    >>> least = closing_minimum.parameters[0] > 1
    >>> record = corrected(closing_minimum, id="my-notes/lem-1", hypotheses=[least])
    >>> record.status, record.remarks, record.conclusion == closing_minimum.conclusion
    (<Status.CORRECTED: 'corrected'>, (), True)
    """
    return replace(printed, id=id, status=Status.CORRECTED, **_OF_ONE_STATEMENT | changes)


def sharpened(known: Theorem, *, id: str, **changes: Any) -> Theorem:
    """Return a record that says more than a known one, written as `corrected` records are."""
    return replace(known, id=id, status=Status.SHARPENED, **_OF_ONE_STATEMENT | changes)


def _target_symbol(quantity: Quantity, taken: set[str]) -> Symbol:
    """Return the symbol of a quantity as asked; a name that is taken begins with ``target_``."""

    def free(name: str) -> str:
        return name if name not in taken else f"target_{name}"

    return Symbol(
        free(quantity.letter),
        quantity.domain,
        quantity.unit,
        quantity.meaning,
        aliases=tuple(free(alias) for alias in quantity.aliases),
    )
