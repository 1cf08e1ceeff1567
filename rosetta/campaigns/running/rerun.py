"""Running cells again, each by itself in this process: which cells, and the row of a further attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rosetta.campaigns.executors.attempt_row import attempt_row
from rosetta.campaigns.executors.machine import machine_fingerprint, machine_record
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.rows.columns import RERUN_WORKER
from rosetta.campaigns.rows.judging import judge_rows
from rosetta.campaigns.store.named_cells import find_cell
from rosetta.campaigns.store.store import CampaignStore
from rosetta.foundation.vocabulary import Ending


@dataclass(frozen=True, slots=True)
class RepeatedCell:
    """A further attempt at a cell."""

    row: dict[str, Any]  # judged with all attempts on its instance
    earlier: list[dict[str, Any]]  # the row that counted before, if there is one


def chosen_cells(store: CampaignStore, prefixes: Iterable[str], contended: bool, crashed: bool) -> list[Cell]:
    """The cells whose ids begin so, then those that were contended, or crashed, each once. Raises InputError for one
    that is not there, or not alone."""
    named = [*prefixes, *(disturbed_cells(store, contended, crashed) if contended or crashed else ())]
    return list({cell.id: cell for cell in (find_cell(store, prefix) for prefix in named)}.values())


def disturbed_cells(store: CampaignStore, contended: bool, crashed: bool) -> Iterator[str]:
    """The ids of the cells of the plan from whose attempt other processes took processor time, and of those that
    crashed."""
    for attempted in store.attempted_rows():
        row = attempted.row
        is_meant = (contended and row["contended"]) or (crashed and row["ended"] == Ending.FAILED)
        if attempted.counts and attempted.planned and is_meant:
            yield row["cell"]


def repeat_cell(store: CampaignStore, cell: Cell, begin: Callable[[int], None]) -> RepeatedCell:
    """Run the cell, and store the row as a further attempt. begin: is told the number of the attempt. Raises
    InputError."""
    host = machine_fingerprint()
    attempted = list(store.attempted_rows(cell.instance.hash))
    store.add_machine(host, machine_record())
    number = store.begin_attempt(cell, host, RERUN_WORKER)
    store.commit()
    begin(number)
    try:
        row = attempt_row(cell, number, host, RERUN_WORKER)
    except BaseException:
        store.end_attempt(cell, number, "cancelled")
        raise
    store.record(row)
    store.commit()
    with store.translate_faults():
        judged = judge_rows([row, *(each.row for each in attempted)], store.proofs(cell.instance.hash))
    return RepeatedCell(judged[0], [each.row for each in attempted if each.counts and each.row["cell"] == cell.id])
