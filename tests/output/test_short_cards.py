"""The short card: what it says, what it leaves to --full, and in whose letters."""

import re
from fractions import Fraction

import pytest

from boundcalc.calculator import answers_to
from boundcalc.cards.answer_cards import answer_card, ranking_card
from boundcalc.cards.cards import card_text
from boundcalc.cards.short_cards import BEST_WAYS, short_card
from boundcalc.cards.typed_letters import in_typed_letters, typed_letters
from boundcalc.language.expressions import Symbol
from boundcalc.language.functions import sqrt
from boundcalc.language.statements import Status

pytestmark = pytest.mark.usefixtures("remembered_rankings")

ASKED_AS_K = {"tau": "0.1", "beta": "0.05", "k": 1000}
ASKED_AS_M = {"tau": "0.1", "beta": "0.05", "m": 1000}
THRESHOLDOUT = "adaptive-queries/thm-3.3"
DOUBTFUL = "lecture-18/thm-0.2"


def words(card):
    return " ".join(card_text(card).split())


def titles(card):
    return [section.title for section in card.sections if section.rows]


@pytest.fixture(scope="module")
def ranking():
    return answers_to("n", ASKED_AS_K)


def test_the_short_card_has_the_answer_what_to_run_three_ways_and_what_to_accept(ranking):
    card = short_card(ranking)

    assert titles(card) == ["Run it", "Best ways", "You accept", "Doubts", "More"]
    assert card.headline == ranking_card(ranking).headline
    text = words(card)
    assert "with probability at least 0.95 every one of the 1000 answers is within 0.1" in text
    assert "a value that suffices (certified)" in text
    assert "gaussian_mechanism(means, sigma=0.0117" in text
    (ways,) = (section for section in card.sections if section.title == "Best ways")
    assert len(ways.rows) == BEST_WAYS
    assert [str(row[2]) for row in ways.rows] == [
        answer.theorem.id for answer in ranking.groups[0][:BEST_WAYS]
    ]
    assert f"{len(ranking.answers) - BEST_WAYS} more ways" in text


@pytest.mark.slow
def test_ways_that_use_what_the_best_leaves_unused_stand_beside_it_with_what_they_release():
    found = answers_to("n", {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000})
    ways, told = (
        next(section.rows for section in short_card(found).sections if section.title == title)
        for title in ("Best ways", "Released")
    )

    assert [str(row[2]) for row in ways[BEST_WAYS - 1 :]] == [
        "counting/reusable-holdout",
        "adaptive-queries/thm-3.3.sharpened",
        THRESHOLDOUT,
    ]
    assert [row[0] for row in told] == ["32164", "60106", "2466126", "17341106"]
    assert "10 times at most" in str(told[-1][1])


def test_every_sentence_to_accept_and_every_doubt_of_the_whole_card_is_on_the_short_one(ranking):
    for found in (ranking, answers_to("n", {"tau": "0.1", "beta": "0.05"}, id=DOUBTFUL)):
        short, whole = (
            {item.title: item.rows for item in card.sections if item.rows}
            for card in (short_card(found), ranking_card(found))
        )
        assert short["You accept"] == whole["You accept"]
        assert short["Doubts"] == whole["Doubts"]


def test_the_short_card_is_at_most_half_as_long(ranking):
    assert 2 * len(words(short_card(ranking))) < len(words(ranking_card(ranking)))


def test_the_best_published_answer_stands_on_the_next_line(ranking):
    assert short_card(ranking).lead[0].partition(",")[0] == "the best published: n = 141572"


def test_an_answer_that_says_nothing_is_called_vacuous():
    given = {"n": 1000, "epsilon": "0.1", "delta": "1e-12", "t": 3, "delta_hat": "1e-6"}
    found = answers_to("m", given | {"record_values": 2}, id="max-information/cor-1.6.corrected")
    assert "vacuous: " in words(short_card(found))
    assert "vacuous]" in short_card(found).headline


def test_one_theorem_is_named_with_its_source():
    found = answers_to("n", {**ASKED_AS_K, "B": 10}, id=THRESHOLDOUT)
    card = short_card(found)

    assert titles(card) == ["Run it", "Theorem", "You accept", "Doubts", "More"]
    assert "as printed, from Theorem 3.3 of Lee" in words(card)
    assert words(card).endswith("--full shows the constraints with their slack and the formula")


