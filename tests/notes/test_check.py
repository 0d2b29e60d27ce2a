"""Documents get the verdicts that their rows deserve."""

from pathlib import Path

import pytest

from boundcalc.library import load_library
from boundcalc.notes.check import CheckedDocument, check_document
from boundcalc.notes.guide import guide
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

THEOREMS = {theorem.id: theorem for theorem in load_library().theorems}
DECIDER = Decider()
HEAD = "%! declare \\varepsilon, \\delta in (0, 1/8]\n%! declare n integer >= 1\n"


def checked(body: str, *, head: str = HEAD, is_markdown: bool = False) -> CheckedDocument:
    document = read_source(head + body, "notes", is_markdown=is_markdown)
    return check_document(document, THEOREMS, DECIDER.examine)


def verdicts(body: str, *, head: str = HEAD) -> list[str]:
    document = checked(body, head=head)
    assert not document.errors, document.errors[0]
    return [row.kind.value for row in document.rows]


def test_a_chain_has_a_verdict_for_each_relation() -> None:
    body = r"""
\begin{align*}
  4\varepsilon &\le 1/2 \\
               &< \varepsilon + 1/2 \\
               &= 1/2
\end{align*}
"""
    document = checked(body)

    assert [row.kind.value for row in document.rows] == ["PROVED", "PROVED", "REFUTED"]
    assert [row.step.line for row in document.rows] == [5, 6, 7]
    assert document.blocks == {"": document.rows[2].kind}


def test_an_assumption_and_a_condition_are_used() -> None:
    assert verdicts(
        "%! assume \\delta \\le \\varepsilon/16\n\\[ 16\\delta \\le \\varepsilon \\]"
    ) == ["PROVED"]
    assert verdicts("\\[ 16\\delta \\le \\varepsilon \\]") == ["REFUTED"]
    assert verdicts(
        "\\[ 16\\delta \\le \\varepsilon \\quad\\text{if } \\delta \\le \\varepsilon/20 \\]"
    ) == ["PROVED"]


def test_what_stands_before_an_implication_is_a_hypothesis() -> None:
    assert verdicts(r"\[ \varepsilon \ge 1/16 \implies \varepsilon^2 \ge 1/256 \]") == [
        "CITED",
        "PROVED",
    ]


def test_a_hypothesis_that_holds_for_nothing_is_no_claim_that_fails() -> None:
    assert verdicts(r"\[ \varepsilon \ge 1/2 \implies \varepsilon^2 \ge 1/4 \]") == [
        "UNKNOWN",
        "UNKNOWN",
    ]


def test_a_citation_is_cited_and_what_follows_from_it_is_no_more() -> None:
    assert verdicts(
        "\\[ \\Pr[X] \\le \\delta \\] %! by: cite book, Lemma 1 %! label: a\n"
        "\\[ \\Pr[X]^2 \\le \\delta^2 \\] %! by: row a\n"
        "\\[ \\Pr[X] \\le \\delta \\]\n"
        "\\[ \\Pr[X] \\le 1 \\]\n"
    ) == ["CITED", "CITED", "UNKNOWN", "PROVED"]


def test_a_reason_of_a_line_is_for_those_of_its_rows_that_need_it() -> None:
    line = r"\[ \Pr[X] \le \delta \le 1/8 \] %! by: "

    assert verdicts(line + "cite book, Lemma 1") == ["CITED", "PROVED"]
    assert verdicts(
        "\\[ \\Pr[X] \\le \\delta \\] %! by: cite book, Lemma 1 %! label: a\n" + line + "row a"
    ) == ["CITED", "CITED", "PROVED"]
    assert verdicts(r"\[ \delta \le 1/4 \] %! by: cite book, Lemma 1") == ["CITED"]


def test_a_theorem_that_fails_is_told_on_a_line_that_does_not_need_it() -> None:
    line = (
        r"\[ \varepsilon^2 \le \varepsilon \le 1/8 \] "
        r"%! by: theorem lecture-18/thm-0.2 with delta = \delta"
    )

    assert verdicts(line) == ["REFUTED", "REFUTED"]


def test_a_refuted_citation_is_refuted() -> None:
    assert verdicts("\\[ \\varepsilon \\ge 1 \\] %! by: cite book, Lemma 1") == ["REFUTED"]
    assert verdicts("\\[ \\Pr[X] \\ge 2 \\] %! by: cite book, Lemma 1") == ["REFUTED"]


