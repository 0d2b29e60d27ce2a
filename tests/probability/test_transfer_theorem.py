"""The transfer theorem from definitions, as the lecture writes it, and changed copies of it."""

import pytest

from boundcalc.tex.source import ReaderError
from tests.probability.rows import findings

NUMBERS = r"""log: natural
declare m, T integer >= 1
declare \varepsilon, \varepsilon', \alpha positive
declare \delta in [0, 1)
declare c in (0, 1)"""
RECORDS = r"""random x_{1,1}, \ldots, x_{T,m} records, iid from D
random z copy of x"""
RUNS = r"private \mathcal{M}(x_t): (\varepsilon, \delta), q_t query in [0, 1]"
CHOICE = (
    r"private \mathcal{N}(x): exponential mechanism(\varepsilon') on \pm q_1, \ldots, \pm q_T, "
    r"t^* index, q^* query"
)
CHANCE = r"let p = \Pr[|\frac{1}{m} \sum_{j=1}^m q_1(x_{1,j}) - q_1(D)| \ge \alpha]"
GAP = (
    r"\frac{1}{m} \mathbb{E}\left[\sum_{t=1}^T \sum_{j=1}^m \mathbb{1}_{t^* = t} "
    r"\cdot q^*(x_{t,j})\right] - \mathbb{E}[q^*(D)]"
)
ABOVE = rf"{GAP} \le (e^{{\varepsilon + \varepsilon'}} - 1) + T\delta"
BELOW = (
    rf"{GAP} \ge \alpha (1 - c^T) - \frac{{2 \ln(2T)}}{{\varepsilon' m}} "
    r"\quad \text{if } p \ge 1 - c"
)
DECLARED = "\n".join((NUMBERS, RECORDS, RUNS, CHOICE, CHANCE))


@pytest.mark.slow
@pytest.mark.parametrize("row", [ABOVE, BELOW])
def test_both_bounds_on_the_choice_follow_from_definitions(row):
    (found,) = findings(DECLARED, row)
    assert found.kind.value == "PROVED"
    assert not found.premises
    assert found.reason.startswith("Proved from definitions")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (ABOVE, r"T\delta", r"(T - 1)\delta"),
        (ABOVE, r"\varepsilon + \varepsilon'", r"\varepsilon"),
        (ABOVE, r"T\delta", "0"),
        (BELOW, "c^T", r"c^{T + 1}"),
        (BELOW, "2 \\ln(2T)", r"2 \ln(T)"),
        (BELOW, "2 \\ln(2T)", r"\ln(2T)"),
        (BELOW, r"\quad \text{if } p \ge 1 - c", ""),
        (BELOW, r"p \ge 1 - c", r"p \ge 1 - 2c"),
    ],
)
def test_a_changed_constant_is_not_proved(row, old, new):
    assert old in row
    (found,) = findings(DECLARED, row.replace(old, new))
    assert found.kind.value == "UNKNOWN"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (ABOVE, r"mechanism(\varepsilon')", r"mechanism(2\varepsilon')"),
        (BELOW, r"mechanism(\varepsilon')", r"mechanism(\varepsilon'/2)"),
        (ABOVE, r"(\varepsilon, \delta)", r"(\varepsilon, 2\delta)"),
        (BELOW, r"\sum_{j=1}^m q_1(x_{1,j})", r"\sum_{j=1}^m q_1(x_{2,j})"),
        (BELOW, r"\sum_{j=1}^m q_1(x_{1,j})", r"\sum_{j=2}^m q_1(x_{1,j})"),
        (BELOW, r"q_1(D)|", r"q_2(D)|"),
        (BELOW, r"\Pr[|", r"\Pr[2 |"),
    ],
)
def test_with_another_declaration_it_is_not_proved(row, old, new):
    assert old in DECLARED
    (found,) = findings(DECLARED.replace(old, new), row)
    assert found.kind.value == "UNKNOWN"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (", iid from D", "", "no family of independent records with one law"),
        ("iid from D", "independent", "no family of independent records with one law"),
        ("q_t query in [0, 1]", "q query in [0, 1]", "there is one for each t"),
        (RUNS, RUNS.replace("x_t", "x").replace("q_t", "q"), "a run for each dataset"),
        (r"\pm q_1, \ldots, \pm q_T", r"\pm q_1", "a private algorithm is declared as in"),
        (r"\pm q_T", r"\pm q_U", "U"),
    ],
)
def test_what_cannot_be_declared_is_said_with_a_way_out(old, new, said):
    assert old in DECLARED
    with pytest.raises((ReaderError, AssertionError), match=said):
        findings(DECLARED.replace(old, new), ABOVE)


@pytest.mark.slow
def test_a_number_that_is_not_used_changes_nothing():
    declared = DECLARED.replace("T integer", "T, U integer")
    assert declared != DECLARED
    assert findings(declared, ABOVE)[0].kind.value == "PROVED"


@pytest.mark.slow
def test_fresh_records_need_not_be_declared():
    declared = DECLARED.replace(RECORDS, RECORDS.splitlines()[0])
    assert declared != DECLARED
    (found,) = findings(declared, ABOVE)
    assert found.kind.value == "PROVED"
    assert not found.premises
