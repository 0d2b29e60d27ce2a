"""Figures of regions and of tightness: what is drawn is what was decided or measured."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from boundcalc import QuestionError
from boundcalc.cli import main
from boundcalc.figures.regions import outlines
from boundcalc.figures.tightness import draw_tightness, families, tightness_caption
from boundcalc.finite.testing import on_grid
from boundcalc.tested import find_statements

pytest.importorskip("matplotlib", reason="matplotlib is an extra")
from matplotlib.path import Path

GAUSSIAN = "lecture-12/claim-0.2"
PURE = "max-information/thm-1.4.1"
MONITOR = "lecture-18/thm-0.2.free"


@given(arrays(bool, st.tuples(st.integers(1, 6), st.integers(1, 6))))
def test_outlines_enclose_the_cells_of_the_mask_and_no_others(mask):
    loops = outlines(mask)

    for column, row in np.ndindex(mask.shape):
        point = (column + 0.5, row + 0.5)
        inside = sum(Path([*loop, loop[0]]).contains_point(point) for loop in loops)
        assert inside % 2 == mask[column, row]


@pytest.mark.slow
def test_the_region_command_writes_figure_cells_and_caption(capsys, tmp_path):
    figure, data = tmp_path / "region.svg", tmp_path / "region.csv"
    call = ["region", "epsilon=0.01..0.2", "n=100..1e6", "tau=0.6", "beta=0.05", "delta=1e-9"]
    call += ["--theorem", "lecture-18/thm-0.2", "-o", str(figure), "--depth", "4"]

    assert main([*call, "--data", str(data)]) == 0
    head, *rows = data.read_text(encoding="utf-8").splitlines()
    assert head == "epsilon_from,epsilon_to,n_from,n_to,verdict"
    assert {row.rsplit(",", 1)[1] for row in rows} == {"holds", "fails", "undecided"}
    assert rows[0].startswith("0.01,")
    assert figure.read_text(encoding="utf-8").startswith("<?xml")
    assert "Every cell was decided as a whole" in capsys.readouterr().out


def test_a_region_of_a_route_is_drawn_where_its_parameters_are_given(capsys, tmp_path):
    call = ["region", "n=1e4..1e6", "k=1..1000", "tau=0.1", "beta=0.05", "--depth", "3"]
    call += ["--theorem", "route/rounded-answers.description-length"]

    assert main([*call, "cells=43", "-o", str(tmp_path / "region.svg")]) == 0
    assert "Where rounded answers, description length" in capsys.readouterr().out
    assert main([*call, "-o", str(tmp_path / "other.svg")]) == 2
    assert "the region needs a value of cells; give one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["epsilon=0.01..0.2", "n=100"], "two quantities have a range"),
        (["epsilon=0.01..0.2..0.1", "n=100..200"], "least..greatest"),
        (["epsilon=0.2..0.01", "n=100..200"], "from a smaller to a larger"),
    ],
)
def test_wrong_sides_are_one_line(capsys, tmp_path, arguments, says):
    rest = ["tau=0.6", "beta=0.05", "delta=1e-9", "--theorem", "lecture-18/thm-0.2"]

    assert main(["region", *arguments, *rest, "-o", str(tmp_path / "f.pdf")]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def grid_of(id):
    (statement,) = find_statements(id)
    return statement, on_grid(statement)


def test_exact_values_and_bound_are_drawn_over_the_parameter_that_varies():
    statement, outcomes = grid_of(PURE)
    (plane,) = draw_tightness(statement, outcomes).axes
    exact, bound = plane.get_lines()

    assert exact.get_linestyle() == "None"
    for n, low, high in zip(exact.get_xdata(), exact.get_ydata(), bound.get_ydata(), strict=True):
        # of n fair bits through randomized response with e^epsilon = 3 / 2: n log2(6 / 5)
        assert low == pytest.approx(n * math.log2(6 / 5))
        assert high == pytest.approx(n * math.log2(3 / 2))
    assert "n, size" in plane.get_xlabel().replace("$", "")


def test_one_may_choose_the_parameter_and_a_violated_bound_is_below_its_values():
    statement, outcomes = grid_of(GAUSSIAN)
    axis, found = families(statement, outcomes, "sigma")

    assert axis.name == "sigma"
    # n = 10 has one instance twice, with the same sides: a curve all the same.
    assert set(found) == {(("n", value),) for value in ("1", "2", "10")}
    assert any(exact > bound for points in found.values() for _, exact, bound in points)
    assert "violate it" in tightness_caption(statement, outcomes, "sigma")
    with pytest.raises(QuestionError, match="no parameter"):
        families(statement, outcomes, "k")
    with pytest.raises(QuestionError, match="no curve over n"):
        families(statement, outcomes, "n")


def test_the_caption_counts_what_is_drawn_and_says_what_is_not():
    statement, outcomes = grid_of(GAUSSIAN)
    spread = [outcome for outcome in outcomes if outcome.case.values["n"] == 10][:3]
    others = [outcome for outcome in outcomes if outcome.case.values["n"] != 10]

    whole = tightness_caption(statement, outcomes, "sigma")
    part = tightness_caption(statement, [*others, *spread], "sigma")

    assert "13 of 24 instances violate it." in whole
    assert "Not drawn" not in whole
    violating = [sum(o.badness > 1 for o in some) for some in (others, spread)]
    assert f"{violating[0]} of 18 instances violate it." in part
    assert f"Not drawn: 3 more, of which {violating[1]} violate it." in part


def test_instances_without_a_common_parameter_are_marks_beside_the_line_of_equality():
    statement, outcomes = grid_of(MONITOR)
    (plane,) = draw_tightness(statement, outcomes).axes
    marks, line = plane.get_lines()

    assert len(marks.get_xdata()) == len(outcomes)
    assert list(line.get_xdata()) == list(line.get_ydata())
    assert (np.array(marks.get_ydata()) >= np.array(marks.get_xdata())).all()


def test_the_tightness_command_draws_one_theorem(capsys, tmp_path):
    figure, data = tmp_path / "figure.png", tmp_path / "data.csv"

    assert main(["tightness", PURE, "--plot", str(figure), "--data", str(data)]) == 0
    assert data.read_text(encoding="utf-8").startswith("n,epsilon,exact,bound,ratio\n1,ln(3 / 2),")
    assert "at most the bound" in capsys.readouterr().out
    assert main(["tightness", "max-information/thm-1.4", "--plot", str(tmp_path / "f.png")]) == 2
    assert "name one of" in capsys.readouterr().err
    assert main(["tightness", PURE, "--over", "n"]) == 2
