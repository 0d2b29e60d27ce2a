r"""Markov's inequality for any function, and what is no instance of it."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = r"We speak of the probability of events. Let $t > 0$ and $\lambda > 0$ be real numbers."
TRUE = [
    r"\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X > t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\mathbb{E}[e^{\lambda X}] / e^{\lambda t} \ge \Pr[X \ge t]",
    r"\Pr[X \le -t] \le e^{-\lambda t} \mathbb{E}[e^{-\lambda X}]",
    r"\Pr[S - \mathbb{E}[S] \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda (S - \mathbb{E}[S])}]",
    r"\Pr[X \ge t \mid A] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X} \mid A]",
    r"\Pr[X \ge t] \le \frac{\mathbb{E}[X^4]}{t^4}",
    r"\Pr[X \ge t] \le \frac{1}{t^2} \mathbb{E}[X^2]",
]
FALSE = [
    r"\Pr[X \ge t] \le e^{\lambda t} \mathbb{E}[e^{-\lambda X}]",
    r"\Pr[X \ge t] \le e^{-2 \lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X \le t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X \ge t] \ge e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X \ge t] \le \frac{1}{t} \mathbb{E}[X]",
    r"\Pr[X \ge t] \le \frac{1}{t^3} \mathbb{E}[X^3]",
    r"\Pr[Y \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X \ge t \mid A] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]",
    r"\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X} \mid A]",
    r"\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}_Q[e^{\lambda X}]",
    r"\Pr[X \ge t] \le \frac{1}{X^2} \mathbb{E}[X^2]",
    r"\Pr[X \ge Y] \le \frac{1}{Y^2} \mathbb{E}[X^2]",
    r"\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]^2",
    r"\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}] - \Pr[A]",
]


@pytest.mark.few(1)
@pytest.mark.parametrize("formula", TRUE)
def test_a_chance_is_at_most_a_mean_that_is_large_where_the_event_happens(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2, without=r"-\S*lambda X")
@pytest.mark.parametrize("formula", FALSE)
def test_it_is_at_most_no_other_one(tmp_path, formula):
    check_unknown(row_of(tmp_path, TEXT, formula))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "said",
    [
        r"Let $X$ and $t > 0$ be random, and $\lambda > 0$ real. ",
        r"Let $t \sim P$ with $t > 0$, and let $\lambda > 0$ be real. ",
        r"Let $X$ be a random variable, and $t > 0$ random as well. Let $\lambda > 0$ be real. ",
        r"Let $\lambda > 0$ be real and $t$ a number, of which nothing more is said. ",
    ],
)
def test_what_is_random_or_unknown_leaves_no_mean(tmp_path, said):
    check_unknown(row_of(tmp_path, said, r"\Pr[X \ge t] \le \frac{1}{t^2} \mathbb{E}[X^2]"))


def test_a_number_behind_a_random_variable_is_none(tmp_path):
    said = r"Let $X$ be a random variable and let $t > 0$, $\lambda > 0$. Then"
    check_proved_by_a_law(row_of(tmp_path, said, TRUE[0]))
