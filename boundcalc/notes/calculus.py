"""Rows about probabilities and expectations: handed to the calculus, where they have structure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boundcalc.derivations.expectations import Structures, Unstructured
from boundcalc.derivations.random_names import RandomNames
from boundcalc.derivations.verdicts import Finding, RowKind
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.probability import ExpectationGoal, prove_expectations
from boundcalc.proving.verdicts import VerdictKind
from boundcalc.reader.scope import Scope

Calculus = Callable[[Finding, Relation, Sequence[Relation], Scope, RandomNames], Finding]


def by_calculus(
    finding: Finding,
    conclusion: Relation,
    given: Sequence[Relation],
    scope: Scope,
    random: RandomNames,
) -> Finding:
    """Return what the calculus knows of a row that algebra does not prove.

    Parameters
    ----------
    finding : Finding
        What algebra says, with probabilities and expectations opaque.
    conclusion, given : Relation
        The row, and what is assumed in it.
    scope : Scope
        What numbers mean.
    random : RandomNames
        What is random.
    """
    if finding.kind is not RowKind.UNKNOWN or not random:
        return finding
    structures = Structures(scope, random)
    try:
        _read(conclusion, structures)
    except Unstructured as error:
        return replace(finding, reason=f"{finding.reason}; {error}") if str(error) else finding
    if not structures.numbers:
        return finding
    kept = tuple(item for item in given if _is_structured(item, structures))
    clash = random.clashes(scope)
    if clash:
        reason = f"{finding.reason}; {clash} is declared as a number and as random"
        return replace(finding, reason=reason)
    try:
        parameters = _parameters(structures)
    except Unstructured as error:
        return replace(finding, reason=f"{finding.reason}; {error}")
    goal = ExpectationGoal(
        parameters=parameters,
        space=random.space(),
        numbers=tuple(structures.numbers.values()),
        assumptions=kept,
        conclusion=conclusion,
    )
    try:
        verdict = prove_expectations(goal)
    except BoundError as error:
        return replace(finding, reason=f"{finding.reason}; {error}")
    if verdict.kind is not VerdictKind.PROVED:
        return replace(finding, reason=f"{finding.reason}; {verdict.reason}")
    assert verdict.certificate is not None
    return Finding(
        kind=RowKind.PROVED,
        reason=f"Proved from definitions, {verdict.reason}.",
        definitions=(*_declared(structures, random), *verdict.rules),
        certificates=(verdict.certificate,),
    )


def _read(relation: Relation, structures: Structures) -> None:
    declared = {symbol.name for symbol in structures.scope.symbols} - structures.scope.atoms
    for symbol in sorted(relation.symbols(), key=lambda item: item.name):
        if symbol.speaks_of or symbol.name not in declared:
            structures.read(symbol)
        else:
            structures.note(symbol)


def _is_structured(relation: Relation, structures: Structures) -> bool:
    """Return whether all numbers in an assumption have a structure, so that it may be used."""
    numbers, parameters = dict(structures.numbers), dict(structures.parameters)
    try:
        _read(relation, structures)
    except Unstructured:
        structures.numbers, structures.parameters = numbers, parameters
        return False
    return True


def _parameters(structures: Structures) -> tuple[Symbol, ...]:
    found = dict(structures.parameters)
    for item in structures.random.names.values():
        value = item.value
        bounds = [value.low, value.high, *(part for pair in value.law for part in pair)]
        bounds += [item.last]
        for bound in bounds:
            if bound is not None:
                for symbol in bound.symbols():
                    structures.note(symbol)
    for function in structures.random.functions:
        for end in (function.low, function.high):
            for symbol in () if end is None else end.symbols():
                structures.note(symbol)
    for algorithm in structures.random.algorithms:
        for symbol in (*algorithm.epsilon.symbols(), *algorithm.delta.symbols()):
            structures.note(symbol)
    found.update(structures.parameters)
    names = structures.numbers.keys()
    return tuple(symbol for name, symbol in sorted(found.items()) if name not in names)


def _declared(structures: Structures, random: RandomNames) -> list[str]:
    names = {item.value.name: item for item in random.names.values()}
    is_run = bool(structures.lines)  # a proof may use any record then, a fresh one too
    used = {item.line for name, item in names.items() if is_run or name in structures.used}
    lines = sorted(used | structures.lines)
    return [f"what line {line} declares" for line in lines]
