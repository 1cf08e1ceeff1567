"""What the language refuses, and the words it refuses it with.

Everything is checked once, when a rule is stated; whatever reads a model afterwards may trust it:
every literal names a declared variable, no variable stands twice in a row, lo <= hi, integers occur only in
linear rows and not negated, and no sum leaves the range in which 64-bit floats are exact.

An empty row, or a bound beyond what the row can reach (a tree without a free cell), is not an error: it is a
rule that cannot be kept, and it is the solvers' business to say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from models.neutral.blocks import Block

EXACT = 2**53  # linear programs compute in 64-bit floats; beyond this, integers are rounded


class ModelError(ValueError):
    """A rule that the language does not accept; the message names the rule and the row."""


def check(block: Block, integer: NDArray[np.bool_], reach: NDArray[np.int64]) -> None:
    """Raise ModelError for the first offending row of the block.

    integer: shape (variables + 1,), True for integer variables; reach: shape (rows,), the largest absolute
    value the row's sum can take.
    """
    variables = len(integer) - 1
    at = np.abs(block.rows.literals)
    _refuse(block, at == 0, "literal 0 is not a literal")
    _refuse(block, at > variables, f"unknown variable, the model has {variables}")
    if block.when is not None:
        guards = np.abs(block.when)
        bad = (guards == 0) | (guards > variables)
        bad |= integer[np.where(bad, 0, guards)]
        _refuse_rows(block, bad, "the guard is not a literal of the model")
    is_integer = integer[at]
    if block.coefs is None:
        _refuse(block, is_integer, "an integer; integers are allowed in linear rows and the objective only")
    _refuse(
        block,
        is_integer & (block.rows.literals < 0),
        "an integer cannot be negated; use a negative coefficient",
    )
    _refuse(block, twice_in_a_row(block), "the variable stands twice in the row")
    _refuse_rows(block, block.lo > block.hi, "lo is greater than hi")
    _refuse_rows(block, reach >= EXACT, "the sum may exceed 2^53")


def twice_in_a_row(block: Block) -> NDArray[np.bool_]:
    """For each literal: does its variable stand earlier in the same row?"""
    at = np.abs(block.rows.literals)
    again = np.zeros(len(at), np.bool_)
    if len(at) == 0 or np.bincount(at).max() <= 1:  # the common case: each variable once in the block
        return again
    keys = block.rows.owners * np.int64(at.max() + 1) + at
    if len(np.unique(keys)) < len(keys):
        order = np.argsort(keys, kind="stable")
        again[order[1:]] = keys[order[1:]] == keys[order[:-1]]
    return again


def where_is(block: Block, row: int) -> str:
    """`rule 'row counts', row 7` in the author's numbering."""
    return f"rule '{block.sentence}', row {block.number[row]}"


def _refuse(block: Block, bad: NDArray[np.bool_], reason: str) -> None:
    """Refuse the first literal for which `bad` holds."""
    if bad.any():
        position = int(np.argmax(bad))
        row = int(np.searchsorted(block.rows.starts, position, side="right")) - 1
        raise ModelError(f"{where_is(block, row)}: literal {block.rows.literals[position]}: {reason}")


def _refuse_rows(block: Block, bad: NDArray[np.bool_], reason: str) -> None:
    """Refuse the first row for which `bad` holds."""
    if bad.any():
        row = int(np.argmax(bad))
        raise ModelError(f"{where_is(block, row)} ({block.lo[row]}..{block.hi[row]}): {reason}")
