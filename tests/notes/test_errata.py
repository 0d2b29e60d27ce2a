"""Errata: generated from the verdicts of rows, with what replaces them."""

import json
from fractions import Fraction

import pytest

from boundcalc.cli import main
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.notes.errata import Survival, errata
from boundcalc.reports.errata import errata_json, errata_markdown

pytestmark = pytest.mark.usefixtures("in_this_process")

DOCUMENT = r"""# A lecture

<!-- %! begin lecture/growth
%! declare x in [0, 1] -->
$$ e^x \le 1 + x $$ <!-- %! label: line -->
$$ e^x \le 2 + x $$ <!-- %! label: conclusion
%! expect: proved -->
<!-- %! end -->

<!-- %! begin lecture/growth.corrected
%! declare x in [0, 1] -->
The line is a *tangent*,
which lies below.

$$ e^x \le 1 + 2x $$ <!-- %! label: line -->
$$ e^x \le 2 + x $$ <!-- %! label: conclusion -->
<!-- %! end -->

<!-- %! begin lecture/square
%! declare y real -->
$$ y^2 \ge y $$ <!-- %! label: conclusion -->
<!-- %! end -->

<!-- %! begin lecture/square.corrected
%! declare y real -->
$$ y^2 \ge 2y - 1 $$ <!-- %! label: conclusion -->
<!-- %! end -->

<!-- %! begin lecture/alone
%! declare z positive -->
$$ z \ge 1 $$
<!-- %! end -->
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "lecture.md"
    path.write_text(DOCUMENT, encoding="utf-8")
    return errata(check(path, jobs=1))


@pytest.mark.slow
def test_every_refuted_row_is_an_erratum_with_an_exact_point(found):
    assert [erratum.item for erratum in found] == [
        "lecture/growth",
        "lecture/square",
        "lecture/alone",
    ]
    for erratum in found:
        assert erratum.row.kind is VerdictKind.REFUTED
        assert all(isinstance(value, Fraction) for value in erratum.counterexample.values())


def test_a_row_is_replaced_by_the_row_with_its_label(found):
    (instead,) = found[0].replaced_by

    assert str(instead.step.row.relation) == "e^x <= 1 + 2 * x"
    assert instead.kind is VerdictKind.PROVED


def test_a_conclusion_survives_changes_or_is_open(found):
    assert [erratum.survival for erratum in found] == [
        Survival.HOLDS,
        Survival.CHANGES,
        Survival.OPEN,
    ]


def test_the_opening_paragraph_of_the_correction_explains(found):
    assert found[0].explanation == "The line is a *tangent*, which lies below."
    assert found[1].explanation == ""


def test_the_page_shows_what_is_printed_where_it_fails_and_what_holds(found):
    page = errata_markdown(found, ())

    growth = page.partition("### lecture/growth\n")[2].partition("\n### ")[0]
    for part in (
        "**The conclusion survives as printed**.",
        r"- Row `line`: $e^x \le 1 + x$.",
        "REFUTED at $x = 1$: the left side is 2.71828182845905, the right side 2.00000000000000.",
        r"Instead: $e^x \le 1 + 2x$ (PROVED).",
        "lecture.md`, line 5",
    ):
        assert growth.count(part) == 1
    changed = r"**The conclusion changes** to $y^2 \ge 2y - 1$ (PROVED)."
    assert page.count(changed) == 1
    assert changed not in growth


def test_the_page_names_no_atom_of_a_row_that_needs_an_argument(tmp_path):
    path = tmp_path / "lecture.md"
    path.write_text(
        "<!-- %! begin lecture/tail -->\n"
        r"$$ \Pr[A] \le \frac{1}{2} $$ <!-- %! label: tail %! expect: unknown -->"
        "\n<!-- %! end -->\n",
        encoding="utf-8",
    )

    page = errata_markdown(errata(check(path, jobs=1)), ())

    assert "UNKNOWN: needs an argument about its probabilities" in page
    assert "\\\\Pr" not in page


def test_the_page_spells_an_atom_of_an_assumption_as_it_is_printed(tmp_path):
    path = tmp_path / "lecture.md"
    path.write_text(
        "<!-- %! begin lecture/product\n%! declare p, q probability\n"
        r"%! assume \Pr[A \notin G_{i}(t)] \le p"
        "\n-->\n$$ p \\le q $$ <!-- %! label: product %! expect: refuted\n%! end -->\n",
        encoding="utf-8",
    )

    page = errata_markdown(errata(check(path, jobs=1)), ())

    assert r"$\Pr[A\notin G_{i}(t)] = " in page
    assert "_{{" not in page


def test_json_says_the_same(found):
    data = json.loads(json.dumps(errata_json(found)))["errata"]

    assert [entry["survives"] for entry in data] == [True, False, False]
    assert data[0]["printed"]["verdict"] == "REFUTED"
    assert data[0]["replaced_by"][0]["verdict"] == "PROVED"


def test_a_conclusion_that_is_not_proved_does_not_survive(tmp_path):
    path = tmp_path / "lecture.md"
    path.write_text(
        DOCUMENT.replace(r"$$ e^x \le 2 + x $$", r"$$ e^x \le 1 + x $$"), encoding="utf-8"
    )

    survivals = {erratum.item: erratum.survival for erratum in errata(check(path, jobs=1))}

    assert survivals["lecture/growth"] is Survival.UNPROVED


def test_the_command_prints_markdown_and_json(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("boundcalc.commands.errata.note_files", list)

    assert main(["errata"]) == 0
    assert capsys.readouterr().out.startswith("# Errata")
    assert main(["errata", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"errata": []}


ABBREVIATED = r"""
<!-- %! begin lecture/gap
%! declare p, q in [0, 1]
%! let \Pr[A] = p -->
$$
\begin{aligned}
q &\le 1 \\ \Rightarrow \Pr[A] &\le q \quad \text{if } p \le 1/2 %! label: conclusion
\end{aligned}
$$
<!-- %! end -->

<!-- %! begin lecture/gap.corrected
%! declare p, q in [0, 1]
%! let \Pr[A] = p -->
$$
\Pr[A] \le q \quad \text{if } p \le q^2 %! label: conclusion
$$
<!-- %! end -->
"""


def test_an_erratum_shows_the_print_its_meaning_its_premises_and_its_conditions(tmp_path):
    path = tmp_path / "lecture.md"
    path.write_text(ABBREVIATED, encoding="utf-8")

    found = errata(check(path, jobs=1))
    page = errata_markdown(found, ())

    assert r"$q \le 1$ implies $\Pr[A] \le q$, that is, $p \le q$, for $p \le \frac{1}{2}$" in page
    assert found[0].survival is Survival.CHANGES
    assert r"changes** to $\Pr[A] \le q$ for $p \le q^{2}$ (PROVED)" in page
