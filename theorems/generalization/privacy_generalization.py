r"""Differential privacy generalizes: bad events, queries, and the two rules that go with them.

Main statements
---------------
`bad_event_corrected`, `bad_event_sharpened`: an event that is rare for an output fixed in advance
stays rare when a private algorithm chooses the output.
`pure_privacy`, `pure_privacy_sharpened`, `approximate_privacy`: the query that a private algorithm
chooses is accurate.
`low_sensitivity_of_privacy`: the same for functions of low sensitivity.
`low_sensitivity_corrected`: that tail from a bound on max-information.
`laplace`, `post_processing`, `post_processing_rogers`: how privacy is made and kept.

Conventions
-----------
Logarithms are natural; max-information is in bits.
The records are independent with one law, and queries are means of values in [0, 1].

The sharpened records rest on one computation.
For an epsilon-private algorithm and an outcome y let f be the log of the ratio between its
probability on a dataset and its probability overall: f changes by at most epsilon with one record
and has E[e^f] = 1.
Record by record f is a sum of steps d, each within an interval of length epsilon and with E[e^d] =
1 given the records before: ln E[e^(t d)] vanishes at t = 0 and 1 and has a second derivative of at
most epsilon^2/4, so that it is at most t (t - 1) epsilon^2/8 for t >= 1, and E[e^(p f)] <=
e^(p (p - 1) epsilon^2 n/8).
By Hoelder's inequality, datasets of probability b then have probability at most
b^(1 - 1/p) e^((p - 1) epsilon^2 n/8) given y, for each p >= 1, which at the best p is
exp(-(sqrt(ln(1/b)) - epsilon sqrt(n/8))^2).

References
----------
Lee, Differential Privacy for Adaptive Queries, sections 2 and 3.
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, appendices A and D.
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Preserving Statistical Validity in Adaptive Data
Analysis, 2015.
"""

from boundcalc.language import (
    Defect,
    DifferentialPrivacy,
    EventProbability,
    FromDefinitions,
    Generalization,
    Inputs,
    LowSensitivityGeneralization,
    MaxInformation,
    Remark,
    Source,
    TailBound,
    Theorem,
    corrected,
    exp,
    ln,
    sharpened,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    C,
    Delta,
    beta,
    delta,
    delta_or_zero,
    epsilon,
    information_slack,
    n,
    sigma,
    tau,
)
from boundcalc_theorems.notation import max_information_bits as k

_LEE = "lee_adaptive_queries"
_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"
_BAD_DATASETS = "for every output fixed in advance, its bad datasets have probability at most beta"
_DELTA_SENSITIVITY = "the function changes by at most Delta when one record is replaced"

# --- bad events --------------------------------------------------------------------------------

bad_event = Theorem(
    id="adaptive-queries/thm-2.3",
    title="Pure differential privacy and bad events",
    parameters=[n, epsilon, beta],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    hypotheses=[epsilon <= sqrt(ln(1 / beta) / (2 * n))],
    accepts=[_RECORDS, _BAD_DATASETS],
    conclusion=EventProbability(
        probability=3 / sqrt(beta),
        about="the dataset is a bad one for the output that the algorithm chooses",
    ),
    source=Source(key=_LEE, locator="Theorem 2.3"),
    remarks=[
        Remark(
            defect=Defect.VACUOUS,
            text="The printed bound exceeds 3 for every beta; the theorem that it restates has "
            "beta^(1/2) as a factor and not as a divisor.",
        )
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "R(y) is printed as an element of X^n; it is a subset. The text before the "
                "theorem calls beta = e^(-2 tau^2 n) the probability of overfitting; it is a "
                'bound on that probability, for one side and a query fixed in advance, and "a '
                'function overfits a random function" is meant of a random dataset.'
            ),
        ),
    ],
    superseded_by="adaptive-queries/thm-2.3.corrected",
)

