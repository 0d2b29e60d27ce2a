"""How fast are the answers?  Each number beside its target and, where there is one, a peer.

Usage: python benchmarks/run.py [--json] [--quick] [--cold] [--before DIR]
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote
from urllib.request import urlopen

import numpy as np

from boundcalc.library import find_theorem, load_library
from boundcalc.questions.grids import read_grid
from boundcalc.sheets.booktabs import sheet_latex
from boundcalc.sheets.making import make_sheet
from boundcalc.solving.solver import solve_theorem
from boundcalc.tables.axes import open_grid
from boundcalc.tables.tables import solve_table
from tests.asking import compare, rank

SERVER = """
from boundcalc.site.on_demand import page_text
from boundcalc.site.server import SiteServer
with SiteServer(("127.0.0.1", 0), page_text) as server:
    server.warm_up()
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""
COMMAND = "import sys; from boundcalc.cli import main; sys.argv[0] = 'boundcalc'; sys.exit(main())"
BOUNDCALC = [sys.executable, "-c", COMMAND]


@dataclass(frozen=True)
class Row:
    """A measured number, its unit, its target, and what was measured."""

    name: str
    value: float
    unit: str
    target: float | None
    detail: str


def theorem(id: str):
    return find_theorem(load_library(), id)


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def wall_and_processor(calls: list[Callable[[], object]]) -> tuple[list[float], list[float]]:
    """Return milliseconds by the clock and of the processor, which other programs slow less."""
    wall, processor = [], []
    for call in calls:
        start = time.process_time()
        wall.append(1000 * seconds(call))
        processor.append(1000 * (time.process_time() - start))
    return wall, processor


# --- warm, one answer at a time ----------------------------------------------------------------


def closed_form(count: int) -> Row:
    """Distinct questions, so that no answer can come from memory; the first ones warm up."""
    record = theorem("adaptive-queries/thm-3.3")

    def question(place: int) -> Callable[[], object]:
        given = {
            "tau": Fraction(50 + place % 397, 1000),
            "beta": Fraction(1 + place, 10_000),
            "B": 5 + place % 61,
            "m": 1000 + 7 * place,
        }
        return lambda: solve_theorem(record, "n", given)

    wall, processor = wall_and_processor([question(place) for place in range(count + 10)])
    return Row(
        "closed form, warm",
        statistics.median(wall[10:]),
        "ms",
        5,
        f"{statistics.median(processor[10:]):.2f} ms of processor time; adaptive-queries/thm-3.3 "
        f"for n, with its certificate; median of {count} distinct questions",
    )


def optimized(count: int) -> Iterator[Row]:
    information = theorem("max-information/thm-3.1")
    transfer = theorem("lecture-18/thm-0.2")

    def about_information(place: int) -> Callable[[], object]:
        given = {
            "n": 10_000 + 100 * place,
            "epsilon": "0.01",
            "delta": "1e-20",
            "beta": Fraction(50 + place, 1000),
        }
        return lambda: solve_theorem(information, "k", given)

    def about_size(place: int) -> Callable[[], object]:
        given = {
            "epsilon": "0.01",
            "delta": "1e-20",
            "k": 100 + place,
            "beta": Fraction(50 + place, 1000),
        }
        return lambda: solve_theorem(information, "n", given)

    def about_transfer(place: int) -> Callable[[], object]:
        given = {"tau": Fraction(100 + place, 1000), "beta": Fraction(50 + place, 1000)}
        return lambda: solve_theorem(transfer, "n", given)

    for name, question, detail in (
        ("optimized, k", about_information, "max-information/thm-3.1, t and delta_hat free"),
        ("optimized, n", about_size, "max-information/thm-3.1, t and delta_hat free"),
        ("optimized, transfer", about_transfer, "lecture-18/thm-0.2, epsilon and delta free"),
    ):
        wall, processor = wall_and_processor([question(place) for place in range(count + 2)])
        yield Row(
            name,
            statistics.median(wall[2:]),
            "ms",
            200,
            f"{statistics.median(processor[2:]):.1f} ms of processor time; {detail}; median of "
            f"{count} questions",
        )


# --- tables ------------------------------------------------------------------------------------


def million_cells(repeats: int) -> Row:
    record = theorem("adaptive-queries/thm-3.3")
    grid = open_grid(
        tau=np.linspace(0.01, 0.5, 100).round(6),
        beta=np.linspace(0.001, 0.2, 100).round(6),
        B=list(range(1, 101)),
    )
    tables = []

    def solve() -> None:
        tables.append(solve_table(record, "n", {**grid, "m": 1000}))

    wall, processor = wall_and_processor([solve] * repeats)
    table = tables[-1]
    if not (table.certified.all() and table.tight.all()):
        raise SystemExit("not every cell is certified")
    return Row(
        "1,000,000 cells",
        statistics.median(wall) / 1000,
        "s",
        3,
        f"{statistics.median(processor) / 1000:.2f} s of processor time; adaptive-queries/thm-3.3 "
        f"for n over tau, beta, B; all certified, {int(table.by_balls.sum())} by ball arithmetic; "
        f"{os.cpu_count()} cores",
    )


