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
ANSWERS = """declare m integer >= 1
declare \\tau, \\beta in (0, 1)
declare \\sigma positive
random D_1, \\ldots, D_m in [-1, 1]
random X_1, \\ldots, X_m in [-1, 1]
random T_1, \\ldots, T_m in (-\\infty, \\tau/24]
random V_1, \\ldots, V_m real, with law laplace(4\\sigma), iid"""
KEPT = (
    r"\mathbb{E}[\sum_{i=1}^m \mathbb{1}[|X_i| \le \frac{3\tau}{4} + T_i + V_i, |X_i + D_i| \ge"
    r" \tau]] \le \mathbb{E}[\sum_{i=1}^m \mathbb{1}[|X_i| \le \frac{3\tau}{4} + T_i + V_i, |D_i|"
    r" \ge \tau/8]]"
    r" + \mathbb{E}[\sum_{i=1}^m \mathbb{1}[T_i + V_i \ge \tau/8]]"
)
IN_FORCE = (
    r"\mathbb{E}[\sum_{i=1}^m \mathbb{1}[T_i + V_i \ge \tau/8]]"
    r" \le \mathbb{E}[\sum_{i=1}^m \mathbb{1}[V_i \ge \tau/12]]"
)
COMPARISONS = (
    r"\mathbb{E}[\sum_{i=1}^m \mathbb{1}[V_i \ge \tau/12]] \le \frac{\beta}{8}"
    r" \quad \text{if } \sigma \le \frac{\tau}{48 \log(4m/\beta)}"
)

GAPS = "declare \\varepsilon, \\Delta, \\kappa, g positive\nrandom G in [0, \\kappa]"
LOW_SCORES = (
    r"\mathbb{E}[e^{-\frac{\varepsilon G}{2\Delta}} \mathbb{1}[G \ge g]]"
    r" \le e^{-\frac{\varepsilon g}{2\Delta}}"
)
BEST_SCORE = r"\mathbb{E}[e^{-\frac{\varepsilon G}{2\Delta}}] \ge \Pr[G \le 0]"
COINS = """declare \\varepsilon, \\kappa positive
declare \\delta in [0, 1)
random L in [0, 1]
random D in [0, \\kappa]
random K = e^\\varepsilon L + \\delta - D"""
POST_PROCESSING = r"\mathbb{E}[K] \le e^\varepsilon \mathbb{E}[L] + \delta"
CHOICE = """declare \\varepsilon positive
random L, D in [0, 1]
random K = \\min\\{1, e^\\varepsilon L\\} - D"""
CUT_OFF = r"\mathbb{E}[K] \le e^\varepsilon \mathbb{E}[L]"
DENSITIES = """declare \\kappa positive
random Q, V, W in [0, \\kappa]
random I, J integer in [0, 1]
random P = Q + J V - (1 - J) W"""
CROSSING = r"\mathbb{E}[P I] - \mathbb{E}[Q I] \le \mathbb{E}[P J] - \mathbb{E}[Q J]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("directives", "row"),
    [
        (RATIO, TANGENT),
        (RATIO, TAIL),
        (DENSITY, BAD_EVENT),
        (SURPRISE, ENTROPY),
        (SCALED, WIDTH),
        (ANSWERS, KEPT),
        (ANSWERS, IN_FORCE),
        (ANSWERS, COMPARISONS),
        (GAPS, LOW_SCORES),
        (GAPS, BEST_SCORE),
        (COINS, POST_PROCESSING),
        (CHOICE, CUT_OFF),
        (DENSITIES, CROSSING),
    ],
)
def test_the_step_follows_from_definitions(directives, row):
    assert is_proved(directives, row)


@pytest.mark.slow
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
        (ANSWERS, KEPT, r"|D_i| \ge \tau/8", r"|D_i| \ge \tau/4"),
        (ANSWERS, IN_FORCE, r"\tau/12", r"\tau/8"),
        (ANSWERS, COMPARISONS, r"\tau}{48", r"\tau}{24"),
        (GAPS, LOW_SCORES, r"g}{2\Delta", r"g}{\Delta"),
        (GAPS, LOW_SCORES, r"G \ge g", r"G \le g"),
        (GAPS, BEST_SCORE, r"G \le 0", r"G \le g"),
        (COINS, POST_PROCESSING, r" + \delta", ""),
        (COINS, POST_PROCESSING, r"e^\varepsilon", r"e^{\varepsilon/2}"),
        (CHOICE, CUT_OFF, r"e^\varepsilon", r"e^{\varepsilon/2}"),
        (DENSITIES, CROSSING, r"\mathbb{E}[P J]", r"\frac{1}{2} \mathbb{E}[P J]"),
        (DENSITIES, CROSSING, r"\le", r"\ge"),
    ],
)
def test_a_changed_copy_is_not_proved(directives, row, old, new):
    assert old in row
    (found,) = findings(directives, row.replace(old, new))
    assert found.kind.value in ("UNKNOWN", "REFUTED")
