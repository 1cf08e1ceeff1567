"""Which runs are compared: those that every compared configuration has. What is left out is told.

    rows --by puzzle and limits--> groups --the same runs of all--> balanced groups

A mean over the runs that a configuration happens to have flatters whoever was not run on hard boards. So a run (an
instance with a symmetry, a seed and a repetition) counts only where every configuration has a row for it. A
configuration with fewer than half as many rows as another is not compared at all, lest the others lose theirs; neither
is one that supports no board of the group. A run whose solver was not asked is no row of its configuration. Limits are
never mixed: runs under others are another group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from report.campaign.records import LeftOut
from rosetta.foundation.number_order import number_key
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

RUN = ("instance", "symmetry", "seed", "shuffled", "repeat")
"""The columns that identify a run of a configuration within a group."""
LIMITS = ("limit_s", "limit_mb", "unique")
LEAST_ROWS = 0.5  # of the rows of the configuration that has most
ALL_PUZZLES = "all puzzles"


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Rows under the same limits. puzzle: None for all puzzles; frame: all of its rows, balanced or not; family: None
    for all families."""

    name: str
    puzzle: str | None
    limit_s: float | None
    limit_mb: float | None
    frame: pd.DataFrame
    family: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Balanced:
    """frame: the rows that are compared, maybe none; left_out: the others, with the reason."""

    frame: pd.DataFrame
    left_out: tuple[LeftOut, ...]


def split_groups(frame: pd.DataFrame) -> list[Group]:
    """The groups of each puzzle, then those of all puzzles, if there are several; rows without a time limit are in
    none of them."""
    timed, keys, several = _limits_of(frame)
    groups = []
    for (puzzle, *limits), rows in timed.groupby([timed["puzzle"], *keys], sort=True):
        groups.append(_name_group(puzzle, limits, rows, several))
    for limits, rows in timed.groupby(keys, sort=True):
        if rows["puzzle"].nunique() > 1:
            groups.append(_name_group(None, list(limits), rows, several))
    return groups


def split_families(frame: pd.DataFrame) -> list[Group]:
    """The groups of each family of the puzzles that have several; rows without a time limit are in none of them."""
    timed, keys, several = _limits_of(frame)
    families = timed["family"].groupby(timed["puzzle"]).nunique()
    groups = [
        _name_group(puzzle, limits, rows, several, family)
        for (puzzle, family, *limits), rows in timed.groupby([timed["puzzle"], timed["family"], *keys], sort=True)
        if families[puzzle] > 1
    ]
    return sorted(groups, key=lambda group: (group.puzzle or "", number_key(group.family or "")))


def _limits_of(frame: pd.DataFrame) -> tuple[pd.DataFrame, list[pd.Series[float]], frozenset[str]]:
    """The rows with a time limit, their limits as keys, and those limits of which there are several."""
    timed = frame[frame["limit_s"].notna()]
    keys = [timed[name].fillna(-1.0) for name in LIMITS]
    return timed, keys, frozenset(name for name, key in zip(LIMITS, keys, strict=True) if key.nunique() > 1)


def _name_group(
    puzzle: str | None,
    limits: Sequence[float],
    rows: pd.DataFrame,
    several: frozenset[str],
    family: str | None = None,
) -> Group:
    """The group, named after its family or puzzle and those of its limits of which there are several."""
    seconds, memory, unique = limits
    words = [family or puzzle or ALL_PUZZLES]
    if "limit_s" in several:
        words.append(f"limit {seconds:g} s")
    if "limit_mb" in several:
        words.append(f"{memory:g} MB" if memory > 0 else "no memory limit")
    if "unique" in several:
        words.append("a second answer asked for" if unique > 0 else "one answer asked for")
    return Group(", ".join(words), puzzle, seconds, memory if memory > 0 else None, rows, family)


def balance_runs(frame: pd.DataFrame) -> Balanced:
    """The rows of the runs that every compared configuration has. frame: rows of one group."""
    frame, left_out = _drop_duplicates(frame)
    idle = frame["result"] == ResultClass.NOT_ASKED
    if idle.any():
        reason = "the solver was not asked, as one row of the model alone cannot hold"
        left_out.append(LeftOut(None, int(idle.sum()), reason))
        frame = frame[~idle]
    for configuration, runs, reason in _uncompared(frame):
        left_out.append(LeftOut(configuration, runs, reason))
    frame = frame[~frame["configuration"].isin([each.configuration for each in left_out if each.configuration])]
    run = number_runs(frame)
    configurations = frame["configuration"].nunique()
    complete = np.bincount(run, minlength=1)[run] == configurations
    if not complete.all():
        reason = f"not all {configurations} configurations have this run"
        left_out.append(LeftOut(None, int((~complete).sum()), reason))
    return Balanced(frame[complete], tuple(left_out))


def number_runs(frame: pd.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """A number for each row: the same for rows of the same run."""
    return np.asarray(frame.groupby(list(RUN), dropna=False, sort=False).ngroup().to_numpy(np.intp))


def _drop_duplicates(frame: pd.DataFrame) -> tuple[pd.DataFrame, list[LeftOut]]:
    """Of rows of the same configuration and run (two versions of an engine, say) the one started last counts."""
    ordered = frame.sort_values("started", kind="stable", na_position="first") if len(frame) else frame
    repeated = ordered.duplicated(["configuration", *RUN], keep="last")
    count = int(repeated.sum())
    reason = "superseded by a later result of the same run"
    return (ordered[~repeated], [LeftOut(None, count, reason)]) if count else (frame, [])


def _uncompared(frame: pd.DataFrame) -> Iterator[tuple[str, int, str]]:
    """The configurations that are not compared: name, rows, reason."""
    rows = frame["configuration"].value_counts().sort_index()
    unsupported = (frame["result"] == ResultClass.UNSUPPORTED).groupby(frame["configuration"]).all()
    rest = rows[~unsupported.reindex(rows.index)]
    most = int(rest.max()) if len(rest) else 0
    for configuration, count in rows.items():
        if unsupported[configuration]:
            yield configuration, int(count), "supports none of these boards"
        elif count < LEAST_ROWS * most:
            yield configuration, int(count), f"has {count} runs where another has {most}"
