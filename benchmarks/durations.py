"""How long people wait: whole commands as they are typed, before and after, as one table.

Usage: python -m benchmarks.durations [--before DIR] [--rounds N] [--quick] [--busy N]

Times are seconds of the processor with all that a command starts, the median of alternate rounds,
which other programs change little; beside them stands how often SymPy could be imported meanwhile.
By the clock are how long a server takes to listen and to answer, once and again, and how long a
command is silent; until a server listens, seconds of the processor are counted as well.
`--before` is an older checkout. `--quick` leaves out all pages with an empty cache, which take
minutes in old ones. `--busy` runs beside N programs that never rest, and then all times are by the
clock, as whoever waits sees them.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from benchmarks.run import SYMPY, Command, asking

QUESTION = "tau=0.1 beta=0.05 k=1234"
COMMANDS = (
    asking("a question in k", "solve n tau=0.1 beta=0.05 k=1000", 5.0),
    asking("how accurate", "solve tau n=100000 beta=0.05 k=1000", None),
    asking("how many queries", "solve k n=100000 tau=0.1 beta=0.05", None),
    asking("no: too accurate", "solve tau n=10 beta=0.05 k=1000", None, code=2),
    asking("no: too sure", "solve beta n=50 tau=0.1 k=1000", None, code=2),
    asking("no: too few records", "solve k n=100 tau=0.1 beta=0.05", None, code=2),
    asking("no: too much noise", "solve sigma n=1000 k=500 tau=0.1 beta=0.01", None, code=2),
    asking("how much noise", "solve sigma n=40000 k=1000 tau=0.1 beta=0.05", None),
    asking("how sure", "solve beta n=50000 tau=0.1 k=1000", None),
    asking("one theorem", "solve n tau=0.1 beta=0.05 --theorem lecture-18/thm-0.2", None),
    asking("the comparison of the README", "compare n tau=0.1 beta=0.05 k=10..1e3", None),
    asking("a derivation", "explain n tau=0.1 beta=0.05 k=1000", None),
    asking("an audit", "audit n=40000 tau=0.1 beta=0.05 k=1000", None),
    asking("the list", "list", None),
    asking("a proof", r"prove e^x\ge1+x --where x>=0", None),
)


@dataclass(frozen=True)
class Line:
    """A line of the table: seconds now, before (None where that was not run), and by the clock."""

    name: str
    now: float | None
    before: float | None
    typed: str

    def text(self, sympy: float) -> str:
        """Return it as a line of Markdown, beside the import of SymPy."""
        cells = [
            "–" if used is None else f"{used:.2f} s ({used / sympy:.1f} ×)"
            for used in (self.before, self.now)
        ]
        return f"| {self.name} | {' | '.join(cells)} | {self.typed} |"


def lines(rounds: int, before: str, *, by_clock: bool) -> tuple[float, list[Line]]:
    """Return the seconds of an import of SymPy, and a line for each command."""
    of = 0 if by_clock else 1
    runs = [(command, "") for command in (SYMPY, *COMMANDS)]
    runs += [(command, before) for command in COMMANDS] if before else []
    found = [[_used(command, checkout, of) for command, checkout in runs] for _ in range(rounds)]
    medians = [
        None if None in times else statistics.median(times) for times in zip(*found, strict=True)
    ]
    older = medians[1 + len(COMMANDS) :] or [None] * len(COMMANDS)
    table = [
        Line(command.name, now or 0.0, was, f"`boundcalc {' '.join(command.words[2:])}`")
        for command, now, was in zip(COMMANDS, medians[1:], older, strict=False)
    ]
    return medians[0] or 1.0, table


def _used(command: Command, checkout: str, of: int) -> float | None:
    """Return the seconds of a command; None where an older checkout does not know it."""
    try:
        return command.run(checkout)[of]
    except SystemExit:
        if checkout:
            return None
        raise


def waits(before: str) -> list[Line]:
    """Return the lines of what is waited for in the midst of a command, by the clock."""
    now, was = _serve(""), _serve(before) if before else (None, None, None, None)
    asked = f"`boundcalc serve`, `n {QUESTION}`"
    return [
        Line("a server until it listens, by the clock", now[0], was[0], "`boundcalc serve`"),
        Line("the same, of the processor", now[3], was[3], "`boundcalc serve`"),
        Line("its first answer, by the clock", now[1], was[1], asked),
        Line("the same question again, by the clock", now[2], was[2], asked),
        Line(
            "the first word of progress, by the clock",
            _silence(""),
            _silence(before) if before else None,
            "`boundcalc compare n tau=0.1 beta=0.05 k=10..1e5`",
        ),
    ]


def pages(before: str, *, by_clock: bool) -> Line:
    """Return the line of all pages with an empty cache."""
    of = 0 if by_clock else 1
    was = _site(before, of) if before else None
    return Line("all pages, nothing kept", _site("", of), was, "`boundcalc site -o DIR`")


def _site(checkout: str, of: int) -> float:
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            return asking("site", f"site -o {Path(folder) / 'site'}", None).run(checkout)[of]
        finally:
            del os.environ["XDG_CACHE_HOME"]


def _serve(checkout: str) -> tuple[float | None, float | None, float | None, float | None]:
    """Return how long a server takes until it says where it listens, and for an answer, twice.

    Last are the seconds of the processor until it listens, where the system tells them.
    """
    with _started(checkout, "serve --port 0", "stdout") as (server, start):
        assert server.stdout is not None
        address = re.search(r"http://[0-9.]+:[0-9]+", server.stdout.readline())
        listens, used = time.perf_counter() - start, _processor(server.pid)
        if address is None:
            return listens, None, None, used
        target = f"{address[0]}/api/solve?question={quote(f'n {QUESTION}')}"
        times = []
        for _ in range(2):
            start = time.perf_counter()
            try:
                with urlopen(target) as answer:
                    answer.read()
            except HTTPError:  # of an older server
                return listens, None, None, used
            times.append(time.perf_counter() - start)
        return listens, times[0], times[1], used


def _processor(process: int) -> float | None:
    """Return the seconds that a process and all that it started have used; None without /proc."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        number = int(file.parent.name)
        parents[number] = int(fields[1])
        used[number] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    if process not in used:
        return None
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used[number] for number in family)


