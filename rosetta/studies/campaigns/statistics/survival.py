"""Survival: the share of instances solved by a time (Kaplan and Meier 1958), and the restricted mean time.

An instance counts with its median run. What was not solved is right-censored at the limit, whatever ended it: a crash
after a second does not mean that the answer would have come after two. Instances are independent, so Greenwood's
intervals hold; runs of one instance would not be.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from report.campaign.records import CurvePoint, SurvivalCurve
from rosetta.studies.campaigns.statistics.intervals import CONFIDENCE
from rosetta.studies.campaigns.statistics.scores import InstanceScores


def survival_curves(scores: InstanceScores) -> list[SurvivalCurve]:
    """The curve of each configuration of a balanced group."""
    return [
        _survival_curve(name, scores.median_par1[:, k], scores.solved_mostly[:, k], scores.limit_s)
        for k, name in enumerate(scores.configurations)
    ]


def _survival_curve(name: str, seconds: NDArray[np.float64], solved: NDArray[np.bool_], limit: float) -> SurvivalCurve:
    from scipy.stats import CensoredData, ecdf

    estimate: Any = ecdf(CensoredData.right_censored(np.where(solved, seconds, limit), ~solved))
    function = estimate.cdf
    with np.errstate(all="ignore"):  # at 0 and 1 Greenwood's formula divides by 0; bounds are then not known
        bounds: Any = function.confidence_interval(CONFIDENCE, method="log-log")
    points = [CurvePoint(0.0, 0.0, 0.0, 0.0)]
    low_bounds, high_bounds = bounds.low.probabilities, bounds.high.probabilities
    levels = zip(function.quantiles, function.probabilities, low_bounds, high_bounds, strict=True)
    for time, level, low, high in levels:
        if time < limit or level > points[-1].solved:  # the limit itself is a step only where something ended there
            points.append(CurvePoint(float(time), *_known_bounds(float(level), float(low), float(high))))
    area = float(np.where(solved, seconds, limit).mean())
    return SurvivalCurve(name, len(seconds), int(solved.sum()), limit, area, tuple(points))


def _known_bounds(level: float, low: float, high: float) -> tuple[float, float, float]:
    """A level with its bounds, itself where they are not known."""
    return level, low if np.isfinite(low) else level, high if np.isfinite(high) else level
