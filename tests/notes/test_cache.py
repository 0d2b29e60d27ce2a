"""Certificates that are kept are checked again, and nothing else is believed."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from boundcalc import limits
from boundcalc.document_checker import check
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language import interval
from boundcalc.language.expressions import Symbol
from boundcalc.limits import LimitError, map_within
from boundcalc.obligations import deciding
from boundcalc.obligations.cache import PACKAGES, CertificateCache
from boundcalc.obligations.deciding import Decider
from boundcalc.obligations.obligations import Obligation
from boundcalc.proving import Verdict, prove_goal

x = Symbol("x", interval("[0, 1]"))
TRUE = Obligation(conclusion=x * x <= x)
FALSE = Obligation(conclusion=x <= x * x)
OPEN = Obligation(conclusion=(x**3 + 1) ** x <= x**x + 7)


def refuse(*_: object) -> Verdict:
    raise AssertionError("it was searched for again")


def test_a_kept_verdict_is_found_without_a_search(tmp_path: Path) -> None:
    first = Decider(cache=CertificateCache(tmp_path))
    kinds = [first.examine(goal).kind for goal in (TRUE, FALSE)]
    second = Decider(cache=CertificateCache(tmp_path))

    with patch.object(deciding, "_search", refuse):
        again = [second.examine(goal) for goal in (TRUE, FALSE)]

    assert kinds == [VerdictKind.PROVED, VerdictKind.REFUTED]
    assert [found.kind for found in again] == kinds
    assert again[1].counterexample is not None
    assert [found.certificates for found in again] == [
        first.examine(goal).certificates for goal in (TRUE, FALSE)
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("spoil", ["certificate of another goal", "no JSON", "empty", "tampered"])
def test_what_the_checker_does_not_accept_is_searched_for(tmp_path: Path, spoil: str) -> None:
    cache = CertificateCache(tmp_path)
    decider = Decider(cache=cache)
    decider.examine(TRUE)
    (file,) = tmp_path.rglob("*.json")
    kept = json.loads(file.read_text())
    if spoil == "certificate of another goal":
        (proved,) = Decider().examine(Obligation(conclusion=x >= 0)).certificates
        file.write_text(json.dumps({"certificate": proved}))
    elif spoil == "tampered":
        kept["certificate"]["proof"] = {"rule": "identity"}
        file.write_text(json.dumps(kept))
    else:
        file.write_text("" if spoil == "empty" else "{")

    assert cache.find(TRUE.goals) is None


def test_a_refuted_goal_is_not_proved_by_a_certificate_for_another(tmp_path: Path) -> None:
    cache = CertificateCache(tmp_path)
    cache.keep(TRUE.goals, prove_goal(TRUE.goals[-1]))
    (file,) = tmp_path.rglob("*.json")
    cache._file([goal.to_json() for goal in FALSE.goals], is_open=False).parent.mkdir(exist_ok=True)
    file.rename(cache._file([goal.to_json() for goal in FALSE.goals], is_open=False))

    assert cache.find(FALSE.goals) is None


@pytest.mark.parametrize(("seconds", "is_kept"), [(None, True), (5.0, False)])
def test_unknown_is_kept_unless_a_clock_may_have_ended_the_search(
    tmp_path: Path, seconds: float | None, is_kept: bool
) -> None:
    cache = CertificateCache(tmp_path)
    undecided = Judgement(kind=VerdictKind.UNKNOWN, reason="no more rules")
    unknown = Verdict(goal=OPEN.goals[-1], judgement=undecided)
    with patch.object(deciding, "_search", lambda *_: unknown):
        Decider(seconds, cache).examine(OPEN)

    assert (cache.find(OPEN.goals) is not None) is is_kept


def _greedy(*_: object) -> Verdict:
    bytearray(4 << 30)
    raise AssertionError("there was enough memory")


def test_a_search_without_memory_is_an_error_and_no_verdict() -> None:
    decider = Decider()
    with patch.object(deciding, "_search", _greedy), pytest.raises(LimitError):
        decider.examine(TRUE)


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert (
        Decider(cache=CertificateCache(tmp_path / "file")).examine(TRUE).kind is VerdictKind.PROVED
    )
    assert [(item.name, item.read_text()) for item in tmp_path.iterdir()] == [("file", "")]


def test_goals_are_decided_beside_each_other() -> None:
    decider = Decider()
    seen: list[tuple[int, int]] = []

    decider.decide_all([TRUE, FALSE, TRUE], 2, lambda done, total: seen.append((done, total)))

    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert [decider.judgements[asked].kind for asked in (TRUE, FALSE)] == [  # type: ignore[union-attr]
        VerdictKind.PROVED,
        VerdictKind.REFUTED,
    ]


def test_a_goal_with_fewer_assumptions_may_be_proved_but_not_refuted(tmp_path: Path) -> None:
    y, z = Symbol("y", interval("[0, 1/2]")), Symbol("z", interval("[0, 1]"))
    bounded = Obligation(conclusion=x * 2 <= 1, assumptions=(x <= z, z <= y))
    proved = Obligation(conclusion=x >= 0, assumptions=(x <= y,))
    found = Decider(cache=CertificateCache(tmp_path))
    again = Decider(cache=CertificateCache(tmp_path))

    assert (len(bounded.goals), len(proved.goals)) == (2, 2)
    assert [found.examine(asked).kind.value for asked in (bounded, proved)] == ["PROVED", "PROVED"]
    with patch.object(deciding, "_search", refuse):
        assumed = [
            again.examine(asked).certificates[0]["assumptions"] for asked in (bounded, proved)
        ]
    assert [len(items) for items in assumed] == [2, 0]


def _forever() -> int:
    while True:
        pass


def _fails() -> int:
    raise ValueError("no")


@pytest.mark.slow
def test_calls_beside_each_other_are_stopped_one_by_one() -> None:
    found = dict(map_within(3, [lambda: 1, _forever, _fails, lambda: 4], jobs=2))

    assert found[0] == 1
    assert found[3] == 4
    assert isinstance(found[1], LimitError)
    assert isinstance(found[2], ValueError)


def test_an_answer_in_many_pieces_lets_no_further_call_begin() -> None:
    events: list[str] = []
    start, end = limits._start, limits.end_child

    def begins(call: Callable[[], object], processor: float | None) -> tuple[int, int]:
        events.append("begins")
        return start(call, processor)

    def ends(child: int) -> None:
        events.append("ends")
        end(child)

    with patch.object(limits, "_start", begins), patch.object(limits, "end_child", ends):
        found = dict(map_within(30.0, [lambda: bytes(1 << 20)] * 4, jobs=1))

    assert len(found) == 4
    assert events == ["begins", "ends"] * 4


def test_the_goal_of_a_cache_file_is_the_goal() -> None:
    asked = ([item.to_json() for item in goal.goals] for goal in (TRUE, FALSE))
    one, two = (CertificateCache(Path())._file(item, is_open=False) for item in asked)
    assert one != two


NOTES = {
    "proved, refuted and unknown": r"""
