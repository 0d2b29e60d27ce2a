r"""Unions of disjoint events, and of others."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

FAMILY = r"Let $A_1, A_2, \dots$ be disjoint events of some probability."
PAIR = r"The events $A$ and $B$ are mutually exclusive, in probability."
UNION = r"P(\bigcup_{n=1}^\infty A_n) = \sum_{n=1}^\infty P(A_n)"
TRUE = [
    (FAMILY, UNION),
    (FAMILY, r"P(A_1 \cup A_2) = P(A_1) + P(A_2)"),
    (FAMILY, r"P(A_1 \cup A_2 \cup A_3) \ge P(A_1) + P(A_2) + P(A_3)"),
    (r"The events $A_n$ are pairwise disjoint, with probability.", UNION),
    (PAIR, r"P(A \cup B) = P(A) + P(B)"),
    (PAIR, r"P(A \cup B \mid C) = P(A \mid C) + P(B \mid C)"),
]
FALSE = [
    ("Let $A_1, A_2, \\dots$ be events of some probability.", UNION),
    (r"The events $A_n$ are not disjoint, in probability.", UNION),
    (r"The events $A_n$ need not be disjoint, in probability.", UNION),
    (r"If the events $A_n$ were disjoint, the probability is easy.", UNION),
    (rf"{FAMILY} Now let $A_1, A_2$ be any events.", UNION),
    (r"The events $B_n$ are disjoint, and the $A_n$ have a probability.", UNION),
    (FAMILY, r"P(\bigcup_{n=1}^\infty A_n) = \sum_{n=2}^\infty P(A_n)"),
    (FAMILY, r"P(\bigcup_{n=1}^\infty B_n) = \sum_{n=1}^\infty P(B_n)"),
    (FAMILY, r"P(\bigcup_{n=1}^\infty A_n) = \sum_{n=1}^\infty P(A_n \mid B)"),
    (FAMILY, r"P(A_1 \cap A_2) = P(A_1) + P(A_2)"),
    (FAMILY, r"P(A_1 \cup A_1) = P(A_1) + P(A_1)"),
    (FAMILY, r"P(A_1 \cup B) = P(A_1) + P(B)"),
    (PAIR, r"P(A \cup C) = P(A) + P(C)"),
    (PAIR, r"P(A \cup B \mid C) = P(A) + P(B)"),
    (r"The events $A$ and $C$ are disjoint, $B$ has a probability.", r"P(A \cup B) = P(A) + P(B)"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_the_chance_of_a_union_of_disjoint_events_is_a_sum(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(5)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_that_of_another_union_is_none(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


ANY = "Let $X$ be a discrete random variable."
POINTS = r"\Pr[X \in S] = \sum_{y \in S} \Pr[X = y]"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "formula",
    [
        POINTS,
        r"\Pr[X \in S \mid A] = \sum_{y \in S} \Pr[X = y \mid A]",
        r"\sum_{y \in S} e^2 \Pr[M(x) = y] = e^2 \Pr[M(x) \in S]",
    ],
)
def test_the_probability_of_a_set_is_the_sum_of_those_of_its_elements(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, ANY, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Let $X$ be normal, and $Y$ discrete.", POINTS),
        ("Let $X$ be a random variable.", POINTS),
        (r"Let $Y$ be discrete, and $X$ uniform on $[0,1]$.", POINTS),
        (r"Let $Y$ be discrete, and $X \sim \mathcal{N}(0,1)$.", POINTS),
        (r"Let $Y$ be discrete, and $X \sim \mathrm{Exp}(1)$.", POINTS),
        ("Let $X$ have a density, and no discrete part.", POINTS),
        (ANY, r"\Pr[X \in S] = \sum_{y \in T} \Pr[X = y]"),
        (ANY, r"\Pr[X \in S] = \sum_{y \in S} \Pr[Y = y]"),
        (ANY, r"\Pr[X \in S] = \sum_{y \in S} \Pr[X = z]"),
        (ANY, r"\Pr[X \in S] = \sum_{y \in S} \Pr[X \ne y]"),
        (ANY, r"\Pr[X \in S] = \sum_{y \in S} \Pr[X = y \mid A]"),
        (ANY, r"\Pr[X(y) \in S] = \sum_{y \in S} \Pr[X(y) = y]"),
        (ANY, r"\Pr[X \notin S] = \sum_{y \in S} \Pr[X = y]"),
    ],
)
def test_another_sum_is_not(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
