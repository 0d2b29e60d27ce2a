"""What is said of sums of expectations, of families and of conditions at their ends."""

import pytest

from boundcalc import check
from tests.probability.rows import findings, is_proved

FAMILY = "declare n integer >= 1\nrandom X_1, \\ldots, X_n in [0, 1], iid"
MEMBERS = "declare n integer\nrandom X_1, \\ldots, X_n in [0, 1], iid"
PAIR = "random X, Y in [-1, 1]"


@pytest.mark.parametrize(
    "row",
    [
        r"\sum_{i=1}^n \mathbb{E}[X_i]^2 = n \mathbb{E}[X_1]^2",
        r"\sum_{i=1}^n \mathbb{E}[X_i] \mathbb{E}[X_1] = n \mathbb{E}[X_1]^2",
    ],
)
def test_a_sum_of_more_than_expectations_is_told_what_it_may_sum(row):
    (found,) = findings(FAMILY, row)
    told = r"what is summed is one \mathbb{E}[...], with nothing outside of it"
    assert (found.kind.value, found.reason.rpartition("; ")[2]) == ("UNKNOWN", told)


def test_an_expectation_without_brackets_is_told_to_put_them(tmp_path):
    path = tmp_path / "note.tex"
    path.write_text("%! random X in [0, 1]\n\\[ \\mathbb{E} X \\le 1 \\]\n", encoding="utf-8")
    (error,) = check(path, jobs=1).errors
    told = r"\mathbb{E} is no number; put what it is of into brackets, \mathbb{E}[...]"
    assert error.message == told


@pytest.mark.slow
def test_a_family_has_no_fewer_members_than_none():
    assert is_proved(MEMBERS, r"\mathbb{E}[\sum_{i=1}^n X_i] \le n")
    assert not is_proved(MEMBERS, r"\mathbb{E}[\sum_{i=1}^n X_i] \ge \frac{1}{2}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "row"),
    [
        (PAIR, r"|\mathbb{E}[X]| \le \mathbb{E}[|X|]"),
        (PAIR, r"|\mathbb{E}[X] - \mathbb{E}[Y]| \le \mathbb{E}[|X - Y|]"),
    ],
)
def test_the_modulus_of_a_mean_is_at_most_the_mean_of_the_modulus(given, row):
    assert is_proved(given, row)
    assert not is_proved(given, row.replace(r"\le", r"\ge"))


@pytest.mark.slow
def test_a_condition_with_a_chance_by_its_law_is_possible():
    open_ends = "declare p in (0, 1)\nrandom Y in [0, 1], with law bernoulli(p)"
    row = r"\Pr[Y = 1 \mid Y = 1] = 1"
    assert is_proved(open_ends, row)
    assert not is_proved(open_ends.replace("in (0, 1)", "in [0, 1]"), row)