# --- letters -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("card", [short_card, ranking_card])
def test_a_question_in_k_is_answered_in_k(ranking, card):
    asked_as_m = words(card(answers_to("n", ASKED_AS_M)))
    assert "all m answers" in asked_as_m
    text = words(card(ranking)).partition("Refused")[0]
    assert "all k answers" in text
    left = re.sub(r"called m in the theorem", "", text)
    assert not re.search(r"(?<![\w-])m(?![\w-])", left)


def test_the_whole_card_says_what_the_letter_is_in_the_theorem(ranking):
    meaning = "k = 1000 number of queries"
    before = words(ranking_card(ranking)).partition("; called m in the theorem")[0]

    assert before[-len(meaning) :] == meaning


def test_an_unknown_that_was_typed_as_k_is_found_and_refuted_as_k():
    found = answers_to("k", {"n": 20000000, "tau": "0.1", "beta": "0.05", "B": 10}, id=THRESHOLDOUT)
    text = words(ranking_card(found))
    assert "k = 5646" in text
    assert "k = 5647 does not: n ≥ min(n₀, n₁) fails" in text
    assert "ln(4·k / β)" in text
    assert "10 ≤ 5646 B ≤ k" in text


def test_a_letter_that_the_theorem_uses_otherwise_stays_as_it_is_there():
    (answer,) = answers_to("gamma", {"alpha": "0.05", "k": "3.07", "beta": "0.01"}).answers[:1]
    assert typed_letters(answer) == {}
    assert "k" in answer.theorem.quantities


def test_changing_letters_changes_letters_alone():
    k = Symbol("k")
    assert in_typed_letters(sqrt(Symbol("m") / Symbol("n")), {"m": "k"}) == sqrt(k / Symbol("n"))
    for same in ("mean of them", "m-notes/thm-1", "mu_m", "m_1", "i'm", "m-estimator"):
        assert in_typed_letters(same, {"m": "k"}) == same
    assert in_typed_letters("ln(4 * m / beta), m^2 of m.", {"m": "k"}) == (
        "ln(4 * k / beta), k^2 of k."
    )
    assert in_typed_letters("m of k", {"m": "k", "k": "m"}) == "k of m"


@pytest.mark.slow
def test_other_letters_change_no_number():
    """Written in k or in m, the same numbers stand in the same places."""
    as_k, as_m = (
        card_text(answer_card(answers_to("n", given).best)) for given in (ASKED_AS_K, ASKED_AS_M)
    )
    renamed = as_m.replace("number of queries", "number of queries; called m in the theorem")
    numbers = re.compile(r"\d[\d.e-]*")
    assert numbers.findall(as_k) == numbers.findall(renamed)
    assert Fraction(answers_to("n", ASKED_AS_K).best.value) == 32164


@pytest.mark.slow
def test_where_a_letter_has_two_readings_each_is_told_with_its_best_and_best_published_answer():
    found = answers_to("sigma", {"n": 1_000_000, "tau": "0.1", "beta": "0.05", "k": 1000})
    text = words(short_card(found))

    first = {}
    for answer in found.answers:
        first.setdefault((answer.reading, answer.theorem.status is Status.SHARPENED), answer)
    here, other = dict.fromkeys(answer.reading for answer in found.answers)
    assert f"the best published {typed(here)}: " in text
    told = text.partition(f"{typed(other)}: ")[2].partition("Run it")[0]
    for is_sharpened in (True, False):
        assert f"by {first[other, is_sharpened].theorem.id} (" in told
        assert f"by {first[here, is_sharpened].theorem.id} (" not in told


def test_with_one_reading_nothing_is_said_of_others(ranking):
    text = words(short_card(ranking))
    assert f"the best published: n = {ranking.best_published.value}, by " in text
    assert {answer.reading for answer in ranking.answers} == {ranking.best.reading}


def typed(reading):
    return reading.replace("sigma", "σ")


@pytest.mark.slow
def test_nothing_published_is_said_of_the_reading_that_leads():
    """The same card went on to name a published answer of the other reading."""
    ranking = answers_to("sigma", {"n": 100_000, "tau": "0.1", "beta": "0.05", "k": 100})
    text = words(short_card(ranking))

    published = [answer for answer in ranking.answers if answer.theorem.status is Status.AS_PRINTED]
    assert ranking.best_published is None
    assert "nothing published answers this with σ the scale of Laplace noise" in text
    assert {answer.reading for answer in published}.isdisjoint({ranking.best.reading})
    assert f"by {published[0].theorem.id} (as printed)" in text
