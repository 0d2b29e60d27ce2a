r"""Probabilities of events that are joined: what they prove, and which neighbours they must not."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.reports.rows import row_text

pytestmark = pytest.mark.usefixtures("in_this_process")

EVENTS = r"Let $A$ and $B$ be events; $\Omega$ is the sample space."
HOLD = [
    r"1 = \Pr(\Omega)",
    r"\Pr(\Omega) = \Pr(A \cup A^c)",
    r"\Pr(A) = \Pr[(A \cap B) \cup (A \cap B^c)]",
    r"\Pr[(A \cap B) \cup (B \cap A^c)] = \Pr(A \cap B) + \Pr(B \cap A^c)",
    r"1 - \Pr(X \le x, Y \le y) = \Pr(\{X > x\} \cup \{Y > y\})",
    r"\Pr(\lbrace X > x \rbrace \cup \lbrace Y > y \rbrace) \le \Pr(X > x) + \Pr(Y > y)",
    r"\Pr(X = x, Y = y) \le \Pr(X = x)",
    r"\Pr(A \cap B) \le \Pr(A)",
    r"\Pr(A \cup B) \ge \Pr(A)",
    r"\Pr(A \cap B) \ge \Pr(A) + \Pr(B) - 1",
    r"\Pr(A) = \Pr(A \mid B) \Pr(B) + \Pr(A \mid B^c) \Pr(B^c)",
    r"\Pr(A) = \Pr(A \mid \bar B) \Pr(\bar B) + \Pr(B) \Pr(A \mid B)",
    r"\Pr(A) \le \Pr(A \mid B) \Pr(B) + \Pr(B^c)",
    r"\Pr(A \setminus B) = \Pr(A) - \Pr(A \cap B)",
    r"\Pr(A) = \Pr(A \cap B) + \Pr(A \setminus B)",
    r"\Pr(A \setminus B) \le \Pr(B^c)",
]
FAIL = [
    r"\Pr(A) = \Pr(A \mid B) \Pr(B) + \Pr(A \mid B^c) \Pr(B)",
    r"\Pr(A) = \Pr(A \mid B) + \Pr(A \mid B^c)",
    r"\Pr(A) = \Pr(A \mid B) \Pr(B^c) + \Pr(A \mid B^c) \Pr(B)",
    r"\Pr(A \setminus B) = \Pr(A) - \Pr(B)",
    r"\Pr(A \setminus B) = \Pr(B \setminus A)",
    r"\Pr(A \setminus B) \ge \Pr(A)",
    r"\Pr(A \cap B) = \Pr[(A \cap B) \cup (A \cap B^c)]",
    r"1 - \Pr(X \le x, Y \le y) = \Pr(\{X > x\} \cap \{Y > y\})",
    r"\Pr(A \cap B) \le \Pr(A)^2",
    r"\Pr(A \cap B) \ge \Pr(A)",
    r"\Pr(A \cup B) \le \Pr(A)",
    r"\Pr(X = x) \le \Pr(X = x, Y = y)",
    r"\Pr(A \cap B) \ge \Pr(A) + \Pr(B)",
    r"\Pr(\{1, 2\} \mid A) \le \Pr(\{1\} \mid A)",
    r"\Pr(\{A, B\} \cup \{C\}) \le \Pr(A) + \Pr(C)",
    r"\Pr(\{A, B\}) = \Pr(A \cap B)",
]


def kind_of(tmp_path, line, formula):
    file = tmp_path / "notes.tex"
    file.write_text(f"{line}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind is not VerdictKind.PROVED or not row.judgement.says_nothing, row_text(row)
    return row.kind


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", HOLD)
def test_a_row_about_joined_events_is_proved(tmp_path, formula):
    assert kind_of(tmp_path, EVENTS, formula) is VerdictKind.PROVED


@pytest.mark.few(2)
@pytest.mark.parametrize("formula", FAIL)
def test_a_false_row_about_joined_events_is_not_proved(tmp_path, formula):
    assert kind_of(tmp_path, EVENTS, formula) is VerdictKind.UNKNOWN


def test_an_event_is_certain_only_where_it_is_called_the_sample_space(tmp_path):
    line = r"Let $\Omega$ be an event in the sample space $S$."
    assert kind_of(tmp_path, line, r"1 = \Pr(\Omega)") is VerdictKind.UNKNOWN
    assert kind_of(tmp_path, line, r"1 = \Pr(S)") is VerdictKind.PROVED


def test_densities_are_no_probabilities_of_events(tmp_path):
    formula = r"P(X, Y \mid Z) \le P(X \mid Z)"
    assert kind_of(tmp_path, "Densities of random variables.", formula) is VerdictKind.UNKNOWN
    formula = r"P(X = x, Y = y) \le P(X = x)"
    assert kind_of(tmp_path, "Densities of random variables.", formula) is VerdictKind.UNKNOWN
