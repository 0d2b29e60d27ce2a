"""The card of an audit: what is claimed, whether it holds, and what would."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.cards.answer_cards import accepted_sections, check_rows, identity_rows
from boundcalc.cards.answer_words import optimality_text
from boundcalc.cards.cards import Card, Cell, Section
from boundcalc.cards.numbers import equals
from boundcalc.cards.typed_letters import in_typed_letters, sections_in_typed_letters
from boundcalc.evaluation.signed_logarithms import logarithm_of
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.problems.outcomes import Direction, Finding

if TYPE_CHECKING:  # audits show themselves by these cards
    from boundcalc.ranking.audits import Audit, Needed
    from boundcalc.ranking.size_audits import SizeAudit

_HEADS = {Finding.HOLDS: "HOLDS", Finding.FAILS: "FAILS", Finding.UNKNOWN: "NOT KNOWN"}
_SIZE_HEADS = {Finding.HOLDS: "ENOUGH", Finding.UNKNOWN: "NOT KNOWN"}
_MOST_TIMES = math.log(1000)  # beyond which a power of ten says more


def audit_card(audit: Audit) -> Card:
    """Return the card of an audit."""
    letters = audit.shown
    claim = ", ".join(
        f"{letters.get(name, name)} = {exact_or_scientific(value)}"
        for name, value in audit.given.items()
    )
    shown_so = (
        Section(
            title="Constraints",
            rows=tuple(check_rows(audit.checks)),
            header=("slack", "values", "constraint"),
        ),
        Section(
            title="You accept",
            rows=tuple((sentence,) for sentence in audit.theorem.accepts),
            is_list=True,
        ),
    )
    return Card(
        headline=f"{_HEADS[audit.finding]}  {claim}",
        lead=tuple(_lead(audit)),
        sections=(
            Section(title="Needed", rows=tuple(_needed_rows(audit))),
            Section(title="Theorem", rows=tuple(identity_rows(audit.theorem))),
            Section(title="Given", rows=tuple(_given_rows(audit))),
            *sections_in_typed_letters(shown_so, letters),
        ),
    )


def size_audit_card(audit: SizeAudit) -> Card:
    """Return the card of an audit of a number of records."""
    claim = ", ".join(f"{name} = {value}" for name, value in audit.given.items())
    best = audit.best
    return Card(
        headline=f"{_size_head(audit)}  n = {audit.size}, {claim}",
        lead=tuple(_size_lead(audit)),
        sections=(
            Section(title="Enough", rows=((f"n = {best.value}", optimality_text(best)),)),
            Section(
                title="Too few",
                rows=tuple((f"n ≤ {item.value}", item.way) for item in audit.ranking.limits_below),
            ),
            Section(title="Theorem", rows=tuple(identity_rows(best.theorem))),
            *accepted_sections(audit.accuracy or best),
        ),
    )


def _size_head(audit: SizeAudit) -> str:
    """Return the verdict; a size that fails is too few for what is limited, and says for what."""
    if audit.finding is Finding.FAILS:
        return f"TOO FEW for {' and '.join(item.way for item in audit.failing)}"
    return _SIZE_HEADS[audit.finding]


def _size_lead(audit: SizeAudit) -> Iterator[str]:
    if audit.accuracy is not None:
        tau = exact_or_scientific(audit.accuracy.value)
        yield f"{audit.best.theorem.id} gives tau = {tau} at n = {audit.size} (certified)"
    elif audit.size < audit.best.value:
        yield "fewer records than the best certified answer"
    else:
        yield f"{audit.best.theorem.id} is not certified to give the accuracy at n = {audit.size}"
    if audit.failing:
        ways = " and ".join(item.way for item in audit.failing)
        yield f"too few for {ways}, against one analyst (certified; no other algorithm is limited)"
    elif audit.finding is Finding.UNKNOWN:
        yield "no limit from below is given here: whether another analysis shows it is not known"


def _lead(audit: Audit) -> Iterator[str]:
    guarantee = in_typed_letters(str(audit.guarantee), audit.shown)
    if audit.finding is Finding.HOLDS:
        yield f"{guarantee} (certified)"
    elif audit.finding is Finding.FAILS:
        yield f"it is wrong that {guarantee}, where {audit.theorem.attained} (certified)"
    elif audit.is_exact:
        yield f"not decided: {guarantee}"
    else:
        yield f"{audit.theorem.id} does not show that {guarantee}; another theorem may"
    algorithm = audit.theorem.algorithm
    if algorithm is not None and algorithm.letter in audit.given:
        letter = audit.shown.get(algorithm.letter, algorithm.letter)
        yield f"{letter} is the {algorithm.meaning} here"
    for name, value in audit.taken.items():
        node, shown = audit.theorem.definition_values.get(name), exact_or_scientific(value)
        if node is None:
            yield f"{name} = {shown} is taken, since it was not given"
        else:
            yield f"{name} = {node} = {shown} is taken, as of a mean of values in [0, 1]"


def _given_rows(audit: Audit) -> Iterator[tuple[Cell, ...]]:
    algorithm = audit.theorem.algorithm
    defined = {item.symbol.name: item.symbol for item in audit.theorem.definitions}
    symbols = {**audit.theorem.quantities, **defined}
    for name, value in {**audit.given, **audit.taken}.items():
        symbol = symbols[name]
        is_decided = algorithm is not None and algorithm.letter == name
        meaning = algorithm.meaning if algorithm and is_decided else symbol.meaning
        letter, words = audit.letters.get(name, name), meaning.partition(";")[0]
        called = "" if letter == name else f"called {name} in the theorem"
        yield (Symbol(letter), equals(value), "; ".join(filter(None, (words, called))))


def _needed_rows(audit: Audit) -> Iterator[tuple[Cell, ...]]:
    for item in audit.needed:
        letter = Symbol(audit.shown.get(item.symbol.name, item.symbol.name))
        if item.answer is None:
            why = "none of those that are searched, or there is no best one"
            yield (letter, "none certified", why)
            continue
        sign = "≥" if item.answer.direction is Direction.LEAST else "≤"
        value = f"{sign} {exact_or_scientific(item.answer.value)}"
        change = "" if audit.finding is Finding.HOLDS else _times(item)
        yield (letter, value, "; ".join(filter(None, (change, optimality_text(item.answer)))))


def _times(item: Needed) -> str:
    """Return by what factor a claimed value would change."""
    assert item.answer is not None
    value = Fraction(item.answer.value)
    if not (value > 0 and item.claimed > 0):
        return ""
    size = logarithm_of(value) - logarithm_of(item.claimed)
    if abs(size) > _MOST_TIMES:
        return f"about 10^{size / math.log(10):.0f} times what is claimed"
    return f"{math.exp(size):.4g} times what is claimed"
