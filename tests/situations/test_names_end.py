r"""Of a name that is given another meaning nothing is known any more, nor of a function of it."""

import re

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
SHOWN = r" \[ 1 \le 2. \] "
FAMILY = r"Let $X_1, \ldots, X_n$ be i.i.d. random variables with values in $[0,1]$"
# What is declared, a row that follows from it, and the name in the row.
DECLARED = {
    "a number": (r"Let $N \in [0,1]$.", r"N^2 \le N"),
    "a relation": (r"Throughout assume that $0 \le N \le M$ and let $M \in [0,1]$.", r"N^2 \le M"),
    "a definition": (r"Let $N := 1 + Z^2$ with $Z \in [0,1]$.", r"N \le 2"),
    "a variable": (r"Let $N$ be a random variable with values in $[0,1]$.", r"E[N^2] \le E[N]"),
    "a sum": (FAMILY + r" and let $N = \sum_{i=1}^n X_i$.", r"E[N] \ge E[X_1]"),
    "a sum of two": (
        r"Let $X_1, X_2$ be independent random variables with values in $[0,1]$ and let "
        r"$N = X_1 + X_2$.",
        r"E[N] \le 2 E[X_1] + E[X_2]",
    ),
}
ANEW = [
    r"Let $N = \max_i Y_i$.",
    r"Let $N = 3$.",
    r"Let $N := -Y_1$.",
    r"Now let $N$ be uniform on $[-6,6]$.",
    r"Let $N$ be the least of the $Y_j$.",
    r"Let $N$ be a vector.",
    r"Let $N$ be the roll of a die.",
    r"Take $N$ to be the loss.",
    r"Define $N$ as the loss of the learner.",
    r"Consider another random variable $N$.",
    r"We update: $N \gets 2N$.",
    r"In the next part, $N$ is the number of heads.",
    r"With $N$ the loss we go on.",
    r"Write $N$ for the loss.",
    r"Denote by $N$ the least of them.",
    r"Denote the least of them by $N$.",
    r"Here $N$ denotes the least of them.",
    r"Replace $N$ by $-2N$.",
    r"Then $N \equiv 3$.",
    r"We now flip the sign of $N$.",
    r"Let $N$ be a loss that is not in $[0,1]$.",
    r"Let $N$ be either of them.",
    r"Let $Z, N$ be the rolls of two dice.",
    r"Let $Z$ and $N$ be the rolls of two dice.",
    r"Let \[ N = Y_1 + 5. \]",
    r"Define \[ N := Y_1 + 5. \]",
]


def last(text):
    return verdicts(text)[-1].value


def verdicts(text):
    checked = check_document(read_source(text, "notes.tex"), {}, DECIDER.examine)
    return [row.kind for row in checked.rows]


@pytest.mark.few(6)
@pytest.mark.parametrize("name", ["S", "X"])
@pytest.mark.parametrize("key", DECLARED)
def test_what_is_declared_holds(key, name):
    declared, row = (text.replace("N", name) for text in DECLARED[key])
    assert last(f"{declared}{SHOWN} Then \\[ {row}. \\]") == "PROVED"


def test_a_proof_names_the_line_that_declares():
    text = f"One.\n\n{FAMILY}.\n\n\\[ E[X_1^2] \\le E[X_1]. \\]"
    (row,) = check_document(read_source(text, "notes.tex"), {}, DECIDER.examine).rows
    assert row.judgement.definitions[0] == "what line 3 declares"


@pytest.mark.few(6)
@pytest.mark.parametrize("words", ANEW)
@pytest.mark.parametrize("key", DECLARED)
def test_after_another_meaning_nothing_is_proved(key, words):
    declared, row = (text.replace("N", "S") for text in DECLARED[key])
    meant = re.sub(r"(?<![A-Za-z])N(?![A-Za-z])", "S", words)
    assert last(f"{declared}{SHOWN} {meant} Then \\[ {row}. \\]") != "PROVED"


