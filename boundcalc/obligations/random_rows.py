"""Rows about probabilities and expectations: read for the calculus, where they have structure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.probability import ExpectationGoal, ExpectationVerdict
from boundcalc.probability.reasons import RULES
from boundcalc.probability.records import MEMBER
from boundcalc.randomness.brackets import Unstructured
from boundcalc.randomness.expectations import Structures
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.scope import Scope

Derive = Callable[[ExpectationGoal], ExpectationVerdict]


@dataclass(frozen=True, kw_only=True)
class RandomRow:
    """A row of a document in which something is declared random.

    Parameters
    ----------
    goal : ExpectationGoal or None
        The row as the calculus takes it; None where it speaks of no expectation, or of one that
        has no structure.
    hindrance : str
        Why there is no goal, where that is worth a word.
    declared : tuple of str
        The declarations that the goal uses.
    is_whole : bool
        Whether the goal has all that is given; else a law that violates it refutes nothing.
    """

    goal: ExpectationGoal | None = None
    hindrance: str = ""
    declared: tuple[str, ...] = ()
    is_whole: bool = True


def read_random_row(
    conclusion: Relation,
    given: Sequence[Relation],
    scope: Scope,
    random: RandomNames,
    facts: Sequence[Relation] = (),
) -> RandomRow | None:
    """Return a row as the calculus takes it, or None where nothing is random.

    Parameters
    ----------
    conclusion, given : Relation
        The row, and what is assumed in it.
    scope : Scope
        What numbers mean.
    random : RandomNames
        What is random.
    facts : Relation
        What holds wherever that does, such as earlier rows.
    """
    is_opaque = any(symbol.speaks_of for symbol in conclusion.symbols())
    unread = f"the declaration of line {random.unread} could not be read" if is_opaque else ""
    if not random:
        return RandomRow(hindrance=unread) if random.unread and unread else None
    try:
        row = _read_random_row(conclusion, given, scope, random, facts)
    except BoundError as error:
        row = RandomRow(hindrance=str(error))
    return replace(row, hindrance=unread) if random.unread and row.hindrance and unread else row


def _read_random_row(
    conclusion: Relation,
    given: Sequence[Relation],
    scope: Scope,
    random: RandomNames,
    facts: Sequence[Relation],
) -> RandomRow:
    structures = Structures(scope, random)
    try:
        _read(conclusion, structures)
    except Unstructured as error:
        return RandomRow(hindrance=str(error))
    if not structures.numbers:
        return RandomRow()
    everything = (*given, *facts)
    kept = tuple(item for item in everything if _is_structured(item, structures))
    clash = random.clashes(scope)
    if clash:
        return RandomRow(hindrance=f"{clash} is declared as a number and as random")
    try:
        parameters = _parameters(structures)
    except Unstructured as error:
        return RandomRow(hindrance=str(error))
    space = random.space()
    goal = ExpectationGoal(
        parameters=parameters,
        space=replace(space, functions=(*space.functions, *structures.memberships)),
        numbers=tuple(structures.numbers.values()),
        assumptions=kept,
        conclusion=conclusion,
        facts=frozenset(facts) - frozenset(given),
    )
    declared = tuple(_declared(structures, random))
    if structures.has_products:
        declared += (RULES["power"],)
    return RandomRow(goal=goal, declared=declared, is_whole=len(kept) == len(everything))


def by_calculus(judgement: Judgement, row: RandomRow, derive: Derive) -> Judgement:
    """Return what the calculus knows of a row that algebra does not prove.

    Parameters
    ----------
    judgement : Judgement
        What algebra says, with probabilities and expectations opaque.
    row : RandomRow
        The row.
    derive : callable
        Returns the verdict of the calculus about a goal.
    """
    if judgement.kind is not VerdictKind.UNKNOWN:
        return judgement
    left = row.hindrance
    if row.goal is not None:
        try:
            verdict = derive(row.goal)
        except BoundError as error:
            left = str(error)
        else:
            seconds = judgement.seconds + verdict.judgement.seconds
            judgement = replace(judgement, seconds=seconds)
            if verdict.kind is VerdictKind.PROVED:
                return replace(
                    verdict.judgement,
                    reason=f"Proved from definitions, {verdict.reason}.",
                    definitions=tuple(dict.fromkeys((*row.declared, *verdict.rules))),
                    seconds=seconds,
                )
            if verdict.kind is VerdictKind.REFUTED and row.is_whole:
                return replace(verdict.judgement, seconds=seconds)
            left = verdict.reason
            if verdict.kind is VerdictKind.REFUTED:
                left = f"not refuted, since something assumed has no structure: {left}"
    return replace(judgement, reason=f"{judgement.reason}; {left}") if left else judgement


def _read(relation: Relation, structures: Structures) -> None:
    scope = structures.scope
    declared = {symbol.name for symbol in scope.symbols} - scope.atoms
    for symbol in sorted(relation.symbols(), key=lambda item: item.name):
        is_name = symbol.name in declared and not symbol.speaks_of
        if is_name or scope.is_parameter(symbol):
            structures.note(symbol)
        else:
            structures.read(symbol)


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
        bounds += [*item.lasts, *value.drift, *(() if value.named is None else value.named[1])]
        for bound in bounds:
            for symbol in () if bound is None else bound.symbols():
                if symbol.name != MEMBER:
                    structures.note(symbol)
    for function in structures.random.functions:
        for end in (function.low, function.high):
            for symbol in () if end is None else end.symbols():
                structures.note(symbol)
    for algorithm in structures.random.algorithms:
        for symbol in (*algorithm.epsilon.symbols(), *algorithm.delta.symbols()):
            structures.note(symbol)
    for pair in structures.random.pairs:
        for term in (pair.epsilon, pair.delta, pair.distance):
            for symbol in term.symbols():
                structures.note(symbol)
    for choice in structures.random.choices:
        for term in (choice.epsilon, choice.count, choice.records):
            for symbol in term.symbols():
                structures.note(symbol)
    found.update(structures.parameters)
    names = structures.numbers.keys()
    return tuple(symbol for name, symbol in sorted(found.items()) if name not in names)


def _declared(structures: Structures, random: RandomNames) -> list[str]:
    names = {item.value.name: item for item in random.names.values()}
    is_run = bool(structures.lines)  # a proof may use any record then, a fresh one too
    used = {item.line for name, item in names.items() if is_run or name in structures.used}
    if is_run:  # a choice depends on the runs that it chooses among
        used |= {item.line for item in random.outputs.values()}
    lines = sorted(used | structures.lines)
    return [f"what line {line} declares" for line in lines]
