"""Corrections of p-values: the level at which to run a test that the data chose.

Main statements
---------------
`correction`, `correction_any_inputs` and their corrected forms: from max-information.
`correction_mutual_information` and its best form: from mutual information through max-information.
`correction_pure_privacy` and its sharpened form: from pure privacy.
`russo_zou`, `russo_zou_level`: from mutual information directly, as the chance of a false discovery
and as a level, with the corrected forms of both.
`divergence`: the same without the loss, by the divergence of two coins.
`sensitivity`: p-values are not of low sensitivity.

Conventions
-----------
Rejecting at p <= gamma errs with probability at most alpha.
Max-information and mutual information are in bits; a bare logarithm has base 2.
The p-value of a statistic that is fixed in advance is at most gamma with probability at most gamma.

The bound of Russo and Zou holds with mutual information in nats: the indicator of p <= gamma is
sub-Gaussian with variance proxy (1 - 2 gamma)/(2 ln((1 - gamma)/gamma)), and for gamma < 1/2
ln((1 - gamma)/gamma) >= (1 - 2 gamma) ln(1/(2 gamma)). The corrected records are in bits.

References
----------
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 1 and appendices B and C.
Russo and Zou, Controlling Bias in Adaptive Data Analysis Using Information Theory, 2016.
"""

from boundcalc.language import (
    Defect,
    Definition,
    DifferentialPrivacy,
    E,
    FromDefinitions,
    Inputs,
    MaxInformation,
    MutualInformation,
    MutualInformationNats,
    PValueCorrection,
    Remark,
    Role,
    SensitivityAtLeast,
    Source,
    Status,
    Theorem,
    as_expression,
    corrected,
    exp,
    ln,
    log2,
    maximum,
    minimum,
    sharpened,
    sqrt,
)
from boundcalc_theorems.notation import (
    alpha,
    epsilon,
    free_information_slack,
    gamma,
    information,
    information_slack,
    n,
    optimal_slack,
)
from boundcalc_theorems.notation import max_information_bits as k
from boundcalc_theorems.notation import mutual_information_bits as m

_ROGERS = "rogers_roth_smith_thakkar_2016"
_SELECTION = "the algorithm sees the dataset and selects one test statistic"
_PRODUCT_NULL = "null hypotheses are sets of laws of one record, and records are independent"
_ANY_NULL = "null hypotheses are sets of laws of the whole dataset"
_UNIFORM = (
    "the law of the statistic is continuous under the null hypothesis, so that its p-value is "
    "uniform on [0, 1]"
)
_INDEPENDENT = "the records are independent"
_NO_LEVEL = Remark(
    defect=Defect.MISSING_HYPOTHESIS,
    text="Needs beta <= alpha. For alpha < beta the level is 0, and the procedure as defined still "
    "rejects a p-value of exactly 0. An algorithm that selects, with probability beta > alpha, a "
    "statistic that asks for its own dataset then errs with probability beta on continuous "
    "records, and its beta-approximate max-information is 0.",
)

correction = Theorem(
    id="max-information/thm-1.3",
    title="Correction of p-values from max-information",
    parameters=[alpha, k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack, over=Inputs.PRODUCT)],
    accepts=[_SELECTION, _PRODUCT_NULL],
    conclusion=PValueCorrection(alpha=alpha, gamma=maximum((alpha - information_slack) / 2**k, 0)),
    source=Source(key=_ROGERS, locator="Theorem 1.3"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "Section 1.1 calls a p-value uniform by definition. It is uniform for a "
                "statistic with a continuous law; in general it is at most gamma with "
                "probability at most gamma, which is all that the proof needs."
            ),
        ),
    ],
    remarks=[_NO_LEVEL],
    superseded_by="max-information/thm-1.3.corrected",
)

correction_corrected = corrected(
    correction,
    id="max-information/thm-1.3.corrected",
    title="Correction of p-values from max-information, where it leaves a level",
    hypotheses=[information_slack < alpha],
    conclusion=PValueCorrection(alpha=alpha, gamma=(alpha - information_slack) / 2**k),
    correction_link="correction of p-values",
    derived=FromDefinitions(
        block="max-information/thm-1.3.corrected",
        rests_on=(
            "the definition of approximate max-information for the event of a false discovery",
            "that a statistic which is independent of the dataset has a valid p-value",
        ),
    ),
)

correction_any_inputs = Theorem(
    id="max-information/thm-C.1",
    title="Correction of p-values from max-information over all inputs",
    parameters=[alpha, k, information_slack],
    premises=[MaxInformation(k=k, beta=information_slack)],
    accepts=[_SELECTION, _ANY_NULL],
    conclusion=PValueCorrection(alpha=alpha, gamma=maximum((alpha - information_slack) / 2**k, 0)),
    source=Source(key=_ROGERS, locator="Theorem C.1"),
    remarks=[_NO_LEVEL],
    superseded_by="max-information/thm-C.1.corrected",
)

