"""Check certificates by themselves: ``python -m boundcalc.checker FILE ...``."""

import json
import sys
from typing import Any

from boundcalc.checker.certificates import check_certificate
from boundcalc.checker.terms import Rejected


def main(paths: list[str]) -> int:
    """Check each file; return 0 if all are accepted, 1 if one is rejected, 2 for wrong use."""
    if not paths:
        print("usage: python -m boundcalc.checker CERTIFICATE ...", file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                accepted = check_certificate(json.load(file, object_pairs_hook=_distinct))
            print(f"{path}: accepted, a {accepted.kind} of {accepted.steps} steps")
        except (OSError, ValueError) as error:
            print(f"{path}: cannot be read: {error}", file=sys.stderr)
            status = 2
        except (Rejected, RecursionError) as error:
            print(f"{path}: rejected: {error}")
            status = max(status, 1)
    return status


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a name that stands twice could be read in two ways."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return dict(pairs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
