"""What was found before: certificates on disk, each checked again when it is used.

A file is named by a hash of the goal and of the code of the checker and the prover, so that what is
found with a cache is what would be found without it. That a goal stayed unknown is kept as well,
where the search ended by its work; nothing is PROVED or REFUTED by it.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.obligations.obligations import Goals
from boundcalc.proving.kept_certificates import restore
from boundcalc.proving.prove import EFFORT
from boundcalc.proving.verdicts import Verdict

LARGEST = 4 << 20
PACKAGES = ("checker", "enclosures", "evaluation", "language", "monotonicity", "proving")


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
    effort : int
        The work after which a search ends; what stayed unknown is kept for it alone.
    """

    def __init__(self, folder: Path, effort: int = EFFORT) -> None:
        self.folder = folder
        self.effort = effort

    def find(self, goals: Goals) -> Verdict | None:
        """Return the verdict that is kept about goals, checked again, or None.

        A proof may be about any of the goals, a refutation only about the last.
        """
        for is_open in (False, True):
            try:
                file = self._file(goals, is_open=is_open)
                if file.stat().st_size > LARGEST:
                    continue
                kept = json.loads(file.read_bytes())
                if not is_open:
                    return _restored(goals, kept["certificate"])
                unknown = Judgement(kind=VerdictKind.UNKNOWN, reason=str(kept["method"]))
                return Verdict(goal=goals[-1], judgement=unknown)
            except (OSError, ValueError, TypeError, KeyError, RecursionError, Rejected):
                continue
        return None

    def keep(self, goals: Goals, verdict: Verdict) -> None:
        """Write a verdict about goals, if the folder can be written.

        UNKNOWN is to be kept only if no clock ended the search.
        """
        kept: dict[str, object]
        if verdict.certificate is not None:
            kept = {"certificate": verdict.certificate}
        else:
            kept = {"method": verdict.method}
        with contextlib.suppress(OSError, ValueError, RecursionError):
            file = self._file(goals, is_open=verdict.certificate is None)
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent)
            try:
                with open(handle, "w", encoding="utf-8") as opened:
                    json.dump(kept, opened, separators=(",", ":"))
                os.replace(name, file)
            except BaseException:
                os.unlink(name)
                raise

    def _file(self, goals: Goals, *, is_open: bool) -> Path:
        asked = [goal.to_json() for goal in goals]
        work = [self.effort] if is_open else []
        text = json.dumps([code_version(), *work, asked], sort_keys=True)
        name = sha256(text.encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:]}.json"


def _restored(goals: Goals, certificate: dict[str, Any]) -> Verdict | None:
    for goal in goals:
        asked = goal.to_json()
        if all(certificate.get(key) == value for key, value in asked.items()):
            verdict = restore(goal, certificate)
            return verdict if verdict.is_proved or goal == goals[-1] else None
    return None


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