# Other words for it.
SAID_ANEW = [
    r"Now let the roll of a die be $x$.",
    r"We roll a die and call the result $x$.",
    r"Roll a die; $x$ is the result.",
    r"Roll a die, and let the outcome be denoted $x$.",
    r"For the remainder, $x$ means the outcome of a die.",
    r"For the remainder, $x$ is a die roll.",
    r"For the remainder, $x$ refers to a die roll.",
    r"Choose $x$ to be the roll of a die.",
    r"Fix $x$ as the roll of a die.",
    r"Put $x = 1 + y^2$.",
    r"Substitute $x = 1 + y^2$.",
    r"For a die with outcome $x$ we get",
    r"For all $x$ in $A$, we get",
    r"Pick an $x$ outside of the interval.",
    r"Draw $x$ from a normal law.",
    r"Sample $x$ from a normal law.",
    r"Draw $x \sim N(0,1)$.",
    r"We increase $x$ by one.",
    r"We double $x$.",
    r"The definition of $x$ changes: it is a die roll.",
    r"From here on $x$ may be any number.",
    r"We drop the assumption on $x$.",
    r"More generally, let $x$ be arbitrary.",
    r"The variable $x$ is now a die.",
]


@pytest.mark.few(6)
@pytest.mark.parametrize("words", SAID_ANEW)
def test_other_words_end_a_name_too(words):
    assert last(f"Let $x \\in [0,1]$. {words} \\[ x^2 \\le x. \\]") != "PROVED"


@pytest.mark.few(3)
@pytest.mark.parametrize("name", [r"\theta", r"\hat{\theta}", "x'", "x^*", "x_1", r"\mathbf{p}"])
def test_a_name_with_marks_ends_too(name):
    declared = f"Let ${name} \\in [0,1]$."
    row = f"\\[ ({name})^2 \\le {name}. \\]"

    assert last(f"{declared} Then {row}") == "PROVED"
    assert last(f"{declared} Now let ${name}$ be the roll of a die. Then {row}") != "PROVED"


@pytest.mark.few(4)
@pytest.mark.parametrize("row", [r"E[X_m] \le 1", r"E[\sum_{j=1}^m X_j] \le m"])
@pytest.mark.parametrize(
    "words",
    [
        r", and let $X_{n+1}, \ldots, X_m$ be i.i.d. random variables in $[5,6]$.",
        r". The variables $X_{n+1}, \ldots, X_m$ are in $[5,6]$.",
        r", where $X_{n+1} = 7$.",
        r". Here $X_{n + 1}, \ldots, X_m$ are dice.",
    ],
)
def test_of_a_family_that_goes_on_otherwise_nothing_is_proved(words, row):
    declared = rf"Let $n$ and $m$ be positive integers. {FAMILY}"
    assert last(rf"{declared}{words} Then \[ {row}. \]") != "PROVED"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "words",
    [
        r"We sort them, so that $X_1 \le X_2 \le \dots \le X_n$.",
        r"Rearrange the samples from the smallest to the largest.",
        r"The adversary then changes $X_1$ to $1$.",
        r"An adversary corrupts $X_1$.",
        r"We replace $X_1$ by its square.",
        r"Condition on $X_1 + X_2 = 1$.",
        r"In what follows all expectations are conditional on the event $X_1 + X_2 \ge 1$.",
        r"On the event that $X_1 \le X_n$, we go on.",
        r"All expectations are taken given $X_1 \le X_2$.",
        r"Let $\mathbb{E}$ denote the mean with respect to the empirical measure.",
        r"Without loss of generality $X_1 \ge X_2 \ge \dots \ge X_n$.",
        r"By symmetry we may suppose that the first one is the largest.",
        r"We couple them such that $X_1 \le X_2$.",
        r"In the adaptive setting each may depend on all earlier ones.",
        r"After conditioning, they are dependent.",
        r"Now a different example.",
    ],
)
def test_of_what_is_conditioned_sorted_or_changed_nothing_is_proved(words):
    rows = r"\[ E[X_1] = E[X_n] \] \[ E[X_1 X_2] = E[X_1] E[X_2]. \]"
    text = rf"Let $n \ge 2$ be an integer. {FAMILY}. {words} Then {rows}"
    assert {kinds.value for kinds in verdicts(text)} == {"UNKNOWN"}


