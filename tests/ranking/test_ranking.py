"""Which answers are offered, in what order, and what they say that they rest on."""

import re
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.cards.answer_cards import answer_card
from boundcalc.cards.guarantee_words import SHARPENED, premise_texts
from boundcalc.language import BoundError, Role, Status
from boundcalc.language.wording import conclusion_sentence
from boundcalc.output.latex_answers import answer_latex
from boundcalc.output.markdown import card_markdown
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import uncounted
from boundcalc.routes.solve import solve_route
from boundcalc_theorems import load_theorems
from tests.asking import rank
from tests.solving.points import THEOREMS

THRESHOLDOUT = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000}


def ids(ranking):
    return [answer.theorem.id for answer in ranking.answers]


# --- premises ----------------------------------------------------------------------------------


def test_a_premise_is_accepted_with_its_values_in_every_form():
    answer = boundcalc.theorem("lecture-18/thm-0.2").solve(n=None, tau=0.1, beta=0.05)

    assert answer.accepts[0] == (
        "the algorithm is (epsilon, delta)-differentially private, "
        "with epsilon = 0.0166666 and delta = 0.000208"
    )
    assert answer.to_dict()["accepts"][0] == answer.accepts[0]
    text = " ".join(str(answer).split())
    assert "the algorithm is (ε, δ)-differentially private, with ε = 0.0166666" in text
    assert "is (ε, δ)-differentially private" in card_markdown(answer_card(answer))
    assert r"is $(\varepsilon, \delta)$-differentially private" in answer_latex(answer)


def test_a_premise_about_information_says_over_which_inputs():
    corrected = boundcalc.theorem("max-information/thm-1.3")
    answer = corrected.solve(gamma=None, alpha=0.05, k=3, beta=0.01)

    assert premise_texts(answer) == (
        "the beta-approximate max-information is at most k for product distributions, "
        "with k = 3 and beta = 0.01",
    )


def test_a_conclusion_about_some_inputs_says_so():
    answer = boundcalc.theorem("max-information/thm-1.4.2").solve(
        k=None, n=10000, epsilon=0.01, beta=0.01
    )

    assert answer.accepts[:2] == (
        "the algorithm is (epsilon, delta)-differentially private, with epsilon = 0.01 "
        "and delta = 0",
        "the bound that is concluded holds for product distributions only",
    )


def test_a_premise_that_is_no_decimal_is_rounded_to_the_side_that_asks_for_more():
    answer = boundcalc.theorem("adaptive-queries/cor-2.1.1").solve(n=10, tau=0.5, probability=None)

    (premise,) = answer.premises
    assert str(premise) == (  # log_2(e) 2.5 = 3.606737602222...
        "the beta-approximate max-information is at most k for product distributions, "
        "with k = 3.60673760222 and beta = 0"
    )


@pytest.mark.few(60)
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_each_premise_has_a_sentence(theorem):
    for premise in theorem.premises:
        values = dict.fromkeys(premise.expressions(), "1")
        sentence = premise.sentence(values)
        assert sentence.startswith(premise.phrase)
        assert all(f"{name} = 1" in sentence for name in values)


# --- the order ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def thresholdout():
    return boundcalc.solve("n", **THRESHOLDOUT)


def test_the_best_certified_answer_leads_with_its_status_and_the_best_published_is_next(
    thresholdout,
):
    assert thresholdout.best.value <= 53573
    assert SHARPENED in thresholdout.best.to_dict()["doubts"]
    assert SHARPENED not in thresholdout.best.accepts
    assert thresholdout.best_published.value == 141572
    lines = str(thresholdout).splitlines()
    assert lines[0] == f"n = {thresholdout.best.value}  [sharpened here]"
    assert lines[1].startswith("  the best published: n = 141572, by")


