"""How long is the trusted base?  Lines of code of boundcalc/checker, without comments.

Run ``python -m tests.count_checker_lines`` in the root of the repository.
With ``--needs`` it prints what each function is needed for: in how many relations of the suite of
the prover, and of the proofs that are shipped, the checker calls it. The suite is proved for that,
which takes ten minutes; what a file that is named by ``--kept`` has of it is not proved again.
``--write`` puts the tables into docs/trusted-base.md.
"""

import argparse
import ast
import gzip
import io
import json
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from boundcalc.checker import check_certificate
from boundcalc.limits import call_deep
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

ROOT = Path(__file__).resolve().parent.parent
CHECKER = ROOT / "boundcalc" / "checker"
RELATIONS = ROOT / "tests" / "proving" / "relations.toml"
SHIPPED = ROOT / "boundcalc_theorems" / "proofs" / "notes.json.gz"
DOCUMENT = ROOT / "docs" / "trusted-base.md"
BEGIN, END = "<!-- table of needs -->\n", "<!-- end of the table of needs -->\n"
# What could be left out as a whole, and the functions that would go; those that read files are
# called for none, and `in_exponentials` is called for all.
PARTS: Mapping[str, tuple[str, ...]] = {
    "certificates as files, and the command that checks them": (
        "main", "_shown", "read_certificate", "check_names", "names_in", "is_name", "_distinct",
        "_no_number",
    ),
    "equations without rational solutions": ("_check_equation", "crosses"),
    "sine, cosine and arctangent": (
        "wave_ends", "_wave", "sin", "cos", "atan_ends", "arctan", "_turned", "rule_turn",
    ),
    "the complementary error function": ("erfc_ends", "erfc"),
    "factorials and binomial coefficients": (
        "factorial", "binomial", "at_integers", "rule_factorial", "_unfolded_binomial",
    ),
    "sums": ("written_out",),
    "induction": ("rule_induction",),
    "floor and ceiling": ("floor", "ceil", "rule_floor"),
    "integers: from greater than -1, and between": ("rule_whole", "rule_relax", "is_whole"),
    "names for terms": ("rule_name", "_is_part"),
    "limits at infinity": ("rule_tail", "limit"),
    "concavity": ("rule_concave",),
    "slopes": ("rule_monotone", "_bound_of", "preserved", "slope_of", "derivative", "_product",
               "_sum", "_joined", "_minus", "_over"),
    "cases of maxima, minima and absolute values": ("rule_cases",),
    "logarithms and squares of both sides": ("rule_logarithm", "rule_square", "_sides"),
    "variables written in another way": ("rule_substitute",),
    "variables with one value": ("rule_pin",),
    "facts that fail": ("rule_exclude",),
    "powers that are no integers": ("power", "_root"),
}  # fmt: skip
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def docstring_lines(source: str) -> set[int]:
    """Return the numbers of the lines that docstrings take."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def lines_of_code(source: str) -> set[int]:
    """Return the numbers of the lines that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines - docstring_lines(source)


def code_lines(source: str) -> int:
    """Return the number of lines that hold code."""
    return len(lines_of_code(source))


def counts() -> dict[str, int]:
    """Return the lines of code of each file of the checker."""
    return {
        path.name: code_lines(path.read_text(encoding="utf-8"))
        for path in sorted(CHECKER.glob("*.py"))
    }


# --- what each function is needed for ------------------------------------------------------------


