"""The order in which runs are listed, which of them is the fastest, and which have the same answer.

    wrong answers first, then the correct ones (fastest first), then claims, then those that ended without an answer;
    backends that cannot take the model are no runs: they are listed separately, with their reason

The ratio of a run is to the fastest correct run that answered *the same question*: where a minimum was proved, a
run that only found some solution is not compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from report.comparison.records import Run
from rosetta.foundation.vocabulary import DEFINITE, Status, Verdict

_RANK = {Verdict.WRONG: 0, Verdict.CORRECT: 1, Verdict.UNPROVED: 2, Verdict.NONE: 3}


def sort_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs in the order of the table, without those that were refused."""
    accepted = [run for run in runs if run.status != Status.UNSUPPORTED]
    timed = (Verdict.CORRECT, Verdict.UNPROVED)
    return sorted(accepted, key=lambda run: (_RANK[run.verdict], run.total if run.verdict in timed else 0.0))


def refused_runs(runs: Sequence[Run]) -> list[Run]:
    """The backends that cannot take the model, or are not installed."""
    return [run for run in runs if run.status == Status.UNSUPPORTED]


def wrong_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs whose answer is wrong."""
    return [run for run in runs if run.verdict == Verdict.WRONG]


def fastest_run(runs: Sequence[Run]) -> Run | None:
    """The fastest correct run; among those that proved a minimum, if any did. A solver for this puzzle alone is no
    measure for the others."""
    candidates = [run for run in runs if run.verdict == Verdict.CORRECT and run.status in DEFINITE]
    correct = [run for run in candidates if not run.special] or candidates
    minimal = [run for run in correct if run.status == Status.OPTIMAL and run.objective is not None]
    return min(minimal or correct, key=lambda run: run.total, default=None)


def ratio_to_fastest(run: Run, best: Run | None) -> float | None:
    """How many times as long as the fastest; None if the run did not answer the same question correctly."""
    if best is None or run.verdict != Verdict.CORRECT or best.total <= 0:
        return None
    if best.status == Status.OPTIMAL and best.objective is not None and run.status != Status.OPTIMAL:
        return None
    return run.total / best.total


def answer_groups(runs: Sequence[Run]) -> list[list[Run]]:
    """Runs by equal answer, largest group first; wrong answers and runs without one are left out."""
    groups: list[list[Run]] = []
    for run in runs:
        if run.answer is None or run.verdict == Verdict.WRONG:
            continue
        same = next((group for group in groups if group[0].answer == run.answer), None)
        if same is None:
            groups.append([run])
        else:
            same.append(run)
    return sorted(groups, key=len, reverse=True)
