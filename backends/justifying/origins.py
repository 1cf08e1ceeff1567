"""The clauses of a model, each with the row that it comes from, each fresh variable with what it stands for.

Nobody needs to trust it: it tells the judge where to look. The lowering keeps the sentence and the number of a row from
step to step. So a copy of the model is lowered in which the sentence of a block is the block's own index, and rows are
numbered 0, 1, ..
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options
from backends.justifying.definitions import Definitions, definitions
from backends.justifying.judge import Justification, judge_clauses
from backends.lowering.clause_plan import ClausePlan, plan_clauses
from backends.lowering.clauses import Cnf, write_clauses
from backends.proofs.columns import Clauses, clauses_from_zeros, take_clauses
from models.neutral import Block, Model
from rosetta.foundation.limits import TooLarge
from rosetta.foundation.progress import Progress, ignore_progress

Column = NDArray[np.int64]
NO_ROW = -1


@dataclass(frozen=True, slots=True, eq=False)
class TracedClauses:
    """A lowering. origins: for each clause the number of its row, counted block after block, NO_ROW for those of the
    integers."""

    cnf: Cnf
    clauses: Clauses
    origins: Column
    defined: Definitions


def trace_clauses(model: Model, limits: Limits, options: Options) -> TracedClauses:
    """The model in clauses, the same as those of `lowering.clauses`. Raises TooLarge."""
    numbered = model.copy()
    numbered.blocks = [
        replace(block, sentence=str(b), number=np.arange(len(block)), names=()) for b, block in enumerate(model.blocks)
    ]
    try:
        plan = plan_clauses(numbered, limits, options)
    except TooLarge:
        plan_clauses(model, limits, options)  # refuses the same, with the rule's own sentence
        raise
    cnf = write_clauses(plan)
    return TracedClauses(cnf, clauses_from_zeros(cnf.clauses), _clause_origins(plan, model), definitions(plan))


def justify_clauses(
    model: Model,
    traced: TracedClauses,
    chosen: Column,
    seconds: float = float("inf"),
    progress: Progress = ignore_progress,
) -> Justification:
    """Do the chosen clauses hold in every solution of the model? Raises as `judge_clauses`."""
    clauses = take_clauses(traced.clauses, chosen)
    return judge_clauses(model, clauses, traced.origins[chosen], traced.defined, seconds, progress)


def _clause_origins(plan: ClausePlan, model: Model) -> Column:
    first = np.concatenate([[0], np.cumsum([len(block) for block in model.blocks])]).astype(np.int64)
    origins = [np.full(len(plan.chains) // 3, NO_ROW, np.int64)]
    for step in plan.steps:
        if isinstance(step, Block):
            origins.append(_row_numbers(step, first))
        elif step.block is None:
            origins.append(np.full(len(step.group.rows) * step.template.clauses, NO_ROW, np.int64))
        else:
            origins.append(np.repeat(_row_numbers(step.block, first)[step.group.rows], step.template.clauses))
    return np.concatenate(origins)


def _row_numbers(block: Block, first: Column) -> Column:
    """The numbers of a block's rows, where those of block b begin at first[b]."""
    numbers: Column = first[int(block.sentence)] + block.number
    return numbers
