r"""Integrals of one function over ranges that follow one another, and what is none of them."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TRUE = [
    r"\int_{-\infty}^b f(u) du - \int_{-\infty}^a f(u) du = \int_{a}^b f(u) du",
    r"\int_{0}^1 f(u) du = \int_0^1 f(x) dx",
    r"\int_0^1 f(x) dx + \int_1^2 f(t) dt = \int_0^2 f(x) dx",
    r"\int_0^1 f(x) dx + \int_1^2 f(x) dx + \int_2^3 f(x) dx = \int_0^3 f(x) dx",
    r"\int_0^1 f(x) dx = - \int_1^0 f(x) dx",
    r"\int_a^a f(x) dx = 0",
    r"\int_0^1 (f(x) + g(x)) dx = \int_0^1 f(s) ds + \int_0^1 g(t) dt",
]
FALSE = [
    r"\int_0^1 f(x) dx + \int_1^2 g(x) dx = \int_0^2 f(x) dx",
    r"\int_0^1 f(x) dx + \int_2^1 f(x) dx = \int_0^2 f(x) dx",
    r"\int_0^1 f(x) dx + \int_0^2 f(x) dx = \int_0^2 f(x) dx",
    r"\int_0^1 f(x) dx - \int_1^2 f(x) dx = \int_0^2 f(x) dx",
    r"\int_0^1 f(x, y) dx = \int_0^1 f(y, y) dy",
    r"\int_0^1 f(x, y) dx = \int_0^1 f(x, y) dy",
    r"\int_0^1 f(x) dx = \int_0^1 f(x)^2 dx",
    r"\int_0^1 f(x) dx \le \int_0^2 f(x) dx",
    r"\int_{-\infty}^0 f(x) dx = \int_0^\infty f(x) dx",
    r"\int f(x) dx = \int_0^1 f(x) dx",
    r"\int_0^1 O(x) dx + \int_1^2 O(x) dx = \int_0^2 O(x) dx",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", TRUE)
def test_an_integral_is_additive_in_its_range(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "We go on.", formula))


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", FALSE)
def test_other_integrals_are_no_parts_of_it(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, "We go on.", formula))
