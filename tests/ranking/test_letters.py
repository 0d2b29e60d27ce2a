"""Letters as a user types them: what they are called, what they may mean, what leads at a tie."""

import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import pytest

from boundcalc.cards.answer_cards import headline_number, ranking_card
from boundcalc.cards.answer_words import failure_text
from boundcalc.cards.ranking_words import reading_texts
from boundcalc.cli import main
from boundcalc.language import BoundError, QuestionError, UndecidedError, Unit
from boundcalc.language.numbers import exact_text
from boundcalc.questions.questions import read_question
from boundcalc.routes.unanswered import conflict
from boundcalc.solving.solver import solve_theorem
from boundcalc_theorems import load_theorems
from tests.asking import rank

LIBRARY = load_theorems()
NAMED = {theorem.id: theorem for theorem in LIBRARY}


def lead(unknown, **given):
    return ranking_card(rank(LIBRARY, unknown, given))


def text_of(card):
    return " ".join((card.headline, *card.lead))


def refusal(unknown, **given):
    with pytest.raises(BoundError) as caught:
        rank(LIBRARY, unknown, given)
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["k", "m"])
def test_at_a_tie_the_plainer_baseline_leads(letter):
    given = {letter: 1, "tau": "0.3", "beta": "0.001", "B": 10}

    ranking = rank(LIBRARY, "n", given)

    assert ranking.best.theorem.id == "baselines/splitting"
    assert ranking.best.value == ranking.answers[1].value
    assert "dearer" not in text_of(ranking_card(ranking))


@pytest.mark.parametrize(
    ("unknown", "given", "words"),
    [
        ("epsilon", {"B": 50, "n": "1e4", "sigma": "0.001"}, "Thresholdout with noise scale 0.001"),
        ("epsilon", {"n": "1e6", "sigma": "0.01"}, "plus Laplace noise of scale 0.01"),
    ],
)
def test_a_guarantee_without_premises_names_its_algorithm(unknown, given, words):
    best = rank(LIBRARY, unknown, given).best

    assert str(best.guarantee).startswith("if ")
    assert words in str(best.guarantee)


def test_no_guarantee_of_an_algorithm_leaves_it_unnamed():
    unnamed = [
        theorem.id
        for theorem in LIBRARY
        if theorem.algorithm is not None and not theorem.premises and not theorem.algorithm.clause
    ]

    assert not unnamed


@pytest.mark.parametrize(
    "asked",
    [
        "epsilon squares=1 delta=1e-6",
        "n tau=0.1 beta=0.05 queries=1 --theorem baselines/non-adaptive",
    ],
)
def test_a_guarantee_that_rests_on_what_is_accepted_says_so(asked, capsys):
    assert main(["solve", *asked.split()]) == 0
    card = capsys.readouterr().out
    assert main(["solve", *asked.split(), "--latex"]) == 0
    latex = capsys.readouterr().out

    assert "\n  if all that is accepted below holds, then " in card
    assert "You accept  - " in card
    assert "\nIf all that is accepted below holds, then " in latex
    assert "It rests on this: " in latex


def test_one_sample_mean_is_no_plural():
    answer = solve_theorem(
        NAMED["baselines/non-adaptive"], "n", {"tau": "0.1", "beta": "0.05", "m": 1}
    )

    assert str(answer.guarantee) == (
        "with probability at least 0.95 the sample mean of the one query fixed in advance is "
        "within 0.1 of its expectation"
    )


def test_the_letter_typed_is_the_letter_answered():
    given = {"epsilon": 3, "epsilon_1": "0.1", "m_1": 10, "m_2": 20, "epsilon_2": "0.1"}

    card = lead("delta", **given)

    assert card.headline.startswith("delta = ")
    assert "delta is called composition_slack in the theorem" in card.lead


def test_the_number_of_queries_is_answered_as_k_where_k_was_asked():
    answer = solve_theorem(
        NAMED["counting/reusable-holdout"], "k", {"n": "1e4", "tau": "0.1", "beta": "0.05", "B": 2}
    )

    assert answer.letter == "k"
    assert answer.unknown.name == "m"


def test_m_beside_n_and_epsilon_is_asked_back():
    message = refusal("n", epsilon=1, m=100)

    assert message.startswith("m may be the number of queries or the mutual information")
    assert "add sigma=..." in message
    assert "--theorem max-information/cor-1.6.pure" in message


