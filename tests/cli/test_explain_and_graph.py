"""Explanations of answers and the graph of the theorems."""

import re
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


ROUTES = [
    STABLE,
    "route/rounded-answers.description-length",
    "route/Gaussian-noise.mutual-information-of-Gaussian-privacy.squared-error",
    "route/Laplace-noise.basic-composition.Bassily-et-al",
]


@pytest.mark.parametrize("id", ROUTES)
def test_a_derivation_can_be_followed(id):
    """Each name has one value, and one before or where it is used first."""
    answer = solve_named(LIBRARY, id, "n", {"tau": "0.1", "beta": "0.05", "k": 20})
    point = {**answer.given, "n": Fraction(answer.value)}
    values = {name: shown_text(value) for name, value in point.items()}
    for line in explain(answer, LIBRARY).lines:
        shown = (*line.settings, *line.amounts)
        for amount in shown:
            value = amount.value if amount.limit is None else amount.limit
            assert values.setdefault(amount.name, shown_text(value)) == shown_text(value)
        used = [amount.formula.names() for amount in shown]
        used += [condition.printed.names() for condition in line.conditions]
        assert set().union(*used) <= values.keys()


def test_what_is_built_has_no_quotients_of_long_integers():
    given = {"tau": "0.07", "beta": "0.02", "k": 20}
    answer = solve_named(LIBRARY, ROUTES[-1], "n", given)

    built = [sentence for line in explain(answer, LIBRARY).lines for sentence in line.built]
    assert any("Laplace noise" in sentence for sentence in built)
    assert not any(re.search(r"\d{6,}/\d", sentence) for sentence in built)


def test_a_step_says_what_the_next_one_takes_up(capsys):
    asked = ["n", "tau=0.1", "beta=0.05", "k=1000", "--theorem", ROUTES[1]]
    assert main(["explain", *asked]) == 0
    card = capsys.readouterr().out
    assert main(["explain", *asked, "--latex"]) == 0
    latex = capsys.readouterr().out

    assert "hence the answers are within τ₁, except with probability β₁:" in card
    assert "τ = 0.1 ≥   ≈ 0.0999999  τ₁ + α" in card
    assert r"\ge \tau_{1} + \alpha \approx 0.0999999" in latex


@pytest.mark.slow
def test_names_that_are_words_are_printed_as_their_symbols(capsys):
    assert main(["explain", "k", "n=100000", "tau=0.1", "beta=0.05", "--latex"]) == 0
    text = capsys.readouterr().out

    assert r"the mean generalization gap is at most $\bar{\tau}$, with" in text
    assert r"\ge \bar{\alpha} + \bar{\tau} \approx" in text


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
