"""What was found before: certificates on disk, each checked again when it is used.

A file is named by a hash of the goal and of the code of the checker and the prover, so that what is
found with a cache is what would be found without it. That a goal stayed unknown is kept as well,
for no longer a search; nothing is PROVED or REFUTED by it.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from boundcalc.checker import Rejected
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.restore import restore
from boundcalc.proving.verdicts import Verdict, VerdictKind

LARGEST = 4 << 20
PACKAGES = ("checker", "enclosures", "language", "proving")


def default_folder() -> Path:
    """Return the folder of the user's caches for this program."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "boundcalc"


class CertificateCache:
    """A folder of verdicts.

    Parameters
    ----------
    folder : Path
        It is made when something is written; a folder that cannot be written keeps nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, goal: ProofGoal, seconds: float) -> Verdict | None:
        """Return the verdict that is kept about a goal, checked again, or None."""
        try:
            file = self._file(goal)
            if file.stat().st_size > LARGEST:
                return None
            kept = json.loads(file.read_bytes())
            if "certificate" in kept:
                return restore(goal, kept["certificate"])
            if seconds <= kept["seconds"]:
                return Verdict(goal=goal, kind=VerdictKind.UNKNOWN, method=str(kept["method"]))
        except (OSError, ValueError, TypeError, KeyError, RecursionError, Rejected):
            return None
        return None

    def keep(self, verdict: Verdict, seconds: float) -> None:
        """Write a verdict, if the folder can be written."""
        kept: dict[str, object]
        if verdict.certificate is not None:
            kept = {"certificate": verdict.certificate}
        else:
            kept = {"method": verdict.method, "seconds": seconds}
        with contextlib.suppress(OSError, ValueError, RecursionError):
            file = self._file(verdict.goal)
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent)
            try:
                with open(handle, "w", encoding="utf-8") as opened:
                    json.dump(kept, opened, separators=(",", ":"))
                os.replace(name, file)
            except BaseException:
                os.unlink(name)
                raise

    def _file(self, goal: ProofGoal) -> Path:
        text = json.dumps([code_version(), goal.to_json()], sort_keys=True)
        name = sha256(text.encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:]}.json"


@cache
def code_version() -> str:
    """Return a hash of the code on which a verdict depends."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            digest.update(file.relative_to(root).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
