"""Any solver that runs as a program: `external:cadical`, `external:sat4j`, `external:minisat`, `external:PROGRAM`.

    model --clauses or linear rows--> DIMACS or OPB file --program--> result, read strictly --> values

Each program is a backend of its own, named after it. `running.programs` knows how some are called; plain `external` is
the first of them that is installed. Integers in an OPB file are counted in bits. A program's result is a claim like any
other. What cannot be a result is an ERROR, never an answer: output that is cut off or in no known format, an exit code
that contradicts the text (10: satisfiable, 20: not), a signal, too much output. The program dies with the solve that
started it: at the limit, and however that process ends.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached
from backends.contract import (
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Stopwatch,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.encoding_templates.auto import measured_seconds
from backends.encoding_templates.catalogue import encodings
from backends.formats.dimacs import writing as dimacs
from backends.formats.opb import writing as opb
from backends.formats.results.competition import Result, ResultError, most_bytes, read_competition, read_minisat
from backends.lowering.clauses import to_clauses
from backends.passes.blocking import list_solutions
from backends.running.programs import PROGRAMS, SolverProgram, installed_programs, program_named
from backends.running.subprograms import ProgramRun, run
from models.neutral import Form, Model

SUFFIXES = {"dimacs": "cnf", "opb": "opb"}
CODES = {  # what an exit code may go with; 30 is 10 and 20 at once, for an optimum or the last of all answers
    Status.SATISFIED: (0, 10, 30),
    Status.OPTIMAL: (0, 10, 30),
    Status.UNSATISFIABLE: (0, 20),
    Status.UNKNOWN: (0, 15),
}


class ProgramError(Exception):
    """The program gave no result that can be read, or contradicts itself."""


class ExternalBackend:
    """One program; without a name, the first that is installed."""

    kind = "sat"
    families = False
    complete = True
    inner = tuple(PROGRAMS)
    any_inner = True  # other programs may be named too

    def __init__(self, program: str = "") -> None:
        self.name = f"external:{program}" if program else "external"
        chosen = program or next(iter(installed_programs()), "")
        self._program = program_named(chosen) if chosen else None
        self.encodes = self._program is None or self._program.takes == "dimacs"
        self.takes = frozenset(Form) - ({Form.OBJECTIVE} if self.encodes else set())

    def with_inner(self, inner: str) -> ExternalBackend:
        """The backend of that program."""
        return ExternalBackend(inner)

    def engine_of(self, options: Options) -> str:
        return self._program.name if self._program else self.name

    def probe(self) -> str | None:
        if self._program is None:
            return f"not installed: none of {', '.join(PROGRAMS)} is on the PATH"
        reason = self._program.probe()
        if reason is None and self.encodes:
            # compiled loops and encodings are loaded before the clock runs
            dimacs.format_literals(np.array([1, 0], np.int32))
            encodings(), measured_seconds()
        return reason

    def version(self) -> str:
        return self._program.version if self._program else ""

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        if self._program is None or self._program.probe():
            raise Unsupported(str(self.probe()))
        watch = Stopwatch()
        way = _solve_clauses if self.encodes else _solve_linear_rows
        return way(self._program, model, limits, options, watch, tell)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        return list_solutions(self, model, project, limits, options)


BACKEND = ExternalBackend()


def _solve_clauses(
    program: SolverProgram, model: Model, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The model as a DIMACS file."""
    with watch("lower"):
        cnf = to_clauses(model, limits, options)
    outcome = Outcome(
        Status.UNKNOWN,
        seconds=watch.seconds,
        size=Size(cnf.variables, cnf.rows, cnf.literals),
        encoding=cnf.encodings,
    )
    if cnf.contradiction:
        return replace(outcome, status=Status.UNSATISFIABLE, note=cnf.contradiction, by_rule=True)
    write = partial(dimacs.write, cnf, sentences=dimacs.sentences(model))
    result, note = _run_program(program, write, cnf.variables, limits, watch, outcome, tell)
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with watch("decode"):
        values = cnf.orders.values(model, result.true)
    return replace(outcome, status=Status.SATISFIED, values=values)


def _solve_linear_rows(
    program: SolverProgram, model: Model, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
) -> Outcome:
    """The model as an OPB file."""
    with watch("lower"):
        rows = opb.to_pseudo_boolean(model, limits, program.equations)
    outcome = Outcome(Status.UNKNOWN, seconds=watch.seconds, size=rows.size)
    if rows.program.contradiction:
        return replace(outcome, status=Status.UNSATISFIABLE, note=rows.program.contradiction, by_rule=True)
    write = partial(opb.write, rows, sentences=dimacs.sentences(model))
    result, note = _run_program(program, write, max(rows.variables, 1), limits, watch, outcome, tell)
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


def _run_program(
    program: SolverProgram,
    write: Callable[[BinaryIO], None],
    variables: int,
    limits: Limits,
    watch: Stopwatch,
    outcome: Outcome,
    tell: Tell,
) -> tuple[Result, str]:
    """The program's result for the file, and a note if it is UNKNOWN. Raises ProgramError, LimitReached."""
    with tempfile.TemporaryDirectory(prefix="external-") as folder:
        path, answer = Path(folder, f"model.{SUFFIXES[program.takes]}"), Path(folder, "result")
        with watch("load"), path.open("wb") as file:
            write(file)
        seconds = watch.seconds_left(limits)
        tell(outcome)
        with watch("solve"):
            program_run = run(
                program.command_line(str(path), str(answer), limits.seed), folder, seconds, most_bytes(variables)
            )
        if program_run.timed_out:
            raise LimitReached(limits.time_limit_note)
        with watch("decode"):
            try:
                result = _read_result(program, program_run, answer, variables)
            except ResultError as error:
                raise ProgramError(f"{program.name}: {_describe_run(program_run)}; not a result: {error}") from None
    if program_run.code not in CODES[result.status]:
        raise ProgramError(f"{program.name} says {result.status.value}, but {_describe_run(program_run)}")
    return (
        result,
        f"{program.name} leaves it open: {_describe_run(program_run)}" if result.status is Status.UNKNOWN else "",
    )


def _read_result(program: SolverProgram, program_run: ProgramRun, answer: Path, variables: int) -> Result:
    """The result, from stdout or from the file that this program writes."""
    if program_run.output_exceeded:
        raise ResultError(f"more than {most_bytes(variables):,} bytes")
    if not program.result_file:
        if not program_run.stdout.strip():
            raise ResultError("it printed nothing")
        return read_competition(program_run.stdout, variables, "cnf" if program.takes == "dimacs" else "pb")
    if not answer.exists():
        raise ResultError("it wrote no result file")
    with answer.open("rb") as file:
        return read_minisat(file.read(most_bytes(variables) + 1), variables)


def _describe_run(program_run: ProgramRun) -> str:
    """How it ended, and the last line of its stderr."""
    last = program_run.stderr_tail.splitlines()[-1:]
    return f"{program_run.ending} ({last[0][:200]})" if last else program_run.ending