def test_a_theorem_is_used_inside_its_hypotheses_only() -> None:
    inside = (
        "%! assume \\varepsilon \\ge \\sqrt{12/n}\n%! assume \\delta \\le \\varepsilon/16\n"
        "\\[ \\Pr[A] \\le 4\\delta/\\varepsilon + e^{-\\varepsilon^2 n/8} \\]"
        " %! by: theorem lecture-18/thm-0.2 with delta = \\delta\n"
    )
    outside = "\\[ \\Pr[A] \\le 1/2 \\] %! by: theorem lecture-18/thm-0.2"

    assert verdicts(inside) == ["CITED"]
    assert verdicts(outside) == ["REFUTED"]


def test_contradictory_assumptions_are_an_error() -> None:
    document = checked("%! assume \\varepsilon \\ge 1\n\\[ 1 \\le 2 \\]")

    assert document.errors[0].line == 3
    assert [row.kind.value for row in document.rows] == ["UNKNOWN"]


def test_a_markdown_document_holds_its_directives_in_comments(tmp_path: Path) -> None:
    text = (
        "<!-- %! declare x in [0, 1]\n%! declare n integer >= 1 -->\n"
        "A $x$ and `$$`:\n```\n$$ not read $$\n```\n"
        "$$\nx^n \\le 1 %! label: a\n$$\n"
        "$$ x^2 \\le x $$ <!-- %! by: algebra %! expect: proved -->\n"
    )
    document = checked(text, head="", is_markdown=True)

    assert not document.errors
    assert [(row.kind.value, row.step.labels) for row in document.rows] == [
        ("PROVED", ("a",)),
        ("PROVED", ()),
    ]


def test_a_declared_phrase_is_opaque_but_a_size_is_a_parameter() -> None:
    head = "%! declare q(D), \\sum_j p_j real\n%! declare |\\mathcal{Y}| integer >= 1\n"

    assert verdicts(r"\[ q(D) \le \sum_j p_j \]", head=head) == ["UNKNOWN"]
    assert verdicts("\\[ q(D) \\le \\sum_j p_j \\] %! by: cite b, c", head=head) == ["CITED"]
    assert verdicts(r"\[ |\mathcal{Y}| \ge 2 \]", head=head) == ["REFUTED"]


def test_macros_of_the_document_are_expanded_where_they_stand() -> None:
    head = (
        "\\newcommand{\\eps}{\\varepsilon}\n\\newcommand{\\Ex}[1]{\\mathbb{E}\\left[#1\\right]}\n"
        "\\DeclareMathOperator{\\OPT}{OPT}\n\\def\\half{\\frac12}\n"
        "%! declare \\eps in (0, 1/8]\n%! declare \\OPT positive\n"
    )
    assert verdicts("\\[ \\eps^2 \\le \\half\\eps \\]", head=head) == ["PROVED"]
    assert verdicts("\\[ \\Ex{X + 1} \\OPT \\le \\OPT\\,\\mathbb{E}[X+1] \\]", head=head) == [
        "PROVED"
    ]


@pytest.mark.parametrize(
    ("definition", "use", "words"),
    [
        ("\\newcommand{\\bad}{\\bad x}", "\\bad", "defined by itself"),
        ("\\newcommand{\\bad}{\\bad\\bad}", "\\bad", "defined by itself"),
        ("\\newcommand{\\a}{\\b\\b}\\newcommand{\\b}{\\a\\a}", "\\a", "defined by itself"),
        ("\\newcommand{\\two}{2}\n\\newcommand{\\two}{3}", "\\two", "not read: twice"),
        ("\\newcommand{\\unknown}{1 + \\foo}", "\\unknown", "unknown command \\foo"),
        ("\\newcommand{\\one}[1]{#1}", "\\one", "missing"),
    ],
)
def test_a_macro_without_a_meaning_is_an_error_where_it_stands(
    definition: str, use: str, words: str
) -> None:
    body = f"\\[ 1 + {use} \\le 2 \\]"
    (error,) = checked(f"{definition}\n{body}").errors

    assert words in error.message
    assert error.source_line == body
    assert error.column == body.index(use) + 1


def test_all_missing_declarations_are_proposed_at_once() -> None:
    body = "\\[ (1 + \\varepsilon)^n \\le e^{\\varepsilon n} \\]\n\\[ m \\le m + p^2 \\]"
    found = guide(checked(body, head="%! log: natural\n"))

    pasted = "\n".join(found.directives)
    assert pasted.split("\n") == [
        "%! declare \\varepsilon positive",
        "%! declare m, n integer >= 1",
        "%! declare p in (0, 1)",
    ]
    again = checked(f"\n{body}", head=pasted)
    assert not again.errors
    assert [row.kind.value for row in again.rows] == ["PROVED", "PROVED"]


