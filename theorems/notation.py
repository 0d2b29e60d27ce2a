"""The one notation of the library: each symbol with its domain, unit and meaning.

A theorem takes its symbols from here, so that the same letter means the same thing everywhere.
Where a source uses another letter, the theorem's file translates it.
Two letters are as overloaded as in the field and carry two symbols: ``k`` (queries, or bits of
max-information) and ``m`` (queries, or bits of mutual information).
"""

from dataclasses import replace

import boundcalc.language as lang
from boundcalc.language import Symbol, Unit

# What the choice of a parameter of the algorithm trades against what.
_PRIVACY = "more privacy makes answers worse"
_NOISE = "more noise makes answers worse"
_SENSITIVITY = (
    "a smaller sensitivity is that of other queries (means of queries with values in [0, 1] over n "
    "records have Delta = 1/n)"
)
_OUTPUT = "an output that tells less about the data is worth less"
_CLOSENESS = "answers that are closer to the sample tell more about it"

n = Symbol("n", lang.POSITIVE_INTEGER, Unit.RECORDS, "size of the dataset")
m = Symbol("m", lang.POSITIVE_INTEGER, Unit.QUERIES, "number of queries", aliases=("k",))
B = Symbol(
    "B", lang.POSITIVE_INTEGER, Unit.QUERIES, "budget of queries that overfit", is_allowance=True
)
tau = Symbol("tau", lang.OPEN_PROBABILITY, Unit.NONE, "accuracy")
beta = Symbol("beta", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "failure probability")
epsilon = Symbol(
    "epsilon", lang.POSITIVE, Unit.NATS, "privacy parameter", is_chosen=True, trades=_PRIVACY
)
delta = Symbol("delta", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "privacy failure", is_chosen=True)
sigma = Symbol("sigma", lang.POSITIVE, Unit.NONE, "noise scale", is_chosen=True, trades=_NOISE)
given_sigma = replace(sigma, is_chosen=False, trades="")
n_0 = Symbol("n_0", lang.POSITIVE, Unit.RECORDS, "sample size through pure privacy")
n_1 = Symbol("n_1", lang.POSITIVE, Unit.RECORDS, "sample size through approximate privacy")
T = Symbol("T", lang.POSITIVE, Unit.NONE, "threshold of Thresholdout")

