r"""What sentences say of privacy, and what is proved by it without a directive."""

import pytest

from boundcalc.derivations.open_documents import annotated, read_open
from boundcalc.document_checker import Checker
from boundcalc.tex.files import read_source


def verdicts(text):
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    return [row.kind.name for row in document.rows]


PURE = r"Let $M$ be $\varepsilon$-differentially private."
NEAR = "Let $x$ and $y$ be neighboring datasets."
BOUND = r"\[ \Pr[M(x) \in S] \le e^\varepsilon \Pr[M(y) \in S]. \]"


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "said",
    [
        f"{PURE} {NEAR}",
        f"{NEAR} {PURE}",
        r"Let $M : X^n \to R$ be an $\varepsilon$-differentially private algorithm. Fix two"
        " neighbouring databases $x$ and $y$.",
        r"Suppose that $M$ is $\varepsilon$-DP. Let $x, y \in X^n$ be two datasets that differ in"
        " one record.",
        rf"{PURE} Let $x, y$ be databases such that $\|x - y\|_1 \le 1$.",
        r"Assume $M$ satisfies $\varepsilon$-differential privacy. Let $x, y$ be adjacent.",
        rf"{PURE} Fix neighboring $x, y$ and an event $S \subseteq \mathcal{{Z}}$.",
        rf"{PURE} For all neighbouring databases $x, y$, we have",
        rf"{PURE} {NEAR} Since $M$ and $N$ use independent randomness,",
        r"Let $M$ be $\varepsilon$-DP and let $f : Y \to Z$ be an arbitrary function. Consider any"
        r" two adjacent inputs $x, y$ and any set $S \subseteq Z$.",
    ],
)
def test_what_is_supposed_private_is_so_on_neighbours(said):
    assert verdicts(f"{said} Then {BOUND}") == ["PROVED"]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "said",
    [
        PURE,
        NEAR,
        rf"{NEAR} Then $M$ is $\varepsilon$-differentially private, and",
        rf"{NEAR} We show that $M$ is $\varepsilon$-differentially private.",
        rf"Suppose that $M$ is not $\varepsilon$-differentially private. {NEAR}",
        rf"Let $M$ be $\varepsilon$-differentially private with probability $1/2$. {NEAR}",
        rf"Let $M$ be $\varepsilon$-differentially private on large datasets. {NEAR}",
        rf"Let $M$ be $\rho$-zero-concentrated differentially private. {NEAR}",
        rf"Let $M$ be $2\varepsilon$-differentially private. {NEAR}",
        rf"Let $M$ be $(\varepsilon, \delta)$-differentially private. {NEAR}",
        rf"{PURE} {NEAR} Now let $y$ be any other dataset.",
        rf"{PURE} Fix neighboring $x, y$ and an event $S$ on which we condition.",
        rf"{PURE} Fix neighboring $x, y$ and a dataset $S$ that replaces $y$.",
        rf"{PURE} For all but few neighbouring databases $x, y$, we have",
        rf"{PURE} For neighbouring $x, y$ with larger $y$,",
        rf"{PURE} {NEAR} Now let $M$ be the algorithm that returns its input.",
        rf"{PURE} Let $x$ and $y$ be datasets that differ in two records.",
        rf"{PURE} {NEAR} For larger $\varepsilon$ consider",
        r"Let $M$ be an $\varepsilon$-differentially private algorithm in the shuffle model."
        f" {NEAR}",
        rf"Let $M$ be $\varepsilon$-differentially private per round. {NEAR}",
        r"Suppose that with probability $1/2$, $M$ is $\varepsilon$-differentially private."
        f" {NEAR}",
        rf"Let us now prove that $M$ is $\varepsilon$-differentially private. {NEAR}",
        rf"Let $f$ be a query, hence $M$ is $\varepsilon$-differentially private. {NEAR}",
        rf"Given noise of scale $1$, $M$ is $\varepsilon$-differentially private. {NEAR}",
        rf"{PURE} {NEAR} Let $S = \{{M(x)\}}$ be the set of the output.",
        rf"{PURE} {NEAR} Let $S$ be drawn from $M(x)$.",
        rf"{PURE} Let $x, y \in [0, 1]^n$ be such that $\|x - y\|_1 \le 1$.",
    ],
)
def test_what_is_to_be_shown_or_said_otherwise_is_no_guarantee(said):
    assert verdicts(f"{said} {BOUND}") != ["PROVED"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        (r"\frac{\Pr[M(x) = r]}{\Pr[M(y) = r]} \ge e^{-\varepsilon}", ["PROVED"]),
        (r"\left|\ln \frac{\Pr[M(x) = r]}{\Pr[M(y) = r]}\right| \le \varepsilon", ["PROVED"]),
        (r"\Pr[M(x) \in S] - \Pr[M(y) \in S] \le e^\varepsilon - 1", ["PROVED"]),
        (r"\Pr[M(x) \in S] \le e^\varepsilon \Pr[M(y) \in T]", ["UNKNOWN"]),
        (r"\Pr[M(x) = r] \le e^{\varepsilon/2} \Pr[M(y) = r]", ["UNKNOWN"]),
        (r"\Pr[M(x) = r] + \Pr[M(x) = s] \le 2 e^\varepsilon \Pr[M(y) = r]", ["UNKNOWN"]),
    ],
)
def test_rows_about_outputs_on_neighbours(row, kinds):
    assert verdicts(rf"{PURE} {NEAR} Then \[ {row}. \]") == kinds


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "named", ["Let $r = M(x)$.", r"Draw $r \sim M(x)$.", r"Let $r \gets M(y)$."]
)
def test_an_output_with_a_name_is_random(named):
    row = r"\[ \Pr[M(x) = r] \le e^\varepsilon \Pr[M(y) = r]. \]"
    assert verdicts(f"{PURE} {NEAR} Then {row}") == ["PROVED"]
    assert verdicts(f"{PURE} {NEAR} {named} Then {row}") != ["PROVED"]


COMPOSED = r"""Let $M_1$ be $\varepsilon_1$-differentially private and let $M_2$ be
$\varepsilon_2$-differentially private. Let $x, y$ be neighboring databases. Then
\[ \frac{\Pr[M_1(x) = r_1]}{\Pr[M_1(y) = r_1]} \cdot \frac{\Pr[M_2(x) = r_2]}{\Pr[M_2(y) = r_2]}
\le \exp(\varepsilon_1 + \varepsilon_2). \]"""


@pytest.mark.slow
def test_two_private_algorithms_compose():
    assert verdicts(COMPOSED) == ["PROVED"]


@pytest.mark.slow
def test_two_private_algorithms_cost_what_both_do():
    assert verdicts(COMPOSED.replace(r"\varepsilon_1 + ", "")) == ["UNKNOWN"]


@pytest.mark.slow
def test_outputs_of_two_algorithms_may_depend_on_each_other():
    joint = r"\[ \Pr[M_1(x) \in S, M_2(x) \in T] \le e^{\varepsilon_1 + \varepsilon_2}"
    joint += r" \Pr[M_1(y) \in S, M_2(y) \in T]. \]"
    assert verdicts(f"{COMPOSED[: COMPOSED.index('Then')]} Then {joint}") == ["UNKNOWN"]


def test_annotating_a_document_keeps_what_is_proved_of_private_algorithms():
    text = rf"{PURE} {NEAR} Then {BOUND} Now let $y$ be any other dataset. Then {BOUND}"
    copy = annotated(read_source(text))
    assert "%! private M:" in copy
    assert verdicts(copy) == verdicts(text) == ["PROVED", "UNKNOWN"]
