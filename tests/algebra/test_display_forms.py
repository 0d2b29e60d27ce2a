"""Formulas that are tidied for display: what they look like, and that they stay equal."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boundcalc
from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.answer_words import binding_text
from boundcalc.language import E as EULER
from boundcalc.language import Symbol, as_expression, exp, ln, log2, maximum, sqrt
from tests.mp_evaluate import evaluate, mp
from tests.solving.points import THEOREMS, feasible_points

a, b, m, tau, beta = (Symbol(name) for name in ("a", "b", "m", "tau", "beta"))
eight = as_expression(8)


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        (12 / (1 / eight) ** 2, "768"),
        (-ln(beta) * 8, "8 * ln(1 / beta)"),
        (-ln(beta) * 8 / (tau / 6) ** 2, "288 * ln(1 / beta) / tau^2"),
        (ln(6 / (beta / (2 * m))) / (tau / 8) ** 2, "64 * ln(12 * m / beta) / tau^2"),
        (1 / (a / b), "b / a"),
        (a / (b / m), "a * m / b"),
        (a / b / m, "a / (b * m)"),
        (b * 2 + 1, "2 * b + 1"),
        (-ln(beta / 2) / 2, "ln(2 / beta) / 2"),
        (a - ln(b), "a - ln(b)"),
        (-(a - b) * 2, "2 * (b - a)"),
        (log2(EULER) * -1 * a, "-log_2(e) * a"),
        (a / (b ** (-1)), "a * b"),
        (maximum(a * 1, a, 12 / (1 / eight)), "max(a, 96)"),
        (beta * m - as_expression("0.54"), "beta * m - 0.54"),
        (as_expression("0.37") / sqrt(m), "0.37 / sqrt(m)"),
        (3 * tau / 4, "3 * tau / 4"),
        (sqrt(m / 2) ** 2, "m / 2"),
        (exp(-(tau**2) * m), "exp(-tau^2 * m)"),
        ((tau / 8) ** Fraction(3, 2), "(tau / 8)^(3 / 2)"),
    ],
)
def test_a_formula_is_shown_as_a_person_writes_it(plain, shown):
    assert str(display_form(plain)) == shown
    assert display_form(display_form(plain)) == display_form(plain)


def test_the_formula_of_the_transfer_theorem_has_no_debris():
    answer = boundcalc.theorem("lecture-18/thm-0.2").solve(n=None, tau=0.1, beta=0.05)

    assert str(answer.formula) == (
        "ceil(max(768, 432 / tau^2, 512 * ln(1 / beta), 288 * ln(1 / beta) / tau^2))"
    )
    assert [str(branch.label) for branch in answer.branches][:2] == ["768", "432 / tau^2"]
    assert binding_text(answer).endswith("288 * ln(1 / beta) / tau^2")


@pytest.mark.few(14, without="murtagh-vadhan")
@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.id)
def test_tidied_definitions_and_constraints_are_equal_at_50_digits(theorem):
    nodes = [item.value for item in theorem.definitions]
    for relation in (*theorem.hypotheses, *(target.relation for target in theorem.targets)):
        nodes += [relation.left, relation.right]
    for point in feasible_points(theorem.id, 2):
        for node in nodes:
            before = evaluate(theorem.expand(node), point)
            after = evaluate(theorem.expand(display_form(node)), point)
            assert abs(before - after) <= abs(before) * mp.mpf(10) ** -30, (str(node), point)


leaves = st.sampled_from([a, b]) | st.integers(1, 12).map(as_expression)
trees = st.recursive(
    leaves,
    lambda inner: (
        st.builds(lambda x, y: x * y, inner, inner)
        | st.builds(lambda x, y: x / y, inner, inner)
        | st.builds(lambda x, y: x + y, inner, inner)
        | st.builds(lambda x, y: x - y, inner, inner)
        | st.builds(lambda x, k: x**k, inner, st.integers(-3, 3))
        | st.builds(lambda x: -x, inner)
        | st.builds(lambda x: -ln(x * x), inner)
    ),
    max_leaves=8,
)


@given(trees)
def test_tidied_formulas_are_equal_wherever_the_original_is_defined(tree):
    point = {"a": Fraction(7, 3), "b": Fraction(5, 11)}
    try:
        before = evaluate(tree, point)
    except (ValueError, ZeroDivisionError, OverflowError):
        return
    if not mp.isfinite(before):
        return
    after = evaluate(display_form(tree), point)
    assert abs(before - after) <= (abs(before) + 1) * mp.mpf(10) ** -25
