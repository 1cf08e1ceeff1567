"""Two campaigns, cell by cell: two revisions, two versions of an engine, two machines.

Cells are pairs that agree in instance, configuration, seed and the like, and limits; versions may differ. Wrong answers
come first. A difference of times is a regression where it is significant (as in `statistics.pairwise`, Holm's
correction over all configurations and puzzles) *and* beyond the threshold; a single slow cell is noise, and so is one
that ran out of time: these are listed. What is a regression by itself: a new wrong answer, an optimum or a claim that
changed (one of the two is wrong), and a crash where there was an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from report.campaign.records import CHANGES, Alarm, CampaignDiff, CellChange, ConfigurationDiff, Estimate
from report.words import duration, join_names, plural
from rosetta.campaigns.results.frames import FrameError, typed_frame
from rosetta.campaigns.statistics.intervals import bootstrap_means, percentile_bounds
from rosetta.campaigns.statistics.pairwise import (
    ALPHA,
    LEAST_INSTANCES,
    adjust_holm,
    call_difference,
    count_discordant,
    mcnemar,
    signed_rank,
)
from rosetta.campaigns.statistics.scores import run_logarithms
from rosetta.campaigns.statistics.sentences import p_text, ratio_text
from rosetta.foundation.vocabulary import DEFINITE, ResultClass, Status

if TYPE_CHECKING:
    import pandas as pd

THRESHOLD = 1.2
NOTICEABLE_S = 0.1  # a single cell that differs by less is not listed
PAIR = (
    "puzzle",
    "instance",
    "configuration",
    "symmetry",
    "seed",
    "shuffled",
    "unique",
    "repeat",
    "limit_s",
    "limit_mb",
)
"""The columns in which the two cells of a pair agree."""
REGRESSION, IMPROVEMENT, ALIKE = "regression", "improvement", "no significant difference"
SOLVED = ResultClass.SOLVED


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """The pairs of a configuration on a puzzle. logarithms: mean ln(time after / time before) of each instance; only:
    instances solved only before, only after."""

    puzzle: str
    configuration: str
    pairs: pd.DataFrame
    logarithms: NDArray[np.float64]
    only: tuple[int, int]
    p_time: float
    way: int
    p_solved: float


def compare_campaigns(
    before: pd.DataFrame, after: pd.DataFrame, names: tuple[str, str], threshold: float = THRESHOLD
) -> CampaignDiff:
    """The differences of two frames of judged rows. threshold: of the ratio of times, above 1. Raises FrameError where
    no cell of one is in the other; cells for which the solver was not asked are compared with none."""
    frames = [_latest_rows(typed_frame(frame, name)) for frame, name in zip((before, after), names, strict=True)]
    pairs = frames[0].merge(frames[1], on=list(PAIR), suffixes=("_before", "_after"))
    if not len(pairs):
        raise FrameError(f"{names[0]} and {names[1]} have no cell in common: {_explain_nothing(*frames)}")
    asked = (pairs[["result_before", "result_after"]] != ResultClass.NOT_ASKED).all(axis=1)
    if not asked.any():
        raise FrameError(f"{names[0]} and {names[1]} have no cell in common for which a solver was asked in both")
    pairs = pairs[asked].reset_index(drop=True)
    samples = [
        _take_sample(puzzle, name, rows)
        for (puzzle, name), rows in pairs.groupby(["puzzle", "configuration"], sort=True)
    ]
    adjusted = adjust_holm([*(each.p_time for each in samples), *(each.p_solved for each in samples)])
    times, counts = adjusted[: len(samples)], adjusted[len(samples) :]
    configurations = tuple(
        _compare_configuration(sample, p_time, p_solved, threshold)
        for sample, p_time, p_solved in zip(samples, times, counts, strict=True)
    )
    changes = tuple(sorted(_cell_changes(pairs, threshold), key=_rank_change))
    grave = [change for change in changes if _is_grave(change)]
    worse = [each for each in configurations if each.verdict == REGRESSION]
    return CampaignDiff(
        before=names[0],
        after=names[1],
        cells=len(pairs),
        only_before=len(frames[0]) - len(pairs),
        only_after=len(frames[1]) - len(pairs),
        threshold=threshold,
        configurations=configurations,
        changes=changes,
        regression=bool(grave or worse),
        answer=(*_describe_wrong(frames[0], frames[1], changes), *_answer(configurations, changes, grave)),
        notes=tuple(_notes(pairs, frames)),
    )


def _latest_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """Of rows that are the same pair, the one that was started last."""
    return frame.sort_values("started", kind="stable", na_position="first").drop_duplicates(list(PAIR), keep="last")


def _explain_nothing(before: pd.DataFrame, after: pd.DataFrame) -> str:
    """Why no pair was found, in words."""
    if not len(before) or not len(after):
        return "one of them is empty"
    for name in ("puzzle", "instance", "configuration", "limit_s", "limit_mb"):
        left, right = set(before[name].dropna()), set(after[name].dropna())
        if not left & right and (left or right):
            shown = (join_names(sorted(map(str, values))[:3]) or "none" for values in (left, right))
            return f"{name} differs ({' against '.join(shown)})"
    return "seeds or other numbers differ"


def _take_sample(puzzle: str, configuration: str, rows: pd.DataFrame) -> _Sample:
    import pandas as pd

    sides = [_side_of(rows, side) for side in ("before", "after")]
    values = pd.DataFrame(
        {
            "instance": rows["instance"].to_numpy(),
            "logarithm": run_logarithms(sides[1]) - run_logarithms(sides[0]),
            "before": (sides[0]["result"] == SOLVED).to_numpy(float),
            "after": (sides[1]["result"] == SOLVED).to_numpy(float),
        }
    )
    means = values.groupby("instance").mean()
    only = count_discordant((means["before"] > 0.5).to_numpy(), (means["after"] > 0.5).to_numpy())
    logarithms = means["logarithm"].to_numpy()
    return _Sample(puzzle, configuration, rows, logarithms, only, *signed_rank(logarithms), mcnemar(*only))


def _side_of(pairs: pd.DataFrame, side: str) -> pd.DataFrame:
    """The columns of one of the two rows of each pair, under their own names."""
    names = {f"{name}_{side}": name for name in ("result", "total_s")}
    return pairs[["limit_s", *names]].rename(columns=names)


def _compare_configuration(sample: _Sample, p_time: float, p_solved: float, threshold: float) -> ConfigurationDiff:
    before, after = ((sample.pairs[f"result_{side}"] == SOLVED) for side in ("before", "after"))
    ratio, bounds = _ratio_after(sample.logarithms)
    way = call_difference(p_time, sample.way, bounds)
    beyond = max(ratio.value, 1 / ratio.value) >= threshold
    trend = (sample.only[0] > sample.only[1]) - (sample.only[0] < sample.only[1]) if p_solved <= ALPHA else 0
    signs = {way if beyond else 0, trend}
    verdict = REGRESSION if 1 in signs else IMPROVEMENT if -1 in signs else ALIKE
    lost, gained = int((before & ~after).sum()), int((after & ~before).sum())
    return ConfigurationDiff(
        configuration=sample.configuration,
        puzzle=sample.puzzle,
        cells=len(sample.pairs),
        solved_before=int(before.sum()),
        solved_after=int(after.sum()),
        lost=lost,
        gained=gained,
        ratio=ratio,
        p_time=sample.p_time,
        adjusted_time=p_time,
        p_solved=sample.p_solved,
        adjusted_solved=p_solved,
        verdict=verdict,
        versions=(_versions(sample.pairs, "before"), _versions(sample.pairs, "after")),
        sentence=_describe_difference(sample, ratio, p_time, way, beyond, (lost, gained)),
    )


def _ratio_after(logarithms: NDArray[np.float64]) -> tuple[Estimate, tuple[float, float] | None]:
    """The ratio of times, after over before, and the bounds of its logarithm."""
    value, instances = exp(float(logarithms.mean())), len(logarithms)
    if instances < 2:
        return Estimate(value), None
    low, high = (float(bound) for bound in percentile_bounds(bootstrap_means(logarithms[None, :])[0], instances))
    return Estimate(value, exp(low), exp(high)), (low, high)


def _versions(pairs: pd.DataFrame, side: str) -> str:
    known = pairs[[f"engine_{side}", f"version_{side}"]].dropna().drop_duplicates()
    return join_names(sorted(" ".join(row) for row in known.itertuples(index=False)))


def _describe_difference(
    sample: _Sample, ratio: Estimate, p: float, way: int, beyond: bool, cells: tuple[int, int]
) -> str:
    """One configuration in words."""
    place = f"{sample.configuration} on {sample.puzzle}"
    few = f" ({plural(len(sample.logarithms), 'instance')}: too few to show one)"
    words = {1: "slower", -1: "faster", 0: "no significant difference in time"}[way]
    small = ", but by less than the threshold" if way and not beyond else ""
    small = few if not way and len(sample.logarithms) < LEAST_INSTANCES else small
    moved = f"; {plural(cells[0], 'cell')} lost, {cells[1]} gained" if any(cells) else ""
    return f"{place}: {words}{small}: {ratio_text(ratio)} the time, {p_text(p)}{moved}"


def _cell_changes(pairs: pd.DataFrame, threshold: float) -> Iterator[CellChange]:
    """Every cell that differs, once, by the gravest way in which it does."""
    suspects = pairs[_may_differ(pairs)]
    for row in suspects.to_dict("records"):
        kind = _kind_of_change(row, threshold)
        if kind is not None:
            yield CellChange(
                kind=kind,
                cell=str(row["cell_after"]),
                configuration=row["configuration"],
                puzzle=row["puzzle"],
                what=_text(row["what_after"]) or row["instance"],
                before=_describe_row(row, "before"),
                after=_describe_row(row, "after"),
                seconds_before=_seconds(row, "before"),
                seconds_after=_seconds(row, "after"),
            )


def _may_differ(pairs: pd.DataFrame) -> pd.Series[bool]:
    """Which pairs are worth a closer look: most cells of a large campaign are as they were."""
    differs = pairs["result_before"] != pairs["result_after"]
    for name in ("status", "objective", "is_unique"):
        before, after = pairs[f"{name}_before"], pairs[f"{name}_after"]
        differs |= before.notna() & after.notna() & (before != after)
    return differs | ((pairs["total_s_after"] - pairs["total_s_before"]).abs() > NOTICEABLE_S)


def _kind_of_change(row: dict[str, Any], threshold: float) -> str | None:
    """One of CHANGES, or None."""
    before, after = row["result_before"], row["result_after"]
    if ResultClass.WRONG in (before, after):
        return None if before == after else "new wrong" if after == ResultClass.WRONG else "no longer wrong"
    if _contradicts(row):
        return "changed claim"
    if before == after == SOLVED and _differ(row["objective_before"], row["objective_after"]):
        return "changed objective"
    if SOLVED in (before, after) and before != after:
        return "lost" if before == SOLVED else "gained"
    if before != SOLVED:
        return None
    change = row["total_s_after"] - row["total_s_before"]
    ratio = max(row["total_s_after"], 1e-9) / max(row["total_s_before"], 1e-9)
    if abs(change) <= NOTICEABLE_S or max(ratio, 1 / ratio) < threshold:
        return None
    return "slower" if change > 0 else "faster"


def _contradicts(row: dict[str, Any]) -> bool:
    """Does one say that there is an answer (or a second one), and the other that there is none?"""
    statuses = [row[f"status_{side}"] for side in ("before", "after")]
    if all(status in DEFINITE for status in statuses):
        if statuses.count(Status.UNSATISFIABLE) == 1:
            return True
        return _differ(row["is_unique_before"], row["is_unique_after"])
    return False


def _differ(first: float, second: float) -> bool:
    """Two numbers that are known, and not equal; objectives with fractions are so up to rounding."""
    return abs(first - second) > 1e-6 * max(1.0, abs(first), abs(second))  # False for NaN


def _describe_row(row: dict[str, Any], side: str) -> str:
    """What came of it: solved in 31 ms, objective 12."""
    result, seconds, objective = row[f"result_{side}"], _seconds(row, side), row[f"objective_{side}"]
    words = [result if seconds is None else f"{result} in {duration(seconds)}"]
    words += [_text(row[f"status_{side}"])] if result != SOLVED or _contradicts(row) else []
    words += [f"objective {objective:g}"] if objective == objective else []
    words += [_text(row[f"note_{side}"])] if result == ResultClass.WRONG else []
    return join_names(filter(None, words))


def _seconds(row: dict[str, Any], side: str) -> float | None:
    return float(row[f"total_s_{side}"]) if row[f"result_{side}"] == SOLVED else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _is_grave(change: CellChange) -> bool:
    """Is it a regression by itself?"""
    crashed = change.kind == "lost" and change.after.startswith(ResultClass.CRASH)
    return crashed or change.kind in ("new wrong", "changed objective", "changed claim")


def _rank_change(change: CellChange) -> tuple[bool, int, float, str]:
    """The gravest first; among times, the largest difference."""
    difference = abs((change.seconds_after or 0) - (change.seconds_before or 0))
    return not _is_grave(change), CHANGES.index(change.kind), -difference, change.cell


def _describe_wrong(before: pd.DataFrame, after: pd.DataFrame, changes: Sequence[CellChange]) -> Iterator[str]:
    """The wrong answers of both campaigns, also in cells that only one of them has."""
    old, wrong = (frame[frame["result"] == ResultClass.WRONG] for frame in (before, after))
    if len(wrong):
        paired = wrong.merge(before[list(PAIR)], on=list(PAIR))
        new, alone = sum(change.kind == "new wrong" for change in changes), len(wrong) - len(paired)
        names = "; ".join(f"{name} ({count})" for name, count in wrong["configuration"].value_counts().items())
        apart = f", {alone} in cells that only it has" if alone else ""
        yield Alarm(f"WRONG answers after: {len(wrong)}, {new} of them new{apart}: {names}.")
    if len(old):
        names = "; ".join(f"{name} ({count})" for name, count in old["configuration"].value_counts().items())
        yield Alarm(f"WRONG answers before: {len(old)}: {names}.")
    if not len(wrong):
        yield "No answer after is wrong." if len(old) else "No answer is wrong."


def _answer(
    configurations: Sequence[ConfigurationDiff],
    changes: Sequence[CellChange],
    grave: Sequence[CellChange],
) -> Iterator[str]:
    """The result in sentences, the worst first, but for wrong answers."""
    for kind, text in (("changed objective", "a different optimum"), ("changed claim", "a contradicting claim")):
        count = sum(change.kind == kind for change in changes)
        if count:
            yield Alarm(f"REGRESSION: {plural(count, 'cell')} with {text}: one of the two answers is wrong.")
    crashes = sum(change.kind == "lost" for change in grave)
    if crashes:
        yield Alarm(f"REGRESSION: {plural(crashes, 'cell')} crashed where there was an answer before.")
    yield from (Alarm(f"REGRESSION: {each.sentence}.") for each in configurations if each.verdict == REGRESSION)
    yield from (f"IMPROVEMENT: {each.sentence}." for each in configurations if each.verdict == IMPROVEMENT)
    alike = [each for each in configurations if each.verdict == ALIKE]
    if alike:
        lost, gained = sum(each.lost for each in alike), sum(each.gained for each in alike)
        names = [f"{each.configuration} on {each.puzzle} ({ratio_text(each.ratio)})" for each in alike if each.ratio]
        shown = join_names(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        yield f"NO SIGNIFICANT DIFFERENCE: {shown}; {plural(lost, 'cell')} lost, {gained} gained."


def _notes(pairs: pd.DataFrame, frames: Sequence[pd.DataFrame]) -> Iterator[str]:
    """What differs in how they were run."""
    hosts = [set(pairs[f"host_{side}"].dropna()) for side in ("before", "after")]
    if hosts[0] and hosts[1] and hosts[0] != hosts[1]:
        yield "the machines differ, which may explain differences in time"
    contended = [int((pairs[f"contended_{side}"] == 1).sum()) for side in ("before", "after")]
    if any(contended):
        yield f"contended, and so too slow: {plural(contended[0], 'cell')} before, {contended[1]} after"
    for frame, word in zip(frames, ("before", "after"), strict=True):
        count = len(frame) - len(pairs)
        if count:
            yield f"{plural(count, 'cell')} only {word}: not compared"
