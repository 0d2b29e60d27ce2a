r"""Relative entropies and what is never negative: what holds, and what must not be proved."""

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

TEXT = "The entropy and Kullback-Leibler divergence of laws $p$ and $q$."
ALPHABET = "The entropy of $X$ in the alphabet $\\mathcal{X}$."
HOLD = [
    r"D(p\|q) \ge 0",
    r"D(p||q) = \sum_{x} p(x)\log\frac{p(x)}{q(x)}",
    r"D_{KL}(P\|Q) = \sum_{x} P(x)\log\frac{P(x)}{Q(x)}",
    r"\mathbb{E}_{p(X)}\left[\log \frac{p(X)}{q(X)}\right] =D(p||q)",
    r"I(X;Y) = D_{KL}(\ p(X,Y) \ ||\ p(X)p(Y)\ )",
    r"D\left(\ p(X,Y) || p(X)p(Y) \ \right) \ge 0",
    r"I(X;Y) = D(P_{XY}\| P_X P_Y)",
    r"I(X;Y) = D(P_{XY}\| P_X \otimes P_Y)",
    r"\sum_{x} p(x)\log\frac{p(x)}{q(x)} \ge 0",
    r"H(X) \le -\sum_{x} p(x)\log q(x)",
    r"D(p(x,y)\|q(x,y)) = \mathbb{E}_{p(x,y)}[\log\frac{p(x,y)}{q(x,y)}]",
    r"D(p||q) = \sum_{x} p(x)\log_2\frac{p(x)}{q(x)}",
]
FALSE = [
    r"D(p\|q) \le 0",
    r"D(p\|q) = D(q\|p)",
    r"D(p||q) = \sum_{x} p(x)\log\frac{q(x)}{p(x)}",
    r"D(p||q) = \sum_{x} q(x)\log\frac{q(x)}{p(x)}",
    r"D(q||p) = \sum_{x} p(x)\log\frac{p(x)}{q(x)}",
    r"I(X;Y) = D(p(X)p(Y)||p(X,Y))",
    r"I(X;Y) = D(p(X,Y)||p(X)q(Y))",
    r"I(X;Y) = D(p(X,Y)||p(X)p(X))",
    r"I(X;Y) = D(p(X|Y)||p(X))",
    r"I(X;Y) = D(P_{XY}\| P_X)",
    r"H(X) \le -\sum_{x} q(x)\log p(x)",
    r"H(X) \ge -\sum_{x} p(x)\log q(x)",
    r"D(p(x,y)\|q(x,y)) = D(p(x)\|q(x))",
    r"D(p(x,y)\|q(x,y)) = D(p(x)\|q(x)) + D(p(y)\|q(y))",
    r"D(p||q) = \sum_{x} p(x)\log\frac{p(x)}{q(y)}",
]
BOUNDS = [
    r"H(X) \le \log|\mathcal{X}|",
    r"H(X|Y) \le \log|\mathcal{X}|",
    r"H(X) - 1\le \log_2|\mathcal{X}| -1",
    r"I(X;Y) \le \log|\mathcal{X}|",
]
NO_BOUNDS = [
    r"H(X) \ge \log|\mathcal{X}|",
    r"H(X) = \log|\mathcal{X}|",
    r"H(Y) \le \log|\mathcal{X}|",
    r"H(X,Y) \le \log|\mathcal{X}|",
    r"H(X) \le \log(|\mathcal{X}|-1)",
]
OTHER_TEXTS = [
    (r"The entropy and Rényi divergences. KL", r"D(p\|q) \ge 0"),
    (r"The entropy.", r"D(p\|q) \ge 0"),
    (
        r"The entropy. KL. $D(p\|q) = \sum_x q(x) \log \frac{q(x)}{p(x)}$",
        r"D(p||q) = \sum_{x} p(x)\log\frac{p(x)}{q(x)}",
    ),
    (
        r"The entropy. KL. $D(p\|q) = \sup_x \log \frac{p(x)}{q(x)}$",
        r"D(p||q) = \sum_{x} p(x)\log\frac{p(x)}{q(x)}",
    ),
    (
        r"The entropy of $X$ in the alphabet $\mathcal{X}$ with density $f$.",
        r"H(X) \le \log|\mathcal{X}|",
    ),
    (r"The entropy of $X$ and a class $\mathcal{X}$.", r"H(X) \le \log|\mathcal{X}|"),
    (r"The entropy of discrete random variables.", r"H(X) \ge 1"),
    (r"The entropy of discrete random variables.", r"H(X) \le 0"),
    (r"The differential entropy $H(X)$", r"H(X) \ge 0"),
]
BASES = [  # whether the logarithms of a row are those of the entropies of its text
    (False, r"The entropy $H(X) = -\sum_x p(x) \log_2 p(x)$.", r"H(X) = -\sum_x p(x) \ln p(x)"),
    (
        False,
        r"The entropy $H(X) = -\sum_x p(x) \log_2 p(x)$, alphabet $\mathcal{X}$.",
        r"H(X) \le \ln |\mathcal{X}|",
    ),
    (
        False,
        r"The entropy $H(X) = -\sum_x p(x) \log p(x)$, alphabet $\mathcal{X}$.",
        r"H(X) \le \ln |\mathcal{X}|",
    ),
    (
        False,
        r"The entropy $H(X) = -\sum_x p(x) \ln p(x)$, alphabet $\mathcal{X}$.",
        r"H(X) \le \log_2 |\mathcal{X}|",
    ),
    (
        True,
        r"The entropy $H(X) = -\sum_x p(x) \log_2 p(x)$, alphabet $\mathcal{X}$.",
        r"H(X) \le \log_2 |\mathcal{X}|",
    ),
    (
        True,
        r"The entropy $H(X) = -\sum_x p(x) \log p(x)$, alphabet $\mathcal{X}$. Use $\ln x<x$.",
        r"H(X) \le \log |\mathcal{X}|",
    ),
    (
        True,
        r"The entropy $H(X) = -\sum_x p(x) \log p(x)$, alphabet $\mathcal{X}$. Use $\ln x<x$.",
        r"H(X) = -\sum_x p(x) \log p(x)",
    ),
    (False, r"The entropy in bits. We take $\log$.", r"H(X) = -\sum_x p(x) \ln p(x)"),
]


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", HOLD)
def test_a_relative_entropy_is_a_mean(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", FALSE)
def test_another_mean_is_none(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", BOUNDS)
def test_an_entropy_is_at_most_the_logarithm_of_the_alphabet(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, ALPHABET, formula))


@pytest.mark.few(2, without=r"\\ge")
@pytest.mark.parametrize("formula", NO_BOUNDS)
def test_it_is_not_more_nor_another(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, ALPHABET, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), OTHER_TEXTS)
def test_another_text_may_mean_another_number(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("is_same", "text", "formula"), BASES)
def test_where_a_text_has_several_logarithms_those_of_entropies_are_not_named(
    tmp_path, is_same, text, formula
) -> None:
    (check_proved_by_a_law if is_same else check_unknown)(row_of(tmp_path, text, formula))


