"""Which encoding a row gets if nobody asked for one: what is likely to be quickest, going by measurements.

    expected seconds = search on the most similar rows measured + literals of all rows / literals loaded per second

`auto.tsv`, beside this file, is written by `python -m benchmarks.encodings`: for each form, length n and bound k, what
each encoding cost on the same random models, one with a solution and one without. The most similar rows are the
nearest in (log n, log k). The second term is what decides on large boards, where the search is short for their size:
long runs get a ladder there, where on a small board pairwise clauses are searched faster. Differences below `NOISE`
mean nothing; of the encodings that close to the quickest, the one with the fewest literals is taken. Encodings that
would not fit the budget are left out as long as there are others.
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
from backends.encodings.template import Encoding, estimate
from models.neutral import Form

NOISE = 1.25
LOADED_PER_SECOND = 3_000_000  # literals into cadical195 through python-sat
Cell = tuple[Form, int, int]  # form, length, bound


def choose(shape: Shape, rows: int, budget: int) -> Encoding:
    """The encoding for so many rows of a shape, within a budget of literals if any encoding is."""
    serve = [encodings()[name] for name in serving(shape.form)]
    cost = {encoding.name: estimate(encoding, shape) * rows for encoding in serve}
    cheapest = min(serve, key=lambda encoding: cost[encoding.name])
    search = _search(*_cell_of(shape))
    known = [encoding for encoding in serve if encoding.name in search and cost[encoding.name] <= budget]
    if not known:
        return cheapest
    seconds = {encoding: search[encoding.name] + cost[encoding.name] / LOADED_PER_SECOND for encoding in known}
    quick = [encoding for encoding in known if seconds[encoding] <= NOISE * min(seconds.values())]
    return min(quick, key=lambda encoding: cost[encoding.name])


def _cell_of(shape: Shape) -> Cell:
    """Rows count from the shorter side, so that `at least 9 of 10` is found under 1."""
    if shape.form is not Form.CARDINALITY:
        return shape.form, shape.n, 1
    side = shorter_side(shape)
    return shape.form, shape.n, side.hi if side.bounds_above else side.lo


@cache
def _search(form: Form, n: int, k: int) -> Mapping[str, float]:
    """Seconds of search by encoding for the most similar rows measured; empty if there are none of the form."""
    cells = [cell for cell in measured() if cell[0] is form]
    nearest = min(cells, default=None, key=lambda cell: abs(log(cell[1] / n)) + abs(log(cell[2] / max(k, 1))))
    return measured()[nearest] if nearest else {}


@cache
def measured() -> Mapping[Cell, Mapping[str, float]]:
    """The table: for each cell the seconds of search, of both models together, by encoding."""
    cells: dict[Cell, dict[str, float]] = defaultdict(dict)
    table = files("backends.encodings").joinpath("auto.tsv")
    if table.is_file():
        lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
        for line in csv.DictReader(lines, delimiter="\t"):
            cell = Form(line["form"]), int(line["n"]), int(line["k"])
            cells[cell][line["encoding"]] = float(line["sat"]) + float(line["unsat"])
    return cells
