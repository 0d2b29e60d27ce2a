r"""Displays that their sentence only introduces: they claim nothing, and give nothing to others."""

import pytest

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

MERELY = ByDefinition(is_guessed=True, is_given=False)
INTRODUCED = [
    "The Lagrangian is",
    "The Fisher information matrix (FIM) is",
    "Entropy of a distribution with pmf $p$ is",
    "The relative entropy (KL-divergence) is",
    "Gains add up, where $L(x, y)$ is the log-partition function",
    r"Gains add up, where $L(\cdot)$ is a gamma function:",
    "- joint differential entropy",
    "**Bayes risk**:",
    "The density of a Laplace random variable with scale $b$ is",
    "The density for a Gamma distribution with shape $a$ and rate $b$ is given by",
    "This results in the policy",
    "This gives us the following update:",
    "The gradient descent update for this problem becomes",
    "At time $t$, this strategy chooses the action",
    "We can think of this algorithm as gradient descent with a projection:",
    "A formal specification of the chain is:",
    "Logistic regression uses",
    "We can simplify to parametric model",
    "Then we take the law of $q$ as our prior:",
    "An example is the so-called **canonical Gaussian process**",
    "Mutual information between $X$ and $Y$ is the divergence of their laws:",
    "Recall that the risk function is an expected value of a loss:",
    "The new regularizer we choose is the negative entropy:",
    "The network is perturbed in the following way:",
    "Consider its flow, the following ODE:",
    "Construct two regular expressions",
    "Our estimator is",
    "Our proposed loss function reads:",
    "The linear model is",
    "The hinge loss is",
    "The moment generating function of $X$ is",
    "The value function is given by",
    "The answer is simple: just take the empirical mean",
    "For a two-sample test with equal sizes, use",
    "Parameterized by $b$ it has density",
    "PDF of MVN:",
    "Switch to polar coordinates,",
    "We define $L$ (in short) as a sequence of packets:",
    "Take $L$ to be the loss of this family, i.e.",
    "Consider a measure $L$ that is uniform on the sample, that is",
]
CLAIMED = [
    "The maximum is",
    "Hence the Lagrangian is",
    "The Lagrangian of the whole gain must be",
    "The Lagrangian is not",
    "Consider the uniform law, the differential entropy is",
    "The entropy of the sum is",
    "The mean of the Laplace distribution is",
    "The density of the maximum of a Laplace distribution is",
    "The density is",
    "Then the posterior density is",
    "The update satisfies",
    "The optimal policy is",
    "Gains add up, where $M(x)$ is the log-partition function",
    "**Union bound**:",
    "**Claim**:",
    "**Definition 3.1 (Wald's identity)**",
    "**Variance**:",
    "It turns out that this strategy chooses the action",
    "The minimizer uses",
    "Mutual information between $X$ and $Y$ is small:",
    "The regularizer we choose is optimal, hence",
    "It solves the following ODE if",
    "Construct a code that satisfies",
    "Consider a measure $M$ that is uniform on the sample, that is",
    "Consider a measure $L$ that is uniform. It is",
    "Switch to polar coordinates and compute",
    "Construct the bound",
    "The update is a contraction:",
    "Recall that the value function is a fixed point of it:",
    "**Answer.** The entropy is",
    "Our estimator satisfies",
    "Our bound is",
    "Hence our estimator is",
    "Our optimal estimator is",
    "The risk of the model is",
    "The expected gain is",
    "The gradient of the hinge loss is",
]


def reasons(text, name="notes.md"):
    return read_open(read_source(text, name)).steps[-1].reasons


def shown(words, formula="L(x, y) = f(x) + y g(x)"):
    return f"It is $L(x, y)$ of $f$ and $p$.\n\n{words}\n$$ {formula} $$\n"


@pytest.mark.parametrize("words", INTRODUCED)
def test_what_is_introduced_claims_nothing(words):
    assert reasons(shown(words)) == (MERELY,)


@pytest.mark.parametrize("words", CLAIMED)
def test_what_may_be_a_claim_is_one(words):
    assert MERELY not in reasons(shown(words))


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("The Lagrangian is", "L(x, y) = x^2 + y"),
        ("The Lagrangian is", "L(2, 3) = f(x) + g(x)"),
        ("The Lagrangian is", r"\max L = f(x) + g(x)"),
        ("The entropy is", r"H(X) = \int_0^a \frac{1}{a} \log a dx"),
        ("The moment generating function is", r"L(t) = e^{t^2 / 2}"),
        ("The cumulative distribution function is", r"L(t) = 1 - e^{-t}"),
        ("The hinge loss is", r"L(t) = 3 + t"),
        ("The entropy is", r"H(X) = \sum_{i=1}^n \frac{1}{n} \log n"),
        ("This gives us the following update:", r"\|w\| = f(x) + g(x)"),
        ("The relative entropy is", r"L(x, y) \le f(x) + g(x)"),
        ("The pmf is", "L(x, y) = f(x) + y g(x)"),
    ],
)
def test_what_is_computed_or_has_a_meaning_is_claimed(words, formula):
    assert MERELY not in reasons(shown(words, formula))


def test_what_a_title_in_korean_defines_is_introduced():
    text = shown(
        "**\uc815\uc758 3.3.1 (Binary entropy)**", r"H(p) = -p \log p - (1 - p) \log (1 - p)"
    )
    assert reasons(text) == (MERELY,)


