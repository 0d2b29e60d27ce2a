r"""Queries of small mean or variance: what is known of the population saves records.

Main statements
---------------
`fixed_mean`, `fixed_variance` and their forms for m queries that are fixed, or that are answered on
a fresh sample each: Chernoff's bound in terms of a divergence, and Bernstein's inequality.
`description_of_small_mean`, `description_of_small_variance`, `information_of_small_mean`: a query
that is chosen in view of the data, through the length of its description or max-information.
`holdout_of_small_mean`, `holdout_of_small_variance`: the reusable holdout without noise.
`gap_of_small_variance`, `gap_of_small_mean`: centred transfer.

Conventions
-----------
A query takes values in [0, 1]. mean_bound and variance_bound bound what every query that can be
asked has under the law of the records, not on the sample; nothing here can tell from the sample
whether they do, so that each is a premise about the population.
Where each query has a mean of at most p, or of at least 1 - p, with 2 p + tau <= 1, both tails at
tau are at most exp(-n D) with the divergence D of p + tau from p: D falls in p there, and the other
tail is the smaller one.
A variance of at most p (1 - p) follows.

The proofs are in ``theorems/notes/low-variance.md``.

References
----------
Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, 1963: the first bound of
Theorem 1, and Theorem 3, from which Bernstein's inequality follows.
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015: description length and max-information.
"""

from boundcalc.language import (
    CentredGaussianPrivacy,
    Definition,
    Expression,
    GapShortfall,
    Generalization,
    Inputs,
    MaxInformation,
    Queries,
    QueryCount,
    Role,
    Source,
    Status,
    Symbol,
    Theorem,
    ceil,
    exp,
    ln,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.adaptive_queries.counting import holdout_nodes
from boundcalc_theorems.generalization.centred_transfer import TAILS, mean_gap
from boundcalc_theorems.notation import (
    B,
    beta,
    bits,
    centred_mu,
    event_chance,
    information_slack,
    lower_tail,
    m,
    mean_bound,
    n,
    nodes,
    release_cells,
    tail_margin,
    tau,
    variance_bound,
)
from boundcalc_theorems.notation import max_information_bits as k

_RECORDS = "the records are drawn independently from one distribution"
_HOLDOUT = "the records of the holdout set are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"
_ADAPTIVE = "each query depends on the holdout set only through the answers before it"
_TRAINING = "the values on the training set depend on no record of the holdout set"
_ONE = "the one query is chosen before the records are drawn"
_ALL = "all queries are chosen before the records are drawn"
_PARTS = "the records are split evenly and each query is answered on a part of its own"
_SMALL_MEAN = (
    "under the law of the records every query that can be asked has an expectation of at most "
    "mean_bound, or of at least 1 - mean_bound"
)
_SMALL_VARIANCE = (
    "under the law of the records every query that can be asked has a variance of at most "
    "variance_bound"
)
_CHERNOFF = Source(key="hoeffding_1963", locator="Theorem 1, the first of its bounds")
_BERNSTEIN = Source(key="hoeffding_1963", locator="Theorem 3, in the form of Bernstein")
_OWN = Source(key="boundcalc_derivations", locator="low variance")
_ONE_MEAN = "the sample mean of the one query, which was fixed in advance,"


def _divergence(distance: Expression) -> Expression:
    """Return the divergence of mean_bound + distance from mean_bound."""
    upper = (mean_bound + distance) * ln(1 + distance / mean_bound)
    return upper + (1 - mean_bound - distance) * ln(1 - distance / (1 - mean_bound))


def _bernstein(distance: Expression) -> Expression:
    """Return the exponent of Bernstein's inequality for one record."""
    return distance**2 / (2 * (variance_bound + distance / 3))


# --- queries that are fixed, or answered on fresh samples --------------------------------------

fixed_mean = Theorem(
    id="low-variance/chernoff",
    title="Chernoff's bound for a fixed query of small mean",
    parameters=[n, mean_bound, tau],
    hypotheses=[2 * mean_bound + tau <= 1],
    accepts=[_RECORDS, _RANGE, _ONE, _SMALL_MEAN],
    conclusion=Generalization(tau=tau, beta=2 * exp(-n * _divergence(tau)), about=_ONE_MEAN),
    source=_CHERNOFF,
)

fixed_variance = Theorem(
    id="low-variance/bernstein",
    title="Bernstein's inequality for a fixed query",
    parameters=[n, variance_bound, tau],
    accepts=[_RECORDS, _RANGE, _ONE, _SMALL_VARIANCE],
    conclusion=Generalization(tau=tau, beta=2 * exp(-n * _bernstein(tau)), about=_ONE_MEAN),
    source=_BERNSTEIN,
)

many_fixed_mean = Theorem(
    id="low-variance/chernoff.non-adaptive",
    title="All queries fixed in advance, of small means",
    parameters=[n, m, mean_bound, tau, beta],
    hypotheses=[2 * mean_bound + tau <= 1, n >= ln(2 * m / beta) / _divergence(tau)],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="every one of the {m} sample means of queries fixed in advance",
    ),
    accepts=[_RECORDS, _RANGE, _ALL, _SMALL_MEAN],
    source=_CHERNOFF,
    role=Role.FLOOR,
)

