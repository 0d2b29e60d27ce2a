r"""The quantities of the theory on finite laws, each exact.

Main definitions
----------------
`total_variation`, `greatest_ratio`, `hockey_stick`,
`pointwise_exceptions`: two laws compared.
`kl_nats`, `kl_bits`, `entropy_nats`, `entropy_bits`, `mutual_information_nats`,
`mutual_information_bits`: information, in the unit that the name says.
`max_information_ratio`, `approximate_max_information_ratio`: 2 to the power of (approximate)
max-information, which is rational; the two functions in bits are its logarithm.

Conventions
-----------
A `Fraction` is the exact value; an expression is the exact value in closed form, to be enclosed as
finely as one likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from boundcalc.finite.distributions import Distribution, JointDistribution
from boundcalc.finite.ratios import RatioLaw
from boundcalc.language.errors import DomainError
from boundcalc.language.expressions import Expression, Operation, as_expression
from boundcalc.language.functions import ln, log2
from boundcalc.language.numbers import read_rational
from boundcalc.language.operators import Operator


def ratio_law(p: Distribution, q: Distribution) -> RatioLaw:
    """Return the ratio law of two laws; an outcome that one does not list has probability zero."""
    right = dict(q.items())
    masses = [(mass, right.pop(x, Fraction(0))) for x, mass in p.items()]
    return RatioLaw.from_masses([*masses, *((Fraction(0), mass) for mass in right.values())])


def information_law(joint: JointDistribution) -> RatioLaw:
    """Return the ratio law of a joint law against the product of its marginals."""
    left, right = joint.marginal_first.probabilities, joint.marginal_second.probabilities
    return RatioLaw.from_masses(
        (joint.rows[i][j], left[i] * right[j]) for i in range(len(left)) for j in range(len(right))
    )


# --- two laws compared -------------------------------------------------------------------------


def total_variation(p: Distribution, q: Distribution) -> Fraction:
    """Return the greatest |P(O) - Q(O)| over all events, exact.

    Source: Sorrell, Lecture 12, Definition 0.1; Rogers et al., Definition A.5.

    Examples
    --------
    >>> total_variation(Distribution.from_weights([3, 1]), Distribution.from_weights([1, 3]))
    Fraction(1, 2)
    """
    return ratio_law(p, q).excess(1)


def greatest_ratio(p: Distribution, q: Distribution) -> Fraction | None:
    """Return e to the multiplicative distance: the greatest of P(O)/Q(O) and Q(O)/P(O), exact.

    None where one law has an outcome that the other has not, so that the distance is infinite.
    The multiplicative distance itself, in nats, is its logarithm.
    Source: Sorrell, Lecture 12, Definition 0.3.
    """
    law = ratio_law(p, q)
    both = law.least_ratio(0), law.reversed.least_ratio(0)
    known = [ratio for ratio in both if ratio is not None]
    return max(known) if len(known) == 2 else None


def hockey_stick(p: Distribution, q: Distribution, ratio: object) -> Fraction:
    """Return the least delta >= 0 with P(O) <= ratio Q(O) + delta for all events, exact.

    Parameters
    ----------
    ratio : number or str
        The rational e^epsilon.

    Examples
    --------
    >>> fair, biased = Distribution.from_weights([1, 1]), Distribution.from_weights([3, 1])
    >>> hockey_stick(biased, fair, "5/4")
    Fraction(1, 8)
    """
    return ratio_law(p, q).excess(ratio)


def indistinguishability_delta(p: Distribution, q: Distribution, ratio: object) -> Fraction:
    """Return the least delta at which both directions of indistinguishability hold, exact."""
    law = ratio_law(p, q)
    return max(law.excess(ratio), law.reversed.excess(ratio))


def pointwise_exceptions(p: Distribution, q: Distribution, ratio: object) -> Fraction:
    """Return the P mass of the outcomes where P/Q is outside [1/ratio, ratio], exact.

    P and Q are point-wise (ln ratio, delta)-indistinguishable if and only if this is at most delta.
    Source: Rogers et al., Definition 2.2.
    """
    r = read_rational(ratio, name="ratio")
    if r < 1:
        raise DomainError(f"ratio: it is e^epsilon and at least 1, but got {r}")
    return ratio_law(p, q).mass_outside(1 / r, r)


# --- information -------------------------------------------------------------------------------


def summed(terms: Iterable[Expression | Fraction]) -> Expression:
    """Return the sum of the terms as one expression; zero where there are none."""
    found = tuple(as_expression(term) for term in terms)
    if len(found) < 2:
        return found[0] if found else as_expression(0)
    return Operation(Operator.ADD, found)


def _weighted_logarithms(law: RatioLaw, *, in_bits: bool) -> Expression:
    logarithm = log2 if in_bits else ln
    for p, q in law.classes:
        if p and not q:
            raise DomainError(
                "relative entropy: the first law has an outcome that the second has not, so that "
                "the divergence is infinite"
            )
    return summed(p * logarithm(p / q) for p, q in law.classes if p and p != q)


def kl_nats(p: Distribution, q: Distribution) -> Expression:
    """Return the relative entropy of P against Q in nats, in closed form.

    Raises
    ------
    DomainError
        If it is infinite.

    Examples
    --------
    >>> str(kl_nats(Distribution.from_weights([1, 0]), Distribution.from_weights([1, 3])))
    '1 * ln(4)'
    """
    return _weighted_logarithms(ratio_law(p, q), in_bits=False)


def kl_bits(p: Distribution, q: Distribution) -> Expression:
    """Return the relative entropy of P against Q in bits, in closed form; errors as `kl_nats`."""
    return _weighted_logarithms(ratio_law(p, q), in_bits=True)


def entropy_nats(p: Distribution) -> Expression:
    """Return the Shannon entropy in nats, in closed form."""
    return summed(mass * ln(1 / mass) for mass in p.probabilities if mass and mass != 1)


def entropy_bits(p: Distribution) -> Expression:
    """Return the Shannon entropy in bits, in closed form."""
    return summed(mass * log2(1 / mass) for mass in p.probabilities if mass and mass != 1)


def mutual_information_nats(joint: JointDistribution) -> Expression:
    """Return the mutual information in nats, in closed form."""
    return _weighted_logarithms(information_law(joint), in_bits=False)


def mutual_information_bits(joint: JointDistribution) -> Expression:
    """Return the mutual information in bits, in closed form.

    Examples
    --------
    >>> str(mutual_information_bits(JointDistribution.from_weights([[1, 0], [0, 1]])))
    '1 * log_2(2)'
    """
    return _weighted_logarithms(information_law(joint), in_bits=True)


def max_information_ratio(joint: JointDistribution) -> Fraction:
    """Return the greatest Pr[X = x | Z = z] / Pr[X = x], which is 2^k for max-information k, exact.

    Source: Lee, Definition 2.1; Rogers et al., Definition 1.2.
    """
    return approximate_max_information_ratio(joint, 0)


def approximate_max_information_ratio(joint: JointDistribution, beta: object) -> Fraction:
    """Return 2^k for the beta-approximate max-information k, exact.

    The supremum of (Pr[(X, Z) in O] - beta) / Pr[X x Z in O] over all events O with more than beta
    is reached at a threshold set of the likelihood ratio; `boundcalc.finite.ratios` says why.
    Source: Rogers et al., Definition 1.2.

    Parameters
    ----------
    beta : number or str
        In [0, 1); beyond, no event has more than beta.

    Examples
    --------
    >>> joint = JointDistribution.from_weights([[1, 0], [0, 1]])
    >>> approximate_max_information_ratio(joint, 0), approximate_max_information_ratio(joint, "1/2")
    (Fraction(2, 1), Fraction(1, 1))
    """
    ratio = information_law(joint).least_ratio(beta)
    if ratio is None:  # the marginals of a pair of positive probability are positive
        raise DomainError(
            "max-information: the joint law is not below the product of its marginals"
        )
    return ratio


def max_information_bits(joint: JointDistribution) -> Expression:
    """Return the max-information in bits, in closed form."""
    return log2(max_information_ratio(joint))


def approximate_max_information_bits(joint: JointDistribution, beta: object) -> Expression:
    """Return the beta-approximate max-information in bits, in closed form; beta as above."""
    return log2(approximate_max_information_ratio(joint, beta))
