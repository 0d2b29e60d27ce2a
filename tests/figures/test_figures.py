"""Figures: the curves are the sheet's own numbers, and files are what their ending says."""

import math
import re
from fractions import Fraction

import pytest

import boundcalc
from boundcalc import QuestionError, sheet
from boundcalc.cli import main
from boundcalc.figures.canvas import Curve, draw_curves, save
from boundcalc.figures.curves import (
    caption,
    comparison_caption,
    comparison_csv,
    curves,
    draw,
    draw_comparison,
)
from boundcalc.language.statements import Role
from boundcalc.ranking.comparison import Comparison, Crossover, Entry, Place
from boundcalc.solving.answers import LowerLimit

pytest.importorskip("matplotlib", reason="matplotlib is an extra")
from matplotlib.backends.backend_agg import FigureCanvasAgg

HOEFFDING = "adaptive-queries/hoeffding"
TRANSFER = "lecture-18/thm-0.2"


@pytest.fixture(scope="module")
def compared():
    return sheet("n", tau=["0.05", "0.1", "0.2"], beta="0.05", B=10, m=1000)


@pytest.fixture(scope="module")
def family():
    return sheet("tau", theorems=[HOEFFDING], n=[100, 1000, 10000], beta=["0.05", "1e-9"])


@pytest.mark.slow
def test_a_curve_is_a_column_of_the_sheet(compared):
    columns = list(zip(*(cells for _, cells in compared.rows()), strict=True))

    for curve, column in zip(curves(compared), columns, strict=True):
        assert [y for _, y in curve.points] == [float(cell.text) for cell in column]
        assert [x for x, _ in curve.points] == [0.05, 0.1, 0.2]


@pytest.mark.slow
def test_baselines_are_told_apart_from_theorems(compared):
    kinds = {curve.name: curve.is_theorem for curve in curves(compared)}

    assert kinds["Thresholdout"]
    assert not kinds["A fresh sample for every query"]


def test_two_quantities_are_a_family_of_one_theorem(family):
    names = [curve.name for curve in curves(family)]

    assert len(names) == 2
    assert r"10^{-9}" in names[1]


@pytest.mark.slow
def test_drawn_lines_hold_the_points_and_differ_without_colour(compared):
    (plane,) = draw(compared).axes
    lines = plane.get_lines()

    for line, curve in zip(lines, curves(compared), strict=True):
        assert list(zip(*line.get_data(), strict=True)) == list(curve.points)
    looks = {(line.get_linestyle(), line.get_marker()) for line in lines}
    assert len(looks) == len(lines)
    assert plane.get_yscale() == "log"


def test_a_point_without_an_answer_is_a_gap():
    holey = sheet("tau", theorems=[TRANSFER], n=[100, 100000], epsilon="0.1", beta="0.05")

    (curve,) = curves(holey)

    assert math.isnan(curve.points[0][1])
    assert curve.points[1][1] == 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "start"), [("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")]
)
def test_a_file_is_of_its_kind_and_the_same_every_time(family, tmp_path, ending, start):
    contents = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{ending}"
        save(draw(family), path)
        contents.append(path.read_bytes())

    assert contents[0].startswith(start)
    assert contents[0] == contents[1]


@pytest.mark.slow
def test_writing_a_figure_says_nothing(family, tmp_path, caplog):
    save(draw(family), tmp_path / "figure.pdf")

    assert not caplog.records


@pytest.mark.parametrize("width", [3.25, 6.75])
def test_the_width_is_that_of_a_column_or_a_page(family, tmp_path, width):
    path = tmp_path / "figure.svg"
    save(draw(family, width=width), path)

    found = re.search(r'width="([0-9.]+)pt"', path.read_text(encoding="utf-8"))
    assert float(found[1]) == pytest.approx(72 * width, abs=0.1)


@pytest.mark.slow
def test_the_caption_states_the_values_and_the_rounding(compared):
    text = caption(compared)

    assert "β = 0.05" in text
    assert "exact integers" in text


def test_the_caption_names_what_is_doubtful_as_printed():
    ids = ["lecture-12/claim-0.2", "lecture-12/claim-0.2.sharpened"]
    found = {
        count: caption(sheet("sigma", theorems=ids[2 - count :], n=[10, 20], epsilon="0.57"))
        for count in (1, 2)
    }

    assert "lecture-12/claim-0.2, which is doubtful as printed" in found[2]
    assert found[2].count("doubtful") == 1
    assert "safe side" not in found[2]
    assert "doubtful" not in found[1]


def test_the_caption_has_one_full_stop_after_a_title_that_ends_in_one():
    found = sheet("tau", theorems=[TRANSFER], n=[100000, 200000], epsilon="0.1", beta="0.05")

    assert found.theorems[0].title.endswith("et al.")
    assert ".. " not in caption(found)


