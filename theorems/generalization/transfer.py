r"""Transfer theorems: what is accurate on the sample and private is accurate on the population.

Main statements
---------------
`bassily_lecture`, `bassily_lecture_sharpened`: the theorem in the form of the lecture, and with a
smaller constant.
`bassily`, `bassily_sharpened`: the theorem in the form of the paper, and with a smaller constant.
`transfer_free`: the inequality that both follow from, with the number of datasets and the privacy
of the exponential mechanism free; `transfer_gaussian`: the same for Gaussian privacy.
`monitor_privacy`, `expected_maximum_of_monitor`, `monitor_generalization` and its sharp form: the
steps of the proof.
`indistinguishable_means`: expectations of indistinguishable variables.

Conventions
-----------
The lecture writes m for the number of records; here it is n.
Monitor runs the mechanism on T = datasets samples of n records each and chooses, by the exponential
mechanism with privacy parameter epsilon_prime, among the 2 T pairs of a sample and a query or its
complement; its score has sensitivity 1/n.
Except in `bassily`, a query changes by at most 1/n when one record is replaced.

The sharpened records rest on three facts, each proved in a few lines.
(a) Take the gap of the chosen query as a sum of n steps, each exchanging one record of the chosen
sample for a fresh one.
For an outcome let w be its probability given the old record over its mean over the record: it
weights a value within an interval of length 1/n, so that the step counts at most E(w - 1)_+ / n.
With u the part of the mean of w where w > 1, v the chance of that, and r = e^(epsilon/2), privacy
bounds u (1 - v) - r^2 v (1 - u), in the mean over the outcomes, by delta, and (r + 1)(u - v) is at
most r - 1 plus twice its positive part. So the expected gap is at most
(e^(epsilon/2) - 1 + 2 T delta)/(e^(epsilon/2) + 1) for an (epsilon, delta) private Monitor, which
is tanh(epsilon/4) at delta = 0; this needs only sensitivity 1/n.
(b) The expected score of the exponential mechanism is within (2/(epsilon_prime n)) W((2 T - 1)/e)
of the greatest, its exact worst case, so that nothing need be assumed about its failures.
(c) If the chance p that the gap reaches tau exceeds b, then the expected greatest score exceeds
tau (1 - (1 - b)^T), which is at least tau (1 - e^(-b T)).

References
----------
Bassily, Nissim, Smith, Steinke, Stemmer and Ullman, Algorithmic Stability for Adaptive Data
Analysis, 2016.
Sorrell, Lecture 18.
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, Theorem B.2.
"""

from fractions import Fraction

from boundcalc.language import (
    Defect,
    DifferentialPrivacy,
    E,
    ExpectedGeneralization,
    Expression,
    FromDefinitions,
    GaussianPrivacy,
    Generalization,
    Indistinguishability,
    LowSensitivityGeneralization,
    MeanAtLeast,
    MeanAtMost,
    Remark,
    Role,
    Source,
    Status,
    Theorem,
    exp,
    lambert_w,
    ln,
    maximum,
    phi,
    sharpened,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    Delta,
    beta,
    datasets,
    delta,
    delta_or_zero,
    epsilon,
    epsilon_prime,
    mu,
    n,
    overfit_chance,
    reference_mean,
    tau,
)

_RECORDS = "the records are drawn independently from one distribution"
_SENSITIVITY = "a query changes by at most 1/n when one record is replaced"
_DELTA_SENSITIVITY = "a query changes by at most Delta when one record is replaced"
_SAMPLES = "all records of all datasets are drawn independently from one distribution"
_MEANS = "queries that are means over the records of a function with values in [0, 1]"
_MONITOR = "the algorithm is Monitor, run on datasets of n records each"

