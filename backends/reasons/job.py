"""An explanation as the job of a child process (`running.supervisor.run_job`): what is found is sent at once, so that
what was found before a limit is not lost.

    Example, perhaps a second one, Backbone           where there is a solution
    Step by Step, then Reach or UnexplainedLiterals   Reach: if the solution is the only one and all is explained
    Conflict, further ones if asked for, Repair       where there is none
    float                                             seconds of CPU, imports not counted
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Unsupported, probe_module
from backends.encoding_choice.auto import load_encodings
from backends.reasons.backbone import backbone_by_algebra, backbone_by_listing, backbone_by_solver, is_cover
from backends.reasons.conflicts import (
    find_row_conflict,
    list_conflicts,
    modular_conflict,
    smallest_conflict,
    split_soft_hard,
)
from backends.reasons.failed_literals import measure_reach
from backends.reasons.local_deductions import clue_rows
from backends.reasons.repairs import nearest_repair
from backends.reasons.residues import residues
from backends.reasons.row_table import RowTable, row_table
from backends.reasons.rules.rule_parts import RowsOfNumbers
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.steps import Steps
from backends.reasons.trace import UnexplainedLiterals
from models.neutral import Model
from models.neutral.global_rules.number_rule import NumberRule
from rosetta.foundation.limits import TooLarge
from rosetta.foundation.work_clock import work_cpu_seconds, work_seconds

SHARE = 0.3  # of the time, for the question what is common to all solutions
FEW = 36  # equations modulo 2, up to which the smallest contradiction is looked for
LITERALS = 4_000_000  # of a model; rows are Python lists here


@dataclass(frozen=True, slots=True)
class ExplanationRequest:
    """What is wanted.

    steps, conflicts: at most so many.
    repair: also the nearest clues with which there is a solution.
    per_step: seconds after which the best reason found for a step is taken.
    """

    steps: int | None = None
    conflicts: int = 1
    repair: bool = False
    per_step: float = 2.0


def explain_model(
    send: Callable[[str, Any], None],
    model: Model,
    answer: NDArray[np.int32],
    request: ExplanationRequest,
    limits: Limits,
) -> None:
    """Sends "found" with each record, then "end". Raises Unsupported and TooLarge."""
    _check_model(model)
    load_encodings()
    cover = is_cover(model)
    send("ready", None)
    start = work_cpu_seconds()
    until = work_seconds() + (SHARE * limits.seconds if request.per_step < inf else inf)
    rows = row_table(model, answer)
    if request.conflicts == 1 and not request.repair:
        broken_row = find_row_conflict(rows, clue_rows(model, rows))
        if broken_row is not None:
            for last in (broken_row, work_cpu_seconds() - start):
                send("found", last)
            send("end", True)
            return
    solver = cache(partial(SelectorSolver, model, rows, limits))
    whole = residues(model, rows)
    exact = whole if whole is not None and whole.exact else None
    if cover:
        shared = backbone_by_listing(rows, model, answer, limits, send, until)
    elif exact is not None:
        shared = backbone_by_algebra(model, exact, send)
    else:
        shared = backbone_by_solver(rows, solver(), send, until)
    if shared is not None:
        send("found", shared)
        has_rules = any(isinstance(rule, NumberRule) for rule in model.global_rules)
        parts = RowsOfNumbers(model, rows).parts if has_rules else ()
        steps = Steps(rows, solver, shared, request.per_step, whole, parts)
        complete = _send_steps(send, model, rows, steps, request)
    elif exact is not None and request.conflicts == 1 and (exact.modulus > 2 or len(exact.rows) > FEW):
        send("found", modular_conflict(rows, exact))
        complete = True
    else:
        complete = _send_conflicts(send, model, rows, solver(), request)
    send("found", work_cpu_seconds() - start)
    send("end", complete)


def _check_model(model: Model) -> None:
    """Raises Unsupported without the solver, and TooLarge."""
    reason = probe_module("pysat.solvers")
    if reason is not None:
        raise Unsupported(reason)
    literals = sum(len(block.rows.literals) for block in model.blocks)
    if literals > LITERALS:
        raise TooLarge(f"explaining keeps rows as lists: {literals:,} literals, at most {LITERALS:,}")


def _send_steps(
    send: Callable[[str, Any], None], model: Model, rows: RowTable, steps: Steps, request: ExplanationRequest
) -> bool:
    """Send the steps, and what is left in the end; are these all that are asked for?"""
    for count, step in enumerate(steps.find_steps()):
        if request.steps is not None and count == request.steps:
            return False
        send("found", step)
        send("progress", f"{count + 1:,} steps, {len(steps.goal):,} decisions left")
    if steps.goal:
        send("found", UnexplainedLiterals(tuple(sorted(steps.goal.values(), key=abs))))
    elif len(steps.knowledge.facts()) == sum(rows.answer):
        send("found", measure_reach(rows, clue_rows(model, rows)))
    return not steps.goal


def _send_conflicts(
    send: Callable[[str, Any], None], model: Model, rows: RowTable, solver: SelectorSolver, request: ExplanationRequest
) -> bool:
    """Send conflicts and the repair; are these all the conflicts that there are (or is one enough)?"""
    clues = clue_rows(model, rows)
    soft, hard = split_soft_hard(rows, solver, clues)
    first = smallest_conflict(rows, solver, soft, hard, clues)
    send("found", first)
    complete = True
    if request.conflicts > 1:
        sent_conflicts = {(first.clues, () if hard else first.rules)}
        others = (
            c
            for c in list_conflicts(rows, solver, soft, hard, clues)
            if (c.clues, () if hard else c.rules) not in sent_conflicts
        )
        sent = 1
        for conflict in islice(others, request.conflicts):
            if sent == request.conflicts:
                complete = False
                break
            send("found", conflict)
            sent += 1
    if request.repair and clues:
        send("found", nearest_repair(model, rows, solver, clues))
    return complete