@pytest.mark.parametrize(
    "words",
    [
        r"Recall the definition.",
        r"By linearity, we may write the expectation as follows.",
        r"Let $M$ be the number of samples.",
        r"This follows from Lemma 2, by Jensen's inequality.",
    ],
)
def test_words_that_are_understood_end_nothing(words):
    assert last(rf"{FAMILY}. {words} Then \[ E[X_1] = E[X_n]. \]") == "PROVED"


def test_a_sum_goes_to_the_last_member_and_not_to_another_number():
    declared = rf"Let $n$ and $m$ be positive integers. {FAMILY}."
    assert last(rf"{declared} Then \[ E[\sum_{{j=1}}^n X_j] \le n. \]") == "PROVED"
    assert last(rf"{declared} Then \[ E[\sum_{{j=1}}^m X_j] \le m. \]") != "PROVED"


def test_a_member_of_a_family_ends_all():
    text = r"Let $x_i \in [0,1]$ for all $i$. {} Then \[ x_i^2 \le x_i. \]"

    assert last(text.format("")) == "PROVED"
    assert last(text.format(r"Let $x_j$ be the roll of a die.")) != "PROVED"


@pytest.mark.few(6, without="2 N")
@pytest.mark.parametrize(
    "words",
    [
        "Let $N$ be as in the theorem.",
        "Let $N$ be given.",
        "Let $N$ be as above and fix $M$.",
        "Fix $N$.",
        "Let $M = 2 N$.",
        "This is an $N$-fold product.",
        "It is increasing in $N$ and a function of $N$.",
    ],
)
@pytest.mark.parametrize("key", ["a number", "a definition"])
def test_what_is_said_to_be_the_same_stays(key, words):
    declared, row = DECLARED[key]
    assert last(f"{declared}{SHOWN} {words} Then \\[ {row}. \\]") == "PROVED"


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "Suppose now that $M$ is the loss.",
        "We draw $N$ samples.",
        "This costs a factor $N$, since $N$ is small.",
    ],
)
@pytest.mark.parametrize("key", ["a number", "a definition"])
def test_what_may_be_another_behind_other_objects_is_asked(key, words):
    declared, row = DECLARED[key]
    assert last(f"{declared}{SHOWN} {words} Then \\[ {row}. \\]") == "UNKNOWN"


# Rows and formulas above, from which the last row follows as long as S and y are the same.
ABOVE = {
    "a display that defines": r"Define \[ S = y + 2. \]",
    "a display that is set": r"Let \[ S := y + 2. \]",
    "a formula": r"Let $S = y + 2$.",
    "an assumption": r"Assume that \[ S \ge y + 2. \]",
    "an assumption in a sentence": r"Assume that $S \ge y + 2$.",
}


@pytest.mark.few(6)
@pytest.mark.parametrize(
    "words", ["", *ANEW, r"Let $y$ be the roll of a die.", "Now $N$ is another."]
)
@pytest.mark.parametrize("key", ABOVE)
def test_what_stands_above_holds_until_then(key, words):
    meant = re.sub(r"(?<![A-Za-z])N(?![A-Za-z])", "S", words)
    text = f"Let $y \\ge 0$ be real. {ABOVE[key]} {meant} Then \\[ S \\ge y. \\]"
    assert (last(text) == "PROVED") is (words == "")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("a sum", r"Let $X_1, \ldots, X_n$ be i.i.d. random variables with values in $[-1,0]$."),
        ("a sum", r"Let $X_i = -Y_i$ where $Y_i$ are real."),
        ("a sum of two", r"Let $X_1, \ldots, X_n$ be random variables with values in $[-1, 0]$."),
        ("a sum of two", r"Let $X_1$ be a random variable with values in $[-1, 0]$."),
    ],
)
def test_a_function_ends_with_what_it_is_of(key, words):
    declared, row = (text.replace("N", "S") for text in DECLARED[key])
    assert last(f"{declared}{SHOWN} {words} Then \\[ {row}. \\]") != "PROVED"
