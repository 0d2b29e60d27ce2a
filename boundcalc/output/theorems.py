"""The cards of theorems: a page for one, a table for the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from boundcalc.cards.algorithm_cards import steps_section
from boundcalc.cards.answer_cards import identity_rows
from boundcalc.cards.cards import Card, Cell, Code, Section, pretty
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Role, Theorem
from boundcalc.problems.problems import solvable_names

if TYPE_CHECKING:
    from boundcalc.solving.inversions import Inversion


def theorem_card(
    theorem: Theorem, example: str | None = None, formulas: Iterable[Inversion] = ()
) -> Card:
    """Return the page of a theorem; `example` is a command, `formulas` are its inversions."""
    sentences = tuple((sentence,) for sentence in theorem.accepts)
    remarks = tuple((f"{remark.defect.value}: {remark.text}",) for remark in theorem.remarks)
    readings = tuple((f"{item.defect.value}: {item.text}",) for item in theorem.readings)
    note = () if not theorem.note else ((theorem.note,),)
    names = tuple((", ".join(found),) for found in [solvable_names(theorem)] if found)
    command = () if example is None else ((Code(example),),)
    return Card(
        headline=theorem.title,
        sections=(
            Section(title="Theorem", rows=tuple(identity_rows(theorem))[1:]),
            Section(title="Role", rows=_role_rows(theorem)),
            Section(title="Symbols", rows=tuple(_symbol_rows(theorem))),
            Section(title="If", rows=tuple(_premise_rows(theorem))),
            Section(
                title="and" if theorem.premises else "If",
                rows=tuple((relation,) for relation in theorem.hypotheses),
            ),
            Section(title="where", rows=tuple(_definition_rows(theorem))),
            Section(title="then", rows=tuple(guarantee_rows(theorem.conclusion))),
            Section(title="You accept", rows=sentences, is_list=True),
            steps_section(theorem),
            Section(title="Doubts", rows=remarks, is_list=True),
            Section(
                title="Read by a person, not decided by a verdict", rows=readings, is_list=True
            ),
            Section(
                title="Proved from definitions", rows=tuple(_derived_rows(theorem)), is_list=True
            ),
            Section(title="Note", rows=note),
            *(_formula_section(inversion) for inversion in formulas),
            Section(title="Solves for", rows=names),
            Section(title="Example", rows=command),
        ),
    )


def _derived_rows(theorem: Theorem) -> Iterator[tuple[Cell, ...]]:
    """Return where the conclusion is proved from definitions, for what, and what that rests on."""
    if theorem.derived is None:
        return
    scope = f", for {theorem.derived.scope}" if theorem.derived.scope else ""
    yield (f"its conclusion{scope}, in the derivation {theorem.derived.block}",)
    for ground in theorem.derived.rests_on:
        yield (f"rests on {ground}",)


def _formula_section(inversion: Inversion) -> Section:
    """Return one quantity alone on the left, and where that is so; each case after the other."""
    rows: list[tuple[Cell, ...]] = []
    for place, case in enumerate(inversion.cases):
        rows += [("or", "")] if place else []
        rows += [("", bound) for bound in case.bounds]
        rows += [("" if later else "where", part) for later, part in enumerate(case.conditions)]
    return Section(
        title=f"For {pretty(inversion.unknown.name)}", rows=tuple(rows) or (("", "no closed form"),)
    )


def library_card(theorems: Iterable[Theorem]) -> Card:
    """Return the table of theorems: id, status, what each can be solved for, and title."""
    rows = tuple(
        (Code(item.id), _status(item), "; ".join([item.title, *_names(item)])) for item in theorems
    )
    return Card(
        headline=f"{len(rows)} theorem{'' if len(rows) == 1 else 's'}",
        sections=(Section(title="", header=("id", "status", "title; solves for"), rows=rows),),
    )


def routes_card(routes: Iterable[Theorem]) -> Card:
    """Return routes, whose ids are long: each on a line, and below it what `library_card` says."""
    found = tuple(routes)
    rows = tuple(
        row
        for item in found
        for row in ((Code(item.id),), ("; ".join([f"  {_status(item)}", *_names(item)]),))
    )
    headline = f"{len(found)} route{'' if len(found) == 1 else 's'}"
    return Card(headline=headline, sections=(Section(title="", rows=rows),))


def _names(theorem: Theorem) -> tuple[str, ...]:
    names = solvable_names(theorem)
    return (", ".join(names),) if names else ()


def _status(theorem: Theorem) -> str:
    doubt = ", doubtful" if theorem.is_doubtful else ""
    return f"{theorem.status.value}{doubt}"


def _role_rows(theorem: Theorem) -> tuple[tuple[Cell, ...], ...]:
    texts = {
        Role.BASELINE: "a baseline: it answers the same question without the theory",
        Role.FLOOR: "a floor: it answers an easier question, which no method can beat",
        Role.LOWER_BOUND: "a lower bound or a construction: it sizes nothing and is not ranked",
    }
    return ((texts[theorem.role],),) if theorem.role in texts else ()


def _symbol_rows(theorem: Theorem) -> Iterator[tuple[Cell, ...]]:
    for symbol in theorem.parameters:
        yield (symbol, f"in {symbol.domain}", _meaning(symbol))
    for target in theorem.targets:
        yield (target.symbol, f"in {target.symbol.domain}", f"{_meaning(target.symbol)}, as asked")


def _meaning(symbol: Symbol) -> str:
    words = [symbol.meaning] if symbol.meaning else []
    if symbol.unit in (Unit.BITS, Unit.NATS):
        words.append(f"in {symbol.unit.value}")
    if symbol.aliases:
        words.append(f"also called {', '.join(symbol.aliases)}")
    if symbol.is_chosen:
        words.append("chosen for you where you leave it out")
    return ", ".join(words)


def _premise_rows(theorem: Theorem) -> Iterator[tuple[Cell, ...]]:
    for premise in theorem.premises:
        yield from guarantee_rows(premise)


def guarantee_rows(guarantee: Guarantee) -> Iterator[tuple[Cell, ...]]:
    """Yield the phrase of a guarantee, then the quantities that are not their own name."""
    yield (guarantee.phrase or str(guarantee),)
    for name, expression in guarantee.expressions().items():
        if not (isinstance(expression, Symbol) and expression.name == name):
            yield (Relation(Symbol(name), Sense.EQ, expression),)


def _definition_rows(theorem: Theorem) -> Iterator[tuple[Cell, ...]]:
    for item in theorem.definitions:
        yield (item.symbol, item.symbol.meaning, item.value)
