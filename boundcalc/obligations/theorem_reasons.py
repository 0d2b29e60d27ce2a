"""Rows that rest on a theorem of the library: what must hold, and what then follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boundcalc.derivations.directives import ByTheorem
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import (
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
    as_expression,
)
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Target, Theorem
from boundcalc.language.text import expression_text
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope, read_spelling
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import tokenize

_PROBABILITIES = (r"\Pr", "P", r"\mathrm{P}", r"\mathbb{P}", r"\mathbf{P}", r"\mathbf{Pr}")
_CHANCES = ("beta", "probability", "alpha", "delta")


@dataclass(frozen=True, kw_only=True)
class Application:
    """A theorem with values for its quantities.

    Parameters
    ----------
    theorem : Theorem
        The record.
    obligations : tuple of (str, Relation)
        Domains and hypotheses, with what each is.
    integers : tuple of (str, Expression)
        Values that must be integers, and are not seen to be.
    facts : tuple of Relation
        What the theorem says about quantities that were given a value.
    bounds : tuple of Target
        What it says about quantities that were not, under the substitution.
    accepts : tuple of str
        What a reader must accept: premises and sentences.
    """

    theorem: Theorem
    obligations: tuple[tuple[str, Relation], ...]
    integers: tuple[tuple[str, Expression], ...]
    facts: tuple[Relation, ...]
    bounds: tuple[Target, ...]
    accepts: tuple[str, ...]


def apply_theorem(reason: ByTheorem, theorem: Theorem, scope: Scope) -> Application:
    """Return what a theorem asks for and gives, with the values of a reason.

    Raises
    ------
    ReaderError
        If a value cannot be read, belongs to no quantity of the theorem, or is missing.
    """
    given = _given(reason, theorem, scope)
    values = _with_namesakes(given, reason, theorem, scope)
    values.update(
        {name: value.substitute(values) for name, value in theorem.definition_values.items()}
    )
    facts, bounds = [], []
    for target in theorem.targets:
        bound = target.expression.substitute(values)
        value = given.get(target.symbol.name)
        if value is None:
            bounds.append(Target(symbol=target.symbol, expression=bound, stronger=target.stronger))
        else:
            facts.append(_bounded(value, bound, target.stronger))
    return Application(
        theorem=theorem,
        obligations=tuple(_obligations(theorem, values)),
        integers=tuple(
            (symbol.name, values[symbol.name])
            for symbol in theorem.parameters
            if symbol.domain.integer and not is_integer(values[symbol.name])
        ),
        facts=tuple(facts),
        bounds=tuple(bounds),
        accepts=(
            *(_sentence(premise, values) for premise in theorem.premises),
            *theorem.accepts,
        ),
    )


def _given(reason: ByTheorem, theorem: Theorem, scope: Scope) -> dict[str, Expression]:
    symbols = [*theorem.parameters, *(target.symbol for target in theorem.targets)]
    defined = {item.symbol.name for item in theorem.definitions}
    given: dict[str, Expression] = {}
    for name, value in reason.values:
        found = _quantity(name, symbols)
        if found is None:
            known = ", ".join(symbol.name for symbol in symbols)
            what = "sets it itself" if name.text in defined else f"speaks of {known}"
            raise ReaderError(f"{theorem.id} has no {name.text:.40}; it {what}", name, name.start)
        if found in given:
            raise ReaderError(f"{name.text:.40} is given twice", name, name.start)
        given[found] = read_expression(value, scope)
    return given


def _quantity(name: Fragment, symbols: list[Symbol]) -> str | None:
    text = name.text
    for symbol in symbols:
        if text == symbol.name or text in symbol.aliases:
            return symbol.name
    spelling = read_spelling(name, tokenize(name))
    for symbol in symbols:
        latex = Fragment.of(expression_latex(symbol))
        if read_spelling(latex, tokenize(latex)).latex == spelling.latex:
            return symbol.name
    return next((item.name for item in symbols if item.name == spelling.ascii), None)


def _with_namesakes(
    given: Mapping[str, Expression], reason: ByTheorem, theorem: Theorem, scope: Scope
) -> dict[str, Expression]:
    """Return values for all parameters; what is not given is the symbol of the same name."""
    declared = {symbol.name: symbol for symbol in scope.symbols}
    values = dict(given)
    missing = []
    for symbol in theorem.parameters:
        if symbol.name in values:
            continue
        if symbol.name in declared:
            values[symbol.name] = declared[symbol.name]
        else:
            missing.append(symbol.name)
    if missing:
        place = reason.place
        raise ReaderError(
            f"{theorem.id} needs a value for {', '.join(missing)}; write 'with {missing[0]} = ...'",
            place,
            place.start,
        )
    return values


def _obligations(theorem: Theorem, values: Mapping[str, Expression]) -> list[tuple[str, Relation]]:
    result: list[tuple[str, Relation]] = []
    for symbol in theorem.parameters:
        value = values[symbol.name]
        if isinstance(value, Symbol) and value.domain == symbol.domain:
            continue
        result += [
            (f"the domain of {symbol.name}", relation)
            for relation in domain_relations(value, symbol.domain)
        ]
    result += [("a hypothesis", hypothesis.substitute(values)) for hypothesis in theorem.hypotheses]
    return result


def domain_relations(value: Expression, domain: Domain) -> list[Relation]:
    """Return the relations that say that a value lies in an interval."""
    result = []
    if domain.lower is not None:
        sense = Sense.GE if domain.lower_closed else Sense.GT
        result.append(Relation(value, sense, as_expression(domain.lower)))
    if domain.upper is not None:
        sense = Sense.LE if domain.upper_closed else Sense.LT
        result.append(Relation(value, sense, as_expression(domain.upper)))
    return result


_CLOSED = (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE, Operator.MAX, Operator.MIN)


def is_integer(value: Expression) -> bool:
    """Return whether an expression is seen to be an integer wherever it is defined.

    Examples
    --------
    >>> is_integer(2 * Symbol("n", Domain(integer=True)) + 1), is_integer(as_expression("1/2"))
    (True, False)
    """
    if isinstance(value, Number):
        return value.value.denominator == 1
    if isinstance(value, Symbol):
        return value.domain.integer
    if not isinstance(value, Operation):
        return False
    if value.operator in (Operator.FLOOR, Operator.CEIL):
        return True
    if value.operator in _CLOSED or value.operator is Operator.ABS:
        return all(map(is_integer, value.operands))
    if value.operator is Operator.POWER:
        base, exponent = value.operands
        return is_integer(base) and isinstance(exponent, Number) and is_integer(exponent)
    return False


def _bounded(value: Expression, bound: Expression, stronger: Stronger) -> Relation:
    sense = Sense.LE if stronger is Stronger.SMALLER else Sense.GE
    return Relation(value, sense, bound)


def matched(application: Application, relation: Relation, atoms: frozenset[str]) -> list[Relation]:
    """Return what the theorem says about the opaque symbol on one side of a relation, if clear."""
    for side in (relation, relation.mirrored):
        if not isinstance(side.left, Symbol) or side.left.name not in atoms:
            continue
        upward = side.sense.is_upper
        is_chance = side.left.name.startswith(_PROBABILITIES)
        fitting = [
            bound
            for bound in application.bounds
            if (bound.stronger is Stronger.SMALLER) == upward
            and (bound.symbol.name.removeprefix("target_") in _CHANCES) == is_chance
        ]
        if len(fitting) == 1:
            return [_bounded(side.left, fitting[0].expression, fitting[0].stronger)]
    return []


def _sentence(premise: Guarantee, values: Mapping[str, Expression]) -> str:
    shown = {
        name: expression_text(expression.substitute(values))
        for name, expression in premise.expressions().items()
    }
    return premise.sentence(shown)
