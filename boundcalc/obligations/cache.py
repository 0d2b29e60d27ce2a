"""What was found before: certificates on disk, each checked again when it is used.

A file is named by a hash of the goal and of the code of the checker and the prover, so that what is
found with a cache is what would be found without it. That a goal stayed unknown is kept as well,
where the search ended by its work; nothing is PROVED or REFUTED by it.

Libraries may ship proofs of their derivations, which spare the search, whatever the code is; they
are checked as well, and what the checker does not accept is searched for.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError, DomainError, StatementError
from boundcalc.obligations.obligations import Goals
from boundcalc.probability import ExpectationGoal, ExpectationVerdict
from boundcalc.probability.prove import refuted
from boundcalc.proving.kept_certificates import restore
from boundcalc.proving.prove import EFFORT
from boundcalc.proving.verdicts import Verdict

LARGEST = 4 << 20
PACKAGES = (
    "checker",
    "enclosures",
    "evaluation",
    "language",
    "obligations",
    "probability",
    "proving",
)
Answer = Verdict | BoundError


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
    proofs : sequence of Path
        Files of proofs that are shipped, as `write_proofs` writes them.
    """

    def __init__(self, folder: Path, effort: int = EFFORT, proofs: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.effort = effort
        self.proofs = tuple(proofs)

    def find(self, goals: Goals) -> Answer | None:
        """Return what is kept about goals, a certificate checked again, or None.

        A proof may be about any of the goals, a refutation only about the last.
        """
        asked = [goal.to_json() for goal in goals]
        with _ignoring_what_is_spoiled():
            certificate = self._read(asked)["certificate"]
            return _restored(goals, certificate)
        with _ignoring_what_is_spoiled():
            kept = self._read(asked, is_open=True)
            if "vacuous" in kept:
                return DomainError(str(kept["vacuous"]))
            unknown = Judgement(kind=VerdictKind.UNKNOWN, reason=str(kept["method"]))
            return Verdict(goal=goals[-1], judgement=unknown)
        return None

    def keep(self, goals: Goals, answer: Answer) -> None:
        """Write what was found about goals, if the folder can be written.

        UNKNOWN is to be kept only if no clock ended the search.
        """
        asked = [goal.to_json() for goal in goals]
        if isinstance(answer, DomainError):
            self._write(asked, {"vacuous": str(answer)}, is_open=True)
        elif isinstance(answer, Verdict) and answer.certificate is not None:
            self._write(asked, {"certificate": answer.certificate})
        elif isinstance(answer, Verdict):
            self._write(asked, {"method": answer.method}, is_open=True)

    def find_derivation(self, goal: ExpectationGoal) -> ExpectationVerdict | None:
        """Return the verdict that is kept about expectations, checked again, or None."""
        with _ignoring_what_is_spoiled():
            kept = self._read(goal.key())
            certificate = kept["certificate"]
            if certificate is not None and certificate["kind"] == "finite law":
                return refuted(goal, certificate)
            judgement = Judgement(
                kind=VerdictKind.UNKNOWN if certificate is None else VerdictKind.PROVED,
                reason=str(kept["reason"]),
                definitions=tuple(map(str, kept["rules"])),
                says_nothing=str(kept["says_nothing"]),
                certificates=() if certificate is None else (certificate,),
            )
            return ExpectationVerdict(goal=goal, judgement=judgement)
        return None

    def keep_derivation(self, verdict: ExpectationVerdict) -> None:
        """Write a verdict about expectations, if the folder can be written."""
        self._write(verdict.goal.key(), _kept(verdict))

    def _read(self, asked: object, *, is_open: bool = False) -> dict[str, Any]:
        file = self._file(asked, is_open=is_open)
        if not is_open and not file.exists():
            return dict(self._shipped[_name(asked)])
        if file.stat().st_size > LARGEST:
            raise ValueError("the file is too large")
        kept: dict[str, Any] = json.loads(file.read_bytes())
        return kept

    @cached_property
    def _shipped(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for file in self.proofs:
            with _ignoring_what_is_spoiled(), gzip.open(file) as opened:
                found |= json.load(opened)
        return found

    def _write(self, asked: object, kept: Mapping[str, object], *, is_open: bool = False) -> None:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            file = self._file(asked, is_open=is_open)
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent)
            try:
                with open(handle, "w", encoding="utf-8") as opened:
                    json.dump(kept, opened, separators=(",", ":"))
                os.replace(name, file)
            except BaseException:
                os.unlink(name)
                raise

    def _file(self, asked: object, *, is_open: bool) -> Path:
        work = [self.effort] if is_open else []
        name = _name([code_version(), *work, asked])
        return self.folder / name[:2] / f"{name[2:]}.json"


def _name(asked: object) -> str:
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def write_proofs(
    file: Path, answers: Mapping[Goals, Answer], derived: Iterable[ExpectationVerdict]
) -> int:
    """Write what was found into a file that a library ships, and return the number of proofs."""
    found: dict[str, object] = {}
    for goals, answer in answers.items():
        if isinstance(answer, Verdict) and answer.certificate is not None:
            found[_name([goal.to_json() for goal in goals])] = {"certificate": answer.certificate}
    for verdict in derived:
        if verdict.certificate is not None:
            found[_name(verdict.goal.key())] = _kept(verdict)
    text = json.dumps(found, sort_keys=True, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))
    return len(found)


def _kept(verdict: ExpectationVerdict) -> dict[str, Any]:
    return {
        "certificate": verdict.certificate,
        "reason": verdict.reason,
        "rules": list(verdict.rules),
        "says_nothing": verdict.judgement.says_nothing,
    }


def _ignoring_what_is_spoiled() -> AbstractContextManager[None]:
    return contextlib.suppress(
        OSError, ValueError, TypeError, KeyError, RecursionError, Rejected, StatementError
    )


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
