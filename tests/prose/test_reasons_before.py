"""What a sentence before a display names is its reason, also where a full stop leads on to it."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

SHOWN = r"\[ \rho(Q) \le \kappa(R). \]"
NAMED = {
    r"Using that $\forall r \in [0, 1]$ we have $e^r \le 1 + 2r$, we get": (
        r"Using that $\forall r \in [0, 1]$ we have $e^r \le 1 + 2r$"
    ),
    "We can use union-bound to write this probability as follows:": "union-bound",
    "Uniform convergence can be obtained by a simple union bound:": "union bound",
    "We can use Chernoff bounds to obtain the following.": "Chernoff bounds",
    "By Lemma 3, we obtain the following bound.": "Lemma 3",
    "A union bound over all $h$ gives": "union bound",
    "As was shown in [12],": "[12]",
    "Per Lemma 3,": "Lemma 3",
    "Combining the two lemmas gives": "Combining the two lemmas",
    "Putting these bounds together, we obtain": "Putting these bounds together",
    "Knowing that $f$ is concave, we have": "Knowing that $f$ is concave",
    "Considering that the noise is small, we have": "Considering that the noise is small",
    "Convexity of the loss implies that": "Convexity of the loss",
    "Convexity together with the fact that $w = 0$ implies": (
        "Convexity together with the fact that $w = 0$"
    ),
    "Then the regret guarantee on $A$ tells us that": "the regret guarantee on $A$",
    "Upper bounding the norm yields": "Upper bounding the norm",
    "\uc815\ub9ac 5.5 (Rademacher)\uc5d0 \ub300\uc785\ud558\uba74:": "\uc815\ub9ac 5.5",
    "**Step 3**: Massart (\uc815\ub9ac 5.12):": "Massart",
    "\uc815\ub9ac\ud558\uba74": "\uc815\ub9ac\ud558\uba74",
}
NAMED |= {
    "As in Lemma 3, we have": "Lemma 3",
    "Jensen's inequality lets us write": "Jensen's inequality",
    "Lemma 3 ensures that": "Lemma 3",
    "(3) and (4) together imply": "(3) and (4)",
    "The function $f$ is convex, so": "The function $f$ is convex",
    "Note that the noise is independent of $Y$ and hence": (
        "Note that the noise is independent of $Y$"
    ),
    "$f$ is $L$-smooth, therefore": "$f$ is $L$-smooth",
    "The independence of the $X_i$ allows us to write": "The independence of the $X_i$",
    "Rearranging:": "Rearranging",
    "After rearranging terms, this becomes": "rearranging terms",
    "As $f$ is convex, we have": "As $f$ is convex",
    "Notice that since $f$ is monotone,": "since $f$ is monotone",
    "Conditioning on $Y$, we have": "Conditioning on $Y$",
    "Multiplying by $h$ (which is always positive) and summing:": (
        "Multiplying by $h$ (which is always positive) and summing"
    ),
    "It can be proved using semigroup tools that": "using semigroup tools",
    "With the multidimensional Cauchy-Schwarz inequality one can prove that": (
        "Cauchy-Schwarz inequality"
    ),
    "The triangle inequality then yields": "triangle inequality",
    "In that section we naively upper bounded it using Jensen's inequality,": (
        "Jensen's inequality"
    ),
    "We have (cf. \\cite{some})": "some",
}
UNNAMED = [
    "As is well known to nobody,",
    "As $t$ is increased, we see",
    "As you are aware,",
    "It is a Bayes estimator and it provides the risk",
    "See [Markov chain](https://a.b/c)",
    "By inspection,",
    "If $f$ is convex, so that",
    "It is not known whether $f$ is convex, so",
    "We want that $f$ is convex, so",
    "The function $f$ is large, so",
    "A careful analysis shows",
    "The second term in (3) is at most",
    "The ratio in [Equation 7](#a) is bounded by",
    "Leveraging these observations, we have",
    "It can be shown by the figure that",
    "It is shown by simulation that",
    "Evaluating a function is costly, and",
    "Multiplying (which is wrong here) gives",
    "A naive use of Jensen's inequality would give",
    "We can use union-bound. The rest is simple.",
    "By Lemma 3, this is small.",
    "By Lemma 3, the value is bounded as follows. We omit it.",
    "For all $t$ in [0, 1],",
    "For all $t$ in [0],",
    "Lemma 3 is proved by induction as follows.",
    "It is not known whether a union bound over all $h$ gives",
    "Nothing that we said gives",
    "The following argument gives",
    "This gives",
    "Some straightforward algebra yields",
    "Putting it all together, we obtain",
    "Combining inequalities gives",
    "It is not true that convexity of the loss implies that",
    "Assuming the worst gives",
    "The mechanism that has this property gives",
    "\uc815\ub9ac 5.5\ub294",
]


@pytest.mark.few(9)
@pytest.mark.parametrize("words", NAMED)
def test_what_is_named_is_cited(tmp_path, words):
    row = last_row(tmp_path, words)
    assert (row.kind.value, row.judgement.reason) == (
        "CITED",
        f"cited: this document, {NAMED[words]}",
    )


@pytest.mark.few(7)
@pytest.mark.parametrize("words", UNNAMED)
def test_what_is_not_named_for_it_is_not(tmp_path, words):
    assert last_row(tmp_path, words).kind.value == "UNKNOWN"


def last_row(tmp_path, words):
    file = tmp_path / "notes.tex"
    file.write_text(f"Let $H$ be a set.\n\n{words}\n{SHOWN}\n")
    return check(file, jobs=1).rows[-1]


@pytest.mark.parametrize(
    ("words", "chain", "cited"),
    [
        ("By direct computation, we have", "= b = c", [True, True]),
        ("Expanding the square, we have", "= b = c", [True, True]),
        ("Expanding the square, we have", "= b \\le c", [True, False]),
        ("Combining both bounds, we have", "\\le b \\le c", [True, True]),
        ("Combining all bounds, we have", "\\le b \\le c \\le d", [True, False, False]),
        ("Since $f$ is convex, we have", "= b = c", [True, False]),
    ],
)
def test_what_is_done_in_all_steps_is_the_reason_of_each(tmp_path, words, chain, cited):
    file = tmp_path / "notes.tex"
    file.write_text(f"We bound $\\rho(Q)$. {words}\n\\[ \\rho(Q) {chain}. \\]\n")
    rows = check(file, jobs=1).rows
    assert [row.kind.value == "CITED" for row in rows] == cited
