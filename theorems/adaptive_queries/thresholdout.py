"""Thresholdout: many adaptive queries against one holdout set, within a budget of overfitted ones.

Main statements
---------------
`pure_privacy`, `approximate_privacy` and its corrected and sharp forms: the privacy of the
algorithm, for all of its B releases.
`sample_size_pure`, `sample_size_approximate` and its corrected and sharp forms: two sample sizes
for one query, each from one bound on privacy and one generalization theorem.
`sample_size_dwork` and its corrected form: the second sample size of the paper behind the notes.
`thresholdout`, `thresholdout_sharpened`: the smaller of the two for m queries, with the noise scale
and the threshold that it sets; `thresholdout_at_noise`: at any smaller noise.

Conventions
-----------
Logarithms are natural: the constants 32 and 16 of the second sample size need that.
The noise scale sigma enters as Lap(2 sigma) on the threshold, Lap(4 sigma) on each comparison and
Lap(sigma) on each released value.

The sharp form of the theorem takes the tail of the Laplace law exactly. With sigma = tau/(48 ln(4
m/beta)) each noise of a threshold stays within a third of tau/8 and each noise of a comparison
within two thirds of it, except with probability x = beta/(4 m), and each noise of a released value
within 7 tau/8 except with probability x^42. Which threshold is in force at a query depends on the
noises before, so that its noise is not Laplace given the past; but all noises can be drawn in
advance, independently, at most m of each kind. Since (1 - x)^2 (1 - x^42) >= 1 - 2 x, all of them
stay there except with probability 1 - (1 - 2 x)^m <= 2 m x = beta/2. The other beta/2 is the error
of the m queries. The derivation adaptive-queries/thm-3.3.sharpened has the steps.

References
----------
Lee, Differential Privacy for Adaptive Queries, section 3.
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015, Lemma 24.
Bun and Steinke, Concentrated Differential Privacy, 2016: the range of the second privacy bound.
B releases that are each a-private are together (c + 2 sqrt(c ln(1/delta)), delta)-private with
c = B a^2/2, for a = 2/(sigma n).
"""

from fractions import Fraction

from boundcalc.language import (
    Defect,
    Definition,
    DifferentialPrivacy,
    Expression,
    FromDefinitions,
    Generalization,
    Queries,
    Remark,
    Source,
    Status,
    Theorem,
    corrected,
    exp,
    ln,
    maximum,
    minimum,
    sharpened,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import B, T, beta, delta, given_sigma, m, n, n_0, n_1, sigma, tau

_ALGORITHM = "the algorithm is Thresholdout with noise scale sigma and a budget of B releases"
_HOLDOUT = "the records of the holdout set are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"
_ONE_QUERY = "the query depends on the holdout set only through the answers of Thresholdout"
_ADAPTIVE = "each query depends on the holdout set only through the answers before it"
_HOLDOUT_MEAN = "the holdout mean of the one query, without the noise of its answer,"
_ANSWERS = "{answers}, while fewer than {B} queries overfit by tau/2 on the training set,"
_COUNTER = (
    "the guarantee covers query i as long as fewer than B of the first i queries have a value on "
    "the training set that is farther than tau/2 from their expectation"
)

_PART = 1 / (sigma * n)


def _size_pure(tau: Expression, beta: Expression) -> Expression:
    return maximum(2 * B / (sigma * tau), ln(6 / beta) / tau**2)


def _size_approximate(tau: Expression, beta: Expression) -> Expression:
    first = 32 * sqrt(2 * B * ln(8 / beta)) / (tau ** Fraction(3, 2) * sigma)
    return first + 16 * sqrt(ln(2) * B) / (tau * sigma)


def _size_approximate_sharpened(tau: Expression, beta: Expression) -> Expression:
    epsilon, chance = 20 * tau / 29, minimum(beta, Fraction(1, 4))
    slack = ln(4 / (epsilon * chance))
    private = sqrt(B) * (sqrt(epsilon + slack) + sqrt(slack)) / (sigma * epsilon)
    return maximum(private, maximum(12, 8 * ln(1 / chance)) / epsilon**2)


def _size_pure_sharpened(tau: Expression, beta: Expression) -> Expression:
    chance = ln(2 / beta)
    return (sqrt(chance) + sqrt(chance + 4 * B * tau / sigma)) ** 2 / (8 * tau**2)


pure_privacy = Theorem(
    id="adaptive-queries/lem-3.2.1",
    title="Pure differential privacy of Thresholdout",
    parameters=[n, B, sigma],
    accepts=[_ALGORITHM, _RANGE],
    conclusion=DifferentialPrivacy(epsilon=2 * B / (sigma * n)),
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="Lemma 3.2 (1)"),
    derived=FromDefinitions(
        block="adaptive-queries/lem-3.2.1",
        rests_on=(
            "the chance of an event on one dataset as a mean over the noises for the other, with "
            "the ratio of the Laplace densities, whose logarithm the row `losses` bounds",
            "linearity and monotonicity of the expectation",
        ),
    ),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Algorithm 1 takes one function and loops while budget is left, so that it "
                "answers the same query again and again. Each round of the loop is meant to "
                "take a new query."
            ),
        ),
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "Algorithm 1 does not say what is answered when the budget is spent: nothing. "
                "Its inputs, the two datasets, T, sigma and B, are not listed, and the noise "
                "gamma of the threshold is drawn in each round but used after a release only."
            ),
        ),
    ],
)

