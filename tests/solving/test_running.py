"""The algorithms that records name: stated in full, with a call that runs as it stands."""

import numpy as np
import pytest

import boundcalc
from boundcalc.cards.algorithm_cards import call_of
from boundcalc.cards.answer_cards import answer_card
from boundcalc.language import Algorithm, StatementError
from boundcalc.output.json import theorem_json
from boundcalc.output.theorems import theorem_card
from boundcalc.problems.problems import solvable_names
from boundcalc.routes.search import PRIVACY, find_routes
from boundcalc.solving.examples import example
from tests.solving.points import THEOREMS

WITH_ALGORITHM = [theorem for theorem in THEOREMS.values() if theorem.algorithm is not None]
THRESHOLDOUT = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}


def run(lines):
    found = {}
    exec("\n".join(lines), found)  # lines that the library made, not a user
    return found


WITHOUT_EXAMPLE = {"adaptive-queries/thm-3.3.noise"}  # typical values contradict its conditions
ASKED = [theorem for theorem in WITH_ALGORITHM if solvable_names(theorem)]


@pytest.mark.few(6, without="limits/gaussian")
@pytest.mark.parametrize("theorem", ASKED, ids=lambda theorem: theorem.id)
def test_the_call_of_each_record_with_an_algorithm_runs(theorem):
    answer = example(theorem).answer
    assert (answer is None) == (theorem.id in WITHOUT_EXAMPLE)
    if answer is None:
        return
    call = call_of(answer)

    assert any("boundcalc.mechanisms" in line for line in call)
    if not any(line.startswith("# this makes an array") for line in call):
        run(call)
    assert answer.to_dict()["algorithm"]["call"] == list(call)


def test_a_call_that_makes_a_large_array_says_so():
    few, many = (
        boundcalc.theorem("baselines/splitting").solve(n=None, tau=tau, beta="0.05", k=10)
        for tau in ("0.1", "1e-9")
    )

    assert not call_of(few)[0].startswith("#")
    assert call_of(many)[0] == ("# this makes an array of 10^19 numbers or more; try a smaller n")
    assert call_of(many)[1:3] == call_of(few)[:2]


@pytest.mark.parametrize("theorem", WITH_ALGORITHM, ids=lambda theorem: theorem.id)
def test_the_steps_stand_on_the_card_and_in_the_json_of_a_record(theorem):
    text = theorem_json(theorem)["algorithm"]

    assert text == {"name": theorem.algorithm.name, "steps": list(theorem.algorithm.steps)}
    titles = [section.title for section in theorem_card(theorem).sections if section.rows]
    assert "Algorithm" in titles


@pytest.mark.parametrize(
    "word", ["Thresholdout", "Monitor", "xponential mechanism", "Laplace noise", "normal noise"]
)
def test_a_record_that_speaks_of_an_algorithm_names_it(word):
    """Records about what any private algorithm gives, which name Monitor as a proof, do not."""
    for theorem in THEOREMS.values():
        said = [sentence for sentence in theorem.accepts if "the analyst adds" not in sentence]
        makers = [sentence for sentence in said if word in sentence]
        makers += [premise.phrase for premise in theorem.premises if word in premise.phrase]
        if makers:
            assert theorem.algorithm is not None, theorem.id


def test_the_answer_of_thresholdout_states_the_whole_algorithm():
    answer = boundcalc.theorem("adaptive-queries/thm-3.3").solve(n=None, **THRESHOLDOUT)
    text = " ".join(str(answer_card(answer)).split())

    for part in ("Lap(2 σ)", "Lap(4 σ)", "Lap(σ)", "As soon as the budget is 0, stop"):
        assert part in text
    found = run(call_of(answer))["algorithm"]
    assert found.threshold == 0.075
    assert found.budget_left in (9, 10)
    assert found.scale == pytest.approx(0.1 / (96 * np.log(4 * 1000 / 0.05)), rel=1e-15)


@pytest.mark.slow
def test_a_route_runs_the_noise_of_its_mechanism():
    ranking = boundcalc.solve("n", tau="0.1", beta="0.05", k=20)
    for answer in ranking.answers:
        if answer.theorem.id.startswith("route/Gaussian"):
            (line,) = (line for line in call_of(answer) if "sigma=" in line)
            sigma = float(line.partition("sigma=")[2].partition(",")[0])
            known = answer.witness.get("sigma") or answer.defined["sigma"].upper
            assert sigma == pytest.approx(float(known), rel=1e-12)
    assert all(call_of(answer) for answer in ranking.answers if answer.route[1:])


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["sigma"])
def test_answers_about_the_size_of_different_noises_are_not_compared(letter):
    ranking = boundcalc.solve("sigma", epsilon=1, delta="1e-6", k=4, n=1000)

    for group in ranking.groups:
        assert len({answer.theorem.algorithm.meaning for answer in group}) == 1
    leaders = [group[0].value for group in ranking.groups]
    assert ranking.best.value == max(leaders)
    assert letter in ranking.best.reading
    assert "standard deviation of normal noise" in str(ranking)


def test_an_example_or_a_size_of_no_quantity_in_the_call_is_refused():
    for wrong in ({"examples": {"x": "1"}}, {"sizes": ("x",)}):
        with pytest.raises(StatementError, match="its call has no x; leave it out"):
            Algorithm(name="none", steps=("Do nothing.",), **wrong)
    with pytest.raises(StatementError, match="no steps"):
        Algorithm(name="none", steps=())


def test_a_call_with_an_open_value_is_left_out():
    open_one = Algorithm(name="f", steps=("Do.",), call=("f({x}, {y})",), examples={"y": "2"})

    assert open_one.code({}) == ()
    assert open_one.code({"x": "1"}) == ("# y = 2 is an example", "f(1, 2)")


def test_every_route_to_privacy_from_noise_names_its_algorithm():
    for route in find_routes(tuple(THEOREMS.values()), PRIVACY):
        if "noise" in route.theorem.id:
            assert route.theorem.algorithm is not None, route.theorem.id