def test_an_index_is_not_a_declared_symbol_of_the_same_name() -> None:
    head = "%! declare \\mathrm{i} in [0, 10]\n"

    assert verdicts(r"\[ \sum_{i=1}^{2} \mathrm{i} = 3 \]", head=head) == ["REFUTED"]
    assert verdicts(r"\[ \sum_{i=1}^{2} \mathrm{i} = 2\mathrm{i} \]", head=head) == ["PROVED"]


def test_a_relation_on_the_line_before_an_implication_is_a_claim_or_a_question() -> None:
    body = "\\[ {0} \\\\\n\\implies {1} \\]"
    always = body.format("e^{\\varepsilon} &\\le 1 + 2\\varepsilon", "1 &\\le 2")
    assert verdicts(always) == ["PROVED", "PROVED"]

    body = body.format("\\delta &\\le \\varepsilon", "\\delta^2 &\\le \\varepsilon^2")
    document = checked(body)
    assert [row.kind.value for row in document.rows] == ["UNKNOWN", "PROVED"]
    assert document.rows[0].judgement.counterexample is not None

    reasoned = body.replace("\\\\\n", "\\\\ %! by: algebra\n")
    assert verdicts(reasoned) == ["REFUTED", "PROVED"]

    recorded = body.replace("\\\\\n", "\\\\ %! expect: cited\n")
    assert verdicts(recorded) == ["CITED", "PROVED"]


def test_a_directive_after_an_implication_is_about_what_is_implied() -> None:
    body = r"\[ \delta \le \varepsilon \implies \delta^2 \le \varepsilon^2 \]"
    document = checked(f"{body} %! label: a %! expect: proved")

    assert [(row.kind.value, row.step.labels) for row in document.rows] == [
        ("CITED", ()),
        ("PROVED", ("a",)),
    ]


def test_a_row_is_used_only_where_what_implies_it_holds() -> None:
    implied = (
        "\\[ \\delta \\le \\varepsilon/2 \\implies 2\\delta \\le \\varepsilon \\] %! label: a\n"
    )
    row = "\\[ 4\\delta \\le 2\\varepsilon {0} \\] %! by: row a"

    assert verdicts(implied + row.replace("{0}", ""))[-1] == "REFUTED"
    inside = r"\quad\text{if } \delta \le \varepsilon/3"
    assert verdicts(implied + row.replace("{0}", inside))[-1] == "PROVED"


def test_the_condition_of_a_row_may_follow_from_a_row_named_before_it() -> None:
    body = (
        "\\[ \\Pr[A] \\le \\delta \\] %! by: cite book, Lemma 1 %! label: small\n"
        "\\[ \\Pr[A]^2 \\le \\delta^2 \\quad\\text{if } \\Pr[A] \\le \\delta \\] %! label: square\n"
        "\\[ \\Pr[A]^2 \\le 2\\delta^2 \\] %! by: row {0}\n"
    )

    assert verdicts(body.replace("{0}", "small, square"))[-1] == "CITED"
    assert verdicts(body.replace("{0}", "square, small"))[-1] == "UNKNOWN"
    assert verdicts(body.replace("{0}", "square"))[-1] == "UNKNOWN"
    refuted = body.replace("\\delta \\] %! by: cite", "-1 \\] %! by: cite", 1)
    assert verdicts(refuted.replace("{0}", "small, square"))[-1] == "UNKNOWN"


def test_a_refuted_row_proves_nothing() -> None:
    body = (
        "\\[ \\Pr[A] \\le \\Pr[B] - 2 \\] %! label: a %! by: cite b, c\n"
        "\\[ \\Pr[A] \\le \\varepsilon - 1 \\] %! by: row a\n"
    )
    assert verdicts(body) == ["REFUTED", "REFUTED"]


def test_what_contradicts_itself_proves_nothing() -> None:
    assert verdicts(r"\[ 1 \le 2\varepsilon \quad\text{if } \varepsilon \ge 1 \]") == ["UNKNOWN"]
    assert verdicts(
        "\\[ \\Pr[A] \\ge \\Pr[B] + \\Pr[C] \\] %! by: cite a, b %! label: one\n"
        "\\[ \\Pr[A] \\le \\Pr[B] - \\varepsilon \\] %! by: cite a, b %! label: two\n"
        "\\[ \\Pr[C] \\ge 1 \\] %! by: row one, two"
    )[-1] in ("UNKNOWN", "REFUTED")


