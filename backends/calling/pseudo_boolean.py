"""The model as an OPB file: its linear rows as they were stated, integers counted in bits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from backends.calling.asking import ProgramCall, ask_program, read_numbered
from backends.calling.subprograms import OutputBound, ProgramRun
from backends.contract import Outcome, Status
from backends.formats.dimacs import writing as dimacs
from backends.formats.opb import writing as opb
from backends.formats.results.competition import Result, check_no_cost, most_bytes
from models.neutral import Model


def solve_pseudo_boolean(call: ProgramCall, model: Model) -> Outcome:
    """The outcome of a program that reads OPB. Raises ProgramError, LimitReached, TooLarge."""
    with call.watch("lower"):
        rows = opb.to_pseudo_boolean(model, call.limits, call.program.equations, as_stated=True)
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=rows.size)
    write = partial(opb.write, rows, sentences=dimacs.sentences(model))

    def read(program_run: ProgramRun, answer: Path) -> Result:
        result = read_numbered(call.program, program_run, answer, max(rows.variables, 1))
        check_no_cost(model, result.cost)
        return result

    result, note = ask_program(call, outcome, write, read, OutputBound(most_bytes(rows.variables)))
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with call.watch("decode"):
        values = rows.values(model, result.true[: rows.variables + 1])
    if model.objective is None:
        return replace(outcome, status=Status.SATISFIED, values=values)
    proved = result.status is Status.OPTIMAL or not rows.costs.any()  # without a cost there is nothing to prove
    reported_cost = 0 if result.cost is None else result.cost  # no line `o`: the objective has no terms left
    cost = reported_cost + rows.constant
    return replace(
        outcome,
        status=Status.OPTIMAL if proved else Status.SATISFIED,
        values=values,
        objective=cost,
        bound=float(cost) if proved else None,
    )