def _silence(checkout: str) -> float | None:
    """Return how long a comparison says nothing on stderr, which is no terminal; None for ever."""
    line = "compare n tau=0.1 beta=0.05 k=10..1e5"
    with _started(checkout, line, "stderr") as (command, start):
        assert command.stderr is not None
        return time.perf_counter() - start if command.stderr.readline() else None


@contextmanager
def _started(
    checkout: str, line: str, stream: str
) -> Iterator[tuple["subprocess.Popen[str]", float]]:
    """Yield a command that runs, one of whose streams is read, and when it was started."""
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: subprocess.PIPE}
    environment = {**os.environ, **({"PYTHONPATH": checkout} if checkout else {})}
    environment["PYTHONDONTWRITEBYTECODE"] = ""  # as for whole commands
    environment.pop("BOUNDCALC_QUIET", None)
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "boundcalc.cli", *line.split()],
        text=True,
        env=environment,
        cwd=checkout or None,
        **streams,
    ) as command:
        try:
            yield command, start
        finally:
            command.terminate()


@contextmanager
def beside(count: int) -> Iterator[None]:
    """Let programs that never rest run meanwhile."""
    command = [sys.executable, "-c", "while True: pass"]
    programs = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", default="", metavar="DIR", help="an older checkout")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="of all commands")
    parser.add_argument("--quick", action="store_true", help="without all pages")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="programs beside it")
    options = parser.parse_args()
    before = str(Path(options.before).resolve()) if options.before else ""
    by_clock = options.busy > 0
    with beside(options.busy):
        sympy, table = lines(options.rounds, before, by_clock=by_clock)
        table += waits(before)
        table += [] if options.quick else [pages(before, by_clock=by_clock)]
    how = f"by the clock (busy loops beside it: {options.busy})" if by_clock else "of the processor"
    print(f"import sympy: {sympy:.2f} s {how}\n")
    print("| what | before | now | typed |\n| --- | ---: | ---: | --- |")
    for line in table:
        print(line.text(sympy))


if __name__ == "__main__":
    main()
