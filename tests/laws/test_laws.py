r"""Laws of terms that are not read: what they prove, and which neighbours they must not."""

from pathlib import Path

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import LAW, PRESUMED, VerdictKind
from boundcalc.reports.rows import row_text
from boundcalc.tex.source import SourceText

pytestmark = pytest.mark.usefixtures("in_this_process")

HOLD = {
    "linear": r"\mathbb{E}[2X - Y + Y] = 2\mathbb{E}[X]",
    "split": (
        r"\mathbb{E}[(X - g(Z))^2]"
        r" = \mathbb{E}[X^2] - 2\mathbb{E}[X g(Z)] + \mathbb{E}[g(Z)^2]"
    ),
    "conditional": (
        r"\mathbb{E}[h(X) - Y \mid Z]"
        r" = \mathbb{E}[h(X) \mid Z] - \mathbb{E}[Y \mid Z]"
    ),
    "variance": r"\mathbb{E}[(X-\mathbb{E}[X])^2] = \mathbb{E}[X^2]-\mathbb{E}[X]^2",
    "sum": r"\sum_{i=1}^n (x_i - 2) = \sum_{i=1}^n x_i - 2n",
    "count": r"\sum_{h \in \mathcal{H}} 2e^{-m} = 2|\mathcal{H}| e^{-m}",
    "series scaled": r"\sum_{k=0}^\infty 2 a_k = 2 \sum_{k=0}^\infty a_k",
    "supremum": r"\sup_{f}(2f(x)+c) = c+2\sup_f f(x)",
    "infimum": r"\inf_x (-f(x)) = -\sup_x f(x)",
    "complement": r"\Pr[X \le t] = 1-\Pr[X>t]",
    "shifted event": r"\Pr[X - \mu \ge t] = \Pr[X \ge \mu + t]",
    "product": r"\prod_{i=1}^{n} (q_i a - q_i) = \prod_{i=1}^{n} (a - 1) \cdot q_i",
    "norm": r"\|a-b\|_2 = \|b-a\|_2",
    "multiple": r"\|2a\| = 2\|a\|",
    "square of a norm": r"\|x - y\|^2 = \|x\|^2 - 2\langle x, y\rangle + \|y\|^2",
    "step": (
        r"\|x_t - \eta g - u\|_2^2 - \|x_t - u\|_2^2"
        r" = -2\eta \langle g, x_t - u\rangle + \eta^2\|g\|_2^2"
    ),
    "inner product": r"\langle a + b, c \rangle = \langle a, c\rangle + \langle c, b \rangle",
    "transposed": r"(a-b)^\top (a-b) = a^\top a - a^\top b - b^\top a + \|b\|^2",
    "logarithms": (
        r"\mathbb{E}[\log \frac{q(X)}{p(X) g(X)}]"
        r" = \mathbb{E}[\log q(X)] - \mathbb{E}[\log p(X)] - \mathbb{E}[\log g(X)]"
    ),
    "log of a power": r"\sum_{i=1}^n \log (4 a_i^2) = 2n \log 2 + 2\sum_{i=1}^n \log a_i",
    "log of a product": r"\log \prod_{i=1}^n p(x_i) = \sum_{i=1}^n \log p(x_i)",
    "exponentials": r"\prod_{i=1}^n e^{s x_i} = e^{s \sum_{i=1}^n x_i}",
    "arguments": r"f(2x+x) = f(3x)",
    "log of an inverse": r"\log \frac{1}{\prod_{i=1}^n p(x_i)} = -\sum_{i=1}^n \log p(x_i)",
    "integral": r"\int (2f(x) - g(x)) dx = 2\int f(x) dx - \int g(x) \, dx",
    "parameter": r"\int_0^\infty e^{t y - t^2} dy = e^{-t^2} \int_0^\infty e^{ty} \mathrm{d}y",
    "integral of a logarithm": (
        r"\int f(x) \log \frac{f(x)}{g(x)} dx = \int f(x) \log f(x) dx - \int f(x) \log g(x) dx"
    ),
    "bare": r"\mathbb{E}[(X - \mathbb{E} X)^2] = \mathbb{E}[X^2] - (\mathbb{E} X)^2",
    "nested": r"\mathbb{E}[\sup_f 2 f(X)] = 2\mathbb{E}[\sup_f f(X)]",
}
FAIL = {
    "product of expectations": r"\mathbb{E}[XY] = \mathbb{E}[X]\mathbb{E}[Y]",
    "square": r"\mathbb{E}[X^2] = \mathbb{E}[X]^2",
    "random factor": r"\mathbb{E}[X Y] = X \mathbb{E}[Y]",
    "other condition": r"\mathbb{E}[X \mid Y] = \mathbb{E}[X \mid Z]",
    "inner condition": r"\mathbb{E}[X\mathbb{E}[Y\mid X]] = \mathbb{E}[X]\mathbb{E}[Y\mid X]",
    "other measure": r"\mathbb{E}_x[f(x)] = \mathbb{E}_y[f(x)]",
    "exponential": r"\mathbb{E}[e^{X}] = e^{\mathbb{E}[X]}",
    "index": r"\sum_{i=1}^n i x_i = i \sum_{i=1}^n x_i",
    "other range": r"\sum_{i=1}^n x_i = \sum_{i=1}^{n-1} x_i",
    "count of terms": r"\sum_{i=1}^n 2 = 2",
    "count from two": r"\sum_{i=2}^n 2 = 2n",
    "parts of a series": (
        r"\sum_{k=1}^\infty (a_k - b_k)"
        r" = \sum_{k=1}^\infty a_k - \sum_{k=1}^\infty b_k"
    ),
    "sign of a supremum": r"\sup_x (-f(x)) = -\sup_x f(x)",
    "sum of suprema": r"\sup_x (f(x)+g(x)) = \sup_x f(x)+\sup_x g(x)",
    "varying term": r"\sup_x (f(x)+g(x)) = \sup_x f(x)+g(x)",
    "strictness": r"\Pr[X \le t] = 1-\Pr[X\ge t]",
    "scaled event": r"\Pr[-X \ge t] = \Pr[X \ge t]",
    "number out of a product": r"\prod_{i=1}^{n} 2 x_i = 2\prod_{i=1}^{n} x_i",
    "sum of norms": r"\|a+b\| = \|a\|+\|b\|",
    "sign out of a norm": r"\|-2a\| = -2\|a\|",
    "count of entries": r"\|2a\|_0 = 2\|a\|_0",
    "squares of expectations": r"\mathbb{E}^2[X+Y] = \mathbb{E}^2[X]+\mathbb{E}^2[Y]",
    "square of a probability": r"\Pr^2[X > t] = 1 - \Pr^2[X \le t]",
    "square of a maximum": r"\max_i^2 (2 x_i) = 2 \max_i^2 (x_i)",
    "square of a supremum": r"\sup^2_x (2 f(x)) = 2 \sup^2_x f(x)",
    "count of entries, spelled": r"\|2x\|_{\ell_0} = 2\|x\|_{\ell_0}",
    "count of rows": r"\|2A\|_{2,0} = 2\|A\|_{2,0}",
    "largest count": r"\|2x\|_{0,\infty} = 2\|x\|_{0,\infty}",
    "matrices": r"\|AB\|_2 = \|BA\|_2",
    "some index": (r"\Pr[X_i \le t \text{ for some } i] = 1 - \Pr[X_i > t \text{ for some } i]"),
    "both events": r"\Pr[X \le t, Y \le s] = 1 - \Pr[X > t, Y > s]",
    "some hypothesis": r"\Pr[\exists h: L(h) > t] = 1 - \Pr[\exists h: L(h) \le t]",
    "inner index": r"\sum_{i=1}^n \sum_{j=1}^i a_j = n \sum_{j=1}^i a_j",
    "integral of a product": r"\int f(x) g(x) dx = \int f(x) dx \int g(x) dx",
    "varying factor": r"\int f(x) x dx = x \int f(x) dx",
    "factor that is a function": r"\int_0^1 f g dx = f \int_0^1 g dx",
    "other ends": r"\int_0^1 h(x) dx = \int_0^2 h(x) dx",
    "over another letter": r"\int_0^1 2 h(x) dx = 2 \int_0^1 h(x) dy",
    "sign of a parameter": r"\int_0^\infty e^{ty - t^2} dy = e^{t^2} \int_0^\infty e^{ty} dy",
    "parameter that is applied": r"t(2) + \int_0^1 t y dy = t(2) + t \int_0^1 y dy",
    "parts of an integral in a bound": r"\int_0^1 (f(x) + g(x)) dx \le \int_0^1 f(x) dx",
    "log of an inverse, lost sign": (
        r"\log \frac{1}{\prod_{i=1}^n p(x_i)} = \sum_{i=1}^n \log p(x_i)"
    ),
    "square of a bare expectation": r"\mathbb{E} X^2 = (\mathbb{E} X)^2",
    "maximizers": r"\arg\max_x 2f(x) = 2\arg\max_x f(x)",
    "function of a multiple": r"f(2x) = 2f(x)",
    "function of a sum": r"f(x+y) = f(x)+f(y)",
}


