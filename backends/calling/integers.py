"""The model as an LP or MPS file: its linear rows as they were stated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from backends.calling.asking import ProgramCall, ask_program, printed_text
from backends.calling.subprograms import OutputBound, ProgramRun
from backends.contract import Options, Outcome, Status
from backends.formats.contract import WriteOptions, file_format
from backends.formats.results.competition import most_bytes
from backends.formats.results.integer_values import IntegerResult, read_integer_values
from backends.lowering.linear import to_linear
from models.neutral import Model

LARGEST = 10**9  # in files with guards: those who read them work with floats, and with tolerances


def solve_integers(call: ProgramCall, model: Model, options: Options) -> Outcome:
    """The outcome of a program that reads LP or MPS. Raises ProgramError, LimitReached, TooLarge, Unsupported."""
    with call.watch("lower"):
        rows = to_linear(model, call.limits, as_stated=True)
    if any(block.when is not None for block in model.blocks):  # large numbers may be ours: the factors of guards
        rows.check_magnitudes(LARGEST, call.program.name)
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=rows.size)
    form = file_format(call.program.takes)

    def write(file: BinaryIO) -> None:
        form.write(model, file, WriteOptions(call.limits, options, as_stated=True))

    def read(program_run: ProgramRun, answer: Path) -> IntegerResult:
        return read_integer_values(model, printed_text(program_run), form.objective_of(model))

    result, note = ask_program(call, outcome, write, read, OutputBound(most_bytes(len(rows.lower))))
    return outcome_of_values(outcome, model, result, note)


def outcome_of_values(outcome: Outcome, model: Model, result: IntegerResult, note: str = "") -> Outcome:
    """The outcome with a result about the model's variables. Who prints no cost claims none."""
    if result.values is None:
        return replace(outcome, status=result.status, note=note)
    if model.objective is None:
        return replace(outcome, status=Status.SATISFIED, values=result.values)
    bound = float(result.cost) if result.status is Status.OPTIMAL and result.cost is not None else None
    return replace(outcome, status=result.status, values=result.values, objective=result.cost, bound=bound)
