r"""The exponential mechanism on neighbours, and sums and laws that are something else."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

SCORES = r"Let $\varepsilon > 0$ and $\Delta = \max_{r \in R} \max_{x \sim y} |u(x, r) - u(y, r)|$."
NEAR = "Fix neighbouring $x, y$."
TEXT = f"{SCORES} {NEAR}"
ONE, TWO = (rf"\sum_{{s \in R}} \exp(\varepsilon u({it}, s) / (2 \Delta))" for it in ("x", "y"))
ROW = rf"{ONE} \le \exp(\varepsilon / 2) {TWO}"
LAW = (
    r"The mechanism $M$ outputs $r \in R$ with probability $\Pr[M(x) = r] = "
    r"\frac{\exp(\varepsilon u(x, r))}{\sum_{s \in R} \exp(\varepsilon u(x, s))}$."
)
RETURNED = (
    r"\Pr[M(y) = r] = \frac{\exp(\varepsilon u(y, r))}{\sum_{s \in R} \exp(\varepsilon u(y, s))}"
)
TRUE = [
    (TEXT, ROW),
    (TEXT, rf"{TWO} \le \exp(\varepsilon / 2) {ONE}"),
    (TEXT, rf"\frac{{{ONE}}}{{{TWO}}} \le \exp(\varepsilon / 2)"),
    (LAW, RETURNED),
    (LAW, RETURNED.replace("r]", "t]").replace("(y, r)", "(y, t)")),
]
FALSE = [
    (LAW.replace("The mechanism", "No mechanism"), RETURNED),
    (LAW.replace("with probability", "with probability at least"), RETURNED),
    (LAW[:-1] + " on the dataset $x$.", RETURNED),
    (f"{LAW} {LAW.replace('u(x', 'v(x')[:-1]} otherwise.", RETURNED),
    (SCORES, ROW),
    (NEAR, ROW),
    (TEXT, ROW.replace(r"\exp(\varepsilon / 2)", r"\exp(\varepsilon / 3)")),
    (TEXT, ROW.replace(r"\exp(\varepsilon / 2)", r"\exp(-\varepsilon / 2)")),
    (TEXT, ROW.replace("u(y, s)", "v(y, s)")),
    (TEXT, ROW.replace("u(y, s)", "u(z, s)")),
    (TEXT, ROW.replace("u(y, s)", "u(y, s)^2").replace("u(x, s)", "u(x, s)^2")),
    (TEXT, ROW.replace(r"\in R", r"\in Q")),
    (TEXT, ROW.replace(r"\exp(\varepsilon u", r"\exp(2 \varepsilon u")),
    (TEXT, ROW.replace(r"\exp(\varepsilon u", r"\exp(\lambda u")),
    (TEXT.replace(r"\max_{r \in R} ", ""), ROW),
    (TEXT.replace(r"x \sim y", r"y : y \sim x"), ROW),
    (TEXT.replace("neighbouring $x, y$", "$x, y$"), ROW),
    (LAW, RETURNED.replace("M(y)", "N(y)")),
    (LAW, RETURNED.replace("(y, s)", "(x, s)")),
    (LAW, RETURNED.replace(r"\frac{\exp(", r"\frac{2\exp(")),
    (LAW.replace("outputs", "would never give out"), RETURNED),
    (rf"If $x$ is empty, {LAW[0].lower()}{LAW[1:]}", RETURNED),
    (f"{LAW} Now let $M$ be any other mechanism.", RETURNED),
    (
        r"The mechanism $M$ outputs $r$ with probability $\Pr[M(x) = r] = \frac{1}{|x|}$.",
        r"\Pr[M(y) = r] = \frac{1}{|y|}",
    ),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_weights_on_neighbours_and_their_law(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_other_weights_may_change_more(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
