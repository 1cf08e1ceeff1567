"""Scores: what each configuration did on each instance, as arrays of instances x configurations.

    solved      the result is "solved"; nothing else is: not wrong, not feasible, not claimed
    time        total_s of a solved run, which is at most its limit; T, the limit, of any other (PAR-1), or 2 T (PAR-2)
    shifted     exp(mean ln(t + s)) - s with s = 1 s: a second more or less of a short run weighs little

The runs of an instance (its seeds, symmetries and repetitions) are averaged first, then the instances: an instance has
the weight 1 however often it was run, since instances are what was drawn at random, and what a statement is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

SHIFT_S = 1.0  # of the shifted geometric mean
PENALTY = 2  # of PAR-2
FLOOR_S = 0.001  # times below count as this one in ratios: clocks and schedulers do not tell them apart

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class InstanceScores:
    """Arrays of shape (instances, configurations). share: of its runs that are solved; par1, par2: mean seconds;
    shifted: mean ln(PAR-1 time + SHIFT_S); logarithm: mean ln(PAR-1 time), times from FLOOR_S on; median_par1,
    median_par2: of the median run, seconds; limit_s: of all runs."""

    configurations: tuple[str, ...]
    instances: tuple[str, ...]
    limit_s: float
    share: Matrix
    par1: Matrix
    par2: Matrix
    shifted: Matrix
    logarithm: Matrix
    median_par1: Matrix
    median_par2: Matrix

    @property
    def solved_mostly(self) -> NDArray[np.bool_]:
        """Is the instance solved in more than half of its runs?"""
        return self.share > 0.5

    @property
    def gave_up(self) -> NDArray[np.bool_]:
        """Is some run of it unsolved, so that its time is only known to be at least the limit?"""
        return self.share < 1


def run_seconds(frame: pd.DataFrame, penalty: float = 1.0) -> Matrix:
    """The time of each row: total_s if solved, else penalty x limit."""
    solved = (frame["result"] == ResultClass.SOLVED).to_numpy()
    limit = frame["limit_s"].to_numpy(float)
    seconds = frame["total_s"].fillna(frame["limit_s"]).to_numpy(float)
    return np.asarray(np.where(solved, seconds, penalty * limit))


def run_logarithms(frame: pd.DataFrame) -> Matrix:
    """ln of the time of each row, an unsolved one at its limit, times from FLOOR_S on."""
    return np.asarray(np.log(np.maximum(run_seconds(frame), FLOOR_S)))


def tabulate_scores(frame: pd.DataFrame) -> InstanceScores:
    """The scores of rows of one limit, balanced: every configuration has the same runs. frame: not empty."""
    import pandas as pd

    par1 = run_seconds(frame)
    runs = pd.DataFrame(
        {
            "instance": frame["instance"].to_numpy(),
            "configuration": frame["configuration"].to_numpy(),
            "share": (frame["result"] == ResultClass.SOLVED).to_numpy(float),
            "par1": par1,
            "par2": run_seconds(frame, PENALTY),
            "shifted": np.log(par1 + SHIFT_S),
            "logarithm": run_logarithms(frame),
        }
    )
    groups = runs.groupby(["instance", "configuration"], sort=True)
    means, medians = groups.mean().unstack(), groups[["par1", "par2"]].median().unstack()
    return InstanceScores(
        configurations=tuple(means["par1"].columns),
        instances=tuple(means.index),
        limit_s=float(frame["limit_s"].iloc[0]),
        **{name: means[name].to_numpy() for name in ("share", "par1", "par2", "shifted", "logarithm")},
        **{f"median_{name}": medians[name].to_numpy() for name in ("par1", "par2")},
    )


def geometric_mean(mean_shifted: Matrix | float) -> Matrix:
    """The shifted geometric mean (s) of mean logarithms."""
    return np.asarray(np.exp(mean_shifted) - SHIFT_S)


def count_results(frame: pd.DataFrame) -> Mapping[str, Mapping[str, int]]:
    """How many rows of each class every configuration has; classes that none has are absent."""
    counts: dict[str, dict[str, int]] = {}
    for (configuration, result), count in frame.groupby(["configuration", "result"], sort=True).size().items():
        counts.setdefault(configuration, {})[result] = int(count)
    return counts
