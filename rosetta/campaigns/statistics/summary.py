"""The summary of a campaign: scores, tests and sentences per puzzle and over all, as records.

summary(frame)     the record that the terminal's table, the page, LaTeX and JSON show

A family of instances is a group like any other, with tests and intervals of its own; only the check of the test itself
is not made for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np

from report.campaign.records import (
    RESULTS,
    Estimate,
    GroupSummary,
    PairedTest,
    Score,
    SelfCheck,
    Summary,
    VirtualBest,
    WrongRun,
)
from rosetta.campaigns.results.frames import typed_frame
from rosetta.campaigns.statistics.balance import Group, balance_runs, split_families, split_groups
from rosetta.campaigns.statistics.claim_counts import count_claims
from rosetta.campaigns.statistics.definitions import DEFINITIONS
from rosetta.campaigns.statistics.honesty import honesty_lines
from rosetta.campaigns.statistics.intervals import (
    CONFIDENCE,
    RESAMPLES,
    bootstrap_means,
    percentile_bounds,
    share_bounds,
)
from rosetta.campaigns.statistics.pairwise import PairedDifference, compare_pairs, friedman, least_instances
from rosetta.campaigns.statistics.scores import (
    FLOOR_S,
    PENALTY,
    SHIFT_S,
    InstanceScores,
    Matrix,
    count_results,
    geometric_mean,
    tabulate_scores,
)
from rosetta.campaigns.statistics.self_check import check_itself
from rosetta.campaigns.statistics.sentences import answer_sentences, pair_sentence, solved_sentence
from rosetta.campaigns.statistics.virtual_best import (
    closed_gaps,
    marginal_contributions,
    shapley_shares,
    unique_solves,
    virtual_best,
)
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd


def summary(frame: pd.DataFrame, seed: int = 0, self_check: bool = True) -> Summary:
    """The statistics of a campaign's rows. seed: of all that is drawn at random; self_check: with the A/A check.
    Raises FrameError."""
    frame = typed_frame(frame)
    groups = tuple(
        _summarize_group(group, _count_wrong(frame, group), seed, self_check) for group in split_groups(frame)
    )
    families = tuple(
        _summarize_group(group, _count_wrong(frame, group), seed, with_check=False) for group in split_families(frame)
    )
    return Summary(
        rows=len(frame),
        wrong=_wrong_runs(frame),
        groups=groups,
        honesty=tuple(honesty_lines(frame, groups, self_check)),
        definitions=DEFINITIONS,
        parameters={
            "shift_s": SHIFT_S,
            "penalty": PENALTY,
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
            "seed": seed,
            "floor_s": FLOOR_S,
        },
        claims=count_claims(frame),
        families=families,
    )


def _wrong_runs(frame: pd.DataFrame) -> tuple[WrongRun, ...]:
    rows = frame[frame["result"] == ResultClass.WRONG].sort_values(["puzzle", "configuration", "cell"])
    return tuple(
        WrongRun(
            cell=str(row.cell),
            configuration=row.configuration,
            puzzle=row.puzzle,
            what=_describe_board(row),
            seed=int(row.seed) if row.seed == row.seed else None,
            note=row.note if isinstance(row.note, str) else "",
        )
        for row in rows.itertuples()
    )


def _describe_board(row: Any) -> str:
    """WHAT, and the seed it was generated from, as on a command line. row: of the frame."""
    if not isinstance(row.what, str):
        return str(row.instance)
    return f"{row.what} --seed {row.board_seed:.0f}" if row.board_seed > 0 else row.what


def _count_wrong(frame: pd.DataFrame, group: Group) -> Mapping[str, int]:
    """Wrong answers of each configuration that has some, on the puzzle or the family, under whatever limits, compared
    or not."""
    rows = frame if group.puzzle is None else frame[frame["puzzle"] == group.puzzle]
    rows = rows if group.family is None else rows[rows["family"] == group.family]
    return {name: count[ResultClass.WRONG] for name, count in count_results(rows).items() if ResultClass.WRONG in count}


def _summarize_group(group: Group, wrong: Mapping[str, int], seed: int, with_check: bool) -> GroupSummary:
    balanced = balance_runs(group.frame)
    if not len(balanced.frame):
        answer = tuple(answer_sentences(group.name, (), (), 0))
        return GroupSummary(
            group.name, group.puzzle, group.limit_s, group.limit_mb, 0, 0, (), None, (), None, None,
            balanced.left_out, answer, group.family,
        )  # fmt: skip
    table = tabulate_scores(balanced.frame)
    draws = _draw_means(table, seed)
    differences = compare_pairs(table, None if draws is None else draws["logarithm"])
    scores = _rank_scores(balanced.frame, table, draws, differences, wrong)
    pairs = tuple(_paired_test(each, table) for each in differences)
    check: SelfCheck | None = check_itself(balanced.frame, table, seed) if with_check else None
    runs = len(balanced.frame) // len(table.configurations)
    return GroupSummary(
        name=group.name,
        puzzle=group.puzzle,
        limit_s=group.limit_s,
        limit_mb=group.limit_mb,
        instances=len(table.instances),
        runs=runs,
        scores=scores,
        virtual_best=_describe_virtual_best(table, wrong),
        pairs=pairs,
        friedman=friedman(table.logarithm),
        self_check=check,
        left_out=balanced.left_out,
        answer=tuple(answer_sentences(group.name, scores, pairs, len(table.instances))),
        family=group.family,
        least_instances=least_instances(len(scores)),
    )


_MEASURES = ("par1", "par2", "shifted", "logarithm")


def _draw_means(table: InstanceScores, seed: int) -> Mapping[str, Matrix] | None:
    """Bootstrap means of each measure, shape (configurations, resamples), all from the same draws."""
    instances, configurations = table.share.shape
    if instances < 2:
        return None
    values = np.concatenate([getattr(table, name).T for name in _MEASURES])
    draws = bootstrap_means(np.ascontiguousarray(values), seed)
    return {name: draws[k * configurations : (k + 1) * configurations] for k, name in enumerate(_MEASURES)}


def _single_best(table: InstanceScores, wrong: Mapping[str, int]) -> int | None:
    means = table.median_par2.mean(axis=0)
    sound = [k for k, name in enumerate(table.configurations) if name not in wrong]
    return min(sound, key=lambda k: (means[k], k)) if sound else None


def _rank_scores(
    frame: pd.DataFrame,
    table: InstanceScores,
    draws: Mapping[str, Matrix] | None,
    differences: Sequence[PairedDifference],
    wrong: Mapping[str, int],
) -> tuple[Score, ...]:
    """The scores, the best first."""
    names, means = table.configurations, table.par2.mean(axis=0)
    order = sorted(range(len(names)), key=lambda k: (names[k] in wrong, means[k], -table.share[:, k].mean(), names[k]))
    counts = count_results(frame)
    contended = (frame["contended"] == 1).groupby(frame["configuration"]).sum()
    worst = PENALTY * table.limit_s
    marginal = marginal_contributions(table.median_par2, worst)
    shapley = shapley_shares(table.median_par2, worst)
    unique = unique_solves(table.solved_mostly)
    single = _single_best(table, wrong)
    gaps = [None] * len(names) if single is None else closed_gaps(table.median_par2, single)
    ratios = _ratios_to(order[0], differences)
    return tuple(
        Score(
            configuration=names[k],
            rank=rank,
            wrong=wrong.get(names[k], 0),
            runs=sum(counts[names[k]].values()),
            results={result: counts[names[k]].get(result, 0) for result in RESULTS},
            contended=int(contended[names[k]]),
            share=_share_estimate(table, k),
            par1=_mean_estimate(table, "par1", k, draws),
            par2=_mean_estimate(table, "par2", k, draws),
            geometric=_geometric_estimate(table, k, draws),
            ratio=ratios.get(k),
            marginal_s=float(marginal[k]),
            shapley=float(shapley[k]),
            unique=int(unique[k]),
            closed_gap=gaps[k],
        )
        for rank, k in enumerate(order, 1)
    )


def _share_estimate(table: InstanceScores, k: int) -> Estimate:
    share, instances = float(table.share[:, k].mean()), len(table.instances)
    return Estimate(share, *share_bounds(share, instances)) if instances > 1 else Estimate(share)


def _mean_estimate(table: InstanceScores, name: str, k: int, draws: Mapping[str, Matrix] | None) -> Estimate:
    mean = float(getattr(table, name)[:, k].mean())
    if draws is None:
        return Estimate(mean)
    low, high = percentile_bounds(draws[name][k], len(table.instances))
    return Estimate(mean, float(low), float(high))


def _geometric_estimate(table: InstanceScores, k: int, draws: Mapping[str, Matrix] | None) -> Estimate:
    """The shifted geometric mean: it grows with the mean logarithm, so its bounds are those of the mean."""
    mean = _mean_estimate(table, "shifted", k, draws)
    value, low, high = (
        None if each is None else float(geometric_mean(each)) for each in (mean.value, mean.low, mean.high)
    )
    assert value is not None
    return Estimate(value, low, high)


def _ratios_to(best: int, differences: Sequence[PairedDifference]) -> Mapping[int, Estimate]:
    """The time of each other configuration over that of the best."""
    ratios = {}
    for each in differences:
        if best in (each.first, each.second):
            sign = 1 if each.second == best else -1
            other = each.first if each.second == best else each.second
            ratios[other] = _ratio_estimate(each, sign)
    return ratios


def _ratio_estimate(difference: PairedDifference, sign: int = 1) -> Estimate:
    """The ratio of times, first over second; of the second over the first with sign -1."""
    if difference.bounds is None:
        return Estimate(exp(sign * difference.log_ratio))
    low, high = sorted(sign * bound for bound in difference.bounds)
    return Estimate(exp(sign * difference.log_ratio), exp(low), exp(high))


def _paired_test(difference: PairedDifference, table: InstanceScores) -> PairedTest:
    i, j = difference.first, difference.second
    first, second = table.configurations[i], table.configurations[j]
    names = {-1: first, 1: second, 0: None}
    ratio, faster, more = _ratio_estimate(difference), names[difference.faster], names[difference.more]
    sentences = (
        pair_sentence(first, second, ratio, difference.adjusted_time, faster),
        solved_sentence(first, second, difference.only, difference.adjusted_solved, more),
    )
    return PairedTest(
        first=first,
        second=second,
        instances=len(table.instances),
        ratio=ratio,
        p_time=difference.p_time,
        p_solved=difference.p_solved,
        adjusted_time=difference.adjusted_time,
        adjusted_solved=difference.adjusted_solved,
        only_first=difference.only[0],
        only_second=difference.only[1],
        censored=int((table.gave_up[:, i] | table.gave_up[:, j]).sum()),
        faster=faster,
        solves_more=more,
        sentence="; ".join(filter(None, sentences)),
    )


def _describe_virtual_best(table: InstanceScores, wrong: Mapping[str, int]) -> VirtualBest:
    means, single = table.median_par2.mean(axis=0), _single_best(table, wrong)
    return VirtualBest(
        single=None if single is None else table.configurations[single],
        single_par2=None if single is None else float(means[single]),
        par2=float(virtual_best(table.median_par2).mean()),
        solved=int(table.solved_mostly.any(axis=1).sum()),
    )
