"""What a sentence before a display names is its reason, also where a full stop leads on to it."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

SHOWN = r"\[ \rho(Q) \le \kappa(R). \]"
NAMED = {
    "We can use union-bound to write this probability as follows:": "union-bound",
    "Uniform convergence can be obtained by a simple union bound:": "union bound",
    "We can use Chernoff bounds to obtain the following.": "Chernoff bounds",
    "By Lemma 3, we obtain the following bound.": "Lemma 3",
    "A union bound over all $h$ gives": "union bound",
    "As was shown in [12],": "[12]",
}
UNNAMED = [
    "We can use union-bound. The rest is simple.",
    "By Lemma 3, this is small.",
    "By Lemma 3, the value is bounded as follows. We omit it.",
    "For all $t$ in [0, 1],",
    "For all $t$ in [0],",
    "Lemma 3 is proved by induction as follows.",
    "It is not known whether a union bound over all $h$ gives",
]


@pytest.mark.parametrize("words", NAMED)
def test_what_is_named_is_cited(tmp_path, words):
    row = last_row(tmp_path, words)
    assert (row.kind.value, row.judgement.reason) == (
        "CITED",
        f"cited: this document, {NAMED[words]}",
    )


@pytest.mark.parametrize("words", UNNAMED)
def test_what_is_not_named_for_it_is_not(tmp_path, words):
    assert last_row(tmp_path, words).kind.value == "UNKNOWN"


def last_row(tmp_path, words):
    file = tmp_path / "notes.tex"
    file.write_text(f"Let $H$ be a set.\n\n{words}\n{SHOWN}\n")
    return check(file, jobs=1).rows[-1]