def test_m_as_information_still_answers_where_nothing_else_could_be_meant():
    best = rank(LIBRARY, "gamma", {"alpha": "0.05", "m": 1}).best

    assert best.theorem.id == "max-information/cor-C.2.sharpened"
    assert str(best.guarantee).startswith(
        "if the mutual information between dataset and output is at most 1 bit"
    )


def test_k_as_information_says_what_the_number_of_queries_would_lack():
    assert any(
        line.startswith("k is the max-information here; as the number of queries")
        for line in lead("epsilon", n=1000, k=500).lead
    )


@pytest.mark.slow
def test_what_uses_all_that_is_given_precedes_what_holds_without():
    best = rank(LIBRARY, "epsilon", {"beta": "0.1", "k": 500, "n": "1e6"}).best

    assert best.theorem.id == "max-information/thm-1.4.2.sharpened"


def test_what_holds_without_leads_where_it_is_the_best():
    best = rank(LIBRARY, "k", {"beta": "0.001", "epsilon": 10, "n": 10}).best

    assert best.theorem.id == "adaptive-queries/lem-2.2"


def test_a_number_that_a_theorem_concludes_with_is_spoken_of():
    card = lead("delta", n="1e7", B=10, epsilon=2, sigma="0.001")

    assert "delta = 0 works, too: adaptive-queries/lem-3.2.1 gives epsilon = 0.002 there" in (
        card.lead
    )
    assert not any("works, too" in line for line in lead("epsilon", n="1e6", sigma="0.01").lead)


def test_a_lemma_about_two_variables_does_not_answer_for_an_algorithm():
    message = refusal("k", epsilon="0.001", beta="0.001")

    assert message == (
        "too little is given to ask for k: max-information/lem-A.6.1.corrected is a step of "
        "max-information/thm-3.1, which counts what it leaves out; ask max-information/thm-3.1 "
        "instead, or n=... (max-information/thm-1.4.2), or ask for it by --theorem "
        "max-information/lem-A.6.1.corrected"
    )


def test_letters_are_only_explained_where_the_first_answer_has_them():
    lines = list(reading_texts(rank(LIBRARY, "n", {"k": "1e5", "beta": "0.1", "epsilon": "0.1"})))

    assert not any(line.startswith("beta is the failure probability") for line in lines)


@pytest.mark.parametrize("value", [Fraction(1, 10**10049), -Fraction(3, 2 * 10**5000)])
def test_long_numbers_are_written_with_an_exponent(value):
    text = exact_text(value)

    assert len(text) < 20
    assert "e-" in text
    assert Fraction(Decimal(text)) == value


@pytest.mark.parametrize("value", [Fraction(1, 10**120), Fraction(10**300), Fraction(1, 3)])
def test_numbers_of_ordinary_size_keep_their_form(value):
    assert "e" not in exact_text(value)


def test_json_has_no_thousands_of_digits():
    answer = rank(LIBRARY, "delta", {"n": "1e7", "B": 10, "epsilon": 2, "sigma": "0.001"}).best

    found = answer.to_dict()

    assert found["value"] == "1e-10049"
    assert all(len(text) < 500 for text in json.dumps(found).split('"'))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 3), "0.333333333334"),
        (Fraction(2, 3 * 10**5), "0.00000666666666667"),
        (Fraction(2, 3 * 10**9), "6.66666666667e-10"),
    ],
)
def test_a_long_value_of_ordinary_size_is_shown_without_an_exponent(value, shown):
    answer = rank(LIBRARY, "sigma", {"epsilon": "0.5", "n": 1000}).best

    text, note = headline_number(replace(answer, value=value + Fraction(1, 7**60)))

    assert text == shown
    assert "rounded up" in note


def test_sides_that_differ_late_do_not_look_equal():
    answer = solve_theorem(
        NAMED["counting/reusable-holdout"],
        "m",
        {"B": 10, "tau": "0.2", "n": "1e5", "beta": "0.01"},
    )

    assert answer.neighbour is not None
    assert failure_text(answer.neighbour.failure).endswith("which differ in later digits")


def test_sides_that_are_equal_are_not_said_to_differ():
    given = {"submissions": 100, "rungs": 20, "tau": "0.05", "beta": "0.05"}

    with pytest.raises(BoundError, match="tau > 1 / rungs, which fails") as caught:
        solve_theorem(NAMED["counting/ladder"], "n", given)
    assert "which are equal" in str(caught.value)
    assert "differ" not in str(caught.value)


