"""What the numbers rest on: one line per question that a reviewer asks, checked on the rows, red lines first.

green   nothing to object
amber   to be said whenever the numbers are
red     the numbers do not show what they seem to show
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from report.campaign.records import COLOURS, GroupSummary, HonestyLine
from report.words import duration, join_names, join_phrases, plural
from rosetta.campaigns.statistics.balance import LIMITS, RUN
from rosetta.campaigns.statistics.scores import FLOOR_S
from rosetta.foundation.vocabulary import Ending, Evidence, ResultClass

if TYPE_CHECKING:
    import pandas as pd

RED, AMBER, GREEN = COLOURS
ENOUGH_SEEDS = 5
FEW_INSTANCES = 20  # intervals are wide below
MANY_CONTENDED = 0.05  # of the rows
MANY_SHORT = 0.1  # of the solved rows
UNEVEN = 3  # times as many instances in one family as in another
TUNING_SEEDS = ((1000, 1008), (2000, 2008), (3000, 3012))  # of boards behind backends/profiles.tsv

Judgement = tuple[str, str]  # a colour and a sentence


def honesty_lines(
    frame: pd.DataFrame, groups: Sequence[GroupSummary] = (), self_check: bool = True
) -> list[HonestyLine]:
    """The lines about these rows, red before amber before green. groups: what was compared; self_check: was the test
    to be tried on itself?"""
    if not len(frame):
        return [HonestyLine("instances", RED, "No runs: nothing was measured.")]
    lines = [HonestyLine(name, *judge(frame)) for name, judge in QUESTIONS.items()]
    lines.append(HonestyLine("instances", *_judge_instances(frame, groups)))
    lines.append(HonestyLine("balance", *_judge_balance(groups)))
    lines += [HonestyLine("self-check", *_judge_checks(groups))] if self_check else []
    return sorted(lines, key=lambda line: COLOURS.index(line.colour))


def _judge_wrong(frame: pd.DataFrame) -> Judgement:
    wrong = frame[frame["result"] == ResultClass.WRONG]
    if not len(wrong):
        return GREEN, f"No answer is wrong, in {plural(len(frame), 'run')}."
    names = join_phrases(sorted(set(wrong["configuration"])))
    return RED, f"Wrong answers in {len(wrong)} of {plural(len(frame), 'run')}: {names}."


def _judge_evidence(frame: pd.DataFrame) -> Judgement:
    solved, claimed = frame[frame["result"] == ResultClass.SOLVED], int((frame["result"] == ResultClass.CLAIMED).sum())
    kinds = solved["evidence"].value_counts()
    text = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "no answer"
    if claimed:
        remedy = "counted as unsolved until --prove or an engine of another kind confirms them"
        return AMBER, f"{plural(claimed, 'answer')} only claimed, by one kind of engine: {remedy}; {text}."
    bare = int((~solved["evidence"].isin([Evidence.VERIFIED, Evidence.PROVED, Evidence.CROSS_CHECKED])).sum())
    return (
        (AMBER, f"Solved runs without evidence: {bare}; {text}.") if bare else (GREEN, f"Of the solved runs: {text}.")
    )


def _judge_failures(frame: pd.DataFrame) -> Judgement:
    counts = {
        kind: int((frame["result"] == kind).sum())
        for kind in (ResultClass.CRASH, ResultClass.MEMOUT, ResultClass.UNSUPPORTED)
    }
    text = ", ".join(f"{kind} {count}" for kind, count in counts.items() if count)
    return (AMBER, f"Runs that failed, counted as unsolved: {text}.") if text else (GREEN, "No run failed.")


def _judge_censoring(frame: pd.DataFrame) -> Judgement:
    frame = frame[frame["result"] != ResultClass.NOT_ASKED]
    censored = frame[~frame["result"].isin([ResultClass.SOLVED, ResultClass.UNSUPPORTED])]
    if not len(censored):
        return GREEN, "No time is censored: every run that was taken on is solved."
    share = censored["configuration"].value_counts() / frame["configuration"].value_counts()
    worst = f"{share.idxmax()} ({100 * share.max():.0f} %)"
    return AMBER, (
        f"{len(censored)} of {len(frame)} runs are unsolved, the largest share of {worst}: "
        "their times are taken as right-censored at the limit, so that ratios of times are understated."
    )


def _judge_threads(frame: pd.DataFrame) -> Judgement:
    threads = sorted(set(frame["threads"].dropna()))
    used = (frame["cpu_s"] / frame["wall_s"].where(frame["wall_s"] > 0.5)).rename("used")
    greedy = frame[used > frame["threads"].fillna(1) * 1.1 + 0.1]
    if len(greedy):
        names = join_phrases(sorted(set(greedy["configuration"])))
        return RED, f"{plural(len(greedy), 'run')} used more processor time than the threads allow: {names}."
    text = join_names(f"{number:g}" for number in threads) or "not known"
    if len(threads) > 1:
        return AMBER, f"Configurations with different numbers of threads are ranked together: {text}."
    return (GREEN if threads == [1.0] else AMBER), f"Threads per run: {text}."


def _judge_clock(frame: pd.DataFrame) -> Judgement:
    times = frame.loc[frame["result"] == ResultClass.SOLVED, "total_s"].dropna()
    if not len(times):
        return AMBER, "No run is solved, so no time is compared."
    short = int((times < FLOOR_S).sum())
    text = f"Wall-clock times from {duration(times.min())} to {duration(times.max())}"
    if short > MANY_SHORT * len(times):
        return AMBER, f"{text}; {short} of {len(times)} are below {duration(FLOOR_S)} and count as ties."
    return GREEN, f"{text}; {short} below {duration(FLOOR_S)}."


def _judge_start(frame: pd.DataFrame) -> Judgement:
    starts = frame["startup_s"].dropna()
    if not len(starts):
        return AMBER, "Starting the solvers is not part of any time, and was not measured."
    return GREEN, f"Starting a solver (median {duration(starts.median())}) is not part of any time."


def _judge_seeds(frame: pd.DataFrame) -> Judgement:
    seeds = frame.groupby(["instance", "configuration"])["seed"].nunique()
    least, most = int(seeds.min()), int(seeds.max())
    text = f"{least}" if least == most else f"{least} to {most}"
    noun = "seed" if text == "1" else "seeds"
    shuffled = (frame["shuffled"] == 1).mean()
    how = "variables and constraints are shuffled" if shuffled == 1 else "variables and constraints keep their order"
    return (GREEN if least >= ENOUGH_SEEDS else AMBER), f"{text} {noun} per instance and configuration; {how}."


def _judge_contention(frame: pd.DataFrame) -> Judgement:
    known = frame["contended"].dropna()
    if not len(known):
        return AMBER, "Whether other processes took processor time was not measured."
    contended = int((known == 1).sum())
    text = f"{contended} of {len(known)} runs were disturbed by other processes on the machine"
    if contended > MANY_CONTENDED * len(known):
        return RED, f"{text}: run them again (bench rerun --contended)."
    return (AMBER if contended else GREEN), f"{text}."


def _judge_versions(frame: pd.DataFrame) -> Judgement:
    versions = frame.dropna(subset=["engine", "version"]).drop_duplicates(["configuration", "engine", "version"])
    mixed = versions.groupby(["configuration", "engine"])["version"].nunique()
    if (mixed > 1).any():
        faulty = sorted(set(mixed[mixed > 1].index.get_level_values("configuration")))
        return RED, f"Rows of several versions of an engine under one name: {join_phrases(faulty)}."
    names = join_names(sorted(set(versions["engine"] + " " + versions["version"])))
    return GREEN, f"One version of each engine: {names or 'not known'}."


def _judge_hosts(frame: pd.DataFrame) -> Judgement:
    hosts = frame["host"].dropna().nunique()
    if hosts <= 1:
        return (GREEN, "All runs are from one machine.") if hosts else (AMBER, "The machine is not recorded.")
    split = int((frame.groupby(list(RUN), dropna=False)["host"].nunique() > 1).sum())
    if split:
        return RED, f"{hosts} machines; {plural(split, 'comparison')} between runs on different ones."
    return AMBER, f"{hosts} machines; all runs that are compared with each other were on the same one."


def _judge_accounting(frame: pd.DataFrame) -> Judgement:
    doubtful = int((frame["reliable"] == 0).sum())
    if doubtful:
        return AMBER, f"In {plural(doubtful, 'run')}, the system could not account for every process."
    return GREEN, "Every process of every run was accounted for."


def _judge_limits(frame: pd.DataFrame) -> Judgement:
    limits = frame.drop_duplicates(list(LIMITS))
    excess = (frame["total_s"] / frame["limit_s"])[
        (frame["result"] == ResultClass.TIMEOUT) & (frame["ended"] == Ending.ANSWERED)
    ]
    over = int((excess > 1).sum())
    answers = f"{plural(over, 'answer')} after the limit (at up to {excess.max():.3g} times it)"
    late = f"; {answers} {'counts as a time-out' if over == 1 else 'count as time-outs'}" if over else ""
    if frame["limit_s"].isna().any():
        return RED, f"{plural(int(frame['limit_s'].isna().sum()), 'run')} without a time limit: not compared{late}."
    seconds = join_names(f"{limit:g} s" for limit in sorted(set(limits["limit_s"])))
    if len(limits) > 1:
        return AMBER, f"{len(limits)} sets of limits ({seconds}), compared separately{late}."
    return (AMBER if over else GREEN), f"One limit for all: {seconds}{late}."


def _judge_instances(frame: pd.DataFrame, groups: Sequence[GroupSummary]) -> Judgement:
    """What a group needs is said in its answer, too: it depends on how many configurations there are."""
    few = [group for group in groups if group.puzzle is not None and len(group.scores) > 1]
    few = [group for group in few if group.instances < group.least_instances]
    if few:
        text = join_phrases(f"{group.name} has {group.instances} and needs {group.least_instances}" for group in few)
        return RED, f"Too few instances to show any difference among the configurations: {text}."
    counts = frame.groupby("puzzle")["instance"].nunique()
    fewest, text = int(counts.min()), ", ".join(f"{puzzle} {count}" for puzzle, count in counts.items())
    if fewest < FEW_INSTANCES:
        return AMBER, f"Instances: {text}; with fewer than {FEW_INSTANCES}, the intervals are wide."
    return GREEN, f"Instances: {text}."


def _judge_families(frame: pd.DataFrame) -> Judgement:
    counts = frame.groupby(["puzzle", "family"])["instance"].nunique()
    if not len(counts):
        return GREEN, "Instances are not grouped into families."
    most, fewest = counts.max(), counts.min()
    text = f"{plural(len(counts), 'family').replace('familys', 'families')} of {fewest} to {most} instances"
    return (AMBER, f"{text}: the larger ones dominate the means.") if most > UNEVEN * fewest else (GREEN, f"{text}.")


def _judge_tuning(frame: pd.DataFrame) -> Judgement:
    tuned = frame[frame["profile"] == "tuned"]
    if not len(tuned):
        return GREEN, "No configuration is tuned."
    names = join_phrases(sorted(set(tuned["configuration"])))
    seeds = tuned["board_seed"].to_numpy(float)
    overlap = np.logical_or.reduce([(seeds >= low) & (seeds < high) for low, high in TUNING_SEEDS])
    boards = tuned.loc[overlap, "instance"].nunique()
    if boards:
        return RED, f"{plural(boards, 'board')} with a seed on which profiles were tuned ({names}): use other seeds."
    return AMBER, f"Tuned configurations are compared with default ones, so the tuning effort is unequal: {names}."


def _judge_encodings(frame: pd.DataFrame) -> Judgement:
    encoded = frame.dropna(subset=["encodings_used"])
    counts = encoded.groupby("backend")["encodings_used"].nunique()
    alone = sorted(counts[encoded.groupby("backend")["encoding"].nunique() < 2].index)
    if alone:
        return AMBER, f"Only one choice of encodings, so solver and encoding cannot be told apart: {join_names(alone)}."
    return GREEN, "Every backend that encodes ran with several encodings." if len(counts) else "Nothing was encoded."


QUESTIONS: dict[str, Callable[[pd.DataFrame], Judgement]] = {
    "wrong answers": _judge_wrong,
    "evidence": _judge_evidence,
    "failures": _judge_failures,
    "censoring": _judge_censoring,
    "threads": _judge_threads,
    "clock": _judge_clock,
    "start": _judge_start,
    "seeds": _judge_seeds,
    "contention": _judge_contention,
    "versions": _judge_versions,
    "machines": _judge_hosts,
    "accounting": _judge_accounting,
    "limits": _judge_limits,
    "families": _judge_families,
    "tuning": _judge_tuning,
    "encodings": _judge_encodings,
}


def _judge_balance(groups: Sequence[GroupSummary]) -> Judgement:
    each = [group for group in groups if group.puzzle is not None]
    compared = sum(group.runs * len(group.scores) for group in each)
    left_out = sum(part.runs for group in each for part in group.left_out)
    if not left_out:
        return GREEN, "Every configuration has all runs: nothing is left out."
    text = f"{left_out} of {compared + left_out} runs are left out of the comparison; the tables say why"
    return (RED if left_out > compared else AMBER), f"{text}."


def _judge_checks(groups: Sequence[GroupSummary]) -> Judgement:
    checks = [(group.name, group.self_check) for group in groups if group.self_check is not None]
    if not checks:
        return AMBER, "The pairwise test could not be checked: too few instances or runs."
    calls, trials = sum(check.calls for _, check in checks), sum(check.trials for _, check in checks)
    text = f"The pairwise test found a difference in {calls} of {trials} samples that have none"
    unsound = join_names(name for name, check in checks if not check.sound)
    if unsound:
        return RED, f"{text}: too often on {unsound}."
    return GREEN, f"{text} ({100 * calls / trials:.1f} %, allowed 5 %)."
