"""What a document says near a row: it is taken, or it keeps the row from REFUTED."""

from __future__ import annotations

import pytest

from boundcalc.document_checker import OPEN_EFFORT
from boundcalc.notes.check import check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.notes.report_json import row_json
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider(effort=OPEN_EFFORT)
SQUARE = r"\[ x^2 \le x \]"  # true on [0, 1] alone


def rows(text: str) -> tuple[CheckedRow, ...]:
    return check_document(read_source(text, "notes.tex"), {}, DECIDER.examine).rows


def verdicts(text: str) -> list[str]:
    return [row.kind.value for row in rows(text)]


@pytest.mark.slow
def test_what_stands_behind_with_holds_as_long_as_the_declaration() -> None:
    (row,) = rows(
        r"Let $p, q \ge 1$ with $1/p + 1/q = 1$. For $a, b \ge 0$ we have "
        r"\[ ab \le \frac{a^p}{p} + \frac{b^q}{q}. \]"
    )

    assert row.kind.value != "REFUTED"  # it is Young's inequality
    assert len(row.step.assumptions) == 1


@pytest.mark.parametrize(
    "text",
    [
        rf"Let $x \ge 0$. If $x \le 1$, more is true. Namely, {SQUARE}",
        rf"Let $x \ge 0$. Recall that for $x \le 1$ we know more. We have {SQUARE}",
        rf"Let $x \ge 0$. We have {SQUARE} Here $x \le 1$ is used.",
        rf"Let $x \ge 0$. We have {SQUARE} since $x \le 1$.",
        rf"Let $x \ge 0$. As before, $x$ satisfies $x \le 1$. We have {SQUARE}",
        rf"Let $x \ge 0$. This is the case $x \in [0, 1]$. We have {SQUARE}",
    ],
)
def test_nothing_is_refuted_beside_a_bound_that_was_not_taken(text: str) -> None:
    assert verdicts(text)[-1] != "REFUTED"


@pytest.mark.parametrize(
    "text",
    [
        rf"Let $x \ge 0$. We have {SQUARE}",
        rf"Let $x \ge 0$. As $x \ge -1$, we have {SQUARE}",  # which is implied
        rf"Let $x \ge 0$ and $y \le 1$. We have {SQUARE}",  # another name
        rf"Let $x \ge 0$. We have {SQUARE} Now let $x \le 1$ be given.",
        "Let $x \\ge 0$. If $x \\le 1$, more is true.\n\nLet $x \\ge 0$. We have " + SQUARE,
    ],
)
def test_a_row_is_refuted_where_all_that_stands_near_was_taken(text: str) -> None:
    assert verdicts(text)[-1] == "REFUTED"


@pytest.mark.parametrize(
    ("text", "n", "m"),
    [
        (r"Let $n > m$ be integers, not necessarily positive.", "integers", "integers"),
        (r"For all integers $n > m$,", "integers", "integers"),
        (r"Let $n > m$ be an integer. Let $m$ be real.", "integers", "reals"),
    ],
)
def test_words_about_a_relation_are_about_its_sides(text: str, n: str, m: str) -> None:
    (row,) = rows(rf"{text} We have \[ n \ge m + 1. \]")

    domains = {"integers": "the integers of (-oo, oo)", "reals": "(-oo, oo)"}
    assert row.step.context is not None
    found = {name: str(item.domain) for name, item in row.step.context.domains.items()}
    assert found == {"n": domains[n], "m": domains[m]}


def test_no_sign_is_guessed_of_a_name_that_is_said_to_be_an_integer() -> None:
    text = r"Let $n > m$ be integers, not necessarily positive. \[ n^2 \ge m^2. \]"

    assert verdicts(text) == ["REFUTED"]


def test_a_guessed_domain_is_a_premise_of_a_proof() -> None:
    (row,) = rows(r"Here \[ n \ge -n. \]")

    assert row.kind.value == "PROVED"
    assert row_json(row)["premises"] == [
        {"how": "guessed", "relation": "n integer >= 1", "line": 1}
    ]
    assert "the guessed domain n integer >= 1 (line 1)" in row_json(row)["rests_on"]