bassily_lecture = Theorem(
    id="lecture-18/thm-0.2",
    title="Transfer theorem of Bassily et al.",
    parameters=[n, epsilon, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    hypotheses=[
        epsilon >= sqrt(12 / n),
        epsilon <= Fraction(1, 8),
        delta_or_zero <= epsilon / 16,
    ],
    conclusion=Generalization(
        tau=6 * epsilon, beta=maximum(4 * delta_or_zero / epsilon, exp(-(epsilon**2) * n / 8))
    ),
    accepts=[_RECORDS, _SENSITIVITY],
    source=Source(key="sorrell_lecture_18", locator="Theorem 0.2"),
    derived=FromDefinitions(
        block="lecture-18/thm-0.2.definitions",
        scope=_MEANS,
        rests_on=(
            "independent records with one law",
            "the privacy of the algorithm, and runs with independent coins",
            "the accuracy of the exponential mechanism, and that it composes with the runs",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The number of records is n in the range of epsilon and m elsewhere; the record "
                "reads both as n."
            ),
        ),
        Remark(
            defect=Defect.LOOSE,
            text=(
                "The proof counts T candidates where Monitor has 2T, and assumes that the "
                "exponential mechanism never fails. With ln(2T) and the expected accuracy instead "
                "the statement still follows; with both directions of privacy and the exact "
                "accuracy 6 may be replaced by 1.45."
            ),
        ),
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "Queries are all functions of a dataset that change by at most 1/m, and q(D) is "
                "not defined for those that are no means over the records: the expectation of q "
                'on a fresh dataset is meant. "Neighbouring" is missing before S, S\'.'
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof takes p_alpha <= 1/4 and says nothing of greater chances, which the "
                "theorem excludes. The derivation has them as a case of their own."
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof assumes that the exponential mechanism never fails, as it says "
                "itself, and the theorem is stated without that assumption. The expected score "
                "of the mechanism needs none."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Step 4 writes epsilon for the parameter of the exponential mechanism, which "
                "Monitor runs with epsilon', before it sets epsilon' = epsilon; and T = "
                "floor(1/p_alpha) has no value at p_alpha = 0, where there is nothing to show."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Step 4 bounds the expected gap by itself on the way to Lemma 0.4: the relation "
                "says nothing."
            ),
        ),
    ],
    link="Bassily et al.",
)

