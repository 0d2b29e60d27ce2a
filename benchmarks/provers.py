"""How do other provers do?  Each beside boundcalc, on the relations that its language can express.

Usage: python -m benchmarks.provers [--limit SECONDS] [--only TEXT,...] [--tag TAG] [--most N]
                                    [--every K] [--peer NAME] [--journal FILE] [--json] [--write]

Relations of tests/proving/relations.toml, one after the other: boundcalc first, then each peer,
every one in a process that is stopped when the relation has taken that much processor time. Left
out is what the language of a peer cannot say, and relations that fail because a side is undefined:
the languages of the peers give such terms values. What stands in the journal is not measured again,
so that a run can be continued, and two can share the work. --write puts the table into
benchmarks/README.md, that of one peer or of a tag into the place with its name.
"""

import argparse
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.peers.common import LEAST_SECONDS, CannotSayError, Peer
from benchmarks.peers.coq import CoqInterval
from benchmarks.peers.smt import Z3, Cvc5
from benchmarks.peers.symbolic import SympyMaximum
from benchmarks.suite import (
    LIMIT,
    Entry,
    Outcome,
    by_boundcalc,
    load,
    machine,
    measured,
    named,
    progress,
    warm_up,
    write,
)

PEERS: tuple[type[Peer], ...] = (CoqInterval, Cvc5, Z3, SympyMaximum)


@dataclass
class Comparison:
    """A peer and boundcalc on the fragment that both can express."""

    name: str
    version: str
    entries: list[Entry] = field(default_factory=list)
    theirs: list[Outcome] = field(default_factory=list)
    ours: list[Outcome] = field(default_factory=list)

    def row(self) -> str:
        both = [
            (their, our)
            for their, our in zip(self.theirs, self.ours, strict=True)
            if their.is_decided and our.is_decided
        ]
        return (
            f"| {self.name} ({self.version}) | {len(self.entries)} | "
            f"{sum(entry.is_true for entry in self.entries)} | "
            f"{decided(self.theirs)} | {decided(self.ours)} | "
            f"{wrong(self.theirs)} | {wrong(self.ours)} | {len(both)} | {ratio(both)} |"
        )


def decided(outcomes: Sequence[Outcome]) -> int:
    return sum(found.is_decided for found in outcomes)


def wrong(outcomes: Sequence[Outcome]) -> int:
    return sum(found.is_wrong for found in outcomes)


def ratio(both: Sequence[tuple[Outcome, Outcome]]) -> str:
    if not both:
        return "-"
    logs = [
        math.log(max(their.seconds, LEAST_SECONDS) / max(our.seconds, LEAST_SECONDS))
        for their, our in both
    ]
    return f"{math.exp(sum(logs) / len(logs)):.2g}"


def table(comparisons: Sequence[Comparison], skipped: Sequence[str], limit: float) -> str:
    lines = [
        "| peer | shared relations | of these true | peer decides | boundcalc decides | "
        "peer wrong | boundcalc wrong | both decide | time ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(comparison.row() for comparison in comparisons),
        "",
        f"{limit:g} s each, processor time, {machine()}. The time ratio is the geometric mean, "
        "over what both decide, of the peer's time by that of boundcalc: above 1, boundcalc is "
        "faster.",
    ]
    for comparison in comparisons:
        only = [
            their.id
            for their, our in zip(comparison.theirs, comparison.ours, strict=True)
            if their.is_decided and not our.is_decided
        ]
        errors = [found.id for found in comparison.theirs if found.is_wrong]
        lines += ["", f"{comparison.name} decides, and boundcalc does not: {named(only)}."]
        if errors:
            lines[-1] += f" It is wrong about {named(errors)}."
    lines += [f"\n{text}" for text in skipped]
    return "\n".join(lines) + "\n"


def installed(name: str) -> tuple[list[tuple[Peer, Comparison]], list[str]]:
    peers, skipped = [], []
    for kind in PEERS:
        peer = kind()
        if name.lower() not in peer.name.lower():
            continue
        try:
            peers.append((peer, Comparison(peer.name, peer.version())))
        except (ImportError, OSError) as error:
            skipped.append(f"{peer.name}: skipped ({error}).")
    return peers, skipped


def can_say(peer: Peer, entry: Entry) -> bool:
    if "undefined" in entry.tags:
        return False
    try:
        peer.check(entry)
    except CannotSayError:
        return False
    return True


@dataclass(frozen=True)
class Journal:
    """What was measured, a line each; without a file nothing is kept."""

    path: Path | None
    limit: float

    def outcome(self, prover: str, entry: Entry, measure: Callable[[], Outcome]) -> Outcome:
        """Return what the file has of a relation, or measure it and add it to the file."""
        if self.path is None:
            return measure()
        key = [prover, entry.id, self.limit]
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                known, data = json.loads(line)
                if known == key:
                    return Outcome(**data)
        found = measure()
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, asdict(found)]) + "\n")
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each relation")
    parser.add_argument("--only", default="", help="relations whose id contains one of these")
    parser.add_argument("--tag", default="", help="relations with this tag, such as public")
    parser.add_argument("--most", type=int, help="the first N of these relations")
    parser.add_argument("--every", type=int, default=1, help="every K-th relation")
    parser.add_argument("--peer", default="", help="peers whose name contains this")
    parser.add_argument("--journal", type=Path, help="file of what was measured, to go on with")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    entries = load(options.only, options.tag)[: options.most : options.every]
    journal = Journal(options.journal, options.limit)
    peers, skipped = installed(options.peer)
    warm_up()
    decide = by_boundcalc(options.limit)
    for place, entry in enumerate(entries):
        fit = [pair for pair in peers if can_say(pair[0], entry)]
        if not fit:
            continue
        progress(f"{place + 1}/{len(entries)} {entry.id}")
        ours = journal.outcome("boundcalc", entry, partial(measured, entry, options.limit, decide))
        for peer, comparison in fit:
            comparison.entries.append(entry)
            comparison.ours.append(ours)
            theirs = partial(peer.measure, entry, options.limit)
            comparison.theirs.append(journal.outcome(peer.name, entry, theirs))
    progress("")
    comparisons = [comparison for _, comparison in peers]
    text = table(comparisons, skipped, options.limit)
    if options.json:
        found = {
            item.name: {
                "peer": [asdict(one) for one in item.theirs],
                "boundcalc": [asdict(one) for one in item.ours],
            }
            for item in comparisons
        }
        print(json.dumps(found, indent=1))
    else:
        print(text, end="")
    if options.write:
        write(options.peer or (f"{options.tag}-provers" if options.tag else "provers"), text)


if __name__ == "__main__":
    main()
