r"""Composition: what m private answers are together.

Main statements
---------------
`basic`, `advanced`: sums, and square roots at the price of a small failure.
`advanced_tight`: the same with the drift of randomized response, which is the worst case.
`optimal`: the least failure at each of the possible epsilon, which no analysis can improve.

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
"""

from boundcalc.language import (
    NONNEGATIVE_INTEGER,
    DifferentialPrivacy,
    PrivacyOfEachAnswer,
    Source,
    Symbol,
    Theorem,
    Unit,
    binomial,
    exp,
    ln,
    sqrt,
    summation,
)
from theorems.notation import composition_slack, delta_0, epsilon_0, m

_KOV = "kairouz_oh_viswanath_2015"

basic = Theorem(
    id="dwork-roth/thm-3.16",
    title="Basic composition",
    parameters=[m, epsilon_0, delta_0],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0, delta=delta_0)],
    conclusion=DifferentialPrivacy(epsilon=m * epsilon_0, delta=m * delta_0),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.16"),
    link="basic composition",
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
    note="Follows from Azuma's inequality for the privacy loss of randomized response.",
)

_STEPS = Symbol("steps", NONNEGATIVE_INTEGER, Unit.NONE, "lost answers", latex="i")
_INDEX = Symbol("index", NONNEGATIVE_INTEGER, Unit.NONE, "index of the sum", latex=r"\ell")

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

THEOREMS = (basic, advanced, advanced_tight, optimal)
