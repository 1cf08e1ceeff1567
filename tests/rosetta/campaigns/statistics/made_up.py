"""Made-up rows of campaigns: times from a distribution with a known truth."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rosetta.campaigns.results.frames import frame_from_rows


def made_up_rows(
    factors: dict[str, float],
    *,
    instances: int = 30,
    runs: int = 1,
    puzzles: tuple[str, ...] = ("tents",),
    limit: float = 10.0,
    spread: float = 1.0,
    noise: float = 0.3,
    median: float = 1.0,
    seed: int = 0,
) -> list[dict]:
    """Rows of configurations that take `factors` times as long. spread: standard deviation of ln time between
    instances, noise: between runs of one; what takes longer than the limit is a timeout."""
    rng = np.random.default_rng(seed)
    rows = []
    for puzzle in puzzles:
        for i in range(instances):
            difficulty = rng.normal(0, spread)
            for name, factor in factors.items():
                for run in range(runs):
                    seconds = float(median * factor * np.exp(difficulty + rng.normal(0, noise)))
                    rows.append(made_up_row(puzzle, f"{puzzle}-{i:04}", name, run, seconds, limit))
    return rows


def made_up_row(puzzle: str, instance: str, configuration: str, run: int, seconds: float, limit: float) -> dict:
    """A row that is solved if it has the time."""
    solved = seconds < limit
    return {
        "cell": f"{instance}/{configuration}/{run}/{limit:g}",
        "puzzle": puzzle,
        "instance": instance,
        "what": instance,
        "family": "made up",
        "size": 100,
        "backend": configuration,
        "configuration": configuration,
        "profile": "default",
        "threads": 1,
        "seed": run,
        "shuffled": 1,
        "symmetry": 0,
        "unique": 0,
        "repeat": 0,
        "limit_s": limit,
        "limit_mb": 4000,
        "engine": configuration,
        "version": "1",
        "status": "satisfied" if solved else "unknown",
        "ended": "answer" if solved else "timeout",
        "total_s": min(seconds, limit),
        "wall_s": min(seconds, limit) + 0.1,
        "cpu_s": min(seconds, limit) + 0.1,
        "startup_s": 0.05,
        "contended": 0,
        "reliable": 1,
        "host": "here",
        "verdict": "correct" if solved else "none",
        "evidence": "verified" if solved else None,
        "result": "solved" if solved else "timeout",
    }


def made_up_frame(factors: dict[str, float], **options) -> pd.DataFrame:
    """The same as a frame."""
    return frame_from_rows(made_up_rows(factors, **options))
