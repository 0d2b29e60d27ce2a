"""What sentences are made of where the text is odd."""

import pytest

from boundcalc.prose.prose import Sentence, read_prose
from boundcalc.tex.files import read_source


@pytest.mark.parametrize("command", [r"\ref{}", r"\eqref{ }", r"\cite{}", r"\cite[Lemma 2]{}"])
@pytest.mark.parametrize("name", ["notes.tex", "notes.md"])
def test_a_reference_to_nothing_names_nothing(command: str, name: str) -> None:
    (said,) = read_prose(read_source(f"By Lemma {command} it holds.", name))

    assert isinstance(said, Sentence)
    assert said.text.split() == ["By", "Lemma", "it", "holds."]
