"""What a row is cited for by the name of its statement, and where that ends."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

SHOWN = "\n$$ \\|A - B\\|_p \\le \\sigma_i(A) $$\n"


NAMES = {
    "This is called the Fano's inequality.": "Fano's inequality",
    "It is Weyl's theorem.": "Weyl's theorem",
}
TITLE = "the title: "


@pytest.fixture
def cited(tmp_path):
    def read(text):
        path = tmp_path / "notes.md"
        path.write_text(text, encoding="utf-8")
        rows = check(path).rows
        return [list(row.judgement.rests_on) for row in rows]

    return read


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("3. **Jensen's Inequality**: for every convex $f$, we have", "Jensen's Inequality"),
        ("Markov's inequality: for every $t$, we have", "Markov's inequality"),
        ("**Theorem 2** (Weyl's inequality). We have", "the title: Weyl's inequality"),
        ("**Hoffman-Wielandt inequality.** We have", "Hoffman-Wielandt inequality"),
        ("12. **Lemma 1.2 (Markov's inequality)**. We have", "the title: Markov's inequality"),
        (
            "**Theorem 2** (Sudakov's minoration inequality). Then",
            TITLE + "Sudakov's minoration inequality",
        ),
        (
            "**Theorem 2** (Uniform law of large numbers). Then",
            TITLE + "Uniform law of large numbers",
        ),
        ("**Theorem 2** (Courant-Fischer). If $x > 0$,", TITLE + "Courant-Fischer"),
        ("**Corollary 2** (Ross, p. 298). Then", TITLE + "Ross, p. 298"),
    ],
)
def test_a_known_result_is_cited_where_it_is_stated(cited, words, name):
    assert cited(words + SHOWN) == [[f"this document, {name}"]]


@pytest.mark.parametrize(
    "words",
    [
        "**Markov chains**: we have",
        "**Main Theorem.** We have",
        "**Theorem 2** (our bound). We have",
        "We see the idea: we have",
        "12. **Lemma 1.2**. We have",
        "**Theorem 2** (Our main inequality). We have",
        "**Theorem 2** (Improved Bernstein inequality). We have",
    ],
)
def test_what_names_no_result_cites_nothing(cited, words):
    assert cited(words + SHOWN) == [[]]


def test_what_a_statement_assumes_rests_on_itself_alone(cited):
    words = "**Theorem 2** (Uniform law of large numbers). Assume that"
    (reasons,) = cited(words + SHOWN)
    assert [reason.startswith("the hypothesis") for reason in reasons] == [True]


def test_a_long_derivation_under_a_title_is_not_what_the_title_names(cited):
    lines = "\\\\\n&= ".join("abcde")
    shown = f"$$\\begin{{aligned}} f(x) &= {lines} \\end{{aligned}}$$"
    text = f"**Theorem 2** (Chain rules of entropy).\n{shown}"

    assert all(reasons == [] for reasons in cited(text))


@pytest.mark.parametrize(
    "after", ["This is called the Fano's inequality.", "It is Weyl's theorem."]
)
def test_a_result_may_be_named_behind_its_display(cited, after):
    assert cited(f"We have{SHOWN}\n{after}") == [[f"this document, {NAMES[after]}"]]


def test_what_a_display_is_called_is_no_reason_where_it_is_no_result(cited):
    assert cited(f"We have{SHOWN}\nThis is called the bias of the model.") == [[]]


@pytest.mark.parametrize("word", ["*proof*:", "**Proof.**", "_Proof._"])
def test_a_statement_is_cited_for_the_proof_below_it(cited, word):
    text = f"**Lemma 3.** We have{SHOWN}\n{word} First,\n$$ f(x) \\le g(x) + 1. $$"

    assert cited(text) == [["this document, its proof on line 4"], []]


def test_a_statement_may_stand_in_a_quotation(cited):
    text = f"Text.\n\n> **Lemma 3.** We have {SHOWN.strip()}\n\n> _Proof._\n> First, $a$ is."

    assert cited(text) == [["this document, its proof on line 5"]]


@pytest.mark.parametrize(
    ("heading", "proof", "expected"),
    [
        ("### \uc815\ub9ac 5.5 (a)", "**\uc99d\uba85 (b)**:", ["its proof on line 6"]),
        ("### \uc815\ub9ac 5.5 (a)", "**\uc99d\uba85**: \uc0dd\ub7b5.", []),
        ("### \uc815\ub9ac 5.5 (a)", "By \uc815\ub9ac 5.5", ["stated as \uc815\ub9ac 5.5"]),
        ("### \uc815\ub9ac\uc640 \uc99d\uba85", "**\uc99d\uba85**:", []),
        ("### \uc815\uc758 5.5 (a)", "**\uc99d\uba85**:", []),
    ],
)
def test_a_statement_in_korean_is_one(cited, heading, proof, expected):
    (reasons,) = cited(f"{heading}\n\nWe have{SHOWN}\n{proof} First, $a$.")
    expected = [f"this document, {item}" for item in expected]
    assert [item for item in reasons if not item.startswith("the hypothesis")] == expected


@pytest.mark.parametrize(
    "words", ["*proof*: omitted.", "**Proof.** Left to the reader.", "Proof. TODO"]
)
def test_a_proof_that_is_left_out_is_no_reason(cited, words):
    assert cited(f"**Lemma 3.** We have{SHOWN}\n{words}") == [[]]


@pytest.mark.parametrize(
    ("proof", "count"),
    [
        (r"\leanok \uses{a, b} \label{c}", 0),
        ("", 0),
        (r"[Sketch] \label{c} %", 0),
        (r"\uses{a} See above.", 1),
        (r"\cite{a}", 1),
        ("$$ 1 \\le 2 $$", 1),
    ],
)
def test_a_proof_of_marks_alone_is_no_reason(tmp_path, proof, count):
    path = tmp_path / "notes.tex"
    statement = rf"\begin{{lemma}} We have{SHOWN}\end{{lemma}}"
    path.write_text(
        statement + "\n" + rf"\begin{{proof}}{proof}" + "\n\\end{proof}", encoding="utf-8"
    )
    assert len(check(path).rows[0].judgement.rests_on) == count


def test_an_exercise_is_cited_for_its_solution(cited):
    text = f"### Exercise 2.1\n\nShow that{SHOWN}\n*soln*: First,\n$$ f(x) \\le g(x) + 1. $$"

    assert cited(text) == [["this document, its solution on line 6"], []]


@pytest.mark.parametrize(
    "asked", ["Show whether", "Prove or disprove that", "Is it true that", "Suppose that"]
)
def test_what_an_exercise_does_not_ask_to_show_is_not_cited(cited, asked):
    assert cited(f"### Exercise 2.1\n\n{asked}{SHOWN}\n*soln*: First,")[0] == []


def test_the_rows_of_a_solution_are_claims(tmp_path):
    path = tmp_path / "notes.md"
    row = "\n$$ f(x) + f(x) = 2 f(x). $$\n"
    text = f"### Exercise 2.1\n\nShow that{SHOWN}\nSolution: We have{row}"
    path.write_text(text, encoding="utf-8")

    assert [row.kind.value for row in check(path).rows] == ["CITED", "PROVED"]


def test_a_statement_in_bold_print_ends_before_its_proof(cited):
    text = (
        f"**Theorem 3.** We have{SHOWN}\nProof. We have\n$$ f(x) \\le g(x) + 1. $$\n\n"
        "In other words\n$$ h(x) \\le g(x). $$\n\n# Next\n\nBy Theorem 3 this is true."
    )

    named = ["this document, stated as Theorem 3", "this document, its proof on line 4"]
    assert cited(text) == [named, [], []]


@pytest.mark.parametrize("word", ["*proof*:", "**Proof.**", "Proof."])
def test_what_a_statement_claims_is_no_reason_in_its_proof(cited, word):
    claim = "\n$$ \\Pr[X \\ge t] \\le F(t) $$\n"
    twice = "\n$$ 2\\Pr[X \\ge t] \\le 2F(t). $$"
    text = f"**Theorem 3.** We have\n{claim}\n{word} First,\n{twice}\n"

    assert cited(text) == [["this document, its proof on line 5"], []]


def test_a_statement_may_have_several_paragraphs_before_its_display(cited):
    text = f"**Theorem 3.** Let $x > 0$.\n\nThen we have\n{SHOWN}\n# Next\n\nBy Theorem 3 it holds."

    assert cited(text) == [["this document, stated as Theorem 3"]]


def test_a_limit_is_no_reason(cited):
    assert cited(
        "We have\n$$ f(x) \\le g(x) + 1 $$\nas $n \\rightarrow \\infty$, where $x > 0$."
    ) == [[]]


def test_what_a_named_statement_assumes_of_all_is_a_hypothesis(tmp_path):
    path = tmp_path / "notes.md"
    words = "**Theorem 2** (Slepian's inequality). Assume that for all $s \\in T$, we have"
    path.write_text(f"{words}{SHOWN}\nThen\n$$ h(s) \\le k(s). $$", encoding="utf-8")
    first, second = check(path).rows

    assert (first.kind.value, second.kind.value) == ("CITED", "CITED")
    assert first.step.is_hypothesis


BOUND = r"\[ \Pr[X > t] \le e^{-2t^2/n} \]"
LISTED = r"""
\begin{theorem}
	[%s]
	For $t > 0$ the following holds.
	\begin{enumerate}
	\item We have %s
	\item %s
	\end{enumerate}
