"""The comparison with other provers: what is late does not count, and nothing is measured twice."""

from itertools import count

import pytest

from benchmarks.provers import Journal
from benchmarks.suite import PROVED, UNKNOWN, Entry, measured, outcome

ENTRY = Entry(
    {"id": "line", "relation": "x^2 \\ge 0", "where": "x real", "truth": True, "tags": []}
)


def test_what_uses_up_its_processor_time_is_ended_and_decides_nothing():
    def decide(_):
        for _ in count():
            pass

    found = measured(ENTRY, 0.1, decide)

    assert (found.verdict, found.seconds, found.is_decided) == (UNKNOWN, 0.1, False)


def test_what_is_decided_in_time_counts():
    found = measured(ENTRY, 60, lambda _: PROVED)
    assert (found.verdict, found.is_decided) == (PROVED, True)


@pytest.mark.parametrize(
    ("prover", "limit", "is_known"), [("a", 4, True), ("b", 4, False), ("a", 8, False)]
)
def test_a_journal_knows_what_was_measured_by_this_prover_within_this_limit(
    tmp_path, prover, limit, is_known
):
    first, second = outcome(ENTRY, PROVED, 1.5), outcome(ENTRY, UNKNOWN, 4.0)
    path = tmp_path / "journal"

    assert Journal(path, 4).outcome("a", ENTRY, lambda: first) == first
    assert Journal(path, limit).outcome(prover, ENTRY, lambda: second) == (
        first if is_known else second
    )
