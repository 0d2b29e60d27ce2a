"""All facts of a relation.

Main definitions
----------------
`facts_of`: what is known of the terms of a relation by what they are.
"""

from __future__ import annotations

from boundcalc.laws.facts.additivity import additive_facts, value_facts
from boundcalc.laws.facts.binomials import binomial_facts
from boundcalc.laws.facts.coordinates import coordinate_facts
from boundcalc.laws.facts.extrema import extremum_facts
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.independence import independence_facts
from boundcalc.laws.facts.intervals_of_values import interval_facts
from boundcalc.laws.facts.layers import layer_facts
from boundcalc.laws.facts.minimizers import minimizer_facts
from boundcalc.laws.facts.named_laws import law_facts
from boundcalc.laws.facts.normal_laws import normal_facts
from boundcalc.laws.facts.partitions import case_facts, partition_facts
from boundcalc.laws.facts.ranges_of_integrals import range_facts
from boundcalc.laws.facts.towers import tower_facts
from boundcalc.laws.inner_sums import product_facts
from boundcalc.laws.private.preimages import preimage_facts
from boundcalc.laws.private.sensitivities import sensitivity_facts
from boundcalc.laws.private.weights import weight_facts

MOST_FACTS = 12
_KINDS = (
    additive_facts, binomial_facts, case_facts, coordinate_facts, extremum_facts,
    independence_facts, interval_facts, law_facts, layer_facts, minimizer_facts, normal_facts,
    partition_facts, preimage_facts, product_facts, range_facts, sensitivity_facts, tower_facts,
    value_facts, weight_facts,
)  # fmt: skip


def facts_of(terms: Terms) -> list[Fact]:
    """Return what is known of the terms of a relation by what they are."""
    return list(dict.fromkeys(fact for kind in _KINDS for fact in kind(terms)))[:MOST_FACTS]
