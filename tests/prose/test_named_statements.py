"""What a row is cited for by the name of its statement, and where that ends."""

import pytest

from boundcalc.document_checker import check

SHOWN = "\n$$ \\|A - B\\|_p \\le \\sigma_i(A) $$\n"


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
    ],
)
def test_what_names_no_result_cites_nothing(cited, words):
    assert cited(words + SHOWN) == [[]]


def test_a_statement_in_bold_print_ends_before_its_proof(cited):
    text = (
        f"**Theorem 3.** We have{SHOWN}\nProof. We have\n$$ f(x) \\le g(x) + 1. $$\n\n"
        "In other words\n$$ h(x) \\le g(x). $$\n\n# Next\n\nBy Theorem 3 this is true."
    )

    assert cited(text) == [["this document, stated as Theorem 3"], [], []]


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

    assert (first.kind.value, second.kind.value) == ("UNKNOWN", "CITED")
    assert first.step.is_hypothesis
