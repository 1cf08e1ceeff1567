"""An explanation as the job of a child process (`running.follow`): what is found is sent at once, so that what was
found before a limit is not lost.

    Common, then Step by Step, then Reach           where there is a solution (Reach: if it is the only one)
    Conflict, further ones if asked for, Repair     where there is none
    float                                           seconds of CPU, imports not counted
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, TooLarge, Unsupported, missing
from backends.encodings.auto import measured
from backends.encodings.catalogue import encodings
from backends.reasons.ahead import reached
from backends.reasons.common import common, is_cover, listed
from backends.reasons.conflicts import every, parted, smallest
from backends.reasons.repairs import repaired
from backends.reasons.selected import Selected
from backends.reasons.single import clue_rows
from backends.reasons.steps import Steps
from backends.reasons.table import Table, table
from models.neutral import Model

LITERALS = 4_000_000  # of a model; rows are Python lists here


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted. clues: sentences of the rules whose rows are clues; steps: at most so many; conflicts: at most
    so many; per_step: seconds after which the best reason found for a step is taken."""

    clues: tuple[str, ...] = ()
    steps: int | None = None
    conflicts: int = 1
    repair: bool = False
    per_step: float = 2.0


def explaining(
    send: Callable[[str, Any], None], model: Model, answer: NDArray[np.int32], asked: Asked, limits: Limits
) -> None:
    """Sends "found" with each record, then "end". Raises Unsupported and TooLarge."""
    reason = missing("pysat.solvers")
    if reason is not None:
        raise Unsupported(reason)
    encodings(), measured()
    literals = sum(len(block.rows.literals) for block in model.blocks)
    if literals > LITERALS:
        raise TooLarge(f"explaining keeps rows as lists: {literals:,} literals, at most {LITERALS:,}")
    cover = is_cover(model)
    send("ready", None)
    start = time.process_time()
    rows = table(model, answer)
    solver = Selected(model, rows, limits)
    shared = common(rows, solver, listed(model, answer, limits) if cover else ())
    if shared is None:
        complete = _conflicts(send, model, rows, solver, asked)
    else:
        send("found", shared)
        complete = True
        for count, step in enumerate(Steps(rows, solver, shared, asked.per_step).all()):
            if asked.steps is not None and count == asked.steps:
                complete = False
                break
            send("found", step)
        if complete and shared.unique:
            send("found", reached(rows, clue_rows(model, rows, asked.clues)))
    send("found", time.process_time() - start)
    send("end", complete)


def _conflicts(send: Callable[[str, Any], None], model: Model, rows: Table, solver: Selected, asked: Asked) -> bool:
    """Send conflicts and the repair; are these all the conflicts that there are (or is one enough)?"""
    clues = clue_rows(model, rows, asked.clues)
    soft, hard = parted(rows, solver, clues)
    first = smallest(rows, solver, soft, hard, clues)
    send("found", first)
    complete = True
    if asked.conflicts > 1:
        known = {(first.clues, () if hard else first.rules)}
        others = (c for c in every(rows, solver, soft, hard, clues) if (c.clues, () if hard else c.rules) not in known)
        sent = 1
        for conflict in islice(others, asked.conflicts):
            if sent == asked.conflicts:
                complete = False
                break
            send("found", conflict)
            sent += 1
    if asked.repair and clues:
        send("found", repaired(model, rows, solver, clues))
    return complete
