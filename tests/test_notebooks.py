"""Every notebook runs from top to bottom, and what its cells show can be shown."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT, TIME_LIMIT, environment

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_RUN_CELLS = """
import json, sys
names = {"__name__": "__main__"}
for body, last in json.load(sys.stdin):
    exec(compile(body, "<cell>", "exec"), names)
    shown = eval(compile(last, "<cell>", "eval"), names) if last else None
    if shown is not None:
        for form in ("_repr_html_", "_repr_latex_", "__repr__"):
            if hasattr(shown, form):
                getattr(shown, form)()
"""


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def split_last_expression(source: str) -> tuple[str, str]:
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return source, ""
    lines = source.splitlines(keepends=True)
    return "".join(lines[: last.lineno - 1]), "".join(lines[last.lineno - 1 :])


@pytest.mark.few(1, without="quickstart|how-many|reusable_holdout")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_all_cells_run(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _RUN_CELLS],
        input=json.dumps([split_last_expression(source) for source in cells(path)]),
        capture_output=True,
        env=environment(),
        cwd=path.parent,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_no_outputs_are_kept(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))

    assert notebook["nbformat"] == 4
    for cell in notebook["cells"]:
        assert cell["id"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def test_every_notebook_is_run() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "a-theorem-of-your-own",
        "checking-a-lecture-note",
        "comparing-transfer-theorems",
        "how-many-records",
        "max-information-and-p-values",
        "quickstart",
        "reusable_holdout",
    ]
