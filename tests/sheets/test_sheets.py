"""Sheets: the same certified numbers in every form, and empty cells that are explained."""

import csv
import json
import re
import shutil
import subprocess
from fractions import Fraction
from html.parser import HTMLParser

import pytest

import boundcalc
from boundcalc.language.statements import Role, Status
from boundcalc.library import find_theorem, load_library
from boundcalc.questions.grids import read_grid
from boundcalc.sheets.booktabs import sheet_latex
from boundcalc.sheets.columns import comparable_theorems
from boundcalc.sheets.forms import (
    rounding_note,
    sheet_csv,
    sheet_html,
    sheet_json,
    sheet_json_text,
    sheet_markdown,
    sheet_text,
)
from boundcalc.sheets.making import make_sheet

THRESHOLDOUT = "adaptive-queries/thm-3.3"
TRANSFER = "lecture-18/thm-0.2"
GRID = {"tau": ["0.1", "0.2"], "beta": ["0.05", "0.01"], "B": [10], "m": [1000]}


def sheet_of(*ids, unknown="n", grid=GRID, digits=None):
    theorems = [find_theorem(load_library(), id) for id in ids]
    return make_sheet(theorems, unknown, read_grid(grid), digits=digits)


@pytest.fixture(scope="module")
def square():
    return sheet_of(THRESHOLDOUT)


@pytest.fixture(scope="module")
def holey():
    """The transfer theorem, whose hypothesis epsilon >= sqrt(12/n) fails in all cells but one."""
    grid = {"n": [100, 100000], "epsilon": ["0.01", "0.1"], "beta": ["0.05"]}
    return sheet_of(TRANSFER, unknown="tau", grid=grid)


@pytest.fixture(scope="module")
def compared():
    grid = read_grid({"tau": ["0.1", "0.3"], "beta": ["0.05"], "B": [10], "m": [1000]})
    return make_sheet(comparable_theorems(load_library().theorems, "n", grid), "n", grid)


def test_every_cell_is_the_answer_of_solve(square):
    for point, (cell,) in square.rows():
        given = dict(zip(["tau", "beta"], point, strict=True))
        answer = boundcalc.theorem(THRESHOLDOUT).solve(n=None, B=10, m=1000, **given)

        assert cell.text == answer.value_text


def test_columns_are_the_comparable_theorems_with_their_baselines(compared):
    ids = [theorem.id for theorem in compared.theorems]

    assert ids[0].startswith("route/")  # the best of all
    assert ids.index("counting/reusable-holdout") == 2  # behind the best published route
    best = boundcalc.solve("n", tau="0.1", beta="0.05", B=10, m=1000).best
    assert (ids[0], dict(compared.rows())[("0.1",)][0].text) == (best.theorem.id, best.value_text)
    assert {THRESHOLDOUT, "baselines/splitting", "baselines/non-adaptive"} <= set(ids)
    assert dict(compared.rows())[("0.1",)][ids.index("baselines/splitting")].text == "530000"


@pytest.mark.slow
def test_a_table_over_k_has_the_best_route_and_the_best_published_one_at_both_ends():
    sheet = boundcalc.sheet("n", tau="0.1", beta="0.05", k=[10, 1000])
    ids = [theorem.id for theorem in sheet.theorems]
    for row, k in enumerate((10, 1000)):
        answers = [
            answer
            for answer in boundcalc.solve("n", tau="0.1", beta="0.05", k=k).answers
            if answer.theorem.role is Role.THEOREM
        ]
        published = next(item for item in answers if item.theorem.status is Status.AS_PRINTED)
        for answer in (answers[0], published):
            cell = list(sheet.rows())[row][1][ids.index(answer.theorem.id)]
            assert cell.text == answer.value_text
    assert "baselines/splitting" in ids


