"""Loading CP-SAT through its Python layer, constraint by constraint: where bytes cannot be passed, and for
enumeration, which needs a callback for each solution.

The proto is filled directly. The modelling layer on top of it (`CpModel.add_bool_or` and its like) makes an object per
variable and per expression, and takes 1.3 to 1.9 times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from backends.loading.cp_constraints import NativeConstraints, add_constraints, references
from backends.loading.cp_proto import coefficients, constraint_of, terms
from models.neutral import Block, Form, Model
from models.neutral.forms import row_forms


@dataclass(frozen=True, slots=True, eq=False)
class LoadedCpModel:
    """A model in the Python layer, and the parameters (SatParameters) to solve it with."""

    model: Any
    solver: Any

    @property
    def reading_seconds(self) -> float:
        """Seconds for reading the model: none, it takes the proto as it is."""
        return 0.0

    @property
    def parameters(self) -> Any:
        return self.solver.parameters

    def solve(self, callback: Any = None) -> Any:
        """The response (CpSolverResponse); the callback is called with every solution."""
        self.solver.solve(self.model, callback)
        return self.solver.response_proto


def load(model: Model, blocks: Sequence[Block], constraints: Sequence[NativeConstraints] = ()) -> LoadedCpModel:
    """The model with these rows, in canonical form, and constraints."""
    from ortools.sat.python import cp_model

    loaded = cp_model.CpModel()
    proto = loaded.proto
    proto.variables.extend(_variables(model))
    for block in blocks:
        for form, mask in row_forms(block).items():
            _add_rows(proto, form, block.take(mask))
    for group in constraints:
        add_constraints(proto, group)
    if model.objective is not None:
        columns, coefs, constants = terms(model.objective.literals, model.objective.coefs)
        proto.objective.vars.extend(columns.tolist())
        proto.objective.coeffs.extend(coefs.tolist())
        proto.objective.offset = float(constants.sum())
    return LoadedCpModel(loaded, cp_model.CpSolver())


def _variables(model: Model) -> list[Any]:
    """One variable per distinct domain, repeated: the proto copies its elements."""
    from ortools.sat.python.cp_model_helper import IntegerVariableProto

    by_domain: dict[tuple[int, int], Any] = {}
    columns = []
    for domain in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True):
        if domain not in by_domain:
            by_domain[domain] = IntegerVariableProto()
            by_domain[domain].domain.extend(domain)
        columns.append(by_domain[domain])
    return columns


def _add_rows(proto: Any, form: Form, block: Block) -> None:
    """One constraint per row, all of one form."""
    kind = constraint_of(form, block.when is not None)
    first = len(proto.constraints)
    (_add_linear if kind == "linear" else _add_literals)(proto, kind, block)
    if block.when is not None:
        for row, when in enumerate(references(block.when).tolist()):
            proto.constraints[first + row].enforcement_literal.extend([when])


def _add_literals(proto: Any, kind: str, block: Block) -> None:
    literals = references(block.rows.literals).tolist()
    for (start, end), odd in zip(pairwise(block.rows.starts.tolist()), block.lo.tolist(), strict=True):
        row = literals[start:end]
        if kind == "bool_xor" and not odd:  # true for an odd number; for an even one, negate one literal
            row[0] = ~row[0]
        getattr(proto.constraints.add(), kind).literals.extend(row)


def _add_linear(proto: Any, kind: str, block: Block) -> None:
    columns, coefs, constants = terms(block.rows.literals, coefficients(block))
    constant = block.rows.sums(constants)
    table = zip(pairwise(block.rows.starts.tolist()), (block.lo - constant).tolist(), (block.hi - constant).tolist(),
                strict=True)  # fmt: skip
    variables, weights = columns.tolist(), coefs.tolist()
    for (start, end), lo, hi in table:
        linear = proto.constraints.add().linear
        linear.vars.extend(variables[start:end])
        linear.coeffs.extend(weights[start:end])
        linear.domain.extend((lo, hi))
