"""Check certificates by themselves: ``python -m boundcalc.checker FILE ...``."""

import sys
from pathlib import Path

from boundcalc.checker.certificates import check_certificate
from boundcalc.checker.reading import read_certificate
from boundcalc.checker.terms import Rejected


def main(paths: list[str]) -> int:
    """Check each file; return 0 if all are accepted, 1 if one is rejected, 2 for wrong use."""
    if not paths:
        print("usage: python -m boundcalc.checker CERTIFICATE ...", file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            accepted = check_certificate(read_certificate(Path(path).read_text(encoding="utf-8")))
            said = f"accepted, a {accepted.kind} of {accepted.steps} steps"
        except (OSError, ValueError) as error:
            print(_shown(f"{path}: cannot be read: {error}"), file=sys.stderr)
            status = 2
            continue
        except (Rejected, RecursionError) as error:
            said, status = f"rejected: {error}", max(status, 1)
        print(_shown(f"{path}: {said}"))
    return status


def _shown(text: str) -> str:
    """Return text in which nothing begins a line or moves the cursor of a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
