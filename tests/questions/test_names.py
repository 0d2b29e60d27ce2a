"""Names as people type them, and the one name that each has."""

from fractions import Fraction

import numpy as np
import pytest

import boundcalc
from boundcalc import BoundError
from boundcalc.console import read_arguments
from boundcalc.questions.grids import read_question_over
from boundcalc.questions.names import absence, complemented, plain_name
from boundcalc.questions.questions import Varying, read_question
from boundcalc_theorems import load_theorems

LIBRARY = load_theorems()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ε₀", "epsilon_0"),
        ("ε_0", "epsilon_0"),
        ("epsilon0", "epsilon_0"),
        ("eps0", "epsilon_0"),
        ("eps_0", "epsilon_0"),
        (r"\varepsilon_0", "epsilon_0"),
        (r"\epsilon_{0}", "epsilon_0"),
        ("ϵ", "epsilon"),
        ("eps", "epsilon"),
        ("k₁", "k_1"),
        ("n_0", "n_0"),
        ("n0", "n0"),
        ("epsilon_g", "epsilon_g"),
        ("accuracy", "tau"),
        ("Accuracy", "tau"),
        ("queries", "k"),
        ("records", "n"),
        ("failure", "beta"),
    ],
)
def test_what_is_typed_has_one_name(typed: str, name: str) -> None:
    assert plain_name(typed) == name


def test_every_name_of_the_library_is_its_own() -> None:
    names = {name for theorem in LIBRARY for name in theorem.names}

    assert {name for name in names if plain_name(name) != name} == set()


@pytest.mark.parametrize(
    ("typed", "beta"), [("95%", "0.05"), ("0.95", "0.05"), ("90%, 95%", "0.1,0.05")]
)
def test_confidence_is_one_minus_the_failure_probability(typed: str, beta: str) -> None:
    assert read_arguments([f"confidence={typed}"]) == {"beta": beta}


def test_confidence_is_read_exactly_from_python() -> None:
    question = read_question("n", {"accuracy": 0.1, "confidence": 0.95, "queries": 9}, LIBRARY)

    assert question.names == ("n", "tau", "beta", "k")
    assert [item.value for item in question.given] == [Fraction(1, 10), Fraction(1, 20), 9]


@pytest.mark.parametrize(
    "arguments", [["confidence=95%", "beta=0.05"], ["tau=0.1", "accuracy=0.1"], ["ε₀=1", "eps0=1"]]
)
def test_two_names_of_one_quantity_are_given_twice(arguments: list[str]) -> None:
    with pytest.raises(BoundError, match="given twice"):
        read_arguments(arguments)


@pytest.mark.parametrize("typed", ["95", "-5%", "100.1%", 95])
def test_a_confidence_beyond_one_is_named_as_it_was_typed(typed) -> None:
    with pytest.raises(BoundError) as caught:
        complemented("confidence", typed)
    assert str(caught.value) == (
        "confidence must lie between 0 and 1, such as confidence=95% or confidence=0.95, "
        f"but got {typed}"
    )


@pytest.mark.parametrize("typed", ["100%", "1", 1, "95%,100%"])
def test_a_confidence_of_all_is_refused_with_the_reason(typed) -> None:
    with pytest.raises(BoundError) as caught:
        complemented("confidence", typed)
    shown = "100%" if typed == "95%,100%" else typed
    assert str(caught.value) == (
        f"confidence must be less than 100%, such as confidence=99.9%, but got {shown}: any sample "
        "may be an unlucky one, so that no failure probability is 0"
    )


@pytest.mark.parametrize("typed", ["0%", 0])
def test_a_confidence_of_nothing_is_refused(typed) -> None:
    with pytest.raises(BoundError, match=f"confidence must be more than 0%, .* but got {typed}"):
        complemented("confidence", typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ({"tau": "0,1"}, {"tau": "0.1"}),
        ({"tau": "0,1", "beta": "0,5 %"}, {"tau": "0.1", "beta": "0.5%"}),
        ({"tau": "0,1", "confidence": "0,95"}, {"tau": "0.1", "beta": "0.05"}),
        ({"tau": "0.1", "k": "32 164"}, {"tau": "0.1", "k": "32164"}),
        ({"tau": "0.1", "k": "1\u202f000\u202f000"}, {"tau": "0.1", "k": "1000000"}),
    ],
)
def test_one_number_may_be_typed_as_the_first_page_takes_it(typed, meant) -> None:
    read, plain = (read_question("n", given, LIBRARY) for given in (typed, meant))

    assert [(item.name, item.value) for item in read.given] == [
        (item.name, item.value) for item in plain.given
    ]