\end{theorem}
"""


@pytest.mark.parametrize(
    ("title", "second", "expected"),
    [
        ("Chernoff bounds", "Also, " + BOUND, [True, True]),
        ("our bounds", "Also, " + BOUND, [False, False]),
        ("Chernoff bounds", "Also, " + BOUND + " so that " + BOUND, [True, True, False]),
        ("Chernoff bounds", "Assume that " + BOUND, [True, False]),
    ],
)
def test_a_title_on_a_line_of_its_own_names_what_each_item_says_first(
    tmp_path, title, second, expected
):
    path = tmp_path / "notes.tex"
    path.write_text(LISTED % (title, BOUND, second), encoding="utf-8")
    found = [any("the title" in it for it in row.judgement.rests_on) for row in check(path).rows]
    assert found == expected


def test_what_stands_in_a_list_after_the_display_of_a_statement_is_not_named(tmp_path):
    path = tmp_path / "notes.tex"
    text = (LISTED % ("Chernoff bounds", BOUND, "Also, " + BOUND)).replace(
        "holds.", f"holds: {BOUND}"
    )
    path.write_text(text, encoding="utf-8")
    found = [any("the title" in it for it in row.judgement.rests_on) for row in check(path).rows]
    assert found == [True, False, False]


def test_a_title_names_all_bounds_of_its_display(tmp_path):
    two = BOUND.replace("\\[", "\\begin{align*}").replace("\\]", "")
    two += r"\\ \Pr[X < t] \le e^{-t^2/n} \end{align*}"
    path = tmp_path / "notes.tex"
    path.write_text(LISTED % ("Chernoff bounds", two, "Done."), encoding="utf-8")
    found = [any("the title" in it for it in row.judgement.rests_on) for row in check(path).rows]
    assert found == [True, True]


def test_the_means_are_a_reason(cited):
    words = "We can use the AM-GM inequality to say that"
    assert cited(words + SHOWN) == [["this document, AM-GM inequality"]]


LABELLED = r"""
\begin{%s}
For all $x$ we have \[ f(x) \le g(x). \]
%s
\end{%s}
We omit more. By Lemma \ref{%s} this is small.
"""


def label_reasons(tmp_path, name, key, more=""):
    path = tmp_path / "notes.tex"
    text = LABELLED % (name, rf"{more} \label{{{key}}}", name, key)
    path.write_text(text, encoding="utf-8")
    return [list(row.judgement.rests_on) for row in check(path).rows]


def test_a_label_at_the_end_of_a_statement_is_that_of_the_statement(tmp_path):
    assert label_reasons(tmp_path, "lemma", "lem:a") == [["this document, stated as lemma lem:a"]]


@pytest.mark.parametrize(
    ("name", "key", "more"),
    [
        ("lemma", "fig:a", ""),
        ("proof", "lem:a", ""),
        ("center", "lem:a", ""),
        ("lemma", "lem:a", r"\begin{enumerate} \item One.\end{enumerate} \section{Next}"),
    ],
)
def test_a_label_of_something_else_is_not(tmp_path, name, key, more):
    assert label_reasons(tmp_path, name, key, more) == [[]]


BEHIND = r"""
\begin{lemma} We have \[ g(x) \le h(x). \] \end{lemma}
\begin{corollary}
For all $x$ we have \[ f(x) \le g(x). \]
%s
"""


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        (r"\end{corollary} This follows from Lemma~\ref{lem:a}.", ["follows from Lemma lem:a"]),
        (r"\end{corollary} It is a direct consequence of Markov's inequality.", ["is a direct"]),
        (
            r"\end{corollary} \begin{proof} This follows from Lemma~\ref{lem:a}. \end{proof}",
            ["its pr"],
        ),
        (r"\begin{proof} We see it. \end{proof} \end{corollary}", ["its proof on line 5"]),
        (r"\end{corollary} This theorem follows from Lemma~\ref{lem:a}.", []),
        (r"\end{corollary} We know more. This follows from Lemma~\ref{lem:a}.", []),
        (r"\end{corollary} This does not follow from Lemma~\ref{lem:a}.", []),
    ],
)
def test_a_statement_may_be_proved_inside_of_it_or_in_the_sentence_behind(
    tmp_path, behind, expected
):
    path = tmp_path / "notes.tex"
    path.write_text(BEHIND % behind, encoding="utf-8")
    first, second = check(path).rows
    assert first.judgement.rests_on == ()
    found = [item.removeprefix("this document, ") for item in second.judgement.rests_on[:1]]
    assert [item[: len(start)] for item, start in zip(found, expected, strict=True)] == expected