%! declare x, y positive
\[ x y \le x^2 + y^2 , \quad x \le y , \quad \Pr[A] \le x \]
\[ (x^3 + 1)^x \le x^x + 7 y \]
""",
    "vacuous": r"""
%! declare x in (0, 1)
\[ x \le 1/2 \quad\text{if } x^2 = 1/2 \]
\[ x = \sqrt{1/2} \implies x^4 = 1/4 \]
""",
    "expectations": r"""
%! declare t positive
%! random X, Y in [0, 1]
\[ \Pr[X \ge t] \le \mathbb{E}[X]/t \]
\[ \mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y] \]
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", NOTES.values(), ids=NOTES)
def test_no_row_is_searched_again_on_the_next_run(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text(text)
    first = check(file, cache=tmp_path)

    with (
        patch.object(deciding, "_search", refuse),
        patch.object(deciding, "prove_expectations", refuse),
        patch.object(limits, "can_fork", lambda: False),
    ):
        again = check(file, cache=tmp_path)

    assert [row.judgement for row in again.rows] == [row.judgement for row in first.rows]


def test_a_derivation_that_the_checker_does_not_accept_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "notes.tex"
    file.write_text("%! random X in [0, 1]\n\\[ \\mathbb{E}[X] \\le 1 \\]\n")
    (first,) = check(file, cache=tmp_path).rows
    kept = {item: json.loads(item.read_text()) for item in tmp_path.rglob("*.json")}
    (derivation,) = (item for item, data in kept.items() if "rules" in data)
    kept[derivation]["certificate"]["proof"] = {"rule": "identity"}
    derivation.write_text(json.dumps(kept[derivation]))
    (again,) = check(file, cache=tmp_path).rows

    assert first.kind is VerdictKind.PROVED
    assert again.judgement == first.judgement


@pytest.mark.slow
def test_what_is_kept_depends_on_all_code_that_a_verdict_depends_on() -> None:
    code = "import sys, boundcalc.obligations.examining; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {name.split(".")[1] for name in loaded.split() if name.startswith("boundcalc.")}
    readers = {"derivations", "randomness", "reader", "tex"}  # they make the goals
    records = {"judgements", "limits"}

    assert names - readers - records == set(PACKAGES)