def test_what_cannot_be_drawn_is_an_error(family, tmp_path):
    with pytest.raises(QuestionError, match="one quantity that varies"):
        curves(sheet("tau", theorems=[HOEFFDING], n=100, beta="0.05"))
    with pytest.raises(QuestionError, match=r"\.pdf, \.svg or \.png"):
        save(draw(family), tmp_path / "figure.exe")
    with pytest.raises(QuestionError, match="nothing to draw"):
        curves(sheet("tau", theorems=[TRANSFER], n=[10, 20], epsilon="0.1", beta="0.05"))


def test_the_command_writes_figure_data_and_caption(capsys, tmp_path):
    figure, data = tmp_path / "figure.pdf", tmp_path / "data.csv"
    call = ["plot", "n", "tau=0.1,0.2", "beta=0.05", "B=10", "m=1000", "-o", str(figure)]

    assert main([*call, "--data", str(data)]) == 0
    assert figure.read_bytes().startswith(b"%PDF")
    assert data.read_text(encoding="utf-8").splitlines()[1].startswith("0.1,32164,")
    assert ",60106," in data.read_text(encoding="utf-8").splitlines()[1]
    assert ",17341106," in data.read_text(encoding="utf-8").splitlines()[1]
    assert "Thresholdout" in capsys.readouterr().out
    assert main(call) == 2
    assert "--force" in capsys.readouterr().err


def test_a_comparison_is_drawn_with_its_floor_and_its_crossovers():
    entries = [
        [
            Entry("a/1", "A", ("a/1",), Fraction(at), True, Role.THEOREM, False),
            Entry("b/1", "B", ("b/1",), Fraction(30), True, Role.THEOREM, False),
            Entry("c/1", "C", ("c/1",), Fraction(5), True, Role.FLOOR, False),
        ]
        for at in (10, 50)
    ]
    places = tuple(
        Place(Fraction(at), tuple(sorted(found, key=lambda entry: entry.role is Role.FLOOR)))
        for at, found in zip((10, 50), entries, strict=True)
    )
    crossover = Crossover(Fraction(30), Fraction(31), entries[0][0], entries[0][1])
    comparison = Comparison("n", "k", {}, places, (crossover,), ())

    (plane,) = draw_comparison(comparison).axes

    drawn = {line.get_label(): list(line.get_ydata()) for line in plane.get_lines()}
    assert drawn["A"] == [10, 50]
    assert drawn["B"] == [30, 30]
    assert drawn["C"] == [5, 5]
    assert any(list(line.get_xdata()) == [31, 31] for line in plane.get_lines())
    assert plane.get_ylabel() == "$n$"
    assert [text.get_text() for text in plane.texts] == ["$31$"]
    assert "The best way changes at k = 31 (solid line)" in comparison_caption(comparison)
    assert list(comparison_csv(comparison)) == ["k,a/1,b/1,c/1\n", "10,10,30,5\n", "50,50,30,5\n"]


def test_what_no_analysis_can_enter_is_shaded_with_words_below_the_limits_and_never_above():
    theorem = boundcalc.theorem("limits/gaussian-noise").record
    entry = Entry("a/1", "A", ("a/1",), Fraction(900), True, Role.THEOREM, False)
    places = tuple(Place(Fraction(at), (entry,)) for at in (10, 20, 30))
    limits = tuple(
        (LowerLimit(theorem=theorem, way="noise", value=value),) for value in (7, 40, 90)
    )
    comparison = Comparison("n", "k", {}, places, (), (), (), limits)

    figure = draw_comparison(comparison)
    (plane,) = figure.axes
    (shade,) = plane.collections
    inside = shade.get_paths()[0]

    assert inside.contains_point((15, 6.9))
    assert not inside.contains_point((15, 7.1))  # up to the lower of two limits
    assert inside.contains_point((25, 39))
    assert "noise fails here" in [text.get_text() for text in figure.legends[0].get_texts()]
    assert "noise fails here, against one analyst" in comparison_caption(comparison)
    assert [line.strip().split(",")[-1] for line in comparison_csv(comparison)] == [
        "noise fails", "7", "40", "90",
    ]  # fmt: skip
    card = str(comparison)
    assert "too few: up to this n noise fails" in card
    assert [item["limits_below"][0]["value"] for item in comparison.to_dict()["places"]] == [
        "7", "40", "90",
    ]  # fmt: skip


@pytest.mark.slow
def test_the_figure_of_a_sheet_has_the_limits_of_its_question(capsys, tmp_path):
    data = ["n", "tau=0.1,0.2", "beta=0.05", "m=100", "--theorem", "baselines/splitting"]

    assert main(["plot", *data, "-o", str(tmp_path / "figure.svg")]) == 0
    assert "Shaded: Gaussian noise of any one scale fails here" in capsys.readouterr().out


