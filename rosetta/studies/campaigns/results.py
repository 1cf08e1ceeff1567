"""The results of a campaign as everybody reads them: the rows of a store, judged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from rosetta.studies.campaigns.columns import COLUMNS, JUDGED_COLUMNS
from rosetta.studies.campaigns.judging import judge_rows
from rosetta.studies.campaigns.store.store import CampaignStore

if TYPE_CHECKING:
    from pandas import DataFrame

LONG_COLUMNS = ("answer", "details")  # in frames and tables only where they are asked for


def judged_rows(store: CampaignStore, every_plan: bool = False) -> Iterator[dict[str, Any]]:
    """A row per cell that has a result, with all of COLUMNS in their order; in memory are those of one instance.
    every_plan: also cells that the last plan does not name. Raises InputError for a testimony that cannot be read."""
    for _, alike in groupby(store.rows(every_plan), key=itemgetter("instance")):
        for row in judge_rows(alike):
            yield {name: row[name] for name in COLUMNS}


def judged_frame(store: CampaignStore, every_plan: bool = False) -> DataFrame:
    """The same as a pandas frame, but for LONG_COLUMNS, in the same order. Raises InputError."""
    frame = store.frame(every_plan=every_plan)
    verdicts: dict[str, list[Any]] = {name: [] for name in JUDGED_COLUMNS}
    for row in judged_rows(store, every_plan):
        for name, values in verdicts.items():
            values.append(row[name])
    return frame.assign(**verdicts)
