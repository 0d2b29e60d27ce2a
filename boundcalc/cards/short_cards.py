"""The short card of a question: the answer, what it means, what to run, and what to accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boundcalc.cards.algorithm_cards import run_section
from boundcalc.cards.answer_cards import (
    accepted_sections,
    comparison_rows,
    feasible_lead,
    headline,
    identity_rows,
    limits_text,
    meaning_lead,
    other_end,
    released_rows,
)
from boundcalc.cards.cards import Card, Section
from boundcalc.cards.ranking_words import published, reading_texts
from boundcalc.cards.typed_letters import typed_letters

if TYPE_CHECKING:  # answers show themselves by these cards
    from boundcalc.solving.answers import Answer, Ranking

BEST_WAYS = 3


def short_card(ranking: Ranking) -> Card:
    """Return the card of the first answer and the best other ways, without evidence."""
    best = ranking.best
    return Card(
        headline=headline(best),
        lead=(
            *published(ranking),
            *meaning_lead(best),
            *feasible_lead(best),
            *_other_letters(best),
            *other_end(ranking),
            *reading_texts(ranking, where="by other ways"),
            *filter(None, (limits_text(ranking.limits_below, best.letter),)),
        ),
        sections=(
            run_section(best),
            *_best_ways(ranking),
            *accepted_sections(best),
            Section(title="More", rows=((_rest(ranking),),)),
        ),
    )


def _other_letters(answer: Answer) -> Iterator[str]:
    """Say which letters are others in what follows, because the typed ones are taken there."""
    shown = typed_letters(answer)
    called = {**answer.problem.letters, answer.unknown.name: answer.letter}
    for name, letter in called.items():
        if letter != name and name not in shown:
            yield f"{letter} is called {name} in the theorem"


def best_ways(ranking: Ranking) -> tuple[Answer, ...]:
    """Return the best ways, and where the first leaves something unused, those that use all."""
    first, *others = ranking.groups[0]
    return (
        first,
        *(
            answer
            for place, answer in enumerate(others, 1)
            if place < BEST_WAYS or (first.ignored and not answer.ignored)
        ),
    )


def _best_ways(ranking: Ranking) -> Iterator[Section]:
    group = best_ways(ranking)
    if len(group) == 1:
        yield Section(title="Theorem", rows=tuple(identity_rows(group[0].theorem)))
        return
    yield Section(
        title="Best ways",
        header=(group[0].letter, "ratio", "theorem", ""),
        rows=tuple(comparison_rows(group, is_verbose=True)),
    )
    yield Section(title="Released", rows=tuple(released_rows(group)))


def _rest(ranking: Ranking) -> str:
    """Return what the whole card shows besides."""
    parts = ["the constraints with their slack", "the formula"]
    others = len(ranking.answers) - len(best_ways(ranking))
    if others:
        parts.append("1 more way" if others == 1 else f"{others} more ways")
    if ranking.refused:
        parts.append("what was refused and why")
    return f"--full shows {', '.join(parts[:-1])} and {parts[-1]}"
