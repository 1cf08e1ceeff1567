"""Confidence intervals over instances.

means, ratios   cluster bootstrap: instances are drawn again with replacement, each with all of its runs (seeds and
                repetitions are not independent boards); all measures and configurations from the same draws, so that
                ratios are paired. The percentiles are those of Hesterberg (2015, The American Statistician 69), section
                4: wider for few instances, where plain percentiles cover 95 % only by name. For more than MANY
                instances the means are drawn from the normal distribution that they then have
shares          Wilson's interval (1927), an instance counting as one trial whatever its runs: shares of 0 and 1 have
                an interval, too. A share between the two has less variance than a trial, so this errs on the wide side
"""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 999
MANY = 2000  # instances
BATCH = 1_000_000  # numbers that are drawn at a time

Bounds = tuple[float, float]


def bootstrap_means(values: NDArray[np.float64], seed: int = 0) -> NDArray[np.float64]:
    """Means of RESAMPLES draws with replacement from the columns of values (measures, instances), the same draws for
    all measures: shape (measures, RESAMPLES). Raises ValueError for fewer than two instances."""
    from scipy.stats import bootstrap

    measures, instances = values.shape
    rng = np.random.default_rng(seed)
    if instances > MANY:
        covariance = np.cov(values) / instances
        means = rng.multivariate_normal(values.mean(axis=1), np.atleast_2d(covariance), RESAMPLES, method="eigh")
        return np.asarray(means.T)
    result: Any = bootstrap(
        (values,),
        np.mean,
        axis=-1,
        n_resamples=RESAMPLES,
        method="percentile",
        batch=max(1, BATCH // (measures * instances)),
        rng=rng,
    )
    return np.asarray(result.bootstrap_distribution).reshape(measures, RESAMPLES)


def percentile_bounds(draws: NDArray[np.float64], instances: int) -> NDArray[np.float64]:
    """Lower and upper bounds, shape (2, ...), from draws (..., RESAMPLES) of a mean over so many instances."""
    tail = expanded_tail(instances)
    return np.asarray(np.quantile(draws, [tail, 1 - tail], axis=-1))


def expanded_tail(instances: int) -> float:
    """The share of draws beyond each bound: for normal data the interval is then as wide as Student's."""
    from scipy.stats import norm, t

    quantile = t.ppf((1 + CONFIDENCE) / 2, instances - 1) * sqrt(instances / (instances - 1))
    return float(norm.sf(quantile))


def share_bounds(share: float, instances: int) -> Bounds:
    """The interval of a share of solved runs, averaged over instances."""
    from scipy.stats import binomtest

    solved = round(share * instances, 9)
    low = binomtest(floor(solved), instances).proportion_ci(CONFIDENCE, method="wilson").low
    high = binomtest(ceil(solved), instances).proportion_ci(CONFIDENCE, method="wilson").high
    return float(low), float(high)
