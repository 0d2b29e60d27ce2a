"""Every notebook runs from top to bottom, and shows what its cells print today."""

from pathlib import Path

import pytest

from tests.notebooks import NOTEBOOKS, code_cells, outputs_of, read_notebook


@pytest.mark.few(1, without="quickstart|how-many|reusable_holdout")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_all_cells_show_what_they_print_today(path: Path) -> None:
    kept = [cell["outputs"] for cell in code_cells(read_notebook(path))]

    assert outputs_of(path) == kept


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_cells_are_numbered_as_they_are_run(path: Path) -> None:
    notebook = read_notebook(path)
    counts = [cell["execution_count"] for cell in code_cells(notebook)]

    assert notebook["nbformat"] == 4
    assert all(cell["id"] for cell in notebook["cells"])
    assert counts == list(range(1, len(counts) + 1))


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
