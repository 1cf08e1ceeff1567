"""CBC through PuLP's own objects and its program: the way most people meet integer programming in Python.

PuLP starts its copy of CBC as a separate process and talks to it through files. The steps show what that costs: `load`
is building PuLP's objects, `solve` includes writing the MPS file and reading the solution.

Traps, each with a test:
- PuLP reports "Optimal" even when the time limit left an incumbent; only `sol_status` tells (coin-or/pulp#711).
- CBC's preprocessing declares feasible models infeasible (coin-or/pulp#662, coin-or/Cbc#740); so after "infeasible" CBC
  is run again without preprocessing, and believed only if both runs agree.
- Its preprocessing loses the optimum where a sum has a lower and an upper bound, in one row or in two: of 4 x + y with
  1 <= 5 x + 8 y <= 8 it makes 4 (coin-or/Cbc#293 has another); and in some models with coefficients of 80,000 and
  millions. So an optimum of such a model is believed only if CBC finds none better without preprocessing.
- What it takes for whole may be 1e-6 away from that: with a coefficient of 8,000,000 the row says nothing. So an answer
  that breaks rows with such coefficients is no answer.
- At the time limit CBC may call a feasible model infeasible, even "proven"; that is believed only before the limit.
- Without preprocessing, CBC may crash while writing the solution of an infeasible model; so no solution is written.
- CBC outlives a killed parent; here the guard of the run kills it (`running.guard`).
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import Ending, Limits, Options, Outcome, Status, Tell, probe_module
from backends.lowering.linear import LinearProgram
from backends.outcomes import Stopwatch
from models.neutral import Model, evaluate, objective_value
from rosetta.foundation.limits import LimitReached, TimeReached

TIME_UP = re.compile(r"maximum time|time limit|stopped on", re.IGNORECASE)
BROKEN = "CBC's answer, rounded to whole numbers, breaks rows"
HAND_OVER = 0.1  # seconds to write and read a solution
SPARE = 0.1  # the part of the limit that must remain for an "infeasible" to be believed


def probe() -> str | None:
    """None if PuLP and its program can be used here, else the reason."""
    reason = probe_module("pulp")
    if reason is not None:
        return reason
    import pulp

    return None if os.access(_binary(pulp), os.X_OK) else f"PuLP's CBC cannot be run: {_binary(pulp)}"


def version() -> str:
    """Of PuLP, which does not tell that of its CBC."""
    import pulp

    return f"PuLP {pulp.__version__}"


class AnswerBreaksRows(Exception):
    """CBC's answer, rounded to whole numbers, breaks rows. outcome: of that run, which is then none."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class ProgramRuns:
    """PuLP's CBC with the program that a model was lowered to, to be asked once or several times."""

    def __init__(
        self, model: Model, program: LinearProgram, limits: Limits, options: Options, watch: Stopwatch, tell: Tell
    ) -> None:
        with watch("load"):
            problem, columns = _problem(program)
        tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))
        self._settings = tuple(f"{key} {value}" for key, value in options.parameters.items())
        self._run = partial(_run_cbc, model, program, problem, columns, limits, watch)
        self._confirms_infeasible = partial(_confirms_infeasible, problem, limits, watch)
        self._tell = tell

    def first(self) -> Outcome:
        """As its makers ship it. Raises AnswerBreaksRows, LimitReached."""
        return self._run(self._settings)

    def plainly(self) -> Outcome:
        """Without preprocessing."""
        try:
            return self._run((*self._settings, "preprocess off"))
        except AnswerBreaksRows as broken:
            return broken.outcome

    def with_care(self, doubt: str, other: Callable[[], Outcome] | None) -> Outcome:
        """What it says, where need be confirmed without preprocessing. doubt: the note where its optimum may be none
        and nothing confirms it, "" where it is believed; other: asks another CBC whether there is no solution, whose
        outcome it is where that one says anything."""
        try:
            outcome = self.first()
        except AnswerBreaksRows:  # its preprocessing is to blame: a regression in tests/ has coefficients of 1
            return self.plainly()
        if outcome.status is Status.UNSATISFIABLE and other is not None:
            confirmed = other()
            return self.plainly() if confirmed.ending is Ending.LEFT_OPEN else confirmed
        if outcome.status is Status.UNSATISFIABLE and not self._confirms_infeasible():
            return self.plainly()
        if outcome.status is Status.OPTIMAL and doubt:
            unconfirmed = replace(outcome, status=Status.SATISFIED, bound=None, note=doubt)
            self._tell(unconfirmed)
            return _confirm_optimum(unconfirmed, self.plainly)
        return outcome


