"""The notebook runs from its first cell to its last, and what it prints is what it shows."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "walkthrough.ipynb"


def printed(notebook: Any) -> list[str]:
    return [
        output["text"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output["output_type"] == "stream" and output["name"] == "stdout"
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # those of the kernel's own libraries
def test_the_notebook_runs_and_shows_what_comes_out_today() -> None:
    from nbclient import NotebookClient

    shown = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(shown)
    fresh = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(fresh, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    assert printed(fresh) == printed(shown)
    assert len(printed(fresh)) >= 2


def test_the_notebook_names_no_path_of_the_machine_that_ran_it() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    for folder in (NOTEBOOK.parent.parent.resolve(), Path.home(), Path(tempfile.gettempdir())):
        assert f"{folder}/" not in text