def test_without_what_is_sharpened_here_the_best_published_answer_leads():
    ranking = boundcalc.solve("gamma", alpha=0.05, m=1, published=True)

    assert ranking.best.theorem.id == "max-information/cor-C.2"
    assert all(answer.theorem.status is not Status.SHARPENED for answer in ranking.answers)
    everything = boundcalc.solve("gamma", alpha=0.05, m=1)
    assert everything.best.theorem.id == "max-information/cor-C.2.sharpened"
    assert everything.best.value > ranking.best.value
    assert everything.best_published.value == ranking.best.value


def test_what_needs_no_budget_answers_and_says_that_it_does_not_use_it(thresholdout):
    assert thresholdout.best.ignored == ("B",)
    assert "does not use B" in str(thresholdout)
    by_id = {answer.theorem.id: answer for answer in thresholdout.answers}
    assert by_id["adaptive-queries/thm-3.3"].value == 17341106
    assert by_id["adaptive-queries/thm-3.3.sharpened"].value == 2466126
    assert by_id["adaptive-queries/thm-3.3"].ignored == ()
    assert thresholdout.left_aside == ()


def test_a_limit_is_ignored_only_where_all_answers_are_accurate():
    with pytest.raises(boundcalc.QuestionError):
        boundcalc.solve("n", tau=0.1, beta=0.05, B=10, epsilon=0.01)


def test_no_route_to_privacy_answers_whose_noise_is_free_of_charge():
    with pytest.raises(boundcalc.QuestionError, match="open and does not count"):
        boundcalc.solve("delta", m=1, epsilon=1)

    # As the mutual information m would answer; as the number of queries it lacks the noise.
    with pytest.raises(boundcalc.QuestionError, match="number of queries, add sigma=") as caught:
        boundcalc.solve("n", m=1, epsilon=1)
    assert "mutual information" in str(caught.value)


def test_a_limit_is_a_value_of_its_domain_also_where_nothing_uses_it():
    with pytest.raises(boundcalc.DomainError, match="B"):
        boundcalc.solve("n", tau=0.1, beta=0.05, m=10, B=-5)


def test_a_budget_is_not_ignored_in_a_question_about_privacy():
    ranking = boundcalc.solve("n", sigma=0.01, B=1, delta=1e-12, epsilon=2)

    assert all("B" in answer.given for answer in ranking.answers)


@pytest.mark.slow
def test_what_ignores_a_part_of_the_question_is_not_the_best_published(thresholdout):
    ranking = boundcalc.solve("n", tau=0.1, beta=0.05, m=1, epsilon=0.1)

    assert ranking.best.theorem.role is Role.THEOREM
    published = ranking.best_published
    assert published is None or "epsilon" not in published.ignored


@pytest.mark.slow
def test_a_baseline_that_answers_all_that_is_asked_competes():
    ranking = boundcalc.solve("n", tau=0.1, beta=0.05, m=2)

    values = [answer.value for answer in ranking.answers if answer.theorem.role is not Role.FLOOR]
    assert values == sorted(values)
    assert ranking.answers[-1].theorem.role is Role.FLOOR


# --- what is concluded -------------------------------------------------------------------------


def test_a_card_says_first_what_is_concluded_in_words(thresholdout):
    text = " ".join(str(thresholdout).split())
    sentence = str(thresholdout.best.guarantee)

    assert re.fullmatch(
        r"if each answer is the sample mean of its query plus independent normal noise of mean "
        r"zero and standard deviation 0\.0\d+, then with probability at least 0.95 every one of "
        r"the 1000 answers is within 0.1 of its expectation",
        sentence,
    )
    assert sentence in text
    assert text.index(sentence) < text.index("a value that suffices")
    assert thresholdout.best.to_dict()["guarantee"] == sentence
    assert sentence in " ".join(card_markdown(answer_card(thresholdout.best)).split())
    assert "If each answer is" in answer_latex(thresholdout.best)


@pytest.mark.few(60)
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_each_conclusion_is_a_sentence_that_names_its_quantities(theorem):
    sentence = conclusion_sentence(theorem.conclusion, {})

    assert theorem.conclusion.statement
    assert "{" not in sentence
    for name in theorem.conclusion.expressions():
        assert re.search(rf"\b{name}\b", sentence) or name in ("n", "sensitivity")


