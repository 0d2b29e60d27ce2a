r"""Relations with something above their sign: a definition, a reason, or another meaning."""

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.tex.files import read_source

READ = {
    r"f(a) \overset{def}{=} a^2 + b": (["f(a) = a^2 + b"], 0),
    r"(a+b)^2 \overset{i.i.d.}{=} a^2 + 2ab + b^2": (["(a + b)^2 = a^2 + 2 * a * b + b^2"], 0),
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