ACCURATE = {"n": "1e6", "tau": "0.1", "beta": "0.05"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unknown", "given", "axis", "values"),
    [
        ("sigma", ACCURATE, "k", ["1", "100", "1000"]),
        ("tau", {"n": "1e5", "beta": "0.05"}, "k", ["5", "2000"]),
        ("beta", {"n": "1e5", "tau": "0.1"}, "k", ["10", "5000"]),
        ("epsilon", ACCURATE, "k", ["10", "1000"]),
        ("k", {"n": "1e5", "beta": "0.05"}, "tau", ["0.05", "0.2"]),
        ("n", {"k": "100", "beta": "0.05"}, "tau", ["0.05", "0.3"]),
        ("sigma", {"n": "1e5", "tau": "0.1", "k": "30"}, "beta", ["1e-6", "0.05"]),
    ],
)
def test_every_row_of_a_table_and_a_comparison_has_what_solve_answers(unknown, given, axis, values):
    sheet = boundcalc.sheet(unknown, **given, **{axis: values})
    compared = boundcalc.compare(unknown, **given, **{axis: values})
    ids = [theorem.id for theorem in sheet.theorems]
    for (point, cells), place in zip(sheet.rows(), compared.places, strict=True):
        answer = boundcalc.solve(unknown, **given, **{axis: point[0]}).best
        assert cells[ids.index(answer.theorem.id)].text == answer.value_text
        assert place.best is not None
        assert (place.best.id, place.best.value) == (answer.theorem.id, answer.value)


def test_a_table_and_its_data_are_in_the_letter_that_was_typed():
    id = "baselines/splitting"
    sheet = boundcalc.sheet("n", theorems=[id], tau="0.1", beta="0.05", k=[1, 2])
    assert sheet_text(sheet).splitlines()[2].split() == ["k", "n"]
    assert "for each $k$" in sheet_latex(sheet)
    assert next(iter(sheet_csv(sheet))).splitlines()[0] == "k,n"
    assert list(sheet.to_dict()["axes"]) == ["k"]
    assert sheet.to_dict()["rows"][1]["given"] == {"k": "2"}
    asked = boundcalc.sheet("k", theorems=[id], tau=["0.1", "0.2"], beta="0.05", n=10_000)
    assert next(iter(sheet_csv(asked))).splitlines()[0] == "tau,k"
    assert asked.to_dict()["unknown"] == "k"
    assert repr(sheet) == "<Sheet of n by 1 theorems over 2 k>"


def test_what_is_wider_than_a_line_or_a_page_names_its_theorems_by_numbers(compared):
    text, latex = sheet_text(compared), sheet_latex(compared)
    assert max(len(line) for line in text.splitlines()[:5]) <= 88
    for place, theorem in enumerate(compared.theorems, 1):
        assert f"({place}) {theorem.title} ({theorem.id})" in text
        assert f"({place}) {theorem.title}:" in latex


def test_a_baseline_ignores_a_quantity_that_varies_and_repeats_its_value():
    grid = {"B": [10, 20], "tau": ["0.1", "0.2"], "m": [1000], "beta": ["0.05"]}
    sheet = sheet_of("baselines/splitting", THRESHOLDOUT, grid=grid)

    values = {point: [cell.text for cell in cells] for point, cells in sheet.rows()}

    assert values[("10", "0.1")][0] == values[("20", "0.1")][0] == "530000"
    assert values[("10", "0.1")][1] == "17341106" != values[("20", "0.1")][1]


def test_csv_json_and_rows_hold_the_same_values(compared):
    rows = list(csv.reader("".join(sheet_csv(compared)).splitlines()))
    data = sheet_json(compared)

    assert rows[0] == ["tau", *(theorem.id for theorem in compared.theorems)]
    for row, entry, (point, cells) in zip(rows[1:], data["rows"], compared.rows(), strict=True):
        values = [cell.text for cell in cells]
        assert row == [*point, *values]
        assert entry["values"] == values
        assert list(entry["given"].values()) == list(point)


def test_an_empty_cell_is_marked_and_explained_and_not_dropped(holey):
    text, latex, page = sheet_text(holey), sheet_latex(holey), sheet_html(holey)

    assert text.count("– a") == 3
    assert re.search(r"^a  .*ε ≥ √\(12 / n\), which fails$", text, re.M)
    assert latex.count(r"--\textsuperscript{a}") == 3
    assert page.count("–<sup>a</sup>") == 3
    assert "– (a)" in sheet_markdown(holey)
    assert "".join(sheet_csv(holey)).splitlines()[1:] == [
        "100,0.01,",
        "100,0.1,",
        "100000,0.01,",
        "100000,0.1,0.6",
    ]
    nulls = [row["values"] == [None] for row in sheet_json(holey)["rows"]]
    assert nulls == [True, True, True, False]


