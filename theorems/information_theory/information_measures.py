r"""Max-information beside other measures of dependence.

Main statements
---------------
`indistinguishable_from_product`, `pointwise`: closeness of a joint law to the product of its
marginals.
`from_mutual_information`, `to_mutual_information`, `mutual_information_of_privacy`: both
directions between max-information and mutual information.

Conventions
-----------
Max-information is in bits, and a bare logarithm of Rogers et al. has base 2.
An (epsilon, delta) that compares two laws is in nats, so that log_2(e) converts.

References
----------
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 1 and appendices.
"""

from fractions import Fraction

from boundcalc.language import (
    Ceiling,
    Defect,
    Definition,
    DifferentialPrivacy,
    E,
    FromDefinitions,
    Indistinguishability,
    MaxInformation,
    MutualInformation,
    MutualInformationNats,
    PointwiseIndistinguishability,
    Remark,
    Source,
    Status,
    Theorem,
    corrected,
    exp,
    ln,
    log2,
    sharpened,
    sqrt,
)
from boundcalc_theorems.information_theory.max_information_of_privacy import (
    PROCESS_DEFINITIONS,
    TOTAL_BITS,
    TOTAL_SLACK,
)
from boundcalc_theorems.notation import (
    beta,
    delta,
    delta_hat,
    epsilon,
    information_slack,
    n,
    pointwise_epsilon,
    record_values,
    t,
    values,
)
from boundcalc_theorems.notation import max_information_bits as k
from boundcalc_theorems.notation import mutual_information_bits as m

_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_OUTCOMES = "the algorithm has discrete outcomes"
_WHOLE = "the whole dataset has no more entropy"
_VALUES = "no variable of so many values has more entropy"
_JOINT = "both sides speak of one pair of discrete random variables"

indistinguishable_from_product = Theorem(
    id="max-information/lem-A.6.1",
    title="Max-information as indistinguishability from the product of the marginals",
    parameters=[k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack)],
    accepts=[_JOINT],
    conclusion=Indistinguishability(
        epsilon=k * ln(2),
        delta=information_slack,
        about="the joint law and the product of its marginals",
    ),
    source=Source(key=_ROGERS, locator="Lemma A.6 (1)"),
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text="Printed as an equivalence, but max-information bounds the joint law by the "
            "product and not the reverse. For X = Z uniform on two values k = 1 bit at beta = 0, "
            "while X differs from Z with probability 1/2 under the product and never jointly.",
        )
    ],
    superseded_by="max-information/lem-A.6.1.corrected",
)

indistinguishable_from_product_corrected = Theorem(
    id="max-information/lem-A.6.1.corrected",
    title="Indistinguishability from the product of the marginals bounds max-information",
    parameters=[epsilon, delta],
    premises=[Indistinguishability(epsilon=epsilon, delta=delta)],
    accepts=[_JOINT],
    conclusion=MaxInformation(k=log2(E) * epsilon, beta=delta),
    source=Source(key=_ROGERS, locator="Lemma A.6 (1)"),
    status=Status.CORRECTED,
    counted_by="max-information/thm-3.1",
)

pointwise = Theorem(
    id="max-information/lem-A.6.2",
    title="Indistinguishable variables are point-wise indistinguishable",
    parameters=[epsilon, delta],
    premises=[Indistinguishability(epsilon=epsilon, delta=delta)],
    conclusion=PointwiseIndistinguishability(
        epsilon=2 * epsilon, delta=2 * delta / (1 - exp(-epsilon))
    ),
    source=Source(key=_ROGERS, locator="Lemma A.6 (2)"),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text="The values with a small ratio weigh e^(-2 epsilon) times as much as those with a "
            "great one: 2 may be replaced by 1 + e^(-2 epsilon), which is approached.",
        )
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The lemma introduces X and Z and then compares X with Y; and that both "
                "have one domain is needed for its second part only."
            ),
        ),
    ],
)

