"""Sentences that say in words what a display defines, and their false neighbours."""

import pytest

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DEFINED = [
    "We will denote the law of $X$ (under condition $t = s$) as",
    "Recall that we defined",
    "As we have previously defined in the last section,",
    "Define the log odds $a$ to represent the logarithm of the ratio of chances:",
    "This note considers the binary additive model",
    "Consider the convex program",
    "The update rule for coordinate $i$ is",
    "Given $x$, define the classifier $f_t$ by:",
    "Let $k > 1$, and define the function $f_t(x)$ as follows.",
    "Consider the following three-state chain on the space $S$ with the matrix $P$:",
    "Here $f_t(x)$ is the normalized distance, the fraction of places in which both differ:",
    "The measure $f_t$ is the uniform one on the cube, i.e.",
    "In the literature, the expectation of $g$ is denoted by $f_t$:",
]
CLAIMED = [
    "Then the update rule is",
    "The gradient is",
    "The recursion for the mean is",
    "The density of $X + Y$ is",
    "The density of the maximum of the values is",
    "The posterior of $X$ has density",
    "Consider the model. We see",
    "Consider the model with $t = 1$, for which we compute",
    "If we consider the binary model,",
    "Denote the variance as $s^2$, the objective is given by",
    "Here $f_t(x)$ is a convex function:",
    "Here $g_t$ is the distance, i.e.",
    "Thus $f_t(x)$ is the distance, i.e.",
    "We have not defined",
    "Since it is so, the update rule is",
]


@pytest.mark.parametrize(
    ("words", "is_said"),
    [
        ("The **privacy loss** incurred by $x$ is", True),
        ("Its **width** is given by", True),
        ("Its *value* is given by", False),
        ("The **expected value** of $x$ is", False),
        ("The **main bound** is", False),
        ("The **Wald identity** is", False),
        ("Then the **privacy loss** is", False),
        ("The **privacy loss** is small. The value is", False),
    ],
)
def test_a_term_in_bold_print_is_defined(words: str, is_said: bool) -> None:
    text = f"It is $f_t(x)$. {words}\n\n$$ f_t(x) = g(x) + h(x) $$\n"
    reasons = read_open(read_source(text, "notes.md")).steps[-1].reasons
    said = [it for it in reasons if isinstance(it, ByDefinition) and not it.is_guessed]
    assert bool(said) == is_said


@pytest.mark.parametrize("left", ["E[x]", "f(x) + g(x)", "\\max f", "\\Pr[x]", "2 f(x)"])
def test_a_term_in_bold_print_defines_no_value_that_has_a_meaning(left: str) -> None:
    text = f"The **privacy loss** of $y$ is\n\n$$ {left} = g(x) + h(x) $$\n"
    reasons = read_open(read_source(text, "notes.md")).steps[-1].reasons
    assert not any(isinstance(it, ByDefinition) and not it.is_guessed for it in reasons)


def is_defined(text: str) -> bool:
    """Return whether the last row of a text is one that the text says to define."""
    reasons = read_open(read_source(text)).steps[-1].reasons
    return any(isinstance(item, ByDefinition) and not item.is_guessed for item in reasons)


@pytest.mark.parametrize("words", DEFINED)
def test_words_say_that_a_display_defines(words: str) -> None:
    assert is_defined(f"It is $f_t(x)$. {words} \\[ f_t(x) = g(x) + h(x) \\]")


@pytest.mark.parametrize("words", CLAIMED)
def test_words_that_claim_do_not_define(words: str) -> None:
    assert not is_defined(f"It is $f_t(x)$. {words} \\[ f_t(x) = g(x) + h(x) \\]")


def test_the_nearest_of_two_names_is_defined() -> None:
    words = "Denote the law of $X$ as \\[ P_t = q \\] and that of $Y$ as $f_t$:"
    assert is_defined(f"It is $f_t(x)$. {words} \\[ f_t(x) = g(x) + h(x) \\]")
    assert not is_defined(f"It is $f_t(x)$. {words} \\[ g_t(x) = g(x) + h(x) \\]")


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (r"f_t(x) = \inf\{ g(y) : y \le x \}", True),
        (r"f_t(x) = \inf_{y \le x} g(y)", True),
        (r"f_t(x) = \inf\{ g(y) : y > x \} \le h(x)", False),
    ],
)
def test_a_bound_in_a_set_or_an_index_bounds_nothing(shown: str, expected: bool) -> None:
    text = f"It is $f_t(x)$. Consider the convex program \\[ {shown} \\]"
    assert is_defined(text) == expected


@pytest.mark.parametrize("shown", ["f_t(x) \\le g(x)", "f_t(x) = g(x) \\le h(x)", "f_t(x) = 3"])
def test_a_bound_or_a_number_is_defined_by_no_name(shown: str) -> None:
    assert not is_defined(f"It is $f_t(x)$. Here $f_t(x)$ is the distance, i.e. \\[ {shown} \\]")


@pytest.mark.parametrize(
    ("words", "is_equation"),
    [
        ("In each step set $w = w - g$.", False),
        ("Let $w = w - g$.", False),
        ("Let $w := w - g$.", False),
        ("We set $$ w = w - g. $$", False),
        ("We set $$ w := w - g. $$", False),
        ("The update rule is $$ w = w - g. $$", False),
        ("Suppose $w = w - g$.", True),
    ],
)
def test_a_new_value_of_a_name_is_no_equation_for_it(tmp_path, words, is_equation):
    file = tmp_path / "notes.md"
    file.write_text(f"Let $w$ and $g$ be real. {words} Then $$ g = 0. $$\n")
    row = check(file, jobs=1).rows[-1]
    assert (row.kind is VerdictKind.PROVED) == is_equation
