"""How fast are finite laws, statements on them, and the experiment?  Each number and its target.

Usage: python -m benchmarks.finite [--json]
"""

import argparse
import json
import resource
import time
from collections.abc import Iterator
from dataclasses import asdict, replace

import numpy as np

from benchmarks.run import Row
from boundcalc.finite.testing import run
from boundcalc.judgements import VerdictKind
from boundcalc.mechanisms.experiment import feature_selection
from boundcalc.mechanisms.randomized_response import response_information
from boundcalc.tested import find_statements


def timed(call) -> tuple[object, float, float]:
    """Return the result, the seconds by the clock, and those of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    result = call()
    return result, time.perf_counter() - wall, time.process_time() - processor


def responses() -> Iterator[Row]:
    for prior, name in (("1/2", "fair bits"), ("1/10", "biased bits")):
        law, wall, processor = timed(lambda p=prior: response_information(20, "3/2", p))
        ratio = law.least_ratio("1/20")
        yield Row(
            f"20 responses, {name}",
            wall,
            "s",
            1,
            f"{processor:.2f} s of processor time; exact approximate max-information from "
            f"{len(law.classes)} classes, 2^k = {float(ratio):.6f} at beta = 0.05",
        )


def joints() -> Row:
    (statement,) = find_statements("max-information/lem-1.5.1")
    batch_only = replace(statement, cases=lambda rng, count: ())
    report, wall, processor = timed(lambda: run(batch_only, instances=10_000))
    if report.verdict is not VerdictKind.TESTED or report.instances < 100_000:
        raise SystemExit(f"{report.verdict.value} on {report.instances} instances")
    return Row(
        "100,000 joint laws, 8 by 8",
        wall,
        "s",
        10,
        f"{processor:.2f} s of processor time; {statement.theorem.id}, {report.exact} decided "
        "exactly",
    )


def experiment() -> Iterator[Row]:
    def both() -> None:
        for correlated in (0, 20):
            feature_selection(correlated=correlated, rng=np.random.default_rng(1))

    _, wall, processor = timed(both)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    detail = f"{processor:.1f} s of processor time; 2000 records, 2000 features, 20 repetitions"
    yield Row("reusable holdout, four figures", wall, "s", 60, detail)
    yield Row("the same", memory, "GB", 2, "greatest memory of the process")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    rows = [*responses(), joints(), *experiment()]
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows]}, indent=2))
        return
    for row in rows:
        print(f"{row.name:32} {row.value:9.3g} {row.unit:3} at most {row.target:<4g} {row.detail}")


if __name__ == "__main__":
    main()