@pytest.mark.parametrize("seed", range(10))
def test_the_value_of_a_divergence_is_that_of_finite_laws(seed) -> None:
    draw = random.Random(seed)
    first, second = (_law(draw) for _ in range(2))
    formula = r"D(p\|q) \ge \sum_x p(x) \log \frac{p(x)}{q(x)}"
    row = read_display(formula, Scope()).rows[0]
    laws, facts, _ = information_laws_of([row.relation], Scope(), SourceText(TEXT))
    values = {
        "H(X)": -sum(p * math.log(p) for p in first),
        r"\mathbb{E}_{p}[\ln q(X)]": sum(
            p * math.log(q) for p, q in zip(first, second, strict=True)
        ),
    }
    expected = sum(p * math.log(p / q) for p, q in zip(first, second, strict=True))
    assert facts
    for law in laws:
        assert float_program(law.value).run(values) == pytest.approx(expected, abs=1e-12)
    for fact in facts:
        assert float_program(fact.left).run(values) >= -1e-12


def test_a_theorem_that_is_named_after_another_entropy_denies_nothing(tmp_path) -> None:
    text = "The entropy; see the Shannon--Hartley theorem."
    check_proved_by_a_law(row_of(tmp_path, text, r"I(X;Y) = H(Y) - H(Y|X)"))


def _law(draw: random.Random) -> list[float]:
    weights = [draw.random() ** 3 + 1e-9 for _ in range(4)]
    return [weight / sum(weights) for weight in weights]
