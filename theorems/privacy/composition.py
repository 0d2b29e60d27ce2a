r"""Composition: what m private answers are together.

Main statements
---------------
`basic`, `basic_pure`, `advanced`: sums, and square roots at the price of a small failure.
`advanced_tight`: the same with the drift of randomized response, which is the worst case.
`optimal`: the least failure at each of the possible epsilon, which no analysis can improve.
`optimal_at_every_epsilon`: the same between them.
`two_kinds`, `two_kinds_basic`: answers of two kinds, each with a privacy of its own.
`any_kinds`: answers of any number of kinds, by the sum of the squares of their epsilons.
`group`, `group_pure`: datasets that differ in several records.

Conventions
-----------
An answer is (epsilon_0, delta_0) private, whatever the answers before it.
composition_slack is the part of delta that the composition adds.
The drift (e^epsilon - 1)/(e^epsilon + 1) epsilon is the mean of the privacy loss of randomized
response, which is +-epsilon.

References
----------
Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014, section 3.5.
Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy, 2015, section 3.
Murtagh and Vadhan, The Complexity of Computing the Optimal Composition of Differential Privacy,
2016.
"""

from boundcalc.language import (
    NONNEGATIVE_INTEGER,
    ConcentratedPrivacy,
    DifferentialPrivacy,
    GroupPrivacy,
    PrivacyOfEachAnswer,
    Source,
    Status,
    Symbol,
    Theorem,
    Unit,
    binomial,
    exp,
    floor,
    ln,
    maximum,
    sqrt,
    summation,
)
from boundcalc_theorems.notation import (
    composition_slack,
    delta,
    delta_0,
    epsilon,
    epsilon_0,
    epsilon_1,
    epsilon_2,
    given_delta_0,
    group_size,
    m,
    m_1,
    m_2,
    squared_epsilons,
)

_KOV = "kairouz_oh_viswanath_2015"

_STEPS = Symbol("steps", NONNEGATIVE_INTEGER, Unit.NONE, "lost answers", latex="i")
_INDEX = Symbol("index", NONNEGATIVE_INTEGER, Unit.NONE, "index of the sum", latex=r"\ell")
# An outcome of randomized response with l lies has the chance e^(-l epsilon_0)/(1 +
# e^(-epsilon_0))^m under one dataset and e^((m - 2 l) epsilon_0) times less under the other; where
# that is more than e^epsilon, the excess counts. In this form each factor is monotone.
_EXCESS = (
    summation(
        _INDEX,
        0,
        floor((m - 1) / 2),
        binomial(m, _INDEX)
        * maximum(0, 1 - exp(epsilon - (m - 2 * _INDEX) * epsilon_0))
        * exp(-_INDEX * epsilon_0),
    )
    / (1 + exp(-epsilon_0)) ** m
)
_TWO_KINDS = (
    "m_1 answers are epsilon_1-differentially private each and m_2 others epsilon_2-differentially "
    "private, in any order and whatever the answers before them"
)
_BOTH = m_1 * epsilon_1**2 + m_2 * epsilon_2**2

two_kinds_basic = Theorem(
    id="dwork-roth/thm-3.16.two-kinds",
    title="Basic composition of answers of two kinds",
    parameters=[m_1, epsilon_1, m_2, epsilon_2],
    accepts=[_TWO_KINDS],
    conclusion=DifferentialPrivacy(epsilon=m_1 * epsilon_1 + m_2 * epsilon_2),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.16"),
)

two_kinds = Theorem(
    id="kairouz-oh-viswanath/thm-3.5",
    title="Advanced composition of answers of two kinds",
    parameters=[m_1, epsilon_1, m_2, epsilon_2, composition_slack],
    accepts=[_TWO_KINDS],
    conclusion=DifferentialPrivacy(
        epsilon=m_1 * epsilon_1 * (exp(epsilon_1) - 1) / (exp(epsilon_1) + 1)
        + m_2 * epsilon_2 * (exp(epsilon_2) - 1) / (exp(epsilon_2) + 1)
        + sqrt(2 * _BOTH * ln(1 / composition_slack)),
        delta=composition_slack,
    ),
    source=Source(key=_KOV, locator="Theorem 3.5, the third of its bounds at delta = 0"),
    note="Azuma's inequality for the sum of the privacy losses, as for answers of one kind.",
)

any_kinds = Theorem(
    id="bun-steinke/prop-1.4.any-kinds",
    title="Answers of any kinds are concentrated private together",
    parameters=[squared_epsilons],
    accepts=[
        "answer i is epsilon_i-differentially private, whatever the answers before it, and squares "
        "is the sum of the squares of all epsilon_i, which are fixed in advance"
    ],
    conclusion=ConcentratedPrivacy(rho=squared_epsilons / 2),
    source=Source(key="bun_steinke_2016", locator="Proposition 1.4 and Lemma 1.7"),
    privacy_link="answers of any kinds",
    note="The rho of the answers add up. This needs one number of the answers; `boundcalc compose` "
    "takes all of them, and is optimal or encloses what is.",
)

