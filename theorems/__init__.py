"""The library: the theorems of adaptive data analysis and differential privacy, as records.

One file per topic, one notation (`theorems.notation`), one bibliography (``references.bib``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boundcalc.language import Theorem


def load_theorems() -> tuple[Theorem, ...]:
    """Return all theorems of the library, topic by topic."""
    from theorems import (
        baselines,
        codes,
        concentration,
        exponential_mechanism,
        max_information,
        mechanisms,
        p_values,
        privacy_generalization,
        thresholdout,
        transfer,
    )

    topics = (
        mechanisms,
        exponential_mechanism,
        transfer,
        concentration,
        baselines,
        privacy_generalization,
        thresholdout,
        max_information,
        p_values,
        codes,
    )
    return tuple(theorem for topic in topics for theorem in topic.THEOREMS)
