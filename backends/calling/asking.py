"""One call of a program: write the file, run it, read its result, and check how it ended."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

from backends.calling.programs import SolverProgram
from backends.calling.subprograms import OutputBound, ProgramRun, run
from backends.contract import Limits, Outcome, Status, Tell
from backends.formats.results.competition import Result, ResultError, most_bytes, read_competition, read_minisat
from backends.formats.results.integer_values import IntegerResult
from backends.outcomes import Stopwatch
from rosetta.foundation.limits import TimeReached

AnyResult = TypeVar("AnyResult", Result, IntegerResult)

SUFFIXES = {"dimacs": "cnf", "wcnf-old": "wcnf"}  # of file names, where it is not the name of the format
KILLING = 0.1  # seconds before the limit at which a program that hands in what it has is stopped, on a busy machine
CODES = {  # what an exit code may go with; 30 is 10 and 20 at once, for an optimum or the last of all answers
    Status.SATISFIED: (0, 10, 30),
    Status.OPTIMAL: (0, 10, 30),
    Status.UNSATISFIABLE: (0, 20),
    Status.UNKNOWN: (0, 15),
}


class ProgramError(Exception):
    """The program gave no result that can be read, or contradicts itself."""


@dataclass(frozen=True, slots=True)
class ProgramCall:
    """One call. watch: runs since the solve began; tell: gets what is known before the program starts."""

    program: SolverProgram
    limits: Limits
    watch: Stopwatch
    tell: Tell


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """Of a program that may hand in what it has at the limit. optimises: it is asked for a best answer; spare: seconds
    before the limit, beside those for killing it, at which it is stopped, since its result must be read within the time
    that is left; notice: seconds before that at which it is asked to end (SIGTERM), 0 where it is not."""

    optimises: bool
    spare: float = 0.0
    notice: float = 0.0


def ask_program(
    call: ProgramCall,
    outcome: Outcome,
    write: Callable[[BinaryIO], object],
    read: Callable[[ProgramRun, Path], AnyResult | None],
    bound: OutputBound,
    early: EarlyEnd | None = None,
) -> tuple[AnyResult, str]:
    """The program's result for the file, and a note if it is UNKNOWN. outcome: what is known of the solve so far; read:
    what it printed, or wrote into a file, where it was stopped None if that is no whole answer; early: None for a
    program of which nothing is taken that was stopped. Raises ProgramError, LimitReached."""
    program, limits, watch = call.program, call.limits, call.watch
    with tempfile.TemporaryDirectory(prefix="external-") as folder:
        path, answer = Path(folder, f"model.{SUFFIXES.get(program.takes, program.takes)}"), Path(folder, "result")
        with watch("load"), path.open("wb") as file:
            write(file)
        left = watch.seconds_left(limits)
        call.tell(outcome)
        optimises, spare, notice = False, 0.0, 0.0
        if early is not None:
            optimises, spare, notice = early.optimises, early.spare + KILLING, early.notice
        seconds = max(left - spare, left / 2)
        command = program.command_line(str(path), str(answer), limits.seed, seconds, optimises)
        with watch("solve"):
            try:
                program_run = run(command, program.path, program.folder(folder), seconds, bound, notice)
            except OSError as error:
                raise ProgramError(_describe_failed_start(program, error)) from None
        if program_run.timed_out and early is None:
            raise TimeReached(limits.time_limit_note)
        with watch("decode"):
            try:
                result = read(program_run, answer)
            except ResultError as error:
                raise ProgramError(f"{program.name}: {describe_run(program_run)}; not a result: {error}") from None
    if result is None:
        raise TimeReached(limits.time_limit_note)
    if not program_run.timed_out and program_run.code not in CODES[result.status]:
        raise ProgramError(f"{program.name} says {result.status}, but {describe_run(program_run)}")
    is_open = result.status is Status.UNKNOWN
    if is_open and program_run.timed_out:
        raise TimeReached(limits.time_limit_note)
    return result, f"{program.name} leaves it open: {describe_run(program_run)}" if is_open else ""


def _describe_failed_start(program: SolverProgram, error: OSError) -> str:
    """Why a program that is there cannot be started."""
    if isinstance(error, FileNotFoundError) and Path(program.path).exists():
        return f"{program.name} cannot be run: the interpreter that its first line names is not there"
    return f"{program.name} cannot be run: {error.strerror}"


def read_numbered(program: SolverProgram, program_run: ProgramRun, answer: Path, variables: int) -> Result:
    """The result on numbered variables, from stdout or from the file that this program writes. Raises ResultError."""
    if not program.result_file:
        kind = "cnf" if program.takes == "dimacs" else "pb"
        return read_competition(printed_text(program_run), variables, kind)
    if not answer.exists():
        raise ResultError("it wrote no result file")
    with answer.open("rb") as file:
        return read_minisat(file.read(most_bytes(variables) + 1), variables)


def printed_text(program_run: ProgramRun) -> bytes:
    """What it printed. Raises ResultError for nothing, and for too much."""
    if program_run.output_exceeded:
        raise ResultError(f"more than {program_run.most:,} bytes")
    if not program_run.stdout.strip() and not program_run.timed_out:
        raise ResultError("it printed nothing")
    return program_run.stdout


def describe_run(program_run: ProgramRun) -> str:
    """How it ended, and the last line of its stderr."""
    last = program_run.stderr_tail.splitlines()[-1:]
    return f"{program_run.ending} ({last[0][:200]})" if last else program_run.ending
