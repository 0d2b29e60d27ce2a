"""The two suites: what the fast one leaves out, the complete one has, and nothing is lost."""

import subprocess
import sys

import pytest

from tests.documents import ROOT

FILE = "tests/laws/test_tails.py"  # with cases of which a few are taken, without some
COMPLETE = "slow and not sweep or hypothesis and not sweep"  # as `make test-all` asks


def collected(*options: str) -> set[str]:
    """Return the tests that pytest would run, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", FILE, *options],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
        timeout=3600,
    )
    return {line for line in done.stdout.splitlines() if line.startswith(FILE)}


@pytest.mark.slow
def test_each_case_is_in_one_suite() -> None:
    fast, complete = collected(), collected("-m", COMPLETE)

    assert fast
    assert complete
    assert not fast & complete
    assert fast | complete == collected("-m", "")
