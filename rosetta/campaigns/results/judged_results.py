"""The results of a campaign as everybody reads them: the rows of a store, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rosetta.campaigns.rows.columns import COLUMNS, JUDGED_COLUMNS
from rosetta.campaigns.rows.instance_names import InstanceWords, instance_names
from rosetta.campaigns.rows.judging import judge_rows
from rosetta.campaigns.store.store import AttemptedRow, CampaignStore
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    from pandas import DataFrame

INSTANCES = "SELECT instance, puzzle, what, board_options, board_seed FROM instance"


def judged_rows(store: CampaignStore, every_plan: bool = False) -> Iterator[dict[str, Any]]:
    """A row per cell that has a result, with all of COLUMNS in their order; in memory are those of one instance.
    every_plan: also cells that the last plan does not name. All attempts of all cells are evidence for the verdicts.
    Raises StoreError."""
    return (row for row, _ in _chosen_rows(store, every_plan))


def judged_frame(store: CampaignStore, every_plan: bool = False) -> DataFrame:
    """The same as a pandas frame, but for LONG_COLUMNS, in the same order. Raises StoreError."""
    frame = store.frame(every_plan=every_plan)
    verdicts: dict[str, list[Any]] = {name: [] for name in JUDGED_COLUMNS}
    for place, (row, counts) in enumerate(_chosen_rows(store, every_plan)):
        for name, values in verdicts.items():
            values.append(row[name])
        for name in ("note",) * (row["result"] == ResultClass.WRONG) if counts else frame.columns:
            frame.loc[place, name] = row[name]
    return frame.assign(**verdicts, name=frame["instance"].map(stored_names(store)))


def stored_names(store: CampaignStore) -> dict[str, str]:
    """The names of all instances of the store, by their hashes. Raises StoreError."""
    return instance_names(InstanceWords(*values) for values in store.query(INSTANCES))


def choose_attempts(judged: Sequence[Mapping[str, Any]], counts: Sequence[bool]) -> list[int]:
    """For each cell the place of the row that stands for it: of its attempts one that is wrong, if any is, else the one
    that counts. So nothing wrong is hidden by a later attempt. judged: the rows of all attempts at some cells."""
    chosen: dict[str, int] = {}
    for place, row in enumerate(judged):
        known = chosen.setdefault(row["cell"], place)
        if _standing(row, counts[place]) > _standing(judged[known], counts[known]):
            chosen[row["cell"]] = place
    return list(chosen.values())


def _standing(row: Mapping[str, Any], counts: bool) -> tuple[bool, bool]:
    return row["result"] == ResultClass.WRONG, counts


def _chosen_rows(store: CampaignStore, every_plan: bool) -> Iterator[tuple[dict[str, Any], bool]]:
    """The judged row of each cell, and whether it is of the attempt that counts."""
    names = stored_names(store)
    for attempts, judged in _judged_attempts(store):
        for place in choose_attempts(judged, [each.counts for each in attempts]):
            if every_plan or attempts[place].planned:
                row = {**judged[place], "name": names[judged[place]["instance"]]}
                yield {name: row[name] for name in COLUMNS}, attempts[place].counts


def wrong_instances(store: CampaignStore) -> set[str]:
    """The hashes of the instances on which any attempt is wrong. Raises StoreError."""
    return {
        row["instance"] for _, judged in _judged_attempts(store) for row in judged if row["result"] == ResultClass.WRONG
    }


def _judged_attempts(store: CampaignStore) -> Iterator[tuple[list[AttemptedRow], list[dict[str, Any]]]]:
    """The attempts on each instance, and their rows judged by all that the store knows of it."""
    proofs = store.proofs()
    for _, group in groupby(store.attempted_rows(), key=lambda each: each.row["instance"]):
        attempts = list(group)
        with store.translate_faults():
            judged = judge_rows((each.row for each in attempts), proofs)
        yield attempts, judged
