"""Validation of a whole rule. Code that reads a model may rely on this:

every literal and guard names a declared variable, guards are Boolean, no variable occurs twice in a row, integers
occur only in linear rows and not negated, lo <= hi, and no sum can leave the range in which 64-bit floats are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind
from models.neutral.errors import EXACT, FIRST_CHOICE, ModelError
from models.neutral.rows import Rows, row_pieces
from models.neutral.variables import VariableTable

GUARD = "guard"
Complaints: TypeAlias = Iterator[tuple[NDArray[np.bool_], str]]
"""Which entries are bad, and why; `{name}` stands for the variable's name, `{lo}`, `{hi}` for the row's bounds."""


def check_block(block: Block, model: VariableTable) -> None:
    """Raise ModelError for the first offending row of the block: `row 7: literal 9: why`."""
    if (block.coefs is None) == (block.kind is Kind.LINEAR):
        raise ModelError("coefs: linear rows have coefficients, the others have none")
    for first, last in row_pieces(block.rows.starts):
        _check_literals(block if last - first == len(block) else _slice_rows(block, first, last), model)
    if block.when is not None:
        check_guards(block, block.when, model)
    for bad, why in _row_complaints(block, model):
        if bad.any():
            row = int(np.argmax(bad))
            raise ModelError(f"{block.name_of_row(row)}: {why.format(lo=block.lo[row], hi=block.hi[row])}")


def check_guards(block: Block, guards: NDArray[np.int32], model: VariableTable, what: str = GUARD) -> None:
    """Raise ModelError for the first of these literals, one per row of the block, that is none. what: they are."""
    for bad, why in _guard_complaints(guards, model, f"a {what}" if what == GUARD else what):
        if bad.any():
            row = int(np.argmax(bad))
            raise ModelError(f"{block.name_of_row(row)}: {what} {_describe_literal(int(guards[row]), why, model)}")


def _check_literals(block: Block, model: VariableTable) -> None:
    for bad, why in _literal_complaints(block, model):
        if bad.any():
            place = int(np.argmax(bad))
            row = int(np.searchsorted(block.rows.starts, place, side="right")) - 1
            raise ModelError(
                f"{block.name_of_row(row)}: literal {_describe_literal(int(block.rows.literals[place]), why, model)}"
            )


def _slice_rows(block: Block, first: int, last: int) -> Block:
    """The rows from first to last, without guards; only `starts` is copied."""
    begin, end = block.rows.starts[first], block.rows.starts[last]
    rows = Rows(block.rows.starts[first : last + 1] - begin, block.rows.literals[begin:end])
    some = slice(first, last)
    coefs = None if block.coefs is None else block.coefs[begin:end]
    return Block(
        block.kind, block.sentence, rows, block.lo[some], block.hi[some], block.number[some], coefs, None, block.names
    )


def _describe_literal(literal: int, why: str, model: VariableTable) -> str:
    is_declared = 1 <= abs(literal) <= model.variables
    return f"{literal}: {why.format(name=model.name_of(abs(literal)) if is_declared else '')}"


def _literal_complaints(block: Block, model: VariableTable) -> Complaints:
    literals, at = block.rows.literals, np.abs(block.rows.literals)
    yield from _unknown_variables(at, model)
    if model.integer.any():
        if block.coefs is None:
            yield (
                model.integer[at],
                "{name} is an integer and no literal; n.is_(5) and n.at_least(5) are, and m.linear takes n itself",
            )
        yield model.integer[at] & (literals < 0), "{name} is an integer; negate its coefficient, not the variable"
    yield repeated_variables(block), "{name} stands twice in the row; a variable may stand once, not even as x and -x"


def _guard_complaints(guards: NDArray[np.int32], model: VariableTable, what: str) -> Complaints:
    yield from _unknown_variables(np.abs(guards), model)
    yield model.integer[np.abs(guards)], f"{{name}} is an integer; {what} is a Boolean literal"


def _unknown_variables(at: NDArray[np.int32], model: VariableTable) -> Complaints:
    yield at == 0, "a cell without a variable? leave it out"
    yield at >= FIRST_CHOICE, "a number with several values is no literal; x.is_(5) and x.at_least(5) are"
    yield at > model.variables, f"unknown variable, the model has {model.variables}"


def _row_complaints(block: Block, model: VariableTable) -> Complaints:
    if block.coefs is not None:
        yield _greatest_sums(block, model) >= EXACT, "the sum may reach 2^53, where 64-bit floats are no longer exact"
    match block.kind:
        case Kind.PARITY:
            not_a_bit = (block.lo != block.hi) | (block.lo < 0) | (block.lo > 1)
            yield not_a_bit, "odd: expected 0 (even) or 1 (odd), found {hi}"
        case Kind.CLAUSE:
            yield (block.lo != 1) | (block.hi < block.rows.lengths), "a clause says 'at least 1', found {lo}..{hi}"
        case Kind.CARDINALITY | Kind.LINEAR:
            pass
        case _:
            assert_never(block.kind)
    yield block.lo > block.hi, "lo is greater than hi ({lo}..{hi})"


def _greatest_sums(block: Block, model: VariableTable) -> NDArray[np.float64]:
    """The sum of the absolute values that each row's terms can take, exact below 2^53, shape (rows,)."""
    assert block.coefs is not None
    starts, lower, upper = block.rows.starts, model.lower, model.upper
    sums = np.empty(len(block))
    for first, last in row_pieces(starts):
        here = slice(starts[first], starts[last])
        at = np.abs(block.rows.literals[here])
        largest = np.maximum(np.abs(lower[at]), np.abs(upper[at])).astype(np.float64)
        terms = np.abs(block.coefs[here]) * largest  # as floats, since integers would wrap around
        owners = np.repeat(np.arange(last - first), np.diff(starts[first : last + 1]))
        sums[first:last] = np.bincount(owners, terms, minlength=last - first)
    return sums


def repeated_variables(block: Block) -> NDArray[np.bool_]:
    """For each literal: does its variable occur earlier in the same row?"""
    at = np.abs(block.rows.literals)
    repeated = np.zeros(len(at), np.bool_)
    if block.rows.lengths.max(initial=0) <= 1:
        return repeated
    if 8 * len(at) > at.max() and np.bincount(at).max() <= 1:  # each variable once in the whole block: common
        return repeated
    ascends = at[1:] > at[:-1]
    inner = block.rows.starts[1:-1]
    ascends[inner[(inner > 0) & (inner < len(at))] - 1] = True  # from one row to the next
    if ascends.all():  # as `union` returns them
        return repeated
    keys = block.rows.owners
    keys *= int(at.max()) + 1
    keys += at
    in_order = np.sort(keys, kind="stable")  # fast on nearly sorted keys, as rows are
    if (in_order[1:] == in_order[:-1]).any():
        order = np.argsort(keys, kind="stable")
        repeated[order[1:]] = keys[order[1:]] == keys[order[:-1]]
    return repeated
