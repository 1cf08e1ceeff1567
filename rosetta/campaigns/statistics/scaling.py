"""Scaling: the exponent b of time = a * size^b, fitted with the runs that were not solved.

    ln time = ln a + b ln size + s * normal

One observation per instance: its median run. An instance that is not solved says that its time is above the limit, no
more and no less, so it enters the likelihood with the probability of that (Tobin 1958). To leave such instances out, or
to take the limit for their time, would flatten the line, since it is the large boards that run out of time. The
likelihood is concave in (ln a / s, b / s, 1 / s) (Olsen 1978). Intervals are from the sandwich of both estimates of the
information (Huber 1967), which does not assume that the spread is the same for all sizes, with Student's quantile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from report.campaign.records import Estimate, ScalingFit, ScalingPoint
from rosetta.campaigns.statistics.intervals import CONFIDENCE
from rosetta.campaigns.statistics.scores import FLOOR_S, InstanceScores

if TYPE_CHECKING:
    import pandas as pd

LEAST_SOLVED = 5  # instances, of two sizes or more
STEEPEST = 1e4  # 1 / s, where times lie on a line

Vector = NDArray[np.float64]


def scaling_fits(frame: pd.DataFrame, scores: InstanceScores) -> list[ScalingFit]:
    """The fit of each configuration. frame: rows of the group, of which the sizes are taken."""
    of_instance = frame.drop_duplicates("instance").set_index("instance")["size"]
    sizes = of_instance.reindex(list(scores.instances)).to_numpy(float)
    known = np.isfinite(sizes) & (sizes > 0)
    return [
        _scaling_fit(name, sizes[known], scores.median_par1[known, k], scores.solved_mostly[known, k])
        for k, name in enumerate(scores.configurations)
    ]


def _scaling_fit(name: str, sizes: Vector, seconds: Vector, solved: NDArray[np.bool_]) -> ScalingFit:
    points = tuple(_scaling_point(size, seconds[sizes == size], solved[sizes == size]) for size in np.unique(sizes))
    censored = int((~solved).sum())
    if solved.sum() < LEAST_SOLVED or len(np.unique(sizes[solved])) < 2:
        reason = "nothing is fitted: too few solved instances, or all of one size"
        return ScalingFit(name, len(sizes), censored, None, None, points, f"{name}: {reason}")
    exponent, factor, _ = fit_power_law(sizes, seconds, solved)
    sentence = (
        f"{name}: time grows as size^{exponent.value:.2f} [{exponent.low:.2f}, {exponent.high:.2f}], from {len(sizes)} "
        f"instances of {len(points)} sizes" + (f", {censored} of them unsolved" if censored else "")
    )
    return ScalingFit(name, len(sizes), censored, exponent, factor, points, sentence)


def _scaling_point(size: float, seconds: Vector, solved: NDArray[np.bool_]) -> ScalingPoint:
    """Median and quartiles over the instances of one size, None where that instance is not solved."""
    times = np.where(solved, seconds, np.inf)
    low, median, high = np.quantile(times, [0.25, 0.5, 0.75], method="inverted_cdf")
    known = [float(time) if np.isfinite(time) else None for time in (median, low, high)]
    return ScalingPoint(float(size), len(seconds), int(solved.sum()), *known)


def fit_power_law(sizes: Vector, seconds: Vector, solved: NDArray[np.bool_]) -> tuple[Estimate, float, float]:
    """The exponent with its interval, the factor (s) and the spread; seconds of unsolved instances are their limit."""
    from scipy.optimize import minimize
    from scipy.stats import t

    logs, middle = np.log(np.maximum(seconds, FLOOR_S)), np.log(sizes).mean()
    design = np.column_stack([np.ones(len(sizes)), np.log(sizes) - middle])
    start, *_ = np.linalg.lstsq(design, logs, rcond=None)
    scale = max(float(np.std(logs - design @ start)), 10 / STEEPEST)

    def value_and_slope(parameters: Vector) -> tuple[float, Vector]:
        value, gradient = _negative_likelihood(parameters, design, logs, solved)
        return value, np.asarray(gradient.sum(axis=0))

    found = minimize(
        value_and_slope,
        np.array([*(start / scale), 1 / scale]),
        jac=True,
        method="TNC",
        bounds=[(None, None), (None, None), (1 / STEEPEST, STEEPEST)],
        options={"maxfun": 500},
    )
    level, slope, steepness = found.x
    exponent = slope / steepness
    error = _exponent_error(found.x, design, logs, solved)
    reach = t.ppf((1 + CONFIDENCE) / 2, max(len(sizes) - 2, 1)) * error
    factor = float(np.exp(level / steepness - exponent * middle))
    return Estimate(float(exponent), float(exponent - reach), float(exponent + reach)), factor, float(1 / steepness)


def _negative_likelihood(
    parameters: Vector, design: Vector, logs: Vector, solved: NDArray[np.bool_]
) -> tuple[float, Vector]:
    """-ln likelihood, and its gradient by instance: shape (instances, 3). parameters: of Olsen, as above."""
    from scipy.special import log_ndtr

    steepness = parameters[2]
    z = steepness * logs - design @ parameters[:2]
    hazard = _normal_hazard(z)
    value = np.where(solved, z * z / 2 - np.log(steepness), -log_ndtr(-z)).sum()
    slope = np.where(solved, z, hazard)
    gradient = np.column_stack([-design * slope[:, None], logs * slope - solved / steepness])
    return float(value), gradient


def _normal_hazard(z: Vector) -> Vector:
    """Density over upper tail of the normal distribution."""
    from scipy.special import log_ndtr

    return np.asarray(np.exp(-z * z / 2 - np.log(2 * np.pi) / 2 - log_ndtr(-z)))


def _exponent_error(parameters: Vector, design: Vector, logs: Vector, solved: NDArray[np.bool_]) -> float:
    """The standard error of the exponent: sandwich, then the delta method."""
    steepness = parameters[2]
    z = steepness * logs - design @ parameters[:2]
    hazard = _normal_hazard(z)
    curvature = np.where(solved, 1.0, hazard * (hazard - z))
    rows = np.column_stack([-design, logs])
    information = rows.T @ (curvature[:, None] * rows)
    information[2, 2] += solved.sum() / steepness**2
    gradient = _negative_likelihood(parameters, design, logs, solved)[1]
    inverse = np.linalg.pinv(information)
    covariance = inverse @ (gradient.T @ gradient) @ inverse * len(logs) / max(len(logs) - 2, 1)
    direction = np.array([0.0, 1 / steepness, -parameters[1] / steepness**2])
    return float(np.sqrt(max(direction @ covariance @ direction, 0.0)))