_IN_PARTS = FromDefinitions(
    block="adaptive-queries/lem-3.2.2.definitions",
    rests_on=(
        "the chance of an event on one dataset as a mean over the noises for the other, with the "
        "ratio of the densities",
        "2 B parts, each of which is private given those before, as adaptive-queries/lem-3.2.1 "
        "shows of all",
        "the moments of the ratio of one part, given those before, by "
        "max-information/thm-3.1.moment",
    ),
)

approximate_privacy = Theorem(
    id="adaptive-queries/lem-3.2.2",
    title="Approximate differential privacy of Thresholdout",
    parameters=[n, B, sigma, delta],
    accepts=[_ALGORITHM, _RANGE],
    conclusion=DifferentialPrivacy(epsilon=sqrt(32 * B * ln(2 / delta)) / (sigma * n), delta=delta),
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="Lemma 3.2 (2)"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Fails for many releases with little noise. At sigma n = 1, B = 10000 and delta = "
            "0.1 it claims epsilon = 979, while 10000 releases with Lap(sigma) noise, each off by "
            "1/n, lose 3679 nats on average and, by Hoeffding's inequality, less than 980 with "
            "probability below 10^-150.",
        )
    ],
    superseded_by="adaptive-queries/lem-3.2.2.corrected",
)

approximate_privacy_corrected = corrected(
    approximate_privacy,
    id="adaptive-queries/lem-3.2.2.corrected",
    title="Approximate differential privacy of Thresholdout, with enough noise",
    hypotheses=[n >= sqrt(B / (2 * ln(2 / delta))) / sigma],
    note="The hypothesis says that epsilon is at most 8 ln(2/delta), which holds for epsilon <= 5.",
    derived=_IN_PARTS,
)

approximate_privacy_sharpened = sharpened(
    approximate_privacy,
    id="adaptive-queries/lem-3.2.2.sharpened",
    title="Approximate differential privacy of Thresholdout, each release in two parts",
    conclusion=DifferentialPrivacy(
        epsilon=2 * B * _PART * (exp(_PART) - 1) / (exp(_PART) + 1)
        + 2 * _PART * sqrt(B * ln(1 / delta)),
        delta=delta,
    ),
    note="The comparisons up to a release and the value that is released are each 1/(sigma n)-"
    "private: 2 B parts, composed by kairouz-oh-viswanath/thm-3.4.",
    derived=_IN_PARTS,
)

