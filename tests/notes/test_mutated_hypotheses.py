"""A row that is derived from definitions is not PROVED when what it needs is changed, and says why.

Each case takes the declarations of a derivation of the library and one row of it, and changes one
hypothesis or one formula.
"""

import re
from pathlib import Path

import pytest

from boundcalc.document_checker import check
from tests.documents import ROOT

pytestmark = pytest.mark.usefixtures("in_this_process")

TRANSFER = "lecture-18/thm-0.2.definitions"
CHOICE = "lecture-18/lem-0.4"
COPIES = "lecture-18/claim-0.3.copies"
HOEFFDING = "concentration/hoeffding.definitions"
COLUMNS = "concentration/claim-2.4"
APPROXIMATE = "adaptive-queries/thm-2.4.definitions"
NOISES = "adaptive-queries/lem-3.2.1"
LOSSES = "adaptive-queries/lem-3.2.2.definitions"
MARTINGALE = "adaptive-queries/thm-2.3.definitions"

HYPOTHESES = [
    # the records, and the independence of the datasets
    (TRANSFER, "below", "records, iid from D", "records from D", "could not be read"),
    (TRANSFER, "above", "records, iid from D", "records from D", "could not be read"),
    (CHOICE, "record", "iid from D", "from D", "could not be read"),
    (COPIES, "some", "in [-1, 1], iid", "in [-1, 1]", "It fails for S_1 = "),
    (HOEFFDING, "product", "in [0, 1], iid", "in [0, 1]", "It fails for X_1 = "),
    (COLUMNS, "rows", "iid from D", "from D", "could not be read"),
    # privacy, and what the queries are chosen from
    (TRANSFER, "below", r"\mathcal{M}(x_t)", r"\mathcal{M}(x)", "could not be read"),
    (TRANSFER, "below", r"\pm q_1, \ldots, \pm q_T", r"q_1, \ldots, q_T", "could not be read"),
    (
        TRANSFER,
        "below",
        r"mechanism(\varepsilon)",
        r"mechanism(-\varepsilon)",
        "no point satisfies",
    ),
    (TRANSFER, "above", r"mechanism(\varepsilon)", r"mechanism(2\varepsilon)", "privacy"),
    (CHOICE, "record", r"(\varepsilon, \delta)", r"(2\varepsilon, \delta)", "privacy"),
    (COLUMNS, "rows", r"(\eta, 0)", r"(\eta, \frac{1}{2})", ""),
    # the values of the queries, and of the variables
    (TRANSFER, "below", "q_t query in [0, 1]", "q_t query in [-1, 1]", "values from 0 to 1"),
    (TRANSFER, "above", "q_t query in [0, 1]", "q_t query in [0, 2]", "values from 0 to 1"),
    (CHOICE, "record", "in [0, 1]", "in [0, 2]", "between 0 and 1"),
    (CHOICE, "record", "in [0, 1]", "in [-1, 1]", "It fails for"),
    (COLUMNS, "rows", "in [0, 1]", "in [0, 3]", "between 0 and 1"),
    (HOEFFDING, "chord", "in [0, 1], iid", "in [0, 2], iid", "It fails for"),
    (HOEFFDING, "chord", "in [0, 1], iid", "in [-1, 1], iid", "It fails for"),
    # signs and ranges of parameters
    (TRANSFER, "below", r"\varepsilon in (0, 1/8]", r"\varepsilon in [-1/8, 1/8]", "positive"),
    (TRANSFER, "above", r"\varepsilon in (0, 1/8]", r"\varepsilon in [-1/8, 1/8]", "positive"),
    (TRANSFER, "fact", r"\varepsilon in (0, 1/8]", r"\varepsilon in (0, 1]", "enclosed apart"),
    (TRANSFER, "two", r"\frac{12}{m}", r"\frac{2}{m}", "enclosed apart"),
    (HOEFFDING, "markov", r"t, \lambda positive", r"t, \lambda real", "not proved by"),
    (COPIES, "some", r"\alpha positive", r"\alpha real", "alpha > 0 is not shown"),
    # what Theorem 2.4 asks for, and which noises Thresholdout adds
    (APPROXIMATE, "above", r"mechanism(\tau/4)", r"mechanism(\tau/2)", "privacy"),
    (APPROXIMATE, "below", r"mechanism(\tau/4)", r"mechanism(\tau/8)", ""),
    (APPROXIMATE, "below", "records, iid from D", "records from D", "could not be read"),
    (
        APPROXIMATE,
        "privacy",
        r"\varepsilon \le \tau/4",
        r"\varepsilon \le \tau/3",
        "enclosed apart",
    ),
    (APPROXIMATE, "records", r"\frac{48", r"\frac{24", ""),
    (NOISES, "losses", r"\frac{Q_b}{4\sigma}", r"\frac{Q_b}{2\sigma}", "not proved by"),
    (NOISES, "conclusion", r"[0, e^{\frac{2B}", r"[0, e^{\frac{3B}", "not proved by"),
    # the drift of losses, and how many there are
    (LOSSES, "moment", r"\lambda^2 x^2/2}", r"\lambda^2 x^2}", ""),
    (LOSSES, "moment", r"_{j=1}^{2B} L_j", r"_{j=1}^{3B} L_j", ""),
    (MARTINGALE, "moment", r"drift e^{3 L}", r"drift e^{2 L}", ""),
]
FORMULAS = [
    (TRANSFER, "above", r"T\delta", r"(T-1)\delta", "privacy"),
    (TRANSFER, "below", "c^T", "c^{T+1}", "not proved by"),
    (TRANSFER, "below", r"\ln(2T)", r"\ln(T)", "It fails for"),
    (TRANSFER, "above", r"e^{2\varepsilon}", r"e^{\varepsilon}", "privacy"),
    (TRANSFER, "above", r"G &\leq", r"G &\geq", "It fails for"),
    (TRANSFER, "below", r"{\varepsilon m}", r"{\varepsilon (m+1)}", "not proved by"),
    (TRANSFER, "above", r"\sum_{j=1}^m \mathbb", r"\sum_{j=1}^{m+1} \mathbb", "second index"),
    (TRANSFER, "failure", r"\frac{\delta}{p}", r"\frac{\delta}{2p}", ""),
    (TRANSFER, "copies", r"\frac{1}{p}", "p", ""),
    (CHOICE, "record", r"+ \delta", r"+ \frac{\delta}{2}", ""),
    (CHOICE, "record", r"e^\varepsilon", r"e^{\varepsilon/2}", ""),
    (CHOICE, "sums", r"\frac{1}{m}", r"\frac{1}{m-1}", ""),
    (CHOICE, "fresh", "q^*(z)", "q^*(x_{s,j})", ""),
    (COPIES, "some", ")^T", ")^{T-1}", "It fails for"),
    (HOEFFDING, "product", "]^n", "]^{n-1}", "It fails for"),
    (HOEFFDING, "convex", r"\lambda^2/8", r"\lambda^2/9", "It fails for"),
    (HOEFFDING, "chord", r"+ \mu e", r"- \mu e", "It fails for"),
    (HOEFFDING, "markov", r"e^{-\lambda n", r"e^{-2\lambda n", "It fails for"),
    (HOEFFDING, "union", r"n(\mu - t)", r"n(\mu - 2t)", ""),
    (COLUMNS, "rows", r"e^\eta", r"e^{\eta/2}", ""),
    (APPROXIMATE, "above", r"+ T\delta", r"+ (T-1)\delta", "privacy"),
    (APPROXIMATE, "fact", r"\frac{13}{20}", r"\frac{12}{20}", "enclosed apart"),
    (APPROXIMATE, "slack", r"{64}", r"{6400}", "enclosed apart"),
    (NOISES, "kept", r"u + \frac{1}{n}", r"u - \frac{1}{n}", "enclosed apart"),
    (NOISES, "released", r"v - \frac{2}{n}", r"v - \frac{1}{n}", "compared exactly"),
    (NOISES, "losses", r"\frac{2B}", r"\frac{B}", "not proved by"),
    (LOSSES, "moment", r"e^{2B (", r"e^{B (", ""),
    (LOSSES, "split", r"\le e^k", r"\le e^{k/2}", ""),
    (MARTINGALE, "moment", r"{3 n", r"{2 n", ""),
    (MARTINGALE, "split", r"\le e^k \mathbb{E}[I]", r"\le \mathbb{E}[I]", ""),
]
CONCLUSIONS = [
    (LOSSES, r"\sqrt{32}", r"\sqrt{8}"),
    (LOSSES, r"+ \delta", r"+ \frac{\delta}{2}"),
    (LOSSES, r"\lambda r \le s", r"\lambda r \le 2s"),
    (LOSSES, r"\nu \le \frac{x^2}{2}", r"\nu \le 2x^2"),
    (LOSSES, r"B x^2} \le \delta", r"B x^2} \le 2\delta"),
    (MARTINGALE, r"3 \sqrt{b}", r"\sqrt{b}"),
    (MARTINGALE, r"3 \sqrt{b}", "3 b"),
    (MARTINGALE, r"\mathbb{E}[I] \le b", r"\mathbb{E}[I] \le 3b"),
    (MARTINGALE, r"n \varepsilon^2 \le k", r"n \varepsilon^2 \le 2k"),
]