pointwise_sharpened = Theorem(
    id="max-information/lem-A.6.2.sharpened",
    title="Indistinguishable variables are point-wise indistinguishable, at every distance",
    parameters=[epsilon, delta, pointwise_epsilon],
    premises=[Indistinguishability(epsilon=epsilon, delta=delta)],
    hypotheses=[pointwise_epsilon > epsilon],
    conclusion=PointwiseIndistinguishability(
        epsilon=pointwise_epsilon,
        delta=delta * (1 + exp(-pointwise_epsilon)) / (1 - exp(epsilon - pointwise_epsilon)),
    ),
    source=Source(key=_ROGERS, locator="Lemma A.6 (2)"),
    status=Status.SHARPENED,
    note="Fact (b) of max_information_of_privacy. Approached by one value on each side whose ratio "
    "is just beyond the bound.",
)

from_mutual_information = Theorem(
    id="max-information/lem-1.5.1",
    title="Mutual information bounds approximate max-information",
    parameters=[k, m],
    premises=[MutualInformation(m=m)],
    hypotheses=[k > 0],
    accepts=[_JOINT],
    conclusion=MaxInformation(k=k, beta=(m + "0.54") / k),
    source=Source(key=_ROGERS, locator="Lemma 1.5, first direction"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Two quantities have the name beta(k): in the statement it is (m + 0.54)/k, "
                "in the proof the probability that the log ratio exceeds k, which the proof "
                "bounds by the former."
            ),
        ),
    ],
    link="max-information of mutual information",
    derived=FromDefinitions(
        block="max-information/lem-1.5",
        scope="laws on finite sets",
        rests_on=(
            "that the log ratio Z of the laws has E[2^-Z] at most 1, by its definition",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

_SLACK_LIMIT = 3 * (1 - 2 ** (-k)) / 20
_FINITE = "X takes values in a finite set, of which this is the size"

to_mutual_information = Theorem(
    id="max-information/lem-1.5.2",
    title="Approximate max-information bounds mutual information",
    parameters=[k, beta, values],
    premises=[MaxInformation(k=k, beta=beta)],
    hypotheses=[k > 0, beta <= _SLACK_LIMIT],
    accepts=[_JOINT, _FINITE],
    conclusion=MutualInformationNats(
        m=2 * k * ln(2) + 2 * beta * log2(values / (2 * beta)) / (1 - 2 ** (-k)),
        about="the two variables",
    ),
    ceilings=[Ceiling(quantity="m", value=ln(values), why=_VALUES)],
    source=Source(key=_ROGERS, locator="Lemma 1.5, second direction"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The bad set of the proof is printed as a set of pairs from Sigma x Sigma, "
                "though Y need not take values in Sigma, and in its definition the "
                "probabilities inside the logarithm are lost."
            ),
        ),
        Remark(
            defect=Defect.VACUOUS,
            text=(
                "Printed for beta = 0 as well, where |Sigma|/(2 beta) does not exist; the "
                "second term must be read as 0."
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof takes point-wise indistinguishability from the first part of "
                "Lemma A.6, which is no equivalence. The one direction that it needs holds, "
                "with half of the probability."
            ),
        ),
    ],
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="2 k ln(2) is in nats and the base 2 logarithm beside it in bits. In nats the "
            "statement holds, because a base 2 logarithm is the greater one; the proof does not "
            "give it in bits, the unit of the other direction.",
        )
    ],
    superseded_by="max-information/lem-1.5.2.corrected",
)

to_mutual_information_corrected = corrected(
    to_mutual_information,
    id="max-information/lem-1.5.2.corrected",
    title="Approximate max-information bounds mutual information, in bits",
    conclusion=MutualInformation(
        m=2 * k + 2 * beta * log2(values / (2 * beta)) / (1 - 2 ** (-k)),
        about="the two variables",
    ),
    ceilings=[Ceiling(quantity="m", value=log2(values), why=_VALUES)],
)

_PRIVACY_HYPOTHESES = (
    epsilon <= Fraction(1, 2),
    delta < epsilon,
    delta_hat <= epsilon / 15,
    beta <= _SLACK_LIMIT,
)
_PRIVACY_DEFINITIONS = (
    *PROCESS_DEFINITIONS,
    Definition(symbol=k, value=TOTAL_BITS),
    Definition(symbol=beta, value=TOTAL_SLACK),
)
_DATASET_TERM = 2 * beta * (n * log2(record_values) + log2(1 / (2 * beta))) / (1 - 2 ** (-k))

