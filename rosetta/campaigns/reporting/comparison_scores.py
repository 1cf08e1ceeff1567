"""Several comparisons together: how the backends did over all instances of a puzzle, with the numbers of campaigns.

    comparisons --rows--> frame --balance, scores--> PuzzleScores

A run that the budget cut short was not given its limit, and a solver that was not asked has no time: its instance is
left out for all. Where limits differ (a race
shares out its time), the shortest holds for all, and a run that took longer is unsolved.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from report.comparison.records import Comparison, PuzzleScores, Run, RunnerScore
from report.comparison.run_labels import run_label
from report.comparison.run_order import fastest_run
from report.words import plural
from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.rows.judging import result_class
from rosetta.campaigns.statistics.balance import Balanced, balance_runs
from rosetta.campaigns.statistics.definitions import DEFINITIONS
from rosetta.campaigns.statistics.scores import InstanceScores, geometric_mean, tabulate_scores
from rosetta.foundation.vocabulary import ResultClass, Verdict

if TYPE_CHECKING:
    import pandas as pd

MOST_SIZES = 8  # that have a column each
DEFINED = {"solved": "solved", "PAR-2": "par2", "geometric": "geometric", "ratio": "ratio"}  # by title of a column


def score_comparisons(comparisons: Sequence[Comparison]) -> tuple[PuzzleScores, ...]:
    """The scores of each puzzle, in the order of the comparisons."""
    puzzles = dict.fromkeys(comparison.puzzle for comparison in comparisons)
    return tuple(_score_puzzle([each for each in comparisons if each.puzzle == name]) for name in puzzles)


def _score_puzzle(comparisons: Sequence[Comparison]) -> PuzzleScores:
    limit = min(comparison.run_seconds for comparison in comparisons)
    rows = list(_rows(comparisons, limit))
    balanced = balance_runs(frame_from_rows(rows)) if rows else None
    if balanced is None or not len(balanced.frame):
        return PuzzleScores(
            comparisons[0].puzzle,
            0,
            limit,
            (),
            ("all instances: no backend had its full limit on any of them",),
        )
    table = tabulate_scores(balanced.frame)
    compared = {_key(number): comparison for number, comparison in enumerate(comparisons)}
    sizes = _sizes([compared[key] for key in table.instances])
    return PuzzleScores(
        puzzle=comparisons[0].puzzle,
        instances=len(table.instances),
        limit=limit,
        runners=_score_runners(comparisons, table, balanced.frame),
        left_out=tuple(_describe_left_out(balanced, comparisons)),
        sizes=sizes,
        medians=_medians(comparisons, table, sizes),
        definitions={title: DEFINITIONS[name] for title, name in DEFINED.items()},
    )


def _rows(comparisons: Sequence[Comparison], limit: float) -> Iterator[dict[str, Any]]:
    """A row for each run that had its time, with the columns that scores need; the instance is its number."""
    for number, comparison in enumerate(comparisons):
        shortened = limit < comparison.run_seconds < math.inf
        asked = any(run.unique is not None for run in comparison.runs)  # whether there is another answer
        for run in comparison.runs:
            if not run.started or not run.was_asked or _had_less(run, comparison):
                continue
            name, result = run_label(run, comparison.runs), _result(run, asked)
            if result == ResultClass.SOLVED and shortened and run.total > limit:
                result = ResultClass.TIMEOUT
            yield {
                "cell": f"{number} {name}", "puzzle": comparison.puzzle, "instance": _key(number),
                "backend": run.backend, "configuration": name, "seed": 0, "repeat": 0, "limit_s": limit,
                "total_s": run.total, "result": result,
            }  # fmt: skip


def _had_less(run: Run, comparison: Comparison) -> bool:
    """Did the budget leave less to this run than others had?"""
    return run.cut_to is not None and run.cut_to < comparison.run_seconds


def _key(number: int) -> str:
    return f"{number:09}"


def _result(run: Run, asked: bool) -> str:
    """The class of the run. asked: whether its answer is the only one."""
    only = None if run.unique is None else int(run.unique)
    row = {"status": run.status, "ended": run.ended, "objective": run.objective, "unique": asked, "is_unique": only}
    return result_class(row, run.verdict)


def _score_runners(
    comparisons: Sequence[Comparison], table: InstanceScores, frame: pd.DataFrame
) -> tuple[RunnerScore, ...]:
    """The runners that are compared, the best first, those with a wrong answer last."""
    names, par2 = table.configurations, table.par2.mean(axis=0)
    runs = [(run, run_label(run, comparison.runs)) for comparison in comparisons for run in comparison.runs]
    wrong = Counter(name for run, name in runs if run.verdict == Verdict.WRONG)
    special = {name for run, name in runs if run.special}
    best_runs = ((fastest_run(comparison.runs), comparison.runs) for comparison in comparisons)
    fastest = Counter(run_label(best, others) for best, others in best_runs if best is not None)
    solved = Counter(frame["configuration"][frame["result"] == ResultClass.SOLVED])
    order = sorted(range(len(names)), key=lambda k: (wrong[names[k]] > 0, par2[k], names[k]))
    first = order[0]
    ratios = np.exp((table.logarithm - table.logarithm[:, [first]]).mean(axis=0))
    geometric = geometric_mean(table.shifted.mean(axis=0))
    return tuple(
        RunnerScore(
            names[k], wrong[names[k]], solved[names[k]], float(par2[k]), float(geometric[k]),
            None if k == first else float(ratios[k]), fastest[names[k]], names[k] in special,
        )
        for k in order
    )  # fmt: skip


def _describe_left_out(balanced: Balanced, comparisons: Sequence[Comparison]) -> Iterator[str]:
    """What is not compared, in words."""
    reasons = {part.configuration: part.reason for part in balanced.left_out if part.configuration}
    for name in dict.fromkeys(run_label(run, each.runs) for each in comparisons for run in each.runs):
        if name in reasons:
            yield f"{name}: {reasons[name]}"
        elif not (balanced.frame["configuration"] == name).any():
            own = [run for each in comparisons for run in each.runs if run_label(run, each.runs) == name]
            asked = any(run.was_asked for run in own)
            yield f"{name}: was {'not run under the full limit' if asked else 'never asked'}"
    missing = len(comparisons) - balanced.frame["instance"].nunique()
    if missing:
        yield f"{plural(missing, 'instance')}, because not every backend was run there under the full limit"


def _sizes(comparisons: Sequence[Comparison]) -> tuple[tuple[int, ...], ...]:
    """The sizes of the instances, if there are several, and not too many for a table."""
    sizes = sorted({comparison.size for comparison in comparisons}, key=lambda size: (math.prod(size), size))
    return tuple(sizes) if 1 < len(sizes) <= MOST_SIZES else ()


def _medians(
    comparisons: Sequence[Comparison], table: InstanceScores, sizes: Sequence[tuple[int, ...]]
) -> dict[str, tuple[float | None, ...]]:
    """The median time of each runner on the instances of each size, None where it is not that of a solved run."""
    size_of = {_key(number): comparison.size for number, comparison in enumerate(comparisons)}
    times = np.where(table.solved_mostly, table.median_par1, np.inf)
    columns = []
    for size in sizes:
        alike = [i for i, instance in enumerate(table.instances) if size_of[instance] == size]
        columns.append(np.median(times[alike], axis=0) if alike else np.full(len(table.configurations), np.inf))
    return {
        name: tuple(float(column[k]) if np.isfinite(column[k]) else None for column in columns)
        for k, name in enumerate(table.configurations)
        if columns
    }
