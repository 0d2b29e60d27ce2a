"""What the documents show is what the project prints: run their examples, compare or rewrite.

Conventions of the documents
----------------------------
A ``console`` block holds commands after ``$ `` and below each what it prints, stderr included.
A ``python`` block is run, in one namespace for the whole document; a ``text`` block that follows
it directly holds what it prints.
A block of another language is not run.
What stands between the marks ``<!-- begin NAME -->`` and ``<!-- end NAME -->`` is generated.

Run ``python -m tests.documents`` in the root of the repository to write all outputs anew, or those
of the documents that are named behind it.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.costs import dearest_table

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    # All guides; the errata are written with the ledger.
    *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md") if path.stem != "errata"),
)
TIME_LIMIT = 3600

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"(<!-- begin (\w+) -->\n)(.*?)(<!-- end \2 -->\n)", re.DOTALL)

_RUN_BLOCKS = """
import contextlib, io, json, sys
names, outputs = {"__name__": "__main__"}, []
for source in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(source, "<document>", "exec"), names)
    outputs.append(output.getvalue())
json.dump(outputs, sys.stdout)
"""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what is in it, and where it stands."""

    language: str
    body: str
    start: int
    end: int


def blocks(text: str) -> list[Block]:
    return [
        Block(found[1], found[2], found.start(2), found.end(2)) for found in _FENCE.finditer(text)
    ]


def environment() -> dict[str, str]:
    """Return an environment in which what is printed depends on nothing of the machine."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return inherited | {
        "PATH": path,
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "BOUNDCALC_QUIET": "1",
    }


def console(body: str) -> str:
    """Return a console block with what its commands print now."""
    commands = [line for line in body.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{_printed(line[2:])}" for line in commands)


def _printed(command: str) -> str:
    done = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(),
        cwd=ROOT,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    return done.stdout


@cache
def python_outputs(sources: tuple[str, ...]) -> list[str]:
    """Return what each python block prints, run in order in one process."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _RUN_BLOCKS],
        input=json.dumps(sources),
        capture_output=True,
        env=environment(),
        cwd=ROOT,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"a python block of the document fails:\n{done.stderr}")
    outputs: list[str] = json.loads(done.stdout)
    return outputs


def expected_bodies(text: str) -> Iterator[tuple[Block, str]]:
    """Yield every block that shows an output, with what it should hold."""
    found = blocks(text)
    sources = [block.body for block in found if block.language == "python"]
    outputs = iter(python_outputs(tuple(sources)) if sources else [])
    for place, block in enumerate(found):
        if block.language == "console":
            yield block, console(block.body)
        elif block.language == "python":
            output = next(outputs)
            follower = found[place + 1] if place + 1 < len(found) else None
            if (
                follower
                and follower.language == "text"
                and not text[block.end + 4 : follower.start - 8].strip()
            ):
                yield follower, output
            elif output:
                raise RuntimeError(f"a python block prints {output!r}, which the document omits")


# --- what is generated from the records --------------------------------------------------------


def library_table() -> str:
    """Return the table of the library by source, in Markdown."""
    from boundcalc.language import Status
    from boundcalc_theorems import load_theorems

    records = load_theorems()
    titles = {
        "lecture-12": "Sorrell, Lecture 12: stability and mechanisms",
        "lecture-18": "Sorrell, Lecture 18: exponential mechanism and transfer",
        "concentration": "Concentration of Measure from Differential Privacy, a talk",
        "adaptive-queries": "Lee, Differential Privacy for Adaptive Queries",
        "max-information": "Rogers, Roth, Smith and Thakkar, Max-Information",
        "baselines": "Hoeffding's inequality with a union bound",
        "answers": "Answers to adaptive queries: noise, rounding and what they cost",
        "dwork-roth": "Dwork and Roth, composition, groups and accuracy of Laplace noise",
        "kairouz-oh-viswanath": "Kairouz, Oh and Viswanath, optimal composition",
        "murtagh-vadhan": "Murtagh and Vadhan, optimal composition",
        "bun-steinke": "Bun and Steinke, concentrated privacy",
        "canonne-kamath-steinke": "Canonne, Kamath and Steinke, from concentrated to approximate",
        "dong-roth-su": "Dong, Roth and Su, Gaussian privacy",
        "dong-durfee-rogers": "Dong, Durfee and Rogers, bounded range",
        "balle-wang": "Balle and Wang, analytic Gaussian mechanism",
        "jung-et-al": "Jung et al., posterior stability",
        "rogers-et-al-2020": "Rogers et al. 2020, mutual information",
        "xu-raginsky": "Xu and Raginsky, mutual information",
        "dwork-et-al-2015": "Dwork et al. 2015, description length and Thresholdout",
        "centred": "Centred transfer, derived in this library",
        "counting": "Counting transcripts, derived in this library",
        "limits": "Limits from below, derived in this library",
        "low-variance": "Queries of small mean or variance, some derived in this library",
        "units": "Changes of units",
    }
    unknown = {record.id.split("/")[0] for record in records} - set(titles)
    if unknown:
        raise RuntimeError(f"give the sources {sorted(unknown)} a title in tests/documents.py")
    lines = [
        "| ids begin with | source | as printed | of these doubtful | corrected | sharpened |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    total = [0, 0, 0, 0]
    for prefix, title in titles.items():
        own = [record for record in records if record.id.split("/")[0] == prefix]
        counts = [sum(record.status is status for record in own) for status in Status]
        counts.insert(1, sum(record.is_doubtful for record in own))
        total = [before + count for before, count in zip(total, counts, strict=True)]
        lines.append(f"| `{prefix}/` | {title} | {' | '.join(map(str, counts))} |")
    lines.append(f"| | all {len(records)} | {' | '.join(map(str, total))} |")
    return "\n".join(lines) + "\n"


GENERATED = {"library": library_table, "dearest": dearest_table}


def regenerated(text: str) -> str:
    """Return a document with all outputs as they are printed now."""
    for block, body in reversed(list(expected_bodies(text))):
        text = text[: block.start] + body + text[block.end :]
    return _MARK.sub(lambda mark: f"{mark[1]}{GENERATED[mark[2]]()}{mark[4]}", text)


def generated_parts(text: str) -> list[tuple[str, str]]:
    return [(mark[2], mark[3]) for mark in _MARK.finditer(text)]


def main() -> None:
    for name in sys.argv[1:] or DOCUMENTS:
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        after = regenerated(before)
        path.write_text(after, encoding="utf-8")
        print(f"{name}: {'unchanged' if after == before else 'rewritten; read the difference'}")


if __name__ == "__main__":
    main()
