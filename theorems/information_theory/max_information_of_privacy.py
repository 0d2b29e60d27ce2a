r"""Max-information of approximate privacy, and the steps of its proof.

Main statements
---------------
`approximate_privacy`, `approximate_privacy_parameters_set`, `approximate_privacy_sharpened`:
max-information of (epsilon, delta) privacy with every constant.
`claim_one_record` to `bounded_steps`, `conditioning`: the steps of the proof.

Conventions
-----------
Max-information is in bits, and a bare logarithm of Rogers et al. has base 2.
An (epsilon, delta) that compares two laws is in nats, so that log_2(e) converts.
Neighbouring datasets differ in one record, and a product distribution has independent records with
one law.

Three facts stand behind the corrected and sharpened records.
(a) Before one record and the outcome are compared with independent copies, both pairs have the same
law of the outcome. Hence, for an (epsilon, delta) private algorithm, the law of the record given
the outcome and the law of the record are (epsilon, delta_hat)-indistinguishable except with
probability 2 delta/delta_hat: the general conditioning lemma, with its 3 epsilon, is not needed.
(b) If P and Q are (epsilon, delta_hat)-indistinguishable, then under P the log ratio leaves
[-b, b] with probability at most delta_hat (1 + e^(-b)) / (1 - e^(epsilon - b)), for b > epsilon. At
b = 2 epsilon this is at most 2 delta_hat/(1 - e^(-epsilon)).
(c) Let F be where the log ratio L is in [-b, b], and q = P(F^c). Then the sum over F of P L is the
sum of (P - Q) L, which is at most b (e^epsilon - 1 + 2 delta_hat), plus the sum of Q L, which by
Jensen's inequality is at most ln((1 - q)/(1 - e^epsilon q - delta_hat)), and this grows with q.

References
----------
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 3, appendices A and C.
Kasiviswanathan and Smith, On the Semantics of Differential Privacy, 2014: Lemmas A.6 and A.7.
"""

from fractions import Fraction

from boundcalc.language import (
    Defect,
    Definition,
    DifferentialPrivacy,
    E,
    EventProbability,
    FromDefinitions,
    Indistinguishability,
    Inputs,
    MaxInformation,
    MeanAtMost,
    PointwiseIndistinguishability,
    Remark,
    Source,
    Status,
    Theorem,
    corrected,
    exp,
    ln,
    log2,
    sqrt,
)
from boundcalc_theorems.notation import (
    delta,
    delta_hat,
    delta_prime,
    delta_second,
    epsilon,
    information_step,
    n,
    nu,
    nu_nats,
    t,
)

_ROGERS = "rogers_roth_smith_thakkar_2016"
_RECORDS = "the records are drawn independently from one distribution"
_OUTCOMES = "the algorithm has discrete outcomes"

# --- approximate privacy: the steps --------------------------------------------------------------

_HALF = Fraction(1, 2)
_INFORMATIVE_OUTCOME = 2 * delta / delta_hat + 2 * delta / (1 - exp(-epsilon))
_INFORMATIVE_RECORD = 2 * delta_hat / (1 - exp(-3 * epsilon))
_PRINTED_NU = (
    72 * epsilon**2
    + delta_hat
    * (24 * exp(6 * epsilon) / (1 - exp(-3 * epsilon)) + log2(E) * (2 * exp(3 * epsilon) + 1))
    + delta_hat**2
    * (
        2
        * log2(E)
        * (
            (
                4 * exp(12 * epsilon)
                + 4 * exp(9 * epsilon)
                - 3 * exp(6 * epsilon)
                - 2 * exp(3 * epsilon)
                + 1
            )
            / (exp(6 * epsilon) - 2 * exp(3 * epsilon) + 1)
        )
    )
)
_RECORD_OF_OUTCOME = (
    "the premise compares the law of record i with its law given the outcome and the records "
    "before it"
)
_GOOD_OUTCOME = (
    "the outcome and the records before i leave the law of record i (3 epsilon, delta_hat)-"
    "indistinguishable from its prior"
)
_EXCEPTIONS = (
    "records whose information, the base 2 logarithm of the ratio of both laws, exceeds "
    "6 log_2(e) epsilon in absolute value are excepted"
)
_CONDITIONED = "the premise compares the pairs (X, Z) and (X', Z'), and t is drawn as Z"
_NOT_CLOSE = (
    "the event is that X given Z = t and X' given Z' = t are not "
    "(3 epsilon, delta_hat)-indistinguishable"
)
_UNIT_REMARK = Remark(
    defect=Defect.AMBIGUOUS,
    text="The bound 6 epsilon of (4) is printed for a base 2 logarithm, but the proof of claim 3.5 "
    "gives it for a natural one, which is 6 log_2(e) epsilon bits.",
)

