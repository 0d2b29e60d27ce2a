"""The reader of bibliographies: what it finds, and what it refuses."""

import pytest

from boundcalc.language import StatementError
from boundcalc.language.bibliography import Work, read_bibliography


def test_an_entry_has_its_authors_title_and_year():
    text = """
    % a comment, with a comma
@article{hoeffding_1963,
  author  = {Hoeffding, Wassily},
  title   = {Probability {I}nequalities,
             for Sums},
  pages   = {13--30},
  year    = {1963}
}

@misc{talk, title = "A Talk, on Sums", year = 2016}
"""
    found = read_bibliography(text)

    assert found["hoeffding_1963"] == Work(
        key="hoeffding_1963",
        authors=("Hoeffding, Wassily",),
        title="Probability Inequalities, for Sums",
        year="1963",
    )
    assert str(found["talk"]) == "A Talk, on Sums, 2016"


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Azuma, K.", "Azuma"),
        ("Russo, D. and Zou, J.", "Russo and Zou"),
        ("A, a and B, b and C, c", "A, B and C"),
        ("A, a and B, b and C, c and D, d and E, e", "A et al."),
    ],
)
def test_authors_are_shown_by_their_family_names(authors, names):
    assert read_bibliography(f"@misc{{x, author = {{{authors}}}}}")["x"].names == names


def test_an_entry_without_fields_is_shown_by_its_key():
    assert str(read_bibliography("@misc{x, }")["x"]) == "x"


def test_a_key_stands_once():
    with pytest.raises(StatementError, match="'x' stands twice"):
        read_bibliography("@misc{x, year = 1}\n@misc{x, year = 2}")


def test_a_brace_that_is_not_closed_is_told():
    with pytest.raises(StatementError, match="brace of 'x' is not closed"):
        read_bibliography("@misc{x, title = {On")
