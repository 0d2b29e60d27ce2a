"""The card of a composition of answers of any kinds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from boundcalc.cards.cards import Card, Section
from boundcalc.finite.heterogeneous import Enclosed, Kind
from boundcalc.language.numbers import decimal_text, exact_or_scientific

_SOURCE = (
    "the characterisation of optimal composition of Murtagh and Vadhan, The Complexity of "
    "Computing the Optimal Composition of Differential Privacy, 2016"
)


def composition_card(
    kinds: Sequence[Kind], unknown: str, other: str, given: Fraction, found: Enclosed
) -> Card:
    """Return what a reader sees of a composition: what suffices, what fails, and for which answers.

    `unknown` and `other` are epsilon and delta, in the order in which one was asked for at a value
    of the other.
    """
    value = exact_or_scientific(found.upper)
    pair = {unknown: value, other: exact_or_scientific(given)}
    head = "optimal" if found.is_exact else "to within a grid"
    return Card(
        headline=f"{unknown} = {value}  [{head}]",
        lead=(
            f"all answers together are ({pair['epsilon']}, {pair['delta']})-differentially private "
            "(certified)",
            *_failing(found),
            *_width(found),
        ),
        sections=(
            Section(
                title="Answers",
                header=("count", "epsilon", "delta"),
                rows=tuple(
                    (str(kind.count), decimal_text(kind.epsilon), exact_or_scientific(kind.delta))
                    for kind in kinds
                ),
            ),
            Section(title="Source", rows=((_SOURCE,),)),
            Section(
                title="You accept",
                rows=(
                    ("each answer is as private as said, whatever the answers before it",),
                    ("how many answers of each kind there are is fixed in advance",),
                ),
                is_list=True,
            ),
        ),
    )


def _failing(found: Enclosed) -> tuple[str, ...]:
    """Return below what it fails; nothing is below zero."""
    if found.lower <= 0:
        return ()
    lower = exact_or_scientific(found.lower)
    return (f"below {lower} it fails for randomized response of these kinds (certified)",)


def _width(found: Enclosed) -> tuple[str, ...]:
    if found.upper == 0:
        return ()
    if found.is_exact:
        return ("no analysis can give less, but for later digits",)
    return ("the sum of the privacy losses has too many values, and was rounded up and down",)
