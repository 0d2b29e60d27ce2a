r"""Expectations as integrals of tails, and integrals that are something else."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

SIZE = r"Let $X \ge 0$ be a random variable."
ANY = r"Let $Z$ be a random variable."
TRUE = [
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[X > t]\,dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[x \le X] dx"),
    (ANY, r"\mathbb{E}[|Z|] = \int_0^{\infty} \Pr[|Z| > t] dt"),
    (ANY, r"2 \mathbb{E}[Z^2] = 2 \int_0^{\infty} \Pr(Z^2 \ge t) dt"),
]
FALSE = [
    (ANY, r"\mathbb{E}[Z] = \int_0^{\infty} \Pr[Z > t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[X < t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_1^\infty \Pr[X > t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^1 \Pr[X > t] dt"),
    (SIZE, r"\mathbb{E}[X^2] = \int_0^\infty \Pr[X > t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[X > 2t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[X + t > t] dt"),
    (SIZE, r"\mathbb{E}[X \mid Y] = \int_0^\infty \Pr[X > t] dt"),
    (SIZE, r"\mathbb{E}[X] = \int_0^\infty \Pr[X > t \mid Y] dt"),
    (SIZE, r"\mathbb{E}_S[X] = \int_0^\infty \Pr_T[X > t] dt"),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_an_expectation_is_the_integral_of_the_tail(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_another_integral_is_not_the_expectation(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
