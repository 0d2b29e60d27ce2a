"""Which formula of a list words speak of: of the one behind them, up to the last comma."""

import pytest

from boundcalc.prose.phrases import read_phrases
from boundcalc.prose.prose import Sentence
from boundcalc.tex.source import Fragment

INTEGERS = "the integers of (-oo, oo)"
LISTS = [
    ("Let \u27e60\u27e7 be an integer, \u27e61\u27e7 any real.", [INTEGERS, "None"]),
    ("Let \u27e60\u27e7 be positive and real \u27e61\u27e7.", ["(0, oo)", "(-oo, oo)"]),
    ("For all positive integers \u27e60\u27e7, \u27e61\u27e7.", ["the integers >= 1"] * 2),
    ("Let \u27e60\u27e7 and \u27e61\u27e7 be positive integers.", ["the integers >= 1"] * 2),
    ("Fix reals \u27e60\u27e7 and integers \u27e61\u27e7.", ["(-oo, oo)", INTEGERS]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "domains"), LISTS)
def test_words_before_a_comma_speak_of_what_stands_before_it(text: str, domains: list[str]) -> None:
    sentence = Sentence(text, [Fragment.of("n"), Fragment.of("m")])

    assert [str(phrase.domain) for phrase in read_phrases(sentence)] == domains
