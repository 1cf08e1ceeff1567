"""Substitution of equivalent literals: a model in which some variables are literals of others, x = y or x = not y.

    clause         y or y        is y;  y or not y makes the row always hold
    counting       y + not y     is 1 and moves into the bounds;  y + y is 2 y, so the row becomes a linear one
    parity         y xor y       is 0;  y xor not y is 1 and flips the remainder
    objective      weights of the same variable add up; the constant part of not y = 1 - y goes into a constant

Rows in which no variable occurs twice keep their kind. Sentences and row numbers stay.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Rows
from models.neutral.checking import repeated_variables
from models.neutral.rows import rename_literals, rows_from_lengths

Column = NDArray[np.int64]
Literals = NDArray[np.int32]


def rename_block(block: Block, names: Literals) -> Block:
    """The block in new names, each variable at most once in a row."""
    rows = replace(block.rows, literals=rename_literals(block.rows.literals, names))
    when = None if block.when is None else rename_literals(block.when, names)
    block = replace(block, rows=rows, when=when)
    if not repeated_variables(block).any():
        return block
    coefs = np.ones(len(rows.literals), np.int64) if block.coefs is None else block.coefs
    owners, variables, net, constants = _net_coefficients(rows.owners, rows.literals, coefs, len(block))
    match block.kind:
        case Kind.PARITY:
            odd = (block.lo - constants) % 2
            remaining = net % 2 == 1
            table = _rows_from_owners(owners[remaining], variables[remaining], len(block))
            return replace(block, rows=table, lo=odd, hi=odd)
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            table = _rows_from_owners(owners, variables, len(block))
            lo, hi = block.lo - constants, block.hi - constants
            return replace(block, kind=Kind.LINEAR, rows=table, coefs=net, lo=lo, hi=hi)
        case _:
            assert_never(block.kind)


def rename_objective(literals: Literals, coefs: Column, names: Literals) -> tuple[Literals, Column, int]:
    """The objective in new names: variables, the cost of each (none of them 0), and the constant."""
    _, variables, net, constants = _net_coefficients(
        np.zeros(len(literals), np.int64), rename_literals(literals, names), coefs, 1
    )
    return variables, net, int(constants[0])


def _net_coefficients(
    owners: Column, literals: Literals, coefs: Column, rows: int
) -> tuple[Column, Literals, Column, Column]:
    """Per row and variable the net coefficient, where it is not 0; per row the constant of its negated literals:
    c * (not y) = c - c y. Ascending by row, then variable."""
    negative = literals < 0
    constants = np.zeros(rows, np.int64)
    np.add.at(constants, owners[negative], coefs[negative])
    width = int(np.abs(literals).max(initial=0)) + 1
    keys, place = np.unique(owners * width + np.abs(literals), return_inverse=True)
    net = np.zeros(len(keys), np.int64)
    np.add.at(net, place, np.where(negative, -coefs, coefs))
    keys, net = keys[net != 0], net[net != 0]
    return keys // width, (keys % width).astype(np.int32), net, constants


def _rows_from_owners(owners: Column, variables: Literals, rows: int) -> Rows:
    return rows_from_lengths(np.bincount(owners, minlength=rows), variables)
