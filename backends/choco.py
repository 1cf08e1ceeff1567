"""Choco, constraint programming, through pychoco: sums, and conditions under which they hold. A call for each row.

Traps: it takes a time limit in seconds alone ("2.000s"; what it makes of "2000ms" is no limit). Its numbers have 32
bits, and its own bounds of integers are narrower. Importing it starts a thread, which no fork keeps: so `solve` imports
it, and not `probe`, which a process may do that then forks for each run.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from backends.contract import (
    Backend,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Unsupported,
    ignore_outcome,
)
from backends.lowering.linear import LinearProgram, to_linear
from backends.lowering.listed_rows import cost_terms, listed_rows
from backends.lowering.sum_reach import refuse_far_sums
from backends.outcomes import Stopwatch, answer_outcome, not_asked_outcome
from backends.passes.blocking import list_solutions
from models.neutral import Form, Model
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import TimeReached

LARGEST = 21_474_836  # `IntVar.MAX_INT_BOUND`
LEAST_SECONDS = 0.001


def probe() -> str | None:
    return None if find_spec("pychoco") else describe_absence(ModuleNotFoundError(name="pychoco"))


def version() -> str:
    from importlib.metadata import version

    return f"pychoco {version('pychoco')}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch, reason = Stopwatch(), refusal(model)
    if reason is not None:
        raise Unsupported(reason)
    with watch("lower"):
        program = to_linear(model, limits, guards="kept")
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    with watch("load"):
        choco, columns = _load(model, program)
        if model.objective is not None:
            choco.set_objective(_add_cost(choco, columns, program), False)
        solver = choco.get_solver()
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))
    solver.limit_time(f"{max(LEAST_SECONDS, watch.seconds_left(limits)):.3f}s")
    best: Outcome | None = None
    while True:
        with watch("solve"):
            found = solver.solve()
        if not found:
            break
        values = np.array([0, *(column.get_value() for column in columns[: model.variables])], np.int64)
        best = answer_outcome(model, values, watch, program.size, is_best=False, stats=_stats(solver))
        if model.objective is None:
            return best
        tell(best)
    is_complete = "TERMINATED" in str(solver.get_search_state()).upper()
    if best is not None:
        assert best.values is not None
        return answer_outcome(model, best.values, watch, program.size, is_best=is_complete, stats=_stats(solver))
    if not is_complete:
        raise TimeReached(limits.time_limit_note)
    return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, stats=_stats(solver))


def _load(model: Model, program: LinearProgram) -> tuple[Any, list[Any]]:
    """Choco's model, and its variables by column."""
    from pychoco import Model as ChocoModel

    choco = ChocoModel("model")
    columns: list[Any] = []
    for column, (low, high) in enumerate(zip(program.lower.tolist(), program.upper.tolist(), strict=True)):
        is_boolean = column < model.variables and not model.integer[column + 1]
        columns.append(choco.boolvar() if is_boolean else choco.intvar(low, high))
    for row in listed_rows(program):
        variables = [columns[column] for column in row.columns]
        for constraint in _comparisons(choco, variables, row.coefs, row.low, row.high):
            if row.guard:
                head = columns[abs(row.guard) - 1]
                constraint.implied_by(head if row.guard > 0 else choco.bool_not_view(head))
            else:
                constraint.post()
    return choco, columns


def _comparisons(choco: Any, variables: list[Any], coefs: list[int], low: int | None, high: int | None) -> list[Any]:
    """The row as comparisons of one side each. Of a row without variables, a side that can be missed is missed."""
    if low is None and high is None:
        return []
    if not variables:
        return [choco.arithm(choco.intvar(0, 0), "=", 1)]
    if low == high:
        return [choco.scalar(variables, coefs, "=", low)]
    sides = [(">=", low), ("<=", high)]
    return [choco.scalar(variables, coefs, operator, side) for operator, side in sides if side is not None]


def _add_cost(choco: Any, columns: list[Any], program: LinearProgram) -> Any:
    """The objective without its constant, as a variable."""
    used, costs = cost_terms(program)
    ends = [(c * int(program.lower[at]), c * int(program.upper[at])) for at, c in zip(used, costs, strict=True)]
    total = choco.intvar(sum(map(min, ends)), sum(map(max, ends)))
    if used:
        choco.scalar([columns[column] for column in used], costs, "=", total).post()
    return total


def _stats(solver: Any) -> dict[str, float]:
    return {"nodes": float(solver.get_node_count()), "conflicts": float(solver.get_fail_count())}


refusal = partial(refuse_far_sums, largest=LARGEST, solver="Choco")
BACKEND = Backend(
    name="choco",
    kind="cp",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    library="pychoco",
    solve=solve,
    solutions=partial(list_solutions, solve),
    lists_anew=True,
    refusal=refusal,
    largest_number=LARGEST,
    interruptible=True,
    single_threaded=True,
)