# Mechanisms, transfer and concentration.
Delta = Symbol(
    "Delta", lang.POSITIVE, Unit.NONE, "sensitivity", aliases=("sensitivity",), trades=_SENSITIVITY
)
delta_or_zero = Symbol(
    "delta",
    lang.interval("[0, 1)"),
    Unit.PROBABILITY,
    "privacy failure; zero is pure privacy",
    is_chosen=True,
)
epsilon_prime = Symbol(
    "epsilon_prime",
    lang.POSITIVE,
    Unit.NATS,
    "privacy parameter of the exponential mechanism",
    is_chosen=True,
)
outcomes = Symbol(
    "outcomes",
    lang.POSITIVE_INTEGER,
    Unit.NONE,
    "number of possible outcomes",
    latex=r"|\mathcal{Y}|",
)
score_weight = Symbol(
    "score_weight",
    lang.POSITIVE,
    Unit.NONE,
    "factor of the score in the exponent",
    latex=r"\lambda",
)
datasets = Symbol(
    "datasets",
    lang.POSITIVE_INTEGER,
    Unit.NONE,
    "number of datasets of Monitor",
    latex="T",
    is_chosen=True,
)
overfit_chance = Symbol(
    "overfit_chance",
    lang.PROBABILITY,
    Unit.PROBABILITY,
    "chance that the chosen query overfits by tau",
    latex=r"p_{\tau}",
)
reference_mean = Symbol(
    "reference_mean",
    lang.PROBABILITY,
    Unit.NONE,
    "expectation under the other variable",
    latex=r"\mathbb{E}[f(Y)]",
)
mean = Symbol("mean", lang.NONNEGATIVE, Unit.NONE, "expectation", latex=r"\mathbb{E}[X]")
level = Symbol("level", lang.POSITIVE, Unit.NONE, "level that the variable reaches", latex="a")
deviation = Symbol("deviation", lang.POSITIVE, Unit.NONE, "deviation", latex="t")
width = Symbol(
    "width", lang.POSITIVE, Unit.NONE, "width of the range of each variable", latex="(b - a)"
)
squared_widths = Symbol(
    "squared_widths",
    lang.POSITIVE,
    Unit.NONE,
    "sum of the squared widths of the ranges",
    latex=r"\sum_{i=1}^{n} (b_i - a_i)^2",
)
tail_constant = Symbol(
    "tail_constant", lang.POSITIVE, Unit.NONE, "constant in the exponent", latex="c"
)
copies = Symbol(
    "copies", lang.POSITIVE_INTEGER, Unit.NONE, "number of independent copies", latex="m"
)
columns = Symbol("columns", lang.POSITIVE_INTEGER, Unit.NONE, "number of columns", latex="m")
column_mean = Symbol(
    "column_mean", lang.NONNEGATIVE, Unit.NONE, "greatest expected column sum", latex=r"\mu"
)
eta = Symbol("eta", lang.POSITIVE, Unit.NATS, "privacy parameter of the selection", is_chosen=True)
expected_maximum = Symbol(
    "expected_maximum",
    lang.POSITIVE,
    Unit.NONE,
    "expected maximum of zero and the copies",
    latex="M",
)
expected_maximum_or_zero = replace(expected_maximum, domain=lang.NONNEGATIVE)
increment_bound = Symbol(
    "increment_bound", lang.POSITIVE, Unit.NONE, "bound on each increment", latex=r"\alpha"
)
drift = Symbol(
    "drift", lang.REAL, Unit.NONE, "bound on each conditional expectation", latex=r"\gamma"
)

# Max-information, p-values and codes.
max_information_bits = Symbol("k", lang.NONNEGATIVE, Unit.BITS, "max-information")
mutual_information_bits = Symbol("m", lang.NONNEGATIVE, Unit.BITS, "mutual information")
information_slack = Symbol(
    "beta", lang.interval("[0, 1)"), Unit.PROBABILITY, "approximation of max-information"
)
positive_information_slack = replace(information_slack, domain=lang.OPEN_PROBABILITY)
k_1 = Symbol("k_1", lang.NONNEGATIVE, Unit.BITS, "max-information of the first algorithm")
k_2 = Symbol("k_2", lang.NONNEGATIVE, Unit.BITS, "max-information of the second algorithm")
beta_1 = Symbol("beta_1", lang.interval("[0, 1)"), Unit.PROBABILITY, "approximation of k_1")
beta_2 = Symbol("beta_2", lang.interval("[0, 1)"), Unit.PROBABILITY, "approximation of k_2")
event_probability = Symbol(
    "q",
    lang.PROBABILITY,
    Unit.PROBABILITY,
    "greatest probability of the bad event of an output that is fixed in advance",
)
t = Symbol("t", lang.NONNEGATIVE, Unit.NONE, "deviation in standard deviations", is_chosen=True)
delta_hat = Symbol(
    "delta_hat",
    lang.OPEN_PROBABILITY,
    Unit.PROBABILITY,
    "slack of one record's conditional law",
    is_chosen=True,
)
pointwise_epsilon = Symbol(
    "b", lang.POSITIVE, Unit.NATS, "bound on the log ratio at a point", is_chosen=True
)
delta_prime = Symbol(
    "delta_prime", lang.POSITIVE, Unit.PROBABILITY, "chance of an outcome that tells too much"
)
delta_second = Symbol(
    "delta_second", lang.POSITIVE, Unit.PROBABILITY, "chance of a record that tells too much"
)
nu = Symbol("nu", lang.POSITIVE, Unit.BITS, "expected information about one record")
nu_nats = replace(nu, unit=Unit.NATS)
information_step = Symbol(
    "c", lang.POSITIVE, Unit.BITS, "greatest information about one record that is not excepted"
)
values = Symbol(
    "values", lang.POSITIVE_INTEGER, Unit.NONE, "number of values of X", latex=r"|\Sigma|"
)
record_values = Symbol(
    "record_values",
    lang.POSITIVE_INTEGER,
    Unit.NONE,
    "number of values of a record",
    latex=r"|\mathcal{X}|",
    is_allowance=True,  # what holds for records of any values holds for these
)
alpha = Symbol("alpha", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "significance level")
gamma = Symbol("gamma", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "corrected level")
C = Symbol("C", lang.POSITIVE, Unit.NONE, "deviation in units of epsilon Delta n")
minimum_distance = Symbol("t", lang.POSITIVE, Unit.NONE, "minimum distance of a code")
r = Symbol("r", lang.POSITIVE, Unit.BITS, "length of the description")
s = Symbol("s", lang.POSITIVE, Unit.NONE, "radius of the Hamming balls")
optimal_slack = Symbol(
    "beta_opt", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "approximation that is best for the level"
)
beta_first = Symbol(
    "beta_1", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "approximation for the first algorithm"
)
beta_second = Symbol(
    "beta_2", lang.OPEN_PROBABILITY, Unit.PROBABILITY, "approximation for the second algorithm"
)

