r"""Sines, cosines and arctangents: what is proved of them, and what is nearly true and is not.

A pole, a period or the wrong branch makes each of the latter false at some point, rational or not.
"""

from fractions import Fraction

import pytest

from boundcalc.checker.goals import Goal
from boundcalc.checker.proofs import read_goal
from boundcalc.language import Symbol, as_expression, cos, sin
from boundcalc.language.errors import BoundError
from boundcalc.proving.circles import proof_on_circles
from boundcalc.proving.tactics.trigonometry import expanded
from boundcalc.proving.term_translation import to_expression
from boundcalc.relation_prover import prove
from boundcalc.relation_prover import read_goal as read_question
from tests.mp_evaluate import evaluate, mp

PROVED = [
    (r"\sin^4 x = \frac{3 - 4\cos(2x) + \cos(4x)}{8}", "x real"),
    (r"\tan(2x) = \frac{2\tan x}{1 - \tan^2 x}", "x in [0, 3/4]"),
    (r"\tan(\arctan x) = x", "x real"),
    (r"\arctan 2 + \arctan 3 = \frac{3\pi}{4}", ""),
    (r"\cos\frac{3\pi}{4} = -\frac{1}{\sqrt 2}", ""),
    (r"3 \sin x + 4 \cos x \le 5", "x real"),
    (r"e^{\sin x} \le e", "x real"),
    (r"\sin x > 0", "x in (0, 3.14159265358)"),
    (r"\cos(2 \pi x) \le 1", "x integer"),
    (r"\sin(\pi n) = 0", "n integer"),
    (r"\sin(\pi n) = 0", "n integer >= 3"),
    (r"\cos(2 \pi n + x) = \cos x", "n integer; x real"),
]
NOT_PROVED = [  # false, at points that need not be rational
    (r"\sin(\pi n) = 0", "n real"),
    (r"\sin\frac{\pi n}{2} = 0", "n integer"),
    (r"\cos(\pi n) = 1", "n integer <= 0"),
    (r"\tan x \ge x", "x in [0, 2]"),
    (r"\tan(x) \cos(x) = \sin(x)", "x real"),
    (r"\arctan(\tan x) = x", "x in [0, 3]"),
    pytest.param(r"|\sin x| < 1", "x real", marks=pytest.mark.slow),
    pytest.param(r"\sin x + \cos x < \sqrt 2", "x real", marks=pytest.mark.slow),
    pytest.param(r"\sin(x) \cos(x) < \frac{1}{2}", "x real", marks=pytest.mark.slow),
    pytest.param(r"e^{\sin x} < e", "x real", marks=pytest.mark.slow),
    (r"\sin x > 0", "x in (0, 355/113)"),
    (r"\cos x \ge 0", "x in [0, 1.5707963267948966193]"),
    (r"\arctan x + \arctan y = \arctan\frac{x+y}{1-xy}", "x, y nonnegative"),
    (r"\frac{\sin x}{x} \le 1", "x real"),
    (r"\frac{1}{\sin(\pi)} \ge 0", ""),
    (r"\tan\frac{\pi}{2} \ge 0", ""),
    (r"\sqrt{\cos^2 x} = \cos(x)", "x real"),
    (r"\cos(\pi x) = 1", "x integer"),
    (r"\arctan 1 + \arctan 2 + \arctan 3 = 0", ""),
]


@pytest.mark.few(6)
@pytest.mark.parametrize(("relation", "where"), PROVED)
def test_laws_and_bounds_of_angles_are_proved(relation: str, where: str) -> None:
    assert prove(relation, where=where or None).kind.value == "PROVED"


ON_CIRCLES = [  # what is assumed or asked of moduli, and a neighbour that is false
    (r"(\sin x)^2 \le |\sin x|", r"|\sin x| \le (\sin x)^2", ()),
    (r"\sin x + \cos x \ge 1", r"\sin x + \cos x \ge 1.1", (r"\sin x \ge 0", r"\cos x \ge 0")),
    (r"|\sin(2x)| \le 2|\sin x|", r"|\sin(2x)| \le \frac{19}{10}|\sin x|", ()),
    (r"\sqrt{1 - (\sin x)^2} = |\cos x|", r"\sqrt{1 - (\sin x)^2} = \cos(x)", ()),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("relation", "neighbour", "assumed"), ON_CIRCLES)
