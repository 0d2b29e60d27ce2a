"""The outputs of the notebooks: ``python -m tests.notebooks`` runs them all and writes them anew.

Cells are run in order, in a process of their own, and shown as Jupyter shows them: what they print,
then the value of a last expression in each form that it has.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.documents import ROOT, TIME_LIMIT, environment

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_RUN_CELLS = """
import contextlib, io, json, sys
FORMS = {"text/html": "_repr_html_", "text/latex": "_repr_latex_", "text/plain": "__repr__"}
names, outputs = {"__name__": "__main__"}, []
for number, (body, last) in enumerate(json.load(sys.stdin), 1):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, "<cell>", "exec"), names)
        shown = eval(compile(last, "<cell>", "eval"), names) if last else None
    found = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        found.append({"name": "stdout", "output_type": "stream", "text": text})
    if shown is not None:
        known = {form: name for form, name in FORMS.items() if hasattr(shown, name)}
        forms = {form: getattr(shown, name)() for form, name in known.items()}
        data = {form: text.splitlines(keepends=True) for form, text in forms.items() if text}
        result = {"data": data, "execution_count": number, "metadata": {}}
        found.append({**result, "output_type": "execute_result"})
    outputs.append(found)
json.dump(outputs, sys.stdout)
"""


def read_notebook(path: Path) -> dict[str, Any]:
    """Return what a file of Jupyter holds."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells of a notebook that are run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs_of(path: Path) -> list[list[dict[str, Any]]]:
    """Run a notebook, and return the outputs of each of its cells of code."""
    sources = ["".join(cell["source"]) for cell in code_cells(read_notebook(path))]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _RUN_CELLS],
        input=json.dumps([_split_last_expression(source) for source in sources]),
        capture_output=True,
        env=environment(),
        cwd=path.parent,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def _split_last_expression(source: str) -> tuple[str, str]:
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return source, ""
    lines = source.splitlines(keepends=True)
    return "".join(lines[: last.lineno - 1]), "".join(lines[last.lineno - 1 :])


def write_outputs(path: Path) -> None:
    """Run a notebook, and write its outputs into it."""
    notebook = read_notebook(path)
    cells = code_cells(notebook)
    for number, (cell, found) in enumerate(zip(cells, outputs_of(path), strict=True), 1):
        cell["outputs"], cell["execution_count"] = found, number
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        write_outputs(notebook)