def functions_of(source: str) -> dict[str, int]:
    """Return the lines of code of each function and method of a file."""
    lines = lines_of_code(source)
    return {
        node.name: len(lines & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def called(certificate: Any) -> set[tuple[str, str]]:
    """Return file and name of the functions that the checker calls to accept a certificate."""
    found: set[tuple[str, str]] = set()

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            found.add((frame.f_code.co_filename, frame.f_code.co_name))

    sys.setprofile(note)
    try:
        check_certificate(certificate)
    finally:
        sys.setprofile(None)
    return {(Path(name).name, function) for name, function in found if Path(name).parent == CHECKER}


def suite_certificates(kept: Path | None = None) -> Iterator[Any]:
    """Yield the certificates of the relations of the suite, None where undecided; keep them."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    known = dict(map(json.loads, lines))
    for entry in tomllib.loads(RELATIONS.read_text(encoding="utf-8"))["relation"]:
        if entry["id"] not in known:
            goal = read_goal(
                entry["relation"], where=entry["where"], assume=entry.get("assume", ())
            )
            known[entry["id"]] = prove_goal(goal).certificate
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([entry["id"], known[entry["id"]]]) + "\n")
        yield known[entry["id"]]


def shipped_certificates(data: Any) -> Iterator[Any]:
    """Yield the certificates in the file of proofs that are shipped."""
    if isinstance(data, dict) and {"kind", "conclusion"} <= data.keys():
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from shipped_certificates(item)


Calls = set[tuple[str, str]]


def needed(certificates: Iterable[Any]) -> list[Calls]:
    """Return for each certificate which functions it needs."""
    return [call_deep(partial(called, item)) for item in certificates if item is not None]


def table_of_needs(suite: Sequence[Calls], shipped: Sequence[Calls]) -> str:
    """Return the table of the functions of the checker, in Markdown; those that all need last."""
    by_suite, by_shipped = (
        Counter(key for calls in all_ for key in calls) for all_ in (suite, shipped)
    )
    lines = [
        "| function | lines | relations of the suite | shipped proofs |",
        "| --- | ---: | ---: | ---: |",
    ]
    for path in sorted(CHECKER.glob("*.py")):
        sizes = functions_of(path.read_text(encoding="utf-8"))
        lines.append(f"| **{path.name}** | {counts()[path.name]} | | |")
        for name in sorted(sizes, key=lambda name: by_suite[path.name, name]):
            key = (path.name, name)
            lines.append(f"| `{name}` | {sizes[name]} | {by_suite[key]} | {by_shipped[key]} |")
    return "\n".join(lines) + "\n"


def table_of_parts(suite: Sequence[Calls], shipped: Sequence[Calls]) -> str:
    """Return the table of what could be left out, in Markdown: what fewest relations need first."""
    sources = [path.read_text(encoding="utf-8") for path in CHECKER.glob("*.py")]
    sizes = {name: size for source in sources for name, size in functions_of(source).items()}

    def lost(names: Sequence[str], found: Sequence[Calls]) -> int:
        return sum(any(name in names for _, name in calls) for calls in found)

    lines = [
        "| left out | lines | relations of the suite lost | shipped proofs lost "
        "| lines, with those above | relations lost, with those above |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    gone: list[str] = []
    for part in sorted(PARTS, key=lambda part: lost(PARTS[part], suite)):
        names = PARTS[part]
        gone += names
        length, together = (sum(sizes[name] for name in all_) for all_ in (names, gone))
        lines.append(
            f"| {part} | {length} | {lost(names, suite)} | {lost(names, shipped)} | "
            f"{together} | {lost(gone, suite)} |"
        )
    return "\n".join(lines) + "\n"


def write(text: str) -> None:
    """Put the table between its marks in the document."""
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + text + END + rest.partition(END)[2], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--needs", action="store_true", help="what each function is needed for")
    parser.add_argument("--write", action="store_true", help="put that into docs/trusted-base.md")
    parser.add_argument("--kept", type=Path, help="file of the certificates of the suite")
    options = parser.parse_args()
    if options.needs or options.write:
        suite = needed(suite_certificates(options.kept))
        shipped = needed(shipped_certificates(json.loads(gzip.decompress(SHIPPED.read_bytes()))))
        text = table_of_parts(suite, shipped) + "\n" + table_of_needs(suite, shipped)
        if options.write:
            write(text)
        print(text, end="")
        return
    found = counts()
    for name, count in found.items():
        print(f"{count:6} {name}")
    print(f"{sum(found.values()):6} all")


if __name__ == "__main__":
    main()