@pytest.mark.parametrize("digits", [1, 2, 3, 6, 11])
def test_fewer_digits_are_on_the_safe_side_and_still_suffice(digits):
    grid = {"n": ["1000", "54321", "1e7"], "beta": ["0.05", "1e-9"]}
    full = sheet_of("adaptive-queries/hoeffding", unknown="tau", grid=grid)
    short = sheet_of("adaptive-queries/hoeffding", unknown="tau", grid=grid, digits=digits)

    for (point, (exact,)), (_, (rounded,)) in zip(full.rows(), short.rows(), strict=True):
        value = Fraction(rounded.text)
        assert value >= Fraction(exact.text)
        assert len(rounded.text.replace(".", "").lstrip("0")) <= digits
        n, beta = point
        needed = boundcalc.theorem("adaptive-queries/hoeffding").solve(
            n=None, tau=rounded.text, beta=beta
        )
        assert needed.value <= Fraction(n)


def test_a_doubtful_theorem_is_marked_in_every_cell():
    grid = {"n": [100, 1000], "sigma": ["0.1"]}
    text = sheet_text(sheet_of("lecture-12/claim-0.2", unknown="epsilon", grid=grid))

    assert len(re.findall(r"\d a$", text, re.M)) == 2
    assert "doubtful as printed" in text
    assert "was proved" not in text
    assert "safe side" not in text


CLAIM = "lecture-12/claim-0.2"


def test_a_note_calls_no_doubtful_value_safe_or_proved():
    grid = {"n": [1000], "epsilon": ["0.1", "0.2"]}
    mixed = sheet_of(CLAIM, f"{CLAIM}.corrected", f"{CLAIM}.sharpened", unknown="sigma", grid=grid)
    alone = sheet_of(CLAIM, unknown="sigma", grid=grid)
    sound = sheet_of(f"{CLAIM}.corrected", unknown="sigma", grid=grid)

    assert rounding_note(mixed) == (
        "Values are rounded up to 12 significant digits; those of lecture-12/claim-0.2, which is "
        "doubtful as printed, may be unsafe; each of the others was proved to satisfy every "
        "constraint."
    )
    assert "safe side" not in rounding_note(alone)
    assert "proved" not in rounding_note(alone)
    assert "to the safe side, to 12 significant digits; each was proved" in rounding_note(sound)


@pytest.mark.parametrize("form", [sheet_text, sheet_markdown, sheet_html, sheet_latex])
def test_every_form_says_which_columns_the_source_does_not_state(form):
    ids = [CLAIM, f"{CLAIM}.corrected", f"{CLAIM}.sharpened"]
    shown = form(sheet_of(*ids, unknown="sigma", grid={"n": [1000], "epsilon": ["0.1", "0.2"]}))

    assert len(re.findall(r"here, from (?:Sorrell|\\cite\[[^]]*\]\{sorrell)", shown)) == 2
    for change, place in (
        ("corrected", "Claim 0.2, the last integral"),
        ("sharpened", "Claim 0.2, the first integral"),
    ):
        in_words = f"{change} here, from Sorrell, Lecture 12, {place}"
        in_latex = rf"{change} here, from \cite[{place} of the proof]{{sorrell_lecture_12}}"
        assert (in_latex if form is sheet_latex else in_words) in shown


def test_latex_states_caption_label_rounding_and_source(square):
    latex = sheet_latex(square)

    for part in (
        r"\caption{Least $n$ for each $\tau$ and $\beta$, where $B = 10$ and $m = 1000$.}",
        r"\label{tab:n-tau-beta}",
        r"\toprule",
        r"\bottomrule",
        r"$0.1$ & $17341106$ & $19813202$ \\",
        "Values are exact integers; each was proved to satisfy every constraint.",
        "Theorem 3.3",
    ):
        assert part in latex
    own = sheet_latex(square, caption=r"Own \emph{words}", label="tab:own")
    assert r"\caption{Own \emph{words}}" in own
    assert r"\label{tab:own}" in own
    assert r"\begin{table}" not in sheet_latex(square, is_floating=False)


LATEX = shutil.which("pdflatex") or shutil.which("tectonic")


