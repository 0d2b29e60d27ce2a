r"""Sums over mass functions as entropies: what holds for every law, and what must not be proved."""

import itertools
import math
import random

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.evaluation.doubles import float_program
from boundcalc.laws.entropies.informations import information_laws_of
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = "The entropy of discrete random variables."
HOLD = [
    r"H(X) = \sum_x p(x) \log \frac{1}{p(x)}",
    r"H(X,Y) = -\sum_{x,y} p(x,y) \log p(x,y)",
    r"H(Y|X) = \sum_{x,y} p(x,y) \log \frac{1}{p(y|x)}",
    r"\sum_{x,y} p(x) p(y|x) \log \frac{1}{p(y|x)} = H(Y|X)",
    r"I(X;Y) = \sum_{x,y} p(x,y) \log \frac{p(x,y)}{p(x)p(y)}",
    r"I(X;Y) = \sum_{x\in\mathcal{X},y\in\mathcal{Y}} p(x,y) \log \frac{p(x|y)}{p(x)}",
    r"\mathbb{E}[\log \frac{1}{p(X)}] = H(X)",
    r"\sum_{x,y} p(x,y) \log \frac{1}{p(x)} = \mathbb{E}_{p(X,Y)}[\log \frac{1}{p(X)}]",
    r"\sum_x p(x) \log \frac{p(x)}{q(x)} = \mathbb{E}_{p(X)}[\log \frac{p(X)}{q(X)}]",
    r"\mathbb{E}[\log \frac{1}{p(X_1)p(X_2|X_1)}] = H(X_1,X_2)",
    r"\sum_x p(x) (\log \frac{1}{p(x)} - \log n) = H(X) - \log n",
    r"\mathbb{E}_{p(X,Y)}[\log \frac{p(X,Y)}{p(X)p(Y)}] = I(Y;X)",
    r"\sum_{x} \Pr(X=x) \sum_{y} p(y|x) \log \frac{1}{p(y|x)} = H(Y|X)",
    r"\sum_{x} \sum_{y} p(x,y) \log \frac{1}{p(x)} = H(X)",
    r"H(X) = -\sum_x p(x) \log_2 p(x)",
    r"H(X) = -\sum_{x} p_X(x) \log p_X(x)",
    r"H(X) = -\sum_{x} P(x) \log P(x)",
    r"H(X) = -\sum_{x} P(X=x) \log P(X=x)",
    r"H(X) = -\sum_{x\in X} p(x) \log p(x)",
    r"H(X,Y) = -\sum_{(x,y)\in\mathcal{X}\times\mathcal{Y}} p(x,y) \log p(x,y)",
    r"I(X;Y) = \sum_{x,y} p_{XY}(x,y) \log \frac{p_{XY}(x,y)}{p_X(x)p_Y(y)}",
    r"I(X;Y) = \sum_{x,y} p_{X,Y}(x,y) \log \frac{p_{X|Y}(x|y)}{p_X(x)}",
    r"\mathbb{E}[\log \frac{1}{p(X_1,X_2\ldots X_n)}] = H(X_1,X_2\ldots X_n)",
    r"\mathbb{E}[\log \frac{1}{p(X_2\ldots X_n|X_1)}] = H(X_2\ldots X_n|X_1)",
    r"H(X_1,\dots,X_n) = -\sum_{x_1,\dots,x_n} p(x_1,\dots,x_n)\log p(x_1,\dots,x_n)",
    r"H(X,Y) = \mathbb{E}_{(X,Y) \sim p}[-\log p(X, Y)]",
    r"H(X) = \mathbb{E}_{x \sim p(x)}[-\log p(x)]",
    r"\mathbb{E}_{x\sim p}[\log \frac{p(x)}{q(x)}] = \sum_x p(x)\log\frac{p(x)}{q(x)}",
    r"\mathbb{E}_{p}[\log q(X,Y)] = \mathbb{E}_{p}[\log q(Y|X)] + \mathbb{E}_{p}[\log q(X)]",
    r"H(X,Y,Z) = -\sum_{x,y,z} p(x)p(y|x)p(z|x,y)\log p(x,y,z)",
    r"H(X)-\log n = \mathbb{E}[\log \frac{1}{n p(X)}]",
    r"\mathbb{E}[\log \frac{1}{p(X_2\ldots X_n|X_1)}] = H(X_1\ldots X_n|X_1)",
    r"\sum_{x} p(x) \sum_{x} p(x) \log \frac{1}{p(x)} = H(X,X)",
]
FALSE = [
    r"H(X) = \sum_x p(x) \log p(x)",
    r"H(X) = \sum_x q(x) \log \frac{1}{p(x)}",
    r"H(X) = \sum_x p(x) \log \frac{1}{q(x)}",
    r"H(X) = \sum_x q(x) \log \frac{1}{q(x)}",
    r"\sum_x p(x) \log \frac{1}{p(x)} = \sum_x q(x) \log \frac{1}{q(x)}",
    r"H(X) = \sum_y p(y) \log \frac{1}{p(y)}",
    r"H(X) = \sum_x p(x,y) \log \frac{1}{p(x)}",
    r"H(X) = \sum_x p(x|y) \log \frac{1}{p(x|y)}",
    r"H(X) = \sum_{x \in S} p(x) \log \frac{1}{p(x)}",
    r"H(X) = \sum_{x \in \mathcal{Y}} p(x) \log \frac{1}{p(x)}",
    r"H(X) = \sum_{x \ne a} p(x) \log \frac{1}{p(x)}",
    r"H(X) = \sum_{x=1}^{m} p(x) \log \frac{1}{p(x)}",
    r"H(X|Y) = \sum_{x,y} p(x,y) \log \frac{1}{p(y|x)}",
    r"H(X,Y) = \sum_{x,y} p(x)p(y) \log \frac{1}{p(x,y)}",
    r"H(X) + H(Y) = \sum_{x,y} p(x,y) \log \frac{1}{p(x,y)}",
    r"I(X;Y) = \sum_{x,y} p(x)p(y) \log \frac{p(x,y)}{p(x)p(y)}",
    r"I(X;Y) = \sum_{x,y} p(x,y) \log \frac{p(x)p(y)}{p(x,y)}",
    r"\mathbb{E}_{q(X)}[\log \frac{1}{p(X)}] = H(X)",
    r"\mathbb{E}_{p(Y)}[\log \frac{1}{p(X)}] = H(X)",
    r"\mathbb{E}[\log \frac{1}{q(X)}] = H(X)",
    r"\mathbb{E}[\log \frac{1}{p(x)}] = H(X)",
    r"\mathbb{E}[\log^2 p(X)] = H(X)^2",
    r"\mathbb{E}[\log \frac{1}{p(X)} | Y] = H(X)",
    r"H(X) = \sum_x p^2(x) \log \frac{1}{p(x)}",
    r"H(X) = \sum_x p(x)^2 \log \frac{1}{p(x)}",
    r"H(X) = \sum_x p_1(x) \log \frac{1}{p_1(x)}",
    r"H(X) = \sum_x x p(x) \log \frac{1}{p(x)}",
    r"\sum_{x} p(y) \sum_{y} p(x|y) \log \frac{1}{p(x|y)} = H(X|Y)",
    r"\sum_{x} \Pr(Y=x) \sum_{y} p(y|x) \log \frac{1}{p(y|x)} = H(Y|X)",
    r"\sum_{x} p(x) \sum_{y} \sum_z p(y|x) \log \frac{1}{p(y|x)} = H(Y|X)",
    r"H(X) = -\sum_{x} p_Y(x) \log p_Y(x)",
    r"H(X) = -\sum_{x} p_\theta(x) \log p_\theta(x)",
    r"H(X) = -\sum_{x} P(X=x) \log P(Y=x)",
    r"H(X) = -\sum_{x\in Y} p(x) \log p(x)",
    r"H(X) = -\sum_{x \in \chi} p(x) \log p(x)",
    r"H(X,Y) = -\sum_{(x,y)\in\mathcal{Y}\times\mathcal{X}} p(x,y) \log p(x,y)",
    r"H(X,Y) = -\sum_{(x,y)\in A} p(x,y) \log p(x,y)",
    r"I(X;Y) = \sum_{x,y} p_{XY}(x,y) \log \frac{p_{XY}(x,y)}{p_X(x)p_X(y)}",
    r"H(X) = -\sum_{x} P(x) \log p(x)",
    r"H(X) = \mathbb{E}_{x \sim q}[-\log p(x)]",
    r"H(X) = \mathbb{E}_{x \sim p(y)}[-\log p(x)]",
    r"H(X) = \mathbb{E}_{Y \sim p}[-\log p(X)]",
    r"H(X|Y) = \mathbb{E}_{X \sim p}[-\log p(X|Y)]",
    r"H(X|Y) = \mathbb{E}_{p(X|Y)}[-\log p(X|Y)]",
    r"H(X,Y,Z) = -\sum_{x,y,z} p(x)p(y|x)p(z|y)\log p(x,y,z)",
    r"\mathbb{E}[\log \frac{1}{p(X_3\ldots X_n|X_1)}] = H(X_1\ldots X_n) - H(X_1,X_2)",
    r"H(X) = \mathbb{E}[\log \frac{1}{n p(X)}]",
]
CONTEXTS = [
    ("The entropy, where $X \\sim q$.", r"\mathbb{E}[\log \frac{1}{p(X)}] = H(X)"),
    ("The entropy, where $X \\sim q$.", r"\sum_x p(x) \log \frac{1}{p(x)} = H(X)"),
    ("The entropy, and a model $p$ of $X$.", r"\mathbb{E}[\log \frac{1}{p(X)}] = H(X)"),
    ("The cross-entropy, and the entropy.", r"\mathbb{E}[-\log p(X)] = H(X)"),
    ("The entropy in nats is $H(X) = -\\sum p\\ln p$.", r"H(X) = -\sum_x p(x) \log_2 p(x)"),
    ("The entropy of $p(x)$.", r"H(X) = -\sum_x P(x) \log P(x)"),
    ("We go on.", r"H(X) = \sum_x p(x) \log \frac{1}{p(x)}"),
    ("The entropy of a quantum state.", r"H(X) = \sum_x p(x) \log \frac{1}{p(x)}"),
]


