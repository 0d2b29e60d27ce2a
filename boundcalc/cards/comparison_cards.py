"""What a reader sees of a comparison over a range: its ways, their values, and the crossovers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.cards.answer_cards import left_aside_text
from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.statements import Role

if TYPE_CHECKING:  # comparisons show themselves by this card
    from boundcalc.ranking.comparison import Comparison, Crossover, Entry, Place

TOO_FEW = "too few"
_NONE = "-"


def comparison_card(comparison: Comparison) -> Card:
    """Return the table of the best answers, a column for each that leads, and the crossovers."""
    given = ", ".join(f"{name} = {text}" for name, text in comparison.given.items())
    leaders = comparison.leaders
    shown = zip(comparison.places, _too_few(comparison), strict=True)
    return Card(
        headline=f"{comparison.unknown} by {comparison.axis}",
        lead=(f"for {given}; every value is certified to suffice",) if given else (),
        sections=(
            Section(
                title="Ways",
                rows=tuple(_way(number, entry) for number, entry in enumerate(leaders, 1)),
            ),
            Section(
                title="Values",
                header=(
                    comparison.axis,
                    *(f"({number})" for number in range(1, len(leaders) + 1)),
                    "best",
                    "floor",
                    *((f"{TOO_FEW}",) if comparison.limits_below else ()),
                ),
                rows=tuple((*_row(place, leaders), *limit) for place, limit in shown),
            ),
            Section(title="Readings", rows=tuple(_readings(comparison)), is_list=True),
            Section(title="No answer", rows=tuple(_unanswered(comparison)), is_list=True),
            Section(title="Limits", rows=_limits(comparison), is_list=True),
            Section(
                title="Crossovers",
                rows=tuple(_crossing(item, comparison) for item in comparison.crossovers),
                is_list=True,
            ),
            Section(
                title="Published",
                rows=tuple(_crossing(item, comparison) for item in _published(comparison)),
                is_list=True,
            ),
            Section(title="Not told", rows=_not_told(comparison), is_list=True),
            Section(title="Not asked", rows=_not_asked(comparison), is_list=True),
        ),
    )


def _published(comparison: Comparison) -> tuple[Crossover, ...]:
    """Return the crossovers among published ways, where they are not the same as all."""
    found = comparison.published_crossovers
    return () if found == comparison.crossovers else found


def _too_few(comparison: Comparison) -> Iterator[tuple[Cell, ...]]:
    """Yield the last cell of each row: up to which value the first way of answering fails."""
    if not comparison.limits_below:
        yield from ((),) * len(comparison.places)
        return
    for value in comparison.limits_of(comparison.limited_ways[0]):
        yield (_NONE if value is None else str(value),)


def readings_text(comparison: Comparison) -> str:
    """Return how a letter is read at each value, where that is for the algorithms to say."""
    answered = [place for place in comparison.places if place.entries]
    leading = tuple(dict.fromkeys(place.reading for place in answered))
    if len(leading) == 1:
        return leading[0]
    return "; ".join(
        f"at {comparison.axis} = {', '.join(values)} {reading or 'by other ways'}"
        for reading in leading
        for values in [
            [exact_or_scientific(place.at) for place in answered if place.reading == reading]
        ]
    )


def _readings(comparison: Comparison) -> Iterator[tuple[Cell, ...]]:
    """Say how a letter is read where the best way is named, and that others read it otherwise."""
    if not comparison.readings:
        return
    yield (readings_text(comparison),)
    leading = {place.reading for place in comparison.places if place.entries}
    if len(leading) > 1:
        yield ("which reading is the better one is not told, nor where it changes",)
    others = [reading for reading in comparison.readings if reading not in leading]
    for reading in others:
        values = ", ".join(_best_of(place, reading) for place in comparison.places)
        yield (f"{reading}, the best {comparison.unknown}: {values}",)


def _best_of(place: Place, reading: str) -> str:
    found = (
        entry.value
        for entry in place.entries
        if entry.reading == reading and entry.role is not Role.FLOOR
    )
    return _shown(next(found, None))


def _unanswered(comparison: Comparison) -> Iterator[tuple[Cell, ...]]:
    """Say of each value without an answer why it has none."""
    for place in comparison.places:
        if place.why:
            yield (f"at {comparison.axis} = {exact_or_scientific(place.at)}: {place.why}",)


def _limits(comparison: Comparison) -> tuple[tuple[Cell, ...], ...]:
    """Say what the column of limits is about, and that it limits nothing else."""
    if not comparison.limits_below:
        return ()
    text = (
        f"{TOO_FEW}: up to this {comparison.unknown} {comparison.limited_ways[0]} fails against "
        "one analyst, certified; no other algorithm is limited"
    )
    return ((text,),)


def _not_told(comparison: Comparison) -> tuple[tuple[Cell, ...], ...]:
    """Say where no best way is named, because one may be better than what is searched."""
    hidden = [place for place in comparison.places if place.beyond and place.entries]
    if not hidden:
        return ()
    ways = ", ".join(dict.fromkeys(id for place in hidden for id in place.beyond))
    values = ", ".join(exact_or_scientific(place.at) for place in hidden)
    text = (
        f"which way is the best at {comparison.axis} = {values}: {ways} may give "
        f"{comparison.unknown} beyond what is searched there"
    )
    return ((text,),)


def _not_asked(comparison: Comparison) -> tuple[tuple[Cell, ...], ...]:
    aside = comparison.left_aside
    return ((left_aside_text(aside),),) if aside else ()


def _way(number: int, entry: Entry) -> tuple[Cell, ...]:
    comments = [entry.title]
    if entry.role is Role.BASELINE:
        comments.append("baseline")
    if entry.is_sharpened:
        comments.append("sharpened here")
    if entry.reading:
        comments.append(entry.reading)
    return (f"({number})", Code(entry.id), "; ".join(comments))


def _row(place: Place, leaders: tuple[Entry, ...]) -> tuple[Cell, ...]:
    values = {entry.id: entry.value for entry in place.entries}
    best = place.best
    numbers = [entry.id for entry in leaders]
    floor = next((entry for entry in place.compared if entry.role is Role.FLOOR), None)
    return (
        exact_or_scientific(place.at),
        *(_shown(values.get(entry.id)) for entry in leaders),
        _NONE if best is None else f"({numbers.index(best.id) + 1})",
        _shown(floor.value if floor else None),
    )


def _shown(value: Fraction | None) -> str:
    return _NONE if value is None else exact_or_scientific(value)


def _crossing(crossover: Crossover, comparison: Comparison) -> tuple[Cell, ...]:
    axis, unknown = comparison.axis, comparison.unknown
    numbers = {entry.id: number for number, entry in enumerate(comparison.leaders, 1)}
    before, after = crossover.before, crossover.after
    text = (
        f"up to {axis} = {exact_or_scientific(crossover.last)} way ({numbers[before.id]}), there "
        f"with {unknown} = {exact_or_scientific(before.value)}; from {axis} = "
        f"{exact_or_scientific(crossover.first)} way ({numbers[after.id]}), there with "
        f"{unknown} = {exact_or_scientific(after.value)}"
    )
    return (text,)
