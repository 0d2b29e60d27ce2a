r"""What is said of rows that were proved, when a mistake is planted in the text of each.

    python -m benchmarks.wild_mistakes FOLDER... [--most N] [--each N] [--show]

Each proved equation gets one mistake after another in the LaTeX of its right side: another sign,
number, exponent or index, a lost or a wrong factor, a lost root, a fraction upside down. An
inequality is turned, unless both directions hold. The document is then read and judged anew, so
that the rows around it count. None may be proved; what is refuted or suspect is found. The folder
`benchmarks/lectures` has a page of rows as lecturers write them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from boundcalc.derivations.documents import read_document
from boundcalc.document_checker import Checker
from boundcalc.judgements import VerdictKind
from boundcalc.language.operators import Sense
from boundcalc.notes.judging import CheckedRow
from boundcalc.reports.rows import row_text
from boundcalc.tex.files import Document, is_markdown, read_file, read_source
from boundcalc.tex.source import Fragment

_TURNED = {
    r"\le": r"\ge", r"\leq": r"\geq", "<": ">", r"\leqslant": r"\geqslant", r"\lt": r"\gt",
}  # fmt: skip
_TURNED |= {value: key for key, value in _TURNED.items()}
_NEXT = {"i": "j", "j": "i", "k": "i", "t": "s", "n": "m", "1": "2", "2": "1"}
_BRACED = r"\{((?:[^{}]|\{[^{}]*\})*)\}"


def main() -> None:
    """Print what is said of planted mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--each", type=int, default=1, help="mistakes in each row")
    parser.add_argument("--show", action="store_true", help="print what is not found")
    args = parser.parse_args()
    files = [file for folder in args.folders for file in sorted(folder.rglob("*"))]
    files = [file for file in files if file.suffix in (".tex", ".md")]
    counts: Counter[str] = Counter()
    every = (item for file in files for item in said(file, args.each))
    for name, verdict, text in islice(every, args.most):
        counts.update(("planted", verdict, f"{name}: {verdict}"))
        if args.show and verdict not in ("refuted or suspect",):
            print(f"{name}\n{text}", flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{kind:30} {count:5}")


def said(file: Path, each: int) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of each mistake planted in a document, what is said of it, and the row."""
    document = read_file(file)
    checker = Checker(theorems=())
    (judged,) = checker.check_read([read_document(document)]).documents
    proved = [
        (number, row)
        for number, row in enumerate(judged.rows)
        if _says(row) and row.step.row.right.source is document.sources[0]
    ]
    turns = [list(_mistakes(row)) for _, row in proved]
    for turn in range(each):
        chosen = [
            (number, *changes[turn])
            for (number, _), changes in zip(proved, turns, strict=True)
            if turn < len(changes)
        ]
        for part in _apart(chosen):
            text = _with(document, [(place, new) for _, _, place, new in part])
            (after,) = checker.check_read([read_document(_again(file, document, text))]).documents
            for number, name, _, new in part:
                is_same = len(after.rows) == len(judged.rows)
                row = after.rows[number] if is_same else None
                if name == "direction" and row is not None and _says(row):
                    continue  # it is an equation, of which both directions hold
                yield name, _verdict(row), new if row is None else row_text(row)


def _apart(
    chosen: list[tuple[int, str, Fragment, str]],
) -> Iterator[list[tuple[int, str, Fragment, str]]]:
    """Yield the mistakes in parts, so that no row has the mistake of its neighbour in it."""
    for parity in (0, 1):
        part = [item for item in chosen if item[0] % 2 == parity]
        if part:
            yield part


def _with(document: Document, changes: list[tuple[Fragment, str]]) -> str:
    text = document.sources[0].text
    for place, new in sorted(changes, key=lambda item: -item[0].start):
        text = text[: place.start] + new + text[place.stop :]
    return text


def _again(file: Path, document: Document, text: str) -> Document:
    """Return a document with another text, which finds the same files beside it."""
    if len(document.sources) == 1:
        return read_source(text, file.name, is_markdown=is_markdown(file.name))
    with tempfile.TemporaryDirectory() as folder:
        for other in file.parent.rglob("*"):
            if other.suffix in (".tex", ".sty", ".cls") and other.is_file():
                copy = Path(folder) / other.relative_to(file.parent)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(other, copy)
        (Path(folder) / file.name).write_text(text, encoding="utf-8")
        return read_file(Path(folder) / file.name)


def _says(row: CheckedRow) -> bool:
    return row.kind is VerdictKind.PROVED and not row.judgement.says_nothing


def _verdict(row: CheckedRow | None) -> str:
    if row is None:
        return "other rows are read"
    if row.kind is VerdictKind.PROVED:
        return "proved"
    is_found = row.kind is VerdictKind.REFUTED or row.judgement.suspicion > 0
    return "refuted or suspect" if is_found else "open"


def _mistakes(row: CheckedRow) -> Iterator[tuple[str, Fragment, str]]:
    """Yield the mistakes that fit a row: their kind, where they stand, and what stands there."""
    read = row.step.row
    if read.relation.sense is not Sense.EQ:
        sign = read.sign.text.strip()
        if sign in _TURNED:
            yield "direction", read.sign, f"{_TURNED[sign]} "
        return
    for name, change in _CHANGES.items():
        new = change(read.right.text)
        if new is not None and new != read.right.text:
            yield name, read.right, new


def _replaced(pattern: str, new: Callable[[re.Match[str]], str]) -> Callable[[str], str | None]:
    """Return what changes the first place of a text that a pattern finds, and None without one."""

    def change(text: str) -> str | None:
        found = re.search(pattern, text)
        return None if found is None else text[: found.start()] + new(found) + text[found.end() :]

    return change


_CHANGES: dict[str, Callable[[str], str | None]] = {
    "sign": _replaced(
        r"(?<=[\w)}\]|])(\s*)([+-])(?!\d*\})", lambda it: it[1] + ("-" if it[2] == "+" else "+")
    ),
    "constant": _replaced(r"(?<![\w\\_^.{])\d+(?![\d.])", lambda it: str(int(it[0]) + 1)),
    "exponent": _replaced(r"\^(?:\{(\d)\}|(\d))", lambda it: f"^{int(it[1] or it[2]) + 1}"),
    "lost factor": _replaced(r"(?<![\w\\_^.{])[2-9]\s*(?=\\[a-z]|[a-zA-Z(])", lambda _: ""),
    "wrong factor": lambda text: f" 3{text.lstrip()}" if re.match(r"\s*[a-zA-Z(]", text) else None,
    "index": _replaced(
        r"_(?:\{([ijktn12])\}|([ijktn12]))(?![\w=])", lambda it: f"_{{{_NEXT[it[1] or it[2]]}}}"
    ),
    "root": _replaced(rf"\\sqrt\s*{_BRACED}", lambda it: f"({it[1]})"),
    "upside down": _replaced(
        rf"\\[dt]?frac\s*{_BRACED}\s*{_BRACED}", lambda it: rf"\frac{{{it[2]}}}{{{it[1]}}}"
    ),
}


if __name__ == "__main__":
    main()