def test_a_sentence_claims_no_more_than_what_was_shown():
    answer = boundcalc.theorem("max-information/thm-1.3").solve(gamma=None, alpha=0.05, k=3, beta=0)

    assert str(answer.guarantee).endswith(
        "rejecting the selected hypothesis at p <= 0.00625 makes a false discovery with "
        "probability at most 0.05"
    )
    thirds = boundcalc.theorem("concentration/markov").solve(mean=1, level=3, probability=None)
    assert "probability at most 0.333333333334" in str(thirds.guarantee)


def test_bounds_on_different_events_are_not_compared():
    ranking = boundcalc.solve("probability", epsilon=0.1, delta=1e-9, delta_hat=1e-4)

    assert len(ranking.answers) >= 3
    for group in ranking.groups:
        assert len({answer.theorem.conclusion.about for answer in group}) == 1


def test_a_bound_above_what_always_holds_is_vacuous():
    theorem = boundcalc.theorem("max-information/cor-1.6.corrected")
    given = {"n": 1000, "epsilon": 0.1, "delta": 1e-12, "t": 3, "delta_hat": 1e-6}

    vacuous = theorem.solve(m=None, record_values=2, **given).vacuous
    assert "the whole dataset has no more entropy" in str(vacuous)
    assert theorem.solve(m=None, record_values=10**6, **given).vacuous is None


# --- what is free of charge --------------------------------------------------------------------


def test_a_lemma_whose_noise_costs_nothing_does_not_answer_and_the_number_is_missing():
    with pytest.raises(boundcalc.QuestionError, match="number of queries m is missing") as caught:
        boundcalc.solve("n", tau=0.1, beta=0.05, B=10)

    for size in (10, 100, 1000, 10000, 1000000):
        assert f"for m = {size}" in str(caught.value)
    assert "60106 for m = 1000" in str(caught.value)
    assert "more noise makes answers worse" in str(caught.value)
    named = boundcalc.theorem("adaptive-queries/n0").solve(n=None, tau=0.1, beta=0.05, B=10)
    assert named.value == 479
    assert "nothing here counts that more noise makes answers worse" in str(named)


@pytest.mark.parametrize("more", [{}, {"delta": 1e-9}, {"B": 10}])
def test_no_theorem_answers_whose_privacy_is_free_of_charge(more):
    with pytest.raises(boundcalc.QuestionError, match=r"open and does not count") as caught:
        boundcalc.solve("n", tau=0.1, beta=0.05, **more)

    assert "--theorem" in str(caught.value)


def test_a_construction_that_assumes_no_privacy_bounds_nothing():
    for id in ("max-information/thm-4.1.1", "max-information/thm-4.1.2"):
        assert THEOREMS[id].role is Role.LOWER_BOUND
    ranking = boundcalc.solve("k", n=1000000, epsilon=0.005, delta=1e-30, beta=1e-10)
    assert [answer.theorem.id for answer in ranking.answers] == [
        "max-information/thm-3.1.truncated"
    ]


def test_who_counts_the_cost_leaves_nothing_costly_open():
    for theorem in THEOREMS.values():
        if theorem.counted_by is not None:
            other = THEOREMS[theorem.counted_by]
            added = [symbol for symbol in other.parameters if symbol not in theorem.parameters]
            assert not uncounted(other, added)
            assert uncounted(theorem, theorem.parameters)


def test_parameters_of_an_algorithm_that_a_premise_asks_for_say_what_they_trade():
    for theorem in THEOREMS.values():
        for premise in theorem.premises:
            for symbol in premise.symbols():
                is_algorithm = symbol.is_chosen and symbol.name not in ANALYSIS
                assert bool(symbol.trades) or not is_algorithm, (theorem.id, symbol.name)


# What a premise names, and nobody pays for: failures that may be zero, and what a proof chooses.
ANALYSIS = {"delta", "delta_0", "delta_hat", "tau_1", "beta_1", "z", "beta", "cells"}