claim_one_record = Theorem(
    id="max-information/claim-3.3",
    title="One record and the outcome are nearly independent",
    parameters=[epsilon, delta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    accepts=[
        _RECORDS,
        "the conclusion compares the pair of outcome and record i, given the records before i, "
        "with an independent pair of the same marginals",
    ],
    conclusion=Indistinguishability(
        epsilon=epsilon,
        delta=delta,
        about=(
            "the pair of outcome and record i, given the records before i, and an independent "
            "pair of the same marginals"
        ),
    ),
    source=Source(key=_ROGERS, locator="Claim 3.3"),
    derived=FromDefinitions(
        block="max-information/claim-3.3",
        rests_on=(
            "independent records with one law, where those before record i are fixed",
            "the privacy of the algorithm",
            "exchange of two records with one law",
        ),
    ),
)

claim_outcome = Theorem(
    id="max-information/claim-3.4",
    title="Few outcomes tell much about a record",
    parameters=[epsilon, delta, delta_hat],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    accepts=[
        _RECORDS,
        "the event is that the law of record i, given the outcome and the records before i, is "
        "not (3 epsilon, delta_hat)-indistinguishable from its prior",
    ],
    conclusion=EventProbability(
        probability=_INFORMATIVE_OUTCOME,
        about=(
            "the outcome and the records before i leave the law of record i not (3 epsilon, "
            "delta_hat)-indistinguishable from its prior"
        ),
    ),
    source=Source(key=_ROGERS, locator="Claim 3.4"),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text="The lemma from which it is derived is false, but the claim holds, because both "
            "pairs have the same law of the outcome. That gives 2 delta/delta_hat alone, and "
            "epsilon in place of 3 epsilon.",
        )
    ],
    derived=FromDefinitions(
        block="max-information/claim-3.4.corrected",
        rests_on=(
            "Claim 3.3, which is proved from definitions",
            "the definition of indistinguishability, for the outcomes that tell much",
        ),
    ),
)

claim_outcome_sharpened = Theorem(
    id="max-information/claim-3.4.sharpened",
    title="Few outcomes tell much about a record, without the conditioning lemma",
    parameters=[delta, delta_hat, epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    accepts=[
        _RECORDS,
        "the event is that the law of record i, given the outcome and the records before i, is "
        "not (epsilon, delta_hat)-indistinguishable from its prior",
    ],
    conclusion=EventProbability(
        probability=2 * delta / delta_hat,
        about=(
            "the outcome and the records before i leave the law of record i not (epsilon, "
            "delta_hat)-indistinguishable from its prior"
        ),
    ),
    source=Source(key=_ROGERS, locator="Claim 3.4"),
    status=Status.SHARPENED,
    note="Fact (a) of the file.",
)

claim_record = Theorem(
    id="max-information/claim-3.5",
    title="Few records are told much about",
    parameters=[epsilon, delta_hat],
    premises=[Indistinguishability(epsilon=3 * epsilon, delta=delta_hat)],
    accepts=[
        _RECORD_OF_OUTCOME,
        "the printed bound of 6 epsilon on a base 2 logarithm is 6 ln(2) epsilon nats",
    ],
    conclusion=PointwiseIndistinguishability(
        epsilon=6 * epsilon * ln(2),
        delta=_INFORMATIVE_RECORD,
        about="record i, given the outcome and the records before it and not,",
    ),
    source=Source(key=_ROGERS, locator="Claim 3.5"),
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "Lemma A.6 is quoted with the two laws in the order that bounds the "
                "probability under the prior; the claim needs the one given the outcome, "
                "which follows because indistinguishability is symmetric."
            ),
        ),
    ],
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text="Z_i is a base 2 logarithm, but Lemma A.6 bounds a natural one by 6 epsilon. At "
            "epsilon = 0.1 and delta_hat = 0.005, let a value have prior 0.03 and posterior "
            "0.04549: the laws are (0.3, 0.005)-indistinguishable, the information is 0.6006 bits, "
            "more than 6 epsilon, and the posterior exceeds delta'' = 0.0386.",
        )
    ],
    superseded_by="max-information/claim-3.5.corrected",
)

