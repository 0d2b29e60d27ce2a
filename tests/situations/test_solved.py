"""A condition on a name, an equation to be solved, and what contradicts itself is not refuted."""

import pytest

from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

SOLVED = (
    r"Let $x$ be a real number with the following property: $$x^2 = 2.$$",
    r"Let $x$ be a real number for which we have $$x^2 = 2.$$",
    r"Let $x$ be a real number; it is chosen in such a manner that $$x^2 = 2.$$",
    "设 $x$ 为实数, 具有如下性质: $$x^2 = 2.$$",
    r"Let $x$ be a real number. Setting the derivative to zero, $$2x - 2 = 0.$$",
    r"Let $x$ be a real number. By setting the derivative equal to 0, we get $$2x - 2 = 0.$$",
    r"Let $x$ be a real number, and let its sign be positive. Hence $$|x| = x.$$",
    "设 $x$ 为实数, 它是负的。则 $$|x| = -x.$$",
    r"Suppose $0 = 1$. Then $$2 = 3.$$",
    r"Let $x > 0$ and $x < 0$. Then $$1 = 2.$$",
)


@pytest.mark.parametrize("text", SOLVED)
def test_a_condition_or_an_equation_to_solve_is_not_refuted(kind, text):
    assert kind(text) is VerdictKind.UNKNOWN
