r"""Rows with derivatives: each is put in as what it is, by the rules and by definitions in force.

No other letter in what is differentiated may vary with the one by which it is: none is said to be
equal to something with that letter, or applied to it, or differentiated itself.

Main definitions
----------------
`derived_attempts`: the ways to show a row with its derivatives put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import PRESUMED, Judgement, Premise
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.applied import order_of
from boundcalc.laws.calculus.derivatives import DERIVATIVE, Derivative, derivative_of
from boundcalc.laws.calculus.slopes import NoSlopeError, slope
from boundcalc.laws.constants import is_parameter
from boundcalc.laws.instances import symbols_of
from boundcalc.laws.laws import Law
from boundcalc.laws.terms import is_term
from boundcalc.notes.definitions import Known, functions_in_force
from boundcalc.notes.presumptions import Attempt, premise_of, substituted, tentative_names
from boundcalc.obligations.definedness import conditions, where_defined
from boundcalc.obligations.theorem_reasons import domain_relations

_NEAR = 300  # characters
_MAY_BE_ONE = re.compile(r"\\frac\s*(?:\{\s*)?(?:d|\\mathrm\{d\}|\\partial|\\delta)|\\left\.")


def derived_attempts(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Attempt]:
    """Yield the ways to prove a step with its derivatives put in.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    row = step.row
    symbols = symbols_of([row.relation])
    terms = [it for it in symbols if _MAY_BE_ONE.match(it.latex)]
    named = list(_named(step, symbols)) if step.context is not None else []
    if step.context is None or not (terms or named):
        return
    known = {item.function: item for item in functions_in_force(step, before)}
    tentative = frozenset(tentative_names(step))
    read = [derivative_of(it, known, step.scope, row.sign.source, tentative) for it in terms]
    found = [item for item in read if item is not None and _is_alone(item, step)]
    found += [item for item, _ in named]
    if not found:
        return
    used = [known[item] for one in found for item in one.functions]
    presumed = list(_presumed(found, used))
    if any(item.domain.integer for one in found for item in one.base.symbols() if _by(one, item)):
        return
    laws = tuple(Law(item.term, item.value, DERIVATIVE) for item in found)
    case = substituted(step, {law.term: law.value for law in laws})
    given = [Assumption(relation=item, place=row.sign, how=PRESUMED) for item in presumed]
    case = replace(case, assumptions=(*case.assumptions, *given))
    sides = dict.fromkeys(Relation(item.base, Sense.EQ, item.base) for item in found)
    claims = [replace(case, row=replace(row, relation=item)) for item in sides]
    premises = [*(item.premise for item in used), *(premise for _, premise in named)]
    told: tuple[Premise, ...] = tuple(dict.fromkeys(premises))
    yield Attempt(step, (case, *claims), laws, tuple(presumed), defined=told)
    more, defined = where_defined(case)
    if defined:
        yield Attempt(step, (*defined, *claims), laws, (*presumed, *more), defined=told)


def _named(step: Step, symbols: Sequence[Symbol]) -> Iterator[tuple[Derivative, Premise]]:
    """Yield what y' is in a text that says y is equal to an expression with one letter, once."""
    for symbol in symbols:
        latex = symbol.latex or symbol.name
        name, order = order_of(latex, step.row.sign.source.document)
        equal = [it for it in step.equations if _latex_of(it.relation.left) == name]
        if not order or len(equal) != 1:
            continue
        (said,) = equal
        body = said.relation.right
        letters = sorted(body.symbols(), key=lambda it: it.name)
        if len(letters) != 1 or is_term(letters[0]) or _latex_of(letters[0]) == name:
            continue
        whole = step.display.whole
        near = whole.source.text[max(0, said.place.start - _NEAR) : whole.stop + _NEAR]
        if said.place.source is not whole.source or _is_equal(_latex_of(letters[0]), near):
            continue
        try:
            value = body
            for _ in range(order):
                value = slope(value, letters[0].name)
        except NoSlopeError:
            continue
        premise = premise_of("assumed", said.relation, said.line)
        yield Derivative(symbol, value, body, _latex_of(letters[0])), premise


def _is_equal(name: str, text: str) -> bool:
    """Return whether a text says of a letter that it is equal to something with a letter."""
    one = rf"(?<![A-Za-z\\_]){re.escape(name)}(?![A-Za-z'])"
    return re.search(rf"{one}\s*&?\s*:?=(?!=)[^=<>$\n]{{0,60}}?[A-Za-z\\]", text) is not None


def _latex_of(node: Expression) -> str:
    return node.latex or node.name if isinstance(node, Symbol) else ""


def _by(item: Derivative, symbol: object) -> bool:
    return getattr(symbol, "latex", "") == item.name


def _presumed(found: Sequence[Derivative], used: Sequence[Known]) -> Iterator[Relation]:
    """Yield what must hold for what is differentiated to have a value."""
    for item in found:
        yield from conditions(Relation(item.base, Sense.EQ, item.base))
    for known in used:
        function = known.function
        symbols = {item.latex: item for item in function.relation.right.symbols()}
        for name, domain in function.domains:
            yield from domain_relations(symbols[name], domain)


def _is_alone(item: Derivative, step: Step) -> bool:
    """Return whether no other letter of what is differentiated may vary with that letter.

    It is a number by the document, or a letter usual for one, and has not that letter in it.
    """
    text = step.row.left.source.text
    known = step.context.situation.domains if step.context else {}
    own = known.get(item.name)
    if own is not None and own.domain is None:
        return False
    for symbol in item.base.symbols():
        name = _latex_of(symbol)
        if name == item.name:
            continue
        said = known.get(name)
        is_number = is_parameter(symbol, text) if said is None else said.domain is not None
        if not is_number or _has(name, item.name) or _varies(name, item.name, text):
            return False
    return True


def _has(name: str, letter: str) -> bool:
    """Return whether a name has a letter in it, as an index or below an accent."""
    return re.search(rf"(?<![A-Za-z\\]){re.escape(letter)}(?![A-Za-z])", name) is not None


def _varies(name: str, by: str, text: str) -> bool:
    """Return whether a text may say that a letter is a function of another one."""
    one, other = (rf"(?<![A-Za-z\\]){re.escape(it)}(?![A-Za-z])" for it in (name, by))
    differentiated = (
        rf"\\[dt]?frac\s*\{{\s*(?:d|\\partial|\\mathrm\{{d\}})\s*{one}\s*\}}|(?<!\w)d{one}\s*/"
    )
    equal = rf"{one}\s*&?\s*:?=(?!=)[^=<>$\n]{{0,100}}{other}"
    applied = rf"{one}\s*\(\s*{other}|{one}\s*'"
    called = rf"\$\s*{one}\s*\$[^.$]{{0,40}}\b(?:function|depends?|dependent)\b"
    return re.search(f"{differentiated}|{equal}|{applied}|{called}", text) is not None
