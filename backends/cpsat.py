"""CP-SAT (OR-Tools): every form of row natively, written straight into the model's proto.

    clause       bool_or              cardinality, linear   linear
    at most one  at_most_one          parity                bool_xor
    exactly one  exactly_one          guarded               enforcement literal (as clause, linear or xor)

Filling the proto row by row takes a third of the time of the Python modelling layer, which makes an object per
variable and per constraint. CP-SAT writes literal x as x - 1 and -x as -x (the bitwise complement).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    LimitReached,
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Stopwatch,
    Tell,
    TooLarge,
    Values,
    missing,
    silent,
)
from backends.passes.blocking import SENTENCE, differs
from backends.passes.canonical import canonical
from models.neutral import Block, Form, Model
from models.neutral.forms import row_forms

# Puzzles of this kind have little for linear relaxations to say: level 0 is ~20 times faster on Tents 50x50.
PROFILES: dict[str, dict[str, int]] = {"default": {}, "tuned": {"linearization_level": 0}}
FIRST_BATCH, BATCH_GROWTH = 2, 8


class CpSat:
    """See `backends.contract.Backend`."""

    name = "cpsat"
    kind = "cp"
    takes = frozenset(Form)
    encodes = False
    families = False
    profiles: tuple[str, ...] = tuple(PROFILES)
    complete = True

    def engine_of(self, options: Options) -> str:
        return "cp-sat"

    def probe(self) -> str | None:
        return missing("ortools.sat.python.cp_model")

    def version(self) -> str:
        import ortools

        return str(ortools.__version__)

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = silent) -> Outcome:
        watch = Stopwatch()
        loaded, size, contradiction = _load(model, limits, watch)
        if contradiction:
            return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, note=contradiction, by_rule=True)
        solver = _solver(limits, options, watch)
        with watch("solve"):
            status = solver.solve(loaded)
        with watch("decode"):
            return _outcome(model, solver, solver.status_name(status), size, watch)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        """In rounds: enumerate until a round has found enough, forbid all of it, enumerate again.

        CP-SAT enumerates full assignments and knows no projection; many may agree on `project`. A round ends
        when repeats outnumber finds, so that they cannot drown it.
        """
        watch = Stopwatch()
        rest, most = model.copy(), FIRST_BATCH
        rest.objective = None
        while True:
            fresh, complete = _round(rest, project, most, limits, options, watch)
            yield from fresh
            if complete:
                return
            rest = rest.copy()
            rest.any(SENTENCE, np.stack([differs(values, project) for values in fresh]))
            most *= BATCH_GROWTH


def _round(
    model: Model, project: NDArray[np.int32], most: int, limits: Limits, options: Options, watch: Stopwatch
) -> tuple[list[Values], bool]:
    """Up to `most` assignments that differ on `project`, and whether there are no others. Raises LimitReached."""
    from ortools.sat.python import cp_model

    loaded, _, contradiction = _load(model, limits, watch)
    if contradiction:
        return [], True
    seen: dict[bytes, Values] = {}
    met = [0]

    class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            values = _values(model, self.response_proto)
            seen.setdefault(values[project].tobytes(), values)
            met[0] += 1
            if len(seen) >= most or met[0] > 2 * len(seen) + 100:
                self.stop_search()

    solver = _solver(limits, options, watch)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.status_name(solver.solve(loaded, Collect()))
    if not seen and status == "UNKNOWN":
        raise LimitReached(f"time limit of {limits.seconds:g} s")
    return list(seen.values()), status in ("OPTIMAL", "INFEASIBLE")


def _load(model: Model, limits: Limits, watch: Stopwatch) -> tuple[Any, Size, str | None]:
    from ortools.sat.python import cp_model

    literals = sum(len(b.rows.literals) for b in model.blocks)
    if literals > limits.literals:
        raise TooLarge(f"cpsat: {literals:,} literals, the budget is {limits.literals:,}")
    with watch("lower"):
        simple = canonical(model)
    with watch("load"):
        loaded = cp_model.CpModel()
        proto = loaded.proto
        proto.variables.extend(_variables(model))
        for block in simple.blocks:
            _add_block(proto, block)
        if model.objective is not None:
            columns, coefs, constant = _terms(model.objective.literals, model.objective.coefs)
            proto.objective.vars.extend(columns)
            proto.objective.coeffs.extend(coefs)
            proto.objective.offset = float(constant)
    size = Size(model.variables, sum(map(len, simple.blocks)), sum(len(b.rows.literals) for b in simple.blocks))
    return loaded, size, simple.contradiction


def _variables(model: Model) -> list[Any]:
    """One variable per distinct domain, repeated: the proto copies what it is given."""
    from ortools.sat.python.cp_model_helper import IntegerVariableProto

    made: dict[tuple[int, int], Any] = {}
    columns = []
    for domain in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True):
        if domain not in made:
            made[domain] = IntegerVariableProto()
            made[domain].domain.extend(domain)
        columns.append(made[domain])
    return columns


def _add_block(proto: Any, block: Block) -> None:
    for form, mask in row_forms(block).items():
        if mask.any():
            _add_rows(proto, form, block.take(mask))


def _add_rows(proto: Any, form: Form, block: Block) -> None:
    """One constraint per row, all of one form."""
    add = proto.constraints.add
    literals, starts = references(block.rows.literals).tolist(), block.rows.starts.tolist()
    rows = [literals[a:b] for a, b in itertools.pairwise(starts)]
    whens = [None] * len(rows) if block.when is None else references(block.when).tolist()
    if form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR) and (
        block.when is not None or form in (Form.CARDINALITY, Form.LINEAR)
    ):
        _add_linear(add, block, whens)
        return
    for row, when, odd in zip(rows, whens, block.lo.tolist(), strict=True):
        constraint = add()
        if form is Form.CLAUSE:
            constraint.bool_or.literals.extend(row)
        elif form is Form.AT_MOST_ONE:
            constraint.at_most_one.literals.extend(row)
        elif form is Form.EXACTLY_ONE:
            constraint.exactly_one.literals.extend(row)
        else:  # bool_xor asks for an odd number; for an even one, negate one literal
            constraint.bool_xor.literals.extend(row if odd else [-row[0] - 1, *row[1:]])
        if when is not None:
            constraint.enforcement_literal.extend([when])


def _add_linear(add: Any, block: Block, whens: list[Any]) -> None:
    for row, when in enumerate(whens):
        literals = block.rows[row]
        coefs = np.ones(len(literals), np.int64) if block.coefs is None else _coefs(block, row)
        columns, signed, constant = _terms(literals, coefs)
        constraint = add()
        constraint.linear.vars.extend(columns)
        constraint.linear.coeffs.extend(signed)
        constraint.linear.domain.extend((int(block.lo[row]) - constant, int(block.hi[row]) - constant))
        if when is not None:
            constraint.enforcement_literal.extend([when])


def _coefs(block: Block, row: int) -> NDArray[np.int64]:
    assert block.coefs is not None
    return block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]


def references(literals: NDArray[np.int32]) -> NDArray[np.int32]:
    """CP-SAT's numbers for literals: variable x is x - 1, its negation the bitwise complement of that."""
    return np.where(literals > 0, literals - 1, literals)


