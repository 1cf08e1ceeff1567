"""Running a cell: pose its question, have its backend solve it, check the answer, and return the row."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from backends.contract import Limits, Options
from backends.encoding_choice.catalogue import encodings_by_form
from backends.running.processes import accounts_are_complete
from models.neutral import ObjectiveSense
from rosetta.campaigns.planning.cells import Cell, cell_columns, pose_cell_question
from rosetta.campaigns.planning.turning import require_turn
from rosetta.campaigns.rows.columns import STEP_COLUMNS
from rosetta.campaigns.rows.judging import testimony_columns
from rosetta.foundation.errors import InputError
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.encoding_choices import AUTO
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, attempt
from rosetta.studies.judging.claims import claims_unique
from rosetta.studies.judging.testimony import testimony_of

_prepared: set[tuple[str, str]] = set()  # puzzles and formulations


def run_cell(cell: Cell) -> dict[str, Any]:
    """The row of the cell, without what only all rows of an instance tell (`judging`), and without the attempt's
    number, the host and the worker, which the executor adds. Raises InputError if the instance cannot be made."""
    started, begin = datetime.now(UTC), work_seconds()
    turned = require_turn(pose_cell_question(cell.instance), cell.symmetry)
    question = turned.asked
    _prepare_formulation(question, cell.formulation)
    options = Options(
        encodings=encodings_by_form([] if cell.encoding == AUTO else cell.encoding.split(",")),
        parameters={**dict(cell.parameters), **dict(cell.settings)},  # not the profile, which may mean others by now
    )
    entrant = resolve_entrant(question, cell.backend, cell.formulation, options)
    limits = Limits(cell.seconds, cell.memory, cell.threads, cell.seed)
    tried = turned.turn_back(attempt(question, entrant, limits, cell.unique, shuffled=cell.shuffled))
    return {
        **cell_columns(cell),
        **result_columns(question, tried, cell),
        "wall_s": work_seconds() - begin,
        "load": os.getloadavg()[0],
        "started": started.isoformat(timespec="milliseconds"),
    }


def _prepare_formulation(question: Question, formulation: str) -> None:
    """Import, once in this process, what stating the rules needs: no cell shall pay for it."""
    key = question.puzzle.name, formulation
    if key not in _prepared:
        _prepared.add(key)
        with suppress(InputError):
            replace(question).state_model(formulation)


def result_columns(question: Question, tried: Attempt, cell: Cell) -> dict[str, Any]:
    """What is known of the row once the attempt has ended (`columns.RESULT_COLUMNS`)."""
    outcome, testimony = tried.outcome, testimony_of(question, tried)
    claim, sense = claims_unique(testimony), testimony.sense or ObjectiveSense()
    cost = testimony.answers[0].cost if testimony.answers else None
    steps = {name: float(tried.seconds.get(name.removesuffix("_s"), 0.0)) for name in STEP_COLUMNS}
    return {
        "kind": tried.entrant.kind,
        "engine": outcome.engine or tried.entrant.name,
        "version": outcome.version or cell.version,
        "encodings_used": outcome.encoding,
        "status": outcome.status,
        "ended": outcome.ending,
        "is_unique": None if claim is None or not cell.unique else int(claim),
        "objective": None if cost is None else sense.own_value(cost),
        "bound": None if outcome.bound is None else sense.own_bound(outcome.bound),
        **steps,
        "total_s": tried.total,
        "startup_s": outcome.loading,
        "cpu_s": outcome.cpu,
        "peak_mb": outcome.peak_memory,
        "variables": outcome.size.variables,
        "rows": outcome.size.rows,
        "literals": outcome.size.literals,
        "contended": int(outcome.contention is not None and outcome.contention.contended),
        "reliable": int(accounts_are_complete()),
        "note": _note(tried, cell),
        **testimony_columns(testimony, outcome),
    }


def _note(tried: Attempt, cell: Cell) -> str:
    """What the run says of itself."""
    unshuffled = "reads the instance, so that nothing is shuffled" if cell.shuffled and tried.entrant.special else ""
    return "; ".join(filter(None, (tried.outcome.note, unshuffled)))