LAWS = "The entropy of discrete laws $p$ and $q$."
ONE = [
    r"\sum_x p(x) = 1",
    r"\sum_{x,y} p(x,y) = 1",
    r"\sum_x (p(x)-q(x)) = 1 - 1",
    r"\sum_x p(x|y) = 1",
    r"\sum_{x\in\mathcal{X}} p(x) \log n = \log n",
    r"\sum_{x,y} p(x)p(y|x) = 1",
    r"\left(\sum_x p(x)\right) \log \frac{\sum_x p(x)}{\sum_x q(x)} = 1 \log \frac{1}{1}",
]
MARGINAL = [
    r"\sum_y p(x,y) = p(x)",
    r"\sum_x p(y|x) p(x) = p(y)",
    r"p(y) = \sum_{x\in\mathcal{X}} p(x) p(y|x)",
    r"\sum_y p(x,y|z) = p(x|z)",
    r"\sum_{y,z} p(x,y,z) = p(x)",
]
NO_MARGINAL = [
    r"\sum_y p(x,y) = p(y)",
    r"\sum_x p(y|x) q(x) = p(y)",
    r"\sum_x p(y|x) = p(y)",
    r"\sum_x p(x|y) p(x) = p(y)",
    r"\sum_y q(x,y) = p(x)",
    r"\sum_x p(x,y) p(x) = p(y)",
    r"\sum_x p(y|x) p(x) = p(x)",
    r"\sum_{y \in A} p(x,y) = p(x)",
    r"\sum_y p(x,y)^2 = p(x)^2",
    r"\sum_y y p(x,y) = y p(x)",
    r"\sum_y p(x,y) \log p(y) = p(x) \log p(y)",
    r"\sum_y p(x,y) p(y) = p(x) p(y)",
    r"\sum_y p(x,y|z) = p(x)",
]
NOT_ONE = [
    r"\sum_x p(x,y) = 1",
    r"\sum_y p(x|y) = 1",
    r"\sum_x p(x)^2 = 1",
    r"\sum_x x p(x) = x",
    r"\sum_{x\in A} p(x) = 1",
    r"\sum_{x,y} p(x)p(x|y) = 1",
    r"\sum_x p(x)q(x) = 1",
    r"\sum_{x,y} p(x|y) = 1",
]
NOT_ONE_THERE = [
    ("The entropy of discrete laws, and prices $r$.", r"\sum_x q(x) = 1"),
    ("The entropy of laws; $q$ is unnormalized.", r"\sum_x q(x) = 1"),
    ("The entropy of laws; the sum is over a subset of values.", r"\sum_x p(x) = 1"),
    ("The entropy of densities $p$.", r"\sum_x p(x) = 1"),
    ("The entropy of discrete laws. The sum is over the good $x$.", r"\sum_x p(x) = 1"),
    ("The entropy of discrete laws. We sum over small $y$ only.", r"\sum_y p(x,y) = p(x)"),
    ("The entropy of discrete laws; $p(x)$ is the price of $x$.", r"\sum_x p(x) = 1"),
]