NEIGHBOURS = (Path(__file__).parent / "false_rows.txt").read_text(encoding="utf-8").splitlines()


def rows_of(tmp_path, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"We go on.\n\\[ {formula} \\]\n")
    return check(file, jobs=1).rows


@pytest.mark.few(8)
@pytest.mark.parametrize("formula", HOLD.values(), ids=HOLD.keys())
def test_a_row_is_proved_by_laws_of_its_terms(tmp_path, formula):
    (row,) = rows_of(tmp_path, formula)
    assert row.kind is VerdictKind.PROVED, row_text(row)
    assert any(item.how == LAW for item in row.judgement.premises)
    assert not row.judgement.says_nothing


@pytest.mark.few(9)
@pytest.mark.parametrize("formula", FAIL.values(), ids=FAIL.keys())
def test_a_false_neighbour_is_not_proved(tmp_path, formula):
    (row,) = rows_of(tmp_path, formula)
    assert row.kind is VerdictKind.UNKNOWN, row_text(row)


RANDOM = [  # a stated domain does not say that a letter is no random variable
    (r"Let $X \in [0,1]$ be a random variable.", r"\mathbb{E}[X] = X"),
    (r"Let $X, Y \in [0,1]$ be independent random variables.", r"\mathbb{E}[XY] = X\mathbb{E}[Y]"),
    (r"Let $0 \le X \le 1$ almost surely.", r"\mathbb{E}[X^2] = X\mathbb{E}[X]"),
    (r"Let $\sigma_i \in \{-1, 1\}$ be signs.", r"\mathbb{E}[\sigma_i x] = \sigma_i \mathbb{E}[x]"),
    (r"Let $T \le n$ be a stopping time.", r"\mathbb{E}[T] = T"),
    (r"Let $n \ge 1$ be a random integer.", r"\mathbb{E}[n x] = n\mathbb{E}[x]"),
    (r"Here $n \sim \mathrm{Poisson}(k)$.", r"\mathbb{E}[n x] = n\mathbb{E}[x]"),
    (r"For a sample let $\hat\mu \in [0,1]$ be its mean.", r"\mathbb{E}[\hat\mu] = \hat\mu"),
    (r"The adversary chooses $q \in [0,1]$.", r"\mathbb{E}[q x] = q \mathbb{E}[x]"),
    (r"We draw $n$ points, where $n$ has mean 3.", r"\mathbb{E}[n x] = n\mathbb{E}[x]"),
    (r"Let $n \ge 1$ be an integer, the number of successes.", r"\mathbb{E}[n] = n"),
    (r"Let $n \ge 1$ be an integer.", r"\mathbb{E}[n] = n"),
    (r"Let $\|\cdot\|$ be the number of nonzero entries.", r"\|2x\| = 2\|x\|"),
    (r"Let $\|x\|$ be the number of nonzero entries of $x$.", r"\|2x\| = 2\|x\|"),
    (r"Let $\|x\|$ be the distance of $x$ to the nearest integer.", r"\|2x\| = 2\|x\|"),
    (r"Let $\|x\| = \sum_i x_i^2$ for a vector $x$.", r"\|2x\| = 2\|x\|"),
    (r"Let $\|x\|_1 = |x_1|$ if $x_1 > 0$ and $0$ otherwise.", r"\|-x\|_1 = \|x\|_1"),
    ("We add noise.", r"\mathrm{Lap}(1) + \mathrm{Lap}(1) = 2\mathrm{Lap}(1)"),
    ("We add noise.", r"\mathcal{N}(0, \sigma^2) - \mathcal{N}(0, \sigma^2) = 0"),
    (r"Let $E$ be the energy.", r"E(x+y) = E(x)+E(y)"),
    (r"The function $E(x) = x^2$ is random.", r"E(2x) = 2E(x)"),
    (r"Let $E$ be the energy of a random field.", r"E(x+y) = E(x)+E(y)"),
    (r"Here $x$ is random, and $E$ an energy functional.", r"E(x+y) = E(x)+E(y)"),
    (r"A random $x$ has the energy $E$.", r"E(2x) = 2E(x)"),
    (r"The matrix $P$ has random entries.", r"P(x > 2) = 1 - P(x \le 2)"),
    (r"$E$ denotes the error of a random estimate.", r"E(2x) = 2E(x)"),
]


