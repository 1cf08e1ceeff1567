"""The model as a DIMACS file, without its objective."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from backends.calling.asking import ProgramCall, ask_program, read_numbered
from backends.calling.subprograms import OutputBound
from backends.contract import Options, Outcome, Status
from backends.formats.dimacs import writing as dimacs
from backends.formats.results.competition import most_bytes
from backends.lowering.clause_plan import plan_clauses
from models.neutral import Model


def solve_clauses(call: ProgramCall, model: Model, options: Options) -> Outcome:
    """The outcome of a program that reads clauses. Raises ProgramError, LimitReached, TooLarge."""
    with call.watch("lower"):
        plan = plan_clauses(model, call.limits, options)
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=plan.size, encoding=plan.encodings)
    write = partial(dimacs.write_plan, plan, sentences=dimacs.sentences(model))
    read = partial(read_numbered, call.program, variables=plan.variables)
    result, note = ask_program(call, outcome, write, read, OutputBound(most_bytes(plan.variables)))
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with call.watch("decode"):
        values = plan.orders.values(model, result.true)
    return replace(outcome, status=Status.SATISFIED, values=values)
