r"""Generalization through mutual information and through description length.

Main statements
---------------
`information_of_privacy`, `information_of_gaussian_privacy`: privacy bounds mutual information.
`squared_error`: mutual information bounds the squared gap, and Markov's inequality its tail.
`expected_gap`: mutual information bounds the expected gap.
`short_descriptions`: an output that is described in few bits generalizes.
`bits_of_nats`: units.

Conventions
-----------
Mutual information is in nats, between a dataset of n independent records and the output; a
description is in bits.
The gap is that of a query with values in [0, 1], which the output chooses.

Two facts stand behind the records.
(a) For independent records the information of the dataset is at most the sum of what the output
tells about each record when the others are known, and by convexity each is at most the greatest
Kullback-Leibler divergence between outputs on neighbouring datasets, which is at most rho.
(b) For a query fixed in advance the gap D is sub-Gaussian with variance proxy 1/(4 n), so that
E[e^(2 n s D^2)] <= (1 - s)^(-1/2) for 0 < s < 1. By the variational formula of Donsker and
Varadhan, for the chosen query E[D^2] <= (I - ln(1 - s)/2)/(2 n s).

References
----------
Russo and Zou, Controlling Bias in Adaptive Data Analysis Using Information Theory, 2016.
Xu and Raginsky, Information-Theoretic Analysis of Generalization Capability of Learning
Algorithms, 2017.
Rogers, Roth, Smith, Srebro, Thakkar and Woodworth, Guaranteed Validity for Empirical Approaches to
Adaptive Data Analysis, 2020.
Bun and Steinke, Concentrated Differential Privacy, 2016.
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015, Theorem 9.
"""

from boundcalc.language import (
    ConcentratedPrivacy,
    E,
    ExpectedGeneralization,
    GaussianPrivacy,
    Generalization,
    MutualInformation,
    MutualInformationNats,
    QueryCount,
    Source,
    Theorem,
    exp,
    ln,
    log2,
    sqrt,
)
from boundcalc_theorems.notation import bits, information, mu, n, rho, share, tau

_RECORDS = "the records are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"

information_of_privacy = Theorem(
    id="bun-steinke/information",
    title="Concentrated privacy bounds mutual information",
    parameters=[n, rho],
    premises=[ConcentratedPrivacy(rho=rho)],
    accepts=[_RECORDS],
    conclusion=MutualInformationNats(m=rho * n),
    source=Source(key="bun_steinke_2016", locator="bounds on mutual information"),
    link="mutual information",
    note="Fact (a) of the file.",
)

information_of_gaussian_privacy = Theorem(
    id="dong-roth-su/information",
    title="Gaussian privacy bounds mutual information",
    parameters=[n, mu],
    premises=[GaussianPrivacy(mu=mu)],
    accepts=[_RECORDS],
    conclusion=MutualInformationNats(m=mu**2 * n / 2),
    source=Source(key="bun_steinke_2016", locator="bounds on mutual information"),
    link="mutual information of Gaussian privacy",
    note="Fact (a) of the file, with the divergence mu^2/2 of N(mu, 1) from N(0, 1).",
)

squared_error = Theorem(
    id="rogers-et-al-2020/squared-error",
    title="Mutual information bounds the squared gap",
    parameters=[n, information, share, tau],
    premises=[MutualInformationNats(m=information)],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(
        tau=tau, beta=(2 * information - ln(1 - share)) / (4 * n * share * tau**2)
    ),
    source=Source(key="rogers_et_al_2020", locator="the bound through mutual information"),
    link="squared error",
    note="Fact (b) of the file, with Markov's inequality for the square.",
)

expected_gap = Theorem(
    id="xu-raginsky/thm-1",
    title="Mutual information bounds the expected gap",
    parameters=[n, information],
    premises=[MutualInformationNats(m=information)],
    accepts=[_RECORDS, _RANGE],
    conclusion=ExpectedGeneralization(gap=sqrt(information / (2 * n))),
    source=Source(key="xu_raginsky_2017", locator="Theorem 1, with variance proxy 1/4"),
)

bits_of_nats = Theorem(
    id="units/bits-of-nats",
    title="Mutual information in bits",
    parameters=[information],
    premises=[MutualInformationNats(m=information)],
    conclusion=MutualInformation(m=log2(E) * information),
    source=Source(key="bun_steinke_2016", locator="a change of units"),
    correction_link="in bits",
)

short_descriptions = Theorem(
    id="dwork-et-al-2015/thm-9",
    title="What is described in few bits generalizes",
    parameters=[n, bits, tau],
    premises=[QueryCount(bits=bits)],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(tau=tau, beta=2 * exp(bits * ln(2) - 2 * tau**2 * n)),
    source=Source(
        key="dwork_et_al_2015_generalization", locator="Theorem 9, with Hoeffding's inequality"
    ),
    link="description length",
    note="A query that an output of 2^bits values alone chooses is one of so many.",
)
