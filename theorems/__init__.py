"""The library: the theorems of adaptive data analysis and differential privacy, as records.

A room per subject, a file per topic; one notation (`boundcalc_theorems.notation`), one bibliography
(``references.bib``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boundcalc.language import Theorem

if TYPE_CHECKING:
    from types import ModuleType


def load_theorems() -> tuple[Theorem, ...]:
    """Return all theorems of the library, topic by topic."""
    from boundcalc_theorems.adaptive_queries import (
        answers,
        baselines,
        counting,
        limits_from_below,
        thresholdout,
    )
    from boundcalc_theorems.generalization import (
        centred_transfer,
        low_variance,
        posterior_stability,
        privacy_generalization,
        transfer,
    )
    from boundcalc_theorems.information_theory import (
        codes,
        information_measures,
        max_information,
        max_information_of_privacy,
        mutual_information,
        truncated_ratios,
    )
    from boundcalc_theorems.privacy import (
        composition,
        concentrated_privacy,
        exponential_mechanism,
        noise,
    )
    from boundcalc_theorems.statistics import concentration, p_values

    topics = (
        noise,
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
        composition,
        concentrated_privacy,
        posterior_stability,
        centred_transfer,
        counting,
        mutual_information,
        limits_from_below,
        low_variance,
    )
    return tuple(theorem for topic in topics for theorem in theorems_of(topic))


def theorems_of(topic: ModuleType) -> tuple[Theorem, ...]:
    """Return the theorems that a topic defines, in the order in which they stand there."""
    return tuple(record for record in vars(topic).values() if isinstance(record, Theorem))