claim_record_corrected = corrected(
    claim_record,
    id="max-information/claim-3.5.corrected",
    title="Few records are told much about, in nats",
    accepts=[_RECORD_OF_OUTCOME],
    conclusion=PointwiseIndistinguishability(
        epsilon=6 * epsilon,
        delta=_INFORMATIVE_RECORD,
        about="record i, given the outcome and the records before it and not,",
    ),
    note="The bound on the logarithm is in nats; in bits it is 6 log_2(e) epsilon.",
    derived=FromDefinitions(
        block="max-information/claim-3.5.corrected",
        rests_on=("the definition of indistinguishability, for the values with a large ratio",),
    ),
)

claim_good_pair = Theorem(
    id="max-information/claim-3.6",
    title="Few pairs of outcome and record are bad",
    parameters=[epsilon, delta, delta_hat],
    definitions=[
        Definition(symbol=delta_prime, value=_INFORMATIVE_OUTCOME),
        Definition(symbol=delta_second, value=_INFORMATIVE_RECORD),
    ],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    accepts=[
        _RECORDS,
        "the event is that the outcome tells too much about record i (claim 3.4) or that record i "
        "is told too much about (claim 3.5, with its bound in nats)",
    ],
    conclusion=EventProbability(
        probability=delta_prime + delta_second,
        about="the outcome tells too much about record i, or record i is told too much about,",
    ),
    source=Source(key=_ROGERS, locator="Claim 3.6"),
    remarks=[_UNIT_REMARK],
)

_STEP_REMARKS = (
    _UNIT_REMARK,
    Remark(
        defect=Defect.LOOSE,
        text="The last step of (7) replaces 6 epsilon (e^(6 epsilon) - 1) by 72 epsilon^2, which "
        "is smaller for epsilon > 0.2094. The bound nu still holds: summed over the sets where "
        "the ratio is above and below 1, the difference of the laws is at most e^(3 epsilon) - 1 "
        "+ 2 delta_hat, and 6 log_2(e) epsilon (e^(3 epsilon) - 1) <= 72 epsilon^2 up to 1/2.",
    ),
    Remark(
        defect=Defect.MISPRINT,
        text="One lemma gives the order epsilon^2 + delta_hat and the other epsilon^2 + "
        "delta_hat/epsilon; nu as printed has the second.",
    ),
)

expected_information = Theorem(
    id="max-information/lem-3.7",
    title="Expected information about one record",
    parameters=[epsilon, delta_hat],
    hypotheses=[epsilon <= _HALF, delta_hat <= epsilon / 15],
    accepts=[_GOOD_OUTCOME, _EXCEPTIONS],
    conclusion=MeanAtMost(
        mean=_PRINTED_NU,
        about="the information about record i that is not excepted",
    ),
    source=Source(key=_ROGERS, locator="Lemma 3.7 and (7)"),
    remarks=_STEP_REMARKS,
)