many_fixed_variance = Theorem(
    id="low-variance/bernstein.non-adaptive",
    title="All queries fixed in advance, of small variances",
    parameters=[n, m, variance_bound, tau, beta],
    hypotheses=[n >= ln(2 * m / beta) / _bernstein(tau)],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="every one of the {m} sample means of queries fixed in advance",
    ),
    accepts=[_RECORDS, _RANGE, _ALL, _SMALL_VARIANCE],
    source=_BERNSTEIN,
    role=Role.FLOOR,
)

split_mean = Theorem(
    id="low-variance/chernoff.splitting",
    title="A fresh sample for every query of small mean",
    parameters=[n, m, mean_bound, tau, beta],
    hypotheses=[2 * mean_bound + tau <= 1, n >= m * ceil(ln(2 * m / beta) / _divergence(tau))],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS),
    accepts=[_RECORDS, _RANGE, _PARTS, _SMALL_MEAN],
    algorithm=algorithms.splitting,
    source=_CHERNOFF,
    role=Role.BASELINE,
)

split_variance = Theorem(
    id="low-variance/bernstein.splitting",
    title="A fresh sample for every query of small variance",
    parameters=[n, m, variance_bound, tau, beta],
    hypotheses=[n >= m * ceil(ln(2 * m / beta) / _bernstein(tau))],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS),
    accepts=[_RECORDS, _RANGE, _PARTS, _SMALL_VARIANCE],
    algorithm=algorithms.splitting,
    source=_BERNSTEIN,
    role=Role.BASELINE,
)

# --- queries that are chosen in view of the data -----------------------------------------------

description_of_small_mean = Theorem(
    id="low-variance/description-length.mean",
    title="What is described in few bits generalizes, queries of small mean",
    parameters=[n, bits, mean_bound, tau],
    premises=[QueryCount(bits=bits)],
    hypotheses=[2 * mean_bound + tau <= 1],
    accepts=[_RECORDS, _RANGE, _SMALL_MEAN],
    conclusion=Generalization(tau=tau, beta=2 * exp(bits * ln(2) - n * _divergence(tau))),
    source=_OWN,
    status=Status.SHARPENED,
    link="description length with small means",
)

description_of_small_variance = Theorem(
    id="low-variance/description-length.variance",
    title="What is described in few bits generalizes, queries of small variance",
    parameters=[n, bits, variance_bound, tau],
    premises=[QueryCount(bits=bits)],
    accepts=[_RECORDS, _RANGE, _SMALL_VARIANCE],
    conclusion=Generalization(tau=tau, beta=2 * exp(bits * ln(2) - n * _bernstein(tau))),
    source=_OWN,
    status=Status.SHARPENED,
    link="description length with small variances",
)