def _terms(literals: NDArray[np.int32], coefs: NDArray[np.int64]) -> tuple[list[int], list[int], int]:
    """Columns, coefficients and constant of a sum of literals, -x being 1 - x."""
    negated = literals < 0
    return (np.abs(literals) - 1).tolist(), np.where(negated, -coefs, coefs).tolist(), int(coefs[negated].sum())


def _solver(limits: Limits, options: Options, watch: Stopwatch) -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = watch.left(limits)
    solver.parameters.num_workers = limits.threads
    solver.parameters.random_seed = limits.seed % 2**31
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C is swallowed and the search reports UNKNOWN
    for parameter, value in PROFILES[options.profile].items():
        setattr(solver.parameters, parameter, value)
    return solver


def _values(model: Model, response: Any) -> Values:
    values = np.zeros(model.variables + 1, np.int64)
    values[1:] = np.fromiter(response.solution, np.int64, model.variables)
    return values


def _outcome(model: Model, solver: Any, status: str, size: Size, watch: Stopwatch) -> Outcome:
    stats = {"conflicts": float(solver.num_conflicts), "branches": float(solver.num_branches)}
    if status == "INFEASIBLE":
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, stats=stats)
    if status not in ("OPTIMAL", "FEASIBLE"):
        claim = Status.UNKNOWN if status == "UNKNOWN" else Status.ERROR
        return Outcome(
            claim,
            seconds=watch.seconds,
            size=size,
            note="time limit" if status == "UNKNOWN" else f"CP-SAT says {status}",
            stats=stats,
        )
    values = _values(model, solver.response_proto)
    if model.objective is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=size, stats=stats)
    proved = Status.OPTIMAL if status == "OPTIMAL" else Status.SATISFIED
    objective, bound = round(solver.objective_value), float(solver.best_objective_bound)
    return Outcome(proved, values, objective, bound, watch.seconds, size, stats=stats)


BACKEND = CpSat()
