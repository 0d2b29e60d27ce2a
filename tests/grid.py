"""Two thousand questions over all records and routes, asked before a change and after it.

``python -m tests.grid record FILE`` makes the questions, asks them and keeps the answers;
``python -m tests.grid compare FILE`` asks the questions of a file again and says what became of
each answer. Both ask by the command line as it is, in this process, so that a file of one state
of the project can be compared with any other state. ``--every 10`` asks every tenth question,
``--only TEXT`` those whose command holds a text, ``--jobs 2`` asks in two processes.
"""

import argparse
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from enum import Enum
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

COUNT = 2000
ROUTES, RANKINGS, LACKING = 8, 150, 60  # of each route; of all theorems; that lack a quantity
TINY = Fraction(1, 10**9)  # what a real answer may differ by, relatively, and be the same
LIMIT = 30  # seconds of the processor for one question, when it is recorded
Found = dict[str, Any]


class Change(Enum):
    """What became of an answer."""

    SAME = "same"
    WORDS = "same numbers, other words or digits beside them"
    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    CONTRADICTION = "CONTRADICTION: one of the two states is wrong"


# --- the questions -----------------------------------------------------------------------------


def questions() -> list[list[str]]:
    """Return the arguments of each question: of theorems alone, of routes alone, of everything."""
    rankings, routes = list(_of_everything()), list(_of_routes())
    complete, partial, lacking = _of_theorems()
    rest = COUNT - len(rankings) - len(routes) - len(complete) - LACKING
    return [*complete, *partial[:rest], *lacking[:LACKING], *routes, *rankings]


def _of_theorems() -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """Return questions with all values, with some of them, and with too few of them."""
    from tests.solving import sweep
    from tests.solving.points import THEOREMS, feasible_points

    groups: tuple[list[list[str]], ...] = ([], [], [])
    chosen = [
        (theorem, question)
        for theorem in THEOREMS.values()
        for question in sweep.questions(theorem)
    ]
    random.Random("grid").shuffle(chosen)
    for theorem, question in chosen:
        unknown, left_open = question
        group = groups[2 if sweep.lacking(theorem, question) else 1 if left_open else 0]
        if len(group) >= (LACKING if group is groups[2] else COUNT):
            continue
        points = feasible_points(theorem.id, 1, seed=f"grid {unknown} {left_open}")
        if not points:
            continue
        given = {
            name: value
            for name, value in points[0].items()
            if name != unknown and name not in left_open
        }
        group.append(_command(unknown, given, theorem.id))
    return groups[0], groups[1], groups[2]


def _of_routes() -> Iterator[list[str]]:
    from boundcalc.library import load_library
    from boundcalc.routes.search import find_routes
    from tests.solving.asking import VALUES
    from tests.solving.points import draw_value

    for route in find_routes(load_library().theorems):
        needed = [symbol for symbol in route.theorem.quantities.values() if not symbol.is_chosen]
        for place in range(ROUTES):
            rng = random.Random(f"{route.theorem.id} {place}")
            unknown = needed[place % len(needed)].name if place >= ROUTES // 2 else "n"
            given = {
                symbol.name: rng.choice(VALUES[symbol.name])
                if symbol.name in VALUES
                else draw_value(symbol, rng)
                for symbol in needed
                if symbol.name != unknown
            }
            yield _command(unknown, given, route.theorem.id)


def _of_everything() -> Iterator[list[str]]:
    from tests.solving import asking

    for unknown, given in asking.questions(RANKINGS, 14):
        yield _command(unknown, given, None)


def _command(unknown: str, given: Mapping[str, Any], theorem: str | None) -> list[str]:
    values = [f"{name}={value}" for name, value in given.items()]
    return ["solve", unknown, *values, *(["--theorem", theorem] if theorem else []), "--json"]


# --- asking ------------------------------------------------------------------------------------


class _TooLongError(BaseException):
    """No handler of the library may catch it."""


def _stop(*_: Any) -> None:
    raise _TooLongError


