"""Best constants of the literature, and what is said where there is none.

Each was taken from a textbook or a paper before it was asked for; `value` is its closed form, by
mpmath.
"""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boundcalc
from boundcalc import DomainError, NoSolutionError, QuestionError, ReaderError, UndecidedError
from boundcalc.language import Sense, Symbol, interval
from boundcalc.sharpening.asking import read_extremum, read_sharpen
from tests.mp_evaluate import evaluate

CONSTANTS = {
    "Taylor": (r"e^x \le 1 + x + c x^2", "x in [0, 1]", lambda: mpmath.e - 2),
    "logarithm": (r"\ln(1+x) \ge x - c x^2", "x in [0, 1]", lambda: mpmath.mpf(1) / 2),
    "Hoeffding": (
        r"p e^{t(1-p)} + (1-p) e^{-tp} \le e^{c t^2}",
        "p in [0, 1]; t real",
        lambda: mpmath.mpf(1) / 8,
    ),
    "Rademacher": (r"\frac{e^t + e^{-t}}{2} \le e^{c t^2}", "t real", lambda: mpmath.mpf(1) / 2),
    "Bennett": (
        r"(1+u)\ln(1+u) - u \ge \frac{u^2}{2 + c u}",
        "u >= 0; c >= 0",
        lambda: mpmath.mpf(2) / 3,
    ),
    "Pinsker": (
        r"(p-q)^2 \le c (p\ln\frac{p}{q} + (1-p)\ln\frac{1-p}{1-q})",
        "p, q in (0, 1)",
        lambda: mpmath.mpf(1) / 2,
    ),
    "entropy": (
        r"-p\ln p - (1-p)\ln(1-p) \ge c p(1-p)",
        "p in (0, 1)",
        lambda: 4 * mpmath.log(2),
    ),
    "Stirling": (r"n! \le c n^{n+1/2} e^{-n}", "n integer >= 1", lambda: mpmath.e),
    "roots": (
        r"\sqrt{x + y} \ge c (\sqrt x + \sqrt y)",
        "x, y >= 0",
        lambda: mpmath.sqrt(2) / 2,
    ),
    "means": (r"x y \le c (x^2 + y^2)", "x, y real", lambda: mpmath.mpf(1) / 2),
    "Bernoulli": (r"1 - e^{-x} \ge c x", "x in [0, 1]", lambda: 1 - 1 / mpmath.e),
}
SUPREMA = {
    "x e^-x": (r"x e^{-x}", "x >= 0", lambda: 1 / mpmath.e, True),
    "quotient": (r"\frac{x}{1+x}", "x >= 0", lambda: mpmath.mpf(1), False),
    "product": (r"x y e^{-x-y}", "x, y >= 0", lambda: mpmath.e**-2, True),
    "integers": (r"\frac{\ln n}{n}", "n integer >= 1", lambda: mpmath.log(3) / 3, True),
    "thirds": (r"x^2 (1 - x)", "x in [0, 1]", lambda: mpmath.mpf(4) / 27, True),
    "variance": (r"p (1 - p)", "p in [0, 1]", lambda: mpmath.mpf(1) / 4, True),
}


def check(found, wanted):
    """Check the enclosure against a value that another program computes, and the certificates."""
    with mpmath.workdps(40):
        assert mpmath.mpf(found.lower.numerator) / found.lower.denominator <= wanted
        assert wanted <= mpmath.mpf(found.upper.numerator) / found.upper.denominator
        assert abs(evaluate(found.closed_form, {}) - wanted) < 1e-25
    assert found.is_proved
    assert found.width <= Fraction(1, 10**10)
    kinds = {name: boundcalc.recheck(one).kind.value for name, one in found.certificates.items()}
    assert kinds.pop("fails") == "REFUTED"
    assert set(kinds.values()) == {"PROVED"}


SLOW = ("Hoeffding", "Pinsker")


@pytest.mark.few(2, without="entropy|Rademacher|roots|Stirling|means")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in CONSTANTS]
)
def test_a_constant_of_the_literature_is_proved_to_be_the_best(name):
    relation, where, value = CONSTANTS[name]

    found = boundcalc.sharpen(relation, "c", where=where)

    with mpmath.workdps(40):
        check(found, value())
    assert {"works", "monotone"} <= found.certificates.keys()


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    st.fractions(-2, 2, max_denominator=5),
    st.fractions(0, 1, max_denominator=5),
    st.sampled_from([-1, 1]),
)
def test_the_vertex_or_an_end_of_a_parabola_is_found(height, middle, sign):
    x = Symbol("x", interval("[0, 1)"))
    expression = height + sign * (x - middle) ** 2
    ends = [height + sign * (end - middle) ** 2 for end in (Fraction(0), Fraction(1))]
    is_inside = sign < 0 and middle < 1

    found = boundcalc.maximize(expression)

    wanted = height if is_inside else max(ends)
    assert found.is_proved
    assert found.fails < wanted <= found.works
    assert evaluate(found.closed_form, {}) == pytest.approx(float(wanted))
    assert found.is_attained is (is_inside or ends[0] >= ends[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "where", "point"),
    [
        ("x", "x in [0, 1)", lambda x: x < 1),
        (r"\frac{\ln(1+x)}{x}", "x > 0", lambda x: x < Fraction(1, 10**9)),
    ],
)
def test_an_end_that_is_not_attained_is_proved_by_points_that_move(expression, where, point):
    found = boundcalc.maximize(expression, where=where)

    assert str(found.closed_form) == "1"
    assert found.is_proved
    assert found.is_attained is False
    assert point(found.point["x"])


