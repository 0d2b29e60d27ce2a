r"""What a sentence assumes in a display, and what it does not."""

import pytest

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.open_documents import read_open
from boundcalc.prose.standing.standing import Standing
from boundcalc.tex.files import read_source

ASSUMED = [
    r"If for some $\pi$ we have",
    r"Suppose that for $l_1, l_2$",
    "First, suppose the loss can be decomposed as",
    "The main assumption is monotonicity:",
    "Our assumption is that",
    "For instance, imagine we had",
    r"A mechanism satisfies privacy if for all outputs $S$ of $M(D)$:",
    r"If $t > 1$ and",
    "Suppose that $t > 1$, and that",
    r"If $g$ is a Bayes estimator for prior $\pi$ and also",
    "Suppose we can decompose the risk into a sum over the points:",
    "Suppose we have an algorithm which tells them apart with advantage $t$:",
    "Let $Y$ have the distribution,",
    "Note that, if the covariance matrix",
    "Then if there exists an integrable function $g$ on it such that",
    "Suppose that there is a constant $C$ such that",
    "Choose a matrix $A$ such that its last row",
    r"It is large, where $\rho$ is some complexity that satisfies",
    "A function $f$ is called steep if there exists $L$ such that",
    "An estimator $g$ is called a **Bayes estimator** if it minimizes the risk, that is",
]
CLAIMED = [
    r"If for all $t$ we have $a(t) \le b$, then",
    r"If for all $t$ we have $a(t) \le b$,",
    r"Suppose that for $t > 1$ it is small. Then we have",
    "It can be decomposed as",
    "This assumption is weak, and we get",
    "The assumption implies that",
    "If $t > 1$, $s > 2$ and",
    "It is large if $t > 1$ and",
    "If $t > 1$ and it rains, then",
    "If the matrix is",
    "If the covariance matrix is small, the risk is",
    "Suppose we can decompose the risk, and then",
    "Suppose we have a sample with mean $t$. We see",
    "There exists $L$ such that",
    "If $t > 1$, there exists $L$ such that",
    "Hence if it is so there is $L$ such that",
    "We ask if there exists $L$ such that",
    "If there is no $L$ such that",
    "Choose $A$ such that it is large. Its last row",
    r"Here $\rho$ is a complexity that satisfies",
    "Let $Y$ have the distribution of $Z$. Then",
    "It is called steep. That is",
]


@pytest.mark.parametrize("words", ASSUMED)
def test_what_is_supposed_is_assumed(words):
    assert is_assumed(words)


@pytest.mark.parametrize("words", CLAIMED)
def test_what_follows_is_claimed(words):
    assert not is_assumed(words)


@pytest.mark.parametrize(
    "words",
    [
        "We want to show that",
        "Our goal now is to prove that for all $t$,",
        "Therefore, it suffices to show that",
        "We will prove a bound of the form",
        "By convexity, we only need to show that",
        "Now find",
        "For the analysis to go through, all we need is the following:",
        "Then we are to look for an estimator $g$, of least risk, such that",
    ],
)
def test_what_is_wished_is_not_claimed(words):
    assert standing(words) is Standing.WISH


@pytest.mark.parametrize(
    "words",
    [
        "To use Lemma 2, it suffices to show that",
        "By Lemma 2, it suffices to show that",
        "Since $f$ is convex, we only need to show that",
    ],
)
def test_a_reason_of_what_suffices_is_none_of_what_is_wished(words):
    assert step(words).reasons == ()


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("We show that", Standing.GOAL),
        ("We claim that", Standing.GOAL),
        ("We want to show that $a$ is small. We have", Standing.CLAIM),
        ("We have a bound of the form", Standing.CLAIM),
        ("Our goal is to bound $t$, and then we have", Standing.CLAIM),
    ],
)
def test_what_is_shown_or_claimed_is_no_wish(words, other):
    assert standing(words) is other


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Let $n > 1$ and", Standing.DEFINITION),
        ("Let $n > 1$, and we see", Standing.CLAIM),
        ("We get $n > 1$ and", Standing.CLAIM),
        ("Let $S = (0, 1)$, $T = 2$ and", Standing.DEFINITION),
        ("Let $S = (0, 1)$, so that $T = 2$ and", Standing.CLAIM),
        ("It holds, where $n > 1$ and", Standing.CLAIM),
    ],
)
def test_a_list_of_definitions_goes_on(words, expected):
    assert standing(words) is expected


def test_what_we_call_something_is_defined():
    text = r"The value \[ \rho(Q) = \kappa(b) \] we will call the risk of $Q$."
    assert read_open(read_source(text, "n.tex")).steps[-1].reasons == (ByDefinition(),)
    for other in ("the risk identity", "($*$)", "it small"):
        other_text = text.replace("the risk", other)
        assert ByDefinition() not in read_open(read_source(other_text, "n.tex")).steps[-1].reasons
    assert not read_open(read_source(text.replace("=", r"\le"), "n.tex")).steps[-1].is_hypothesis


def standing(words):
    return step(words).context.situation.standing


def is_assumed(words):
    return step(words).is_hypothesis


def step(words):
    text = rf"We speak of it. {words} \[ \rho(Q) \le \kappa(b). \]"
    return read_open(read_source(text, "notes.tex")).steps[-1]
