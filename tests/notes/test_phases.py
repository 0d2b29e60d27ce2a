"""A document is read, planned, decided and judged, each once."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from boundcalc.derivations import derivations
from boundcalc.document_checker import Checker, check
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.library import load_library
from boundcalc.obligations import deciding, planning
from boundcalc.obligations.obligations import Goals
from boundcalc.probability import ExpectationGoal, ExpectationVerdict
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.prove import EFFORT
from boundcalc.proving.verdicts import Verdict

PREPARED = r"""
%! declare \varepsilon, \delta in (0, 1/8]
%! declare n integer >= 1
%! assume \delta \le \varepsilon/16
\[ 16\delta \le \varepsilon \] %! label: a
\[ 32\delta \le 2\varepsilon \] %! by: row a
\[ 16\delta \le \varepsilon \]
\[ \Pr[A] + \varepsilon \ge 2 \]
\[ \Pr[A] \le \varepsilon \quad\text{if } \varepsilon \ge 1/16 \] %! label: b
\[ \Pr[A] \le 1/4 \] %! by: row b
\[ \Pr[A] \le 4\delta/\varepsilon + n \] %! by: theorem lecture-18/thm-0.2 with delta = \delta
"""
OPEN = r"""
Let $x \ge 0$ and $c = \sqrt{2}$. For every $n$,
\[ (1 + x)^n \ge 1 , \qquad c x \le 2 x . \]
Hence \[ n (n + 1) \ge 2 . \]
"""
RANDOM = r"""
%! declare t positive
%! random X, Y in [0, 1]
\[ \Pr[X \ge t] \le \mathbb{E}[X]/t \]
\[ \mathbb{E}[X + Y] = \mathbb{E}[X] + \mathbb{E}[Y] \]
"""


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boundcalc.limits.can_fork", lambda: False)


def test_algebra_has_little_work_where_a_row_is_derived_from_definitions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_this_process: None
) -> None:
    efforts = []
    search = deciding._search

    def recorded(
        goals: Goals, seconds: float | None, effort: int, failing: set[ProofGoal]
    ) -> Verdict:
        efforts.append(effort)
        return search(goals, seconds, effort, failing)

    monkeypatch.setattr(deciding, "_search", recorded)
    (tmp_path / "notes.tex").write_text(RANDOM)
    report = check(tmp_path / "notes.tex", jobs=1)

    assert [row.kind for row in report.rows] == [VerdictKind.PROVED] * 2
    assert set(efforts) == {deciding.GLANCE}


def test_algebra_has_all_of_its_work_where_nothing_is_derived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_this_process: None
) -> None:
    efforts = []

    def recorded(
        goals: Goals, seconds: float | None, effort: int, failing: set[ProofGoal]
    ) -> Verdict:
        efforts.append(effort)
        unknown = Judgement(kind=VerdictKind.UNKNOWN, reason="not looked at")
        return Verdict(goal=goals[-1], judgement=unknown)

    def underived(goal: ExpectationGoal) -> ExpectationVerdict:
        unknown = Judgement(kind=VerdictKind.UNKNOWN, reason="not looked at")
        return ExpectationVerdict(goal=goal, judgement=unknown)

    monkeypatch.setattr(deciding, "_search", recorded)
    monkeypatch.setattr(deciding, "prove_expectations", underived)
    (tmp_path / "notes.tex").write_text(RANDOM)
    check(tmp_path / "notes.tex", jobs=1)

    assert efforts == [deciding.GLANCE, EFFORT] * 2


@pytest.mark.parametrize("text", [PREPARED, OPEN, RANDOM])
def test_nothing_is_searched_for_twice(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_this_process: None
) -> None:
    searched: Counter[Goals] = Counter()
    search = deciding._search

    def counted(
        goals: Goals, seconds: float | None, effort: int, failing: set[ProofGoal]
    ) -> Verdict:
        searched[goals] += 1
        return search(goals, seconds, effort, failing)

    monkeypatch.setattr(deciding, "_search", counted)
    (tmp_path / "notes.tex").write_text(text)
    check(tmp_path / "notes.tex", jobs=1)

    assert searched
    assert set(searched.values()) == {1}


# What a row may have meant is asked once it is known that it is not proved as it stands.
@pytest.mark.slow
@pytest.mark.parametrize(("text", "failing"), [(PREPARED, 1), (OPEN, 2), (RANDOM, 0)])
def test_all_that_the_judge_asks_is_in_the_plan_but_what_rests_on_what_fails(
    text: str, failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: list[int] = []
    map_within = deciding.map_within

    def counted(patience, calls, **rest):
        pools.append(len(calls))
        return map_within(patience, calls, **rest)

    monkeypatch.setattr(deciding, "map_within", counted)
    (tmp_path / "notes.tex").write_text(text)
    check(tmp_path / "notes.tex")

    later = [count for count in pools[2:] if count]  # behind the rows, and ways to show them
    assert later == [1] * failing


def test_each_formula_is_read_once_and_each_theorem_is_applied_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, applied = Counter(), Counter()
    read_relations, apply_theorem = derivations.read_relations, planning.apply_theorem

    def reads(formula, scope):
        read[formula.start] += 1
        return read_relations(formula, scope)

    def applies(reason, theorem, scope):
        applied[theorem.id] += 1
        return apply_theorem(reason, theorem, scope)

    monkeypatch.setattr(derivations, "read_relations", reads)
    monkeypatch.setattr(planning, "apply_theorem", applies)
    (tmp_path / "notes.tex").write_text(PREPARED)
    check(tmp_path / "notes.tex")

    assert list(read.values()) == [1] * 7
    assert applied == {"lecture-18/thm-0.2": 1}


@pytest.mark.slow
def test_a_document_that_is_checked_again_is_not_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(PREPARED)
    checker = Checker(theorems=load_library().theorems)
    kinds = [row.kind for row in checker.check(file).rows]
    file.write_text(f"{PREPARED}\nMore words.\n")

    def refuse(*_: object) -> Verdict:
        raise AssertionError("it was searched for again")

    monkeypatch.setattr(deciding, "_search", refuse)
    monkeypatch.setattr("boundcalc.limits.can_fork", lambda: False)

    assert [row.kind for row in checker.check(file).rows] == kinds


def test_of_a_document_that_changes_only_the_new_row_is_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_this_process: None
) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(PREPARED)
    checker = Checker(theorems=load_library().theorems)
    checker.check(file)
    searched: list[str] = []
    search = deciding._search

    def noted(goals: Goals, seconds: float | None, effort: int, failing: set[ProofGoal]) -> Verdict:
        searched.append(str(goals[-1].conclusion))
        return search(goals, seconds, effort, failing)

    monkeypatch.setattr(deciding, "_search", noted)
    file.write_text(PREPARED + "\\[ 17\\delta \\le 2\\varepsilon \\]\n")
    report = checker.check(file)

    assert searched == [str(report.rows[-1].step.row.relation)]
    assert [row.kind.value for row in report.rows][-1] == "PROVED"


@pytest.mark.slow
def test_rows_are_decided_one_by_one_where_a_process_ends_that_decides_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has no memory left says nothing of any of its rows."""
    all_decided = deciding.Decider._all_decided

    def ended(self: deciding.Decider, tasks: Sequence[deciding._Task]) -> object:
        (tmp_path / f"{len(tasks)} {os.getpid()}").touch()
        return all_decided(self, tasks) if len(tasks) == 1 else os._exit(1)

    monkeypatch.setattr(deciding.Decider, "_all_decided", ended)
    rows = "\n".join(rf"\[ {number} x \le {number} x + 1 \]" for number in range(20, 36))
    (tmp_path / "notes.tex").write_text(f"%! declare x positive\n{rows}\n")
    report = check(tmp_path / "notes.tex", jobs=2)

    sizes = Counter(path.name.split()[0] for path in tmp_path.iterdir())
    assert (sizes["2"], sizes["1"]) == (8, 16)
    assert [row.kind for row in report.rows] == [VerdictKind.PROVED] * 16
