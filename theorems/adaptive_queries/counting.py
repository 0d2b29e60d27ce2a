r"""Counting transcripts: whatever is asked at a node of the tree of answers is a fixed query.

Main statements
---------------
`reusable_holdout`: what Thresholdout does, without noise.
`gate`: only acceptance or rejection is released.
`finite_class`, `finite_universe`: queries, or records, from a finite set.
`ladder`, `running_best`: only the best score so far is released.
`ledger`: evaluations of any kind, whose outcomes were given shares beforehand.
`hypothesis_updates`: a hypothesis on a finite universe answers, until the records contradict it.
`p_values`, `bonferroni`: the level at which to run a test that was selected.

Conventions
-----------
The algorithms are deterministic given the training set, and so is the analyst once his lots are
drawn; no record of the holdout set is used in either.
So the query at each node of the tree of answers is fixed before the holdout set is drawn, its mean
has the tail of Hoeffding, and a union over all nodes covers the path that is taken.
nodes is the number of queries at all nodes together.
With the sampling error s of every query at every node, an answer within tau - s of its mean on the
holdout set is within tau of its expectation.
A query after j releases stands where j of the queries before it were released: there are
binomial(m, j + 1) such pairs of a query and of releases before it.
Scores that only rise through J steps, j of them taken before, choose those in binomial(J, j) ways,
and by the identity of Vandermonde the sum of binomial(k, j + 1) binomial(J, j) over j is
binomial(k + J, J + 1), which Stirling's formula with the remainder of Robbins bounds from above.

A ledger needs no count of nodes.
The outcomes of an evaluation get shares that sum to at most 1, and a node the product of the shares
on the way to it: at each level these weights sum to at most 1, so that the failure beta, spread
over m levels and by weight within each, covers all nodes together.
A node with L nats spent has the weight e^(-L), and Hoeffding's tail there is 2 e^(-2 n tau^2).

References
----------
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015: a holdout that is only compared, and description length.
Rogers, Roth, Smith, Srebro, Thakkar and Woodworth, Guaranteed Validity for Empirical Approaches to
Adaptive Data Analysis, 2020: guess and check.
Blum and Hardt, The Ladder: A Reliable Leaderboard for Machine Learning Competitions, 2015.
Hardt and Rothblum, A Multiplicative Weights Mechanism for Privacy-Preserving Data Analysis, 2010.
Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, 1963, Theorem 1.
"""

from boundcalc.language import (
    PI,
    BestScore,
    Definition,
    DescriptionLength,
    Expression,
    Generalization,
    OverfittingBound,
    PValueCorrection,
    Queries,
    Source,
    Status,
    Symbol,
    Theorem,
    binomial,
    ceil,
    exp,
    ln,
    sqrt,
    summation,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    B,
    accepted,
    alpha,
    beta,
    bits,
    cells,
    class_size,
    log_nodes,
    m,
    n,
    nodes,
    record_values,
    release_cells,
    rungs,
    several_record_values,
    spent,
    submissions,
    tau,
    tests,
    threshold,
    updates,
)

_HOLDOUT = "the records of the holdout set are drawn independently from one distribution"
_RECORDS = "the records are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"
_ADAPTIVE = "each query depends on the holdout set only through the answers before it"
_HOEFFDING = "hoeffding_1963"
_INDEX = Symbol("j")


def holdout_nodes() -> Expression:
    """Return how many queries can be asked of a reusable holdout that releases rounded values."""
    return summation(_INDEX, 0, B - 1, binomial(m, _INDEX + 1) * release_cells**_INDEX)


reusable_holdout = Theorem(
    id="counting/reusable-holdout",
    title="Reusable holdout without noise",
    parameters=[n, m, B, tau, beta],
    definitions=[
        Definition(symbol=release_cells, value=ceil(2 / (3 * tau))),
        Definition(symbol=nodes, value=holdout_nodes()),
    ],
    hypotheses=[B <= m, n >= 8 * ln(2 * nodes / beta) / tau**2],
    accepts=[
        _HOLDOUT,
        _RANGE,
        _ADAPTIVE,
        "the values on the training set depend on no record of the holdout set",
    ],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="{answers}, until {B} of them have come from the holdout set,",
    ),
    algorithm=algorithms.reusable_holdout,
    source=Source(key="rogers_et_al_2020", locator="guess and check, its transcripts counted"),
    status=Status.SHARPENED,
    note="Where the answers are as accurate as this says, a query is released only if its value on "
    "the training set is farther than tau/2 from its expectation; the training values stay in use "
    "for all others.",
)