sample_size_pure = Theorem(
    id="adaptive-queries/n0",
    title="Sample size of Thresholdout through pure differential privacy",
    parameters=[n, B, sigma, tau, beta],
    definitions=[Definition(symbol=n_0, value=_size_pure(tau, beta))],
    hypotheses=[n >= n_0],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ONE_QUERY],
    conclusion=Generalization(tau=tau, beta=beta, about=_HOLDOUT_MEAN),
    counted_by="adaptive-queries/thm-3.3",
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="section 3.1, n_0"),
    derived=FromDefinitions(
        block="adaptive-queries/n0.corrected",
        scope="one query, given the privacy of the algorithm that chooses it",
        rests_on=(
            "independent records with one law",
            "the privacy of Thresholdout, which is adaptive-queries/lem-3.2.1",
            "the mean of the deviations of a query is the deviation of its mean",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

sample_size_approximate = Theorem(
    id="adaptive-queries/n1",
    title="Sample size of Thresholdout through approximate differential privacy",
    parameters=[n, B, sigma, tau, beta],
    definitions=[Definition(symbol=n_1, value=_size_approximate(tau, beta))],
    hypotheses=[n >= n_1],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ONE_QUERY],
    conclusion=Generalization(tau=tau, beta=beta, about=_HOLDOUT_MEAN),
    counted_by="adaptive-queries/thm-3.3",
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="section 3.1, n_1"),
    remarks=[
        Remark(
            defect=Defect.MISPRINT,
            text="Printed under the name n_0. Its second term is smaller by a factor sqrt(2) than "
            "the split of the root of a sum gives, and suffices all the same.",
        ),
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Theorem 2.4 also asks for n >= 48 ln(8/beta)/tau^2. Where sigma <= (2/3) sqrt(2 "
            "B tau/ln(8/beta)), n_1 is that large, but with much noise it falls below one record, "
            "and a query with values 0 and 1 alone is then off by 1/2.",
        ),
    ],
    superseded_by="adaptive-queries/n1.corrected",
)

sample_size_approximate_corrected = corrected(
    sample_size_approximate,
    id="adaptive-queries/n1.corrected",
    title="Sample size of Thresholdout through approximate differential privacy, at every noise",
    hypotheses=[n >= n_1, n >= 48 * ln(8 / beta) / tau**2],
    derived=FromDefinitions(
        block="adaptive-queries/n1.definitions",
        scope="one query, given the privacy of the algorithm that chooses it",
        rests_on=(
            "independent records with one law",
            "the privacy of Thresholdout, which is adaptive-queries/lem-3.2.2.corrected",
            "runs with independent coins, and the accuracy and composition of the exponential "
            "mechanism",
            "linearity and monotonicity of the expectation",
        ),
    ),
)

sample_size_approximate_sharpened = sharpened(
    sample_size_approximate,
    id="adaptive-queries/n1.sharpened",
    title="Sample size of Thresholdout through approximate differential privacy, with a slack "
    "that is not tiny",
    definitions=[Definition(symbol=n_1, value=_size_approximate_sharpened(tau, beta))],
    note="The transfer theorem lecture-18/thm-0.2.sharpened at epsilon = 20 tau/29 and delta = "
    "epsilon beta/4, where Theorem 2.4 asks for delta = (beta/8)^(4/tau), and the sharp form of "
    "Lemma 3.2 (2).",
)

_ALL_ANSWERS = FromDefinitions(
    block="adaptive-queries/thm-3.3.definitions",
    scope="n at least n_0, from what adaptive-queries/thm-3.3.single shows of each query",
    rests_on=(
        "Laplace noises that are drawn in advance, and any dependence of the queries on them",
        "a chance of beta/(2 m) that a query deviates by tau/8, for each of the m queries",
        "linearity and monotonicity of the expectation, sum by sum",
    ),
)

thresholdout = Theorem(
    id="adaptive-queries/thm-3.3",
    title="Thresholdout",
    parameters=[n, m, B, tau, beta],
    definitions=[
        Definition(symbol=T, value=3 * tau / 4),
        Definition(symbol=sigma, value=tau / (96 * ln(4 * m / beta))),
        Definition(symbol=n_0, value=_size_pure(tau / 8, beta / (2 * m))),
        Definition(symbol=n_1, value=_size_approximate(tau / 8, beta / (2 * m))),
    ],
    hypotheses=[B <= m, n >= minimum(n_0, n_1)],
    accepts=[_HOLDOUT, _RANGE, _ADAPTIVE, _COUNTER],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS, about=_ANSWERS),
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="Theorem 3.3"),
    derived=_ALL_ANSWERS,
    remarks=[
        Remark(
            defect=Defect.MISPRINT,
            text="The counter Z_i is printed without what its differences must exceed; the proof "
            "needs tau/2. The condition n >= 48 ln(8/beta)/tau^2 of Theorem 2.4, which n_1 leaves "
            "out, holds for the sigma that is set here.",
        ),
        Remark(
            defect=Defect.AMBIGUOUS,
            text="The printed order of growth needs m/beta to stay away from 1: it tends to zero "
            "there, and the sample sizes do not.",
        ),
        Remark(
            defect=Defect.LOOSE,
            text="Half of the sample size of the private branches is due to a tail of the Laplace "
            "law that is the square root of the exact one.",
        ),
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "O(log m/beta) is to be read as O(log(m/beta)). For m/beta >= 2 the printed "
                "order is right, as the derivation shows with a constant."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The algorithm is called Threshold; Thresholdout is meant. n_1 has no "
                "definition: its display is printed as a second n_0."
            ),
        ),
    ],
)

