"""Runs the notebooks in docs/notebooks and stores what they show: `python docs/execute_notebooks.py [name ...]`.

A notebook is stored with its outputs, since a page on the web shows those and runs nothing. They must not go stale, so
the tests run each notebook again: a claim is an assertion in it, and what a cell prints is compared with what is
stored, unless the cell has the tag `varies` (times, and whatever else differs from run to run or is worded elsewhere).

The kernel is this interpreter, whatever kernels are installed, in a folder of its own, with rosetta of this checkout.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "notebooks"
SECONDS = 300  # for one cell
VARIES = "varies"
PICTURE, FRAGMENT = "image/svg+xml", "text/html"

Notebook: TypeAlias = Any  # nbformat has no types
Cell: TypeAlias = Any


def notebooks() -> dict[str, Path]:
    """The notebooks by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.ipynb"))}


def executed(path: Path) -> Notebook:
    """The notebook with the outputs of a run. Raises nbclient's CellExecutionError where a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    # a kernel of its own folder: no other one of that name is found, and the interpreter is this one
    kernels = KernelSpecManager(kernel_dirs=[])
    with tempfile.TemporaryDirectory() as folder, _environment(folder):
        sockets = {"transport": "ipc", "ip": f"{folder}/kernel", "connection_file": f"{folder}/kernel.json"}
        manager = AsyncKernelManager(kernel_spec_manager=kernels, kernel_name="python3", **sockets)
        client = NotebookClient(notebook, km=manager, timeout=SECONDS, resources={"metadata": {"path": folder}})
        client.execute(cleanup_kc=True)  # ends the kernel, too
    for cell in notebook.cells:
        _settle(cell)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


@contextmanager
def _environment(folder: str) -> Iterator[None]:
    """What the kernel inherits: where rosetta is, and folders that it may write into."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    settings = {"PYTHONPATH": path, "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder, "PYTHONHASHSEED": "0"}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _settle(cell: Cell) -> None:
    """Leaves out of a cell what differs from run to run; of the two forms of a picture the one that every viewer shows
    stays."""
    cell.metadata.pop("execution", None)  # when it ran
    cell.outputs = [output for output in cell.get("outputs", []) if output.get("name") != "stderr"]
    for output in cell.outputs:
        data = output.get("data", {})
        if PICTURE in data:
            data.pop(FRAGMENT, None)
        if FRAGMENT in data:  # pandas gives its tables a random id
            data[FRAGMENT] = re.sub(r"T_[0-9a-f]{5}", "T", data[FRAGMENT])
    if cell.cell_type != "code":
        del cell["outputs"]


def printed(notebook: Notebook) -> list[tuple[str, str]]:
    """Each cell of code that has the same outputs in every run, with the text of these."""
    return [
        (cell.source, "".join(map(_text, cell.outputs)))
        for cell in notebook.cells
        if cell.cell_type == "code" and VARIES not in cell.metadata.get("tags", [])
    ]


def _text(output: Any) -> str:
    """What a cell printed, or the text of its value; of a picture nothing, which is no claim."""
    if "text" in output:
        return str(output.text)
    data = output.get("data", {})
    return "" if PICTURE in data else str(data.get("text/plain", ""))


def main(names: list[str]) -> None:
    """Runs the named notebooks, or all, and stores them."""
    for name, path in notebooks().items():
        if not names or name in names:
            nbformat.write(executed(path), path)
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
