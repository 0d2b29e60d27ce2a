r"""Informations that a text says to be zero: Markov chains, and what is independent."""

import pytest

from boundcalc.laws.in_force import is_in_force
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

CHAIN = r"Mutual information. Let $X \to Y \to Z$ be a Markov chain. Then"
GUESS = r"Consider Markov chains and entropies. Here $X \to Y \to \hat{X}$, and we have"
PAIR = r"Entropies. Let $X$ and $Y$ be independent. Then"
TRUE = [
    (CHAIN, r"I(X;Z|Y) = 0"),
    (CHAIN, r"I(X;Y) + I(X;Z|Y) = I(X;Y)"),
    (CHAIN, r"I(X;Z) \le I(X;Y)"),
    (CHAIN, r"I(X;Z) \le I(Y;Z)"),
    (CHAIN, r"I(X;Y|Z) \le I(X;Y)"),
    (CHAIN, r"H(X|Y,Z) = H(X|Y)"),
    (GUESS, r"H(X|Y) \le H(X|\hat{X})"),
    (r"Of Markov chains. If $X \to Y \to Z$, mutual information obeys", r"I(X;Z) \le I(X;Y)"),
    (
        "Mutual information. If $X \\to Y \\to Z$, then $X,Z$ are independent given $Y$.\n\n",
        r"I(X;Y) + I(X;Z|Y) = I(X;Y)",
    ),
    (
        "Mutual information. If $X,Z$ are independent given $Y$, this is seen.\n\nHence",
        r"I(X;Y) + I(X;Z|Y) = I(X;Y)",
    ),
    (r"Entropies. $X$ and $Z$ are independent given $Y$. Then", r"H(X|Y,Z) = H(X|Y)"),
    (PAIR, r"H(X,Y) = H(X) + H(Y)"),
    (PAIR, r"H(X|Y) = H(X)"),
    (PAIR, r"I(X;Y) = 0"),
    (r"Of entropies. If $X$ and $Y$ are independent, then", r"H(X,Y) = H(X) + H(Y)"),
]
FALSE = [
    (r"Mutual information. Let $X \to Y \to Z$ denote a map. Of Markov.", r"I(X;Z) \le I(X;Y)"),
    (
        r"Entropy. In the first case $X$ and $Y$ are independent. In the second case",
        r"H(X,Y) = H(X) + H(Y)",
    ),
    (CHAIN, r"I(X;Y) \le I(X;Z)"),
    (CHAIN, r"I(X;Y|Z) = 0"),
    (CHAIN, r"I(X;Y|Z) \ge I(X;Y)"),
    (CHAIN, r"H(X|Y,Z) = H(X|Z)"),
    (CHAIN, r"I(X;W) \le I(X;Y)"),
    (GUESS, r"H(X|Y) \ge H(X|\hat{X})"),
    (
        r"Let $X \to Y \to Z$ be maps. So information is mutual information. Then",
        r"I(X;Z) \le I(X;Y)",
    ),
    (r"Let $X \to Y \to Z$ be no Markov chain. Of mutual information: then", r"I(X;Z) \le I(X;Y)"),
    (rf"{CHAIN} we are done. Now let $X$ be another variable.", r"I(X;Z) \le I(X;Y)"),
    ("\\begin{example} " + CHAIN + " it is clear. \\end{example} Now", r"I(X;Z) \le I(X;Y)"),
    (CHAIN + " so.\n\\section{Others} In all,", r"I(X;Z) \le I(X;Y)"),
    (r"Of Markov. If $X \to Y \to Z$, mutual information is clear.", r"I(X;Z) \le I(X;Y)"),
    (r"Of Markov. If $X \to Y \to Z$, it is mutual. In other cases,", r"I(X;Z) \le I(X;Y)"),
    ("Of Markov. If $X \\to Y \\to Z$, mutual.\n\nThus for all variables,", r"I(X;Z) \le I(X;Y)"),
    ("Of Markov. If $X \\to Y \\to Z$, mutual.\n\nNow", r"I(X;Z) \le I(X;Y)"),
    (r"Mutual information. Is $X \to Y \to Z$ Markov?", r"I(X;Z) \le I(X;Y)"),
    (PAIR, r"H(X|Y) = H(Y)"),
    (PAIR, r"H(X|Z) = H(X)"),
    (PAIR, r"I(X;Y|Z) = 0"),
    (f"{PAIR} it is so. In general,", r"H(X,Y) = H(X) + H(Y)"),
    (r"Entropy. $X$ and $Y$ are not independent.", r"H(X,Y) = H(X) + H(Y)"),
    (r"Entropy. If $X$ and $Y$ are independent, we are done. Else", r"H(X,Y) = H(X) + H(Y)"),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_what_is_independent_has_no_information(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(1, without="Mutual|Consider")
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_is_zero(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))


@pytest.mark.parametrize(
    "behind", [r"\subsection{Proof} so", r"\begin{proof} so", r"\end{lemma} \begin{proof} so", "so"]
)
def test_a_proof_is_where_it_still_holds(behind) -> None:
    assert is_in_force(behind)


@pytest.mark.parametrize(
    "behind",
    [r"\section{B} so", r"\end{lemma} so", r"\end{lemma} \begin{proof} so \end{proof} now", "# B"],
)
def test_behind_a_section_or_a_theorem_it_does_not(behind) -> None:
    assert not is_in_force(behind)
