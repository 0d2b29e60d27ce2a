"""Outputs with a record of the input and with an independent one, and rows given an assumption."""

import pytest

from tests.probability.rows import findings, is_proved

NUMBERS = r"""declare n integer >= 1
declare i, j integer >= 1
declare \varepsilon positive
declare \delta probability
random x_1, \ldots, x_n records, iid from P
"""
COPY = "random z copy of x\n"
PRIVATE = r"private \mathcal{A}(x): (\varepsilon, \delta), q query in [0, 1]"
DECLARED = NUMBERS + COPY + PRIVATE
PAIR = r"\mathbb{E}[q(x_i)] \le e^\varepsilon \mathbb{E}[q(z)] + \delta"
INDEPENDENT = r"\mathbb{E}[q(z)] \le e^\varepsilon \mathbb{E}[q(x_i)] + \delta"
MARKOV = "declare a in (0, 1)\nrandom X in [0, 1]\nassume \\mathbb{E}[X] \\le \\frac{a}{2}\n"
GATED = """random Z in [-1, 1]
random G in [0, 1]
event A: G \\ge 1, |Z| \\le \\frac{1}{2}
assume \\Pr[A] > 0
"""


@pytest.mark.parametrize("row", [PAIR, INDEPENDENT])
def test_privacy_compares_a_record_of_the_input_with_an_independent_one(row):
    assert is_proved(DECLARED, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (PAIR, r"e^\varepsilon", "1"),
        (PAIR, r"+ \delta", ""),
        (PAIR, r"\le", r"\ge"),
        (INDEPENDENT, r"e^\varepsilon", r"e^{\varepsilon/2}"),
        (INDEPENDENT, r"+ \delta", r"+ \frac{\delta}{2}"),
        (PAIR, r"\mathbb{E}[q(z)]", r"\frac{1}{2} \mathbb{E}[q(z)]"),
    ],
)
def test_a_changed_comparison_is_not_proved(row, old, new):
    (found,) = findings(DECLARED, row.replace(old, new))
    assert found.kind.value in ("UNKNOWN", "REFUTED")


@pytest.mark.slow
@pytest.mark.parametrize(
    "declared",
    [
        NUMBERS.replace("iid from P", "iid from P\nrandom z records") + PRIVATE,
        DECLARED.replace("query in [0, 1]", "query in [0, 2]"),
    ],
    ids=["dependent", "values beyond one"],
)
def test_without_a_hypothesis_the_comparison_is_not_proved(declared):
    (found,) = findings(declared, PAIR)
    assert found.kind.value in ("UNKNOWN", "REFUTED")


@pytest.mark.parametrize(
    "row",
    [
        r"\Pr[X \ge a] \le \frac{1}{2}",
        r"a \Pr[X \ge a] \le \frac{a}{2}",
        r"\Pr[X \ge 1] \le \frac{a}{2}",
    ],
)
def test_a_row_follows_from_a_multiple_of_an_assumption(row):
    assert is_proved(MARKOV, row)


@pytest.mark.parametrize(
    "row",
    [
        r"\Pr[X \ge a] \le \frac{1}{3}",
        r"a \Pr[X \ge a] \le \frac{a}{4}",
        r"\Pr[X \ge \frac{1}{2}] \le \frac{a}{2}",
        r"\Pr[X \le a] \le \frac{1}{2}",
    ],
)
def test_a_multiple_of_an_assumption_proves_no_more(row):
    assert not is_proved(MARKOV, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        r"\mathbb{E}[Z \cdot \mathbb{1}[A] \mid A^c] = 0 \quad \text{if } \Pr[A^c] > 0",
        r"\mathbb{E}[Z \cdot \mathbb{1}[A] \mid A] = \mathbb{E}[Z \mid A]",
        r"\mathbb{E}[Z \cdot \mathbb{1}[A]] = \mathbb{E}[Z \mid A] \Pr[A]",
    ],
)
def test_a_stopped_value_has_the_conditional_means_of_its_cases(row):
    assert is_proved(GATED, row)


@pytest.mark.parametrize(
    "row",
    [
        r"\mathbb{E}[Z \cdot \mathbb{1}[A] \mid A] = 0",
        r"\mathbb{E}[Z \cdot \mathbb{1}[A] \mid A] = \mathbb{E}[Z]",
        r"\mathbb{E}[Z \cdot \mathbb{1}[A]] = \mathbb{E}[Z \mid A]",
    ],
)
def test_a_stopped_value_has_no_other_conditional_means(row):
    assert not is_proved(GATED, row)
