"""Cells of a small Lights Out board and rows of attempts at them, made up without any solver: right and wrong ones."""

from __future__ import annotations

from typing import Any

from backends.contract import Outcome, Status
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.run_cell import result_columns
from rosetta.campaigns.planning.cells import Cell, cell_columns, cell_instance
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer

FEWEST, MOST, BROKEN = ((0, 0), (1, 2)), ((0, 1), (0, 2), (1, 1), (1, 2)), ((0, 0),)  # presses of a 2x3 board


def small_question() -> tuple[Question, Cell]:
    """The board of 2 x 3 lamps, and a cell of CP-SAT on it."""
    resolved = resolve("lightsout", "2x3")
    question = Question(puzzle("lightsout"), resolved.instance)
    return question, Cell(cell_instance(question, resolved, {}, ""), "cpsat", "9.15", "native", seconds=5.0)


def claim_row(cell: Cell, status: Status, presses: tuple[Any, ...] | None = None, **columns: Any) -> dict[str, Any]:
    """The row of an attempt that claims this and shows these presses. columns: others than usual."""
    question, _ = small_question()
    answers: tuple[CheckedAnswer, ...] = ()
    if presses is not None:
        broken = question.puzzle.verify(question.instance, presses)
        answers = (CheckedAnswer(presses, len(presses), tuple(broken)),)
    cost = None if presses is None else len(presses)
    outcome = Outcome(status, objective=cost, engine=cell.backend, stats={"conflicts": 12345.0})
    tried = Attempt(resolve_entrant(question, cell.backend, cell.formulation), outcome, {"solve": 0.025}, answers)
    return {
        **cell_columns(cell), **result_columns(question, tried, cell), "attempt": 1, "host": "abc", "worker": "0",
        "started": "2026-01-01T00:00:01.000+00:00", "load": 1.25, "wall_s": 0.1,
        "log": "[0.001 s] solving\n", **columns,
    }  # fmt: skip