def test_answers_of_several_kinds_are_in_groups_without_ratios_between_them():
    ranking = boundcalc.solve("epsilon", n=1000, sigma=0.1)

    kinds = [{type(answer.theorem.conclusion) for answer in group} for group in ranking.groups]
    assert [len(kind) for kind in kinds] == [1, 1]
    assert ids(ranking) == [answer.theorem.id for group in ranking.groups for answer in group]
    card = str(ranking)
    assert "TVStability" in card
    assert "DifferentialPrivacy" in card
    assert "2.51" not in card


def test_bounds_over_other_inputs_are_another_kind():
    ranking = boundcalc.solve("k", n=10000, epsilon=0.01, beta=0.01)

    for group in ranking.groups:
        assert len({answer.theorem.conclusion.scope for answer in group}) == 1


def test_lower_bounds_are_answers_only_where_they_are_named():
    given = {"n": 100000, "epsilon": 0.5, "delta": 0.01, "beta": 0.1}
    name = "max-information/thm-4.1.3.information"
    answer = boundcalc.theorem(name).solve(k=None, **given)
    assert answer.value == 99999
    ranking = boundcalc.solve("k", **{**given, "epsilon": 0.1, "delta": 1e-20})

    assert name not in ids(ranking)
    (refusal,) = [item for item in ranking.refused if item.theorem.id == name]
    assert "lower bound" in refusal.why
    assert f"--theorem {name}" in refusal.why


def test_conclusions_from_below_are_lower_bounds():
    below = {"MaxInformationAtLeast", "Reconstruction", "LinearCode", "SensitivityAtLeast"}
    for theorem in THEOREMS.values():
        if type(theorem.conclusion).__name__ in {*below, "MeanAtLeast", "AnswersFail"}:
            assert theorem.role is Role.LOWER_BOUND


def test_a_query_fixed_in_advance_is_a_floor_and_gives_way_to_one_that_uses_more(thresholdout):
    alone = boundcalc.solve("n", tau=0.1, beta=0.05, epsilon=0.01)
    assert ids(alone)[-1] == "adaptive-queries/hoeffding"
    assert "adaptive-queries/hoeffding" not in ids(thresholdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("n", THRESHOLDOUT),
        ("n", {"tau": 0.1, "beta": 0.05, "m": 2}),
        ("tau", {"n": 10**6, "beta": 0.05, "epsilon": 0.01}),
        ("epsilon", {"n": 1000, "sigma": 0.1}),
        ("gamma", {"alpha": 0.05, "m": 0.1}),
        ("gap", {"outcomes": 10, "Delta": 0.1, "epsilon": 1}),
    ],
)
def test_each_group_is_in_the_documented_order(unknown, given):
    for group in boundcalc.solve(unknown, **given).groups:
        sign = 1 if group[0].direction is Direction.LEAST else -1
        places = [
            (
                bool(answer.vacuous),
                answer.theorem.role is Role.FLOOR,
                not answer.certified,
                sign * answer.value,
                answer.theorem.status is Status.SHARPENED,
            )
            for answer in group
        ]
        assert places == sorted(places)


# --- questions that ask nothing ----------------------------------------------------------------


def test_a_value_that_no_double_holds_is_not_searched_for():
    """The search took four seconds, and asked to weaken what is asked."""

    def search(route, problem):
        assert route.goal.is_short
        return solve_route(route, problem)

    with pytest.raises(boundcalc.DomainError, match=r"^k: theorems in a row .* up to 1e300, but"):
        rank(THEOREMS.values(), "n", {"tau": "0.1", "beta": "0.05", "k": "1e400"}, solve=search)


def test_an_accuracy_beyond_the_range_of_the_queries_is_an_error():
    with pytest.raises(boundcalc.DomainError, match=r"tau .* must lie in \(0, 1\)"):
        boundcalc.solve("n", tau=2, beta=0.05)


def test_queries_of_any_range_have_any_accuracy():
    answer = boundcalc.theorem("max-information/thm-B.2").solve(
        n=10000, epsilon=0.1, delta=1e-6, Delta=1, tau=None, beta=1e-5
    )

    assert answer.value == 18000


