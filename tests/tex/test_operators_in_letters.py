r"""Words such as ``Pr`` that are written in letters, for ``\Pr``."""

import re

import pytest

from boundcalc.tex.source import Fragment, SourceText
from boundcalc.tex.tokens import tokenize

CHANCES = "We speak of the probability of events. "


def keys(formula: str, text: str = CHANCES) -> list[str]:
    source = SourceText(f"{text}${formula}$")
    return [item.key for item in tokenize(Fragment(source, len(text) + 1, len(source.text) - 1))]


@pytest.mark.parametrize(
    ("formula", "key"),
    [
        ("Pr[A]", r"\Pr"),
        ("Pr (A)", r"\Pr"),
        (r"Pr\left(A\right)", r"\Pr"),
        ("Prob(A)", r"\Pr"),
        ("Var(X)", r"\mathrm{Var}"),
        ("Cov[X, Y]", r"\mathrm{Cov}"),
        ("var(X)", r"\mathrm{Var}"),
        ("cov(X, Y)", r"\mathrm{Cov}"),
    ],
)
def test_a_word_before_brackets_is_one_operator(formula, key):
    assert keys(formula)[:2] == [key, keys(re.sub("^[A-Za-z]+", "", formula))[0]]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("Pr(1 + r)", "The principal grows by interest. "),
        ("Pr[A]", f"{CHANCES}\n%! declare P, r real\n"),
        ("Pr(2)", f"{CHANCES}Let $P, r \\ge 0$. "),
        ("Pr(2)", f"{CHANCES}The Prandtl number $Pr$ is positive. "),
        ("Pr[2]", f"{CHANCES}Here $Pr > 1$. "),
        ("APr[A]", CHANCES),
        ("Pr A", CHANCES),
        ("Prt", CHANCES),
    ],
)
def test_letters_are_a_product_elsewhere(formula, text):
    found = keys(formula, text)
    at = found.index("P")
    assert found[at : at + 2] == ["P", "r"]


def test_a_distribution_and_a_radius_are_no_factors_of_an_event():
    text = f"{CHANCES}Let $P$ be a distribution and $r > 0$. "
    copy = f"{text}\n%! inferred\n%! declare P real\n%! declare r > 0\n"
    assert keys("Pr[A]", text)[0] == keys("Pr[A]", copy)[0] == r"\Pr"
