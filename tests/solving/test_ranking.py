"""Which answers are offered, in what order, and what they say that they rest on."""

import re
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.language import Role, Status
from boundcalc.output.json import answer_json
from boundcalc.output.latex import answer_latex
from boundcalc.output.markdown import card_markdown
from boundcalc.solving import Direction
from boundcalc.solving.answers import SHARPENED
from boundcalc.solving.ranking import rank
from boundcalc.solving.reports import answer_card
from tests.solving.points import THEOREMS
from theorems import load_theorems

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
    assert answer_json(answer)["accepts"][0] == answer.accepts[0]
    text = " ".join(str(answer).split())
    assert "the algorithm is (ε, δ)-differentially private, with ε = 0.0166666" in text
    assert "is (ε, δ)-differentially private" in card_markdown(answer_card(answer))
    assert r"is ($\varepsilon$, $\delta$)-differentially private" in answer_latex(answer)


def test_a_premise_about_information_says_over_which_inputs():
    corrected = boundcalc.theorem("max-information/thm-1.3")
    answer = corrected.solve(gamma=None, alpha=0.05, k=3, beta=0.01)

    assert answer.premises == (
        "the beta-approximate max-information is at most k for product distributions, "
        "with k = 3 and beta = 0.01",
    )


def test_a_conclusion_about_some_inputs_says_so():
    answer = boundcalc.theorem("max-information/thm-1.4.2").solve(
        k=None, n=10000, epsilon=0.01, beta=0.01
    )

    assert "the bound that is concluded holds for product distributions only" in answer.accepts


def test_a_premise_that_is_no_decimal_is_rounded_to_the_side_that_asks_for_more():
    answer = boundcalc.theorem("adaptive-queries/cor-2.1.1").solve(n=10, tau=0.5, probability=None)

    (premise,) = answer.premises
    assert "with k = 3.60673760222 and beta = 0" in premise  # log_2(e) 2.5 = 3.606737602222...


@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_each_premise_has_a_sentence(theorem):
    for premise in theorem.premises:
        values = dict.fromkeys(premise.expressions(), "1")
        assert premise.phrase in premise.sentence(values)


# --- the order ---------------------------------------------------------------------------------


def test_published_statements_come_before_those_that_are_sharpened_here():
    ranking = boundcalc.solve("n", **THRESHOLDOUT)

    assert ids(ranking) == [
        "adaptive-queries/thm-3.3",
        "adaptive-queries/thm-3.3.sharpened",
        "baselines/splitting",
        "baselines/non-adaptive",
    ]
    assert ranking.best.value == 17341106
    assert SHARPENED not in ranking.best.doubts
    assert ranking.answers[1].value == 8670553
    assert SHARPENED in ranking.answers[1].accepts


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
    ranking = boundcalc.solve("k", **given)

    assert name not in ids(ranking)
    (refusal,) = [item for item in ranking.refused if item.theorem.id == name]
    assert "lower bound" in refusal.why
    assert f"--theorem {name}" in refusal.why


def test_conclusions_from_below_are_lower_bounds():
    below = {"MaxInformationAtLeast", "Reconstruction", "LinearCode", "SensitivityAtLeast"}
    for theorem in THEOREMS.values():
        if type(theorem.conclusion).__name__ in {*below, "MeanAtLeast"}:
            assert theorem.role is Role.LOWER_BOUND


def test_a_query_fixed_in_advance_is_a_floor_and_gives_way_to_one_that_uses_more():
    assert ids(boundcalc.solve("n", tau=0.1, beta=0.05))[-1] == "adaptive-queries/hoeffding"
    assert "adaptive-queries/hoeffding" not in ids(boundcalc.solve("n", **THRESHOLDOUT))


@pytest.mark.parametrize(
    ("unknown", "given"),
    [
        ("n", THRESHOLDOUT),
        ("n", {"tau": 0.1, "beta": 0.05}),
        ("tau", {"n": 10**6, "beta": 0.05}),
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
                [Role.THEOREM, Role.BASELINE, Role.FLOOR].index(answer.theorem.role),
                not answer.certified,
                answer.theorem.status is Status.SHARPENED,
                sign * answer.value,
            )
            for answer in group
        ]
        assert places == sorted(places)


# --- questions that ask nothing ----------------------------------------------------------------


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
    with pytest.raises(boundcalc.QuestionError, match=r"every n works, .*; add epsilon="):
        boundcalc.solve("n", k=10)
    answer = boundcalc.theorem("adaptive-queries/lem-2.2").solve(n=None, k=10)
    assert "every n works" in answer.vacuous


def test_what_is_concluded_cannot_be_chosen():
    theorem = boundcalc.theorem("adaptive-queries/lem-3.2.2.corrected")

    with pytest.raises(boundcalc.QuestionError, match="also needs delta"):
        theorem.solve(n=None, B=10, sigma=0.1, epsilon=1)


def test_where_no_route_works_all_are_spoken_of_and_the_baselines_are_named():
    def fail(route, unknown, given):
        raise boundcalc.UndecidedError(f"{route.theorem.id}: nothing was found")

    with pytest.raises(boundcalc.UndecidedError) as caught:
        rank(load_theorems(), "tau", {"n": 10, "beta": "0.05", "k": 1000}, solve=fail)

    assert "route/" not in str(caught.value)
    assert re.search(r"none of \d\d routes was found to give tau", str(caught.value))
    assert re.search(
        r"tau about 0\.72789\d* by baselines/non-adaptive \(floor\)", str(caught.value)
    )


def test_a_level_of_zero_is_vacuous():
    answer = boundcalc.solve("gamma", alpha=0.05, k=1, beta=0.06).best

    assert answer.vacuous == "gamma = 0 says nothing"
    assert answer_json(answer)["vacuous"] is True
    assert "vacuous: γ = 0 says nothing" in str(answer)


def test_a_probability_of_one_or_more_is_vacuous():
    theorem = boundcalc.theorem("adaptive-queries/thm-2.1")

    assert theorem.solve(k=3, q=0.2, probability=None).vacuous == "probability = 1.6 says nothing"
    assert theorem.solve(k=1, q=0.2, probability=None).vacuous == ""


def test_what_is_vacuous_is_not_first_where_something_is_not():
    ranking = boundcalc.solve("probability", tau=0.1, n=2000)

    seen = [bool(answer.vacuous) for answer in ranking.groups[0]]
    assert True in seen
    assert seen == sorted(seen)


# --- records -----------------------------------------------------------------------------------


def test_values_of_integers_are_int_and_others_are_exact():
    thresholdout = boundcalc.theorem("adaptive-queries/thm-3.3")
    answer = thresholdout.solve(n=None, **THRESHOLDOUT)

    assert type(answer.value) is int
    assert type(answer.neighbour.value) is int
    assert isinstance(thresholdout.solve(**{**THRESHOLDOUT, "tau": None}, n=10**7).value, Fraction)


def test_records_show_themselves_in_a_line():
    ranking = boundcalc.solve("n", **THRESHOLDOUT)

    assert repr(ranking.best) == "<Answer n = 17341106 by adaptive-queries/thm-3.3>"
    assert repr(ranking).startswith("<Ranking of 4 answers to n(tau=0.1, beta=0.05, B=10, m=1000)")
