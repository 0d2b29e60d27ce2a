r"""Preimages of events, and sets that are something else."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

HEAD = r"Let $M : \mathcal{X}^n \to \mathcal{Y}$ and $f : \mathcal{Y} \to \mathcal{Z}$ be given."
SET = (
    rf"{HEAD} Fix $S \subseteq \mathcal{{Z}}$ and let $T = \{{y \in \mathcal{{Y}} : f(y) \in S\}}$."
)
ROW = r"\Pr[f(M(x)) \in S] = \Pr[M(x) \in T]"
INVERSE = "We write $f^{-1}(S)$ for the preimage of $S$ under $f$."
OF_INVERSE = r"\Pr[f(M(x)) \in S] = \Pr[M(x) \in f^{-1}(S)]"
TRUE = [
    (SET, ROW),
    (SET, r"\Pr[(f \circ M)(x) \in S] = \Pr[M(x) \in T]"),
    (SET, r"e^2 \Pr[M(x') \in T] = e^2 \Pr[f(M(x')) \in S]"),
    (SET.replace("T = ", r"T = f^{-1}(S) = "), ROW),
    (SET.replace(r" \in \mathcal{Y} :", r" \mid"), ROW),
    (f"{HEAD} {INVERSE}", OF_INVERSE),
]
FALSE = [
    (HEAD, OF_INVERSE),
    (f"{HEAD} {INVERSE} Here $f$ is randomized.", OF_INVERSE),
    (f"{HEAD} {INVERSE} The set $S$ depends on $M(x)$.", OF_INVERSE),
    (f"{HEAD} We write $f^{{-1}}$ for an arbitrary decoder.", OF_INVERSE),
    (f"{HEAD} {INVERSE} Later $f^{{-1}}(S)$ is the image.", OF_INVERSE),
    (SET + " Now replace $S$ by its complement.", ROW),
    (SET + " Let $S$ be a new set.", ROW),
    (SET + " Suppose that $f$ is now $g$.", ROW),
    (SET.replace("and let $T", "and it is not true that $T"), ROW),
    (SET.replace("S\\}$.", "S\\}$ if $S$ is open."), ROW),
    (
        r"Here $f^{-1}(S)$ denotes the reciprocal of $f$ on $S$.",
        r"\Pr[f(M(x)) \in S] = \Pr[M(x) \in f^{-1}(S)]",
    ),
    (HEAD, ROW),
    (SET.replace(r"f(y) \in S", r"f(y) \notin S"), ROW),
    (SET.replace(r"f(y) \in S", r"g(y) \in S"), ROW),
    (SET.replace(r"f(y) \in S", r"f(y) \in S'"), ROW),
    (SET.replace(r"f(y) \in S", r"f(f(y)) \in S"), ROW),
    (SET.replace(r"{y \in \mathcal{Y}", r"{y \in B"), ROW),
    (SET.replace("T = ", r"T = g^{-1}(S) = "), ROW),
    (SET.replace("let $T = ", r"let $T \subseteq "), ROW),
    (rf"{SET} Now let $T \subseteq \mathcal{{Y}}$ be any set.", ROW),
    (rf"{SET} Let $T$ be another set.", ROW),
    (rf"{SET} \section{{More}} Here $T$ is arbitrary.", ROW),
    (SET, r"\Pr[f(M(x)) \in S] = \Pr[M(x') \in T]"),
    (SET, r"\Pr[f(M(x)) \in S] = \Pr[N(x) \in T]"),
    (SET, r"\Pr[g(M(x)) \in S] = \Pr[M(x) \in T]"),
    (SET, r"\Pr[f(M(x)) \in S \mid A] = \Pr[M(x) \in T]"),
    (SET, r"\Pr[f(M(x)) \in S] = 2 \Pr[M(x) \in T]"),
    (SET, r"\Pr[f(M(x)) \in T] = \Pr[M(x) \in S]"),
    (HEAD, r"\Pr[f(M(x)) \in S] = \Pr[M(x) \in g^{-1}(S)]"),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_a_value_lies_in_a_set_where_its_argument_lies_in_the_preimage(
    tmp_path, text, formula
) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_another_set_is_no_preimage(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
