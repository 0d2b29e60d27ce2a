"""A verdict says which premises of the document it needs, and a row that says nothing is told."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.language.expressions import Symbol
from boundcalc.notes.check import CheckedDocument, Report, check_document
from boundcalc.notes.errata import Survival, errata
from boundcalc.obligations.deciding import Decider
from boundcalc.obligations.obligations import Obligation
from boundcalc.reports.errata import errata_markdown
from boundcalc.reports.html import report_html
from boundcalc.reports.rows import report_text, row_text
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider(5.0)
HEAD = "%! declare p, q, x probability\n%! declare n integer >= 1\n"


def checked(body: str) -> CheckedDocument:
    document = check_document(read_source(HEAD + body, "notes"), {}, DECIDER.examine)
    assert not document.errors, document.errors[0]
    return document


def premises(body: str) -> list[list[str]]:
    return [[item.text for item in row.judgement.premises] for row in checked(body).rows]


def test_only_the_assumptions_that_a_proof_needs_are_premises() -> None:
    body = "%! assume p \\le q/2\n%! assume q \\le x\n"
    assert premises(body + r"\[ p \le q \] \[ p \le x \] \[ p \le 1 \]") == [
        ["p <= q / 2"],
        ["p <= q / 2", "q <= x"],
        [],
    ]


def test_a_row_from_definitions_names_only_the_assumptions_that_it_needs() -> None:
    body = "%! random X in [0, 1]\n%! assume \\mathbb{E}[X] \\le 1/4\n%! assume p \\le q\n"
    rows = r"\[ x \Pr[X \ge x] \le 1/4 \] \[ x \Pr[X \ge x] \le \mathbb{E}[X] \]"
    assert premises(body + rows) == [[r"\mathbb{E}[X] <= 1 / 4"], []]


@pytest.mark.slow
def test_each_value_that_a_proof_puts_in_is_a_premise() -> None:
    body = "%! declare a, b, c positive\n%! assume b = \\sqrt{a+1}\n%! assume c = b e^{a}\n"
    assert premises(body + r"\[ c = \sqrt{a+1} e^a \]") == [
        ["b = sqrt(a + 1)", "c = b * e^a"],
    ]
    body = "%! declare a, b, c positive\n%! assume b = \\sqrt{2}\n%! assume c \\le b^2 a\n"
    assert premises(body + r"\[ c \le 2a \]") == [["b = sqrt(2)", "c <= b^2 * a"]]


def test_a_premise_is_carried_on_by_rows() -> None:
    body = "%! assume p \\le q/2\n"
    assert premises(body + "\\[ p \\le q \\] %! label: a\n\\[ p^2 \\le q \\] %! by: row a\n") == [
        ["p <= q / 2"],
        ["p <= q / 2"],
    ]


def test_what_stands_before_an_implication_is_a_premise_unless_it_is_proved() -> None:
    assert premises(r"\[ p \le q/2 \implies p \le q \]") == [[], ["p <= q / 2"]]
    assert premises(r"\[ p \le 1 \implies p^2 \le 1 \]") == [[], []]


def test_a_citation_before_an_implication_is_a_premise() -> None:
    body = "\\[ \\Pr[A] \\le p \\] %! by: cite book\n"
    (row,) = checked(r"\[ \Pr[A] \le p/2 \implies \Pr[A] \le p \]").rows[1:]
    assert row.judgement.rests_on == (r"the premise \Pr[A] <= p / 2 (line 3)",)
    assert premises(body)


@pytest.mark.parametrize(
    ("let", "row", "is_claim"),
    [
        (r"\Pr[A] = p/2", r"\Pr[A] \le p", True),
        (r"\mathbb{E}[X] = p", r"\mathbb{E}[X] \le 1", True),  # any real number may be one
        (r"\Pr[A] = p", r"\Pr[A] \le 1", False),  # only a name for it
        (r"\log(2/n) = p", r"\log(2/n) \ge 0", True),  # false for n = 3
        (r"f(x) = p/2", r"f(x) \le p", False),  # a definition
        (r"a = p/2", r"a \le p", False),
        (r"a = \Pr[A] / 2", r"a \le \Pr[A]", False),
        (r"\int_0^1 g(z) dz = p", r"\int_0^1 g(z) dz \le 1", True),
    ],
)
def test_an_abbreviation_that_claims_something_is_a_premise(
    let: str, row: str, is_claim: bool
) -> None:
    (found,) = premises(f"%! let {let}\n\\[ {row} \\]")
    assert bool(found) is is_claim


def test_two_probabilities_under_one_letter_are_a_premise() -> None:
    body = "%! let \\Pr[A] = p\n%! let \\Pr[B] = p\n"
    (found,) = premises(body + r"\[ \Pr[A] \le \Pr[B] \]")
    assert found == [r"\Pr[A] = p", r"\Pr[B] = p"]


def test_an_abbreviation_inside_of_another_counts() -> None:
    body = "%! let \\Pr[A] = p/2\n%! let a = 2\\Pr[A]\n"
    assert premises(body + r"\[ a \le 1 \]") == [[r"\Pr[A] = p / 2"]]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("%! let \\Pr[A] = p/2\n\\[ \\Pr[A] = p/2 \\]", "both sides are the same"),
        ("%! assume p \\le q\n\\[ q \\ge p \\]", "it restates the assumption of line 3"),
        ("%! assume p < q\n\\[ p \\le q \\]", "it restates the assumption of line 3"),
        ("\\[ p \\le q \\quad\\text{if } p \\le q \\]", "it restates its condition"),
        ("\\[ p \\le 1 \\]", ""),
    ],
)
def test_a_row_that_says_nothing_is_told(body: str, why: str) -> None:
    (row,) = checked(body).rows
    assert row.judgement.says_nothing == why


def test_a_report_shows_domains_and_premises() -> None:
    document = checked("%! assume p \\le q/2\n\\[ p \\le q \\quad\\text{if } n \\ge 2 \\]")
    report = Report(documents=(document,))

    assert row_text(document.rows[0]).splitlines() == [
        "    4  PROVED   p ≤ q  (given premises)",
        "                for n integer >= 1, p in [0, 1], q in [0, 1]",
        "                if n ≥ 2",
        "                given p ≤ q / 2 (line 3)",
    ]
    assert "1 row is proved given premises of the document" in report_text(report)
    (row,) = report.to_dict()["rows"]
    assert row["verdict"] == "PROVED"
    assert row["rests_on"] == ["the premise p <= q / 2 (line 3)"]
    assert row["domains"] == {"n": "the integers >= 1", "p": "[0, 1]", "q": "[0, 1]"}
    assert row["premises"] == [{"how": "assumed", "relation": "p <= q / 2", "line": 3}]
    html = report_html(report)
    for part in ("PROVED given premises", "For n integer &gt;= 1", "Given p ≤ q / 2 (line 3)"):
        assert part in html


def test_the_domain_of_what_a_probability_speaks_of_is_shown() -> None:
    document = check_document(
        read_source("%! declare t in [5, 6]\n\\[ \\Pr[X > t] \\le 1 \\]", "notes"),
        {},
        DECIDER.examine,
    )
    assert row_text(document.rows[0]).splitlines() == [
        "    2  PROVED   \\Pr[X>t] ≤ 1",
        "                for t in [5, 6]",
    ]


def test_errata_say_what_a_correction_is_given_and_whether_it_says_anything(tmp_path) -> None:
    path = tmp_path / "lecture.md"
    path.write_text(
        "<!-- %! begin lecture/one\n%! declare p, q probability -->\n"
        "$$ p \\le q $$ <!-- %! label: conclusion -->\n<!-- %! end -->\n\n"
        "<!-- %! begin lecture/one.corrected\n%! declare p, q probability\n"
        "%! assume p \\le q/2 -->\n"
        "$$ p \\le q $$ <!-- %! label: conclusion -->\n<!-- %! end -->\n\n"
        "<!-- %! begin lecture/two\n%! declare p, q probability -->\n"
        "$$ p \\le q $$ <!-- %! label: conclusion -->\n<!-- %! end -->\n\n"
        "<!-- %! begin lecture/two.corrected\n%! declare p, q probability\n"
        "%! assume p \\le q -->\n"
        "$$ p \\le q $$ <!-- %! label: conclusion -->\n<!-- %! end -->\n",
        encoding="utf-8",
    )
    found = errata(check(path, jobs=1))
    assert [erratum.survival for erratum in found] == [Survival.HOLDS, Survival.UNPROVED]
    page = errata_markdown(found, ())
    assert r"**The conclusion survives as printed**, given $p \le \frac{q}{2}$." in page
    assert r"(PROVED given $p \le \frac{q}{2}$)" in page
    assert "PROVED, but it says nothing" in page


@pytest.mark.slow
def test_an_irrational_value_is_no_contradiction() -> None:
    assumed = "%! declare c real\n%! declare a, b in (0, 1)\n%! assume c = a^2 + e^b\n"
    (row,) = checked(f"{assumed}\\[ c \\ge 1 \\]").rows

    assert row.kind.value == "PROVED"
    assert [item.how for item in row.judgement.premises] == ["assumed"]


def test_a_value_outside_of_its_domain_proves_nothing() -> None:
    assumed = "%! declare c in (0, 1)\n%! assume c = e^2\n"
    document = check_document(
        read_source(f"{HEAD}{assumed}\\[ c \\ge 2 \\]", "notes"), {}, DECIDER.examine
    )

    assert [row.kind.value for row in document.rows] == ["UNKNOWN"]
    assert document.errors


def test_a_value_without_a_meaning_refutes_nothing() -> None:
    assumed = "%! declare c, b real\n%! assume c = \\ln(b)\n"
    (row,) = checked(f"{assumed}\\[ c \\le c + 1 \\]").rows

    assert row.kind.value in ("PROVED", "UNKNOWN")


def test_bounds_on_single_symbols_stand_in_the_first_goal_with_the_facts() -> None:
    u, v, w = Symbol("u"), Symbol("v"), Symbol("w")
    fact = w <= 1 / u
    obligation = Obligation(
        conclusion=v <= 1 / u, assumptions=(u > 0, v <= w, u + w <= 3), facts=(fact,)
    )

    assert obligation.goals[0].assumptions == (u > 0, fact)
    assert Obligation(conclusion=v <= 1 / u, assumptions=(u > 0,)).goals[0].assumptions == ()


@pytest.mark.parametrize(
    "text",
    [
        "Assume $x = 3$. Then $$ x^2 \\le x. $$",
        "Then $$ x^2 \\le x, \\qquad x \\ge 3. $$",
        "Then $$ x^2 \\le x \\quad \\text{for } x < 0. $$",
    ],
)
def test_a_row_is_open_that_is_given_what_the_domain_excludes(tmp_path, text):
    (tmp_path / "notes.md").write_text(f"Let $x \\in [0, 1]$. {text}\n", encoding="utf-8")
    (row,) = check(tmp_path / "notes.md", jobs=1).rows

    assert row.kind is VerdictKind.UNKNOWN
    assert "which its domain excludes" in row.judgement.reason


@pytest.mark.parametrize("given", ["x \\ge 1", "x = 1", "x \\le 0", "x > 0"])
def test_an_end_of_the_domain_may_be_given(tmp_path, given):
    text = f"Let $x \\in [0, 1]$. Then $$ x^2 \\le x, \\qquad {given}. $$\n"
    (tmp_path / "notes.md").write_text(text, encoding="utf-8")
    (row,) = check(tmp_path / "notes.md", jobs=1).rows

    assert row.kind is VerdictKind.PROVED