def test_a_long_number_of_answers_stands_in_the_guarantee():
    answer = solve_theorem(
        NAMED["counting/reusable-holdout"], "m", {"B": 1, "tau": "0.1", "n": "1e5", "beta": "0.01"}
    )

    assert str(answer.guarantee) == (
        "if the algorithm is the reusable holdout without noise, then with probability at least "
        "0.99 every one of the 9.67788021017e51 answers, until 1 of them have come from the "
        "holdout set, is within 0.1 of its expectation"
    )


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_complete_question_is_not_called_incomplete():
    message = refusal("beta", epsilon=2, n=1000, tau="0.3")

    assert "needs epsilon < 4 * tau" in message
    assert "mu" not in message


def test_of_the_limits_of_a_theorem_the_one_that_is_missed_most_counts():
    message = refusal("n", epsilon="0.5", delta="1e-12", beta="0.05", tau="0.05")

    assert message == (
        "adaptive-queries/thm-2.4.sharpened needs epsilon < 2 * tau, which fails at the given "
        "values (0.500000000000000 against 0.100000000000000); change epsilon, tau"
    )


@pytest.mark.slow
def test_of_constraints_that_exclude_each_other_the_nearest_is_told():
    message = refusal("epsilon", beta="1e-6", n=100, tau="0.1")

    assert message == (
        "no epsilon between 1e-120 and 1e120 works for adaptive-queries/cor-2.3.1.sharpened: "
        "epsilon < 4 * tau needs epsilon <= 0.399999999999; "
        "2 * exp(-2 * n * (tau - epsilon / 4)^2) <= beta needs epsilon >= 1.47735445379; "
        "others were not searched; change one of beta, n, tau"
    )


@pytest.mark.slow
def test_what_is_needed_is_what_the_theorem_that_lacks_least_needs():
    message = refusal("beta", n="1e6", epsilon="0.1", k=500)

    assert message == (
        "no beta satisfies log_2(e) * (epsilon^2 * n / 8 + epsilon * sqrt(n * ln(1 / beta) / 2)) "
        "<= k of max-information/thm-1.4.2.sharpened: k >= 1803.36 is needed even at the best "
        "beta; change epsilon or k or n"
    )


def test_the_missing_number_of_queries_is_named_where_no_number_helps():
    message = refusal("beta", tau="0.01", n=100)

    assert message == (
        "the number of queries m is missing; add m=...; no theorem alone was found to give beta "
        "for m = 1, 100, 1000, 10000, 1000000, so weaken what is asked, too; "
        "(lecture-18/thm-0.2 leaves epsilon open and does not count that more privacy makes "
        "answers worse; ask for it by --theorem lecture-18/thm-0.2); for example: boundcalc solve "
        "beta tau=0.1 m=1000 n=1000000"
    )


@pytest.mark.parametrize("letter", ["k", "m", "queries"])
def test_an_example_has_the_letter_that_was_typed(letter):
    message = refusal("tau", **{letter: 20})

    example = message.partition("for example: ")[2]
    assert example == f"boundcalc solve tau {letter}=20 beta=0.05 n=1000000"


def test_the_letter_of_laplace_noise_elsewhere_is_told_its_own():
    message = refusal("b", epsilon="0.1", Delta=1)

    assert message == (
        "no theorem relates b to all of epsilon, Delta; if b is to be the scale of Laplace noise, "
        "write sigma"
    )


def test_the_size_of_the_dataset_is_among_what_may_be_added():
    message = refusal("tau", beta="0.05", epsilon=2, delta="1e-9")

    assert message == (
        "too little is given to ask for tau: jung-et-al/transfer leaves alpha and beta_s open and "
        "does not count that answers that are closer to the sample tell more about it; "
        "add alpha=..., or n=... (lecture-18/thm-0.2), or ask for it by --theorem "
        "jung-et-al/transfer"
    )


@pytest.mark.parametrize(
    ("unknown", "given", "missing"),
    [
        ("sigma", {"n": "1e7", "delta": "1e-12", "m": 2}, "add epsilon"),
        ("epsilon", {"tau": "0.3", "n": "1e6", "m": 100}, "add beta"),
        ("delta", {"n": "1e7", "sigma": "0.1"}, "epsilon (route/Gaussian-noise"),
    ],
)
def test_a_route_that_lacks_one_quantity_says_which(unknown, given, missing):
    message = refusal(unknown, **given)

    assert missing in message
    assert "no theorem relates" not in message