@pytest.mark.parametrize(
    "typed", ["10..100", "1,2", "1,000", "0,1,2", "0,1e-6", "00,1", "-0,1", "0,", "0,.1", "10,100"]
)
def test_where_one_number_is_expected_lists_have_a_way_out(typed) -> None:
    with pytest.raises(BoundError, match="expected one number, with a point"):
        read_question("n", {"tau": typed, "beta": "0.05"}, LIBRARY)


@pytest.mark.parametrize("name", ["sampling_rate", "sampling-rate", "Subsampling"])
def test_what_is_absent_is_found_under_its_names(name) -> None:
    told = absence(name)
    assert told.startswith("subsampling is not in the library")
    assert told == absence("subsampling")


def test_the_scale_of_noise_is_told_its_letter() -> None:
    with pytest.raises(BoundError, match="'scale'; the scale of noise is sigma"):
        read_question("scale", {"epsilon": 1, "Delta": 1}, LIBRARY)


@pytest.mark.parametrize("typed", ["confidence", "Confidence", r"\confidence"])
@pytest.mark.parametrize("options", [{}, {"theorem": "baselines/non-adaptive"}])
def test_who_asks_for_confidence_is_told_to_ask_for_beta(typed, options) -> None:
    questions = [boundcalc.solve, boundcalc.explain]
    if not options:
        questions.append(boundcalc.compare)
    for ask in questions:
        varying = {"n": [200, 300]} if ask is boundcalc.compare else {"n": 200}
        with pytest.raises(BoundError, match=r"ask for beta, which is 1 - [cC]onfidence, instead"):
            ask(typed, tau=0.1, k=3, **varying, **options)


def test_confidence_is_taken_wherever_a_theorem_is_asked() -> None:
    non_adaptive = boundcalc.theorem("baselines/non-adaptive")
    sure, named = {"tau": 0.1, "confidence": 0.95, "k": 1}, {"theorem": non_adaptive.id}
    direct = {"tau": 0.1, "beta": 0.05, "k": 1}
    n = boundcalc.solve("n", **named, **direct).best.value

    assert boundcalc.solve("n", **named, **sure).best.value == n
    assert non_adaptive.solve(n=None, **sure).value == n
    assert boundcalc.explain("n", **named, **sure).answer.value == n
    assert boundcalc.sheet("n", theorems=[non_adaptive.id], **sure) is not None
    for lists in ({"confidence": [0.9, "95%"]}, {"confidence": np.array([0.9, 0.95])}):
        table = non_adaptive.table("n", **{**sure, **lists})
        assert table.axes["beta"].distinct == (Fraction(1, 10), Fraction(1, 20))
        assert table.values[1] == n
        sheet = boundcalc.sheet("n", theorems=[non_adaptive.id], **{**sure, **lists})
        assert [cells[0].text for _, cells in sheet.rows()][1] == str(n)


@pytest.mark.parametrize("typed", [[0.9, 0.95], ["90%", "95%"]])
def test_lists_of_confidence_are_compared_as_lists_of_beta(typed) -> None:
    found = read_question_over("n", {"tau": [0.1], "k": [1], "confidence": typed}, LIBRARY)

    assert found.varying == Varying("beta", (Fraction(1, 20), Fraction(1, 10)))


def test_confidence_and_beta_are_one_quantity_given_twice() -> None:
    given = {"tau": 0.1, "beta": [0.05], "confidence": [0.95, 0.9], "k": 1}
    non_adaptive = boundcalc.theorem("baselines/non-adaptive")
    for ask in (boundcalc.compare, boundcalc.sheet, non_adaptive.table):
        with pytest.raises(BoundError, match="beta is given twice"):
            ask("n", **given)


@pytest.mark.parametrize("name", ["sample", "sample-splitting", "in sample", "multiplier"])
def test_words_that_are_alike_are_not_taken_for_what_is_absent(name) -> None:
    assert absence(name) == ""


def test_a_range_of_confidences_has_a_way_out() -> None:
    with pytest.raises(BoundError, match="give beta = 1 - confidence"):
        complemented("confidence", "0.9..0.99")
    with pytest.raises(BoundError, match="ask for beta, which is 1 - confidence"):
        read_question("confidence", {"n": 100, "tau": 0.1}, LIBRARY)
