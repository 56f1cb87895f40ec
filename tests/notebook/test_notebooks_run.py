"""The notebooks of the documentation run from top to bottom, and show what their text speaks of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

CHECKOUT = Path(__file__).parents[2]
NOTEBOOKS = sorted((CHECKOUT / "docs/notebooks").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    """Return a notebook as it is stored."""
    return nbformat.reads(path.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call, no-any-return]  # nbformat has few types


def run(path: Path) -> list[dict[str, Any]]:
    """Run a notebook in a kernel of its own, where warnings are errors, and return its cells of code."""
    book = read(path)
    first = book.cells[1]
    assert first.cell_type == "code"
    first["source"] = f"import warnings; warnings.simplefilter('error')\n{first['source']}"
    client = NotebookClient(
        book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()
    return [cell for cell in book.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    """Every cell runs without a warning; a chart is a picture, and a table shows as HTML."""
    shown: set[str] = set()
    for cell in run(path):
        outputs = cell["outputs"]
        assert not [one for one in outputs if one.get("name") == "stderr"]
        kinds = {kind for one in outputs for kind in one.get("data", {})}
        if ".plot(" in cell["source"]:
            assert "image/png" in kinds
        shown |= kinds
    assert {"image/png", "text/html"} <= shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    """Answers change with the catalog: they are made where the documentation is built, not stored."""
    book = read(path)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_there_are_three_notebooks() -> None:
    """A campaign with a budget, the robustness of a ranking, own models and prices."""
    assert [path.stem for path in NOTEBOOKS] == ["campaign", "own-models-and-prices", "robustness"]