@pytest.mark.parametrize(
    "text",
    [
        r"There exists $c > 0$ such that \[ c \ge 1. \]",
        r"The risk is \[ R = a + b. \]",  # which may be a definition, and nothing says so
        r"Using the fact, \[ R^2 = a + b. \]",  # which one?
        r"Observing that \[ R^2 = a + b. \]",
    ],
)
def test_what_no_sentence_gives_a_reason_for_is_no_citation(text: str) -> None:
    assert verdicts(text) == ["UNKNOWN"]


ASSUMED = "assumed here, by its sentence"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (r"Suppose that \[ x \ge y^2. \]", ASSUMED),
        (r"Suppose that $f$ satisfies \[ f(x) \le 2 f(y). \]", ASSUMED),
        (r"Assume that \[ y = 2. \]", ASSUMED),
        (r"$M$ is $c$-stable if for all $x$ we have \[ f(x) \le c. \]", ASSUMED),
        (r"We say that $M$ is stable if, for any $x$ and $y$, \[ f(x) \le c. \]", ASSUMED),
    ],
)
def test_what_a_sentence_assumes_is_told_to_rest_on_it(text: str, reason: str) -> None:
    (row,) = rows(text)
    assert (row.kind.value, row.judgement.reason) == ("CITED", reason)


@pytest.mark.parametrize(
    "text",
    [
        r"Given $n$ samples, the estimator $f$ satisfies \[ f(x) \le 2 f(y). \]",
        r"If $n$ is large, $f$ satisfies \[ f(x) \le 2 f(y). \]",
        r"We assumed that $X$ is real; so $f$ satisfies \[ f(x) \le 2 f(y). \]",
        r"If for all $t$ the noise is small, \[ f(x) \le 2 f(y). \]",
        r"The error is small if all is well, so that for all $x$ \[ f(x) \le 2 f(y). \]",
        r"Note that if any $x$ is small, \[ f(x) \le 2 f(y). \]",
        r"Then the risk becomes \[ R = a + b. \]",
        r"By the lemma, the risk is \[ R = a + b. \]",
        r"Let $R > 0$. The risk is \[ R = a + b. \]",
        r"$a > b$ \[ R = a + b. \]",
    ],
)
def test_what_a_sentence_claims_is_not_assumed(text: str) -> None:
    assert verdicts(text)[-1] == "UNKNOWN"


@pytest.mark.slow
def test_a_function_that_a_sentence_defines_is_used_in_it() -> None:
    (row,) = rows(r"The function $h(x) = x - \ln(1+x)$ satisfies \[ h(x) \ge 0 \] for $x > -1$.")

    assert row.kind.value == "PROVED"
    assert [item.how for item in row.judgement.premises] == ["assumed"]


def test_a_function_is_not_defined_by_what_is_to_be_shown() -> None:
    text = r"We show that the function $h(x) = 2x$ is convex. Then \[ h(x) \le 2x. \]"

    assert "PROVED" not in verdicts(text)


def test_a_guessed_domain_proves_no_row_that_says_it() -> None:
    assert verdicts(r"Here \[ \varepsilon \ge 0. \]") == ["UNKNOWN"]
    assert verdicts(r"Let $\varepsilon > 0$. Here \[ \varepsilon \ge 0. \]") == ["PROVED"]


@pytest.mark.slow
def test_a_value_of_a_symbol_with_a_guessed_domain_is_a_premise() -> None:
    text = r"Let $p = \frac{1}{e^{\varepsilon}+1}$. For $p \in [0, 1]$ more is true. Then "
    (row,) = rows(text + r"\[ 2p - 1 = -\frac{e^{\varepsilon}-1}{e^{\varepsilon}+1}. \]")

    assert row.kind.value == "PROVED"
    assert ["assumed" for item in row.judgement.premises if "p =" in item.text] == ["assumed"]


def test_a_formula_in_running_text_defines_by_its_sign() -> None:
    text = (
        "Let $x > 0$. We write $a := x + 1$. Then \\[ a^2 \\ge 2x + 1. \\]\n"
        "Put $c_1 \\triangleq a/2$, so that \\[ 2 c_1 = a. \\] Then \\[ a \\le x. \\]"
    )
    assert verdicts(text) == ["PROVED", "PROVED", "UNKNOWN"]
