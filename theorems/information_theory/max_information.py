r"""Max-information: what it bounds, and what bounds it under pure privacy.

Main statements
---------------
`bad_event`, `bad_event_approximate`, `overfitting`, `generalization`: an event that is rare for an
output fixed in advance stays rare under bounded max-information.
`tail_of_log_ratio`: a rare large log ratio bounds it.
`composition`: bounds over all inputs add.
`short_description`: an output of few bits, whose number is free.
`pure_privacy_any_inputs`, `pure_privacy_product_inputs` and its sharpened form: max-information of
pure privacy.

Conventions
-----------
Max-information is in bits.
Neighbouring datasets differ in one record, and a product distribution has independent records with
one law.

References
----------
Lee, Differential Privacy for Adaptive Queries, section 2.
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 1.
"""

from boundcalc.language import (
    Defect,
    DescriptionLength,
    DifferentialPrivacy,
    E,
    EventProbability,
    FromDefinitions,
    Generalization,
    Inputs,
    MaxInformation,
    Remark,
    Source,
    Status,
    TailBound,
    Theorem,
    exp,
    ln,
    log2,
    sharpened,
    sqrt,
)
from boundcalc_theorems.notation import (
    beta,
    beta_1,
    beta_2,
    bits,
    epsilon,
    event_probability,
    information_slack,
    k_1,
    k_2,
    n,
    tau,
)
from boundcalc_theorems.notation import max_information_bits as k
from boundcalc_theorems.notation import positive_information_slack as slack

_LEE = "lee_adaptive_queries"
_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"

# --- what max-information bounds ---------------------------------------------------------------

bad_event = Theorem(
    id="adaptive-queries/thm-2.1",
    title="Max-information bounds the chance of a bad event",
    parameters=[k, event_probability],
    premises=[MaxInformation(k=k, over=Inputs.PRODUCT)],
    accepts=[
        _RECORDS,
        "for every output fixed in advance, its bad datasets have probability at most q",
    ],
    conclusion=EventProbability(
        probability=2**k * event_probability,
        about="the dataset is a bad one for the output that the algorithm chooses",
    ),
    source=Source(key=_LEE, locator="Theorem 2.1"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The text after Definition 2.1 calls max-information a lower bound on the "
                "dependence. It is the least k that will do, and bounds from above how much more "
                "likely an outcome makes a dataset."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The text after the proof speaks of limiting the mutual information; the "
                "theorem limits the max-information. A bound on mutual information, the mean "
                "of the log ratios, limits the chance of a bad event, too, but not by this "
                "theorem."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The distinction of the random query from a fixed one is lost in print: on the "
                "left the query is random, under the maximum it is fixed. In the first line of "
                "the proof, S and s are one dataset."
            ),
        ),
    ],
    derived=FromDefinitions(
        block="adaptive-queries/thm-2.1",
        rests_on=(
            "the definition of max-information, as a bound on the ratio of the laws",
            "that an independent query averages the chances of fixed ones, which is no row",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

bad_event_approximate = Theorem(
    id="adaptive-queries/thm-2.1.approximate",
    title="Approximate max-information bounds the chance of a bad event",
    parameters=[k, event_probability, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack, over=Inputs.PRODUCT)],
    accepts=[
        _RECORDS,
        "for every output fixed in advance, its bad datasets have probability at most q",
    ],
    conclusion=EventProbability(
        probability=2**k * event_probability + information_slack,
        about="the dataset is a bad one for the output that the algorithm chooses",
    ),
    source=Source(key=_LEE, locator="Theorem 2.1"),
    status=Status.SHARPENED,
    note="The pairs of a dataset and an output for which it is bad are one event, of which "
    "approximate max-information speaks; against an independent output it has probability at most "
    "q.",
)

overfitting = Theorem(
    id="adaptive-queries/cor-2.1.1",
    title="Overfitting under bounded max-information",
    parameters=[n, tau],
    premises=[MaxInformation(k=log2(E) * tau**2 * n, over=Inputs.PRODUCT)],
    accepts=[
        _RECORDS,
        _RANGE,
        "only a sample mean that is too large counts as overfitting",
    ],
    conclusion=TailBound(
        deviation=tau,
        probability=exp(-(tau**2) * n),
        about="the sample mean of the query that the algorithm chooses exceeds its expectation",
    ),
    source=Source(key=_LEE, locator="Corollary 2.1.1"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The notes quote Hoeffding's inequality in its two-sided form, and do not say "
                "which form the corollary uses. Its event is one-sided, and so is the form that "
                "it needs; the two-sided one would leave a factor 2. R_tau depends on the "
                "query, which its definition (1) does not show."
            ),
        ),
    ],
    note="Both sides together cost a factor 2, because Hoeffding's inequality does.",
    derived=FromDefinitions(
        block="adaptive-queries/cor-2.1.1",
        rests_on=(
            "the definition of max-information, as a bound on the ratio of the laws",
            "Hoeffding's inequality for an independent query, which is no row of this derivation",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

generalization = Theorem(
    id="adaptive-queries/cor-2.1.1.sharpened",
    title="Generalization under bounded approximate max-information",
    parameters=[n, tau, k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack, over=Inputs.PRODUCT)],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(
        tau=tau, beta=2 * exp(k * ln(2) - 2 * tau**2 * n) + information_slack
    ),
    source=Source(key=_LEE, locator="Corollary 2.1.1"),
    status=Status.SHARPENED,
    note="The same argument for any bound k, for approximate max-information and for both sides.",
    link="bounded max-information generalizes",
)

tail_of_log_ratio = Theorem(
    id="max-information/lem-3.2",
    title="A tail of the log ratio bounds approximate max-information",
    parameters=[k, beta],
    premises=[TailBound(deviation=k, probability=beta)],
    accepts=[
        "the premise bounds the chance that the base 2 logarithm of the ratio of the joint law to "
        "the product of its marginals reaches k"
    ],
    conclusion=MaxInformation(k=k, beta=beta),
    source=Source(key=_ROGERS, locator="Lemma 3.2"),
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "Stated for the chance that the log ratio is at least k, and used, in the "
                "proofs of Theorem 3.1 and of Lemma 1.5, where only the chance that it "
                "exceeds k is bounded. The lemma holds for that as well."
            ),
        ),
    ],
)

