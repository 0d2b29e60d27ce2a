"""LaTeX for a column of a paper: nothing sticks out, letters are those typed, works are cited."""

import re
import shutil
import subprocess

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.library import load_library
from boundcalc.output.explanations import explanation_latex
from boundcalc.output.latex_answers import ranking_latex
from boundcalc.output.latex_words import number_latex, words_latex
from boundcalc.routes.explanations import explain
from boundcalc.routes.search import all_routes
from boundcalc.solving.examples import example

pytestmark = pytest.mark.usefixtures("remembered_rankings")

LATEX = shutil.which("pdflatex")
LIBRARY = load_library().theorems
ASKED = ["n", "tau=0.1", "beta=0.05", "k=1000"]
QUESTIONS = (
    ("n", {"tau": "0.1", "beta": "0.05", "k": "1000"}),
    ("n", {"tau": "0.3", "beta": "0.05", "k": "100", "B": "10"}),
    ("sigma", {"n": "1e6", "tau": "0.1", "beta": "0.05", "k": "100"}),
    ("tau", {"n": "1e5", "beta": "0.05", "k": "20"}),
    ("gamma", {"alpha": "0.05", "k": "3", "beta": "0.001"}),
)


@pytest.fixture(scope="module")
def noise():
    return boundcalc.solve("sigma", n="1e6", tau="0.1", beta="0.05", k=1000)


def run(capsys, *arguments):
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def texts():
    """Yield all kinds of LaTeX of answers, each with its name."""
    for unknown, given in QUESTIONS:
        ranking = boundcalc.solve(unknown, **given)
        yield f"solve {unknown}", ranking_latex(ranking)
        yield f"solve {unknown} --full", ranking_latex(ranking, is_full=True)
        for answer in ranking.answers:
            yield answer.theorem.id, explanation_latex(explain(answer, LIBRARY))
    for theorem in LIBRARY:
        found = example(theorem)
        words = [] if found is None else found.command.split()
        given = dict(word.split("=", 1) for word in words if "=" in word)
        if not given or "..." in given.values():
            continue
        ranking = boundcalc.solve(words[2], theorem=theorem.id, **given)
        yield f"solve {theorem.id}", ranking_latex(ranking, is_full=True)
        yield theorem.id, explanation_latex(explain(ranking.best, LIBRARY))