@pytest.mark.few(14)
@pytest.mark.parametrize("formula", HOLD)
def test_a_sum_over_a_mass_function_is_an_entropy(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", FALSE)
def test_another_sum_is_none(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), CONTEXTS)
def test_it_is_none_in_another_text(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", ONE)
def test_a_mass_function_adds_up_to_one(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, LAWS, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", MARGINAL)
def test_a_joint_mass_function_adds_up_to_that_of_the_others(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, LAWS, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", NO_MARGINAL)
def test_another_sum_is_no_marginal(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, LAWS, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", NOT_ONE)
def test_another_sum_does_not(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, LAWS, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), NOT_ONE_THERE)
def test_nor_does_one_that_may_be_no_law(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.parametrize("seed", range(20))
def test_the_value_of_a_sum_is_that_of_a_law(seed) -> None:
    """A random law of two variables, and a random quotient of mass functions in the logarithm."""
    draw = random.Random(seed)
    weights = {pair: draw.random() for pair in itertools.product(range(3), range(2))}
    total = sum(weights.values())
    joint = {pair: weight / total for pair, weight in weights.items()}
    one = {x: joint[x, 0] + joint[x, 1] for x in range(3)}
    two = {y: sum(joint[x, y] for x in range(3)) for y in range(2)}
    parts = {
        "p(x,y)": lambda x, y: joint[x, y],
        "p(x)": lambda x, _: one[x],
        "p(y)": lambda _, y: two[y],
        "p(y|x)": lambda x, y: joint[x, y] / one[x],
        "p(x|y)": lambda x, y: joint[x, y] / two[y],
    }
    above, below = draw.choice([*parts]), draw.choice([*parts])
    if above == below:
        return
    row = read_display(rf"\sum_{{x,y}} p(x,y) \log \frac{{{above}}}{{{below}}} = c", Scope()).rows[
        0
    ]
    laws, *_ = information_laws_of([row.relation], Scope(), SourceText(TEXT))
    (law,) = laws
    values = {"H(X)": entropy(one), "H(Y)": entropy(two), "H(X,Y)": entropy(joint)}
    found = float_program(law.value).run(values)
    expected = sum(
        weight * math.log(parts[above](*pair) / parts[below](*pair))
        for pair, weight in joint.items()
    )
    assert found == pytest.approx(expected, abs=1e-12)


def entropy(law: dict) -> float:
    return -sum(weight * math.log(weight) for weight in law.values())