information_of_small_mean = Theorem(
    id="low-variance/max-information.mean",
    title="Generalization under bounded approximate max-information, queries of small mean",
    parameters=[n, tau, k, information_slack, mean_bound],
    premises=[MaxInformation(k=k, beta=information_slack, over=Inputs.PRODUCT)],
    hypotheses=[2 * mean_bound + tau <= 1],
    accepts=[_RECORDS, _RANGE, _SMALL_MEAN],
    conclusion=Generalization(
        tau=tau, beta=2 * exp(k * ln(2) - n * _divergence(tau)) + information_slack
    ),
    source=_OWN,
    status=Status.SHARPENED,
    note="For a query fixed in advance the chance of an error is that of Chernoff's bound.",
)

_HOLDOUT_DEFINITIONS = (
    Definition(symbol=release_cells, value=ceil(2 / (3 * tau))),
    Definition(symbol=nodes, value=holdout_nodes()),
)
_RELEASED = "{answers}, until {B} of them have come from the holdout set,"

holdout_of_small_mean = Theorem(
    id="low-variance/reusable-holdout.mean",
    title="Reusable holdout without noise, queries of small mean",
    parameters=[n, m, B, mean_bound, tau, beta],
    definitions=_HOLDOUT_DEFINITIONS,
    hypotheses=[
        B <= m,
        2 * mean_bound + tau / 4 <= 1,
        n >= ln(2 * nodes / beta) / _divergence(tau / 4),
    ],
    accepts=[_HOLDOUT, _RANGE, _ADAPTIVE, _TRAINING, _SMALL_MEAN],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS, about=_RELEASED),
    algorithm=algorithms.reusable_holdout,
    source=_OWN,
    status=Status.SHARPENED,
    note="As `counting/reusable-holdout`, with Chernoff's bound at every node.",
)

holdout_of_small_variance = Theorem(
    id="low-variance/reusable-holdout.variance",
    title="Reusable holdout without noise, queries of small variance",
    parameters=[n, m, B, variance_bound, tau, beta],
    definitions=_HOLDOUT_DEFINITIONS,
    hypotheses=[B <= m, n >= ln(2 * nodes / beta) / _bernstein(tau / 4)],
    accepts=[_HOLDOUT, _RANGE, _ADAPTIVE, _TRAINING, _SMALL_VARIANCE],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS, about=_RELEASED),
    algorithm=algorithms.reusable_holdout,
    source=_OWN,
    status=Status.SHARPENED,
    note="As `counting/reusable-holdout`, with Bernstein's inequality at every node.",
)


def _gap(name: str, title: str, bound: Symbol, deviation: Expression, accepted: str) -> Theorem:
    """Return the gap from a centre where the deviation of every query is bounded."""
    return Theorem(
        id=f"low-variance/centred-gap.{name}",
        title=f"Gap of a query that is chosen in view of an output with a centre, {title}",
        parameters=[centred_mu, event_chance, lower_tail, tail_margin, bound],
        premises=[CentredGaussianPrivacy(mu=centred_mu)],
        definitions=TAILS,
        accepts=[_RECORDS, _RANGE, accepted],
        conclusion=GapShortfall(gap=2 * deviation * mean_gap(event_chance), level=event_chance),
        source=_OWN,
        status=Status.SHARPENED,
        link=f"gap from a centre with {title}",
        note="The proof of `centred/gap` uses of a query that its variance is at most 1/4; with a "
        "smaller one the gap is smaller by the ratio of the standard deviations.",
    )


gap_of_small_variance = _gap(
    "variance", "small variances", variance_bound, sqrt(variance_bound), _SMALL_VARIANCE
)
gap_of_small_mean = _gap(
    "mean", "small means", mean_bound, sqrt(mean_bound * (1 - mean_bound)), _SMALL_MEAN
)