bounded_steps = Theorem(
    id="max-information/lem-3.8",
    title="Expected step of the bounded process",
    parameters=[epsilon, delta_hat],
    hypotheses=[epsilon <= _HALF, delta_hat <= epsilon / 15],
    accepts=[
        "the step T_i is the information about record i, and zero from the first exception on",
        _EXCEPTIONS,
    ],
    conclusion=MeanAtMost(
        mean=_PRINTED_NU,
        about="the step of the process at record i",
    ),
    source=Source(key=_ROGERS, locator="Lemma 3.8"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Printed for every delta_hat in [0, epsilon/15]; the sets of good outcomes "
                "and Lemma 3.7 are defined for delta_hat > 0 only."
            ),
        ),
    ],
    remarks=_STEP_REMARKS,
)

conditioning = Theorem(
    id="max-information/lem-A.7",
    title="Conditioning lemma",
    parameters=[epsilon, delta, delta_hat],
    premises=[Indistinguishability(epsilon=epsilon, delta=delta)],
    accepts=[_CONDITIONED, _NOT_CLOSE],
    conclusion=EventProbability(
        probability=_INFORMATIVE_OUTCOME,
        about=(
            "X given Z = t and X' given Z' = t, for t drawn as Z, are not (3 epsilon, "
            "delta_hat)-indistinguishable"
        ),
    ),
    source=Source(key=_ROGERS, locator="Lemma A.7"),
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text="Let (X, Z) be (0, t) with probability 0.66, and (X', Z') be (1, t) with 0.009999 "
            "and (0, t) with 0.089001; else both are some third pair. They are (2, 0.01)-"
            "indistinguishable. Given t, X is never 1 and X' is 1 with probability 0.101, so that "
            "for delta_hat = 0.1 the bad event has probability 0.66, not at most 0.2232. Such "
            "laws exist for each epsilon; where Z and Z' have one law, the lemma holds.",
        )
    ],
    superseded_by="max-information/lem-A.7.corrected",
)

conditioning_corrected = corrected(
    conditioning,
    id="max-information/lem-A.7.corrected",
    title="Conditioning lemma, for unequal laws of the condition",
    conclusion=EventProbability(
        probability=(1 + exp(2 * epsilon)) * delta / delta_hat + 2 * delta / (1 - exp(-epsilon)),
        about=(
            "X given Z = t and X' given Z' = t, for t drawn as Z, are not (3 epsilon, "
            "delta_hat)-indistinguishable"
        ),
    ),
    note="Where the laws of Z and Z' differ by e^(2 epsilon), so do their bad events: one of the "
    "two is bounded under Z', and its probability under Z is up to e^(2 epsilon) times as large.",
)

# --- approximate privacy: the theorem ------------------------------------------------------------

PROCESS_DEFINITIONS = (
    Definition(symbol=delta_prime, value=_INFORMATIVE_OUTCOME),
    Definition(symbol=delta_second, value=_INFORMATIVE_RECORD),
    Definition(symbol=nu, value=_PRINTED_NU),
    Definition(symbol=information_step, value=6 * epsilon),
)
TOTAL_BITS = n * nu + t * information_step * sqrt(n)
TOTAL_SLACK = exp(-(t**2) / 2) + n * (delta_prime + delta_second)
_PRIVACY_REMARKS = (
    Remark(
        defect=Defect.AMBIGUOUS,
        text="The proof bounds each step by 6 epsilon bits but shows 6 epsilon nats. The constants "
        "hold all the same: with the sharpened claim 3.4, an information of more than 6 epsilon "
        "bits, which is 4.15 epsilon nats, has probability at most delta''.",
    ),
    Remark(
        defect=Defect.LOOSE,
        text="Even for delta = 0 the first term exceeds log_2(e) epsilon n, the bound of pure "
        "privacy over all inputs, as soon as epsilon > log_2(e)/72 = 0.02. By truncated ratios the "
        "terms are n epsilon tanh(epsilon/2) and t epsilon sqrt(n) nats, and what is added to "
        "e^(-t^2/2) is n (1 + e^(-epsilon)) delta.",
    ),
)