@pytest.mark.slow
def test_an_attained_end_without_a_shorter_form_is_the_value_there():
    found = boundcalc.maximize(r"\frac{1}{\ln \ln n}", where="n integer >= 3")

    assert str(found.closed_form) == "1 / ln(ln(3))"
    assert found.is_proved
    assert found.is_attained


@pytest.mark.few(2, without="product|thirds|integers")
@pytest.mark.parametrize("name", SUPREMA)
def test_a_supremum_is_proved_and_whether_it_is_attained(name):
    expression, where, value, is_attained = SUPREMA[name]

    found = boundcalc.maximize(expression, where=where)

    with mpmath.workdps(40):
        check(found, value())
    assert found.is_attained is is_attained


@pytest.mark.slow
def test_a_constant_without_a_closed_form_is_enclosed():
    found = boundcalc.maximize(r"x - e^x / 3 + \sqrt{x}", where="x in [0, 3]")

    with mpmath.workdps(30):
        at = mpmath.findroot(lambda x: 1 - mpmath.exp(x) / 3 + 1 / (2 * mpmath.sqrt(x)), 1.5)
        value = at - mpmath.exp(at) / 3 + mpmath.sqrt(at)
        assert mpmath.mpf(found.lower.numerator) / found.lower.denominator <= value
        assert value <= mpmath.mpf(found.upper.numerator) / found.upper.denominator
    assert found.closed_form is None
    assert not found.is_proved
    assert found.width <= Fraction(1, 10**10)


@pytest.mark.parametrize(
    ("relation", "where", "error", "says"),
    [
        (r"\ln x \le c", "x > 0", NoSolutionError, "no value of c works, which is proved"),
        (r"c x^2 \le 1 + c^2", "x in [0, 1]", NoSolutionError, "every value of c"),
        (r"x \le c", "x in [0, 1]; c >= 2", NoSolutionError, "every value of c"),
        (r"x \le c", "x in [0, 3]; c in [0, 2]", NoSolutionError, "no value of c works"),
        (r"x^2 \ge c x", "x real", UndecidedError, "monotone in c"),
        (r"x^2 \ge 0", "x real", QuestionError, "c does not occur"),
        (r"x = c", "x real", QuestionError, "inequality"),
        (r"x \le c", "x in [0, 1]; c integer", QuestionError, "declare it real"),
        (r"\Pr[A] \le c", "", QuestionError, "not read"),
    ],
)
def test_what_has_no_end_is_an_error_of_one_sentence(relation, where, error, says):
    with pytest.raises(error, match=says) as caught:
        boundcalc.sharpen(relation, "c", where=where)

    assert "\n" not in str(caught.value)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("expression", "where", "place"),
    [
        ("x^2", "x real", "x = "),
        ("1/x", "x > 0", "x = 1 / t"),
        (r"\sqrt n", "n integer >= 1", "n = t"),
        (r"\ln x", "x > 0", r"x = exp\(t\)"),
    ],
)
def test_unbounded_is_said_where_it_is_proved(expression, where, place):
    with pytest.raises(NoSolutionError, match=f"unbounded above, which is proved: at {place}"):
        boundcalc.maximize(expression, where=where)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("expression", "where", "error", "says"),
    [
        (r"\ln x", "x in [-2, -1]", NoSolutionError, "it has no value at x = "),
        (r"\sqrt x", "x in [-1, 2]", NoSolutionError, "is undefined at x = -1"),
        (r"x^{x^x}", "x in [0, 100]", UndecidedError, "the supremum was not found"),
    ],
)
def test_what_is_undefined_or_not_found_is_said(expression, where, error, says):
    with pytest.raises(error, match=says):
        boundcalc.maximize(expression, where=where)


@pytest.mark.slow
def test_hypotheses_narrow_the_domain():
    found = boundcalc.maximize("x y", where="x, y in [0, 1]", assume=r"x + y \le 1")

    assert str(found.closed_form) == "1 / 4"
    assert found.is_proved