def test_where_no_route_is_found_the_plainest_way_says_how_many_records_it_needs():
    def fail(route, problem):
        raise UndecidedError("nothing was found")

    with pytest.raises(UndecidedError, match=r"n >= 185 is needed even at the best k"):
        rank(LIBRARY, "k", {"tau": "0.1", "n": 100, "beta": "0.05"}, solve=fail)


def question(unknown, **given):
    return read_question(unknown, given, LIBRARY)


def test_noise_that_is_too_large_is_to_be_left_out(monkeypatch):
    asked = []

    def solve(route, problem):
        asked.append(problem)
        if "sigma" in problem.given:
            raise UndecidedError("nothing was found")
        return SimpleNamespace(theorem=SimpleNamespace(names={}))

    monkeypatch.setattr("boundcalc.routes.unanswered.solve_route", solve)

    error = conflict(LIBRARY, question("beta", m=100, tau="0.05", sigma="0.1", n="1e5"))

    assert str(error) == "no route was found to work with sigma=0.1 given; leave out sigma"
    assert asked


def test_where_nothing_works_without_it_either_that_is_said(monkeypatch):
    def solve(route, problem):
        raise UndecidedError("nothing was found")

    monkeypatch.setattr("boundcalc.routes.unanswered.solve_route", solve)

    error = conflict(LIBRARY, question("beta", m=100, tau="0.05", sigma="0.1", n=100))

    assert str(error) == (
        "no route was found to work with sigma=0.1 given; "
        "and none without sigma either, so weaken what is asked"
    )


def test_two_meanings_are_an_error_of_the_question():
    with pytest.raises(QuestionError):
        rank(LIBRARY, "epsilon", {"n": 1000, "m": 100})


@pytest.mark.parametrize(
    ("unknown", "given"),
    [("sigma", {"epsilon": 1, "delta": "1e-6"}), ("epsilon", {"sigma": 1, "delta": "1e-6"})],
)
def test_noise_that_does_not_need_a_given_delta_does_not_answer_for_noise_that_does(unknown, given):
    laplace, normal = NAMED["max-information/thm-A.1"], NAMED["balle-wang/thm-8"]

    with pytest.raises(
        QuestionError, match="the sensitivity Delta is missing: add Delta="
    ) as caught:
        rank([laplace, normal], unknown, given)
    assert "leave delta out" in str(caught.value)

    without = {name: value for name, value in given.items() if name != "delta"}
    assert rank([laplace, normal], unknown, without).best.theorem is laplace
    with_all = rank([laplace, normal], unknown, {**given, "Delta": 1})
    assert with_all.best.theorem is normal


@pytest.mark.parametrize(("typed", "meant"), [("tua", "tau"), ("N", "n"), ("epsilno", "epsilon")])
def test_a_name_that_is_mistyped_is_recognized(typed, meant):
    with pytest.raises(QuestionError, match=f"did you mean {meant}"):
        rank(LIBRARY, "beta", {typed: "0.1", "m": 3})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unknown", "given", "message"),
    [
        # Without delta it is a question about Laplace noise, which has none.
        (
            "sigma",
            {"epsilon": 1, "delta": 1, "n": 100},
            "delta (privacy failure) must lie in (0, 1), such as delta=0.05, but got 1",
        ),
        (
            "epsilon",
            {"sigma": 1, "n": 1000, "delta": 0},
            "delta (privacy failure) must lie in (0, 1), such as delta=0.05, but got 0",
        ),
        # Without epsilon nothing answers.
        (
            "delta",
            {"k": 10, "epsilon_0": "0.1", "epsilon": 0},
            "epsilon (privacy parameter) must lie in (0, oo), such as epsilon=0.05, but got 0",
        ),
        (
            "delta",
            {"sigma": 1, "n": 1000, "epsilon": 0},
            "epsilon (privacy parameter) must lie in (0, oo), such as epsilon=0.05, but got 0",
        ),
        # Without epsilon it is chosen.
        (
            "n",
            {"tau": "0.1", "beta": "0.05", "k": 100, "epsilon": 0},
            "epsilon (privacy parameter) must lie in (0, oo), such as epsilon=0.05, but got 0; "
            "leave epsilon out to have it chosen",
        ),
    ],
    ids=str,
)
def test_a_value_outside_of_its_domain_is_to_be_left_out_only_where_it_is_chosen_then(
    unknown, given, message
):
    """It is an error also where what ignores it answers."""
    assert refusal(unknown, **given) == message


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "asked", ["n", "k", "tau", "n beta=0.05", "k n=100", "n k=20", "epsilon", "sigma", "delta"]
)
@pytest.mark.usefixtures("remembered_rankings")
def test_where_too_little_is_given_a_command_is_shown_that_works_as_printed(asked, capsys):
    assert main(["solve", *asked.split()]) == 2
    command = capsys.readouterr().err.strip().partition("; for example: boundcalc ")[2]

    assert command.startswith(f"solve {asked.split()[0]} ")
    assert main(command.split()) == 0
    assert all(item in command for item in asked.split() if item != "n=100")  # which are too few


