"""Do the tests and intervals of a campaign keep what they promise? By simulation, with seeds.

Measured once with more samples than are drawn here:
false calls per group (1,000 samples each)   2.4 % (2 configurations, 20 instances), 1.9 % (with 3 runs of each),
                                             1.7 % (3 configurations, 12 instances), 2.5 % (5 configurations, 50)
a factor of 2 is seen (500)                  in 50 % with 10 instances, 94 % with 20, 99 % with 30; 1.3: 32 % with 30
intervals cover (2,000)                       of mean logarithms 93 % with 6 instances, 95 % with 10, 30, 94 % with 100;
                                             of PAR-2 72, 78, 89 and 94 %; of exponents (500) 96 %
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.statistics.intervals import bootstrap_means, percentile_bounds, share_bounds
from rosetta.campaigns.statistics.pairwise import compare_pairs, least_instances
from rosetta.campaigns.statistics.scaling import fit_power_law, scaling_fits
from rosetta.campaigns.statistics.scores import FLOOR_S, SHIFT_S, InstanceScores, tabulate_scores
from rosetta.campaigns.statistics.self_check import check_itself, sees_difference
from tests.rosetta.campaigns.statistics.made_up import made_up_frame, made_up_row, made_up_rows

LIMIT = 10.0


def sample_scores(rng: np.random.Generator, factors: list[float], instances: int, runs: int) -> InstanceScores:
    """The scores that `tabulate_scores` makes of rows with lognormal times, a tenth of them beyond the limit."""
    shape = (instances, len(factors), runs)
    difficulty = rng.normal(0, 1.5, (instances, 1, 1))
    seconds = np.exp(difficulty + rng.normal(0, 0.5, shape)) * np.array(factors)[None, :, None]
    solved = seconds < LIMIT
    par1, par2 = np.where(solved, seconds, LIMIT), np.where(solved, seconds, 2 * LIMIT)
    return InstanceScores(
        configurations=tuple(f"c{k}" for k in range(len(factors))),
        instances=tuple(f"i{i}" for i in range(instances)),
        limit_s=LIMIT,
        share=solved.mean(axis=2),
        par1=par1.mean(axis=2),
        par2=par2.mean(axis=2),
        shifted=np.log(par1 + SHIFT_S).mean(axis=2),
        logarithm=np.log(np.maximum(par1, FLOOR_S)).mean(axis=2),
        median_par1=np.median(par1, axis=2),
        median_par2=np.median(par2, axis=2),
    )


def count_calls(factors: list[float], instances: int, runs: int, samples: int, seed: int) -> int:
    """In how many samples the pairwise tests call any difference."""
    calls = 0
    for number in range(samples):
        scores = sample_scores(np.random.default_rng([seed, number]), factors, instances, runs)
        calls += any(pair.faster or pair.more for pair in compare_pairs(scores))
    return calls


@pytest.mark.sample(0.125)
def test_what_is_alike_is_seldom_called_different():
    """500 data sets without a difference, half of them with three configurations and three pairs: at most 5 % of the
    groups may have any false call (binomial bound: p = 0.001)."""
    calls = count_calls([1, 1], 20, 1, 250, 1) + count_calls([1, 1, 1], 12, 3, 250, 2)
    assert binomtest(calls, 500, 0.05, alternative="greater").pvalue > 0.001
    assert calls > 0  # a test that never calls one is of no use


@pytest.mark.parametrize("configurations", [2, 3, 8, 30])
def test_with_the_least_instances_a_difference_can_be_called(configurations):
    """Each configuration is faster than the next on every instance: with one instance less no difference is called."""
    least = least_instances(configurations)
    seconds = 0.01 * np.linspace(1.05, 1.15, least)[:, None] ** np.arange(configurations)
    for instances, calls in ((least, True), (least - 1, False)):
        times = seconds[:instances]
        ones, logs = np.ones_like(times), np.log(times)
        names = tuple(f"c{k}" for k in range(configurations))
        scores = InstanceScores(
            names, tuple(map(str, range(instances))), LIMIT, ones, times, times, logs, logs, times, times
        )
        assert any(pair.faster for pair in compare_pairs(scores)) is calls


def test_a_factor_of_two_is_seen():
    """With 30 instances, in at least 95 of 100 data sets; the faster one is named."""
    assert count_calls([1, 2], 30, 1, 100, 3) >= 95
    pairs = compare_pairs(sample_scores(np.random.default_rng(0), [1, 2], 30, 1))
    assert (pairs[0].faster, pairs[0].bounds[0] < -np.log(2) * 0.8 < pairs[0].bounds[1]) == (-1, True)


@pytest.mark.parametrize("instances", [6, 12, 40])
def test_intervals_of_means_cover(instances):
    """The bootstrap interval of the mean logarithm of times holds the true one in 95 % of 400 samples."""
    rng = np.random.default_rng(instances)
    values = np.minimum(rng.normal(0, 1.5, (400, instances)), np.log(LIMIT))
    truth = np.minimum(np.random.default_rng(1).normal(0, 1.5, 10**6), np.log(LIMIT)).mean()
    low, high = percentile_bounds(bootstrap_means(values), instances)
    covered = int(((low <= truth) & (truth <= high)).sum())
    assert binomtest(covered, 400, 0.95, alternative="less").pvalue > 0.001, covered
    assert covered < 400


def test_intervals_of_many_instances_are_those_of_few():
    """Beyond MANY instances means are drawn from the normal distribution: the bounds are the same."""
    values = np.random.default_rng(0).exponential(1, (3, 2001))
    values[1] = values[0] + 0.1 * values[1]  # paired
    bounds = [percentile_bounds(bootstrap_means(values[:, :n]), n) for n in (2000, 2001)]
    assert bounds[0] == pytest.approx(bounds[1], abs=0.01)
    draws = bootstrap_means(values)
    assert np.corrcoef(draws)[0, 1] > 0.95


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
def test_intervals_of_shares_cover(share):
    """Also where runs of one instance are alike, and where nearly all is solved."""
    rng = np.random.default_rng(int(100 * share))
    covered = 0
    for _ in range(300):
        solved = rng.random(20) < share  # every run of an instance ends alike
        low, high = share_bounds(float(solved.mean()), 20)
        covered += low <= share <= high
    assert binomtest(covered, 300, 0.95, alternative="less").pvalue > 0.001, covered
    assert share_bounds(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-3)


def test_the_self_check_sees_a_test_that_calls_too_much():
    """On runs of one configuration it calls few; where the halves differ, many."""
    frame = made_up_frame({"a": 1.0, "b": 3.0}, instances=20, runs=4)
    check = check_itself(frame, tabulate_scores(frame))
    assert "one configuration" in check.method
    assert check.sound
    assert check.rate <= 0.1
    single = made_up_frame({"a": 1.0, "b": 3.0}, instances=20)
    check = check_itself(single, tabulate_scores(single))
    assert "swapped" in check.method
    assert check.sound
    halves = np.random.default_rng(0).normal(0, 1, (2, 20)) + np.array([[0], [2]])
    assert sees_difference(halves, np.ones((2, 20)))


def test_an_exponent_is_found_though_large_boards_run_out_of_time():
    """time = 0.001 size^1.5; a third ends at the limit. The interval holds 1.5 in 95 % of 100 samples; who leaves the
    unsolved ones out, or takes the limit for their time, is far off."""
    rng, covered, sizes = np.random.default_rng(7), 0, np.repeat([25.0, 100.0, 400.0, 900.0], 10)
    values, naive = [], []
    for _ in range(100):
        seconds = 0.001 * sizes**1.5 * np.exp(rng.normal(0, 0.7, len(sizes)))
        solved = seconds < LIMIT
        exponent, factor, spread = fit_power_law(sizes, np.minimum(seconds, LIMIT), solved)
        covered += exponent.low <= 1.5 <= exponent.high
        values.append(exponent.value)
        naive.append(np.polyfit(np.log(sizes[solved]), np.log(seconds[solved]), 1)[0])
    assert 0.2 < (~solved).mean() < 0.5
    assert np.mean(values) == pytest.approx(1.5, abs=0.03)
    assert np.mean(naive) < 1.45
    assert binomtest(covered, 100, 0.95, alternative="less").pvalue > 0.001, covered
    assert (factor, spread) == (pytest.approx(0.001, rel=1), pytest.approx(0.7, rel=0.5))


def test_a_scaling_fit_says_what_it_rests_on():
    """Sizes, censored instances, or why nothing is fitted."""
    rows = [
        {**made_up_row("tents", f"{side}-{k}", "a", 0, 0.002 * side**2 * (1 + k / 10), 2.0), "size": side**2}
        for side in (5, 10, 20, 40)
        for k in range(5)
    ]
    frame = frame_from_rows(rows)
    (fit,) = scaling_fits(frame, tabulate_scores(frame))
    assert fit.exponent.value == pytest.approx(1, abs=0.05)
    assert (fit.censored, fit.instances, len(fit.points)) == (5, 20, 4)
    assert fit.points[-1].median_s is None
    assert "from 20 instances of 4 sizes, 5 of them unsolved" in fit.sentence
    few = frame_from_rows(made_up_rows({"a": 1.0}, instances=4))
    assert scaling_fits(few, tabulate_scores(few))[0].exponent is None
