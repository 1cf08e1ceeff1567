"""Data of the model `tents` of the MiniZinc benchmarks: square boards with all clues.

n = 3;
a = [| 0, 1, 0                1: a tree
     | 0, 0, 0
     | 1, 0, 0 |];
row_sums = [1, 0, 1];
col_sums = [0, 2, 0];
"""

from __future__ import annotations

from instances.formats.dzn.assignments import declare_data
from instances.formats.rows import ClueLine, WordRows
from models.puzzles.tents.instance import Tents

BODY = declare_data(
    "tents",
    "n",
    {"a": WordRows({"0": False, "1": True}), "row_sums": ClueLine("row", {}), "col_sums": ClueLine("column", {})},
    make=Tents,
    parts=lambda p: (p.trees, p.rows, p.cols),
    names=(),
)
