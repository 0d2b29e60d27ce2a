r"""Relations with something above their sign: a definition, a reason, or another meaning."""

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.tex.files import read_source

READ = {
    r"f(a) \overset{def}{=} a^2 + b": (["f(a) = a^2 + b"], 0),
    r"a \overset{i.i.d.}{=} b": ([], 1),  # in law
    r"a + b \overset{Jensen}{\ge} 2": (["a + b >= 2"], 0),
    r"a \overset{d}{=} b": ([], 1),
    r"a + b \ge 2, \quad a \overset{d}{=} b": (["a + b >= 2"], 1),
    r"a \overset{d}{=} b, \quad a + b \overset{P}{\le} a + 1": ([], 2),
    r"a + b \ge 2, \quad \exists x: a \overset{(1)}{=} x": ([], 2),
}


@pytest.mark.parametrize("formula", READ)
def test_what_is_above_a_sign_loses_no_relation(formula):
    found = read_document(read_source(rf"Let $a, b > 0$. We have \[ {formula}. \]"))
    rows, unread = READ[formula]

    assert [str(step.row.relation) for step in found.steps] == rows
    assert found.relations_unread == unread


COLUMNS = {
    r"x^2 &\ge 0 & \text{equality iff $x = 0$}": (["x^2 >= 0"], 0),
    r"x^2 + 1 &\ge 2x & \text{with equality if and only if $x = 1$}": (["x^2 + 1 >= 2 * x"], 0),
    r"x^2 + 1 &> 2x & \text{equality iff $x = 1$}": ([], 2),
    r"x^2 &= 0 & \text{equality iff $x = 0$}": ([], 2),
    r"x^2 &\ge x & \text{equality iff $x = 0$, for $x > 1$}": ([], 3),
    r"x^2 &\ge x & \text{equality iff $x = 0$; valid for $x > 1$}": ([], 3),
    r"x^2 &\ge 0 & \text{iff $x = 0$}": ([], 2),
    r"x^2 &\ge 0 & \text{$x$ never negative}": ([], 1),
    r"x^2 &\ge y & \text{$y$ small}": (["x^2 >= y"], 0),
}


@pytest.mark.parametrize("row", COLUMNS)
def test_what_stands_in_a_column_behind_a_bound(row):
    text = rf"Let $x, y$ be real. We have \begin{{align*}} {row} \end{{align*}}"
    found = read_document(read_source(text))
    rows, unread = COLUMNS[row]

    assert [str(step.row.relation) for step in found.steps] == rows
    assert found.relations_unread == unread


def test_words_in_a_column_may_be_a_condition():
    text = r"Let $x, y$ be real. \begin{align*} x^2 &\ge y & \text{$y$ small} \end{align*}"
    (step,) = read_document(read_source(text)).steps
    assert step.row.hidden == (r"\text{$y$ small",)
