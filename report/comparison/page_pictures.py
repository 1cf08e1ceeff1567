"""The pictures of a page: where the time of each run went, how large the model was for each solver, and the race.

A bar is an SVG whose parts are shares of its own width; the width of the bar itself depends on one of three scales
that the reader chooses (no script needed): linear, logarithmic, or all bars equally wide. Steps differ in colour
(Okabe and Ito's palette, safe for colour-blind readers) *and* in pattern, and every value is also written out. Rates
of racers differ by a factor of thousands, so their bars are always on a logarithmic scale. Places are in percent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from report.comparison.race import count_text, describe_ending, racer_name, rate_text
from report.comparison.records import SIZES, STEPS, Race, Run
from report.comparison.run_labels import describe_runs, run_label
from report.comparison.run_order import sort_runs
from report.words import duration
from rosetta.foundation.vocabulary import Verdict

WIDE_SPREAD = 30  # from here on the linear scale shows too little, and the page opens with the logarithmic one
Ticks: TypeAlias = "list[tuple[float, str]]"  # places on an axis, and what is written there


def time_bars(runs: Sequence[Run]) -> dict[str, Any] | None:
    """One bar per run that took any time, and the axes; None where there is none. A bar: the run, its label, its steps
    in words, its length on the linear and the logarithmic scale, its parts."""
    timed = [run for run in sort_runs(runs) if run.total > 0]
    if not timed:
        return None
    longest, shortest = max(run.total for run in timed), min(run.total for run in timed)
    place, powers = _log_scale(shortest, longest)
    log_ticks = [(place(power), _power_of_ten(power)) for power in powers]
    share_ticks = [(0, "0 %"), (50, "50 %"), (100, "100 % of its own total")]
    bars = [(run, run_label(run, runs), _steps_text(run), place(math.log10(run.total)), _parts(run)) for run in timed]
    return {
        "first": "log" if longest > WIDE_SPREAD * shortest else "linear",
        "longest": longest,
        "bars": bars,
        "axes": (("linear", _linear_ticks(longest)), ("log", log_ticks), ("share", share_ticks)),
    }


def _steps_text(run: Run) -> str:
    """The steps that took time, in words; those under one part in a thousand are left to the table."""
    step_times = [(step, run.seconds.get(step, 0.0)) for step in STEPS]
    return ", ".join(f"{step} {duration(time)}" for step, time in step_times if time > run.total / 1000)


def _parts(run: Run) -> list[tuple[float, float, str]]:
    """Start, width and name of each step that took time."""
    parts, start = [], 0.0
    for step in STEPS:
        share = 100 * run.seconds.get(step, 0.0) / run.total
        parts += [(start, share, step)] if share else []
        start += share
    return parts


def _linear_ticks(longest: float) -> Ticks:
    """Zero, round numbers, and the longest time itself at the end."""
    power = 10 ** math.floor(math.log10(longest))
    step = next(power * factor for factor in (0.2, 0.5, 1, 2, 5) if longest / (power * factor) <= 5)
    ticks = [(100 * i * step / longest, _tick(i * step)) for i in range(1, 6) if i * step < 0.86 * longest]
    return [(0.0, "0"), *ticks, (100.0, duration(longest))]


def _tick(seconds: float) -> str:
    return f"{seconds * 1e3:g} ms" if seconds < 1 else f"{seconds:g} s"


def _log_scale(least: float, most: float) -> tuple[Callable[[float], float], range]:
    """Where a power of ten is on the logarithmic scale from least to most, and the whole powers on it."""
    low = math.floor(math.log10(least) - 1e-9)
    high = max(math.log10(most), low + 1)
    return lambda power: 100 * (power - low) / (high - low), range(low, math.floor(high + 1e-9) + 1)


def _power_of_ten(power: int) -> str:
    names = ((0, "s"), (-3, "ms"), (-6, "us"))
    base, name = next(((base, name) for base, name in names if power >= base), names[-1])
    return f"{10 ** max(power - base, 0)} {name}"


def size_bars(runs: Sequence[Run]) -> list[tuple[str, list[tuple[int, float]]]]:
    """The runs that got the same size, and each number of it with its share of the largest."""
    groups: dict[tuple[int, ...], list[Run]] = {}
    for run in sort_runs(runs):
        groups.setdefault(tuple(run.size.get(key, 0) for key in SIZES), []).append(run)
    groups = {size: group for size, group in groups.items() if any(size)}
    largest = [max(column) or 1 for column in zip(*groups, strict=True)]
    return [
        (describe_runs(group, runs), [(n, 100 * n / most) for n, most in zip(size, largest, strict=True)])
        for size, group in groups.items()
    ]


def race_bars(race: Race) -> dict[str, Any] | None:
    """One bar per racer that found some solutions, and the axis; None where nobody did. A bar: the racer's name,
    solutions per second, length, details, and whether it is wrong."""
    timed = [racer for racer in race.racers if 0 < racer.count < 10**15]
    if not timed:
        return None
    place, powers = _log_scale(min(racer.rate for racer in timed), max(racer.rate for racer in timed))
    bars = []
    for racer in timed:
        details = f"{count_text(racer.count)} found, {describe_ending(racer)} after {racer.seconds:.2f} s"
        width = place(math.log10(racer.rate))
        bars.append((racer_name(racer), rate_text(racer), width, details, racer.verdict == Verdict.WRONG))
    return {"bars": bars, "ticks": [(place(power), f"{10.0**power:g}") for power in powers]}
