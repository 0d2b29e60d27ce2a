"""Cards: the text, HTML, Markdown and LaTeX of records that are made by hand to be difficult."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

import boundcalc
import boundcalc.language as lang
from boundcalc.cards.answer_cards import answer_card, ranking_card
from boundcalc.cards.cards import (
    Card,
    Code,
    Section,
    card_html,
    card_text,
    plain_signs,
    pretty,
)
from boundcalc.cards.numbers import short_number
from boundcalc.enclosures.interval import NOWHERE, exact_interval, hull
from boundcalc.feasible.components import Component, FeasibleSet
from boundcalc.output.json import json_text
from boundcalc.output.latex_answers import answer_latex
from boundcalc.output.latex_words import words_latex
from boundcalc.output.markdown import card_markdown
from boundcalc.problems.outcomes import Beyond, Direction, Unproved
from boundcalc.problems.problems import Problem
from boundcalc.questions.questions import Given, Question
from boundcalc.solving.answers import (
    Answer,
    Branch,
    Check,
    Failure,
    Neighbour,
    Optimality,
    Ranking,
    Refusal,
)
from boundcalc.solving.conclusions import GuaranteeAt, Implication, Vacuity

n = lang.Symbol("n", lang.POSITIVE_INTEGER, lang.Unit.RECORDS, "size of the dataset")
tau = lang.Symbol("tau", lang.OPEN_PROBABILITY, lang.Unit.NONE, "accuracy")
UNPROVED = Optimality(unproved=Unproved.CHOSEN, names=("t",))
EVIL = "<script>alert('$x$ & |y|')</script>"


def make_theorem(**changed):
    fields = {
        "id": "test/claim-1",
        "title": "A claim",
        "parameters": [n, tau],
        "hypotheses": [n >= 1 / tau**2],
        "conclusion": lang.MeanAtMost(mean=tau),
        "accepts": ["the records are drawn independently"],
        "source": lang.Source(key="author_2020", locator="Claim 1"),
    }
    return lang.Theorem(**{**fields, **changed})


def feasible(*ends):
    components = [Component(Fraction(low), Fraction(high), None, None) for low, high in ends]
    return FeasibleSet(tuple(components), is_complete=True)


def make_answer(theorem=None, **changed):
    theorem = theorem or make_theorem()
    unknown = changed.pop("unknown", n)
    fields = {
        "problem": Problem(theorem, unknown, {"tau": Fraction(1, 10)}, (), (), unknown.name),
        "route": (theorem.id,),
        "value": Fraction(100),
        "direction": Direction.LEAST,
        "formula": 1 / tau**2,
        "witness": {},
        "checks": (
            Check(
                printed=n >= 1 / tau**2,
                holds=True,
                is_conclusion=False,
                left=exact_interval(100),
                right=exact_interval(100),
            ),
        ),
        "certified": True,
        "optimality": Optimality(
            beyond=Beyond.ALL,
            neighbour=Neighbour(
                value=Fraction(99),
                failure=Failure(
                    relation=n >= 1 / tau**2, left=exact_interval(99), right=exact_interval(100)
                ),
            ),
        ),
        "feasible": feasible((100, 10**120)),
    }
    return Answer(**{**fields, **changed})


def make_ranking(*answers, refused=()):
    question = Question("n", (Given("tau", Fraction(1, 10), "tau", "0.1"),), "n")
    return Ranking(question=question, answers=answers, refused=refused)


# --- what an answer says -----------------------------------------------------------------------


def test_str_of_an_answer_is_its_card():
    answer = make_answer()

    assert str(answer) == card_text(answer_card(answer))
    assert str(answer).startswith("n = 100  [as printed]\n")
    assert answer._repr_html_() == card_html(answer_card(answer))


def test_str_of_a_ranking_is_its_card():
    ranking = make_ranking(make_answer())

    assert str(ranking) == card_text(ranking_card(ranking))


def test_a_doubtful_answer_is_not_called_certified():
    remark = lang.Remark(defect=lang.Defect.MISSING_HYPOTHESIS, text="n must be even")
    text = str(make_answer(make_theorem(remarks=[remark]), certified=False))

    assert "not certified, see the doubts" in text
    assert f"- {remark.defect.value}: n must be even" in text


def test_an_answer_without_a_neighbour_is_not_called_the_least():
    text = str(make_answer(optimality=UNPROVED, formula=None))

    assert "the least" not in text
    assert "not proved optimal" in text
    assert "none in closed form" in text


def test_a_feasible_set_that_is_no_interval_is_said_to_be_none():
    card = str(make_answer(feasible=feasible((1, 2), (5, 6))))

    (line,) = [line for line in card.splitlines() if "feasible" in line]
    assert line == "  feasible values: not an interval: [..., 2] and [5, 6]"


def test_chosen_parameters_are_told_apart_from_what_the_theorem_sets():
    s = lang.Symbol("s", lang.POSITIVE, meaning="noise")
    theorem = make_theorem(definitions=[lang.Definition(symbol=s, value=3 * tau)])
    text = str(
        make_answer(
            theorem, witness={"t": Fraction(1, 2)}, defined={"s": exact_interval(Fraction(3, 10))}
        )
    )

    assert re.search("^Chosen +t  = 0.5$", text, re.MULTILINE)
    assert re.search("^where +s  = 0.3  3·τ$", text, re.MULTILINE)


def test_branches_tell_which_one_binds():
    branches = (
        Branch(label=lang.Symbol("n_0"), bound=exact_interval(100), binds=True),
        Branch(label=lang.Symbol("n_1"), bound=exact_interval(2500), binds=False),
    )
    text = str(make_answer(branches=branches))

    assert "n₀  n ≥ 100   binds" in text
    assert "n₁  n ≥ 2500  does not bind" in text


def test_the_comparison_gives_ratios_and_calls_baselines_by_name():
    splitting = make_answer(
        make_theorem(id="test/split", title="Splitting", role=lang.Role.BASELINE),
        value=Fraction(50),
        ignored=("B",),
    )
    floor = make_answer(
        make_theorem(id="test/floor", title="Fixed", role=lang.Role.FLOOR), value=Fraction(10)
    )
    text = str(make_ranking(make_answer(), splitting, floor))

    assert "cheaper here: Splitting, with n = 50" in text
    assert "100  1      test/claim-1" in text
    assert "50   0.5    test/split    Splitting; baseline; does not use B" in text
    assert "10   0.1    test/floor    Fixed; floor: no adaptivity" in text


def test_a_greater_baseline_is_dearer_for_a_least_answer_and_better_for_a_greatest():
    theorem = make_theorem(id="test/split", title="Splitting", role=lang.Role.BASELINE)
    least = make_ranking(make_answer(), make_answer(theorem, value=Fraction(500)))
    greatest = make_ranking(
        make_answer(direction=Direction.GREATEST),
        make_answer(theorem, value=Fraction(500), direction=Direction.GREATEST),
    )

    assert "dearer here: Splitting, with n = 500" in str(least)
    assert "better here: Splitting, with n = 500" in str(greatest)


def test_refused_theorems_that_fit_say_why_and_the_others_are_counted():
    other = make_theorem(
        id="test/other",
        parameters=[tau],
        hypotheses=[],
    )
    refused = (
        Refusal(
            theorem=make_theorem(id="test/near"),
            why="test/near cannot hold",
            predicate="cannot hold",
        ),
        Refusal(theorem=other, why="it has no n"),
    )
    ranking = make_ranking(make_answer(), refused=refused)

    assert "test/near  cannot hold" in str(ranking)
    assert "1 theorem is about other quantities" in str(ranking)
    verbose = card_text(ranking_card(ranking, is_verbose=True))
    assert "test/other  it has no n" in verbose


def test_a_very_long_value_is_abbreviated_in_the_card_and_exact_in_json():
    answer = make_answer(value=Fraction(10**200 + 1))

    assert max(len(line) for line in str(answer).splitlines()) <= 100
    assert "--json prints all 201 characters" in str(answer)
    assert str(10**200 + 1) in json_text(make_ranking(answer).to_dict())


def test_no_line_of_a_card_ends_in_a_space_at_any_width():
    ranking = make_ranking(make_answer(), make_answer(make_theorem(id="test/2", title="x " * 60)))

    for width in range(20, 120, 7):
        for line in card_text(ranking_card(ranking), width).splitlines():
            assert line == line.rstrip()


# --- other forms -------------------------------------------------------------------------------


def test_a_long_title_stands_above_its_section_and_squeezes_no_other():
    title = "Read by a person, not decided by a verdict"
    words = " ".join(["word"] * 40)
    short = Card(headline="h", sections=(Section(title="Doubts", rows=((words,),), is_list=True),))
    long = replace(
        short,
        sections=(*short.sections, Section(title=title, rows=((words,),), is_list=True)),
    )

    lines = card_text(long, 80).splitlines()

    assert lines[: lines.index(title) - 1] == card_text(short, 80).splitlines()
    assert lines[lines.index(title) + 1].startswith("        - word")
    assert max(map(len, lines)) <= 80


def test_html_escapes_every_text():
    remark = lang.Remark(defect=lang.Defect.MISPRINT, text=EVIL)
    theorem = make_theorem(title=EVIL, accepts=[EVIL], remarks=[remark])
    conclusion = lang.EventProbability(probability=tau, about=EVIL)
    html = make_ranking(
        make_answer(
            theorem,
            guarantee=Implication((), GuaranteeAt(conclusion, {})),
            vacuous=Vacuity(n, ceiling=lang.Ceiling(quantity="mean", value=tau, why=EVIL)),
        ),
        refused=(Refusal(theorem=theorem, why=EVIL),),
    )._repr_html_()

    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_html_of_a_formula_is_latex_between_dollars():
    html = card_html(Card(headline="x", sections=(Section(title="F", rows=((n <= tau,),)),)))

    assert re.findall(r"<td[^>]*>(.*)</td>", html) == [r"$n \le \tau$"]


def test_markdown_keeps_bars_out_of_its_tables():
    outcomes = lang.Symbol("outcomes", lang.POSITIVE_INTEGER, latex=r"|\mathcal{Y}|")
    rows = ((outcomes, EVIL), (abs(tau), Code("a b")))
    text = card_markdown(Card(headline="x", sections=(Section(title="F", rows=rows),)))

    table = [line for line in text.splitlines() if line.startswith("|")]
    for line in table:
        assert line.replace(r"\|", "").count("|") == 3
    assert r"\vert \mathcal{Y}\vert" in text


def test_latex_is_in_the_letter_that_was_typed():
    """It said m where k was asked for."""
    theorem = boundcalc.theorem("adaptive-queries/thm-3.3")
    answer = theorem.solve(n=None, tau=0.1, beta=0.05, B=10, k=1000)
    text = answer_latex(answer)

    assert "$k = 1000$" in text
    assert r"\ln\left(\frac{4 \, k}{\beta}\right)" in text
    assert not re.search(r"(?<![A-Za-z\\])m(?![A-Za-z])", text)


def test_latex_escapes_what_tex_would_read():
    text = answer_latex(make_answer(make_theorem(title="50% of #1 & {more}_x^2^~\\")))

    power = r"x$^{2}$\textasciicircum{}"  # a number is raised, and a mark alone is shown
    title = rf"50\% of \#1 \& \{{more\}}\_{power}\textasciitilde{{}}\textbackslash{{}}"
    first, *_ = text.split(r" \cite")
    assert first == f"By {title}"


@pytest.mark.parametrize(
    ("words", "latex"),
    [
        ("tau/2", r"$\tau/2$"),
        ("n_0 <= n_1", r"$n_{0} \le n_{1}$"),
        ("2 e^(-t^2/2) is", r"$2 e^{-t^{2}/2}$ is"),
        ("at most n (1 + e^(-epsilon)) delta", r"at most $n (1 + e^{-\varepsilon}) \delta$"),
        ("1/(sqrt(2*pi)*n)", r"$1/(\sqrt{2 \pi} n)$"),
        ("floor(e^(n/64)) - 1 will do", r"$\lfloor e^{n/64} \rfloor - 1$ will do"),
        ("epsilon = 1/2 and m", r"$\varepsilon = 1/2$ and $m$"),
        ("proportional to exp(lambda*score)", r"proportional to $\exp(\lambda \mathrm{score})$"),
        ("ln(2T), 0 < beta < 1", r"$\ln(2 T)$, $0 < \beta < 1$"),
        ("P[f > z] and log|X|", r"$\Pr[f > z]$ and $\log|X|$"),
        ("X' given Z = t", r"$X'$ given $Z = t$"),
        ("uniform on {0, 1}^n", r"uniform on $\{0, 1\}^{n}$"),
        (
            "record i (2 tau, delta)-near",
            r"record $i$ $(2 \tau, \delta)$-near",
        ),
        ("below 3.83e-14, of 1/2 (4)", r"below $3.83 \cdot 10^{-14}$, of 1/2 (4)"),
        ("a p-value by Theorem B.2, i.e. 5", "a p-value by Theorem B.2, i.e. 5"),
        ("t = t*", r"$t = t$*"),
        ("at (a talk, or b)", r"at (a talk, or $b$)"),
        ("one of `tau` or `b/c`", r"one of $\tau$ or `$b/c$`"),
        ("delta_hat and delta_prime", r"$\hat{\delta}$ and $\delta'$"),
        ("a beta-approximate bound", r"a $\beta$-approximate bound"),
        ("no Greek: alphabet, meta, pilot", "no Greek: alphabet, meta, pilot"),
        ("see a-b/thm-C.3.gamma", "see a-b/thm-C.3.gamma"),
    ],
)
def test_sentences_become_latex(words, latex):
    assert words_latex(words) == latex


def test_json_is_null_where_there_is_no_formula_or_neighbour():
    data = make_ranking(make_answer(formula=None, optimality=UNPROVED)).to_dict()

    assert data["answers"][0]["formula"] is None
    assert data["answers"][0]["neighbour"] is None


def test_records_are_frozen():
    with pytest.raises(AttributeError):
        make_answer().value = 3
    assert replace(make_answer(), value=Fraction(3)).value == 3


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        ("n_0 >= sqrt(2 * B) / tau^2", "n₀ ≥ √(2·B) / τ²"),
        ("-epsilon^2 * n", "-ε²·n"),
        ("epsilon_prime + delta_second", "ε′ + δ″"),
        ("tau^10", "τ^10"),
        ("2^(3 / 4)", "2^(3 / 4)"),
        ("exp(-t^2)", "exp(-t²)"),
        ("beta-approximate", "β-approximate"),
        ("[0, oo) and (-oo, 1]", "[0, ∞) and (-∞, 1]"),
        ("alphabet, metal, pint, target_beta", "alphabet, metal, pint, target_beta"),
        ("phi(x) + log_2(e)", "Φ(x) + log_2(e)"),
        ("1000.00000000000 against 0.0500000000000000", "1000 against 0.05"),
        ("100000 and 0.5000", "100000 and 0.5000"),
        (
            "see max-information/thm-C.3.gamma.corrected",
            "see max-information/thm-C.3.gamma.corrected",
        ),
        ("gamma of my-notes/lem-beta, tau", "γ of my-notes/lem-beta, τ"),
        ("tau/2 and delta/epsilon, 1/tau", "τ/2 and δ/ε, 1/τ"),
        ("ln(1/beta)/epsilon", "ln(1/β)/ε"),
    ],
)
def test_mathematics_in_a_line_of_text(plain, shown):
    assert pretty(plain) == shown


def test_signs_have_an_ascii_form():
    text = "n₀ ≥ √(2·B) / τ² ≈ ∞ ′″ Φ ε δ̂"

    assert plain_signs(pretty(text)).isascii()
    assert "?" not in plain_signs(text)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (exact_interval(Fraction(3, 40)), "≈ 0.075"),  # which may be less by 10^-20
        (exact_interval(Fraction(3, 8)), "0.375"),
        (exact_interval(Fraction(922663231790754, 10**19)), "≈ 0.0000922663"),
        (exact_interval(Fraction(173411050193756, 10**7)), "≈ 17341105.02"),
        (hull(1 - Fraction(1, 10**20), Fraction(1)), "≈ 1"),
        (Fraction(17341106), "17341106"),
        (Fraction(1, 3), "≈ 0.333333"),
        (Fraction(10) ** 900, "1e900"),
        (Fraction(1, 10**12), "1e-12"),
        (Fraction(0), "0"),
        (Fraction(-7, 2), "-3.5"),
        (NOWHERE, "undefined"),
    ],
)
def test_numbers_for_reading(value, shown):
    assert short_number(value) == shown


@pytest.mark.parametrize(
    ("value", "direction", "headline"),
    [
        (Fraction(3, 2 * 10**40), Direction.LEAST, "n = 1.5e-40  [as printed]"),
        (Fraction(123, 100), Direction.LEAST, "n = 1.23  [as printed]"),
        (Fraction(17 * 10**60), Direction.LEAST, "n = 1.7e61  [as printed]"),
        (Fraction(10**60 + 1), Direction.LEAST, "n = 1.00000000001e60 (rounded up; --json prints"),
        (Fraction(10**60 - 1), Direction.GREATEST, "n = 9.99999999999e59 (rounded down; --json"),
    ],
)
def test_a_headline_is_exact_or_rounded_to_the_safe_side(value, direction, headline):
    real = lang.Symbol("n", lang.POSITIVE, meaning="size")
    card = str(make_answer(unknown=real, value=value, direction=direction, optimality=UNPROVED))

    first, *_ = card.splitlines()
    assert first[: len(headline)] == headline
    assert len(first) == len(headline) or "rounded" in headline
