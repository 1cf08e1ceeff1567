"""The model as a FlatZinc file, for programs that are called as MiniZinc calls them.

    PROGRAM [-a] model.fzn     -a where there is an objective: print each solution that is better than the last

A program that is stopped at the limit has printed its best solution by then; what is cut off after that is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from backends.calling.asking import EarlyEnd, ProgramCall, ask_program, printed_text
from backends.calling.integers import outcome_of_values
from backends.calling.subprograms import OutputBound, ProgramRun
from backends.contract import Options, Outcome, Status
from backends.formats.contract import WriteOptions
from backends.formats.flatzinc.result import last_solution, read_claim
from backends.formats.flatzinc.writing import lower_rules, write_lowered
from backends.formats.results.competition import most_bytes
from backends.formats.results.integer_values import IntegerResult
from backends.formats.results.named_values import LONGEST_LINE
from backends.outcomes import check_literals
from models.neutral import Model

LARGEST = 2**31 - 2  # of numbers: Gecode's, and of others that compute with 32 bits
READING = 5e-6  # seconds for each variable of a solution, to read it; 3e-6 on an idle machine


def solve_flatzinc(call: ProgramCall, model: Model, options: Options) -> Outcome:
    """The outcome of a FlatZinc program. Raises ProgramError, LimitReached, TooLarge, Unsupported."""
    how = WriteOptions(call.limits, options, as_stated=True)
    with call.watch("lower"):
        check_literals(model, call.limits, f"{call.program.name} needs")
        lowered = lower_rules(model, how)
        lowered.check_magnitudes(LARGEST, call.program.name)
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=lowered.size)

    def write(file: BinaryIO) -> None:
        write_lowered(lowered, file, how)

    def read(program_run: ProgramRun, answer: Path) -> IntegerResult | None:
        return read_claim(model, printed_text(program_run), program_run.timed_out)

    bound = OutputBound(2 * (most_bytes(model.variables) + LONGEST_LINE * model.variables), last_solution)
    early = EarlyEnd(model.objective is not None, spare=READING * model.variables)
    result, note = ask_program(call, outcome, write, read, bound, early)
    return outcome_of_values(outcome, model, result, note)