bad_event_corrected = corrected(
    bad_event,
    id="adaptive-queries/thm-2.3.corrected",
    title="Pure differential privacy and bad events, with the root as a factor",
    conclusion=EventProbability(
        probability=3 * sqrt(beta),
        about="the dataset is a bad one for the output that the algorithm chooses",
    ),
    derived=FromDefinitions(
        block="adaptive-queries/thm-2.3.definitions",
        rests_on=(
            "the ratio of the probability of the outcome with one more record to its mean over "
            "that record, as a definition for discrete laws, whose values privacy bounds by a "
            "factor of e^epsilon",
            "the third moment of this ratio, given the outcome and the records before, by the rows "
            "of adaptive-queries/thm-2.3.moment together",
            "a dataset that is independent of the outcome is bad for it with probability beta at "
            "most",
        ),
    ),
)

bad_event_sharpened = sharpened(
    bad_event,
    id="adaptive-queries/thm-2.3.sharpened",
    title="Pure differential privacy and bad events, for a wider range of epsilon",
    hypotheses=[epsilon <= sqrt(8 * ln(1 / beta) / n)],
    conclusion=EventProbability(
        probability=beta * exp(epsilon * sqrt(n * ln(1 / beta) / 2) - epsilon**2 * n / 8),
        about="the dataset is a bad one for the output that the algorithm chooses",
    ),
    note="The computation of the file with p = sqrt(8 ln(1/beta)/(epsilon^2 n)). At the greatest "
    "epsilon of the printed theorem the bound is beta^(9/16).",
)

# --- queries -----------------------------------------------------------------------------------

_FROM_DEFINITIONS = FromDefinitions(
    block="adaptive-queries/cor-2.3.1.definitions",
    rests_on=(
        "independent records with one law",
        "the privacy of the algorithm that chooses the query",
        "the mean of the deviations of a query is the deviation of its mean",
        "linearity and monotonicity of the expectation",
    ),
)

pure_privacy = Theorem(
    id="adaptive-queries/cor-2.3.1",
    title="Pure differential privacy generalizes",
    parameters=[n, epsilon, tau],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    hypotheses=[epsilon <= tau],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(tau=tau, beta=6 * exp(-(tau**2) * n)),
    source=Source(key=_LEE, locator="Corollary 2.3.1"),
    derived=_FROM_DEFINITIONS,
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text="Holds for every epsilon below 4 tau, with 2 e^(-2 n (tau - epsilon/4)^2).",
        )
    ],
    link="pure privacy generalizes",
)

pure_privacy_sharpened = sharpened(
    pure_privacy,
    id="adaptive-queries/cor-2.3.1.sharpened",
    title="Pure differential privacy generalizes, for every epsilon below 4 tau",
    hypotheses=[epsilon < 4 * tau],
    conclusion=Generalization(tau=tau, beta=2 * exp(-2 * n * (tau - epsilon / 4) ** 2)),
    note="The computation of the file at the best p, for each direction with b = e^(-2 tau^2 n). "
    "The gap epsilon/4 is what privacy may cost on average.",
    derived=_FROM_DEFINITIONS,
    link="pure privacy generalizes, smaller factor",
)

approximate_privacy = Theorem(
    id="adaptive-queries/thm-2.4",
    title="Approximate differential privacy generalizes",
    parameters=[n, epsilon, delta, tau, beta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[
        n >= 48 * ln(8 / beta) / tau**2,
        epsilon <= tau / 4,
        delta <= (beta / 8) ** (4 / tau),
    ],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(tau=tau, beta=beta),
    source=Source(key=_LEE, locator="Theorem 2.4"),
    derived=FromDefinitions(
        block="adaptive-queries/thm-2.4.definitions",
        scope="queries that are means over the records of a function with values in [0, 1]",
        rests_on=(
            "independent records with one law",
            "the privacy of the algorithm, and runs with independent coins",
            "the accuracy of the exponential mechanism, and that it composes with the runs",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text="For these n, epsilon = 3 tau/2 and delta = beta/(4 n) are enough.",
        )
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "beta is not introduced in the statement. It is a chance, in (0, 1); the "
                "logarithm is natural."
            ),
        ),
    ],
)