def one_row(name: str, label: str) -> str:
    """Return a document of the declarations of a derivation, and one row of it."""
    text = (ROOT / f"theorems/notes/{name.split('/')[0]}.md").read_text()
    head = re.search(r"<!--\n%! log: .*?-->", text, re.DOTALL)
    assert head is not None
    start = re.search(rf"<!-- %! begin {re.escape(name)}\s", text)
    assert start is not None
    block = text[start.start() :]
    place = block.index(f"%! label: {label}\n")
    row = block[block.rindex("\n", 0, place) : place].replace(r"\\", "").replace("%! by", "% by")
    before = "\n".join(re.findall(r"<!--.*?-->", block[:place], re.DOTALL))
    shown = f"$$\n\\begin{{aligned}}{row}\n\\end{{aligned}}\n$$"
    return "\n".join([head[0], before, shown, "<!-- %! end -->", ""])


def judged(path: Path, text: str) -> tuple[str, str]:
    """Return the verdict of the only row of a document, and all that is said of it."""
    document = path / "changed.md"
    document.write_text(text)
    report = check(document, jobs=1)
    (row,) = report.rows
    said = [row.judgement.reason, *(error.message for error in report.errors)]
    return row.kind.value, "; ".join(said)


@pytest.mark.parametrize(("name", "label"), sorted({case[:2] for case in (*HYPOTHESES, *FORMULAS)}))
@pytest.mark.few(1)
def test_a_row_is_proved_as_it_stands(name: str, label: str, tmp_path: Path) -> None:
    verdict, said = judged(tmp_path, one_row(name, label))

    assert verdict == "PROVED", said