@pytest.mark.slow
def test_a_point_whose_coordinates_are_shares_of_the_constant_is_proved():
    """The walk on a circle knows few digits of a coordinate, but which share of the value it is."""
    found = boundcalc.maximize("x + y", where="x, y real", assume=r"x^2 + y^2 \le 1")

    assert str(found.closed_form) == "sqrt(2)"
    assert found.is_proved
    assert found.is_attained


def test_a_hypothesis_that_no_point_satisfies_is_an_error():
    with pytest.raises(DomainError):
        boundcalc.maximize("x", where="x in [0, 1]", assume=r"x \ge 2")


def test_a_strict_relation_may_have_no_least_value():
    found = boundcalc.sharpen("x < c", "c", where="x in [0, 1]")

    assert found.fails < 1 < found.works
    assert not found.is_proved


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "where", "value"),
    [
        ("(x y - 1)^2 + x^2", "x, y real", "0"),
        (r"e^{-x}", "x real", "0"),
        (r"-\arctan x", "x real", "-pi / 2"),
    ],
)
def test_an_infimum_far_out_is_proved_and_not_attained(expression, where, value):
    found = boundcalc.minimize(expression, where=where)

    assert str(found.closed_form) == value
    assert found.is_proved
    assert found.is_attained is False


@pytest.mark.slow
def test_a_pole_at_a_place_that_is_not_rational_is_proved():
    with pytest.raises(NoSolutionError, match=r"unbounded above, .* at x = pi / 2 - 1 / t for"):
        boundcalc.maximize(r"\tan x", where="x in [0, 2]")


@pytest.mark.parametrize("order", [2, 3])
def test_a_pole_of_a_higher_order_is_found_where_it_is(order):
    """The walk comes as near to it as a root of its height says, not as the height itself."""
    with pytest.raises(NoSolutionError, match=r"unbounded above, .* at x = sqrt\(2\) - 1 / t for"):
        boundcalc.maximize(rf"\frac{{1}}{{|x - \sqrt 2|^{order}}}", where="x in [0, 2]")


@pytest.mark.slow
def test_what_only_one_side_certifies_says_no_other_number():
    with pytest.raises(UndecidedError, match=r"it exceeds \S+ at n = .* certified, but no upper"):
        boundcalc.maximize(r"\frac{n^n}{n!} e^{-n + \sin n}", where="n integer >= 1")


@pytest.mark.slow
def test_no_form_is_guessed_of_a_constant_whose_ends_lie_far_apart():
    relation = r"\ln(1+x) \le \frac{x}{1 + c x}"

    found = boundcalc.sharpen(relation, where="x > 0; c in [0, 1]", parameter="c")

    assert found.works == 0
    assert found.fails > Fraction(1, 10**4)
    assert found.closed_form is None


ON_CURVES = {
    "a root": ("k", "k > 0", "k^2 = 3", lambda: mpmath.sqrt(3)),
    "the circle": ("s + c", "s, c real", "s^2 + c^2 = 1", lambda: mpmath.sqrt(2)),
    "the greatest of three roots": (
        "x",
        "x real",
        "x^3 - 7x = -6",
        lambda: mpmath.mpf(2),
    ),
    "an ellipse": ("x y", "x, y real", "x^2 + 3 y^2 = 1", lambda: 1 / (2 * mpmath.sqrt(3))),
}


@pytest.mark.few(2, without="ellipse|roots")
@pytest.mark.parametrize("name", ON_CURVES)
def test_an_extremum_under_equations_need_not_be_at_a_rational_point(name):
    expression, where, assume, value = ON_CURVES[name]

    found = boundcalc.maximize(expression, where=where, assume=assume)

    with mpmath.workdps(40):
        check(found, value())
    assert found.is_attained
    assert ("Near" in str(found)) == found.proofs["fails"].is_near


@pytest.mark.slow
def test_a_least_constant_on_a_circle_is_the_root_of_two():
    found = boundcalc.sharpen(r"s + c \le K", "K", where="s, c real", assume="s^2 + c^2 = 1")

    with mpmath.workdps(40):
        check(found, mpmath.sqrt(2))
    assert found.proofs["fails"].is_near
    assert "Fails near" in str(found)


def test_equations_without_a_solution_have_no_extremum():
    with pytest.raises(DomainError, match="no point of the domain"):
        boundcalc.maximize("k", where="k in (2, 3)", assume="k^2 = 3")


def test_functions_may_be_typed_in_letters():
    typed = read_extremum("x exp(-sqrt(x))", Sense.LE, where="x in [0, ln(9)]")

    assert typed == read_extremum(r"x \exp(-\sqrt{x})", Sense.LE, where=r"x in [0, \ln(9)]")
    assert read_sharpen("exp(x) <= 1 + c x", "c", where="x in [0, 1]") == read_sharpen(
        r"\exp(x) \le 1 + c x", "c", where="x in [0, 1]"
    )
    with pytest.raises(ReaderError, match="did you mean"):
        read_extremum("exp(x)", Sense.LE, where="x, p in [0, 1]")