thresholdout_sharpened = sharpened(
    thresholdout,
    id="adaptive-queries/thm-3.3.sharpened",
    title="Thresholdout with half of the noise",
    definitions=[
        Definition(symbol=T, value=3 * tau / 4),
        Definition(symbol=sigma, value=tau / (48 * ln(4 * m / beta))),
        Definition(symbol=n_0, value=_size_pure_sharpened(tau / 8, beta / (2 * m))),
        Definition(symbol=n_1, value=_size_approximate_sharpened(tau / 8, beta / (2 * m))),
    ],
    note="The noise as in the text of the file, n_0 from the sharp form of Corollary 2.3.1, which "
    "holds for every epsilon below 4 tau.",
)

thresholdout_at_noise = Theorem(
    id="adaptive-queries/thm-3.3.noise",
    title="Thresholdout at noise of a given size",
    parameters=[n, m, B, given_sigma, tau, beta],
    definitions=[
        Definition(symbol=T, value=3 * tau / 4),
        Definition(symbol=n_0, value=_size_pure_sharpened(tau / 8, beta / (2 * m))),
        Definition(symbol=n_1, value=_size_approximate_sharpened(tau / 8, beta / (2 * m))),
    ],
    hypotheses=[
        B <= m,
        given_sigma <= tau / (48 * ln(4 * m / beta)),
        n >= minimum(n_0, n_1),
    ],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ADAPTIVE, _COUNTER],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS, about=_ANSWERS),
    algorithm=algorithms.thresholdout,
    source=Source(key="lee_adaptive_queries", locator="Theorem 3.3"),
    status=Status.SHARPENED,
    note="The sharp form of the theorem, whose proof bounds the noise from above alone; less noise "
    "makes the answers no worse and takes more records.",
)

_DWORK = "dwork_et_al_2015_generalization"
_SLACK = tau * beta / (26 * ln(26 / tau))
_SIZE_DWORK = 80 * sqrt(B * ln(1 / (tau * beta))) / (tau * sigma)

sample_size_dwork = Theorem(
    id="dwork-et-al-2015/lem-24",
    title="Sample size of Thresholdout through approximate differential privacy, as published",
    parameters=[n, B, sigma, tau, beta],
    definitions=[Definition(symbol=n_1, value=_SIZE_DWORK)],
    hypotheses=[n >= n_1],
    accepts=[_ALGORITHM, _HOLDOUT, _RANGE, _ONE_QUERY],
    conclusion=Generalization(tau=tau, beta=beta, about=_HOLDOUT_MEAN),
    counted_by="adaptive-queries/thm-3.3",
    algorithm=algorithms.thresholdout,
    source=Source(key=_DWORK, locator="Lemma 24, n_1"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Said for sufficiently small beta and tau, which at tau = 0.1 means tau beta "
            "below 3.83e-14: the proof sets epsilon = tau/13, delta = tau beta/(26 ln(26/tau)), "
            "and needs 6400 ln(1/(tau beta)) >= 5408 ln(2/delta) and 338 ln(8/delta)/tau^2 "
            "records. With much noise n_1 falls below one record.",
        )
    ],
    superseded_by="dwork-et-al-2015/lem-24.corrected",
)

sample_size_dwork_corrected = corrected(
    sample_size_dwork,
    id="dwork-et-al-2015/lem-24.corrected",
    title="Sample size of Thresholdout through approximate differential privacy, with what the "
    "proof needs",
    definitions=[Definition(symbol=delta, value=_SLACK)],
    hypotheses=[
        n >= 13 * sqrt(32 * B * ln(2 / delta)) / (sigma * tau),
        n >= 338 * ln(8 / delta) / tau**2,
    ],
    source=Source(key=_DWORK, locator="Lemma 24, its proof"),
    note="The two conditions of the proof themselves, without the constant 80 that hides them.",
)