def has_ranges(program: LinearProgram) -> bool:
    """Has a sum a lower bound and another upper bound, in one row or in two rows of the same terms?"""
    lows, highs = program.bounds
    if (np.isfinite(lows) & np.isfinite(highs) & (lows < highs)).any():
        return True
    starts, table = program.starts, program.table
    filled = np.flatnonzero(np.diff(starts))
    one_sided = filled[np.isfinite(lows[filled]) != np.isfinite(highs[filled])]
    sides: dict[tuple[bytes, bytes], bool] = {}  # by terms, the first of them positive: is the sum bounded below?
    for row in one_sided.tolist():
        terms = slice(starts[row], starts[row + 1])
        sign = 1 if table.coefs[terms][0] > 0 else -1
        below = bool(np.isfinite(lows[row])) == (sign > 0)
        if sides.setdefault((table.columns[terms].tobytes(), (sign * table.coefs[terms]).tobytes()), below) != below:
            return True
    return False


def _confirm_optimum(unconfirmed: Outcome, run_plainly: Callable[[], Outcome]) -> Outcome:
    """The optimum that CBC finds without preprocessing; the better of both answers where it does not come to an end."""
    try:
        again = run_plainly()
    except LimitReached:
        return unconfirmed
    if again.status is Status.OPTIMAL:
        return again
    if again.objective is not None and unconfirmed.objective is not None and again.objective < unconfirmed.objective:
        return replace(again, note=unconfirmed.note)
    return unconfirmed


def _problem(program: LinearProgram) -> tuple[Any, list[Any]]:
    """The program as PuLP objects: the problem and its variables by column."""
    import pulp

    problem = pulp.LpProblem("rosetta", pulp.LpMinimize)
    bounds = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    columns = [problem.add_variable(f"x{j}", lower, upper, pulp.LpInteger) for j, (lower, upper) in enumerate(bounds)]
    cost = [(columns[j], int(program.cost[j])) for j in np.flatnonzero(program.cost)]
    problem += pulp.LpAffineExpression(cost, constant=program.constant)
    starts, lows, highs = program.starts.tolist(), *(side.tolist() for side in program.bounds)
    at, coefs = program.table.columns.tolist(), program.table.coefs.tolist()
    for row, (a, b) in enumerate(itertools.pairwise(starts)):
        terms = [(columns[at[entry]], coefs[entry]) for entry in range(a, b)]
        if lows[row] == highs[row]:
            _constrain(problem, terms, pulp.LpConstraintEQ, f"r{row}", lows[row])
            continue
        if lows[row] > -np.inf:
            _constrain(problem, terms, pulp.LpConstraintGE, f"r{row}_lo", lows[row])
        if highs[row] < np.inf:
            _constrain(problem, terms, pulp.LpConstraintLE, f"r{row}_hi", highs[row])
    return problem, columns


def _constrain(problem: Any, terms: list[Any], sense: int, name: str, bound: float) -> None:
    import pulp

    problem += pulp.LpConstraint(pulp.LpAffineExpression(terms), sense, name, int(bound))


