"""The sentences of the library as LaTeX: what is a formula in them is mathematics throughout."""

import re

import pytest

import boundcalc
from boundcalc.cards.guarantee_words import doubt_texts
from boundcalc.language.statements import Theorem
from boundcalc.library import load_library
from boundcalc.output.latex_answers import answer_latex
from boundcalc.output.latex_words import words_latex

OUTSIDE = re.compile(
    r"[<>=^*]|textascii|\\_|sqrt|\b(?:ln|exp|log|floor|erf)\(|[a-z)¤]/[a-z(¤]|¤\(|¤ [-+] "
    r"|\b(?:alpha|beta|gamma|delta|epsilon|sigma|tau|lambda)\b|`"
)


def unbalanced(formula: str) -> bool:
    plain = re.sub(r"\\[{}]|\\text\{[^}]*\}", "", formula)
    return any(plain.count(a) != plain.count(b) for a, b in ("()", "{}")) or plain.count("|") % 2


@pytest.mark.few(70)
@pytest.mark.parametrize("theorem", load_library().theorems, ids=lambda theorem: theorem.id)
def test_nothing_of_a_formula_stands_outside_of_mathematics(theorem: Theorem) -> None:
    symbols = (*theorem.parameters, *(item.symbol for item in theorem.definitions))
    for text in (theorem.title, *theorem.accepts, *doubt_texts(theorem)):
        latex = words_latex(text, symbols)
        assert not OUTSIDE.search(re.sub(r"\$[^$]*\$", "¤", latex)), latex
        assert not [one for one in re.findall(r"\$([^$]*)\$", latex) if unbalanced(one)], latex


def test_the_s_of_a_genitive_is_no_symbol() -> None:
    """Titles are set with a curved apostrophe, behind which an s was mathematics."""
    title = "Differential Privacy\u2019s Guarantees"
    assert words_latex(title) == title


def test_the_value_beside_an_answer_is_not_rounded_to_the_answer() -> None:
    """It said that 1.00000 fails where 1 is the least value, because 0.99999999999 does."""
    answer = boundcalc.theorem("max-information/thm-A.1").solve(sigma=None, epsilon=1)
    text = answer_latex(answer)

    assert r"$\sigma = 1$ suffices" in text
    assert r"for $\sigma = 0.99999999999$" in text
