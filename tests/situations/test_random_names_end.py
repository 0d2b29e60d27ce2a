r"""A name that is given another meaning is not random any more as it was, nor a function of it."""

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

DECIDER = Decider()
SHOWN = r" \[ 1 \le 2. \] "
FAMILY = r"Let $X_1, \ldots, X_n$ be i.i.d. random variables with values in $[0,1]$"
# What is declared, a row that follows from it, and the name in the row.
DECLARED = {
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
]


def last(text):
    return check_document(read_source(text, "notes.tex"), {}, DECIDER.examine).rows[-1].kind.value


@pytest.mark.parametrize("name", ["S", "X"])
@pytest.mark.parametrize("key", DECLARED)
def test_what_is_declared_holds(key, name):
    declared, row = (text.replace("N", name) for text in DECLARED[key])
    assert last(f"{declared}{SHOWN} Then \\[ {row}. \\]") == "PROVED"


def test_a_proof_names_the_line_that_declares():
    text = f"One.\n\n{FAMILY}.\n\n\\[ E[X_1^2] \\le E[X_1]. \\]"
    (row,) = check_document(read_source(text, "notes.tex"), {}, DECIDER.examine).rows
    assert row.judgement.definitions[0] == "what line 3 declares"


@pytest.mark.few(12)
@pytest.mark.parametrize("words", ANEW)
@pytest.mark.parametrize("key", DECLARED)
def test_after_another_meaning_nothing_is_proved(key, words):
    declared, row = (text.replace("N", "S") for text in DECLARED[key])
    meant = words.replace("$N", "$S").replace("2N", "2S")
    assert last(f"{declared}{SHOWN} {meant} Then \\[ {row}. \\]") != "PROVED"


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
