"""The rows of a model in two parts: short ones, which an exchange keeps, and long ones, whose deviations it counts.

Long are sums that count more than one literal, over more literals than a limit. Clauses and rows that allow one literal
at the most are kept, however long: a flip or two mends them.

All rows are sums  lo <= sum of coefficient * value <= hi  over Booleans; -x counts 1 - x, and the ones move to the
bounds. Rows that are kept come first, then those that are counted, in the order of their rules. A *segment* is a run of
counted rows that follow each other in their rule: prefix sums of deviations do not reach beyond it.

Variables that kept rows define as sums of others are not in the problem (see `definitions`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Size
from backends.exchanging.definitions import DefinedSums, LinearRows, substitute_definitions
from backends.lowering.canonical import CanonicalRules
from backends.lowering.linear import join_blocks
from models.neutral import Block, Kind, Model

if TYPE_CHECKING:  # the compiled loops are loaded on first use
    from backends.exchanging.exchange_kernel import SumRows

Column = NDArray[np.int32]
LONGEST = 12  # literals of a sum that is kept


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeProblem:
    """What is searched.

    rows         over the variables that remain
    definitions  the model's variables as sums of these
    """

    rows: SumRows
    definitions: DefinedSums

    @property
    def variables(self) -> int:
        return len(self.rows.variable_starts) - 1

    @property
    def counted(self) -> int:
        """How many rows are counted."""
        return len(self.rows.lo) - self.rows.kept

    @property
    def size(self) -> Size:
        return Size(self.variables, len(self.rows.lo), len(self.rows.row_variables))


def exchange_problem(rules: CanonicalRules, variables: int, longest: int) -> ExchangeProblem:
    """Rows without guard and parity, over Booleans 1..variables; sums of more than `longest` literals are counted."""
    from scipy.sparse import csr_array

    from backends.exchanging.exchange_kernel import SumRows

    blocks = rules.blocks
    table, _, _ = join_blocks(blocks)
    counted = np.concatenate([np.zeros(0, np.bool_), *(long_sums(block, longest) for block in blocks)])
    rule = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    number = np.concatenate([np.zeros(0, np.int64), *(block.number for block in blocks)])
    matrix = csr_array((table.coefs, (table.owner, table.columns)), shape=(len(counted), variables))
    matrix.eliminate_zeros()  # of x and -x in one row
    rows = LinearRows(matrix, table.lo, table.hi, np.arange(len(counted)))
    definitions, rows = substitute_definitions(rows, ~counted)
    rows = rows.take(np.argsort(counted[rows.number], kind="stable"))
    by_row, by_variable = rows.matrix, rows.matrix.tocsc()
    by_variable.sort_indices()
    columns = SumRows(
        by_row.indptr.astype(np.int32),
        by_row.indices.astype(np.int32),
        by_row.data.astype(np.int32),
        by_variable.indptr.astype(np.int32),
        by_variable.indices.astype(np.int32),
        by_variable.data.astype(np.int32),
        rows.lo.astype(np.int32),
        rows.hi.astype(np.int32),
        _segment_ends(rule[rows.number], number[rows.number]),
        int((~counted[rows.number]).sum()),
    )
    return ExchangeProblem(columns, definitions)


def kept_rows(model: Model, rules: CanonicalRules, longest: int) -> Model:
    """The model with its short rows alone, over the same variables."""
    kept = Model(model.name)
    kept.bools("x", model.variables)
    kept.blocks += [block.take(~long_sums(block, longest)) for block in rules.blocks]
    return kept


def long_sums(block: Block, longest: int) -> NDArray[np.bool_]:
    """Which rows of a block are long sums, shape (rows,)."""
    long = block.rows.lengths > longest
    match block.kind:
        case Kind.CARDINALITY:
            return long & (block.hi > 1)
        case Kind.LINEAR:
            return long
        case Kind.CLAUSE | Kind.PARITY:
            return np.zeros(len(block), np.bool_)
        case _:
            assert_never(block.kind)


def _segment_ends(rule: NDArray[np.int64], number: NDArray[np.int64]) -> Column:
    """By row the end of its run of rows with the same rule and consecutive numbers."""
    breaks = np.flatnonzero((np.diff(rule) != 0) | (np.diff(number) != 1)) + 1
    ends = np.append(breaks, len(rule))
    return ends[np.searchsorted(ends, np.arange(len(rule)), side="right")].astype(np.int32)
