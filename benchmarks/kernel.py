"""Which certificates of the suite does Coq's kernel accept?

Usage: python -m benchmarks.kernel [--every N] [--limit SECONDS] [--only TEXT,...] [--write]

Each relation of tests/proving/relations.toml is decided, its certificate exported, and the file
given to `coqc`, which may take 60 seconds by the clock. *Named* are those whose rules have no
lemma, with what the export says; *stopped* are those that `coqc` ends with an error, or not at all.
--write puts the table into benchmarks/README.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.suite import Entry, load, named, percent, progress, warm_up, write
from boundcalc.coq import Kernel, NotExported
from boundcalc.proving import prove_goal
from boundcalc.proving.portable import portable

# Terms that half of the exports may lack.
SYMBOLIC = ("sum", "factorial", "binomial", "erfc", "erf", "phi")
ACCEPTED, STOPPED = "accepted", "stopped"


@dataclass(frozen=True)
class Fate:
    """What became of a certificate: accepted, stopped, or what the export says of it."""

    id: str
    kind: str
    is_symbolic: bool
    word: str

    @property
    def is_accepted(self) -> bool:
        return self.word == ACCEPTED


def fates(entries: Sequence[Entry], kernel: Kernel) -> Iterator[Fate]:
    for place, entry in enumerate(entries):
        progress(f"{place + 1}/{len(entries)} {entry.id}")
        certificate = prove_goal(entry.goal).certificate
        if certificate is not None:
            shown = portable(certificate)
            is_symbolic = any(kind in SYMBOLIC for kind in heads(shown))
            word = word_on(kernel, shown)
            yield Fate(entry.id, str(certificate["kind"]), is_symbolic, word)
    progress("")


def heads(data: Any) -> Iterator[Any]:
    """Yield the first item of each list: the kinds of all terms are among them."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from heads(value)
    elif isinstance(data, list | tuple) and data:
        yield data[0]
        for value in data:
            yield from heads(value)


def word_on(kernel: Kernel, certificate: Mapping[str, Any]) -> str:
    try:
        reply = kernel.check(certificate)
    except NotExported as reason:
        return str(reason)
    return ACCEPTED if reply.is_accepted else STOPPED


def table(found: Sequence[Fate]) -> str:
    lines = [
        "| certificates | all | accepted | share | named | stopped |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, kind, is_symbolic in (
        ("proofs without erf, factorials and sums", "proof", False),
        ("other proofs", "proof", True),
        ("refutations without them", "refutation", False),
        ("other refutations", "refutation", True),
    ):
        part = [fate for fate in found if (fate.kind, fate.is_symbolic) == (kind, is_symbolic)]
        accepted = sum(fate.is_accepted for fate in part)
        stopped = sum(fate.word == STOPPED for fate in part)
        lines.append(
            f"| {name} | {len(part)} | {accepted} | {percent(accepted, len(part))} | "
            f"{len(part) - accepted - stopped} | {stopped} |"
        )
    words = Counter(fate.word for fate in found if fate.word not in (ACCEPTED, STOPPED))
    said = "; ".join(f"{word} ({count})" for word, count in words.most_common()) or "nothing"
    stops = named([fate.id for fate in found if fate.word == STOPPED])
    return "\n".join([*lines, "", f"Named: {said}.", "", f"Stopped: {stops}.", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="take one relation of so many")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of coqc, by the clock")
    parser.add_argument("--only", default="", help="relations whose id contains one of these")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    entries = load(options.only)[:: options.every]
    warm_up()
    with Kernel(options.limit) as kernel:
        text = table(list(fates(entries, kernel)))
    share = f"one relation of {options.every}" if options.every > 1 else "all relations"
    text += f"\nOf {share} of the suite; {options.limit:g} s of `coqc` each, by the clock.\n"
    print(text)
    if options.write:
        write("kernel", text)


if __name__ == "__main__":
    main()