@pytest.mark.parametrize(("name", "label", "old", "new", "reason"), [*HYPOTHESES, *FORMULAS])
@pytest.mark.few(1)
def test_a_changed_row_is_not_proved_and_says_why(
    name: str, label: str, old: str, new: str, reason: str, tmp_path: Path
) -> None:
    text = one_row(name, label)
    assert old in text

    verdict, said = judged(tmp_path, text.replace(old, new))

    assert verdict != "PROVED"
    assert reason in said


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for the rows that a change of the last one leaves as they are."""
    return tmp_path_factory.mktemp("kept")


def whole_block(name: str, old: str, new: str) -> str:
    """Return a document of one derivation, with the formulas of its last row changed."""
    text = (ROOT / f"theorems/notes/{name.split('/')[0]}.md").read_text()
    head = re.search(r"<!--\n%! log: .*?-->", text, re.DOTALL)
    block = re.search(rf"<!-- %! begin {re.escape(name)}\s.*?<!-- %! end -->", text, re.DOTALL)
    assert head is not None
    assert block is not None
    place = block[0].rindex("$$", 0, block[0].rindex("%! label: conclusion"))
    before, last = block[0][:place], block[0][place:]
    assert old in last
    return "\n".join([head[0], before + last.replace(old, new), ""])


@pytest.mark.slow
@pytest.mark.parametrize("name", [LOSSES, MARTINGALE])
def test_a_conclusion_is_proved_as_it_stands(name: str, kept: Path, tmp_path: Path) -> None:
    document = tmp_path / "same.md"
    document.write_text(whole_block(name, "", ""))

    assert {row.kind.value for row in check(document, jobs=1, cache=kept).rows} == {"PROVED"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), CONCLUSIONS)
def test_a_changed_conclusion_is_not_proved(
    name: str, old: str, new: str, kept: Path, tmp_path: Path
) -> None:
    document = tmp_path / "changed.md"
    document.write_text(whole_block(name, old, new))

    *before, last = (row.kind.value for row in check(document, jobs=1, cache=kept).rows)
    assert (set(before), last != "PROVED") == ({"PROVED"}, True)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "label"), [(TRANSFER, "above"), (CHOICE, "record")])
def test_an_independent_copy_of_the_records_need_not_be_declared(
    name: str, label: str, tmp_path: Path
) -> None:
    text = one_row(name, label)
    declared = text.replace("%! random z copy of x\n", "")

    assert declared != text
    assert judged(tmp_path, declared)[0] == "PROVED"
