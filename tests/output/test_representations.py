"""What a notebook shows of a record: short as text, whole as HTML, no markup of a stranger."""

from fractions import Fraction
from html.parser import HTMLParser

import pytest

import boundcalc
from boundcalc.finite import Channel, Distribution, JointDistribution
from boundcalc.finite.testing import run
from boundcalc.library import load_library
from boundcalc.output.latex_answers import ranking_latex
from boundcalc.solving.inversions import inversions
from boundcalc.tables.regions import find_region
from boundcalc.tested import find_statements
from tests.asking import compare

NOTES = r"""<!-- %! declare x in [0, 1/2] -->
$$ e^{2x} \le 1 + 2x + 4x^2 $$
$$ e^{2x} \le 1 + 2x $$
"""
HOSTILE = "<script>alert(1)</script>"


def record(id):
    return boundcalc.theorem(id).record


def checked(folder):
    path = folder / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    return boundcalc.check(path, jobs=1)


def compared():
    given = {"tau": Fraction(1, 10), "beta": Fraction(1, 20), "B": Fraction(10)}
    theorems = load_library().theorems
    return compare(theorems, "n", given, "m", [Fraction(10), Fraction(10**6)])


def region():
    given = {"tau": "0.6", "beta": "0.05", "delta": "1e-9"}
    sides = ("n", (100, 10**6), "epsilon", ("0.01", "0.2"))
    return find_region(record("lecture-18/thm-0.2"), *sides, given, depth=3)


SHOWN = {
    "theorem": (lambda _: record("lecture-18/thm-0.2"), "<Theorem lecture-18/thm-0.2", None),
    "report on notes": (checked, "<Report on 1 documents: 1 PROVED, 1 REFUTED>", "REFUTED"),
    "comparison": (lambda _: compared(), "<Comparison of n(tau=0.1", "counting/reusable-holdout"),
    "tested statement": (
        lambda _: run(find_statements("lecture-12/claim-0.2")[0], instances=5),
        "<TestReport REFUTED lecture-12/claim-0.2",
        "total variation",
    ),
    "table": (
        lambda _: boundcalc.table(
            "n", theorem="adaptive-queries/hoeffding", tau=["0.1", "0.2"], beta="0.05"
        ),
        "<Table n by adaptive-queries/hoeffding, 2 cells",
        "185",
    ),
    "region": (lambda _: region(), "<Region of lecture-18/thm-0.2 in n and epsilon: ", None),
    "law": (lambda _: Distribution.uniform("ab"), "Distribution(", "1/2"),
    "joint law": (lambda _: JointDistribution.from_weights([[1, 0], [1, 2]]), "Joint", "1/4"),
    "channel": (
        lambda _: Channel((0, 1), (HOSTILE, 1), (("3/4", "1/4"), ("1/4", "3/4"))),
        "Channel(",
        "&lt;script&gt;",
    ),
}


class Balance(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert tag != "script"
        self.open += [tag] if tag not in ("br", "hr", "mspace") else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.few(9, without="comparison")
@pytest.mark.parametrize("name", SHOWN)
def test_a_record_shows_itself(name, tmp_path):
    make, text, html = SHOWN[name]
    shown = make(tmp_path)

    assert repr(shown).startswith(text)
    assert len(repr(shown)) < 300
    if html is not None:
        assert html in shown._repr_html_()
        Balance(shown._repr_html_())


def test_formulas_show_themselves_as_latex():
    verdict = boundcalc.prove(r"e^{2x} \le 1 + 2x", where="x in (0, 1/2]")
    (inversion, *_) = inversions(record("lecture-18/thm-0.2"))

    assert r"\text{REFUTED: }" in verdict._repr_latex_()
    assert r"\text{fails at } x = " in verdict._repr_latex_()
    assert record("lecture-18/thm-0.2")._repr_latex_().startswith("$")
    assert r"n \ge \frac{12}{\varepsilon^{2}}" in inversion._repr_latex_()
    assert r"\begin{tabular}" in boundcalc.sheet("gamma", alpha=["0.05", "0.1"], m=1)._repr_latex_()


def test_a_report_is_a_card_in_a_terminal(tmp_path):
    text = str(checked(tmp_path))

    assert text.startswith("1 PROVED, 1 REFUTED")
    assert "fails at x" in text


@pytest.mark.slow
def test_a_table_in_latex_says_which_rows_are_sharpened():
    ranking = boundcalc.solve("n", tau="0.1", beta="0.05", k=1000)
    lines = ranking_latex(ranking, is_full=True).splitlines()
    marked = {line.split(" & ")[-1]: ", sharpened here after " in line for line in lines}

    assert marked["$53573$ \\\\"] is True
    assert marked["$578437$ \\\\"] is False
