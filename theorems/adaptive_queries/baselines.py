r"""What a user compares with: fresh data for every query, and the same data without adaptivity.

Main statements
---------------
`splitting`: every query is answered on its own part of the data, which needs no theory of
adaptivity.
`non_adaptive`: all queries are fixed before the data are drawn: the price of m queries without
the price of adaptivity.

Conventions
-----------
Each answer is the mean of a query with values in [0, 1]; Hoeffding's two-sided tail and a union
bound over the m queries give both sample sizes.

References
----------
Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, 1963, Theorem 1.
"""

from boundcalc.language import Generalization, Queries, Role, Source, Theorem, ceil, ln
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import beta, m, n, tau

_RECORDS = "the records are drawn independently from one distribution"
_RANGE = "queries take values in [0, 1]"

splitting = Theorem(
    id="baselines/splitting",
    title="A fresh sample for every query",
    parameters=[n, m, tau, beta],
    hypotheses=[n >= m * ceil(ln(2 * m / beta) / (2 * tau**2))],
    conclusion=Generalization(tau=tau, beta=beta, of=Queries.ANSWERS),
    accepts=[
        _RECORDS,
        _RANGE,
        "the records are split evenly and each query is answered on a part of its own",
    ],
    algorithm=algorithms.splitting,
    source=Source(key="hoeffding_1963", locator="Theorem 1, with a union bound"),
    role=Role.BASELINE,
)

non_adaptive = Theorem(
    id="baselines/non-adaptive",
    title="All queries fixed in advance",
    parameters=[n, m, tau, beta],
    hypotheses=[n >= ln(2 * m / beta) / (2 * tau**2)],
    conclusion=Generalization(
        tau=tau,
        beta=beta,
        of=Queries.ANSWERS,
        about="every one of the {m} sample means of queries fixed in advance",
    ),
    accepts=[_RECORDS, _RANGE, "all queries are chosen before the records are drawn"],
    source=Source(key="hoeffding_1963", locator="Theorem 1, with a union bound"),
    role=Role.FLOOR,
)