def ask(arguments: Sequence[str]) -> Found:
    """Return what the command line says: its exit code, its object or its error, its seconds."""
    from boundcalc.cli import main

    output, errors = StringIO(), StringIO()
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    start = time.process_time()
    try:
        with redirect_stdout(output), redirect_stderr(errors):
            code: int | None = main(list(arguments))
    except _TooLongError:
        code = None
    except Exception as error:  # a fault of boundcalc, which is kept as what it is
        code = -1
        errors.write(f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    found: Found = {"arguments": list(arguments), "code": code}
    found["seconds"] = round(time.process_time() - start, 2)
    if code is None:
        found["error"] = f"more than {LIMIT} s"
    elif code:
        found["error"] = errors.getvalue().strip()
    else:
        found["answer"] = json.loads(output.getvalue())
    return found


def ask_all(asked: Sequence[Sequence[str]], jobs: int) -> Iterator[Found]:
    """Yield what is found for each question, in order."""
    with ProcessPoolExecutor(jobs) as pool:
        for place, found in enumerate(pool.map(ask, asked, chunksize=4), 1):
            if place % 100 == 0:
                print(f"{place} of {len(asked)}", file=sys.stderr, flush=True)
            yield found


# --- comparing ---------------------------------------------------------------------------------


def change(before: Found, after: Found) -> tuple[Change, str]:
    """Return what became of an answer, and in which respect."""
    if before["code"] or before["code"] is None:
        if after["code"] == 0:
            impossible = "no " in before["error"] and before["code"] == 2
            return Change.BETTER, f"answers now{'' if not impossible else '; read it'}: " + (
                f"{before['error']} -> {_values(after['answer'])}"
            )
        if before["error"] == after["error"]:
            return Change.SAME, ""
        if after["code"] is None:
            return Change.WORSE, after["error"]
        kind = Change.WORDS if before["code"] == after["code"] else Change.DIFFERENT
        return kind, f"{before['error']} -> {after['error']}"
    if after["code"] != 0:
        return Change.WORSE, after["error"]
    return _between(before["answer"], after["answer"])


def _between(before: Found, after: Found) -> tuple[Change, str]:
    """Compare two objects of answers that differ somewhere."""
    olds = {answer["theorem"]: answer for answer in before["answers"]}
    news = {answer["theorem"]: answer for answer in after["answers"]}
    found = [(*_one(olds[id], news[id]), id) for id in olds if id in news]
    found += [(Change.DIFFERENT, "answers now", id) for id in news if id not in olds]
    found += [(Change.WORSE, "no answer now", id) for id in olds if id not in news]
    kinds = {kind for kind, _, _ in found}
    details = "; ".join(f"{id}: {text}" for kind, text, id in found if text)
    for kind in (Change.CONTRADICTION, Change.WORSE, Change.DIFFERENT, Change.BETTER):
        if kind in kinds:
            return kind, details
    if list(olds) != list(news):
        return Change.DIFFERENT, f"another order: {', '.join(olds)} -> {', '.join(news)}"
    keys = _changed(before, after)
    return (Change.WORDS, details or ", ".join(keys)) if keys else (Change.SAME, "")


def _changed(before: Found, after: Found) -> list[str]:
    """Return the fields that were there before and differ now; a new one is no change."""
    return sorted(
        key
        for key in before
        if (key != "answers" and before[key] != after.get(key))
        or (key == "answers" and any(map(_changed, before[key], after[key])))
    )


STRENGTHS = ("certified", "direction", "vacuous", "kind", "integer", "status", "baseline")


def _one(before: Found, after: Found) -> tuple[Change, str]:
    """Compare the answers of one theorem."""
    for key in STRENGTHS:
        if before.get(key) != after.get(key):
            return Change.DIFFERENT, f"{key}: {before.get(key)} -> {after.get(key)}"
    old, new = Fraction(before["value"]), Fraction(after["value"])
    is_least = before["direction"] == "least"
    for one, other in ((before, after), (after, before)):
        if _refutes(one, Fraction(other["value"])):
            return Change.CONTRADICTION, f"{one['value']} refutes {other['value']}"
    is_near = abs(new - old) <= TINY * abs(old) and not before["integer"]
    if old != new and not is_near:
        kind = Change.BETTER if (new < old) is is_least else Change.WORSE
        return kind, f"{before['value']} -> {after['value']}"
    if bool(before.get("neighbour")) != bool(after.get("neighbour")):
        kind = Change.BETTER if after.get("neighbour") else Change.WORSE
        return kind, f"neighbour: {before.get('neighbour')} -> {after.get('neighbour')}"
    if before.get("optimality") != after.get("optimality"):
        return Change.WORDS, f"{before.get('optimality')} -> {after.get('optimality')}"
    keys = _changed(before, after)
    return (Change.WORDS, f"other {', '.join(keys)}") if keys else (Change.SAME, "")


def _refutes(answer: Found, value: Fraction) -> bool:
    """Whether an answer says of a value that it fails."""
    neighbour = answer.get("neighbour")
    if not neighbour or "all" not in str(answer.get("beyond", "")):
        return False
    edge = Fraction(neighbour["value"] if isinstance(neighbour, dict) else neighbour)
    return value <= edge if answer["direction"] == "least" else value >= edge


def _values(answer: Found) -> str:
    return ", ".join(f"{one['theorem']} {one['value']}" for one in answer["answers"])


# --- the commands ------------------------------------------------------------------------------


def record(path: Path, every: int, only: str, jobs: int) -> int:
    """Make the questions, ask them, and keep what is found."""
    asked = _chosen(questions(), every, only)
    found = list(ask_all(asked, jobs))
    path.write_text("[\n" + ",\n".join(json.dumps(item) for item in found) + "\n]\n")
    slow = sum(item["code"] is None for item in found)
    total = sum(item["seconds"] for item in found)
    answered = sum(item["code"] == 0 for item in found)
    print(f"{len(found)} questions, {answered} answered, {slow} too slow, {total:.0f} s")
    return 0


def compare(path: Path, every: int, only: str, jobs: int) -> int:
    """Ask again, and print what became of the answers; 1 where one is worse or contradicts."""
    kept = json.loads(path.read_text())
    asked = _chosen([item["arguments"] for item in kept], every, only)
    befores = {tuple(item["arguments"]): item for item in kept}
    counts: Counter[Change] = Counter()
    seconds = [0.0, 0.0]
    for after in ask_all(asked, jobs):
        before = befores[tuple(after["arguments"])]
        kind, detail = change(before, after)
        counts[kind] += 1
        for place, item in enumerate((before, after)):
            seconds[place] += item["seconds"]
        if kind is not Change.SAME:
            shown = " ".join(after["arguments"][:-1])
            print(f"{kind.value} | boundcalc {shown} | {detail}", flush=True)
    print("\n" + "\n".join(f"{counts[kind]:5} {kind.value}" for kind in Change))
    print(f"processor seconds: {seconds[0]:.0f} before, {seconds[1]:.0f} after")
    return 1 if counts[Change.CONTRADICTION] or counts[Change.WORSE] else 0


def _chosen(asked: Sequence[list[str]], every: int, only: str) -> list[list[str]]:
    return [item for item in asked[::every] if only in " ".join(item)]


def main() -> int:
    """Read the command, and do it."""
    parser = argparse.ArgumentParser(prog="python -m tests.grid", description=__doc__)
    parser.add_argument("command", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    call = record if options.command == "record" else compare
    return call(options.file, options.every, options.only, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
