r"""``random``, ``event`` and ``private`` in documents that speak for themselves."""

import pytest

from boundcalc.derivations.documents import read_document
from boundcalc.document_checker import Checker
from boundcalc.judgements import VerdictKind
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

PROSE = "Let $X$ be a random variable, and let $t > 0$ be a real number, as always here.\n"


def rows_of(text):
    read = read_document(read_source(text))
    (document,) = Checker(theorems=()).check_read([read]).documents
    return read, document.rows


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        (r"\Pr[X \ge t] \le \mathbb{E}[X]/t", VerdictKind.PROVED),
        (r"\Pr[A] \le \mathbb{E}[X]/t", VerdictKind.PROVED),
        (r"\mathrm{Var}(X) \le 1/4", VerdictKind.PROVED),
        (r"\mathbb{E}[X] \le \mathbb{E}[X^2]", VerdictKind.REFUTED),
        (r"\Pr[X \ge t] \le \mathbb{E}[X]/(2t)", VerdictKind.REFUTED),
        (r"f(x) \le f(y)", VerdictKind.UNKNOWN),
    ],
)
def test_what_is_random_is_declared_beside_prose(formula, kind):
    directives = "%! random X in [0, 1]\n%! event A: X \\ge t\n"
    read, rows = rows_of(f"{PROSE}{directives}\\[ {formula} \\]\n\\[ g(y) = 2 h(y) \\]\n")
    assert read.is_open
    assert not read.errors
    assert rows[0].kind is kind


def test_a_random_name_is_no_number_and_may_be_taken_back():
    text = (
        "Let $X \\ge 0$ be a real number, as the reader knows well.\n"
        "%! random X in [0, 1]\n\\[ \\mathbb{E}[X^2] \\le \\mathbb{E}[X], \\quad u(x) = 1 \\]\n"
        "%! forget X\n\\[ \\mathbb{E}[X^2] \\le \\mathbb{E}[X] \\]\n"
    )
    read, rows = rows_of(text)
    assert not read.errors
    assert rows[0].kind is VerdictKind.PROVED
    assert rows[-1].kind is VerdictKind.UNKNOWN


def test_a_declaration_that_cannot_be_read_is_said_once_and_costs_itself():
    text = f"{PROSE}%! random X in [0, b]\n\\[ t^2 > 0 \\]\n\\[ f(t) = 1 \\]\n\\[ t + 1 > 0 \\]\n"
    read, rows = rows_of(text)
    (error,) = read.errors
    assert "b is not declared" in error.message
    assert error.line == 2
    assert [row.kind.name for row in rows] == ["PROVED", "UNKNOWN", "PROVED"]


@pytest.mark.parametrize("word", ["length of the interval", "size of the step", "number $e$"])
def test_what_is_measured_is_no_integer(word):
    _, (row,) = rows_of(f"Let $t > 0$ be the {word}. Then \\[ t^2 \\ge t. \\]")
    assert row.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize("word", ["number of rounds", "size of the training set", "sample size"])
def test_what_is_counted_is_an_integer(word):
    _, (row,) = rows_of(f"Let $t > 0$ be the {word}. Then \\[ t^2 \\ge t. \\]")
    assert row.kind is VerdictKind.PROVED


@pytest.mark.parametrize(
    "words",
    [
        "Suppose that $X$ is symmetric about $1/2$.",
        "Let $X$ be a random variable with mean at most $1/2$.",
        "Conditioned on the event that $X \\le 1/2$,",
        "If $X \\le 1/2$ almost surely, then",
    ],
)
def test_what_prose_says_more_of_a_random_name_refutes_nothing(words):
    text = f"Here is a text of several words.\n%! random X in [0, 1]\n{words} now we have"
    _, rows = rows_of(f"{text}\n\\[ \\mathbb{{E}}[X] \\le 1/2 \\]\n\\[ g(y) = h(y) \\]\n")
    assert rows[0].kind is VerdictKind.UNKNOWN
