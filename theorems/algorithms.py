"""The algorithms that the theorems are about, each stated once.

Conventions
-----------
Lap(b) is the Laplace law of mean zero and scale b, whose density is proportional to e^(-|x|/b).
All draws are independent of the data and of each other.
A call runs in doubles and is made for experiments: a release that must withstand attacks on the
low bits of its noise needs a sampler of its own.

References
----------
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015.
Lee, Differential Privacy for Adaptive Queries, Algorithm 1.
McSherry and Talwar, Mechanism Design via Differential Privacy, 2007.
Sorrell, Lecture 12 and Lecture 18.
"""

from boundcalc.language import Algorithm

_START = ("import numpy as np",)
_RNG = ("rng = np.random.default_rng()",)
_MEANS = ("means = [0.25, 0.75]  # of the queries, over the n records",)
_QUERY = "Take a query with values in [0, 1], which may depend on the answers before it."
_VALUES = (
    "Take a value that changes by at most Delta when one record is replaced, whatever was "
    "released before."
)

gaussian_noise = Algorithm(
    name="Gaussian noise on sample means",
    clause="each answer is the sample mean of its query plus normal noise of standard "
    "deviation {sigma}",
    steps=(
        _QUERY,
        "Answer its mean over the n records plus a fresh draw from the normal law of mean zero "
        "and standard deviation sigma.",
        "Repeat for each of the m queries; nothing else about the records is released.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import gaussian_mechanism",
        *_RNG,
        *_MEANS,
        "answers = gaussian_mechanism(means, sigma={sigma}, rng=rng)",
    ),
    letter="sigma",
    meaning="standard deviation of normal noise",
)

gaussian_noise_on_values = Algorithm(
    name="Gaussian noise on values",
    clause="each value is released with normal noise of standard deviation {sigma}",
    steps=(
        _VALUES,
        "Release it plus a fresh draw from the normal law of mean zero and standard deviation "
        "sigma.",
        "Repeat for each value that is released; nothing else about the records is.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import gaussian_mechanism",
        *_RNG,
        "values = [12.5, 7.0]",
        "answers = gaussian_mechanism(values, sigma={sigma}, rng=rng)",
    ),
    letter="sigma",
    meaning="standard deviation of normal noise",
)

laplace_noise = Algorithm(
    name="Laplace noise on sample means",
    clause="each answer is the sample mean of its query plus Laplace noise of scale {sigma}",
    steps=(
        _QUERY,
        "Answer its mean over the n records plus a fresh draw from Lap(sigma), whose density is "
        "proportional to e^(-|x|/sigma).",
        "Repeat for each of the m queries; nothing else about the records is released.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import laplace_mechanism",
        *_RNG,
        *_MEANS,
        "answers = laplace_mechanism(means, scale={sigma}, rng=rng)",
    ),
    letter="sigma",
    meaning="scale of Laplace noise",
)

laplace_noise_on_values = Algorithm(
    name="Laplace noise on values",
    clause="each value is released with Laplace noise of scale {sigma}",
    steps=(
        _VALUES,
        "Release it plus a fresh draw from Lap(sigma), whose density is proportional to "
        "e^(-|x|/sigma).",
        "Repeat for each value that is released; nothing else about the records is.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import laplace_mechanism",
        *_RNG,
        "values = [12.5, 7.0]",
        "answers = laplace_mechanism(values, scale={sigma}, rng=rng)",
    ),
    letter="sigma",
    meaning="scale of Laplace noise",
)

rounded_answers = Algorithm(
    name="Rounded sample means",
    steps=(
        "Cut [0, 1] into equal cells, whose number is cells.",
        _QUERY,
        "Answer the middle of the cell that holds its mean over the n records; a mean between "
        "two cells counts to the upper one.",
        "Repeat for each of the m queries; nothing else about the records is released.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import rounded_answers",
        *_MEANS,
        "answers = rounded_answers(means, cells={cells})",
    ),
)

