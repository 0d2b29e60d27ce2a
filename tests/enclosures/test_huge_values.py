r"""Numbers whose digits fit into no memory: they are enclosed, and never written out."""

import subprocess
import sys

import pytest
from flint import arb

from boundcalc.enclosures.interval import whole_number


def test_only_numbers_that_can_be_written_out_are_integers() -> None:
    assert whole_number(arb(7)) == 7
    assert whole_number(arb(1) / 2) is None
    assert whole_number((arb(2) ** arb(2) ** 70).lower()) is None
    assert whole_number(-(arb(2) ** arb(2) ** 70).lower()) is None
    assert whole_number(arb("inf")) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        r"prove(r'\lfloor 2^{x^{x}} \rfloor \le 2^{x^{x}}', where='x in [1, 1000]')",
        r"prove(r'\lceil 2^{x^{x}} \rceil < 2^{x^{x}}', where='x in [1, 1000]')",
    ],
)
def test_the_process_goes_on(call: str) -> None:
    """An error inside of flint ends the process, so it is asked in one of its own."""
    code = f"from boundcalc import prove; print({call}.kind.value)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout.strip()) in [
        (0, "PROVED"),
        (0, "UNKNOWN"),
        (0, "REFUTED"),
    ]
    assert "FLINT" not in found.stderr