def test_other_quantities_are_not_answered_with_a_question_about_accuracy():
    assert "for example" not in refusal("gamma")
    assert "for example" not in refusal("n", eps0=1)


@pytest.mark.slow
def test_a_choice_that_no_route_works_with_is_compared_with_one_that_a_route_makes():
    message = refusal("n", tau="0.1", beta="0.05", k=100, eps0=1)

    assert re.fullmatch(
        r"no route was found to work with \S+=1 given, which is more than the 0\.00\d+ that a "
        r"route chooses where it is left out; leave out \S+",
        message,
    )


@pytest.mark.parametrize(
    ("unknown", "given", "says"),
    [
        # The number of queries was said to be missing, of which no number helps.
        ("n", {"tau": "0.1", "beta": 0}, r"beta \(failure probability\) must lie in \(0, 1\)"),
        (
            "n",
            {"alpha": "0.1"},
            "if alpha is to be the accuracy of the answers, write tau=.* beta=",
        ),
        (
            "n",
            {"alpha": "0.1", "beta": "0.05", "k": 9},
            "alpha is to be the accuracy of the answers, write tau=...$",
        ),
        ("k", {"epsilon": "0.1", "delta": "0.1"}, "if epsilon and delta are to be the accuracy"),
        (
            "n",
            {"epsilon": "0.1"},
            "; if epsilon is to be the accuracy of the answers, write tau=.* beta=",
        ),
        ("n", {"error": "0.1"}, r"is tau \(accuracy\), and .* is beta"),
        # Of each number of queries it said that a failure of 1e-10049 suffices.
        ("delta", {"epsilon": 1}, r"^too little is given .* add rho=.*; for example: boundcalc"),
        ("epsilon", {"delta": "1e-6"}, r"^too little is given .* add sigma=.*; for example"),
    ],
)
def test_a_newcomer_is_told_what_is_wrong_and_what_is_written_otherwise(unknown, given, says):
    with pytest.raises(BoundError, match=says):
        rank(LIBRARY, unknown, given)


@pytest.mark.parametrize(
    ("unknown", "given"),
    [("sigma", {"epsilon": 1, "k": 10}), ("k", {"epsilon": "0.001", "beta": "0.001"})],
)
def test_epsilon_where_noise_or_information_is_asked_for_is_taken_for_privacy(unknown, given):
    with pytest.raises(BoundError) as caught:
        rank(LIBRARY, unknown, given)

    assert "is to be the accuracy" not in str(caught.value)


def test_an_answer_about_privacy_says_how_accuracy_is_written():
    (remark,) = rank(LIBRARY, "n", {"epsilon": "0.5", "k": 10}).remarks

    assert str(remark).startswith("k is the max-information here; as the number of queries")
    assert str(remark).endswith(
        "; if epsilon is to be the accuracy of the answers, write tau=... and beta=..."
    )


def test_a_quantity_of_one_meaning_has_one_unit():
    """Where it has two, a letter is said to be either, in the same words."""
    units: dict[tuple[str, str], set[Unit]] = {}
    for theorem in LIBRARY:
        for symbol in theorem.quantities.values():
            units.setdefault((symbol.name, symbol.meaning), set()).add(symbol.unit)

    assert [key for key, found in units.items() if len(found) > 1 and key[0] != "m"] == []
    assert units["m", "mutual information"] == {Unit.BITS, Unit.NATS}  # each text its own