thresholdout = Algorithm(
    name="Thresholdout",
    clause="the algorithm is Thresholdout with noise scale {sigma} and a budget of {B}",
    releases="the value on the training set, or where that is far off a noisy value of the holdout "
    "set, {B} times at most",
    steps=(
        "Two sets of records are drawn: a training set, which the analyst sees, and a holdout "
        "set of n records, which only the algorithm reads.",
        "Set the budget to B, and draw the noisy threshold, T plus Lap(2 sigma).",
        "Take a query with values in [0, 1], of mean t on the training set and h on the holdout "
        "set, and draw its comparison noise from Lap(4 sigma).",
        "If |h - t| is at most the noisy threshold plus the comparison noise, answer t; the "
        "noisy threshold stays and the budget, too.",
        "Else answer h plus a draw from Lap(sigma), take 1 from the budget, and draw a new noisy "
        "threshold, T plus Lap(2 sigma).",
        "Repeat for the next query. As soon as the budget is 0, stop: no query is answered any "
        "more, neither from the holdout set nor from the training set.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import Thresholdout",
        *_RNG,
        "algorithm = Thresholdout(threshold={T}, scale={sigma}, budget={B}, rng=rng)",
        "training, holdout = [0.50, 0.80], [0.51, 0.50]  # means of the queries on the two sets",
        "answers = algorithm.answer(training, holdout)",
    ),
    examples={"T": "0.1"},
    letter="sigma",
    meaning="noise scale of Thresholdout",
)

exponential_mechanism = Algorithm(
    name="Exponential mechanism",
    clause="the algorithm is the exponential mechanism",
    steps=(
        "Give each of finitely many outcomes a score, which changes by at most Delta when one "
        "record is replaced.",
        "Draw one outcome, with probability proportional to e^(epsilon score/(2 Delta)), and "
        "release it and nothing else; score_weight is epsilon/(2 Delta).",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import exponential_mechanism",
        *_RNG,
        "scores = [3.0, 1.0, 2.0]  # of the outcomes",
        "chosen = exponential_mechanism(scores, epsilon={epsilon}, sensitivity={Delta}, rng=rng)",
    ),
    examples={"Delta": "1"},
)

monitor = Algorithm(
    name="Monitor",
    steps=(
        "Draw as many datasets as datasets says, of n records each, independently.",
        "Run the private mechanism on each of them; each run yields a query with values in [0, 1].",
        "Give the query of a dataset the score by which its mean there exceeds its expectation, "
        "and its complement 1 - q the negative of that.",
        "Draw one dataset with its query or the complement by the exponential mechanism with "
        "privacy epsilon_prime and sensitivity 1/n, and return it.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import monitor",
        *_RNG,
        "bits = rng.integers(0, 2, ({datasets}, {n}, 3))",
        "def mechanism(dataset, rng):  # stands for a private one",
        "    column = int(dataset.mean(axis=0).argmax())",
        "    return lambda records: records[:, column]",
        "found = monitor(bits, mechanism, lambda query: 0.5, epsilon={epsilon_prime}, rng=rng)",
    ),
    examples={"datasets": "4", "n": "20", "epsilon_prime": "0.5"},
    sizes=("datasets", "n"),
)

reusable_holdout = Algorithm(
    name="Reusable holdout without noise",
    clause="the algorithm is the reusable holdout without noise",
    releases="the value on the training set, or where that is far off a rounded value of the "
    "holdout set, {B} times at most",
    steps=(
        "Two sets of records are drawn: a training set, which the analyst sees, and a holdout "
        "set of n records, which only the algorithm reads.",
        "Set the budget to B, the threshold to 3 tau/4, and cut [0, 1] into equal cells, whose "
        "number is the least integer that is at least 2/(3 tau).",
        "Take a query with values in [0, 1], of mean t on the training set and h on the holdout "
        "set.",
        "If |h - t| is at most the threshold, answer t.",
        "Else answer the middle of the cell that holds h, and take 1 from the budget.",
        "Repeat for the next query. As soon as the budget is 0, stop: no query is answered any "
        "more.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import ReusableHoldout",
        "algorithm = ReusableHoldout(accuracy={tau}, budget={B})",
        "training, holdout = [0.50, 0.80], [0.51, 0.50]  # means of the queries on the two sets",
        "answers = algorithm.answer(training, holdout)",
    ),
)

