"""XNF: DIMACS with exclusive-or rows, which CryptoMiniSat reads.

    p cnf 3 2
    1 -2 0            a clause
    x1 -2 3 0         x1 xor (not x2) xor x3 is true: an odd number of these literals hold

A row that asks for an even number has its first literal negated. Parity rows with a guard become clauses.
(Soos, Nohl & Castelluccia 2009: Extending SAT solvers to cryptographic problems)
"""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.dimacs.reading import read_xnf
from backends.formats.dimacs.writing import format_literals, write_heading, write_heads, write_sections
from backends.formats.text.row_text import ascii_comments
from backends.lowering.canonical import canonical_rules
from backends.lowering.clause_plan import plan_clauses
from models.neutral import Block, Form, Kind, Model
from models.neutral.rows import row_pieces


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as clauses and exclusive-or rows."""
    plan = plan_clauses(model, how.limits, how.options, frozenset([Form.PARITY]))
    write_heading(model, file, how)
    if model.objective is not None:
        file.write(
            ascii_comments("c", [f"NOT IN THIS FILE, which has no objective: minimise {model.objective.sentence}"])
        )
    write_heads(file, (), plan.variables, plan.clauses + sum(len(rows.parity) for rows in plan.native))
    write_sections(plan, file)
    for block in canonical_rules(model).blocks:
        if block.kind is Kind.PARITY and block.when is None:
            file.write(ascii_comments("c rule:", [block.sentence]))
            _write_parities(block, file)


def _write_parities(block: Block, file: BinaryIO) -> None:
    """No row is empty: a canonical parity row has a literal."""
    literals = block.rows.literals.copy()
    even = block.rows.starts[:-1][block.lo == 0]
    literals[even] *= -1
    for first, last in row_pieces(block.rows.starts):
        starts = block.rows.starts[first : last + 1]
        here = np.insert(literals[starts[0] : starts[-1]], starts[1:] - starts[0], 0)
        if len(here):
            file.write(b"x" + format_literals(here).tobytes()[:-1].replace(b"\n", b"\nx") + b"\n")


BEGINS = re.compile(rb"(?:c[^\n]*\n|\s)*p[ \t]+cnf[ \t].*\n[ \t]*x[ \t]*-?[0-9]", re.S)
FORMAT = FileFormat(
    "xnf", "DIMACS with xor rows", "xnf", write, read_xnf, objective=False, encodes=True, begins=BEGINS, comment="c"
)