def _run_cbc(
    model: Model,
    program: LinearProgram,
    problem: Any,
    columns: list[Any],
    limits: Limits,
    watch: Stopwatch,
    settings: tuple[str, ...],
) -> Outcome:
    """One run of CBC. PuLP's statuses: 1 optimal (or a mere incumbent), 0 not solved, -1 infeasible. Raises
    AnswerBreaksRows."""
    import pulp

    with tempfile.TemporaryDirectory(prefix="cbc-") as folder:
        log = Path(folder, "log")
        solver = pulp.COIN_CMD(
            path=_binary(pulp),
            msg=False,
            timeLimit=_seconds_for_cbc(watch.seconds_left(limits)),
            threads=limits.threads if limits.threads > 1 else None,
            gapRel=0.0,
            options=[f"randomCbcSeed {limits.seed % 10**6}", *settings],
            logPath=str(log),
        )
        solver.tmpDir = folder
        with watch("solve"):
            problem.solve(solver)
        text = log.read_text(errors="replace")
    nodes = re.search(r"Enumerated nodes:\s+(\d+)", text)
    stats = {"nodes": float(nodes[1])} if nodes else {}
    with watch("decode"):
        point = _point(program, columns)
        values = program.values(model, point)
    if problem.status == pulp.LpStatusInfeasible and not _ended_early(text, watch, limits):
        return _late_outcome(watch, program, stats)
    if problem.status == pulp.LpStatusInfeasible:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, stats=stats)
    proved = problem.sol_status == pulp.LpSolutionOptimal
    broken = problem.status == pulp.LpStatusOptimal and evaluate(model, values) != []
    if problem.status != pulp.LpStatusOptimal or (broken and not proved):
        if TIME_UP.search(text):
            return _late_outcome(watch, program, stats)
        note = f"CBC says {pulp.LpStatus[problem.status]}"
        return Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size, note=note, stats=stats)
    if broken:
        raise AnswerBreaksRows(
            Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size, note=BROKEN, stats=stats)
        )
    cost = objective_value(model, values)  # PuLP's own is None where the objective is constant
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
    status, bound = (Status.OPTIMAL, float(cost)) if proved else (Status.SATISFIED, None)
    return Outcome(status, values, cost, bound, watch.seconds, program.size, stats=stats)


def _late_outcome(watch: Stopwatch, program: LinearProgram, stats: dict[str, float]) -> Outcome:
    return Outcome(
        Status.UNKNOWN, seconds=watch.seconds, size=program.size, note="time limit", ended=Ending.TIME, stats=stats
    )


def _seconds_for_cbc(remaining: float) -> float:
    """CBC's own limit: when it has stopped, the solution still goes through a file."""
    return remaining - min(HAND_OVER, 0.1 * remaining)


def _confirms_infeasible(problem: Any, limits: Limits, watch: Stopwatch) -> bool:
    """Does CBC say infeasible without preprocessing as well? Read from its log: CBC 2.10.3 may crash when it has found
    a model infeasible without preprocessing and then has to write a solution file."""
    import pulp

    with tempfile.TemporaryDirectory(prefix="cbc-") as folder, watch("solve"):
        mps = str(Path(folder, "problem.mps"))
        problem.writeMPS(mps, rename=1)
        limit = ["-sec", f"{watch.seconds_left(limits):.3f}", "-timeMode", "elapsed"]
        command = [_binary(pulp), mps, *limit, "-preprocess", "off", "-solve"]
        text = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    infeasible = re.search(r"^(Result - .*|Problem is )infeasible", text, re.MULTILINE | re.IGNORECASE)
    if infeasible and not _ended_early(text, watch, limits):
        raise TimeReached(limits.time_limit_note)
    return infeasible is not None


def _ended_early(text: str, watch: Stopwatch, limits: Limits) -> bool:
    """Did CBC end well before the limit? At the limit it may call a feasible model infeasible."""
    return TIME_UP.search(text) is None and watch.seconds_left(limits) > SPARE * limits.seconds


def _point(program: LinearProgram, columns: list[Any]) -> NDArray[np.float64]:
    """CBC's value for each column; one in no row that says something, and without cost, is not in the file, and gets
    its lower bound."""
    values = (column.varValue for column in columns)
    bounds = zip(values, program.lower.tolist(), strict=True)
    return np.array([lower if value is None else value for value, lower in bounds], np.float64)


def _binary(pulp: Any) -> str:
    return str(pulp.PULP_CBC_CMD.pulp_cbc_path)
