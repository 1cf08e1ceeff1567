"""The virtual best solver: on each instance the configuration that is best there.

Scores are the PAR-2 of the median run (seconds, lower is better): the best of single runs would grow better with every
further seed. Arrays are of shape (instances, configurations).

    single best      the configuration with the lowest mean
    closed gap       how far from the single best (0) towards the virtual best (1)
    marginal         what the virtual best loses without a configuration
    Shapley share    what a configuration adds on average, over all orders in which they may join. The gain of a set is
                     that of its best member, an airport game; so it has a closed form, exact for any number of them
                     (Littlechild and Owen 1973; for portfolios of solvers: Frechette et al. 2016)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.campaigns.statistics.scores import Matrix


def virtual_best(scores: Matrix) -> Matrix:
    """The best score of each instance."""
    return np.asarray(scores.min(axis=1))


def closed_gaps(scores: Matrix, single: int) -> list[float | None]:
    """Of each configuration: 0 as the single best, 1 as the virtual best; None where these two are equal."""
    means = scores.mean(axis=0)
    gap = means[single] - virtual_best(scores).mean()
    return [float((means[single] - mean) / gap) if gap > 0 else None for mean in means]


def marginal_contributions(scores: Matrix, worst: float) -> Matrix:
    """By how many seconds the mean of the virtual best grows without each configuration; worst: the score of nobody."""
    instances, configurations = scores.shape
    ordered = np.sort(np.column_stack([scores, np.full(instances, worst)]), axis=1)
    first, second = ordered[:, 0], ordered[:, 1]
    alone = scores.argmin(axis=1)
    lost = np.bincount(alone, weights=second - first, minlength=configurations)
    return np.asarray(lost / instances)


def shapley_shares(scores: Matrix, worst: float) -> Matrix:
    """The share of each configuration in what the virtual best gains over `worst`; they sum to 1, or are all 0."""
    gains = np.maximum(worst - scores, 0.0)
    order = np.argsort(gains, axis=1, kind="stable")
    ascending = np.take_along_axis(gains, order, axis=1)
    steps = np.diff(ascending, axis=1, prepend=0.0)
    # each step of the gain is shared by all who make it: the best k of them
    parts = np.cumsum(steps / np.arange(gains.shape[1], 0, -1), axis=1)
    values = np.zeros_like(gains)
    np.put_along_axis(values, order, parts, axis=1)
    total = values.mean(axis=0)
    return np.asarray(total / total.sum()) if total.sum() > 0 else total


def unique_solves(solved: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many instances only this configuration solves."""
    lone = solved.sum(axis=1) == 1
    return np.asarray(solved[lone].sum(axis=0), np.intp)