def test_a_definition_stays_in_its_domain() -> None:
    head = HEAD + "%! declare s positive\n"

    assert verdicts("\\[ s = 6\\varepsilon \\] %! by: definition", head=head) == ["CITED"]
    assert verdicts("\\[ s = -\\varepsilon \\] %! by: definition", head=head) == ["REFUTED"]
    assert verdicts("\\[ 2 = 3 \\] %! by: definition") == ["REFUTED"]


def test_cases_are_rows_under_their_conditions() -> None:
    head = "%! declare x, y in [-5, 5]\n"
    cases = (
        r"\[ |x| = \begin{cases} x & \text{if } x \ge 0, \\ -x & \text{otherwise.} \end{cases} \]"
    )
    larger = (
        r"\[ \max(x, y) = \begin{cases} x & x \ge y \\ y + 1 & \text{if $x < y$} \end{cases} \]"
    )

    assert verdicts(cases, head=head) == ["PROVED", "PROVED"]
    assert verdicts(larger, head=head) == ["PROVED", "REFUTED"]
    assert verdicts(cases.replace(r"x \ge 0", r"x \ge 1"), head=head) == ["PROVED", "REFUTED"]


def test_a_directive_behind_a_display_without_rows_goes_to_no_other_row() -> None:
    unread = checked(
        "\\[ x \\le \\foo \\] %! by: cite a, b\n\\[ \\Pr[A] \\le \\varepsilon \\]\n", head=HEAD
    )
    skipped = checked(
        "%! skip\n\\[ \\foo %! label: a\n\\] %! by: cite a, b\n\\[ \\Pr[A] \\le \\varepsilon \\]\n"
    )

    assert [row.kind.value for row in unread.rows] == ["UNKNOWN"]
    assert len(unread.errors) == 1
    assert [(row.kind.value, row.step.labels) for row in skipped.rows] == [("UNKNOWN", ())]
    assert not skipped.errors


def test_a_directive_goes_to_the_rows_of_its_line() -> None:
    body = r"""
%! label: first
\begin{align*}
  \varepsilon &\le 1 \le 2 \\  %! label: one
  %! label: two
  &\le 3
  + 0 \\
  &\le 4 %! label: three
  + 0
  \\ %! label: four
  &\le 5
\end{align*} %! label: five
"""
    rows = checked(body).rows

    assert [row.step.labels for row in rows] == [
        ("first", "one"), ("one",), ("two",), ("three", "four"), ("five",),
    ]  # fmt: skip


def test_words_between_lines_and_two_relations_on_one_are_read() -> None:
    assert verdicts(
        "\\begin{align} \\varepsilon &\\le 1 \\\\ \\intertext{and so} &\\le 2 \\end{align}"
    ) == ["PROVED", "PROVED"]
    assert verdicts(r"\[ 0 \le \varepsilon, n \ge 1 \]") == ["PROVED", "PROVED"]
    assert verdicts(r"\[ \varepsilon \le 1, \delta \le 1 \]") == ["PROVED", "PROVED"]


@pytest.mark.parametrize(
    "row",
    [
        r"\varepsilon \le 0 \quad\text{if } n \le 0",
        r"\varepsilon \le 0 \quad\text{if } 1 \le 0",
        r"n \le 0 \implies \varepsilon \le 0",
        r"1 \le 0 \implies \varepsilon \le 0",
    ],
)
def test_a_row_under_a_condition_that_never_holds_is_not_refuted(row: str) -> None:
    # The condition shares no symbol with the row, or has none at all.
    *_, implied = checked(rf"\[ {row} \]").rows

    assert implied.kind.value == "UNKNOWN"
    assert "vacuous" in implied.judgement.reason


def test_a_row_under_a_condition_on_other_symbols_is_refuted() -> None:
    assert verdicts(r"\[ \varepsilon \le 0 \quad\text{if } n \ge 5 \]") == ["REFUTED"]
    assert verdicts(r"\[ 0 \le 1 \implies \varepsilon \le 0 \]")[-1] == "REFUTED"


@pytest.mark.parametrize("row", [r"\Pr[A] \ge 2", r"\Pr[A] = 2", r"1 + \Pr[A] - \Pr[A] = 3"])
def test_a_definition_that_fails_for_all_values_is_refuted(row: str) -> None:
    assert verdicts(rf"\[ {row} \] %! by: definition") == ["REFUTED"]