# Theorem B.2 with the constant 8: delta <= epsilon^5/4 is below epsilon/4, and then ln(4 epsilon/
# delta) <= 2 ln(epsilon/delta); delta/epsilon is below its root.
low_sensitivity_of_privacy = Theorem(
    id="max-information/thm-D.1",
    title="Approximate privacy generalizes for functions of low sensitivity",
    parameters=[n, epsilon, delta, Delta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[
        epsilon < 1,
        delta <= epsilon**5 / 4,
        n >= 2 * ln(epsilon / delta) / epsilon**2,
    ],
    accepts=[_RECORDS, _DELTA_SENSITIVITY],
    conclusion=LowSensitivityGeneralization(
        tau=8 * epsilon * Delta * n, beta=n * sqrt(delta / epsilon)
    ),
    source=Source(key=_ROGERS, locator="Theorem D.1"),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="Printed with a constant C and orders of growth; 8, 1/4 and 2 are constants for "
            "which it follows from Theorem B.2. Its own proof, through Theorem 3.1, gives it for "
            "epsilon <= 1/2 and with a constant before n sqrt(delta/epsilon) only.",
        ),
        Remark(
            defect=Defect.LOOSE,
            text="Theorem B.2 has the smaller probability delta/epsilon; and 8 may be replaced by "
            "1 where the probability is n (1 + e^(-epsilon)) delta + 2 delta/epsilon.",
        ),
    ],
)

low_sensitivity = Theorem(
    id="max-information/thm-D.1.tail",
    title="Functions of low sensitivity under bounded max-information",
    parameters=[n, epsilon, Delta, C, k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack, over=Inputs.PRODUCT)],
    hypotheses=[epsilon < 1],
    accepts=[_RECORDS, _DELTA_SENSITIVITY],
    conclusion=TailBound(
        deviation=C * epsilon * Delta * n,
        probability=2**k * exp(-2 * C**2 * epsilon**2 * n) + information_slack,
        about="the function that the algorithm chooses is off its expectation",
    ),
    source=Source(key=_ROGERS, locator="Theorem D.1, the first inequality of its proof"),
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text="The deviation is two-sided and McDiarmid's inequality, as quoted there, is "
            "one-sided. For n = 1, k = beta = 0 and a function that is Delta/2 or -Delta/2 with "
            "probability 1/2, C epsilon = 1/2 gives probability 1, not at most e^(-1/2).",
        ),
    ],
    superseded_by="max-information/thm-D.1.tail.corrected",
)

low_sensitivity_corrected = corrected(
    low_sensitivity,
    id="max-information/thm-D.1.tail.corrected",
    title="Functions of low sensitivity under bounded max-information, two-sided",
    conclusion=TailBound(
        deviation=C * epsilon * Delta * n,
        probability=2**k * (2 * exp(-2 * C**2 * epsilon**2 * n)) + information_slack,
        about="the function that the algorithm chooses is off its expectation",
    ),
)

# --- how privacy is made and kept ----------------------------------------------------------------

laplace = Theorem(
    id="max-information/thm-A.1",
    title="Laplace mechanism",
    parameters=[sigma],
    accepts=[
        "the function changes by at most 1 when one record is replaced, and its value is released "
        "with Laplace noise of scale sigma"
    ],
    conclusion=DifferentialPrivacy(epsilon=1 / sigma),
    algorithm=algorithms.laplace_noise_on_values,
    source=Source(key=_ROGERS, locator="Theorem A.1"),
)

_POST_PROCESSED = FromDefinitions(
    block="adaptive-queries/lem-3.1",
    rests_on=(
        "the definition of privacy for an event of the output, for each value of the coins",
        "coins that are independent of the dataset: chances are means over them",
        "linearity and monotonicity of the expectation",
    ),
)

post_processing = Theorem(
    id="adaptive-queries/lem-3.1",
    title="Post-processing by a randomized algorithm",
    parameters=[epsilon, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    accepts=["the algorithm is followed by a randomized one that does not see the dataset"],
    conclusion=DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero),
    source=Source(key=_LEE, locator="Lemma 3.1"),
    derived=_POST_PROCESSED,
)

post_processing_rogers = Theorem(
    id="max-information/thm-A.2",
    title="Post-processing",
    parameters=[epsilon, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    accepts=["the algorithm is followed by a function that does not see the dataset"],
    conclusion=DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero),
    source=Source(key=_ROGERS, locator="Theorem A.2"),
    derived=_POST_PROCESSED,
)
