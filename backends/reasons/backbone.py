"""What all solutions have in common (the backbone), with one or two solutions to show.

Of equations modulo k linear algebra tells it. Else by one solver: take a solution, ask for one that differs somewhere
from what is common so far, and keep what the two agree on, until there is none. That there is none is hard to show of
exact covers; those are listed, by an engine made for it, and intersected.

The latter two may take longer than anybody waits. After a share of the time they end, and what is common to the
solutions that were met is only a guess at what is common to all: `Steps` proves it, or leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Values
from backends.reasons import modular_sums
from backends.reasons.residues import Residues
from backends.reasons.row_table import RowTable
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import Backbone, Example
from backends.registry import backend_named
from models.neutral import Form, Model, forms
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.work_clock import work_seconds

COVER = frozenset({Form.EXACTLY_ONE, Form.AT_MOST_ONE})
PAUSE = 0.2  # seconds between two words on how far the listing is


def is_cover(model: Model) -> bool:
    """Is the model an exact cover as it stands, and can these be listed here? Loads the engine."""
    return forms(model) <= COVER and backend_named("exactcover").probe() is None


def ignore_message(kind: str, message: object) -> None:
    """Tell nobody."""


def backbone_by_solver(
    rows: RowTable, solver: SelectorSolver, send: Callable[[str, object], None] = ignore_message, until: float = inf
) -> Backbone | None:
    """The literals of the answer that hold in every solution; None if there is no solution. until: the moment (of
    `time.monotonic`) from which on no further solution is looked for. Sends the first two that are met."""
    everything = range(len(rows))
    if not solver.satisfiable(everything):
        return None
    send("found", Example(tuple(solver.values().tolist())))
    send("progress", "a solution is found; looking for others")
    shared, met = [x for x in solver.literals() if rows.answer[abs(x)]], 1
    proved = True
    while shared:
        other = solver.solve_until(everything, [solver.add([-x for x in shared])], until)
        if not other:
            proved = other is False
            break
        if met == 1:
            send("found", Example(tuple(solver.values().tolist())))
        met += 1
        literals = set(solver.literals())
        shared = [x for x in shared if x in literals]
    return Backbone(tuple(sorted(shared, key=abs)), proved and len(shared) == sum(rows.answer), proved)


def backbone_by_listing(
    rows: RowTable,
    model: Model,
    answer: NDArray[np.int32],
    limits: Limits,
    send: Callable[[str, object], None] = ignore_message,
    until: float = inf,
) -> Backbone | None:
    """The same of an exact cover, from the list of its solutions."""
    covers: Iterator[Values] = iter(backend_named("exactcover").solutions(model, answer.ravel(), limits, Options()))
    first = next(covers, None)
    if first is None:
        return None
    send("found", Example(tuple(first.tolist())))
    alike, met, proved, last_report = np.array(rows.answer), 1, True, work_seconds()
    try:
        for values in covers:
            if met == 1:
                send("found", Example(tuple(values.tolist())))
            met += 1
            alike &= values == first
            if (now := work_seconds()) > until:
                proved = False
                break
            if now > last_report + PAUSE:
                last_report = now
                send("progress", f"{met:,} solutions listed, {int(alike.sum()):,} decisions alike in all")
    except LimitReached:
        proved = False
    literals = tuple(int(x) if first[x] else -int(x) for x in np.flatnonzero(alike))
    return Backbone(literals, proved and met == 1, proved, met)


def backbone_by_algebra(model: Model, residues: Residues, send: Callable[[str, object], None]) -> Backbone | None:
    """The same of equations modulo k, by linear algebra."""
    solutions, _ = modular_sums.solve_residues(residues)
    for solution in solutions:
        send("found", Example(tuple(residues.assignment(model, solution))))
    if not solutions:
        return None
    literals = tuple(modular_sums.backbone_literals(residues))
    return Backbone(literals, len(literals) == sum(len(number.multiples) for number in residues.numbers))
