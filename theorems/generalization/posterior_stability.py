r"""Transfer through posterior stability: a private interaction tells little about the population.

Main statements
---------------
`jung`: accuracy on the sample and privacy give accuracy on the population, with c and d free.
`jung_at_best`: the same with the c and d that are best.
`jung_sharpened`: the same with privacy used in both directions.

Conventions
-----------
Queries take values in [0, 1]; answers are clipped to [0, 1], so that none is off by more than 1.
The source writes alpha' and beta' for tau and beta, alpha and beta for alpha and beta_s.

The sharpened record rests on one computation.
Let B be a set of transcripts after each of which the query q that they point to has a mean over
the posterior law of a record that exceeds its population value by more than g, and let p be its
probability.
Take h = 1_B (q(x) - q(y)) for one record x of the dataset and a fresh y: its expectation exceeds
p g.
Given the other records and a transcript, q has values in an interval of length 1 and is weighted by
the ratio w of the posterior of x to its prior, so that h counts at most E(w - 1)_+; fact (a) of
`boundcalc_theorems.generalization.transfer` gives
E[h] <= (p (e^(epsilon/2) - 1) + 2 delta)/(e^(epsilon/2) + 1).
With g = (e^(epsilon/2) - 1)/(e^(epsilon/2) + 1) + 2 d follows p < delta/(d (e^(epsilon/2) + 1)),
and the same for transcripts whose query is too small.
The rest is the proof of the source: after all but beta_s/c of the transcripts the noise fails with
probability at most c, and then an answer is within alpha + c of the posterior mean.

References
----------
Jung, Ligett, Neel, Roth, Sharifi-Malvajerdi and Shenfeld, A New Analysis of Differential Privacy's
Generalization Guarantees, 2020.
"""

from boundcalc.language import (
    Definition,
    DifferentialPrivacy,
    PopulationAccuracy,
    SampleAccuracy,
    Source,
    Status,
    Theorem,
    exp,
    sqrt,
)
from boundcalc_theorems.notation import (
    beta,
    epsilon,
    free_posterior_slack,
    free_privacy_slack,
    posterior_slack,
    privacy_failure,
    privacy_slack,
    sample_alpha,
    sample_beta,
)

_RECORDS = "the records are drawn independently from one distribution"
_RANGES = ("queries take values in [0, 1]", "answers are clipped to [0, 1]")
_SOURCE = "jung_et_al_2020"
_PREMISES = (
    SampleAccuracy(alpha=sample_alpha, beta=sample_beta),
    DifferentialPrivacy(epsilon=epsilon, delta=privacy_failure),
)

jung = Theorem(
    id="jung-et-al/transfer",
    title="Transfer theorem of Jung et al.",
    parameters=[
        epsilon,
        privacy_failure,
        sample_alpha,
        sample_beta,
        free_posterior_slack,
        free_privacy_slack,
    ],
    premises=_PREMISES,
    accepts=[_RECORDS, *_RANGES],
    conclusion=PopulationAccuracy(
        tau=sample_alpha + (exp(epsilon) - 1) + free_posterior_slack + 2 * free_privacy_slack,
        beta=sample_beta / free_posterior_slack + privacy_failure / free_privacy_slack,
    ),
    source=Source(key=_SOURCE, locator="transfer theorem for statistical queries"),
)

jung_at_best = Theorem(
    id="jung-et-al/transfer.at-best",
    title="Transfer theorem of Jung et al., with its best c and d",
    parameters=[epsilon, privacy_failure, sample_alpha, sample_beta, beta],
    premises=_PREMISES,
    definitions=[
        Definition(
            symbol=posterior_slack,
            value=(sample_beta + sqrt(2 * sample_beta * privacy_failure)) / beta,
        ),
        Definition(
            symbol=privacy_slack,
            value=(privacy_failure + sqrt(sample_beta * privacy_failure / 2)) / beta,
        ),
    ],
    accepts=[_RECORDS, *_RANGES],
    conclusion=PopulationAccuracy(
        tau=sample_alpha + (exp(epsilon) - 1) + posterior_slack + 2 * privacy_slack, beta=beta
    ),
    source=Source(
        key=_SOURCE, locator="transfer theorem for statistical queries, at the best c and d"
    ),
    link="posterior stability",
    note="c + 2 d is (sqrt(beta_s) + sqrt(2 delta))^2/beta, by the Cauchy-Schwarz inequality the "
    "least for which beta_s/c + delta/d = beta.",
)

_HALVED_DELTA = 2 * privacy_failure / (exp(epsilon / 2) + 1)

jung_sharpened = Theorem(
    id="jung-et-al/transfer.sharpened",
    title="Transfer theorem of Jung et al., privacy used in both directions",
    parameters=[epsilon, privacy_failure, sample_alpha, sample_beta, beta],
    premises=_PREMISES,
    accepts=[_RECORDS, *_RANGES],
    conclusion=PopulationAccuracy(
        tau=sample_alpha
        + (exp(epsilon / 2) - 1) / (exp(epsilon / 2) + 1)
        + (sqrt(sample_beta) + sqrt(2 * _HALVED_DELTA)) ** 2 / beta,
        beta=beta,
    ),
    source=Source(key=_SOURCE, locator="transfer theorem for statistical queries"),
    status=Status.SHARPENED,
    link="two-sided posterior stability",
    note="The computation of the file, at the best c and d.",
)
