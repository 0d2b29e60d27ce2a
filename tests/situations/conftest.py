"""What tests of situations share: the verdict of the last row of a text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind


@pytest.fixture
def kind(tmp_path: Path) -> Callable[[str], VerdictKind]:
    """Return a function of a text in Markdown: the verdict of its last row."""

    def read(text: str) -> VerdictKind:
        path = tmp_path / "notes.md"
        path.write_text(text, encoding="utf-8")
        return check(path).rows[-1].kind

    return read
