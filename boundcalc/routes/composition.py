"""Composition: a tree of theorems as one theorem.

The conclusion of a theorem is put in the place of a premise of the next one.
What comes of it is a record like any other, with the same meaning: its parameters, its hypotheses
and what it accepts are those of all its theorems, so that everything that reads a theorem reads a
route.

How two theorems are joined, quantity by quantity:

1. a parameter of the earlier theorem takes the value that the premise has;
2. else a parameter of the premise is defined as what the earlier theorem concludes;
3. else what is concluded must be at least as strong as the premise, which becomes a hypothesis.

Symbols of the earlier theorem are renamed where the later one uses their names, except counts of
records and of queries, which are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flint import ctx

from boundcalc.algebra.elimination import domain_relations
from boundcalc.algebra.search_range import search_ends
from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.enclosures.interval import hull
from boundcalc.language.domains import Domain, Unit
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Operation, Relation, Symbol, as_expression
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.interactions import Mechanism
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.quantities import Inputs, Stronger
from boundcalc.language.statements import Definition, Remark, Status, Theorem

_PRECISION = 1024
SHARED = (Unit.RECORDS, Unit.QUERIES)
_INCLUDES = {
    Inputs.ANY: (Inputs.ANY, Inputs.PRODUCT, Inputs.UNIFORM),
    Inputs.PRODUCT: (Inputs.PRODUCT, Inputs.UNIFORM),
    Inputs.UNIFORM: (Inputs.UNIFORM,),
}


@dataclass(frozen=True, slots=True)
class Tree:
    """A theorem, and for each of its premises the tree that gives it; None leaves it open."""

    theorem: Theorem
    branches: tuple[Tree | None, ...]

    def theorems(self) -> Iterator[Theorem]:
        """Yield the theorems in the order of a derivation, each once."""
        yield from dict.fromkeys(self._walk())

    def _walk(self) -> Iterator[Theorem]:
        for branch in self.branches:
            if branch is not None:
                yield from branch._walk()
        yield self.theorem


class IncompatibleError(Exception):
    """Two theorems that cannot be joined."""


def gives(conclusion: Guarantee, premise: Guarantee) -> bool:
    """Return whether a conclusion is of the kind of a premise, over at least its inputs."""
    if type(conclusion) is not type(premise):
        return False
    wanted, found = getattr(premise, "over", None), getattr(conclusion, "over", None)
    return wanted is None or wanted in _INCLUDES[found or Inputs.UNIFORM]


@dataclass(frozen=True, slots=True)
class Instance:
    """A theorem of a route, with the values that its symbols have in the composed theorem."""

    theorem: Theorem
    values: Mapping[str, Expression]


def compose(tree: Tree, id: str, title: str) -> tuple[Theorem, tuple[Instance, ...]]:
    """Return a tree of theorems as one theorem, and its theorems with the values of their symbols.

    Parameters
    ----------
    tree : Tree
        The theorems; open premises of one kind that say how answers are made are one premise.
    id, title : str
        The id and the title of the record.

    Raises
    ------
    IncompatibleError
        If two of the theorems cannot be joined: what one concludes never suffices for the next.
    """
    draft = _Draft(tree)
    draft.finish()
    try:
        theorem = Theorem(
            id=id,
            title=title,
            parameters=draft.parameters(),
            premises=draft.premises,
            hypotheses=draft.hypotheses,
            definitions=draft.definitions,
            conclusion=draft.conclusion,
            accepts=draft.accepts,
            source=tree.theorem.source,
            steps_from=(item.source for item in tree.theorems()),
            status=_status(tree),
            remarks=_remarks(tree),
            algorithm=next((item.algorithm for item in tree.theorems() if item.algorithm), None),
            note="; ".join(item.title for item in tree.theorems()),
        )
    except StatementError as error:
        raise IncompatibleError(str(error)) from error
    return theorem, tuple(draft.instances)


def _status(tree: Tree) -> Status:
    found = {theorem.status for theorem in tree.theorems()}
    for status in (Status.SHARPENED, Status.CORRECTED):
        if status in found:
            return status
    return Status.AS_PRINTED


def _remarks(tree: Tree) -> Iterator[Remark]:
    for theorem in tree.theorems():
        for remark in theorem.remarks:
            yield replace(remark, text=f"{theorem.id}: {remark.text}")


class _Draft:
    """The parts of a composed theorem while they are put together."""

    def __init__(self, tree: Tree) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.values: dict[str, Expression] = {}  # of the defined symbols
        self.hypotheses: list[Relation] = []
        self.premises: list[Guarantee] = []
        self.accepts: list[str] = []
        self.definitions: list[Definition] = []
        self.instances: list[Instance] = []
        self.taken = {
            name
            for theorem in tree.theorems()
            for symbol in theorem.parameters
            if symbol.unit in SHARED
            for name in symbol.typed_names
        }
        self.taken |= {item.name for item in tree.theorem.conclusion.quantities()}
        self.asked = {
            node.name
            for node in tree.theorem.conclusion.expressions().values()
            if isinstance(node, Symbol)
        }
        self.conclusion = self._add(tree, is_root=True)
        self._unite_mechanisms()

    # --- one theorem after another

    def _add(self, tree: Tree, *, is_root: bool = False) -> Guarantee:
        """Take in a tree and return its conclusion in the symbols of the draft."""
        theorem = tree.theorem
        names = self._names(theorem, is_root=is_root)
        for premise, branch in zip(theorem.premises, tree.branches, strict=True):
            renamed = _replaced(premise, names)
            if branch is None:
                self.premises.append(renamed)
            else:
                self._join(self._add(branch), renamed)
        for item in theorem.definitions:
            symbol = names[item.symbol.name]
            self.values[symbol.name] = item.value.substitute(names)
        self.hypotheses += [relation.substitute(names) for relation in theorem.hypotheses]
        self.instances.append(Instance(theorem, names))
        self.accepts += [text for text in theorem.accepts if text not in self.accepts]
        return _replaced(theorem.conclusion, names)

    def _names(self, theorem: Theorem, *, is_root: bool) -> dict[str, Symbol]:
        """Return the symbols of the draft for those of a theorem, by their names there."""
        names: dict[str, Symbol] = {}
        for symbol in (*theorem.parameters, *(item.symbol for item in theorem.definitions)):
            if symbol.unit in SHARED or (is_root and symbol.name in self.asked):
                names[symbol.name] = symbol
            else:
                fresh = self._fresh(symbol.name)
                latex = f"{symbol.latex}'" if symbol.latex and fresh != symbol.name else ""
                is_same = fresh == symbol.name
                names[symbol.name] = replace(
                    symbol,
                    name=fresh,
                    latex=symbol.latex if is_same else latex,
                    aliases=symbol.aliases if is_same else (),
                    is_chosen=not symbol.is_allowance,  # nobody chooses the population
                )
            self.symbols[names[symbol.name].name] = names[symbol.name]
            self.taken.add(names[symbol.name].name)
        return names

    def _fresh(self, name: str) -> str:
        stem, index = name.rstrip("0123456789").rstrip("_"), 2
        while name in self.taken:
            name = f"{stem}_{index}"
            index += 1
        return name

    # --- joining

    def _join(self, conclusion: Guarantee, premise: Guarantee) -> None:
        """Make a conclusion give a premise, both in the symbols of the draft."""
        for quantity in premise.quantities():
            node = conclusion.expression(quantity.name).substitute(self._numbers())
            found = self._resolved(_without_zeros(node))
            wanted = self._resolved(premise.expression(quantity.name))
            self._join_quantity(found, wanted, quantity.stronger)

    def _join_quantity(self, found: Expression, wanted: Expression, stronger: Stronger) -> None:
        if found == wanted:
            return
        if found.names() and wanted == as_expression(0) and not isinstance(found, Symbol):
            raise IncompatibleError(f"{found} is not zero")  # approximate where pure is needed
        if isinstance(found, Symbol) and self._is_open(found):
            self._define(found, wanted)
        elif isinstance(wanted, Symbol) and self._is_open(wanted) and not _is_extremum(found):
            if not _is_open_end(wanted.domain, found):  # where any value of it is weaker
                # What bounds a quantity that is never negative is never negative, if it holds.
                self._define(wanted, found, is_lower_end_met=stronger is Stronger.SMALLER)
        else:
            suffices = found <= wanted if stronger is Stronger.SMALLER else found >= wanted
            self._require(suffices)

    def _is_open(self, node: Symbol) -> bool:
        """Return whether a symbol may still be given a value."""
        return (
            node.unit not in SHARED and node.name not in self.values and node.name not in self.asked
        )

    def _resolved(self, node: Expression) -> Expression:
        """Return what a symbol stands for, if it was given a symbol or a number."""
        while isinstance(node, Symbol) and node.name in self.values:
            value = self.values[node.name]
            if value.operands:
                return node
            node = value
        return node

    def _numbers(self) -> dict[str, Expression]:
        return {name: value for name, value in self.values.items() if not value.names()}

    def _define(self, symbol: Symbol, value: Expression, *, is_lower_end_met: bool = False) -> None:
        if isinstance(value, Symbol) and value.unit not in SHARED:
            narrow = _narrower(symbol.domain, value.domain)
            if narrow is not None:
                better = replace(value, domain=narrow)
                self.symbols[value.name] = better
                self.values[symbol.name] = better
                return
        for relation in domain_relations(symbol, symbol.domain):
            if not (is_lower_end_met and relation.sense is Sense.GE):
                self._require(relation.substitute({symbol.name: value}))
        self.values[symbol.name] = value

    def _require(self, relation: Relation) -> None:
        truth = _truth(relation, self.symbols)
        if truth is Truth.FALSE:
            raise IncompatibleError(f"{relation} never holds")
        if truth is Truth.UNKNOWN and relation not in self.hypotheses:
            self.hypotheses.append(relation)

    def _unite_mechanisms(self) -> None:
        """Let open premises that say how answers are made speak of the same answers."""
        kept: list[Guarantee] = []
        for premise in self.premises:
            same = next((item for item in kept if type(item) is type(premise)), None)
            if same is None or not isinstance(premise, Mechanism):
                kept.append(premise)
                continue
            for quantity in premise.quantities():
                first = self._resolved(same.expression(quantity.name))
                second = self._resolved(premise.expression(quantity.name))
                self._unite(first, second)
        self.premises = kept

    def _unite(self, first: Expression, second: Expression) -> None:
        if first == second:
            return
        if isinstance(second, Symbol) and self._is_open(second):
            self._define(second, first)
        elif isinstance(first, Symbol) and self._is_open(first):
            self._define(first, second)
        else:
            raise IncompatibleError(f"the answers are made with {first} and with {second}")

    # --- what comes of it

    def _final(self) -> tuple[dict[str, Expression], dict[str, Expression]]:
        """Return what is substituted everywhere, and what stays a definition."""
        aliases: dict[str, Expression] = {}
        for name in self.values:
            resolved = self._resolved(self.symbols[name])
            if isinstance(resolved, Symbol):
                resolved = self.symbols[resolved.name]
                if resolved.name == name:
                    continue
            aliases[name] = resolved
        for name, symbol in self.symbols.items():  # with the domain that it has now
            aliases.setdefault(name, symbol)
        kept = {
            name: value.substitute(aliases)
            for name, value in self.values.items()
            if aliases[name] == self.symbols[name]
        }
        return aliases, kept

    def finish(self) -> None:
        """Put in what is known, and put the definitions in an order of use."""
        aliases, kept = self._final()
        self.hypotheses = list(
            dict.fromkeys(relation.substitute(aliases) for relation in self.hypotheses)
        )
        self.premises = [_replaced(premise, aliases) for premise in self.premises]
        concluded = _replaced(self.conclusion, aliases)
        zeros: dict[str, Any] = {
            name: _without_zeros(node) for name, node in concluded.expressions().items()
        }
        self.conclusion = replace(concluded, **zeros)
        self.instances = [
            Instance(
                instance.theorem,
                {name: value.substitute(aliases) for name, value in instance.values.items()},
            )
            for instance in self.instances
        ]
        left = dict(kept)
        while left:
            ready = [name for name, value in left.items() if not value.names() & left.keys()]
            if not ready:
                raise IncompatibleError(f"a cycle of definitions: {', '.join(left)}")
            self.definitions += [
                Definition(symbol=self.symbols[name], value=left[name]) for name in ready
            ]
            left = {name: value for name, value in left.items() if name not in ready}

    def parameters(self) -> list[Symbol]:
        """Return the symbols that are used and not defined."""
        defined = {item.symbol.name for item in self.definitions}
        expressions: Iterable[Expression] = (
            *self.conclusion.expressions().values(),
            *(item.value for item in self.definitions),
            *(node for premise in self.premises for node in premise.expressions().values()),
        )
        used = frozenset().union(
            *(node.names() for node in expressions),
            *(relation.names() for relation in self.hypotheses),
        )
        return [
            symbol for name, symbol in self.symbols.items() if name in used and name not in defined
        ]


def _replaced(guarantee: Guarantee, names: Mapping[str, Expression]) -> Guarantee:
    values: dict[str, Any] = {
        name: node.substitute(names) for name, node in guarantee.expressions().items()
    }
    return replace(guarantee, **values)


def _is_extremum(node: Expression) -> bool:
    return isinstance(node, Operation) and node.operator in (Operator.MAX, Operator.MIN)


def _is_open_end(domain: Domain, value: Expression) -> bool:
    """Return whether a value is the lower end of a domain, to which it does not belong."""
    is_end = domain.lower is not None and value == as_expression(domain.lower)
    return is_end and not domain.lower_closed


def _without_zeros(node: Expression) -> Expression:
    """Return zero for a product with zero, which a sum of failures that are zero leaves."""
    zero = as_expression(0)
    is_product = isinstance(node, Operation) and node.operator is Operator.MULTIPLY
    return zero if is_product and zero in node.operands else node


def _narrower(first: Domain, second: Domain) -> Domain | None:
    """Return the intersection of two domains where it is one of them."""
    for inner, outer in ((first, second), (second, first)):
        if _is_within(inner, outer):
            return inner
    return None


def _is_within(inner: Domain, outer: Domain) -> bool:
    if outer.integer and not inner.integer:
        return False
    is_above = outer.lower is None or (
        inner.lower is not None
        and (
            inner.lower > outer.lower
            or (inner.lower == outer.lower and (outer.lower_closed or not inner.lower_closed))
        )
    )
    is_below = outer.upper is None or (
        inner.upper is not None
        and (
            inner.upper < outer.upper
            or (inner.upper == outer.upper and (outer.upper_closed or not inner.upper_closed))
        )
    )
    return is_above and is_below


def _truth(relation: Relation, symbols: Mapping[str, Symbol]) -> Truth:
    """Decide a relation over the domains of its symbols."""
    box = {name: hull(*search_ends(symbols[name].domain)) for name in relation.names()}
    truth = RelationEvaluator(relation).over(box)
    if truth is not Truth.UNKNOWN:
        return truth
    with ctx.workprec(_PRECISION):  # which tells e^x - 1 from zero
        return RelationEvaluator(relation).over(
            {name: hull(*search_ends(symbols[name].domain)) for name in relation.names()}
        )
