"""Mixed lowering: a model rule by rule, for formats with clauses, exclusive-or rows and linear rows.

clause, with or without a guard      clauses (the negated guard is one more literal)
parity without a guard               exclusive-or rows
everything else                      linear rows, as `backends.lowering.linear` has them, with integers of their own
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import WriteOptions
from backends.lowering.canonical import canonical_rules
from backends.lowering.linear import LinearProgram, to_linear
from models.neutral import Block, Kind, Model, Rows
from models.neutral.rows import prepend


@dataclass(frozen=True, slots=True, eq=False)
class MixedRule:
    """One rule. Of `clauses`, `parity` and `program`, one is not None; odd: of parity rows, by row; shift: added
    to the numbers of the program's own columns, those after the model's."""

    sentence: str
    clauses: Rows | None = None
    parity: Rows | None = None
    odd: NDArray[np.int64] | None = None
    program: LinearProgram | None = None
    shift: int = 0

    def variables(self, columns: NDArray[np.int64], model: Model) -> NDArray[np.int64]:
        """The variable of each column of the program, numbered across all rules."""
        return np.where(columns < model.variables, columns, columns + self.shift) + 1


def split_rules(model: Model, how: WriteOptions) -> tuple[list[MixedRule], NDArray[np.int64]]:
    """The rules in order, and the upper bounds (the lower are 0) of the integers that were added. Raises TooLarge."""
    rules: list[MixedRule] = []
    added: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    shift = 0
    for block in model.blocks if how.as_stated else canonical_rules(model).blocks:
        match block.kind:
            case Kind.CLAUSE:
                rows = block.rows if block.when is None else prepend(-block.when, block.rows)
                rules.append(MixedRule(block.sentence, clauses=rows))
            case Kind.PARITY if block.when is None:
                rules.append(MixedRule(block.sentence, parity=block.rows, odd=block.lo))
            case Kind.CARDINALITY | Kind.LINEAR | Kind.PARITY:
                program = to_linear(_single_block_model(model, block), how.limits, how.as_stated)
                rules.append(MixedRule(block.sentence, program=program, shift=shift))
                added.append(program.upper[model.variables :])
                shift += len(added[-1])
            case _:
                assert_never(block.kind)
    return rules, np.concatenate(added)


def _single_block_model(model: Model, block: Block) -> Model:
    alone = model.copy()
    alone.blocks, alone.objective = [block], None
    return alone