def test_sines_and_cosines_are_points_of_circles(
    relation: str, neighbour: str, assumed: tuple[str, ...]
) -> None:
    assert prove(relation, where="x real", assume=assumed).kind.value == "PROVED"
    assert prove(neighbour, where="x real", assume=assumed).kind.value != "PROVED"


def test_a_proof_on_circles_that_the_checker_rejects_is_none() -> None:
    goal = read_goal_terms(r"\sin x \le 1", "x real")
    wrong = {"rule": "square"}

    assert proof_on_circles(goal, lambda other, fixed: wrong, lambda proof: False) is None


def test_what_turns_is_not_claimed_for_all_circles() -> None:
    goal = read_goal_terms(r"|\sin x| \le |x|", "x real")

    assert proof_on_circles(goal, lambda other, fixed: "auto", lambda proof: True) is None


def read_goal_terms(relation: str, where: str) -> Goal:
    return read_goal(read_question(relation, where=where).to_json())


@pytest.mark.few(5)
@pytest.mark.parametrize(("relation", "where"), NOT_PROVED)
def test_what_fails_at_a_pole_or_beyond_a_branch_is_not_proved(relation: str, where: str) -> None:
    assert prove(relation, where=where or None, seconds=2).kind.value != "PROVED"


@pytest.mark.parametrize(
    ("relation", "why"),
    [
        (r"\tan^{-1} x \le x", r"write \arctan x or 1 / \tan(x)"),
        (r"\sin^{-1} x \le x", "an inverse or a reciprocal?"),
        (r"\sin(x)^2 \le 1", "is this a power of"),
        (r"\cot x \le 1", r"write it with \sin and \cos"),
        (r"\sinh^{-1} x \le 1", "an inverse or a reciprocal?"),
        (r"\sinh(x)^2 \ge 0", "is this a power of"),
        (r"\arcsin x \le 1", "did you mean"),
    ],
)
def test_what_means_two_things_is_refused_with_a_sentence(relation: str, why: str) -> None:
    with pytest.raises(BoundError) as error:
        prove(relation, where="x real")
    assert why in str(error.value)


def test_expanded_terms_have_the_value_of_the_term() -> None:
    x, y = ("symbol", "x"), ("symbol", "y")
    pi = ("constant", "pi")
    angles = [
        ("add", x, ("negate", y)), ("multiply", ("number", 3), x), ("arctan", x),
        ("add", ("arctan", x), ("negate", ("arctan", y)), ("divide", pi, ("number", 3))),
        ("add", x, ("multiply", ("number", 2), pi)), ("negate", ("add", x, pi)),
        ("multiply", ("number", -2), ("add", x, y)),
    ]  # fmt: skip
    for angle in angles:
        for kind in ("sin", "cos"):
            term = _exact((kind, angle))
            sides = (
                evaluate(to_expression(side), {"x": 0.7, "y": 2.3})
                for side in (term, expanded(term))
            )
            assert mp.almosteq(*sides, rel_eps=mp.mpf(10) ** -40, abs_eps=mp.mpf(10) ** -40)


def _exact(term: tuple) -> tuple:
    if term[0] == "number":
        return ("number", Fraction(term[1]))
    if term[0] in ("symbol", "constant"):
        return term
    return (term[0], *map(_exact, term[1:]))


def test_functions_of_the_language_are_printed_as_latex_that_is_read_back() -> None:
    x = Symbol("x")
    shown = (sin(x) ** 2 + cos(as_expression(2) * x)).equals(1)
    assert prove(shown._repr_latex_().strip("$"), where="x real").kind.value == "REFUTED"


@pytest.mark.parametrize(
    "relation",
    [
        r"\cosh x \le e^{x^2/2}",
        r"\cosh^2 x - \sinh^2(x) = 1",
        r"\tanh x < 1",
        r"\sinh 2x = 2 \sinh x \cosh x",
    ],
)
def test_hyperbolic_functions_are_written_with_exponentials(relation: str) -> None:
    assert prove(relation, where="x real").kind.value == "PROVED"


@pytest.mark.parametrize(
    "relation", [r"\cosh x \le e^{x^2/3}", r"\cosh x \sinh x \ge 0", r"\tanh x \ge x"]
)
def test_false_relations_of_hyperbolic_functions_are_refuted(relation: str) -> None:
    assert prove(relation, where="x real").kind.value == "REFUTED"
