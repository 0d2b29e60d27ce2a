"""A sweep: each record, each subset of its quantities as what is given, one unknown.

What a user leaves out is left out, and the question still has an answer: the point from which it
was made. ``python -m tests.solving.sweep MINUTES JOURNAL`` asks in a fixed order, writes each
finding to a journal, goes on where the journal ends, and prints what was found by topic;
``MINUTES`` 0 prints only.
"""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import boundcalc_theorems
from boundcalc.language import Theorem
from tests.solving.judging import Question, Verdict, judge, lacking
from tests.solving.points import THEOREMS, feasible_points, solvable_names

VALUES = 5  # of each question
_SLOW = 100_000  # steps
_CLEAR = (Verdict.RIGHT, Verdict.VACUOUS, Verdict.REFUSED, Verdict.NO_END)


def questions(theorem: Theorem) -> Iterator[Question]:
    """Yield each unknown with each set of the other quantities that may be left out."""
    names = solvable_names(theorem)
    for unknown in names:
        others = [name for name in names if name != unknown]
        for size in range(len(others) + 1):
            for left_open in combinations(others, size):
                yield unknown, left_open


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a theorem with the values of one random point."""

    theorem: Theorem
    question: Question
    place: int

    @property
    def key(self) -> str:
        """The question in words, which is what a journal knows it by."""
        unknown, left_open = self.question
        return f"{self.place} {self.theorem.id} {unknown} without {', '.join(left_open) or '-'}"

    @property
    def is_answerable(self) -> bool:
        """Whether nothing is left out that only a user can say."""
        return not lacking(self.theorem, self.question)


def all_asked(values: int = VALUES) -> Iterator[Asked]:
    """Yield every question at its first values, then every question at its second values, ...

    Those that lack something come last each time.
    """
    for place in range(values):
        asked = [
            Asked(theorem, question, place)
            for theorem in THEOREMS.values()
            for question in questions(theorem)
        ]
        yield from sorted(asked, key=lambda item: not item.is_answerable)


def finding(asked: Asked) -> dict[str, Any]:
    """Ask, and return what a journal says of it."""
    start = time.process_time()
    seed = asked.key if asked.is_answerable else asked.place  # what is refused needs no others
    points = feasible_points(asked.theorem.id, 1, seed=seed)
    if not points:
        raise LookupError(f"no point satisfies {asked.theorem.id}")
    judged = judge(asked.theorem, asked.question, points[0])
    found: dict[str, Any] = {
        "key": asked.key,
        "verdict": judged.verdict.value,
        "steps": judged.steps,
        "seconds": round(time.process_time() - start, 3),
    }
    if judged.verdict not in _CLEAR:
        found["detail"] = judged.detail
        found["point"] = {name: str(value) for name, value in points[0].items()}
    return found


# --- the table -----------------------------------------------------------------------------------


@cache
def topics() -> dict[str, str]:
    """Return the file that each theorem is in, by its id."""
    names = [
        item.name for item in walk_packages(boundcalc_theorems.__path__, "boundcalc_theorems.")
    ]
    topics = [name for name in names if not name.startswith("boundcalc_theorems.tested")]
    return {
        theorem.id: name.rpartition(".")[2].replace("_", " ")
        for name in topics
        for theorem in boundcalc_theorems.theorems_of(import_module(name))
    }


def table(found: Iterable[tuple[Asked, str]]) -> str:
    """Return the counts of verdicts by topic, as Markdown."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for asked, verdict in found:
        counts[topics()[asked.theorem.id]][verdict] += 1
        counts["all"][verdict] += 1
    columns = [verdict.value for verdict in Verdict]
    lines = ["| topic | asked | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * 9]
    for name in [*sorted(set(counts) - {"all"}), "all"]:
        row = counts[name]
        cells = [str(row.total()), *(str(row[column]) for column in columns)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def read_journal(path: Path) -> dict[str, dict[str, Any]]:
    """Return the findings of a journal by their questions."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {row["key"]: row for row in rows}


def in_order(asked: Sequence[Asked], known: Mapping[str, dict[str, Any]]) -> Iterator[Asked]:
    """Yield all questions at their first values; then those that were fast; then the slow ones.

    Those that lack something come last, since no value changes that. `known` is what the journal
    holds, and must hold the first values when they have been asked.
    """
    yield from (item for item in asked if not item.place)

    def rank(item: Asked) -> int:
        if not item.is_answerable:
            return 2
        return int(known[replace(item, place=0).key]["steps"] > _SLOW)

    yield from sorted((item for item in asked if item.place), key=rank)


def main(minutes: float, path: Path) -> int:
    """Ask for some minutes, and print what the journal then holds."""
    asked, known = list(all_asked()), read_journal(path)
    end = time.monotonic() + 60 * minutes
    with path.open("a") as journal:
        for item in in_order(asked, known):
            if time.monotonic() > end:
                break
            if item.key in known:
                continue
            row = known[item.key] = finding(item)
            journal.write(json.dumps(row) + "\n")
            journal.flush()
    found = [(item, known[item.key]) for item in asked if item.key in known]
    print(table((item, row["verdict"]) for item, row in found))
    answerable = [item for item in asked if item.is_answerable]
    done = [row for item, row in found if item.is_answerable]
    print(f"\n{len(found)} of {len(asked)} questions were asked; ", end="")
    print(f"of the {len(answerable)} that lack nothing, {len(done)}")
    rounds = Counter(item.place for item, _ in found if item.is_answerable)
    print("at their values 1 to 5:", ", ".join(str(rounds[place]) for place in range(VALUES)))
    times, steps = (sorted(row[key] for row in done) for key in ("seconds", "steps"))
    for share in (0.5, 0.9, 0.99, 1):
        place = min(len(done) - 1, int(share * len(done)))
        print(f"{share:.0%} took up to {times[place]} s and {steps[place]} steps")
    for _, row in found:
        if row["verdict"] not in [verdict.value for verdict in _CLEAR]:
            print(row["verdict"], "|", row["key"], "|", row["detail"])
    return 1 if any(row["verdict"] == Verdict.WRONG.value for _, row in found) else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), Path(sys.argv[2])))