# --- routes ------------------------------------------------------------------------------------


def routes(repeats: int, values: int) -> Iterator[Row]:
    """One ranking over all routes, and a comparison over many values of k."""
    library = load_library().theorems
    given = {"tau": "0.1", "beta": "0.05"}
    calls = [lambda k=k: rank(library, "n", {**given, "k": k}) for k in range(999, 1001 + repeats)]
    wall, processor = wall_and_processor(calls)
    one = statistics.median(wall[1:]) / 1000
    cpu = statistics.median(processor[1:]) / 1000
    yield Row(
        "ranking over all routes",
        one,
        "s",
        2,
        f"{cpu:.2f} s of processor time; n for tau = 0.1, beta = 0.05, k = 1000 and next",
    )
    numbers = {name: Fraction(value) for name, value in given.items()}
    sizes = [Fraction(10 * place) for place in range(1, values + 1)]
    before = os.times()
    with ProcessPoolExecutor(2) as executor:
        found = compare(library, "n", numbers, "k", sizes, run=executor.map)
    after = os.times()  # which count the two processes, now that they have ended
    used = sum(after[:4]) - sum(before[:4])
    if len(found.places) != values or any(place.best is None for place in found.places):
        raise SystemExit("not every value is answered")
    yield Row(
        f"{values:,} values of k, two cores",
        after.elapsed - before.elapsed,
        "s",
        60 * values / 1000,
        f"{used:.1f} s of processor time, {1000 * used / values:.0f} ms for a value; k = 10, 20, "
        f"... {10 * values:,}, every answer certified; two processes on {os.cpu_count()} cores",
    )


# --- what goes into a paper, and pages ---------------------------------------------------------


def latex_table(repeats: int) -> Row:
    """A booktabs table of 100 cells, warm; distinct questions."""
    record = theorem("adaptive-queries/thm-3.3")

    def written(place: int) -> Callable[[], object]:
        grid = {
            "tau": [Fraction(50 + place + 20 * step, 1000) for step in range(10)],
            "beta": [Fraction(1 + step, 100) for step in range(10)],
            "B": ["10"],
            "m": ["1000"],
        }
        return lambda: sheet_latex(make_sheet([record], "n", read_grid(grid)), caption="", label="")

    wall, processor = wall_and_processor([written(place) for place in range(repeats + 2)])
    return Row(
        "LaTeX table, 100 cells",
        statistics.median(wall[2:]) / 1000,
        "s",
        1,
        f"{statistics.median(processor[2:]) / 1000:.3f} s of processor time; "
        f"adaptive-queries/thm-3.3 for n over tau, beta; median of {repeats}",
    )


def million_lines(folder: Path) -> Row:
    """The same million cells from the command line to a file, line by line."""
    file = folder / "cells.csv"
    values = ["tau=0.005..0.5..0.005", "beta=0.002..0.2..0.002", "B=1..100..1", "m=1000"]
    command = [*BOUNDCALC, "table", "n", *values, "--theorem", "adaptive-queries/thm-3.3"]
    spent = seconds(
        lambda: subprocess.run(
            [*command, "--format", "csv", "-o", str(file)], check=True, capture_output=True
        )
    )
    with open(file, encoding="utf-8") as lines:
        count = sum(1 for _ in lines) - 1
    if count != 1_000_000:
        raise SystemExit(f"{count} lines were written")
    return Row("1,000,000 cells to CSV", spent, "s", 10, "the whole command, to a file")


def site(folder: Path) -> Row:
    command = [*BOUNDCALC, "site", "-o", str(folder / "site")]
    spent = seconds(lambda: subprocess.run(command, check=True, capture_output=True))
    count = sum(1 for path in (folder / "site").rglob("*") if path.is_file())
    return Row(
        "site", spent, "s", 60, f"the whole command, {count} files; certificates may be kept"
    )


def served(count: int) -> Row:
    """Distinct questions to a server in a process of its own, one after another."""
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())

            def ask(place: int) -> Callable[[], object]:
                question = f"n tau=0.1 beta=0.05 B=10 m={1000 + place}"
                target = f"http://127.0.0.1:{port}/api/solve?question={quote(question)}"
                return lambda: urlopen(target).read()

            wall, _ = wall_and_processor([ask(place) for place in range(count + 2)])
        finally:
            process.kill()
    return Row(
        "answer of the served page",
        statistics.median(wall[2:]),
        "ms",
        None,
        f"n for tau, beta, B, m by all ways; 90 % below "
        f"{statistics.quantiles(wall[2:], n=10)[-1]:.0f} ms; median of {count}",
    )


