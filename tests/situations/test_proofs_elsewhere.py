r"""A statement whose proof stands in the document is cited for it, and so is a solved exercise."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

SHOWN = r"\[ \rho(Q) \le \kappa(R). \]"
LEMMA = rf"\begin{{lemma}}\label{{lem:a}} For all $Q$, {SHOWN} \end{{lemma}} Other things." + "\n"
TITLES = [
    r"\begin{proof}[Proof of Lemma \ref{lem:a}] A story. \end{proof}",
    r"\begin{proof}[Proof of \Cref{lem:a}.] A story. \end{proof}",
    r"\section{Proof of Lemma~\ref{lem:a}} A story.",
    r"\paragraph{Full proof of Lemma~\ref{lem:a}.} A story.",
    r"\noindent\textbf{Proof of Lemma~\ref{lem:a}:} A story.",
    r"\noindent{\bf Proof of Lemma~\ref{lem:a}.} A story.",
]
NO_TITLES = [
    r"\begin{proof}[Proof of the converse of \Cref{lem:a}] A story. \end{proof}",
    r"\begin{proof}[Proof of \Cref{lem:b}] A story. \end{proof}",
    r"\begin{proof}[Proof of \Cref{lem:b} from \Cref{lem:a}] A story. \end{proof}",
    r"\section{A failed proof of Lemma~\ref{lem:a}} A story.",
    r"\section{On the proof of Lemma~\ref{lem:a}} A story.",
    r"% \section{Proof of Lemma~\ref{lem:a}}",
    r"\section{Proof of Lemma~\ref{lem:a}} The proof is omitted.",
    r"\begin{proof}[Proof of \Cref{lem:a}] Omitted. \end{proof}",
    r"The proof of Lemma~\ref{lem:a} is long.",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("title", TITLES)
def test_a_proof_that_stands_elsewhere_is_a_reason(tmp_path, title):
    (row,) = rows(tmp_path, f"{LEMMA}{title}\n")
    assert row.kind.value == "CITED"
    assert "its proof on line 4" in row.judgement.reason


@pytest.mark.few(4)
@pytest.mark.parametrize("title", NO_TITLES)
def test_what_is_no_proof_of_it_is_none(tmp_path, title):
    (row,) = rows(tmp_path, f"{LEMMA}{title}\n")
    assert "its proof" not in (row.judgement.reason or "")


def test_what_a_statement_assumes_holds_in_its_proof_that_stands_elsewhere(tmp_path):
    lemma = r"\begin{lemma}\label{lem:a} Let $x \ge 2$. It is large. \end{lemma} Other things."
    text = lemma + r"\begin{proof}[Proof of {of}] We have \[ x^2 \ge 4. \] \end{proof}"
    kinds = [
        rows(tmp_path, text.replace("{of}", of))[0].kind.value
        for of in (r"\Cref{lem:a}", r"\Cref{lem:b}")
    ]
    assert kinds == ["PROVED", "UNKNOWN"]


IN_MARKDOWN = {
    "**Theorem 3.** We have {}\n\nOther things.\n\n**Proof of Theorem 3.** A story.\n": True,
    "## Theorem 3\n\nWe have {}\n\n## Proof of Theorem 3\n\nA story.\n": True,
    "**Theorem 3.** We have {}\n\n<summary>Proof</summary>\n\nA story.\n": True,
    "**Theorem 3.** We have {}\n\n<summary>Click to see the proof</summary>\n\nA story.\n": True,
    "**Theorem 3.** We have {}\n\nOther things.\n\n**Proof of Theorem 3.1.** A story.\n": False,
    "**Theorem 3.** We have {}\n\nWe defer the\nproof of Theorem 3\nfor now.\n": False,
    (
        "**Theorem 3.** We have {}\n\n## Next\n\n**Theorem 3.** $x = x$.\n\n"
        "**Proof of Theorem 3.** A story.\n"
    ): False,
    "**Theorem 3.** We have {}\n\nProof ideas are hard.\n": False,
}


@pytest.mark.parametrize(("text", "is_cited"), IN_MARKDOWN.items())
def test_proofs_in_markdown(tmp_path, text, is_cited):
    file = tmp_path / "notes.md"
    file.write_text(text.format(r"$$ \rho(Q) \le \kappa(R). $$"))
    row = next(row for row in check(file, jobs=1).rows if "rho" in row.step.row.left.text)
    assert ("its proof" in (row.judgement.reason or "")) == is_cited


ASKED = {
    r"\begin{exercise} Show that {D} \end{exercise} \begin{solution} A story. \end{solution}": True,
    r"\begin{exercise} Prove that {D} \textbf{Solution.} A story. \end{exercise}": True,
    r"\begin{exercise} Show {D} \end{exercise} \begin{solution} Omitted. \end{solution}": False,
    r"\begin{exercise} Is {D} true? \end{exercise} \begin{solution} No. \end{solution}": False,
    r"\begin{conjecture} We have {D} \end{conjecture} \begin{proof} A story. \end{proof}": False,
    r"\begin{claim} We have {D} \end{claim} \begin{subproof} A story. \end{subproof}": True,
}


@pytest.mark.few(2)
@pytest.mark.parametrize(("text", "is_cited"), ASKED.items())
def test_exercises_that_are_solved(tmp_path, text, is_cited):
    (row,) = rows(tmp_path, text.replace("{D}", SHOWN))
    assert (row.kind.value == "CITED") == is_cited


def rows(tmp_path, text):
    file = tmp_path / "notes.tex"
    file.write_text(f"Let $H$ be a set.\n\n{text}")
    return check(file, jobs=1).rows