@pytest.mark.parametrize(
    ("heading", "words", "is_told"),
    [
        ("## 3.1 Cross entropy", "", True),
        ("## Conditional Entropy", "Condition on a single event", True),
        ("## Cross entropy", "Thus", False),
        ("## Cross entropy of sums", "", False),
        ("## Union bound", "", False),
        ("### Definition 6.2 (Gain)\n\nGiven $x$ and $y$.", "", True),
        ("### Definition 6.2 (Gain)\n\nGiven $x$ and $y$.", "We get", False),
        ("### Theorem 6.2 (Gain)\n\nGiven $x$ and $y$.", "", False),
        ("## Solution", "The entropy is", False),
        ("## Gains", "The entropy is", True),
        ("## Cross entropy\n\nWe have $$ M(x) = 2. $$", "", False),
    ],
)
def test_the_first_display_below_a_title_is_what_it_names(heading, words, is_told):
    text = f"We see $L(x, y)$.\n\n{heading}\n\n{words}\n\n$$ L(x, y) = f(x) + y g(x) $$\n"
    assert (reasons(text) == (MERELY,)) == is_told


@pytest.mark.parametrize(
    "formula",
    [
        r"L(x, y) = f(x) + y g(x), \quad M = 2",
        r"L(x, y) = f(x) + g(x) \\\\ M(x) = f(x)",
    ],
)
def test_a_name_of_what_is_defined_is_that_of_one_relation(formula):
    first = read_open(read_source(shown("The Lagrangian is", formula), "notes.md")).steps[0]
    assert MERELY not in first.reasons


@pytest.mark.parametrize(
    ("words", "formula", "expected"),
    [
        ("Axis aligned rectangles", r"L = \{ f_a : a < b \}", True),
        ("Axis aligned rectangles", r"L = \{ f_a : a < b \} = M", False),
        ("Axis aligned rectangles", "L = M + N", False),
        ("Hence", r"L = \{ f_a : a < b \}", False),
        ("We conclude", r"L = \{ f_a : a < b \}", False),
    ],
)
def test_a_title_beside_a_set_introduces_it(words, formula, expected):
    assert (reasons(shown(words, formula)) == (MERELY,)) == expected


def test_a_new_value_of_a_name_is_set_and_no_claim():
    text = "Let $w$ and $g$ be real.\n\nIn each step we set\n$$ w = w - g $$\n"
    assert reasons(text) == (MERELY,)
    assert reasons(text.replace("we set", "we have")) == ()


def test_what_a_term_is_by_its_law_is_introduced():
    text = shown("The cumulative distribution function is", r"L(t) = P(X \le t) = 1 - e^{-t}")
    first, second = read_open(read_source(text, "notes.md")).steps
    assert first.reasons == (MERELY,)
    assert second.reasons == ()


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"P_t &= f(x) \\ &= g(x) \\ Q_t &= h(x)", True),
        (r"P_t &= f(x) \\ E[P_t] &= h(x)", False),
        (r"P_t + Q_t &= f(x) \\ Q_t &= h(x)", False),
    ],
)
def test_what_is_considered_by_name_is_introduced(formula, expected):
    text = (
        "We see $P_t$, $Q_t$.\n\nConsider $P_t$ and $Q_t$\n"
        f"$$ \\begin{{aligned}} {formula} \\end{{aligned}} $$\n"
    )
    assert (reasons(text) == (MERELY,)) == expected


def test_only_the_first_row_of_a_chain_is_introduced():
    text = shown("The relative entropy is", r"L(x) = f(x) + g(x) = 3 f(x) - 1")
    first, second = read_open(read_source(text, "notes.md")).steps
    assert first.reasons == (MERELY,)
    assert second.reasons == ()


def test_displays_that_follow_each_other_specify_one_chain():
    words = "A formal specification of the chain is:"
    text = f"We see $X_0$, $Y_1$.\n\n{words}\n$$ X_0 = t $$\n$$ Y_1 = X_0 + t $$\n"
    assert reasons(text) == (MERELY,)
    assert reasons(text.replace(words, "The gradient update becomes")) != (MERELY,)


@pytest.mark.parametrize("verb", ["is unbiased.", ", which we prove below.", "is not unbiased."])
def test_a_noun_that_a_display_spells_out_has_its_verb_behind_it(verb):
    text = f"It is $T(x)$.\n\nThen the linear estimator\n$$ T(x) = f(x) + g(x) $$\n{verb}\n"
    assert (reasons(text) == (MERELY,)) == (verb == "is unbiased.")


@pytest.mark.parametrize(
    ("before", "is_told"),
    [
        ("The multinomial distribution models $n$ trials.", True),
        ("Let $Y = 2 X$, where the distribution of $X$ is normal.", False),
        ("Let $Y$ be the largest of $n$ values.", False),
    ],
)
def test_the_density_of_a_family_is_that_of_a_distribution(before, is_told):
    text = f"It is $p(x)$.\n\n## Laws\n\n{before} The density is\n$$ p(x; n) = f(x) + n $$\n"
    assert (reasons(text) == (MERELY,)) == is_told


def test_what_has_a_value_already_is_claimed():
    text = "Let $L(x) = f(x) + 1$.\n\nThe Lagrangian is\n$$ L(x) = f(x) + 2. $$\n"
    assert MERELY not in reasons(text)
    assert MERELY not in reasons(text.replace("Let $L", "We set $L"))


def test_what_is_introduced_shows_nothing_below_it(tmp_path):
    text = (
        "Let $x$, $y$ and $z$ be real. It is $L$.\n\n"
        "Logistic regression uses\n$$ L = x + y. $$\nWe have\n$$ L - y = x. $$\n"
    )
    file = tmp_path / "notes.md"
    file.write_text(text)
    assert check(file, jobs=1).rows[-1].kind is VerdictKind.UNKNOWN
    file.write_text(text.replace("Logistic regression uses", "Define"))
    assert check(file, jobs=1).rows[-1].kind is VerdictKind.PROVED
