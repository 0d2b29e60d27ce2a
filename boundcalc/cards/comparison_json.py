"""Comparisons over a range as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boundcalc.cards.answer_json import left_aside_json, limits_json
from boundcalc.language.numbers import exact_text

if TYPE_CHECKING:  # comparisons show themselves in this form
    from boundcalc.ranking.comparison import Comparison, Crossover, Entry


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as one object; numbers are strings."""
    limits = comparison.limits_below or ((),) * len(comparison.places)
    found: dict[str, Any] = {
        "unknown": comparison.unknown,
        "axis": comparison.axis,
        "given": dict(comparison.given),
        "places": [
            {
                comparison.axis: exact_text(place.at),
                "answers": [_entry_json(entry) for entry in place.entries],
                "why": place.why or None,
                **({"reading": place.reading} if place.reading else {}),
                **({"beyond": list(place.beyond)} if place.beyond else {}),
                **({"limits_below": limits_json(below)} if below else {}),
            }
            for place, below in zip(comparison.places, limits, strict=True)
        ],
        "crossovers": list(_crossovers_json(comparison.crossovers)),
        "published_crossovers": list(_crossovers_json(comparison.published_crossovers)),
    }
    if comparison.left_aside:
        found["left_aside"] = left_aside_json(comparison.left_aside)
    return found


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "theorem": entry.id,
        "title": entry.title,
        "route": list(entry.route),
        "value": exact_text(entry.value),
        "direction": "least" if entry.is_least else "greatest",
        "role": entry.role.value,
        "sharpened": entry.is_sharpened,
        **({"reading": entry.reading} if entry.reading else {}),
    }


def _crossovers_json(crossovers: tuple[Crossover, ...]) -> Iterator[dict[str, Any]]:
    for item in crossovers:
        yield {
            "last": exact_text(item.last),
            "first": exact_text(item.first),
            "before": _entry_json(item.before),
            "after": _entry_json(item.after),
        }
