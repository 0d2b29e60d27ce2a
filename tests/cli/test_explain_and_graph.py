"""Explanations of answers and the graph of the theorems."""

import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest

from boundcalc.cards.numbers import shown_text
from boundcalc.cli import main
from boundcalc.figures.theorem_graph import bundled, graph_svg, theorem_arrows
from boundcalc.routes.explanations import explain
from boundcalc.routes.solve import solve_named
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import evaluate, mp

LIBRARY = load_theorems()
STABLE = "route/Gaussian-noise.exact-exchange.posterior-stability"
ASKED = ["n", "tau=0.1", "beta=0.05", "k=20", "--theorem", STABLE]


@pytest.fixture(scope="module")
def lines():
    answer = solve_named(LIBRARY, STABLE, "n", {"tau": "0.1", "beta": "0.05", "k": 20})
    return answer, explain(answer, LIBRARY).lines


def test_each_theorem_of_the_route_is_a_line_and_uses_earlier_ones(lines):
    answer, found = lines

    assert tuple(line.theorem.id for line in found) == answer.route
    for number, line in enumerate(found, 1):
        assert all(used < number for used in line.uses)
        assert len(line.uses) + len(line.built) == len(line.theorem.premises)


def test_the_numbers_of_an_explanation_are_those_of_its_formulas_at_fifty_digits(lines):
    answer, found = lines
    names = {symbol.name for symbol in answer.theorem.parameters}
    chosen = {name: value for name, value in answer.witness.items() if name in names}
    point = {**answer.given, **chosen, "n": Fraction(answer.value)}
    for line in found:
        for amount in (*line.settings, *line.amounts):
            value = evaluate(answer.theorem.expand(amount.formula), point)
            assert abs(mp.mpf(shown_text(amount.value)) - value) <= abs(value) * mp.mpf(10) ** -14


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("form", "mark"),
    [([], "Step 4"), (["--latex"], r"\begin{align*}"), (["--html"], "<!doctype html>")],
)
def test_an_explanation_has_three_forms(form, mark, capsys):
    assert main(["explain", *ASKED, *form]) == 0
    text = capsys.readouterr().out

    assert mark in text
    assert ", exactly" in text


def test_a_single_theorem_is_explained(capsys):
    code = main(["explain", "k", "n=1000", "epsilon=0.1"])

    assert code == 0
    assert "144.269504089" in capsys.readouterr().out


def test_an_unknown_route_is_an_error(capsys):
    assert main(["explain", "n", "tau=0.1", "--theorem", "route/none"]) == 2
    assert "no theorem and no route is called" in capsys.readouterr().err


@pytest.mark.slow
def test_a_route_answers_under_its_id(capsys):
    assert main(["solve", *ASKED]) == 0
    assert "Gaussian noise" in capsys.readouterr().out


@pytest.mark.parametrize("only_steps", [False, True])
def test_the_graph_is_an_svg_whose_arrows_name_every_theorem(only_steps):
    root = ElementTree.fromstring(graph_svg(LIBRARY, only_steps=only_steps))
    ground = root.find("{http://www.w3.org/2000/svg}rect")
    assert all(ground.get(name) == root.get(name) for name in ("width", "height"))
    assert ground.get("fill") == "#ffffff"  # black text stands on it, also on a dark page
    titles = [node.text for node in root.iter("{http://www.w3.org/2000/svg}title")][1:]
    arrows = theorem_arrows(LIBRARY, only_steps=only_steps)

    bundles = bundled(arrows)
    assert sorted(titles) == sorted(
        "; ".join(theorem.title for theorem in bundle.theorems) for bundle in bundles
    )
    assert sum(len(bundle.theorems) for bundle in bundles) == len(arrows)
    assert len({(bundle.start, bundle.end) for bundle in bundles}) == len(bundles)


def test_an_arrow_rests_on_what_its_best_theorem_rests_on():
    for bundle in bundled(theorem_arrows(LIBRARY)):
        if bundle.rests_on == "doubtful as printed":
            assert all(theorem.is_doubtful for theorem in bundle.theorems)


def test_the_graph_is_written_once(tmp_path, capsys):
    path = tmp_path / "theorems.svg"

    assert main(["graph", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert main(["graph", "-o", str(path)]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["graph", "-o", "theorems.doc"]) == 2
