"""What one row becomes on the way to each kind of solver, read off from what the lowering really made of it.

    row --canonical--> simplest form --+--> the message that CP-SAT gets          backends.loading.cp_proto
                                       +--> rows of an integer program            backends.lowering.linear
                                       +--> clauses, by each encoding             backends.lowering.clauses
                                       +--> rows taken as they are                backends.lowering.native

Nothing is lowered here: each function calls the code of the backends on a model of the one row, and puts what it
returns into symbols: x for the row's variables, y for new ones of an encoding, z for new integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from backends.contract import Options
from backends.lowering.clauses import to_clauses
from backends.maxsat import soft_literals
from backends.passes.canonical import canonical
from backends.passes.descend import costing_less
from models.neutral import Form, Kind, Model
from models.neutral.blocks import stated
from models.neutral.rows import from_lengths
from report.formulas.records import Clause, Lowering
from rosetta.studies.formulas.lowered_clauses import clauses, cnf_literals
from rosetta.studies.formulas.lowered_rows import LIMITS, cpsat, kept, linear, native
from rosetta.studies.formulas.one_row import OneRow


def lowerings(row: OneRow, wishes: Mapping[Form, str], most: int) -> tuple[Lowering, ...]:
    """Every lowering of a row, with up to so many formulas each. wishes: the only encoding to show for a form."""
    simple = canonical(row.model)
    if row.model.objective is not None:
        return (cpsat(row.model, simple, most), linear(row.model, most), *costs(row, wishes, most))
    return (
        cpsat(row.model, simple, most),
        linear(row.model, most),
        *clauses(row, simple, wishes, most),
        *native(row.model, simple, most),
    )


def costs(row: OneRow, wishes: Mapping[Form, str], most: int) -> list[Lowering]:
    """An objective for solvers of clauses: soft clauses, or one more row, `less than c`, after each solution."""
    model = row.model
    cnf = to_clauses(model, LIMITS, Options())
    literals, weights, constant = soft_literals(model, cnf)
    soft = (
        Clause(cnf_literals(model, cnf, [x]), weight)
        for x, weight in zip(literals.tolist(), weights.tolist(), strict=True)
    )
    paid = f"{constant} is paid in any case" if constant else ""
    found = [kept("maxsat", soft, len(literals), len(literals), most, None, note=paid)]
    c, less = asked_for_less(model)
    told = f"after a solution of cost c = {c}, the row: cost <= {c - 1}"
    for lowering in clauses(replace(row, model=less), canonical(less), wishes, most):
        notes = (told, lowering.note)[lowering.refused :]
        found.append(replace(lowering, note="; ".join(filter(None, notes))))
    return found


def asked_for_less(model: Model) -> tuple[int, Model]:
    """A cost in the middle of what is possible, and the row alone that asks for less."""
    goal = model.objective
    assert goal is not None
    terms = stated(Kind.LINEAR, "", from_lengths(np.array([len(goal.literals)]), goal.literals), 0, 0, goal.coefs)
    least, most = (int(side[0]) for side in model.reach(terms))
    rowless = model.copy()
    rowless.objective = None
    c = (least + most + 1) // 2
    return c, costing_less(rowless, goal, c)
