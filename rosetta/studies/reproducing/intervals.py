"""How far a figure measured on a sample may be off: 95 % intervals.

shares     Wilson (1927): right for few executions, and for shares of 0 and 1
means      percentile bootstrap (Efron 1979): no assumption on how flips are distributed, which is far from normal
cost       flips spent per model found, unsuccessful executions included: sum of flips / models. It is what a
           model costs when walks are begun anew until one is found, so it compares settings of different success;
           the mean over the successful executions alone flatters a setting that seldom succeeds.
ratios     Student's t on the logarithms of the ratios of pairs: twice as long and half as long weigh the same. Pairs of
           several kinds that are chosen, not drawn, are compared kind by kind: a difference between kinds is no chance
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, log, sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # of the standard normal distribution, 2.5 % above
RESAMPLES = 1000

Flips = NDArray[np.int64]  # one per execution, NOT_FOUND where it ended without a model
Interval = tuple[float, float]
Pairs = Sequence[tuple[float, float]]
NOT_FOUND = -1


def wilson(found: int, of: int) -> Interval:
    """Of a share. Raises ZeroDivisionError for no executions."""
    share, z2 = found / of, Z * Z / of
    middle = share + z2 / 2
    half = Z * sqrt(share * (1 - share) / of + z2 / (4 * of))
    return (middle - half) / (1 + z2), (middle + half) / (1 + z2)


def truncate_flips(flips: Flips, limit: int) -> Flips:
    """What the executions would have been with that limit: the walk is the same, only shorter."""
    return np.where((flips == NOT_FOUND) | (flips > limit), NOT_FOUND, flips)


def mean(flips: Flips) -> float | None:
    """Over those that found a model; None where none did."""
    found = flips[flips != NOT_FOUND]
    return float(found.mean()) if len(found) else None


def cost(flips: Flips, limit: int) -> float:
    """Flips spent per model found; infinite where none was."""
    found = flips != NOT_FOUND
    spent = flips[found].sum() + limit * (~found).sum()
    return float(spent / found.sum()) if found.any() else inf


def mean_interval(flips: Flips) -> Interval:
    """Of `mean`. Raises ValueError where no execution found a model."""
    found = flips[flips != NOT_FOUND]
    if not len(found):
        raise ValueError("no execution found a model")
    return _percentiles(found, lambda drawn: drawn.mean(axis=1))


def cost_interval(flips: Flips, limit: int) -> Interval:
    """Of `cost`; where few executions succeed, from the share of these: an upper end may be infinite."""
    found = int((flips != NOT_FOUND).sum())
    if found < 5:
        low, high = wilson(found, len(flips))
        return limit * (1 - high) / high, inf if low <= 0 else limit / low
    return _percentiles(flips, lambda drawn: _costs(drawn, limit))


def t_half_width(sample: Sequence[float]) -> float:
    """Half the interval of a mean, Student's t. Raises ValueError for less than two."""
    if len(sample) < 2:
        raise ValueError("a mean of less than two values has no interval")
    return _t_quantile(len(sample) - 1) * stdev(sample) / sqrt(len(sample))


def ratio(*kinds: Pairs) -> tuple[float, float, float]:
    """Geometric mean of first / second, all positive, and the ends of its interval. Each kind weighs the same, and what
    chance does is seen within the kinds, alike in all of them (one-way layout, pooled variance: Fisher 1925). Raises
    ValueError where `repeated` says no."""
    if not has_repeats(*kinds):
        raise ValueError("no kind has two pairs, of which chance could be seen")
    logs = [[log(a / b) for a, b in pairs] for pairs in kinds]
    freedom = sum(map(len, logs)) - len(logs)
    variance = sum((x - fmean(some)) ** 2 for some in logs for x in some) / freedom
    half = _t_quantile(freedom) * sqrt(variance * sum(1 / len(some) for some in logs)) / len(logs)
    middle = fmean(map(fmean, logs))
    return exp(middle), exp(middle - half), exp(middle + half)


def has_repeats(*kinds: Pairs) -> bool:
    """Has each kind a pair, and one of them two?"""
    return all(map(len, kinds)) and sum(map(len, kinds)) > len(kinds)


def _t_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t with so many degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


def _costs(drawn: Flips, limit: int) -> NDArray[np.float64]:
    found = drawn != NOT_FOUND
    with np.errstate(divide="ignore"):
        costs: NDArray[np.float64] = np.where(found, drawn, limit).sum(axis=1) / found.sum(axis=1)
    return costs


def _percentiles(sample: Flips, statistic: Callable[[Flips], NDArray[np.float64]]) -> Interval:
    """Of the statistic over samples drawn from this one with replacement, the same draws every time."""
    draws = np.random.Generator(np.random.PCG64(len(sample))).integers(len(sample), size=(RESAMPLES, len(sample)))
    low, high = np.quantile(statistic(sample[draws]), (0.025, 0.975), method="nearest")
    return float(low), float(high)
