"""Coq's kernel: whether `coqc` accepts the theorem of a certificate."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from boundcalc.coq.files import HEADER, library_text, theorem_text

LIBRARY = "BoundcalcLibrary"


class NoKernel(Exception):  # noqa: N818 - a statement about the machine, not a mistake
    """Coq or its library Interval is not installed; the text says what was tried."""


@dataclass(frozen=True)
class Reply:
    """Whether the kernel accepted a theorem, and the first line of its error otherwise."""

    is_accepted: bool
    error: str = ""


class Kernel:
    """Coq's kernel with the library of lemmas compiled once, in a folder that is removed again.

    Parameters
    ----------
    seconds : float, optional
        How long `coqc` may take for one theorem, by the clock; no limit by default.

    Raises
    ------
    NoKernel
        Where the library does not compile, because `coqc` or coq-interval is missing.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._folder = tempfile.TemporaryDirectory(prefix="boundcalc-coq-")
        self.count = 0
        try:
            reply = self._compile(LIBRARY, library_text())
        except NoKernel:
            self._folder.cleanup()
            raise
        if not reply.is_accepted:
            self._folder.cleanup()
            raise NoKernel(f"coqc does not compile the library ({reply.error})")

    def __enter__(self) -> Kernel:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._folder.cleanup()

    def check(self, certificate: Mapping[str, Any]) -> Reply:
        """Return whether the kernel accepts the theorem of a certificate.

        Raises
        ------
        NotExported
            If a rule of the certificate has no lemma; the text names it.
        """
        self.count += 1
        header = f"From Boundcalc Require Import {LIBRARY}.\n{HEADER}"
        text = header + theorem_text(certificate)
        return self._compile(f"Certificate{self.count}", text, self.seconds)

    def _compile(self, name: str, text: str, seconds: float | None = None) -> Reply:
        program = shutil.which("coqc")
        if program is None:
            raise NoKernel("coqc is not on the PATH")
        path = Path(self._folder.name) / f"{name}.v"
        path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                [program, "-q", "-R", self._folder.name, "Boundcalc", str(path)],
                capture_output=True,
                check=False,
                stdin=subprocess.DEVNULL,
                cwd=self._folder.name,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return Reply(False, f"coqc took more than {seconds:g} s")
        return Reply(done.returncode == 0, "" if done.returncode == 0 else _first(done.stderr))


def _first(text: str) -> str:
    """Return the line that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = next((at for at, line in enumerate(lines) if line.startswith("Error")), 0)
    return " ".join(lines[said : said + 2])[:200]
