"""The lowerings of one row: what it becomes for each kind of solver, read off what the real lowering returns.

    row --canonical--> canonical form -+--> the message that CP-SAT gets          backends.loading.cp_proto
                                       +--> rows of an integer program            backends.lowering.linear
                                       +--> clauses, by each encoding             backends.lowering.clauses
                                       +--> rows taken as they are                backends.lowering.native_rows

Nothing is lowered here: each function calls the code of the backends on a model of the one row, and puts the result
into symbols: x for the row's variables, y for auxiliary variables of an encoding, z for new integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from backends.contract import Options
from backends.lowering.clauses import to_clauses
from backends.maxsat import soft_literals
from backends.passes.canonical import canonical_rules
from backends.passes.solution_improving import with_cost_below
from models.neutral import Form, Kind, Model
from models.neutral.blocks import new_block
from models.neutral.rows import rows_from_lengths
from report.formulas.records import Clause, Lowering
from rosetta.studies.formulas.clause_lowerings import clause_lowerings, cnf_literals
from rosetta.studies.formulas.constraint_lowerings import (
    LIMITS,
    build_lowering,
    cpsat_lowering,
    linear_lowering,
    native_lowerings,
)
from rosetta.studies.formulas.one_row import OneRow


def lowerings(row: OneRow, encodings: Mapping[Form, str], most: int) -> tuple[Lowering, ...]:
    """Every lowering of a row, with up to `most` formulas each. encodings: the only encoding to show for a form."""
    simple = canonical_rules(row.model)
    if row.model.objective is not None:
        return (
            cpsat_lowering(row.model, simple, most),
            linear_lowering(row.model, most),
            *objective_lowerings(row, encodings, most),
        )
    return (
        cpsat_lowering(row.model, simple, most),
        linear_lowering(row.model, most),
        *clause_lowerings(row, simple, encodings, most),
        *native_lowerings(row.model, simple, most),
    )


def objective_lowerings(row: OneRow, encodings: Mapping[Form, str], most: int) -> list[Lowering]:
    """An objective for SAT solvers: soft clauses, or one more row, `cost <= c - 1`, after each solution of cost c."""
    model = row.model
    cnf = to_clauses(model, LIMITS, Options())
    literals, weights, constant = soft_literals(model, cnf)
    soft = (
        Clause(cnf_literals(model, cnf, [x]), weight)
        for x, weight in zip(literals.tolist(), weights.tolist(), strict=True)
    )
    paid = f"{constant} is paid in any case" if constant else ""
    lowerings = [build_lowering("maxsat", soft, len(literals), len(literals), most, None, note=paid)]
    c, less = improvement_row(model)
    bound_note = f"after a solution of cost c = {c}, the row: cost <= {c - 1}"
    for lowering in clause_lowerings(replace(row, model=less), canonical_rules(less), encodings, most):
        notes = (bound_note, lowering.note)[lowering.refused :]
        lowerings.append(replace(lowering, note="; ".join(filter(None, notes))))
    return lowerings


def improvement_row(model: Model) -> tuple[int, Model]:
    """A cost in the middle of the possible range, and a model of the single row that asks for less."""
    goal = model.objective
    assert goal is not None
    terms = new_block(
        Kind.LINEAR, "", rows_from_lengths(np.array([len(goal.literals)]), goal.literals), 0, 0, goal.coefs
    )
    least, most = (int(side[0]) for side in model.reach(terms))
    rowless = model.copy()
    rowless.objective = None
    c = (least + most + 1) // 2
    return c, with_cost_below(rowless, goal, c)
