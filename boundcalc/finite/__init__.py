"""Exact probability on finite sets: distributions, distances, information, worst cases.

Main definitions
----------------
`Distribution`, `JointDistribution`, `Channel`: finite laws with exact rational probabilities.
`RatioLaw`: two laws reduced to the classes of equal ratio, from which every divergence, the whole
privacy curve and approximate max-information follow, also of n independent copies.
`boundcalc.finite.divergences`: the quantities of the theory, by their names.
`boundcalc.finite.privacy`: what a finite mechanism guarantees, with the worst pair of neighbours.
`boundcalc.finite.arrays`: the same quantities in doubles, over many distributions at once.
`boundcalc.finite.linear_programs`: linear programs whose optimum is exact.
`boundcalc.finite.lower_bounds.limits`: how many records are too few.
`boundcalc.finite.testing`: statements about distributions, tested on exact instances.

Conventions
-----------
Probabilities are `Fraction`; a decimal text is the rational that it spells.
Where a theorem has epsilon, functions take or return the *ratio* e^epsilon, which is rational for
rational laws; logarithms are returned as expressions, which are exact.
"""

from boundcalc.finite.distributions import Channel, Distribution, JointDistribution
from boundcalc.finite.ratios import RatioLaw

__all__ = ["Channel", "Distribution", "JointDistribution", "RatioLaw"]