composition = Theorem(
    id="max-information/thm-A.3",
    title="Composition of max-information",
    parameters=[k_1, k_2, beta_1, beta_2],
    premises=[MaxInformation(k=k_1, beta=beta_1), MaxInformation(k=k_2, beta=beta_2)],
    accepts=[
        "the second algorithm may depend on the outcome of the first, and satisfies its bound for "
        "each of those outcomes"
    ],
    conclusion=MaxInformation(k=k_1 + k_2, beta=beta_1 + beta_2),
    source=Source(key=_ROGERS, locator="Theorem A.3"),
)

short_description = Theorem(
    id="max-information/thm-4.1.1.length",
    title="Max-information of a description of given length",
    parameters=[bits, beta],
    premises=[DescriptionLength(bits=bits)],
    conclusion=MaxInformation(k=bits + log2(1 / beta), beta=beta),
    source=Source(key=_ROGERS, locator="Theorem 4.1, part 1, with its length free"),
    status=Status.SHARPENED,
    note="Part 1 uses of the description its length alone, and no law of the dataset. For "
    "corrections of p-values `counting/p-values` loses less.",
    derived=FromDefinitions(
        block="max-information/thm-4.1.description",
        scope="a whole number of bits",
        rests_on=(
            "the definition of max-information, as a bound on the probability of every event",
            "a copy of the description that is independent of the data",
            "linearity and monotonicity of the expectation, sum by sum",
        ),
    ),
)

# --- pure privacy ------------------------------------------------------------------------------

_GROUP_PRIVACY = FromDefinitions(
    block="adaptive-queries/lem-2.2.corrected",
    rests_on=(
        "the privacy of the algorithm, for each change of a chain from one dataset to another",
        "that the probability of an output overall is its expectation over the datasets",
        "max-information as the greatest log ratio of the two, for any dataset and output",
        "linearity and monotonicity of the expectation",
    ),
)

pure_privacy = Theorem(
    id="adaptive-queries/lem-2.2",
    title="Pure differential privacy bounds max-information",
    parameters=[n, epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    conclusion=MaxInformation(k=log2(E) * epsilon * n),
    source=Source(key=_LEE, locator="Lemma 2.2"),
    derived=_GROUP_PRIVACY,
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Definition 2.2 has S as an element of Range(M); a subset of the range is "
                "meant, of which the same line takes the probability. For single outcomes the "
                "definition would be weaker where delta > 0."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The work cited for the first step of the proof is given the pages of another "
                "one: EUROCRYPT 2006, pages 486-503, is not The Algorithmic Foundations of "
                "Differential Privacy, which is of 2014."
            ),
        ),
    ],
)

pure_privacy_any_inputs = Theorem(
    id="max-information/thm-1.4.1",
    title="Max-information of pure differential privacy, over all inputs",
    parameters=[n, epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    conclusion=MaxInformation(k=log2(E) * epsilon * n),
    source=Source(key=_ROGERS, locator="Theorem 1.4, first bound"),
    derived=_GROUP_PRIVACY,
    link="max-information, all inputs",
)

pure_privacy_product_inputs = Theorem(
    id="max-information/thm-1.4.2",
    title="Max-information of pure differential privacy, over product distributions",
    parameters=[n, epsilon, slack],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    conclusion=MaxInformation(
        k=log2(E) * (epsilon**2 * n / 2 + epsilon * sqrt(n * ln(2 / slack) / 2)),
        beta=slack,
        over=Inputs.PRODUCT,
    ),
    source=Source(key=_ROGERS, locator="Theorem 1.4, second bound"),
    remarks=[
        Remark(
            defect=Defect.VACUOUS,
            text="Printed for every beta >= 0: at beta = 0 the bound is infinite, and for beta > 2 "
            "its square root is not real. Only 0 < beta < 1 says anything.",
        ),
        Remark(
            defect=Defect.LOOSE,
            text="epsilon^2 n/2 may be replaced by epsilon^2 n/8, and ln(2/beta) by ln(1/beta).",
        ),
    ],
    link="max-information, product inputs",
)

pure_privacy_product_inputs_sharpened = sharpened(
    pure_privacy_product_inputs,
    id="max-information/thm-1.4.2.sharpened",
    title="Max-information of pure differential privacy, over product distributions, a quarter of "
    "the drift",
    conclusion=MaxInformation(
        k=log2(E) * (epsilon**2 * n / 8 + epsilon * sqrt(n * ln(1 / slack) / 2)),
        beta=slack,
        over=Inputs.PRODUCT,
    ),
    note="Given an outcome the log ratio f has E[e^(t f)] <= e^(t (t + 1) epsilon^2 n/8) under the "
    "joint law, as in adaptive-queries/thm-2.3.sharpened, and Markov's inequality gives its tail.",
)
