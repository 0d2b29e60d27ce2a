"""How long do malformed command lines take, and does each end with one line and no traceback?

Usage: python -m benchmarks.malformed [--every N] [--slowest N] [--jobs N]

Each line of tests/cli/malformed_lines.py is a whole command in a process of its own. Printed are
the slowest, by seconds of the processor with all that a command starts, which other programs change
little; beside them stand those by the clock. The exit code is 1 if a line has a traceback, takes
more than two seconds of the processor, or ends with another code than 1 or 2.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import TemporaryDirectory, TemporaryFile

from benchmarks.run import BOUNDCALC
from tests.cli.malformed_lines import LINES

LIMIT = 2.0


@dataclass(frozen=True)
class Run:
    """A malformed line: its exit code, seconds of the processor and by the clock, what is wrong."""

    line: tuple[str, ...]
    code: int
    used: float
    wall: float
    has_traceback: bool

    @property
    def typed(self) -> str:
        """Return the line as it is typed, shortened, with nothing that a terminal would obey."""
        text = ascii(" ".join(self.line))[1:-1]
        return text if len(text) <= 90 else f"{text[:87]}..."

    @property
    def is_refused(self) -> bool:
        """Return whether it ends as wrong use does."""
        return self.code in (1, 2) and not self.has_traceback


def run(line: tuple[str, ...]) -> Run:
    """Run a line as a whole command, in an empty folder."""
    environment = {**os.environ, "BOUNDCALC_QUIET": "1", "PYTHONDONTWRITEBYTECODE": ""}
    words = [os.fsencode(word.encode("utf-8", "surrogatepass")) for word in line]
    with TemporaryDirectory() as folder, TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            [*BOUNDCALC, *words],
            stdout=said,
            stderr=said,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        said.seek(0)
        has_traceback = b"Traceback" in said.read()
    return Run(line, process.returncode, usage.ru_utime + usage.ru_stime, wall, has_traceback)


def possible(line: tuple[str, ...]) -> bool:
    """Return whether a system can hand the line to a program: no word of it has a zero byte."""
    return not any("\0" in word for word in line)


def main() -> int:
    """Run all lines, and print the slowest of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one line of N alone")
    parser.add_argument("--slowest", type=int, default=10, metavar="N", help="how many to print")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="lines at a time")
    options = parser.parse_args()
    lines = [line for line in dict.fromkeys(LINES) if possible(line)][:: options.every]
    with ThreadPoolExecutor(options.jobs) as pool:
        runs = list(pool.map(run, lines))
    slow = [each for each in runs if each.used > LIMIT]
    wrong = [each for each in runs if not each.is_refused]
    print(f"{len(runs)} malformed lines")
    print(f"with a traceback, or ended otherwise than with 1 or 2: {len(wrong)}")
    print(f"over {LIMIT:g} s of the processor: {len(slow)}")
    print(f"over {LIMIT:g} s by the clock: {sum(each.wall > LIMIT for each in runs)}")
    print("\nprocessor   clock  code  typed")
    for each in sorted(runs, key=lambda each: -each.used)[: options.slowest]:
        print(f"{each.used:7.2f} s {each.wall:6.2f} s {each.code:4}  {each.typed}")
    for each in wrong:
        print(f"wrong: {each.code} {each.typed}")
    return 1 if slow or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