correction_any_inputs_corrected = corrected(
    correction_any_inputs,
    id="max-information/thm-C.1.corrected",
    title="Correction of p-values from max-information over all inputs, where it leaves a level",
    hypotheses=[information_slack < alpha],
    conclusion=PValueCorrection(alpha=alpha, gamma=(alpha - information_slack) / 2**k),
    derived=FromDefinitions(
        block="max-information/thm-C.1.corrected",
        rests_on=(
            "the definition of approximate max-information for the event of a false discovery",
            "that a statistic which is independent of the dataset has a valid p-value",
        ),
    ),
)

correction_pure_privacy = Theorem(
    id="max-information/thm-1.3.pure-privacy",
    title="Correction of p-values from pure differential privacy",
    parameters=[n, epsilon, alpha, free_information_slack],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    hypotheses=[free_information_slack < alpha],
    accepts=[_SELECTION, _PRODUCT_NULL],
    conclusion=PValueCorrection(
        alpha=alpha,
        gamma=(alpha - free_information_slack)
        * exp(-(epsilon**2) * n / 2 - epsilon * sqrt(n * ln(2 / free_information_slack) / 2)),
    ),
    source=Source(key=_ROGERS, locator="Theorem 1.3 with the second bound of Theorem 1.4"),
    note="Left open, beta is chosen to make gamma greatest.",
)

correction_pure_privacy_sharpened = Theorem(
    id="max-information/thm-1.3.pure-privacy.sharpened",
    title="Correction of p-values from pure differential privacy, without max-information",
    parameters=[n, epsilon, gamma],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    hypotheses=[epsilon <= sqrt(8 * ln(1 / gamma) / n)],
    accepts=[_SELECTION, _PRODUCT_NULL],
    conclusion=PValueCorrection(
        alpha=gamma * exp(epsilon * sqrt(n * ln(1 / gamma) / 2) - epsilon**2 * n / 8), gamma=gamma
    ),
    source=Source(key=_ROGERS, locator="Theorem 1.3"),
    status=Status.SHARPENED,
    note="The chance that the selected p-value is at most gamma, by the Hoelder argument of "
    "adaptive-queries/thm-2.3.sharpened: no part of alpha is lost to an approximation.",
)

correction_mutual_information = Theorem(
    id="max-information/cor-C.2",
    title="Correction of p-values from mutual information",
    parameters=[alpha, m],
    premises=[MutualInformation(m=m)],
    accepts=[_SELECTION, _ANY_NULL],
    conclusion=PValueCorrection(alpha=alpha, gamma=alpha / 2 * 2 ** (-2 / alpha * (m + "0.54"))),
    source=Source(key=_ROGERS, locator="Corollary C.2"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The bound on mutual information is asked for without saying for which laws "
                "of the dataset. The proof needs it for every law that a null hypothesis "
                "may contain."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "In the proof, the correction for a fixed k lacks the maximum with 0 of "
                "Theorem C.1, and is negative for small alpha; and gamma is not defined at "
                "alpha = 0, which Definition 1.1 asks for."
            ),
        ),
    ],
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="Its comparison with Russo and Zou, that gamma is the greater one for alpha <= "
            "0.05 and m >= 0.05, depends on the unit of m. It holds if m is in nats and converted "
            "here, and fails if m is in bits for both: at alpha = m = 0.05 it is 2.0e-9 against "
            "4.8e-7, and greater only from m = 0.0721 bits.",
        )
    ],
)

correction_mutual_information_sharpened = sharpened(
    correction_mutual_information,
    id="max-information/cor-C.2.sharpened",
    title="Correction of p-values from mutual information, with the best slack",
    definitions=[
        Definition(
            symbol=optimal_slack,
            value=2 * alpha / (1 + sqrt(1 + 4 * alpha / (ln(2) * (m + "0.54")))),
        )
    ],
    conclusion=PValueCorrection(
        alpha=alpha, gamma=(alpha - optimal_slack) * 2 ** (-(m + "0.54") / optimal_slack)
    ),
    note="The best choice of k in the proof; the printed choice is the slack alpha/2.",
)

russo_zou = Theorem(
    id="max-information/thm-C.3",
    title="False discoveries from mutual information, after Russo and Zou",
    parameters=[gamma, m],
    premises=[MutualInformation(m=m)],
    hypotheses=[gamma < as_expression("0.5")],
    accepts=[_SELECTION, _ANY_NULL],
    conclusion=PValueCorrection(alpha=gamma + sqrt(m / ln(1 / (2 * gamma))), gamma=gamma),
    source=Source(key=_ROGERS, locator="Theorem C.3"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The sentence after the theorem solves for gamma and says that it solves "
                "for alpha; 1/2 gamma stands for 1/(2 gamma)."
            ),
        ),
    ],
    remarks=[
        Remark(
            defect=Defect.MISPRINT,
            text="Printed for every gamma in [0, 1]; from gamma = 1/2 on the logarithm is not "
            "positive, so that the record requires gamma < 1/2.",
        ),
        Remark(
            defect=Defect.AMBIGUOUS,
            text="The bound holds with m in nats. In bits, the unit that the comparison with "
            "max-information needs, it holds as well and is loose by ln(2) under the root.",
        ),
    ],
    superseded_by="max-information/thm-C.3.corrected",
)