_BRANCHES = n * sqrt(delta / epsilon)

mutual_information_of_privacy = Theorem(
    id="max-information/cor-1.6",
    title="Mutual information of approximate differential privacy",
    parameters=[n, epsilon, delta, record_values],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[epsilon <= Fraction(1, 2), n**2 * delta <= epsilon],
    accepts=[_RECORDS, _OUTCOMES],
    conclusion=MutualInformationNats(
        m=7 * (n * epsilon**2 + _BRANCHES * (1 + ln(1 / _BRANCHES) + n * log2(record_values)))
    ),
    ceilings=[Ceiling(quantity="m", value=n * ln(record_values), why=_WHOLE)],
    source=Source(key=_ROGERS, locator="Corollary 1.6"),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="Printed as an order of growth; the constant 7, and 1 for that of delta, are "
            "those of a direct proof. The order does not follow from Theorem 3.1 and Lemma 1.5, "
            "which multiply e^(-epsilon^2 n) by n log|X|.",
        ),
        Remark(
            defect=Defect.LOOSE,
            text="The factor n before log|X| is not needed, and delta may take the place of the "
            "root of delta/epsilon.",
        ),
        Remark(
            defect=Defect.MISPRINT,
            text="The earlier dependence that it improves on is printed as |X|^2 log(1/|X|), which "
            "is negative.",
        ),
    ],
)

# Claim 3.3 compares record i and the outcome with independent copies, given the records before, by
# a ratio r. Between e^(-epsilon) and e^epsilon, r ln(r) is at most its chord, which at the mean one
# is epsilon tanh(epsilon/2). Below, it exceeds the chord by at most the share epsilon/sinh(epsilon)
# of what r lacks, and above by h (1 + ln(r) - epsilon) for the excess h, of mean H <= delta: r is
# at most one over the probability of the record, whose mean logarithm under the law of the excess
# is at most ln(N/H). The chain rule adds the n bounds.
mutual_information_of_privacy_sharpened = sharpened(
    mutual_information_of_privacy,
    id="max-information/cor-1.6.sharpened",
    title="Mutual information of approximate differential privacy, record by record",
    hypotheses=[delta * exp(epsilon) <= record_values],
    conclusion=MutualInformation(
        m=n
        * log2(E)
        * (
            epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)
            + delta * (1 - epsilon + 2 * epsilon / (exp(epsilon) - exp(-epsilon)))
            + delta * ln(record_values / delta)
        )
    ),
    ceilings=[Ceiling(quantity="m", value=n * log2(record_values), why=_WHOLE)],
    note="The divergence of record and outcome from independent copies, added over the records.",
)

mutual_information_of_pure_privacy = Theorem(
    id="max-information/cor-1.6.pure",
    title="Mutual information of pure differential privacy",
    parameters=[n, epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    accepts=[_RECORDS],
    conclusion=MutualInformationNats(m=n * epsilon**2 / 8),
    source=Source(key=_ROGERS, locator="Corollary 1.6, at delta = 0"),
    status=Status.SHARPENED,
    note="Given an outcome, ln E[e^(p f)] <= p (p - 1) epsilon^2 n/8 for the log ratio f, as in "
    "adaptive-queries/thm-2.3.sharpened; at p = 1 both sides vanish, and their slopes are the "
    "divergence of the dataset given the outcome and the bound. A quarter of what concentrated "
    "privacy gives.",
)

mutual_information_of_privacy_corrected = Theorem(
    id="max-information/cor-1.6.corrected",
    title="Mutual information of approximate differential privacy, through max-information",
    parameters=[n, epsilon, delta, t, delta_hat, record_values],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=_PRIVACY_HYPOTHESES,
    definitions=_PRIVACY_DEFINITIONS,
    accepts=[_RECORDS, _OUTCOMES],
    conclusion=MutualInformation(m=2 * k + _DATASET_TERM),
    ceilings=[Ceiling(quantity="m", value=n * log2(record_values), why=_WHOLE)],
    source=Source(key=_ROGERS, locator="Corollary 1.6, from Theorem 3.1 and Lemma 1.5"),
    status=Status.CORRECTED,
    note="What Theorem 3.1 and Lemma 1.5 give, with both parts of beta and in bits.",
)
