"""A row with one constant or sign changed is not PROVED, unless it is true all the same."""

from fractions import Fraction

import pytest

from boundcalc.document_checker import check, default_cache
from boundcalc.notes.check import Report
from boundcalc.proving import make_goal
from tests.documents import ROOT
from tests.mutations import mutants, tally
from tests.proving.test_soundness import violation

pytestmark = pytest.mark.usefixtures("in_this_process")

EXAMPLE = ROOT / "docs" / "examples" / "corrected.tex"


@pytest.mark.slow
def test_mutants_of_an_example_are_not_proved_unless_they_hold() -> None:
    fates, wrong = tally(check(EXAMPLE, cache=default_cache()).rows, count=3)

    assert wrong == []
    assert fates["refuted"] > fates["proved, and true at all points"]


def test_every_constant_and_sign_is_changed_somewhere() -> None:
    from boundcalc.language import POSITIVE, Symbol

    x = Symbol("x", POSITIVE)
    names = [mutant.name for mutant in mutants(make_goal(2 * x - 1 <= 3 * x))]

    assert names.count("constant") == 6
    assert names.count("sign") == 2
    assert names.count("sense") == 1


def test_a_false_mutant_would_be_noticed() -> None:
    from boundcalc.language import Symbol, interval

    x = Symbol("x", interval("[0, 1]"))

    assert violation(make_goal(x <= x * x), 60, 0) == {"x": Fraction(9, 10)}


@pytest.mark.slow
def test_mutants_of_the_library_are_not_proved_unless_they_hold(library_report: Report) -> None:
    """Of every tenth row; `python -m tests.mutations` takes all."""
    fates, wrong = tally(library_report.rows[::10])

    assert wrong == []
    assert fates["refuted"] > fates["proved, and true at all points"]