russo_zou_corrected = corrected(
    russo_zou,
    id="max-information/thm-C.3.corrected",
    title="False discoveries from mutual information, after Russo and Zou, in bits",
    conclusion=PValueCorrection(alpha=gamma + sqrt(m * ln(2) / ln(1 / (2 * gamma))), gamma=gamma),
    correction_link="Russo and Zou",
)

russo_zou_level = Theorem(
    id="max-information/thm-C.3.gamma",
    title="Greatest level that the bound of Russo and Zou is said to allow",
    parameters=[alpha, m],
    premises=[MutualInformation(m=m)],
    accepts=[_SELECTION, _ANY_NULL],
    conclusion=PValueCorrection(
        alpha=alpha, gamma=minimum(alpha / 2, 2 ** (-log2(E) * m / alpha**2) / 2)
    ),
    source=Source(key=_ROGERS, locator="after Theorem C.3"),
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text="Printed as equivalent to a bound on alpha, which it is not. As a level it is "
            "too great, because gamma itself is left out: at alpha = m = 0.05 Theorem C.3 gives "
            "0.050000001. As a limit it is too small: for m = 1e-9 Theorem C.3 allows 0.04998, "
            "not only alpha/2.",
        )
    ],
    superseded_by="max-information/thm-C.3.gamma.corrected",
)

russo_zou_level_corrected = corrected(
    russo_zou_level,
    id="max-information/thm-C.3.gamma.corrected",
    title="A level that the bound of Russo and Zou allows",
    conclusion=PValueCorrection(
        alpha=alpha, gamma=minimum(alpha / 2, 2 ** (-4 * m / alpha**2) / 2)
    ),
    note="Both terms of the corrected Theorem C.3 are at most alpha/2.",
)

divergence = Theorem(
    id="max-information/thm-C.3.sharpened",
    title="False discoveries from mutual information, by the divergence of two coins",
    parameters=[alpha, gamma, information],
    premises=[MutualInformationNats(m=information)],
    hypotheses=[
        gamma <= alpha,
        alpha * ln(alpha / gamma) + (1 - alpha) * ln((1 - alpha) / (1 - gamma)) >= information,
    ],
    accepts=[_SELECTION, _ANY_NULL],
    conclusion=PValueCorrection(alpha=alpha, gamma=gamma),
    source=Source(key=_ROGERS, locator="Theorem C.3"),
    status=Status.SHARPENED,
    correction_link="divergence of two coins",
    note="Whether the test rejects is a function of dataset and output, so that it tells the joint "
    "law from the product of its marginals by no more than the information does.",
)

sensitivity = Theorem(
    id="max-information/lem-B.1",
    title="Sensitivity of p-values",
    parameters=[n],
    accepts=[_INDEPENDENT],
    conclusion=SensitivityAtLeast(
        sensitivity=as_expression("0.37") / sqrt(n),
        about="every p-value of {n} records",
    ),
    source=Source(key=_ROGERS, locator="Lemma B.1"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Stated for every statistic, but its proof needs a p-value that is uniform. A "
            "statistic that is constant has p-value 1 and sensitivity 0.",
        ),
        Remark(
            defect=Defect.LOOSE,
            text="The proof takes the tail 0.08, which gives 0.37374/sqrt(n); its best tail is "
            "0.083968, with 0.37381/sqrt(n). The variance gives 1/sqrt(3 n), which is "
            "0.57735/sqrt(n).",
        ),
    ],
    superseded_by="max-information/lem-B.1.corrected",
    role=Role.LOWER_BOUND,
)

sensitivity_corrected = corrected(
    sensitivity,
    id="max-information/lem-B.1.corrected",
    title="Sensitivity of p-values that are uniform",
    accepts=[_INDEPENDENT, _UNIFORM],
    conclusion=SensitivityAtLeast(
        sensitivity=as_expression("0.37") / sqrt(n),
        about="every p-value of {n} records that is uniform under its null hypothesis",
    ),
)

sensitivity_sharpened = sharpened(
    sensitivity_corrected,
    id="max-information/lem-B.1.sharpened",
    title="Sensitivity of p-values, from their variance",
    conclusion=SensitivityAtLeast(
        sensitivity=1 / sqrt(3 * n),
        about="every p-value of {n} records that is uniform under its null hypothesis",
    ),
    note="The variance 1/12 of the uniform law is at most n/4 times the square of the sensitivity, "
    "by the inequality of Efron and Stein.",
)