def test_a_value_that_is_the_other_end_is_left_out_with_the_reason():
    given = {"tau": "0.1", "beta": "0.05", "B": 10, "n": ["3e7", "1e9"]}
    found = sheet("m", theorems=["adaptive-queries/thm-3.3.sharpened"], **given)

    # At n = 1e9 every m from B on suffices, beyond 1e120: there is a least m, but no greatest.
    assert [cells[0].text for _, cells in found.rows()][1] == "–"
    assert "sets no greatest m" in next(iter(found.notes.values()))
    (curve,) = curves(found)
    assert curve.points[0][1] > 1e50
    assert math.isnan(curve.points[1][1])


def boxes(figure, texts):
    renderer = FigureCanvasAgg(figure).get_renderer()
    return [text.get_window_extent(renderer) for text in texts if text.get_text()]


def assert_no_words_overlap(figure):
    """Everything written lies within the figure, and ticks, labels and names apart."""
    FigureCanvasAgg(figure).draw()
    (plane,) = figure.axes
    ticks = [label for axis in (plane.xaxis, plane.yaxis) for label in axis.get_ticklabels()]
    names = [text for legend in figure.legends for text in legend.get_texts()]
    low, high = figure.bbox.min, figure.bbox.max
    found = boxes(figure, [plane.xaxis.label, plane.yaxis.label, *names])
    for box in found:
        assert (box.min >= low - 1).all()
        assert (box.max <= high + 1).all()
        assert not any(box.overlaps(other) for other in found if other is not box)
    inner = plane.get_window_extent()
    shown = [box for box in boxes(figure, ticks) if box.x1 > inner.x0 - 99 and box.y1 <= inner.y1]
    assert not any(one.overlaps(other) for one in found for other in shown)
    assert inner.width > 0.6 * figure.bbox.width
    assert inner.height > 0.4 * figure.bbox.height


@pytest.mark.few(3)
@pytest.mark.parametrize("decades", [1.2, 1.95, 2.3])
@pytest.mark.parametrize("low", [0.01, 0.00031])
def test_labels_of_a_logarithmic_axis_do_not_overprint(decades, low):
    values = [low, low * 10**decades]
    figure, plane = draw_curves([Curve("A", tuple(zip(values, values, strict=True)))], 3.25)
    plane.set(xlim=values, ylim=values)  # as the sides of a region
    FigureCanvasAgg(figure).draw()

    for axis in (plane.xaxis, plane.yaxis):
        start, end = axis.get_view_interval()
        labels = [
            label
            for place, label in (
                *zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True),
                *zip(axis.get_minorticklocs(), axis.get_minorticklabels(), strict=True),
            )
            if start <= place <= end
        ]
        found = boxes(figure, labels)
        assert len(found) >= 2
        assert not any(one.overlaps(other) for one in found for other in found if one is not other)


@pytest.fixture(scope="module")
def readme():
    return sheet("n", tau=["0.02", "0.1", "0.5"], beta="0.05", B=10, m=1000)


@pytest.mark.slow
@pytest.mark.parametrize("width", [3.25, 6.75])
def test_names_stand_above_the_axes_and_cover_nothing(readme, width):
    long = sheet(
        "gamma",
        theorems=[
            "max-information/thm-1.3.pure-privacy.sharpened",
            "max-information/thm-1.3.pure-privacy",
        ],
        alpha=["0.01", "0.05"],
        n=100,
        epsilon="0.05",
    )

    for figure in (draw(long, width=width), draw(readme, width=width)):
        assert_no_words_overlap(figure)


def test_a_column_says_which_end_it_shows_also_where_the_rule_of_thumb_is_wrong():
    corrected = sheet(
        "gamma",
        theorems=["max-information/thm-1.3.pure-privacy.sharpened"],
        alpha=["0.05"],
        n=100,
        epsilon="0.05",
        digits=3,
    )

    assert [direction.value for direction in corrected.directions] == ["greatest"]
    assert [cells[0].text for _, cells in corrected.rows()] == ["0.0262"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name the file"),
        (["-o", "figure.exe"], ".pdf, .svg or .png"),
        (["-o", "figure.pdf", "--width", "wide"], "column, page or a number"),
        (["-o", "figure.pdf", "--width", "0.1"], "1 to 40 inches"),
        (["-o", "nowhere/figure.pdf"], "does not exist"),
    ],
)
def test_wrong_use_is_one_line(capsys, arguments, says):
    question = ["tau=0.1,0.2", "beta=0.05", "m=1000", "--theorem", "baselines/splitting"]
    status = main(["plot", "n", *question, *arguments])
    err = capsys.readouterr().err

    assert status == 2
    assert says in err
    assert err.count("\n") == 1


def test_a_width_is_refused_before_the_question_is_asked(capsys, monkeypatch):
    monkeypatch.setattr(
        "boundcalc.commands.drawing.plot.make_sheet_of", lambda *_, **__: pytest.fail("asked")
    )

    status = main(["plot", "n", "tau=0.1,0.2", "k=10", "-o", "figure.svg", "--width", "nan"])

    assert status == 2
    assert "1 to 40 inches, but got nan" in capsys.readouterr().err