gate = Theorem(
    id="counting/gate",
    title="A gate that accepts or rejects",
    parameters=[n, m, accepted, tau, beta],
    definitions=[
        Definition(symbol=nodes, value=summation(_INDEX, 0, accepted, binomial(m, _INDEX + 1))),
    ],
    hypotheses=[accepted <= m, n >= ln(nodes / beta) / (2 * tau**2)],
    accepts=[
        _HOLDOUT,
        _RANGE,
        "each query depends on the holdout set only through which of the queries before it were "
        "accepted, of which there are at most `accepted`",
    ],
    conclusion=OverfittingBound(tau=tau, beta=beta),
    algorithm=algorithms.gate,
    source=Source(key=_HOEFFDING, locator="Theorem 1, one side, with a union over the decisions"),
    status=Status.SHARPENED,
    note="The queries after the last acceptance are counted, too: they are the term of index "
    "`accepted`.",
)

finite_class = Theorem(
    id="counting/finite-class",
    title="Queries from a finite class",
    parameters=[n, class_size, tau, beta],
    hypotheses=[n >= ln(2 * class_size / beta) / (2 * tau**2)],
    accepts=[
        _RECORDS,
        _RANGE,
        "all queries come from a class that is fixed before the records are drawn",
    ],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="the sample mean of every query of the class, however many are asked and in view of "
        "whatever,",
    ),
    source=Source(key=_HOEFFDING, locator="Theorem 1, with a union over the class"),
    status=Status.SHARPENED,
)

finite_universe = Theorem(
    id="counting/finite-universe",
    title="Records from a finite universe",
    parameters=[n, record_values, tau, beta],
    hypotheses=[n >= (record_values * ln(2) + ln(1 / beta)) / (2 * tau**2)],
    accepts=[_RECORDS, _RANGE],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="the sample mean of every query, however many are asked and in view of whatever,",
    ),
    source=Source(key=_HOEFFDING, locator="Theorem 1, with a union over the sets of values"),
    status=Status.SHARPENED,
    note="The greatest error is that of the indicator of a set of values, and there are "
    "2^record_values sets; the error of a set is minus that of its complement, so that one side "
    "suffices.",
)


def _log_rising(count: Symbol, length: Expression, total: Expression) -> Expression:
    """Return the logarithm of binomial(total, length), by Stirling's formula a little more.

    The total is count + length - 1.
    """
    return (
        length * ln(total / length)
        + (count - 1) * ln(1 + length / (count - 1))
        + ln(total / (2 * PI * length * (count - 1))) / 2
    )


_SUBMITTED = "each query depends on the holdout set only through the scores released before it"

ladder = Theorem(
    id="counting/ladder",
    title="The Ladder, its transcripts counted",
    parameters=[n, submissions, rungs, tau, beta],
    definitions=[
        Definition(symbol=log_nodes, value=_log_rising(submissions, rungs + 1, submissions + rungs))
    ],
    hypotheses=[
        tau > 1 / rungs,
        n >= (log_nodes + ln(2 / beta)) / (2 * (tau - 1 / rungs) ** 2),
    ],
    accepts=[_HOLDOUT, _RANGE, _SUBMITTED],
    conclusion=BestScore(tau=tau, beta=beta),
    algorithm=algorithms.ladder,
    source=Source(key="blum_hardt_2015", locator="the Ladder, its transcripts counted"),
    status=Status.SHARPENED,
    note="A released score is at most 1/(2 J) above the best mean on the holdout set, and at most "
    "1/J below it.",
)

