"""Any solver that runs as a program: `external:cadical`, `external:sat4j`, `external:minisat`, `external:PROGRAM`.

    model --clauses or linear rows--> DIMACS, OPB, LP or MPS file --program--> result, read strictly --> values
    file of a user, in the program's own format --as it is-------------'

Each program is a backend of its own, named after it. `running.programs` knows how some are called; plain `external` is
the first of them that is installed. `external:mps=PROGRAM` gives any program MPS files, and so do `lp=` and `opb=`.
`external:./PROGRAM`, or one that a relative entry of the PATH leads to, is found in the caller's folder and run there;
any other is run in a temporary one. Integers in an OPB file are counted in bits.

A program is always asked, also where one row alone cannot hold: whether it is right is what its user wants to know. A
file that somebody wrote in the program's own format it gets byte for byte; else linear rows as the model has them, not
in their simplest forms, and with those that always hold.

A program's result is a claim like any other. What cannot be a result is an ERROR, never an answer: output that is cut
off or in no known format, an exit code that contradicts the text (10: satisfiable, 20: not), a signal, too much output.
The program dies with the solve that started it: at the limit, and however that process ends.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

import numpy as np

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, ignore_outcome
from backends.encoding_choice.auto import load_encodings
from backends.formats.contract import WriteOptions, file_format
from backends.formats.dimacs import writing as dimacs
from backends.formats.opb import writing as opb
from backends.formats.results.competition import (
    Result,
    ResultError,
    check_no_cost,
    most_bytes,
    read_competition,
    read_minisat,
)
from backends.formats.results.integer_values import IntegerResult, minimised_cost, read_integer_values
from backends.lowering.clause_plan import plan_clauses
from backends.lowering.linear import to_linear
from backends.outcomes import Stopwatch, size_of_blocks
from backends.passes.blocking import list_solutions
from backends.running.programs import PROGRAMS, SolverProgram, installed_programs, program_named
from backends.running.subprograms import ProgramRun, run
from models.neutral import Form, Model, objective_value
from models.neutral.completion import complete_values
from rosetta.foundation.limits import TimeReached

AnyResult = TypeVar("AnyResult", Result, IntegerResult)

SUFFIXES = {"dimacs": "cnf", "opb": "opb", "lp": "lp", "mps": "mps"}
LARGEST = 10**9  # in LP and MPS files with guards: those who read them work with floats, and with tolerances
CODES = {  # what an exit code may go with; 30 is 10 and 20 at once, for an optimum or the last of all answers
    Status.SATISFIED: (0, 10, 30),
    Status.OPTIMAL: (0, 10, 30),
    Status.UNSATISFIABLE: (0, 20),
    Status.UNKNOWN: (0, 15),
}


class ProgramError(Exception):
    """The program gave no result that can be read, or contradicts itself."""


def external_backend(name: str = "") -> Backend:
    """The backend of that program; without a name, of the first one that is installed."""
    chosen = name or next(iter(installed_programs()), "")
    program = program_named(chosen) if chosen else None
    full_name = f"external:{name}" if name else "external"
    clauses = program is None or program.takes == "dimacs"
    integers = program is not None and program.takes in ("lp", "mps")
    solve_by_program = partial(solve, program)
    return Backend(
        name=full_name,
        kind="ilp" if integers else "sat",
        takes=frozenset(Form) - ({Form.OBJECTIVE} if clauses else set()),
        probe=partial(probe, program),
        version=lambda: program.version if program else "",
        solve=solve_by_program,
        solutions=partial(list_solutions, solve_by_program),
        lists_anew=True,
        largest_number=LARGEST if integers else None,
        encodes=clauses,
        engine=lambda options: program.name if program else full_name,
        is_program=True,
        inner=tuple(PROGRAMS),
        any_inner=True,
        with_inner=external_backend,
    )


def probe(program: SolverProgram | None) -> str | None:
    if program is None:
        return f"not installed: none of {', '.join(PROGRAMS)} is on the PATH"
    reason = program.probe()
    if reason is None and program.takes == "dimacs":
        # compiled loops and encodings are loaded before the clock runs
        dimacs.format_literals(np.array([1, 0], np.int32))
        load_encodings()
    return reason


def solve(
    program: SolverProgram | None, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    if program is None or program.probe():
        raise Unsupported(str(probe(program)))
    if options.file is not None and options.file.format == program.takes:
        return _solve_file(program, options.file.content, model, limits, Stopwatch(), tell)
    ways = {"dimacs": _solve_clauses, "opb": _solve_pseudo_boolean, "lp": _solve_integers, "mps": _solve_integers}
    return ways[program.takes](program, model, limits, options, Stopwatch(), tell)


def _solve_file(
    program: SolverProgram, content: bytes, model: Model, limits: Limits, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The file that the model was read from, as it is; its result is about that file's variables and objective."""
    own = len(model.labels)
    outcome = Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size_of_blocks(model.variables, model.blocks))

    def write(file: BinaryIO) -> None:
        file.write(content)

    def read(program_run: ProgramRun, answer: Path) -> IntegerResult:
        if program.takes in ("lp", "mps"):
            return read_integer_values(model, _printed_text(program_run, model.variables), of_its_file=True)
        return _numbered_values(model, _read_result(program, program_run, answer, max(own, 1)))

    result, note = _run_program(program, write, read, model.variables, limits, watch, outcome, tell)
    if result.values is None:
        return replace(outcome, status=result.status, note=note)
    if model.objective is None:
        return replace(outcome, status=Status.SATISFIED, values=result.values)
    # who prints no cost claims none
    cost = objective_value(model, result.values) if result.cost is None else result.cost
    bound = float(cost) if result.status is Status.OPTIMAL and cost is not None else None
    return replace(outcome, status=result.status, values=result.values, objective=cost, bound=bound)


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