# Routes: answers to adaptive queries, from their noise to their accuracy.
epsilon_0 = Symbol(
    "epsilon_0",
    lang.POSITIVE,
    Unit.NATS,
    "privacy parameter of one answer",
    is_chosen=True,
    trades=_PRIVACY,
)
delta_0 = Symbol(
    "delta_0",
    lang.interval("[0, 1)"),
    Unit.PROBABILITY,
    "privacy failure of one answer",
    is_chosen=True,
)
given_delta_0 = replace(delta_0, is_chosen=False)
composition_slack = Symbol(
    "composition_slack",
    lang.OPEN_PROBABILITY,
    Unit.PROBABILITY,
    "chance that the composition loses more",
    latex=r"\tilde{\delta}",
    is_chosen=True,
)
rho = Symbol(
    "rho",
    lang.POSITIVE,
    Unit.NATS,
    "concentrated privacy parameter",
    is_chosen=True,
    trades=_PRIVACY,
)
mu = Symbol(
    "mu", lang.POSITIVE, Unit.NONE, "Gaussian privacy parameter", is_chosen=True, trades=_PRIVACY
)
order = Symbol(
    "order",
    lang.interval("(1, oo)"),
    Unit.NONE,
    "order of the Rényi divergence",
    latex="a",
    is_chosen=True,
)
given_order = replace(order, is_chosen=False)
sample_alpha = Symbol(
    "alpha", lang.POSITIVE, Unit.NONE, "sample accuracy", is_chosen=True, trades=_CLOSENESS
)
sample_beta = Symbol(
    "beta_s",
    lang.NONNEGATIVE,
    Unit.PROBABILITY,
    "chance that some answer is farther than alpha from the sample",
    is_chosen=True,
    trades=_CLOSENESS,
)
positive_sample_beta = replace(sample_beta, domain=lang.OPEN_PROBABILITY)
noise_quantile = Symbol(
    "z", lang.POSITIVE, Unit.NONE, "bound on the noise in standard deviations", is_chosen=True
)
gap_tau = Symbol(
    "tau_1", lang.POSITIVE, Unit.NONE, "distance of sample and population", is_chosen=True
)
gap_beta = Symbol(
    "beta_1",
    lang.NONNEGATIVE,
    Unit.PROBABILITY,
    "chance that sample and population are farther apart",
    is_chosen=True,
)
posterior_slack = Symbol("c", lang.POSITIVE, Unit.NONE, "price of the failing noise")
privacy_slack = Symbol("d", lang.NONNEGATIVE, Unit.NONE, "price of the failing privacy")
free_posterior_slack = replace(posterior_slack, is_chosen=True)
free_privacy_slack = replace(privacy_slack, domain=lang.POSITIVE, is_chosen=True)
cells = Symbol(
    "cells",
    lang.interval("[2, oo)", integer=True),
    Unit.NONE,
    "cells that answers are rounded to",
    latex="r",
    is_chosen=True,
)
bits = Symbol(
    "bits", lang.NONNEGATIVE, Unit.BITS, "description length", is_chosen=True, trades=_OUTPUT
)
information = Symbol(
    "information",
    lang.NONNEGATIVE,
    Unit.NATS,
    "mutual information",
    latex="I",
    is_chosen=True,
    trades=_OUTPUT,
)
share = Symbol(
    "share",
    lang.OPEN_PROBABILITY,
    Unit.NONE,
    "exponent of the squared gap, in units of 2 n",
    latex=r"\lambda",
    is_chosen=True,
)
privacy_failure = replace(delta, domain=lang.PROBABILITY)
free_information_slack = replace(positive_information_slack, is_chosen=True)

