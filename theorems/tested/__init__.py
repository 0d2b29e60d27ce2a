"""The theorems that speak of distributions, as statements that exact instances can violate.

One file per source.
Each statement names a record of the library, says what is measured on an instance, and yields
instances: the equality cases and the counterexamples first, then tiny and skewed ones at random.
A record that is false as printed is listed beside its correction, and both are tested alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boundcalc.finite.testing import TestedStatement


def load_statements() -> tuple[TestedStatement, ...]:
    """Return all tested statements of the library, source by source."""
    from boundcalc_theorems.tested import (
        adaptive_queries,
        centred_transfer,
        compositions,
        concentration,
        exponential_mechanism,
        lecture_12,
        lecture_18,
        low_variance,
        p_values,
        thresholdout,
    )
    from boundcalc_theorems.tested.information_theory import (
        max_information,
        max_information_steps,
        mutual_information,
    )

    sources = (
        lecture_12,
        lecture_18,
        exponential_mechanism,
        concentration,
        adaptive_queries,
        centred_transfer,
        low_variance,
        max_information,
        max_information_steps,
        mutual_information,
        p_values,
        thresholdout,
        compositions,
    )
    return tuple(statement for source in sources for statement in source.STATEMENTS)