def _solve_clauses(
    program: SolverProgram, model: Model, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The model as a DIMACS file."""
    with watch("lower"):
        plan = plan_clauses(model, limits, options)
    outcome = Outcome(Status.UNKNOWN, seconds=watch.seconds, size=plan.size, encoding=plan.encodings)
    write = partial(dimacs.write_plan, plan, sentences=dimacs.sentences(model))
    read = partial(_read_result, program, variables=plan.variables)
    result, note = _run_program(program, write, read, plan.variables, limits, watch, outcome, tell)
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with watch("decode"):
        values = plan.orders.values(model, result.true)
    return replace(outcome, status=Status.SATISFIED, values=values)


def _solve_pseudo_boolean(
    program: SolverProgram, model: Model, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The model as an OPB file."""
    with watch("lower"):
        rows = opb.to_pseudo_boolean(model, limits, program.equations, as_stated=True)
    outcome = Outcome(Status.UNKNOWN, seconds=watch.seconds, size=rows.size)
    write = partial(opb.write, rows, sentences=dimacs.sentences(model))

    def read(program_run: ProgramRun, answer: Path) -> Result:
        result = _read_result(program, program_run, answer, max(rows.variables, 1))
        check_no_cost(model, result.cost)
        return result

    result, note = _run_program(program, write, read, rows.variables, limits, watch, outcome, tell)
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with watch("decode"):
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


def _solve_integers(
    program: SolverProgram, model: Model, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The model as an LP or MPS file."""
    with watch("lower"):
        rows = to_linear(model, limits, as_stated=True)
    if any(block.when is not None for block in model.blocks):  # large numbers may be ours: the factors of guards
        rows.check_magnitudes(LARGEST, program.name)
    outcome = Outcome(Status.UNKNOWN, seconds=watch.seconds, size=rows.size)

    form = file_format(program.takes)

    def write(file: BinaryIO) -> None:
        form.write(model, file, WriteOptions(limits, options, as_stated=True))

    def read(program_run: ProgramRun, answer: Path) -> IntegerResult:
        return read_integer_values(model, _printed_text(program_run, len(rows.lower)), form.objective_of(model))

    result, note = _run_program(program, write, read, len(rows.lower), limits, watch, outcome, tell)
    if result.values is None:
        return replace(outcome, status=result.status, note=note)
    if model.objective is None:
        return replace(outcome, status=Status.SATISFIED, values=result.values)
    bound = float(result.cost) if result.status is Status.OPTIMAL and result.cost is not None else None
    return replace(outcome, status=result.status, values=result.values, objective=result.cost, bound=bound)


def _run_program(
    program: SolverProgram,
    write: Callable[[BinaryIO], None],
    read: Callable[[ProgramRun, Path], AnyResult],
    variables: int,
    limits: Limits,
    watch: Stopwatch,
    outcome: Outcome,
    tell: Tell,
) -> tuple[AnyResult, str]:
    """The program's result for the file, and a note if it is UNKNOWN. Raises ProgramError, LimitReached."""
    with tempfile.TemporaryDirectory(prefix="external-") as folder:
        path, answer = Path(folder, f"model.{SUFFIXES[program.takes]}"), Path(folder, "result")
        with watch("load"), path.open("wb") as file:
            write(file)
        seconds = watch.seconds_left(limits)
        tell(outcome)
        command = program.command_line(str(path), str(answer), limits.seed)
        with watch("solve"):
            try:
                program_run = run(command, program.path, program.folder(folder), seconds, most_bytes(variables))
            except OSError as error:
                raise ProgramError(_describe_failed_start(program, error)) from None
        if program_run.timed_out:
            raise TimeReached(limits.time_limit_note)
        with watch("decode"):
            try:
                result = read(program_run, answer)
            except ResultError as error:
                raise ProgramError(f"{program.name}: {_describe_run(program_run)}; not a result: {error}") from None
    if program_run.code not in CODES[result.status]:
        raise ProgramError(f"{program.name} says {result.status}, but {_describe_run(program_run)}")
    return (
        result,
        f"{program.name} leaves it open: {_describe_run(program_run)}" if result.status is Status.UNKNOWN else "",
    )


def _describe_failed_start(program: SolverProgram, error: OSError) -> str:
    """Why a program that is there cannot be started."""
    if isinstance(error, FileNotFoundError) and Path(program.path).exists():
        return f"{program.name} cannot be run: the interpreter that its first line names is not there"
    return f"{program.name} cannot be run: {error.strerror}"


def _read_result(program: SolverProgram, program_run: ProgramRun, answer: Path, variables: int) -> Result:
    """The result, from stdout or from the file that this program writes."""
    if not program.result_file:
        kind = "cnf" if program.takes == "dimacs" else "pb"
        return read_competition(_printed_text(program_run, variables), variables, kind)
    if not answer.exists():
        raise ResultError("it wrote no result file")
    with answer.open("rb") as file:
        return read_minisat(file.read(most_bytes(variables) + 1), variables)


def _printed_text(program_run: ProgramRun, variables: int) -> bytes:
    """What it printed. Raises ResultError for nothing, and for too much."""
    if program_run.output_exceeded:
        raise ResultError(f"more than {most_bytes(variables):,} bytes")
    if not program_run.stdout.strip():
        raise ResultError("it printed nothing")
    return program_run.stdout


def _describe_run(program_run: ProgramRun) -> str:
    """How it ended, and the last line of its stderr."""
    last = program_run.stderr_tail.splitlines()[-1:]
    return f"{program_run.ending} ({last[0][:200]})" if last else program_run.ending


BACKEND = external_backend()
