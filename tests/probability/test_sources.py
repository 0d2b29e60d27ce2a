"""Steps of the five sources from definitions, and changed copies of them, which need not hold."""

import pytest

from tests.probability.rows import findings, is_proved

RATIO = "log: 2\ndeclare k, K, c positive\nrandom Z in [-K, K]"
TANGENT = (
    r"\mathbb{E}[Z \cdot \mathbb{1}[Z \le k]] \ge (1 - \Pr[Z > k])(\log(e) - \log(c))"
    r" - \frac{\log(e)}{c} \mathbb{E}[2^{-Z} \cdot \mathbb{1}[Z \le k]]"
)
TAIL = r"\mathbb{E}[Z] \ge \mathbb{E}[Z \cdot \mathbb{1}[Z \le k]] + k \Pr[Z > k]"
DENSITY = "declare k nonnegative\nrandom W in [0, 2^k]\nrandom I integer in [0, 1]"
BAD_EVENT = r"\mathbb{E}[W \cdot I] \le 2^k \, \mathbb{E}[I]"
SURPRISE = "declare N, \\kappa positive\nrandom \\Lambda in [-\\kappa, \\kappa]"
ENTROPY = r"\mathbb{E}[\Lambda] \le \ln N - 1 + \frac{1}{N} \cdot \mathbb{E}[e^\Lambda]"
SCALED = """declare n integer >= 1
declare a real
declare s, t, w positive
random X_1, \\ldots, X_n in [0, 1], iid
let \\mu = \\mathbb{E}[X_1]"""
WIDTH = (
    r"\Pr\left[a + w \cdot \frac{1}{n} \sum_{i=1}^n X_i - (a + w \mu) \ge s\right]"
    r" \le \Pr\left[\sum_{i=1}^n X_i \ge n(\mu + t)\right] \quad \text{if } w t = s"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("directives", "row"),
    [
        (RATIO, TANGENT),
        (RATIO, TAIL),
        (DENSITY, BAD_EVENT),
        (SURPRISE, ENTROPY),
        (SCALED, WIDTH),
    ],
)
def test_the_step_follows_from_definitions(directives, row):
    assert is_proved(directives, row)


@pytest.mark.few(4, without="directives11")
@pytest.mark.parametrize(
    ("directives", "row", "old", "new"),
    [
        (RATIO, TANGENT, "2^{-Z}", "2^{Z}"),
        (RATIO, TANGENT, r"(1 - \Pr[Z > k])", r"(1 + \Pr[Z > k])"),
        (RATIO, TANGENT, r"\ge", r"\le"),
        (RATIO, TAIL, r"k \Pr", r"2k \Pr"),
        (RATIO, TAIL, r"\mathbb{E}[Z] \ge", r"\mathbb{E}[Z] \le"),
        (DENSITY, BAD_EVENT, "2^k", r"2^{k/2}"),
        (DENSITY, BAD_EVENT, r"2^k \, \mathbb{E}[I]", r"\mathbb{E}[W] \mathbb{E}[I]"),
        (DENSITY, BAD_EVENT, r"\le", r"\ge"),
        (SURPRISE, ENTROPY, "- 1", "- 2"),
        (SURPRISE, ENTROPY, r"\ln N", r"\frac{1}{2} \ln N"),
        (SURPRISE, ENTROPY, r"\le", r"\ge"),
        (SCALED, WIDTH, "w t = s", "w t = 2s"),
        (SCALED, WIDTH, "w t = s", "t = w s"),
        (SCALED, WIDTH, r"\le \Pr", r"\le \frac{1}{2} \Pr"),
    ],
)
def test_a_changed_copy_is_not_proved(directives, row, old, new):
    assert old in row
    (found,) = findings(directives, row.replace(old, new))
    assert found.kind.value in ("UNKNOWN", "REFUTED")
