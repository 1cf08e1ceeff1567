"""The automatic choice of an encoding: the one that measurements say is likely to be fastest.

    expected seconds = search on the most similar rows measured + literals of all rows / literals loaded per second

`auto.tsv`, beside this file, is written by `python -m benchmarks.solvers.encodings`: for each form, length n and bound
k (of weighted rows the largest weight), what each encoding cost on the same random models, with and without a solution.
A search that was cut off counts tenfold (PAR10). Single cells are noisy, so the geometric mean over the `NEAREST`
cells, in (log n, log k), is taken. The second term decides on large boards, where the search is short for their size:
long runs get a ladder there, although on a small board other clauses are searched faster. Of the encodings within a
factor `NOISE` of the fastest, the one with the lowest estimate of literals is taken. Encodings over the budget are
considered only if no other fits.

If the table has no cell for weighted rows, they get the totalizer as long as it fits the budget, and otherwise (many
different weights) the smallest encoding there is.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from statistics import geometric_mean

from backends.encoding_choice.catalogue import encoding_names, encodings
from backends.encoding_templates.shape import Shape, shorter_side
from backends.encoding_templates.template import Encoding, estimate_literals
from models.neutral import Form

NOISE = 1.25
NEAREST = 3
CUT_OFF_COUNTS = 10
LOADED_PER_SECOND = 3_000_000  # literals into cadical195 through python-sat
UNMEASURED = {Form.LINEAR: "totalizer"}  # the choice where the table has no cell of the form
Cell = tuple[Form, int, int]  # form, length, bound


def load_encodings() -> None:
    """Import every encoding and read the table: for a backend's `probe`, so that no solve pays for it."""
    encodings(), measured_seconds()


def choose_encoding(shape: Shape, rows: int, budget: int) -> Encoding:
    """The encoding for that many rows of a shape, within the budget of literals if any encoding is."""
    largest = rows * max(_estimates(shape).values())
    return _choose_within(shape, rows, largest if largest <= budget else budget)


@lru_cache(maxsize=10_000)  # of small models, shapes and numbers of rows come again and again, and all encodings fit
def _choose_within(shape: Shape, rows: int, budget: int) -> Encoding:
    estimates = _estimates(shape)
    cost = {name: rows * literals for name, literals in estimates.items()}
    serve = [encodings()[name] for name in estimates]
    cheapest = min(serve, key=lambda encoding: cost[encoding.name])
    search = _search(*_cell_of(shape))
    candidates = [encoding for encoding in serve if encoding.name in search and cost[encoding.name] <= budget]
    if not candidates:
        default = encodings()[UNMEASURED.get(shape.form, cheapest.name)]
        return default if not search and cost[default.name] <= budget else cheapest
    seconds = {encoding: search[encoding.name] + cost[encoding.name] / LOADED_PER_SECOND for encoding in candidates}
    quick = [encoding for encoding in candidates if seconds[encoding] <= NOISE * min(seconds.values())]
    return min(quick, key=lambda encoding: cost[encoding.name])


@lru_cache(maxsize=10_000)
def _estimates(shape: Shape) -> Mapping[str, int]:
    """The literals of one row of that shape, by the name of each encoding that serves it."""
    return {name: estimate_literals(encodings()[name], shape) for name in encoding_names(shape.form)}


def _cell_of(shape: Shape) -> Cell:
    """The cell of a shape. A count is taken from its shorter side, so `at least 9 of 10` is found under k = 1; weighted
    rows go by their largest weight."""
    if shape.form is Form.LINEAR:
        return shape.form, shape.n, max((c for c, _ in shape.leaves), default=1)
    if shape.form is not Form.CARDINALITY:
        return shape.form, shape.n, 1
    side = shorter_side(shape)
    return shape.form, shape.n, side.hi if side.bounds_above else side.lo


@cache
def _search(form: Form, n: int, k: int) -> Mapping[str, float]:
    """Seconds of search by encoding for the most similar rows measured; empty if there are none of the form."""
    cells = [cell for cell in measured_seconds() if cell[0] is form]
    cells.sort(key=lambda cell: abs(log(cell[1] / n)) + abs(log(cell[2] / max(k, 1))))
    near = [measured_seconds()[cell] for cell in cells[:NEAREST]]
    names = set.intersection(*(set(cell) for cell in near)) if near else set()
    return {name: geometric_mean(cell[name] for cell in near) for name in names}


@cache
def measured_seconds() -> Mapping[Cell, Mapping[str, float]]:
    """The table: for each cell the seconds of search, of both models together, by encoding."""
    cells: dict[Cell, dict[str, float]] = defaultdict(dict)
    table = files("backends.encoding_choice").joinpath("auto.tsv")
    if table.is_file():
        lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
        for line in csv.DictReader(lines, delimiter="\t"):
            cut_off = int(line["cut_off"]) / int(line["solves"])
            seconds = (float(line["sat"]) + float(line["unsat"])) * (1 + (CUT_OFF_COUNTS - 1) * cut_off)
            cells[Form(line["form"]), int(line["n"]), int(line["k"])][line["encoding"]] = seconds
    return cells
