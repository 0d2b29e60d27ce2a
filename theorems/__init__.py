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
        answers,
        baselines,
        centred_transfer,
        codes,
        compositions,
        concentrated_privacy,
        concentration,
        counting,
        exponential_mechanism,
        information,
        information_measures,
        limits,
        low_variance,
        max_information,
        max_information_of_privacy,
        mechanisms,
        p_values,
        posterior_stability,
        privacy_generalization,
        thresholdout,
        transfer,
        truncated_ratios,
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
        max_information_of_privacy,
        information_measures,
        p_values,
        truncated_ratios,
        codes,
        answers,
        compositions,
        concentrated_privacy,
        posterior_stability,
        centred_transfer,
        counting,
        information,
        limits,
        low_variance,
    )
    return tuple(theorem for topic in topics for theorem in topic.THEOREMS)
