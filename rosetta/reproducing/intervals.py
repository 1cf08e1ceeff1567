"""Confidence intervals (95 %) of figures measured on a sample.

shares     Wilson (1927): right for few executions, and for shares of 0 and 1
means      percentile bootstrap (Efron 1979): no assumption on the distribution of flips, which is far from normal
cost       flips spent per model found, unsuccessful executions included: sum of flips / models. It is what a
           model costs when walks are restarted until one is found, so it compares settings of different success;
           the mean over the successful executions alone flatters a setting that seldom succeeds.
ratios     Student's t on the logarithms of the ratios of pairs: twice as long and half as long weigh the same. Where
           the kinds of pairs are chosen, not drawn, they are compared kind by kind: a difference between kinds is not
           due to chance
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, log, sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # the 97.5 % point of the standard normal distribution
RESAMPLES = 1000

Flips = NDArray[np.int64]  # one per execution, NOT_FOUND where it ended without a model
Interval = tuple[float, float]
Pairs = Sequence[tuple[float, float]]
NOT_FOUND = -1


def wilson(successes: int, total: int) -> Interval:
    """The interval of a share. Raises ZeroDivisionError for no executions."""
    share, z2 = successes / total, Z * Z / total
    middle = share + z2 / 2
    half = Z * sqrt(share * (1 - share) / total + z2 / (4 * total))
    return (middle - half) / (1 + z2), (middle + half) / (1 + z2)


def share_text(successes: int, total: int) -> str:
    """A share in percent, with its interval."""
    low, high = wilson(successes, total)
    return f"{100 * successes / total:.3g} ({100 * low:.3g}-{100 * high:.3g})"


def truncate_flips(flips: Flips, limit: int) -> Flips:
    """What the executions would have given with that limit: the walk is the same, only shorter."""
    return np.where((flips == NOT_FOUND) | (flips > limit), NOT_FOUND, flips)


def count_models(flips: Flips, limit: int | None = None) -> int:
    """How many executions found a model, within that limit if there is one."""
    return int(((flips if limit is None else truncate_flips(flips, limit)) != NOT_FOUND).sum())


def mean(flips: Flips) -> float | None:
    """Mean flips of the executions that found a model; None where none did."""
    successful = flips[flips != NOT_FOUND]
    return float(successful.mean()) if len(successful) else None


def cost(flips: Flips, limit: int) -> float:
    """Flips spent per model found; infinite where none was."""
    solved = flips != NOT_FOUND
    spent = flips[solved].sum() + limit * (~solved).sum()
    return float(spent / solved.sum()) if solved.any() else inf


def mean_interval(flips: Flips) -> Interval:
    """The interval of `mean`. Raises ValueError where no execution found a model."""
    successful = flips[flips != NOT_FOUND]
    if not len(successful):
        raise ValueError("no execution found a model")
    return _percentiles(successful, lambda resamples: resamples.mean(axis=1))


def cost_interval(flips: Flips, limit: int) -> Interval:
    """The interval of `cost`. Where few executions succeed it comes from their share: the upper end may be infinite."""
    successes = count_models(flips)
    if successes < 5:
        low, high = wilson(successes, len(flips))
        return limit * (1 - high) / high, inf if low <= 0 else limit / low
    return _percentiles(flips, lambda resamples: _costs(resamples, limit))


def t_half_width(sample: Sequence[float]) -> float:
    """Half the interval of a mean, by Student's t. Raises ValueError for fewer than two values."""
    if len(sample) < 2:
        raise ValueError("a mean of less than two values has no interval")
    return _t_quantile(len(sample) - 1) * stdev(sample) / sqrt(len(sample))


def ratio(*kinds: Pairs) -> tuple[float, float, float]:
    """Geometric mean of first / second, all positive, and the ends of its interval. Each kind weighs the same; the
    variance is estimated within the kinds and pooled (one-way layout: Fisher 1925). Raises ValueError unless
    `has_repeats`."""
    if not has_repeats(*kinds):
        raise ValueError("no kind has two pairs, of which chance could be seen")
    logs = [[log(a / b) for a, b in pairs] for pairs in kinds]
    freedom = sum(map(len, logs)) - len(logs)
    variance = sum((x - fmean(some)) ** 2 for some in logs for x in some) / freedom
    half = _t_quantile(freedom) * sqrt(variance * sum(1 / len(some) for some in logs)) / len(logs)
    middle = fmean(map(fmean, logs))
    return exp(middle), exp(middle - half), exp(middle + half)


def has_repeats(*kinds: Pairs) -> bool:
    """Has each kind a pair, and at least one of them two?"""
    return all(map(len, kinds)) and sum(map(len, kinds)) > len(kinds)


def _t_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t with this number of degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


def _costs(resamples: Flips, limit: int) -> NDArray[np.float64]:
    solved = resamples != NOT_FOUND
    with np.errstate(divide="ignore"):
        costs: NDArray[np.float64] = np.where(solved, resamples, limit).sum(axis=1) / solved.sum(axis=1)
    return costs


def _percentiles(sample: Flips, statistic: Callable[[Flips], NDArray[np.float64]]) -> Interval:
    """The interval of the statistic over resamples with replacement, the same draws every time."""
    draws = np.random.Generator(np.random.PCG64(len(sample))).integers(len(sample), size=(RESAMPLES, len(sample)))
    low, high = np.quantile(statistic(sample[draws]), (0.025, 0.975), method="nearest")
    return float(low), float(high)
