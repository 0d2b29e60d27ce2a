r"""What stands in a footnote is said apart from the sentence around it."""

from boundcalc.prose.prose import Sentence, read_prose
from boundcalc.tex.files import read_source


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in LaTeX."""
    units = read_prose(read_source(text))
    return [unit.text for unit in units if isinstance(unit, Sentence)]


def test_a_footnote_is_a_sentence_of_its_own() -> None:
    text = r"By choosing\footnote{As in {Kraft}. Let $n > 1$.} $x = 2$ we get \[ x \le 3. \]"
    assert sentences(text) == [
        "As in  Kraft .",
        "Let \u27e60\u27e7.",
        "By choosing \u27e60\u27e7 we get  \u27e61\u27e7",
    ]


def test_a_footnote_with_a_display_or_without_an_end_is_a_part_of_its_sentence() -> None:
    assert sentences(r"We see\footnote{as \[ x \le 3 \] shows} this.") == [
        "We see as  \u27e60\u27e7  shows  this."
    ]
    assert sentences(r"We see\footnote{nothing. Then this.") == ["We see nothing.", "Then this."]


def test_footnotes_in_footnotes_end_nothing_early() -> None:
    deep = r"\footnote{x" * 900 + "}" * 900
    assert sentences(f"We see{deep} this.")[-1] == "We see this."