FROM_RATIOS = FromDefinitions(
    block="max-information/thm-3.1.definitions",
    rests_on=(
        "the ratio of the probability of outcome and record to the product of both, given the "
        "records before, as a definition for discrete laws",
        "the privacy of the algorithm, record by record: max-information/thm-3.1.ratio bounds what "
        "the ratio exceeds e^epsilon by, and what it lacks",
        "the mean and the moments of what is left of one ratio, given the outcome and the records "
        "before, by max-information/thm-3.1.cut and max-information/thm-3.1.moment",
        "what is cut off of the joint law is the sum of what is cut off at each record: this is no "
        "row",
    ),
)

approximate_privacy = Theorem(
    id="max-information/thm-3.1",
    title="Max-information of approximate differential privacy, with its parameters free",
    parameters=[n, epsilon, delta, t, delta_hat],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[epsilon <= _HALF, delta < epsilon, delta_hat <= epsilon / 15],
    definitions=PROCESS_DEFINITIONS,
    accepts=[_OUTCOMES],
    conclusion=MaxInformation(k=TOTAL_BITS, beta=TOTAL_SLACK, over=Inputs.PRODUCT),
    source=Source(key=_ROGERS, locator="Theorem 3.1, the constants of its proof"),
    derived=FROM_RATIOS,
    remarks=_PRIVACY_REMARKS,
    correction_link="max-information",
)

approximate_privacy_parameters_set = Theorem(
    id="max-information/thm-3.1.paper",
    title="Max-information of approximate differential privacy, with the parameters of its proof",
    parameters=[n, epsilon, delta],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    hypotheses=[epsilon <= _HALF, delta < epsilon],
    definitions=[
        Definition(symbol=t, value=epsilon * sqrt(2 * n)),
        Definition(symbol=delta_hat, value=sqrt(epsilon * delta) / 15),
        *PROCESS_DEFINITIONS,
    ],
    accepts=[_OUTCOMES],
    conclusion=MaxInformation(k=TOTAL_BITS, beta=TOTAL_SLACK, over=Inputs.PRODUCT),
    source=Source(key=_ROGERS, locator="Theorem 3.1, with the choices that end its proof"),
    derived=FROM_RATIOS,
    remarks=_PRIVACY_REMARKS,
    correction_link="max-information with the choices of the paper",
)

approximate_privacy_sharpened = Theorem(
    id="max-information/thm-3.1.sharpened",
    title="Max-information of approximate differential privacy, with smaller constants",
    parameters=[n, epsilon, delta, t, delta_hat],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta)],
    definitions=[
        Definition(symbol=delta_prime, value=2 * delta / delta_hat),
        Definition(symbol=delta_second, value=2 * delta_hat / (1 - exp(-epsilon))),
        Definition(
            symbol=nu_nats,
            value=2 * epsilon * (exp(epsilon) - 1 + 2 * delta_hat)
            + ln((1 - delta_second) / (1 - exp(epsilon) * delta_second - delta_hat)),
        ),
    ],
    hypotheses=[exp(epsilon) * delta_second + delta_hat < 1],
    accepts=[_OUTCOMES],
    conclusion=MaxInformation(
        k=log2(E) * (n * nu_nats + 2 * t * epsilon * sqrt(n)),
        beta=TOTAL_SLACK,
        over=Inputs.PRODUCT,
    ),
    source=Source(key=_ROGERS, locator="Theorem 3.1"),
    status=Status.SHARPENED,
    correction_link="max-information with smaller constants",
    note="Facts (a), (b) at twice epsilon, and (c) of the file, then Azuma's inequality as in the "
    "proof; the steps are within 2 epsilon nats.",
)
