r"""Chain rules of entropies over families: what holds, and what must not be proved."""

import itertools
import math
import random
from fractions import Fraction

import pytest

from boundcalc.laws.entropies.chains import Chain, added_up
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = "The entropy of discrete random variables."
TUPLES = "The entropy, where $X^n = (X_1,\\dots,X_n)$."
HOLD = [
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_{i-1},\dots,X_1)",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_{<i})",
    r"H(X_{1:n}) = \sum_{i=1}^n H(X_i|X_{1:i-1})",
    r"I(X_1,X_2,\dots,X_n;Y) = \sum_{i=1}^n I(X_i;Y|X_1,\dots,X_{i-1})",
    r"I(X_1\ldots X_n;Y) = \sum_{i=1}^{n} H(X_i|X_1\ldots X_{i-1})"
    r" - \sum_{i=1}^{n} H(X_i|X_1\ldots X_{i-1},Y)",
    r"\sum_{i=1}^{n} (H(X_i|X_1\ldots X_{i-1}) - H(X_i|X_1\ldots X_{i-1},Y))"
    r" = \sum_{i=1}^{n} I(X_i;Y|X_1\ldots X_{i-1})",
    r"H(X_1,\dots,X_n) \le \sum_{i=1}^n H(X_i)",
    r"\sum_{i=1}^n H(X_i|X_1,\dots,X_{i-1}) \le \sum_{i=1}^n H(X_i)",
    r"H(X_1,\dots,X_n|Y) \le \sum_{i=1}^n H(X_i|Y)",
]
WITH_TUPLES = [
    r"H(Y^n|W) = \sum_{i=1}^n H(Y_i|Y_1\ldots Y_{i-1},W)",
    r"H(Y^n) = \sum_{i=1}^n H(Y_i|Y^{i-1})",
    r"H(Y^n) - \sum_{i=1}^n H(Y_i|X_i) \leq \sum_{i=1}^n H(Y_i) - \sum_{i=1}^n H(Y_i|X_i)",
]
FALSE = [
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{i})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{n-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=2}^n H(X_i|X_1,\dots,X_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^m H(X_i|X_1,\dots,X_{i-1})",
    r"H(X_1,X_2,\dots,X_n|Y) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{i-1})",
    r"H(Y^n) = \sum_{i=1}^n H(Y_i|Y_1\dots Y_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|Y_1,\dots,Y_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{i=1}^n 2H(X_i|X_1,\dots,X_{i-1})",
    r"H(X_1,X_2,\dots,X_n) = \sum_{j=1}^n H(X_i|X_1,\dots,X_{i-1})",
    r"H(X_1,\dots,X_n) \ge \sum_{i=1}^n H(X_i)",
    r"H(X_1,\dots,X_n) = \sum_{i=1}^n H(X_i)",
    r"H(X_1,\dots,X_n) \le \sum_{i=1}^n H(Y_i)",
    r"H(X_1,\dots,X_n) \le \sum_{i=1}^n H(X_i|Y)",
    r"H(X_1,\dots,X_n) \le \sum_{i=1}^m H(X_i)",
    r"H(X_1,\dots,X_n) \le \sum_{i=1}^n H(X_1)",
    r"H(X_1,\dots,X_n|Y) \le \sum_{i=1}^n H(X_i|Y_i)",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", HOLD)
def test_a_family_is_taken_apart(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(1)
@pytest.mark.parametrize("formula", WITH_TUPLES)
def test_a_power_is_a_family_where_the_text_says_so(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, TUPLES, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", FALSE)
def test_a_false_neighbour_is_not_proved(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, TEXT, formula))


SUMMANDS = {  # what is taken of the variables, with Y and without, up to the i-th or one before
    "an entropy": {("i", ""): 1, ("i-1", ""): -1},
    "a conditional entropy": {("i", "Y"): 1, ("i-1", "Y"): -1},
    "an information": {("i", ""): 1, ("i-1", ""): -1, ("i", "Y"): -1, ("i-1", "Y"): 1},
}


@pytest.mark.parametrize("kind", SUMMANDS)
def test_what_summands_add_up_to_is_their_sum_for_finite_laws(kind) -> None:
    draw = random.Random(7)
    total, left = added_up(
        Chain("i", "3"), {_named(key): Fraction(c) for key, c in SUMMANDS[kind].items()}
    )
    assert not left
    for _ in range(20):
        outcomes = [*itertools.product((0, 1), repeat=4)]
        weights = [draw.choice((0, draw.random(), draw.random() ** 4)) + 1e-6 for _ in outcomes]
        law = {out: weight / sum(weights) for out, weight in zip(outcomes, weights, strict=True)}
        summed = sum(
            number * entropy(law, [*range(i if upto == "i" else i - 1)] + [3] * bool(other))
            for i in (1, 2, 3)
            for (upto, other), number in SUMMANDS[kind].items()
        )
        found = sum(float(number) * entropy(law, _places(names)) for names, number in total.items())
        assert found == pytest.approx(summed, abs=1e-9)


def _named(key: tuple[str, str]) -> frozenset[str]:
    return frozenset(("X_{1}\\dots X_{" + key[0] + "}", *([key[1]] if key[1] else [])))


def _places(names: frozenset[str]) -> list[int]:
    return ([0, 1, 2] if any("dots" in name for name in names) else []) + [3] * ("Y" in names)


def entropy(law: dict, places: list[int]) -> float:
    chances: dict = {}
    for out, chance in law.items():
        key = tuple(out[place] for place in places)
        chances[key] = chances.get(key, 0) + chance
    return -sum(chance * math.log(chance) for chance in chances.values())