# Facts (a) to (c) with epsilon_prime = epsilon, b the stated beta, T = ceil(8/(5 b)) and z = b T,
# which is in [1.6, 1.85]: T delta <= z epsilon/4, W((2 T - 1)/e) <= epsilon^2 n/8 as epsilon^2 n >=
# 12, and tanh(epsilon/2) <= epsilon/2 bound the right-hand side by (3 + z) epsilon/4, which is at
# most 1.45 epsilon (1 - e^(-z)) there.
bassily_lecture_sharpened = Theorem(
    id="lecture-18/thm-0.2.sharpened",
    title="Transfer theorem of Bassily et al., smaller constant",
    parameters=[n, epsilon, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    hypotheses=[epsilon >= sqrt(12 / n), delta_or_zero <= epsilon / 16],
    conclusion=Generalization(
        tau=Fraction(29, 20) * epsilon,
        beta=maximum(4 * delta_or_zero / epsilon, exp(-(epsilon**2) * n / 8)),
    ),
    accepts=[_RECORDS, _SENSITIVITY],
    source=Source(key="sorrell_lecture_18", locator="Theorem 0.2, constants of the proof"),
    status=Status.SHARPENED,
    link="Bassily et al., smaller constant",
)


# Facts (a) to (c): tau (1 - (1 - beta)^T) is at most the numerator, for every T and epsilon_prime.
def _through_monitor(slack: Expression) -> Generalization:
    ratio = exp((epsilon + epsilon_prime) / 2)
    of_choice = 2 * lambert_w(0, (2 * datasets - 1) / E) / (epsilon_prime * n)
    gap = of_choice + (ratio - 1 + 2 * datasets * slack) / (ratio + 1)
    return Generalization(tau=gap / (1 - (1 - beta) ** datasets), beta=beta)


transfer_free = Theorem(
    id="lecture-18/thm-0.2.free",
    title="Transfer theorem through Monitor, free parameters",
    parameters=[n, epsilon, delta_or_zero, epsilon_prime, datasets, beta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    conclusion=_through_monitor(delta_or_zero),
    accepts=[_RECORDS, _SENSITIVITY],
    source=Source(key="sorrell_lecture_18", locator="Step 4, before the choice of T"),
    status=Status.SHARPENED,
)

# The free form at the exact exchange of Gaussian privacy into (epsilon, delta), for every epsilon.
transfer_gaussian = Theorem(
    id="lecture-18/thm-0.2.gaussian",
    title="Transfer theorem through Monitor for Gaussian privacy",
    parameters=[n, epsilon, epsilon_prime, mu, datasets, beta],
    premises=[GaussianPrivacy(mu=mu)],
    conclusion=_through_monitor(
        phi(mu / 2 - epsilon / mu) - exp(epsilon) * phi(-mu / 2 - epsilon / mu)
    ),
    accepts=[_RECORDS, _SENSITIVITY],
    source=Source(key="sorrell_lecture_18", locator="Step 4, before the choice of T"),
    status=Status.SHARPENED,
)

bassily = Theorem(
    id="max-information/thm-B.2",
    title="Transfer theorem of Bassily et al. for low-sensitivity queries",
    parameters=[n, epsilon, delta, Delta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[
        epsilon < Fraction(1, 3),
        delta < epsilon / 4,
        n >= ln(4 * epsilon / delta) / epsilon**2,
    ],
    conclusion=LowSensitivityGeneralization(tau=18 * epsilon * Delta * n, beta=delta / epsilon),
    accepts=[_RECORDS, _DELTA_SENSITIVITY],
    source=Source(key="rogers_roth_smith_thakkar_2016", locator="Theorem B.2"),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text="The constant 18 may be replaced by 4.1, without the upper limit on epsilon.",
        )
    ],
)

# Facts (a) to (c) in units of Delta n, with epsilon_prime = 2.8 epsilon, b = delta/epsilon,
# T = ceil(6/(5 b)) and z = b T, which is in [1.2, 1.45]: W((2 T - 1)/e) <= epsilon^2 n, T delta =
# z epsilon and tanh(0.95 epsilon) <= 0.95 epsilon bound the right-hand side by (5/7 + 0.95 + z)
# epsilon, which is at most 4.1 epsilon (1 - e^(-z)) there.
bassily_sharpened = sharpened(
    bassily,
    id="max-information/thm-B.2.sharpened",
    title="Transfer theorem of Bassily et al. for low-sensitivity queries, smaller constant",
    hypotheses=[delta < epsilon / 4, n >= ln(4 * epsilon / delta) / epsilon**2],
    conclusion=LowSensitivityGeneralization(
        tau=Fraction(41, 10) * epsilon * Delta * n, beta=delta / epsilon
    ),
    source=Source(
        key="rogers_roth_smith_thakkar_2016", locator="Theorem B.2, with other constants"
    ),
)

monitor_privacy = Theorem(
    id="lecture-18/plan-1",
    title="Privacy of Monitor",
    parameters=[epsilon, epsilon_prime, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    conclusion=DifferentialPrivacy(epsilon=epsilon + epsilon_prime, delta=delta_or_zero),
    accepts=[
        _MONITOR,
        _SENSITIVITY,
        "the premise is the privacy of the mechanism that Monitor runs on each dataset",
    ],
    algorithm=algorithms.monitor,
    source=Source(key="sorrell_lecture_18", locator="Proof plan, step 1"),
    derived=FromDefinitions(
        block="lecture-18/plan-1.definitions",
        rests_on=(
            "the privacy of the queries, of which one changes, for functions with values in [0, 1]",
            "the privacy of the exponential mechanism, for each list of queries",
            "linearity and monotonicity of the expectation",
        ),
    ),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The mechanism in the parameters of Monitor takes one record, X -> Q; it takes "
                "a dataset, X^m -> Q. The score is printed as a function of a pair and is used "
                "with the dataset as well."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Line 4 of Monitor defines q_{-t}(x) = 1 - q_t, without the argument of q_t. "
                "For queries that are no means, 1 - q_t is meant of values on datasets."
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "Step 1 of the plan, the privacy of Monitor, is announced and not shown in the "
                "lecture."
            ),
        ),
    ],
)

expected_maximum_of_monitor = Theorem(
    id="lecture-18/claim-0.3",
    title="Expected maximum from the chance of overfitting",
    parameters=[tau, overfit_chance, datasets],
    conclusion=MeanAtLeast(
        mean=tau * (1 - (1 - overfit_chance) ** datasets),
        about="the greatest gap among the candidates of Monitor",
    ),
    accepts=[
        _SAMPLES,
        "overfit_chance is the chance that the query chosen on one dataset overfits by tau",
        "with each query its complement is a candidate, so that the maximum is at least zero",
    ],
    source=Source(key="sorrell_lecture_18", locator="Claim 0.3"),
    derived=FromDefinitions(
        block="lecture-18/claim-0.3.copies",
        rests_on=(
            "independent gaps with one law, in [-1, 1]",
            "linearity and monotonicity of the expectation",
        ),
    ),
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "The claim has no proof in the lecture, and does not say for which alpha it "
                "holds: for alpha >= 0, because the complements make the greatest score "
                "nonnegative."
            ),
        ),
    ],
    note="Holds for the two-sided chance as well, because the complements are candidates.",
    role=Role.LOWER_BOUND,
)