@pytest.mark.slow
@pytest.mark.skipif(LATEX is None, reason="pdflatex is not installed")
def test_no_answer_and_no_derivation_sticks_out_of_a_column(tmp_path):
    found = list(texts())
    source = tmp_path / "paper.tex"
    head = r"\documentclass[twocolumn]{article}\usepackage{amsmath,amssymb}\emergencystretch=3em"
    parts = [
        rf"\typeout{{TEXT {place} }}{text}{chr(10)}{chr(10)}\clearpage"
        for place, (_, text) in enumerate(found)
    ]
    source.write_text(f"{head}\\begin{{document}}\n{chr(10).join(parts)}\n\\end{{document}}")
    result = subprocess.run(
        [str(LATEX), "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert result.returncode == 0, result.stdout[-2000:]
    wide, name = [], ""
    for line in result.stdout.splitlines():
        if place := re.search(r"TEXT (\d+)", line):
            name = found[int(place[1])][0]
        if (over := re.search(r"Overfull \\hbox \(([\d.]+)pt", line)) and float(over[1]) > 2:
            wide.append((name, over[1]))

    assert len(found) > 300
    assert wide == []


def test_a_derivation_is_in_the_letter_that_was_typed_and_cites(capsys, tmp_path):
    path = tmp_path / "works.bib"
    text = run(capsys, "explain", *ASKED, "--latex", "--bib", str(path))

    assert "$k = 1000$" in text
    assert r"2 \, k \, \left(" in text
    assert not re.search(r"(?<![A-Za-z\\])m(?![A-Za-z}])", re.sub(r"\\cite.*?\}", "", text))
    assert cited(text) == keys(path)


@pytest.mark.few(1)
@pytest.mark.parametrize("options", [[], ["--full"]])
def test_references_are_exactly_those_that_an_answer_cites(capsys, tmp_path, options):
    path = tmp_path / "works.bib"
    text = run(capsys, "solve", *ASKED, *options, "--latex", "--bib", str(path))

    assert cited(text) == keys(path)


def test_a_table_cites_and_writes_what_it_cites(capsys, tmp_path):
    path = tmp_path / "works.bib"
    asked = ["table", "tau", "n=1e4,1e5", "beta=0.05", "k=10", "--format", "latex"]
    ids = ["baselines/splitting", "route/Laplace-noise.basic-composition.posterior-stability"]
    options = [word for id in ids for word in ("--theorem", id)]
    text = run(capsys, *asked, *options, "--bib", str(path))

    assert {"hoeffding_1963", "dwork_roth_2014", "jung_et_al_2020"} <= cited(text)
    assert cited(text) == keys(path)
    assert main([*asked[:-2], *options, "--bib", str(path)]) == 2
    assert "add --format latex" in capsys.readouterr().err


def cited(text):
    found = re.findall(r"\\cite(?:\[[^\]]*(?:\][^{\]]*)*\])?\{([^}]*)\}", text)
    return {key for group in found for key in group.split(",")}


def keys(path):
    return set(re.findall(r"^@\w+\{([^,]*),", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_an_answer_for_a_paper_is_short_and_all_of_it_is_asked_for(capsys):
    short = run(capsys, "solve", *ASKED, "--latex")
    rows = [line for line in short.splitlines() if line.endswith(r"\\")]

    assert "suffices for" in short
    assert "with probability at least 0.95 every one of the 1000 answers" in short
    assert len(rows) <= 5  # a head, three ways, and the best published one
    assert r"\begin{align*}" not in short
    full = run(capsys, "solve", *ASKED, "--latex", "--full")
    assert len([line for line in full.splitlines() if line.endswith(r"\\")]) > 20


@pytest.mark.slow
def test_only_what_is_proved_to_be_the_end_is_called_the_least_or_the_greatest(noise):
    hoeffding = boundcalc.solve("n", theorem="adaptive-queries/hoeffding", tau="0.1", beta=0.1)
    for is_full in (False, True):
        text = ranking_latex(noise, is_full=is_full)
        assert "The value is the" not in text  # beyond the next value nothing was looked at
        assert "The value is the least that does" in ranking_latex(hoeffding, is_full=is_full)


@pytest.mark.slow
def test_a_route_cites_the_sources_of_all_its_steps_in_order_and_each_once(noise):
    for route in all_routes(LIBRARY):
        steps = [step.source for step in route.tree.theorems()]
        assert route.theorem.sources == tuple(dict.fromkeys(steps))
        assert route.theorem.to_dict()["sources"] == list(map(str, route.theorem.sources))
    best = noise.best
    assert len(best.theorem.sources) > 3
    assert best.to_dict()["sources"] == list(map(str, best.theorem.sources))
    card = " ".join(str(best.card()).split())
    assert all(source.work in card for source in best.theorem.sources)


def test_a_number_of_very_many_digits_is_shortened():
    tiny = "0." + "0" * 90 + "684"
    long = "0.049999999999999999970184440256648628"

    assert number_latex(tiny) == r"6.84 \cdot 10^{-91}"
    assert words_latex(f"with delta = {tiny}") == r"with $\delta = 6.84 \cdot 10^{-91}$"
    assert words_latex(f"with beta = {long}") == r"with $\beta \approx 0.0500000$"
    assert number_latex("0.0123456789012") == "0.0123456789012"


def test_a_parameter_that_an_answer_leaves_free_is_explained_as_such(capsys):
    asked = ["epsilon", "target_epsilon=1", "--theorem", "lecture-18/plan-1"]

    assert "is free" in run(capsys, "explain", *asked)
    assert r"\text{ is free}" in run(capsys, "explain", *asked, "--latex")
