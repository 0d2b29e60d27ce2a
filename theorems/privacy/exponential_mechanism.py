r"""The exponential mechanism: how private it is, and how close its choice comes to the best score.

Main statements
---------------
`privacy`: its privacy, from the sensitivity of the score.
`accuracy`: its gap to the best score with high probability, and the exact worst case.
`expected_accuracy`: its expected gap as printed, with the sensitivity, and the exact worst case.

Conventions
-----------
An outcome is drawn with probability proportional to :math:`e^{\lambda f}` for the score f; the
sources set :math:`\lambda = \varepsilon / (2 \Delta)`.
The sensitivity Delta is the greatest change of a score between neighbouring datasets; the privacy
is meant over the same neighbours.
Logarithms are natural.

References
----------
McSherry and Talwar, Mechanism Design via Differential Privacy, 2007.
Sorrell, Lecture 18, Theorem 0.1.
Concentration of Measure from Differential Privacy (talk), Definition 3.4 and the accuracy lemma.
"""

from fractions import Fraction

from boundcalc.language import (
    Defect,
    DifferentialPrivacy,
    E,
    ExpectedUtility,
    FromDefinitions,
    Remark,
    Source,
    Status,
    Theorem,
    Utility,
    lambert_w,
    ln,
    sharpened,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import Delta, beta, epsilon, outcomes, score_weight

_FINITE = "there are finitely many outcomes"
_WEIGHT = "an outcome is drawn with probability proportional to exp(epsilon*score/(2*Delta))"
_SENSITIVITY = "no score changes by more than Delta between neighbouring datasets"

privacy = Theorem(
    id="concentration/def-3.4",
    title="Privacy of the exponential mechanism",
    parameters=[score_weight, Delta],
    conclusion=DifferentialPrivacy(epsilon=2 * Delta * score_weight),
    accepts=[
        "an outcome is drawn with probability proportional to exp(score_weight*score)",
        _SENSITIVITY,
    ],
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="concentration_talk", locator="Definition 3.4 and the chain after it"),
    derived=FromDefinitions(
        block="concentration/def-3.4.definitions",
        rests_on=(
            "the definition of the mechanism, whose sum of weights is their number times a mean",
            "the sensitivity of the score, for each outcome",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The chain begins with one probability where the ratio of two is meant, and its "
                "numerators use the index of the sum. The definition is right."
            ),
        )
    ],
    note="The talk sets score_weight = epsilon/(2*Delta) and concludes epsilon-privacy.",
)

accuracy = Theorem(
    id="lecture-18/thm-0.1",
    title="Accuracy of the exponential mechanism",
    parameters=[outcomes, Delta, epsilon, beta],
    conclusion=Utility(gap=2 * Delta / epsilon * (ln(outcomes) + ln(1 / beta)), beta=beta),
    accepts=[_FINITE, _WEIGHT],
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="sorrell_lecture_18", locator="Theorem 0.1"),
    derived=FromDefinitions(
        block="lecture-18/thm-0.1.definitions",
        rests_on=(
            "the definition of the mechanism, whose sums over outcomes are their number times a "
            "mean",
            "that some outcome has the best score",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The print has ln of the number of outcomes and log of 1/beta. "
                "The record reads both as natural; base 2 would be true and weaker, base 10 false: "
                "with 1000 outcomes and beta = 0.01 the chance of a gap this large reaches 0.119."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The score is printed as a function on Y x S, where S is one dataset; the space "
                "of datasets is meant."
            ),
        ),
    ],
)

# The outcomes at or below OPT - gap number at most outcomes - 1, and each weighs at most
# exp(-epsilon*gap/(2*Delta)) of the best one.
accuracy_exact = Theorem(
    id="lecture-18/thm-0.1.sharpened",
    title="Accuracy of the exponential mechanism, exact",
    parameters=[outcomes, Delta, epsilon, beta],
    hypotheses=[outcomes >= 2, beta <= Fraction(1, 2)],
    conclusion=Utility(gap=2 * Delta / epsilon * ln((outcomes - 1) * (1 - beta) / beta), beta=beta),
    accepts=[_FINITE, _WEIGHT],
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="sorrell_lecture_18", locator="Theorem 0.1, without the union bound"),
    status=Status.SHARPENED,
    note="Attained by one best outcome and all others on one lower score.",
)

expected_accuracy = Theorem(
    id="concentration/accuracy",
    title="Expected accuracy of the exponential mechanism",
    parameters=[outcomes, epsilon],
    conclusion=ExpectedUtility(gap=2 * (ln(outcomes) / epsilon)),
    accepts=[_FINITE, _WEIGHT],
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="concentration_talk", locator="accuracy lemma"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text=(
                "Needs sensitivity at most 1: the proof gives 2*Delta*ln(outcomes)/epsilon. "
                "With Delta = 3, epsilon = 1 and two outcomes whose scores differ by 9, the "
                "expected gap is 9/(e^1.5 + 1) = 1.641, above the printed 2*ln(2) = 1.386."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The sums of the proof run over an index i from 1 to r and their summands have "
                "no i: r is the outcome and the number of outcomes. So does the sum for K, and "
                "the formula for the expectation of a function, where f(x_i)*p(x_i) is meant."
            ),
        ),
    ],
    superseded_by="concentration/accuracy.corrected",
)

expected_accuracy_corrected = Theorem(
    id="concentration/accuracy.corrected",
    title="Expected accuracy of the exponential mechanism, with the sensitivity",
    parameters=[outcomes, Delta, epsilon],
    conclusion=ExpectedUtility(gap=2 * Delta / epsilon * ln(outcomes)),
    accepts=[_FINITE, _WEIGHT],
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="concentration_talk", locator="accuracy lemma, last line of the proof"),
    status=Status.CORRECTED,
    derived=FromDefinitions(
        block="concentration/accuracy.corrected",
        rests_on=(
            "that the mean of 1/P over the outcomes is their number",
            "that the sum of the weights is at least the greatest",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

# In units of 2*Delta/epsilon let v be the claimed gap and g the gaps of the other outcomes. The
# expected gap is at most v if and only if the sum of (g - v) exp(-g) is at most v. Each term is
# greatest at g = v + 1, so that v exp(v) = (outcomes - 1)/e is the least v for all gaps.
expected_accuracy_exact = sharpened(
    expected_accuracy_corrected,
    id="concentration/accuracy.sharpened",
    title="Expected accuracy of the exponential mechanism, exact",
    conclusion=ExpectedUtility(gap=2 * Delta / epsilon * lambert_w(0, (outcomes - 1) / E)),
    source=Source(key="concentration_talk", locator="accuracy lemma, worst case over the scores"),
    note="Attained by one best outcome and all others on one lower score.",
)
