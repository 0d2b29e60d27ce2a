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
    Defect,
    Definition,
    DifferentialPrivacy,
    E,
    Indistinguishability,
    MaxInformation,
    MutualInformation,
    MutualInformationNats,
    PointwiseIndistinguishability,
    Remark,
    Source,
    Status,
    Theorem,
    exp,
    ln,
    log2,
)
from theorems.max_information_of_privacy import PROCESS_DEFINITIONS, TOTAL_BITS, TOTAL_SLACK
from theorems.notation import (
    beta,
    delta,
    delta_hat,
    epsilon,
    information_slack,
    n,
    record_values,
    t,
    values,
)
from theorems.notation import max_information_bits as k
from theorems.notation import mutual_information_bits as m

_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_OUTCOMES = "the algorithm has discrete outcomes"
_JOINT = "both sides speak of one pair of discrete random variables"

indistinguishable_from_product = Theorem(
    id="max-information/lem-A.6.1",
    title="Max-information as indistinguishability from the product of the marginals",
    parameters=[k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack)],
    accepts=[_JOINT],
    conclusion=Indistinguishability(epsilon=k * ln(2), delta=information_slack),
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
    link="max-information of mutual information",
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
        m=2 * k * ln(2) + 2 * beta * log2(values / (2 * beta)) / (1 - 2 ** (-k))
    ),
    source=Source(key=_ROGERS, locator="Lemma 1.5, second direction"),
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

to_mutual_information_corrected = Theorem(
    id="max-information/lem-1.5.2.corrected",
    title="Approximate max-information bounds mutual information, in bits",
    parameters=[k, beta, values],
    premises=[MaxInformation(k=k, beta=beta)],
    hypotheses=[k > 0, beta <= _SLACK_LIMIT],
    accepts=[_JOINT, _FINITE],
    conclusion=MutualInformation(m=2 * k + 2 * beta * log2(values / (2 * beta)) / (1 - 2 ** (-k))),
    source=Source(key=_ROGERS, locator="Lemma 1.5, second direction"),
    status=Status.CORRECTED,
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

mutual_information_of_privacy = Theorem(
    id="max-information/cor-1.6",
    title="Mutual information of approximate differential privacy",
    parameters=[n, epsilon, delta, t, delta_hat, record_values],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=_PRIVACY_HYPOTHESES,
    definitions=_PRIVACY_DEFINITIONS,
    accepts=[_RECORDS, _OUTCOMES],
    conclusion=MutualInformationNats(m=2 * k * ln(2) + _DATASET_TERM),
    source=Source(key=_ROGERS, locator="Corollary 1.6, from Theorem 3.1 and Lemma 1.5"),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="Bits and nats are mixed as in Lemma 1.5. The printed order of growth leaves out "
            "the part e^(-epsilon^2 n) of beta, which Lemma 1.5 multiplies by n log|X|; where "
            "epsilon sqrt(n) stays bounded, that part does not vanish.",
        )
    ],
    superseded_by="max-information/cor-1.6.corrected",
)

mutual_information_of_privacy_corrected = Theorem(
    id="max-information/cor-1.6.corrected",
    title="Mutual information of approximate differential privacy, in bits",
    parameters=[n, epsilon, delta, t, delta_hat, record_values],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=_PRIVACY_HYPOTHESES,
    definitions=_PRIVACY_DEFINITIONS,
    accepts=[_RECORDS, _OUTCOMES],
    conclusion=MutualInformation(m=2 * k + _DATASET_TERM),
    source=Source(key=_ROGERS, locator="Corollary 1.6, from Theorem 3.1 and Lemma 1.5"),
    status=Status.CORRECTED,
)

THEOREMS = (
    indistinguishable_from_product,
    indistinguishable_from_product_corrected,
    pointwise,
    from_mutual_information,
    to_mutual_information,
    to_mutual_information_corrected,
    mutual_information_of_privacy,
    mutual_information_of_privacy_corrected,
)