running_best = Theorem(
    id="counting/running-best",
    title="The best score so far, rounded",
    parameters=[n, submissions, cells, tau, beta],
    definitions=[
        Definition(symbol=log_nodes, value=_log_rising(submissions, cells, submissions + cells - 1))
    ],
    hypotheses=[
        tau > 1 / (2 * cells),
        n >= (log_nodes + ln(2 / beta)) / (2 * (tau - 1 / (2 * cells)) ** 2),
    ],
    accepts=[_HOLDOUT, _RANGE, _SUBMITTED],
    conclusion=BestScore(tau=tau, beta=beta),
    algorithm=algorithms.running_best,
    source=Source(key="blum_hardt_2015", locator="the Ladder without its margin, counted"),
    status=Status.SHARPENED,
    note="The Ladder shows a new score only beyond a margin; without it the scores rise through as "
    "many steps, and each is nearer to the best mean.",
)

ledger = Theorem(
    id="counting/ledger",
    title="A ledger of a holdout",
    parameters=[n, m, spent, tau],
    accepts=[
        _HOLDOUT,
        _RANGE,
        "at most m evaluations are made, a number that is fixed before the first one",
        "each query, what may be released of it, and the share of each outcome depend on the "
        "holdout set only through what was released before; the shares of the outcomes of an "
        "evaluation sum to at most 1",
        "nothing else about the holdout set is released",
    ],
    conclusion=Generalization(
        tau=tau,
        beta=2 * m * exp(spent - 2 * n * tau**2),
        of=Queries.ANSWERS,
        about="the mean on the holdout set of every evaluation before which at most {spent} nats "
        "were spent",
    ),
    source=Source(
        key="dwork_et_al_2015_generalization",
        locator="description length, with a code for the outcomes that may be chosen on the way",
    ),
    status=Status.SHARPENED,
    note="The same failure covers all evaluations together, each with the tau of what was spent "
    "before it. `boundcalc holdout` keeps such a ledger in a file.",
)

hypothesis_updates = Theorem(
    id="counting/hypothesis-updates",
    title="A hypothesis that is updated where it is far off",
    parameters=[n, m, several_record_values, updates, tau, beta],
    definitions=[
        Definition(symbol=threshold, value=sqrt(ln(several_record_values) / (2 * updates))),
        Definition(symbol=release_cells, value=ceil(1 / (2 * threshold))),
        Definition(
            symbol=log_nodes,
            value=(updates + 1) * (1 + ln(m * release_cells / (updates + 1))) - ln(release_cells),
        ),
    ],
    hypotheses=[
        updates + 1 <= m,
        tau > threshold,
        n >= (log_nodes + ln(2 / beta)) / (2 * (tau - threshold) ** 2),
    ],
    accepts=[
        _RECORDS,
        "a record has one of `record_values` values, which are known before the records are drawn",
        _RANGE,
        "each query depends on the records only through the answers before it",
    ],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS),
    algorithm=algorithms.hypothesis_updates,
    source=Source(
        key="hardt_rothblum_2010", locator="multiplicative weights, its transcripts counted"
    ),
    status=Status.SHARPENED,
    note="For fewer than some thousand values `counting/finite-universe` needs less, whatever is "
    "asked. The hypothesis is projected, so that each update brings it nearer to the records by "
    "2 a^2 in relative entropy, which is at most ln(record_values) at first. Where updates come "
    "near m the count of nodes is loose: there are at most (1 + release_cells)^m.",
)

_VALID = (
    "the p-value of each test, fixed in advance, is at most gamma with probability at most gamma "
    "where its null hypothesis is true"
)

p_values = Theorem(
    id="counting/p-values",
    title="Correction of p-values from description length",
    parameters=[alpha, bits],
    premises=[DescriptionLength(bits=bits)],
    accepts=[_VALID, "the output alone says which test is run"],
    conclusion=PValueCorrection(alpha=alpha, gamma=alpha / 2**bits),
    source=Source(
        key="dwork_et_al_2015_generalization",
        locator="description length, its union bound over the outputs",
    ),
    status=Status.SHARPENED,
    note="Needs no independence of the records.",
)

bonferroni = Theorem(
    id="counting/bonferroni",
    title="Bonferroni's correction",
    parameters=[alpha, tests],
    accepts=[_VALID, "all tests that can be selected are fixed before the records are drawn"],
    conclusion=PValueCorrection(alpha=alpha, gamma=alpha / tests),
    source=Source(key="dunn_1961", locator="the inequality of Bonferroni"),
    note="No theory of adaptivity: what to compare corrections with.",
)
