"""What the title of a statement names is cited for what it states, and nothing that it leads to."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import check
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

SHOWN = r"For all $Q$ we have \[ \rho(Q) \le \kappa(R). \]"
NAMED = {
    r"[\cite{DR14}]": "DR14",
    r"[see \cite[Theorem 3]{DR14}]": "DR14",
    r"~\cite{DR14}": "DR14",
    "[Bassily et al., 2016]": "Bassily et al., 2016",
    "[Dwork and Roth (2014), Theorem 3.20]": "Dwork and Roth (2014), Theorem 3.20",
    "[Vershynin, Thm 2.6]": "Vershynin, Thm 2.6",
    "[see Dwork and Roth, Theorem 3.16]": "see Dwork and Roth, Theorem 3.16",
    r"[{\citet[Theorem 3]{DR14}}]": "DR14",
    r"[\textbf{Hoeffding's inequality}]": "Hoeffding's inequality",
    "{Hoeffding's inequality}": "Hoeffding's inequality",
    "\n(Linearity of Expectation)": "linearity of expectation",
    "[Advanced composition]": "advanced composition",
    "[Laplace mechanism]": "Laplace mechanism",
}
OWN = [
    r"[A generalization of \cite{DR14}]",
    r"[Improves on \cite{DR14}]",
    "[Main theorem]",
    "[Main Theorem 3]",
    "[Convexity, Theorem 3]",
    "[Restated Theorem 3]",
    "[Formal, Theorem 3]",
    "[Informal]",
    "[Our composition]",
    "[A new mechanism, 2016]",
    "{Main}",
    "",
]


@pytest.mark.parametrize("title", NAMED)
def test_a_title_that_names_a_work_or_a_known_result_is_cited(tmp_path, title):
    (row,) = rows(tmp_path, rf"\begin{{theorem}}{title} {SHOWN} \end{{theorem}}")
    assert row.kind.value == "CITED"
    assert row.judgement.reason == f"cited: this document, the title: {NAMED[title]}"


@pytest.mark.parametrize("title", OWN)
def test_a_title_of_an_own_result_is_not(tmp_path, title):
    (row,) = rows(tmp_path, rf"\begin{{theorem}}{title} {SHOWN} \end{{theorem}}")
    assert row.kind.value == "UNKNOWN"


def test_a_work_is_cited_for_its_statement_and_not_for_what_stands_behind(tmp_path):
    stated = rf"\begin{{theorem}}[\cite{{DR14}}] {SHOWN} \end{{theorem}}"
    text = rf"{stated} It follows that \[ \rho(S) \le 2 \kappa(S). \]"
    assert [row.kind.value for row in rows(tmp_path, text)] == ["CITED", "UNKNOWN"]


def test_a_denied_statement_is_not_cited(tmp_path):
    text = r"\begin{claim}[\cite{DR14}] It is false that \[ \rho(Q) \le \kappa(R). \] \end{claim}"
    assert [row.kind.value for row in rows(tmp_path, text)] == ["UNKNOWN"]


ANNOUNCED = {
    r"The following lemma is from \cite{some}.": True,
    r"The following is Theorem 2.6 of \citet{some}.": True,
    r"We will use the following result due to Talagrand \cite{some}:": True,
    r"The following lemma is used in \cite{some}.": False,
    r"The following lemma improves on that of \cite{some}.": False,
    r"The following is a version of the bound of \cite{some}.": False,
    r"The following lemma is from \cite{some}. We go on.": False,
}


@pytest.mark.parametrize(("words", "is_cited"), ANNOUNCED.items())
def test_a_sentence_before_a_statement_says_where_it_is_from(tmp_path, words, is_cited):
    (row,) = rows(tmp_path, rf"{words} \begin{{lemma}}\label{{a}} {SHOWN} \end{{lemma}}")
    assert (row.kind.value == "CITED") == is_cited


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("**Theorem 3** ([Vershynin 2018](https://a.b/c)).", "Vershynin 2018"),
        ("**Theorem 3** [[DR14](https://a.b/c)].", "DR14"),
        ("**Lemma.** [Vershynin, Thm 2.6]", "Vershynin, Thm 2.6"),
        ("**Theorem 3** ([our code](https://a.b/c)).", ""),
    ],
)
def test_a_link_behind_a_title_names_a_work(tmp_path, title, named):
    file = tmp_path / "notes.md"
    file.write_text(f"{title} For all $Q$ we have $$ \\rho(Q) \\le \\kappa(R). $$\n")
    (row,) = check(file, jobs=1).rows
    assert (row.judgement.reason or "").endswith(named and f"the title: {named}")
    assert (row.kind.value == "CITED") == bool(named)


def rows(tmp_path, text):
    file = tmp_path / "notes.tex"
    file.write_text(f"Some words.\n\n{text}\n")
    return check(file, jobs=1).rows


ELSEWHERE = [
    r"The proof is deferred to Appendix~\ref{app:x}.",
    "See Appendix A for the proof.",
    r"The proof of Lemma~\ref{lem:a} is in \cite{DR14}.",
    "A full proof is given in [12].",
    r"This lemma is due to \cite{DR14}.",
    r"This is Theorem 2.3 of \cite{DR14}.",
]
NOWHERE = [
    "The proof is left to the reader.",
    "The proof is omitted.",
    r"The proof of Lemma~\ref{lem:b} is in \cite{DR14}.",
    "See Appendix A for the definition.",
    r"This lemma improves on \cite{DR14}.",
    r"We have \[ \rho(S) \le \kappa(S). \] The proof is deferred to Appendix B.",
]
LEMMA = rf"\begin{{lemma}}\label{{lem:a}} {SHOWN} \end{{lemma}}"


@pytest.mark.parametrize("words", ELSEWHERE)
def test_where_a_statement_is_proved_is_its_reason(tmp_path, words):
    (row,) = rows(tmp_path, f"{LEMMA} {words}")
    assert row.kind.value == "CITED"


@pytest.mark.parametrize("words", NOWHERE)
def test_what_proves_nothing_there_is_none(tmp_path, words):
    assert rows(tmp_path, f"{LEMMA} {words}")[0].kind.value == "UNKNOWN"


@pytest.mark.parametrize(
    ("text", "is_cited"),
    [
        ("## Hoeffding's inequality\n\nLet $x$ be small, then\n{R}", True),
        ("## 2.1 Markov's inequality\n\nFor all $x$ we have\n{R}", True),
        ("## Markov's inequality\n\nLet us see:\n{R}", False),
        ("## Markov's inequality\n\nIt is simple. For all $x$ we have\n{R}", False),
        ("## Using Markov's inequality\n\nFor all $x$ we have\n{R}", False),
        ("## Markov's inequality fails\n\nFor all $x$ we have\n{R}", False),
        ("## Markov's inequality\n\nFor all $x$ we want to show\n{R}", False),
        ("## Markov's inequality\n\nFor all $x$ it is false that\n{R}", False),
        ("## Markov's inequality\n\nFor all $x$ the converse is\n{R}", False),
        ("## Markov's inequality\n\nLet $x$ be small, then it fails that\n{R}", False),
        ("## Markov's inequality\n\nFor all $x$ Chebyshev only says\n{R}", False),
        ("## Our inequality\n\nFor all $x$ we have\n{R}", False),
    ],
)
def test_a_heading_that_names_an_inequality_is_known_where_its_section_states_it(text, is_cited):
    steps = read_open(read_source(text.replace("{R}", "\n$$f(x) \\le g(x)$$\n"), "notes.md")).steps
    named = [item.locator for item in steps[-1].reasons if isinstance(item, Citation)]
    assert [item.startswith("the title: ") for item in named] == [True] * is_cited