monitor_generalization = Theorem(
    id="lecture-18/lem-0.4",
    title="A private Monitor generalizes in expectation",
    parameters=[epsilon, delta_or_zero, datasets],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    conclusion=ExpectedGeneralization(
        gap=(exp(epsilon) - 1) + datasets * delta_or_zero,
        about="the sample value of the query that Monitor chooses, on its dataset,",
    ),
    accepts=[
        _MONITOR,
        _SAMPLES,
        _SENSITIVITY,
        "the premise is the privacy of Monitor",
    ],
    algorithm=algorithms.monitor,
    source=Source(key="sorrell_lecture_18", locator="Lemma 0.4"),
    derived=FromDefinitions(
        block="lecture-18/lem-0.4",
        scope=_MEANS,
        rests_on=(
            "independent records with one law",
            "the privacy of Monitor on the records of all datasets",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text=(
                "The proof treats a query as a mean over the records. The bound holds for every "
                "query of sensitivity 1/n, with tanh(epsilon/4) in place of its first term "
                "at delta = 0, which is a quarter of it."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof treats queries as means over the records of functions with values in "
                "[0, 1], and Theorem 0.2 uses the lemma for all queries that change by at most "
                "1/m. The lemma holds for those, too, by another proof: the derivation has it "
                "as a case."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The function to which the proof applies Lemma 0.6 lacks the indicator of t = "
                "t*: without it, which record is looked at would depend on the outcome. The "
                "outcome is written (q*, t*) and (t, q), and the datasets are S_1, ..., S_T, "
                "printed with t for T."
            ),
        ),
    ],
)

monitor_generalization_sharp = sharpened(
    monitor_generalization,
    id="lecture-18/lem-0.4.sharpened",
    title="A private Monitor generalizes in expectation, both directions of privacy used",
    conclusion=ExpectedGeneralization(
        gap=(exp(epsilon / 2) - 1 + 2 * datasets * delta_or_zero) / (exp(epsilon / 2) + 1),
        about="the sample value of the query that Monitor chooses, on its dataset,",
    ),
    source=Source(key="sorrell_lecture_18", locator="Lemma 0.4, privacy used in both directions"),
    note="Fact (a) of the file. At delta = 0 it is tanh(epsilon/4), which is attained where "
    "e^(epsilon/2) is an integer: by one record of 1 + e^(epsilon/2) equally likely values, and "
    "the query whether a record is the value that randomized response shows.",
)

indistinguishable_means = Theorem(
    id="lecture-18/lem-0.6",
    title="Expectations of indistinguishable variables",
    parameters=[epsilon, delta_or_zero, reference_mean],
    premises=[Indistinguishability(epsilon=epsilon, delta=delta_or_zero)],
    conclusion=MeanAtMost(
        mean=exp(epsilon) * reference_mean + delta_or_zero,
        about="f(X), for a function f with values in [0, 1],",
    ),
    accepts=["the function whose expectation is taken has values in [0, 1]"],
    source=Source(key="sorrell_lecture_18", locator="Lemma 0.6"),
    derived=FromDefinitions(
        block="lecture-18/lem-0.6.definitions",
        rests_on=(
            "indistinguishability for the event that f exceeds a level, for each level",
            "chances to exceed a uniform level are means over the levels (Fubini)",
            "linearity and monotonicity of the expectation",
        ),
    ),
    remarks=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The proof integrates P[f <= z] where P[f > z] is meant: for f = 0 the printed "
                "integral is 1. Definition 0.5 writes the whole space for the event. "
                "The statement is right."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "Definition 0.5 calls X and Y indistinguishable and bounds X by Y only: one "
                "direction of what the word says, which is all that the lemma needs. Its letter "
                "T for an event is the number of datasets elsewhere."
            ),
        ),
    ],
    note="Uses one of the two directions of indistinguishability.",
)