gate = Algorithm(
    name="A gate that accepts or rejects",
    clause="nothing is released but whether each query is accepted",
    releases="which queries are accepted, {accepted} at most",
    steps=(
        "Fix a rule that accepts or rejects a query in view of its mean on the n records of the "
        "holdout set and of the decisions before, such as a score to be reached.",
        "Take a query with values in [0, 1]; release whether it is accepted, and nothing else.",
        "Repeat for each of the m queries; after the greatest number of acceptances the rule "
        "rejects.",
    ),
    call=(
        "from boundcalc.mechanisms import Gate",
        "algorithm = Gate(score=0.6, accepted={accepted})",
        "decisions = algorithm.decide([0.52, 0.61, 0.58])  # means on the holdout set",
    ),
)

_SUBMIT = (
    "Take a submission, a query with values in [0, 1] whose mean on the n records of the holdout "
    "set is h; greater is better."
)
_SUBMISSIONS = "scores = algorithm.submit([0.62, 0.55, 0.71])  # means on the holdout set"

ladder = Algorithm(
    name="The Ladder",
    clause="the scores are released by the Ladder with steps of 1/{rungs}",
    releases="the best score so far, where it rises by more than a step",
    steps=(
        "Set the released score to 0, and the step to 1/rungs.",
        _SUBMIT,
        "If h exceeds the released score by more than one step, replace the score by the multiple "
        "of the step that is nearest to h; between two, the upper one.",
        "Release the score, and nothing else about the holdout set; repeat for the next "
        "submission.",
    ),
    call=(
        "from boundcalc.mechanisms import Ladder",
        "algorithm = Ladder(rungs={rungs})",
        _SUBMISSIONS,
    ),
)

running_best = Algorithm(
    name="The best score so far, rounded",
    clause="the best score so far is released, rounded to {cells} equal cells",
    releases="the best score so far, rounded",
    steps=(
        "Cut [0, 1] into equal cells, whose number is cells, and set the released score to the "
        "middle of the lowest.",
        _SUBMIT,
        "If the middle of the cell that holds h exceeds the released score, it replaces it; a mean "
        "between two cells counts to the upper one.",
        "Release the score, and nothing else about the holdout set; repeat for the next "
        "submission.",
    ),
    call=(
        "from boundcalc.mechanisms import RunningBest",
        "algorithm = RunningBest(cells={cells})",
        _SUBMISSIONS,
    ),
)

hypothesis_updates = Algorithm(
    name="A hypothesis that is updated where it is far off",
    clause="the answers are those of a hypothesis that is updated where it is far off",
    releases="the value under a hypothesis, or where that is far off a rounded value of the "
    "records, {updates} times at most",
    steps=(
        "Begin with the uniform law on the values that a record can have as the hypothesis. The "
        "threshold a is the root of ln(record_values)/(2 updates), and [0, 1] is cut into equal "
        "cells, whose number is the least integer that is at least 1/(2 a).",
        "Take a query with values in [0, 1], of mean h over the n records, and of expectation g "
        "under the hypothesis.",
        "If |h - g| is at most a, answer g.",
        "Else answer the middle v of the cell that holds h, and replace the hypothesis by the law "
        "nearest to it in relative entropy under which the expectation of the query is at least "
        "g + a, if v > g, or at most g - a, if v < g.",
        "Repeat for each of the m queries; nothing else about the records is released.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import HypothesisUpdates",
        "records = [0, 1, 1, 1]  # each the number of its value, from 0 on",
        "algorithm = HypothesisUpdates(records, universe={record_values}, updates={updates})",
        "answer = algorithm.answer(np.arange({record_values}) % 2)  # a query, value by value",
    ),
    sizes=("record_values",),
)

splitting = Algorithm(
    name="A fresh part of the records for every query",
    clause="each query is answered by its mean over a fresh part of the records",
    steps=(
        "Cut the n records into m parts of equal size before any query is asked.",
        "Answer the i-th query by its mean over the i-th part, which no other query uses; the "
        "query may depend on the answers before it.",
    ),
    call=(
        *_START,
        "from boundcalc.mechanisms import fresh_parts",
        "records = np.random.default_rng().random({n})",
        "parts = fresh_parts(records, {m})",
        "answers = [float(part.mean()) for part in parts]  # each part with a query of its own",
    ),
    sizes=("n",),
)
