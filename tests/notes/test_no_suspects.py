"""Rows that fail at a point and raise no question: conditions, values at a point, other bases."""

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")


def suspicions(tmp_path, text):
    file = tmp_path / "notes.md"
    file.write_text(text)
    return [row.judgement.suspicion for row in check(file, jobs=1).rows]


GIVEN = "We start with $$ z = 0 + 10 x_1 + 22 x_2. $$ "
CASES = r"\begin{cases} 0 & y < 0 \\ \frac{1}{6} & y \ge 0 \end{cases}"
QUIET = [
    GIVEN + "\n\nWe can make a last check:\n$$z = 0 + 10 \\cdot 3 + 22 \\cdot 0$$\n$$z = 30$$",
    "### Examples\n$$z = x_1 + x_2$$\n$$1 \\geq x_1 + x_2$$\n$$2 x_1 + x_2 \\leq 7$$",
    rf"Let $F(y) = \Pr[Y \le y]$. Hence $$ F(y) = {CASES} $$",
    "We have $26$ letters. Then\n$$ \\log 26 - 1 = \\log 13 $$",
    "Let $X$ be a real random variable with a continuous density. Then $$ \\Pr[X = 1] = 0. $$",
    r"The slope is zero: $$ \frac{2\lambda c}{8n} - t = 0. $$",
    r"We have $$ P(A) = 0 \Rightarrow P(B) = P(A) + P(B) $$",
    r"We solve $$ e^{-2000 t^2} = 0.025 $$",
    r"We have $$ \mathbb{E}[X] - a b + \|x\| = \mathbb{E}[X] - 1 + \|x\|. $$",
    r"We have $$ E[X^3] - E[X] E[X^2] = E[X^3] - 0 \cdot E[X^2]. $$",
    r"We have $$ E[X] + \cancelto{0}{E[Z]} + 3 = E[X] + 3. $$",
    r"We have $$ H(Y) - \sum_{x \in S} H(p) \cdot \Pr[X = x] = H(Y) - H(p). $$",
    r"We have $$ \frac{H(W) - I(W;V) - 1}{n R} = 1 - \frac{1}{n R} - \frac{I(W;V)}{n R}. $$",
]
LOUD = [
    r"We have $$ E[X^3] - E[X] E[X^2] = E[X^3] - 10 \cdot E[X^2]. $$",
    r"We have $$ (p - q)^2 + 2pq - p^2 - q^2 = 1. $$",
    r"We have $$ x_1^2 + x_2^2 + 1 \le 2 x_1 x_2. $$",
    r"Let $x_1$ and $x_2$ be real numbers. Then $$ 1 \ge x_1 + x_2. $$",
    r"Let $x$ be real and $z = x^2 + 1$. Then $$ z \ge 2. $$",
    "We have\n$$ \\log 26 - 2 = \\log 13 $$",
    "We have\n$$ \\log 26 - 1 = \\ln 13 $$",
    "We have\n$$ \\log(1 + \\varepsilon) \\ge 2 \\varepsilon $$",
    r"We have $$ \mathbb{E}[X_1] + \|x\| + 3 = \mathbb{E}[X_2] + \|x\| + 3. $$",
    r"We have $$ \mathbb{E}[X] + \mathbb{E}[Y]^2 + 3 = \mathbb{E}[X] + \mathbb{E}[Y] + 3. $$",
]


@pytest.mark.few(5)
@pytest.mark.parametrize("text", QUIET)
def test_what_only_looks_wrong_raises_no_question(tmp_path, text):
    assert not any(suspicions(tmp_path, text))


@pytest.mark.parametrize("text", LOUD)
def test_what_is_wrong_raises_a_question_as_before(tmp_path, text):
    found = [*check_rows(tmp_path, text)]
    assert any(row.judgement.suspicion or row.kind.value == "REFUTED" for row in found)


def check_rows(tmp_path, text):
    file = tmp_path / "notes.md"
    file.write_text(text)
    return check(file, jobs=1).rows


BOUND = (
    "The regret of the method is bounded for convex losses. %s So we have\n"
    "\\[ %s \\le \\frac{G^2}{a}. \\] %%! by: %s"
)


@pytest.mark.parametrize(
    ("words", "left", "reason", "kind"),
    [
        ("", "R", "cite hazan_2007", "CITED"),
        ("", "R", "algebra", "UNKNOWN"),
        ("Let $R, G, a$ be positive real numbers. ", "R + 1", "cite hazan_2007", "REFUTED"),
    ],
)
def test_a_row_that_is_cited_fails_only_where_the_document_states_the_domains(
    tmp_path, words, left, reason, kind
):
    file = tmp_path / "notes.tex"
    file.write_text(BOUND % (words, left, reason))
    (row,) = check(file, jobs=1).rows
    assert row.kind.value == kind
