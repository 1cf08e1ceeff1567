"""Comparisons of several instances in the terminal: a line for each as it is done, and in the end the summary.

    [ 1/30] 12 seed 0  agree       13 of 14 solved    8.1 ms  highs
    [ 2/30] 12 seed 1  disagree    12 of 14 solved   10.0 ms  highs    WRONG: liar

    30 of 30 instances: 29 agree, 1 disagree
    WRONG: liar, on 1 instance

      backend  wrong  solved  PAR-2    geometric  ratio  fastest
    1 highs           30/30   8.1 ms   8.0 ms                 29
    ! liar         1  12/30   12.1 s   5.0 s       600x        0

A line names the fastest correct run and its time. What is wrong is told in full below its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from report.comparison.columns import OVERALL_STYLES
from report.comparison.findings.facts import FaultKind, fault_of
from report.comparison.legends import SPECIAL_NOTE
from report.comparison.records import Comparison, PuzzleScores, Run
from report.comparison.run_labels import run_label
from report.comparison.run_order import fastest_run
from report.text_columns import TextColumn, cut_text, display_width, fit_columns, pad, paint, render_table, wrap_text
from report.words import duration, join_names, one_line, plural, ratio, size_text
from rosetta.foundation.vocabulary import Status, Verdict

ALARMS: Mapping[FaultKind, str] = {  # at the end of a line
    FaultKind.ANSWER: "WRONG: {who}",
    FaultKind.READING: "READ OTHERWISE by {who}",
    FaultKind.LIST: "WRONG list of solutions: {who}",
    FaultKind.CONTRADICTION: "CONTRADICTION",
}
LONGEST_LABEL = 32  # columns of a line for what names the instance


def instance_line(
    comparison: Comparison, label: str, turn: tuple[int, int], room: int, colour: bool, width: int
) -> str:
    """The line of an instance. label: what names it; turn: which of how many it is; room: columns for the label."""
    number, count = turn
    runs, best = comparison.runs, fastest_run(comparison.runs)
    asked = [run for run in runs if run.status != Status.UNSUPPORTED and run.was_asked]
    solved = sum(is_solved(run) for run in asked)
    head = f"[{number:>{len(str(count))}}/{count}] {pad(cut_text(one_line(label), room), room)}"
    amount = f"{solved:>{len(str(len(runs)))}} of {len(asked)} solved"
    pace = f"{duration(best.total):>8}  {run_label(best, runs)}" if best is not None else ""
    if comparison.race is not None and comparison.race.total is not None:
        pace += f"  {plural(comparison.race.total, 'solution')} in all"
    fault = fault_of(comparison)
    tail = "" if fault is None else f"  {ALARMS[fault.kind].format(who=join_names(fault.who))}"
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


def scores_text(scores: Sequence[PuzzleScores], colour: bool, width: int) -> str:
    """The tables over all instances, of each puzzle; "" if nothing can be compared."""
    lines: list[str] = []
    for each in scores:
        name = f"{each.puzzle}: " if len(scores) > 1 else ""
        wrong = [f"{score.name}, on {plural(score.wrong, 'instance')}" for score in each.runners if score.wrong]
        lines += [paint(line, "bad", colour) for line in wrap_text(f"{name}WRONG: {'; '.join(wrong)}", width) if wrong]
        if each.runners:
            lines += ["", *_score_lines(each, name, colour, width)]
        for text in each.left_out:
            lines += wrap_text(f"{name}left out  {one_line(text)}", width, " " * 10)
        if each.medians:
            lines += ["", *_median_lines(each, name, colour, width)]
    return "".join(f"{line}\n" for line in lines)


def _score_lines(scores: PuzzleScores, name: str, colour: bool, width: int) -> list[str]:
    """The table of the runners, and what its columns mean."""
    columns, gone = fit_columns(score_columns(scores), width)
    lines = [*wrap_text(f"{name}{plural(scores.instances, 'instance')}, limit {scores.limit:g} s", width), ""]
    lines += render_table(columns, colour)
    for title, sentence in scores.definitions.items():
        lines += wrap_text(f"{title:<11}{sentence}", width, " " * 11)
    lines += wrap_text(f"{'fastest':<11}On how many instances it was the fastest correct run.", width, " " * 11)
    lines += wrap_text(SPECIAL_NOTE, width) if any(score.special for score in scores.runners) else []
    return [*lines, *_dropped_lines(gone, width)]


def score_columns(scores: PuzzleScores) -> list[TextColumn]:
    """The columns of the table of the runners, the first with their names."""
    runners = scores.runners
    marks = ["!" if score.wrong else str(rank) for rank, score in enumerate(runners, 1)]
    room = len(str(len(runners)))
    names = [f"{mark:>{room}} {score.name}{' *' * score.special}" for mark, score in zip(marks, runners, strict=True)]
    styles = ["bad" if score.wrong else "" for score in runners]
    wrong = TextColumn("wrong", [str(score.wrong or "") for score in runners], right=True, styles=styles)
    return [
        TextColumn(f"{'':{room}} backend", names, styles=styles),
        *([wrong] if any(score.wrong for score in runners) else []),
        TextColumn("solved", [f"{score.solved}/{scores.instances}" for score in runners], right=True),
        TextColumn("PAR-2", [duration(score.par2) for score in runners], right=True),
        TextColumn("geometric", [duration(score.geometric) for score in runners], right=True, drop=2),
        TextColumn("ratio", ["" if s.ratio is None else ratio(s.ratio) for s in runners], right=True, drop=1),
        TextColumn("fastest", [str(score.fastest) for score in runners], right=True, drop=3),
    ]


def _median_lines(scores: PuzzleScores, name: str, colour: bool, width: int) -> list[str]:
    """The table of the median times, a column for each size."""
    columns, gone = fit_columns(median_columns(scores), width)
    legend = f"{name}median time on the instances of each size; >: half of them or more are unsolved"
    return [*render_table(columns, colour), *wrap_text(legend, width), *_dropped_lines(gone, width)]


def _dropped_lines(gone: Sequence[TextColumn], width: int) -> list[str]:
    text = f"left out at this width: {join_names(column.title for column in gone)}"
    return wrap_text(text, width) if gone else []


def median_columns(scores: PuzzleScores) -> list[TextColumn]:
    """The names of the runners, and their median times on each size."""
    beyond, names = f"> {scores.limit:g} s", [score.name for score in scores.runners]
    columns = [TextColumn("backend", names)]
    for number, size in enumerate(scores.sizes):
        times = [scores.medians[each][number] for each in names]
        texts = [beyond if seconds is None else duration(seconds) for seconds in times]
        columns.append(TextColumn(size_text(size), texts, right=True, drop=len(scores.sizes) - number))
    return columns


def is_solved(run: Run) -> bool:
    """Is its answer right, and the best one if an objective is minimised?"""
    return run.verdict == Verdict.CORRECT and not (run.status == Status.SATISFIED and run.objective is not None)
