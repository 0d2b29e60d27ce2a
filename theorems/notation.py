"""The one notation of the library: each symbol with its domain, unit and meaning.

A theorem takes its symbols from here, so that the same letter means the same thing everywhere.
Where a source uses another letter, the theorem's file translates it.
Two letters are as overloaded as in the field and carry two symbols: ``k`` (queries, or bits of
max-information) and ``m`` (queries, or bits of mutual information).
"""

import boundcalc.language as lang
from boundcalc.language import Symbol, Unit

n = Symbol("n", lang.POSITIVE_INTEGER, Unit.RECORDS, "size of the dataset")
m = Symbol("m", lang.POSITIVE_INTEGER, Unit.QUERIES, "number of queries", aliases=("k",))
B = Symbol("B", lang.POSITIVE_INTEGER, Unit.QUERIES, "budget of queries that overfit")
tau = Symbol("tau", lang.OPEN_PROBABILITY, Unit.NONE, "accuracy")
beta = Symbol("beta", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "failure probability")
epsilon = Symbol("epsilon", lang.POSITIVE, Unit.NATS, "privacy parameter")
delta = Symbol("delta", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "privacy failure")
sigma = Symbol("sigma", lang.POSITIVE, Unit.NONE, "noise scale")
n_0 = Symbol("n_0", lang.POSITIVE, Unit.RECORDS, "sample size through pure privacy")
n_1 = Symbol("n_1", lang.POSITIVE, Unit.RECORDS, "sample size through approximate privacy")
T = Symbol("T", lang.POSITIVE, Unit.NONE, "threshold of Thresholdout")
