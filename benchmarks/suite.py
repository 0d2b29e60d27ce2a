"""How much does the prover decide?  boundcalc alone over the relations of its suite.

Usage: python -m benchmarks.suite [--limit SECONDS] [--only TEXT,...] [--tag TAG] [--json] [--write]

Every relation of tests/proving/relations.toml is decided in a process of its own, which was
started warm and is stopped at the limit. Times are processor time, because machines are shared.
--write puts the table into benchmarks/README.md, that of a tag into the place with its name.
"""

import argparse
import json
import platform
import signal
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from boundcalc.limits import LimitError, call_within
from boundcalc.proving import ProofGoal, Verdict, prove_goal
from boundcalc.relation_prover import read_goal

ROOT = Path(__file__).resolve().parent.parent
RELATIONS = ROOT / "tests" / "proving" / "relations.toml"
DOCUMENT = ROOT / "benchmarks" / "README.md"
LIMIT = 10.0
PATIENCE = 60  # how much longer than its processor time a relation may last by the clock

PROVED, REFUTED, UNKNOWN = "PROVED", "REFUTED", "UNKNOWN"


@dataclass(frozen=True)
class Entry:
    """A relation of the suite."""

    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def is_true(self) -> bool:
        return bool(self.data["truth"])

    @property
    def tags(self) -> frozenset[str]:
        return frozenset(self.data["tags"])

    @cached_property
    def goal(self) -> ProofGoal:
        return read_goal(
            self.data["relation"], where=self.data["where"], assume=self.data.get("assume", ())
        )


@dataclass(frozen=True)
class Outcome:
    """What a prover says of a relation, and the processor time that it took."""

    id: str
    verdict: str
    seconds: float
    is_right: bool | None  # None where it decides nothing

    @property
    def is_decided(self) -> bool:
        return self.is_right is True

    @property
    def is_wrong(self) -> bool:
        return self.is_right is False


def load(only: str = "", tag: str = "") -> list[Entry]:
    data = tomllib.loads(RELATIONS.read_text(encoding="utf-8"))["relation"]
    entries = [Entry(item) for item in data if any(part in item["id"] for part in only.split(","))]
    return [entry for entry in entries if not tag or tag in entry.tags]


def outcome(entry: Entry, verdict: str, seconds: float) -> Outcome:
    expected = PROVED if entry.is_true else REFUTED
    is_right = None if verdict == UNKNOWN else verdict == expected
    return Outcome(entry.id, verdict, seconds, is_right)


def measured(entry: Entry, limit: float, decide: Callable[[Entry], str]) -> Outcome:
    """Return what `decide` says within the limit of processor time, in a process of its own."""

    def timed() -> tuple[str, float]:
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, limit)  # whose signal ends this process
        try:
            verdict = decide(entry)
        except Exception as error:
            verdict = UNKNOWN
            print(f"{entry.id}: {type(error).__name__}: {str(error)[:100]}", file=sys.stderr)
        return verdict, time.process_time() - start

    try:
        verdict, seconds = call_within(PATIENCE * limit, timed)
    except LimitError:
        verdict, seconds = UNKNOWN, limit
    return outcome(entry, verdict, seconds)


def by_boundcalc(limit: float) -> Callable[[Entry], str]:
    def decide(entry: Entry) -> str:
        # Time is the only limit here, as for the other provers.
        verdict: Verdict = prove_goal(entry.goal, seconds=limit, effort=10**12)
        return verdict.kind.value

    return decide


def warm_up() -> None:
    """Import everything that a proof imports, before the processes are forked."""
    prove_goal(read_goal(r"e^{x} \le 1 + 2x", where="x in [0, 1/2]"))
    prove_goal(read_goal(r"e^{x} \le 1 + x", where="x in [0, 1/2]"))


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:70.70}", end="", file=sys.stderr, flush=True)


# --- what is printed ---------------------------------------------------------------------------


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def table(entries: Sequence[Entry], outcomes: Sequence[Outcome], limit: float) -> str:
    """Return the table of a run, in Markdown."""
    lines = [
        "| relations | all | decided | share | wrong | median | 90 % below | slowest decided |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    pairs = list(zip(entries, outcomes, strict=True))
    for name, found in (
        ("true", [out for entry, out in pairs if entry.is_true]),
        ("false", [out for entry, out in pairs if not entry.is_true]),
        ("all", list(outcomes)),
    ):
        if not found:
            continue
        decided = [out for out in found if out.is_decided]
        wrong = sum(out.is_wrong for out in found)
        times = sorted(1000 * out.seconds for out in found)
        high = times[min(len(times) - 1, int(0.9 * len(times)))]
        slowest = max((out.seconds for out in decided), default=0.0)
        lines.append(
            f"| {name} | {len(found)} | {len(decided)} | {percent(len(decided), len(found))} | "
            f"{wrong} | {statistics.median(times):.0f} ms | {high:.0f} ms | {slowest:.1f} s |"
        )
    unknown = [out.id for out in outcomes if out.is_right is None]
    wrong_ids = [out.id for out in outcomes if out.is_wrong]
    lines += ["", f"{limit:g} s each, processor time, {machine()}."]
    lines += ["", f"Wrong: {named(wrong_ids)}.", "", f"Unknown: {named(unknown)}."]
    return "\n".join(lines) + "\n"


def named(ids: Sequence[str]) -> str:
    return ", ".join(f"`{id}`" for id in ids) or "none"


def machine() -> str:
    return f"CPython {platform.python_version()} on {platform.machine()}"


def write(name: str, text: str) -> None:
    """Put a table between its marks in the document."""
    document = DOCUMENT.read_text(encoding="utf-8")
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    before, _, rest = document.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{DOCUMENT} has no place for {name}")
    DOCUMENT.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each relation")
    parser.add_argument("--only", default="", help="relations whose id contains one of these")
    parser.add_argument("--tag", default="", help="relations with this tag, such as public")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    entries = load(options.only, options.tag)
    warm_up()
    decide = by_boundcalc(options.limit)
    outcomes = []
    for place, entry in enumerate(entries):
        progress(f"{place + 1}/{len(entries)} {entry.id}")
        outcomes.append(measured(entry, options.limit, decide))
    progress("")
    text = table(entries, outcomes, options.limit)
    if options.json:
        print(json.dumps([asdict(found) for found in outcomes], indent=1))
    else:
        print(text, end="")
    if options.write:
        write(options.tag or "suite", text)
    if any(found.is_wrong for found in outcomes):
        raise SystemExit("a verdict is wrong")


if __name__ == "__main__":
    main()
