r"""What approximate privacy tells about a dataset of independent records, by truncated ratios.

Main statements
---------------
`max_information`: max-information over product distributions.
`generalization`, `low_sensitivity`: the query, or the function, that a private algorithm chooses.
`correction`: corrected levels of p-values.

Conventions
-----------
Max-information is in bits; logarithms are natural.

The records rest on one computation.
Take the records one after the other: the ratio of the joint law of dataset and outcome to the
product of its marginals is a product of factors r, the probability of the outcome given one more
record over its mean over that record.
Given the outcome and the records before, r has the mean one under the prior of the record.
Let a be its part above e^epsilon and b what it lacks below e^(-epsilon), in the mean over the
record: in the mean over the outcomes a is at most delta and b at most e^(-epsilon) delta.
So r may be cut off above, at e^epsilon or lower, by the mean max(a, b), such that what is left,
raised to e^(-epsilon) where it is less, has a mean of at most one.
Between e^(-epsilon) and e^epsilon a convex function of a variable of mean one has the greatest
expectation for the two ends, which is randomized response: moments of order p are at most
e^(p (p - 1) epsilon^2/2), and tails those of n responses.
All that is cut off has the probability n (1 + e^(-epsilon)) delta at most.
By Hoelder's inequality datasets of probability q, which may depend on the outcome, then have
probability at most exp(-(sqrt(ln(1/q)) - epsilon sqrt(n/2))^2) + n (1 + e^(-epsilon)) delta.

References
----------
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 3.
"""

from boundcalc.language import (
    DifferentialPrivacy,
    E,
    Generalization,
    Inputs,
    LowSensitivityGeneralization,
    MaxInformation,
    PValueCorrection,
    Source,
    Status,
    Theorem,
    exp,
    ln,
    log2,
    sqrt,
)
from boundcalc_theorems.information_theory.max_information_of_privacy import FROM_RATIOS
from boundcalc_theorems.notation import C, Delta, delta, epsilon, gamma, n, t, tau

_LEE = "lee_adaptive_queries"
_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_OUTCOMES = "the algorithm has discrete outcomes"
_CUT_OFF = n * (1 + exp(-epsilon)) * delta

max_information = Theorem(
    id="max-information/thm-3.1.truncated",
    title="Max-information of approximate differential privacy, by truncated ratios",
    parameters=[n, epsilon, delta, t],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    accepts=[_OUTCOMES],
    conclusion=MaxInformation(
        k=log2(E) * (n * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1) + t * epsilon * sqrt(n)),
        beta=exp(-(t**2) / 2) + _CUT_OFF,
        over=Inputs.PRODUCT,
    ),
    source=Source(key=_ROGERS, locator="Theorem 3.1"),
    derived=FROM_RATIOS,
    status=Status.SHARPENED,
    note="The computation of the file, with the tail of n randomized responses, whose log ratios "
    "are epsilon or -epsilon.",
)

generalization = Theorem(
    id="adaptive-queries/thm-2.4.sharpened",
    title="Approximate differential privacy generalizes, for every epsilon below 2 tau",
    parameters=[n, epsilon, delta, tau],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[epsilon < 2 * tau],
    accepts=[_RECORDS, "queries take values in [0, 1]"],
    conclusion=Generalization(tau=tau, beta=2 * exp(-2 * n * (tau - epsilon / 2) ** 2) + _CUT_OFF),
    source=Source(key=_LEE, locator="Theorem 2.4"),
    status=Status.SHARPENED,
    note="The computation of the file for each direction, with q = e^(-2 tau^2 n).",
)

low_sensitivity = Theorem(
    id="max-information/thm-D.1.sharpened",
    title="Approximate privacy generalizes for functions of low sensitivity, by truncated ratios",
    parameters=[n, epsilon, delta, Delta, C],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[2 * C > 1],
    accepts=[_RECORDS, "the function changes by at most Delta when one record is replaced"],
    conclusion=LowSensitivityGeneralization(
        tau=C * epsilon * Delta * n,
        beta=2 * exp(-2 * (C - "0.5") ** 2 * epsilon**2 * n) + _CUT_OFF,
    ),
    source=Source(key=_ROGERS, locator="Theorem D.1"),
    status=Status.SHARPENED,
    note="The computation of the file for each direction, with McDiarmid's inequality for q. At "
    "the sizes of the printed theorem C = 1 gives n (1 + e^(-epsilon)) delta + 2 delta/epsilon.",
)

correction = Theorem(
    id="max-information/thm-1.3.approximate-privacy",
    title="Correction of p-values from approximate differential privacy",
    parameters=[n, epsilon, delta, gamma],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[epsilon <= sqrt(2 * ln(1 / gamma) / n)],
    accepts=[
        "the algorithm sees the dataset and selects one test statistic",
        "null hypotheses are sets of laws of one record, and records are independent",
        _OUTCOMES,
    ],
    conclusion=PValueCorrection(
        alpha=gamma * exp(epsilon * sqrt(2 * n * ln(1 / gamma)) - epsilon**2 * n / 2) + _CUT_OFF,
        gamma=gamma,
    ),
    source=Source(key=_ROGERS, locator="Theorem 1.3"),
    status=Status.SHARPENED,
    correction_link="cut-off ratios",
    note="The computation of the file, with q = gamma: of alpha only what is cut off is lost.",
)