group_pure = Theorem(
    id="dwork-roth/thm-2.2",
    title="Group privacy",
    parameters=[group_size, epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    conclusion=GroupPrivacy(size=group_size, epsilon=group_size * epsilon),
    source=Source(key="dwork_roth_2014", locator="Theorem 2.2"),
)

group = Theorem(
    id="dwork-roth/thm-2.2.approximate",
    title="Group privacy of approximate privacy",
    parameters=[group_size, epsilon, delta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    conclusion=GroupPrivacy(
        size=group_size,
        epsilon=group_size * epsilon,
        delta=delta * (exp(group_size * epsilon) - 1) / (exp(epsilon) - 1),
    ),
    source=Source(key="dwork_roth_2014", locator="Theorem 2.2, its steps with a failure each"),
    status=Status.SHARPENED,
    note="The failures of the steps add up with factors 1, e^epsilon, ..., e^((g - 1) epsilon).",
)

basic = Theorem(
    id="dwork-roth/thm-3.16",
    title="Basic composition",
    parameters=[m, epsilon_0, delta_0],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0, delta=delta_0)],
    conclusion=DifferentialPrivacy(epsilon=m * epsilon_0, delta=m * delta_0),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.16"),
    link="basic composition",
)

basic_pure = Theorem(
    id="dwork-roth/cor-3.15",
    title="Basic composition of pure privacy",
    parameters=[m, epsilon_0],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0)],
    conclusion=DifferentialPrivacy(epsilon=m * epsilon_0),
    source=Source(key="dwork_roth_2014", locator="Corollary 3.15"),
    privacy_link="basic composition",
)

advanced = Theorem(
    id="dwork-roth/thm-3.20",
    title="Advanced composition",
    parameters=[m, epsilon_0, delta_0, composition_slack],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0, delta=delta_0)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon_0 * sqrt(2 * m * ln(1 / composition_slack))
        + m * epsilon_0 * (exp(epsilon_0) - 1),
        delta=m * delta_0 + composition_slack,
    ),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.20"),
)

advanced_tight = Theorem(
    id="kairouz-oh-viswanath/thm-3.4",
    title="Advanced composition with the drift of randomized response",
    parameters=[m, epsilon_0, composition_slack],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon_0 * sqrt(2 * m * ln(1 / composition_slack))
        + m * epsilon_0 * (exp(epsilon_0) - 1) / (exp(epsilon_0) + 1),
        delta=composition_slack,
    ),
    source=Source(key=_KOV, locator="Theorem 3.4, the third of its bounds at delta = 0"),
    link="tight advanced composition",
    privacy_link="tight advanced composition",
    note="Follows from Azuma's inequality for the privacy loss of randomized response.",
)

optimal = Theorem(
    id="kairouz-oh-viswanath/thm-3.3",
    title="Optimal composition",
    parameters=[m, epsilon_0, _STEPS],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0)],
    hypotheses=[2 * _STEPS <= m],
    conclusion=DifferentialPrivacy(
        epsilon=(m - 2 * _STEPS) * epsilon_0,
        delta=summation(
            _INDEX,
            0,
            _STEPS - 1,
            binomial(m, _INDEX)
            * (exp((m - _INDEX) * epsilon_0) - exp((m - 2 * _STEPS + _INDEX) * epsilon_0)),
        )
        / (1 + exp(epsilon_0)) ** m,
    ),
    source=Source(key=_KOV, locator="Theorem 3.3, at delta = 0"),
    note="Attained by randomized response, whose m answers have exactly this privacy.",
)

optimal_at_every_epsilon = Theorem(
    id="murtagh-vadhan/optimal",
    title="Optimal composition at every epsilon",
    parameters=[m, epsilon_0, epsilon],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon,
        delta=_EXCESS,
    ),
    source=Source(
        key="murtagh_vadhan_2016",
        locator="the characterisation of optimal composition, at equal parameters",
    ),
    attained="the answers are those of randomized response",
    privacy_link="optimal composition",
    note="Attained by randomized response, whose m answers have exactly this privacy. The sum is "
    "evaluated for m up to 40000.",
)

optimal_with_failures = Theorem(
    id="murtagh-vadhan/optimal.approximate",
    title="Optimal composition at every epsilon, of answers that may fail",
    parameters=[m, epsilon_0, given_delta_0, epsilon],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0, delta=given_delta_0)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon, delta=1 - (1 - given_delta_0) ** m * (1 - _EXCESS)
    ),
    source=Source(
        key="murtagh_vadhan_2016",
        locator="the characterisation of optimal composition, at equal parameters",
    ),
    note="Attained by randomized response that shows its bit in the open with chance delta_0.",
)