# --- cold --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A whole command from its start, and how often SymPy may be imported meanwhile."""

    name: str
    words: tuple[str, ...]
    target: float | None
    code: int = 0  # its exit code

    def run(self, checkout: str = "") -> tuple[float, float]:
        """Return its seconds by the clock, and of the processor with all that it starts.

        A checkout is a folder of boundcalc as it was, which is run in the place of this one.
        """
        command = [sys.executable, *self.words]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # installed programs have some
        if checkout:
            environment["PYTHONPATH"] = checkout
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        quiet = subprocess.DEVNULL
        start = time.perf_counter()
        place = checkout or None  # the folder of a command comes first among those it imports from
        done = subprocess.run(command, stdout=quiet, stderr=quiet, env=environment, cwd=place)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != self.code:
            raise SystemExit(f"{self.name}: exit code {done.returncode}")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return wall, used


def asking(name: str, line: str, target: float | None, code: int = 0) -> Command:
    return Command(name, (*BOUNDCALC[1:], *line.split()), target, code)


SYMPY = Command("import sympy", ("-c", "import sympy"), None)
COLD = (
    asking("cold solve", "solve n tau=0.1 beta=0.05 B=10 m=1000", None),
    asking(
        "cold solve --theorem",
        "solve n tau=0.1 beta=0.05 B=10 m=1000 --theorem adaptive-queries/thm-3.3 --json",
        1.6,
    ),
    asking("cold ranking", "solve n tau=0.1 beta=0.05 k=1000", 5),
    asking("cold ranking, published", "solve n tau=0.1 beta=0.05 k=1000 --published", None),
    asking("cold ranking, no answer", "solve tau n=10 beta=0.05 k=1000", None, code=2),
    asking("cold comparison", "compare n tau=0.1 beta=0.05 k=10..1e3", None),
)


def cold(repeats: int, before: str = "") -> Iterator[Row]:
    """Whole commands against the import of SymPy alone, alternately, by the processor."""
    runs = [(command, "") for command in (*COLD, SYMPY)]
    runs += [(command, before) for command in COLD] if before else []
    for command, checkout in runs:
        command.run(checkout)  # byte code and file cache
    rounds = [[command.run(checkout) for command, checkout in runs] for _ in range(repeats)]
    medians = [
        tuple(statistics.median(times) for times in zip(*of_one, strict=True))
        for of_one in zip(*rounds, strict=True)
    ]
    peer_wall, peer_used = medians[len(COLD)]
    for place, command in enumerate(COLD):
        wall, used = medians[place]
        was = medians[len(COLD) + 1 + place][1] if before else 0.0
        earlier = f"before: {was / peer_used:.3g} x, {was:.2f} s; " if before else ""
        yield Row(
            command.name,
            used / peer_used,
            "x import sympy",
            command.target,
            f"{earlier}{used:.2f} s of processor time against {peer_used:.2f} s, {wall:.2f} s by "
            f"the clock against {peer_wall:.2f} s; medians of {repeats} alternate runs; "
            f"boundcalc {' '.join(command.words[2:])}",
        )


# --- the peer ----------------------------------------------------------------------------------


def peer(count: int, ours: float) -> Row | str:
    """One closed-form answer against one sample size by statsmodels, both warm."""
    try:
        from statsmodels.stats.power import TTestIndPower
    except ImportError as error:
        return f"statsmodels: skipped ({error}); pip install 'boundcalc[bench]'"
    power = TTestIndPower()
    wall, _ = wall_and_processor(
        [
            lambda place=place: power.solve_power(
                effect_size=0.2 + place / 1000, power=0.9, alpha=0.05
            )
            for place in range(count + 10)
        ]
    )
    theirs = statistics.median(wall[10:])
    return Row(
        "closed form against statsmodels",
        ours / theirs,
        "x solve_power",
        None,
        f"{ours:.2f} ms with certificate against {theirs:.2f} ms for "
        "TTestIndPower().solve_power, in doubles",
    )


def measure(quick: bool) -> tuple[list[Row], list[str]]:
    first = closed_form(50 if quick else 200)
    rows = [first, *optimized(3 if quick else 10), million_cells(1 if quick else 3)]
    rows += routes(1 if quick else 3, 100 if quick else 1000)
    rows += [latex_table(3 if quick else 10), served(20 if quick else 100)]
    with TemporaryDirectory() as folder:
        rows.append(million_lines(Path(folder)))
        if not quick:
            rows.append(site(Path(folder)))
    rows += cold(3 if quick else 9)
    skipped = []
    found = peer(50 if quick else 200, first.value)
    if isinstance(found, str):
        skipped.append(found)
    else:
        rows.append(found)
    return rows, skipped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--cold", action="store_true", help="whole commands beside import sympy")
    parser.add_argument("--before", default="", metavar="DIR", help="an older checkout beside it")
    options = parser.parse_args()
    if options.cold or options.before:
        rows, skipped = list(cold(1 if options.quick else 9, options.before)), []
    else:
        rows, skipped = measure(options.quick)
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "skipped": skipped}, indent=2))
        return
    for row in rows:
        target = "" if row.target is None else f"at most {row.target:g}"
        print(f"{row.name:32} {row.value:9.3g} {row.unit:15} {target:12} {row.detail}")
    for text in skipped:
        print(text)


if __name__ == "__main__":
    main()
