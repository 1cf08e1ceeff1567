"""Which encoding a row gets if nobody asked for one: what was quickest for the most similar row that was measured.

`auto.tsv`, beside this file, is written by `python -m benchmarks.encodings`: for each form, length n and bound k,
what each encoding cost on the same random models, one with a solution and one without. A row goes by its nearest
neighbour in (log n, log k). Differences below `NOISE` mean nothing, so of the encodings that close to the quickest,
the one with the fewest literals is taken. If it would not fit the budget, the one with the lowest cost is.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import log

from backends.encodings.catalogue import encodings, serving
from backends.encodings.shape import Shape, shorter_side
from backends.encodings.template import Encoding
from models.neutral import Form

NOISE = 1.25
Cell = tuple[Form, int, int]  # form, length, bound


def choose(shape: Shape, rows: int, budget: int) -> Encoding:
    """The encoding for so many rows of a shape, within a budget of literals if any encoding is."""
    names = serving(shape.form)
    quickest = _quickest(*_cell_of(shape))
    if quickest in names:
        encoding = encodings()[quickest]
        if encoding.cost(shape) * rows <= budget:
            return encoding
    return min((encodings()[name] for name in names), key=lambda encoding: encoding.cost(shape))


def _cell_of(shape: Shape) -> Cell:
    """Rows count from the shorter side, so that `at least 9 of 10` is found under 1."""
    if shape.form not in (Form.CARDINALITY, Form.LINEAR):
        return shape.form, shape.n, 1
    side = shorter_side(shape)
    return shape.form, shape.n, side.hi if side.bounds_above else side.lo


@cache
def _quickest(form: Form, n: int, k: int) -> str | None:
    """The name of the encoding to take for a row like this; None if no row of its form was measured."""
    cells = [cell for cell in measured() if cell[0] is form]
    if not cells:
        return None
    nearest = min(cells, key=lambda cell: abs(log(cell[1] / max(n, 1))) + abs(log(cell[2] / max(k, 1))))
    times = measured()[nearest]
    best = min(seconds for seconds, _ in times.values())
    return min((literals, name) for name, (seconds, literals) in times.items() if seconds <= NOISE * best)[1]


@cache
def measured() -> Mapping[Cell, Mapping[str, tuple[float, int]]]:
    """The table: for each cell the encodings with their seconds (in all) and literals."""
    cells: dict[Cell, dict[str, tuple[float, int]]] = defaultdict(dict)
    table = files("backends.encodings").joinpath("auto.tsv")
    if table.is_file():
        lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
        for line in csv.DictReader(lines, delimiter="\t"):
            cell = Form(line["form"]), int(line["n"]), int(line["k"])
            cells[cell][line["encoding"]] = float(line["total"]), int(line["literals"])
    return cells
