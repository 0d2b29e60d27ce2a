r"""The law of total expectation in two cases, and cases that are not all there are."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

COIN = r"Let $X$ be geometric, and let $Y$ be an indicator random variable of the first success."
ANY = "Let $X$ and $Z$ be random variables and $A$, $B$ events."
TWO = r"E[X] = \Pr[Y=0] E[X \mid Y=0] + \Pr[Y=1] E[X \mid Y=1]"
OVER_BAR = r"E[X] = E[X \mid A] \Pr[A] + E[X \mid \bar A] \Pr[\bar A]"
TRUE = [
    (COIN, TWO),
    (r"Let $Y \sim \mathrm{Bern}(p)$.", TWO),
    (r"Let $X$ be random. Let $Y \in \{0, 1\}$ be a label.", TWO),
    (r"Let $X$ be random. Here $Y$ is the indicator variable of the event $A$.", TWO),
    (r"Let $X$ be random. We write $\bar A$ for the complement of $A$.", OVER_BAR),
    (ANY, r"E[X] = E[X \mid A] \Pr[A] + E[X \mid \bar A] \Pr[\bar A]"),
    (ANY, r"E[X] = E[X \mid A] \Pr[A] + E[X \mid A^c] \Pr[A^c]"),
    (ANY, r"E[X] = E[X \mid \neg A] \Pr[\neg A] + E[X \mid A] \Pr[A]"),
    (ANY, r"E[X] = E[X \mid Z \ge 2] \Pr[Z \ge 2] + E[X \mid Z < 2] \Pr[Z < 2]"),
    (
        ANY,
        r"\Pr[X > 3] = \Pr[X > 3 \mid A] \Pr[A] + \Pr[X > 3 \mid \overline{A}] \Pr[\overline{A}]",
    ),
    (ANY, r"\Pr[B] = \Pr[B \mid A] \Pr[A] + \Pr[B \mid A^{c}] \Pr[A^{c}]"),
]
FALSE = [
    ("Let $Y \\sim \\mathrm{Bern}(p)$.\n\n## A die\n\nLet $Y$ be uniform.", TWO),
    (r"Let $Y$ be an indicator random variable. Let $Y$ be the roll of a die.", TWO),
    (r"Let $Y$ be a binary random variable, or unknown.", TWO),
    (ANY, TWO),
    (r"Let $Y$ be a binary string.", TWO),
    (r"Let $Y$ be the indicator vector of a set.", TWO),
    (r"Let $X$ be an indicator of $Y$.", TWO),
    (COIN, r"E[X] = \Pr[Y=0] E[X \mid Y=1] + \Pr[Y=1] E[X \mid Y=0]"),
    (COIN, r"E[X] = \Pr[Y=0] E[X \mid Y=0] + \Pr[Y=0] E[X \mid Y=1]"),
    (COIN, r"E[X] = E[X \mid Y=0] + E[X \mid Y=1]"),
    (COIN, r"E[X] = \Pr[Y=0] E[X \mid Y=0] + \Pr[Y=2] E[X \mid Y=2]"),
    (ANY, r"E[X] = E[X \mid A] \Pr[A] + E[X \mid B] \Pr[B]"),
    (ANY, r"E[X] = E[X \mid A] \Pr[A] + E[X \mid \bar B] \Pr[\bar B]"),
    (ANY, r"E[X] = E[X \mid A] \Pr[A] + E[Z \mid \bar A] \Pr[\bar A]"),
    (ANY, r"E[X] = E[X \mid Z \ge 2] \Pr[Z \ge 2] + E[X \mid Z \le 2] \Pr[Z \le 2]"),
    (ANY, r"E[X] = E[X \mid Z \ge 2] \Pr[Z \ge 2] + E[X \mid Z < 1] \Pr[Z < 1]"),
    (ANY, r"E[X \mid B] = E[X \mid A] \Pr[A] + E[X \mid \bar A] \Pr[\bar A]"),
    (ANY, r"E[X] = E[X \mid A] \Pr_Z[A] + E[X \mid \bar A] \Pr_Z[\bar A]"),
    (ANY, r"E[X^2] = E[X \mid A] \Pr[A] + E[X \mid \bar A] \Pr[\bar A]"),
    (
        r"Let $A$ and $\bar A$ be events, and $\bar A$ is the event that all fail.",
        r"E[X] = E[X \mid A] \Pr[A] + E[X \mid \bar A] \Pr[\bar A]",
    ),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_two_complementary_cases_are_everything(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_other_cases_are_not(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