# Centred transfer.
centred_mu = Symbol(
    "mu_c",
    lang.POSITIVE,
    Unit.NONE,
    "Gaussian privacy parameter from a centre",
    latex=r"\mu_c",
    is_chosen=True,
    trades=_PRIVACY,
)
shortfall = Symbol(
    "shortfall",
    lang.POSITIVE,
    Unit.NONE,
    "mean of the greatest error on the worst event of probability beta",
    latex=r"\bar{\alpha}",
    is_chosen=True,
    trades=_CLOSENESS,
)
gap_shortfall = Symbol(
    "gap",
    lang.POSITIVE,
    Unit.NONE,
    "mean gap of sample and population on the worst event of probability beta",
    latex=r"\bar{\tau}",
    is_chosen=True,
    trades=_CLOSENESS,
)
event_chance = Symbol(
    "event_chance",
    lang.OPEN_PROBABILITY,
    Unit.PROBABILITY,
    "probability of the worst event",
    latex="p",
)
lower_tail = Symbol(
    "z_1",
    lang.interval("[1/4, oo)"),  # a search in logarithms would be lured to zero
    Unit.NONE,
    "where the lower tail of the worst event ends",
    is_chosen=True,
)
upper_tail = Symbol("z_2", lang.POSITIVE, Unit.NONE, "where its upper tail begins")
tail_margin = Symbol(
    "tail_margin",
    lang.POSITIVE,
    Unit.NONE,
    "by how much the upper tail is farther out",
    latex="w",
    is_chosen=True,
)
tail_weight = Symbol("theta", lang.POSITIVE, Unit.NONE, "weight of the event against its moment")
ratio_price = Symbol("lambda", lang.POSITIVE, Unit.NONE, "price of probability of the event")

# Groups, and answers of two kinds.
group_size = Symbol("g", lang.POSITIVE_INTEGER, Unit.NONE, "records in which the datasets differ")
m_1 = Symbol("m_1", lang.POSITIVE_INTEGER, Unit.QUERIES, "number of answers of the first kind")
m_2 = replace(m_1, name="m_2", meaning="number of answers of the second kind")
epsilon_1 = Symbol(
    "epsilon_1",
    lang.POSITIVE,
    Unit.NATS,
    "privacy parameter of one answer of the first kind",
    is_chosen=True,
    trades=_PRIVACY,
)
epsilon_2 = replace(
    epsilon_1, name="epsilon_2", meaning="privacy parameter of one answer of the second kind"
)
truth_chance = Symbol(
    "truth_chance",
    lang.interval("[1/2, 1)"),
    Unit.PROBABILITY,
    "probability of the true answer",
    latex="p",
)

