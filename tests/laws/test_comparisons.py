r"""Terms compared body by body, and what is conditional as a quotient, with false neighbours."""

from pathlib import Path

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import LAW, VerdictKind
from boundcalc.reports.rows import row_text

pytestmark = pytest.mark.usefixtures("in_this_process")

HERE = Path(__file__).parent
GIVEN = "Let $A$ and $B$ be events. For $X_1, \\ldots, X_n$ we have"  # n is no random number
HOLD = [
    r"\sum_{i=1}^N \log (a_i b_i) = \sum_{i=1}^N (\log a_i + \log b_i)",
    r"\sum_{i=1}^N \log [(s(x_i))^{y_i} (1-s(x_i))^{1-y_i}]"
    r" = \sum_{i=1}^N [y_i \log s(x_i) + (1-y_i) \log (1-s(x_i))]",
    r"\frac{1}{N} \sum_{i=1}^N \frac{a_i}{1 + b_i^2}"
    r" \le \frac{1}{N} \sum_{i=1}^N \frac{a_i^2 + 1}{1 + b_i^2}",
    r"\mathbb{E}[e^{X}] \ge \mathbb{E}[1+X]",
    r"\sup_{\lambda > 0} (\lambda t - \lambda^2) \le \sup_{\lambda > 0} (\lambda t)",
    r"\prod_{i=1}^n (1 + p_i^2) \le \prod_{i=1}^n e^{p_i^2}",
    r"\Pr[X \ge t] = \Pr[e^X \ge e^t]",
    r"\Pr[X \ge t + 1] \le \Pr[X \ge t]",
    r"1 - \sum_{i=1}^N \log (1 + a_i^2) \ge 1 - \sum_{i=1}^N a_i^2",
    r"\Pr[A \cap B] = \Pr[A \mid B]\Pr[B]",
    r"\mathbb{P}(X,Y)=\mathbb{P}(X|Y)\mathbb{P}(Y)",
    r"\mathbb{P}(X|Y)\mathbb{P}(Y)=\mathbb{P}(Y|X)\mathbb{P}(X)",
    r"\mathbb{P}(Y=1|X) =\frac{\mathbb{P}(X|Y=1)\mathbb{P}(Y=1)}{\mathbb{P}(X)}",
    r"\Pr[A] = 1 - \Pr[\overline{A}]",
    r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]",
    r"\Pr[X > s, X > t] = \Pr[X > s \mid X > t](1 - \Pr[X \le t])",
    r"\mathbb{E}[X] = \mathbb{E}[X \mid A]\cdot\Pr[A]"
    r" + \mathbb{E}[X \mid \overline{A}] \cdot \Pr[\overline{A}]",
    r"\Pr[\bigcap_{i=1}^n \overline{E}_i] = 1 - \Pr[\bigcup_{i=1}^n E_i]",
    r"\Pr[\bigcap_{i=1}^n E_i] = 1 - \Pr[\bigcup_{i=1}^n \overline{E}_i]",
    r"\Pr[\bigcap \overline{E_i}] = 1 - \Pr[\bigcup E_i]",
    r"\Pr[X=n|X>k] = \frac{\Pr[X=n]\Pr[X>k \mid X=n]}{\Pr[X>k]}",
    r"\E[\sum_{i=1}^n X_i] = \sum_{i=1}^n \E[X_i]",
    r"\E[\sum_{i=1}^n (X_i - Y_i)^2]"
    r" = \sum_{i=1}^n \E[X_i^2] - 2\sum_{i=1}^n \E[X_i Y_i] + \sum_{i=1}^n \E[Y_i^2]",
    r"\E[(\sum_i X_i) | Y=y] = \sum_i \E[X_i | Y=y]",
    r"(1-p)\E[Z+1]+p = (1-p)\E[Z] + 1",
    r"\prod_{i=1}^n (p_i b + 1 - p_i) = \prod_{i=1}^n (p_i(b - 1) + 1)",
    r"\sum_{i=1}^n (a_i e^t + 1 - a_i) = \sum_{i=1}^n \left(a_i(e^t - 1) + 1\right)",
]
FAIL = (HERE / "false_comparisons.txt").read_text(encoding="utf-8").splitlines()
LETTERS = [  # what is said of a letter outside does not hold of the letter that is bound
    r"\sum_{i=1}^n i^2 \le \sum_{i=1}^n i^3/4",
    r"\sum_{i=1}^n a_i \le \sum_{i=1}^n a_i^2",
    r"\mathbb{E}_x[x] \le \mathbb{E}_x[x^2]",
    r"\sup_{x} x \le \sup_x x^2",
    r"\prod_{i=1}^n (a_i - 1) \le \prod_{i=1}^n a_i",
]


def rows_of(tmp_path, line, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"{line}\n\\[ {formula} \\]\n")
    return check(file, jobs=1).rows


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", HOLD)
def test_a_row_is_proved_by_what_holds_of_bodies_and_events(tmp_path, formula):
    (row,) = rows_of(tmp_path, GIVEN, formula)
    assert row.kind is VerdictKind.PROVED, row_text(row)
    assert any(item.how == LAW for item in row.judgement.premises)
    assert not row.judgement.says_nothing


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", FAIL)
def test_a_neighbour_that_need_not_hold_is_not_proved(tmp_path, formula):
    rows = rows_of(tmp_path, "Let $A$, $B$ and $C$ be events, and let the rest be random.", formula)
    assert {row.kind for row in rows} <= {VerdictKind.UNKNOWN}, [row_text(row) for row in rows]


@pytest.mark.parametrize("formula", LETTERS)
def test_what_is_said_of_a_letter_does_not_hold_where_it_is_bound(tmp_path, formula):
    line = r"Let $i \ge 5$ be an integer and $x > 1$, and fix an $i$ with $a_i > 1$."
    rows = rows_of(tmp_path, line, formula)
    assert {row.kind for row in rows} <= {VerdictKind.UNKNOWN}, [row_text(row) for row in rows]


@pytest.mark.few(4)
@pytest.mark.parametrize("case", (HERE / "false_in_context.txt").read_text("utf-8").splitlines())
def test_what_a_sentence_says_of_something_else_proves_nothing(tmp_path, case):
    line, _, formula = case.partition(" ### ")
    rows = rows_of(tmp_path, line, formula)
    assert {row.kind for row in rows} <= {VerdictKind.UNKNOWN}, [row_text(row) for row in rows]
