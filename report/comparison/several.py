"""Comparisons of several instances in the terminal: a line for each as it is done, and in the end the summary.

    [ 1/30] 12 seed 0  agree       13 of 14 solved    8.1 ms  highs
    [ 2/30] 12 seed 1  disagree    12 of 14 solved   10.0 ms  highs    WRONG: liar

    30 of 30 instances: 29 agree, 1 disagree

A line names the fastest correct run and its time. What is wrong is told in full below its line.
"""

from __future__ import annotations

from collections.abc import Sequence

from report.comparison.records import Comparison, Run
from report.comparison.verdict import fastest_run, run_label, wrong_runs
from report.text_columns import cut_text, display_width, pad, paint
from report.words import duration, join_names, one_line, plural

LONGEST_LABEL = 32  # columns of a line for what names the instance
OVERALL_STYLES = {"agree": "good", "disagree": "bad", "incomplete": "doubt"}


def instance_line(
    comparison: Comparison, label: str, turn: tuple[int, int], room: int, colour: bool, width: int
) -> str:
    """The line of an instance. label: what names it; turn: which of how many it is; room: columns for the label."""
    number, count = turn
    runs, best = comparison.runs, fastest_run(comparison.runs)
    asked = [run for run in runs if run.status != "unsupported"]
    solved = sum(is_solved(run) for run in asked)
    head = f"[{number:>{len(str(count))}}/{count}] {pad(cut_text(one_line(label), room), room)}"
    amount = f"{solved:>{len(str(len(runs)))}} of {len(asked)} solved"
    pace = f"{duration(best.total):>8}  {run_label(best, runs)}" if best is not None else ""
    wrong = join_names(run_label(run, runs) for run in wrong_runs(runs))
    tail = f"  WRONG: {wrong}" if wrong else "  WRONG list of solutions" if comparison.verdict == "disagree" else ""
    middle = f"  {comparison.verdict:<10}  "
    end = cut_text(f"{amount}  {pace}".rstrip(), max(width - display_width(head + middle + tail), 0)) + tail
    style = OVERALL_STYLES.get(comparison.verdict, "")
    return f"{head}{paint(middle, style, colour)}{paint(end, 'bad' if tail else '', colour)}"


def label_room(labels: Sequence[str]) -> int:
    """The columns that the labels of instances get."""
    return min(max(map(len, map(one_line, labels)), default=0), LONGEST_LABEL)


def count_sentence(comparisons: Sequence[Comparison], instances: int) -> str:
    """`12 of 30 instances: 11 agree, 1 disagree`."""
    verdicts = [comparison.verdict for comparison in comparisons]
    counts = [f"{verdicts.count(kind)} {kind}" for kind in OVERALL_STYLES if kind in verdicts]
    told = f"{len(comparisons)} of {plural(instances, 'instance')}"
    return f"{told}: {join_names(counts)}" if counts else told


def is_solved(run: Run) -> bool:
    """Is its answer right, and the best one if an objective is minimised?"""
    return run.verdict == "correct" and not (run.status == "satisfied" and run.objective is not None)