# What is known of the population.
mean_bound = Symbol(
    "mean_bound",
    lang.interval("(0, 1/2)"),
    Unit.NONE,
    "bound on the expectation of every query",
    latex="p_0",
    is_allowance=True,  # what holds for queries of any mean holds for these
)
variance_bound = replace(
    mean_bound,
    name="variance_bound",
    domain=lang.interval("(0, 1/4]"),
    meaning="bound on the variance of every query",
    latex="v",
)

# Counting transcripts.
release_cells = replace(cells, domain=lang.POSITIVE_INTEGER, is_chosen=False)
nodes = Symbol(
    "nodes", lang.POSITIVE, Unit.NONE, "queries that can be asked, on all paths together", latex="N"
)
accepted = Symbol(
    "accepted",
    lang.NONNEGATIVE_INTEGER,
    Unit.QUERIES,
    "most queries that the gate accepts",
    latex="A",
)
class_size = Symbol(
    "class_size",
    lang.POSITIVE_INTEGER,
    Unit.NONE,
    "number of queries in the class",
    latex=r"|\mathcal{Q}|",
)
several_record_values = replace(record_values, domain=lang.interval("[2, oo)", integer=True))
submissions = Symbol(
    "submissions",
    lang.interval("[2, oo)", integer=True),
    Unit.NONE,
    "number of submissions to the leaderboard",
    latex="k",
)
rungs = Symbol(
    "rungs",
    lang.interval("[2, oo)", integer=True),
    Unit.NONE,
    "number of steps from the score 0 to the score 1",
    latex="J",
    is_chosen=True,
)
updates = Symbol(
    "updates",
    lang.POSITIVE_INTEGER,
    Unit.QUERIES,
    "most updates of the hypothesis",
    latex="T",
    is_chosen=True,
)
threshold = Symbol(
    "threshold", lang.POSITIVE, Unit.NONE, "distance at which the hypothesis is updated", latex="a"
)
log_nodes = Symbol(
    "log_nodes",
    lang.NONNEGATIVE,
    Unit.NONE,
    "bound on the logarithm of the queries that can be asked, on all paths together",
    latex=r"\ln N",
)
squared_epsilons = Symbol(
    "squares",
    lang.POSITIVE,
    Unit.NONE,
    "sum of the squares of the privacy parameters of all answers",
    latex=r"\textstyle\sum\varepsilon_i^2",
    trades=_PRIVACY,
)
spent = Symbol(
    "spent", lang.NONNEGATIVE, Unit.NATS, "sum of ln(1/share) over what was released", latex="L"
)
tests = Symbol(
    "tests", lang.POSITIVE_INTEGER, Unit.NONE, "number of tests that are fixed in advance"
)

# Limits from below.
coins = Symbol("coins", lang.POSITIVE_INTEGER, Unit.QUERIES, "coins that the analyst asks")
votes = Symbol("votes", lang.POSITIVE_INTEGER, Unit.QUERIES, "times that the vote is asked")
own_noise = Symbol(
    "sigma_0",
    lang.POSITIVE,
    Unit.NONE,
    "scale of the noise that the analyst adds",
    latex=r"\sigma_0",
    is_chosen=True,
)
vote_mean = Symbol("overfit", lang.REAL, Unit.NONE, "mean overfit of the vote", latex=r"\mu")
vote_variance = Symbol(
    "variance", lang.POSITIVE, Unit.NONE, "variance of the overfit of the vote", latex="W"
)
tangent_depth = Symbol(
    "depth",
    lang.POSITIVE,
    Unit.NONE,
    "how far below tau a tangent touches the chance of failing, in standard deviations",
    latex="d",
    is_chosen=True,
)
tangent_reach = Symbol(
    "reach",
    lang.OPEN_PROBABILITY,
    Unit.NONE,
    "height up to which that tangent is used",
    latex=r"\theta",
    is_chosen=True,
)
tangent_height = Symbol("height", lang.POSITIVE, Unit.NONE, "height where it touches", latex="h")
tangent_slope = Symbol("slope", lang.POSITIVE, Unit.NONE, "slope of the tangent", latex="p")