@pytest.mark.parametrize("unknown", ["n", "epsilon", "tau", "k"])
def test_a_bare_question_says_what_to_add(unknown):
    with pytest.raises(boundcalc.QuestionError, match=f"too little .* ask for {unknown}; add "):
        boundcalc.solve(unknown)


def test_a_question_that_every_value_answers_says_what_to_add():
    with pytest.raises(boundcalc.QuestionError, match=r"leaves epsilon open .*; add epsilon="):
        boundcalc.solve("n", k=10)
    answer = boundcalc.theorem("adaptive-queries/lem-2.2").solve(n=None, k=10)
    assert "every n works" in str(answer.vacuous)


def test_what_is_concluded_cannot_be_chosen():
    theorem = boundcalc.theorem("adaptive-queries/lem-3.2.2.corrected")

    with pytest.raises(boundcalc.QuestionError, match="also needs delta"):
        theorem.solve(n=None, B=10, sigma=0.1, epsilon=1)


def test_where_no_route_works_all_are_spoken_of_and_the_baselines_are_named():
    def fail(route, problem):
        raise boundcalc.UndecidedError(f"{route.theorem.id}: nothing was found")

    with pytest.raises(boundcalc.UndecidedError) as caught:
        rank(load_theorems(), "tau", {"n": 10, "beta": "0.05", "k": 1000}, solve=fail)

    assert "route/" not in str(caught.value)
    assert re.search(r"none of \d\d routes was found to give tau", str(caught.value))
    assert re.search(
        r"tau about 0\.72789\d* by baselines/non-adaptive \(floor\)", str(caught.value)
    )


def test_a_level_of_zero_is_vacuous():
    printed = boundcalc.theorem("max-information/thm-1.3")
    answer = printed.solve(gamma=None, alpha=0.05, k=1, beta=0.06)

    assert str(answer.vacuous) == "gamma = 0 says nothing"
    assert answer.to_dict()["vacuous"] is True
    assert "vacuous: γ = 0 says nothing" in str(answer)


def test_a_probability_of_one_or_more_is_vacuous():
    theorem = boundcalc.theorem("adaptive-queries/thm-2.1")

    vacuous = theorem.solve(k=3, q=0.2, probability=None).vacuous
    assert str(vacuous) == "probability = 1.6 says nothing"
    assert theorem.solve(k=1, q=0.2, probability=None).vacuous is None


def test_what_is_vacuous_is_not_first_where_something_is_not():
    ranking = boundcalc.solve("epsilon", n=10, sigma=0.03)

    seen = [[bool(answer.vacuous) for answer in group] for group in ranking.groups]
    assert any(True in group for group in seen)
    assert all(group == sorted(group) for group in seen)


# --- records -----------------------------------------------------------------------------------


def test_values_of_integers_are_int_and_others_are_exact():
    thresholdout = boundcalc.theorem("adaptive-queries/thm-3.3")
    answer = thresholdout.solve(n=None, **THRESHOLDOUT)

    assert type(answer.value) is int
    assert type(answer.neighbour.value) is int
    assert isinstance(thresholdout.solve(**{**THRESHOLDOUT, "tau": None}, n=10**7).value, Fraction)


def test_records_show_themselves_in_a_line(thresholdout):
    answer = thresholdout.best
    best = f"<Answer n = {answer.value} by {answer.theorem.id}>"
    assert repr(thresholdout.best) == best
    assert repr(thresholdout).endswith(
        f"answers to n(tau=0.1, beta=0.05, B=10, m=1000), the first {best}>"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unknown", "given"),
    [("n", {"tau": "0.1", "beta": "0.05", "k": "1000"}), ("tau", {"n": "9", "beta": "0.1"})],
)
def test_two_processes_answer_as_one_does(unknown, given):
    def found(jobs):
        try:
            return rank(load_theorems(), unknown, given, jobs=jobs)
        except BoundError as error:
            return type(error), str(error)

    assert found(2) == found(1)