AFFINE = r"\mathbb{E}[aX + b] = a \mathbb{E}[X] + b"
CALLED = [
    (r"Let $X$ be a random variable, where $a$ and $b$ are constants.", VerdictKind.PROVED),
    (r"Let $X$ be a random variable, for any constants $a, b$.", VerdictKind.PROVED),
    (r"Let $X$ be a random variable, for any constants $a, b \in \mathbb{R}$.", VerdictKind.PROVED),
    (r"Let $X$ be a random variable, where $a$ is a constant.", VerdictKind.UNKNOWN),
    (r"The constants $a$ and $b$: here $b \sim \mathrm{Unif}$.", VerdictKind.UNKNOWN),
    (r"Let $X$, $a$ and $b$ be random variables.", VerdictKind.UNKNOWN),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("line", "kind"), CALLED)
def test_what_is_called_a_constant_leaves_an_expectation(tmp_path, line, kind):
    file = tmp_path / "notes.tex"
    file.write_text(f"{line}\n\\[ {AFFINE} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is kind, row_text(row)


@pytest.mark.few(5)
@pytest.mark.parametrize(("line", "formula"), RANDOM)
def test_what_may_be_random_does_not_leave_an_expectation(tmp_path, line, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"{line}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is VerdictKind.UNKNOWN, row_text(row)


def test_the_size_of_a_sample_leaves_an_expectation(tmp_path):
    file = tmp_path / "notes.tex"
    file.write_text("Let $n \\ge 1$ be an integer. \\[ \\mathbb{E}[X/n] = \\mathbb{E}[X]/n \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is VerdictKind.PROVED, row_text(row)


NO_NUMBERS = [  # a series whose parts need not converge, and what has no value
    r"\sum_{i \ge 1} (a_i - b_i) = \sum_{i \ge 1} a_i - \sum_{i \ge 1} b_i",
    r"\sum_{i > 0} (a_i + b_i) = \sum_{i > 0} a_i + \sum_{i > 0} b_i",
    r"\sum_{i \in \mathbb{N}} (a_i - 1) = \sum_{i \in \mathbb{N}} a_i - \sum_{i \in \mathbb{N}} 1",
    r"\inf_{x \in \emptyset} 3 = 3",
]


@pytest.mark.parametrize("formula", NO_NUMBERS)
def test_what_need_not_have_a_value_is_not_taken_apart(tmp_path, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"We go on.\n\\[ {formula} \\]\n")
    assert {row.kind for row in check(file, jobs=1).rows} == {VerdictKind.UNKNOWN}


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", NEIGHBOURS)
def test_what_need_not_hold_of_terms_is_not_proved(tmp_path, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"We go on.\n\\[ {formula} \\]\n")
    assert {row.kind for row in check(file, jobs=1).rows} <= {VerdictKind.UNKNOWN}


RANGES = [  # of the extremum of a constant: is anything in it?
    ("Let $S$ be a set.", r"x \in S", False),
    ("Let $S$ be a set. If $S$ is nonempty we go on.", r"x \in S", False),
    ("Let $S$ and $U$ be sets, of which $U$ is nonempty.", r"x \in S", False),
    ("Let $S$ be non-empty or not.", r"x \in S", False),
    ("Suppose that no $S$ is nonempty.", r"x \in S", False),
    ("We go on.", r"h \in \mathcal{H}", False),
    ("We go on.", r"x \in [a, b]", False),
    ("We go on.", r"x \in [1, 0]", False),
    ("We go on.", r"x : g(x) > 0", False),
    ("We go on.", r"x > y", False),
    ("Let $x \\in [0, 1]$.", r"x > 2", False),
    ("Let $k \\ge 0$ be an integer.", r"i \in [k]", False),
    ("We go on.", r"x \in \{y : g(y) > 0\}", False),
    ("Let $S$ be a nonempty set.", r"x \in S", True),
    ("Let $S \\ne \\emptyset$.", r"x \in S", True),
    ("We go on.", "x", True),
    ("We go on.", r"\lambda > 0", True),
    ("We go on.", r"x \in [0, 1]", True),
    ("We go on.", r"x \in \mathbb{R}^d", True),
    ("Let $k \\ge 1$ be an integer.", r"i \in [k]", True),
    ("Let $k \\ge 1$ be an integer.", r"1 \le i \le k", True),
    ("We go on.", r"\|v\|_2 \le 1", True),
]


@pytest.mark.few(6)
@pytest.mark.parametrize(("line", "over", "holds"), RANGES)
def test_the_extremum_of_a_constant_needs_a_range_that_is_not_empty(tmp_path, line, over, holds):
    file = tmp_path / "notes.tex"
    file.write_text(f"{line}\n\\[ \\sup_{{{over}}} c = c \\]\n")
    (row,) = check(file, jobs=1).rows[-1:]
    assert (row.kind is VerdictKind.PROVED) == holds, row_text(row)


WHERE_DEFINED = {
    r"\log 2 + \log |H| - \log \delta = \log(2|H|/\delta)": True,
    r"-\frac{t}{r^2} + \frac{t}{2r^2} = -\frac{t}{2r^2}": True,
    r"\frac{x y}{y} = x": True,
    r"\log x^2 = 2\log x": True,
    r"\frac{1}{y} \ge 0": False,
    r"\sqrt{x^2} = x": False,
    r"x^n \ge 0": False,
    r"\frac{x}{y} \le x": False,
    r"(x y)^{1/2} = x^{1/2} y": False,
}


@pytest.mark.parametrize(("formula", "holds"), WHERE_DEFINED.items())
def test_a_row_is_claimed_where_both_sides_have_a_value(tmp_path, formula, holds):
    (row,) = rows_of(tmp_path, formula)
    assert (row.kind is VerdictKind.PROVED) == holds, row_text(row)


def test_what_gives_both_sides_a_value_is_a_premise(tmp_path):
    (row,) = rows_of(tmp_path, r"\frac{x y}{y} = x")
    assert [(item.how, item.text) for item in row.judgement.premises] == [(PRESUMED, "y != 0")]
    assert "where both sides have a value" in row_text(row)


def test_a_stated_domain_is_not_narrowed_to_where_a_side_has_a_value(tmp_path):
    file = tmp_path / "notes.tex"
    file.write_text("Let $y \\in [0, 1]$. Then \\[ \\frac{1}{1+y} \\le \\frac{1}{y} + 1. \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is VerdictKind.REFUTED
    file.write_text("Recall the inequality $\\ln u \\le u - 1$ for $u \\ge 0$, as it is printed.\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is not VerdictKind.PROVED


def test_an_event_of_the_name_is_no_other_expectation(tmp_path):
    path = tmp_path / "notes.tex"
    words = "Let $E$ be an event, and let $X$ and $Y$ be random."
    path.write_text(rf"{words} Then \[ E[X + Y] = E[X] + E[Y]. \]", encoding="utf-8")

    assert check(path).rows[-1].kind is VerdictKind.PROVED


COUNTED = [
    (r"Let $X$ be a binomial random variable with parameters $n$ and $p$.", VerdictKind.PROVED),
    (r"$X$ has parameters $n$ and $p$ if it is a random count.", VerdictKind.PROVED),
    (r"It has parameters $n$ and $p$, and $n$ is a random count.", VerdictKind.UNKNOWN),
    (r"It has the parameter $n$, which is random.", VerdictKind.UNKNOWN),
    (r"We toss $n$ independent random coins.", VerdictKind.PROVED),
    (r"Let $X_1, \ldots, X_n$ be random variables.", VerdictKind.PROVED),
    (r"Let $n$ be a random number.", VerdictKind.UNKNOWN),
    (r"The number of trials until the first success is $n$.", VerdictKind.UNKNOWN),
    (r"Let $n$ denote how many customers come, and let $X_i$ be random.", VerdictKind.UNKNOWN),
    (r"Let $n$ be the first index with $X_n > 1$, for random $X_i$.", VerdictKind.UNKNOWN),
    (r"Let $n$ be independent of $X$, and Poisson.", VerdictKind.UNKNOWN),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("line", "kind"), COUNTED)
def test_a_sum_leaves_an_expectation_unless_its_end_is_random(tmp_path, line, kind):
    file = tmp_path / "notes.tex"
    formula = r"\mathbb{E}[\sum_{i=1}^n X_i] = \sum_{i=1}^n \mathbb{E}[X_i]"
    file.write_text(f"{line}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is kind, row_text(row)


MATRICES = "The trace of a matrix. Let $X$ and $Y$ be random variables.\n"


@pytest.mark.parametrize(
    ("text", "formula", "kind"),
    [
        (MATRICES, r"\E[(X - \E X)(Y - \E Y)] = \E[X Y] - \E X \E Y", VerdictKind.PROVED),
        (MATRICES, r"\E[Y X] - \E X \cdot \E(Y) = \E[X Y] - \E X \E Y", VerdictKind.PROVED),
        ("Random matrices $X$ and $Y$.\n", r"\E[Y X] = \E[X Y]", VerdictKind.UNKNOWN),
        ("A matrix $X$.\n", r"\E[Y X] = \E[X Y]", VerdictKind.UNKNOWN),
        (
            "The matrices have $\\Pr[X \\ge 0] = 1 = \\Pr[Y \\ge 0]$.\n",
            r"X Y = Y X",
            VerdictKind.UNKNOWN,
        ),
        (MATRICES, r"\E[X^2] - \E X \E[X \mid Y] = \E[X^2] - \E[X]^2", VerdictKind.UNKNOWN),
    ],
)
def test_products_of_random_numbers_may_be_turned(tmp_path, text, formula, kind):
    file = tmp_path / "notes.tex"
    formula = formula.replace(r"\E", r"\mathbb{E}")
    file.write_text(f"{text}\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is kind, row_text(row)


def test_the_end_of_a_sum_is_no_sign_of_a_transpose():
    assert not SourceText(r"$\sum_{t=1}^T a_t$").has_matrices
