r"""Noise on the answer to one statistical query: what the Gaussian and the Laplace mechanism give.

Main statements
---------------
`gaussian_stability` and its corrected and exact forms: total variation stability from Gaussian
noise.
`laplace_privacy`: pure differential privacy from Laplace noise.
`stability_of_privacy` and its sharp form: differential privacy implies total variation stability.

Conventions
-----------
A query takes values in [0, 1] and its answer is its mean over n records plus noise, so that
neighbouring datasets move the answer by at most 1/n.
The lectures write m for the number of records; here it is n.
sigma is the standard deviation of the Gaussian and the scale of the Laplace law, whose density is
proportional to :math:`e^{-|x| / \sigma}`.
A total variation bound of 1 or more says nothing.

References
----------
Sorrell, Lecture 12.
"""

from boundcalc.language import (
    PI,
    Defect,
    DifferentialPrivacy,
    FromDefinitions,
    Remark,
    Source,
    Status,
    Theorem,
    TVStability,
    corrected,
    erf,
    exp,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import delta_or_zero, epsilon, n, sigma

_RANGE = "the query takes values in [0, 1] and its mean over the n records is released"
_GAUSSIAN = "the noise is normal with mean zero and standard deviation sigma"
_LAPLACE = "the noise is Laplace with mean zero and scale sigma"

gaussian_stability = Theorem(
    id="lecture-12/claim-0.2",
    title="Stability of the Gaussian mechanism",
    parameters=[n, sigma],
    conclusion=TVStability(epsilon=1 / sqrt(2 * PI * n * sigma)),
    accepts=[_RANGE, _GAUSSIAN],
    algorithm=algorithms.gaussian_noise,
    source=Source(key="sorrell_lecture_12", locator="Claim 0.2"),
    remarks=[
        Remark(
            defect=Defect.FALSE,
            text=(
                "False where n*sigma lies between 0.1598 and 0.9051: for n = 10 and sigma = 0.05 "
                "the total variation distance is erf(1/sqrt(2)) = 0.6827 and the printed bound is "
                "1/sqrt(pi) = 0.5642. The root covers only 2*pi: the last integral of the proof "
                "is 1/(sqrt(2*pi)*n*sigma)."
            ),
        ),
        Remark(
            defect=Defect.LOOSE,
            text="For n*sigma > 1 the printed bound is true, and larger than the corrected one.",
        ),
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                'The proof compares the densities "for all x in X", the domain of the records; '
                "an answer is a real number."
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof takes the means to differ by 1/m, without loss of generality. They "
                "differ by at most 1/m, and a smaller difference gives a smaller distance, "
                "which is not said."
            ),
        ),
    ],
    superseded_by="lecture-12/claim-0.2.corrected",
)

gaussian_stability_corrected = corrected(
    gaussian_stability,
    id="lecture-12/claim-0.2.corrected",
    title="Stability of the Gaussian mechanism, corrected",
    conclusion=TVStability(epsilon=1 / (sqrt(2 * PI) * n * sigma)),
    source=Source(key="sorrell_lecture_12", locator="Claim 0.2, the last integral of the proof"),
    derived=FromDefinitions(
        block="lecture-12/claim-0.2.definitions",
        rests_on=(
            "densities of the two laws, the one greater before the crossing and the other beyond",
            "the normal law: what an answer before the crossing is as likely as",
            "linearity and monotonicity of the expectation",
        ),
        scope="answers that differ by 1/n, which is the most that they can",
    ),
)

gaussian_stability_exact = Theorem(
    id="lecture-12/claim-0.2.sharpened",
    title="Stability of the Gaussian mechanism, exact",
    parameters=[n, sigma],
    conclusion=TVStability(epsilon=erf(1 / (2 * sqrt(2) * n * sigma))),
    accepts=[_RANGE, _GAUSSIAN],
    algorithm=algorithms.gaussian_noise,
    source=Source(key="sorrell_lecture_12", locator="Claim 0.2, the first integral of the proof"),
    status=Status.SHARPENED,
    attained="the query is 0 on one record and 1 on its replacement",
    note="Attained by a query that is 0 on one record and 1 on its replacement.",
)

laplace_privacy = Theorem(
    id="lecture-12/claim-0.5",
    title="Privacy of the Laplace mechanism",
    parameters=[n, sigma],
    conclusion=DifferentialPrivacy(epsilon=1 / (n * sigma)),
    accepts=[_RANGE, _LAPLACE],
    algorithm=algorithms.laplace_noise,
    source=Source(key="sorrell_lecture_12", locator="Claim 0.5"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Algorithm 2 calls its input epsilon the scale parameter of the Laplace law. It "
                "is the parameter of privacy; the scale is 1/(m*epsilon)."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The density in the proof is called that of Lap(1/(m*epsilon)), which the "
                "lecture defines as centred at 0; it is that of Lap(1/(m*epsilon), mu)."
            ),
        ),
    ],
    attained="the query is 0 on one record and 1 on its replacement",
    note="The lecture sets sigma = 1/(n*epsilon) and concludes epsilon-privacy.",
    derived=FromDefinitions(
        block="lecture-12/claim-0.5.events",
        rests_on=(
            "densities whose ratio is at most e^epsilon, as lecture-12/claim-0.5 shows",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

stability_of_privacy = Theorem(
    id="lecture-12/claim-0.6",
    title="Differential privacy implies total variation stability",
    parameters=[epsilon],
    premises=[DifferentialPrivacy(epsilon=epsilon)],
    conclusion=TVStability(epsilon=(exp(epsilon) - 1) / 2),
    source=Source(key="sorrell_lecture_12", locator="Claim 0.6"),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text=(
                "At least 1, hence empty, from epsilon = ln(3) on. "
                "The sharp bound (e^epsilon - 1)/(e^epsilon + 1) stays below 1."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "Definition 0.3 takes the supremum over all events, and the empty event gives "
                "ln(0/0). Events that are impossible under both laws have to be left out."
            ),
        ),
    ],
    derived=FromDefinitions(
        block="lecture-12/claim-0.6",
        rests_on=(
            "the definition of privacy, for an event and its complement, in both directions",
        ),
    ),
)

# With p = D(E), q = D'(E): add p <= e^epsilon q + delta and
# 1 - q <= e^epsilon (1 - p) + delta, and solve for p - q.
stability_of_privacy_sharp = Theorem(
    id="lecture-12/claim-0.6.sharpened",
    title="Differential privacy implies total variation stability, sharp",
    parameters=[epsilon, delta_or_zero],
    premises=[DifferentialPrivacy(epsilon=epsilon, delta=delta_or_zero)],
    conclusion=TVStability(epsilon=(exp(epsilon) - 1 + 2 * delta_or_zero) / (exp(epsilon) + 1)),
    source=Source(key="sorrell_lecture_12", locator="Claim 0.6, privacy used in both directions"),
    status=Status.SHARPENED,
    note="Attained by randomized response, true with chance (e^epsilon + delta)/(e^epsilon + 1).",
    derived=FromDefinitions(
        block="lecture-12/claim-0.6.sharpened",
        rests_on=("the definition of privacy, for an event and its complement",),
    ),
)
