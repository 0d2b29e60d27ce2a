r"""Laws of terms that are not read: what they prove, and which neighbours they must not."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import LAW, PRESUMED, VerdictKind
from boundcalc.reports.rows import row_text

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
    "arguments": r"f(2x+x) = f(3x)",
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
    "function of a multiple": r"f(2x) = 2f(x)",
    "function of a sum": r"f(x+y) = f(x)+f(y)",
}


def rows_of(tmp_path, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"We go on.\n\\[ {formula} \\]\n")
    return check(file, jobs=1).rows


@pytest.mark.parametrize("formula", HOLD.values(), ids=HOLD.keys())
def test_a_row_is_proved_by_laws_of_its_terms(tmp_path, formula):
    (row,) = rows_of(tmp_path, formula)
    assert row.kind is VerdictKind.PROVED, row_text(row)
    assert any(item.how == LAW for item in row.judgement.premises)
    assert not row.judgement.says_nothing


@pytest.mark.parametrize("formula", FAIL.values(), ids=FAIL.keys())
def test_a_false_neighbour_is_not_proved(tmp_path, formula):
    (row,) = rows_of(tmp_path, formula)
    assert row.kind is VerdictKind.UNKNOWN, row_text(row)


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
