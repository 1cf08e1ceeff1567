"""The file that a model was read from, byte for byte; the result is about that file's variables and objective."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from backends.calling.asking import EarlyEnd, ProgramCall, ask_program, printed_text, read_numbered
from backends.calling.integers import outcome_of_values
from backends.calling.programs import SolverProgram
from backends.calling.subprograms import OutputBound, ProgramRun
from backends.calling.weighted_clauses import NOTICE
from backends.contract import Outcome, StatedFile, Status
from backends.formats.results.competition import Result, most_bytes
from backends.formats.results.integer_values import IntegerResult, minimised_cost, read_integer_values
from backends.formats.results.maxsat import last_answer, read_maxsat
from backends.formats.wcnf.reading import is_old
from backends.outcomes import size_of_blocks
from models.neutral import Model, objective_value
from models.neutral.completion import complete_values

WEIGHTED = {"wcnf": False, "wcnf-old": True}  # formats of MaxSAT: is it the old one?


def is_readable(program: SolverProgram, file: StatedFile) -> bool:
    """Is the file in the program's own format? Both formats of MaxSAT are one to us, who read either."""
    if file.format == "wcnf" and program.takes in WEIGHTED:
        return is_old(file.content) == WEIGHTED[program.takes]
    return file.format == program.takes


def solve_file(call: ProgramCall, model: Model, content: bytes) -> Outcome:
    """The outcome of the program on the file's content. Raises ProgramError, LimitReached."""
    program = call.program
    size = size_of_blocks(model.variables, model.blocks)
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=size)

    def write(file: BinaryIO) -> None:
        file.write(content)

    def read(program_run: ProgramRun, answer: Path) -> IntegerResult | None:
        own = len(model.labels)
        if program.takes in ("lp", "mps"):
            return read_integer_values(model, printed_text(program_run), of_its_file=True)
        if program.takes in WEIGHTED:
            text = printed_text(program_run)
            result = read_maxsat(text, _highest(model, own), own, program_run.timed_out)
            return None if result is None else _numbered_values(model, result)
        return _numbered_values(model, read_numbered(program, program_run, answer, max(own, 1)))

    early = EarlyEnd(model.objective is not None, notice=NOTICE) if program.takes in WEIGHTED else None
    bound = OutputBound(most_bytes(model.variables), last_answer if early else bytes)
    result, note = ask_program(call, outcome, write, read, bound, early)
    if result.values is not None and result.cost is None and model.objective is not None:
        result = replace(result, cost=objective_value(model, result.values))  # who prints no cost claims none
    return outcome_of_values(outcome, model, result, note)


def _highest(model: Model, own: int) -> int:
    """The highest of the file's variables that occurs in it."""
    literals = [block.rows.literals for block in model.blocks]
    if model.objective is not None:
        literals.append(model.objective.literals)
    used = np.abs(np.concatenate([np.zeros(1, np.int64), *literals]))
    return int(used[used <= own].max())


def _numbered_values(model: Model, result: Result) -> IntegerResult:
    """A result about variables 1, 2, .. of a file as one about the model that was read from it. Raises ResultError."""
    cost = None if result.cost is None else minimised_cost(model, 1, b"%d" % result.cost)
    if result.true is None:
        return IntegerResult(result.status, None, cost)
    own = len(model.labels)
    values, known = np.zeros(model.variables + 1, np.int64), np.zeros(model.variables + 1, np.bool_)
    values[1 : own + 1], known[: own + 1] = result.true[1 : own + 1], True
    complete_values(model.blocks, values, known)
    return IntegerResult(result.status, values, cost)
