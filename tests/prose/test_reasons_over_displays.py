"""Reasons that other displays give: "since A, we have B", "similarly"; one clause for a list."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

A, B, C = (f"\\[ f_{{{at}}}(x) \\le g_{{{at}}}(x) \\]" for at in (1, 2, 3))


def cited(text: str) -> list[list[str]]:
    """Return what each row of a text cites."""
    steps = read_open(read_source(text)).steps
    return [[item.locator for item in step.reasons if isinstance(item, Citation)] for step in steps]


@pytest.mark.parametrize(
    "text",
    [
        f"Since {A} we have {B}",
        f"Because {A} the left side is bounded by {B}",
        f"Combining $h = 1$ with {A} we get {B}",
    ],
)
def test_a_display_in_a_clause_is_the_reason_of_the_next(text: str) -> None:
    first, second = cited(text)
    assert first == []
    assert [item.count("f_{1}(x)") for item in second] == [1]


@pytest.mark.parametrize(
    "text",
    [
        f"Since {A} we want to show {B}",
        f"Since it is not true that {A} we have {B}",
        f"It holds that {A} we have {B}",
        f"Since {A} is large. We have {B}",
        f"Since {A} it remains to see {B}",
        f"If {A} we have {B}",
    ],
)
def test_a_display_that_is_no_reason_is_none(text: str) -> None:
    assert cited(text)[-1] == []


SIMILAR = [
    "Similarly,",
    "In a similar fashion, we obtain",
    "Along similar lines, for $h$,",
    "Exactly the same argument implies",
]


@pytest.mark.parametrize("words", SIMILAR)
def test_what_is_similar_has_the_reason_of_the_display_before(words: str) -> None:
    first, second = cited(f"By Lemma 3, {A}\n{words} {B}\n")
    assert first == ["Lemma 3"]
    assert second == ["similarly to line 1, Lemma 3"]


@pytest.mark.parametrize(
    "text",
    [
        f"We see {A}\nSimilarly, {B}",  # to what has no reason
        f"By Lemma 3, {A}\nSimilarly, one might hope that {B}",
        f"By Lemma 3, {A}\nSimilarly, we want to show that {B}",
        f"By Lemma 3, {A}\nThe values are similar: {B}",
        f"By Lemma 3, {A}\nSimilarly, it is believed that {B}",
        f"By Lemma 3, {A}\nSimilarly, but without a proof, {B}",
        f"By Lemma 3, {A}\nThe following is a common mistake. Similarly, {B}",
        f"\\begin{{proof}} By Lemma 3, {A} \\end{{proof}}\nSimilarly, {B}",  # which one?
    ],
)
def test_what_is_similar_to_nothing_has_none(text: str) -> None:
    assert cited(text)[-1] == []


def test_a_clause_is_the_reason_of_relations_apart_on_one_line() -> None:
    text = "Since $h$ is even, \\[ f(x) = g(x), \\qquad f(y) = g(y). \\]"
    assert [len(texts) for texts in cited(text)] == [1, 1]


@pytest.mark.parametrize(
    "shown",
    ["f(x) = g(x) \\\\ f(y) = g(y)", "2 f(x) = g(x) = h(x)", "f(x) = g(x) \\implies f(y) = g(y)"],
)
def test_a_clause_is_not_the_reason_of_all_other_rows(shown: str) -> None:
    assert cited(f"Since $h$ is even, \\[ {shown} \\]")[-1] == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Equation \\ref{e:a} finally leads to", "Equation e:a"),
        ("We first rewrite the recursion \\eqref{e:a} as follows: For $i = 1$,", "e:a"),
        ("If we take the formal power series expansion of $h$, we have", "take the formal"),
        ("The code can be compared by substituting for $h$:", "by substituting"),
        ("We write the mean using conditional expectations as follows:", "using conditional"),
        ("It is $h$. Using the fact that $h$ is even, we obtain", "Using the fact"),
        ("(It is so.) Since $h$ is even, the same argument implies", "Since"),
        ('H\\"{o}lder continuity of $h$ implies that', "lder continuity"),
        ("To get $h$, we can invert this formula to find", "invert this formula"),
        ("Applying this bound on $h$, we can use our method to conclude that", "Applying this"),
    ],
)
def test_what_is_done_is_named_wherever_it_stands(words: str, reason: str) -> None:
    (texts,) = cited(f"{words} {A}")
    assert [item.count(reason) for item in texts] == [1]


@pytest.mark.parametrize(
    "words",
    [
        "Equation \\ref{a} hardly leads to",
        "We write the mean using the following:",
        "It is improved by choosing $h$ such that",
        "We bound one item in the sum above:",
        "Using Lemma 3, show that",
        "It cannot be bounded using Lemma 3 as",
        "Putting all of it together,",
    ],
)
def test_words_that_name_nothing_that_is_done_are_no_reason(words: str) -> None:
    assert cited(f"{words} {A}") == [[]]


def test_an_expansion_passes_by_the_row_that_has_no_terms() -> None:
    first, second = cited("Taylor expand $f$ around $y$: \\[ 0 = f(x) = f(y) + f'(y)(x-y) + r \\]")
    assert (first, len(second)) == ([], 1)
