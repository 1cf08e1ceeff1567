"""What a report of a campaign needs, read from its store: judged rows, statistics, fits, drawings of boards, facts.

store --judged_rows--> frame --summary--> Summary
                           --scaling_fits--> fits, by puzzle
      --draw_svg--> drawings of the boards that a reader will ask for first, with the answers
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.puzzles.registry import puzzle
from report.campaign.drawings import BoardDrawing
from report.campaign.records import COLOURS, HonestyLine, ScalingFit, Summary
from report.words import plural
from rosetta.campaigns.planning.cells import CellInstance, pose_cell_question
from rosetta.campaigns.results.frames import frame_from_csv, frame_from_rows, is_store, select_rows
from rosetta.campaigns.results.judged_results import judged_rows
from rosetta.campaigns.statistics.balance import balance_runs, split_groups
from rosetta.campaigns.statistics.scaling import scaling_fits
from rosetta.campaigns.statistics.scores import tabulate_scores
from rosetta.campaigns.statistics.summary import summary
from rosetta.campaigns.store.reruns import RerunState, rerun_state
from rosetta.campaigns.store.store import CampaignStore, open_store
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

LARGEST_DRAWN = 900  # cells of a board
NO_FACTS: Mapping[str, str] = {}
MOST_ANSWERS = 3  # that are drawn of an instance


@dataclass(frozen=True)
class CampaignResults:
    """frame: the judged rows; fits: of the scaling curves, by puzzle; facts: by name, of the latest run."""

    frame: pd.DataFrame
    summary: Summary
    fits: Mapping[str, Sequence[ScalingFit]]
    facts: Mapping[str, str]


@dataclass(frozen=True)
class StoredRows:
    """What a store holds at a moment, judged, before any statistics."""

    frame: pd.DataFrame  # the judged rows
    facts: Mapping[str, str]  # of the latest run, by name
    reruns: RerunState
    cells: int  # of the plan, or of all plans
    done: int  # of these with a result

    def results(self) -> CampaignResults:
        """The statistics. Raises InputError where there are no rows."""
        if not len(self.frame):
            raise InputError("the campaign has no results yet")
        results = results_of_frame(self.frame, self.facts)
        lines = [*results.summary.honesty, *_rerun_lines(self.reruns)]
        if self.done < self.cells:
            left = f"{self.cells - self.done} of {self.cells} cells have no result yet"
            lines.insert(0, HonestyLine("complete", "red", f"The campaign is not finished: {left}."))
        honesty = tuple(sorted(lines, key=lambda line: COLOURS.index(line.colour)))
        return replace(results, summary=replace(results.summary, honesty=honesty))


@dataclass(frozen=True, slots=True)
class CampaignEnding:
    """What a run ends with: its campaign in short, over all results of the plan, of earlier runs too."""

    summary: Summary | None  # without self-check; None where there is no result
    is_wrong: bool  # any answer


def read_end(store: CampaignStore) -> CampaignEnding:
    """The results so far, in short."""
    rows = list(judged_rows(store))
    short = summary(frame_from_rows(rows), self_check=False) if rows else None
    return CampaignEnding(short, any(row["result"] == ResultClass.WRONG for row in rows))


def read_results(store: CampaignStore, every_plan: bool = False, where: Sequence[str] = ()) -> CampaignResults:
    """The results so far. every_plan: also of cells that the last plan no longer names; where: which rows
    (`frames.select_rows`). Raises InputError where there are none."""
    rows = list(judged_rows(store, every_plan))
    if not rows:
        raise InputError("the campaign has no results yet")
    return _stored_rows(store, rows, every_plan, where).results()


def read_rows(store: CampaignStore) -> StoredRows:
    """The rows of the plan so far; there may be none."""
    return _stored_rows(store, list(judged_rows(store)), False, ())


def _stored_rows(
    store: CampaignStore, rows: Sequence[Mapping[str, Any]], every_plan: bool, where: Sequence[str]
) -> StoredRows:
    frame = select_rows(frame_from_rows(rows), where) if rows else frame_from_rows(rows)
    facts = _describe_run(store, set(frame["host"]))
    return StoredRows(frame, facts, rerun_state(store), store.count_cells(every_plan), len(rows))


def _rerun_lines(reruns: RerunState) -> Iterator[HonestyLine]:
    """What became of contended cells of the last plan that might run again."""
    made = f"{plural(reruns.made, 'rerun')} of contended cells"
    if reruns.leftovers:
        cap = f"No more than {plural(reruns.most, 'rerun')} of contended cells" if reruns.most else "No reruns"
        kept = plural(reruns.leftovers, "cell")
        yield HonestyLine("reruns", "amber", f"{cap} might be made (--reruns): {kept} therefore stay contended.")
    elif reruns.cells:
        due = plural(len(reruns.due), "contended cell")
        yield HonestyLine("reruns", "amber", f"After {made}, {due} still to be run again: the same bench run does it.")
    elif reruns.made:
        yield HonestyLine("reruns", "green", f"There were {made}, of {reruns.most} that might be made.")


def read_file(
    path: Path, every_plan: bool = False, where: Sequence[str] = (), most_drawn: int = 0
) -> tuple[CampaignResults, dict[str, list[BoardDrawing]]]:
    """The results in a store or an export, and drawings of so many of its boards: none from an export, which has no
    boards. every_plan, where: as in `read_results`. Raises FrameError, StoreError and InputError."""
    if path.exists() and not is_store(path):
        return results_of_frame(select_rows(frame_from_csv(path), where)), {}
    with open_store(path, read_only=True) as store:
        results = read_results(store, every_plan, where)
        return results, draw_instances(store, results.frame, most_drawn) if most_drawn else {}


def machine_names(path: Path) -> dict[str, str]:
    """What the fingerprints of machines stand for, in words; nothing for an export, which has only these."""
    if not is_store(path):
        return {}
    with open_store(path, read_only=True) as store:
        records = store.machines()
    return {host: f"{record.get('cpu')}, {record.get('cores')} cores" for host, record in records.items()}


def results_of_frame(frame: pd.DataFrame, facts: Mapping[str, str] = NO_FACTS) -> CampaignResults:
    """The results in judged rows, such as those of an export."""
    return CampaignResults(frame, summary(frame), fits_by_puzzle(frame), facts)


def fits_by_puzzle(frame: pd.DataFrame) -> dict[str, Sequence[ScalingFit]]:
    """The scaling fits of each puzzle; where it was run under several limits, of those with the most rows."""
    fits: dict[str, Sequence[ScalingFit]] = {}
    for group in sorted(split_groups(frame), key=lambda group: len(group.frame)):
        balanced = balance_runs(group.frame).frame
        if group.puzzle is not None and len(balanced):
            fits[group.puzzle] = scaling_fits(balanced, tabulate_scores(balanced))
    return fits


def draw_instances(store: CampaignStore, frame: pd.DataFrame, most: int) -> dict[str, list[BoardDrawing]]:
    """Drawings of so many instances, by hash: those with wrong answers first, then those that the fewest rows solve.
    Boards of more than LARGEST_DRAWN cells are not drawn."""
    order = frame.assign(
        wrong=frame["result"] != ResultClass.WRONG, solved=frame["result"] == ResultClass.SOLVED
    ).groupby("instance")
    ranked = order.agg(wrong=("wrong", "min"), solved=("solved", "mean"), size=("size", "first"))
    chosen = ranked[~(ranked["size"] > LARGEST_DRAWN)].sort_values(["wrong", "solved"], kind="stable").index[:most]
    rows_of = frame.groupby("instance").get_group
    return {name: list(_draw_instance(store.read_instance(name), rows_of(name))) for name in chosen}


def _draw_instance(instance: CellInstance, rows: pd.DataFrame) -> Iterator[BoardDrawing]:
    """The board, and the answers that differ, each with those who gave it."""
    question = pose_cell_question(instance)
    record, board = puzzle(instance.puzzle), question.instance
    yield BoardDrawing("the board", record.draw_svg(board, None))
    given = rows[rows["answer"].notna()].groupby("answer", sort=False)["configuration"].unique()
    for text, configurations in list(given.items())[:MOST_ANSWERS]:
        answer = record.answer_from_json(board, json.loads(text))
        yield BoardDrawing(_describe_givers(configurations), record.draw_svg(board, answer))


def _describe_givers(configurations: Sequence[str]) -> str:
    first, *others = sorted(configurations)
    return f"the answer of {first}" + (f" and {len(others)} more" if others else "")


def _describe_run(store: CampaignStore, hosts: Collection[str]) -> dict[str, str]:
    """The machines that the rows are from, by their fingerprints; versions and command of the latest run."""
    command, provenance = store.latest_run()
    versions = provenance.get("versions", {})
    machines = sorted(_describe_machine(record) for host, record in store.machines().items() if host in hosts)
    facts = {
        "Campaign": command,
        "Machines" if len(machines) > 1 else "Machine": "; ".join(machines),
        "Versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "Revision": provenance.get("revision"),
    }
    return {name: text for name, text in facts.items() if text}


def _describe_machine(record: Mapping[str, Any]) -> str:
    """What `machine_record` knows of it."""
    words = {
        "cpu": "{}",
        "cores": "cores: {}",
        "threads": "threads: {}",
        "usable": "of these usable: {}",
        "quota": "quota of CPU time: {} cores",
        "ram_mb": "{} MB of memory",
        "memory_limit": "limited to {} bytes",
        "governor": "governor {}",
        "container": "in a container ({})",
        "system": "{}",
        "kernel": "kernel {}",
        "python": "{}",
    }
    known = {name: value for name in words if (value := record.get(name)) not in (None, "", "inf", "max")}
    return ", ".join(words[name].format(value) for name, value in known.items())