@pytest.mark.skipif(LATEX is None, reason="neither pdflatex nor tectonic is installed")
@pytest.mark.parametrize("siunitx", [False, True])
def test_latex_compiles_in_a_paper_of_two_columns(tmp_path, square, holey, compared, siunitx):
    tables = "\n".join(sheet_latex(sheet, siunitx=siunitx) for sheet in (square, holey))
    wide = sheet_latex(compared, siunitx=siunitx)
    assert r"\begin{table*}" in wide
    packages = r"\usepackage{booktabs}" + (r"\usepackage{siunitx}" if siunitx else "")
    source = tmp_path / "paper.tex"
    source.write_text(
        rf"\documentclass[twocolumn]{{article}}{packages}"
        rf"\begin{{document}}{tables}{wide}\end{{document}}",
        encoding="utf-8",
    )

    options = [] if "tectonic" in str(LATEX) else ["-interaction=nonstopmode", "-halt-on-error"]
    result = subprocess.run(
        [str(LATEX), *options, source.name], cwd=tmp_path, capture_output=True, text=True
    )

    assert result.returncode == 0, result.stdout[-2000:]
    assert r"Overfull \hbox" not in result.stdout
    assert (tmp_path / "paper.pdf").stat().st_size > 10_000


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.count = [], {}

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_is_balanced_and_has_a_cell_for_every_answer(square):
    tags = _Tags()
    tags.feed(sheet_html(square))

    assert not tags.open
    assert tags.count["td"] == 4


def test_json_is_one_object_of_texts(holey):
    data = json.loads(sheet_json_text(holey))

    assert data["axes"] == {"n": ["100", "100000"], "epsilon": ["0.01", "0.1"]}
    assert data["rows"][0]["notes"][0].startswith(TRANSFER)


def test_a_frame_has_the_letter_that_was_typed():
    pytest.importorskip("pandas", reason="pandas is an optional peer")
    id = "baselines/splitting"
    sheet = boundcalc.sheet("n", theorems=[id], tau="0.1", beta="0.05", k=[1, 2])

    assert sheet.to_frame().columns.tolist() == ["k", id]


def test_a_frame_has_the_same_values(square, holey):
    pytest.importorskip("pandas", reason="pandas is an optional peer")
    frame = square.to_frame()

    assert list(frame.columns) == ["tau", "beta", THRESHOLDOUT]
    assert frame[THRESHOLDOUT].tolist() == [17341106, 19813202, 4335277, 4953301]
    assert holey.to_frame()[TRANSFER].isna().tolist() == [True, True, True, False]


def test_a_frame_keeps_coordinates_beyond_64_bits_and_beyond_doubles():
    pytest.importorskip("pandas", reason="pandas is an optional peer")
    hoeffding = "adaptive-queries/hoeffding"
    huge = {"n": [10**19, 10**6], "beta": ["1/20"]}
    large = {"n": [2**53 + 1, 10**6], "beta": ["1/20"]}
    small = {"beta": ["1e-400", "1/20"], "n": [10**6]}

    assert sheet_of(hoeffding, unknown="tau", grid=huge).to_frame()["n"].tolist() == huge["n"]
    frame = sheet_of(hoeffding, unknown="tau", grid=large).to_frame()
    assert frame["n"].tolist() == large["n"]
    assert frame["n"].dtype == "int64"
    frame = sheet_of(hoeffding, unknown="tau", grid=small).to_frame()
    assert frame["beta"].tolist() == [Fraction("1e-400"), Fraction(1, 20)]


def test_a_frame_has_the_digits_that_are_shown(holey):
    pytest.importorskip("pandas", reason="pandas is an optional peer")
    hoeffding = "adaptive-queries/hoeffding"
    grid = {"n": [1000, 10**6], "beta": ["1/3"]}
    frame = sheet_of(hoeffding, unknown="tau", grid=grid, digits=3).to_frame()

    assert frame[hoeffding].tolist() == [0.03, 0.000947]
    assert frame[hoeffding].dtype == "float64"
    grid = {"n": [100, 100000], "epsilon": ["0.1"], "beta": ["0.05"]}
    column = sheet_of(TRANSFER, unknown="tau", grid=grid, digits=3).to_frame()[TRANSFER]
    assert column.isna().tolist() == [True, False]
